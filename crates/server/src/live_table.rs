//! A table as it is in memory, and the end of its log.

use host::{Command, Host, Outcome};
use table::{Input, Millis, Table, Token};
use thiserror::Error;

use crate::data_key::TableSecrets;
use crate::log_entry::{self, LogEntry, Player};
use crate::replies::Replies;
use crate::secrets::Hash;
use crate::table_setup::TableSetup;

/// A table in memory and the end of its log.
pub struct LiveTable {
    /// The table and its viewers.
    pub host: Host,
    /// The sequence number of the last log entry.
    pub seq: u64,
    /// The hash of the last log entry.
    pub hash: Hash,
    /// The answers that commands were given.
    pub replies: Replies,
    /// The entries of players that neither move nor deal.
    pub upkeep: Upkeep,
}

/// How many entries of a log are a player's and neither move nor deal.
#[derive(Default)]
pub struct Upkeep {
    of_players: Vec<(Player, u64)>,
    all: u32,
    bytes: u32,
}

impl Upkeep {
    /// The entries of this player.
    pub fn of(&self, player: Player) -> u64 {
        self.of_players.iter().find(|(other, _)| *other == player).map_or(0, |(_, entries)| *entries)
    }

    /// The entries of all players.
    pub fn all(&self) -> u64 {
        u64::from(self.all)
    }

    /// The length of their texts: a change of rules is a whole rule file.
    pub fn bytes(&self) -> usize {
        self.bytes as usize
    }

    fn count(&mut self, player: Player, bytes: usize) {
        self.all += 1;
        self.bytes = self.bytes.saturating_add(bytes as u32);
        if let Some((_, entries)) = self.of_players.iter_mut().find(|(other, _)| *other == player) {
            *entries += 1;
        } else {
            self.of_players.reserve_exact(1);
            self.of_players.push((player, 1));
        }
    }
}

/// The hash before the first entry of a log.
pub const NO_HASH: Hash = [0; 32];

/// Why a log cannot be replayed: the entry, and what is wrong with it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("entry {seq}: {fault}")]
pub struct ReplayError {
    /// The sequence number of the entry.
    pub seq: u64,
    /// What is wrong with it.
    pub fault: EntryFault,
}

/// What is wrong with an entry of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum EntryFault {
    /// An entry is missing or out of order.
    #[error("its number does not follow the one before")]
    OutOfOrder,
    /// The entry, or one before it, was changed.
    #[error("its hash is not that of its text")]
    WrongHash,
    /// The text cannot be parsed.
    #[error("its text is no input")]
    NoInput,
    /// The replay diverges from the table that wrote the log.
    #[error("it led to another position when it was written")]
    Diverged,
}

impl LiveTable {
    /// A table whose log is still empty.
    pub fn new(setup: &TableSetup, seed: u64) -> LiveTable {
        let host = Host::new(setup.table(seed));
        LiveTable { host, seq: 0, hash: NO_HASH, replies: Replies::default(), upkeep: Upkeep::default() }
    }

    /// Replays a log.
    pub fn from_log(
        setup: &TableSetup,
        secrets: impl Into<TableSecrets>,
        entries: &[LogEntry],
    ) -> Result<LiveTable, ReplayError> {
        let secrets = secrets.into();
        let mut live = LiveTable::new(setup, secrets.seed);
        for entry in entries {
            live.replay(&secrets, entry).map_err(|fault| ReplayError { seq: entry.seq, fault })?;
        }
        Ok(live)
    }

    /// The table.
    pub fn table(&self) -> &Table {
        self.host.table()
    }

    /// When the table wants to be woken.
    pub fn wake(&self) -> Option<Millis> {
        self.host.wake()
    }

    /// Replays the next entry of a log, with the secrets of the table.
    pub fn replay(&mut self, secrets: &TableSecrets, entry: &LogEntry) -> Result<(), EntryFault> {
        if entry.seq != self.seq + 1 {
            return Err(EntryFault::OutOfOrder);
        }
        if entry.chained(&self.hash) != entry.hash {
            return Err(EntryFault::WrongHash);
        }
        let input = secrets.input(entry).ok_or(EntryFault::NoInput)?;
        let (who, id) = (entry.who, entry.cmd.as_deref());
        let outcome = self.apply(entry.at, input, who, id);
        self.logged(who, id, &entry.body, &outcome);
        self.hash = entry.hash;
        if self.table().number() == entry.number { Ok(()) } else { Err(EntryFault::Diverged) }
    }

    /// Applies an input, under the id of a command if it was one. The caller decides whether it is [`logged`](Self::logged).
    pub fn apply(&mut self, at: Millis, input: Input, who: Option<Player>, id: Option<&str>) -> Outcome {
        let command = who.zip(id).map(|(who, id)| Command { token: Token(who), id });
        self.host.apply(at, input, command)
    }

    /// Counts the input as an entry of the log, and keeps the answer to its command, unless that is about one position.
    /// The hash is for the caller to set.
    pub fn logged(&mut self, who: Option<Player>, id: Option<&str>, body: &str, outcome: &Outcome) {
        self.seq += 1;
        let advances = outcome.refusal.is_none() && log_entry::moves_or_deals(body);
        if let Some(who) = who.filter(|_| !advances) {
            self.upkeep.count(who, body.len());
        }
        if let (Some(who), Some(id), false) = (who, id, outcome.is_stale()) {
            let reply = outcome.refusal.clone().map_or(Ok(()), |refusal| Err(Box::new(refusal.into())));
            self.replies.keep(who, id, reply);
        }
    }
}
