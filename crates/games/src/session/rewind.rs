//! Undo: earlier positions are replayed from the entries, so none has to be stored.

use alloc::vec::Vec;

use engine::Event;

use super::{HistoryEntry, Session, deal_round};
use crate::fair_shuffle::Proof;

impl Session {
    /// Undoes the last step; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        self.entries.len().checked_sub(1).is_some_and(|entries| self.rewind(entries))
    }

    /// Goes back to the position after this many entries; `false` if there are no later ones.
    pub fn rewind(&mut self, entries: usize) -> bool {
        if entries >= self.entries.len() {
            return false;
        }
        let Some(start) = self.start_before(entries) else { return false };
        let later = core::mem::replace(self, start);
        let mut proofs = later.proofs.iter().skip(self.proofs.len());
        for entry in &later.entries[self.entries.len()..entries] {
            self.repeat(*entry, &mut proofs);
        }
        // What was signed at the end of the round is no longer how it ended.
        if let Some(proof) = self.proofs.last_mut() {
            proof.seals.clear();
        }
        true
    }

    /// The events of each step from this one on; step 0 is the first deal.
    pub fn events_since(&self, step: usize) -> Vec<Vec<Event>> {
        let mut past = self.clone();
        past.rewind(step);
        let mut steps = Vec::from([past.events().to_vec()]);
        let mut proofs = self.proofs.iter().skip(past.proofs.len());
        for entry in self.entries.iter().skip(step) {
            past.repeat(*entry, &mut proofs);
            steps.push(past.events().to_vec());
        }
        steps
    }

    /// The session at the latest deal before this many entries: that of the current round, or the first.
    fn start_before(&self, entries: usize) -> Option<Session> {
        let (scores, dealt_at) = self.dealt;
        if dealt_at > entries {
            return Session::with_compiled(self.rules.clone(), self.compiled.clone(), &self.opening).ok();
        }
        let at = deal_round(&self.compiled, scores, &self.order(), self.at.chance.clone()).ok()?;
        Some(Session { at, entries: self.entries[..dealt_at].to_vec(), ..self.clone() })
    }

    /// Repeats a step of the history, which cannot be refused.
    fn repeat<'a>(&mut self, entry: HistoryEntry, proofs: &mut impl Iterator<Item = &'a Proof>) {
        match entry {
            HistoryEntry::Act(seat, act) => drop(self.act(seat, act)),
            HistoryEntry::Deal => match proofs.next() {
                Some(proof) => drop(self.next_fair_round(proof.clone())),
                None => drop(self.next_round()),
            },
        }
    }
}
