//! The time of a move in a room, without sockets or disk: the rules, the hash of the log entry, and the frames for both
//! players. `cargo bench -p lastcard-server --bench room`

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{ClientMsg, CreateTable, Hello, json};
use server::internals::{Listing, Outbox, Room, TableRow, TableSetup, TableStatus, Write};
use test_client::MinimalView;

const MOVES: u32 = 20_000;

/// A player who makes the first legal move.
struct Player {
    outbox: Arc<Outbox>,
    view: MinimalView,
}

impl Player {
    fn new(room: &mut Room, number: u128, name: &str) -> Player {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { v: 1, ticket: String::new(), last: None, name: Some(name.into()) };
        room.connect(number, &outbox, &hello, 1_000);
        Player { outbox, view: MinimalView::default() }
    }

    fn listen(&mut self) {
        for frame in self.outbox.take().0 {
            self.view.read(json::read(&frame).expect("a frame"));
        }
    }

    fn is_on_turn(&self) -> bool {
        !self.view.over && self.view.seat == self.view.turn
    }
}

/// Confirms all writes.
fn save(room: &mut Room) {
    for write in room.take_writes() {
        if let Write::Append { entry, .. } = write {
            room.saved(entry.seq);
        }
    }
}

fn play(preset: &str) -> Duration {
    let ask = CreateTable { game: Some(preset.into()), seconds: Some(3_600), ..CreateTable::default() };
    let setup = TableSetup::asked(&ask).expect("a preset");
    let row = |number| TableRow {
        id: 1,
        code: "TABLE".into(),
        maker: 1,
        setup: setup.write(),
        secret: number,
        listed: Listing { title: String::new(), seats: setup.seats, seconds: 5, open: true },
        status: TableStatus::default(),
    };
    let (mut spent, mut made, mut table, mut now) = (Duration::ZERO, 0, 0, 1_000);
    while made < MOVES {
        table += 1;
        let mut room = Room::new(&row(table), 0, 1_000).expect("a room");
        room.wake_up(&[], &[], 1_000);
        let mut players = [Player::new(&mut room, 1, "Ada"), Player::new(&mut room, 2, "Bola")];
        room.ask(&players[0].outbox, ClientMsg::Start { id: "start".into() }, 1_000);
        while made < MOVES {
            // Longer than any window for a slap.
            now += 5_000;
            room.tick(now);
            save(&mut room);
            players.iter_mut().for_each(Player::listen);
            let Some(mover) = players.iter().find(|player| player.is_on_turn()) else { break };
            let act = ClientMsg::Act {
                id: made.to_string(),
                n: mover.view.number,
                m: mover.view.first_choice.clone(),
            };
            let began = Instant::now();
            room.ask(&mover.outbox, act, now);
            save(&mut room);
            spent += began.elapsed();
            made += 1;
        }
    }
    spent / made
}

fn main() {
    for preset in ["crazy-eights", "naija-whot-duel", "uno-classic", "yaniv"] {
        println!("{preset}: {:.1} µs a move", play(preset).as_secs_f64() * 1e6);
    }
}
