//! A restarted server does what was due, once, whatever its clock says.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};
use std::time::Duration;

use crate::test_server::{Running, asked, open_settings, run, two_at};
use protocol::{ClientMsg, CreateTable};
use server::internals::{WallClock, system_clock};
use server::{Settings, Sqlite, Store};

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

const DAY_MS: i64 = 24 * 3_600_000;
const YEAR_MS: i64 = 365 * DAY_MS;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lastcard-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn serving(folder: &Path, wall_clock: WallClock) -> Running {
    let settings = Settings { wall_clock, ..open_settings() };
    Running::on(Box::new(Sqlite::open(folder).unwrap()), settings)
}

/// Two people at a table with turns of five seconds, and a table at which nobody sits yet.
async fn game_and_lobby(server: &Running) -> String {
    let ask = CreateTable { seconds: Some(5), open: true, ..asked("crazy-eights") };
    let (_, keys, mut players) = two_at(server.client, &ask).await;
    for player in &mut players {
        assert_eq!(player.ask(&ClientMsg::Ready { id: "ready".into() }).await, Ok(true));
    }
    server.client.make(&keys[0], &ask).await.unwrap();
    tables(server).await
}

async fn tables(server: &Running) -> String {
    server.client.call("GET /api/tables", "", "").await.unwrap().1
}

fn entries(folder: &Path) -> usize {
    Sqlite::open_to_read(folder).unwrap().log(1).unwrap().len()
}

/// Waits until something more is due at the first table, which takes five seconds.
async fn goes_on(folder: &Path) {
    let before = entries(folder);
    let more = async {
        while entries(folder) == before {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_mins(1), more).await.expect("the clocks stand still");
}

#[test]
fn a_clock_a_day_slow_at_the_start_stops_no_turn() {
    let folder = folder("slow-clock");
    let first = serving(&folder, system_clock);
    run(game_and_lobby(&first));
    first.stop();
    let second = serving(&folder, || system_clock().saturating_add_signed(-DAY_MS));
    run(async {
        goes_on(&folder).await;
        let metrics = second.client.call("GET /metrics", "", "").await.unwrap().1;
        assert!(metrics.contains("\nlastcard_clock_jumps_total 1\n"), "{metrics}");
        assert!(metrics.contains("\nlastcard_clock_offset_seconds -86"), "{metrics}");
    });
    second.stop();
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_clock_a_year_fast_at_the_start_removes_nothing() {
    let folder = folder("fast-clock");
    let first = serving(&folder, system_clock);
    let listed = run(game_and_lobby(&first));
    first.stop();
    let second = serving(&folder, || system_clock().saturating_add_signed(YEAR_MS));
    run(async {
        goes_on(&folder).await;
        assert_eq!(tables(&second).await.matches("\"table\":").count(), listed.matches("\"table\":").count());
    });
    second.stop();
    let third = serving(&folder, system_clock);
    run(async {
        goes_on(&folder).await;
        assert_eq!(tables(&third).await.matches("\"table\":").count(), 2);
    });
    third.stop();
    let _ = std::fs::remove_dir_all(&folder);
}

#[test]
fn a_clock_that_jumps_while_a_server_runs_is_counted_and_moves_no_deadline() {
    static AHEAD: AtomicI64 = AtomicI64::new(0);
    let folder = folder("jumping-clock");
    let server = serving(&folder, || system_clock().saturating_add_signed(AHEAD.load(Relaxed)));
    run(async {
        game_and_lobby(&server).await;
        for (jumps, ahead) in [YEAR_MS, -DAY_MS, 0].into_iter().enumerate() {
            AHEAD.store(ahead, Relaxed);
            goes_on(&folder).await;
            let counted = format!("\nlastcard_clock_jumps_total {}\n", jumps + 1);
            let metrics = async || server.client.call("GET /metrics", "", "").await.unwrap().1;
            let noticed = async {
                while !metrics().await.contains(&counted) {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            tokio::time::timeout(Duration::from_mins(1), noticed).await.expect("the jump is counted");
        }
        assert_eq!(tables(&server).await.matches("\"table\":").count(), 2);
    });
    server.stop();
    let _ = std::fs::remove_dir_all(&folder);
}
