//! What programs meet that are written from `docs/protocol.md`: calls, codes, and frames in order.

use std::path::{Path, PathBuf};

use crate::test_server::{Running, asked, open_settings, run, settle};
use protocol::{
    ClientMsg, CreatedTable, DescribedRules, Guest, PackInfo, PresetList, Problem, Received, RefusalCode,
    RulesInfo, TableSummary, Ticket, json,
};
use server::Settings;
use server::internals::{Listing, TableRow, TableSetup, TableStatus, Write};
use server::{Sqlite, Store};
use test_client::{Client, Connection};

/// The document, read when the test runs: it is written by one of them.
fn document() -> (PathBuf, String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

fn key_header(key: &str) -> String {
    format!("Authorization: Bearer {key}\r\n")
}

fn problem(body: &str) -> Problem {
    json::read(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// Someone at a table, whose frames are kept.
async fn seated(client: Client, key: &str, table: &str, name: &str) -> Connection {
    let mut connection = client.connect(key, table, Some(name), None).await.unwrap();
    connection.keep_frames = true;
    settle(&mut connection).await;
    connection
}

fn count(connection: &Connection, item: &str) -> usize {
    let item = format!("{{\"{item}\":");
    connection.frames.iter().map(|frame| frame.matches(&item).count()).sum()
}

#[test]
fn a_newcomer_is_told_once_who_sits_there_and_who_is_connected() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &asked("crazy-eights")).await.unwrap();
        let mut ada = seated(client, &keys[0], &table, "Ada").await;
        assert_eq!(ada.ask(&ClientMsg::Sit { id: "1".into(), name: "Ada B".into() }).await, Ok(true));
        settle(&mut ada).await;
        let told = |connection: &Connection| [count(connection, "players"), count(connection, "on")];
        // Once when she came, once when she changed her name.
        assert_eq!(told(&ada), [2, 2], "{:?}", ada.frames);
        let mut bola = seated(client, &keys[1], &table, "Bola").await;
        settle(&mut ada).await;
        assert_eq!(bola.ask(&ClientMsg::Ready { id: "2".into() }).await, Ok(true));
        assert_eq!(ada.ask(&ClientMsg::Ready { id: "3".into() }).await, Ok(true));
        assert_eq!((told(&ada), told(&bola)), ([3, 3], [1, 1]), "{:?} {:?}", ada.frames, bola.frames);
    });
}

/// A guest who sat down before the maker is told when the maker comes, is renamed and leaves.
#[test]
fn everyone_is_told_who_sets_the_table_up() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &asked("crazy-eights")).await.unwrap();
        let mut bola = seated(client, &keys[1], &table, "Bola").await;
        assert!(!bola.frames[0].contains("maker"), "{}", bola.frames[0]);
        let maker = |heard: &Received| match heard {
            Received::Maker(name) => Some(name.clone()),
            _ => None,
        };
        let mut ada = seated(client, &keys[0], &table, "Ada").await;
        assert_eq!(bola.receive_until(maker).await, Ok(Some("Ada".into())));
        assert_eq!(bola.ask(&ClientMsg::Start { id: "s".into() }).await, Ok(false), "not Bola's to start");
        assert_eq!(ada.ask(&ClientMsg::Sit { id: "1".into(), name: "Adaeze".into() }).await, Ok(true));
        assert_eq!(bola.receive_until(maker).await, Ok(Some("Adaeze".into())));
        assert_eq!(ada.ask(&ClientMsg::Leave { id: "2".into() }).await, Ok(true));
        assert_eq!(bola.receive_until(maker).await, Ok(None));
        let bot = ClientMsg::Bot { id: "b".into(), name: "Chidi".into(), level: protocol::BotLevel::Easy };
        assert_eq!(bola.ask(&bot).await, Ok(true), "now it is");
    });
}

/// A maker who has left the match keeps the seat to come back to, but the others need not wait for that.
#[test]
fn a_maker_who_left_the_match_no_longer_sets_the_table_up() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &asked("crazy-eights")).await.unwrap();
        let mut ada = seated(client, &keys[0], &table, "Ada").await;
        let mut bola = seated(client, &keys[1], &table, "Bola").await;
        let unbot = |id: &str| ClientMsg::Unbot { id: id.into(), name: "Chidi".into() };
        let refused = |heard: &Received| match heard {
            Received::Refused { id: Some(_), why } => Some(why.code.word()),
            _ => None,
        };
        let maker = |heard: &Received| match heard {
            Received::Maker(name) => Some(name.clone()),
            _ => None,
        };
        assert_eq!(ada.ask(&ClientMsg::Start { id: "1".into() }).await, Ok(true));
        assert_eq!(ada.ask(&ClientMsg::Leave { id: "2".into() }).await, Ok(true));
        assert_eq!(bola.receive_until(maker).await, Ok(None));
        bola.send(&unbot("3")).await.unwrap();
        assert_ne!(bola.receive_until(refused).await, Ok("not-host"));
        assert_eq!(ada.ask(&ClientMsg::Return { id: "4".into() }).await, Ok(true));
        assert_eq!(bola.receive_until(maker).await, Ok(Some("Ada".into())));
        bola.send(&unbot("5")).await.unwrap();
        assert_eq!(bola.receive_until(refused).await, Ok("not-host"));
    });
}

