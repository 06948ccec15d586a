//! Legal moves and the reasons for refusals. Play, hints, errors and computer players all ask here.

use engine::{Card, CardSet, Refusal, Seat, SeatSet, Word};

use super::state::{Phase, State};
use super::{Announce, AnnounceCheck, PlayDrawn};
use super::{CompiledRules, Group, Move, Play};

impl State {
    /// The seats that have a legal move.
    #[inline]
    pub(super) fn acting(&self, compiled: &CompiledRules) -> SeatSet {
        if matches!(self.phase, Phase::Over(_)) {
            return SeatSet::EMPTY;
        }
        let turn = SeatSet::only(self.turn);
        if self.owing.is_empty() && compiled.rules.false_call_penalty.get() == 0 {
            return turn;
        }
        let others = self.active.iter().filter(|&seat| seat != self.turn);
        others.filter(|&seat| self.has_reaction(compiled, seat)).fold(turn, SeatSet::with)
    }

    fn has_reaction(&self, compiled: &CompiledRules, seat: Seat) -> bool {
        self.owing.contains(seat)
            || self.active.iter().any(|other| self.check_catch(compiled, seat, other).is_ok())
    }

    /// The cards in hand with which a play may begin in this phase.
    #[inline]
    pub(super) fn playable(&self, compiled: &CompiledRules) -> CardSet {
        let hand = self.hands[self.turn];
        let fitting = match self.phase {
            Phase::Turn { .. } | Phase::Again { .. } => hand & self.follow,
            Phase::Lead => hand,
            Phase::Drawn { card, .. } => CardSet::only(card) & self.follow,
            Phase::Answer { rank, .. } => hand & (compiled.answers[usize::from(rank.0)] | compiled.shields),
            Phase::Suspended { rank, .. } => hand & compiled.of_rank[usize::from(rank.0)] & compiled.special,
            Phase::Call | Phase::Over(_) => CardSet::EMPTY,
        };
        self.allowed(compiled, hand, fitting)
    }

    /// The fitting cards, without those on which a hand may not end and those barred while the colour is in hand.
    #[inline]
    pub(super) fn allowed(&self, compiled: &CompiledRules, hand: CardSet, fitting: CardSet) -> CardSet {
        let stuck = !compiled.rules.wild4_only_if_stuck || !self.holds_suit_in_force(compiled, hand);
        finishable(compiled, hand, if stuck { fitting } else { fitting - compiled.wild_picks }) // V3
    }

    pub(super) fn holds_suit_in_force(&self, compiled: &CompiledRules, hand: CardSet) -> bool {
        self.suit.is_some_and(|suit| hand.meets(compiled.of_suit[usize::from(suit.0)]))
    }

    /// Whether the seat on turn, which could play these cards, may draw now or take the penalty.
    #[inline]
    pub(super) fn check_draw(&self, compiled: &CompiledRules, playable: CardSet) -> Result<(), Refusal> {
        match self.phase {
            Phase::Answer { .. } => match playable.lowest() {
                Some(answer) if compiled.rules.must_counter => {
                    Err(Refusal::MustCounter(compiled.pack.first_copy(answer)))
                } // E2
                _ => Ok(()),
            },
            Phase::Turn { drawn } | Phase::Again { drawn, .. } => {
                if drawn >= compiled.draw_limit {
                    return Err(Refusal::CannotDraw);
                }
                if !self.can_supply(compiled) {
                    return Err(Refusal::StockEmpty);
                }
                check_unwilling(compiled, playable)
            }
            Phase::Lead if !self.can_supply(compiled) => Err(Refusal::StockEmpty),
            Phase::Lead => check_unwilling(compiled, playable),
            Phase::Drawn { .. } | Phase::Suspended { .. } | Phase::Call => Err(Refusal::CannotDraw),
            Phase::Over(_) => Err(Refusal::RoundOver),
        }
    }

