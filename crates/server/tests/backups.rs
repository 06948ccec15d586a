//! Backups of a folder that a server writes to.

use server::internals::{Listing, TableRow, TableStatus, Write, WriteOutcome};
use server::{CopyProgress, Sqlite, Store};

/// A table whose setup takes so many bytes.
pub fn large_table(number: usize, bytes: usize) -> Write {
    let row = TableRow {
        id: 0,
        code: format!("T{number}"),
        maker: 7,
        setup: format!("joint T{number}\nseats {number} {}", "2".repeat(bytes)),
        secret: 7,
        listed: Listing { title: "Whot".into(), seats: 2, seconds: 60, open: false },
        status: TableStatus::default(),
    };
    Write::Make(Box::new(row), 1)
}

/// A copy that began again with every write of the server would never end.
#[test]
fn a_backup_ends_however_much_is_written_meanwhile() {
    let folder = std::env::temp_dir().join(format!("lastcard-backup-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut server = Sqlite::open(&folder.join("data")).unwrap();
    let tables: Vec<Write> = (0..50).map(|number| large_table(number, 1 << 20)).collect();
    server.write(1, &tables).unwrap();
    let copy = folder.join("copy");
    server::create_private_folder(&copy).unwrap();
    let mut steps: Vec<CopyProgress> = Vec::new();
    let path = copy.join(server::DATABASE_FILE);
    server::back_up(&folder.join("data"), &path, |progress| {
        let made = server.write(2, &[large_table(1_000 + steps.len(), 1 << 10)]).unwrap();
        assert!(matches!(made[0], WriteOutcome::Made(_)));
        steps.push(progress);
        assert!(steps.len() < 100, "it began again: {steps:?}");
    })
    .unwrap();
    assert!(steps.len() > 2 && steps.is_sorted_by(|one, other| one.copied < other.copied), "{steps:?}");
    assert!(steps.iter().all(|step| step.all == steps[0].all), "{steps:?}");
    let mut copied = Sqlite::open_to_read(&copy).unwrap();
    copied.check().unwrap();
    assert_eq!(copied.tables().unwrap().len(), 50, "as it was when the copy began");
    std::fs::remove_dir_all(&folder).unwrap();
}
