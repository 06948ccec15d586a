//! The threads in which computer players think: a few, with a queue that cannot grow without end.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Move;
use table::{Budget, Found, Thought};

use crate::metrics::Metrics;

/// How much may be thought at a server.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many think at the same time.
    pub threads: usize,
    /// The longest that anybody thinks about one move.
    pub longest: Duration,
}

impl Default for Effort {
    /// Half of the cores, so that those who play are never kept waiting by those who think.
    fn default() -> Effort {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Effort { threads: (cores / 2).max(1), longest: Duration::from_millis(200) }
    }
}

/// So many thoughts wait for each thread before they are made shorter, and at most so many times that wait at all.
const EASY: usize = 4;
const MOST: usize = 16;

/// What becomes of a thought; nothing where thinking went wrong.
type Done = Box<dyn FnOnce(Option<Vec<Found<Move>>>) + Send>;

/// The threads in which computer players think.
pub struct Thinkers {
    shared: Arc<Shared>,
}

struct Shared {
    effort: Effort,
    queue: Mutex<Queue>,
    ready: Condvar,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<(Thought, Done)>,
    ended: bool,
}

impl Thinkers {
    /// Starts the threads.
    pub fn start(effort: Effort, metrics: Arc<Metrics>) -> std::io::Result<Thinkers> {
        let (queue, ready) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { effort, queue, ready, metrics });
        for _ in 0..effort.threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name("thinker".into()).spawn(move || shared.work())?;
        }
        Ok(Thinkers { shared })
    }

    /// Has it thought about, unless too many wait already: then `done` is not called, and the answer is no.
    #[must_use]
    pub fn think(
        &self,
        thought: Thought,
        done: impl FnOnce(Option<Vec<Found<Move>>>) + Send + 'static,
    ) -> bool {
        let mut queue = self.shared.queue();
        let room = queue.waiting.len() < EASY * MOST * self.shared.effort.threads.max(1);
        if room {
            queue.waiting.push_back((thought, Box::new(done)));
            self.shared.ready.notify_one();
        }
        room
    }
}

impl Drop for Thinkers {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        queue.ended = true;
        queue.waiting.clear();
        self.shared.ready.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((thought, done, waiting)) = self.next() {
            let full = thought.level.iterations();
            let worlds = shortened(full, waiting, self.effort.threads);
            self.metrics.thoughts.fetch_add(1, Relaxed);
            self.metrics.short_thoughts.fetch_add(u64::from(worlds < full), Relaxed);
            let found = catch_unwind(AssertUnwindSafe(|| self.think(&thought, worlds)));
            done(found.ok());
        }
    }

    /// The next thought, and how many others wait; nothing once there will be no more.
    fn next(&self) -> Option<(Thought, Done, usize)> {
        let mut queue = self.queue();
        loop {
            if let Some((thought, done)) = queue.waiting.pop_front() {
                return Some((thought, done, queue.waiting.len()));
            }
            if queue.ended {
                return None;
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn think(&self, thought: &Thought, worlds: u32) -> Vec<Found<Move>> {
        let began = Instant::now();
        let longest = self.effort.longest;
        thought.think(0, Budget::Within(worlds, &mut || began.elapsed() < longest))
    }
}

/// How many worlds are looked at while so many thoughts wait for so many threads: the more wait, the fewer.
fn shortened(worlds: u32, waiting: usize, threads: usize) -> u32 {
    worlds / (1 + (waiting / (EASY * threads.max(1))) as u32)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use games::presets;
    use table::{Config, Input, Level, Table, Thinking};

    use super::*;

    fn thought() -> Thought {
        let rules = presets::named("crazy-eights").unwrap();
        let mut table = Table::new(Config { seed: 7, thinking: Thinking::Home, ..Config::new(rules) });
        for name in ["Ada", "Bola"] {
            table.apply(0, Input::AddBot { level: Level::Master, name: name.into() });
        }
        table.apply(0, Input::Start);
        table.to_think().unwrap()
    }

    #[test]
    fn the_more_wait_the_less_is_thought() {
        let worlds = |waiting| shortened(20_000, waiting, 2);
        assert_eq!([0, 7, 8, 15, 16].map(worlds), [20_000, 20_000, 10_000, 10_000, 6_666]);
        assert_eq!(shortened(500, EASY * MOST, 1), 500 / (1 + MOST as u32));
    }

    #[test]
    fn every_thought_is_answered_or_sent_back_at_once() {
        let metrics = Arc::new(Metrics::default());
        let effort = Effort { threads: 1, longest: Duration::from_millis(5) };
        let thinkers = Thinkers::start(effort, metrics.clone()).unwrap();
        let (answers, answered) = mpsc::channel();
        let asked = 3 * EASY * MOST;
        let ask = |_: &usize| {
            let answers = answers.clone();
            thinkers.think(thought(), move |found| answers.send(found.is_some()).unwrap())
        };
        let taken = (0..asked).filter(ask).count();
        drop(answers);
        assert_eq!(answered.iter().filter(|&found| found).count(), taken);
        assert_eq!(metrics.thoughts.load(Relaxed), taken as u64);
        assert!(taken >= EASY * MOST, "{taken} of {asked}");
    }
}
