//! The real server is killed again and again while people play. Everything that was acknowledged must survive.
//!
//! The short form runs with all tests. `cargo xtask torture` kills it five hundred times at 64 tables.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::guests::{Crowd, number, until_ready};
use engine::{Chance, Quick};
use server::Sqlite;
use test_client::{Client, ReservedPort};

fn start(client: Client, data: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args(["serve", "--limits", "off", "--listen", &client.0.to_string(), "--data"])
        .arg(data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    let (tables, kills) = (number("LASTCARD_TABLES", 6), number("LASTCARD_KILLS", 50));
    let data = std::env::temp_dir().join(format!("lastcard-crash-{}", std::process::id()));
    let port = ReservedPort::new().unwrap();
    let client = port.client();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (kept, restart_times) = runtime.block_on(async {
        let mut child = start(client, &data);
        until_ready(client).await;
        let crowd = Crowd::gather(&[client], tables).await;
        // Matches have begun: from here on a kill meets moves on their way.
        crowd.all_play().await;
        let mut chance = Quick::new(kills);
        let mut restart_times = Vec::new();
        for _ in 0..kills {
            tokio::time::sleep(Duration::from_millis(50 + u64::from(chance.below(400)))).await;
            child.kill().unwrap();
            child.wait().unwrap();
            child = start(client, &data);
            restart_times.push(until_ready(client).await);
        }
        crowd.all_play().await;
        let kept = crowd.finish().await;
        child.kill().unwrap();
        child.wait().unwrap();
        (kept, restart_times)
    });
    kept.check(&mut Sqlite::open(&data).unwrap());
    let audit = server::audit(&data).unwrap();
    let slowest = restart_times.iter().max().unwrap();
    println!(
        "{kills} kills: {kept}, {} faults in {} entries; back within {slowest:?} at the slowest",
        audit.faults.len(),
        audit.entries
    );
    assert_eq!(audit.faults, []);
    std::fs::remove_dir_all(&data).unwrap();
}