    /// Whether the seat on turn, which could play these cards, may pass.
    #[inline]
    pub(super) fn check_pass(&self, compiled: &CompiledRules, playable: CardSet) -> Result<(), Refusal> {
        match self.phase {
            Phase::Turn { drawn } | Phase::Again { drawn, .. } => {
                if drawn < compiled.draw_limit && self.can_supply(compiled) {
                    return Err(Refusal::CannotPass);
                }
                check_unwilling(compiled, playable)
            }
            Phase::Lead if self.can_supply(compiled) => Err(Refusal::CannotPass),
            Phase::Lead => check_unwilling(compiled, playable),
            Phase::Drawn { card, .. } => match compiled.rules.play_drawn {
                PlayDrawn::Must if !playable.is_empty() => {
                    Err(Refusal::MustPlayDrawn(compiled.pack.first_copy(card))) // V7
                }
                _ => Ok(()),
            },
            Phase::Suspended { .. } => Ok(()),
            Phase::Answer { .. } | Phase::Call => Err(Refusal::CannotPass),
            Phase::Over(_) => Err(Refusal::RoundOver),
        }
    }

    /// Checks whether the seat may make the move.
    pub(super) fn check(&self, compiled: &CompiledRules, seat: Seat, choice: Move) -> Result<(), Refusal> {
        if matches!(self.phase, Phase::Over(_)) {
            return Err(Refusal::RoundOver);
        }
        if !self.active.contains(seat) {
            return Err(Refusal::NotPlaying);
        }
        match choice {
            Move::Say(word) => return self.check_say(compiled, seat, word),
            Move::Catch(other) => return self.check_catch(compiled, seat, other),
            Move::Play(_) | Move::Draw | Move::Pass | Move::Challenge | Move::Call(_) => {}
        }
        if seat != self.turn {
            return Err(Refusal::NotYourTurn { turn: Some(self.turn) });
        }
        match choice {
            Move::Play(play) => self.check_play(compiled, play),
            Move::Draw => self.check_draw(compiled, self.playable(compiled)),
            Move::Pass => self.check_pass(compiled, self.playable(compiled)),
            Move::Challenge => match self.phase {
                Phase::Answer { challengeable: Some(_), .. } => Ok(()),
                _ => Err(Refusal::NothingToChallenge),
            },
            Move::Call(suit) => match self.phase {
                Phase::Call if usize::from(suit.0) < compiled.pack.suits().len() => Ok(()),
                _ => Err(Refusal::NoCall),
            },
            Move::Say(_) | Move::Catch(_) => Ok(()),
        }
    }

    fn check_play(&self, compiled: &CompiledRules, play: Play) -> Result<(), Refusal> {
        let hand = self.hands[self.turn];
        let cards = self.hold(compiled, play.cards)?;
        let first = play.cards.first;
        if play.cards.len > 1 && !compiled.rules.group_play {
            return Err(Refusal::NoGroups);
        }
        let playable = self.playable(compiled);
        if !playable.meets(compiled.pack.copies(first)) {
            return Err(self.why_not(compiled, first));
        }
        if cards == hand
            && let Some(barred) = (cards - compiled.finish).lowest()
        {
            return Err(Refusal::MayNotFinish(compiled.pack.first_copy(barred))); // C18, E6
        }
        self.check_call(compiled, play, cards == hand)?;
        self.check_swap(compiled, play, cards == hand)?;
        match play.say {
            None => Ok(()),
            Some(word) if self.word_after(compiled, play) == Some(word) => Ok(()),
            Some(_) => Err(Refusal::NothingToSay),
        }
    }

