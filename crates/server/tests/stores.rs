//! What every store has to do, tried on each of them.

use crate::database::Database;
use crate::test_server::{Running, asked, greeted, hello, open_settings, run};
use server::internals::{
    Listing, LogEntry, MatchRecord, Note, NoteKind, Outage, Stage, TableLocation, TableRecords, TableRow,
    TableStatus, Write, WriteOutcome,
};
use server::{Movable, Sqlite, Store};

fn row(code: &str) -> TableRow {
    TableRow {
        id: 0,
        code: code.into(),
        maker: u128::MAX - 7,
        setup: "seats 2\nbots 0 easy".into(),
        secret: u64::MAX >> 11,
        listed: Listing { title: "Häuser\u{1f0a1}".into(), seats: 2, seconds: 60, open: true },
        status: TableStatus::default(),
    }
}

fn entry(seq: u64, mark: u8) -> LogEntry {
    LogEntry {
        seq,
        at: 1_000 + seq,
        who: seq.is_multiple_of(2).then_some(u128::from(seq) << 90),
        cmd: seq.is_multiple_of(2).then(|| format!("cmd-{seq}")),
        body: format!("act {seq} play 8H call spades; by {mark}"),
        number: seq * 3,
        hash: [mark; 32],
    }
}

fn append(table: i64, seq: u64, mark: u8, before: u8) -> Write {
    Write::Append { table, entry: entry(seq, mark), before: [before; 32], status: None }
}

/// Creates a table and returns its id.
pub fn make(store: &mut dyn Store, code: &str) -> i64 {
    match store.write(5, &[Write::Make(Box::new(row(code)), 5)]).unwrap()[..] {
        [WriteOutcome::Made(id)] => id,
        ref other => panic!("{other:?}"),
    }
}

fn every_law(store: &mut dyn Store) {
    tables_are_found_again(store);
    entries_are_only_appended_after_the_one_they_follow(store);
    each_write_of_a_batch_has_its_outcome(store);
    the_status_of_a_table_is_stored(store);
    links_are_exchanged_once(store);
    all_keys_of_a_player_end_together(store);
    notes_are_kept_until_they_are_ended(store);
    unused_and_idle_tables_are_swept(store);
    matches_that_were_broken_off_are_removed(store);
    a_log_is_the_same_wherever_it_is(store);
    an_open_table_keeps_its_log(store);
}

/// A law of stores whose data can be copied.
fn every_law_of_copies(store: &mut dyn Movable) {
    records_take_the_place_of_a_log(store);
}

fn tables_are_found_again(store: &mut dyn Store) {
    let id = make(store, "FOUND");
    let expected = TableRow { id, ..row("FOUND") };
    assert!(store.table("FOUND").unwrap() == Some(expected.clone()));
    assert!(store.table_by_id(id).unwrap() == Some(expected.clone()));
    assert!(store.table("found").unwrap().is_none() && store.table_by_id(id + 1).unwrap().is_none());
    let other = TableRow { secret: 1, ..row("FOUND") };
    assert_eq!(
        store.write(6, &[Write::Make(Box::new(other), 6)]).unwrap(),
        [WriteOutcome::Taken],
        "the code is taken"
    );
    assert!(store.lobby(10).unwrap().contains(&expected));
    assert_eq!(store.open_tables(row("").maker).unwrap(), 1);
    let left = TableStatus { players: 0, ..row("").status };
    store.write(7, &[Write::SetStatus(id, left)]).unwrap();
    assert_eq!(store.open_tables(row("").maker).unwrap(), 0, "everybody has left it");
    assert!(!store.lobby(10).unwrap().iter().any(|listed| listed.id == id));
    store.write(8, &[Write::SetStatus(id, TableStatus { players: 1, ..left })]).unwrap();
    assert_eq!(store.open_tables(row("").maker).unwrap(), 1);
    assert_eq!(store.open_tables(7).unwrap(), 0);
    assert!(store.tables().unwrap().contains(&id));
}

