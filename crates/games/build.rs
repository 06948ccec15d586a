//! Lists the presets and the packs: every rule file in `rules/` is a preset and every file in `rules/packs/` a pack, so
//! a new one is one new file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The comment that says where a preset stands in the list of games, or a pack in the list of packs.
const PLACE: &str = "# Place in the list: ";

fn main() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    println!("cargo:rerun-if-changed={}", rules.display());
    embed(&rules, "presets.rs");
    embed(&rules.join("packs"), "packs.rs");
}

/// Writes a list of the names and texts of the TOML files in a folder.
fn embed(folder: &Path, list_name: &str) {
    let entries = fs::read_dir(folder).expect("the folder holds rule files");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort_by_cached_key(|path| (place(path), path.clone()));
    let mut list = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let _ = writeln!(list, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join(list_name), list).expect("the list can be written");
}

/// The place that the file asks for, or the end of the list.
fn place(path: &Path) -> u32 {
    let text = fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(PLACE));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(u32::MAX)
}
