//! The map of the code is true: its graph, and every file and function that it names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(repository().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// The code inside of a line of Markdown.
fn code_in(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn has_extension(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == extension)
}

/// Whether a piece of code is a path of this repository.
fn is_path(word: &str) -> bool {
    const FOLDERS: [&str; 10] =
        ["crates", "scenarios", "docs", "bench", "fuzz", "xtask", "xtask-wasm", "web", "deploy", ".cargo"];
    let (first, rest) = word.split_once('/').unwrap_or_default();
    FOLDERS.contains(&first) && !rest.contains([' ', '*', '\n', '{', '(', '…'])
}

#[test]
fn every_path_in_the_documents_exists() {
    let mut documents: Vec<_> =
        ["ARCHITECTURE.md", "README.md", "CONTRIBUTING.md"].map(|name| repository().join(name)).to_vec();
    let docs = std::fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    documents.extend(docs.filter(|path| path.is_file()));
    let mut checked = 0;
    for document in documents {
        let text = std::fs::read_to_string(&document).unwrap();
        for word in text.lines().flat_map(code_in).filter(|word| is_path(word)) {
            assert!(
                repository().join(word).exists(),
                "{} names {word}, which does not exist",
                document.display()
            );
            checked += 1;
        }
    }
    assert!(checked > 200, "only {checked} paths were found in the documents");
}

