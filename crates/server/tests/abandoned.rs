//! Abandoned tables leave nothing behind, in memory or on disk.

mod test_server;

use std::sync::Arc;

use protocol::{ClientMsg, CreateTable, Hello};
use server::internals::{Outbox, Rooms, Write};
use server::{Settings, Sqlite, Store};
use test_server::{memory, open_settings, run};
use tokio::task::JoinSet;

/// How many tables: from the environment, or few.
fn tables() -> usize {
    std::env::var("LASTCARD_ABANDONED").ok().and_then(|text| text.parse().ok()).unwrap_or(1_000)
}

/// Creates a table; at every second one a player takes a seat, and at every fourth leaves it again.
async fn make_and_leave(rooms: Arc<Rooms>, at: usize) {
    let player = at as u128 + 1;
    let code = rooms.make(player, &CreateTable { bots: at % 3, ..CreateTable::default() }).await.unwrap();
    if at.is_multiple_of(2) {
        return;
    }
    // The regular sweep may have removed it already.
    let Some(room) = rooms.room(&code).await else { return };
    let outbox = Arc::new(Outbox::default());
    let hello = Hello { name: Some("Ada".into()), ..Hello::default() };
    rooms.connect(&room, player, &outbox, &hello).await.unwrap();
    if at % 4 == 1 {
        rooms.ask(&room, &outbox, ClientMsg::Leave { id: "bored".into() }).await.unwrap();
    }
    rooms.disconnect(&room, &outbox);
}

/// R2: 100,000 of them are `cargo xtask torture`.
#[test]
fn tables_that_were_left_leave_nothing_behind() {
    let folder = std::env::temp_dir().join(format!("lastcard-abandoned-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let settings =
        Settings { seat_grace: 0, rest_after: 0, unused_after: 0, idle_after: 0, ..open_settings() };
    let store = Box::new(Sqlite::open(&folder).unwrap());
    run(async {
        let (rooms, finished) = Rooms::open(store, settings, |why| panic!("{why}")).unwrap();
        let going = tokio::spawn(rooms.clone().run(finished));
        let mut after_the_first = 0;
        for batch in 0..tables() / 100 {
            let mut people = JoinSet::new();
            for at in 0..100 {
                people.spawn(make_and_leave(rooms.clone(), batch * 100 + at));
            }
            people.join_all().await;
            rooms.sweep().await;
            rooms.unload_idle_rooms();
            if batch == tables() / 1_000 {
                after_the_first = memory();
            }
        }
        let grown = memory().saturating_sub(after_the_first);
        println!("{} tables, memory grown by {} KiB", tables(), grown / 1024);
        assert!(grown < 8 << 20, "memory has grown by {grown} bytes");
        while rooms.metrics.rooms.load(std::sync::atomic::Ordering::Relaxed) > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
            rooms.unload_idle_rooms();
        }
        going.abort();
    });
    let mut store = Sqlite::open(&folder).unwrap();
    store.write(u64::MAX >> 1, &[Write::Sweep { unused: u64::MAX >> 1, idle: u64::MAX >> 1 }]).unwrap();
    assert_eq!(store.tables().unwrap().len(), 0, "rows are left");
    assert_eq!(store.entries().unwrap(), 0, "entries are left");
    std::fs::remove_dir_all(&folder).unwrap();
}
