//! What operators are shown: metrics that count what they say.

use crate::test_server::{Running, asked, open_settings, run};
use protocol::{ClientMsg, Received};
use server::internals::{LogEntry, Write};
use server::{Sqlite, Store};
use test_client::Client;

/// The value of a metric without labels.
async fn metric(client: Client, name: &str) -> u64 {
    let (_, text) = client.call("GET /metrics", "", "").await.unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in {text}")).parse().unwrap()
}

/// R4: a table whose log was tampered with is frozen, and counted once however many players come back to it.
#[test]
fn a_frozen_table_is_counted() {
    let folder = std::env::temp_dir().join(format!("lastcard-operators-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let open = || Box::new(Sqlite::open(&folder).unwrap());
    let first = Running::on(open(), open_settings());
    let (key, table) = run(async {
        let key = first.client.guest().await.unwrap();
        let table = first.client.make(&key, &asked("crazy-eights")).await.unwrap();
        assert_eq!(metric(first.client, "lastcard_faults_total").await, 0);
        (key, table)
    });
    first.stop();
    let mut store = open();
    let id = store.table(&table).unwrap().unwrap().id;
    let entry =
        LogEntry { seq: 1, at: 1, who: None, cmd: None, body: "start".into(), number: 1, hash: [7; 32] };
    store.write(1, &[Write::Append { table: id, entry, before: [0; 32], standing: None }]).unwrap();
    let second = Running::on(store, open_settings());
    run(async {
        for _ in 0..2 {
            let mut connection = second.client.connect(&key, &table, Some("Ada"), None).await.unwrap();
            connection
                .receive_until(|heard| matches!(heard, Received::Fault(_)).then_some(()))
                .await
                .unwrap();
            connection.send(&ClientMsg::Start { id: "s".into() }).await.unwrap();
        }
        assert_eq!(metric(second.client, "lastcard_faults_total").await, 1);
    });
    second.stop();
    std::fs::remove_dir_all(&folder).unwrap();
}
