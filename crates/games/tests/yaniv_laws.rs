//! The laws of the engine, checked for Yaniv in all its variations.

use std::sync::Arc;

use engine::laws::{Played, play_at_random, play_by_the_laws};
use engine::{Card, Chance, Deal, End, Game, Order, Quick, Seat, SeatSet, Status, Viewer, shuffle};
use games::yaniv::{CompiledRules, Move, Take, Throw, Yaniv};
use games::{Rules, change, presets};

use crate::simple_player::seeds;

/// Rule sets that reach every branch: each option changed, alone or with the options it needs.
const VARIATIONS: &[&[&str]] = &[
    &[],
    &["slapdown=off", "joker_swap=false"],
    &["slapdown=ask"],
    &["slapdown=race", "slap_by_others=true", "slap_on_run=true"],
    &["slapdown=ask", "slap_by_others=true", "slap_to_empty=false", "packs=2"],
    &["joker_in_sets=true", "min_naturals=1", "jokers=4", "hand_size=6"],
    &["ace=both", "slap_on_run=true", "min_naturals=1", "jokers=6", "hand_size=6"],
    &["ace=wrap", "slap_on_run=true", "slapdown=ask", "hand_size=7", "packs=2"],
    &["draw_any_of_kind=true", "joker_in_sets=true", "packs=2", "hand_size=7", "jokers=3"],
    &["packs=2", "slap_by_others=true", "joker_in_sets=true", "hand_size=6"],
    &["jokers=0", "hand_size=3", "call_limit=5", "assaf_on_tie=false"],
    &["call_limit=0", "max_actions=60", "hand_size=2", "assaf_zero=all"],
    &["call_limit=0", "max_actions=50", "blocked=draw", "leaver=fold"],
    &["hand_size=1", "slap_by_others=true", "assaf_extra=20"],
];

fn compiled(changes: &[&str], seats: usize) -> Arc<CompiledRules> {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let rules = change(&presets::named("yaniv").unwrap(), &changes).unwrap();
    let Rules::Yaniv(rules) = rules else { panic!("not Yaniv") };
    Arc::new(CompiledRules::new(&rules, seats).unwrap())
}

/// A deal in which sometimes a player has already been eliminated.
fn deal(compiled: &Arc<CompiledRules>, seed: u64) -> Yaniv {
    let mut order = compiled.pack.cards().to_vec();
    shuffle(&mut order, &mut Quick::new(seed));
    let dealer = Seat::new(seed as usize % compiled.seats).unwrap();
    let all = SeatSet::first(compiled.seats);
    let playing = if compiled.seats > 2 && seed.is_multiple_of(3) { all.without(dealer) } else { all };
    Yaniv::deal(compiled, &Deal { playing, dealer, order: &order }, &mut ()).unwrap()
}

/// Moves to try in every position: a sample of those that are legal with other cards.
fn strange(compiled: &Arc<CompiledRules>, seed: u64) -> Vec<Move> {
    let mut chance = Quick::new(seed ^ 0xfeed);
    let mut sample = vec![Move::Yaniv, Move::Pass];
    let mut moves = Vec::new();
    for other in 0..2 {
        let game = deal(compiled, seed.wrapping_add(1_000 + other));
        game.legal(game.turn().unwrap(), &mut moves);
        sample.push(moves[chance.below(moves.len() as u32) as usize]);
        let card = compiled.pack.cards()[chance.below(compiled.pack.cards().len() as u32) as usize];
        sample.extend([Move::Slap(card), Move::Exchange(card)]);
    }
    sample
}

fn play_all(changes: &[&str], games: u64) -> Vec<Played> {
    let mut played = Vec::new();
    for seats in 2..=8 {
        let compiled = compiled(changes, seats);
        for seed in 0..seeds(games) {
            played.push(play_by_the_laws(deal(&compiled, seed), seed, &strange(&compiled, seed)));
        }
    }
    played
}

