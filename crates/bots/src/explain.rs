//! Explains a move in one sentence.

use alloc::vec::Vec;

use games::{Move, View, each_family};

use crate::family::{FamilyBot, own_moves};
use crate::reason::Reason;
use crate::seat_and_turn;
use crate::tree::MoveStats;

/// Explains a move from the position and the results of a search, if there was one.
///
/// `None` for a spectator's view.
pub fn reason(view: &View, choice: Move, found: &[MoveStats<Move>]) -> Option<Reason> {
    let (seat, _) = seat_and_turn(view)?;
    // Only moves that the search tried and found worse are evidence.
    let own = found.iter().find(|found| found.choice == choice).map_or(1.0, MoveStats::mean);
    let mut worse: Vec<MoveStats<Move>> =
        found.iter().copied().filter(|other| other.choice != choice && other.mean() < own).collect();
    worse.sort_by_key(|found| core::cmp::Reverse(found.visits));
    let moves: Vec<Move> = worse.iter().map(|found| found.choice).collect();
    let mut reason = each_family!(View, view, |view, F| {
        <F as FamilyBot>::reason(view, seat, own_move::<F>(choice)?, &own_moves::<F>(&moves))
    });
    let odds = worse.first().map(|next| (percent(own), percent(next.mean())));
    reason.odds = odds.filter(|(own, next)| own != next);
    Some(reason)
}

fn own_move<F: FamilyBot>(choice: Move) -> Option<F::Move> {
    F::own_move(choice)
}

fn percent(share: f32) -> u32 {
    (share * 100.0 + 0.5) as u32
}
