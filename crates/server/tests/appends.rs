//! The log writer alone, with many tables that each have one append in flight: everything that was acknowledged is on
//! disk. It runs for `LASTCARD_SECONDS`, and prints the rate.

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use crate::database::Database;
use crate::stores::make;
use server::internals::{LogEntry, LogWriter, Metrics, NO_HASH, Write, WriteOutcome};
use server::{Sqlite, Store};

fn number(name: &str, quick: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// A table that appends one entry after the other.
struct Log {
    table: i64,
    last: LogEntry,
}

impl Log {
    fn next(&mut self) -> Write {
        let before = self.last.hash;
        self.last = LogEntry {
            seq: self.last.seq + 1,
            at: self.last.seq,
            who: Some(7),
            cmd: Some(format!("c{}", self.last.seq)),
            body: "act 17 play circle-5 call cross".into(),
            number: self.last.seq,
            hash: NO_HASH,
        };
        self.last.hash = self.last.chained(&before);
        Write::Append { table: self.table, entry: self.last.clone(), before, status: None }
    }

    fn send(&mut self, log_writer: &LogWriter, at: usize, told: &Sender<(usize, WriteOutcome)>) {
        let told = told.clone();
        log_writer.write(self.next(), move |wrote| told.send((at, wrote)).unwrap());
    }
}

/// Appends for a while; the tables, and how many entries of each were acknowledged.
fn write(name: &str, mut store: Box<dyn Store>) -> Vec<(i64, u64)> {
    let (tables, time) = (number("LASTCARD_TABLES", 32), Duration::from_secs(number("LASTCARD_SECONDS", 1)));
    let tables: Vec<i64> = (0..tables).map(|number| make(store.as_mut(), &format!("T{number}"))).collect();
    let metrics = Arc::new(Metrics::default());
    let (log_writer, mut finished) =
        LogWriter::start((store, Vec::new()), || 0, metrics.clone(), |why| panic!("{why}")).unwrap();
    let teller = std::thread::spawn(move || {
        while let Some(batch) = finished.blocking_recv() {
            for (done, wrote) in batch {
                done(wrote);
            }
        }
    });
    let none =
        LogEntry { seq: 0, at: 0, who: None, cmd: None, body: String::new(), number: 0, hash: NO_HASH };
    let mut logs: Vec<Log> = tables.iter().map(|&table| Log { table, last: none.clone() }).collect();
    let (tell, told) = channel();
    let mut done = vec![0; logs.len()];
    let began = Instant::now();
    for (at, log) in logs.iter_mut().enumerate() {
        log.send(&log_writer, at, &tell);
    }
    let (mut in_flight, mut waited) = (logs.len(), Vec::new());
    let mut sent = vec![began; logs.len()];
    while in_flight > 0 {
        let (at, wrote) = told.recv().unwrap();
        assert_eq!(wrote, WriteOutcome::Done);
        done[at] += 1;
        waited.push(sent[at].elapsed());
        in_flight -= 1;
        if began.elapsed() < time {
            sent[at] = Instant::now();
            logs[at].send(&log_writer, at, &tell);
            in_flight += 1;
        }
    }
    waited.sort_unstable();
    let total: u64 = done.iter().sum();
    let at = |share: usize| waited[(waited.len() - 1) * share / 100];
    println!(
        "{name}: {} tables, {:.0} appends/s, p50 {:?}, p99 {:?}, {:.1} in a commit",
        tables.len(),
        total as f64 / began.elapsed().as_secs_f64(),
        at(50),
        at(99),
        total as f64 / metrics.commits() as f64
    );
    drop(log_writer);
    teller.join().unwrap();
    tables.into_iter().zip(done).collect()
}

fn check(mut store: Box<dyn Store>, done: &[(i64, u64)]) {
    for (table, done) in done {
        let log = store.log(*table).unwrap();
        assert_eq!(log.len() as u64, *done);
        let mut before = NO_HASH;
        for entry in log {
            assert_eq!(entry.chained(&before), entry.hash);
            before = entry.hash;
        }
    }
}

#[test]
fn everything_acknowledged_is_in_sqlite() {
    let folder = std::env::temp_dir().join(format!("lastcard-appends-{}", std::process::id()));
    let done = write("SQLite", Box::new(Sqlite::open(&folder).unwrap()));
    check(Box::new(Sqlite::open(&folder).unwrap()), &done);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn everything_acknowledged_is_in_postgres() {
    let database = Database::start();
    let done = write("PostgreSQL", Box::new(database.store("")));
    check(Box::new(database.store("")), &done);
}
