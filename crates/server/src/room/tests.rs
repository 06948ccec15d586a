//! Trouble that only a test can put in.

use std::sync::Arc;

use protocol::{ClientMsg, CreateTable, FrameReader, Hello, Mixer, Received};
use table::{Input, Message, Millis};

use super::{Room, SEAT_GRACE_MS};
use crate::held_seats::HeldSeats;
use crate::log_entry::LogEntry;
use crate::outbox::Outbox;
use crate::store::{Listing, Stage, TableRow, TableStatus, Write, WriteOutcome};
use crate::table_setup::TableSetup;

fn room() -> Room {
    room_with(None)
}

/// A table whose shuffles can be checked under this name, if there is one.
fn room_with(joint: Option<&str>) -> Room {
    let setup = TableSetup::asked(&CreateTable { bots: 1, ..CreateTable::default() }).unwrap();
    let setup = TableSetup { joint: joint.map(String::from), ..setup };
    let listed = Listing { title: String::new(), seats: 4, seconds: 60, open: false };
    let row = TableRow {
        id: 1,
        code: "TABLE".into(),
        maker: 1,
        setup: setup.write(),
        secret: 7,
        listed,
        status: TableStatus::default(),
    };
    let mut room = Room::new(&row, 0, 0).unwrap();
    room.wake_up(&[], &[], 0);
    room
}

/// Ada comes, and takes a seat if she has none.
fn ada(room: &mut Room, now: Millis) -> Arc<Outbox> {
    let outbox = Arc::new(Outbox::default());
    let hello = Hello { name: Some("Ada".into()), ..Hello::default() };
    room.connect(1, &outbox, &hello, now);
    outbox
}

fn save(room: &mut Room) -> usize {
    let writes = room.take_writes();
    for write in &writes {
        if let Write::Append { entry, .. } = write {
            room.saved(entry.seq);
        }
    }
    writes.len()
}

/// The entries that were written, and are on disk now.
fn written(room: &mut Room) -> Vec<LogEntry> {
    let entry = |write| match write {
        Write::Append { entry, .. } => Some(entry),
        _ => None,
    };
    let entries: Vec<LogEntry> = room.take_writes().into_iter().filter_map(entry).collect();
    for entry in &entries {
        room.saved(entry.seq);
    }
    entries
}

fn told(outbox: &Outbox) -> String {
    outbox.take().0.iter().map(ToString::to_string).collect()
}

/// A panic in the rules stops this table, with a number to ask for, and writes nothing down (R4).
#[test]
fn a_panic_freezes_the_table() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    save(&mut room);
    told(&outbox);
    room.trouble = Some(|input| assert!(*input != Input::Start, "trouble"));
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    assert_eq!(save(&mut room), 0, "what went wrong is not written down");
    let fault = room.fault().unwrap().to_owned();
    assert!(told(&outbox).contains(&fault));
    room.ask(&outbox, ClientMsg::Start { id: "t".into() }, 3);
    assert!(told(&outbox).contains("\"fault\""), "and a player who asks is told");
    assert_eq!(room.wake(), None);
}

/// Two entries of one log cannot be exchanged, left out or changed without being noticed.
#[test]
fn a_log_that_was_tampered_with_freezes_the_table() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    let log = written(&mut room);
    assert_eq!(log.len(), 2);
    let frozen = |log: &[crate::log_entry::LogEntry]| {
        let mut room = self::room();
        room.live = None;
        room.wake_up(log, &[], 3);
        room.fault().is_some()
    };
    assert!(!frozen(&log));
    assert!(frozen(&log[1..]));
    let mut changed = log.clone();
    changed[0].body = "sit Eve".into();
    assert!(frozen(&changed));
}

/// A table is thrown away while an entry is on its way, and made again from a log that does not have it yet. That it lands
/// says nothing about the other entry with its number.
#[test]
fn what_was_on_its_way_acknowledges_nothing_later() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    let log = written(&mut room);
    room.ask(&outbox, ClientMsg::Start { id: "old".into() }, 2);
    let (life, seq) = (room.life(), log.len() as u64 + 1);
    room.take_writes();
    room.overtaken();
    room.wake_up(&log, &[], 3);
    let outbox = ada(&mut room, 4);
    room.ask(&outbox, ClientMsg::Start { id: "new".into() }, 5);
    room.wrote(life, seq, WriteOutcome::Done);
    assert!(!told(&outbox).contains("new"), "nobody knows yet whether this one is on disk");
    room.wrote(room.life(), seq, WriteOutcome::Done);
    assert!(told(&outbox).contains("new"));
}

