//! Shuffles that everyone can check: the secret of each deal, what devices send, and the record at the end.

use games::fair_shuffle::{Share, read_hex};
use protocol::ClientMsg;
use table::{Input, Millis, Switch, Token};

use super::Room;
use crate::secrets;

impl Room {
    /// Hands the table a fresh secret if it waits for one. It goes into the log like every input, and nowhere else.
    pub(super) fn give_entropy(&mut self, now: Millis) {
        if self.live.as_ref().is_some_and(|live| live.table.wants_entropy()) {
            self.apply(now, Input::Entropy { secret: secrets::deal_secret() }, None);
        }
    }

    /// The record of a match that is over, if its cards lie open: not one from the table's own seed, which is still
    /// in use. It waits for the end to be on disk, not for what came after that.
    pub fn record(&self) -> Option<String> {
        let live = self.live.as_ref()?;
        let session = live.table.session()?;
        let open =
            session.opening().fair.is_some() && session.outcome().is_some() && !live.table.is_playing();
        (open && self.saved >= self.ended).then(|| games::record::write(session))
    }
}

/// What a device sends for a shuffle, if it can be read.
pub(super) fn input(token: Token, asked: &ClientMsg) -> Option<Input> {
    match asked {
        ClientMsg::Mix { on, .. } => {
            Some(Input::Mix { token, switch: if *on { Switch::On } else { Switch::Off } })
        }
        ClientMsg::Promise { deal, c, .. } => {
            Some(Input::Promise { token, deal: *deal, promise: read_hex(c)? })
        }
        ClientMsg::Open { deal, e, .. } => {
            Some(Input::Open { token, deal: *deal, share: Share(read_hex(e)?) })
        }
        _ => None,
    }
}
