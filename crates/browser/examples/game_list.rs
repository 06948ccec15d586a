//! Writes the list of games that the page's first screen shows before any WebAssembly is loaded: `game_list FILE`.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let path = env::args().nth(1).ok_or_else(|| io::Error::other("game_list FILE"))?;
    let list = serde_json::to_string_pretty(&browser::rule_queries::presets())? + "\n";
    // A file that has not changed keeps its time, so that nothing is built again.
    if fs::read_to_string(&path).is_ok_and(|written| written == list) {
        return Ok(());
    }
    if let Some(folder) = Path::new(&path).parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&path, list)
}
