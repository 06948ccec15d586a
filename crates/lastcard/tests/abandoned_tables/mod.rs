//! Abandoned tables, where only the clock plays, and its punctuality according to the log.

use std::fmt;
use std::time::{Duration, Instant};

use protocol::{ClientMsg, CreateTable};
use server::Store;
use server::internals::{LiveTable, LogEntry, TableRow, TableSetup};
use table::Millis;
use test_client::{Client, Connection};

/// A turn every five seconds, in a match that does not end; after ten turns a computer player takes the seat.
const RULES: &str = "turn_seconds = 5\nafk_after = 10\ntarget_score = 5000\n";

/// Abandoned tables.
pub struct AbandonedTables {
    codes: Vec<String>,
}

/// The punctuality of the clock.
#[derive(Default)]
pub struct Punctuality {
    timeouts: usize,
    /// Maximum delay of a timeout, after outages were credited.
    max_delay: Millis,
    /// Maximum delay of a timeout against its first announcement, per outage in between.
    max_postponed: Millis,
}

impl AbandonedTables {
    /// Two players join each table, start the match, and leave.
    pub async fn gather(clients: &[Client], tables: u64) -> AbandonedTables {
        let mut codes = Vec::new();
        for client in clients.iter().cycle().take(tables as usize) {
            codes.push(leave_table(*client).await);
        }
        AbandonedTables { codes }
    }

    /// Waits until every table has had another timeout.
    pub fn until_next_timeouts(&self, store: &mut dyn Store) {
        let (began, before) = (Instant::now(), self.timeouts(store));
        while self.timeouts(store).iter().zip(&before).any(|(now, before)| now == before) {
            assert!(began.elapsed() < Duration::from_mins(2), "a clock has stopped");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn timeouts(&self, store: &mut dyn Store) -> Vec<usize> {
        let count = |log: &[LogEntry]| (0..log.len()).filter(|&at| is_timeout(log, at)).count();
        self.codes.iter().map(|code| count(&read(store, code).1)).collect()
    }

    /// The punctuality over all tables.
    pub fn punctuality(&self, store: &mut dyn Store) -> Punctuality {
        let mut all = Punctuality::default();
        for code in &self.codes {
            let (row, log) = read(store, code);
            let wake = |entries| {
                let setup = TableSetup::read(&row.setup).unwrap();
                LiveTable::from_log(&setup, row.secret, entries).unwrap().wake().unwrap()
            };
            for at in (0..log.len()).filter(|&at| is_timeout(&log, at)) {
                // The last entry that set the clock.
                let set_at =
                    (0..at).rfind(|&at| credited_millis(&log[at]) == 0 || is_timeout(&log, at)).unwrap();
                let outages = log[set_at + 1..=at].iter().filter(|entry| credited_millis(entry) > 0).count();
                let max_postponed = log[at].at - wake(&log[..=set_at]);
                all.timeouts += 1;
                all.max_delay = all.max_delay.max(log[at].at - wake(&log[..at]) - credited_millis(&log[at]));
                all.max_postponed = all.max_postponed.max(max_postponed / outages.max(1) as Millis);
            }
        }
        all
    }
}

impl fmt::Display for Punctuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Punctuality { timeouts, max_delay, max_postponed } = self;
        write!(
            f,
            "{timeouts} timeouts, at most {max_delay} ms late; with credits, {max_postponed} ms per outage"
        )
    }
}

fn read(store: &mut dyn Store, code: &str) -> (TableRow, Vec<LogEntry>) {
    let row = store.table(code).unwrap().expect("the table is there");
    let log = store.log(row.id).unwrap();
    (row, log)
}

/// Whether a timeout happened with this entry: by itself, or because the credited time was already over.
fn is_timeout(log: &[LogEntry], at: usize) -> bool {
    log[at].body == "tick" || (credited_millis(&log[at]) > 0 && log[at].number != log[at - 1].number)
}

fn credited_millis(entry: &LogEntry) -> Millis {
    entry.body.strip_prefix("credit ").map_or(0, |millis| millis.parse().unwrap())
}

/// Two players join, see the table, start a match, and leave.
async fn leave_table(client: Client) -> String {
    let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
    let ask = CreateTable { game: Some("uno-classic".into()), rules: RULES.into(), ..CreateTable::default() };
    let code = client.make(&keys[0], &ask).await.unwrap();
    let mut ada = client.connect(&keys[0], &code, Some("Ada"), None).await.unwrap();
    let mut bola = client.connect(&keys[1], &code, Some("Bola"), None).await.unwrap();
    // Refused until Bola has a seat. A repeated id would only repeat the old answer.
    let mut tries = 0;
    while !ada.ask(&ClientMsg::Start { id: tries.to_string() }).await.unwrap() {
        tries += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    confirm_ready(&mut ada).await;
    confirm_ready(&mut bola).await;
    code
}

/// From then on the first turn does not wait for loading.
async fn confirm_ready(connection: &mut Connection) {
    assert!(connection.ask(&ClientMsg::Ready { id: "ready".into() }).await.unwrap());
}
