//! What every owner of a host relies on.

use engine::Viewer;
use games::presets;
use host::{Command, Host, Outcome, Request, Talk};
use protocol::{ClientMsg, Frame, FrameReader, FrameWriter, Item, Received, Refusal, ShownScene};
use table::{Config, Input, Level, Message, Output, PlayerKind, SearchBy, Table, Token};
use test_client::{CommandFields, every_command};

const ADA: Token = Token(1);
const BOLA: Token = Token(2);
const STRANGER: Token = Token(9);

fn host(changes: &[&str]) -> Host {
    let changes: Vec<String> = changes.iter().map(|&change| change.into()).collect();
    let rules = games::change(&presets::named("crazy-eights").unwrap(), &changes).unwrap();
    Host::new(Table::new(Config { seed: 7, search_by: SearchBy::Host, ..Config::new(rules) }))
}

/// Ada and Bola play each other.
fn match_of_two(changes: &[&str]) -> Host {
    let mut host = host(changes);
    for (token, name) in [(ADA, "Ada"), (BOLA, "Bola")] {
        host.attach(token);
        host.hear(0, token, ClientMsg::Sit { id: "sit".into(), name: name.into() });
    }
    host.hear(0, ADA, ClientMsg::Start { id: "start".into() });
    host
}

fn frame(outcome: &Outcome, token: Token) -> Vec<Item> {
    outcome.frames.iter().find(|(to, _)| *to == token).map(|(_, frame)| frame.items()).unwrap_or_default()
}

fn on_turn(host: &Host) -> (Token, Token) {
    let turn = host.table().session().unwrap().turn();
    if host.table().seat_of(ADA) == turn { (ADA, BOLA) } else { (BOLA, ADA) }
}

fn every_message(id: &str) -> Vec<ClientMsg> {
    let (id, text) = (id.to_string(), String::from);
    let rude = ClientMsg::Say { id: id.clone(), p: text("rude") };
    let fields =
        CommandFields { id, n: 0, text: text("draw"), name: text("Cleo"), bot: text("Dayo"), on: true };
    let mut messages = every_command(&fields);
    messages.push(rude);
    messages
}

/// Whoever sends a command is answered exactly once, in the first item of one frame, player or not.
#[test]
fn every_command_is_answered_once() {
    for sender in [ADA, STRANGER] {
        let mut host = match_of_two(&[]);
        for message in every_message("7") {
            let outcome = host.hear(1_000, sender, message.clone());
            let answers = |item: &Item| match item {
                Item::Ok(id) => id == "7",
                Item::No(no) => no.id.as_deref() == Some("7"),
                _ => false,
            };
            let frames: Vec<_> = outcome.frames.iter().filter(|(to, _)| *to == sender).collect();
            let [(_, frame)] = frames.as_slice() else { panic!("{message:?}: {outcome:?}") };
            let frame = frame.items();
            assert!(answers(&frame[0]), "{message:?}: {frame:?}");
            assert_eq!(frame.iter().filter(|item| answers(item)).count(), 1, "{message:?}: {frame:?}");
            assert_eq!(matches!(frame[0], Item::No(_)), outcome.refusal.is_some(), "{message:?}");
            let others = outcome.frames.iter().filter(|(to, _)| *to != sender);
            assert!(others.flat_map(|(_, frame)| frame.items()).all(|item| !answers(&item)), "{message:?}");
        }
    }
}

/// A move that answers an older position is refused with the number of the current one, and nothing else comes of it (G20).
#[test]
fn a_stale_move_changes_nothing() {
    let mut host = match_of_two(&["turn_seconds=5", "afk_after=1"]);
    let (mover, _) = on_turn(&host);
    let number = host.table().number();
    let late = |id: &str| ClientMsg::Act { id: id.into(), n: number - 1, m: "draw".into() };
    let outcome = host.hear(10, mover, late("7"));
    assert_eq!(outcome.refusal, Some(Refusal::Table(table::Refusal::Stale { number })));
    assert!(outcome.is_stale() && outcome.is_only_answer(), "{outcome:?}");
    let [Item::No(no)] = &frame(&outcome, mover)[..] else { panic!("{outcome:?}") };
    assert_eq!((no.code.word(), no.n, no.id.as_deref()), ("stale", Some(number), Some("7")));
    // A player who was away has acted all the same, and is back (G11).
    host.apply(60_000, Input::Tick, None);
    let kind = |host: &Host| {
        let seat = host.table().seat_of(mover);
        host.table().players().into_iter().find(|player| Some(player.seat) == seat).unwrap().kind
    };
    assert_eq!(kind(&host), PlayerKind::Away);
    let outcome = host.hear(60_000, mover, late("8"));
    assert!(outcome.is_stale() && !outcome.is_only_answer(), "{outcome:?}");
    assert_eq!(kind(&host), PlayerKind::Person);
}

