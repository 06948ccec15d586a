//! Going back: earlier positions are played again from the entries, so none has to be kept.

use alloc::vec::Vec;

use engine::Event;

use super::{HistoryEntry, Session, deal_round};
use crate::fair_shuffle::Proof;

impl Session {
    /// Takes the last thing back; `false` where nothing was done yet.
    pub fn undo(&mut self) -> bool {
        self.entries.len().checked_sub(1).is_some_and(|entries| self.rewind(entries))
    }

    /// Goes back to the position after this many entries; `false` if there are not more.
    pub fn rewind(&mut self, entries: usize) -> bool {
        if entries >= self.entries.len() {
            return false;
        }
        let Some(start) = self.start_before(entries) else { return false };
        let later = core::mem::replace(self, start);
        let mut proofs = later.proofs.iter().skip(self.proofs.len());
        for entry in &later.entries[self.entries.len()..entries] {
            self.do_again(*entry, &mut proofs);
        }
        true
    }

    /// What each step brought about, from this one on; the first of all is the deal that began the match.
    pub fn events_since(&self, step: usize) -> Vec<Vec<Event>> {
        let mut past = self.clone();
        past.rewind(step);
        let mut steps = Vec::from([past.events().to_vec()]);
        let mut proofs = self.proofs.iter().skip(past.proofs.len());
        for entry in self.entries.iter().skip(step) {
            past.do_again(*entry, &mut proofs);
            steps.push(past.events().to_vec());
        }
        steps
    }

    /// The deal to play on from: that of the round in progress, or that of the match.
    fn start_before(&self, entries: usize) -> Option<Session> {
        let (scores, dealt_at) = self.dealt;
        if dealt_at > entries {
            return Session::with_compiled(self.rules.clone(), self.compiled.clone(), &self.opening).ok();
        }
        let at = deal_round(&self.compiled, scores, &self.order(), self.at.chance.clone()).ok()?;
        Some(Session { at, entries: self.entries[..dealt_at].to_vec(), ..self.clone() })
    }

    /// Does what was done before, so it cannot be refused.
    fn do_again<'a>(&mut self, entry: HistoryEntry, proofs: &mut impl Iterator<Item = &'a Proof>) {
        match entry {
            HistoryEntry::Act(seat, act) => drop(self.act(seat, act)),
            HistoryEntry::Deal => match proofs.next() {
                Some(proof) => drop(self.next_fair_round(proof.clone())),
                None => drop(self.next_round()),
            },
        }
    }
}
