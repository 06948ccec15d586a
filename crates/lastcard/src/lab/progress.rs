//! A bar that shows how far a study has come, and Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lab::Watch;

const WIDTH: usize = 30;

/// Lets the first Ctrl-C end the study with what is known so far, and the second end the program.
pub(super) fn end_on_interrupt(watch: &Watch) {
    use signal_hook::{consts::SIGINT, flag};
    // Where no signal can be listened for, Ctrl-C ends the program as ever.
    let _ = flag::register_conditional_shutdown(SIGINT, 130, watch.flag());
    let _ = flag::register(SIGINT, watch.flag());
}

/// Does the work; after a second a bar appears on standard error, if that is a terminal.
pub(super) fn shown<T>(whole: usize, watch: &Watch, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        if io::stderr().is_terminal() {
            scope.spawn(|| draw(whole, watch, &over));
        }
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

fn draw(whole: usize, watch: &Watch, over: &AtomicBool) {
    let start = Instant::now();
    let mut drawn = false;
    while !over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        if start.elapsed() > Duration::from_secs(1) {
            eprint!("\r{}", bar(watch.done() * watch.each(), whole, start.elapsed()));
            let _ = io::stderr().flush();
            drawn = true;
        }
    }
    if drawn {
        eprint!("\r{:79}\r", "");
    }
}

/// The bar, how many games there were, and how long it may still take.
fn bar(done: usize, whole: usize, spent: Duration) -> String {
    let part = done as f64 / whole.max(1) as f64;
    let full = ((part * WIDTH as f64) as usize).min(WIDTH);
    let left = if done == 0 {
        String::new()
    } else {
        format!(", {:.0} s left", spent.as_secs_f64() * (1.0 / part - 1.0).max(0.0))
    };
    format!("[{}{}] {done} of {whole} games{left}   ", "#".repeat(full), " ".repeat(WIDTH - full))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_asks_the_work_to_end() {
        let watch = Watch::default();
        end_on_interrupt(&watch);
        signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
        assert!(watch.is_stopped());
    }

    #[test]
    fn a_bar_tells_how_far_it_is() {
        assert_eq!(bar(0, 10, Duration::from_secs(2)), format!("[{}] 0 of 10 games   ", " ".repeat(30)));
        let half = bar(5, 10, Duration::from_secs(2));
        assert_eq!(half, format!("[{}{}] 5 of 10 games, 2 s left   ", "#".repeat(15), " ".repeat(15)));
    }
}