/// Every link between the documents leads to a file, and to a heading in it.
#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let mut documents: Vec<_> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "scenarios/README.md"]
            .map(|name| repository().join(name))
            .to_vec();
    let docs = std::fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    documents.extend(docs.filter(|path| path.extension().is_some_and(|end| end == "md")));
    let mut checked = 0;
    for document in documents {
        let text = std::fs::read_to_string(&document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target =
                if file.is_empty() { document.clone() } else { document.parent().unwrap().join(file) };
            assert!(target.exists(), "{} links to {link}", document.display());
            if !heading.is_empty() {
                let found =
                    std::fs::read_to_string(&target).unwrap().lines().any(|line| anchor(line) == heading);
                assert!(found, "{} links to {link}, but there is no such heading", document.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 40, "only {checked} links were found in the documents");
}

/// What a heading is called in a link.
fn anchor(heading: &str) -> String {
    let Some(text) = heading.strip_prefix('#').map(|text| text.trim_start_matches('#').trim()) else {
        return String::new();
    };
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || " -_".contains(*letter));
    kept.map(|letter| if letter == ' ' { '-' } else { letter.to_ascii_lowercase() }).collect()
}

/// A file that is named without its folder lies in the folder of the path before it, or in the one after it.
#[test]
fn every_file_in_the_map_exists() {
    let mut checked = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for line in read(document).lines() {
            let mut folders: Vec<PathBuf> = Vec::new();
            for word in code_in(line) {
                let path = repository().join(word);
                if is_path(word) {
                    folders.push(if path.is_dir() { path } else { path.parent().unwrap().to_path_buf() });
                } else if !word.starts_with("tests/")
                    && (has_extension(word, "rs") || has_extension(word, "ts"))
                {
                    let found = folders.iter().any(|folder| folder.join(word).exists());
                    assert!(found, "{document} names {word} beside {folders:?}, where it is not: {line}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 100, "only {checked} files were found in the map");
}

/// Code that ends with `()` is a function in the file that the same line names before it.
#[test]
fn every_function_in_the_map_exists() {
    let mut checked = 0;
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md"] {
        for line in read(document).lines() {
            let mut file = None;
            for word in code_in(line) {
                if is_path(word) {
                    file = Some(word);
                } else if let Some(name) = word.strip_suffix("()") {
                    let file = file.unwrap_or_else(|| panic!("{document}: in which file is {name}? {line}"));
                    assert!(has_function(file, name), "{document}: no {name} in {file}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 90, "only {checked} functions were found in the map");
}

/// Whether a file has a function of this name. Rust says `fn`; a method in TypeScript has no keyword.
fn has_function(file: &str, name: &str) -> bool {
    let code = read(file);
    let rust = [format!("fn {name}("), format!("fn {name}<")].iter().any(|text| code.contains(text));
    rust || !has_extension(file, "rs") && code.contains(&format!("{name}("))
}

/// The direct dependencies of every crate on other crates of ours, from the manifests.
fn manifests() -> BTreeMap<String, BTreeSet<String>> {
    let folders = std::fs::read_dir(repository().join("crates")).unwrap().map(|entry| entry.unwrap().path());
    let names: Vec<String> =
        folders.map(|folder| folder.file_name().unwrap().to_str().unwrap().to_string()).collect();
    let edges = names.iter().map(|name| {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let mut needed = BTreeSet::new();
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let key = line.split(['=', '.', ' ']).next().unwrap_or_default().replace('_', "-");
            let counts =
                section == "[dependencies]" || section.starts_with("[target.") && !section.contains("dev-");
            if counts && names.contains(&key) {
                needed.insert(key);
            }
        }
        (name.clone(), needed)
    });
    edges.collect()
}

/// Everything that can be reached from each crate.
fn reached(edges: &BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    let from = |name: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![name.clone()]);
        while let Some(next) = open.pop() {
            open.extend(
                edges.get(&next).into_iter().flatten().filter(|name| seen.insert((*name).clone())).cloned(),
            );
        }
        seen
    };
    edges.keys().map(|name| (name.clone(), from(name))).collect()
}

/// Every arrow of the graph is a dependency, and every dependency is an arrow or follows from arrows.
#[test]
fn the_graph_of_the_crates_is_the_real_one() {
    let map = read("ARCHITECTURE.md");
    let (_, graph) = map.split_once("```mermaid\n").expect("the map has a graph");
    let (graph, _) = graph.split_once("```").unwrap();
    let real = manifests();
    let mut drawn: BTreeMap<String, BTreeSet<String>> =
        real.keys().map(|name| (name.clone(), BTreeSet::new())).collect();
    for (from, to) in graph.lines().filter_map(|line| line.trim().split_once(" --> ")) {
        assert!(real.get(from).is_some_and(|needed| needed.contains(to)), "{from} does not depend on {to}");
        drawn.get_mut(from).unwrap().insert(to.into());
    }
    assert_eq!(reached(&drawn), reached(&real), "the graph leaves something out");
    for name in real.keys() {
        assert!(map.contains(&format!("\n| `{name}` | ")), "the table of crates has no row for {name}");
    }
}

/// The tests that the documents name as proofs are there.
#[test]
fn every_test_in_the_documents_exists() {
    let mut code = String::new();
    read_all(&repository().join("crates"), &mut code);
    let document = read("docs/server.md");
    let proofs = document.split('`').skip(1).step_by(2).filter(|word| word.matches('_').count() > 2);
    let mut checked = 0;
    for proof in proofs
        .filter(|word| word.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_'))
        .filter(|word| !word.starts_with("lastcard_"))
    {
        assert!(code.contains(&format!("fn {proof}()")), "there is no test {proof}");
        checked += 1;
    }
    assert!(checked > 30, "only {checked} tests were found in the documents");
}

/// A program that a document shows is the file that the tests run.
#[test]
fn every_program_in_the_documents_is_the_file() {
    for (document, file) in [("docs/bots.md", "bench/mybot.py"), ("docs/engine.md", "bench/enginebot.py")] {
        let [text, program] = [document, file].map(read);
        assert!(text.contains(&format!("```python\n{program}```")), "{document} shows another {file}");
    }
}

/// Nothing that a table says to a player is left in English by the page in another language.
#[test]
fn every_refusal_and_every_reason_is_said_in_pidgin() {
    let page = read("web/src/messages/pcm.ts");
    let refusals = protocol::RefusalCode::all().into_iter().map(protocol::RefusalCode::word);
    let codes = refusals.chain(bots::Topic::all().map(bots::Topic::code));
    for code in codes {
        let said = [format!("\n  '{code}':"), format!("\n  {code}:")].iter().any(|line| page.contains(line));
        assert!(said, "{code} has no words");
    }
}

/// A file of tests that the one program of its crate does not name would never be run.
#[test]
fn every_file_of_tests_is_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for package in std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()) {
        let manifest = std::fs::read_to_string(package.join("Cargo.toml")).unwrap();
        if !manifest.contains("autotests = false") {
            continue;
        }
        let modules = std::fs::read_to_string(package.join("tests/integration.rs")).unwrap();
        for file in std::fs::read_dir(package.join("tests")).unwrap().map(|entry| entry.unwrap().path()) {
            if file.extension().is_some_and(|end| end == "rs") {
                let name = file.file_stem().unwrap().to_str().unwrap();
                let module = modules.lines().any(|line| line == format!("mod {name};"));
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
