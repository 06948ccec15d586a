//! Sitting down, starting, leaving and coming back.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;

use engine::{Chance, MAX_SEATS, Order, Seat, SeatSet, Viewer};
use games::{Dealer, FairOpening, Leaver, Opening, Rules, SeatOrder, Session};

use crate::act::Cause;
use crate::occupant::{Occupant, Presence};
use crate::table::Table;
use crate::{Level, Message, Notice, PlayerKind, Refusal, Token, Version};

/// The maximum length of a name.
const MAX_NAME_CHARS: usize = 24;

impl Table {
    /// A person takes a seat, or changes the name.
    pub(crate) fn sit(&mut self, token: Token, name: &str) -> Result<(), Refusal> {
        if self.was_removed(token) {
            return Err(Refusal::Removed);
        }
        self.open_lobby()?;
        let own = self.seat_of(token);
        let name = self.free_name(name, own)?;
        if let Some(occupant) = own.and_then(|seat| self.occupant_mut(seat)) {
            occupant.name = name;
        } else {
            self.add_occupant(name, Some(token), Level::Medium)?;
            self.watchers.retain(|&watcher| watcher != token);
            self.welcome(token);
            self.tell_players_to_others(token);
            return Ok(());
        }
        self.tell_players();
        Ok(())
    }

    pub(crate) fn add_bot(&mut self, level: Level, name: &str) -> Result<(), Refusal> {
        self.open_lobby()?;
        let name = self.free_name(name, None)?;
        self.add_occupant(name, None, level)?;
        self.tell_players();
        Ok(())
    }

    pub(crate) fn remove_bot(&mut self, name: &str) -> Result<(), Refusal> {
        self.open_lobby()?;
        let found = self
            .occupants
            .iter()
            .position(|occupant| occupant.token.is_none() && occupant.name == name.trim());
        let at = found.ok_or(Refusal::NoSuchBot)?;
        self.occupants.remove(at);
        self.tell_places();
        Ok(())
    }

    pub(crate) fn change_rules(&mut self, rules: Arc<Rules>) -> Result<(), Refusal> {
        self.open_lobby()?;
        match rules.table_options().seed.get() {
            0 => {}
            fixed => self.seed = fixed, // U9
        }
        (self.rules, self.rules_hash) = (rules, OnceCell::new());
        for occupant in &mut self.occupants {
            occupant.announcing = crate::Switch::Off;
        }
        self.tell_all(&Message::Rules(self.rules.clone()));
        Ok(())
    }

    /// Makes sure that no match is in progress; the last one is cleared away.
    fn open_lobby(&mut self) -> Result<(), Refusal> {
        if self.is_playing() {
            return Err(Refusal::MatchInProgress);
        }
        if self.session.take().is_some() {
            self.changed = true;
            self.steps = (self.number + 1, 0);
            self.occupants.retain(|occupant| occupant.presence != Presence::Folded);
            self.tell_places();
        }
        Ok(())
    }

    /// Tells everyone where they sit now, and who else does.
    fn tell_places(&mut self) {
        let viewers: Vec<(Token, Viewer)> = self.viewers().collect();
        for (token, viewer) in viewers {
            self.outgoing.to(token, Message::Welcome { viewer });
        }
        self.tell_players();
    }

    /// The name as it is kept, if it can be written in a record and nobody else has it (Y29).
    fn free_name(&self, name: &str, own: Option<Seat>) -> Result<String, Refusal> {
        let name = name.trim();
        if name.is_empty() || name.chars().count() > MAX_NAME_CHARS {
            return Err(Refusal::NameLength);
        }
        if name.contains(|char: char| char == ',' || char.is_control()) {
            return Err(Refusal::NameCharacters);
        }
        let others = self.seats().zip(&self.occupants).filter(|(seat, _)| Some(*seat) != own);
        let taken = others
            .map(|(_, occupant)| occupant)
            .any(|occupant| occupant.name.to_lowercase() == name.to_lowercase());
        if taken { Err(Refusal::NameTaken) } else { Ok(name.into()) }
    }