    /// The physical cards of a play in the hand of the seat on turn.
    pub(super) fn hold(&self, compiled: &CompiledRules, group: Group) -> Result<CardSet, Refusal> {
        let hand = self.hands[self.turn];
        if group.first.index() >= compiled.pack.cards().len()
            || group.last.index() >= compiled.pack.cards().len()
        {
            return Err(Refusal::Unreadable("there is no such card in the pack".into()));
        }
        let mut taken = CardSet::EMPTY;
        let mut take = |card: Card| match ((hand & compiled.pack.copies(card)) - taken).lowest() {
            Some(held) => {
                taken.insert(held);
                Ok(())
            }
            None => Err(Refusal::NotInHand(compiled.pack.first_copy(card))),
        };
        take(group.first)?;
        if group.len > 1 {
            take(group.last)?;
            let middle = group.between(compiled);
            middle.iter().try_for_each(&mut take)?;
            let same_rank = compiled.pack.face(group.first).rank == compiled.pack.face(group.last).rank;
            if !same_rank || middle.len() + 2 != usize::from(group.len) {
                return Err(Refusal::NotAGroup); // S7
            }
        } else if group.first != group.last || group.middle != 0 || group.len == 0 {
            return Err(Refusal::NotAGroup);
        }
        // Equal plays must be equal values, so each card is named by its first copy.
        let named = [group.first, group.last].into_iter().all(|card| compiled.pack.first_copy(card) == card);
        let middle = group.between(compiled);
        if !named || compiled.pack.canonical(middle) != middle {
            return Err(Refusal::Unreadable("cards are named by their faces".into()));
        }
        Ok(taken)
    }

    /// The reason why a card in hand may not be played.
    fn why_not(&self, compiled: &CompiledRules, card: Card) -> Refusal {
        let hand = self.hands[self.turn];
        let fits = self.follow.meets(compiled.pack.copies(card));
        match self.phase {
            Phase::Answer { rank, .. }
                if (compiled.answers[usize::from(rank.0)] | compiled.shields).contains(card) =>
            {
                return Refusal::MayNotFinish(card); // E6
            }
            Phase::Answer { cards, .. } => return Refusal::MustAnswer { cards },
            Phase::Suspended { .. } => return Refusal::OnlyBlock,
            Phase::Drawn { card: drawn, .. } if !compiled.pack.copies(drawn).contains(card) => {
                return Refusal::OnlyDrawn(compiled.pack.first_copy(drawn));
            }
            Phase::Call => return Refusal::CallNeeded,
            Phase::Drawn { .. } | Phase::Turn { .. } | Phase::Again { .. } | Phase::Lead | Phase::Over(_) => {
            }
        }
        if !fits && self.phase != Phase::Lead {
            if self.called && compiled.callers.contains(card) {
                return Refusal::NoRecall; // W21
            }
            let top = if self.called { None } else { self.top };
            return Refusal::DoesNotFit { card, suit: self.suit, top };
        }
        if compiled.wild_picks.contains(card)
            && compiled.rules.wild4_only_if_stuck
            && self.holds_suit_in_force(compiled, hand)
        {
            return Refusal::OnlyIfStuck(card);
        }
        Refusal::MayNotFinish(card)
    }

    /// A calling card needs a call, unless the round ends with it (W21).
    fn check_call(&self, compiled: &CompiledRules, play: Play, is_last: bool) -> Result<(), Refusal> {
        let calls = self.calls_with(compiled, play.cards.last, is_last);
        match play.call {
            Some(suit) if calls && usize::from(suit.0) < compiled.pack.suits().len() => Ok(()),
            Some(_) => Err(Refusal::NoCall),
            None if calls => Err(Refusal::CallNeeded),
            None => Ok(()),
        }
    }

    /// Whether a play with this card on top calls a suit (W21).
    #[inline]
    pub(super) fn calls_with(&self, compiled: &CompiledRules, top: Card, is_last: bool) -> bool {
        compiled.callers.contains(top) && !(is_last && self.ends_with(compiled))
    }

    /// Whether hands can be swapped after a play with this card on top (V19).
    #[inline]
    pub(super) fn swaps_with(&self, compiled: &CompiledRules, top: Card, is_last: bool) -> bool {
        compiled.swappers.contains(top) && !is_last && !self.answers_with_nothing(compiled)
    }

