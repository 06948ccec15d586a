//! How often a move allocates memory: reading it, the rules, the log entry, and the frames of both players.

mod simulation;

use std::sync::Arc;

use allocation_counter::{measure, opt_out};
use protocol::{ClientMsg, Hello, json};
use server::internals::{Listing, Outbox, Room, TableRow, TableSetup, TableStatus, Write};
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
    room_of(&simulation::setup(preset, &["turn_seconds=3600"]), seed)
}

fn room_of(setup: &TableSetup, seed: u64) -> Room {
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
    let mut players = [1, 2].map(|player| {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { name: Some(format!("Person {player}")), ..Hello::default() };
        room.connect(player, &outbox, &hello, 2);
        Player { outbox, view: MinimalView::default() }
    });
    // A long frame does not fit behind others.
    save(room);
    players.iter_mut().for_each(Player::listen);
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

/// Both players hold all cards of two numbers, so that thousands of groups can be played.
fn crowded() -> TableSetup {
    let mut setup = simulation::setup(
        "naija-whot",
        &["turn_seconds=3600", "group_play=true", "packs=2", "hand_size=20", "players=2"],
    );
    let hand = |numbers: [u8; 2]| {
        let suits = ["circle", "triangle", "cross", "square", "star"];
        let cards = suits.map(|suit| numbers.map(|number| format!("{suit}-{number}"))).concat();
        [cards.clone(), cards].concat()
    };
    let deal = hand([1, 2]).into_iter().zip(hand([3, 5]));
    setup.deck = Some(deal.flat_map(|(one, two)| [one, two]).collect());
    setup
}

/// The work of a move under the lock of its room, with the longest lists that a deal can bring about: what is allocated
/// stays under two megabytes, and a frame under half of one.
#[test]
fn the_longest_lists_of_moves_are_bounded_work() {
    const MAX_BYTES: u64 = 2 << 20;
    const MAX_FRAME_BYTES: usize = 512 << 10;
    let mut room = room_of(&crowded(), 1);
    let mut players = seated(&mut room);
    let mut longest = 0;
    for (id, now) in (0..20).zip((10_000..).step_by(10_000)) {
        room.tick(now);
        save(&mut room);
        for player in &mut players {
            while let Some(frame) = player.outbox.pop() {
                longest = longest.max(frame.len());
                player.view.read(json::read(&frame).unwrap());
            }
        }
        let Some(mover) = players.iter().find(|player| player.is_on_turn()) else { break };
        let (n, outbox) = (mover.view.number, mover.outbox.clone());
        let draw = ClientMsg::Act { id: format!("draw-{id}"), n, m: "draw".into() };
        let counted = measure(|| {
            room.ask(&outbox, draw, now);
            save(&mut room);
        });
        assert!(counted.bytes_max < MAX_BYTES && counted.count_total < 100, "{counted:?}");
    }
    assert!((50_000..MAX_FRAME_BYTES).contains(&longest), "the longest frame has {longest} bytes");
}
