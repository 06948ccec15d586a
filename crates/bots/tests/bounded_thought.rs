//! However many moves a hand has and however long a round lasts, a thought looks at its clock.

use bots::{Bot, Brain, Budget, Level, SearchBot, Sensible};
use engine::Viewer;
use games::{Move, Opening, Session, View, presets};

/// Rules that load, with hands that have nearly as many moves as any, and their number.
fn crowded() -> Vec<(Session, Vec<Move>)> {
    let ranks = |cards: &str, ranks: [&str; 2]| -> Vec<String> {
        let card = |rank: &str, suit: &str| {
            if suit.len() > 1 { format!("{suit}-{rank}") } else { format!("{rank}{suit}") }
        };
        let suits: Vec<&str> = cards.split(' ').collect();
        let twice = ranks.iter().flat_map(|rank| suits.iter().map(move |suit| card(rank, suit)));
        twice.clone().chain(twice).collect()
    };
    let whot = ranks("circle triangle cross square star", ["1", "2"]);
    let french = ["AH", "2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H"].map(String::from).to_vec();
    let french = [vec!["JK".to_string(); 4], french].concat();
    let rules: [(&str, &[&str], Vec<String>); 3] = [
        ("naija-whot", &["group_play=true", "players=2", "packs=2", "hand_size=20"], whot.clone()),
        ("whot-spec", &["players=2", "packs=2", "hand_size=20", "effects.1=\"swap\"", "start=lead"], whot),
        (
            "yaniv",
            &[
                "players=2",
                "packs=2",
                "hand_size=13",
                "jokers=4",
                "ace=wrap",
                "min_naturals=1",
                "joker_in_sets=true",
            ],
            french,
        ),
    ];
    let session = |(preset, changes, hand): (&str, &[&str], Vec<String>)| {
        let changes: Vec<String> = changes.iter().map(|&change| change.into()).collect();
        let rules = games::change(&presets::named(preset).unwrap(), &changes).unwrap();
        let compiled = games::CompiledRules::new(&rules, 2).unwrap();
        // Every other card of the deal is the hand of the first player; the rest is the pack without them.
        let pack = compiled.pack();
        let mut rest: Vec<String> =
            pack.cards().iter().map(|&card| pack.notation(card).to_string()).collect();
        for card in &hand {
            rest.swap_remove(rest.iter().position(|other| other == card).unwrap());
        }
        let deck: Vec<String> = hand.iter().flat_map(|card| [card.clone(), rest.pop().unwrap()]).collect();
        let opening = Opening { seats: 2, deck: Some(deck), ..Opening::default() };
        let session = Session::new(&rules, &opening).unwrap();
        let moves = session.legal(session.turn().unwrap());
        (session, moves)
    };
    rules.into_iter().map(session).collect()
}

fn view(session: &Session) -> View {
    session.view(Viewer::Seat(session.turn().unwrap()))
}

#[test]
fn every_level_makes_a_legal_move_of_thousands_within_its_budget() {
    for (session, moves) in crowded() {
        let view = view(&session);
        assert!((2_000..=games::MAX_LEGAL_MOVES).contains(&moves.len()), "{} moves", moves.len());
        for level in Level::ALL {
            let mut asked = 0;
            let choice = if level.searches() {
                let mut clock = || {
                    asked += 1;
                    asked <= 40
                };
                let mut search_bot = SearchBot::new(level.iterations(), 7);
                let budget = Budget::Within(level.iterations(), &mut clock);
                let choice = search_bot.search(&view, &moves, budget);
                let visits: u32 = search_bot.found().iter().map(|found| found.visits).sum();
                // Each world counts as thirty moves at least, and the clock is asked once in a thousand.
                assert!(visits <= level.iterations().min(41 * 34), "{level}: {visits} worlds");
                choice
            } else {
                Brain::new(level, 7).choose(&view, &moves)
            };
            assert!(choice.is_some_and(|choice| moves.contains(&choice)), "{level}");
            assert!(asked <= 41, "{level} went on when its time was over");
        }
    }
}

/// Rules under which every card makes the others draw, and only one card ends a hand: a round goes on until it is stopped.
fn endless() -> Session {
    let effects: Vec<String> = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
        .map(|rank| format!("effects.{rank}=\"market 2\""))
        .to_vec();
    let changes = [
        effects,
        ["max_actions=10000", "stock_end=reshuffle", "starter_special=ignore", "finish_on=[\"2C\"]"]
            .map(String::from)
            .to_vec(),
    ]
    .concat();
    let rules = games::change(&presets::named("american-eights").unwrap(), &changes).unwrap();
    Session::new(&rules, &Opening { seats: 4, seed: 7, ..Opening::default() }).unwrap()
}

/// Three looks at the clock are fewer than one world of ten thousand moves takes.
#[test]
fn a_search_looks_at_its_clock_inside_a_world() {
    let session = endless();
    let (view, moves) = (view(&session), session.legal(session.turn().unwrap()));
    let visits = |looks: u32| {
        let mut asked = 0;
        let mut clock = || {
            asked += 1;
            asked <= looks
        };
        let mut search_bot = SearchBot::new(1_000_000, 1);
        let choice = search_bot.search(&view, &moves, Budget::While(&mut clock));
        assert!(choice.is_some_and(|choice| moves.contains(&choice)));
        search_bot.found().iter().map(|found| found.visits).sum::<u32>()
    };
    assert_eq!(visits(3), 0);
    assert!((1..=4).contains(&visits(40)), "{}", visits(40));
}

/// A player without a search weighs a bounded number of moves, and still those besides plays.
#[test]
fn a_long_list_is_weighed_in_part() {
    let (session, moves) = crowded().swap_remove(0);
    let choice = Sensible.choose(&view(&session), &moves).unwrap();
    assert!(session.notation(choice).starts_with("play"), "{}", session.notation(choice));
}
