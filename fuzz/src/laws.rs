//! The laws that hold for whatever a file, a record or a player may contain, each written once.
//!
//! The fuzz targets and the property tests of `games` call the same functions. A law is broken by a panic.

use std::sync::OnceLock;

use engine::laws::play_by_the_laws;
use engine::{Act, CardSet, Chance, Deal, Game, Match, Order, Quick, Seat, SeatSet, Viewer};
use games::record::{self, Record};
use games::{CompiledRules, Dealer, MAX_LEGAL_MOVES, Move, Opening, Round, Rules, Session, View, presets};

/// A rule file is refused with a reason and its place, or it can be written out, read again and played.
///
/// Returns whether it loaded.
pub fn rule_file(text: &str) -> bool {
    match games::load(text) {
        Err(faults) => {
            let lines = text.matches('\n').count() + 1;
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in &faults {
                assert!(
                    (1..=lines).contains(&fault.line) && fault.column > 0,
                    "there is no such place: {fault}"
                );
                assert!(!fault.message.is_empty(), "refused without a word");
            }
            false
        }
        Ok(rules) => {
            reads_back(&rules);
            can_be_played(&rules, text.len() as u64);
            true
        }
    }
}

/// A rule set that is written out loads again as the same rule set, whole or as a change of its base.
fn reads_back(rules: &Rules) {
    let base = rules.header().base.as_deref().and_then(presets::named);
    for text in
        [Some(rules.to_toml(None)), base.as_ref().map(|base| rules.to_toml(Some(base)))].into_iter().flatten()
    {
        let mut again =
            games::load(&text).unwrap_or_else(|faults| panic!("written out, refused: {}\n{text}", faults[0]));
        if let Some(base) = &rules.header().base {
            again = again.with_base(base);
        }
        assert!(again == *rules, "written out, another rule set:\n{text}");
    }
}

/// A rule set that loads can be explained, dealt at every table that it allows, and played by the laws.
fn can_be_played(rules: &Rules, seed: u64) {
    assert!(rules.explain().iter().all(|clause| !clause.text.is_empty()), "explained without a word");
    if let Some(base) = rules.header().base.as_deref().and_then(presets::named) {
        games::difference(rules, &base);
    }
    let rules = shortened(rules);
    let (least, most) = rules.players();
    let opening = Opening { seats: most, seed, dealer: Dealer::ByRule, ..Opening::default() };
    Session::new(&rules, &opening).unwrap_or_else(|why| panic!("it loads, but a match cannot begin: {why}"));
    for seats in least..=most {
        let compiled = CompiledRules::new(&rules, seats)
            .unwrap_or_else(|why| panic!("it loads, but not for {seats}: {why}"));
        let mut order = compiled.pack().cards().to_vec();
        let mut chance = Quick::new(seed);
        engine::shuffle(&mut order, &mut chance);
        let dealer = Seat::new(seed as usize % seats).unwrap_or_default();
        let deal = Deal { playing: SeatSet::first(seats), dealer, order: &order };
        let round = Round::deal(&compiled, &deal, &mut chance, &mut ())
            .unwrap_or_else(|why| panic!("it loads, but cannot be dealt to {seats}: {why}"));
        if seats == least || seats == most {
            play_by_the_laws(round, seed, &[]);
        }
    }
    hoarding_stays_bounded(&rules, if seed.is_multiple_of(2) { least } else { most }, seed);
}

/// For so many steps a player collects cards.
const HOARDING_STEPS: usize = 100;

/// However many cards a player collects, no list of moves is longer than is stated, and each of its moves can be shown,
/// written and read.
fn hoarding_stays_bounded(rules: &Rules, seats: usize, seed: u64) {
    let rules = games::change(rules, &["max_actions=1000".into()]).unwrap_or_else(|_| rules.clone());
    let opening = Opening { seats, seed, dealer: Dealer::ByRule, ..Opening::default() };
    let mut session = Session::new(&rules, &opening).unwrap_or_else(|why| panic!("cannot begin: {why}"));
    let (hoarder, mut chance) = (Seat::default(), Quick::new(seed));
    for _ in 0..HOARDING_STEPS {
        let Some(turn) = session.turn() else { break };
        let moves = session.legal(turn);
        assert!(moves.len() <= MAX_LEGAL_MOVES, "{} moves for {turn}", moves.len());
        // The others keep their last cards too, so that the round goes on.
        let act = if turn == hoarder || moves.len() < 4 {
            Act::Order(Order::Timeout)
        } else {
            Act::Move(moves[chance.below(moves.len() as u32) as usize])
        };
        session.act(turn, act).unwrap_or_else(|why| panic!("listed, but refused: {why:?}"));
    }
    let moves = session.legal(hoarder);
    let scene = games::scene(session.round(), Viewer::Seat(hoarder));
    assert_eq!(scene.choices.len(), moves.len());
    for (choice, shown) in moves.iter().zip(&scene.choices).step_by(1 + moves.len() / 100) {
        assert_eq!(session.parse(&shown.notation), Ok(Act::Move(*choice)), "{}", shown.notation);
        assert_eq!(session.check(hoarder, *choice), Ok(()), "{}", shown.notation);
    }
}

