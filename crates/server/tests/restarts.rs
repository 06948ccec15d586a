//! A restarted server does what was due, once.

use std::time::Duration;

use crate::test_server::{Running, asked, open_settings, run, two_at};
use protocol::{ClientMsg, CreateTable};
use server::{Sqlite, Store};

/// M4, R1, R3: a turn ends although nobody is connected any more, and the list of tables is the same.
#[test]
fn a_turn_ends_in_time_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("lastcard-restart-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let open = || Running::on(Box::new(Sqlite::open(&folder).unwrap()), open_settings());
    let first = open();
    let (table, lobby) = run(async {
        let ask = CreateTable { seconds: Some(5), open: true, ..asked("crazy-eights") };
        let (table, _, mut players) = two_at(first.client, &ask).await;
        for player in &mut players {
            assert_eq!(player.ask(&ClientMsg::Ready { id: "ready".into() }).await, Ok(true));
        }
        (table, first.client.call("GET /api/tables", "", "").await.unwrap().1)
    });
    first.stop();
    let second = open();
    run(async {
        assert_eq!(second.client.call("GET /api/tables", "", "").await.unwrap().1, lobby);
        assert_eq!(lobby.matches(&table).count(), 1);
        let mut store = Sqlite::open_to_read(&folder).unwrap();
        let ticks = |store: &mut Sqlite| {
            let log = store.log(1).unwrap();
            log.into_iter().filter(|entry| entry.body == "tick").collect::<Vec<_>>()
        };
        while ticks(&mut store).is_empty() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let numbers: Vec<u64> = ticks(&mut store).iter().map(|entry| entry.number).collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "a turn ended twice: {numbers:?}");
    });
    second.stop();
    let _ = std::fs::remove_dir_all(&folder);
}
