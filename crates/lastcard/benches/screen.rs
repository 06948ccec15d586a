//! How long a person waits: from the start to a drawn screen, and from a key to the frame that answers it.
//!
//! The real program on a pseudo terminal, so everything is in the figures: the start of the process, the drawing,
//! the bytes through the terminal and their interpretation. `cargo bench -p lastcard --bench screen`

#[path = "../tests/program/terminal.rs"]
mod screen;

use std::time::{Duration, Instant};

use screen::Terminal;

const STARTS: usize = 40;
const KEYS: usize = 200;

fn main() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bench-screen");
    std::fs::create_dir_all(&folder).expect("a folder for records");
    let home = (0..STARTS).map(|_| {
        let began = Instant::now();
        let mut terminal = Terminal::lastcard(&[], &folder);
        terminal.waits_for(|screen| screen.contains("q quit"));
        let took = began.elapsed();
        terminal.presses("q");
        terminal.ends();
        took
    });
    report("start to the first screen", 50, home.collect());
    let args = ["play", "uno-classic", "--seats", "10", "--seed", "1", "--rule", "first_dealer=last_seat"];
    let table = (0..STARTS).map(|_| {
        let began = Instant::now();
        let mut terminal = Terminal::lastcard(&args, &folder);
        terminal.waits_for(|screen| screen.contains("Your turn"));
        let took = began.elapsed();
        terminal.presses("\u{3}");
        terminal.ends();
        took
    });
    report("start to a table of ten", 50, table.collect());
    let mut terminal = Terminal::lastcard(&args, &folder);
    terminal.waits_for(|screen| screen.contains("Your turn"));
    let keys = (0..KEYS).map(|at| {
        // The page of the rules is opened and closed again; its foot is drawn last.
        let opens = at % 2 == 0;
        let began = Instant::now();
        terminal.presses(if opens { "g" } else { "\u{1b}[C" });
        terminal.waits_for(|screen| screen.contains("scroll, Esc back") == opens);
        began.elapsed()
    });
    report("a key to its frame", 16, keys.collect());
    terminal.presses("\u{3}");
    terminal.ends();
}

fn report(what: &str, aim: u64, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1_000.0;
    let within = times.iter().filter(|took| **took < Duration::from_millis(aim)).count();
    println!(
        "{what}: median {:.1} ms, 95 of 100 under {:.1} ms, worst {:.1} ms; {within} of {} under {aim} ms",
        at(50),
        at(95),
        at(100),
        times.len()
    );
}