/// The same rules with an early stop, so that a game is short.
fn shortened(rules: &Rules) -> Rules {
    games::change(rules, &["max_actions=50".into()]).unwrap_or_else(|_| rules.clone())
}

/// What is read as a move is legal exactly if it is listed, and a legal move reads back as it is written.
///
/// Returns whether the text is a legal move of any seat.
pub fn notation(session: &Session, text: &str) -> bool {
    let act = match session.parse(text) {
        Ok(act) => act,
        Err(why) => {
            assert!(!why.sentence(session.pack()).is_empty(), "unreadable without a word: {text:?}");
            return false;
        }
    };
    let mut legal = false;
    for seat in Seat::all(session.round().seats()) {
        if let Act::Move(choice) = act {
            let listed = session.legal(seat).contains(&choice);
            assert_eq!(session.check(seat, choice).is_ok(), listed, "seat {seat}: {text:?}");
            let written = session.notation(choice);
            if listed {
                assert_eq!(session.parse(&written), Ok(act), "{text:?} is written {written:?}");
                legal = true;
            }
        }
        let mut after = session.clone();
        match after.act(seat, act) {
            Ok(_) => conserves_cards(&after),
            Err(why) => {
                assert!(!why.sentence(session.pack()).is_empty(), "refused without a word: {text:?}");
                assert!(snapshot(&after) == snapshot(session), "refused, but something changed: {text:?}");
            }
        }
    }
    legal
}

/// The law of notation for bytes: four choose the position (preset, seats, seed, moves made), the rest is the text.
pub fn notation_bytes(bytes: &[u8]) {
    let [preset, seats, seed, moves, text @ ..] = bytes else { return };
    if let Ok(text) = str::from_utf8(text) {
        notation(&position(*preset, *seats, *seed, *moves), text);
    }
}

/// A record is refused with a reason, or it can be written down and played again to the same end.
///
/// Returns whether it was played to its end.
pub fn record(text: &str) -> bool {
    let session = match Record::read(text).and_then(|record| record.replay()) {
        Ok(session) => session,
        Err(why) => {
            assert!(why.line <= text.matches('\n').count() + 1, "there is no such line: {why}");
            assert!(!why.fault.to_string().is_empty(), "refused without a word");
            return false;
        }
    };
    is_recorded(&session);
    true
}

/// A match that is written down is played again to the same end.
fn is_recorded(session: &Session) {
    let written = record::write(session);
    let again = Record::read(&written).and_then(|record| record.replay());
    let again = again.unwrap_or_else(|why| panic!("written down, {why}\n{written}"));
    assert!(again.entries() == session.entries(), "written down, other moves:\n{written}");
    assert!(snapshot(&again) == snapshot(session), "written down, another end:\n{written}");
    assert_eq!(record::write(&again), written);
}

/// Whatever is asked of a match, cards are conserved, what is refused changes nothing, an undo brings
/// back exactly what was, and the record of it all plays to the same end.
pub fn session(session: Session, bytes: &[u8]) {
    let mut table = Table { before: Vec::new(), now: snapshot(&session), session };
    for pair in bytes.chunks_exact(2) {
        table.ask(&Request::from_bytes(pair[0], pair[1]));
    }
    is_recorded(&table.session);
}

/// The law of a session for bytes: three choose the match (preset, seats, seed), each two after them are a request.
pub fn session_bytes(bytes: &[u8]) {
    let [preset, seats, seed, asked @ ..] = bytes else { return };
    session(position(*preset, *seats, *seed, 0), &asked[..asked.len().min(600)]);
}

/// What can be asked of a match.
enum Request {
    /// The n-th of all legal moves.
    Legal(usize),
    /// A play of the n-th card of the pack, whether or not it is legal, by a seat.
    Play(usize, Seat),
    /// An order of the table for a seat.
    Order(Order, Seat),
    NextRound,
    Undo,
}

impl Request {
    fn from_bytes(what: u8, which: u8) -> Request {
        let number = usize::from(which);
        let seat = Seat::new(number % engine::MAX_SEATS).unwrap_or_default();
        match what % 16 {
            0..=9 => Request::Legal(number),
            10 => Request::Play(number, Seat::new(usize::from(what / 16) % 4).unwrap_or_default()),
            11 => Request::Order(Order::Timeout, seat),
            12 => Request::Order(Order::Leave, seat),
            13 => Request::Order(Order::Fine, seat),
            14 => Request::NextRound,
            _ => Request::Undo,
        }
    }
}

