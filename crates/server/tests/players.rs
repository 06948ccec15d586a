//! Players at the tables of a real server, over real sockets.

use std::time::Duration;

use crate::test_server::{Running, asked, open_settings, run, settle, two_at, until_scene};
use engine::Viewer;
use protocol::{BotLevel, ClientMsg, CreateTable, Received};
use table::Message;
use test_client::{Client, ClientError, Connection};

/// Plays until the round is over; the number of moves.
async fn play_round(players: &mut [Connection]) -> usize {
    for moves in 0..2_000 {
        let over =
            players.iter().all(|player| player.scene.as_ref().is_some_and(|scene| scene.outcome.is_some()));
        if over {
            return moves;
        }
        let Some(at) = players.iter().position(Connection::is_on_turn) else { panic!("nobody is on turn") };
        let player = &mut players[at];
        let m = player.choices().last().unwrap().notation.clone();
        let act = ClientMsg::Act { id: format!("m{moves}"), n: player.number, m };
        assert_eq!(player.ask(&act).await, Ok(true));
        let number = player.number;
        for player in players.iter_mut() {
            while player.number < number || player.scene.is_none() {
                player.receive().await.unwrap();
            }
        }
    }
    panic!("the round does not end");
}

#[test]
fn two_people_play_a_match_and_another() {
    let running = Running::open();
    run(async {
        let (_, _, mut players) = two_at(running.client, &asked("american-eights")).await;
        assert!(play_round(&mut players).await > 4);
        let next = players[1].ask(&ClientMsg::Next { id: "next".into() }).await.unwrap();
        let again = players[1].ask(&ClientMsg::Rematch { id: "again".into() }).await.unwrap();
        assert!(next != again, "either the match goes on, or a new one begins");
        let dealt = |heard: &Received| matches!(heard, Received::Table(Message::Deal { .. })).then_some(());
        players[0].receive_until(dealt).await.unwrap();
    });
}

#[test]
fn a_repeated_command_is_done_once_and_answered_alike() {
    let running = Running::open();
    run(async {
        let (_, _, [mut ada, mut bola]) = two_at(running.client, &asked("crazy-eights")).await;
        let mover = if ada.is_on_turn() { &mut ada } else { &mut bola };
        let m = mover.choices()[0].notation.clone();
        let act = ClientMsg::Act { id: "same".into(), n: mover.number, m };
        for _ in 0..5 {
            assert_eq!(mover.ask(&act).await, Ok(true));
        }
        assert_eq!(mover.number, 2, "one deal and one move");
        let bad = ClientMsg::Act { id: "bad".into(), n: 2, m: "dance".into() };
        for _ in 0..3 {
            assert_eq!(mover.ask(&bad).await, Ok(false));
        }
    });
}

#[test]
fn a_player_who_reconnects_gets_what_was_missed() {
    let running = Running::open();
    run(async {
        let (table, keys, [ada, mut bola]) = two_at(running.client, &asked("crazy-eights")).await;
        let last = ada.number;
        ada.abort();
        let at = usize::from(bola.is_on_turn());
        if at == 1 {
            let m = bola.choices()[0].notation.clone();
            let act = ClientMsg::Act { id: "m".into(), n: bola.number, m };
            assert_eq!(bola.ask(&act).await, Ok(true));
        }
        let mut ada = running.client.connect(&keys[0], &table, None, Some(last)).await.unwrap();
        let mut missed = Vec::new();
        while ada.scene.is_none() {
            for heard in ada.receive().await.unwrap() {
                if let Received::Table(Message::Events { number, .. }) = heard {
                    missed.push(number);
                }
            }
        }
        assert_eq!(missed.len(), at, "exactly what was missed");
        assert_eq!(ada.number, bola.number);
        assert!(matches!(ada.scene.as_ref().unwrap().viewer, Viewer::Seat(_)));
    });
}

