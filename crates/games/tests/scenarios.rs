//! Runs the scenarios: arrangements, moves and results worked out by hand from the documents.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use engine::{Act, CardSet, Game, Seat};
use games::{ChangeError, CompiledRules, Dealer, Opening, Round, Rules, Session, presets, seat_at};

/// A block of a scenario file.
#[derive(Default, Clone)]
struct Block {
    place: String,
    ids: Vec<String>,
    preset: String,
    rules: Vec<String>,
    seats: usize,
    dealer: Option<u64>,
    scores: Vec<i32>,
    hands: Vec<(u64, String)>,
    top: Option<String>,
    stock: Option<String>,
    seed: Option<u64>,
    bad_rules: Option<String>,
    body: Vec<(usize, String)>,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

fn blocks() -> Vec<Block> {
    let mut files: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "scn"));
    files.sort();
    files.iter().flat_map(|path| read_file(path)).collect()
}

fn read_file(path: &Path) -> Vec<Block> {
    let name = path.file_name().unwrap().to_string_lossy().to_string();
    let mut out: Vec<Block> = Vec::new();
    let mut in_body = false;
    for (number, line) in std::fs::read_to_string(path).unwrap().lines().enumerate() {
        let line = line.trim();
        if let Some(title) = line.strip_prefix("== ") {
            out.push(Block { place: format!("{name}:{} {title}", number + 1), seats: 2, ..Block::default() });
            in_body = false;
        } else if line == "--" {
            in_body = true;
        } else if !line.is_empty() && !line.starts_with('#') {
            let block = out
                .last_mut()
                .unwrap_or_else(|| panic!("{name}:{}: a line before the first block", number + 1));
            if in_body {
                block.body.push((number + 1, line.to_string()));
            } else {
                read_head(block, line);
            }
        }
    }
    out
}

fn read_head(block: &mut Block, line: &str) {
    let (key, value) = line.split_once(':').unwrap_or_else(|| panic!("{}: `{line}`", block.place));
    let (key, value) = (key.trim(), value.trim().to_string());
    let number = || value.parse::<u64>().unwrap_or_else(|_| panic!("{}: `{line}`", block.place));
    match key {
        "ids" => block.ids = value.split_whitespace().map(String::from).collect(),
        "preset" => block.preset = value,
        "rules" => block
            .rules
            .extend(value.split(';').map(|rule| rule.trim().to_string()).filter(|rule| !rule.is_empty())),
        "seats" => block.seats = number() as usize,
        "dealer" => block.dealer = Some(number()),
        "scores" => block.scores = value.split_whitespace().map(|score| score.parse().unwrap()).collect(),
        "top" => block.top = Some(value),
        "stock" => block.stock = Some(value),
        "seed" => block.seed = Some(number()),
        "bad rules" => block.bad_rules = Some(value),
        _ => match key.strip_prefix("hand ") {
            Some(seat) => block.hands.push((seat.trim().parse().unwrap(), value)),
            None => panic!("{}: unknown line `{line}`", block.place),
        },
    }
}

fn rules_of(block: &Block) -> Result<Rules, ChangeError> {
    let base = presets::named(&block.preset)
        .unwrap_or_else(|| panic!("{}: no preset {}", block.place, block.preset));
    games::change(&base, &block.rules)
}

/// The pack as the block arranges it: hands in dealing order, the starter, the stock, and what is left.
fn arrange(block: &Block, compiled: &CompiledRules, dealer: Seat) -> Result<Vec<String>, String> {
    let pack = compiled.pack();
    let mut free = pack.all();
    let mut take = |word: &str| -> Result<engine::Card, String> {
        let face = pack.parse(word).ok_or(format!("no card {word}"))?;
        let card = (free & pack.copies(face)).lowest().ok_or(format!("{word} is used up"))?;
        free.remove(card);
        Ok(card)
    };
    let mut hands: Vec<Vec<engine::Card>> = vec![Vec::new(); block.seats];
    for (seat, words) in &block.hands {
        let seat = seat_at(*seat, block.seats).map_err(|why| why.to_string())?;
        for word in words.split_whitespace() {
            hands[seat.index()].push(take(word)?);
        }
        if hands[seat.index()].len() != compiled.hand_size() {
            return Err(format!(
                "hand {seat} has {} cards, the rules deal {}",
                hands[seat.index()].len(),
                compiled.hand_size()
            ));
        }
    }
    let top = block.top.iter().map(|word| take(word)).collect::<Result<Vec<_>, _>>()?;
    let words = block.stock.iter().flat_map(|words| words.split_whitespace());
    let stock = words.map(take).collect::<Result<Vec<_>, _>>()?;
    let mut rest = free.iter();
    for hand in &mut hands {
        while hand.len() < compiled.hand_size() {
            hand.push(rest.next().ok_or("no card is left for a hand")?);
        }
    }
    let mut order = Vec::new();
    for place in 0..compiled.hand_size() {
        let dealt = (1..=block.seats).map(|step| &hands[dealer.left(step, block.seats).index()]);
        order.extend(dealt.map(|hand| hand[place]));
    }
    if compiled.turns_up() && top.is_empty() {
        order.extend(stock.is_empty().then(|| rest.next()).flatten());
    }
    order.extend(top);
    order.extend(stock);
    order.extend(rest);
    Ok(order.into_iter().map(|card| pack.notation(card).into()).collect())
}

