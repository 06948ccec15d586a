//! What a commit costs, by the number of entries in it: `cargo bench -p lastcard-server --bench store`
//!
//! Every entry is of another table, as when many tables are played at.

use std::time::{Duration, Instant};

use server::internals::{Listing, LogEntry, NO_HASH, TableRow, TableStatus, Write, WriteOutcome};
use server::{Sqlite, Store};

/// How long each size is measured.
const DURATION: Duration = Duration::from_secs(3);

const BATCHES: [usize; 4] = [1, 16, 64, 200];

/// The end of the log of a table.
struct Log {
    table: i64,
    seq: u64,
    hash: [u8; 32],
}

impl Log {
    fn next(&mut self) -> Write {
        self.seq += 1;
        let mut entry = LogEntry {
            seq: self.seq,
            at: 1_794_967_657_398 + self.seq * 1_000,
            who: Some(u128::MAX / 3 + u128::from(self.seq % 2)),
            cmd: Some(format!("m{}-{}", self.seq, self.seq * 7)),
            body: format!("act {} play circle-5 call cross", self.seq),
            number: self.seq,
            hash: NO_HASH,
        };
        entry.hash = entry.chained(&self.hash);
        let before = std::mem::replace(&mut self.hash, entry.hash);
        Write::Append { table: self.table, entry, before, status: None }
    }
}

fn make(store: &mut Sqlite, number: usize) -> Log {
    let row = TableRow {
        id: 0,
        code: format!("T{number}"),
        maker: 7,
        setup: format!("joint T{number}\nseats 2"),
        secret: 7,
        listed: Listing { title: "Whot".into(), seats: 2, seconds: 60, open: false },
        status: TableStatus::default(),
    };
    match store.write(1, &[Write::Make(Box::new(row), 1)]).expect("a table")[..] {
        [WriteOutcome::Made(table)] => Log { table, seq: 0, hash: NO_HASH },
        ref other => panic!("{other:?}"),
    }
}

/// The time that this thread was on a core.
fn cpu() -> Duration {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanos = times.split(' ').next().and_then(|nanos| nanos.parse().ok());
    Duration::from_nanos(nanos.expect("a number"))
}

fn measure(size: usize) {
    let folder = std::env::temp_dir().join(format!("lastcard-bench-store-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut store = Sqlite::open(&folder).expect("a folder");
    let mut logs: Vec<Log> = (0..size.max(200)).map(|number| make(&mut store, number)).collect();
    let (mut commits, mut next, mut waited, mut worked) = (0_u32, 0, Duration::ZERO, Duration::ZERO);
    while waited < DURATION {
        let batch: Vec<Write> = (0..size)
            .map(|_| {
                next += 1;
                let count = logs.len();
                logs[next % count].next()
            })
            .collect();
        let (began, busy) = (Instant::now(), cpu());
        let outcomes = store.write(u64::from(commits), &batch).expect("a commit");
        worked += cpu().saturating_sub(busy);
        waited += began.elapsed();
        assert!(outcomes.iter().all(|outcome| *outcome == WriteOutcome::Done));
        commits += 1;
    }
    let entries = f64::from(commits) * size as f64;
    let bytes = std::fs::metadata(folder.join("lastcard.db")).map_or(0, |file| file.len());
    println!(
        "| {size} | {:.0} | {:.1} | {:.2} | {:.0} |",
        entries / waited.as_secs_f64(),
        worked.as_secs_f64() * 1e6 / entries,
        waited.as_secs_f64() * 1e3 / f64::from(commits),
        bytes as f64 / entries
    );
    std::fs::remove_dir_all(&folder).expect("the folder");
}

fn main() {
    println!("| entries a commit | entries/s | CPU µs an entry | ms a commit | bytes in the file an entry |");
    println!("| --- | --- | --- | --- | --- |");
    BATCHES.into_iter().for_each(measure);
}