#[test]
fn talk_reaches_everyone_attached_in_one_frame() {
    let mut host = match_of_two(&[]);
    host.attach(STRANGER);
    let outcome = host.say(Command { token: ADA, id: "7" }, Talk::Phrase("wow".into()));
    assert!(matches!(&frame(&outcome, ADA)[..], [Item::Ok(_), Item::Said(said)] if said.p == "wow"));
    for token in [BOLA, STRANGER] {
        assert!(matches!(frame(&outcome, token)[..], [Item::Said(_)]), "{outcome:?}");
    }
    host.detach(STRANGER);
    let outcome = host.say(Command { token: ADA, id: "8" }, Talk::Text("hi".into()));
    assert_eq!(frame(&outcome, STRANGER), []);
}

/// A viewer who is attached again has forgotten everything, so the scene is whole; otherwise it says what changed.
#[test]
fn a_viewer_who_is_attached_again_gets_a_whole_scene() {
    let mut host = match_of_two(&[]);
    let whole = |outcome: &Outcome, token| {
        frame(outcome, token).iter().find_map(|item| match item {
            Item::Scene(scene) => Some(scene.new),
            _ => None,
        })
    };
    let (mover, other) = on_turn(&host);
    host.attach(other);
    let n = host.table().number();
    let outcome = host.hear(10, mover, ClientMsg::Act { id: "7".into(), n, m: "draw".into() });
    assert_eq!((whole(&outcome, mover), whole(&outcome, other)), (Some(false), Some(true)), "{outcome:?}");
}

/// A query lets no time pass: what is due stays due, and the time left is told as it is now.
#[test]
fn a_query_lets_no_time_pass() {
    let mut host = match_of_two(&["turn_seconds=5"]);
    let (number, wake) = (host.table().number(), host.wake());
    host.attach(ADA);
    let outcome = host.query(2_000, Input::Resume { token: ADA, last: u64::MAX }, None);
    assert!(frame(&outcome, ADA).iter().any(|item| matches!(item, Item::Time(_, 3_000))), "{outcome:?}");
    host.query(60_000, Input::Ask { token: ADA, notation: "draw".into() }, None);
    assert_eq!((host.table().number(), host.wake(), host.at()), (number, wake, 0));
    host.apply(60_000, Input::Tick, None);
    assert!(host.table().number() > number);
}

#[test]
fn a_decision_is_handed_out_once() {
    let mut host = host(&[]);
    for name in ["Bola", "Cleo"] {
        host.apply(0, Input::AddBot { level: Level::Hard, name: name.into() }, None);
    }
    host.apply(0, Input::Start, None);
    let mut decided = 0;
    for _ in 0..200 {
        if let Some(decision) = host.next_decision() {
            assert!(host.next_decision().is_none() && host.is_deciding(decision.number));
            let answer = decision.answer(&[]);
            host.apply(host.at(), answer, None);
            decided += 1;
        }
        let Some(at) = host.wake() else { break };
        host.apply(at, Input::Tick, None);
    }
    assert!(decided > 0 && host.table().session().unwrap().outcome().is_some(), "{decided} decisions");
}

/// A hint is for the one who asks, and stale once the table has moved on.
#[test]
fn a_hint_answers_its_command() {
    let mut host = match_of_two(&["hints=always"]);
    let (mover, _) = on_turn(&host);
    let command = Command { token: mover, id: "7" };
    let decision = host.hint(mover).unwrap();
    let outcome = host.answer_hint(command, &decision, Some(&[]));
    assert!(matches!(frame(&outcome, mover)[..], [Item::Ok(_), Item::Hint(_)]), "{outcome:?}");
    assert_eq!(outcome.frames.len(), 1);
    assert_eq!(host.answer_hint(command, &decision, None).refusal, Some(Refusal::NoHintFound));
    let n = host.table().number();
    host.hear(10, mover, ClientMsg::Act { id: "8".into(), n, m: "draw".into() });
    assert!(host.answer_hint(command, &decision, Some(&[])).is_stale());
}

