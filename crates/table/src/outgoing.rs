//! Who is told what: the only place where messages for viewers are made.

use alloc::vec::Vec;

use engine::{Event, Match, Seat, Viewer};
use games::Session;

use crate::occupant::Occupant;
use crate::table::Table;
use crate::{Message, Millis, Notice, Output, Refusal, Standing, Switch, Token};

/// The maximum number of missed steps that a returning viewer is sent.
const MAX_RESUMED_STEPS: u64 = 256;

/// The outputs collected while an input is handled.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outgoing {
    outputs: Vec<Output>,
    /// Who gets a new scene, once nothing more is due.
    scenes: Vec<Token>,
}

impl Outgoing {
    pub(crate) fn to(&mut self, token: Token, message: Message) {
        self.outputs.push(Output::To(token, message));
    }

    pub(crate) fn host(&mut self, message: Message) {
        self.outputs.push(Output::Host(message));
    }

    fn scene_for(&mut self, token: Token) {
        if !self.scenes.contains(&token) {
            self.scenes.push(token);
        }
    }

    /// Everything that was collected: the messages, and who gets a new scene after them.
    pub(crate) fn take(&mut self) -> (Vec<Output>, Vec<Token>) {
        (core::mem::take(&mut self.outputs), core::mem::take(&mut self.scenes))
    }
}

/// Every viewer of a table with these occupants and watchers, and as whom they see it.
fn viewers<'a>(
    occupants: &'a [Occupant],
    watchers: &'a [Token],
) -> impl Iterator<Item = (Token, Viewer)> + 'a {
    let seated = Seat::all(occupants.len()).zip(occupants);
    let seated = seated.filter_map(|(seat, occupant)| Some((occupant.listener()?, Viewer::Seat(seat))));
    seated.chain(watchers.iter().map(|&token| (token, Viewer::Spectator)))
}

impl Table {
    /// Every viewer, and as whom they see the table.
    pub(crate) fn viewers(&self) -> impl Iterator<Item = (Token, Viewer)> {
        viewers(&self.occupants, &self.watchers)
    }

    pub(crate) fn viewer(&self, token: Token) -> Option<Viewer> {
        self.viewers().find(|(known, _)| *known == token).map(|(_, viewer)| viewer)
    }

    /// Tells everyone the same.
    pub(crate) fn tell_all(&mut self, message: &Message) {
        for (token, _) in viewers(&self.occupants, &self.watchers) {
            self.outgoing.to(token, message.clone());
        }
    }

    pub(crate) fn notice(&mut self, notice: Notice) {
        self.tell_all(&Message::Notice(notice));
    }

    pub(crate) fn tell_players(&mut self) {
        self.tell_all(&Message::Players(self.players()));
    }

    /// Tells everyone who sits where, except a newcomer who was just told.
    pub(crate) fn tell_players_to_others(&mut self, newcomer: Token) {
        let players = self.players();
        for (token, _) in viewers(&self.occupants, &self.watchers).filter(|(token, _)| *token != newcomer) {
            self.outgoing.to(token, Message::Players(players.clone()));
        }
    }

    pub(crate) fn tell_seat(&mut self, seat: Seat, message: Message) {
        if let Some(token) = self.occupant(seat).and_then(Occupant::listener) {
            self.outgoing.to(token, message);
        }
    }

    /// Gives the position a new number and sends everyone the events that led to it, redacted for each viewer.
    pub(crate) fn tell_step(&mut self, events: &[Event]) {
        self.number += 1;
        for (token, viewer) in viewers(&self.occupants, &self.watchers) {
            let events = seen(self.session.as_ref(), events, viewer);
            self.outgoing.to(token, Message::Events { number: self.number, events });
        }
        self.scenes_for_all();
    }

    /// Gives the position a new number that no list of events leads to.
    pub(crate) fn break_log(&mut self) {
        self.number += 1;
        self.forget_steps();
        self.scenes_for_all();
    }

    /// Nothing that led to this position is sent again.
    pub(crate) fn forget_steps(&mut self) {
        let entries = self.session.as_ref().map_or(0, |session| session.entries().len());
        self.steps = (self.number + 1, entries + 1);
    }

    pub(crate) fn scenes_for_all(&mut self) {
        for (token, _) in viewers(&self.occupants, &self.watchers) {
            self.outgoing.scene_for(token);
        }
    }

    pub(crate) fn scene_for_seat(&mut self, seat: Seat) {
        if let Some(token) = self.occupant(seat).and_then(Occupant::listener) {
            self.outgoing.scene_for(token);
        }
    }

    /// Sends a new viewer the state of the table.
    pub(crate) fn welcome(&mut self, token: Token) {
        if let Some(viewer) = self.viewer(token) {
            self.tell_standing(token, viewer);
            self.tell_time(token);
        }
    }