    fn add_occupant(&mut self, name: String, token: Option<Token>, level: Level) -> Result<(), Refusal> {
        let most = self.rules.players().1.min(MAX_SEATS);
        if self.occupants.len() >= most {
            return Err(Refusal::Full { most });
        }
        let seed = self.draw_seed();
        self.occupants.reserve_exact(1); // A server has many tables, most of them for few.
        self.occupants.push(Occupant::new(name, token, level, seed));
        Ok(())
    }

    /// Begins a match.
    pub(crate) fn start(&mut self) -> Result<(), Refusal> {
        self.begin(Dealer::ByRule)
    }

    fn begin(&mut self, dealer: Dealer) -> Result<(), Refusal> {
        self.open_lobby()?;
        let (least, most) = self.rules.players();
        if !(least..=most).contains(&self.occupants.len()) {
            let range = if least == most { most.to_string() } else { alloc::format!("{least} to {most}") };
            return Err(Refusal::PlayerCount { range });
        }
        (self.compile)(&self.rules, self.occupants.len())
            .map_err(|error| Refusal::Rules { why: error.to_string() })?;
        if self.rules.table_options().seat_order == SeatOrder::Random {
            self.draw_seats();
        }
        if self.shuffles_jointly() {
            self.tell_places();
            self.begin_shuffle(dealer);
            return Ok(());
        }
        self.begin_match(dealer, None)
    }

    /// Deals the first round of a match.
    pub(crate) fn begin_match(&mut self, dealer: Dealer, fair: Option<FairOpening>) -> Result<(), Refusal> {
        let opening = Opening {
            seats: self.occupants.len(),
            dealer,
            seed: self.seed,
            deck: self.deck.clone(),
            names: self.occupants.iter().map(|occupant| occupant.name.clone()).collect(),
            fair,
            ..Opening::default()
        };
        let compiled = (self.compile)(&self.rules, opening.seats).map_err(|error| error.to_string());
        let session = compiled.and_then(|compiled| {
            Session::with_compiled(self.rules.clone(), compiled, &opening).map_err(|error| error.to_string())
        });
        let session = session.map_err(|why| Refusal::Rules { why })?;
        self.session = Some(session);
        self.deck = None;
        self.seed = self.draw_seed();
        self.tell_places();
        self.dealt();
        Ok(())
    }

    /// Seats are drawn once for the whole match (U18, G15).
    fn draw_seats(&mut self) {
        self.changed = true;
        for last in (1..self.occupants.len()).rev() {
            let other = self.chance.below(last as u32 + 1) as usize;
            self.occupants.swap(last, other);
        }
    }

    /// The same players begin a new match; the deal passes to the left (N10). Where it is being shuffled already, two
    /// have asked for it at the same time, and both are right.
    pub(crate) fn rematch(&mut self) -> Result<(), Refusal> {
        if self.shuffle.is_some() {
            return Ok(());
        }
        let Some(session) = &self.session else {
            return Err(Refusal::NoMatchYet);
        };
        let same_seats = self.rules.table_options().seat_order != SeatOrder::Random
            && self.occupants.iter().all(|occupant| occupant.presence != Presence::Folded);
        let next = SeatSet::first(self.occupants.len()).after(session.dealer());
        self.begin(if same_seats { Dealer::Seat(next) } else { Dealer::ByRule })
    }

    /// Deals the next round, or has it shuffled, unless somebody else has asked for that already.
    pub(crate) fn next_round(&mut self) -> Result<(), Refusal> {
        let over = self.winners().is_some();
        let session = self.session.as_mut().ok_or(Refusal::NoMatch)?;
        if over {
            return Err(Refusal::MatchOver);
        }
        if session.opening().fair.is_some() {
            session.may_deal().map_err(|why| Refusal::NoRound { why: why.to_string() })?;
            if self.shuffle.is_none() {
                self.begin_shuffle(Dealer::default());
            }
            return Ok(());
        }
        session.next_round().map_err(|why| Refusal::NoRound { why: why.to_string() })?;
        self.dealt();
        Ok(())
    }

