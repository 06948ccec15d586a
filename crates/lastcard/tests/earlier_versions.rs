//! Files that earlier versions of the program wrote are read, replayed, verified and played on.

use std::fs;
use std::path::{Path, PathBuf};

use games::record::{self, Record};

use crate::program::{fresh_folder, run, run_at};

fn fixtures(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0").join(folder)
}

/// The files of a folder of fixtures whose names end like this.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(fixtures(folder)).expect("the fixtures are there");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    found.sort();
    found
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn every_record_replays_and_is_written_the_same() {
    let records = [files("records", ".txt"), files("broken-off", ".txt"), files("", "shuffle.txt")].concat();
    assert_eq!(records.len(), 13);
    for path in &records {
        let kept = text(path);
        let session = Record::read(&kept).and_then(|record| record.replay());
        let session = session.unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        assert_eq!(record::write(&session), kept, "{}", path.display());
        let replay = run("earlier-replay", &["replay", "--quiet", &path.to_string_lossy()], b"");
        assert_eq!(replay.code, 0, "{}: {}{}", path.display(), replay.out, replay.err);
    }
}

#[test]
fn every_preset_of_then_has_a_record() {
    let names = files("records", ".txt").into_iter().map(|path| path.file_stem().unwrap().to_owned());
    let names: Vec<_> = names.collect();
    assert_eq!(names.len(), 11);
    for name in names {
        assert!(games::presets::named(&name.to_string_lossy()).is_some(), "{name:?} is a preset no more");
    }
}

#[test]
fn the_shuffle_of_a_record_is_verified() {
    let path = fixtures("fair-shuffle.txt");
    let told = run("earlier-verify", &["verify", &path.to_string_lossy()], b"");
    assert_eq!(told.code, 0, "{}{}", told.out, told.err);
    assert!(told.out.starts_with("The cards are what was promised: one deal"), "{}", told.out);
}

#[test]
fn a_match_that_was_broken_off_is_played_to_its_end() {
    let folder = fresh_folder("earlier-broken-off");
    for name in ["uno-classic.txt", "uno-classic.seats"] {
        fs::copy(fixtures("broken-off").join(name), folder.join(name)).expect("a copy for the test");
    }
    let asked = run_at(&folder, &[], b"\nquit\n");
    assert!(asked.out.contains("   0  Continue UNO"), "{}", asked.out);
    assert!(asked.out.contains("against Bola and Chidi"), "{}", asked.out);
    let ended = run_at(&folder, &[], &[b"0\n", "1\n".repeat(20_000).as_bytes()].concat());
    assert!(ended.out.contains("plays again."), "{}", ended.out);
    let whole = text(&folder.join("uno-classic.txt"));
    assert!(whole.starts_with(&text(&fixtures("broken-off/uno-classic.txt"))), "{whole}");
    assert!(!folder.join("uno-classic.seats").exists(), "the match is over");
}

/// Options that came later may add lines; what an older version wrote out keeps its meaning.
#[test]
fn rule_files_mean_what_they_meant() {
    let lines = |run: crate::program::Run, path: &Path| {
        assert_eq!(run.code, 0, "{}: {}", path.display(), run.err);
        run.out.lines().map(String::from).collect::<Vec<_>>()
    };
    let (presets, houses) = (files("rules", ".toml"), files("house-rules", ".whole.toml"));
    assert_eq!((presets.len(), houses.len()), (11, 5));
    for whole in presets.iter().chain(&houses) {
        let short = whole.to_string_lossy().replace(".whole.toml", ".toml");
        let again = lines(run("earlier-rules", &["rules", &short, "--toml"], b""), whole);
        // A preset may get another title: no rule depends on it.
        let rules = |line: &&str| !line.starts_with("title = ") && !line.starts_with("about = ");
        for line in text(whole).lines().filter(rules) {
            assert!(again.iter().any(|now| now == line), "{short} says no more: {line}");
        }
    }
}