    fn tell_standing(&mut self, token: Token, viewer: Viewer) {
        self.outgoing.to(token, Message::Welcome { viewer });
        self.outgoing.to(token, Message::Rules(self.rules.clone()));
        self.outgoing.to(token, Message::Players(self.players()));
        let messages = [self.scores(viewer), self.match_over(), self.asked(), self.announcing(token)];
        for message in messages.into_iter().flatten() {
            self.outgoing.to(token, message);
        }
        for shuffling in self.shuffling(viewer) {
            self.outgoing.to(token, Message::Shuffle(shuffling));
        }
        self.outgoing.scene_for(token);
    }

    fn scores(&self, viewer: Viewer) -> Option<Message> {
        let session = self.session.as_ref()?;
        let Match { rounds, seats, totals, playing, .. } = *session.scores();
        let over = session.outcome().is_some();
        Some(Message::Scores {
            round: rounds + u16::from(!over),
            dealer: session.dealer(),
            scores: totals.first(seats).to_vec(),
            playing,
            standing: standing(session),
            ending: if over { seen(Some(session), session.events(), viewer) } else { Vec::new() },
        })
    }

    /// The end of the match, for a viewer who comes back after it.
    fn match_over(&self) -> Option<Message> {
        let session = self.session.as_ref().filter(|session| session.outcome().is_some())?;
        let scores = session.scores();
        let totals = scores.totals.first(scores.seats).to_vec();
        Some(Message::MatchOver { winners: self.winners()?, scores: totals })
    }

    fn asked(&self) -> Option<Message> {
        self.request.map(|request| Message::Notice(Notice::TakebackAsked { by: request.by }))
    }

    fn announcing(&self, token: Token) -> Option<Message> {
        let occupant = self.seat_of(token).and_then(|seat| self.occupant(seat))?;
        (occupant.announcing == Switch::On).then_some(Message::Notice(Notice::Announcing(Switch::On)))
    }

    /// Tells a viewer how long the player on turn has.
    fn tell_time(&mut self, token: Token) {
        if let Some((seat, at)) = self.told_deadline() {
            self.outgoing.to(token, Message::Deadline { seat, at });
        }
    }

    /// The deadline differs from the one that was sent.
    pub(crate) fn tell_time_again(&mut self) {
        let Some((seat, at)) = self.told_deadline() else { return };
        self.tell_all(&Message::Deadline { seat, at });
    }

    /// The deadline, if people wait for it: computer players move long before theirs.
    fn told_deadline(&self) -> Option<(Seat, Millis)> {
        self.clock.deadline.filter(|&(seat, _)| self.is_person(seat))
    }

    /// A viewer comes back: sends the missed steps, if they are still known, and the state of the table.
    pub(crate) fn resume(&mut self, token: Token, last: u64) -> Result<(), Refusal> {
        let Some(viewer) = self.viewer(token) else {
            return Err(Refusal::NotAtTable);
        };
        self.tell_standing(token, viewer);
        self.tell_missed(token, viewer, last);
        // A step ends the deadline of the one before, so the current one comes last.
        self.tell_time(token);
        Ok(())
    }

    /// Sends the steps from this position to the current one, unless they are too many or were taken back.
    fn tell_missed(&mut self, token: Token, viewer: Viewer, last: u64) {
        let (first, step) = self.steps;
        let missed = self.number.saturating_sub(last);
        let Some(session) = self.session.as_ref().filter(|_| (1..=MAX_RESUMED_STEPS).contains(&missed))
        else {
            return;
        };
        if last + 1 < first {
            return;
        }
        let steps = session.events_since(step + (last + 1 - first) as usize);
        for (number, events) in (last + 1..).zip(steps) {
            let events = seen(Some(session), &events, viewer);
            self.outgoing.to(token, Message::Events { number, events });
        }
    }

    pub(crate) fn watch(&mut self, token: Token) -> Result<(), Refusal> {
        let seated = |occupant: &Occupant| occupant.listener() == Some(token);
        if self.occupants.iter().any(seated) {
            return Err(Refusal::AlreadySeated);
        }
        if !self.watchers.contains(&token) {
            self.watchers.push(token);
        }
        self.welcome(token);
        Ok(())
    }
}

/// These events as a viewer may see them.
fn seen(session: Option<&Session>, events: &[Event], viewer: Viewer) -> Vec<Event> {
    let Some(session) = session else { return Vec::new() };
    events.iter().map(|event| event.seen_by(viewer, session.pack())).collect()
}

/// How the match stands, besides the scores.
pub(crate) fn standing(session: &Session) -> Standing {
    let scores = session.scores();
    let places = scores.standing(&session.rules().match_rules());
    Standing { places: places.first(scores.seats).to_vec(), out: scores.fallen() }
}
