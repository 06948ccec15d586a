//! Rate limits and other bounds.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, PoisonError};

use table::Millis;

use crate::backpressure::Patience;

/// Maximum number of buckets of a kind; beyond that the fullest are dropped.
const MAX_BUCKETS: usize = 50_000;

/// A rate limit; all of it can be used in one burst.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many.
    pub max: u32,
    /// In how many milliseconds.
    pub within: Millis,
}

impl std::fmt::Display for Rate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.within {
            SECOND => write!(f, "{}/second", self.max),
            MINUTE => write!(f, "{}/minute", self.max),
            HOUR => write!(f, "{}/hour", self.max),
            within => write!(f, "{} in {} seconds", self.max, within / SECOND),
        }
    }
}

impl Rate {
    /// So many times as much.
    #[must_use]
    pub fn times(self, times: usize) -> Rate {
        let times = u32::try_from(times.max(1)).unwrap_or(u32::MAX);
        Rate { max: self.max.saturating_mul(times), ..self }
    }

    /// The tokens of a full bucket, in the unit of buckets.
    fn thousandths(self) -> u64 {
        u64::from(self.max.max(1)) * TOKEN_THOUSANDTHS
    }
}

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// New sockets of an address.
    pub handshakes: Rate,
    /// New guests of an address.
    pub guests: Rate,
    /// New tables of an address.
    pub tables: Rate,
    /// Tickets, that is attempts to join a table, of an address.
    pub joins: Rate,
    /// Other calls of an address.
    pub calls: Rate,
    /// Commands of a player.
    pub commands: Rate,
    /// Commands of an address, all players together: what they do is stored.
    pub commands_of_address: Rate,
    /// Changed rules of an address: each is stored as a whole rule file.
    pub rules: Rate,
    /// Chat messages and phrases of a player.
    pub chat: Rate,
    /// Requests of an address, of whatever kind.
    pub requests: Rate,
    /// Frames of a socket, also those that only ask whether it is alive; long ones count more than once.
    pub frames: Rate,
    /// Frames of all sockets of a player.
    pub frames_of_player: Rate,
    /// Frames of all sockets of an address.
    pub frames_of_address: Rate,
    /// Milliseconds that computer players search for those at an address, for each search thread.
    pub thinking: Rate,
    /// Milliseconds that computer players search for a player, for each search thread.
    pub thinking_of_player: Rate,
    /// Open tables created by one player.
    pub open_tables: usize,
    /// Seats of one player at tables whose match has not begun.
    pub seats_of_player: usize,
    /// Open sockets of one address.
    pub sockets_of_address: usize,
    /// Open sockets of one player.
    pub sockets_of_player: usize,
    /// Open sockets in total.
    pub sockets: usize,
    /// Open connections in total, before and after the upgrade to a socket.
    pub connections: usize,
    /// How late the disk may be.
    pub patience: Patience,
}

/// Files that a server has open beside its connections: the store, the listeners, the log.
const RESERVED_DESCRIPTORS: usize = 64;

/// A token, in the unit of buckets.
const TOKEN_THOUSANDTHS: u64 = 1_000;

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            // A school or a mobile carrier has hundreds of people behind one address, who all come back at once.
            handshakes: Rate { max: 300, within: MINUTE },
            guests: Rate { max: 600, within: HOUR },
            tables: Rate { max: 60, within: MINUTE },
            joins: Rate { max: 600, within: MINUTE },
            calls: Rate { max: 1_200, within: MINUTE },
            commands: Rate { max: 30, within: 3 * SECOND },
            commands_of_address: Rate { max: 15_000, within: MINUTE },
            rules: Rate { max: 120, within: HOUR },
            chat: Rate { max: 5, within: 5 * SECOND },
            requests: Rate { max: 30_000, within: MINUTE },
            frames: Rate { max: 1_200, within: MINUTE },
            frames_of_player: Rate { max: 2_400, within: MINUTE },
            frames_of_address: Rate { max: 60_000, within: MINUTE },
            thinking: Rate { max: 30_000, within: MINUTE },
            thinking_of_player: Rate { max: 15_000, within: MINUTE },
            open_tables: 3,
            seats_of_player: 4,
            sockets_of_address: 1_000,
            sockets_of_player: 4,
            sockets: 20_000,
            connections: 24_000,
            patience: Patience::default(),
        }
    }
}

