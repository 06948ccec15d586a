//! A simulation of a server from a seed: lost, repeated and reordered commands, lost connections, slow pages and networks,
//! slow disks, crashes at any moment. In the end every player sees the state of the table, and nothing that was
//! acknowledged is lost or doubled.

use std::collections::HashMap;

use crate::simulation::{self, player::Player};
use crate::simulation::{ADA, World, frames};
use engine::{Chance, Quick};
use protocol::ClientMsg;
use server::Store;
use server::internals::TableSetup;
use table::Level;

/// How many runs: from the environment, or few.
fn runs() -> u64 {
    std::env::var("LASTCARD_LIVES").ok().and_then(|text| text.parse().ok()).unwrap_or(60)
}

/// One run; all that was acknowledged, and the number of entries on disk at the end.
fn simulate(preset: &str, seed: u64) -> (Vec<Vec<String>>, usize) {
    let mut chance = Quick::new(seed);
    let setup = simulation::setup(preset, &["turn_seconds = 20", "takeback = \"consent\""]);
    let count = setup.rules.players().0.max(2).min(setup.rules.players().1);
    // In every second run a computer player that searches plays too, if there is a seat.
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
    // Some pages load slowly: their connections are lost before they see anything.
    for player in &mut players {
        if chance.below(3) == 0 {
            player.disconnect(&mut world.room);
        }
    }
    let mut in_transit: Vec<(usize, ClientMsg)> = Vec::new();
    for _ in 0..600 {
        world.now += u64::from(chance.below(400));
        let at = chance.below(count as u32) as usize;
        match chance.below(80) {
            0 => players[at].disconnect(&mut world.room),
            1..=12 if players[at].outbox.is_none() => players[at].connect(&mut world.room, world.now),
            13 => {
                world.crash(u64::from(chance.below(5_000)));
                for player in &mut players {
                    player.outbox = None;
                }
                in_transit.clear();
            }
            14 => {
                world.save();
                world.room.rest();
            }
            15..=29 => {
                let command = players[at].next_command(&mut chance);
                for _ in 0..=chance.below(3) {
                    in_transit.push((at, command.clone()));
                }
            }
            30..=49 if !in_transit.is_empty() => {
                let (at, command) = in_transit.swap_remove(chance.below(in_transit.len() as u32) as usize);
                if let Some(outbox) = players[at].outbox.clone() {
                    world.ask(&outbox, command);
                }
            }
            50 if !in_transit.is_empty() => drop(in_transit.pop()),
            51..=61 => world.save_some(chance.below(4) as usize),
            62 => world.room.tick(world.now),
            63..=66 => world.search(chance.below(3) as usize),
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
        player.disconnect(&mut world.room);
        player.connect(&mut world.room, world.now);
        let command = player.pending.clone();
        if let (Some(command), Some(outbox)) = (command, player.outbox.clone()) {
            let leaves = matches!(command, ClientMsg::Leave { .. });
            world.ask(&outbox, command);
            // A player who has left is sent nothing more.
            if leaves {
                world.ask(&outbox, ClientMsg::Return { id: format!("{}-back", player.number) });
            }
        }
    }
    world.search(usize::MAX);
    world.save();
    for player in &mut players {
        player.listen(usize::MAX);
        assert_eq!(player.pending, None, "{preset}, seed {seed}: a command was never answered");
    }
    // A player who left with the last command was sent nothing more, and comes back.
    for player in &mut players {
        player.connect(&mut world.room, world.now);
    }
    world.save();
    for player in &mut players {
        player.listen(usize::MAX);
    }
    check_scenes(&mut world, &mut players, preset, seed);
    let entries = check_log(&mut world, &players, preset, seed);
    (players.into_iter().map(|player| player.acknowledged).collect(), entries)
}

/// Every player sees what a fresh connection would show.
fn check_scenes(world: &mut World, players: &mut [Player], preset: &str, seed: u64) {
    for player in players {
        let before = (player.position, player.scene.clone());
        player.connect(&mut world.room, world.now);
        world.save();
        player.scene = None;
        player.listen(usize::MAX);
        assert_eq!((player.position, player.scene.clone()), before, "{preset}, seed {seed}");
    }
}

/// Every acknowledged command is in the log once, and the log can be replayed.
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
    for seed in 0..runs() {
        let preset = presets[seed as usize % presets.len()];
        let run = simulate(preset, seed);
        if seed < 5 {
            assert_eq!(run, simulate(preset, seed), "{preset}, seed {seed}: the same seed gave another run");
        }
        acknowledged += run.0.iter().map(Vec::len).sum::<usize>();
        entries += run.1;
    }
    println!("{} runs, {acknowledged} commands acknowledged, {entries} entries", runs());
    assert!(acknowledged as u64 > runs() * 5, "only {acknowledged} commands came through");
}

/// The player on turn during an outage has as much time left as before (M5).
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
    assert_eq!(world.room.wake(), Some(deadline + 3_600_000), "it is given back once");
    world.crash(60_000);
    world.crash(60_000);
    assert_eq!(world.room.wake(), Some(deadline + 3_720_000), "two outages without a write between");
    let log = world.store.log(1).unwrap();
    assert!(log.iter().all(|entry| entry.body != "tick"), "nobody's time ran out");
}

/// A player whose page loads slowly has the whole first turn, also after a crash (M8).
#[test]
fn a_slow_loader_has_the_whole_first_turn() {
    let setup = simulation::setup("crazy-eights", &["turn_seconds = 30", "first_dealer = \"last_seat\""]);
    let mut world = World::new(&setup, 5, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    world.connect(ADA + 1, Some("Bola"), None);
    world.ask(&ada, ClientMsg::Start { id: "s".into() });
    world.save();
    let begun = world.now;
    assert_eq!(world.room.wake(), Some(begun + 40_000), "ten seconds more for a player who is not ready");
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

/// Connections do not matter to the game: only the turn timer does (M7).
#[test]
fn a_lost_connection_is_not_logged() {
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

/// Reconnecting is not logged, but the remaining time is that of the moment, not of the last move.
#[test]
fn a_player_who_reconnects_is_told_the_rest_of_the_turn() {
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

/// The round-trip time is logged when it changes noticeably, and is restored from the log.
#[test]
fn a_slow_connection_is_given_its_time() {
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
    assert_eq!(world.store.log(1).unwrap().len(), entries + 3, "only noticeable changes are logged");
    world.crash(500);
    assert_eq!(world.room.wake(), Some(deadline + 500));
}

/// No move is sent before it is on disk (H5).
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
