//! Players and what opens doors to them: keys, links to another device, tickets for a socket.

use table::Millis;

use super::{Rooms, lock};
use crate::log_entry::Player;
use crate::secrets;
use crate::store::{Write, WriteOutcome};

/// A ticket is good for this long.
const TICKET: Millis = 30_000;

/// A mark is so long.
const SIGN: usize = 64;

/// A link to another device is good for this long.
const LINK: Millis = 600_000;

impl Rooms {
    /// A new guest, or one that comes with a link from another device: the key, to be told once.
    pub async fn new_guest(&self) -> Option<String> {
        let key = secrets::token();
        let hash = secrets::hash(&[key.as_bytes()]);
        self.log_writer.written(Write::Key(hash, secrets::player(), self.now())).await?;
        Some(key)
    }

    /// A link that brings the player to another device, once.
    pub async fn new_link(&self, player: Player) -> Option<String> {
        let link = secrets::token();
        let hash = secrets::hash(&[link.as_bytes()]);
        self.log_writer.written(Write::Link(hash, player, self.now() + LINK)).await?;
        Some(link)
    }

    /// A key for a link.
    pub async fn exchange(&self, link: &str) -> Option<String> {
        let key = secrets::token();
        let (link, hash) = (secrets::hash(&[link.as_bytes()]), secrets::hash(&[key.as_bytes()]));
        match self.log_writer.written(Write::Exchange { link, key: hash, now: self.now() }).await? {
            WriteOutcome::Exchanged(_) => Some(key),
            WriteOutcome::Done | WriteOutcome::Made(_) | WriteOutcome::Taken => None,
        }
    }

    /// The key opens nothing any more (S6).
    pub async fn forget(&self, key: &str) {
        self.log_writer.written(Write::Forget(secrets::hash(&[key.as_bytes()]))).await;
    }

    /// Whose key it is.
    pub async fn player(&self, key: &str) -> Option<Player> {
        let hash = secrets::hash(&[key.as_bytes()]);
        self.log_writer.look_up(move |store| store.player(&hash)).await?
    }

    /// A ticket for one socket at one table. It is signed, so that it is good at every node.
    pub fn ticket(&self, player: Player, code: &str) -> String {
        let (until, fresh) = (self.now() + TICKET, secrets::player());
        let said = format!("{until:016x}{player:032x}{fresh:032x}{code}");
        let sign = self.sign(&format!("ticket {said}"));
        said + &sign
    }

    /// Who shows the ticket; it is used up by that, at whatever table and node it is shown (S3).
    pub async fn admit(&self, ticket: &str, code: &str) -> Option<Player> {
        let (said, sign) = ticket.split_at_checked(ticket.len().checked_sub(SIGN)?)?;
        if sign != self.sign(&format!("ticket {said}")) {
            return None;
        }
        let until = Millis::from_str_radix(said.get(..16)?, 16).ok()?;
        let player = Player::from_str_radix(said.get(16..48)?, 16).ok()?;
        let unused = until >= self.now() && lock(&self.spent).insert(said.into(), until).is_none();
        let unused = unused && self.is_first_use(said, until).await;
        (unused && said.get(80..)? == code).then_some(player)
    }

    /// Whether no other node has seen the ticket.
    async fn is_first_use(&self, said: &str, until: Millis) -> bool {
        if !self.is_shared() {
            return true;
        }
        let [ticket, by] = [said, &secrets::token()].map(|text| secrets::hash(&[text.as_bytes()]));
        self.log_writer.look_up(move |store| store.use_ticket(&ticket, &by, until)).await == Some(true)
    }

    /// The mark that only nodes of this store can make.
    pub fn sign(&self, text: &str) -> String {
        games::fair_shuffle::hex(&games::fair_shuffle::hmac(&self.seal, text.as_bytes()))
    }
}
