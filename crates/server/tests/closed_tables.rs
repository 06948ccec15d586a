//! Closed tables keep the records of their matches instead of their logs: all that was promised of them still works.

use std::path::{Path, PathBuf};

use crate::database::Database;
use crate::earlier_data::{copy, named};
use crate::test_server::{Running, open_settings, run};
use games::record::Record;
use server::internals::{Rooms, Stage, Write, WriteOutcome};
use server::players::{delete, export, seated};
use server::{Keyring, Movable, Settings, Sqlite, Store, audit, audit_store, move_all};

const FAR_FUTURE: u64 = u64::MAX >> 2;

/// A folder with six tables of which five had a match; all are closed, and their logs were looked at.
fn closed(test: &str) -> PathBuf {
    let folder = copy(test);
    let mut store = Sqlite::open(&folder).unwrap();
    store.write(1, &[Write::Sweep { unused: 0, idle: FAR_FUTURE }]).unwrap();
    assert_eq!(store.closed_tables(9).unwrap().len(), 5, "the one without a match is removed");
    run(async {
        let (rooms, finished) =
            Rooms::open(Box::new(store), Settings::default(), |why| panic!("{why}")).unwrap();
        let going = tokio::spawn(rooms.clone().run(finished));
        rooms.finish_closed().await;
        going.abort();
    });
    folder
}

fn id_of(store: &mut dyn Store, name: &str) -> i64 {
    store.table(&named(name)).unwrap().unwrap().id
}

#[test]
fn only_matches_that_are_over_lose_their_log() {
    let folder = closed("closed");
    let mut store = Sqlite::open(&folder).unwrap();
    assert_eq!(store.closed_tables(9).unwrap(), Vec::<i64>::new(), "none is looked at again");
    for (name, is_over) in
        [("over", true), ("fair-over", true), ("playing", false), ("bots", false), ("fair-playing", false)]
    {
        let id = id_of(&mut store, name);
        assert_eq!(store.log(id).unwrap().is_empty(), is_over, "{name}");
        let records = store.records(id).unwrap();
        assert_eq!(records.is_some(), is_over, "{name}");
        for ended in records.iter().flat_map(|records| &records.matches) {
            let session = Record::read(&ended.record).unwrap().replay().unwrap();
            assert!(session.scores().is_over() && ended.ended > 1_700_000_000_000, "{name}");
        }
    }
    let audit = audit(&folder).unwrap();
    assert_eq!((audit.tables, audit.matches, audit.faults), (5, 5, Vec::new()));
}

/// A log without an end is kept for a while, and not for ever.
#[test]
fn matches_that_were_broken_off_are_removed_by_their_age() {
    let folder = closed("closed-deserted");
    let mut store = Sqlite::open(&folder).unwrap();
    assert_eq!(store.prune_deserted(1).unwrap().tables, 0, "all of them are younger");
    assert_eq!(store.prune_deserted(FAR_FUTURE).unwrap().tables, 3);
    for (name, is_over) in
        [("over", true), ("fair-over", true), ("playing", false), ("bots", false), ("fair-playing", false)]
    {
        assert_eq!(store.table(&named(name)).unwrap().is_some(), is_over, "{name}");
    }
    assert_eq!(store.entries().unwrap(), 0, "no log is left");
}

#[test]
fn a_record_is_still_served_and_verified() {
    let folder = closed("closed-record");
    let running = Running::on(Box::new(Sqlite::open(&folder).unwrap()), open_settings());
    run(async {
        let path = |name| format!("GET /api/tables/{}/record", named(name));
        let (status, record) = running.client.call(&path("fair-over"), "", "").await.unwrap();
        assert_eq!(status, 200, "{record}");
        games::verify(&Record::read(&record).unwrap()).unwrap();
        for name in ["fair-playing", "playing"] {
            assert_eq!(running.client.call(&path(name), "", "").await.unwrap().0, 404, "{name}");
        }
    });
    running.stop();
}

/// Export and deletion of a player, and the age of matches, in one store.
fn everything_about_players(store: &mut dyn Movable) {
    let code = named("fair-over");
    let id = store.table(&code).unwrap().unwrap().id;
    let before = store.records(id).unwrap().unwrap();
    let sat = seated(store, &code).unwrap().unwrap();
    assert_eq!(sat, before.players);
    let (player, name) = sat[0].clone();
    let table = |store: &mut dyn Movable, player| {
        let data = export(store, player).unwrap();
        data.tables.into_iter().find(|table| table.code == code)
    };
    let exported = table(store, player).unwrap();
    assert_eq!((exported.names, exported.records.len()), (vec![name.clone()], before.matches.len()));
    delete(store, &Keyring::default(), player).unwrap();
    assert_eq!(table(store, player), None);
    let after = store.records(id).unwrap().unwrap();
    assert!(after.players.iter().all(|(who, _)| *who != player));
    assert_eq!(after.players[1..], before.players[1..], "everybody else stays");
    for (old, new) in before.matches.iter().zip(&after.matches) {
        assert!(old.record.contains(&name) && !new.record.contains(&format!("names {name},")));
        assert_eq!(
            old.record.len() + new.record.matches("Guest ").count() * (10 - name.len()),
            new.record.len()
        );
        games::verify(&Record::read(&new.record).unwrap()).unwrap();
    }
    let tables = store.tables().unwrap().len() as u64;
    assert_eq!(store.prune(FAR_FUTURE).unwrap().tables, tables, "all of them are closed");
    assert!(store.records(id).unwrap().is_none());
}

