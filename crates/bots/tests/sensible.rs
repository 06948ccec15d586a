//! The sensible player against the random one over fixed seeds: the counts show a change in strength.

use bots::{Bot, Random, Sensible};
use engine::{End, Event, Seat, Viewer};
use games::{Opening, Rules, Session, presets};

/// The next move and its seat; reactions out of turn come first.
fn step(session: &Session, players: &mut [Box<dyn Bot>]) -> (Seat, games::Move) {
    let turn = session.turn().unwrap();
    let others = session.acting().without(turn);
    let reaction = others.iter().find_map(|seat| Some((seat, ask(session, players, seat)?)));
    reaction.unwrap_or_else(|| (turn, ask(session, players, turn).expect("a move in turn")))
}

fn ask(session: &Session, players: &mut [Box<dyn Bot>], seat: Seat) -> Option<games::Move> {
    let moves = session.legal(seat);
    let choice = players[seat.index()].choose(&session.view(Viewer::Seat(seat)), &moves)?;
    assert!(moves.contains(&choice), "a bot made up a move");
    Some(choice)
}

/// How many first rounds of two-player matches the sensible player wins, alternating seats.
fn wins(preset: &str, games: u64) -> usize {
    let rules = presets::named(preset).unwrap();
    let won = (0..games).filter(|&seed| {
        let mut session = Session::new(&rules, &Opening { seats: 2, seed, ..Opening::default() }).unwrap();
        let sensible = Seat::new(seed as usize % 2).unwrap();
        let player = |seat: Seat| -> Box<dyn Bot> {
            if seat == sensible { Box::new(Sensible) } else { Box::new(Random::new(seed)) }
        };
        let mut players: Vec<Box<dyn Bot>> = Seat::all(2).map(player).collect();
        while session.outcome().is_none() {
            let (seat, choice) = step(&session, &mut players);
            session.play(seat, choice).unwrap();
        }
        session.outcome().unwrap().winners().contains(sensible)
    });
    won.count()
}

#[test]
fn a_sensible_player_beats_a_random_one() {
    for (preset, least) in [
        ("naija-whot-duel", 330),
        ("whot-spec", 290),
        ("crazy-eights", 360),
        ("mzansi-eights", 360),
        ("american-eights", 330),
        ("uno-classic", 370),
        ("switch", 370),
        ("mau-mau", 265),
        ("yaniv", 380),
    ] {
        let won = wins(preset, 400);
        assert!(won >= least, "{preset}: {won} of 400");
    }
}

/// All events of a first round among sensible players.
fn among_sensible(rules: &Rules, seats: usize, seed: u64) -> Vec<Event> {
    let mut session = Session::new(rules, &Opening { seats, seed, ..Opening::default() }).unwrap();
    let mut players: Vec<Box<dyn Bot>> =
        Seat::all(seats).map(|_| Box::new(Sensible) as Box<dyn Bot>).collect();
    let mut told = Vec::new();
    while session.outcome().is_none() {
        let (seat, choice) = step(&session, &mut players);
        told.extend(session.play(seat, choice).unwrap());
    }
    told
}

/// With at most four seats: with eight, stacked groups of picks can keep a round of whot-spec going to the limit of G4.
#[test]
fn sensible_players_come_to_an_end_and_never_forget_the_word() {
    for rules in presets::all() {
        let (least, most) = rules.players();
        for (seats, seed) in
            [least, most.min(4)].into_iter().flat_map(|seats| (0..50).map(move |seed| (seats, seed)))
        {
            let told = among_sensible(&rules, seats, seed);
            let name = &rules.header().name;
            assert!(!told.iter().any(|event| matches!(event, Event::Caught { .. })), "{name}, game {seed}");
            let stopped = told.contains(&Event::Ended { how: End::Stopped });
            assert!(!stopped, "{name}, {seats} seats, game {seed} was stopped");
        }
    }
}

/// The random player sometimes forgets the word, and the sensible one catches it at once where the rules allow it.
#[test]
fn a_silent_player_is_caught() {
    let few = games::change(&presets::named("uno-classic").unwrap(), &["hand_size=2".into()]).unwrap();
    let mut caught = 0;
    for seed in 0..50 {
        let mut session = Session::new(&few, &Opening { seats: 2, seed, ..Opening::default() }).unwrap();
        let mut players: Vec<Box<dyn Bot>> = vec![Box::new(Sensible), Box::new(Random::new(seed))];
        while session.outcome().is_none() {
            let games::Round::Matching(round) = session.round() else { panic!("a matching game") };
            let owes = !round.owing().is_empty();
            let (seat, choice) = step(&session, &mut players);
            let events = session.play(seat, choice).unwrap();
            let done = events.iter().any(|event| matches!(event, Event::Caught { .. }));
            let said = matches!(events[0], Event::Said { .. });
            assert_eq!(owes && !said, done, "game {seed}");
            caught += usize::from(done);
        }
    }
    assert!(caught > 5, "{caught}");
}

#[test]
fn equal_seeds_play_alike() {
    assert_eq!(wins("switch", 20), wins("switch", 20));
}