#[test]
fn a_second_connection_takes_over() {
    let running = Running::open();
    run(async {
        let (table, keys, [mut ada, _bola]) = two_at(running.client, &asked("crazy-eights")).await;
        let mut second = running.client.connect(&keys[0], &table, None, None).await.unwrap();
        until_scene(&mut second).await;
        let closed = loop {
            if let Err(why) = ada.receive().await {
                break why;
            }
        };
        assert_eq!(closed, ClientError::Closed(4001));
    });
}

#[test]
fn a_link_brings_the_seat_to_another_device_once() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, keys, _players) = two_at(client, &asked("crazy-eights")).await;
        let header = format!("Authorization: Bearer {}\r\n", keys[0]);
        let (status, link) = client.call("POST /api/link", &header, "").await.unwrap();
        assert_eq!(status, 201);
        let (status, guest) = client.call("POST /api/resume", "", &link).await.unwrap();
        assert_eq!(status, 201);
        let guest: protocol::Guest = protocol::json::read(&guest).unwrap();
        let mut phone = client.connect(&guest.token, &table, None, None).await.unwrap();
        until_scene(&mut phone).await;
        assert!(matches!(phone.scene.as_ref().unwrap().viewer, Viewer::Seat(_)));
        assert_eq!(client.call("POST /api/resume", "", &link).await.unwrap().0, 404, "a link is good once");
        client
            .call("POST /api/logout", &format!("Authorization: Bearer {}\r\n", guest.token), "")
            .await
            .unwrap();
        assert!(matches!(client.ticket(&guest.token, &table).await, Err(ClientError::Refused(401, _))));
        assert!(client.ticket(&keys[0], &table).await.is_ok(), "the other key is still one");
    });
}

#[test]
fn spectators_see_no_hand_and_can_do_nothing() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, _, _players) = two_at(client, &asked("crazy-eights")).await;
        let key = client.guest().await.unwrap();
        let mut spectator = client.connect(&key, &table, None, None).await.unwrap();
        spectator.keep_frames = true;
        until_scene(&mut spectator).await;
        let scene = spectator.scene.clone().unwrap();
        // The rest of a turn is counted in delayed time: never more than a turn and the time for loading.
        let time = spectator
            .frames
            .iter()
            .find_map(|frame| frame.split_once("\"time\":[")?.1.split([',', ']']).nth(1));
        let left: u64 = time.unwrap().parse().unwrap();
        assert!(left <= 70_000, "{left} ms");
        assert_eq!(scene.viewer, Viewer::Spectator);
        assert!(scene.places.iter().all(|place| place.known.is_empty() && place.count > 0));
        for command in ["draw", "pass", "leave"] {
            let act = ClientMsg::Act { id: command.into(), n: spectator.number, m: command.into() };
            assert_eq!(spectator.ask(&act).await, Ok(false));
        }
        assert_eq!(spectator.ask(&ClientMsg::Leave { id: "l".into() }).await, Ok(false));
    });
}

#[test]
fn spectators_see_the_table_with_a_delay() {
    let settings = server::Settings { delay: 600_000, ..open_settings() };
    let running = Running::start(settings);
    run(async {
        let client = running.client;
        let (table, _, _players) = two_at(client, &asked("crazy-eights")).await;
        let key = client.guest().await.unwrap();
        let mut spectator = client.connect(&key, &table, None, None).await.unwrap();
        spectator.keep_frames = true;
        let rules = |heard: &Received| matches!(heard, Received::Table(Message::Rules(_))).then_some(());
        spectator.receive_until(rules).await.unwrap();
        // Everything there is to show is sent before the answer.
        assert_eq!(spectator.ask(&ClientMsg::Start { id: "s".into() }).await, Ok(false));
        assert!(spectator.scene.is_none(), "the match is too young to be seen");
        assert!(
            spectator.frames.iter().any(|frame| frame.contains("\"players\":[]")),
            "{:?}",
            spectator.frames
        );
    });
}

