//! A table made again from its log.

use table::{Input, Message, Millis, Output, Table};

use crate::log_entry::{LogEntry, Player};
use crate::replies::{Replies, Reply};
use crate::secrets::Hash;
use crate::table_setup::TableSetup;

/// A table and the end of its log.
pub struct LiveTable {
    /// The table.
    pub table: Table,
    /// The number of the last entry.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
    /// Its time.
    pub at: Millis,
    /// When the table wants to be woken.
    pub wake: Option<Millis>,
    /// What every command was answered.
    pub replies: Replies,
}

/// The first hash of a log.
pub const NO_HASH: Hash = [0; 32];

impl LiveTable {
    /// A table whose log is still empty.
    pub fn new(setup: &TableSetup, seed: u64) -> LiveTable {
        LiveTable {
            table: setup.table(seed),
            seq: 0,
            hash: NO_HASH,
            at: 0,
            wake: None,
            replies: Replies::default(),
        }
    }

    /// The table after all these entries, or what is wrong with them.
    pub fn from_log(setup: &TableSetup, seed: u64, entries: &[LogEntry]) -> Result<LiveTable, String> {
        let mut replayed = LiveTable::new(setup, seed);
        for entry in entries {
            replayed.follow(entry)?;
        }
        Ok(replayed)
    }

    /// Takes the next entry, if it is the next and leads where it says.
    fn follow(&mut self, entry: &LogEntry) -> Result<(), String> {
        let wrong = |what: &str| format!("entry {}: {what}", entry.seq);
        if entry.seq != self.seq + 1 {
            return Err(wrong("its number does not follow the one before"));
        }
        if entry.chained(&self.hash) != entry.hash {
            return Err(wrong("its hash is not that of its text"));
        }
        let input = entry.input().ok_or_else(|| wrong("its text is no input"))?;
        self.apply(entry.at, input, entry.who, entry.cmd.as_deref());
        self.hash = entry.hash;
        if self.table.number() != entry.number {
            return Err(wrong("it led to another position when it was written"));
        }
        Ok(())
    }

    /// Puts an input in and keeps the end of the log up to date, but for the hash.
    pub fn apply(&mut self, at: Millis, input: Input, who: Option<Player>, cmd: Option<&str>) -> Vec<Output> {
        let out = self.table.apply(at, input);
        self.seq += 1;
        self.at = self.at.max(at);
        self.wake = wake_of(&out);
        if let (Some(who), Some(cmd)) = (who, cmd) {
            self.replies.keep(who, cmd, reply(&out, who));
        }
        out
    }
}

fn wake_of(out: &[Output]) -> Option<Millis> {
    out.iter().find_map(|output| match output {
        Output::WakeAt(at) => Some(*at),
        Output::To(..) | Output::Host(_) => None,
    })
}

/// What the sender is answered: refused if the table refused, otherwise done.
fn reply(out: &[Output], who: Player) -> Reply {
    let refused = out.iter().find_map(|output| match output {
        Output::Host(Message::Refused(refusal)) => Some(refusal),
        Output::To(token, Message::Refused(refusal)) if token.0 == who => Some(refusal),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    });
    refused.map_or(Ok(()), |refusal| Err(Box::new(refusal.clone().into())))
}
