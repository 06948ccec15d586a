//! A record replayed step by step, forwards and backwards, as any seat knew it, or with open cards.

use engine::{Event, Scene, Seat, Viewer};
use games::fair_shuffle::Proof;
use games::record::{Record, RecordError, Step};
use games::{HistoryEntry, Session};

use crate::hand::own;
use crate::plain::RoundSummary;
use crate::sentences::{Audience, Narrator, SuitNames};

/// The perspective on a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perspective {
    /// The viewer.
    pub viewer: Viewer,
    /// What the viewer sees of the other hands.
    pub hands: HandVisibility,
}

/// What is visible of the other hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandVisibility {
    /// What the viewer knew then.
    AsKnown,
    /// Everything.
    All,
}

/// A position in a record, with what was seen and narrated there. Each step is one line of the record that changes the
/// match; step 0 is the first deal.
pub struct Replay {
    session: Session,
    entries: Vec<HistoryEntry>,
    proofs: Vec<Proof>,
    rounds: Vec<RoundStart>,
    names: Vec<String>,
    suit_names: SuitNames,
    perspective: Perspective,
    sentences: Vec<String>,
    /// Number of sentences up to and including each step.
    sentence_counts: Vec<usize>,
}

/// The first step of a round, and the scores before it.
struct RoundStart {
    step: usize,
    scores: Vec<i32>,
}

impl RoundStart {
    fn of(session: &Session) -> RoundStart {
        RoundStart { step: session.number(), scores: scores(session).to_vec() }
    }
}

impl Replay {
    /// Opens a record at its beginning, seen from seat 0. Fails if a move is illegal or a result is wrong.
    pub fn new(record: &Record, suit_names: SuitNames) -> Result<Replay, RecordError> {
        let mut session = record.open()?;
        let mut rounds = vec![RoundStart::of(&session)];
        for (line, step) in &record.steps {
            Record::step(&mut session, *line, step)?;
            if matches!(step, Step::Deal(_)) {
                rounds.push(RoundStart::of(&session));
            }
        }
        let names = Seat::all(session.opening().seats).map(|seat| session.name(seat)).collect();
        let perspective =
            Perspective { viewer: Viewer::Seat(Seat::default()), hands: HandVisibility::AsKnown };
        let (entries, proofs) = (session.entries().to_vec(), session.proofs().to_vec());
        let (sentences, sentence_counts) = (Vec::new(), Vec::new());
        let mut replay = Replay {
            session,
            entries,
            proofs,
            rounds,
            names,
            suit_names,
            perspective,
            sentences,
            sentence_counts,
        };
        replay.go_to(0);
        replay.narrate_all();
        Ok(replay)
    }

    /// The match at this step.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The names by seat.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The current step.
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
        while self.step() < step.min(self.last()) && self.step_forward() {}
    }

    /// Replays the next entry, which was checked when the record was opened.
    fn step_forward(&mut self) -> bool {
        match self.entries.get(self.step()) {
            Some(&HistoryEntry::Deal) => match self.proofs.get(self.session.proofs().len()) {
                Some(proof) => self.session.next_fair_round(proof.clone()).is_ok(),
                None => self.session.next_round().is_ok(),
            },
            Some(&HistoryEntry::Act(seat, act)) => self.session.act(seat, act).is_ok(),
            None => false,
        }
    }

    /// The current round, from 1.
    pub fn round(&self) -> usize {
        self.rounds.partition_point(|round| round.step <= self.step())
    }

    /// The first step of this round, or of the round before if this is the first step.
    pub fn round_before(&self) -> usize {
        let before = self.rounds.iter().rev().find(|round| round.step < self.step());
        before.map_or(0, |round| round.step)
    }

    /// The first step of the next round, or the last step.
    pub fn round_after(&self) -> usize {
        self.rounds.get(self.round()).map_or(self.last(), |round| round.step)
    }

    /// The current perspective.
    pub fn perspective(&self) -> Perspective {
        self.perspective
    }

    /// Changes the perspective.
    pub fn set_perspective(&mut self, perspective: Perspective) {
        if perspective != self.perspective {
            self.perspective = perspective;
            self.narrate_all();
        }
    }

    /// The scene from this perspective.
    pub fn scene(&self) -> Scene {
        let round = self.session.round();
        let mut scene = games::scene(round, self.perspective.viewer);
        if self.perspective.hands == HandVisibility::All {
            for place in &mut scene.places {
                place.known = own(&games::scene(round, Viewer::Seat(place.seat))).to_vec();
            }
        }
        scene
    }

    /// What happened up to this step, as the viewer saw it.
    pub fn log(&self) -> &[String] {
        let until = self.sentence_counts.get(self.step()).copied().unwrap_or(0);
        self.sentences.get(..until).unwrap_or_default()
    }

    /// The running scores by seat.
    pub fn scores(&self) -> &[i32] {
        scores(&self.session)
    }

    /// The result of the round, if it is over at this step.
    pub fn summary(&self) -> Option<RoundSummary<'_>> {
        let before = self.rounds.get(self.round().checked_sub(1)?)?;
        Some(RoundSummary::from_session(&self.session, self.narrator())?.with_scores_before(&before.scores))
    }

    fn narrator(&self) -> Narrator<'_> {
        let you = match self.perspective {
            Perspective { viewer: Viewer::Seat(seat), hands: HandVisibility::AsKnown } => Some(seat),
            _ => None,
        };
        Narrator::new(self.session.compiled(), &self.names, Audience { you, suit_names: self.suit_names })
    }

    /// Narrates the whole record from this perspective.
    fn narrate_all(&mut self) {
        let current_step = self.step();
        (self.sentences, self.sentence_counts) = (Vec::new(), Vec::new());
        for step in 0..=self.last() {
            self.go_to(step);
            let sentences = self.sentences_here();
            self.sentences.extend(sentences);
            self.sentence_counts.push(self.sentences.len());
        }
        self.go_to(current_step);
    }

    /// The sentences of this step.
    fn sentences_here(&self) -> Vec<String> {
        let (session, narrator) = (&self.session, self.narrator());
        let is_deal = self.rounds.iter().any(|round| round.step == self.step());
        let deal = is_deal.then(|| narrator.dealt(session.scores().rounds + 1, session.dealer()));
        deal.into_iter().chain(narrator.narrate_play(&self.visible_events())).collect()
    }

    /// The events of this step, as far as this perspective shows them.
    fn visible_events(&self) -> Vec<Event> {
        let events = self.session.events().iter().copied();
        match self.perspective.hands {
            HandVisibility::All => events.collect(),
            HandVisibility::AsKnown => {
                events.map(|event| event.seen_by(self.perspective.viewer, self.session.pack())).collect()
            }
        }
    }
}

fn scores(session: &Session) -> &[i32] {
    let scores = session.scores();
    scores.totals.first(scores.seats)
}