/// A command that cannot be read is refused under its id, so that nobody waits for its answer.
#[test]
fn what_cannot_be_read_is_answered_under_its_id() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let table = client.make(&key, &asked("crazy-eights")).await.unwrap();
        let mut ada = seated(client, &key, &table, "Ada").await;
        for (text, id) in [
            (r#"{"do":"dance","id":"7"}"#, Some("7")),
            (r#"{"do":"act","id":"8","n":"one","m":"draw"}"#, Some("8")),
            (r#"{"do":"start","id":9}"#, Some("9")),
            (r#"{"do":"start","id":"a b"}"#, None),
            (r#"{"do":"start","id":""}"#, None),
            (r#"{"do":"start"}"#, None),
            ("[1]", None),
            ("{", None),
        ] {
            ada.send_text(text.into()).await.unwrap();
            let refused = ada.receive_until(|heard| match heard {
                Received::Refused { id, why } => Some((id.clone(), why.clone())),
                _ => None,
            });
            let (refused, why) = refused.await.unwrap();
            assert_eq!((refused.as_deref(), why.code.word()), (id, "bad-message"), "{text}");
            assert!(
                why.sentence.starts_with(char::is_uppercase) && why.sentence.ends_with('.'),
                "{}",
                why.sentence
            );
        }
    });
}

/// The socket stays open after a refused name: the player may sit down under another.
#[test]
fn after_a_bad_name_another_one_may_be_given() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let table = client.make(&key, &asked("crazy-eights")).await.unwrap();
        let mut ada = client.connect(&key, &table, Some("\u{202e}"), None).await.unwrap();
        let refused = |heard: &Received| match heard {
            Received::Refused { id, why } => Some((id.clone(), why.code.word())),
            _ => None,
        };
        assert_eq!(ada.receive_until(refused).await, Ok((None, "hidden-character")));
        assert_eq!(ada.ask(&ClientMsg::Sit { id: "1".into(), name: "Ada".into() }).await, Ok(true));
    });
}

#[test]
fn calls_are_understood_or_refused_with_a_problem() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let headers = key_header(&key);
        let (status, body) = client.call("POST /api/tables", &headers, "").await.unwrap();
        let made: CreatedTable = json::read(&body).unwrap();
        assert_eq!(status, 201, "an empty body asks for a table as usual");
        let lower = made.table.to_lowercase();
        let (status, body) = client.call(&format!("GET /api/tables/{lower}"), "", "").await.unwrap();
        assert_eq!((status, json::read::<TableSummary>(&body).unwrap().table), (200, made.table.clone()));
        let ask = format!(r#"{{"table":"{lower}"}}"#);
        let (status, body) = client.call("POST /api/ticket", &headers, &ask).await.unwrap();
        assert_eq!(status, 201);
        let ticket = json::read::<Ticket>(&body).unwrap().ticket;
        let mut socket = client.socket(&lower, &client.origin()).await.map(Connection::new).unwrap();
        socket.send(&crate::test_server::hello(&ticket)).await.unwrap();
        assert!(socket.frame().await.unwrap().contains(&made.table));
        for (line, body, expected) in [
            ("POST /api/tables", r#"{"seconds":4}"#, (400, "rules")),
            ("POST /api/tables", r#"{"rules":"turn_seconds = 2"}"#, (400, "rules")),
            ("POST /api/tables", "{", (400, "bad-message")),
            ("POST /api/tables", r#"["yaniv"]"#, (400, "bad-message")),
            ("POST /api/rules", "null", (400, "bad-message")),
            ("GET /api/presets/yaniv/pack?seets=4", "", (400, "bad-message")),
            ("POST /api/ticket", "", (400, "bad-message")),
            ("DELETE /api/tables", "", (405, "bad-message")),
            ("GET /api/guest", "", (405, "bad-message")),
            ("POST /livez", "", (405, "bad-message")),
            ("GET /api/nothing", "", (404, "unknown")),
            ("GET /api/presets/poker", "", (404, "unknown")),
            ("GET /api/presets/yaniv/pack?seats=99", "", (400, "rules")),
            ("GET /api/presets/yaniv/pack?seats=many", "", (400, "bad-message")),
            ("POST /api/rules", r#"{"rules":"colour = 1"}"#, (400, "rules")),
            ("POST /api/tables", &"x".repeat(70_000), (413, "bad-message")),
        ] {
            let (status, body) = client.call(line, &headers, body).await.unwrap();
            assert_eq!((status, problem(&body).code.word()), expected, "{line}: {body}");
        }
        let refused = client.raw("DELETE /api/tables", &headers, "").await.unwrap().to_lowercase();
        assert!(refused.contains("\r\nallow: get,head,post\r\n"), "{refused}");
    });
}

#[test]
fn the_games_their_rules_and_their_packs_are_described() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let get = async |path: &str| client.call(&format!("GET {path}"), "", "").await.unwrap().1;
        let list: PresetList = json::read(&get("/api/presets").await).unwrap();
        assert!(list.presets.iter().map(|preset| preset.name.as_str()).eq(games::presets::names()));
        for preset in &list.presets {
            let path = format!("/api/presets/{}", preset.name);
            let rules: RulesInfo = json::read(&get(&path).await).unwrap();
            assert!(rules.title == preset.title && rules.clauses.len() > 5, "{}", preset.name);
            let pack: PackInfo =
                json::read(&get(&format!("{path}/pack?seats={}", preset.players.most)).await).unwrap();
            assert_eq!(pack.seats, preset.players.most);
        }
        let ask = r#"{"game":"mau-mau","rules":"hand_size = 3"}"#;
        let (status, body) = client.call("POST /api/rules", "", ask).await.unwrap();
        let described: DescribedRules = json::read(&body).unwrap();
        assert_eq!((status, described.pack.size), (200, 32));
        assert!(described.rules.toml.contains("hand_size = 3"), "{}", described.rules.toml);
    });
}

