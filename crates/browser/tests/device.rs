//! Whole games at one device, through the wire alone.

use browser::{Device, replay, rule_queries};
use engine::Viewer;
use protocol::{ClientMsg, Frame, FrameReader, Hello, Item, Received, json};
use table::Message;

/// A person at the device, who knows only what the frames say.
struct Person {
    number: u32,
    reader: FrameReader,
    viewer: Option<Viewer>,
    choices: Vec<String>,
    turn: bool,
    over: bool,
    refused: Vec<String>,
}

impl Person {
    fn new(number: u32) -> Person {
        let (viewer, choices, refused) = (None, Vec::new(), Vec::new());
        Person { number, reader: FrameReader::default(), viewer, choices, turn: false, over: false, refused }
    }
}

struct Room {
    device: Device,
    people: Vec<Person>,
    now: u64,
    wake: Option<u64>,
    sent: usize,
}

impl Room {
    fn new(rules: &str, people: u32, bots: usize) -> Room {
        let device = Device::new(rules, 11).unwrap();
        let mut room = Room { device, people: Vec::new(), now: 0, wake: None, sent: 0 };
        for number in 0..people {
            room.people.push(Person::new(number));
            let name = Some(format!("Person {number}"));
            let hello = Hello { v: protocol::VERSION, name, ..Hello::default() };
            room.say(number, &ClientMsg::Hello(hello));
        }
        for number in 0..bots {
            let name = format!("Bot {number}");
            room.ask(0, |id| ClientMsg::Bot { id, name, level: protocol::BotLevel::Medium });
        }
        room.ask(0, |id| ClientMsg::Start { id });
        room
    }

    fn say(&mut self, person: u32, message: &ClientMsg) {
        let told = self.device.hear(person, &json::write(message), self.now);
        self.listen(told);
    }

    fn ask(&mut self, person: u32, message: impl FnOnce(String) -> ClientMsg) {
        self.sent += 1;
        let id = self.sent.to_string();
        self.say(person, &message(id));
    }

    fn listen(&mut self, told: browser::DeviceOutput) {
        self.wake = told.wake;
        for (number, frame) in told.frames {
            let frame: Vec<Item> = json::read(&frame.text()).unwrap();
            let person = self.people.iter_mut().find(|person| person.number == number).unwrap();
            for heard in person.reader.hear(frame, self.now).unwrap() {
                match heard {
                    Received::Table(Message::Scene { scene, .. }) => {
                        person.choices = scene.choices.iter().map(|choice| choice.notation.clone()).collect();
                        person.turn =
                            scene.turn.is_some_and(|seat| person.viewer == Some(Viewer::Seat(seat)));
                    }
                    Received::Table(Message::Welcome { viewer }) => person.viewer = Some(viewer),
                    Received::Table(Message::RoundOver { .. }) => person.over = true,
                    Received::Table(Message::Deal { .. }) => person.over = false,
                    Received::Refused { why, .. } => person.refused.push(why.sentence),
                    _ => {}
                }
            }
        }
    }

    /// Plays the round to its end: people take the first move that is offered, time passes in between.
    fn play_round(&mut self) -> usize {
        for step in 0..20_000 {
            if self.people[0].over {
                return step;
            }
            let on_turn = self.people.iter().find(|person| person.turn && !person.choices.is_empty());
            if let Some(person) = on_turn {
                let (number, n) = (person.number, person.reader.last.unwrap());
                let m = person.choices[step % person.choices.len()].clone();
                self.ask(number, |id| ClientMsg::Act { id, n, m });
            }
            self.now = self.wake.unwrap_or(self.now).max(self.now + 1);
            let told = self.device.tick(self.now);
            self.listen(told);
        }
        panic!("the round does not end: {}", self.device.rules().header().name);
    }
}

#[test]
fn every_game_is_played_to_its_end() {
    for preset in rule_queries::presets() {
        let rules = format!("extends = \"{}\"", preset.name);
        let (least, most) = preset.players;
        let people = 1 + u32::from(least < 3 && most > 2);
        let mut room = Room::new(&rules, people, most.min(4) - people as usize);
        room.play_round();
        let record = room.device.record().unwrap();
        for seat in [None, Some(0)] {
            let told = replay(&record, seat).unwrap();
            let did =
                told.steps.iter().flat_map(Frame::items).filter(|item| matches!(item, Item::Did(..))).count();
            assert_eq!(did, room.device.session().unwrap().number() + 1, "{}", preset.name);
        }
    }
}

