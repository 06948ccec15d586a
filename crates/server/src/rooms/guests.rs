//! Players and their credentials: keys, links to another device, tickets for a socket.

use games::fair_shuffle::{hex, read_hex};
use table::Millis;

use super::{Rooms, lock};
use crate::log_entry::Player;
use crate::outbox::Close;
use crate::relay::{self, Order};
use crate::secrets::{self, Hash, SigningKey};
use crate::store::{Write, WriteOutcome};

/// How long a ticket can be used.
const TICKET_LIFETIME_MS: Millis = 30_000;

/// How long a link to another device can be used.
const LINK_LIFETIME_MS: Millis = 600_000;

/// Whom a ticket was issued to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Admitted {
    /// The player.
    pub player: Player,
    /// The hash of the key.
    pub key: Hash,
}

impl Rooms {
    /// Registers a new guest and returns the key. Only its hash is stored.
    pub async fn new_guest(&self) -> Option<String> {
        if self.is_disk_full() || self.is_read_only() {
            self.metrics.refused("disk");
            return None;
        }
        let key = secrets::token();
        let hash = secrets::hash(&[key.as_bytes()]);
        self.log_writer.written(Write::Key(hash, secrets::player_id(), self.now())).await?;
        Some(key)
    }

    /// A link that brings the player to another device, once.
    pub async fn new_link(&self, player: Player) -> Option<String> {
        let link = secrets::token();
        let hash = secrets::hash(&[link.as_bytes()]);
        self.log_writer.written(Write::Link(hash, player, self.now() + LINK_LIFETIME_MS)).await?;
        Some(link)
    }

    /// Exchanges a link for a key.
    pub async fn exchange(&self, link: &str) -> Option<String> {
        let key = secrets::token();
        let (link, hash) = (secrets::hash(&[link.as_bytes()]), secrets::hash(&[key.as_bytes()]));
        match self.log_writer.written(Write::Exchange { link, key: hash, now: self.now() }).await? {
            WriteOutcome::Exchanged(_) => Some(key),
            WriteOutcome::Done | WriteOutcome::Made(_) | WriteOutcome::Taken | WriteOutcome::NoRoom => None,
        }
    }

    /// Revokes a key, or all keys of its player, with what was made with it: sockets, tickets and links, at every node
    /// (D6).
    pub async fn log_out(&self, key: Hash, everywhere: bool) {
        let Some(player) = self.player(key).await else { return };
        let order = if everywhere {
            self.log_writer.written(Write::ForgetPlayer(player)).await;
            Order::EndPlayer { player: format!("{player:032x}") }
        } else {
            self.log_writer.written(Write::Forget(key)).await;
            Order::EndKey { key: hex(&key) }
        };
        // Tickets name their key, and are refused from now on; a socket that was opened before is in the list.
        self.obey(&order);
        relay::tell_nodes(self, &order).await;
    }

    /// The player whose key has this hash.
    pub async fn player(&self, key: Hash) -> Option<Player> {
        self.log_writer.look_up(move |store| store.player(&key)).await?
    }

    /// Whether the key of a ticket is still one.
    pub async fn still_knows(&self, admitted: &Admitted) -> bool {
        self.player(admitted.key).await == Some(admitted.player)
    }