fn all_keys_of_a_player_end_together(store: &mut dyn Store) {
    let [one, other, strange, link] = [[61; 32], [62; 32], [63; 32], [64; 32]];
    let keys = [
        Write::Key(one, 61, 1),
        Write::Key(other, 61, 1),
        Write::Key(strange, 63, 1),
        Write::Link(link, 61, 99),
    ];
    store.write(9, &keys).unwrap();
    store.write(9, &[Write::Forget(strange)]).unwrap();
    assert_eq!(store.player(&strange).unwrap(), None);
    assert_eq!(store.player(&one).unwrap(), Some(61));
    store.write(9, &[Write::ForgetPlayer(61)]).unwrap();
    assert_eq!([store.player(&one).unwrap(), store.player(&other).unwrap()], [None, None]);
    let exchange = Write::Exchange { link, key: [65; 32], now: 10 };
    assert_eq!(store.write(10, &[exchange]).unwrap(), [WriteOutcome::Taken], "the link ended with them");
}

fn notes_are_kept_until_they_are_ended(store: &mut dyn Store) {
    let note = |kind, subject: &str, at, text: &str| Note {
        kind,
        subject: subject.into(),
        at,
        until: (kind == NoteKind::Ban).then_some(at + 100),
        text: text.into(),
    };
    let write = |note: &Note| Write::Note(Box::new(note.clone()));
    assert_eq!(store.notes(NoteKind::Ban, 9).unwrap(), []);
    store.write(9, &[Write::EndNotes(NoteKind::Ban, "nobody".into())]).unwrap();
    let (first, second) =
        (note(NoteKind::Ban, "Ada", 1, "swears"), note(NoteKind::Ban, "Ada", 2, "still \u{1f0a1}"));
    store.write(9, &[write(&first)]).unwrap();
    store.write(9, &[write(&second)]).unwrap();
    assert_eq!(store.notes(NoteKind::Ban, 9).unwrap(), [second], "the newer one takes its place");
    let (one, two) = (note(NoteKind::Audit, "a", 3, "one"), note(NoteKind::Audit, "b", 4, "two"));
    store.write(9, &[write(&one), write(&two), write(&two)]).unwrap();
    assert_eq!(store.notes(NoteKind::Audit, 9).unwrap(), [two.clone(), one], "the newest first");
    assert_eq!(store.notes(NoteKind::Audit, 1).unwrap(), [two]);
    store.write(9, &[Write::EndNotes(NoteKind::Ban, "Ada".into())]).unwrap();
    assert_eq!(store.notes(NoteKind::Ban, 9).unwrap(), []);
    assert_eq!(store.notes(NoteKind::Audit, 9).unwrap().len(), 2);
}

fn entries_are_only_appended_after_the_one_they_follow(store: &mut dyn Store) {
    let id = make(store, "CHAIN");
    assert_eq!(store.write(9, &[append(id, 1, 1, 0)]).unwrap(), [WriteOutcome::Done]);
    let batch = [append(id, 1, 9, 0), append(id, 2, 10, 9), append(id, 2, 2, 1), append(id, 4, 4, 3)];
    let wrote = store.write(9, &batch).unwrap();
    assert_eq!(wrote, [WriteOutcome::Taken, WriteOutcome::Taken, WriteOutcome::Done, WriteOutcome::Taken]);
    assert_eq!(store.log(id).unwrap(), [entry(1, 1), entry(2, 2)]);
    assert_eq!(store.write(9, &[append(id, 4, 4, 3)]).unwrap(), [WriteOutcome::Taken], "there is a gap");
    assert_eq!(store.write(9, &[append(id, 3, 3, 7)]).unwrap(), [WriteOutcome::Taken], "it followed another");
    assert_eq!(store.write(9, &[append(id, 3, 3, 2)]).unwrap(), [WriteOutcome::Done]);
}

