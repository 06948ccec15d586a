//! Tables that everyone has left, so that only the clock plays; and how punctual it was, by the log.

use std::fmt;
use std::time::{Duration, Instant};

use protocol::{ClientMsg, MakeTable};
use server::Store;
use server::internals::{LiveTable, LogEntry, TableRow, TableSetup};
use table::Millis;
use test_client::{Client, Connection};

/// A turn every five seconds, and a match that does not end; after ten turns a computer player has the seat.
const RULES: &str = "turn_seconds = 5\nafk_after = 10\ntarget_score = 5000\n";

/// Tables that everyone has left.
pub struct Idle {
    codes: Vec<String>,
}

/// How punctual the clock was.
#[derive(Default)]
pub struct Punctuality {
    strokes: usize,
    /// By how much it was late at most, after the time of outages was given back.
    late: Millis,
    /// By how much later than was first told it struck at most, for each outage in between.
    put_off: Millis,
}

impl Idle {
    /// Two sit down at each, begin, and go away.
    pub async fn gather(clients: &[Client], tables: u64) -> Idle {
        let mut codes = Vec::new();
        for client in clients.iter().cycle().take(tables as usize) {
            codes.push(leave_table(*client).await);
        }
        Idle { codes }
    }

    /// Waits until the clock has struck at every table from now on.
    pub fn until_struck(&self, store: &mut dyn Store) {
        let (began, before) = (Instant::now(), self.strokes(store));
        while self.strokes(store).iter().zip(&before).any(|(now, before)| now == before) {
            assert!(began.elapsed() < Duration::from_mins(2), "a clock stands still");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn strokes(&self, store: &mut dyn Store) -> Vec<usize> {
        let count = |log: &[LogEntry]| (0..log.len()).filter(|&at| struck(log, at)).count();
        self.codes.iter().map(|code| count(&read(store, code).1)).collect()
    }

    /// How punctual the clock was at all of them.
    pub fn punctuality(&self, store: &mut dyn Store) -> Punctuality {
        let mut all = Punctuality::default();
        for code in &self.codes {
            let (row, log) = read(store, code);
            let wake = |entries| {
                let setup = TableSetup::read(&row.setup).unwrap();
                LiveTable::from_log(&setup, row.secret, entries).unwrap().wake.unwrap()
            };
            for at in (0..log.len()).filter(|&at| struck(&log, at)) {
                // The last entry after which the clock was set anew.
                let told = (0..at).rfind(|&at| given_back(&log[at]) == 0 || struck(&log, at)).unwrap();
                let outages = log[told + 1..=at].iter().filter(|entry| given_back(entry) > 0).count();
                let put_off = log[at].at - wake(&log[..=told]);
                all.strokes += 1;
                all.late = all.late.max(log[at].at - wake(&log[..at]) - given_back(&log[at]));
                all.put_off = all.put_off.max(put_off / outages.max(1) as Millis);
            }
        }
        all
    }
}

impl fmt::Display for Punctuality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Punctuality { strokes, late, put_off } = self;
        write!(
            f,
            "the clock struck {strokes} times, {late} ms late at most; with what is given back, {put_off} ms for each outage"
        )
    }
}

fn read(store: &mut dyn Store, code: &str) -> (TableRow, Vec<LogEntry>) {
    let row = store.table(code).unwrap().expect("the table is there");
    let log = store.log(row.id).unwrap();
    (row, log)
}

/// Whether the clock struck with this entry: alone, or because what was given back was over already.
fn struck(log: &[LogEntry], at: usize) -> bool {
    log[at].body == "tick" || (given_back(&log[at]) > 0 && log[at].number != log[at - 1].number)
}

fn given_back(entry: &LogEntry) -> Millis {
    entry.body.strip_prefix("credit ").map_or(0, |millis| millis.parse().unwrap())
}

/// Two sit down, see the table, begin a match, and go away.
async fn leave_table(client: Client) -> String {
    let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
    let ask = MakeTable { game: Some("uno-classic".into()), rules: RULES.into(), ..MakeTable::default() };
    let code = client.make(&keys[0], &ask).await.unwrap();
    let mut ada = client.connect(&keys[0], &code, Some("Ada"), None).await.unwrap();
    let mut bola = client.connect(&keys[1], &code, Some("Bola"), None).await.unwrap();
    // Until Bola sits there it is refused; a command that is sent again would only be answered again.
    let mut tries = 0;
    while !ada.ask(&ClientMsg::Start { id: tries.to_string() }).await.unwrap() {
        tries += 1;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    sees_the_table(&mut ada).await;
    sees_the_table(&mut bola).await;
    code
}

/// From then on the first turn waits for nobody.
async fn sees_the_table(connection: &mut Connection) {
    assert!(connection.ask(&ClientMsg::Ready { id: "ready".into() }).await.unwrap());
}
