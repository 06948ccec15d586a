//! What time does: deadlines, computer players, and the ends of windows.

use alloc::vec::Vec;

use bots::{Bot, Lapses, needs_search};
use engine::{BySeat, Event, Game, Order, Seat, Viewer};
use games::{Move, Reaction, Session, Timeout, View};

use crate::act::Cause;
use crate::config::delay;
use crate::occupant::Occupant;
use crate::table::Table;
use crate::window::{SLAP_WINDOW_MS, is_reaction};
use crate::{Millis, PlayerKind, Refusal, SearchBy, Token, Version};

/// The maximum number of due steps carried out at one input; the rest waits for the next.
const MAX_STEPS_PER_INPUT: usize = 256;

/// The maximum by which a turn is extended for slow messages.
const MAX_LAG_MS: Millis = 500;

/// Everything that happens at a time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clock {
    pub now: Millis,
    /// Until when the player on turn has to move (S10). It runs for computer players too, but nobody is told of it then.
    pub deadline: Option<(Seat, Millis)>,
    /// When each computer player is going to move.
    bots: BySeat<Option<Millis>>,
    /// How long each seat's computer player takes in this position, drawn for every seat alike.
    delays: BySeat<u32>,
    /// Until when nobody can be caught (V10).
    pub shield: Option<Millis>,
    /// Until when turn moves wait because somebody may slap (J11).
    pub hold: Option<Millis>,
    /// Until when turn moves wait because somebody may be caught (V10).
    pub catch: Option<Millis>,
    /// Until when cards may be slapped (J11).
    pub slap: Option<Millis>,
    /// Until when a request can be answered (G13).
    pub request: Option<Millis>,
    /// Until when devices can promise, or open what they promised (G16).
    pub shuffle: Option<Millis>,
    pub next_round: Option<Millis>,
}

/// What is due, in the order in which it happens where several things are due at once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Due {
    Shield,
    Hold,
    Catch,
    Slap,
    Request,
    Shuffle,
    Bot(Seat),
    Deadline(Seat),
    NextRound,
}

impl Clock {
    /// Postpones everything.
    pub(crate) fn put_off(&mut self, by: Millis) {
        let later = |at: Millis| at.saturating_add(by);
        self.deadline = self.deadline.map(|(seat, at)| (seat, later(at)));
        self.bots = BySeat::from_fn(|seat| self.bots[seat].map(later));
        let others = [&mut self.catch, &mut self.shuffle, &mut self.next_round];
        for at in
            [&mut self.shield, &mut self.hold, &mut self.slap, &mut self.request].into_iter().chain(others)
        {
            *at = at.map(later);
        }
    }

    /// Cancels everything that is due in this round.
    pub(crate) fn stop(&mut self) {
        *self = Clock { now: self.now, ..Clock::default() };
    }

    /// Until when turn moves wait.
    pub(crate) fn pause(&self) -> Option<Millis> {
        self.hold.max(self.catch)
    }

    pub(crate) fn after(&self, millis: Millis) -> Millis {
        self.now.saturating_add(millis)
    }
}

impl Table {
    fn next_due(&self) -> Option<(Millis, Due)> {
        let clock = &self.clock;
        let once = [
            (clock.shield, Due::Shield),
            (clock.hold, Due::Hold),
            (clock.catch, Due::Catch),
            (clock.slap, Due::Slap),
            (clock.request, Due::Request),
            (clock.shuffle, Due::Shuffle),
            (clock.next_round, Due::NextRound),
        ];
        let once = once.into_iter().filter_map(|(at, due)| Some((at?, due)));
        // Computer players wait while people talk about taking a move back.
        let bots = self.seats().filter(|_| clock.request.is_none());
        let bots = bots.filter_map(|seat| Some((clock.bots[seat]?, Due::Bot(seat))));
        let lag = |seat| self.occupant(seat).map_or(0, |occupant| occupant.lag);
        let deadline = clock.deadline.map(|(seat, at)| (at.saturating_add(lag(seat)), Due::Deadline(seat)));
        once.chain(bots).chain(deadline).min()
    }

