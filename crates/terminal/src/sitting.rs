//! A table in this process with one person and computer players, as the person sees it.

use engine::{Card, Event, Outcome, Scene, Seat, SeatSet};
use games::{Rules, Session, record};
use table::{Config, Input, Level, Message, Millis, Notice, Output, Pace, Table, Token};

use crate::actions::with_names;

/// Puts what happened into sentences, spoken to the person in that seat.
pub type Tell = Box<dyn Fn(&Session, Option<Seat>, &[Event]) -> Vec<String>>;

/// What a sitting begins with.
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// The names, the person's first; as many as there are seats.
    pub names: Vec<String>,
    /// What decides the shuffles.
    pub seed: u64,
    /// How good the computer players are.
    pub level: Level,
    /// How things are told.
    pub tell: Tell,
}

/// There is only one person here, so the token needs no secret.
const PERSON: Token = Token(1);

/// Computer players move soon, but not before one has seen the move before.
const PACE: Pace = Pace { think: (500, 900), react: (700, 1_400), slap_pause: 1_500, between_rounds: None };

/// A table and what the person knows of it.
pub struct Sitting {
    table: Table,
    tell: Tell,
    wake: Option<Millis>,
    deadline: Option<(Seat, Millis)>,
    records: Vec<String>,
    /// How things stand.
    pub scene: Option<Scene>,
    /// The names by seat.
    pub names: Vec<String>,
    /// The running scores by seat.
    pub scores: Vec<i32>,
    /// What happened since the match began.
    pub log: Vec<String>,
    /// What has to be said to the person about the last key.
    pub message: String,
    /// Which round is being played.
    pub round: u16,
    /// How the round ended, until the next is dealt.
    pub outcome: Option<Outcome>,
    /// Who has won the match, once it is over.
    pub winners: Option<SeatSet>,
}

impl Sitting {
    /// Everyone sits down, and the first round is dealt.
    pub fn new(setup: Setup, now: Millis) -> Result<Sitting, String> {
        let Setup { rules, names, seed, level, tell } = setup;
        let table = Table::new(Config { seed, pace: PACE, ..Config::new(rules) });
        let mut sitting = Sitting {
            table,
            tell,
            wake: None,
            deadline: None,
            records: Vec::new(),
            scene: None,
            names: names.clone(),
            scores: vec![0; names.len()],
            log: Vec::new(),
            message: String::new(),
            round: 1,
            outcome: None,
            winners: None,
        };
        for (at, name) in names.into_iter().enumerate() {
            let input =
                if at == 0 { Input::Sit { token: PERSON, name } } else { Input::AddBot { level, name } };
            sitting.apply(now, input);
            if !sitting.message.is_empty() {
                return Err(sitting.message);
            }
        }
        sitting.apply(now, Input::Start);
        if sitting.table.session().is_some() { Ok(sitting) } else { Err(sitting.message) }
    }

    /// The match.
    pub fn session(&self) -> Option<&Session> {
        self.table.session()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// When the table wants to be woken.
    pub fn wake(&self) -> Option<Millis> {
        self.wake
    }

    /// How many seconds the player on turn still has.
    pub fn seconds_left(&self, now: Millis) -> Option<u64> {
        let (seat, at) = self.deadline?;
        let turn = self.scene.as_ref().and_then(|scene| scene.turn);
        (turn == Some(seat) && at > now).then(|| (at - now).div_ceil(1_000))
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.apply(now, Input::Tick);
        }
    }

    /// The person makes a move.
    pub fn act(&mut self, now: Millis, notation: &str) {
        self.message.clear();
        let number = self.table.number();
        self.apply(now, Input::Act { token: PERSON, number, notation: notation.into() });
    }

    /// The person wants the last move back.
    pub fn take_back(&mut self, now: Millis) {
        self.message.clear();
        self.apply(now, Input::Takeback { token: PERSON });
    }

