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
            let ours = ["crates", "rules", "scenarios", "docs", "bench", "fuzz", "xtask"].contains(&first);
            if !ours || !word.contains('/') || word.contains([' ', '*', '\n', '{']) {
                continue;
            }
            assert!(root.join(word).exists(), "{} names {word}, which does not exist", paper.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} paths were found in the papers");
}