fn each_write_of_a_batch_has_its_outcome(store: &mut dyn Store) {
    let tables: Vec<i64> = (0..40).map(|at| make(store, &format!("BATCH{at}"))).collect();
    let first: Vec<Write> = tables.iter().map(|&id| append(id, 1, 1, 0)).collect();
    assert!(store.write(9, &first).unwrap().iter().all(|wrote| *wrote == WriteOutcome::Done));
    // Another writer was first at one table, and the previous hash is wrong at another.
    assert_eq!(store.write(9, &[append(tables[7], 2, 99, 1)]).unwrap(), [WriteOutcome::Done]);
    let mut batch: Vec<Write> =
        tables.iter().flat_map(|&id| [append(id, 2, 2, 1), append(id, 3, 3, 2)]).collect();
    batch[6] = append(tables[3], 2, 2, 77);
    let wrote = store.write(9, &batch).unwrap();
    for (at, &id) in tables.iter().enumerate() {
        let lost = at == 7 || at == 3;
        let expected = if lost { WriteOutcome::Taken } else { WriteOutcome::Done };
        assert_eq!(wrote[2 * at..2 * at + 2], [expected, expected], "table {at}");
        let length = if at == 3 {
            1
        } else if at == 7 {
            2
        } else {
            3
        };
        assert_eq!(store.log(id).unwrap().len(), length, "table {at}");
    }
}

fn the_status_of_a_table_is_stored(store: &mut dyn Store) {
    let id = make(store, "STAND");
    let playing = TableStatus { stage: Stage::Playing, players: 2, wake: Some(77) };
    let with = |seq: u64, status: Option<TableStatus>| Write::Append {
        table: id,
        entry: entry(seq, seq as u8),
        before: [seq as u8 - 1; 32],
        status,
    };
    let lobby = TableStatus { players: 1, ..TableStatus::default() };
    let wrote = store.write(9, &[with(1, Some(lobby)), with(2, Some(playing)), with(3, None)]).unwrap();
    assert_eq!(wrote, [WriteOutcome::Done; 3]);
    assert!(store.table_by_id(id).unwrap().unwrap().status == playing);
    assert!(store.due().unwrap().contains(&(77, id)));
    let over = TableStatus { stage: Stage::Over, players: 2, wake: None };
    let overtaken = Write::Append { table: id, entry: entry(3, 50), before: [2; 32], status: Some(over) };
    assert_eq!(store.write(9, &[overtaken]).unwrap(), [WriteOutcome::Taken]);
    assert!(store.table_by_id(id).unwrap().unwrap().status == playing, "a late write changes nothing");
    assert_eq!(store.write(9, &[Write::SetStatus(id, over)]).unwrap(), [WriteOutcome::Done]);
    assert!(store.table_by_id(id).unwrap().unwrap().status == over);
    assert!(store.due().unwrap().iter().all(|due| due.1 != id));
}

fn links_are_exchanged_once(store: &mut dyn Store) {
    let (key, link, other) = ([1; 32], [2; 32], [3; 32]);
    assert_eq!(store.write(9, &[Write::Key(key, 42, 9)]).unwrap(), [WriteOutcome::Done]);
    assert_eq!(store.player(&key).unwrap(), Some(42));
    assert_eq!(store.player(&other).unwrap(), None);
    assert_eq!(store.write(9, &[Write::Link(link, 42, 100)]).unwrap(), [WriteOutcome::Done]);
    let exchange = |key, now| Write::Exchange { link, key, now };
    assert_eq!(store.write(9, &[exchange([8; 32], 101)]).unwrap(), [WriteOutcome::Taken], "too late");
    assert_eq!(store.write(9, &[exchange(other, 50)]).unwrap(), [WriteOutcome::Exchanged(42)]);
    assert_eq!(store.write(9, &[exchange([9; 32], 51)]).unwrap(), [WriteOutcome::Taken], "it is used up");
    assert_eq!(store.player(&other).unwrap(), Some(42));
    assert_eq!(store.write(9, &[Write::Forget(key), Write::Forget(key)]).unwrap(), [WriteOutcome::Done; 2]);
    assert_eq!(store.player(&key).unwrap(), None);
}