    /// The next round, or a new match where this one is over.
    pub fn go_on(&mut self, now: Millis) {
        self.message.clear();
        if self.winners.is_some() {
            self.records.extend(self.record());
            self.log.clear();
            self.scores.fill(0);
            self.apply(now, Input::Rematch);
        } else {
            self.apply(now, Input::NextRound);
        }
    }

    /// The records of all matches that were played here, the last perhaps broken off.
    pub fn into_records(mut self) -> Vec<String> {
        self.records.extend(self.record());
        self.records
    }

    fn record(&self) -> Option<String> {
        self.session().filter(|session| !session.entries().is_empty()).map(record::write)
    }

    fn apply(&mut self, now: Millis, input: Input) {
        self.wake = None;
        for output in self.table.apply(now, input) {
            match output {
                Output::To(_, message) | Output::Host(message) => self.hear(message),
                Output::WakeAt(at) => self.wake = Some(at),
            }
        }
    }

    fn hear(&mut self, message: Message) {
        match message {
            Message::Players(players) => {
                self.names = players.into_iter().map(|player| player.name).collect();
            }
            Message::Deal { round, dealer, cuts } => {
                self.round = round;
                self.outcome = None;
                self.winners = None;
                self.hear_deal(dealer, &cuts);
            }
            Message::Scores { scores, .. } => self.scores = scores,
            Message::Events { events, .. } => self.hear_events(&events),
            Message::Scene { scene, .. } => self.scene = Some(*scene),
            Message::Deadline { seat, at } => self.deadline = Some((seat, at)),
            Message::Refused { sentence, .. } => self.message = with_names(&sentence, &self.names),
            Message::Stale { .. } => self.message = "Something happened first: look again.".into(),
            Message::RoundOver { outcome, scores, .. } => {
                self.outcome = Some(*outcome);
                self.scores = scores;
            }
            Message::MatchOver { winners, scores } => {
                self.winners = Some(winners);
                self.scores = scores;
            }
            Message::Notice(notice) => self.hear_notice(notice),
            Message::Welcome { .. } | Message::Rules(_) => {}
        }
    }

    fn hear_deal(&mut self, dealer: Seat, cuts: &[(Seat, Card)]) {
        let name = |seat: Seat| self.names.get(seat.index()).map_or("?", String::as_str);
        let Some(session) = self.table.session() else { return };
        let cut = |&(seat, card): &(Seat, Card)| format!("{} the {}", name(seat), session.pack().name(card));
        if !cuts.is_empty() {
            self.log.push(format!("Cut for the deal: {}.", games::and_list(cuts.iter().map(cut))));
        }
        self.log.push(format!("Round {}: {} deals.", self.round, name(dealer)));
    }

    fn hear_events(&mut self, events: &[Event]) {
        self.message.clear();
        let told: Vec<Event> =
            events.iter().copied().filter(|event| !matches!(event, Event::Dealt { .. })).collect();
        if let Some(session) = self.table.session() {
            self.log.extend((self.tell)(session, self.table.seat_of(PERSON), &told));
        }
    }

    fn hear_notice(&mut self, notice: Notice) {
        let name = |seat: Seat| self.names.get(seat.index()).map_or("?", String::as_str);
        let text = match notice {
            Notice::Held { .. } => "Your move waits a moment: others may still react.".into(),
            Notice::Kept { seat } => format!("A computer player sits in for {}.", name(seat)),
            Notice::Returned { seat } => format!("{} is back.", name(seat)),
            Notice::Left { seat } => format!("{} has left.", name(seat)),
            Notice::TakebackAsked { by } => format!("{} wants a move back.", name(by)),
            Notice::TakebackDenied { by } => format!("{} does not agree.", name(by)),
            Notice::TakebackLapsed { .. } => "Nobody answered in time.".into(),
            Notice::TakenBack { by } => format!("The last move of {} was taken back.", name(by)),
            Notice::Announcing(_) => "The table says the word for you.".into(),
        };
        self.message.clone_from(&text);
        self.log.push(text);
    }
}