/// A person with a device that adds to the shuffles, at a room with a made-up clock.
struct Device {
    outbox: Arc<Outbox>,
    reader: FrameReader,
    mixer: Mixer,
}

impl Device {
    fn at(room: &mut Room, mixer: Mixer) -> Device {
        Device { outbox: ada(room, 1), reader: FrameReader::default(), mixer }
    }

    /// What was said since, and what the device answers.
    fn hear(&mut self) -> (Vec<Received>, Vec<ClientMsg>) {
        let frames: Vec<_> = self.outbox.take().0.iter().map(ToString::to_string).collect();
        let frames = frames.iter().map(|frame| protocol::json::read(frame).unwrap());
        let heard: Vec<Received> = frames.flat_map(|frame| self.reader.hear(frame, 0).unwrap()).collect();
        let answer = |heard: &Received| match heard {
            Received::Table(message) => self.mixer.answer(message, engine::Seat::new(1), || [3; 16]),
            _ => None,
        };
        let answers = heard.iter().filter_map(answer).collect();
        (heard, answers)
    }
}

/// The secret goes into the log, so that the shuffle continues after any crash: before it, after it, between promise and
/// opening.
#[test]
fn a_shuffle_goes_on_wherever_the_server_ended() {
    let mut room = room_with(Some("TABLE"));
    let mut device = Device::at(&mut room, Mixer::new("TABLE"));
    room.ask(&device.outbox, ClientMsg::Mix { id: "m".into(), on: true }, 2);
    room.ask(&device.outbox, ClientMsg::Start { id: "s".into() }, 3);
    let mut log = written(&mut room);
    assert!(log.last().unwrap().body.starts_with("entropy "), "the table was handed its secret at once");
    // Without the last entry, as if it had never reached the disk, there is another secret.
    let again = |log: &[LogEntry]| {
        let mut room = room_with(Some("TABLE"));
        room.live = None;
        room.wake_up(log, &[], 4);
        room
    };
    let mut other = again(&log[..log.len() - 1]);
    let fresh = written(&mut other);
    assert!(fresh[0].body.starts_with("entropy ") && fresh[0].body != log.last().unwrap().body);
    // With it, the promise is the same, and the device keeps to what it promised.
    let (heard, mut answers) = device.hear();
    assert!(heard.iter().any(|heard| matches!(heard, Received::Table(Message::Shuffle(_)))), "{heard:?}");
    for step in 0..2 {
        assert_eq!(answers.len(), 1, "step {step}");
        room = again(&log);
        assert_eq!(written(&mut room), [], "nothing new is made up");
        device = Device::at(&mut room, device.mixer);
        // A player who reconnects is sent all of it again, and the device gives the same answer.
        let (_, said) = device.hear();
        assert_eq!(said.last(), answers.last(), "step {step}");
        room.ask(&device.outbox, answers.remove(0), 5);
        log.extend(written(&mut room));
        answers = device.hear().1;
    }
    let live = room.live.as_ref().unwrap();
    let proofs = live.table().session().unwrap().proofs();
    assert_eq!((proofs[0].parts.len(), proofs[0].check("TABLE")), (1, Ok(())));
    assert_eq!(room.record(), None, "the match is not over");
}

/// The record is there as soon as the end is on disk, whatever else is on its way: a page that comes back says that its
/// device adds to the shuffles, and that is an entry too.
#[test]
fn a_record_waits_for_the_end_and_for_nothing_after_it() {
    let mut room = room_with(Some("TABLE"));
    let device = Device::at(&mut room, Mixer::new("TABLE"));
    room.ask(&device.outbox, ClientMsg::Start { id: "s".into() }, 2);
    save(&mut room);
    while room.status.stage != Stage::Over {
        save(&mut room);
        let now = room.wake().unwrap();
        room.tick(now);
        for task in room.take_tasks() {
            room.searched(&task, Some(&[]), now);
        }
    }
    assert_eq!(room.record(), None, "nobody may know the end before it is on disk");
    save(&mut room);
    let record = room.record();
    assert!(record.as_ref().is_some_and(|record| record.contains("\nresult ")), "{record:?}");
    room.ask(&device.outbox, ClientMsg::Mix { id: "m".into(), on: true }, room.touched);
    assert!(!room.waiting.is_empty());
    assert_eq!(room.record(), record);
}

