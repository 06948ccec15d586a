//! The searching players: no peeking, reproducible, within their budget, and with a reason for each move.

use bots::{Beginner, Bot, Brain, Budget, Level, SearchBot, Sensible};
use engine::{Game, Quick, Search, Seat, Viewer};
use games::matching::Matching;
use games::{Move, Opening, Round, Rules, Session, View, presets};

/// Positions from rounds of every preset, with the seat on turn.
fn positions(seed: u64) -> Vec<(Rules, Round, Seat)> {
    let mut all = Vec::new();
    for rules in presets::all() {
        let seats = rules.players().0.max(3).min(rules.players().1);
        let mut session = Session::new(&rules, &Opening { seats, seed, ..Opening::default() }).unwrap();
        for step in 0..25 {
            let Some(seat) = session.turn() else { break };
            if step % 6 == 0 {
                all.push((rules.clone(), session.round().clone(), seat));
            }
            let moves = session.legal(seat);
            let choice = Sensible.choose(&session.view(Viewer::Seat(seat)), &moves).unwrap();
            session.play(seat, choice).unwrap();
        }
    }
    all
}

fn seen(round: &Round, seat: Seat) -> (View, Vec<Move>) {
    let mut moves = Vec::new();
    round.legal(seat, &mut moves);
    (round.view(Viewer::Seat(seat)), moves)
}

/// The choice of a player of a level, its explanation, and the reason as told to the seat.
fn done(level: Level, view: &View, moves: &[Move]) -> Option<(Move, String, String)> {
    let mut brain = Brain::new(level, 7);
    let choice = brain.choose(view, moves)?;
    let found = match &brain {
        Brain::Search(search_bot) => search_bot.found(),
        Brain::Easy(_) | Brain::Medium(_) => &[],
    };
    Some((choice, brain.explain(view, choice), bots::reason(view, choice, found)?.said()))
}

/// However the hidden cards are dealt, every level makes the same choice for the same reason.
#[test]
fn a_choice_depends_on_nothing_hidden() {
    for (number, (rules, round, seat)) in positions(3).into_iter().enumerate() {
        let (view, moves) = seen(&round, seat);
        for world in 0..4 {
            let other = Round::imagine(&view, &mut Quick::new(world));
            let (again, same) = seen(&other, seat);
            for level in Level::ALL.into_iter().take(4) {
                let (one, two) = (done(level, &view, &moves), done(level, &again, &same));
                assert!(one.is_some());
                assert_eq!(one, two, "{}, position {number}, {level}", rules.header().name);
            }
        }
    }
}

#[test]
fn equal_seeds_and_budgets_play_alike_and_always_legally() {
    for (rules, round, seat) in positions(5) {
        let (view, moves) = seen(&round, seat);
        let choose = |seed| {
            let mut search_bot = SearchBot::new(150, seed);
            let choice = search_bot.choose(&view, &moves);
            assert!(choice.is_some_and(|choice| moves.contains(&choice)), "{}", rules.header().name);
            (choice, search_bot.found().to_vec())
        };
        assert_eq!(choose(1), choose(1));
        assert!(choose(1).1.iter().map(|found| found.visits).sum::<u32>() <= 150);
    }
}

/// The caller's clock ends the search.
#[test]
fn a_search_ends_when_the_clock_says_so() {
    let (_, round, seat) = positions(5).swap_remove(0);
    let (view, moves) = seen(&round, seat);
    let mut ticks = 0;
    let mut clock = || {
        ticks += 1;
        ticks <= 3
    };
    let mut search_bot = SearchBot::new(1_000_000, 1);
    let choice = search_bot.search(&view, &moves, Budget::While(&mut clock));
    assert!(choice.is_some_and(|choice| moves.contains(&choice)));
    // It is asked once in about thirty worlds.
    let visits: u32 = search_bot.found().iter().map(|found| found.visits).sum();
    assert!((30..=3 * 40).contains(&visits), "{visits}");
}

/// Seat 0 holds 7H and 5H, and 3H is on top: the seven skips the other player, and the plain five goes out. Played the
/// other way round, the seven would be left, and nobody may finish on it.
#[test]
fn a_search_finds_the_way_out() {
    let rules = presets::named("crazy-eights").unwrap();
    let rules = games::change(&rules, &["hand_size=2".into()]).unwrap();
    let deck = ["7H", "4C", "5H", "9C", "3H"].map(String::from).to_vec();
    let opening = Opening { seats: 2, deck: Some(deck), ..Opening::default() };
    let session = Session::new(&rules, &opening).unwrap();
    let (view, moves) = seen(session.round(), Seat::default());
    let mut search_bot = SearchBot::new(400, 1);
    let choice = search_bot.choose(&view, &moves).unwrap();
    assert_eq!(session.notation(choice), "play 7H");
    let why = search_bot.explain(&view, choice);
    assert!(why.starts_with("skips the next player, who has only 2 cards left"), "{why}");
}