    /// A round was dealt: shows who dealt it and by what cut, and folds the hands of those who left.
    pub(crate) fn dealt(&mut self) {
        self.clock.next_round = None;
        self.end_votes();
        let Some(session) = &self.session else { return };
        let (round, dealer) = (session.scores().rounds + 1, session.dealer());
        let cut = if round == 1 { session.cuts() } else { &[] };
        let cuts = cut.iter().map(|&(seat, card)| (seat, session.pack().first_copy(card))).collect();
        let events = session.events().to_vec();
        self.tell_all(&Message::Deal { round, dealer, cuts });
        self.happened(&events, Cause::Deal);
        for seat in self.seats() {
            if self.occupant(seat).is_some_and(|occupant| occupant.presence == Presence::Folded) {
                let _ = self.order(seat, Order::Leave);
            }
        }
    }

    /// A person leaves: the seat is free, goes to a computer player, or the hand is folded (G19).
    pub(crate) fn leave(&mut self, token: Token) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        self.notice(Notice::Left { seat });
        self.vacate(seat, token);
        Ok(())
    }

    /// Nobody plays for the person in this seat any more but a computer player.
    pub(crate) fn vacate(&mut self, seat: Seat, token: Token) {
        if self.session.is_some() && !self.is_playing() && self.others_look(token) {
            return self.get_up(seat);
        }
        if self.open_lobby().is_ok() {
            self.occupants.retain(|occupant| occupant.token != Some(token));
            return self.tell_places();
        }
        match self.rules.table_options().leaver {
            Leaver::Bot => self.give_to_bot(seat, Presence::Left),
            Leaver::Fold => {
                self.give_to_bot(seat, Presence::Folded);
                // A player who is out of this round already has no hand to fold.
                let _ = self.order(seat, Order::Leave);
            }
        }
        self.settle_request();
        self.settle_unanswered();
    }

    /// With the match over a person simply gets up. The others still look at the result, so the seat stays as it was played
    /// from, and is free as soon as something new begins.
    fn get_up(&mut self, seat: Seat) {
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.presence = Presence::Folded;
        }
        self.tell_players();
    }

    /// Whether anybody but this person sits there and is told what happens.
    fn others_look(&self, token: Token) -> bool {
        self.occupants.iter().filter_map(Occupant::listener).any(|other| other != token)
    }

    /// A computer player keeps the seat of a person who is away (G11).
    pub(crate) fn keep(&mut self, seat: Seat) {
        self.give_to_bot(seat, Presence::Away);
        self.notice(Notice::Kept { seat });
    }

    fn give_to_bot(&mut self, seat: Seat, presence: Presence) {
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.presence = presence;
        }
        let restarts = self.version == Version::First;
        if restarts && self.clock.deadline.is_some_and(|(on_turn, _)| on_turn == seat) {
            self.clock.deadline = None;
        }
        self.drop_waiting(seat);
        self.set_bot(seat);
        self.tell_players();
    }

    /// A person whose seat was kept comes back.
    pub(crate) fn come_back(&mut self, token: Token) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        match self.occupant(seat).map(Occupant::kind) {
            Some(PlayerKind::Away | PlayerKind::Left) => self.be_back(seat),
            Some(PlayerKind::Folded) => return Err(Refusal::Left),
            Some(PlayerKind::Person | PlayerKind::Bot) | None => {}
        }
        self.watchers.retain(|&watcher| watcher != token);
        self.welcome(token);
        Ok(())
    }

    pub(crate) fn be_back(&mut self, seat: Seat) {
        self.changed = true;
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.presence = Presence::Here;
            occupant.missed = 0;
        }
        self.set_bot(seat);
        if self.session.as_ref().and_then(Session::turn) == Some(seat) {
            self.resume_deadline(seat);
        }
        self.tell_players();
        self.notice(Notice::Returned { seat });
    }
}