impl Limits {
    /// No limits, for tests and measurements.
    pub fn off() -> Limits {
        let unlimited = Rate { max: u32::MAX, within: SECOND };
        Limits {
            handshakes: unlimited,
            guests: unlimited,
            tables: unlimited,
            joins: unlimited,
            calls: unlimited,
            commands: unlimited,
            commands_of_address: unlimited,
            rules: unlimited,
            chat: unlimited,
            requests: unlimited,
            frames: unlimited,
            frames_of_player: unlimited,
            frames_of_address: unlimited,
            thinking: unlimited,
            thinking_of_player: unlimited,
            open_tables: usize::MAX,
            seats_of_player: usize::MAX,
            sockets_of_address: usize::MAX,
            sockets_of_player: usize::MAX,
            sockets: usize::MAX,
            connections: usize::MAX,
            patience: Patience::endless(),
        }
    }

    /// The limits by address multiplied, for many people behind one address.
    #[must_use]
    pub fn wider(mut self, times: u32) -> Limits {
        for rate in [
            &mut self.handshakes,
            &mut self.guests,
            &mut self.tables,
            &mut self.joins,
            &mut self.calls,
            &mut self.commands_of_address,
            &mut self.rules,
            &mut self.requests,
            &mut self.frames_of_address,
            &mut self.thinking,
        ] {
            rate.max = rate.max.saturating_mul(times);
        }
        self.sockets_of_address = self.sockets_of_address.saturating_mul(times as usize);
        self
    }
}

/// Why a limit cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LimitError {
    /// There is no such limit.
    #[error("there is no limit \"{0}\"; the limits are {names}", names = Limits::NAMES.join(", "))]
    Unknown(String),
    /// It is a rate.
    #[error("write {0}=NUMBER/second, {0}=NUMBER/minute or {0}=NUMBER/hour")]
    Rate(String),
    /// It is a number.
    #[error("write {0}=NUMBER")]
    Number(String),
}

impl Limits {
    /// The names of all limits that can be set, in the order of `docs/server.md`.
    pub const NAMES: [&'static str; 21] = [
        "guests",
        "tables",
        "joins",
        "calls",
        "requests",
        "handshakes",
        "sockets-of-address",
        "sockets-of-player",
        "open-tables",
        "seats-of-player",
        "commands",
        "commands-of-address",
        "rules",
        "chat",
        "frames",
        "frames-of-player",
        "frames-of-address",
        "thinking",
        "thinking-of-player",
        "sockets",
        "connections",
    ];

    /// The limits of a process that can have this many files and connections open, if it is known; in a shared store a
    /// connection that is forwarded to another node counts twice.
    #[must_use]
    pub fn within(mut self, descriptors: Option<u64>, is_shared: bool) -> Limits {
        let Some(descriptors) = descriptors else { return self };
        let free = usize::try_from(descriptors).unwrap_or(usize::MAX).saturating_sub(RESERVED_DESCRIPTORS);
        let most = if is_shared { free / 2 } else { free };
        self.connections = self.connections.min(most.max(1));
        self
    }

    /// Open connections of one address, before and after the upgrade to a socket: its sockets and some calls beside them,
    /// but never so many that a few addresses take every place.
    pub fn connections_of_address(&self) -> usize {
        if self.sockets_of_address == usize::MAX {
            return usize::MAX;
        }
        let wanted = self.sockets_of_address.saturating_add(self.sockets_of_address / 5);
        wanted.min((self.connections / 4).max(1))
    }