#[test]
fn a_person_who_leaves_is_replaced_and_can_come_back() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let (table, keys, [mut ada, mut bola]) = two_at(client, &asked("crazy-eights")).await;
        assert_eq!(bola.ask(&ClientMsg::Leave { id: "l".into() }).await, Ok(true));
        bola.abort();
        ada.receive_until(has_player("Bola", table::PlayerKind::Left)).await.unwrap();
        let mut bola = client.connect(&keys[1], &table, None, None).await.unwrap();
        until_scene(&mut bola).await;
        ada.receive_until(has_player("Bola", table::PlayerKind::Person)).await.unwrap();
    });
}

/// A table of two seats whose match is over and which Bola has left, with the keys of both players.
async fn left_after_the_match(client: Client) -> (String, [String; 2], Connection) {
    let rules = "hand_size = 2\nrounds = 1\n".into();
    let ask = CreateTable { seats: Some(2), rules, ..asked("crazy-eights") };
    let (table, keys, mut players) = two_at(client, &ask).await;
    play_round(&mut players).await;
    let [mut ada, mut bola] = players;
    assert_eq!(ada.ask(&ClientMsg::Next { id: "next".into() }).await, Ok(false), "the match is over");
    assert_eq!(bola.ask(&ClientMsg::Leave { id: "leave".into() }).await, Ok(true));
    (table, keys, ada)
}

/// Matches a list of players in which the named one is of this kind.
fn has_player(name: &'static str, kind: table::PlayerKind) -> impl Fn(&Received) -> Option<()> {
    move |heard| match heard {
        Received::Table(Message::Players(players)) => {
            players.iter().any(|player| player.name == name && player.kind == kind).then_some(())
        }
        _ => None,
    }
}

/// The seat is free for a new player, and for the one who left.
#[test]
fn a_seat_that_was_left_after_the_match_is_free() {
    let running = Running::open();
    run(async {
        for name in ["Bola", "Chi"] {
            let (table, [_, bola], mut ada) = left_after_the_match(running.client).await;
            let key = if name == "Bola" { bola } else { running.client.guest().await.unwrap() };
            let _visit = running.client.connect(&key, &table, Some(name), None).await.unwrap();
            ada.receive_until(has_player(name, table::PlayerKind::Person)).await.unwrap();
            assert_eq!(ada.ask(&ClientMsg::Start { id: "again".into() }).await, Ok(true));
        }
    });
}

#[test]
fn computer_players_play_and_phrases_are_heard() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let ask = CreateTable { bots: 2, open: true, ..asked("naija-whot") };
        let table = client.make(&key, &ask).await.unwrap();
        let (_, lobby) = client.call("GET /api/tables", "", "").await.unwrap();
        assert!(lobby.contains(&table), "{lobby}");
        let mut ada = client.connect(&key, &table, Some("Ada"), None).await.unwrap();
        settle(&mut ada).await;
        assert_eq!(ada.ask(&ClientMsg::Say { id: "s".into(), p: "hello".into() }).await, Ok(true));
        assert_eq!(ada.ask(&ClientMsg::Say { id: "t".into(), p: "buy now".into() }).await, Ok(false));
        assert_eq!(
            ada.ask(&ClientMsg::Chat { id: "c".into(), t: "hi".into() }).await,
            Ok(false),
            "it is off"
        );
        assert_eq!(ada.ask(&ClientMsg::Start { id: "go".into() }).await, Ok(true));
        until_scene(&mut ada).await;
        let start = ada.number;
        while ada.number < start + 2 {
            if ada.is_on_turn() {
                let m = ada.choices()[0].notation.clone();
                let act = ClientMsg::Act { id: format!("a{}", ada.number), n: ada.number, m };
                assert_eq!(ada.ask(&act).await, Ok(true));
            } else {
                ada.receive_within(Duration::from_secs(20)).await.unwrap();
            }
        }
    });
}

