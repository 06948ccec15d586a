//! Thinking for the computer players of this device, on all its cores.

use std::sync::mpsc::{self, Receiver};
use std::thread;

use games::Move;
use table::{Found, Input, Thought, merge};

/// A computer player thinks in a thread of its own, so that the screen stands still for nobody.
pub(crate) struct Pondering {
    /// The position that is thought about.
    pub number: u64,
    /// Where the answer comes out.
    pub answer: Receiver<Input>,
}

impl Pondering {
    pub(crate) fn begin(thought: Thought) -> Pondering {
        let (number, (done, answer)) = (thought.number, mpsc::channel());
        thread::spawn(move || {
            let found = all_parts(thought.parts(), |part| thought.think_part(part));
            // Nobody waits for it any more where the match was left.
            let _ = done.send(thought.answer(&found));
        });
        Pondering { number, answer }
    }
}

/// Thinks about all parts at once. One that goes wrong is left out; without any, the player goes by rules of thumb.
fn all_parts(parts: u32, think: impl Fn(u32) -> Vec<Found<Move>> + Sync) -> Vec<Found<Move>> {
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
        let found = |visits| vec![Found { choice: Move::Yaniv(yaniv::Move::Pass), visits, worth: 1.0 }];
        let think = |part| if part == 1 { panic!("on purpose") } else { found(10 + part) };
        assert_eq!(all_parts(3, think)[0].visits, 22);
        assert_eq!(all_parts(1, |_| panic!("on purpose")), []);
    }
}
