//! Many games on all cores, with equal results however many cores there are.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whether to go on, and how far the work has come.
#[derive(Debug, Default)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    done: AtomicUsize,
    each: AtomicUsize,
}

impl Watch {
    /// Asks the work to end with what is known so far.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The flag that asks the work to end, for whoever listens for Ctrl-C.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether it was asked to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many tasks are done.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How many games a task is.
    pub fn each(&self) -> usize {
        self.each.load(Ordering::Relaxed).max(1)
    }

    /// Notes how many games a task is.
    pub(crate) fn set_each(&self, games: usize) {
        self.each.store(games, Ordering::Relaxed);
    }
}

/// Does tasks 0 to `count` on so many cores and returns what came of them, in their order.
///
/// Once the watch is stopped no task is begun any more; those that were begun before come back.
pub fn all_cores<T: Send>(
    count: usize,
    cores: usize,
    watch: &Watch,
    task: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        for _ in 0..cores.clamp(1, count.max(1)) {
            scope.spawn(|| {
                while !watch.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = task(number);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                    watch.done.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_cores() {
        for cores in [1, 2, 7] {
            let squares = all_cores(100, cores, &Watch::default(), |number| number * number);
            assert!(squares.iter().enumerate().all(|(number, &square)| square == number * number));
            assert_eq!(squares.len(), 100);
        }
    }

    #[test]
    fn a_stopped_run_returns_what_it_has() {
        let watch = Watch::default();
        let done = all_cores(1_000, 2, &watch, |number| {
            if number == 10 {
                watch.stop();
            }
            number
        });
        assert!((11..=13).contains(&done.len()), "{}", done.len());
        assert_eq!(watch.done(), done.len());
    }
}