/// Computer players that search make their moves, and hints come with a reason.
#[test]
fn players_who_think_ahead_move_and_hints_are_given() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let key = client.guest().await.unwrap();
        let ask = CreateTable { bots: 1, level: BotLevel::Master, ..asked("crazy-eights") };
        let table = client.make(&key, &ask).await.unwrap();
        let mut ada = client.connect(&key, &table, Some("Ada"), None).await.unwrap();
        settle(&mut ada).await;
        let bot = ClientMsg::Bot { id: "b".into(), name: "Robo".into(), level: BotLevel::Hard };
        assert_eq!(ada.ask(&bot).await, Ok(true));
        assert_eq!(ada.ask(&ClientMsg::Start { id: "go".into() }).await, Ok(true));
        until_scene(&mut ada).await;
        let mut turns = 0;
        while turns < 2 {
            if !ada.is_on_turn() {
                ada.receive_within(Duration::from_secs(20)).await.unwrap();
                continue;
            }
            turns += 1;
            ada.send(&ClientMsg::Hint { id: format!("h{turns}") }).await.unwrap();
            let hint = |heard: &Received| match heard {
                Received::Table(Message::Hint { number, notation, why, .. }) => {
                    Some((*number, notation.clone(), why.clone()))
                }
                _ => None,
            };
            let (n, m, why) = ada.receive_until(hint).await.unwrap();
            assert!(n == ada.number && ada.choices().iter().any(|choice| choice.notation == m), "{m}: {why}");
            let act = ClientMsg::Act { id: format!("a{turns}"), n, m };
            assert_eq!(ada.ask(&act).await, Ok(true));
        }
    });
}

/// At a public table there are no hints between people; at a private one there are.
#[test]
fn hints_are_not_given_among_strangers() {
    let running = Running::open();
    run(async {
        let ask = CreateTable { open: true, ..asked("crazy-eights") };
        let (_, _, players) = two_at(running.client, &ask).await;
        for mut player in players {
            assert_eq!(player.ask(&ClientMsg::Hint { id: "h".into() }).await, Ok(false));
        }
        let (_, _, players) = two_at(running.client, &asked("crazy-eights")).await;
        for mut player in players {
            let on_turn = player.is_on_turn();
            assert_eq!(player.ask(&ClientMsg::Hint { id: "h".into() }).await, Ok(on_turn));
        }
    });
}

/// What the server says of a name and of a title, by the word for programs.
#[test]
fn names_and_titles_that_deceive_are_refused() {
    let running = Running::open();
    run(async {
        let client: Client = running.client;
        let key = client.guest().await.unwrap();
        let ask =
            |title: &str| CreateTable { rules: format!("title = \"{title}\""), ..asked("crazy-eights") };
        for (title, code) in [("Eights\u{202e}sthgiE", "hidden-character"), ("Admin", "reserved-word")] {
            match client.make(&key, &ask(title)).await {
                Err(ClientError::Refused(400, why)) => assert!(why.contains(code), "{why}"),
                other => panic!("{title}: {other:?}"),
            }
        }
        let table = client.make(&key, &ask("Eights of Lagos")).await.unwrap();
        let mut ada = client.connect(&key, &table, Some("Ada"), None).await.unwrap();
        settle(&mut ada).await;
        for (at, title) in ["Eights\u{2066}", "\u{2800}", "ꓪꓧꓳꓔ"].into_iter().enumerate() {
            let rules = format!("title = \"{title}\"");
            assert_eq!(
                ada.ask(&ClientMsg::Rules { id: format!("r{at}"), rules }).await,
                Ok(false),
                "{title:?}"
            );
        }
        for (name, code) in [
            ("ꓮꓓꓮ", "looks-latin"),
            ("ᎪᎠᎪ", "looks-latin"),
            ("\u{2800}", "hidden-character"),
            ("Bola\u{202e}", "hidden-character"),
            ("Admin", "reserved-word"),
            ("Bot Amara", "reserved-word"),
            ("B\u{043e}la", "mixed-scripts"),
            ("adа", "mixed-scripts"),
            ("ADA", "name-taken"),
        ] {
            let guest = client.guest().await.unwrap();
            let mut other = client.connect(&guest, &table, Some(name), None).await.unwrap();
            let refused = |heard: &Received| match heard {
                Received::Refused { why, .. } => Some(why.code.word()),
                _ => None,
            };
            assert_eq!(other.receive_until(refused).await, Ok(code), "{name:?}");
        }
    });
}