/// A page of an origin that the operator named may call; a browser asks first. Other pages may not.
#[test]
fn pages_of_named_origins_may_call() {
    let origins = vec!["https://cards.example".to_string()];
    let running = Running::start(Settings { origins, ..open_settings() });
    run(async {
        let client = running.client;
        let asked = "Origin: https://cards.example\r\nAccess-Control-Request-Method: POST\r\n\
                     Access-Control-Request-Headers: authorization\r\n";
        let preflight = client.raw("OPTIONS /api/tables", asked, "").await.unwrap().to_lowercase();
        assert!(preflight.starts_with("http/1.1 204"), "{preflight}");
        for header in [
            "access-control-allow-origin: https://cards.example",
            "access-control-allow-headers: authorization, content-type",
            "access-control-allow-methods: get, post",
            "vary: origin",
        ] {
            assert!(preflight.contains(&format!("\r\n{header}\r\n")), "{header}: {preflight}");
        }
        let guest = client.raw("POST /api/guest", "Origin: https://cards.example\r\n", "").await.unwrap();
        assert!(
            guest.starts_with("HTTP/1.1 201") && guest.contains("access-control-allow-origin"),
            "{guest}"
        );
        let other = "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
        for line in ["OPTIONS /api/tables", "POST /api/guest"] {
            let refused = client.raw(line, other, "").await.unwrap();
            assert!(refused.starts_with("HTTP/1.1 403") && !refused.contains("access-control"), "{refused}");
        }
    });
}

/// Without named origins nothing is allowed beyond the server's own page.
#[test]
fn no_origin_is_allowed_by_default() {
    let running = Running::open();
    run(async {
        let own = format!("Origin: {}\r\n", running.client.origin());
        let answer = running.client.raw("GET /api/presets", &own, "").await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200") && !answer.contains("access-control"), "{answer}");
    });
}

/// The codes in the table of the document.
fn documented_codes(document: &str) -> Vec<&str> {
    let section = document.split("## Codes\n").nth(1).expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let cells = section.lines().filter_map(|line| line.strip_prefix("| `")?.split(" | ").next());
    cells.flat_map(|cell| cell.split("`, `")).map(|code| code.trim_end_matches('`')).collect()
}

#[test]
fn the_document_lists_every_code_once() {
    let (_, document) = document();
    let mut documented = documented_codes(&document);
    documented.sort_unstable();
    let codes: Vec<&str> = RefusalCode::all().into_iter().map(RefusalCode::word).collect();
    assert_eq!(documented, codes);
}

const CODE: &str = "K7QX2M4P";

