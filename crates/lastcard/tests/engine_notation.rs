//! The packs and the grammar of moves in `docs/engine.md`, compared with every preset.

use std::path::Path;

use engine::{Chance, Order, Pack, Quick, Seat};
use games::{CompiledRules, Opening, Session, presets};

const DOCUMENT: &str = include_str!("../../../docs/engine.md");

fn block(name: &str) -> &'static str {
    let start = format!("```{name}\n");
    DOCUMENT.split(&start).nth(1).and_then(|rest| rest.split("```").next()).unwrap_or_default()
}

/// The packs of all presets at their smallest tables, each with the presets that use it.
fn packs() -> String {
    let mut packs: Vec<(String, Vec<&str>)> = Vec::new();
    for name in presets::names() {
        let rules = presets::named(name).unwrap();
        let compiled = CompiledRules::new(&rules, rules.players().0).unwrap();
        let text = faces(compiled.pack());
        match packs.iter_mut().find(|(known, _)| *known == text) {
            Some((_, names)) => names.push(name),
            None => packs.push((text, vec![name])),
        }
    }
    let texts: Vec<String> =
        packs.iter().map(|(text, names)| format!("{}: {text}", names.join(", "))).collect();
    texts.join("\n")
}

/// Every face of a pack in notation, a line for each suit; `whot-20*5` is there five times.
fn faces(pack: &Pack) -> String {
    let mut lines = format!("{} cards\n", pack.cards().len());
    let suits = pack.suits().iter().filter_map(|name| pack.parse_suit(name)).map(Some);
    for suit in suits.chain([None]) {
        let of_suit = pack.cards().iter().filter(|&&card| pack.face(card).suit == suit);
        let firsts = of_suit.filter(|&&card| pack.first_copy(card) == card);
        let words: Vec<String> = firsts
            .map(|&card| match pack.copies(card).len() {
                1 => pack.notation(card).into(),
                copies => format!("{}*{copies}", pack.notation(card)),
            })
            .collect();
        if !words.is_empty() {
            lines += &format!("{}\n", words.join(" "));
        }
    }
    lines
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard --test integration engine_notation` writes them anew.
#[test]
fn the_document_lists_every_pack() {
    if std::env::var_os("LASTCARD_WRITE").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/engine.md");
        let fenced = |text: &str| format!("```packs\n{text}```");
        let now = std::fs::read_to_string(&path).unwrap();
        std::fs::write(path, now.replace(&fenced(block("packs")), &fenced(&packs()))).unwrap();
        return;
    }
    assert_eq!(block("packs"), packs(), "docs/engine.md: set LASTCARD_WRITE=1 and run this again");
}

/// A grammar in the notation of the document: `name = "word" other { many } [ optional ] ( one | other ) ;`.
struct Grammar(Vec<(String, Node)>);

enum Node {
    Word(String),
    Name(String),
    Sequence(Vec<Node>),
    Either(Vec<Node>),
    Optional(Box<Node>),
    Many(Box<Node>),
}

impl Grammar {
    fn read(text: &str) -> Grammar {
        let tokens: Vec<&str> = text.split_whitespace().collect();
        let rules = tokens.split(|token| *token == ";").filter(|rule| !rule.is_empty());
        let rule = |rule: &[&str]| {
            let [name, "=", rest @ ..] = rule else { panic!("not a rule: {rule:?}") };
            let mut at = 0;
            let node = either(rest, &mut at);
            assert_eq!(at, rest.len(), "the end of {name}");
            (name.to_string(), node)
        };
        Grammar(rules.map(rule).collect())
    }

    fn accepts(&self, text: &str, pack: &Pack, seats: usize) -> bool {
        let words: Vec<&str> = text.split(' ').collect();
        let start = Node::Name("move".into());
        self.ends(&start, &words, 0, &Terminals { pack, seats }).contains(&words.len())
    }

    /// Where the words that this node accepts may end.
    fn ends(&self, node: &Node, words: &[&str], at: usize, terminals: &Terminals<'_>) -> Vec<usize> {
        let next = |accepted: bool| if accepted { vec![at + 1] } else { Vec::new() };
        match node {
            Node::Word(word) => next(words.get(at).is_some_and(|other| other == word)),
            Node::Name(name) => match self.0.iter().find(|(known, _)| known == name) {
                Some((_, node)) => self.ends(node, words, at, terminals),
                None => next(words.get(at).is_some_and(|word| terminals.accept(name, word))),
            },
            Node::Sequence(nodes) => nodes.iter().fold(vec![at], |starts, node| {
                starts.into_iter().flat_map(|at| self.ends(node, words, at, terminals)).collect()
            }),
            Node::Either(nodes) => {
                nodes.iter().flat_map(|node| self.ends(node, words, at, terminals)).collect()
            }
            Node::Optional(node) => [vec![at], self.ends(node, words, at, terminals)].concat(),
            Node::Many(once) => {
                let further = self.ends(once, words, at, terminals);
                let rest = further.into_iter().flat_map(|end| self.ends(node, words, end, terminals));
                [at].into_iter().chain(rest).collect()
            }
        }
    }
}

/// What the pack and the table decide: cards, suits and seats.
struct Terminals<'a> {
    pack: &'a Pack,
    seats: usize,
}

impl Terminals<'_> {
    fn accept(&self, name: &str, word: &str) -> bool {
        match name {
            "card" => self.pack.cards().iter().any(|&card| self.pack.notation(card) == word),
            "suit" => self.pack.suits().iter().any(|suit| suit == word),
            "seat" => word.parse().is_ok_and(|seat: usize| seat < self.seats),
            other => panic!("the grammar does not say what {other} is"),
        }
    }
}

fn either(tokens: &[&str], at: &mut usize) -> Node {
    let mut choices = vec![sequence(tokens, at)];
    while tokens.get(*at) == Some(&"|") {
        *at += 1;
        choices.push(sequence(tokens, at));
    }
    Node::Either(choices)
}

fn sequence(tokens: &[&str], at: &mut usize) -> Node {
    let mut nodes = Vec::new();
    while let Some(&token) = tokens.get(*at).filter(|token| !["|", "]", "}", ")"].contains(*token)) {
        *at += 1;
        let mut inner = || {
            let node = Box::new(either(tokens, at));
            *at += 1;
            node
        };
        nodes.push(match token {
            "[" => Node::Optional(inner()),
            "{" => Node::Many(inner()),
            "(" => *inner(),
            _ => match token.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
                Some(word) => Node::Word(word.into()),
                None => Node::Name(token.into()),
            },
        });
    }
    Node::Sequence(nodes)
}

/// Random rounds of every preset: all moves that are ever legal follow the grammar of the document.
#[test]
fn every_legal_move_follows_the_grammar() {
    let grammar = Grammar::read(block("grammar"));
    let mut verbs = std::collections::BTreeSet::new();
    for rules in presets::all() {
        let seats = 4.clamp(rules.players().0, rules.players().1);
        for seed in 0..20 {
            let opening = Opening { seats, seed, ..Opening::default() };
            let mut session = Session::new(&rules, &opening).unwrap();
            let mut chance = Quick::new(seed);
            while session.outcome().is_none() && session.number() < 200 {
                for seat in Seat::all(seats) {
                    for choice in session.legal(seat) {
                        let text = session.notation(choice);
                        verbs.extend(text.split(' ').next().map(String::from));
                        assert!(grammar.accepts(&text, session.pack(), seats), "{text}");
                    }
                }
                let acting: Vec<Seat> = session.acting().iter().collect();
                let seat = acting[chance.below(acting.len() as u32) as usize];
                let moves = session.legal(seat);
                session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
            }
        }
    }
    let all = ["call", "catch", "challenge", "draw", "pass", "play", "say", "slap", "swap", "throw", "yaniv"];
    let missing: Vec<&&str> = all.iter().filter(|verb| !verbs.contains(**verb)).collect();
    assert!(missing.iter().all(|verb| ["call", "swap", "challenge"].contains(*verb)), "{missing:?}");
}

#[test]
fn the_grammar_refuses_what_is_no_move() {
    let grammar = Grammar::read(block("grammar"));
    let rules = presets::named("crazy-eights").unwrap();
    let compiled = CompiledRules::new(&rules, 3).unwrap();
    let accepts = |text: &str| grammar.accepts(text, compiled.pack(), 3);
    for order in Order::ALL {
        assert!(accepts(order.word()), "{}", order.word());
    }
    for good in ["play 8H call spades", "play 8H 8C with 2 say last-card", "catch 0", "throw 9C 9D take 7S"] {
        assert!(accepts(good), "{good}");
    }
    for bad in ["play", "draw 2", "play 8H call", "catch 3", "play 8H call circle", "throw 9C", "say hello"] {
        assert!(!accepts(bad), "{bad}");
    }
}