    /// Whether the round ends when the player on turn has no cards left.
    pub(super) fn ends_with(&self, compiled: &CompiledRules) -> bool {
        !compiled.rules.play_on || self.active.len() <= 2
    }

    fn check_swap(&self, compiled: &CompiledRules, play: Play, is_last: bool) -> Result<(), Refusal> {
        let swaps = self.swaps_with(compiled, play.cards.last, is_last);
        match play.with {
            Some(_) if !swaps => Err(Refusal::NoSwap),
            Some(other) if other == self.turn || !self.active.contains(other) => Err(Refusal::BadPartner),
            None if swaps && compiled.rules.swap_mandatory => Err(Refusal::PartnerNeeded),
            Some(_) | None => Ok(()),
        }
    }

    /// Whether a card played now only cancels a penalty.
    pub(super) fn answers_with_nothing(&self, compiled: &CompiledRules) -> bool {
        matches!(self.phase, Phase::Answer { .. }) && compiled.rules.counter == super::Counter::Cancel
    }

    /// The word that has to be said with this play, if players say it themselves (W22, U14).
    fn word_after(&self, compiled: &CompiledRules, play: Play) -> Option<Word> {
        let left = match play.with {
            Some(other) => self.hands[other].len(),
            None => self.hands[self.turn].len() - usize::from(play.cards.len),
        };
        compiled.word_to_say(left)
    }

    pub(super) fn check_say(&self, compiled: &CompiledRules, seat: Seat, word: Word) -> Result<(), Refusal> {
        let due = word_for(compiled, self.hands[seat].len()) == Some(word);
        let owes = self.owing.contains(seat) && due;
        let unsaid = seat == self.turn
            && self.reduced
            && self.said != Some(word)
            && due
            && compiled.rules.announce == Announce::Manual;
        let out_of_place = compiled.rules.false_call_penalty.get() > 0
            && compiled.rules.announce == Announce::Manual
            && seat == self.turn
            && word == Word::Last
            && self.hands[seat].len() > 1
            && !self.false_calls.contains(seat); // V12
        if owes || unsaid || out_of_place { Ok(()) } else { Err(Refusal::NothingToSay) }
    }

    pub(super) fn check_catch(
        &self,
        compiled: &CompiledRules,
        seat: Seat,
        other: Seat,
    ) -> Result<(), Refusal> {
        let catching = compiled.rules.announce_check == AnnounceCheck::Catch
            && compiled.rules.announce == Announce::Manual;
        let others = seat != other && self.active.contains(other) && self.active.contains(seat);
        let out_of_place =
            compiled.rules.false_call_penalty.get() > 0 && self.fresh && !self.false_calls.contains(seat); // V12
        if catching && others && (self.owing.contains(other) || out_of_place) {
            Ok(())
        } else {
            Err(Refusal::NobodyToCatch)
        }
    }
}

/// Checks whether a player who could play these cards may decline to (W6, V8, C12).
#[inline]
fn check_unwilling(compiled: &CompiledRules, playable: CardSet) -> Result<(), Refusal> {
    match playable.lowest() {
        Some(card) if !compiled.rules.voluntary_draw => {
            Err(Refusal::MustPlay(compiled.pack.first_copy(card)))
        }
        _ => Ok(()),
    }
}

/// The fitting cards, without those on which a hand may not end (E6, C18).
#[inline]
pub(super) fn finishable(compiled: &CompiledRules, hand: CardSet, fitting: CardSet) -> CardSet {
    if !compiled.finish_on_any && hand.is_single() { fitting & compiled.finish } else { fitting }
}

/// The word that a player with this many cards left has to say.
pub(super) fn word_for(compiled: &CompiledRules, left: usize) -> Option<Word> {
    match left {
        1 if compiled.duty & 0b10 != 0 => Some(Word::Last),
        2 if compiled.duty & 0b100 != 0 => Some(Word::Semi),
        _ => None,
    }
}