#[test]
fn tables_that_everybody_has_left_leave_room_for_others() {
    let limits = server::Limits { open_tables: 2, ..server::Limits::off() };
    let running = Running::start(server::Settings { limits, ..open_settings() });
    run(async {
        let client: Client = running.client;
        let key = client.guest().await.unwrap();
        let ask = CreateTable { bots: 1, open: true, ..asked("crazy-eights") };
        let tables = [client.make(&key, &ask).await.unwrap(), client.make(&key, &ask).await.unwrap()];
        assert!(matches!(client.make(&key, &ask).await, Err(ClientError::Refused(429, _))));
        for (table, leaves) in tables.iter().zip([true, false]) {
            let mut ada = client.connect(&key, table, Some("Ada"), None).await.unwrap();
            settle(&mut ada).await;
            if leaves {
                assert_eq!(ada.ask(&ClientMsg::Leave { id: "l".into() }).await, Ok(true));
            } else {
                ada.abort();
            }
        }
        let (_, lobby) = client.call("GET /api/tables", "", "").await.unwrap();
        assert!(!lobby.contains(&tables[0]) && lobby.contains(&tables[1]), "{lobby}");
        assert!(client.make(&key, &ask).await.is_ok(), "the one that was left does not count");
        assert!(matches!(client.make(&key, &ask).await, Err(ClientError::Refused(429, _))));
    });
}

#[test]
fn a_seat_of_somebody_who_has_gone_is_free_for_another() {
    let running = Running::start(server::Settings { seat_grace: 0, ..open_settings() });
    run(async {
        let client: Client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let ask = CreateTable { seats: Some(2), bots: 1, ..asked("crazy-eights") };
        let table = client.make(&keys[0], &ask).await.unwrap();
        let mut squatter = client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap();
        settle(&mut squatter).await;
        let mut ada = client.connect(&keys[0], &table, Some("Ada"), None).await.unwrap();
        let full = |heard: &Received| match heard {
            Received::Refused { why, .. } => Some(why.code.word()),
            _ => None,
        };
        assert_eq!(ada.receive_until(full).await, Ok("full"));
        squatter.abort();
        for attempt in 0..200 {
            let sit = ClientMsg::Sit { id: format!("s{attempt}"), name: "Ada".into() };
            if ada.ask(&sit).await == Ok(true) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the seat is never free");
    });
}

#[test]
fn only_the_maker_sets_the_table_up() {
    let running = Running::open();
    run(async {
        let client: Client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &asked("crazy-eights")).await.unwrap();
        let mut ada = client.connect(&keys[0], &table, Some("Ada"), None).await.unwrap();
        settle(&mut ada).await;
        let mut bola = client.connect(&keys[1], &table, Some("Bola"), None).await.unwrap();
        settle(&mut bola).await;
        assert_eq!(bola.ask(&ClientMsg::Start { id: "1".into() }).await, Ok(false));
        let bot = |id: &str| ClientMsg::Bot { id: id.into(), name: "Robo".into(), level: BotLevel::Easy };
        assert_eq!(bola.ask(&bot("2")).await, Ok(false));
        assert_eq!(ada.ask(&bot("2")).await, Ok(true));
        let rules = |text: &str| ClientMsg::Rules { id: text.into(), rules: text.into() };
        assert_eq!(ada.ask(&rules("hand_size=3")).await, Ok(true));
        assert_eq!(ada.ask(&rules("turn_seconds=0")).await, Ok(false));
        assert_eq!(ada.ask(&ClientMsg::Start { id: "3".into() }).await, Ok(true));
        until_scene(&mut ada).await;
        assert!(ada.scene.as_ref().unwrap().places.iter().all(|place| place.count == 3));
    });
}