#[test]
fn every_variation_obeys_the_laws() {
    for changes in VARIATIONS {
        let played = play_all(changes, 20);
        let stopped = played.iter().filter(|game| game.was_stopped()).count();
        println!("{changes:?}: {} games, {stopped} stopped", played.len());
    }
}

#[test]
fn the_preset_ends_by_calls() {
    let played = play_all(&[], 60);
    assert!(played.iter().all(|game| game.outcome.how == End::Called));
}

#[test]
fn the_safety_stop_ends_what_nobody_calls() {
    let played = play_all(&["call_limit=0", "max_actions=50", "jokers=0", "slapdown=off"], 4);
    assert!(played.iter().all(|game| game.was_stopped() && game.moves == 50));
}

/// For any five cards in any order, the throw is listed if and only if it is not refused.
#[test]
fn the_list_has_every_throw() {
    for changes in [
        &["packs=2"][..],
        &["packs=2", "jokers=8", "min_naturals=1", "ace=both"],
        &["packs=2", "jokers=8", "joker_in_sets=true", "ace=wrap", "slapdown=off"],
        &["packs=2", "jokers=8", "joker_in_sets=true", "min_naturals=1", "draw_any_of_kind=true"],
    ] {
        let compiled = compiled(changes, 2);
        (0..seeds(300)).for_each(|seed| assert_list_is_whole(&deal(&compiled, seed)));
    }
}

fn assert_list_is_whole(game: &Yaniv) {
    let seat = game.turn().unwrap();
    let hand: Vec<Card> = game.hand(seat).iter().map(|card| game.pack().first_copy(card)).collect();
    let mut listed = Vec::new();
    game.legal(seat, &mut listed);
    let mut orders = vec![Vec::new()];
    while let Some(order) = orders.pop() {
        for at in (0..hand.len()).filter(|at| !order.contains(at)) {
            let longer: Vec<usize> = order.iter().copied().chain([at]).collect();
            let cards: Vec<Card> = longer.iter().map(|&at| hand[at]).collect();
            let choice = Move::Throw { cards: Throw::new(&cards).unwrap(), take: Take::Stock };
            assert_eq!(
                game.check(seat, choice).is_ok(),
                listed.contains(&choice),
                "{}",
                game.notation(choice)
            );
            orders.push(longer);
        }
    }
}

/// A run in notation is reversed or sorted if its meaning is clear; everything else stays as written.
#[test]
fn written_orders_are_put_right() {
    let game = deal(&compiled(&["ace=both"], 2), 1);
    let read = |text: &str| game.notation(game.parse(text).unwrap());
    assert_eq!(read("throw 7H 6h 5H take STOCK"), "throw 5H 6H 7H take stock");
    assert_eq!(read("throw 6H 7H 5H take stock"), "throw 5H 6H 7H take stock");
    assert_eq!(read("throw AH KH QH take 9C"), "throw QH KH AH take 9C");
    assert_eq!(read("throw 6H JK 4H take joker"), "throw 4H JK 6H take JK");
    assert_eq!(read("throw 4H 6H JK take stock"), "throw 4H 6H JK take stock");
    assert_eq!(read("throw 9S 9H 9D 9C take stock"), "throw 9S 9D 9H 9C take stock");
    assert_eq!(read("swap 5h for joker"), "swap 5H for joker");
    for text in [
        "",
        "throw",
        "throw take stock",
        "throw 9C",
        "throw 9C take",
        "throw 1X take stock",
        "slap",
        "swap 5H",
    ] {
        assert_eq!(game.parse(text).unwrap_err().code(), "unreadable", "{text}");
    }
    let many = format!("throw {}take stock", "JK ".repeat(5_000));
    assert_eq!(game.parse(&many).unwrap_err().code(), "unreadable");
}

/// Orders of the table mixed with random moves: no card is lost, no view leaks a secret, the round ends.
#[test]
fn orders_keep_the_laws() {
    for changes in [["leaver=fold", "slapdown=window"], ["leaver=fold", "slapdown=ask"]] {
        for seats in 2..=8 {
            let compiled = compiled(&changes, seats);
            (0..seeds(150)).for_each(|seed| play_with_orders(deal(&compiled, seed), seed));
        }
    }
}

