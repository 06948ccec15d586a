//! The threads in which computer players think: a few, with a queue that cannot grow without end.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Move;
use table::{Budget, Decision, MoveStats, merge};

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
type Done = Box<dyn FnOnce(Option<Vec<MoveStats<Move>>>) + Send>;

/// The threads in which computer players think.
pub struct SearchPool {
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
    /// Thoughts that wait, with the parts of each that nobody has begun.
    waiting: VecDeque<(Arc<Work>, Range<u32>)>,
    ended: bool,
}

/// A thought whose parts several threads can share.
struct Work {
    thought: Decision,
    gathered: Mutex<Gathered>,
}

/// What has come of the parts so far, and what is done with it when all have come.
struct Gathered {
    /// By part, so that it does not matter which was ready first.
    parts: BTreeMap<u32, Option<Vec<MoveStats<Move>>>>,
    done: Option<Done>,
}

impl Work {
    fn new(thought: Decision, done: Done) -> Work {
        Work { thought, gathered: Mutex::new(Gathered { parts: BTreeMap::new(), done: Some(done) }) }
    }

    /// Takes what came of a part; the last to come ends the thought.
    fn gather(&self, part: u32, found: Option<Vec<MoveStats<Move>>>) {
        let mut gathered = self.gathered.lock().unwrap_or_else(PoisonError::into_inner);
        gathered.parts.insert(part, found);
        if gathered.parts.len() < self.thought.parts() as usize {
            return;
        }
        let (parts, done) = (std::mem::take(&mut gathered.parts), gathered.done.take());
        drop(gathered);
        let found: Option<Vec<_>> = parts.into_values().collect();
        if let Some(done) = done {
            done(found.map(|parts| merge(&parts)));
        }
    }
}

impl SearchPool {
    /// Starts the threads.
    pub fn start(effort: Effort, metrics: Arc<Metrics>) -> std::io::Result<SearchPool> {
        let (queue, ready) = (Mutex::default(), Condvar::new());
        let shared = Arc::new(Shared { effort, queue, ready, metrics });
        for _ in 0..effort.threads.max(1) {
            let shared = shared.clone();
            std::thread::Builder::new().name("thinker".into()).spawn(move || shared.work())?;
        }
        Ok(SearchPool { shared })
    }

    /// Has it thought about, unless too many wait already: then `done` is not called, and the answer is no.
    #[must_use]
    pub fn think(
        &self,
        thought: Decision,
        done: impl FnOnce(Option<Vec<MoveStats<Move>>>) + Send + 'static,
    ) -> bool {
        let mut queue = self.shared.queue();
        let room = queue.waiting.len() < EASY * MOST * self.shared.effort.threads.max(1);
        if room {
            let parts = 0..thought.parts();
            queue.waiting.push_back((Arc::new(Work::new(thought, Box::new(done))), parts));
            self.shared.ready.notify_all();
        }
        room
    }
}

impl Drop for SearchPool {
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
        while let Some((work, part, waiting)) = self.next() {
            let full = work.thought.level.iterations() / work.thought.parts();
            let worlds = shortened(full, waiting, self.effort.threads);
            if part == 0 {
                self.metrics.thoughts.fetch_add(1, Relaxed);
                self.metrics.short_thoughts.fetch_add(u64::from(worlds < full), Relaxed);
            }
            let found = catch_unwind(AssertUnwindSafe(|| self.think(&work.thought, part, worlds)));
            work.gather(part, found.ok());
        }
    }

    /// The next part of a thought, and how many other thoughts wait; nothing once there will be no more.
    fn next(&self) -> Option<(Arc<Work>, u32, usize)> {
        let mut queue = self.queue();
        loop {
            if let Some((work, parts)) = queue.waiting.front_mut() {
                let (work, part) = (Arc::clone(work), parts.next().unwrap_or_default());
                let (last, others) = (part + 1 >= parts.end, queue.waiting.len() - 1);
                if last {
                    queue.waiting.pop_front();
                }
                return Some((work, part, others));
            }
            if queue.ended {
                return None;
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Thinks about one part, for its part of the time.
    fn think(&self, thought: &Decision, part: u32, worlds: u32) -> Vec<MoveStats<Move>> {
        let began = Instant::now();
        let longest = self.effort.longest / thought.parts();
        thought.think(part, Budget::Within(worlds, &mut || began.elapsed() < longest))
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

    fn thought() -> Decision {
        let rules = presets::named("crazy-eights").unwrap();
        let mut table = Table::new(Config { seed: 7, thinking: Thinking::ByHost, ..Config::new(rules) });
        for name in ["Ada", "Bola"] {
            table.apply(0, Input::AddBot { level: Level::Master, name: name.into() });
        }
        table.apply(0, Input::Start);
        table.pending_decision().unwrap()
    }

    #[test]
    fn the_more_wait_the_less_is_thought() {
        let worlds = |waiting| shortened(20_000, waiting, 2);
        assert_eq!([0, 7, 8, 15, 16].map(worlds), [20_000, 20_000, 10_000, 10_000, 6_666]);
        assert_eq!(shortened(500, EASY * MOST, 1), 500 / (1 + MOST as u32));
    }

    /// However many threads share a thought, and whoever is ready first: what is found is the same.
    #[test]
    fn a_thought_is_the_same_on_any_number_of_threads() {
        let found = |threads| {
            let effort = Effort { threads, longest: Duration::MAX };
            let search_pool = SearchPool::start(effort, Arc::default()).unwrap();
            let (answers, answered) = mpsc::channel();
            assert!(search_pool.think(thought(), move |found| answers.send(found).unwrap()));
            answered.recv().unwrap().unwrap()
        };
        assert!(thought().parts() > 1);
        let alone = found(1);
        assert_eq!(alone, found(3));
        let parts: Vec<_> = (0..thought().parts()).map(|part| thought().think_part(part)).collect();
        assert_eq!(alone, merge(&parts));
    }

    #[test]
    fn every_thought_is_answered_or_sent_back_at_once() {
        let metrics = Arc::new(Metrics::default());
        let effort = Effort { threads: 1, longest: Duration::from_millis(5) };
        let search_pool = SearchPool::start(effort, metrics.clone()).unwrap();
        let (answers, answered) = mpsc::channel();
        let asked = 3 * EASY * MOST;
        let ask = |_: &usize| {
            let answers = answers.clone();
            search_pool.think(thought(), move |found| answers.send(found.is_some()).unwrap())
        };
        let taken = (0..asked).filter(ask).count();
        drop(answers);
        assert_eq!(answered.iter().filter(|&found| found).count(), taken);
        assert_eq!(metrics.thoughts.load(Relaxed), taken as u64);
        assert!(taken >= EASY * MOST, "{taken} of {asked}");
    }
}
