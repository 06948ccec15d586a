//! Searches for the computer players of this device, on all its cores.

use std::sync::mpsc::{self, Receiver};
use std::thread;

use games::Move;
use table::{Decision, Input, MoveStats, merge};

/// A search on a background thread, so that the screen never freezes.
pub(crate) struct BotThread {
    /// The number of the position.
    pub number: u64,
    /// Receives the decision.
    pub answer: Receiver<Input>,
}

impl BotThread {
    pub(crate) fn start(decision: Decision) -> BotThread {
        let (number, (sender, answer)) = (decision.number, mpsc::channel());
        thread::spawn(move || {
            let stats = all_parts(decision.parts(), |part| decision.search_part(part));
            // If the match was left, nobody receives it.
            let _ = sender.send(decision.answer(&stats));
        });
        BotThread { number, answer }
    }
}

/// Searches all parts in parallel. A part that panics is left out; without any, the bot falls back on rules of thumb.
fn all_parts(parts: u32, search: impl Fn(u32) -> Vec<MoveStats<Move>> + Sync) -> Vec<MoveStats<Move>> {
    let search = &search;
    let stats: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|part| scope.spawn(move || search(part))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
    });
    merge(&stats)
}

#[cfg(test)]
mod tests {
    use games::yaniv;

    use super::*;

    #[test]
    fn a_panic_in_a_search_is_contained() {
        let stats = |visits| {
            vec![MoveStats { choice: Move::Yaniv(yaniv::Move::Pass), visits, worth: 1.0, wins: 1.0 }]
        };
        let search = |part| if part == 1 { panic!("on purpose") } else { stats(10 + part) };
        assert_eq!(all_parts(3, search)[0].visits, 22);
        assert_eq!(all_parts(1, |_| panic!("on purpose")), []);
    }
}