#[test]
fn players_are_exported_and_deleted_in_sqlite() {
    let folder = closed("closed-players");
    everything_about_players(&mut Sqlite::open(&folder).unwrap());
    assert_eq!(audit(&folder).unwrap().faults, []);
}

#[test]
fn records_move_to_postgres_and_back() {
    let (folder, database) = (closed("closed-move"), Database::start());
    let mut old = Sqlite::open(&folder).unwrap();
    let mut shared = database.store("");
    let moved = move_all(&mut old, &mut shared, |_| {}).unwrap();
    assert_eq!(moved.tables, 5);
    assert_eq!(move_all(&mut old, &mut shared, |_| {}).unwrap().copied, 0, "the second time");
    let mut back = Sqlite::open(&folder.join("back")).unwrap();
    move_all(&mut shared, &mut back, |_| {}).unwrap();
    for id in old.tables().unwrap() {
        assert_eq!(old.records(id).unwrap(), back.records(id).unwrap());
        assert_eq!(old.log(id).unwrap(), back.log(id).unwrap());
    }
    assert_eq!(audit_store(Box::new(back)).unwrap().faults, []);
    everything_about_players(&mut shared);
}

/// Somebody who was there all the time makes a move after the log was looked at, and before it is replaced.
#[test]
fn a_log_that_went_on_is_not_replaced() {
    let folder = copy("closed-late");
    let mut store = Sqlite::open(&folder).unwrap();
    store.write(1, &[Write::Sweep { unused: 0, idle: FAR_FUTURE }]).unwrap();
    let id = id_of(&mut store, "over");
    let log = store.log(id).unwrap();
    let before = log[log.len() - 1].hash;
    let mut entry = log[log.len() - 1].clone();
    entry.seq += 1;
    entry.hash = entry.chained(&before);
    let finish = |last| Write::Finish { table: id, last, records: Some(Box::default()) };
    let append = Write::Append { table: id, entry: entry.clone(), before, status: None };
    assert_eq!(
        store.write(1, &[append, finish(before)]).unwrap(),
        [WriteOutcome::Done, WriteOutcome::Taken],
        "the log has gone on"
    );
    let row = store.table_by_id(id).unwrap().unwrap();
    let open = server::internals::TableStatus { stage: Stage::Playing, ..row.status };
    let writes = [Write::SetStatus(id, open), finish(entry.hash)];
    assert_eq!(
        store.write(1, &writes).unwrap(),
        [WriteOutcome::Done, WriteOutcome::Taken],
        "it is open again"
    );
    assert_eq!(store.log(id).unwrap().len(), log.len() + 1);
}

/// A table whose log is gone takes no entry more.
#[test]
fn nothing_is_appended_to_records() {
    let mut store = Sqlite::open(&closed("closed-append")).unwrap();
    let id = id_of(&mut store, "over");
    let last = store.records(id).unwrap().unwrap();
    let late = |seq, before| {
        let log_entry = server::internals::LogEntry {
            seq,
            at: 1,
            who: None,
            cmd: None,
            body: "tick".into(),
            number: 1,
            hash: [9; 32],
        };
        Write::Append { table: id, entry: log_entry, before, status: None }
    };
    let wrote = store.write(1, &[late(1, [0; 32]), late(last.entries + 1, last.hash)]).unwrap();
    assert_eq!(wrote, [WriteOutcome::Taken; 2]);
}

/// What an older program wrote is taken over once, and a copy of it is kept; reading it changes nothing.
#[test]
fn an_older_folder_is_copied_before_it_is_taken_over() {
    let folder = copy("taken-over");
    let facts = |file: &Path| {
        let connection = rusqlite::Connection::open(file).unwrap();
        let number = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).ok();
        (number("pragma user_version"), number("select count(*) from log"))
    };
    let (database, kept) = (folder.join("lastcard.db"), folder.join("lastcard.db.version-1"));
    let lock = std::fs::File::create(folder.join("lastcard.lock")).unwrap();
    lock.lock().unwrap();
    let refused = Sqlite::open_beside(&folder).err().unwrap().to_string();
    assert!(refused.contains("another server uses"), "an older server runs: {refused}");
    drop(lock);
    let mut read = Sqlite::open_to_read(&folder).unwrap();
    assert_eq!(read.entries().unwrap(), 374);
    assert_eq!((facts(&database), kept.exists()), ((Some(1), Some(374)), false), "reading changes nothing");
    assert_eq!(Sqlite::open_beside(&folder).unwrap().entries().unwrap(), 374);
    assert_eq!((facts(&database), facts(&kept)), ((Some(2), None), (Some(1), Some(374))));
    std::fs::remove_file(&kept).unwrap();
    let mut again = Sqlite::open(&folder).unwrap();
    assert!(!kept.exists(), "it is taken over once");
    for id in read.tables().unwrap() {
        assert!(again.stored_table(id).unwrap() == read.stored_table(id).unwrap());
        assert_eq!(again.log(id).unwrap(), read.log(id).unwrap());
    }
    let newest = *again.tables().unwrap().last().unwrap();
    again.write(1, &[Write::Sweep { unused: 0, idle: FAR_FUTURE }]).unwrap();
    again.prune(FAR_FUTURE).unwrap();
    assert_eq!(again.tables().unwrap(), Vec::<i64>::new());
    assert!(crate::stores::make(&mut again, "NEXT") > newest, "ids are not used again");
}
