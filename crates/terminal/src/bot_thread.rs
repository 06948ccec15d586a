//! Thinking for the computer players of this device, on all its cores.

use std::sync::mpsc::{self, Receiver};
use std::thread;

use games::Move;
use table::{Decision, Input, MoveStats, merge};

/// A computer player thinks in a thread of its own, so that the screen stands still for nobody.
pub(crate) struct BotThread {
    /// The position that is thought about.
    pub number: u64,
    /// Where the answer comes out.
    pub answer: Receiver<Input>,
}

impl BotThread {
    pub(crate) fn begin(thought: Decision) -> BotThread {
        let (number, (done, answer)) = (thought.number, mpsc::channel());
        thread::spawn(move || {
            let found = all_parts(thought.parts(), |part| thought.think_part(part));
            // Nobody waits for it any more where the match was left.
            let _ = done.send(thought.answer(&found));
        });
        BotThread { number, answer }
    }
}

/// Thinks about all parts at once. One that goes wrong is left out; without any, the player goes by rules of thumb.
fn all_parts(parts: u32, think: impl Fn(u32) -> Vec<MoveStats<Move>> + Sync) -> Vec<MoveStats<Move>> {
    let think = &think;
    let found: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..parts).map(|part| scope.spawn(move || think(part))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap_or_default()).collect()
    });
    merge(&found)
}

#[cfg(test)]
mod tests {
    use games::yaniv;

    use super::*;

    #[test]
    fn a_thought_that_goes_wrong_stops_nobody() {
        let found = |visits| vec![MoveStats { choice: Move::Yaniv(yaniv::Move::Pass), visits, worth: 1.0 }];
        let think = |part| if part == 1 { panic!("on purpose") } else { found(10 + part) };
        assert_eq!(all_parts(3, think)[0].visits, 22);
        assert_eq!(all_parts(1, |_| panic!("on purpose")), []);
    }
}
