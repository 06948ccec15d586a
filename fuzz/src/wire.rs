//! The laws of the wire.

use std::sync::Arc;

use protocol::{ClientMsg, CreateTable, FrameReader, Hello, json};
use server::internals::{Listing, Outbox, Room, TableRow, TableSetup, TableStatus, Write};

/// Whatever players send, line by line and in turn: the table does not stand still, what is sent is understood, and
/// somebody without a seat changes nothing.
pub fn client_messages(bytes: &[u8]) {
    let mut room = room();
    let mut now = 1_000;
    let people: Vec<(Arc<Outbox>, FrameReader)> =
        (1..=3).map(|player| (sit(&mut room, player), FrameReader::default())).collect();
    let mut people = people;
    room.ask(&people[0].0.clone(), ClientMsg::Start { id: "start".into() }, now);
    for (at, line) in bytes.split(|&byte| byte == b'\n').take(60).enumerate() {
        save(&mut room);
        for (outbox, reader) in &mut people {
            for frame in outbox.take().0 {
                let read = json::read(&frame).map(|frame| reader.hear(frame, now));
                assert!(matches!(read, Ok(Ok(_))), "not understood: {frame}");
            }
        }
        let Some(asked) = std::str::from_utf8(line).ok().and_then(|line| json::read::<ClientMsg>(line).ok())
        else {
            continue;
        };
        let who = &people[at % people.len()].0.clone();
        now += (line.len() as u64) * 37;
        room.ask(who, asked.clone(), now);
        assert_eq!(room.fault(), None, "the table stands still after {asked:?}");
        save(&mut room);
        let stranger = Arc::new(Outbox::default());
        room.ask(&stranger, asked, now);
        assert!(room.take_writes().is_empty(), "somebody who is not there did something");
    }
}

/// Whatever a server sends is understood or refused, never more.
pub fn server_messages(bytes: &[u8]) {
    let mut reader = FrameReader::default();
    for line in bytes.split(|&byte| byte == b'\n').take(60) {
        if let Some(frame) = std::str::from_utf8(line).ok().and_then(|line| json::read(line).ok()) {
            let _ = reader.hear(frame, 5);
        }
    }
}

fn room() -> Room {
    let setup = TableSetup::asked(&CreateTable::default()).expect("the usual table can be made");
    let row = TableRow {
        id: 1,
        code: "TABLE".into(),
        maker: 1,
        setup: setup.write(),
        secret: 7,
        listed: Listing { title: String::new(), seats: 3, seconds: 60, open: false },
        status: TableStatus::default(),
    };
    let mut room = Room::new(&row, 0, 0).expect("a setup can be read");
    room.wake_up(&[], &[], 0);
    room
}

fn sit(room: &mut Room, player: u128) -> Arc<Outbox> {
    let outbox = Arc::new(Outbox::default());
    let hello = Hello { name: (player < 3).then(|| format!("Person {player}")), ..Hello::default() };
    if hello.name.is_none() && room.prepare_spectators() {
        room.open_spectators(&[], 0);
    }
    room.connect(player, &outbox, &hello, 1_000);
    outbox
}

fn save(room: &mut Room) {
    for write in room.take_writes() {
        if let Write::Append { entry, .. } = write {
            room.saved(entry.seq);
        }
    }
}
