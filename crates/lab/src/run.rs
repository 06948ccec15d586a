//! Runs tasks on all cores. The results do not depend on the number of cores.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Progress of a run, and a way to stop it early.
#[derive(Debug, Default)]
pub struct RunControl {
    stop: Arc<AtomicBool>,
    done: AtomicUsize,
    games_per_task: AtomicUsize,
}

impl RunControl {
    /// Stops the run: no more tasks start, and the results so far are kept.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The stop flag, for signal handlers.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Whether the run was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Number of finished tasks.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// Number of games in a task.
    pub fn games_per_task(&self) -> usize {
        self.games_per_task.load(Ordering::Relaxed).max(1)
    }

    /// Sets the number of games in a task.
    pub(crate) fn set_games_per_task(&self, games: usize) {
        self.games_per_task.store(games, Ordering::Relaxed);
    }
}

/// Runs tasks 0 to `count` on this many cores and returns their results in order.
///
/// After `control` is stopped no task starts; tasks that are running still finish and count.
pub fn run_parallel<T: Send>(
    count: usize,
    cores: usize,
    control: &RunControl,
    task: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(count));
    thread::scope(|scope| {
        for _ in 0..cores.clamp(1, count.max(1)) {
            scope.spawn(|| {
                while !control.is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = task(number);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
                    control.done.fetch_add(1, Ordering::Relaxed);
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
            let squares = run_parallel(100, cores, &RunControl::default(), |number| number * number);
            assert!(squares.iter().enumerate().all(|(number, &square)| square == number * number));
            assert_eq!(squares.len(), 100);
        }
    }

    #[test]
    fn a_stopped_run_returns_what_it_has() {
        let control = RunControl::default();
        let done = run_parallel(1_000, 2, &control, |number| {
            if number == 10 {
                control.stop();
            }
            number
        });
        assert!((11..=13).contains(&done.len()), "{}", done.len());
        assert_eq!(control.done(), done.len());
    }
}