    /// Sets one limit from a text like `guests=600/hour` or `sockets=20000`.
    pub fn set(&mut self, text: &str) -> Result<(), LimitError> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        if let Some(rate) = self.rate_mut(name) {
            *rate = read_rate(value).ok_or_else(|| LimitError::Rate(name.into()))?;
        } else if let Some(number) = self.number_mut(name) {
            *number = value.parse().map_err(|_| LimitError::Number(name.into()))?;
        } else {
            return Err(LimitError::Unknown(name.into()));
        }
        Ok(())
    }

    /// All limits as they are set, one in a line.
    pub fn lines(&self) -> String {
        let mut limits = self.clone();
        let line = |name: &&str| {
            let value = match (limits.rate_mut(name).map(|rate| *rate), limits.number_mut(name)) {
                (Some(rate), _) => rate.to_string(),
                (None, Some(number)) => number.to_string(),
                (None, None) => String::new(),
            };
            format!("{name}={value}\n")
        };
        Limits::NAMES.iter().map(line).collect()
    }

    fn rate_mut(&mut self, name: &str) -> Option<&mut Rate> {
        Some(match name {
            "guests" => &mut self.guests,
            "tables" => &mut self.tables,
            "joins" => &mut self.joins,
            "calls" => &mut self.calls,
            "handshakes" => &mut self.handshakes,
            "commands" => &mut self.commands,
            "commands-of-address" => &mut self.commands_of_address,
            "rules" => &mut self.rules,
            "chat" => &mut self.chat,
            "requests" => &mut self.requests,
            "frames" => &mut self.frames,
            "frames-of-player" => &mut self.frames_of_player,
            "frames-of-address" => &mut self.frames_of_address,
            "thinking" => &mut self.thinking,
            "thinking-of-player" => &mut self.thinking_of_player,
            _ => return None,
        })
    }

    fn number_mut(&mut self, name: &str) -> Option<&mut usize> {
        Some(match name {
            "sockets-of-address" => &mut self.sockets_of_address,
            "sockets-of-player" => &mut self.sockets_of_player,
            "open-tables" => &mut self.open_tables,
            "seats-of-player" => &mut self.seats_of_player,
            "sockets" => &mut self.sockets,
            "connections" => &mut self.connections,
            _ => return None,
        })
    }
}

fn read_rate(text: &str) -> Option<Rate> {
    let (max, unit) = text.split_once('/')?;
    let within = match unit {
        "second" => SECOND,
        "minute" => MINUTE,
        "hour" => HOUR,
        _ => return None,
    };
    Some(Rate { max: max.parse().ok().filter(|max| *max > 0)?, within })
}

/// A token bucket.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    left_thousandths: u64,
    at: Millis,
}

impl Bucket {
    /// A full bucket.
    pub fn full(rate: Rate, now: Millis) -> Bucket {
        Bucket { left_thousandths: u64::from(rate.max) * TOKEN_THOUSANDTHS, at: now }
    }

    /// How long until there is a token again.
    fn wait(&self, rate: Rate, now: Millis) -> Millis {
        let missing = TOKEN_THOUSANDTHS.saturating_sub(self.left_thousandths);
        let filled = self.at.saturating_add(missing.saturating_mul(rate.within).div_ceil(rate.thousandths()));
        filled.saturating_sub(now)
    }

    /// Takes a token, if there is one.
    pub fn take(&mut self, rate: Rate, now: Millis) -> bool {
        let enough = self.has_any(rate, now);
        if enough {
            self.left_thousandths -= TOKEN_THOUSANDTHS;
        }
        enough
    }

