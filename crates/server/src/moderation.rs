//! Who may not play here, and who does not want to hear whom: kept in the store, and in memory to be asked at every call.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::{PoisonError, RwLock};

use table::Millis;

use crate::log_entry::Player;
use crate::rate_limits::household;
use crate::store::{Note, NoteKind};

/// Whom a ban is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Subject {
    /// A guest, on whatever device.
    Player(Player),
    /// An address; of IPv6 its whole network, as for rate limits.
    Address(IpAddr),
}

impl FromStr for Subject {
    type Err = ();

    fn from_str(text: &str) -> Result<Subject, ()> {
        if text.len() == 32
            && let Ok(player) = Player::from_str_radix(text, 16)
        {
            return Ok(Subject::Player(player));
        }
        text.parse().map(|address| Subject::Address(household(address))).map_err(|_| ())
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Subject::Player(player) => write!(f, "{player:032x}"),
            Subject::Address(address) => address.fmt(f),
        }
    }
}

/// How long a ban is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ban {
    /// Until this time.
    Until(Millis),
    /// For ever.
    ForEver,
}

impl From<Option<Millis>> for Ban {
    fn from(until: Option<Millis>) -> Ban {
        until.map_or(Ban::ForEver, Ban::Until)
    }
}

/// Bans and blocks as this node knows them.
#[derive(Debug, Default)]
pub struct Moderation {
    bans: RwLock<HashMap<Subject, Ban>>,
    /// Who blocked whom.
    blocks: RwLock<HashSet<(Player, Player)>>,
}

impl Moderation {
    /// Takes over what is in the store.
    pub fn load(&self, bans: &[Note], blocks: &[Note]) {
        let ban = |note: &Note| Some((note.subject.parse().ok()?, note.until.into()));
        *self.bans.write().unwrap_or_else(PoisonError::into_inner) = bans.iter().filter_map(ban).collect();
        let block = |note: &Note| {
            let (by, whom) = note.subject.split_once(' ')?;
            Some((Player::from_str_radix(by, 16).ok()?, Player::from_str_radix(whom, 16).ok()?))
        };
        *self.blocks.write().unwrap_or_else(PoisonError::into_inner) =
            blocks.iter().filter_map(block).collect();
    }

    /// Bans somebody.
    pub fn ban(&self, subject: Subject, ban: Ban) {
        self.bans.write().unwrap_or_else(PoisonError::into_inner).insert(subject, ban);
    }

    /// Ends a ban.
    pub fn unban(&self, subject: Subject) {
        self.bans.write().unwrap_or_else(PoisonError::into_inner).remove(&subject);
    }

    /// The ban that is in force now.
    pub fn banned(&self, subject: Subject, now: Millis) -> Option<Ban> {
        let bans = self.bans.read().unwrap_or_else(PoisonError::into_inner);
        bans.get(&subject).copied().filter(|ban| match ban {
            Ban::Until(until) => *until > now,
            Ban::ForEver => true,
        })
    }

    /// Whether one player has blocked another.
    pub fn blocks(&self, by: Player, whom: Player) -> bool {
        self.blocks.read().unwrap_or_else(PoisonError::into_inner).contains(&(by, whom))
    }

    /// Blocks a player for another one.
    pub fn block(&self, by: Player, whom: Player) {
        self.blocks.write().unwrap_or_else(PoisonError::into_inner).insert((by, whom));
    }

    /// Ends that.
    pub fn unblock(&self, by: Player, whom: Player) {
        self.blocks.write().unwrap_or_else(PoisonError::into_inner).remove(&(by, whom));
    }
}

/// The subject of the note that keeps a block.
pub fn block_subject(by: Player, whom: Player) -> String {
    format!("{by:032x} {whom:032x}")
}

/// The note that keeps a block.
pub fn block_note(by: Player, whom: Player, at: Millis) -> Note {
    let subject = block_subject(by, whom);
    Note { kind: NoteKind::Block, subject, at, until: None, text: String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_is_for_its_time_and_a_network_is_one_address() {
        let moderation = Moderation::default();
        let subject = |text: &str| text.parse::<Subject>().unwrap();
        moderation.ban(subject("2001:db8:1:2:3:4:5:6"), Ban::Until(100));
        assert_eq!(moderation.banned(subject("2001:db8:1:2::9"), 99), Some(Ban::Until(100)));
        assert_eq!(moderation.banned(subject("2001:db8:1:2::9"), 100), None, "it is over");
        assert_eq!(moderation.banned(subject("2001:db8:1:3::9"), 99), None);
        let ada = format!("{:032x}", 7);
        moderation.ban(subject(&ada), Ban::ForEver);
        assert_eq!(moderation.banned(Subject::Player(7), u64::MAX), Some(Ban::ForEver));
        moderation.unban(Subject::Player(7));
        assert_eq!(moderation.banned(Subject::Player(7), 0), None);
        assert!("Ada".parse::<Subject>().is_err());
        assert_eq!(subject(&ada).to_string(), ada);
    }

    #[test]
    fn what_is_in_the_store_is_known_after_a_restart() {
        let note = |kind, subject: &str| Note {
            kind,
            subject: subject.into(),
            at: 1,
            until: Some(9),
            text: String::new(),
        };
        let moderation = Moderation::default();
        moderation.load(&[note(NoteKind::Ban, "192.0.2.7")], &[block_note(7, 8, 1)]);
        assert_eq!(moderation.banned("192.0.2.7".parse().unwrap(), 8), Some(Ban::Until(9)));
        assert!(moderation.blocks(7, 8) && !moderation.blocks(8, 7));
        moderation.load(&[], &[]);
        assert!(!moderation.blocks(7, 8));
    }
}