/// A server with one table whose first pack is arranged, so that the session is always the same.
fn arranged() -> Running {
    let rules = "hand_size = 2\nfirst_dealer = \"last_seat\"".to_string();
    let ask = protocol::CreateTable { rules, seats: Some(2), ..asked("crazy-eights") };
    let deck = ["8H", "2S", "5C", "KD", "5S", "7C"].map(String::from).to_vec();
    let setup = TableSetup { deck: Some(deck), ..TableSetup::asked(&ask).unwrap() };
    let row = TableRow {
        id: 1,
        code: CODE.into(),
        maker: 1,
        setup: setup.write(),
        secret: 7,
        listed: Listing { title: "South African Crazy Eights".into(), seats: 2, seconds: 60, open: false },
        status: TableStatus::default(),
    };
    let mut store = Sqlite::in_memory().unwrap();
    store.write(1, &[Write::Make(Box::new(row), u64::MAX >> 2)]).unwrap();
    Running::on(Box::new(store), open_settings())
}

/// The frames that have come so far, as lines of the document. Times are left out: they are never the same.
fn heard(connection: &mut Connection, lines: &mut Vec<String>) {
    for frame in connection.frames.drain(..) {
        let timeless = frame.split(r#"{"time":["#).enumerate().map(|(at, part)| match at {
            0 => part.to_string(),
            _ => format!(r#"{{"time":[{},…]{}"#, &part[..1], &part[part.find(']').unwrap() + 1..]),
        });
        lines.push(format!("< {}", timeless.collect::<String>()));
    }
}

async fn recorded_session(client: Client) -> String {
    let mut lines = Vec::new();
    let guest: Guest = json::read(&client.call("POST /api/guest", "", "").await.unwrap().1).unwrap();
    let ticket = client.ticket(&guest.token, CODE).await.unwrap();
    let mut ada = client.socket(CODE, &client.origin()).await.map(Connection::new).unwrap();
    ada.keep_frames = true;
    let say = async |ada: &mut Connection, lines: &mut Vec<String>, text: &str| {
        heard(ada, lines);
        lines.push(format!("> {text}"));
        ada.send_text(text.replace("TICKET", &ticket)).await.unwrap();
    };
    say(&mut ada, &mut lines, r#"{"do":"hello","v":1,"ticket":"TICKET","name":"Ada"}"#).await;
    settle(&mut ada).await;
    let key = client.guest().await.unwrap();
    let mut bola = seated(client, &key, CODE, "Bola").await;
    settle(&mut ada).await;
    for (person, text) in [
        ("ada", r#"{"do":"start","id":"1"}"#),
        ("bola", "start"),
        ("ada", r#"{"do":"ready","id":"2"}"#),
        ("ada", r#"{"do":"ask","id":"3","m":"play KD"}"#),
        ("ada", r#"{"do":"act","id":"4","n":1,"m":"play 8H call clubs"}"#),
        ("bola", "draw"),
        ("ada", r#"{"do":"act","id":"5","n":2,"m":"play 5C"}"#),
        ("ada", r#"{"do":"act","id":"6","n":3,"m":"play 5C"}"#),
    ] {
        if person == "ada" {
            say(&mut ada, &mut lines, text).await;
            let id = json::read::<ClientMsg>(text).unwrap().id().unwrap().to_owned();
            let answered = ada.receive_until(|heard| match heard {
                Received::Done { id: done } => (*done == id).then_some(()),
                Received::Refused { id: refused, .. } => (refused.as_ref() == Some(&id)).then_some(()),
                _ => None,
            });
            answered.await.unwrap();
        } else if text == "draw" {
            while !bola.is_on_turn() {
                bola.receive().await.unwrap();
            }
            let draw = ClientMsg::Act { id: "b".into(), n: bola.number, m: "draw".into() };
            assert_eq!(bola.ask(&draw).await, Ok(true));
            while ada.number < bola.number {
                ada.receive().await.unwrap();
            }
        } else {
            crate::test_server::until_scene(&mut ada).await;
        }
    }
    heard(&mut ada, &mut lines);
    lines.join("\n") + "\n"
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard-server --test integration programs::the_session` writes it anew.
#[test]
fn the_session_in_the_document_is_a_recorded_one() {
    let running = arranged();
    let session = run(recorded_session(running.client));
    let (path, document) = document();
    let fenced = |text: &str| format!("```session\n{text}```");
    let documented = document.split("```session\n").nth(1).and_then(|rest| rest.split("```").next());
    let documented = documented.expect("a session");
    if std::env::var_os("LASTCARD_WRITE").is_some() {
        std::fs::write(path, document.replace(&fenced(documented), &fenced(&session))).unwrap();
        return;
    }
    assert_eq!(session, documented, "docs/protocol.md: set LASTCARD_WRITE=1 and run this again");
}
