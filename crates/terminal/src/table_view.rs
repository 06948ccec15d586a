//! What one viewer knows of a table, from its messages alone.

use engine::{Card, Choice, Event, Outcome, Scene, Seat, SeatSet, Viewer};
use games::{CompiledRules, Rules, Session};
use protocol::Received;
use table::{Message, Millis, Notice, Player, PlayerKind, ShuffleStep, Switch};

use crate::actions::with_names;
use crate::sentences::{Audience, Narrator, SuitNames};

/// What a player or spectator knows of a table, local or remote.
#[derive(Clone, Debug, Default)]
pub struct TableView {
    audience: Audience,
    rules: Option<Rules>,
    compiled: Option<CompiledRules>,
    deadline: Option<(Seat, Millis)>,
    /// The seats whose players are connected; `None` at a table that has no connections.
    online: Option<SeatSet>,
    /// The players.
    pub players: Vec<Player>,
    /// The names by seat.
    pub names: Vec<String>,
    /// The current scene.
    pub scene: Option<Scene>,
    /// The number of that position, which a move refers to.
    pub number: u64,
    /// The running scores by seat.
    pub scores: Vec<i32>,
    /// The scores before the round.
    pub before: Vec<i32>,
    /// Who stays in the match after this round.
    pub playing: SeatSet,
    /// What happened since the match began, in sentences.
    pub log: Vec<String>,
    /// The last events.
    pub events: Vec<Event>,
    /// A message for this person about the last request.
    pub message: String,
    /// The current round, from 1.
    pub round: u16,
    /// The result of the round, until the next deal.
    pub outcome: Option<Outcome>,
    /// The winners of the match, once it is over.
    pub winners: Option<SeatSet>,
    /// Whether the table says the word for this person (G12).
    pub announcing: Switch,
    /// Who asks to take a move back, while that is undecided (G13).
    pub asking: Option<Seat>,
    /// Whether a move of this person waits because others may still react (J11).
    pub held: bool,
    /// The answer to the last question about a move: why it is illegal, or `None` inside if it is legal.
    pub answer: Option<Option<String>>,
    /// The move of the last hint.
    pub hint: Option<String>,
}

impl TableView {
    /// An empty view that names the suits like this.
    pub fn new(suit_names: SuitNames) -> TableView {
        TableView { audience: Audience { you: None, suit_names }, round: 1, ..TableView::default() }
    }

