//! The disk of a running server is full for a while: moves are refused with the reason, nothing is lost, and it goes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use crate::test_server::{Running, asked, open_settings, run, two_at, until_scene};
use protocol::ClientMsg;
use server::internals::{LogEntry, NodeStart, TableId, TableRecords, TableRow, Write, WriteOutcome};
use server::{Sqlite, Store, StoreError};

/// A store whose disk is full while the test says so.
struct Limited {
    store: Sqlite,
    full: Arc<AtomicBool>,
    was_full: bool,
}

impl Store for Limited {
    fn write(&mut self, now: u64, batch: &[Write]) -> Result<Vec<WriteOutcome>, StoreError> {
        let full = self.full.load(Relaxed);
        if full != self.was_full {
            self.store.limit_pages(if full { 0 } else { 1 << 20 })?;
            self.was_full = full;
        }
        self.store.write(now, batch)
    }

    fn tidy(&mut self, now: u64) -> Result<bool, StoreError> {
        self.store.tidy(now)
    }

    fn log(&mut self, table: TableId) -> Result<Vec<LogEntry>, StoreError> {
        self.store.log(table)
    }

    fn table(&mut self, code: &str) -> Result<Option<TableRow>, StoreError> {
        self.store.table(code)
    }

    fn table_by_id(&mut self, id: TableId) -> Result<Option<TableRow>, StoreError> {
        self.store.table_by_id(id)
    }

    fn tables(&mut self) -> Result<Vec<TableId>, StoreError> {
        self.store.tables()
    }

    fn lobby(&mut self, limit: usize) -> Result<Vec<TableRow>, StoreError> {
        self.store.lobby(limit)
    }

    fn open_tables(&mut self, maker: u128) -> Result<usize, StoreError> {
        self.store.open_tables(maker)
    }

    fn due(&mut self) -> Result<Vec<(u64, TableId)>, StoreError> {
        self.store.due()
    }

    fn player(&mut self, key: &[u8; 32]) -> Result<Option<u128>, StoreError> {
        self.store.player(key)
    }

    fn start_node(&mut self, now: u64) -> Result<NodeStart, StoreError> {
        self.store.start_node(now)
    }

    fn records(&mut self, table: TableId) -> Result<Option<TableRecords>, StoreError> {
        self.store.records(table)
    }
}

#[test]
fn a_server_survives_a_full_disk() {
    let folder = std::env::temp_dir().join(format!("lastcard-full-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let full = Arc::new(AtomicBool::new(false));
    let store = Limited { store: Sqlite::open(&folder).unwrap(), full: full.clone(), was_full: false };
    let running = Running::on(Box::new(store), open_settings());
    let made = run(async {
        let client = running.client;
        let (table, keys, mut players) = two_at(client, &asked("crazy-eights")).await;
        let is_full = async || {
            let (_, text) = client.call("GET /metrics", "", "").await.unwrap();
            text.contains("\nlastcard_store_full 1\n")
        };
        let (mut made, mut refused, mut cut_off) = (Vec::new(), 0, 0);
        for round in 0..4_000 {
            if round == 10 {
                full.store(true, Relaxed);
            }
            if refused == 5 {
                full.store(false, Relaxed);
                while is_full().await {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                refused += 1;
            }
            if refused > 5 && made.len() > 200 {
                break;
            }
            let newest = players[0].number.max(players[1].number);
            for player in &mut players {
                while player.number < newest || player.scene.is_none() {
                    player.receive().await.unwrap();
                }
            }
            let over = players[0].scene.as_ref().is_some_and(|scene| scene.outcome.is_some());
            let mover = usize::from(!players[0].is_on_turn());
            let id = format!("c{round}");
            let command = match players[mover].choices().first() {
                _ if over && round % 2 == 0 => ClientMsg::Next { id: id.clone() },
                _ if over => ClientMsg::Rematch { id: id.clone() },
                Some(choice) => {
                    ClientMsg::Act { id: id.clone(), n: players[mover].number, m: choice.notation.clone() }
                }
                None => panic!("nobody is on turn"),
            };
            match players[mover].ask(&command).await {
                Ok(true) => made.push(id),
                // The match may be over, or only the round.
                Ok(false) if over => {}
                Ok(false) => {
                    assert!(is_full().await, "it was refused for another reason");
                    refused += 1;
                }
                Err(_) => {
                    // It was on its way to the disk: nobody was told, and the table is loaded from its log.
                    cut_off += 1;
                    for (at, name) in ["Ada", "Bola"].into_iter().enumerate() {
                        players[at] = client.connect(&keys[at], &table, Some(name), None).await.unwrap();
                        until_scene(&mut players[at]).await;
                    }
                }
            }
        }
        assert!(refused == 6 && cut_off > 0 && made.len() > 200, "{refused}, {cut_off}, {}", made.len());
        assert_eq!(client.call("GET /livez", "", "").await.unwrap().0, 200);
        made
    });
    running.stop();
    let mut store = Sqlite::open(&folder).unwrap();
    let log = store.log(1).unwrap();
    let commands: Vec<&str> = log.iter().filter_map(|entry| entry.cmd.as_deref()).collect();
    for id in made {
        assert_eq!(commands.iter().filter(|cmd| **cmd == id).count(), 1, "{id} was acknowledged");
    }
    assert_eq!(server::audit(&folder).unwrap().faults, []);
    std::fs::remove_dir_all(&folder).unwrap();
}
