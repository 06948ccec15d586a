//! The documents agree with the scenarios: every clause is proved, and every cited id exists.

use std::collections::BTreeSet;
use std::path::Path;

use games::Rules;

use super::format::blocks;

/// How a clause of the documents is proved.
enum Proof {
    /// A block in `scenarios/` cites it.
    Scenario,
    /// A test elsewhere: a file, and the test in it where the file is Rust.
    Test { file: String, name: Option<String> },
    /// It states nothing that a program could get wrong.
    NotARule { reason: String },
}

/// Every id in docs/requirements.md, with its last column, and every id in docs/rulings.md, each of which needs a
/// scenario.
fn clauses() -> Vec<(String, Proof)> {
    let requirements = rows("docs/requirements.md").into_iter().map(|(id, shown_by)| {
        let proof = proof(&shown_by).unwrap_or_else(|| panic!("{id} is shown by `{shown_by}`"));
        (id, proof)
    });
    let rulings = rows("docs/rulings.md").into_iter().map(|(id, _)| (id, Proof::Scenario));
    requirements.chain(rulings).collect()
}

/// The rows of the tables in a document that begin with an id: the id and the last column.
fn rows(path: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(repository().join(path)).unwrap();
    let cells = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    let ends = cells.filter_map(|cells| Some((cells.split_once(" | ")?.0, cells.rsplit_once(" | ")?.1)));
    ends.filter(|(id, _)| is_id(id)).map(|(id, last)| (id.into(), last.into())).collect()
}

/// The last column of docs/requirements.md.
fn proof(shown_by: &str) -> Option<Proof> {
    if shown_by == "scenario" {
        return Some(Proof::Scenario);
    }
    if let Some(reason) = shown_by.strip_prefix("not a rule: ") {
        return Some(Proof::NotARule { reason: reason.into() });
    }
    let words: Vec<&str> = shown_by.split('`').collect();
    match words[..] {
        ["", file, " ", name, ""] => Some(Proof::Test { file: file.into(), name: Some(name.into()) }),
        ["", file, ""] if Path::new(file).extension().is_some_and(|end| end != "rs") => {
            Some(Proof::Test { file: file.into(), name: None })
        }
        _ => None,
    }
}

/// The letters of ids in docs/requirements.md, docs/rulings.md and docs/server.md.
const LETTERS: &str = "NSYUCAGWVJEDHMR";

/// Those of docs/server.md. Elsewhere such a word may be a card: `R7`.
const SERVER_LETTERS: [char; 4] = ['D', 'H', 'M', 'R'];

/// Whether a word is written like an id: a letter of one of the documents and a number.
fn is_id(word: &str) -> bool {
    let number = word.strip_prefix(|letter: char| LETTERS.contains(letter)).unwrap_or_default();
    (1..=2).contains(&number.len())
        && !number.starts_with('0')
        && number.bytes().all(|digit| digit.is_ascii_digit())
}

fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| is_id(word))
}

#[test]
fn every_requirement_and_ruling_has_a_scenario() {
    let proved: BTreeSet<String> = blocks().into_iter().flat_map(|block| block.ids).collect();
    let clauses = clauses();
    let wanted = clauses.iter().filter(|(_, proof)| matches!(proof, Proof::Scenario));
    let missing: Vec<&String> = wanted.map(|(id, _)| id).filter(|id| !proved.contains(*id)).collect();
    assert!(missing.is_empty(), "no scenario for {missing:?}");
    // The documents are whole: an id may be added, but none may be lost.
    assert!(clauses.len() >= 174 + 2 + 111, "only {} clauses were read", clauses.len());
    let unique: BTreeSet<&String> = clauses.iter().map(|(id, _)| id).collect();
    assert_eq!(unique.len(), clauses.len(), "an id stands in the documents twice");
}

#[test]
fn what_proves_a_requirement_exists() {
    for (id, proof) in clauses() {
        match proof {
            Proof::Scenario => {}
            Proof::NotARule { reason } => assert!(reason.len() > 5, "{id} is not a rule, but why?"),
            Proof::Test { file, name } => {
                let code = std::fs::read_to_string(repository().join(&file))
                    .unwrap_or_else(|why| panic!("{id}: {file}: {why}"));
                let Some(name) = name else { continue };
                assert!(code.contains(&format!("fn {name}(")), "{id}: {file} has no test {name}");
            }
        }
    }
}

/// Every id that code, scenarios, rule files and docs cite can be looked up, and means one thing.
#[test]
fn every_id_that_is_cited_exists() {
    let clauses: BTreeSet<String> = clauses().into_iter().map(|(id, _)| id).collect();
    let failures: BTreeSet<String> = rows("docs/server.md").into_iter().map(|(id, _)| id).collect();
    assert!(
        clauses.is_disjoint(&failures) && failures.len() > 20,
        "an id of docs/server.md is used elsewhere"
    );
    let known: BTreeSet<String> = clauses.union(&failures).cloned().collect();
    let mut cited = 0;
    let mut unknown = Vec::new();
    for path in files_that_cite() {
        let text = std::fs::read_to_string(&path).unwrap();
        let about_server = ["server", "table", "host", "test-client"]
            .iter()
            .any(|name| path.starts_with(repository().join("crates").join(name)));
        for (line, words) in citing_text(&path, &text) {
            for id in ids_in(words).filter(|id| about_server || !id.starts_with(SERVER_LETTERS)) {
                cited += 1;
                if !known.contains(id) {
                    unknown.push(format!("{}:{line}: {id}", path.display()));
                }
            }
        }
    }
    for &family in Rules::FAMILIES {
        for option in Rules::family(family).unwrap().options() {
            unknown.extend(option.ids.split(' ').filter(|id| !known.contains(*id)).map(String::from));
        }
    }
    assert!(unknown.is_empty(), "not in docs/requirements.md or docs/rulings.md: {unknown:#?}");
    assert!(cited > 1000, "only {cited} citations were found");
}

fn repository() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn files_that_cite() -> Vec<std::path::PathBuf> {
    let root = repository();
    let mut files = Vec::new();
    let mut folders: Vec<_> =
        ["crates", "docs", "fuzz/src", "fuzz/fuzz_targets", "scenarios", "web/src", "web/tests", "xtask"]
            .map(|folder| root.join(folder))
            .to_vec();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            let hidden = path.file_name().is_some_and(|name| name == "node_modules" || name == "target");
            if path.is_dir() && !hidden {
                folders.push(path);
            } else if path.is_file() {
                files.push(path);
            }
        }
    }
    files.extend(
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)),
    );
    files.retain(|path| {
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        ["rs", "ts", "svelte", "toml", "scn", "md"].contains(&end)
    });
    files.sort();
    files
}

/// The parts of a file in which an id is a citation: comments, the heads of scenarios, and text outside of code.
fn citing_text<'a>(path: &Path, text: &'a str) -> Vec<(usize, &'a str)> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
    let mut in_code = false;
    let mut out = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let cites = match end {
            "scn" => line.strip_prefix("== ").or(line.strip_prefix("ids:")),
            "toml" => line.split_once('#').map(|(_, comment)| comment),
            "md" => {
                in_code ^= line.starts_with("```");
                (!in_code).then_some(line)
            }
            _ => line.split_once("//").map(|(_, comment)| comment),
        };
        let code = if end == "md" { 2 } else { 1 };
        let words = cites.into_iter().flat_map(|words| words.split('`').step_by(code));
        out.extend(words.map(|words| (number + 1, words)));
    }
    out
}
