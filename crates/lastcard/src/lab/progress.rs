//! A progress bar, and Ctrl-C.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use lab::RunControl;

const BAR_WIDTH_CHARS: usize = 30;

/// Makes the first Ctrl-C end the study with the results so far, and the second end the program.
pub(super) fn stop_on_interrupt(control: &RunControl) {
    use signal_hook::{consts::SIGINT, flag};
    // Without signals, Ctrl-C ends the program as usual.
    let _ = flag::register_conditional_shutdown(SIGINT, 130, control.flag());
    let _ = flag::register(SIGINT, control.flag());
}

/// Runs the work. After a second a bar appears on standard error, if that is a terminal.
pub(super) fn with_bar<T>(total: usize, control: &RunControl, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        if io::stderr().is_terminal() {
            scope.spawn(|| draw(total, control, &over));
        }
        let done = work();
        over.store(true, Ordering::Relaxed);
        done
    })
}

fn draw(total: usize, control: &RunControl, over: &AtomicBool) {
    let start = Instant::now();
    let mut drawn = false;
    while !over.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        if start.elapsed() > Duration::from_secs(1) {
            eprint!("\r{}", bar(control.done() * control.games_per_task(), total, start.elapsed()));
            let _ = io::stderr().flush();
            drawn = true;
        }
    }
    if drawn {
        eprint!("\r{:79}\r", "");
    }
}

/// The bar, the number of games played, and the time left.
fn bar(done: usize, total: usize, spent: Duration) -> String {
    let part = done as f64 / total.max(1) as f64;
    let filled = ((part * BAR_WIDTH_CHARS as f64) as usize).min(BAR_WIDTH_CHARS);
    let left = if done == 0 {
        String::new()
    } else {
        format!(", {:.0} s left", spent.as_secs_f64() * (1.0 / part - 1.0).max(0.0))
    };
    format!(
        "[{}{}] {done} of {total} games{left}   ",
        "#".repeat(filled),
        " ".repeat(BAR_WIDTH_CHARS - filled)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ctrl_c_asks_the_work_to_end() {
        let control = RunControl::default();
        stop_on_interrupt(&control);
        signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
        assert!(control.is_stopped());
    }

    #[test]
    fn a_bar_tells_how_far_it_is() {
        assert_eq!(bar(0, 10, Duration::from_secs(2)), format!("[{}] 0 of 10 games   ", " ".repeat(30)));
        let half = bar(5, 10, Duration::from_secs(2));
        assert_eq!(half, format!("[{}{}] 5 of 10 games, 2 s left   ", "#".repeat(15), " ".repeat(15)));
    }
}
