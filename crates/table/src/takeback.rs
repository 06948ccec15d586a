//! Taking a move back (G13).

use engine::{Act, Event, Seat, SeatSet};
use games::{HistoryEntry, Session, Takeback};

use crate::act::Cause;
use crate::table::Table;
use crate::window::is_reaction;
use crate::{Answer, Message, Millis, Notice, PlayerKind, Refusal, Token};

/// How long the others have to answer; meanwhile computer players wait.
const TAKEBACK_ANSWER_MS: Millis = 15_000;

/// A request to take a move back.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Request {
    pub by: Seat,
    agreed: SeatSet,
}

impl Table {
    /// A person wants the last move back.
    pub(crate) fn ask_back(&mut self, token: Token) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        if self.drop_waiting(seat) {
            // An uncommitted choice is always the player's own.
            self.scene_for_seat(seat);
            return Ok(());
        }
        if self.is_laid_open() {
            return Err(Refusal::TakebackAfterReveal);
        }
        let steps = self.steps_back(seat)?;
        let alone = self.people_beside(seat).is_empty();
        match self.rules.table_options().takeback {
            Takeback::Off => return Err(Refusal::TakebackOff),
            Takeback::Practice if !alone => return Err(Refusal::TakebackPracticeOnly),
            Takeback::Consent if self.secrets_within(steps) => {
                return Err(Refusal::HiddenCardSeen);
            }
            Takeback::Practice | Takeback::Consent => {}
        }
        if alone {
            self.take_back(seat, steps);
        } else {
            self.request = Some(Request { by: seat, agreed: SeatSet::EMPTY });
            self.clock.request = Some(self.clock.after(TAKEBACK_ANSWER_MS));
            self.notice(Notice::TakebackAsked { by: seat });
        }
        Ok(())
    }

    /// A person answers the request of another.
    pub(crate) fn consent(&mut self, token: Token, answer: Answer) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        let Some(request) = self.request.as_mut().filter(|request| request.by != seat) else {
            return Err(Refusal::NoRequest);
        };
        match answer {
            Answer::Agree => {
                request.agreed = request.agreed.with(seat);
                self.settle_request();
            }
            Answer::Refuse => {
                self.drop_request();
                self.notice(Notice::TakebackDenied { by: seat });
            }
        }
        Ok(())
    }

    /// Takes the move back once everyone who can be asked agrees.
    pub(crate) fn settle_request(&mut self) {
        let Some(request) = self.request else { return };
        let missing = self.people_beside(request.by).iter().any(|seat| !request.agreed.contains(seat));
        if !missing && let Ok(steps) = self.steps_back(request.by) {
            self.take_back(request.by, steps);
        }
    }

    pub(crate) fn drop_request(&mut self) {
        self.request = None;
        self.clock.request = None;
    }

    pub(crate) fn let_request_lapse(&mut self) {
        let by = self.request.map(|request| request.by);
        self.drop_request();
        if let Some(by) = by {
            self.notice(Notice::TakebackLapsed { by });
        }
    }

    fn take_back(&mut self, seat: Seat, steps: usize) {
        self.drop_request();
        if let Some(session) = &mut self.session {
            session.rewind(session.entries().len().saturating_sub(steps));
        }
        self.clock.stop();
        self.set_clocks(Cause::Takeback, &[]);
        self.notice(Notice::TakenBack { by: seat });
        self.tell_rewound();
        for held in core::mem::take(&mut self.waiting) {
            self.tell_seat(held.seat, Message::Stale { number: self.number + 1 });
        }
        self.break_log();
    }

    /// Devices that keep what they saw go back as far.
    fn tell_rewound(&mut self) {
        let entries = self.session.as_ref().map(Session::entries).unwrap_or_default();
        let of_round = entries.iter().rev().take_while(|entry| **entry != HistoryEntry::Deal);
        let steps = 1 + of_round.count() as u64;
        if self.session.as_ref().is_some_and(|session| session.opening().fair.is_some()) {
            self.tell_all(&Message::Rewound { steps });
        }
    }

    /// The other people who are present.
    fn people_beside(&self, seat: Seat) -> SeatSet {
        let here =
            self.seats().zip(&self.occupants).filter(|(_, occupant)| occupant.kind() == PlayerKind::Person);
        here.map(|(seat, _)| seat).filter(|&other| other != seat).collect()
    }

    /// How many steps back the last turn move of the seat was, in this round.
    fn steps_back(&self, seat: Seat) -> Result<usize, Refusal> {
        let session = self.session.as_ref().filter(|_| self.is_playing());
        let entries = session.map(Session::entries).unwrap_or_default();
        let of_round = entries.iter().rev().take_while(|entry| **entry != HistoryEntry::Deal);
        let own = |entry: &HistoryEntry| matches!(entry, HistoryEntry::Act(who, Act::Move(choice)) if *who == seat && !is_reaction(*choice));
        let at = of_round.enumerate().find(|(_, entry)| own(entry)).map(|(at, _)| at + 1);
        at.ok_or(Refusal::NoMoveYet)
    }

    /// Whether anybody saw a hidden card in the last steps: one that was drawn, or one that a computer player laid. People
    /// who agree take their own cards back too; a computer player is not asked.
    fn secrets_within(&self, steps: usize) -> bool {
        let bots: SeatSet = self
            .seats()
            .filter(|&seat| self.occupant(seat).is_some_and(|occupant| occupant.kind() != PlayerKind::Person))
            .collect();
        let Some(session) = &self.session else { return true };
        let Some(first) = (session.entries().len() + 1).checked_sub(steps) else { return true };
        session.events_since(first).iter().flatten().any(|event| shows_hidden_card(event, bots))
    }
}

/// Whether somebody has seen a card that was hidden before.
fn shows_hidden_card(event: &Event, bots: SeatSet) -> bool {
    match event {
        Event::Played { seat, .. } | Event::Slapped { seat, .. } | Event::Exchanged { seat, .. } => {
            bots.contains(*seat)
        }
        Event::Dealt { .. }
        | Event::Drew { .. }
        | Event::Swapped { .. }
        | Event::Challenged { .. }
        | Event::Shown { .. }
        | Event::Turned { .. }
        | Event::Buried { .. } => true,
        Event::Called { .. }
        | Event::Took { .. }
        | Event::Passed { .. }
        | Event::Skipped { .. }
        | Event::Again { .. }
        | Event::Reversed
        | Event::Pending { .. }
        | Event::Cancelled
        | Event::Said { .. }
        | Event::Caught { .. }
        | Event::FalseCall { .. }
        | Event::Reshuffled { .. }
        | Event::Declared { .. }
        | Event::TimedOut { .. }
        | Event::Left { .. }
        | Event::Out { .. }
        | Event::Ended { .. } => false,
    }
}