    /// When the table wants its next tick.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        self.next_due().map(|(at, _)| at.max(self.clock.now))
    }

    /// Lets everything happen that is due.
    pub(crate) fn advance(&mut self) {
        for _ in 0..MAX_STEPS_PER_INPUT {
            match self.next_due() {
                Some((at, due)) if at <= self.clock.now => self.fire(due),
                _ => return,
            }
        }
    }

    fn fire(&mut self, due: Due) {
        self.changed = true;
        match due {
            Due::Shield => {
                self.clock.shield = None;
                self.open_catching();
            }
            Due::Hold => {
                self.clock.hold = None;
                self.release();
            }
            Due::Catch => {
                self.clock.catch = None;
                self.release();
            }
            Due::Slap => {
                self.clock.slap = None;
                self.scenes_for_all();
            }
            Due::Request => self.let_request_lapse(),
            Due::Shuffle => self.shuffle_time_is_up(),
            Due::Bot(seat) => self.bot_moves(seat),
            Due::Deadline(seat) => self.time_out(seat),
            Due::NextRound => {
                self.clock.next_round = None;
                let _ = self.next_round();
            }
        }
    }

    /// The search ended after the computer player should have moved: it moves now.
    pub(crate) fn move_if_due(&mut self, seat: Seat) {
        if self.clock.bots[seat].is_none() {
            self.clock.bots[seat] = Some(self.clock.now);
            self.advance();
        }
    }

    fn bot_moves(&mut self, seat: Seat) {
        self.clock.bots[seat] = None;
        if let Some(until) = self.clock.pause().filter(|_| self.turn() == Some(seat)) {
            return self.bot_reacts_or_waits(seat, until);
        }
        match self.open_question().filter(|asked| asked.seat == seat) {
            // It moves as soon as its search has ended.
            Some(_) if self.search_by == SearchBy::Host => return,
            Some(asked) => self.bot_move = asked.searched_move(),
            None => {}
        }
        match self.bot_choice(seat) {
            Some(choice) => drop(self.play(seat, choice)),
            // It may want to catch somebody as soon as that can be done.
            None => {
                self.clock.bots[seat] =
                    self.clock.shield.map(|at| at.saturating_add(self.clock.delays[seat].into()));
            }
        }
    }

    /// The computer player on turn catches somebody, or waits until its move counts (V10).
    fn bot_reacts_or_waits(&mut self, seat: Seat, until: Millis) {
        match self.bot_reaction(seat) {
            Some(choice) => drop(self.play(seat, choice)),
            None => self.clock.bots[seat] = Some(until),
        }
    }

    fn bot_reaction(&mut self, seat: Seat) -> Option<Move> {
        let view = self.session.as_ref()?.view(Viewer::Seat(seat));
        let choice = bots::reaction(&view, &self.bot_moves_now(seat));
        self.heeded(seat, &view, &[], choice)
    }

    /// The moves that are open to a computer player: it waits with a catch until catching opens.
    fn bot_moves_now(&self, seat: Seat) -> Vec<Move> {
        let mut moves = self.open_moves(seat);
        moves.retain(|&choice| choice.reaction() != Some(Reaction::Catch) || !self.is_shielded());
        moves
    }

    /// What the computer player of a seat does with what the seat may know.
    fn bot_choice(&mut self, seat: Seat) -> Option<Move> {
        let moves = self.bot_moves_now(seat);
        let session = self.session.as_ref()?;
        let view = session.view(Viewer::Seat(seat));
        let on_turn = session.turn() == Some(seat);
        let number = self.number;
        let searched = self.bot_move.filter(|kept| kept.number == number && kept.seat == seat);
        let choice = match searched.filter(|_| needs_search(&view, &moves)) {
            Some(kept) => Some(kept.choice),
            None => self.occupant_mut(seat)?.brain.choose(&view, &moves),
        };
        let choice = self.heeded(seat, &view, &moves, choice);
        choice.or(moves.first().copied().filter(|_| on_turn))
    }

    /// What is left of a computer player's choice after its lapses of attention.
    fn heeded(&mut self, seat: Seat, view: &View, moves: &[Move], choice: Option<Move>) -> Option<Move> {
        if self.pace.catch_pause.is_none() {
            return choice;
        }
        let number = self.number;
        let occupant = self.occupant_mut(seat)?;
        let seed = occupant.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9));
        occupant.attention.heed(Lapses::new(occupant.level, seed), view, moves, choice)
    }

    /// Time is up for a player (S10, G11).
    fn time_out(&mut self, seat: Seat) {
        self.clock.deadline = None;
        if !self.is_person(seat) {
            return self.bot_runs_late(seat);
        }
        let table_options = self.rules.table_options();
        let (order, afk) = (table_options.timeout, table_options.afk_after.get());
        let mut is_away = false;
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.missed += 1;
            occupant.ready = true;
            is_away = occupant.missed >= afk;
        }
        let choice = match order {
            Timeout::Draw => None,
            Timeout::Bot => self.bot_choice(seat),
        };
        match choice {
            Some(choice) => drop(self.play(seat, choice)),
            None => drop(self.order(seat, Order::Timeout)),
        }
        // First what the lost time costs, then who plays on.
        if is_away {
            self.keep(seat);
        }
    }

    /// A computer player that was kept from moving until the turn was over moves now, without what its search would find.
    fn bot_runs_late(&mut self, seat: Seat) {
        self.clock.bots[seat] = None;
        let moved = self.bot_choice(seat).is_some_and(|choice| self.play(seat, choice).is_ok());
        if !moved {
            let _ = self.order(seat, Order::Timeout);
        }
    }

    /// Sets every clock after something has happened. How much chance this takes depends on nothing hidden.
    pub(crate) fn set_clocks(&mut self, cause: Cause, events: &[Event]) {
        let Some(session) = &self.session else { return };
        let turn = session.turn();
        let pace = self.pace;
        let most = pace.unattended.filter(|_| self.is_unattended()).map_or(Millis::MAX, Millis::from);
        for seat in self.seats() {
            let range = if Some(seat) == turn { pace.think } else { pace.react };
            self.clock.delays[seat] =
                u32::try_from(delay(range, &mut self.chance).min(most)).unwrap_or(u32::MAX);
        }
        self.set_windows(cause, events);
        self.set_deadline(cause, turn);
        for seat in self.seats() {
            self.set_bot(seat);
        }
    }

    /// Whether a person plays for the seat.
    pub(crate) fn is_person(&self, seat: Seat) -> bool {
        self.occupant(seat).is_some_and(|occupant| occupant.kind() == PlayerKind::Person)
    }

    /// Whether people sit at the table, and all of them are out of the round: they only wait for its end.
    fn is_unattended(&self) -> bool {
        let active = self.session.as_ref().map(|session| session.round().active()).unwrap_or_default();
        let here = |(_, occupant): &(Seat, &Occupant)| occupant.kind() == PlayerKind::Person;
        let mut people = self.seats().zip(&self.occupants).filter(here).peekable();
        people.peek().is_some() && people.all(|(seat, _)| !active.contains(seat))
    }

    fn set_windows(&mut self, cause: Cause, events: &[Event]) {
        let Some(session) = &self.session else { return };
        let (round, reactions) = (session.round(), self.rules.reaction_rules());
        let clock = &mut self.clock;
        match cause {
            Cause::Deal | Cause::Takeback => {
                (clock.shield, clock.hold, clock.catch, clock.slap) = (None, None, None, None);
            }
            Cause::Move(_, choice) if reactions.slap_window && round.invites_slap(choice) => {
                clock.hold = Some(clock.after(self.pace.slap_pause.min(SLAP_WINDOW_MS)));
                clock.slap = Some(clock.after(SLAP_WINDOW_MS));
            }
            Cause::Move(..) | Cause::Order(..) if !round.may_react() => {
                (clock.hold, clock.slap) = (None, None);
            }
            Cause::Move(..) | Cause::Order(..) => {}
        }
        let played = events.iter().any(|event| matches!(event, Event::Played { .. }));
        if played {
            let shield = reactions.catch_shield_ms.filter(|&millis| millis > 0);
            clock.shield = shield.map(|millis| clock.after(millis)); // V10
        }
        if !self.somebody_can_be_caught() {
            self.clock.catch = None;
        } else if played {
            self.clock.catch = self.end_of_catching();
        }
    }

    fn somebody_can_be_caught(&self) -> bool {
        let players_catch = self.rules.reaction_rules().catch_shield_ms.is_some();
        let round = self.session.as_ref().filter(|_| players_catch).map(Session::round);
        round.is_some_and(|round| self.seats().any(|seat| round.owes_word(seat)))
    }

    /// Until when the next player's move waits after a play without the word (V10).
    fn end_of_catching(&self) -> Option<Millis> {
        let opens = self.clock.shield.unwrap_or(self.clock.now);
        self.pace.catch_pause.map(|pause| opens.saturating_add(pause.into()))
    }

    /// The clock restarts with every decision, and with nothing else (S10).
    fn set_deadline(&mut self, cause: Cause, turn: Option<Seat>) {
        let same_decision = match cause {
            Cause::Deal | Cause::Takeback | Cause::Order(_, Order::Timeout) => false,
            Cause::Move(_, choice) => is_reaction(choice),
            Cause::Order(_, Order::Leave | Order::Fine) => true,
        };
        let running = self.clock.deadline.map(|(seat, _)| seat);
        if !same_decision || running != turn {
            self.start_deadline(turn);
        }
    }

    /// Gives the player on turn the full time from now on.
    pub(crate) fn start_deadline(&mut self, turn: Option<Seat>) {
        self.clock.deadline = None;
        let timed = turn.filter(|&seat| self.version == Version::Second || self.is_person(seat));
        let Some(seat) = timed.filter(|_| self.rules.table_options().turn_seconds.get() > 0) else { return };
        self.clock.deadline = Some((seat, self.end_of_turn(seat)));
        self.tell_time_again();
    }

    /// When a turn ends that begins now.
    fn end_of_turn(&self, seat: Seat) -> Millis {
        let is_ready = self.occupant(seat).is_some_and(|occupant| occupant.ready);
        let loading = if is_ready { 0 } else { self.pace.loading }; // M8
        let from = self.clock.pause().unwrap_or_default().max(self.clock.now);
        from.saturating_add(loading + self.rules.table_options().turn_seconds.get() * 1_000)
    }

    /// A person comes back whose turn it is.
    pub(crate) fn resume_deadline(&mut self, seat: Seat) {
        let runs = self.clock.deadline.is_some_and(|(turn, _)| turn == seat);
        if runs && self.version == Version::Second {
            self.tell_time_again();
        } else {
            self.start_deadline(Some(seat));
        }
    }

    /// Whether a person has seen the table already.
    pub(crate) fn is_ready(&self, token: Token) -> bool {
        self.seat_of(token).and_then(|seat| self.occupant(seat)).is_some_and(|occupant| occupant.ready)
    }

    /// A person sees the table. If the first turn has waited for that, its full time starts now, but it never lasts longer
    /// than if nobody had said so.
    pub(crate) fn ready(&mut self, token: Token) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        let was_ready =
            self.occupant_mut(seat).is_none_or(|occupant| core::mem::replace(&mut occupant.ready, true));
        let Some((_, latest)) = self.clock.deadline.filter(|&(turn, _)| !was_ready && turn == seat) else {
            return Ok(());
        };
        let latest = if self.version == Version::Second { latest } else { Millis::MAX };
        self.clock.deadline = Some((seat, self.end_of_turn(seat).min(latest)));
        self.tell_time_again();
        Ok(())
    }

    /// Sets the round-trip time of a person's messages, which extends their deadlines within bounds.
    pub(crate) fn set_lag(&mut self, token: Token, millis: Millis) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.lag = millis.min(MAX_LAG_MS);
        }
        Ok(())
    }

    /// Sets when the computer player of a seat moves, if one does.
    pub(crate) fn set_bot(&mut self, seat: Seat) {
        let by_itself = self.occupant(seat).is_some_and(crate::occupant::Occupant::moves_by_itself);
        let round = self.session.as_ref().filter(|_| by_itself).map(Session::round);
        let at = self.clock.after(self.clock.delays[seat].into());
        self.clock.bots[seat] = match round {
            // While somebody can be caught, it looks whether it does that, and then waits.
            Some(round) if round.turn() == Some(seat) && self.clock.catch.is_some() => {
                Some(at.max(self.clock.shield.unwrap_or_default()))
            }
            Some(round) if round.turn() == Some(seat) => Some(at.max(self.clock.hold.unwrap_or_default())),
            Some(round) if round.playing().contains(seat) && round.may_react() => Some(at),
            Some(_) | None => None,
        };
    }
}
