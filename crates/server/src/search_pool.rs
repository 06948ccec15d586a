//! The threads in which computer players search: a few of them, with a bounded queue.

use std::collections::{BTreeMap, VecDeque};
use std::net::IpAddr;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use games::Move;
use table::{Budget, Decision, MoveStats, merge};

use crate::metrics::Metrics;

/// How much computer players of a server may search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of threads.
    pub threads: usize,
    /// Maximum time of a thread for one move.
    pub max_time: Duration,
}

impl Default for Effort {
    /// Half of the cores, so that searches never delay players.
    fn default() -> Effort {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Effort { threads: (cores / 2).max(1), max_time: Duration::from_millis(200) }
    }
}

/// Searches are shortened when more than this wait for each thread.
const FULL_LENGTH_QUEUE: usize = 4;

/// Maximum number of searches that wait for each thread.
const MAX_QUEUE: usize = 64;

/// Maximum number of searches of one account that wait for each thread.
const MAX_QUEUE_OF_ACCOUNT: usize = 16;

/// Called with the result, `None` if the search panicked, and with the time that it took.
type Done = Box<dyn FnOnce(Option<Vec<MoveStats<Move>>>, Duration) + Send>;

/// For whom a search is. Accounts take turns, so that nobody waits for all that somebody else has asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Account {
    /// How urgent it is.
    pub urgency: Urgency,
    /// The address of the player or spectator.
    pub address: IpAddr,
}

/// How urgent a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Somebody plays at the table.
    Playing,
    /// Somebody only looks on: it waits until nobody plays who waits.
    Watching,
}

/// The threads in which computer players search.
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
    /// Accounts with searches that wait: first those of players, then those of spectators.
    playing: VecDeque<Waiting>,
    watching: VecDeque<Waiting>,
    ended: bool,
}

/// The searches of one account that wait, with the parts of each that no thread has begun; never empty.
struct Waiting {
    address: IpAddr,
    searches: VecDeque<(Arc<Search>, Range<u32>)>,
}

impl Queue {
    fn len(&self) -> usize {
        self.playing.iter().chain(&self.watching).map(|waiting| waiting.searches.len()).sum()
    }

    fn accounts_mut(&mut self, urgency: Urgency) -> &mut VecDeque<Waiting> {
        match urgency {
            Urgency::Playing => &mut self.playing,
            Urgency::Watching => &mut self.watching,
        }
    }

    /// Queues a search behind those of its account, unless too many wait.
    fn push(&mut self, account: Account, search: Search, threads: usize) -> bool {
        if self.len() >= MAX_QUEUE * threads {
            return false;
        }
        let parts = 0..search.decision.parts();
        let accounts = self.accounts_mut(account.urgency);
        let known = accounts.iter().position(|waiting| waiting.address == account.address);
        let at = known.unwrap_or_else(|| {
            accounts.push_back(Waiting { address: account.address, searches: VecDeque::new() });
            accounts.len() - 1
        });
        let searches = &mut accounts[at].searches;
        let has_room = searches.len() < MAX_QUEUE_OF_ACCOUNT * threads;
        if has_room {
            searches.push_back((Arc::new(search), parts));
        }
        has_room
    }

    /// The next part of a search, and how many searches come before another one of the same account would.
    fn pop(&mut self) -> Option<(Arc<Search>, u32, usize)> {
        let urgency = if self.playing.is_empty() { Urgency::Watching } else { Urgency::Playing };
        let accounts = self.accounts_mut(urgency);
        let own = accounts.front()?.searches.len();
        let others: usize = accounts.iter().map(|waiting| waiting.searches.len().min(own)).sum();
        let (search, parts) = accounts.front_mut()?.searches.front_mut()?;
        let (search, part) = (Arc::clone(search), parts.next().unwrap_or_default());
        if part + 1 >= parts.end
            && let Some(mut served) = accounts.pop_front()
        {
            served.searches.pop_front();
            if !served.searches.is_empty() {
                accounts.push_back(served);
            }
        }
        Some((search, part, others - 1))
    }
}