    /// Carries out what a node of this store tells all others.
    pub fn obey(&self, order: &Order) -> String {
        match order {
            Order::Admin { words } => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                return self.act(&words);
            }
            Order::EndKey { key } => {
                let key = read_hex::<32>(key);
                self.end_sockets(Close::LoggedOut, |visitor| Some(visitor.key) == key);
            }
            Order::EndPlayer { player } => {
                let player = Player::from_str_radix(player, 16).ok();
                self.end_sockets(Close::LoggedOut, |visitor| Some(visitor.player) == player);
            }
        }
        String::new()
    }

    /// The addresses of the other nodes.
    pub async fn other_nodes(&self) -> Vec<String> {
        if !self.is_shared() {
            return Vec::new();
        }
        self.log_writer.look_up(|store| store.other_nodes()).await.unwrap_or_default()
    }

    /// A ticket for one socket at one table. It is signed, so every node accepts it, and good as long as its key.
    pub fn ticket(&self, player: Player, key: &Hash, code: &str) -> String {
        let (until, nonce, key) = (self.now() + TICKET_LIFETIME_MS, secrets::player_id(), hex(key));
        let claims = format!("{until:016x}{player:032x}{nonce:032x}{key}{code}");
        let signature = self.signing_key.sign(&format!("ticket {claims}"));
        claims + &signature
    }

    /// Whom a ticket was issued to. It is used up by this, at whatever table and node it is shown (D3).
    pub async fn admit(&self, ticket: &str, code: &str) -> Option<Admitted> {
        let (claims, signature) =
            ticket.split_at_checked(ticket.len().checked_sub(SigningKey::SIGNATURE_CHARS)?)?;
        if !self.signing_key.verify(&format!("ticket {claims}"), signature) {
            return None;
        }
        let until = Millis::from_str_radix(claims.get(..16)?, 16).ok()?;
        let player = Player::from_str_radix(claims.get(16..48)?, 16).ok()?;
        let key = read_hex::<32>(claims.get(80..144)?)?;
        let unused = until >= self.now() && lock(&self.used_tickets).insert(claims.into(), until).is_none();
        let unused = unused && self.is_first_use(claims, until).await;
        (unused && claims.get(144..)? == code).then_some(Admitted { player, key })
    }

    /// Whether no other node has seen the ticket.
    async fn is_first_use(&self, claims: &str, until: Millis) -> bool {
        if !self.is_shared() {
            return true;
        }
        let [ticket, by] = [claims, &secrets::token()].map(|text| secrets::hash(&[text.as_bytes()]));
        self.log_writer.look_up(move |store| store.use_ticket(&ticket, &by, until)).await == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms::Settings;
    use crate::sqlite::Sqlite;

    fn replaced(text: &str, at: usize) -> String {
        let digit = if &text[at..=at] == "0" { '1' } else { '0' };
        format!("{}{digit}{}", &text[..at], &text[at + 1..])
    }

    #[tokio::test]
    async fn tampered_tickets_are_refused() {
        let store = Box::new(Sqlite::in_memory().unwrap());
        let (rooms, _finished) = Rooms::open(store, Settings::default(), |_| {}).unwrap();
        let ticket = rooms.ticket(7, &[9; 32], "K7QX2M4P");
        for at in 0..ticket.len() {
            let code = if (144..152).contains(&at) { &replaced(&ticket, at)[144..152] } else { "K7QX2M4P" };
            assert_eq!(rooms.admit(&replaced(&ticket, at), code).await, None, "the character at {at}");
        }
        let unsigned = &ticket[..ticket.len() - SigningKey::SIGNATURE_CHARS];
        for tampered in [unsigned, &ticket[1..], &ticket[..ticket.len() - 1], "", "ä"] {
            assert_eq!(rooms.admit(tampered, "K7QX2M4P").await, None, "{tampered}");
        }
        assert_eq!(
            rooms.admit(&ticket, "K7QX2M4P").await,
            Some(Admitted { player: 7, key: [9; 32] }),
            "none of that used it up"
        );
        assert_eq!(rooms.admit(&ticket, "K7QX2M4P").await, None, "the second time");
    }

    #[tokio::test]
    async fn a_ticket_of_another_store_is_refused() {
        let open =
            || Rooms::open(Box::new(Sqlite::in_memory().unwrap()), Settings::default(), |_| {}).unwrap();
        let ((one, _), (other, _)) = (open(), open());
        assert_eq!(other.admit(&one.ticket(7, &[9; 32], "K7QX2M4P"), "K7QX2M4P").await, None);
    }
}
