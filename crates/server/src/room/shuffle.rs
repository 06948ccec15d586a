//! Verifiable shuffles: the secret of each deal, and the record at the end.

use table::{Input, Millis};

use super::Room;

impl Room {
    /// Hands the table a fresh secret if it waits for one. Into the log goes what it is derived from, if there is a key.
    pub(super) fn give_entropy(&mut self, now: Millis) {
        if self.live.as_ref().is_some_and(|live| live.table().wants_entropy()) {
            let (secret, body) = self.secrets.next_deal();
            self.apply_as(now, Input::Entropy { secret }, None, body);
        }
    }

    /// The record of a match that is over, if its cards lie open: not one from the table's own seed, which is still
    /// in use. It waits for the end to be on disk, not for what came after that.
    pub fn record(&self) -> Option<String> {
        let live = self.live.as_ref()?;
        let session = live.table().session()?;
        let open =
            session.opening().fair.is_some() && session.outcome().is_some() && !live.table().is_playing();
        (open && self.saved >= self.ended).then(|| games::record::write(session))
    }
}