/// Two viewers play a match by their frames alone, and each learns of the own seat only.
#[test]
fn a_match_is_played_through_frames() {
    type Player = (Token, FrameReader, Option<Viewer>, Option<Box<engine::Scene>>);

    let mut host = host(&[]);
    let mut players: [Player; 2] = [ADA, BOLA].map(|token| (token, FrameReader::default(), None, None));
    let mut send = |host: &mut Host, token: Token, message: ClientMsg| {
        for (to, frame) in host.hear(0, token, message).frames {
            let player = players.iter_mut().find(|(token, ..)| *token == to).unwrap();
            for heard in player.1.hear(frame.items(), 0).unwrap() {
                match heard {
                    Received::Table(Message::Welcome { viewer }) => player.2 = Some(viewer),
                    Received::Table(Message::Scene { scene, .. }) => player.3 = Some(scene),
                    _ => {}
                }
            }
        }
        let mover = players.iter().find(|(_, _, viewer, scene)| {
            let turn = scene.as_ref().and_then(|scene| scene.turn);
            turn.is_some_and(|seat| *viewer == Some(Viewer::Seat(seat)))
        });
        mover.map(|(token, _, viewer, scene)| {
            let scene = scene.as_ref().unwrap();
            assert!(scene.places.iter().all(|place| {
                *viewer == Some(Viewer::Seat(place.seat)) || place.known.len() < place.count.max(1)
            }));
            (*token, scene.choices[0].notation.clone())
        })
    };
    for token in [ADA, BOLA] {
        host.attach(token);
        send(&mut host, token, ClientMsg::Sit { id: "s".into(), name: format!("Player {}", token.0) });
    }
    let mut next = send(&mut host, ADA, ClientMsg::Start { id: "start".into() });
    for step in 0..2_000 {
        let Some((mover, m)) = next else { break };
        let (id, n) = (step.to_string(), host.table().number());
        next = send(&mut host, mover, ClientMsg::Act { id, n, m });
    }
    assert!(host.table().session().unwrap().outcome().is_some());
}

/// What a host draws by itself is what its table would have told: every frame of whole games, byte by byte.
#[test]
fn a_host_tells_what_its_table_tells() {
    let mut compared = 0;
    for preset in presets::names() {
        let rules = presets::named(preset).unwrap();
        let seats = rules.players().0;
        let config = Config { seed: 3, ..Config::new(rules) };
        let (mut host, mut table) = (Host::new(Table::new(config.clone())), Table::new(config));
        let mut viewers = [ADA, BOLA, STRANGER].map(|token| (token, ShownScene::default()));
        for (token, _) in &viewers {
            host.attach(*token);
        }
        let mut script = vec![Input::Watch { token: STRANGER }, Input::Start];
        script
            .extend((2..seats).map(|bot| Input::AddBot { level: Level::Medium, name: format!("Bot {bot}") }));
        script.extend([BOLA, ADA].map(|token| Input::Sit { token, name: format!("Player {}", token.0) }));
        for now in (0..).step_by(700).take(200) {
            let input = script.pop().unwrap_or_else(|| next_move(&table));
            let before = table.session().map(|session| session.compiled().clone());
            let outputs = table.apply(now, input.clone());
            let outcome = host.apply(now, input, None);
            for (token, shown) in &mut viewers {
                let mut writer = FrameWriter::new(&table, before.as_ref(), now, shown, Frame::default());
                for output in &outputs {
                    match output {
                        Output::To(to, message) if to == token => writer.message(message),
                        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => {}
                    }
                }
                let told = outcome.frames.iter().find(|(to, _)| to == token).map(|(_, frame)| frame.text());
                let expected = writer.finish();
                assert_eq!(told.unwrap_or("[]".into()), expected.text(), "{preset}");
                compared += expected.len();
            }
        }
    }
    assert!(compared > 2_000, "only {compared} items");
}

/// The first move of whoever is on turn, or what goes on after the round.
fn next_move(table: &Table) -> Input {
    let Some(session) = table.session() else { return Input::Tick };
    if session.outcome().is_some() {
        return if table.is_playing() { Input::NextRound } else { Input::Rematch };
    }
    let person = [ADA, BOLA].into_iter().find(|&token| table.seat_of(token) == session.turn());
    let choice = session.turn().and_then(|seat| session.legal(seat).first().copied());
    match person.zip(choice) {
        Some((token, choice)) => {
            Input::Act { token, number: table.number(), notation: session.notation(choice) }
        }
        None => Input::Tick,
    }
}

/// A message that is no command is not decoded as one.
#[test]
fn a_second_greeting_is_refused() {
    let host = host(&[]);
    let hello = ClientMsg::Hello(protocol::Hello::default());
    assert_eq!(Request::decode(host.table(), ADA, hello), Err(Refusal::GreetingRepeated));
}
