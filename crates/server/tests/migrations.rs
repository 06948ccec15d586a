//! All data moves from one store to another and back, and an interrupted move resumes.

use crate::database::Database;
use crate::test_server::{Running, asked, open_settings, run, two_at};
use protocol::ClientMsg;
use server::internals::Write;
use server::{Movable, Sqlite, Store, move_all};

/// A store with a few tables and moves.
pub fn used_store(folder: &std::path::Path) -> Sqlite {
    let running = Running::on(Box::new(Sqlite::open(folder).unwrap()), open_settings());
    run(async {
        for game in ["naija-whot", "uno-classic", "yaniv"] {
            let (_, _, mut connections) = two_at(running.client, &asked(game)).await;
            for round in 0..12 {
                let on_turn = usize::from(!connections[0].is_on_turn());
                let Some(choice) = connections[on_turn].choices().first().cloned() else { break };
                let (id, n) = (format!("r{round}"), connections[on_turn].number);
                let act = ClientMsg::Act { id, n, m: choice.notation };
                if connections[on_turn].ask(&act).await != Ok(true) {
                    break;
                }
                let number = connections[on_turn].number;
                while connections[1 - on_turn].number < number {
                    connections[1 - on_turn].receive().await.unwrap();
                }
            }
        }
        running.client.make(&running.client.guest().await.unwrap(), &asked("mau-mau")).await.unwrap();
    });
    running.stop();
    Sqlite::open(folder).unwrap()
}

#[test]
fn all_data_moves_there_and_back() {
    let database = Database::start();
    let folder = std::env::temp_dir().join(format!("lastcard-move-{}", std::process::id()));
    let mut old = used_store(&folder.join("old"));
    let mut shared = database.store("");
    // An interrupted move: a table and a part of its log are there.
    let first = old.tables().unwrap()[0];
    let (table, log) = (old.stored_table(first).unwrap().unwrap(), old.log(first).unwrap());
    shared.add_table(&table).unwrap();
    shared.add_entries(first, &log[..3]).unwrap();
    let moved = move_all(&mut old, &mut shared, |_| {}).unwrap();
    assert_eq!((moved.tables, moved.keys, moved.copied), (4, 7, moved.entries - 3));
    assert!(moved.entries > 30, "{moved:?}");
    let again = move_all(&mut old, &mut shared, |_| {}).unwrap();
    assert_eq!(again.copied, 0);
    let mut back = Sqlite::open(&folder.join("new")).unwrap();
    assert_eq!(move_all(&mut shared, &mut back, |_| {}).unwrap().copied, moved.entries);
    let (was, is) = (old.server_data().unwrap(), back.server_data().unwrap());
    assert_eq!((was.alive, was.outages), (is.alive, is.outages));
    for id in old.tables().unwrap() {
        assert!(old.stored_table(id).unwrap() == back.stored_table(id).unwrap());
        assert_eq!(old.log(id).unwrap(), back.log(id).unwrap());
    }
    assert_eq!(server::audit_store(Box::new(back)).unwrap().faults, []);
    let newer = server::internals::TableRow { code: "NEW".into(), id: 0, ..table.row.clone() };
    shared.write(9, &[Write::Make(Box::new(newer), 9)]).unwrap();
    assert!(shared.table("NEW").unwrap().unwrap().id > *old.tables().unwrap().last().unwrap());
    another_log_is_not_overwritten(&mut old, &mut shared, first);
    std::fs::remove_dir_all(&folder).unwrap();
}

fn another_log_is_not_overwritten(old: &mut Sqlite, shared: &mut server::Postgres, table: i64) {
    let log = shared.log(table).unwrap();
    let mut one_more = log.last().unwrap().clone();
    one_more.seq += 1;
    one_more.hash = one_more.chained(&log.last().unwrap().hash);
    shared.add_entries(table, &[one_more]).unwrap();
    let refused = move_all(old, shared, |_| {}).unwrap_err();
    assert!(refused.to_string().contains("already"), "{refused}");
}
