//! What is stored of a player is exported and deleted, and old matches are removed: the data passes the audit afterwards, in
//! both stores, also while a server has the table in memory.

use std::path::PathBuf;

use crate::database::Database;
use crate::migrations::used_store;
use crate::test_server::{Running, asked, open_settings, run, two_at};
use protocol::ClientMsg;
use server::internals::{Stage, TableStatus, Write};
use server::players::{delete, export, seated};
use server::{Keyring, Movable, Sqlite, Store, audit_store, move_all};

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lastcard-player-data-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// Deletes a player of a store with three matches of two players each, and a table at which nobody sits; the player's id.
fn a_player_goes(store: &mut dyn Movable) -> u128 {
    let ids = store.tables().unwrap();
    let first = store.table_by_id(ids[0]).unwrap().unwrap();
    let before = store.log(ids[0]).unwrap();
    let [(ada, name), (bola, _)] = seated(store, &first.code).unwrap().unwrap().try_into().unwrap();
    assert_eq!((name.as_str(), first.maker), ("Ada", ada));
    let data = export(store, ada).unwrap();
    assert_eq!((data.keys.len(), data.tables.len()), (1, 1));
    assert_eq!((data.tables[0].names.as_slice(), data.tables[0].made), (&["Ada".to_string()][..], true));
    assert!(data.tables[0].inputs.len() > 3, "{data:?}");

    let deleted = delete(store, &Keyring::default(), ada).unwrap();
    assert_eq!((deleted.keys, deleted.tables), (1, 1));
    let nothing = export(store, ada).unwrap();
    assert_eq!((nothing.keys.len(), nothing.tables.len()), (0, 0));
    let after = store.log(ids[0]).unwrap();
    assert_eq!(after.len(), before.len(), "everybody else keeps the match");
    assert!(after.iter().all(|entry| entry.who != Some(ada) && entry.body != "sit Ada"));
    assert!(after.iter().any(|entry| entry.who == Some(bola) && entry.body == "sit Bola"));
    assert_ne!(store.table_by_id(ids[0]).unwrap().unwrap().maker, ada);
    assert_eq!(store.log(ids[1]).unwrap()[0].body, "sit Ada", "another Ada stays");
    assert_eq!(delete(store, &Keyring::default(), ada).unwrap().tables, 0, "the second time");
    ada
}

/// How many rows of a database hold an id.
fn rows_with(folder: &std::path::Path, player: u128) -> i64 {
    let connection = rusqlite::Connection::open(folder.join("lastcard.db")).unwrap();
    let sql = "select (select count(*) from journal where instr(entries, ?1)) + \
               (select count(*) from chunks where instr(entries, ?1)) + (select count(*) from sat where player = ?1)";
    connection.query_row(sql, [player.to_le_bytes()], |row| row.get(0)).unwrap()
}

/// Removes the second table, whose match is over, with the players who have no other one.
fn an_old_match_goes(store: &mut dyn Movable) {
    let ids = store.tables().unwrap();
    let over = TableStatus { stage: Stage::Over, players: 2, wake: None };
    store.write(5_000, &[Write::SetStatus(ids[1], over)]).unwrap();
    store.write(7_000, &[Write::SetStatus(ids[2], over)]).unwrap();
    let code = store.table_by_id(ids[1]).unwrap().unwrap().code;
    let [(ada, _), _] = seated(store, &code.to_lowercase()).unwrap().unwrap().try_into().unwrap();
    assert_eq!(store.prune(5_000).unwrap().tables, 0, "not old enough");
    let pruned = store.prune(6_000).unwrap();
    assert_eq!((pruned.tables, pruned.players), (1, 0), "their keys are newer than that");
    assert_eq!(store.tables().unwrap(), [ids[0], ids[2], ids[3]]);
    assert_eq!(store.log(ids[1]).unwrap(), []);
    assert_eq!(export(store, ada).unwrap().keys.len(), 1);
    let far_future = u64::MAX >> 2;
    let pruned = store.prune(far_future).unwrap();
    assert_eq!(pruned.tables, 1, "the other one that is over");
    assert_eq!(pruned.players, 4, "those of both matches; players of open tables stay");
    assert_eq!(
        store.tables().unwrap(),
        [ids[0], ids[3]],
        "a match that is being played and an open table stay"
    );
}

#[test]
fn sqlite_stays_clean_when_players_and_old_matches_go() {
    let folder = folder("sqlite");
    let mut store = used_store(&folder);
    let code = store.table_by_id(1).unwrap().unwrap().code;
    let sat = seated(&mut store, &code).unwrap().unwrap();
    assert!(sat.iter().all(|(player, _)| rows_with(&folder, *player) > 1), "ids are stored as they are");
    let gone = a_player_goes(&mut store);
    assert_eq!(rows_with(&folder, gone), 0, "not in the journal either");
    an_old_match_goes(&mut store);
    assert_eq!(audit_store(Box::new(store)).unwrap().faults, []);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn postgres_stays_clean_when_players_and_old_matches_go() {
    let (folder, database) = (folder("postgres"), Database::start());
    let mut store = database.store("");
    move_all(&mut used_store(&folder), &mut store, |_| {}).unwrap();
    a_player_goes(&mut store);
    an_old_match_goes(&mut store);
    assert_eq!(audit_store(Box::new(store)).unwrap().faults, []);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The table is in memory: its next write is refused by the hashes, players reconnect, and the match goes on.
#[test]
fn a_player_is_deleted_while_the_server_runs() {
    let folder = folder("running");
    let running = Running::on(Box::new(Sqlite::open(&folder).unwrap()), open_settings());
    let code = run(async {
        let (code, keys, mut players) = two_at(running.client, &asked("crazy-eights")).await;
        let mut store = Sqlite::open_to_read(&folder).unwrap();
        let [(ada, _), _] = seated(&mut store, &code).unwrap().unwrap().try_into().unwrap();
        assert_eq!(delete(&mut store, &Keyring::default(), ada).unwrap().tables, 1);
        let on_turn = usize::from(!players[0].is_on_turn());
        let (n, m) = (players[on_turn].number, players[on_turn].choices()[0].notation.clone());
        let lost = players[on_turn].ask(&ClientMsg::Act { id: "a".into(), n, m }).await;
        assert!(lost.is_err(), "the table in memory is not the one on disk: {lost:?}");
        assert!(running.client.ticket(&keys[0], &code).await.is_err(), "her key is gone");
        let mut bola = running.client.connect(&keys[1], &code, Some("Bola"), None).await.unwrap();
        crate::test_server::until_scene(&mut bola).await;
        code
    });
    running.stop();
    let mut store = Sqlite::open(&folder).unwrap();
    let names: Vec<String> =
        seated(&mut store, &code).unwrap().unwrap().into_iter().map(|(_, name)| name).collect();
    assert!(names[0].starts_with("Guest ") && names[1] == "Bola", "{names:?}");
    assert_eq!(audit_store(Box::new(store)).unwrap().faults, []);
    std::fs::remove_dir_all(&folder).unwrap();
}
