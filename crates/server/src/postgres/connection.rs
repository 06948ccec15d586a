//! The connection to the database: made again whenever it is lost, and never waited for without end.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{schema, tls};
use crate::logging;
use crate::store::StoreError;

/// Whoever does not answer within this is taken for gone.
const ANSWER: Duration = Duration::from_secs(15);

/// So long is waited before the next attempt, and at most so long.
const SOON: Duration = Duration::from_millis(50);
const LATER: Duration = Duration::from_secs(1);

/// What every session begins with: nothing is acknowledged that is not on disk, and a node that stands still in the
/// middle of something holds nobody up for long.
const MANNERS: &str = "
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local');
set idle_in_transaction_session_timeout = '5s';
set tcp_user_timeout = '10s'";

/// Why something did not come about.
pub enum DbError {
    /// The connection was lost, or the database is just not able to: nobody knows what became of it.
    Lost(String),
    /// Somebody else was first; nothing of it was done.
    Conflict,
    /// It can never be done.
    Wrong(String),
}

impl From<tokio_postgres::Error> for DbError {
    fn from(error: tokio_postgres::Error) -> DbError {
        let text = error.as_db_error().map_or_else(|| words(&error), ToString::to_string);
        match error.code() {
            None if is_broken(&error) => DbError::Lost(text),
            Some(code) if is_conflict(code) => DbError::Conflict,
            Some(code) if will_pass(code) => DbError::Lost(text),
            Some(_) | None => DbError::Wrong(text),
        }
    }
}

/// What went wrong, and why.
fn words(error: &tokio_postgres::Error) -> String {
    match std::error::Error::source(error) {
        Some(cause) => tls::refusal(cause).unwrap_or_else(|| format!("{error}: {cause}")),
        None => error.to_string(),
    }
}

/// Whether the connection is to blame, and not what was said over it.
fn is_broken(error: &tokio_postgres::Error) -> bool {
    let cause = std::error::Error::source(error);
    error.is_closed() || cause.is_some_and(<dyn std::error::Error>::is::<std::io::Error>)
}

fn is_conflict(code: &SqlState) -> bool {
    [SqlState::UNIQUE_VIOLATION, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::T_R_DEADLOCK_DETECTED]
        .contains(code)
}

/// Connections that break, a lack of room, an operator who restarts it, a primary that no longer is one.
fn will_pass(code: &SqlState) -> bool {
    ["08", "53", "57", "58"].iter().any(|class| code.code().starts_with(class))
        || [SqlState::READ_ONLY_SQL_TRANSACTION, SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT].contains(code)
}

/// An open session.
pub struct Session {
    /// The session.
    pub client: Client,
    statements: HashMap<String, Statement>,
}

impl Session {
    fn new(client: Client) -> Session {
        Session { client, statements: HashMap::new() }
    }

    /// A statement that is asked for often: the database thinks about it once.
    pub async fn statement(&mut self, sql: &str) -> Result<Statement, DbError> {
        if let Some(known) = self.statements.get(sql) {
            return Ok(known.clone());
        }
        let made = self.client.prepare(sql).await?;
        self.statements.insert(sql.into(), made.clone());
        Ok(made)
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
    /// Connects, and brings the database to the newest form.
    pub fn open(url: &str) -> Result<DbConnection, StoreError> {
        let (url, roots) = tls::split(url);
        let config = url.parse::<Config>();
        let mut config =
            config.map_err(|why| StoreError(format!("the address of the store: {}", words(&why))))?;
        // Only the primary is read: what another shows may never have happened.
        config.target_session_attrs(TargetSessionAttrs::ReadWrite).application_name("lastcard");
        config.connect_timeout(Duration::from_secs(5)).tcp_user_timeout(Duration::from_secs(10));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|why| StoreError(why.to_string()))?;
        let mut connection = DbConnection { config, tls: tls::connector(roots)?, runtime, session: None };
        connection
            .runtime
            .block_on(async {
                let mut client = connect(&connection.config, &connection.tls).await?;
                let made = schema::bring_up(&mut client).await.map_err(DbError::from)?;
                made.map_err(|why| DbError::Wrong(why.0))?;
                connection.session = Some(Session::new(client));
                Ok(())
            })
            .map_err(told)?;
        Ok(connection)
    }

    /// Does something with the session. When the connection is lost it is tried again until it comes about, so it must
    /// do no harm to do it twice; the number says how often it was tried before.
    pub fn persist<T>(
        &mut self,
        mut work: impl AsyncFnMut(&mut Session, u32) -> Result<T, DbError>,
    ) -> Result<T, StoreError> {
        let (mut tried, began) = (0, Instant::now());
        loop {
            match self.attempt(async |session| work(session, tried).await) {
                Ok(done) => {
                    if tried > 0 {
                        let away = began.elapsed().as_millis().to_string();
                        logging::tell("store-back", &[("after", &away)]);
                    }
                    return Ok(done);
                }
                Err(DbError::Conflict) => {}
                Err(DbError::Lost(why)) => {
                    if tried == 0 {
                        logging::tell("store-lost", &[("why", &why)]);
                    }
                    self.session = None;
                    std::thread::sleep((SOON * tried).min(LATER));
                }
                Err(DbError::Wrong(why)) => return Err(StoreError(why)),
            }
            tried += 1;
        }
    }

    /// Does something with the session, once.
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
            let done = tokio::time::timeout(ANSWER, work(session)).await;
            done.unwrap_or_else(|_| Err(DbError::Lost("no answer".into())))
        })
    }
}

/// The error in words.
pub fn told(trouble: DbError) -> StoreError {
    StoreError(match trouble {
        DbError::Lost(why) | DbError::Wrong(why) => why,
        DbError::Conflict => "somebody else was first".into(),
    })
}

async fn connect(config: &Config, tls: &MakeRustlsConnect) -> Result<Client, DbError> {
    let connecting = tokio::time::timeout(ANSWER, config.connect(tls.clone())).await;
    let connected = connecting.map_err(|_| DbError::Lost("no answer".into()))?;
    let (client, connection) = connected.map_err(|error| match DbError::from(error) {
        DbError::Conflict => DbError::Conflict,
        DbError::Lost(why) | DbError::Wrong(why) => DbError::Lost(why),
    })?;
    // It says nothing that its users are not told too.
    tokio::spawn(connection);
    client.batch_execute(MANNERS).await?;
    Ok(client)
}
