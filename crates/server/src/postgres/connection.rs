//! The connection to the database: it reconnects whenever it is lost, and every wait has a timeout.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{password, schema, tls};
use crate::store::StoreError;

/// A connection to a database that does not answer within this time is given up.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(15);

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(10);

/// Each retry waits this much longer than the one before, up to the maximum.
const RETRY_BACKOFF: Duration = Duration::from_millis(50);
const MAX_RETRY_DELAY: Duration = Duration::from_secs(1);

/// Every session starts with this: commits wait for the disk, and a node that hangs inside a transaction does not block
/// others for long.
const SESSION_SETUP: &str = "
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local');
set idle_in_transaction_session_timeout = '5s';
set tcp_user_timeout = '10s'";

/// Why a query failed.
#[derive(Debug)]
pub enum DbError {
    /// The connection was lost, or the database is unavailable for now: the outcome is unknown.
    Lost(String),
    /// Another writer was first; nothing was changed.
    Conflict,
    /// The query can never succeed.
    Wrong(String),
    /// The schema is newer than this program.
    Newer,
}

impl From<DbError> for StoreError {
    fn from(error: DbError) -> StoreError {
        match error {
            DbError::Lost(why) | DbError::Wrong(why) => StoreError::Database(why),
            DbError::Conflict => StoreError::Conflict,
            DbError::Newer => StoreError::Newer,
        }
    }
}

impl From<tokio_postgres::Error> for DbError {
    fn from(error: tokio_postgres::Error) -> DbError {
        let text = error.as_db_error().map_or_else(|| with_cause(&error), ToString::to_string);
        match error.code() {
            None if is_broken(&error) => DbError::Lost(text),
            Some(code) if is_conflict(code) => DbError::Conflict,
            Some(code) if is_temporary(code) => DbError::Lost(text),
            Some(_) | None => DbError::Wrong(text),
        }
    }
}

/// The error with its cause.
fn with_cause(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => tls::refusal(cause).unwrap_or_else(|| format!("{error}: {cause}")),
        None => error.to_string(),
    }
}

/// Whether the connection failed, and not the query.
fn is_broken(error: &tokio_postgres::Error) -> bool {
    let cause = std::error::Error::source(error);
    error.is_closed() || cause.is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}

fn is_conflict(code: &SqlState) -> bool {
    [SqlState::UNIQUE_VIOLATION, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED]
        .contains(code)
}

/// Lost connections, a lack of resources, a restart by the operator, a primary that was demoted.
fn is_temporary(code: &SqlState) -> bool {
    ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class))
        || [SqlState::READ_ONLY_SQL_TRANSACTION, SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT].contains(code)
}

/// An open session with its prepared statements.
pub struct Session {
    /// The client.
    pub client: Client,
    statements: HashMap<String, Statement>,
}

impl Session {
    fn new(client: Client) -> Session {
        Session { client, statements: HashMap::new() }
    }

    /// Prepares a statement, once for the session.
    pub async fn statement(&mut self, sql: &str) -> Result<Statement, DbError> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let statement = self.client.prepare(sql).await?;
        self.statements.insert(sql.into(), statement.clone());
        Ok(statement)
    }
}

/// The connection to the database.
pub struct DbConnection {
    config: Config,
    tls: MakeRustlsConnect,
    runtime: Runtime,
    session: Option<Session>,
}

impl DbConnection {
    /// Connects, and migrates the schema to the newest version.
    pub fn open(url: &str) -> Result<DbConnection, StoreError> {
        let (url, roots) = tls::split(url);
        let config = url.parse::<Config>();
        let mut config = config.map_err(|error| StoreError::Address(with_cause(&error)))?;
        password::add(&mut config)?;
        // Only the primary is read: a standby may show what is later lost.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite).application_name("lastcard");
        config.connect_timeout(CONNECT_TIMEOUT).tcp_user_timeout(TCP_USER_TIMEOUT);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut connection = DbConnection { config, tls: tls::connector(roots)?, runtime, session: None };
        connection.session = Some(connection.runtime.block_on(async {
            let mut client = connect(&connection.config, &connection.tls).await?;
            schema::migrate(&mut client).await?;
            Ok::<_, DbError>(Session::new(client))
        })?);
        Ok(connection)
    }

    /// Runs some queries, and again whenever the connection is lost, until they succeed: they have to be idempotent. The
    /// number is that of the attempts before.
    pub fn retry<T>(
        &mut self,
        mut work: impl AsyncFnMut(&mut Session, u32) -> Result<T, DbError>,
    ) -> Result<T, StoreError> {
        let (mut attempts, began) = (0, Instant::now());
        loop {
            match self.attempt(async |session| work(session, attempts).await) {
                Ok(done) => {
                    if attempts > 0 {
                        tracing::info!(after_ms = began.elapsed().as_millis() as u64, "store-back");
                    }
                    return Ok(done);
                }
                Err(DbError::Conflict) => {}
                Err(DbError::Lost(why)) => {
                    if attempts == 0 {
                        tracing::warn!(why, "store-lost");
                    }
                    self.session = None;
                    std::thread::sleep((RETRY_BACKOFF * attempts).min(MAX_RETRY_DELAY));
                }
                Err(error @ (DbError::Wrong(_) | DbError::Newer)) => return Err(error.into()),
            }
            attempts += 1;
        }
    }

    /// Runs some queries once.
    pub fn attempt<T>(
        &mut self,
        work: impl AsyncFnOnce(&mut Session) -> Result<T, DbError>,
    ) -> Result<T, DbError> {
        let DbConnection { config, tls, runtime, session } = self;
        runtime.block_on(async {
            if session.as_ref().is_none_or(|session| session.client.is_closed()) {
                *session = Some(Session::new(connect(config, tls).await?));
            }
            let Some(session) = session else { return Err(DbError::Lost(String::new())) };
            let done = tokio::time::timeout(RESPONSE_TIMEOUT, work(session)).await;
            done.unwrap_or_else(|_| Err(DbError::Lost("no answer".into())))
        })
    }
}

async fn connect(config: &Config, tls: &MakeRustlsConnect) -> Result<Client, DbError> {
    let connecting = tokio::time::timeout(RESPONSE_TIMEOUT, config.connect(tls.clone())).await;
    let connected = connecting.map_err(|_| DbError::Lost("no answer".into()))?;
    let (client, connection) = connected.map_err(|error| match DbError::from(error) {
        DbError::Lost(why) | DbError::Wrong(why) => DbError::Lost(why),
        other @ (DbError::Conflict | DbError::Newer) => other,
    })?;
    // Its errors also reach the client.
    tokio::spawn(connection);
    client.batch_execute(SESSION_SETUP).await?;
    Ok(client)
}
