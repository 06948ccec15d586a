//! The format of scenario files: blocks, and the match that each arranges.

use std::path::Path;

use engine::Seat;
use games::{ChangeError, CompiledRules, Dealer, Opening, Rules, Session, presets, seat_at};

/// A block of a scenario file.
#[derive(Default, Clone)]
pub struct Block {
    pub place: String,
    pub ids: Vec<String>,
    pub preset: String,
    pub rules: Vec<String>,
    pub seats: usize,
    pub dealer: Option<u64>,
    pub scores: Vec<i32>,
    pub hands: Vec<(u64, String)>,
    pub top: Option<String>,
    pub stock: Option<String>,
    pub seed: Option<u64>,
    pub bad_rules: Option<String>,
    pub body: Vec<(usize, String)>,
}

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios")
}

pub fn blocks() -> Vec<Block> {
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

pub fn rules_of(block: &Block) -> Result<Rules, ChangeError> {
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

pub fn open(block: &Block) -> Result<Session, String> {
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