/// All levels play at a device, and a hint is told to the one who asks alone.
#[test]
fn all_levels_play_and_hints_are_given() {
    let start = |hints: &str| {
        let rules = format!("extends = \"crazy-eights\"\nfirst_dealer = \"last_seat\"\n{hints}");
        let mut device = Device::new(&rules, 3).unwrap();
        for person in 0..2 {
            let hello = format!(r#"{{"do":"hello","v":1,"ticket":"","name":"Person {person}"}}"#);
            device.hear(person, &hello, 0);
        }
        for level in ["hard", "master"] {
            device.hear(0, &format!(r#"{{"do":"bot","id":"1","name":"{level}","level":"{level}"}}"#), 0);
        }
        device.hear(0, r#"{"do":"start","id":"2"}"#, 0);
        device
    };
    let mut device = start("");
    let told = device.hear(0, r#"{"do":"hint","id":"h"}"#, 0);
    let [(0, frame)] = told.frames.as_slice() else { panic!("one frame for the one who asked: {told:?}") };
    let [Item::Ok(id), Item::Hint(hint)] = &frame.items()[..] else { panic!("a hint: {frame:?}") };
    assert!(id == "h" && !hint.why.is_empty());
    let act = format!(r#"{{"do":"act","id":"a","n":{},"m":"{}"}}"#, hint.n, hint.m);
    device.hear(0, &act, 0);
    device.hear(1, r#"{"do":"leave","id":"l"}"#, 0);
    let before = device.session().unwrap().number();
    let mut now = 0;
    for _ in 0..3 {
        now = device.tick(now).wake.unwrap_or(now);
    }
    assert!(device.session().unwrap().number() > before, "the others move by themselves");
    let told = start("hints = \"practice\"").hear(0, r#"{"do":"hint","id":"h"}"#, 0);
    assert!(matches!(&told.frames[0].1.items()[..], [Item::No(no)] if no.code == "no-hints"), "{told:?}");
}

/// What a replay tells a seat is what the wire told it then.
#[test]
fn a_replay_tells_what_was_told() {
    let mut device = Device::new("extends = \"crazy-eights\"\nfirst_dealer = \"last_seat\"", 3).unwrap();
    device.hear(0, r#"{"do":"hello","v":1,"ticket":"","name":"Ada"}"#, 0);
    device.hear(0, r#"{"do":"bot","id":"1","name":"Bola"}"#, 0);
    let mut live: Vec<String> = Vec::new();
    let mut told = device.hear(0, r#"{"do":"start","id":"2"}"#, 0);
    let mut now = 0;
    loop {
        let items = told.frames.iter().flat_map(|(_, frame)| frame.items());
        live.extend(items.filter_map(|item| match item {
            Item::Did(_, text) => Some(text),
            _ => None,
        }));
        if device.session().unwrap().outcome().is_some() {
            break;
        }
        let session = device.session().unwrap();
        let own = session.turn().is_some_and(|seat| seat.index() == 0);
        now = told.wake.unwrap_or(now) + 1;
        told = if own {
            let moves = session.legal(session.turn().unwrap());
            let m = session.notation(moves[0]);
            let n = session.number() as u64 + 1;
            device.hear(0, &json::write(&ClientMsg::Act { id: now.to_string(), n, m }), now)
        } else {
            device.tick(now)
        };
    }
    let again = replay(&device.record().unwrap(), Some(0)).unwrap();
    let again: Vec<String> = again
        .steps
        .iter()
        .flat_map(Frame::items)
        .filter_map(|item| if let Item::Did(_, text) = item { Some(text) } else { None })
        .collect();
    assert_eq!(again, live);
}

#[test]
fn a_match_goes_on_from_its_record() {
    let mut room = Room::new("extends = \"naija-whot\"", 1, 1);
    for _ in 0..6 {
        room.now = room.wake.unwrap_or(room.now + 1);
        let told = room.device.tick(room.now);
        room.listen(told);
    }
    let record = room.device.record().unwrap();
    let mut again = Device::restore(&record, "0 medium", 5, 1_000).unwrap();
    assert_eq!(again.record().unwrap(), record);
    let told = again.hear(0, r#"{"do":"hello","v":1,"ticket":"","name":"Ada"}"#, 1_000);
    assert!(matches!(&told.frames[0].1.items()[..], [Item::Hello(_), Item::You(Some(0)), ..]), "{told:?}");
    assert!(Device::restore(&record, "0 genius", 5, 0).is_err());
    assert!(Device::restore(&record, "0", 5, 0).is_err());
    assert!(Device::restore("nonsense", "0", 5, 0).is_err());
}

#[test]
fn who_does_not_want_to_wait_does_not_wait_after_a_break_either() {
    let room = Room::new("extends = \"naija-whot\"", 0, 2);
    let record = room.device.record().unwrap();
    let mut usual = Device::restore(&record, "medium medium", 5, 0).unwrap();
    let mut quick = Device::restore_quick(&record, "medium medium", 5, 0).unwrap();
    let hello = r#"{"do":"hello","v":1,"ticket":""}"#;
    let [usual, quick] = [&mut usual, &mut quick].map(|device| device.hear(0, hello, 0).wake.unwrap());
    assert!(usual >= 900 && quick <= 180, "{usual} and {quick} ms");
}

#[test]
fn what_makes_no_sense_is_refused_and_changes_nothing() {
    let mut room = Room::new("extends = \"crazy-eights\"", 1, 1);
    let record = room.device.record();
    let long = "x".repeat(10_000);
    let messages = [
        "",
        "{}",
        "[]",
        "{\"do\":\"act\"}",
        "{\"do\":\"fly\",\"id\":\"1\"}",
        "{\"do\":\"act\",\"id\":\"1\",\"n\":0,\"m\":\"draw\"}",
        "{\"do\":\"act\",\"id\":\"1\",\"n\":1,\"m\":\"fly\"}",
        "{\"do\":\"say\",\"id\":\"1\",\"p\":\"rude\"}",
        "{\"do\":\"chat\",\"id\":\"1\",\"t\":\"hi\"}",
        "{\"do\":\"start\",\"id\":\"1\"}",
        "{\"do\":\"rules\",\"id\":\"1\",\"rules\":\"hand_size = 99\"}",
        long.as_str(),
    ];
    for message in messages {
        let told = room.device.hear(0, message, room.now);
        let is_no = |item: &Item| matches!(item, Item::No(_) | Item::Stale(_));
        assert!(told.frames[0].1.items().iter().any(is_no), "{message}: {told:?}");
        assert_eq!(room.device.record(), record, "{message}");
    }
    let told = room.device.hear(7, "{\"do\":\"act\",\"id\":\"1\",\"n\":1,\"m\":\"draw\"}", room.now);
    assert!(told.frames.is_empty(), "a stranger is told nothing: {told:?}");
}