/// A search whose parts several threads can share.
struct Search {
    decision: Decision,
    results: Mutex<Results>,
}

/// The results of the parts so far.
struct Results {
    /// By part, so that the order in which they finish does not matter.
    parts: BTreeMap<u32, Option<Vec<MoveStats<Move>>>>,
    took: Duration,
    done: Option<Done>,
}

impl Search {
    fn new(decision: Decision, done: Done) -> Search {
        let results = Results { parts: BTreeMap::new(), took: Duration::ZERO, done: Some(done) };
        Search { decision, results: Mutex::new(results) }
    }

    /// Adds the result of a part; the last one finishes the search.
    fn finish_part(&self, part: u32, found: Option<Vec<MoveStats<Move>>>, took: Duration) {
        let mut results = self.results.lock().unwrap_or_else(PoisonError::into_inner);
        results.parts.insert(part, found);
        results.took += took;
        if results.parts.len() < self.decision.parts() as usize {
            return;
        }
        let (parts, done, took) = (std::mem::take(&mut results.parts), results.done.take(), results.took);
        drop(results);
        let found: Option<Vec<_>> = parts.into_values().collect();
        if let Some(done) = done {
            done(found.map(|parts| merge(&parts)), took);
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
            std::thread::Builder::new().name("search".into()).spawn(move || shared.work())?;
        }
        Ok(SearchPool { shared })
    }

    /// Queues a search for an account, unless too many wait already: then `done` is not called, and `false` is returned.
    #[must_use]
    pub fn search(
        &self,
        account: Account,
        decision: Decision,
        done: impl FnOnce(Option<Vec<MoveStats<Move>>>, Duration) + Send + 'static,
    ) -> bool {
        let search = Search::new(decision, Box::new(done));
        let queued = self.shared.queue().push(account, search, self.shared.effort.threads.max(1));
        if queued {
            self.shared.ready.notify_all();
        }
        queued
    }
}

impl Drop for SearchPool {
    fn drop(&mut self) {
        let mut queue = self.shared.queue();
        *queue = Queue { ended: true, ..Queue::default() };
        self.shared.ready.notify_all();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        while let Some((search, part, waiting)) = self.next() {
            let full = search.decision.level.iterations() / search.decision.parts();
            let shares = shares(waiting, self.effort.threads);
            let worlds = full / shares;
            if part == 0 {
                self.metrics.searches.fetch_add(1, Relaxed);
                self.metrics.shortened_searches.fetch_add(u64::from(worlds < full), Relaxed);
            }
            let began = Instant::now();
            let found = {
                let max_time = self.effort.max_time / (search.decision.parts() * shares);
                catch_unwind(AssertUnwindSafe(|| search_part(&search.decision, part, worlds, max_time)))
            };
            search.finish_part(part, found.ok(), began.elapsed());
        }
    }