/// All that can be seen of a match: nothing may change unseen.
#[derive(Clone, PartialEq)]
struct Snapshot {
    views: Vec<View>,
    legal: Vec<Vec<Move>>,
    scores: Match,
    number: usize,
}

fn snapshot(session: &Session) -> Snapshot {
    let seats = Seat::all(session.round().seats());
    Snapshot {
        views: seats
            .clone()
            .map(Viewer::Seat)
            .chain([Viewer::Spectator])
            .map(|viewer| session.view(viewer))
            .collect(),
        legal: seats.map(|seat| bounded_list(session, seat)).collect(),
        scores: *session.scores(),
        number: session.number(),
    }
}

fn bounded_list(session: &Session, seat: Seat) -> Vec<Move> {
    let moves = session.legal(seat);
    assert!(moves.len() <= MAX_LEGAL_MOVES, "{} moves for {seat}", moves.len());
    moves
}

/// A match with a memory of its own, to hold its undo against.
struct Table {
    session: Session,
    now: Snapshot,
    before: Vec<Snapshot>,
}

impl Table {
    fn ask(&mut self, request: &Request) {
        let asked = match *request {
            Request::Undo => return self.undo(),
            Request::Legal(number) => {
                let mut moves = Vec::new();
                for seat in self.session.acting().iter() {
                    moves.extend(self.session.legal(seat).into_iter().map(|choice| (seat, choice)));
                }
                let Some(&(seat, choice)) = moves.get(number % moves.len().max(1)) else { return };
                let played = self.session.act(seat, Act::Move(choice));
                assert!(played.is_ok(), "listed, but refused: {choice:?}");
                true
            }
            Request::Play(number, seat) => {
                let cards = self.session.pack().cards();
                let card = self.session.pack().notation(cards[number % cards.len()]);
                let Ok(Act::Move(choice)) = self.session.parse(&format!("play {card}")) else { return };
                match self.session.play(seat, choice) {
                    Ok(_) => true,
                    Err(refused) => !refused.events.is_empty(), // A fine.
                }
            }
            Request::Order(order, seat) => self.session.act(seat, Act::Order(order)).is_ok(),
            Request::NextRound => self.session.next_round().is_ok(),
        };
        conserves_cards(&self.session);
        acting_seats_can_act(&self.session);
        let now = snapshot(&self.session);
        if asked {
            assert_eq!(now.number, self.now.number + 1, "one thing done, one entry");
            self.before.push(std::mem::replace(&mut self.now, now));
        } else {
            assert!(now == self.now, "refused, but something changed");
        }
    }

    fn undo(&mut self) {
        let undone = self.session.undo();
        assert_eq!(undone, !self.before.is_empty());
        self.now = self.before.pop().unwrap_or_else(|| self.now.clone());
        assert!(snapshot(&self.session) == self.now, "an undo brings back exactly what was");
    }
}

fn conserves_cards(session: &Session) {
    let (mut seen, mut count) = (CardSet::EMPTY, 0);
    session.round().every_card(&mut |card| {
        seen.insert(card);
        count += 1;
    });
    assert_eq!((seen, count), (session.pack().all(), session.pack().cards().len()), "cards lost or doubled");
}

fn acting_seats_can_act(session: &Session) {
    let acting = session.acting();
    assert_eq!(acting.is_empty(), session.outcome().is_some(), "waited for somebody, or over");
    for seat in Seat::all(session.round().seats()) {
        assert_eq!(session.legal(seat).is_empty(), !acting.contains(seat), "seat {seat}");
    }
    if let Some(turn) = session.turn() {
        assert!(acting.is_empty() || acting.contains(turn), "the turn is nobody's");
    }
}

/// A match in some position: of a preset, with any number of seats, after so many of its legal moves.
pub fn position(preset: u8, seats: u8, seed: u8, moves: u8) -> Session {
    static PRESETS: OnceLock<Vec<Rules>> = OnceLock::new();
    let all = PRESETS.get_or_init(presets::all);
    let rules = &all[usize::from(preset) % all.len()];
    let (least, most) = rules.players();
    let seats = least + usize::from(seats) % (most - least + 1);
    let opening = Opening { seats, seed: seed.into(), dealer: Dealer::ByRule, ..Opening::default() };
    let mut session =
        Session::new(rules, &opening).unwrap_or_else(|why| panic!("a preset cannot be dealt: {why}"));
    for number in 0..usize::from(moves) {
        let Some(turn) = session.turn() else { break };
        let legal = session.legal(turn);
        let Some(&choice) = legal.get((number * 7 + usize::from(seed)) % legal.len().max(1)) else { break };
        session.play(turn, choice).unwrap_or_else(|why| panic!("listed, but refused: {why:?}"));
    }
    session
}
