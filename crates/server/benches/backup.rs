//! How long a backup of a large folder takes while a server writes to it: `cargo bench -p lastcard-server --bench backup`
//!
//! `LASTCARD_BACKUP_MB` sets the size, 1024 by default.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use server::internals::{Listing, TableRow, TableStatus, Write};
use server::{Sqlite, Store};

/// The pause of the writer between two commits: about 50 commits a second.
const WRITE_PAUSE: Duration = Duration::from_millis(20);

/// A table whose setup takes so many kilobytes.
fn table(number: u64, kilobytes: usize) -> Write {
    let row = TableRow {
        id: 0,
        code: format!("T{number}"),
        maker: 7,
        setup: format!("joint T{number}\nseats {number} {}", "2".repeat(kilobytes << 10)),
        secret: 7,
        listed: Listing { title: "Whot".into(), seats: 2, seconds: 60, open: false },
        status: TableStatus::default(),
    };
    Write::Make(Box::new(row), 1)
}

fn main() {
    let megabytes: u64 =
        std::env::var("LASTCARD_BACKUP_MB").ok().and_then(|text| text.parse().ok()).unwrap_or(1_024);
    let folder = std::env::temp_dir().join(format!("lastcard-bench-backup-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let data = folder.join("data");
    let mut store = Sqlite::open(&data).expect("a folder");
    for from in (0..megabytes).step_by(16) {
        let tables: Vec<Write> = (from..from + 16).map(|number| table(number, 1_024)).collect();
        store.write(1, &tables).expect("a commit");
    }
    let (ended, commits) = (AtomicBool::new(false), AtomicU64::new(0));
    let took = std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Relaxed) {
                let number = megabytes + 16 + commits.fetch_add(1, Relaxed);
                store.write(2, &[table(number, 5)]).expect("a commit");
                std::thread::sleep(WRITE_PAUSE);
            }
        });
        let began = Instant::now();
        server::back_up(&data, &folder.join("copy.db"), |_| {}).expect("a backup");
        ended.store(true, Relaxed);
        began.elapsed()
    });
    println!("| MB | seconds | commits meanwhile |\n| --- | --- | --- |");
    println!("| {megabytes} | {:.1} | {} |", took.as_secs_f64(), commits.load(Relaxed));
    std::fs::remove_dir_all(&folder).expect("the folder");
}