    /// Takes this many tokens, or all that are left if there are fewer: what they stand for has happened already. Returns
    /// whether there were enough.
    pub fn charge(&mut self, rate: Rate, now: Millis, tokens: u64) -> bool {
        self.refill(rate, now);
        let left = self.left_thousandths.checked_sub(tokens.saturating_mul(TOKEN_THOUSANDTHS));
        self.left_thousandths = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether there is a token.
    pub fn has_any(&mut self, rate: Rate, now: Millis) -> bool {
        self.refill(rate, now);
        self.left_thousandths >= TOKEN_THOUSANDTHS
    }

    /// Whether less than half of the tokens are left.
    pub fn is_half_empty(&self, rate: Rate) -> bool {
        self.left_thousandths < rate.thousandths() / 2
    }

    /// Time that was too short for a thousandth of a token counts later: impatience does not keep a bucket empty.
    fn refill(&mut self, rate: Rate, now: Millis) {
        let (max, passed) = (rate.thousandths(), now.saturating_sub(self.at));
        let gained = passed.saturating_mul(max) / rate.within;
        if self.left_thousandths.saturating_add(gained) >= max {
            (self.left_thousandths, self.at) = (max, self.at.max(now));
        } else {
            self.left_thousandths += gained;
            self.at += gained.saturating_mul(rate.within).div_ceil(max);
        }
    }
}

/// A token bucket for each address or player.
pub struct Buckets<K> {
    rate: Mutex<Rate>,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Buckets with this rate.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate: Mutex::new(rate), buckets: Mutex::default() }
    }

    /// Another rate is in force from now on.
    pub fn set_rate(&self, rate: Rate) {
        *self.rate.lock().unwrap_or_else(PoisonError::into_inner) = rate;
    }

    /// Counts one more, unless that is over the limit: then how long to wait.
    pub fn take(&self, key: &K, now: Millis) -> Result<(), Millis> {
        self.with(
            key,
            now,
            |bucket, rate| {
                if bucket.take(rate, now) { Ok(()) } else { Err(bucket.wait(rate, now)) }
            },
        )
    }

    /// Counts so many that have happened already; whether they were within the limit.
    pub fn charge(&self, key: &K, now: Millis, tokens: u64) -> bool {
        self.with(key, now, |bucket, rate| bucket.charge(rate, now, tokens))
    }

    /// Whether one more would be within the limit.
    pub fn has_any(&self, key: &K, now: Millis) -> bool {
        self.with(key, now, |bucket, rate| bucket.has_any(rate, now))
    }

    fn with<T>(&self, key: &K, now: Millis, act: impl FnOnce(&mut Bucket, Rate) -> T) -> T {
        let rate = *self.rate.lock().unwrap_or_else(PoisonError::into_inner);
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS && !buckets.contains_key(key) {
            drop_fullest_half(&mut buckets, rate, now);
        }
        act(buckets.entry(key.clone()).or_insert_with(|| Bucket::full(rate, now)), rate)
    }
}

/// Drops the fuller half of the buckets: their owners lose little by it.
fn drop_fullest_half<K>(buckets: &mut HashMap<K, Bucket>, rate: Rate, now: Millis) {
    for bucket in buckets.values_mut() {
        bucket.refill(rate, now);
    }
    let mut left: Vec<u64> = buckets.values().map(|bucket| bucket.left_thousandths).collect();
    left.sort_unstable();
    let middle = left.get(left.len() / 2).copied().unwrap_or(0);
    let mut every_other = false;
    buckets.retain(|_, bucket| {
        every_other = !every_other;
        bucket.left_thousandths < middle || (bucket.left_thousandths == middle && every_other)
    });
}

/// How many of something each address or player has now.
pub struct Counts<K>(Mutex<HashMap<K, usize>>);

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(Mutex::default())
    }
}

impl<K: Hash + Eq + Clone> Counts<K> {
    /// Adds one, unless the limit is reached.
    pub fn take(&self, key: &K, max: usize) -> bool {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_default();
        let free = *count < max;
        *count += usize::from(free);
        free
    }

    /// Removes one.
    pub fn give_back(&self, key: &K) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(key) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(key);
            }
        }
    }
}

/// The address that counts for rate limits: an IPv6 /64 counts as one.
pub fn household(address: IpAddr) -> IpAddr {
    match plain(address) {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        four @ IpAddr::V4(_) => four,
    }
}