    /// The rules, once they are known.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_ref()
    }

    /// The compiled rules, once a round was dealt.
    pub fn compiled(&self) -> Option<&CompiledRules> {
        self.compiled.as_ref()
    }

    /// The seat of this person; `None` for a spectator.
    pub fn seat(&self) -> Option<Seat> {
        self.audience.you
    }

    /// The narrator for this viewer, once a round was dealt.
    pub fn narrator(&self) -> Option<Narrator<'_>> {
        Some(Narrator::new(self.compiled.as_ref()?, &self.names, self.audience))
    }

    /// Whether it is the turn of this person.
    pub fn is_on_turn(&self) -> bool {
        self.seat().is_some() && self.scene.as_ref().is_some_and(|scene| scene.turn == self.seat())
    }

    /// Whether this person is out of the match: the round was dealt without them.
    pub fn is_out(&self) -> bool {
        let dealt_in = |scene: &Scene| scene.places.iter().any(|place| Some(place.seat) == self.seat());
        self.seat().is_some() && !self.scene.as_ref().is_some_and(dealt_in)
    }

    /// Seconds that the player on turn has left.
    pub fn seconds_left(&self, now: Millis) -> Option<u64> {
        let (seat, at) = self.deadline?;
        let turn = self.scene.as_ref().and_then(|scene| scene.turn);
        (turn == Some(seat) && at > now).then(|| (at - now).div_ceil(1_000))
    }

    /// The seats of people who are not connected.
    pub fn offline(&self) -> SeatSet {
        let Some(online) = self.online else { return SeatSet::EMPTY };
        let people = self.players.iter().filter(|player| is_person(player.kind));
        people.map(|player| player.seat).filter(|seat| !online.contains(*seat)).collect()
    }

    /// The players' names, with a remark about those who are not connected.
    pub fn names_and_absence(&self) -> Vec<String> {
        let offline = self.offline();
        let named = |player: &Player| {
            let remark = if offline.contains(player.seat) { " (offline)" } else { "" };
            format!("{}{remark}", player.name)
        };
        self.players.iter().map(named).collect()
    }

    /// Takes over whose players are connected. During a match the log says who comes and goes.
    pub fn hear_online(&mut self, online: SeatSet) {
        let before = self.offline();
        let is_news = self.online.replace(online).is_some() && self.scene.is_some();
        let now = self.offline();
        for player in self.players.iter().filter(|player| is_news && Some(player.seat) != self.audience.you) {
            match (before.contains(player.seat), now.contains(player.seat)) {
                (false, true) => self.log.push(format!("{} is offline.", player.name)),
                (true, false) => self.log.push(format!("{} is online again.", player.name)),
                _ => {}
            }
        }
    }

    /// Applies a message of the table.
    pub fn hear(&mut self, message: Message) {
        match message {
            Message::Welcome { viewer } => {
                self.audience.you = match viewer {
                    Viewer::Seat(seat) => Some(seat),
                    Viewer::Spectator => None,
                };
            }
            Message::Rules(rules) => self.rules = Some((*rules).clone()),
            Message::Players(players) => {
                self.names = players.iter().map(|player| player.name.clone()).collect();
                self.players = players;
            }
            Message::Deal { round, dealer, cuts } => self.hear_deal(round, dealer, &cuts),
            Message::Scores { round, scores, playing, .. } => {
                self.compile();
                (self.round, self.before, self.scores, self.playing) =
                    (round, scores.clone(), scores, playing);
            }
            Message::Events { number, events } => self.hear_events(number, events),
            Message::Scene { number, scene } => {
                if self.scene.is_none() && self.log.is_empty() {
                    self.log.extend(self.sentence_on_return(&scene));
                }
                self.held &= self.number == number;
                self.number = number;
                self.outcome = scene.outcome;
                self.scene = Some(*scene);
            }
            Message::Deadline { seat, at } => self.deadline = Some((seat, at)),
            Message::Refused(refusal) => self.hear_refusal(&refusal.to_string()),
            Message::Answer { why, .. } => self.hear_answer(why.map(|why| why.to_string()).as_deref()),
            Message::Hint { notation, why, .. } => self.hear_hint(&notation, &why),
            Message::Stale { .. } => {
                self.held = false;
                self.message = "Something else happened first: look again.".into();
            }
            Message::RoundOver { outcome, scores, playing, .. } => {
                self.outcome = Some(*outcome);
                (self.scores, self.playing) = (scores, playing);
            }
            Message::MatchOver { winners, scores } => {
                self.winners = Some(winners);
                self.scores = scores;
            }
            Message::Notice(notice) => self.hear_notice(notice),
            Message::Shuffle(shuffling) => self.hear_shuffle(&shuffling),
            Message::Rewound { .. } => {}
        }
    }

    /// Takes a frame in, as far as it is about the table. A refusal is said last: what happened all the same, such as a
    /// fine, would clear it away.
    pub fn hear_frame(&mut self, mut heard: Vec<Received>) {
        heard.sort_by_key(|heard| matches!(heard, Received::Refused { .. }));
        for heard in heard {
            match heard {
                Received::Table(message) => self.hear(message),
                Received::Refused { why, .. } => self.hear_refusal(&why.sentence),
                Received::Answer { why, .. } => self.hear_answer(why.map(|why| why.sentence).as_deref()),
                Received::Hello { .. }
                | Received::Done { .. }
                | Received::Said(_)
                | Received::Online(_)
                | Received::Maker(_)
                | Received::Fault(_)
                | Received::News(_)
                | Received::Bye(_) => {}
            }
        }
    }

    /// Something was refused, with this sentence; one without a sentence is explained by what came with it.
    pub fn hear_refusal(&mut self, sentence: &str) {
        if !sentence.is_empty() {
            self.message = self.personalised(sentence);
        }
    }

    /// Applies the answer to a question about a move: it is legal, or not for the reason in this sentence.
    pub fn hear_answer(&mut self, why: Option<&str>) {
        self.answer = Some(why.map(|why| self.personalised(why)));
    }

    /// The label of a choice, with the names of the players.
    pub fn label(&self, choice: &Choice) -> String {
        match (&self.compiled, &self.scene) {
            (Some(compiled), Some(scene)) => with_names(&compiled.label(scene, choice), &self.names),
            _ => choice.notation.clone(),
        }
    }

    fn hear_hint(&mut self, notation: &str, why: &str) {
        let choices = self.scene.iter().flat_map(|scene| &scene.choices);
        let choice = choices.into_iter().find(|choice| choice.notation == notation);
        let label = choice.map_or_else(|| notation.into(), |choice| self.label(choice));
        self.message = self.personalised(&format!("{label}: {why}."));
        self.hint = Some(notation.into());
    }

    /// A shuffle without incident is not mentioned.
    fn hear_shuffle(&mut self, shuffling: &ShuffleStep) {
        let name = |seat: &Seat| self.names.get(seat.index()).cloned().unwrap_or_default();
        let text = match shuffling {
            ShuffleStep::Promised { .. }
            | ShuffleStep::Frozen { .. }
            | ShuffleStep::Digest { .. }
            | ShuffleStep::Revealed(_) => return,
            ShuffleStep::Unanswered { agreed, .. } if agreed.is_empty() => {
                "The cards are not dealt yet: no player's device helps to shuffle. Wait, or start again to let the server \
                 shuffle alone."
                    .into()
            }
            ShuffleStep::Unanswered { agreed, .. } => format!(
                "The server may shuffle alone, says {}. It could then choose the cards.",
                games::and_list(agreed.iter().map(|seat| name(&seat)))
            ),
            ShuffleStep::GivenUp { withheld, .. } => format!(
                "The cards are shuffled again: {} did not answer.",
                games::and_list(withheld.iter().map(name))
            ),
            ShuffleStep::Without { seat } => {
                format!("{}'s device no longer takes part in the shuffles.", name(seat))
            }
        };
        self.message.clone_from(&text);
        self.log.push(text);
    }

    /// The sentence with names instead of seats, in the suit names of this viewer.
    fn personalised(&self, sentence: &str) -> String {
        let sentence = with_names(sentence, &self.names);
        self.narrator().map_or(sentence.clone(), |narrator| narrator.localised(&sentence))
    }

    fn compile(&mut self) {
        self.compiled =
            self.rules.as_ref().and_then(|rules| CompiledRules::new(rules, self.players.len()).ok());
    }

    fn hear_deal(&mut self, round: u16, dealer: Seat, cuts: &[(Seat, Card)]) {
        if round == 1 {
            self.compile();
            self.log.clear();
            self.scores = vec![0; self.players.len()];
            self.playing = SeatSet::first(self.players.len());
        }
        (self.round, self.outcome, self.winners, self.asking) = (round, None, None, None);
        self.before.clone_from(&self.scores);
        let Some(narrator) = self.narrator() else { return };
        let mut sentences = Vec::new();
        if !cuts.is_empty() {
            let cut = cuts.iter().enumerate().map(|(at, &(seat, card))| {
                let again = if cuts[..at].iter().any(|(before, _)| *before == seat) { "again " } else { "" };
                let cuts = narrator.verb(seat, "cuts", "cut");
                format!("{} {again}{cuts} {}", narrator.name(seat), narrator.cards([card]))
            });
            sentences.push(format!("For the deal, {}.", games::and_list(cut)));
        }
        sentences.push(narrator.dealt(round, dealer));
        self.log.extend(sentences);
    }

    /// Applies what led to this position of a resumed match, as far as the viewer may know it.
    pub fn replay_step(&mut self, session: &Session, viewer: Viewer, is_deal: bool) {
        let (number, message) = (self.number, core::mem::take(&mut self.message));
        if is_deal {
            let round = session.scores().rounds + 1;
            let (scores, playing) = (self.scores.clone(), self.playing);
            let cuts = if round == 1 { session.cuts() } else { &[] };
            self.hear_deal(round, session.dealer(), cuts);
            (self.before, self.scores, self.playing) = (totals(session), scores, playing);
        }
        let events = session.events().iter().map(|event| event.seen_by(viewer, session.pack())).collect();
        self.hear_events(number, events);
        (self.message, self.outcome) = (message, session.outcome());
        self.winners = session.scores().winners;
    }

    fn hear_events(&mut self, number: u64, events: Vec<Event>) {
        self.number = number;
        self.held = false;
        self.message.clear();
        let Some(narrator) = self.narrator() else { return };
        let sentences = narrator.narrate_play(&events);
        self.log.extend(sentences);
        self.events = events;
    }

    /// The first line of the log for a viewer who joins a match in progress: the server does not repeat its moves.
    fn sentence_on_return(&self, scene: &Scene) -> Option<String> {
        let narrator = self.narrator()?;
        let turn = match scene.turn {
            Some(seat) if narrator.you() == Some(seat) => " It is your turn.".into(),
            Some(seat) => format!(" It is {}'s turn.", narrator.name(seat)),
            None => String::new(),
        };
        Some(format!("Round {} is under way.{turn}", self.round))
    }

    fn hear_notice(&mut self, notice: Notice) {
        let own = |seat: Seat| self.seat() == Some(seat);
        let name = |seat: Seat| self.names.get(seat.index()).map_or("?", String::as_str);
        let text = match notice {
            Notice::Held { .. } if self.is_on_turn() => {
                "Your move counts in a moment: others may still react.".into()
            }
            Notice::Held { .. } => "Your catch counts in a moment, unless the word is said first.".into(),
            Notice::Kept { seat } if own(seat) => "A computer player plays for you until you move.".into(),
            Notice::Kept { seat } => format!("A computer player plays for {}.", name(seat)),
            Notice::Returned { seat } if own(seat) => "You are back.".into(),
            Notice::Returned { seat } => format!("{} is back.", name(seat)),
            Notice::Left { seat } => format!("{} has left.", name(seat)),
            Notice::Removed { seat } if own(seat) => "You were removed from this table.".into(),
            Notice::Removed { seat } => format!("{} was removed from the table.", name(seat)),
            Notice::Vote { seat, given, needed } => {
                format!(
                    "{given} of {needed} want {} to be removed.",
                    if own(seat) { "you" } else { name(seat) }
                )
            }
            Notice::TakebackAsked { by } if own(by) => "You asked to undo your move.".into(),
            Notice::TakebackAsked { by } => format!("{} wants to undo a move.", name(by)),
            Notice::TakebackDenied { by } => format!("{} does not agree.", name(by)),
            Notice::TakebackLapsed { .. } => "Nobody answered in time.".into(),
            Notice::TakenBack { by } if own(by) => "Your last move was undone.".into(),
            Notice::TakenBack { by } => format!("{}'s last move was undone.", name(by)),
            Notice::Announcing(Switch::On) => "The table says the word for you.".into(),
            Notice::Announcing(Switch::Off) => "You say the word yourself again.".into(),
        };
        match notice {
            Notice::TakebackAsked { by } => self.asking = Some(by),
            Notice::TakebackDenied { .. } | Notice::TakebackLapsed { .. } | Notice::TakenBack { .. } => {
                self.asking = None;
            }
            Notice::Announcing(switch) => self.announcing = switch,
            Notice::Held { .. } => self.held = true,
            _ => {}
        }
        self.message.clone_from(&text);
        if !matches!(notice, Notice::Announcing(_) | Notice::Held { .. }) {
            self.log.push(text);
        }
    }
}

/// Whether a seat belongs to a person who has not left it.
fn is_person(kind: PlayerKind) -> bool {
    match kind {
        PlayerKind::Person | PlayerKind::Away => true,
        PlayerKind::Bot | PlayerKind::Left | PlayerKind::Folded => false,
    }
}

fn totals(session: &Session) -> Vec<i32> {
    let scores = session.scores();
    scores.totals.first(scores.seats).to_vec()
}