fn unused_and_idle_tables_are_swept(store: &mut dyn Store) {
    let unused = make(store, "UNUSED");
    let used = make(store, "USED");
    let status = Some(TableStatus { stage: Stage::Playing, players: 1, wake: None });
    let left = make(store, "LEFT");
    store.write(10, &[append(left, 1, 1, 0)]).unwrap();
    let sit = Write::Append { table: used, entry: entry(1, 1), before: [0; 32], status };
    store.write(10, &[sit]).unwrap();
    store.write(20, &[Write::Sweep { unused: 8, idle: 0 }]).unwrap();
    assert!(store.table_by_id(unused).unwrap().is_none());
    // A player takes a seat who found the table a moment before.
    assert_eq!(store.write(20, &[append(unused, 1, 1, 0)]).unwrap(), [WriteOutcome::Taken]);
    assert!(store.log(unused).unwrap().is_empty());
    assert!(store.table_by_id(used).unwrap().unwrap().status.stage == Stage::Playing);
    assert!(store.table_by_id(left).unwrap().is_some());
    store.write(20, &[Write::Sweep { unused: 8, idle: 10 + 3_000 * 60 + 1 }]).unwrap();
    assert!(store.table_by_id(used).unwrap().unwrap().status.stage == Stage::Closed);
    assert!(
        store.table_by_id(left).unwrap().is_none() && store.log(left).unwrap().is_empty(),
        "no match began"
    );
    assert!(store.table("USED").unwrap().is_some(), "it is kept to be read");
}

/// A match that was broken off leaves only a log, which is removed by its age. One that is over keeps its records.
fn matches_that_were_broken_off_are_removed(store: &mut dyn Store) {
    let closed = [(Stage::Playing, "BROKEN"), (Stage::Over, "ENDED")].map(|(stage, code)| {
        let id = make(store, code);
        let status = Some(TableStatus { stage, players: 2, wake: None });
        let sit = Write::Append { table: id, entry: entry(1, 1), before: [0; 32], status };
        store.write(5, &[sit]).unwrap();
        (id, stage)
    });
    store.write(20, &[Write::Sweep { unused: 0, idle: 10 + 3_000 * 60 + 1 }]).unwrap();
    for (table, stage) in closed {
        let records = (stage == Stage::Over).then(Box::default);
        store.write(20, &[Write::Finish { table, last: [1; 32], records }]).unwrap();
    }
    assert_eq!(store.prune_deserted(5).unwrap().tables, 0);
    assert_eq!(store.prune_deserted(6).unwrap().tables, 1);
    let [(broken, _), (ended, _)] = closed;
    assert!(store.table_by_id(broken).unwrap().is_none() && store.log(broken).unwrap().is_empty());
    assert!(store.table_by_id(ended).unwrap().is_some());
}

/// Entries that are written in many batches, of many tables at the same time, with time to tidy up between some of them.
fn a_log_is_the_same_wherever_it_is(store: &mut dyn Store) {
    let tables: Vec<i64> = (0..7).map(|at| make(store, &format!("LONG{at}"))).collect();
    let mut lengths = [0_u64; 7];
    for round in 0..300_u64 {
        let mut batch = Vec::new();
        for (at, &id) in tables.iter().enumerate() {
            // Some tables are slow, some have many entries in a batch.
            let count = if round.is_multiple_of(at as u64 + 1) { 1 + at % 3 } else { 0 };
            for _ in 0..count {
                let seq = &mut lengths[at];
                *seq += 1;
                let next = LogEntry { hash: [*seq as u8; 32], ..entry(*seq, 7) };
                batch.push(Write::Append {
                    table: id,
                    entry: next,
                    before: [*seq as u8 - 1; 32],
                    status: None,
                });
                if *seq == 250 {
                    break;
                }
            }
        }
        batch.retain(|write| matches!(write, Write::Append { entry, .. } if entry.seq <= 250));
        lengths = lengths.map(|length| length.min(250));
        assert!(store.write(round * 10, &batch).unwrap().iter().all(|wrote| *wrote == WriteOutcome::Done));
        if round.is_multiple_of(11) {
            store.tidy(round * 10).unwrap();
        }
    }
    let expected = |length| {
        let one = |seq: u64| LogEntry { hash: [seq as u8; 32], ..entry(seq, 7) };
        (1..=length).map(one).collect::<Vec<_>>()
    };
    let logs: Vec<Vec<LogEntry>> = lengths.iter().map(|&length| expected(length)).collect();
    assert!(logs.iter().all(|log| log.len() > 40));
    assert_eq!(store.logs(&tables).unwrap(), logs);
    while store.tidy(u64::MAX >> 1).unwrap() {}
    assert_eq!(store.logs(&tables).unwrap(), logs, "after everything is tidied up");
    assert_eq!(store.damage().unwrap(), []);
}

