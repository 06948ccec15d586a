//! Lists the files of the page for embedding, if `cargo xtask web` has built it. This never calls npm.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use std::{env, fs};

fn main() {
    // Read at run time: a build script compiled in another place would embed the page of that place.
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut list = String::from("&[\n");
    match page_folder(&here) {
        Some(root) => {
            println!("cargo::rerun-if-changed={}", root.display());
            add_all(&root, &mut list);
        }
        None => println!("cargo::rerun-if-changed=build.rs"),
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("page.rs");
    fs::write(out, list).expect("the list of files can be written");
}

/// Where the page is built. A crate outside of the repository has no page.
fn page_folder(crate_folder: &Path) -> Option<PathBuf> {
    let web = crate_folder.join("../../web");
    if !web.join("package.json").exists() {
        return None;
    }
    let dist = web.join("dist");
    // Cargo takes a missing folder for a changed one and would build again each time; a new folder counts as old.
    if fs::create_dir(&dist).is_ok() {
        let _ = fs::File::open(&dist).and_then(|folder| folder.set_modified(UNIX_EPOCH));
    }
    Some(dist)
}

fn add_all(root: &Path, list: &mut String) {
    if root.join("index.html").exists() {
        let root = root.canonicalize().expect("the page lies in a folder");
        for path in files(&root) {
            add(&root, &path, list);
        }
    }
}

/// All files below a folder, sorted, without the compressed ones.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the page can be read").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    let is_compressed = |path: &PathBuf| path.extension().is_some_and(|end| end == "br" || end == "gz");
    found.retain(|path| !is_compressed(path));
    found.sort();
    found
}

/// Adds a file with its compressed forms.
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
