//! Plays the lines of a scenario and compares what comes of them.

use std::fmt::Write as _;

use engine::{Act, CardSet, Game, Seat};
use games::{CompiledRules, Round, Session, seat_at};

use super::format::{Block, open, rules_of};

/// The session and the events since the last move line.
struct Run {
    session: Session,
    events: Vec<String>,
}

pub fn run(block: &Block) -> Result<(), String> {
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
            Err(why) => self.session.refuse(seat, why).why.code(),
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