/// Only a closed table loses its log.
fn an_open_table_keeps_its_log(store: &mut dyn Store) {
    let id = make(store, "GOES-ON");
    store.write(9, &[append(id, 1, 1, 0), append(id, 2, 2, 1)]).unwrap();
    assert_eq!(store.records(id).unwrap(), None);
    let finish = |last| Write::Finish { table: id, last, records: Some(Box::default()) };
    assert_eq!(store.write(9, &[finish([2; 32])]).unwrap(), [WriteOutcome::Taken]);
    assert_eq!(store.log(id).unwrap(), [entry(1, 1), entry(2, 2)]);
}

fn records_take_the_place_of_a_log(store: &mut dyn Movable) {
    let id = make(store, "CLOSED");
    store.write(9, &[append(id, 1, 1, 0)]).unwrap();
    let records = |name: &str| TableRecords {
        players: vec![(7, name.into()), (u128::MAX, "Bola".into())],
        matches: vec![MatchRecord { ended: 5, record: "lastcard record 1\n".repeat(300) }],
        entries: 1,
        hash: [1; 32],
    };
    store.add_records(id, &records("Ada")).unwrap();
    assert_eq!(store.records(id).unwrap(), Some(records("Ada")));
    assert!(store.log(id).unwrap().is_empty());
    assert!(store.tables_of(u128::MAX).unwrap().contains(&id));
    assert!(!store.replace_records(id, 9, &records("Dayo"), &records("Efe")).unwrap(), "it was not Dayo");
    assert!(store.replace_records(id, 9, &records("Ada"), &records("Efe")).unwrap());
    assert_eq!(store.records(id).unwrap(), Some(records("Efe")));
    assert_eq!(store.table_by_id(id).unwrap().unwrap().maker, 9);
}

#[test]
fn sqlite_keeps_every_law() {
    let mut store = Sqlite::in_memory().unwrap();
    every_law(&mut store);
    every_law_of_copies(&mut store);
}

