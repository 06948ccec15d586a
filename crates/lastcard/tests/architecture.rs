//! The map of the code names only what exists.

use std::path::Path;

#[test]
fn every_path_in_the_papers_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut papers: Vec<_> =
        ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"].map(|name| root.join(name)).to_vec();
    let docs = std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    papers.extend(docs.filter(|path| path.is_file()));
    let mut checked = 0;
    for paper in papers {
        let text = std::fs::read_to_string(&paper).unwrap();
        for word in text.split('`').skip(1).step_by(2) {
            let first = word.split('/').next().unwrap_or_default();
            let ours = ["crates", "scenarios", "docs", "bench", "fuzz", "xtask"].contains(&first);
            if !ours || !word.contains('/') || word.contains([' ', '*', '\n', '{']) {
                continue;
            }
            assert!(root.join(word).exists(), "{} names {word}, which does not exist", paper.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} paths were found in the papers");
}

/// The tests that the papers name as proofs are there.
#[test]
fn every_test_in_the_papers_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut code = String::new();
    read_all(&root.join("crates"), &mut code);
    let paper = std::fs::read_to_string(root.join("docs/server.md")).unwrap();
    let proofs = paper.split('`').skip(1).step_by(2).filter(|word| word.matches('_').count() > 2);
    let mut checked = 0;
    for proof in proofs
        .filter(|word| word.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_'))
        .filter(|word| !word.starts_with("lastcard_"))
    {
        assert!(code.contains(&format!("fn {proof}()")), "there is no test {proof}");
        checked += 1;
    }
    assert!(checked > 30, "only {checked} tests were found in the papers");
}

/// A program that a paper shows is the file that the tests run.
#[test]
fn every_program_in_the_papers_is_the_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (paper, file) in [("docs/bots.md", "bench/mybot.py"), ("docs/engine.md", "bench/enginebot.py")] {
        let [text, program] = [paper, file].map(|path| std::fs::read_to_string(root.join(path)).unwrap());
        assert!(text.contains(&format!("```python\n{program}```")), "{paper} shows another {file}");
    }
}

/// Nothing that a table says to a player is left in English by the page in another language.
#[test]
fn every_refusal_and_every_reason_is_said_in_pidgin() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("web/src/messages/pcm.ts")).unwrap();
    let refusals = protocol::RefusalCode::all().into_iter().map(protocol::RefusalCode::word);
    let codes = refusals.chain(bots::Topic::ALL.iter().map(|topic| topic.code()));
    for code in codes {
        let said = [format!("\n  '{code}':"), format!("\n  {code}:")].iter().any(|line| page.contains(line));
        assert!(said, "{code} has no words");
    }
}

/// Where files of tests are put together into one program, one that nobody names would never be run.
#[test]
fn every_file_of_tests_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for package in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let together = std::fs::read_to_string(package.join("tests/together.rs")).unwrap();
        for file in std::fs::read_dir(package.join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|end| end == "rs") {
                let name = file.file_stem().unwrap().to_str().unwrap();
                let module = together.lines().any(|line| line == format!("mod {name};"));
                let alone = manifest.contains(&format!("[[test]]\nname = \"{name}\"\n"));
                assert!(module != alone, "{} is run once, not twice or never", file.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 40, "only {checked} files of tests were found");
}

fn read_all(folder: &Path, code: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            read_all(&path, code);
        } else if path.extension().is_some_and(|end| end == "rs") {
            *code += &std::fs::read_to_string(path).unwrap();
        }
    }
}
