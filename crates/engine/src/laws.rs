//! The laws that every game obeys, checked the same way for all of them.
//!
//! A broken law panics with the seed of the game, so that it can be repeated.

use alloc::vec::Vec;

use crate::{Card, CardSet, Chance, End, Game, Outcome, Quick, Seat, Status, Viewer};

/// The length and the result of a finished game.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// How many moves were made.
    pub moves: usize,
    /// The result.
    pub outcome: Outcome,
}

/// Plays a whole game by random moves and checks the laws in every position.
///
/// `strange` are moves to try in every position, legal or not.
///
/// # Panics
/// When a law is broken.
pub fn play_by_the_laws<G: Game>(game: G, seed: u64, strange: &[G::Move]) -> Played {
    let mut game = game;
    let mut chance = Quick::new(seed);
    let mut moves = Vec::new();
    let mut made = 0;
    conserves_cards(&game, seed);
    while let Status::Acting(acting) = game.status() {
        assert!(!acting.is_empty(), "game {seed}: nobody is to act");
        assert!(game.turn().is_some_and(|turn| acting.contains(turn)), "game {seed}: the turn is nobody's");
        for seat in Seat::all(game.seats()) {
            game.legal(seat, &mut moves);
            assert_eq!(moves.is_empty(), !acting.contains(seat), "game {seed}, move {made}: seat {seat}");
            // Only some of the strange moves in each position: over many positions and seeds all of them are tried.
            let from = chance.below(strange.len() as u32) as usize;
            let some = &strange[from..strange.len().min(from + 40)];
            list_agrees_with_refusals(&game, seat, &moves, some, seed);
            if let Some(&choice) = some.first() {
                refused_means_refused(&game, seat, choice, seed);
            }
        }
        for viewer in Seat::all(game.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
            view_tells_no_secret(&game, viewer, &mut chance, seed);
        }
        let actor = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap_or_default();
        game.legal(actor, &mut moves);
        let choice = moves[chance.below(moves.len() as u32) as usize];
        reads_back(&game, choice, seed);
        plays_alike(&game, actor, choice, seed);
        game.play(actor, choice, &mut chance, &mut ()).unwrap_or_else(|why| panic!("game {seed}: {why:?}"));
        made += 1;
        conserves_cards(&game, seed);
    }
    assert!(
        Seat::all(game.seats()).all(|seat| legal_moves(&game, seat).is_empty()),
        "game {seed}: moves after the end"
    );
    let outcome = game.outcome().unwrap_or_else(|| panic!("game {seed}: over without an outcome"));
    assert!(!outcome.winners().is_empty(), "game {seed}: nobody won");
    Played { moves: made, outcome }
}

/// Plays a whole game by random moves, as fast as the list of legal moves allows.
///
/// # Panics
/// When a move from the list is refused.
pub fn play_at_random<G: Game>(mut game: G, chance: &mut impl Chance) -> Played {
    let mut moves = Vec::new();
    let mut made = 0;
    while let Status::Acting(acting) = game.status() {
        let actor = acting.iter().nth(chance.below(acting.len() as u32) as usize).unwrap_or_default();
        game.legal(actor, &mut moves);
        let choice = moves[chance.below(moves.len() as u32) as usize];
        game.play(actor, choice, chance, &mut ()).unwrap_or_else(|why| panic!("{why:?}"));
        made += 1;
    }
    let outcome = game.outcome().unwrap_or_else(|| panic!("over without an outcome"));
    Played { moves: made, outcome }
}

impl Played {
    /// Whether the game ended only because of the limit on actions (G4).
    pub fn was_stopped(&self) -> bool {
        self.outcome.how == End::Stopped
    }
}

fn legal_moves<G: Game>(game: &G, seat: Seat) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.legal(seat, &mut moves);
    moves
}

/// No card is ever lost or duplicated.
fn conserves_cards<G: Game>(game: &G, seed: u64) {
    let mut found = CardSet::EMPTY;
    let mut count = 0;
    game.every_card(&mut |card: Card| {
        found.insert(card);
        count += 1;
    });
    assert_eq!(
        (found, count),
        (game.pack().all(), game.pack().cards().len()),
        "game {seed}: cards lost or doubled"
    );
}

/// The list is sorted, has no duplicates, and contains exactly the moves that are not refused.
fn list_agrees_with_refusals<G: Game>(
    game: &G,
    seat: Seat,
    moves: &[G::Move],
    strange: &[G::Move],
    seed: u64,
) {
    assert!(moves.is_sorted_by(|a, b| a < b), "game {seed}: list of seat {seat} is not sorted: {moves:?}");
    for &choice in moves {
        assert_eq!(game.check(seat, choice), Ok(()), "game {seed}: {choice:?} is in the list but refused");
    }
    for &choice in strange {
        let listed = moves.binary_search(&choice).is_ok();
        assert_eq!(game.check(seat, choice).is_ok(), listed, "game {seed}: seat {seat}: {choice:?}");
    }
}

/// A refused move is not played.
fn refused_means_refused<G: Game>(game: &G, seat: Seat, choice: G::Move, seed: u64) {
    if game.check(seat, choice).is_err() {
        let mut copy = game.clone();
        let refused = copy.play(seat, choice, &mut Quick::new(0), &mut ()).is_err();
        assert!(refused, "game {seed}: {choice:?} was played against the refusal");
        unchanged(game, &copy, seed);
    }
}

/// Both positions give every viewer the same view.
fn unchanged<G: Game>(before: &G, after: &G, seed: u64) {
    for viewer in Seat::all(before.seats()).map(Viewer::Seat).chain([Viewer::Spectator]) {
        assert!(before.view(viewer) == after.view(viewer), "game {seed}: an illegal move changed something");
    }
}

/// What a viewer sees does not depend on hidden cards.
fn view_tells_no_secret<G: Game>(game: &G, viewer: Viewer, chance: &mut Quick, seed: u64) {
    let view = game.view(viewer);
    let other = G::imagine(&view, chance);
    conserves_cards(&other, seed);
    let again = other.view(viewer);
    assert!(view == again, "game {seed}: {viewer:?} sees\n{view:?}\nand in another world\n{again:?}");
    if let Viewer::Seat(seat) = viewer {
        assert_eq!(
            legal_moves(game, seat),
            legal_moves(&other, seat),
            "game {seed}: moves of seat {seat} tell a secret"
        );
    }
    assert_eq!(game.turn(), other.turn(), "game {seed}: whose turn it is tells a secret");
}

/// A move in notation parses as the same move.
fn reads_back<G: Game>(game: &G, choice: G::Move, seed: u64) {
    let text = game.notation(choice);
    match game.parse(&text) {
        Ok(read) => assert_eq!(read, choice, "game {seed}: `{text}` reads back otherwise"),
        Err(why) => panic!("game {seed}: `{text}` does not read back: {why:?}"),
    }
}

/// Equal inputs give equal games.
fn plays_alike<G: Game>(game: &G, seat: Seat, choice: G::Move, seed: u64) {
    let play = || {
        let mut copy = game.clone();
        let mut events = Vec::new();
        let done = copy.play(seat, choice, &mut Quick::new(seed), &mut events);
        (copy, events, done)
    };
    let ((one, events, done), (two, again, done_again)) = (play(), play());
    assert_eq!((events, done), (again, done_again), "game {seed}: equal moves, unequal games");
    unchanged(&one, &two, seed);
}