/// A row of the journal is deleted once its entries are in chunks; a table at which nothing happens does not keep it long.
#[test]
fn the_journal_stays_short() {
    let folder = std::env::temp_dir().join(format!("lastcard-short-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut store = Sqlite::open(&folder).unwrap();
    let rows = || {
        let connection = rusqlite::Connection::open(folder.join("lastcard.db")).unwrap();
        connection.query_row("select count(*) from journal", [], |row| row.get::<_, i64>(0)).unwrap()
    };
    let tables: Vec<i64> = (0..40).map(|at| make(&mut store, &format!("T{at}"))).collect();
    let slow = make(&mut store, "SLOW");
    store.write(0, &[append(slow, 1, 1, 0)]).unwrap();
    let mut most = 0;
    for seq in 1..=250 {
        let batch: Vec<Write> = tables.iter().map(|&id| append(id, seq, seq as u8, seq as u8 - 1)).collect();
        store.write(seq, &batch).unwrap();
        most = most.max(rows());
    }
    assert!((64..=100).contains(&most), "{most} rows of 250 commits");
    let eleven_minutes = 11 * 60_000;
    while store.tidy(eleven_minutes).unwrap() {}
    assert!(rows() <= 65, "{} rows are left when everything is old", rows());
    store.write(eleven_minutes, &[Write::Alive]).unwrap();
    assert_eq!(rows(), 0, "the next batch deletes the rest");
    assert_eq!(store.log(slow).unwrap(), [entry(1, 1)]);
    assert_eq!(store.entries().unwrap(), 40 * 250 + 1);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn postgres_keeps_every_law_and_knows_its_nodes() {
    let database = Database::start();
    let mut store = database.store("first:1");
    every_law(&mut store);
    every_law_of_copies(&mut store);
    every_law_of_nodes(&database);
    a_retry_recognises_what_was_written(&database);
    a_ticket_is_used_up_at_every_node(&database);
    the_clock_of_the_database_cannot_run_backwards(&database);
    a_newer_schema_is_refused(&database);
}

/// The clock of the database is set back, as seen by a node: its own time goes on. Nodes that come later continue there,
/// and the leases that it renews meanwhile are good.
fn the_clock_of_the_database_cannot_run_backwards(database: &Database) {
    let (mut first, mut second) = (database.store("early:1"), database.store("late:2"));
    let began = first.start_node(0).unwrap().now;
    for seconds in (5..=60).step_by(5) {
        let renewed = first.write(began + seconds * 1_000, &[Write::Alive]).unwrap();
        assert_eq!(renewed, [WriteOutcome::Done], "after {seconds} s");
    }
    assert!(second.start_node(0).unwrap().now >= began + 60_000);
    first.stop_node().unwrap();
    second.stop_node().unwrap();
}

/// A server starts where the last one was alive, if the clock of its machine is behind that.
#[test]
fn the_time_of_a_folder_cannot_run_backwards() {
    let mut store = Sqlite::in_memory().unwrap();
    let day = 24 * 3_600_000;
    assert_eq!(store.start_node(100 * day).unwrap().now, 100 * day);
    store.write(100 * day + 7_000, &[Write::Alive]).unwrap();
    let slow = store.start_node(99 * day).unwrap();
    assert_eq!((slow.now, slow.outages), (100 * day + 7_000, vec![]));
    let fast = store.start_node(465 * day).unwrap();
    assert_eq!(fast.outages, [Outage { began: 100 * day + 7_000, ended: 465 * day }]);
    let right = store.start_node(101 * day).unwrap();
    assert_eq!((right.now, right.outages), (465 * day, fast.outages));
}

/// Nodes and their leases.
fn every_law_of_nodes(database: &Database) {
    let (mut first, mut second) = (database.store("first:1"), database.store("second:2"));
    assert_eq!(first.take(1).unwrap().0, TableLocation::Unknown, "a node that is not registered has nothing");
    let start = first.start_node(0).unwrap();
    assert!(start.outages.is_empty() && start.signing_key.is_some() && start.now > 1_700_000_000_000);
    assert_eq!(second.start_node(0).unwrap().signing_key, start.signing_key, "all nodes have one key");
    let id = make(&mut first, "SHARED");
    let (TableLocation::Local(lease), _) = first.take(id).unwrap() else { panic!() };
    assert!(lease.gaps.is_empty() && lease.status == TableStatus::default());
    assert!(matches!(first.take(id).unwrap().0, TableLocation::Local(_)), "taken again by its own node");
    assert_eq!(second.take(id).unwrap().0, TableLocation::Remote("first:1".into()));
    assert_eq!(second.remote_node("SHARED").unwrap(), Some("first:1".into()));
    assert_eq!((first.remote_node("SHARED").unwrap(), second.remote_node("NOWHERE").unwrap()), (None, None));
    let mut lookups = second.lookup_connections().unwrap();
    assert_eq!(
        lookups[0].take(id).unwrap().0,
        TableLocation::Remote("first:1".into()),
        "it is the same node"
    );
    let due = TableStatus { stage: Stage::Playing, players: 2, wake: Some(50) };
    assert_eq!(first.write(9, &[Write::SetStatus(id, due), Write::Alive]).unwrap(), [WriteOutcome::Done; 2]);
    assert!(second.due().unwrap().iter().all(|due| due.1 != id), "its own node fires it");
    assert_eq!(first.write(9, &[Write::Release(id)]).unwrap(), [WriteOutcome::Done]);
    assert!(second.due().unwrap().contains(&(50, id)));
    assert_eq!(first.write(9, &[append(id, 1, 1, 0)]).unwrap(), [WriteOutcome::Done]);
    let (TableLocation::Local(lease), log) = second.take(id).unwrap() else { panic!() };
    assert!(lease.status == due && log == [entry(1, 1)]);
    second.stop_node().unwrap();
    assert!(
        matches!(first.take(id).unwrap().0, TableLocation::Local(_)),
        "a node that stops releases its tables"
    );
    first.stop_node().unwrap();
}

/// A retry after a connection was lost before the answer writes nothing twice.
fn a_retry_recognises_what_was_written(database: &Database) {
    let mut store = database.store("first:1");
    let id = make(&mut store, "AGAIN");
    assert!(make(&mut store, "AGAIN") == id, "a retry creates no second table");
    let batch = [append(id, 1, 1, 0), append(id, 2, 2, 1)];
    assert_eq!(store.write(9, &batch).unwrap(), [WriteOutcome::Done; 2]);
    let more = [&batch[..], &[append(id, 3, 3, 2)]].concat();
    assert_eq!(store.write(9, &more).unwrap(), [WriteOutcome::Done; 3]);
    assert_eq!(store.log(id).unwrap().len(), 3);
}

/// D3: used tickets stay used when a table moves to another node.
fn a_ticket_is_used_up_at_every_node(database: &Database) {
    let mut store = database.store("first:1");
    let [ticket, by, other] = [[1; 32], [2; 32], [3; 32]];
    assert!(store.use_ticket(&ticket, &by, 9).unwrap());
    assert!(store.use_ticket(&ticket, &by, 9).unwrap(), "retried, as after a lost connection");
    assert!(!store.use_ticket(&ticket, &other, 9).unwrap());
    let node = |address| Running::on(Box::new(database.store(address)), open_settings());
    let (first, second) = (node("127.0.0.1:1"), node("127.0.0.1:2"));
    let (key, table, ticket) = run(async {
        let key = first.client.guest().await.unwrap();
        let table = first.client.make(&key, &asked("yaniv")).await.unwrap();
        let ticket = second.client.ticket(&key, &table).await.unwrap();
        assert!(greeted(first.client, &table, &hello(&ticket)).await.contains("\"hello\""));
        (key, table, ticket)
    });
    first.stop();
    run(async {
        assert!(greeted(second.client, &table, &hello(&ticket)).await.contains("bad-ticket"));
        let ticket = second.client.ticket(&key, &table).await.unwrap();
        assert!(greeted(second.client, &table, &hello(&ticket)).await.contains("\"hello\""));
    });
    second.stop();
}

fn a_newer_schema_is_refused(database: &Database) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let url = database.url();
        let (client, connection) = tokio_postgres::connect(&url, tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        client.batch_execute("insert into form values (999)").await.unwrap();
    });
    let refused = server::Postgres::open(&database.url(), "").err().unwrap();
    assert!(refused.to_string().contains("newer"), "{refused}");
}

/// Over the network, nothing is sent to a database without a valid certificate.
#[test]
fn a_certificate_is_checked() {
    let (_database, url, authority) = Database::with_tls();
    let open = |url: &str, options: &str| {
        server::Postgres::open(&format!("{url}?{options}"), "").map_err(|why| why.to_string())
    };
    for mode in ["require", "verify-full"] {
        let mut store = open(&url, &format!("sslmode={mode}&sslrootcert={authority}")).unwrap();
        assert_eq!(store.tables().unwrap(), Vec::<i64>::new());
        let why = open(&url, &format!("sslmode={mode}")).err().unwrap();
        assert!(why.contains("certificate of the database is refused: nobody"), "{why}");
        let other_name = url.replace("127.0.0.1", "localhost");
        let why = open(&other_name, &format!("sslmode={mode}&sslrootcert={authority}")).err().unwrap();
        assert!(why.contains("another name"), "{why}");
    }
    let why = open(&url, "sslmode=perhaps").err().unwrap();
    assert!(why.contains("sslmode"), "{why}");
    let why = open(&url, "sslmode=disable").err().unwrap();
    assert!(why.contains("no encryption"), "{why}");
}

/// The database is killed and restarted: the writer notices nothing but the delay.
#[test]
fn writes_survive_a_restart_of_postgres() {
    let mut database = Database::start();
    let mut store = database.store("first:1");
    let id = make(&mut store, "AWAY");
    let writer = std::thread::spawn(move || {
        for seq in 1..=200 {
            let wrote = store.write(9, &[append(id, seq, seq as u8, seq as u8 - 1)]).unwrap();
            assert_eq!(wrote, [WriteOutcome::Done], "entry {seq}");
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        store.log(id).unwrap()
    });
    for _ in 0..2 {
        std::thread::sleep(std::time::Duration::from_millis(150));
        database.kill();
        database.start_again();
    }
    assert_eq!(writer.join().unwrap(), (1..=200).map(|seq| entry(seq, seq as u8)).collect::<Vec<_>>());
}