/// A question is answered under its id, because a page takes a connection that does not answer for dead; and it is
/// answered after the writes that are still pending, so that nobody has to ask twice.
#[test]
fn a_question_is_answered_under_its_name() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    save(&mut room);
    told(&outbox);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    for (id, asked) in [("1", "draw"), ("2", "play 99"), ("3", "draw\u{202e}")] {
        room.ask(&outbox, ClientMsg::Ask { id: id.into(), m: asked.into() }, 3);
    }
    assert_eq!(told(&outbox), "", "the start is not on disk");
    save(&mut room);
    let told = told(&outbox);
    let answers: Vec<&str> = told.split("][").skip(1).collect();
    let expected = [
        r#"{"ok":"1"},{"answer":{"m":"draw"#,
        r#"{"no":{"id":"2","code":"unreadable","why":"There is no card"#,
        r#"{"no":{"id":"3","code":"unreadable","why":"That is not a move."#,
    ];
    assert_eq!(answers.len(), expected.len(), "{told}");
    for (answer, expected) in answers.into_iter().zip(expected) {
        assert!(answer.starts_with(expected), "{answer}");
    }
    assert_eq!(save(&mut room), 0, "nothing comes of a question");
}

/// Another player comes, and takes a seat.
fn bola(room: &mut Room, now: Millis) -> Arc<Outbox> {
    let outbox = Arc::new(Outbox::default());
    room.connect(2, &outbox, &Hello { name: Some("Bola".into()), ..Hello::default() }, now);
    save(room);
    outbox
}

/// The next time at which the room wants a tick comes.
fn tick(room: &mut Room) {
    let at = room.wake().unwrap();
    room.tick(at);
    save(room);
}

#[test]
fn before_a_match_a_seat_is_held_only_by_somebody_who_is_there() {
    let mut room = room();
    let _ada = ada(&mut room, 1);
    let first = bola(&mut room, 1);
    room.disconnect(&first);
    room.tick(1_000);
    assert_eq!(room.wake(), Some(1_000 + SEAT_GRACE_MS));
    let second = bola(&mut room, 50_000);
    assert_eq!(room.wake(), None, "Bola came back in time");
    room.disconnect(&second);
    room.tick(60_000);
    assert!(room.has_absent());
    room.tick(60_000 + SEAT_GRACE_MS - 1);
    assert!(room.kind_of(2).is_some());
    tick(&mut room);
    assert!(room.kind_of(2).is_none() && room.kind_of(1).is_some());
    assert_eq!(room.status.players, 2, "Ada and the computer player");
    assert!(!room.has_absent());
}

#[test]
fn a_seat_is_freed_after_a_restart_and_while_the_table_sleeps() {
    let mut first = room();
    let outbox = ada(&mut first, 1);
    let log = written(&mut first);
    let due = first.status.wake.unwrap();
    // Another server loads the table when it is due, and nobody is there.
    let mut next = room();
    next.live = None;
    next.wake_up(&log, &[], due);
    tick(&mut next);
    assert!(next.kind_of(1).is_none());
    assert_eq!(
        (next.status.players, next.status.wake),
        (0, None),
        "an empty table, and nothing is due there"
    );
    // The first one is put to sleep while Ada is connected: nothing is due until she goes.
    first.rest();
    assert!(!first.is_awake());
    assert_eq!(first.wake(), None);
    first.disconnect(&outbox);
    assert!(first.wake().is_some());
    first.wake_up(&log, &[], 100_000);
    tick(&mut first);
    assert!(first.kind_of(1).is_none());
}

#[test]
fn during_a_match_seats_are_kept() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    save(&mut room);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    save(&mut room);
    room.disconnect(&outbox);
    room.tick(3);
    assert!(!room.has_absent());
    assert!(room.kind_of(1).is_some());
}

#[test]
fn the_maker_removes_a_guest_before_a_match_and_nobody_else_does() {
    let mut room = room();
    let (ada, bola) = (ada(&mut room, 1), bola(&mut room, 1));
    let remove = |id: &str, name: &str| ClientMsg::Remove { id: id.into(), name: name.into() };
    room.ask(&bola, remove("1", "Ada"), 2);
    save(&mut room);
    assert!(told(&bola).contains("no-vote"));
    room.ask(&ada, remove("1", "Bola"), 3);
    save(&mut room);
    assert!(room.kind_of(2).is_none());
    assert!(told(&bola).contains("\"removed\""));
    room.ask(&bola, ClientMsg::Sit { id: "2".into(), name: "Chi".into() }, 4);
    assert!(told(&bola).contains("\"removed\""), "not under another name either");
    assert!(room.kind_of(2).is_none());
}

