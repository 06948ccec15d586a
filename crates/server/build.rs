//! Lists the files of the page, if it was built: `cargo xtask web` does that. This never calls npm.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs};

fn main() {
    // Asked when it runs: a program that was built elsewhere would list the page of another place.
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = here.join("../../web/dist");
    // A folder that is missing counts as changed, and everything would be built again each time; so would a new one, once.
    if fs::create_dir(&root).is_ok() {
        let _ = fs::File::open(&root).and_then(|folder| folder.set_modified(UNIX_EPOCH));
    }
    println!("cargo::rerun-if-changed={}", root.display());
    let mut list = String::from("&[\n");
    if root.join("index.html").exists() {
        let root = root.canonicalize().expect("the page lies in a folder");
        for path in files(&root) {
            add(&root, &path, &mut list);
        }
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("page.rs");
    fs::write(out, list).expect("the list of files can be written");
}

/// Every file below a folder, sorted, without the compressed ones.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the page can be read").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    let small = |path: &PathBuf| path.extension().is_some_and(|end| end == "br" || end == "gz");
    found.retain(|path| !small(path));
    found.sort();
    found
}

/// The file with the two smaller forms that were made of it.
fn add(root: &Path, path: &Path, list: &mut String) {
    let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    let form = |end: &str| {
        let small = format!("{}{end}", path.display());
        if Path::new(&small).exists() { format!("Some(include_bytes!({small:?}))") } else { "None".into() }
    };
    println!("cargo::rerun-if-changed={}", path.display());
    let (plain, brotli, gzip) = (path.display().to_string(), form(".br"), form(".gz"));
    writeln!(
        list,
        "File {{ name: {name:?}, plain: include_bytes!({plain:?}), brotli: {brotli}, gzip: {gzip} }},"
    )
    .expect("a string takes everything");
}