/// The address of the client: the peer, or behind trusted proxies the last hop that is not one of them (D5). `None` if a
/// trusted proxy names no address: whoever that is must not share the limits of others.
pub fn client(peer: IpAddr, forwarded: &[&[u8]], proxies: &[IpAddr]) -> Option<IpAddr> {
    let trusted = |address: IpAddr| proxies.iter().any(|proxy| plain(*proxy) == plain(address));
    let mut client = peer;
    let hops = forwarded.iter().flat_map(|line| line.split(|&byte| byte == b',')).map(<[u8]>::trim_ascii);
    let hops: Vec<&[u8]> = hops.filter(|hop| !hop.is_empty()).collect();
    for hop in hops.into_iter().rev() {
        if !trusted(client) {
            break;
        }
        client = hop_address(hop)?;
    }
    Some(plain(client))
}

/// The address in an element of `X-Forwarded-For`; some proxies add the port.
fn hop_address(hop: &[u8]) -> Option<IpAddr> {
    let text = std::str::from_utf8(hop).ok()?;
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    text.parse().ok().or_else(with_port).or_else(in_brackets)
}

/// The address, as IPv4 if it is one in the form of IPv6.
pub fn plain(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => six.to_ipv4_mapped().map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_allows_so_many_and_then_one_by_one() {
        let rate = Rate { max: 3, within: 3_000 };
        let mut bucket = Bucket::full(rate, 0);
        assert_eq!((0..5).filter(|_| bucket.take(rate, 0)).count(), 3);
        assert!(!bucket.take(rate, 999));
        assert!(bucket.take(rate, 1_000));
        assert!(!bucket.take(rate, 1_500));
        assert_eq!((0..9).filter(|_| bucket.take(rate, 1_000_000)).count(), 3);
    }

    #[test]
    fn who_waits_as_long_as_told_is_let_in_and_nobody_earlier() {
        let (rate, mut now) = (Rate { max: 7, within: 60_000 }, 0);
        let mut bucket = Bucket::full(rate, now);
        for _ in 0..50 {
            if !bucket.take(rate, now) {
                let (wait, mut early) = (bucket.wait(rate, now), bucket);
                assert!(!early.take(rate, now + wait - 1), "a moment too early at {now}");
                now += wait;
                assert!(bucket.take(rate, now), "at {now}");
            }
        }
        assert!(now > 300_000, "{now}");
    }

    #[test]
    fn who_asks_all_the_time_is_let_in_as_well() {
        let rate = Rate { max: 600, within: HOUR };
        let mut bucket = Bucket::full(rate, 0);
        let taken = (0..HOUR).filter(|&now| bucket.take(rate, now)).count();
        assert!((1_190..=1_200).contains(&taken), "the first 600 and another 600 in an hour: {taken}");
    }

    #[test]
    fn every_limit_can_be_set_by_its_name() {
        let mut limits = Limits::default();
        for name in Limits::NAMES {
            let value = if limits.rate_mut(name).is_some() { "7/second" } else { "7" };
            limits.set(&format!("{name}={value}")).unwrap();
        }
        let rate = Rate { max: 7, within: 1_000 };
        let Limits { handshakes, guests, tables, joins, calls, commands, rules, chat, .. } = limits;
        assert_eq!([handshakes, guests, tables, joins, calls, commands, rules, chat], [rate; 8]);
        let Limits {
            open_tables,
            seats_of_player,
            sockets_of_address,
            sockets_of_player,
            sockets,
            connections,
            ..
        } = limits;
        assert_eq!(
            [open_tables, seats_of_player, sockets_of_address, sockets_of_player, sockets, connections],
            [7; 6]
        );
        limits.set("guests=1000/hour").unwrap();
        assert_eq!(limits.guests, Rate { max: 1_000, within: HOUR });
        for wrong in
            ["guests", "guests=", "guests=x", "guests=7", "guests=7/day", "gusts=7/hour", "sockets=7/hour"]
        {
            assert!(limits.set(wrong).is_err(), "{wrong}");
        }
        assert!(limits.set("gusts=1/hour").unwrap_err().to_string().contains("guests"), "it names them");
    }

    #[test]
    fn connections_leave_descriptors_for_the_rest_and_places_for_others() {
        let (usual, off) = (Limits::default(), Limits::off());
        let of = |limits: &Limits, descriptors, is_shared| {
            let limits = limits.clone().within(descriptors, is_shared);
            (limits.connections, limits.connections_of_address())
        };
        assert_eq!(of(&usual, Some(1_024), false), (960, 240));
        assert_eq!(of(&usual, Some(1_024), true), (480, 120));
        assert_eq!(of(&usual, Some(1_048_576), false), (24_000, 1_200));
        assert_eq!(of(&usual, None, false), (24_000, 1_200));
        assert_eq!(of(&usual.clone().wider(20), Some(65_536), false), (24_000, 6_000));
        assert_eq!(of(&off, Some(1_024), false), (960, usize::MAX));
        assert_eq!(of(&usual, Some(3), false), (1, 1), "it serves whom it can");
    }

    /// A class of thirty comes in within a minute, each with a table or a seat; the Wi-Fi drops them, and they come back.
    #[test]
    fn a_school_behind_one_address_is_not_stopped() {
        let limits = Limits::default();
        for (rate, times) in [
            (limits.guests, 30),
            (limits.joins, 90),
            (limits.handshakes, 60),
            (limits.tables, 30),
            (limits.calls, 300),
            (limits.rules, 90),
            (limits.commands_of_address, 3_000),
        ] {
            let buckets = Buckets::new(rate);
            assert!((0..times).all(|_| buckets.take(&0_u64, 0).is_ok()), "{rate:?}");
        }
    }

    #[test]
    fn buckets_do_not_grow_without_end_and_forget_no_offender() {
        let buckets = Buckets::new(Rate { max: 2, within: 1_000_000_000 });
        let taken = [0; 3].map(|_| buckets.take(&0_u64, 0).is_ok());
        assert_eq!(taken, [true, true, false]);
        for key in 1..200_000_u64 {
            let _ = buckets.take(&key, 0);
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MAX_BUCKETS);
        assert!(buckets.take(&0, 1).is_err(), "who was over the limit is still known");
    }

    #[test]
    fn nobody_chooses_the_address_that_is_counted() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let (peer, proxy, client_ip) = (ip("9.9.9.9"), ip("10.0.0.1"), ip("7.7.7.7"));
        let client = |peer, forwarded: &[&str], proxies: &[IpAddr]| {
            let lines: Vec<&[u8]> = forwarded.iter().map(|line| line.as_bytes()).collect();
            super::client(peer, &lines, proxies)
        };
        assert_eq!(client(peer, &["1.2.3.4"], &[]), Some(peer), "nobody is trusted");
        assert_eq!(client(peer, &["1.2.3.4"], &[proxy]), Some(peer), "the peer is not the proxy");
        assert_eq!(client(peer, &["rubbish"], &[proxy]), Some(peer), "so it does not matter what it says");
        assert_eq!(client(proxy, &[], &[proxy]), Some(proxy), "the proxy itself looks whether all is well");
        assert_eq!(client(proxy, &[""], &[proxy]), Some(proxy));
        let lie = client(proxy, &["1.2.3.4, 7.7.7.7"], &[proxy]);
        assert_eq!(lie, Some(client_ip), "the first element is a lie");
        assert_eq!(client(proxy, &["1.2.3.4", "7.7.7.7, 10.0.0.1"], &[proxy]), Some(client_ip));
        assert_eq!(client(ip("::ffff:10.0.0.1"), &["7.7.7.7"], &[proxy]), Some(client_ip));
        for hop in ["7.7.7.7:4711", " 7.7.7.7 ", "[::ffff:7.7.7.7]:4711", "[::ffff:7.7.7.7]"] {
            assert_eq!(client(proxy, &[hop], &[proxy]), Some(client_ip), "{hop}");
        }
        for hop in ["rubbish", "unknown", "7.7.7.7.7", "1.2.3.4, unknown", "_hidden"] {
            assert_eq!(client(proxy, &[hop], &[proxy]), None, "{hop}: nobody's limits are theirs");
        }
        // Bytes that are no text, in front of what the proxy adds, hide nothing.
        assert_eq!(super::client(proxy, &[b"\xff\xfe, 7.7.7.7"], &[proxy]), Some(client_ip));
        assert_eq!(household(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
    }
}