fn open(block: &Block) -> Result<Session, String> {
    let rules = rules_of(block).map_err(|error| error.messages().join("; "))?;
    let compiled = CompiledRules::new(&rules, block.seats).map_err(|error| error.to_string())?;
    let dealer = match block.dealer {
        Some(number) => seat_at(number, block.seats).map_err(|why| why.to_string())?,
        None => Seat::new(block.seats - 1).unwrap(),
    };
    let deck = if block.seed.is_some() { None } else { Some(arrange(block, &compiled, dealer)?) };
    let opening = Opening {
        seats: block.seats,
        dealer: Dealer::Seat(dealer),
        seed: block.seed.unwrap_or(1),
        deck,
        scores: block.scores.clone(),
        ..Opening::default()
    };
    Session::new(&rules, &opening).map_err(|why| why.to_string())
}

/// The session and the events since the last move line.
struct Run {
    session: Session,
    events: Vec<String>,
}

fn run(block: &Block) -> Result<(), String> {
    if let Some(text) = &block.bad_rules {
        let why = match rules_of(block) {
            Err(error) => error.messages().join("; "),
            Ok(rules) => match CompiledRules::new(&rules, block.seats) {
                Err(error) => error.to_string(),
                Ok(_) => String::new(),
            },
        };
        return if why.is_empty() || !why.contains(text) {
            Err(format!("refused with: {why:?}"))
        } else {
            Ok(())
        };
    }
    let session = open(block)?;
    let events = session.events().iter().map(|event| event.notation(session.pack())).collect();
    let mut run = Run { session, events };
    for (number, line) in &block.body {
        run.line(line).map_err(|why| format!("line {number}: `{line}`: {why}"))?;
    }
    Ok(())
}