/// Seven plain cards of two suits. A player who can play must; a player who cannot passes.
const SMALL: &str = r#"
family = "matching"
title = "Small"
players = 2
hand_size = 3
start = "turnup"
stock_end = "pass"
voluntary_draw = false
announce = "none"
[pack]
style = "colours"
suits = ["sun", "sea"]
[pack.cards]
sun = "1 2 3 4"
sea = "1 2 3"
"#;

/// What a search of this many worlds finds in the small game: seat 0 holds sun-1, sea-1 and sun-2, and sun-4 is on top.
fn found_at_the_end(worlds: u32) -> Vec<(String, u32, f32)> {
    let rules = games::load(SMALL).unwrap_or_else(|faults| panic!("{}", faults[0]));
    let deck = ["sun-1", "sea-2", "sea-1", "sea-3", "sun-2", "sun-3", "sun-4"].map(String::from).to_vec();
    let session =
        Session::new(&rules, &Opening { seats: 2, deck: Some(deck), ..Opening::default() }).unwrap();
    let (view, moves) = seen(session.round(), Seat::default());
    let mut search_bot = SearchBot::new(worlds, 1);
    search_bot.choose(&view, &moves);
    let told =
        search_bot.found().iter().map(|found| (session.notation(found.choice), found.visits, found.worth));
    told.collect()
}

/// The stock is empty, so every card is known. After sun-1 come sun-3, sun-2, sea-2 and sea-1, each the only card that
/// fits, and seat 0 is out. After sun-2 the other plays sea-2, and then come sea-1, sea-3, a pass, and sun-3: lost.
#[test]
fn the_last_cards_are_searched_to_the_end() {
    assert_eq!(
        found_at_the_end(100),
        [("play sun-1".to_string(), 1, 1.0), ("play sun-2".to_string(), 1, 0.0)]
    );
}

/// With one card more, the stock holds any of four cards: four worlds, all with the same view.
#[test]
fn every_world_of_an_ending_looks_the_same() {
    let rules = games::load(&SMALL.replace("1 2 3\"", "1 2 3 4\"")).unwrap();
    let session = Session::new(&rules, &Opening { seats: 2, seed: 5, ..Opening::default() }).unwrap();
    let (View::Matching(view), _) = seen(session.round(), session.turn().unwrap()) else {
        panic!("matching")
    };
    let worlds = Matching::few_worlds(&view).unwrap();
    assert_eq!(worlds.len(), 4);
    assert!(worlds.iter().all(|world| world.view(view.viewer) == view));
    let other = Viewer::Seat(view.playing.after(view.turn));
    let mut hands: Vec<_> = worlds.iter().map(|world| world.view(other).hand).collect();
    hands.dedup();
    assert_eq!(hands.len(), 4);
}

/// The endgame search examines at most as many positions as the budget has worlds; with three, the tree search runs.
#[test]
fn an_ending_keeps_within_the_budget() {
    assert_eq!(found_at_the_end(3).iter().map(|(_, visits, _)| visits).sum::<u32>(), 3);
}

/// Every kind of move has a reason, and none of them is empty or ends in a full stop.
#[test]
fn every_move_has_a_reason() {
    for (rules, round, seat) in positions(9) {
        let (view, moves) = seen(&round, seat);
        let mut search_bot = SearchBot::new(60, 2);
        let chosen = search_bot.choose(&view, &moves).unwrap();
        for why in moves
            .iter()
            .map(|&choice| Beginner::new(1).explain(&view, choice))
            .chain([search_bot.explain(&view, chosen)])
        {
            let name = &rules.header().name;
            assert!(
                why.len() > 8 && !why.ends_with('.') && why.starts_with(char::is_lowercase),
                "{name}: {why}"
            );
        }
    }
}

/// The tree grows within its first allocation: ten times the worlds need only a few more allocations.
#[test]
fn no_heap_allocation_inside_the_loop() {
    for (rules, round, seat) in positions(3) {
        let (view, moves) = seen(&round, seat);
        let mut search_bot = SearchBot::new(2_000, 1);
        search_bot.choose(&view, &moves);
        let counted = |worlds| {
            let mut search_bot = SearchBot::new(worlds, 1);
            search_bot.choose(&view, &moves);
            allocation_counter::measure(|| {
                search_bot.choose(&view, &moves);
            })
            .count_total
        };
        let (few, many) = (counted(200), counted(2_000));
        assert!(many <= few + 6, "{}: {few} allocations, then {many}", rules.header().name);
    }
}
