//! Removing a person: by the host before a match, by vote whenever no round is played.

use alloc::vec::Vec;

use engine::Seat;

use crate::table::Table;
use crate::{Message, Notice, PlayerKind, Refusal, Switch, Token};

/// Two agree at least: one person alone does not decide who stays.
const MIN_VOTES: usize = 2;

/// Who was removed from a table, and who is to be.
#[derive(Clone, Default)]
pub(crate) struct Removals {
    /// Those who were removed, and take no seat any more.
    removed: Vec<Token>,
    /// Who wants whom removed, until the next deal.
    votes: Vec<(Token, Token)>,
}

impl Table {
    /// Whether this person was removed, and takes no seat at this table any more.
    pub fn was_removed(&self, token: Token) -> bool {
        self.removals.as_ref().is_some_and(|removals| removals.removed.contains(&token))
    }

    /// What people wanted before the deal is forgotten.
    pub(crate) fn end_votes(&mut self) {
        if let Some(removals) = &mut self.removals {
            removals.votes.clear();
        }
    }

    /// The host removes a person.
    pub(crate) fn remove(&mut self, name: &str) -> Result<(), Refusal> {
        if self.is_playing() {
            return Err(Refusal::MatchInProgress);
        }
        let (seat, token) = self.person_named(name)?;
        self.put_out(seat, token);
        Ok(())
    }

    /// A person votes for removing another one, who goes once more than half of the others agree.
    pub(crate) fn vote_out(&mut self, token: Token, name: &str) -> Result<(), Refusal> {
        self.seated(token)?;
        self.no_round()?;
        let (seat, whom) = self.person_named(name)?;
        if whom == token {
            return Err(Refusal::NoSuchPerson);
        }
        let others = self.voters(whom);
        if others.len() < MIN_VOTES {
            return Err(Refusal::TooFewVoters);
        }
        let votes = &mut self.removals.get_or_insert_default().votes;
        if !votes.contains(&(token, whom)) {
            votes.push((token, whom));
        }
        let given = votes.iter().filter(|(by, about)| *about == whom && others.contains(by)).count();
        let needed = MIN_VOTES.max(others.len() / 2 + 1);
        if given >= needed {
            self.put_out(seat, whom);
        } else {
            self.notice(Notice::Vote { seat, given, needed });
        }
        Ok(())
    }

    /// Makes sure that nobody is in the middle of a round.
    fn no_round(&self) -> Result<(), Refusal> {
        let between = self.session.as_ref().is_some_and(|session| session.may_deal().is_ok());
        if self.is_playing() && (self.shuffle.is_some() || !between) {
            return Err(Refusal::RoundInProgress);
        }
        Ok(())
    }

    /// The people who decide about this one.
    fn voters(&self, whom: Token) -> Vec<Token> {
        let here = self.occupants.iter().filter(|occupant| occupant.kind() == PlayerKind::Person);
        here.filter_map(|occupant| occupant.token).filter(|token| *token != whom).collect()
    }

    fn person_named(&self, name: &str) -> Result<(Seat, Token), Refusal> {
        let mut named =
            self.seats().zip(&self.occupants).filter(|(_, occupant)| occupant.name == name.trim());
        named.find_map(|(seat, occupant)| Some((seat, occupant.token?))).ok_or(Refusal::NoSuchPerson)
    }

    /// The person leaves and cannot come back. In a match a computer player plays on without being told apart later.
    fn put_out(&mut self, seat: Seat, token: Token) {
        let removals = self.removals.get_or_insert_default();
        removals.removed.push(token);
        removals.votes.retain(|(by, about)| *by != token && *about != token);
        self.notice(Notice::Removed { seat });
        self.outgoing.to(token, Message::Refused(Refusal::Removed));
        self.vacate(seat, token);
        if let Some(occupant) = self.seat_of(token).and_then(|seat| self.occupant_mut(seat)) {
            occupant.token = None;
            occupant.mixing = Switch::Off;
            self.tell_players();
        }
    }
}
