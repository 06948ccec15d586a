//! The simple player of the studies: a random fitting card whenever there is one, nine picks in ten answered,
//! the longest suit called, every word said. It measures whether games end under a rule, not skill.

use engine::{Chance, Deal, End, Game, Outcome, Quick, Seat, SeatSet, Status, Suit};
use games::matching::{CompiledRules, Matching, Move, Phase, Play};
use std::sync::Arc;

/// How a game of simple players went.
pub struct Length {
    pub outcome: Outcome,
    /// Turns until the end: every play, draw or pass of a player on turn.
    pub turns: usize,
    /// Turns until the first player was out, if any was.
    pub first_out: Option<usize>,
    /// Whether the stock ran out during a draw.
    pub short: bool,
}

/// How many games a law is tried on: this many, or fewer where `LASTCARD_SEEDS` says so.
pub fn seeds(usual: u64) -> u64 {
    let most = std::env::var("LASTCARD_SEEDS").ok().and_then(|text| text.parse().ok());
    usual.min(most.unwrap_or(usual))
}

pub fn deal(compiled: &Arc<CompiledRules>, seed: u64) -> Matching {
    let mut chance = Quick::new(seed);
    let mut order = compiled.pack.cards().to_vec();
    engine::shuffle(&mut order, &mut chance);
    let dealer = Seat::new(seed as usize % compiled.seats).unwrap();
    let deal = Deal { playing: SeatSet::first(compiled.seats), dealer, order: &order };
    Matching::deal(compiled, &deal, &mut chance, &mut ()).unwrap()
}

pub fn play(compiled: &Arc<CompiledRules>, seed: u64) -> Length {
    let mut game = deal(compiled, seed);
    let mut chance = Quick::new(seed ^ 0x5eed);
    let mut moves = Vec::new();
    let (mut turns, mut first_out, mut short) = (0, None, false);
    while let Status::Acting(_) = game.status() {
        let seat = game.turn().unwrap();
        game.legal(seat, &mut moves);
        let choice = choose(&game, seat, &moves, &mut chance);
        short |= choice == Move::Pass && matches!(game.phase(), Phase::Turn { .. } | Phase::Again { .. });
        game.play(seat, choice, &mut chance, &mut ()).unwrap();
        turns += 1;
        if first_out.is_none() && game.playing().iter().any(|seat| game.hand(seat).is_empty()) {
            first_out = Some(turns);
        }
    }
    Length { outcome: game.outcome().unwrap(), turns, first_out, short }
}

fn choose(game: &Matching, seat: Seat, moves: &[Move], chance: &mut Quick) -> Move {
    let longest = longest_suit(game, seat);
    let sensible = |play: &Play| {
        let saying = Play { say: None, ..*play };
        let said = play.say.is_some() || !moves.iter().any(|other| matches!(other, Move::Play(p) if p.say.is_some() && Play { say: None, ..*p } == saying));
        said && play.call.is_none_or(|suit| suit == longest)
    };
    let sensible =
        moves.iter().copied().filter(|choice| matches!(choice, Move::Play(play) if sensible(play)));
    let mut plays: Vec<Move> = sensible.collect();
    // If several cards of a number may be played together: all that go with a random first card.
    if let Some(&Move::Play(any)) = plays.get(chance.below(plays.len() as u32) as usize)
        && game.compiled().rules.group_play
    {
        let len = |choice: &Move| if let Move::Play(play) = choice { play.cards.len } else { 0 };
        plays.retain(|choice| matches!(choice, Move::Play(play) if play.cards.first == any.cards.first));
        let most = plays.iter().map(len).max().unwrap_or(1);
        plays.retain(|choice| len(choice) == most);
    }
    let answering = matches!(game.phase(), Phase::Answer { .. });
    let willing = !answering || chance.below(10) < 9;
    if willing && !plays.is_empty() {
        return plays[chance.below(plays.len() as u32) as usize];
    }
    let others: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|choice| matches!(choice, Move::Draw | Move::Pass | Move::Call(_)))
        .collect();
    match others.first() {
        Some(&other) => other,
        None => moves[chance.below(moves.len() as u32) as usize],
    }
}

fn longest_suit(game: &Matching, seat: Seat) -> Suit {
    let pack = &game.compiled().pack;
    let suits = (0..pack.suits().len()).map(|suit| Suit(suit as u8));
    suits.max_by_key(|&suit| (game.hand(seat) & pack.of_suit(suit)).len()).unwrap_or_default()
}

/// Whether the round was won by an empty hand.
pub fn won_by_emptying(length: &Length) -> bool {
    length.outcome.how == End::Out
}
