//! Trouble that only a test can put in.

use std::sync::Arc;

use protocol::{ClientMsg, Hello, MakeTable};
use table::Input;

use super::Room;
use crate::outbox::Outbox;
use crate::setup::Setup;
use crate::store::{Listed, Standing, TableRow, Write};

fn room() -> Room {
    let setup = Setup::asked(&MakeTable { bots: 1, ..MakeTable::default() }).unwrap();
    let listed = Listed { title: String::new(), seats: 4, seconds: 60, open: false };
    let row = TableRow {
        id: 1,
        code: "TABLE".into(),
        maker: 1,
        setup: setup.write(),
        secret: 7,
        listed,
        standing: Standing::default(),
    };
    let mut room = Room::new(&row, 0, 0).unwrap();
    room.wake_up(&[], &[], 0);
    room
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

fn told(outbox: &Outbox) -> String {
    outbox.take().0.iter().map(ToString::to_string).collect()
}

/// A panic in the rules stops this table, with a number to ask for, and writes nothing down (R4).
#[test]
fn a_panic_freezes_the_table() {
    let mut room = room();
    let outbox = Arc::new(Outbox::default());
    let hello = Hello { name: Some("Ada".into()), ..Hello::default() };
    room.connect(1, &outbox, &hello, 1);
    save(&mut room);
    told(&outbox);
    room.trouble = Some(|input| assert!(*input != Input::Start, "trouble"));
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    assert_eq!(save(&mut room), 0, "what went wrong is not written down");
    let fault = room.fault().unwrap().to_owned();
    assert!(told(&outbox).contains(&fault));
    room.ask(&outbox, ClientMsg::Start { id: "t".into() }, 3);
    assert!(told(&outbox).contains("\"fault\""), "and whoever asks is told");
    assert_eq!(room.wake(), None);
}

/// Two entries of one log cannot be exchanged, left out or changed without being noticed.
#[test]
fn a_log_that_was_tampered_with_freezes_the_table() {
    let mut room = room();
    let outbox = Arc::new(Outbox::default());
    let hello = Hello { name: Some("Ada".into()), ..Hello::default() };
    room.connect(1, &outbox, &hello, 1);
    room.ask(&outbox, ClientMsg::Start { id: "s".into() }, 2);
    let log: Vec<_> = room
        .take_writes()
        .into_iter()
        .filter_map(|write| match write {
            Write::Append { entry, .. } => Some(entry),
            _ => None,
        })
        .collect();
    assert_eq!(log.len(), 2);
    let frozen = |log: &[crate::entry::Entry]| {
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
