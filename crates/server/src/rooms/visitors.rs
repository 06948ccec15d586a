//! Who is connected: every socket with its player, key and address, so that whoever logs out is gone at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use table::Millis;

use super::{Rooms, lock};
use crate::log_entry::Player;
use crate::outbox::{Close, Outbox};
use crate::secrets::Hash;

/// A socket whose player is known.
#[derive(Clone)]
pub struct Visitor {
    /// Whose it is.
    pub player: Player,
    /// The hash of the key that its ticket was issued for.
    pub key: Hash,
    /// The address that counts for limits.
    pub address: IpAddr,
    /// The code of the table.
    pub code: String,
    /// Since when.
    pub since: Millis,
    /// Its queue of frames.
    pub outbox: Arc<Outbox>,
}

/// All sockets of this node whose players are known.
#[derive(Default)]
pub struct Visitors(Mutex<(u64, HashMap<u64, Visitor>)>);

impl Visitors {
    /// Notes a socket; the number is for [`leave`](Visitors::leave).
    pub fn enter(&self, visitor: Visitor) -> u64 {
        let mut visitors = lock(&self.0);
        visitors.0 += 1;
        let number = visitors.0;
        visitors.1.insert(number, visitor);
        number
    }

    /// Forgets a socket.
    pub fn leave(&self, number: u64) {
        lock(&self.0).1.remove(&number);
    }

    /// The sockets for which this holds, the oldest first.
    pub fn filtered(&self, which: impl Fn(&Visitor) -> bool) -> Vec<Visitor> {
        let visitors = lock(&self.0);
        let mut found: Vec<Visitor> = visitors.1.values().filter(|visitor| which(visitor)).cloned().collect();
        found.sort_by_key(|visitor| visitor.since);
        found
    }
}

impl Rooms {
    /// Ends the sockets for which this holds: nothing more that they send is heard. How many there were.
    pub fn end_sockets(&self, why: Close, which: impl Fn(&Visitor) -> bool) -> usize {
        let ended = self.visitors.filtered(which);
        for visitor in &ended {
            visitor.outbox.close(why);
            let known = lock(&self.codes).get(&visitor.code).copied();
            if let Some(room) = known.and_then(|id| lock(&self.by_id).get(&id).cloned()) {
                self.disconnect(&room, &visitor.outbox);
            }
        }
        ended.len()
    }
}