fn play_with_orders(mut game: Yaniv, seed: u64) {
    let mut chance = Quick::new(seed);
    let mut moves = Vec::new();
    while let Status::Acting(acting) = game.status() {
        let seat = Seat::new(chance.below(game.seats() as u32) as usize).unwrap();
        let order = [Order::Timeout, Order::Leave, Order::Fine][[0, 0, 0, 0, 1, 2][chance.below(6) as usize]];
        let obeyed = chance.below(4) == 0 && game.order(seat, order, &mut chance, &mut ()).is_ok();
        if !obeyed {
            let actor = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap();
            game.legal(actor, &mut moves);
            let choice = moves[chance.below(moves.len() as u32) as usize];
            game.play(actor, choice, &mut chance, &mut ()).unwrap();
        }
        assert_whole(&game);
        for viewer in Seat::all(game.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
            let view = game.view(viewer);
            assert!(Yaniv::imagine(&view, &mut chance).view(viewer) == view, "game {seed}: {viewer:?}");
        }
    }
    assert!(!game.outcome().unwrap().winners().is_empty());
}

/// G11 and G19, worked out by hand: players who leave add their hand and come last, and the last one left wins.
#[test]
fn leaving_and_running_out_of_time() {
    let seat = |number| Seat::new(number).unwrap();
    let mut game = deal(&compiled(&["leaver=fold"], 3), 1);
    let (first, second, third) = (seat(2), seat(0), seat(1));
    let (held, stock) = (game.points_of(second), game.stock_len());
    let order = |game: &mut Yaniv, seat, order| {
        let mut events = Vec::new();
        let done = game.order(seat, order, &mut Quick::new(1), &mut events);
        done.map(|()| events.into_iter().map(|event| event.notation(game.pack())).collect::<Vec<_>>())
    };
    assert_eq!(order(&mut game, second, Order::Timeout).unwrap_err().code(), "not-your-turn");
    assert_eq!(order(&mut game, first, Order::Fine).unwrap_err().code(), "no-order");
    let events = order(&mut game, first, Order::Timeout).unwrap();
    assert!(events[0] == "2 timed-out" && events[1].starts_with("2 drew timeout 1"), "{events:?}");
    assert_eq!((game.turn(), game.count(first), game.stock_len()), (Some(second), 6, stock - 1));
    order(&mut game, second, Order::Leave).unwrap();
    assert_eq!((game.turn(), game.count(second), game.stock_len()), (Some(third), 0, stock + 4));
    assert_eq!(order(&mut game, second, Order::Leave).unwrap_err().code(), "not-playing");
    let events = order(&mut game, third, Order::Leave).unwrap();
    assert_eq!(events, ["1 left", "ended deserted"]);
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.places.first(3), outcome.leads_next), (&[2, 2, 1][..], Some(first)));
    assert_eq!((outcome.points[first], outcome.points[second]), (0, i32::from(held)));
    assert_eq!(order(&mut game, first, Order::Timeout).unwrap_err().code(), "round-over");
}

fn assert_whole(game: &Yaniv) {
    let mut cards = Vec::new();
    game.every_card(&mut |card| cards.push(card));
    cards.sort_unstable();
    assert_eq!(cards, game.pack().cards());
}

/// The largest lists of moves stay short under any rules.
#[test]
fn long_lists_stay_bounded() {
    let changes = [
        "hand_size=13",
        "jokers=8",
        "packs=2",
        "joker_in_sets=true",
        "min_naturals=1",
        "ace=wrap",
        "max_actions=200",
    ];
    let compiled = compiled(&changes, 2);
    let mut moves = Vec::new();
    let longest = (0..200).map(|seed| {
        let game = deal(&compiled, seed);
        game.legal(game.turn().unwrap(), &mut moves);
        moves.len()
    });
    assert!(longest.max().unwrap() < 100_000);
    let played = play_at_random(deal(&compiled, 1), &mut Quick::new(1));
    assert!(played.moves <= 200);
}