#[test]
fn nobody_takes_more_seats_than_a_player_may_have() {
    let held = Arc::new(HeldSeats::new(1));
    let mut rooms = [room(), room()];
    rooms[1].id = 2;
    for room in &mut rooms {
        room.keep_seats(&held, SEAT_GRACE_MS);
    }
    let [one, other] = &mut rooms;
    let first = bola(one, 1);
    let second = bola(other, 1);
    assert!(other.kind_of(2).is_none() && told(&second).contains("\"seats\""));
    one.ask(&first, ClientMsg::Leave { id: "l".into() }, 2);
    other.ask(&second, ClientMsg::Sit { id: "s".into(), name: "Bola".into() }, 3);
    assert!(other.kind_of(2).is_some());
}

/// Refused commands change nothing and take no place in the log, so nobody can end a match with them.
#[test]
fn refused_commands_do_not_use_up_a_match() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    let now = until_turn_of_ada(&mut room, 3);
    room.ask(&outbox, act(&room, "dance", 30_001), now);
    save(&mut room);
    let before = room.live.as_ref().unwrap().seq;
    for at in 0..20_100 {
        let asked = match at % 4 {
            0 => ClientMsg::Start { id: format!("{at}") },
            1 => ClientMsg::Ready { id: format!("{at}") },
            2 => ClientMsg::Takeback { id: format!("{at}") },
            _ => act(&room, "dance", at),
        };
        room.ask(&outbox, asked, now);
        told(&outbox);
    }
    assert_eq!(save(&mut room), 0);
    assert_eq!(room.live.as_ref().unwrap().seq, before);
    room.ask(&outbox, act(&room, "draw", 30_000), now);
    assert_eq!(save(&mut room), 1);
    assert!(told(&outbox).contains("30000"));
}

/// Commands that are accepted and do not bring the match to its end have a part of the log, and no more.
#[test]
fn settings_do_not_use_up_a_match() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    for at in 0..3_000 {
        room.ask(&outbox, ClientMsg::Leave { id: format!("l{at}") }, 3);
        room.ask(&outbox, ClientMsg::Return { id: format!("r{at}") }, 3);
        written(&mut room);
        told(&outbox);
    }
    let used = room.live.as_ref().unwrap().seq;
    assert!(used < 600, "{used} entries");
    room.ask(&outbox, ClientMsg::Leave { id: "last".into() }, 4);
    assert!(told(&outbox).contains("too-long-game"));
    let now = until_turn_of_ada(&mut room, 5);
    room.ask(&outbox, act(&room, "draw", 30_000), now);
    let moved = written(&mut room);
    assert!(moved.iter().any(|entry| entry.body.ends_with(" draw")), "{moved:?}");
    // A server that reads the log again counts the same.
    let upkeep = room.live.as_ref().unwrap().upkeep.of(1);
    assert!((500..502).contains(&upkeep), "{upkeep}");
}

/// A rule file is long, so that the log is full of them before it has many.
#[test]
fn changes_of_rules_have_a_budget() {
    let mut room = room();
    let outbox = ada(&mut room, 1);
    let (mut bytes, mut last) = (0, String::new());
    for at in 0..400 {
        let rules = format!("hand_size = {}", 5 + at % 2);
        room.ask(&outbox, ClientMsg::Rules { id: format!("{at}"), rules }, 2);
        bytes += written(&mut room).iter().map(|entry| entry.body.len()).sum::<usize>();
        last = told(&outbox);
    }
    assert!((400_000..600_000).contains(&bytes), "{bytes}");
    assert!(last.contains("too-long-game"), "{last}");
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 3);
    assert_eq!(save(&mut room), 1, "the match can be played all the same");
}

/// Lets time pass until Ada has to move, and returns it.
fn until_turn_of_ada(room: &mut Room, mut now: Millis) -> Millis {
    let on_turn = |room: &Room| {
        let table = room.live.as_ref().unwrap().table();
        table.session().unwrap().turn() == table.seat_of(table::Token(1))
    };
    while !on_turn(room) {
        now += 100;
        room.tick(now);
        written(room);
    }
    now
}

/// Ada's move in the present position.
fn act(room: &Room, notation: &str, id: usize) -> ClientMsg {
    let n = room.live.as_ref().unwrap().table().number();
    ClientMsg::Act { id: format!("{id}"), n, m: notation.into() }
}
