//! How often a move allocates memory: reading it, the rules, the log entry, and the frames of both players.

mod simulation;

use std::sync::Arc;

use allocation_counter::{measure, opt_out};
use protocol::{ClientMsg, Hello, json};
use server::internals::{Listing, Outbox, Room, TableRow, TableStatus, Write};
use test_client::MinimalView;

/// The median of a game's moves. Most of it is what has to live on: the command, its log entry, events and frames.
const MAX_ALLOCATIONS: u64 = 20;

/// The moves of each game that are counted.
const MOVES: usize = 400;

/// A player who always makes the first legal move.
struct Player {
    outbox: Arc<Outbox>,
    view: MinimalView,
}

impl Player {
    fn listen(&mut self) {
        while let Some(frame) = self.outbox.pop() {
            self.view.read(json::read(&frame).unwrap());
        }
    }

    fn is_on_turn(&self) -> bool {
        !self.view.over && self.view.seat == self.view.turn
    }

    fn next_move(&self, id: usize) -> String {
        let (n, m) = (self.view.number, self.view.first_choice.clone());
        json::write(&ClientMsg::Act { id: id.to_string(), n, m })
    }
}

fn room(preset: &str, seed: u64) -> Room {
    let setup = simulation::setup(preset, &["turn_seconds=3600"]);
    let row = TableRow {
        id: 1,
        code: "K7QX2M4P".into(),
        maker: 1,
        setup: setup.write(),
        secret: seed,
        listed: Listing { title: String::new(), seats: setup.seats, seconds: 60, open: true },
        status: TableStatus::default(),
    };
    let mut room = Room::new(&row, 0, 1).unwrap();
    room.wake_up(&[], &[], 1);
    room
}

/// Two players, and the match begun.
fn seated(room: &mut Room) -> [Player; 2] {
    let players = [1, 2].map(|player| {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { name: Some(format!("Person {player}")), ..Hello::default() };
        room.connect(player, &outbox, &hello, 2);
        Player { outbox, view: MinimalView::default() }
    });
    room.ask(&players[0].outbox, ClientMsg::Start { id: "start".into() }, 3);
    players
}

/// Confirms all writes.
fn save(room: &mut Room) {
    for write in room.take_writes() {
        if let Write::Append { entry, .. } = write {
            room.saved(entry.seq);
        }
    }
}

/// How often each move of some games allocated.
fn counts(preset: &str) -> Vec<u64> {
    let (mut counts, mut now) = (Vec::new(), 10);
    for seed in 0.. {
        let mut room = room(preset, seed);
        let mut players = seated(&mut room);
        loop {
            // Longer than any window for a reaction.
            now += 5_000;
            room.tick(now);
            save(&mut room);
            players.iter_mut().for_each(Player::listen);
            let Some(mover) = players.iter().find(|player| player.is_on_turn()) else { break };
            let (text, outbox) = (mover.next_move(counts.len()), mover.outbox.clone());
            let counted = measure(|| {
                room.ask(&outbox, ClientMsg::read(&text).unwrap(), now);
                save(&mut room);
            });
            opt_out(|| counts.push(counted.count_total));
            if counts.len() == MOVES {
                return counts;
            }
        }
    }
    counts
}

#[test]
fn a_move_rarely_allocates() {
    for preset in ["crazy-eights", "naija-whot-duel", "uno-classic", "yaniv"] {
        let mut counts = counts(preset);
        counts.sort_unstable();
        let (median, worst) = (counts[MOVES / 2], counts[MOVES - 1]);
        println!("{preset}: median {median}, {} of {MOVES} moves at most that, worst {worst}", MOVES / 2);
        assert!(median < MAX_ALLOCATIONS, "{preset}: half of all moves allocate {median} times or more");
    }
}