impl Run {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line == "next" {
            self.session.next_round().map_err(|why| why.to_string())?;
            self.keep_events();
            return Ok(());
        }
        if let Some(expected) = line.strip_prefix("= ") {
            let (key, value) = expected.split_once(':').ok_or("`= key: value` is wanted")?;
            return self.expect(key.trim(), value.trim());
        }
        let at = line.find([':', '!']).ok_or("not a line of a scenario")?;
        let seat = self.seat(&line[..at])?;
        let text = line[at + 1..].trim();
        if line[at..].starts_with(':') { self.accepted(seat, text) } else { self.refused(seat, text) }
    }

    fn accepted(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let pack = self.session.pack().clone();
        let act = self.session.parse(text).map_err(|why| why.sentence(&pack))?;
        self.session
            .act(seat, act)
            .map_err(|why| format!("refused: {} ({})", why.code(), why.sentence(&pack)))?;
        self.keep_events();
        Ok(())
    }

    fn refused(&mut self, seat: Seat, text: &str) -> Result<(), String> {
        let (text, code) = text.rsplit_once("->").ok_or("`-> code` is wanted")?;
        let (code, events) = (code.trim(), self.session.number());
        let got = match self.session.parse(text.trim()) {
            Err(why) => why.code(),
            Ok(Act::Move(choice)) => match self.session.play(seat, choice) {
                Ok(_) => return Err("was accepted".into()),
                Err(refused) => refused.why.code(),
            },
            Ok(act) => match self.session.act(seat, act) {
                Ok(_) => return Err("was accepted".into()),
                Err(why) => why.code(),
            },
        };
        self.events.clear();
        if self.session.number() > events {
            self.keep_events();
        }
        if got == code { Ok(()) } else { Err(format!("refused with {got}")) }
    }

    fn keep_events(&mut self) {
        let pack = self.session.pack();
        self.events = self.session.events().iter().map(|event| event.notation(pack)).collect();
    }

    fn seat(&self, text: &str) -> Result<Seat, String> {
        seat_at(
            text.trim().parse().map_err(|_| format!("`{text}` is not a seat"))?,
            self.session.scores().seats,
        )
        .map_err(|why| why.to_string())
    }

    fn cards(&self, words: &str) -> Result<CardSet, String> {
        let pack = self.session.pack();
        let mut set = CardSet::EMPTY;
        for word in words.split_whitespace().filter(|word| *word != "none") {
            let face = pack.parse(word).ok_or(format!("no card {word}"))?;
            set.insert((pack.copies(face) - set).lowest().ok_or(format!("{word} too often"))?);
        }
        Ok(set)
    }

    fn expect(&self, key: &str, value: &str) -> Result<(), String> {
        let (word, seat) = match key.rsplit_once(' ') {
            Some((word, seat)) if seat.chars().all(|c| c.is_ascii_digit()) => (word, Some(self.seat(seat)?)),
            _ => (key, None),
        };
        match (word, seat) {
            ("legal", Some(seat)) => return self.expect_legal(seat, value),
            ("can", Some(seat)) => {
                return self.probe(seat, value).map_or(Ok(()), |code| Err(format!("refused with {code}")));
            }
            ("cannot", Some(seat)) => {
                let (text, code) = value.rsplit_once("->").ok_or("`-> code` is wanted")?;
                let got = self.probe(seat, text.trim()).unwrap_or("accepted");
                return if got == code.trim() { Ok(()) } else { Err(format!("got {got}")) };
            }
            ("event", None) => {
                let found = self.events.iter().any(|event| begins(event, value));
                return if found { Ok(()) } else { Err(format!("events: {:?}", self.events)) };
            }
            ("no event", None) => {
                let found = self.events.iter().any(|event| begins(event, value));
                return if found { Err(format!("events: {:?}", self.events)) } else { Ok(()) };
            }
            ("says", None) => {
                let page: String =
                    self.session.rules().explain().iter().fold(String::new(), |mut page, clause| {
                        let _ = write!(page, "{} ", clause.text);
                        page
                    });
                let (page, value) = (page.to_lowercase(), value.to_lowercase());
                return if page.contains(&value) {
                    Ok(())
                } else {
                    Err("the rules page does not say so".into())
                };
            }
            ("has" | "lacks", Some(seat)) => {
                let (hand, wanted) =
                    (self.session.pack().canonical(self.session.round().hand(seat)), self.cards(value)?);
                let fine = if word == "has" { (wanted - hand).is_empty() } else { !hand.meets(wanted) };
                return if fine { Ok(()) } else { Err(format!("holds {}", self.session.pack().list(hand))) };
            }
            ("hand", Some(seat)) => {
                let hand = self.session.pack().canonical(self.session.round().hand(seat));
                return if hand == self.cards(value)? {
                    Ok(())
                } else {
                    Err(format!("holds {}", self.session.pack().list(hand)))
                };
            }
            _ => {}
        }
        let got = self.value(word, seat)?;
        if got.split_whitespace().eq(value.split_whitespace()) { Ok(()) } else { Err(format!("got {got}")) }
    }

    fn value(&self, word: &str, seat: Option<Seat>) -> Result<String, String> {
        let (session, round) = (&self.session, self.session.round());
        let seats = session.scores().seats;
        let list =
            |seats: engine::SeatSet| seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join(" ");
        let numbers = |values: Vec<String>| values.join(" ");
        let outcome = || session.outcome().ok_or("the round is not over".to_string());
        let pack = session.pack();
        Ok(match (word, seat) {
            ("turn", None) => session.turn().map_or("none".into(), |seat| seat.to_string()),
            ("acting", None) => list(session.acting()),
            ("count", Some(seat)) => round.hand(seat).len().to_string(),
            ("top", None) => match round.top().as_slice() {
                [] => "none".into(),
                cards => cards.iter().map(|&card| pack.notation(card)).collect::<Vec<_>>().join(" "),
            },
            ("suit", None) => {
                let Round::Matching(game) = round else { return Err("there is no suit in force".into()) };
                game.suit().map_or("none".into(), |suit| pack.suit_name(suit).to_string())
            }
            ("pending", None) => {
                if let Round::Matching(game) = round {
                    game.pending().to_string()
                } else {
                    "0".into()
                }
            }
            ("direction", None) => {
                let Round::Matching(game) = round else { return Ok("left".into()) };
                format!("{:?}", game.direction()).to_lowercase()
            }
            ("stock", None) => round.stock_len().to_string(),
            ("pile", None) => round.pile_len().to_string(),
            ("phase", None) => round.phase_name().into(),
            ("over", None) => if session.outcome().is_some() { "yes" } else { "no" }.into(),
            ("end", None) => outcome()?.how.word().into(),
            ("places", None) => {
                numbers(outcome()?.places.first(seats).iter().map(ToString::to_string).collect())
            }
            ("points", None) => {
                numbers(outcome()?.points.first(seats).iter().map(ToString::to_string).collect())
            }
            ("scores", None) => {
                numbers(session.scores().totals.first(seats).iter().map(ToString::to_string).collect())
            }
            ("match", None) => if session.scores().is_over() { "over" } else { "on" }.into(),
            ("winners", None) => session.scores().winners.map_or("none".into(), list),
            ("dealer", None) => session.dealer().to_string(),
            ("playing", None) => list(session.scores().playing),
            _ => return Err("unknown expectation".into()),
        })
    }

    fn probe(&self, seat: Seat, text: &str) -> Option<&'static str> {
        match self.session.parse(text) {
            Err(why) => Some(why.code()),
            Ok(Act::Move(choice)) => self.session.check(seat, choice).err().map(|why| why.code()),
            Ok(act) => self.session.clone().act(seat, act).err().map(|why| why.code()),
        }
    }

    fn expect_legal(&self, seat: Seat, value: &str) -> Result<(), String> {
        let wanted = value.split('|').map(str::trim).filter(|text| !text.is_empty() && *text != "none");
        let mut moves = Vec::new();
        for text in wanted {
            match self.session.parse(text).map_err(|why| why.sentence(self.session.pack()))? {
                Act::Move(choice) => moves.push(choice),
                Act::Order(_) => return Err("an order is never in the list".into()),
            }
        }
        moves.sort_unstable();
        let legal = self.session.legal(seat);
        let shown: Vec<String> = legal.iter().map(|&choice| self.session.round().notation(choice)).collect();
        if legal == moves { Ok(()) } else { Err(format!("legal: {}", shown.join(" | "))) }
    }
}

