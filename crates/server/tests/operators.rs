//! What operators are shown: metrics that count what they say.

use crate::test_server::{Running, asked, open_settings, run};
use protocol::{ClientMsg, Received};
use server::internals::{LogEntry, Write};
use server::{Limits, Settings, Sqlite, Store};
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
    store.write(1, &[Write::Append { table: id, entry, before: [0; 32], status: None }]).unwrap();
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

/// The status of a request.
async fn status(client: Client, line: &str, headers: &str) -> u16 {
    client.call(line, headers, "").await.unwrap().0
}

/// Behind a proxy on this machine every request comes from this machine, so the address of the client tells nothing.
#[test]
fn metrics_are_not_public_behind_a_proxy() {
    let direct = Running::open();
    run(async {
        assert_eq!(status(direct.client, "GET /metrics", "").await, 200);
        for header in
            ["X-Forwarded-For: 7.7.7.7", "X-Real-IP: 7.7.7.7", "Forwarded: for=7.7.7.7", "Via: 1.1 proxy"]
        {
            assert_eq!(
                status(direct.client, "GET /metrics", &format!("{header}\r\n")).await,
                404,
                "{header}"
            );
        }
        // As nginx asks that was given nothing but `proxy_pass`; the rest of the line becomes a header.
        assert_eq!(status(direct.client, "GET /metrics HTTP/1.0\r\nX-Rest:", "").await, 404);
    });
    direct.stop();
    let with_origin = Settings { origins: vec!["https://cards.example".into()], ..open_settings() };
    let with_proxy = Settings { proxies: vec!["127.0.0.1".parse().unwrap()], ..open_settings() };
    for settings in [with_origin, with_proxy] {
        let running = Running::start(settings);
        run(async { assert_eq!(status(running.client, "GET /metrics", "").await, 404) });
        running.stop();
    }
}

/// The metrics of our own, in the document and in the program.
#[test]
fn the_document_lists_every_metric() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operating.md");
    let document = std::fs::read_to_string(path).unwrap();
    let (_, section) = document.split_once("## Monitoring\n").expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let words = section.split(|letter: char| letter != '_' && !letter.is_ascii_alphanumeric());
    let is_metric = |word: &&str| word.starts_with("lastcard_");
    let mut documented: Vec<&str> =
        words.filter(is_metric).map(|word| word.trim_end_matches("_count")).collect();
    let running = Running::open();
    let metrics = run(async {
        assert_eq!(status(running.client, "GET /api/tables", "Origin: https://evil.example\r\n").await, 403);
        running.client.call("GET /metrics", "", "").await.unwrap().1
    });
    let types = metrics.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let mut told: Vec<&str> = types.filter(is_metric).collect();
    // These two are for a server with a data folder.
    told.extend(["lastcard_disk_free_bytes", "lastcard_disk_size_bytes"]);
    for names in [&mut documented, &mut told] {
        names.sort_unstable();
        names.dedup();
    }
    assert_eq!(documented, told);
}

#[test]
fn requests_through_a_proxy_that_is_not_named_are_counted() {
    let running = Running::open();
    run(async {
        let forwarded = "X-Forwarded-For: 7.7.7.7\r\n";
        for _ in 0..3 {
            assert_eq!(status(running.client, "GET /api/tables", forwarded).await, 200);
        }
        assert_eq!(status(running.client, "GET /api/tables HTTP/1.0\r\nX-Rest:", "").await, 200);
        assert_eq!(status(running.client, "GET /api/tables", "").await, 200);
        assert_eq!(metric(running.client, "lastcard_unnamed_proxy_requests_total").await, 4);
    });
    running.stop();
}

#[test]
fn who_comes_too_often_is_told_the_truth_about_when_to_come_back() {
    let mut limits = Limits::off();
    limits.set("guests=2/hour").unwrap();
    let running = Running::start(Settings { limits, ..open_settings() });
    run(async {
        for _ in 0..2 {
            running.client.guest().await.unwrap();
        }
        let refused = running.client.raw("POST /api/guest", "", "{}").await.unwrap();
        let seconds = refused.lines().find_map(|line| line.strip_prefix("retry-after: ")).expect("a time");
        let seconds: u32 = seconds.trim().parse().unwrap();
        assert!(
            (60..=1_800).contains(&seconds),
            "one of two an hour comes back after half an hour: {seconds}"
        );
    });
    running.stop();
}

/// Everything is also below a path, and links have it.
#[test]
fn a_server_below_a_path_has_everything_there() {
    let running = Running::start(Settings { base: "/cards".into(), ..open_settings() });
    run(async {
        let client = running.client;
        let (_, guest) = client.call("POST /cards/api/guest", "", "{}").await.unwrap();
        let key = guest.split('"').nth(3).unwrap().to_string();
        let headers = format!("Authorization: Bearer {key}\r\n");
        let (made, table) =
            client.call("POST /cards/api/tables", &headers, "{\"game\":\"yaniv\"}").await.unwrap();
        assert_eq!(made, 201, "{table}");
        assert!(table.contains("\"link\":\"/cards/t/"), "{table}");
        for path in ["/cards", "/cards/", "/cards/livez", "/cards/api/tables", "/livez"] {
            assert_eq!(status(client, &format!("GET {path}"), "").await, 200, "{path}");
        }
        assert_eq!(status(client, "GET /cardsharp", "").await, 404);
    });
    running.stop();
}
