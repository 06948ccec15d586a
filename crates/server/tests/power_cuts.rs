//! Power cuts, full disks and flipped bytes: what was acknowledged is there, nothing is there by half, and damage is named.
//!
//! What a power cut leaves of a write that was not flushed is simulated: any of its sectors may be new, old, or garbage.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use engine::{Chance, Quick};
use server::internals::{LogEntry, NO_HASH, Stage, TableStatus, Write, WriteOutcome};
use server::{AuditFault, Sqlite, Store};

use crate::stores::make;

const SECTOR: usize = 512;

/// How many runs: from the environment, or few.
fn runs(quick: u64) -> u64 {
    std::env::var("LASTCARD_POWER_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// A folder in memory where there is one: these tests flush thousands of times, and cut the power themselves.
fn folder(test: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    let parent = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
    let folder = parent.join(format!("lastcard-{test}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Everything that was acknowledged.
#[derive(Clone, PartialEq, Debug, Default)]
struct Truth {
    logs: BTreeMap<i64, Vec<LogEntry>>,
    statuses: BTreeMap<i64, TableStatus>,
}

impl Truth {
    /// What a store holds.
    fn of(store: &mut dyn Store) -> Truth {
        let mut truth = Truth::default();
        for id in store.tables().unwrap() {
            truth.logs.insert(id, store.log(id).unwrap());
            truth.statuses.insert(id, store.table_by_id(id).unwrap().unwrap().status);
        }
        truth
    }

    /// The next entry of a table.
    fn entry(&self, table: i64, chance: &mut Quick) -> (LogEntry, [u8; 32]) {
        let log = &self.logs[&table];
        let (seq, before) = (log.len() as u64 + 1, log.last().map_or(NO_HASH, |last| last.hash));
        let mut entry = LogEntry {
            seq,
            at: 1_000 * seq,
            who: (chance.below(3) > 0).then(|| u128::from(chance.below(4))),
            cmd: (chance.below(2) > 0).then(|| format!("c{seq}")),
            body: "act 17 play circle-5 call cross ".repeat(1 + chance.below(3) as usize),
            number: seq,
            hash: NO_HASH,
        };
        entry.hash = entry.chained(&before);
        (entry, before)
    }

    /// A batch of writes, and the truth after it.
    fn batch(&self, chance: &mut Quick) -> (Vec<Write>, Truth) {
        let mut after = self.clone();
        let tables: Vec<i64> = self.logs.keys().copied().collect();
        let mut batch = Vec::new();
        for _ in 0..=chance.below(60) {
            let table = tables[chance.below(tables.len() as u32) as usize];
            let (entry, before) = after.entry(table, chance);
            let status = (chance.below(8) == 0).then(|| TableStatus {
                stage: Stage::Playing,
                players: chance.below(5) as usize,
                wake: Some(u64::from(chance.below(1_000))),
            });
            after.statuses.extend(status.map(|status| (table, status)));
            after.logs.get_mut(&table).unwrap().push(entry.clone());
            batch.push(Write::Append { table, entry, before, status });
        }
        (batch, after)
    }
}

/// The database and its write-ahead log at one moment.
#[derive(Clone)]
struct Disk {
    database: Vec<u8>,
    wal: Vec<u8>,
}

impl Disk {
    fn of(folder: &Path) -> Disk {
        Disk {
            database: fs::read(folder.join("lastcard.db")).unwrap(),
            wal: fs::read(folder.join("lastcard.db-wal")).unwrap_or_default(),
        }
    }

    /// Opens what is on this disk.
    fn open(&self, folder: &Path) -> Sqlite {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("lastcard.db"), &self.database).unwrap();
        fs::write(folder.join("lastcard.db-wal"), &self.wal).unwrap();
        Sqlite::open(folder).unwrap()
    }
}

/// What a power cut leaves of a file that was being changed. Bytes that were not being written stay as they are.
fn torn(old: &[u8], new: &[u8], chance: &mut Quick) -> Vec<u8> {
    let grown = new.len().saturating_sub(old.len());
    let length =
        old.len() + if chance.below(3) > 0 { grown } else { chance.below(grown as u32 + 1) as usize };
    let mut left = old.to_vec();
    left.resize(length, 0);
    // Mostly in order, as a disk writes; then a few sectors that came before their turn.
    let until = if chance.below(3) == 0 { new.len() } else { chance.below(new.len() as u32 + 1) as usize };
    let in_order = chance.below(2) == 0;
    for start in (0..new.len().min(length)).step_by(SECTOR) {
        let sector = start..(start + SECTOR).min(new.len()).min(length);
        let fate = match (start < until, in_order) {
            (true, true) => 20,
            (true, false) => 20 - u32::from(chance.below(40) == 0),
            (false, _) => chance.below(20),
        };
        for at in sector {
            if old.get(at) != Some(&new[at]) {
                match fate {
                    20 | 0 | 1 => left[at] = new[at],
                    2 => left[at] = chance.below(256) as u8,
                    _ => {}
                }
            }
        }
    }
    left
}

/// A store with some tables, after a number of commits; between two of them it may have been opened again.
struct Running {
    folder: PathBuf,
    store: Sqlite,
    truth: Truth,
    chance: Quick,
}

impl Running {
    fn start(test: &str, seed: u64, commits: u32) -> Running {
        let (folder, mut chance) = (folder(test), Quick::new(seed));
        let mut store = Sqlite::open(&folder).unwrap();
        for number in 0..=chance.below(12) {
            make(&mut store, &format!("T{number}"));
        }
        let truth = Truth::of(&mut store);
        let mut running = Running { folder, store, truth, chance };
        for _ in 0..commits {
            running.commit();
            match running.chance.below(12) {
                0 => drop(running.store.tidy(2_000_000).unwrap()),
                1 => running.store = Sqlite::open(&running.folder).unwrap(),
                _ => {}
            }
        }
        running
    }

    fn commit(&mut self) {
        let (batch, after) = self.truth.batch(&mut self.chance);
        let now = u64::from(self.chance.below(2_000_000));
        assert!(self.store.write(now, &batch).unwrap().iter().all(|wrote| *wrote == WriteOutcome::Done));
        self.truth = after;
    }
}

/// The power is cut while a batch is being written: afterwards either all of it is there or nothing, and all batches before.
#[test]
fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let copy = folder("power-cut-copy");
    let (mut with, mut without) = (0, 0);
    for seed in 0..runs(40) {
        let commits = 1 + Quick::new(seed).below(100);
        let mut running = Running::start("power-cut", seed, commits);
        let (before, old) = (running.truth.clone(), Disk::of(&running.folder));
        running.commit();
        let (after, new) = (running.truth.clone(), Disk::of(&running.folder));
        for _ in 0..10 {
            let left =
                Disk { database: old.database.clone(), wal: torn(&old.wal, &new.wal, &mut running.chance) };
            let mut store = left.open(&copy);
            let found = Truth::of(&mut store);
            assert!(found == before || found == after, "seed {seed}: a part of a batch is there");
            *(if found == after { &mut with } else { &mut without }) += 1;
            goes_on(&mut store, &found, &mut running.chance);
        }
        // The log is flushed, and is being copied into the database.
        let database = torn(&old.database, &new.database, &mut running.chance);
        let mut store = Disk { database, wal: new.wal.clone() }.open(&copy);
        assert!(Truth::of(&mut store) == after, "seed {seed}: a checkpoint lost something");
        store.check().unwrap();
        let _ = fs::remove_dir_all(&running.folder);
    }
    let _ = fs::remove_dir_all(&copy);
    println!("{} power cuts: the last batch was there {with} times, and {without} times not", with + without);
    assert!(with > 0 && without > 0, "every cut came at the same moment");
}

/// The log of one commit is cut after every byte.
#[test]
fn a_power_cut_at_every_byte_leaves_a_whole_batch_or_nothing() {
    let copy = folder("every-byte-copy");
    let mut running = Running::start("every-byte", 3, 20);
    let (before, old) = (running.truth.clone(), Disk::of(&running.folder));
    running.commit();
    let (after, new) = (running.truth.clone(), Disk::of(&running.folder));
    let step = if runs(0) > 0 { 1 } else { 97 };
    assert!(new.wal.len() > old.wal.len() + 4_096);
    for length in (old.wal.len()..new.wal.len()).step_by(step).chain([new.wal.len()]) {
        let wal = new.wal[..length].to_vec();
        let found = Truth::of(&mut Disk { database: old.database.clone(), wal }.open(&copy));
        assert!(
            found == if length == new.wal.len() { after.clone() } else { before.clone() },
            "cut at {length}"
        );
    }
    let _ = fs::remove_dir_all(&copy);
    let _ = fs::remove_dir_all(&running.folder);
}

/// The disk is full in the middle of a batch: nothing of it is there, everything before is, and it goes on with room.
#[test]
fn a_full_disk_refuses_a_batch_as_a_whole() {
    for seed in 0..runs(12) {
        let mut running = Running::start("full-disk", seed, 1 + Quick::new(seed).below(60));
        running.store.limit_pages(running.chance.below(4)).unwrap();
        let mut refused = 0;
        for _ in 0..200 {
            let (batch, after) = running.truth.batch(&mut running.chance);
            let wrote = running.store.write(1, &batch).unwrap();
            if wrote.iter().all(|wrote| *wrote == WriteOutcome::Done) {
                running.truth = after;
            } else {
                assert_eq!(wrote, vec![WriteOutcome::NoRoom; batch.len()], "seed {seed}");
                refused += 1;
            }
            assert!(!running.store.tidy(u64::MAX).unwrap() || refused < 200);
            if refused > 5 {
                break;
            }
        }
        assert!(refused > 5, "seed {seed}: the disk was never full");
        assert_eq!(running.store.write(1, &[Write::Alive]).unwrap(), [WriteOutcome::NoRoom]);
        assert!(Truth::of(&mut running.store) == running.truth, "seed {seed}");
        running.store.limit_pages(1_000_000).unwrap();
        running.commit();
        assert!(Truth::of(&mut running.store) == running.truth, "seed {seed}");
        assert!(Truth::of(&mut Sqlite::open(&running.folder).unwrap()) == running.truth, "seed {seed}");
        let _ = fs::remove_dir_all(&running.folder);
    }
}

/// One byte of the journal or of a chunk is flipped: the audit names what is damaged, and all other logs are as before.
#[test]
fn a_flipped_byte_is_found_and_named() {
    let copy = folder("flipped-byte-copy");
    let mut running = Running::start("flipped-byte", 5, 40);
    running.store.tidy(u64::MAX).unwrap();
    running.commit();
    let (truth, folder) = (running.truth.clone(), running.folder.clone());
    // Closing it copies the write-ahead log into the database.
    drop(running);
    let whole = fs::read(folder.join("lastcard.db")).unwrap();
    assert!(fs::read(folder.join("lastcard.db-wal")).is_err(), "the log is copied into the database");
    let (mut journal, mut chunks) = (0, 0);
    let mut chance = Quick::new(9);
    for (page, table) in pages(&folder) {
        for _ in 0..runs(6) {
            let at = page * 4_096 + chance.below(4_096) as usize;
            let mut database = whole.clone();
            database[at] ^= 1 << chance.below(8);
            let found = damage(&Disk { database, wal: Vec::new() }, &copy, &truth);
            // What is not used of a page does no harm.
            if let Some(found) = found {
                let named = found.iter().any(|(name, why)| match name.as_str() {
                    "database" => true,
                    "journal" => why.contains("row "),
                    code => code.starts_with('T') && why.contains("from entry "),
                });
                assert!(named, "byte {at}: {found:?}");
                *(if table == "journal" { &mut journal } else { &mut chunks }) += 1;
            }
        }
    }
    println!("flipped bytes found: {journal} in the journal, {chunks} in chunks");
    assert!(journal > 0 && chunks > 0);
    let _ = fs::remove_dir_all(&copy);
    let _ = fs::remove_dir_all(&folder);
}

/// The pages of the database that belong to the journal or to chunks.
fn pages(folder: &Path) -> Vec<(usize, String)> {
    let connection = rusqlite::Connection::open(folder.join("lastcard.db")).unwrap();
    let sql = "select pageno - 1, name from dbstat where name in ('journal', 'chunks')";
    let mut query = connection.prepare(sql).unwrap();
    let rows = query.query_map([], |row| Ok((row.get::<_, i64>(0)? as usize, row.get(1)?))).unwrap();
    rows.collect::<Result<_, _>>().unwrap()
}

/// What the audit and the logs say of a disk; `None` if everything is as it was.
fn damage(disk: &Disk, folder: &Path, truth: &Truth) -> Option<Vec<(String, String)>> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("lastcard.db"), &disk.database).unwrap();
    let whole = |why: &dyn std::fmt::Display| Some(vec![("database".to_string(), why.to_string())]);
    let audit = match server::audit(folder) {
        Ok(audit) => audit,
        Err(why) => return whole(&why),
    };
    // The setups of these tables are none, which is a fault too.
    let named = audit.faults.iter().filter(|(_, fault)| matches!(fault, AuditFault::Damaged(_)));
    let named: Vec<_> = named.map(|(name, why)| (name.clone(), why.to_string())).collect();
    if !named.is_empty() {
        return Some(named);
    }
    let mut store = Sqlite::open_to_read(folder).unwrap();
    assert!(Truth::of(&mut store) == *truth, "something changed, and the audit did not find it");
    None
}

/// The store is whole, and takes another batch.
fn goes_on(store: &mut Sqlite, found: &Truth, chance: &mut Quick) {
    store.check().unwrap();
    let (batch, after) = found.batch(chance);
    assert!(store.write(1, &batch).unwrap().iter().all(|wrote| *wrote == WriteOutcome::Done));
    assert!(Truth::of(store) == after);
}
