//! A record walked through, forwards and backwards, from any seat with what that seat knew, or with open cards.

use engine::{Event, Scene, Seat, Viewer};
use games::fair_shuffle::Proof;
use games::record::{Record, RecordError, Step};
use games::{HistoryEntry, Session};

use crate::hand::own;
use crate::plain::Tally;
use crate::sentences::{SuitNames, Voice, Words};

/// Through whose eyes a record is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eyes {
    /// Who looks.
    pub viewer: Viewer,
    /// What can be seen of the others.
    pub hands: Hands,
}

/// What can be seen of the hands of others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hands {
    /// What the viewer knew then.
    AsKnown,
    /// Everything.
    Open,
}

/// A place in a record, and what is seen and told there. Each step is one line of the record that does something;
/// step 0 is the first deal.
pub struct Replay {
    session: Session,
    entries: Vec<HistoryEntry>,
    proofs: Vec<Proof>,
    rounds: Vec<Beginning>,
    names: Vec<String>,
    suit_names: SuitNames,
    eyes: Eyes,
    told: Vec<String>,
    /// How many sentences are told by each step.
    told_by: Vec<usize>,
}

/// Where a round begins, and the scores before it.
struct Beginning {
    step: usize,
    scores: Vec<i32>,
}

impl Beginning {
    fn of(session: &Session) -> Beginning {
        Beginning { step: session.number(), scores: scores(session).to_vec() }
    }
}

impl Replay {
    /// Opens a record at its beginning, seen from seat 0; fails where a move is not legal or a result is wrong.
    pub fn new(record: &Record, suit_names: SuitNames) -> Result<Replay, RecordError> {
        let mut session = record.open()?;
        let mut rounds = vec![Beginning::of(&session)];
        for (line, step) in &record.steps {
            Record::step(&mut session, *line, step)?;
            if matches!(step, Step::Deal(_)) {
                rounds.push(Beginning::of(&session));
            }
        }
        let names = Seat::all(session.opening().seats).map(|seat| session.name(seat)).collect();
        let eyes = Eyes { viewer: Viewer::Seat(Seat::default()), hands: Hands::AsKnown };
        let (entries, proofs) = (session.entries().to_vec(), session.proofs().to_vec());
        let (told, told_by) = (Vec::new(), Vec::new());
        let mut replay = Replay { session, entries, proofs, rounds, names, suit_names, eyes, told, told_by };
        replay.go_to(0);
        replay.listen();
        Ok(replay)
    }

    /// The match as it stands at this step.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Which step this is.
    pub fn step(&self) -> usize {
        self.session.number()
    }

    /// The last step.
    pub fn last(&self) -> usize {
        self.entries.len()
    }

    /// Goes to a step, or to the last one before it.
    pub fn go_to(&mut self, step: usize) {
        self.session.rewind(step);
        while self.step() < step.min(self.last()) && self.forwards() {}
    }

    /// Does again what comes next; it was legal when the record was opened.
    fn forwards(&mut self) -> bool {
        match self.entries.get(self.step()) {
            Some(&HistoryEntry::Deal) => match self.proofs.get(self.session.proofs().len()) {
                Some(proof) => self.session.next_fair_round(proof.clone()).is_ok(),
                None => self.session.next_round().is_ok(),
            },
            Some(&HistoryEntry::Act(seat, act)) => self.session.act(seat, act).is_ok(),
            None => false,
        }
    }

    /// Which round it is, from 1.
    pub fn round(&self) -> usize {
        self.rounds.partition_point(|round| round.step <= self.step())
    }

    /// The step at which this round begins; that of the round before where it begins here.
    pub fn round_before(&self) -> usize {
        let before = self.rounds.iter().rev().find(|round| round.step < self.step());
        before.map_or(0, |round| round.step)
    }

    /// The step at which the next round begins, or the last.
    pub fn round_after(&self) -> usize {
        self.rounds.get(self.round()).map_or(self.last(), |round| round.step)
    }

    /// Through whose eyes it is seen.
    pub fn eyes(&self) -> Eyes {
        self.eyes
    }

    /// Looks through other eyes.
    pub fn look_through(&mut self, eyes: Eyes) {
        if eyes != self.eyes {
            self.eyes = eyes;
            self.listen();
        }
    }

    /// How things stand, as far as these eyes can see.
    pub fn scene(&self) -> Scene {
        let round = self.session.round();
        let mut scene = games::scene(round, self.eyes.viewer);
        if self.eyes.hands == Hands::Open {
            for place in &mut scene.places {
                place.known = own(&games::scene(round, Viewer::Seat(place.seat))).to_vec();
            }
        }
        scene
    }

    /// What happened up to this step, as it was told to the viewer.
    pub fn log(&self) -> &[String] {
        let until = self.told_by.get(self.step()).copied().unwrap_or(0);
        self.told.get(..until).unwrap_or_default()
    }

    /// The running scores by seat.
    pub fn scores(&self) -> &[i32] {
        scores(&self.session)
    }

    /// How the round ended, where it is over at this step.
    pub fn tally(&self) -> Option<Tally<'_>> {
        let before = self.rounds.get(self.round().checked_sub(1)?)?;
        Some(Tally::of_session(&self.session, self.words())?.since(&before.scores))
    }

    fn words(&self) -> Words<'_> {
        let you = match self.eyes {
            Eyes { viewer: Viewer::Seat(seat), hands: Hands::AsKnown } => Some(seat),
            _ => None,
        };
        Words::new(self.session.compiled(), &self.names, Voice { you, suit_names: self.suit_names })
    }

    /// Hears the whole record as the viewer heard it.
    fn listen(&mut self) {
        let here = self.step();
        (self.told, self.told_by) = (Vec::new(), Vec::new());
        for step in 0..=self.last() {
            self.go_to(step);
            let told = self.told_here();
            self.told.extend(told);
            self.told_by.push(self.told.len());
        }
        self.go_to(here);
    }

    /// What is told at this step.
    fn told_here(&self) -> Vec<String> {
        let (session, words) = (&self.session, self.words());
        let is_deal = self.rounds.iter().any(|round| round.step == self.step());
        let deal = is_deal.then(|| words.dealt(session.scores().rounds + 1, session.dealer()));
        deal.into_iter().chain(words.tell_play(&self.heard())).collect()
    }

    /// What happened at this step, as far as these eyes could see it.
    fn heard(&self) -> Vec<Event> {
        let events = self.session.events().iter().copied();
        match self.eyes.hands {
            Hands::Open => events.collect(),
            Hands::AsKnown => {
                events.map(|event| event.seen_by(self.eyes.viewer, self.session.pack())).collect()
            }
        }
    }
}

fn scores(session: &Session) -> &[i32] {
    let scores = session.scores();
    scores.totals.first(scores.seats)
}
