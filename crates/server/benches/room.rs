//! What a move costs in a room, without sockets and without a disk: the rules, the hash in the log, and what the two at
//! the table are told. `cargo bench -p lastcard-server --bench room`

use std::sync::Arc;
use std::time::{Duration, Instant};

use protocol::{ClientMsg, Hello, Item, MakeTable, ServerMsg, json};
use server::outbox::Outbox;
use server::room::Room;
use server::setup::Setup;
use server::store::{Listed, Standing, TableRow, Write};

const MOVES: u32 = 20_000;

/// Somebody who takes the first choice, and understands only what that needs.
struct Player {
    outbox: Arc<Outbox>,
    seat: i8,
    turn: i8,
    number: u64,
    choice: String,
    over: bool,
}

impl Player {
    fn new(room: &mut Room, number: u128, name: &str) -> Player {
        let outbox = Arc::new(Outbox::default());
        let hello = Hello { v: 1, ticket: String::new(), last: None, name: Some(name.into()) };
        room.connect(number, &outbox, &hello, 1_000);
        Player { outbox, seat: -1, turn: -1, number: 0, choice: String::new(), over: false }
    }

    fn listen(&mut self) {
        for frame in self.outbox.take().0 {
            for item in json::read::<ServerMsg>(&frame).expect("a frame") {
                match item {
                    Item::You(seat) => self.seat = seat.map_or(-1, |seat| seat as i8),
                    Item::Did(number, _) => self.number = number,
                    Item::Scene(scene) => {
                        self.turn = scene.turn.unwrap_or(self.turn);
                        self.number = scene.n.unwrap_or(self.number);
                        self.over = scene.end.map_or(self.over, |end| !end.is_empty());
                        self.choice = scene.may.split(';').next().unwrap_or_default().into();
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Everything that was handed out to be written is on disk.
fn save(room: &mut Room) {
    for write in room.take_writes() {
        if let Write::Append { entry, .. } = write {
            room.saved(entry.seq);
        }
    }
}

fn play(preset: &str) -> Duration {
    let ask = MakeTable { game: Some(preset.into()), seconds: Some(3_600), ..MakeTable::default() };
    let setup = Setup::asked(&ask).expect("a preset");
    let row = |number| TableRow {
        id: 1,
        code: "TABLE".into(),
        maker: 1,
        setup: setup.write(),
        secret: number,
        listed: Listed { title: String::new(), seats: setup.seats, seconds: 5, open: true },
        standing: Standing::default(),
    };
    let (mut spent, mut made, mut table, mut now) = (Duration::ZERO, 0, 0, 1_000);
    while made < MOVES {
        table += 1;
        let mut room = Room::new(&row(table), 0, 1_000).expect("a room");
        room.wake_up(&[], &[], 1_000);
        let mut players = [Player::new(&mut room, 1, "Ada"), Player::new(&mut room, 2, "Bola")];
        room.ask(&players[0].outbox, ClientMsg::Start { id: "start".into() }, 1_000);
        while made < MOVES {
            // Long enough that nobody can slap any more.
            now += 5_000;
            room.tick(now);
            save(&mut room);
            players.iter_mut().for_each(Player::listen);
            let Some(mover) = players.iter().find(|player| !player.over && player.seat == player.turn) else {
                break;
            };
            let act = ClientMsg::Act { id: made.to_string(), n: mover.number, m: mover.choice.clone() };
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