    /// The next part of a search, and how many other searches wait; `None` at the end.
    fn next(&self) -> Option<(Arc<Search>, u32, usize)> {
        let mut queue = self.queue();
        loop {
            if let Some(next) = queue.pop() {
                return Some(next);
            }
            if queue.ended {
                return None;
            }
            queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Searches one part, for its share of the time.
fn search_part(decision: &Decision, part: u32, worlds: u32, max_time: Duration) -> Vec<MoveStats<Move>> {
    let began = Instant::now();
    decision.search(part, Budget::Within(worlds, &mut || began.elapsed() < max_time))
}

/// Into how many shares the worlds and the time of a search are divided: the more searches wait for each thread, the
/// more.
fn shares(waiting: usize, threads: usize) -> u32 {
    1 + (waiting / (FULL_LENGTH_QUEUE * threads.max(1))) as u32
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use games::presets;
    use table::{Config, Input, Level, SearchBy, Table};

    use super::*;

    fn decision() -> Decision {
        let rules = presets::named("crazy-eights").unwrap();
        let mut table = Table::new(Config { seed: 7, search_by: SearchBy::Host, ..Config::new(rules) });
        for name in ["Ada", "Bola"] {
            table.apply(0, Input::AddBot { level: Level::Master, name: name.into() });
        }
        table.apply(0, Input::Start);
        table.pending_decision().unwrap()
    }

    fn account(urgency: Urgency, last: u8) -> Account {
        Account { urgency, address: IpAddr::from([192, 0, 2, last]) }
    }

    fn push(queue: &mut Queue, account: Account) -> bool {
        queue.push(account, Search::new(decision(), Box::new(|_, _| {})), 1)
    }

    /// The searches by account in the order in which threads begin them, and how many come before each account's next one.
    fn order(queue: &mut Queue) -> Vec<(u8, usize)> {
        let mut order = Vec::new();
        loop {
            let front = queue.playing.front().or(queue.watching.front()).map(|waiting| waiting.address);
            let Some(IpAddr::V4(front)) = front else { return order };
            let (_, part, others) = queue.pop().unwrap();
            if part == 0 {
                order.push((front.octets()[3], others));
            }
        }
    }

    #[test]
    fn accounts_take_turns_and_players_come_before_spectators() {
        let mut queue = Queue::default();
        let many = (0..MAX_QUEUE).filter(|_| push(&mut queue, account(Urgency::Playing, 9))).count();
        assert_eq!(many, MAX_QUEUE_OF_ACCOUNT, "one account does not fill the queue");
        assert!(push(&mut queue, account(Urgency::Watching, 2)));
        assert!(push(&mut queue, account(Urgency::Playing, 1)));
        let order = order(&mut queue);
        assert_eq!(order[..3], [(9, 16), (1, 1), (9, 14)]);
        assert_eq!(order.last(), Some(&(2, 0)));
        assert_eq!((order.len(), queue.len()), (MAX_QUEUE_OF_ACCOUNT + 2, 0));
    }

    #[test]
    fn the_more_wait_the_shorter_each_search() {
        assert_eq!([0, 7, 8, 15, 16].map(|waiting| shares(waiting, 2)), [1, 1, 2, 2, 3]);
        assert_eq!(shares(MAX_QUEUE, 1), 1 + (MAX_QUEUE / FULL_LENGTH_QUEUE) as u32);
    }

    /// The result does not depend on the number of threads, nor on which finishes first.
    #[test]
    fn a_search_is_the_same_on_any_number_of_threads() {
        let found = |threads| {
            let effort = Effort { threads, max_time: Duration::MAX };
            let search_pool = SearchPool::start(effort, Arc::default()).unwrap();
            let (answers, answered) = mpsc::channel();
            let account = account(Urgency::Playing, 1);
            assert!(search_pool.search(account, decision(), move |found, _| answers.send(found).unwrap()));
            answered.recv().unwrap().unwrap()
        };
        assert!(decision().parts() > 1);
        let alone = found(1);
        assert_eq!(alone, found(3));
        let parts: Vec<_> = (0..decision().parts()).map(|part| decision().search_part(part)).collect();
        assert_eq!(alone, merge(&parts));
    }

    #[test]
    fn every_search_is_answered_or_refused_at_once() {
        let metrics = Arc::new(Metrics::default());
        let effort = Effort { threads: 1, max_time: Duration::from_millis(5) };
        let search_pool = SearchPool::start(effort, metrics.clone()).unwrap();
        let (answers, answered) = mpsc::channel();
        let asked = 3 * MAX_QUEUE;
        let ask = |at: &usize| {
            let (answers, account) = (answers.clone(), account(Urgency::Playing, *at as u8));
            search_pool.search(account, decision(), move |found, _| answers.send(found.is_some()).unwrap())
        };
        let queued = (0..asked).filter(ask).count();
        drop(answers);
        assert_eq!(answered.iter().filter(|&found| found).count(), queued);
        assert_eq!(metrics.searches.load(Relaxed), queued as u64);
        assert!(queued >= MAX_QUEUE, "{queued} of {asked}");
    }
}
