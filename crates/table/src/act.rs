//! Moves, orders, and what follows from them.

use engine::{Act, Event, Game, Order, Seat};
use games::{Move, Reaction, Refused, Session};

use crate::occupant::Presence;
use crate::outgoing::standing;
use crate::table::Table;
use crate::window::{Held, Shut, is_reaction};
use crate::{Message, Notice, Refusal, RefusedMove, Switch, Token};

/// What brought a position about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cause {
    Deal,
    Move(Seat, Move),
    Order(Seat, Order),
    Takeback,
}

impl Table {
    /// A person makes a move in answer to a position (G20).
    pub(crate) fn act(&mut self, token: Token, number: u64, notation: &str) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        if self.presence(seat) == Some(Presence::Away) {
            self.be_back(seat); // Who acts, even too late, is no longer away (G11).
        }
        if number != self.number {
            return Err(Refusal::Stale { number: self.number });
        }
        self.count_as_present(seat)?;
        let session = self.session.as_ref().ok_or(Refusal::NoMatch)?;
        // Only the round reads it: the orders of the table are not a player's to give.
        let choice = match session.round().parse(notation) {
            Ok(choice) => choice,
            // Tables from before did not fine a group that is none, and their logs must replay.
            Err(why) if self.pace.catch_pause.is_none() => return Err(refused(session, why)),
            Err(why) => return self.refuse(seat, why),
        };
        let (open, held) = (self.is_open(choice), self.is_held(seat, choice));
        if open.is_ok() && !held {
            return self.play(seat, choice);
        }
        // Nothing is played now, but a move against the rules is refused and fined all the same.
        match session.check(seat, choice) {
            Ok(()) => open.map(|()| self.hold(Held { seat, number, choice })).map_err(Shut::refusal),
            Err(why) => self.refuse(seat, why),
        }
    }

    /// Whether a person could make a move now, and why not.
    pub(crate) fn ask(&mut self, token: Token, notation: &str) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        let session = self.session.as_ref().ok_or(Refusal::NoMatch)?;
        let choice = session.round().parse(notation).map_err(|why| refused(session, why))?;
        let refused = session.check(seat, choice).err().map(|why| refused(session, why));
        let shut = self.is_open(choice).err().map(Shut::refusal);
        self.outgoing.to(token, Message::Answer { notation: notation.into(), why: refused.or(shut) });
        Ok(())
    }

    fn presence(&self, seat: Seat) -> Option<Presence> {
        self.occupant(seat).map(|occupant| occupant.presence)
    }

    /// The player of the seat has acted in time; one who has left the match cannot.
    fn count_as_present(&mut self, seat: Seat) -> Result<(), Refusal> {
        if let Some(Presence::Left | Presence::Folded) = self.presence(seat) {
            return Err(Refusal::Left);
        }
        if let Some(occupant) = self.occupant_mut(seat).filter(|occupant| !occupant.is_attentive()) {
            (occupant.missed, occupant.ready) = (0, true);
            self.changed = true;
        }
        Ok(())
    }

    /// Keeps a turn move until the pause is over (J11, V10), or a catch until catching opens.
    fn hold(&mut self, held: Held) {
        let is_catch = is_reaction(held.choice);
        self.waiting.retain(|other| other.seat != held.seat || is_reaction(other.choice) != is_catch);
        self.waiting.push(held);
        let until = if is_catch { self.clock.shield } else { self.clock.pause() };
        if let Some(until) = until {
            self.tell_seat(held.seat, Message::Notice(Notice::Held { until }));
        }
    }

    /// When the pause is over, the move that waited is made, if the position is still the one it answered.
    pub(crate) fn release(&mut self) {
        if self.clock.pause().is_none() {
            self.make_first(|held| !is_reaction(held.choice));
        }
    }

    /// Catching opens: the first catch that waited is made, the others were too slow (V10).
    pub(crate) fn open_catching(&mut self) {
        if self.pace.catch_pause.is_none() {
            return self.scenes_for_all();
        }
        self.make_first(|held| is_reaction(held.choice));
    }

    /// Forgets what a seat has waiting; returns whether there was anything.
    pub(crate) fn drop_waiting(&mut self, seat: Seat) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|held| held.seat != seat);
        self.waiting.len() < before
    }

    fn make_first(&mut self, kind: fn(&Held) -> bool) {
        let Some(at) = self.waiting.iter().position(kind) else { return };
        let held = self.waiting.remove(at);
        if held.number == self.number {
            let _ = self.play(held.seat, held.choice);
        }
    }

    /// Makes a move. The rules are asked whether they allow it here, and nowhere before.
    pub(crate) fn play(&mut self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        let session = self.session.as_mut().ok_or(Refusal::NoMatch)?;
        match session.act(seat, Act::Move(choice)) {
            Ok(events) => {
                self.happened(&events, Cause::Move(seat, choice));
                Ok(())
            }
            Err(why) => self.refuse(seat, why),
        }
    }

    /// Refuses a move that the rules do not allow, and fines it where they do (S25, G9).
    fn refuse(&mut self, seat: Seat, why: engine::Refusal) -> Result<(), Refusal> {
        let session = self.session.as_mut().ok_or(Refusal::NoMatch)?;
        let before = session.number();
        let Refused { why, events } = session.refuse(seat, why);
        let refusal = refused(session, why);
        if session.number() != before {
            self.happened(&events, Cause::Order(seat, Order::Fine));
        }
        Err(refusal)
    }

    /// Does something to a seat.
    pub(crate) fn order(&mut self, seat: Seat, order: Order) -> Result<(), Refusal> {
        let session = self.session.as_mut().ok_or(Refusal::NoMatch)?;
        match session.act(seat, Act::Order(order)) {
            Ok(events) => {
                self.happened(&events, Cause::Order(seat, order));
                Ok(())
            }
            Err(why) => Err(refused(session, why)),
        }
    }

    /// Numbers and sends what happened, and carries out the consequences.
    pub(crate) fn happened(&mut self, events: &[Event], cause: Cause) {
        self.changed = true;
        self.drop_request();
        self.tell_step(events);
        self.set_clocks(cause, events);
        self.keep_or_drop_held(cause);
        if self.session.as_ref().is_some_and(|session| session.outcome().is_some()) {
            self.round_over();
        } else {
            self.say_for_people();
            self.release();
        }
    }

    /// What waited answered the position before. A turn move that waited for others to catch somebody is still good
    /// after a word or a catch; everything else is late.
    fn keep_or_drop_held(&mut self, cause: Cause) {
        let number = self.number;
        let only_words = self.pace.catch_pause.is_some()
            && matches!(cause, Cause::Move(_, choice) if matches!(choice.reaction(), Some(Reaction::Say | Reaction::Catch)));
        for held in core::mem::take(&mut self.waiting) {
            if only_words && !is_reaction(held.choice) && self.still_good(held) {
                self.waiting.push(Held { number, ..held });
            } else {
                self.tell_seat(held.seat, Message::Stale { number });
            }
        }
    }

    fn still_good(&self, held: Held) -> bool {
        self.session.as_ref().is_some_and(|session| session.check(held.seat, held.choice).is_ok())
    }

    fn round_over(&mut self) {
        self.clock.stop();
        let Some(session) = &self.session else { return };
        let (scores, outcome) = (*session.scores(), session.outcome());
        let totals = scores.totals.first(scores.seats).to_vec();
        if let Some(outcome) = outcome {
            let (outcome, playing, standing) = (outcome.into(), scores.playing, standing(session));
            self.tell_all(&Message::RoundOver { outcome, scores: totals.clone(), playing, standing });
        }
        match self.winners() {
            Some(winners) => self.tell_all(&Message::MatchOver { winners, scores: totals }),
            None => self.wait_for_next_round(),
        }
        self.lay_open();
        self.ask_for_signatures();
    }

    pub(crate) fn wait_for_next_round(&mut self) {
        let going_on = self.is_playing();
        let pause = self.pace.between_rounds.filter(|_| going_on);
        self.clock.next_round = pause.map(|millis| self.clock.after(millis));
    }

    /// Says the word for people who let the table say it (G12).
    fn say_for_people(&mut self) {
        let owing = self.seats().find_map(|seat| Some((seat, self.word_to_say(seat)?)));
        if let Some((seat, choice)) = owing {
            let _ = self.play(seat, choice);
        }
    }

    fn word_to_say(&self, seat: Seat) -> Option<Move> {
        let session = self.session.as_ref()?;
        let owes = session.round().owes_word(seat);
        let switched = self.occupant(seat).is_some_and(|occupant| occupant.announcing == Switch::On);
        let say = |choice: &Move| choice.reaction() == Some(Reaction::Say);
        if owes && switched { session.legal(seat).into_iter().find(say) } else { None }
    }

    /// A person turns announcing on or off (G12).
    pub(crate) fn announce_for(&mut self, token: Token, switch: Switch) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        if switch == Switch::On && !self.rules.reaction_rules().may_announce {
            return Err(Refusal::NoAnnouncing);
        }
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.announcing = switch;
        }
        self.outgoing.to(token, Message::Notice(Notice::Announcing(switch)));
        self.say_for_people();
        Ok(())
    }
}

fn refused(session: &Session, why: engine::Refusal) -> Refusal {
    Refusal::Move(RefusedMove::new(why, session.pack()))
}
