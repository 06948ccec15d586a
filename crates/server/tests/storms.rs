//! Whole lives of a server from one number: commands lost, doubled and out of order, sockets cut, slow loaders and slow
//! lines, disks that take their time, crashes at any moment. After the storm every player's picture is the table's, and nothing that was
//! acknowledged is missing or there twice.

use std::collections::HashMap;

use crate::simulation::{self, player::Player};
use crate::simulation::{ADA, World, frames};
use engine::{Chance, Quick};
use protocol::ClientMsg;
use server::Store;
use server::internals::TableSetup;
use table::Level;

/// How many lives: from the environment, or quick.
fn lives() -> u64 {
    std::env::var("LASTCARD_LIVES").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// One life; returns everything that was acknowledged, and what is on disk at the end.
fn live(preset: &str, seed: u64) -> (Vec<Vec<String>>, usize) {
    let mut chance = Quick::new(seed);
    let setup = simulation::setup(preset, &["turn_seconds = 20", "takeback = \"consent\""]);
    let count = setup.rules.players().0.max(2).min(setup.rules.players().1);
    // In every second life a computer player who thinks ahead plays too, where there is a seat.
    let bots = usize::from(seed % 2 == 1 && count < setup.seats);
    let setup = TableSetup { bots: (bots, Level::Hard), ..setup };
    let mut world = World::new(&setup, seed, 0);
    let mut players: Vec<Player> = (0..count).map(|at| Player::new(ADA + at as u128)).collect();
    for player in &mut players {
        player.connect(&mut world.room, world.now);
    }
    let ada = players[0].outbox.clone().unwrap();
    world.ask(&ada, ClientMsg::Start { id: "start".into() });
    world.save();
    // Some load slowly: they are gone again before they see anything.
    for player in &mut players {
        if chance.below(3) == 0 {
            player.cut(&mut world.room);
        }
    }
    let mut road: Vec<(usize, ClientMsg)> = Vec::new();
    for _ in 0..600 {
        world.now += u64::from(chance.below(400));
        let at = chance.below(count as u32) as usize;
        match chance.below(80) {
            0 => players[at].cut(&mut world.room),
            1..=12 if players[at].outbox.is_none() => players[at].connect(&mut world.room, world.now),
            13 => {
                world.crash(u64::from(chance.below(5_000)));
                for player in &mut players {
                    player.outbox = None;
                }
                road.clear();
            }
            14 => {
                world.save();
                world.room.rest();
            }
            15..=29 => {
                let wish = players[at].wish(&mut chance);
                for _ in 0..=chance.below(3) {
                    road.push((at, wish.clone()));
                }
            }
            30..=49 if !road.is_empty() => {
                let (at, wish) = road.swap_remove(chance.below(road.len() as u32) as usize);
                if let Some(outbox) = players[at].outbox.clone() {
                    world.ask(&outbox, wish);
                }
            }
            50 if !road.is_empty() => drop(road.pop()),
            51..=61 => world.save_some(chance.below(4) as usize),
            62 => world.room.tick(world.now),
            63..=66 => world.think(chance.below(3) as usize),
            67 => {
                if let Some(outbox) = &players[at].outbox {
                    world.room.lag(outbox, u64::from(chance.below(900)), world.now);
                }
            }
            _ => players[at].listen(chance.below(6) as usize),
        }
        world.wake();
        let new = world.room.take_writes();
        world.in_flight.extend(new);
    }
    for player in &mut players {
        player.cut(&mut world.room);
        player.connect(&mut world.room, world.now);
        let wish = player.pending.clone();
        if let (Some(wish), Some(outbox)) = (wish, player.outbox.clone()) {
            let leaves = matches!(wish, ClientMsg::Leave { .. });
            world.ask(&outbox, wish);
            // Whoever has left is told nothing more.
            if leaves {
                world.ask(&outbox, ClientMsg::Return { id: format!("{}-back", player.number) });
            }
        }
    }
    world.think(usize::MAX);
    world.save();
    for player in &mut players {
        player.listen(usize::MAX);
        assert_eq!(player.pending, None, "{preset}, seed {seed}: a command was never answered");
    }
    // Whoever left with the last command was told nothing more, and comes back.
    for player in &mut players {
        player.connect(&mut world.room, world.now);
    }
    world.save();
    for player in &mut players {
        player.listen(usize::MAX);
    }
    check_pictures(&mut world, &mut players, preset, seed);
    let entries = check_log(&mut world, &players, preset, seed);
    (players.into_iter().map(|player| player.acknowledged).collect(), entries)
}

/// What every player sees is what somebody would see who came in just now.
fn check_pictures(world: &mut World, players: &mut [Player], preset: &str, seed: u64) {
    for player in players {
        let before = (player.position, player.scene.clone());
        player.connect(&mut world.room, world.now);
        world.save();
        player.scene = None;
        player.listen(usize::MAX);
        assert_eq!((player.position, player.scene.clone()), before, "{preset}, seed {seed}");
    }
}

/// Every acknowledged command is in the log once, and the log plays again.
fn check_log(world: &mut World, players: &[Player], preset: &str, seed: u64) -> usize {
    let log = world.store.log(1).unwrap();
    let mut times: HashMap<&str, usize> = HashMap::new();
    for cmd in log.iter().filter_map(|entry| entry.cmd.as_deref()) {
        *times.entry(cmd).or_default() += 1;
    }
    assert!(times.values().all(|&times| times == 1), "{preset}, seed {seed}: a command was done twice");
    for id in players.iter().flat_map(|player| &player.acknowledged) {
        assert!(times.contains_key(id.as_str()), "{preset}, seed {seed}: {id} was acknowledged and is lost");
    }
    let setup = server::internals::TableSetup::read(&world.row.setup).unwrap();
    server::internals::LiveTable::from_log(&setup, world.row.secret, &log)
        .unwrap_or_else(|why| panic!("{preset}, seed {seed}: {why}"));
    log.len()
}

#[test]
fn after_the_storm_everything_is_right() {
    let (mut acknowledged, mut entries) = (0, 0);
    let presets: Vec<&str> = games::presets::names().collect();
    for seed in 0..lives() {
        let preset = presets[seed as usize % presets.len()];
        let life = live(preset, seed);
        if seed < 5 {
            assert_eq!(life, live(preset, seed), "{preset}, seed {seed}: the same number gave another life");
        }
        acknowledged += life.0.iter().map(Vec::len).sum::<usize>();
        entries += life.1;
    }
    println!("{} lives, {acknowledged} commands acknowledged, {entries} entries", lives());
    assert!(acknowledged as u64 > lives() * 5, "only {acknowledged} commands came through");
}

/// A person whose turn it was when the server went away has as much time left as before (M5).
#[test]
fn time_that_the_server_was_away_is_given_back() {
    let setup = simulation::setup("crazy-eights", &["turn_seconds = 30"]);
    let mut world = World::new(&setup, 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.save();
    let deadline = world.room.wake().unwrap();
    world.now += 10_000;
    world.room.rest();
    world.crash(3_600_000);
    assert_eq!(world.room.wake(), Some(deadline + 3_600_000));
    world.save();
    world.crash(500);
    assert_eq!(world.room.wake(), Some(deadline + 3_600_000), "it is given once");
    world.crash(60_000);
    world.crash(60_000);
    assert_eq!(world.room.wake(), Some(deadline + 3_720_000), "two absences in which nothing was written");
    let log = world.store.log(1).unwrap();
    assert!(log.iter().all(|entry| entry.body != "tick"), "nobody's time ran out");
}

/// Whoever loads slowly has the whole time of the first turn all the same, after a crash too (M8).
#[test]
fn a_slow_loader_has_the_whole_first_turn() {
    let setup = simulation::setup("crazy-eights", &["turn_seconds = 30", "first_dealer = \"last_seat\""]);
    let mut world = World::new(&setup, 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.save();
    let begun = world.now;
    assert_eq!(world.room.wake(), Some(begun + 40_000), "ten seconds more for whoever is not heard of");
    world.room.disconnect(&ada);
    world.now += 6_000;
    world.crash(500);
    let ada = world.connect(ADA, None, None);
    world.ask(&ada, ClientMsg::Ready { id: "r".into() });
    world.save();
    assert_eq!(world.room.wake(), Some(world.now + 30_000));
    world.crash(500);
    assert_eq!(world.room.wake(), Some(world.now + 29_500), "the log remembers");
}

/// A connection that comes or goes is nothing to the game: only the clock of the turn is (M7).
#[test]
fn a_cut_line_is_not_written_down() {
    let mut world = World::new(&simulation::setup("crazy-eights", &[]), 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.save();
    let (entries, deadline) = (world.store.entries().unwrap(), world.room.wake());
    for _ in 0..5 {
        let again = world.connect(ADA, None, None);
        world.room.disconnect(&again);
        world.save();
    }
    assert_eq!((world.store.entries().unwrap(), world.room.wake()), (entries, deadline));
}

/// Coming back is not written down, but the time that is left is told as it is then, not as at the last move.
#[test]
fn whoever_comes_back_is_told_what_is_left_of_the_turn() {
    let setup = simulation::setup("crazy-eights", &["turn_seconds = 30", "first_dealer = \"last_seat\""]);
    let mut world = World::new(&setup, 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.ask(&ada, ClientMsg::Ready { id: "r".into() });
    world.save();
    world.now += 12_000;
    let again = world.connect(ADA, None, Some(0));
    world.save();
    let told = frames(&again).concat();
    assert!(told.contains("{\"time\":[0,18000]}"), "{told}");
}

/// What messages take is written down when it can be felt, and comes back from the log.
#[test]
fn a_slow_line_is_given_its_time() {
    let setup = simulation::setup("crazy-eights", &["turn_seconds = 30", "first_dealer = \"last_seat\""]);
    let mut world = World::new(&setup, 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.room.lag(&ada, 300, world.now);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.ask(&ada, ClientMsg::Ready { id: "r".into() });
    world.save();
    let (deadline, entries) = (world.now + 30_000, world.store.log(1).unwrap().len());
    assert_eq!(world.room.wake(), Some(deadline), "before the match it does not matter");
    for (millis, wake) in [(300, 300), (320, 300), (290, 300), (20, 20), (45_000, 500)] {
        world.room.lag(&ada, millis, world.now);
        world.save();
        assert_eq!(world.room.wake(), Some(deadline + wake), "{millis}");
    }
    assert_eq!(world.store.log(1).unwrap().len(), entries + 3, "only what can be felt is written down");
    world.crash(500);
    assert_eq!(world.room.wake(), Some(deadline + 500));
}

/// Nobody is told of a move before it is on disk (H5).
#[test]
fn nothing_is_told_before_it_is_on_disk() {
    let setup = simulation::setup("crazy-eights", &[]);
    let mut world = World::new(&setup, 5, 0);
    let (ada, bola) = (world.connect(ADA, Some("Ada"), None), world.connect(ADA + 1, Some("Bola"), None));
    world.save();
    let _ = (frames(&ada), frames(&bola));
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    let writes = world.room.take_writes();
    world.in_flight.extend(writes);
    assert_eq!((frames(&ada).len(), frames(&bola).len()), (0, 0));
    let again = world.connect(ADA + 1, None, None);
    assert_eq!(frames(&again).len(), 0, "nor by coming in again");
    world.save();
    assert!(!frames(&ada).is_empty() && !frames(&again).is_empty());
}