/// Whether the event is the wanted one, or begins with its words.
fn begins(event: &str, wanted: &str) -> bool {
    let (event, wanted): (Vec<&str>, Vec<&str>) =
        (event.split(' ').collect(), wanted.split_whitespace().collect());
    event.starts_with(&wanted)
}

#[test]
fn every_scenario_comes_out_as_the_document_says() {
    let only = std::env::var("SCENARIO").unwrap_or_default();
    let blocks: Vec<Block> = blocks().into_iter().filter(|block| block.place.contains(&only)).collect();
    let failures: Vec<String> = blocks
        .iter()
        .filter_map(|block| run(block).err().map(|why| format!("{}\n    {why}", block.place)))
        .collect();
    println!("{} scenarios", blocks.len());
    assert!(!blocks.is_empty(), "no scenario has \"{only}\" in its file or name");
    assert!(
        failures.is_empty(),
        "{} of {} scenarios fail:\n{}",
        failures.len(),
        blocks.len(),
        failures.join("\n")
    );
}

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

/// Every value of every option with a few values is in force in some scenario that cites one of the option's ids.
#[test]
fn every_value_of_every_option_has_a_scenario() {
    let blocks = blocks();
    let used: Vec<(Vec<String>, Rules)> = blocks
        .iter()
        .filter_map(|block| rules_of(block).ok().map(|rules| (block.ids.clone(), rules)))
        .collect();
    // The customs of a table are the same for both families.
    let keys = |family| {
        Rules::family(family).unwrap().options().into_iter().map(|option| option.key).collect::<Vec<_>>()
    };
    let table_options = [
        "turn_seconds",
        "timeout",
        "afk_after",
        "takeback",
        "hints",
        "first_dealer",
        "seat_order",
        "leaver",
        "joint_seed",
        "seed",
    ];
    assert!(table_options.iter().all(|key| Rules::FAMILIES.iter().all(|family| keys(family).contains(key))));
    let mut missing = Vec::new();
    for &family in Rules::FAMILIES {
        for option in Rules::family(family).unwrap().options() {
            for value in &option.values {
                let shown = |(ids, rules): &(Vec<String>, Rules)| {
                    (rules.family_name() == family || table_options.contains(&option.key))
                        && option.ids.split(' ').any(|id| ids.iter().any(|known| known == id))
                        && rules
                            .options()
                            .iter()
                            .any(|other| other.key == option.key && other.value == *value)
                };
                if !used.iter().any(shown) {
                    missing.push(format!("{family}: {} = {value} ({})", option.key, option.ids));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
