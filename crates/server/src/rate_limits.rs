//! How much each may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};

use table::Millis;

use crate::backpressure::Patience;

/// The most keys that a kind of bucket remembers; beyond that the fullest are forgotten.
const MOST_KEYS: usize = 50_000;

/// A limit: so many within so long, all of them at once if need be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rate {
    /// How many.
    pub most: u32,
    /// In how many milliseconds.
    pub within: Millis,
}

/// All limits.
#[derive(Clone, Debug)]
pub struct Limits {
    /// New sockets of an address.
    pub handshakes: Rate,
    /// New guests of an address.
    pub guests: Rate,
    /// New tables of an address.
    pub tables: Rate,
    /// Tickets, that is attempts to get to a table, of an address.
    pub joins: Rate,
    /// Other calls of an address.
    pub calls: Rate,
    /// Commands of a player.
    pub commands: Rate,
    /// Things that a player says.
    pub talk: Rate,
    /// Tables of one maker that are not closed.
    pub open_tables: usize,
    /// Sockets of one address at a time.
    pub sockets_of_address: usize,
    /// Sockets of one player at a time.
    pub sockets_of_player: usize,
    /// Sockets in all.
    pub sockets: usize,
    /// Connections in all, those that are no sockets yet among them.
    pub connections: usize,
    /// How late the disk may be.
    pub patience: Patience,
}

const SECOND: Millis = 1_000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            handshakes: Rate { most: 20, within: MINUTE },
            guests: Rate { most: 10, within: HOUR },
            tables: Rate { most: 5, within: MINUTE },
            joins: Rate { most: 30, within: MINUTE },
            calls: Rate { most: 240, within: MINUTE },
            commands: Rate { most: 30, within: 3 * SECOND },
            talk: Rate { most: 5, within: 5 * SECOND },
            open_tables: 3,
            sockets_of_address: 64,
            sockets_of_player: 4,
            sockets: 20_000,
            connections: 24_000,
            patience: Patience::default(),
        }
    }
}

impl Limits {
    /// No limit by address or player, for tests and measurements behind closed doors.
    pub fn off() -> Limits {
        let all = Rate { most: u32::MAX, within: SECOND };
        Limits {
            handshakes: all,
            guests: all,
            tables: all,
            joins: all,
            calls: all,
            commands: all,
            talk: all,
            open_tables: usize::MAX,
            sockets_of_address: usize::MAX,
            sockets_of_player: usize::MAX,
            sockets: usize::MAX,
            connections: usize::MAX,
            patience: Patience::endless(),
        }
    }

    /// Limits meant for addresses, so many times wider: many people behind one address.
    #[must_use]
    pub fn wider(mut self, times: u32) -> Limits {
        for rate in
            [&mut self.handshakes, &mut self.guests, &mut self.tables, &mut self.joins, &mut self.calls]
        {
            rate.most = rate.most.saturating_mul(times);
        }
        self.sockets_of_address = self.sockets_of_address.saturating_mul(times as usize);
        self
    }
}

/// What somebody has left of a rate.
#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    /// In thousandths.
    left: u64,
    at: Millis,
}

impl Bucket {
    /// A full one.
    pub fn full(rate: Rate, now: Millis) -> Bucket {
        Bucket { left: u64::from(rate.most) * 1_000, at: now }
    }

    /// Takes one out, if there is one.
    pub fn take(&mut self, rate: Rate, now: Millis) -> bool {
        self.refill(rate, now);
        let enough = self.left >= 1_000;
        if enough {
            self.left -= 1_000;
        }
        enough
    }

    fn refill(&mut self, rate: Rate, now: Millis) {
        let most = u64::from(rate.most) * 1_000;
        let passed = now.saturating_sub(self.at);
        self.left = self.left.saturating_add(passed.saturating_mul(most) / rate.within).min(most);
        self.at = self.at.max(now);
    }
}

/// A bucket for each address or player.
pub struct Buckets<K> {
    rate: Rate,
    buckets: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    /// Buckets of one rate.
    pub fn new(rate: Rate) -> Buckets<K> {
        Buckets { rate, buckets: Mutex::default() }
    }

    /// Whether one more is within the limit.
    pub fn take(&self, key: &K, now: Millis) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_KEYS && !buckets.contains_key(key) {
            forget_the_quiet(&mut buckets, self.rate, now);
        }
        buckets.entry(key.clone()).or_insert_with(|| Bucket::full(self.rate, now)).take(self.rate, now)
    }
}

/// Forgets the half that has most left: they lose nothing by it.
fn forget_the_quiet<K>(buckets: &mut HashMap<K, Bucket>, rate: Rate, now: Millis) {
    for bucket in buckets.values_mut() {
        bucket.refill(rate, now);
    }
    let mut left: Vec<u64> = buckets.values().map(|bucket| bucket.left).collect();
    left.sort_unstable();
    let middle = left.get(left.len() / 2).copied().unwrap_or(0);
    let mut every_other = false;
    buckets.retain(|_, bucket| {
        every_other = !every_other;
        bucket.left < middle || (bucket.left == middle && every_other)
    });
}

/// How many each has at the moment.
pub struct Counts<K>(Mutex<HashMap<K, usize>>);

impl<K> Default for Counts<K> {
    fn default() -> Counts<K> {
        Counts(Mutex::default())
    }
}

impl<K: Hash + Eq + Clone> Counts<K> {
    /// One more, if there are not that many already.
    pub fn take(&self, key: &K, most: usize) -> bool {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(key.clone()).or_default();
        let free = *count < most;
        *count += usize::from(free);
        free
    }

    /// One less.
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

/// The address that limits count: a whole /64 is one household.
pub fn household(address: IpAddr) -> IpAddr {
    match plain(address) {
        IpAddr::V6(six) => {
            let [a, b, c, d, ..] = six.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        four @ IpAddr::V4(_) => four,
    }
}

/// The address of the client: the peer, or behind proxies that are named the last hop that is none of them (S5).
pub fn client(peer: IpAddr, forwarded: &[&str], proxies: &[IpAddr]) -> IpAddr {
    let trusted = |address: IpAddr| proxies.iter().any(|proxy| plain(*proxy) == plain(address));
    let mut client = peer;
    let hops = forwarded.iter().flat_map(|line| line.split(',')).collect::<Vec<_>>();
    for hop in hops.into_iter().rev() {
        let Ok(address) = hop.trim().parse() else { break };
        if !trusted(client) {
            break;
        }
        client = address;
    }
    plain(client)
}

fn plain(address: IpAddr) -> IpAddr {
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
        let rate = Rate { most: 3, within: 3_000 };
        let mut bucket = Bucket::full(rate, 0);
        assert_eq!((0..5).filter(|_| bucket.take(rate, 0)).count(), 3);
        assert!(!bucket.take(rate, 999));
        assert!(bucket.take(rate, 1_000));
        assert!(!bucket.take(rate, 1_500));
        assert_eq!((0..9).filter(|_| bucket.take(rate, 1_000_000)).count(), 3);
    }

    #[test]
    fn buckets_do_not_grow_without_end_and_forget_no_offender() {
        let buckets = Buckets::new(Rate { most: 2, within: 1_000_000_000 });
        assert!(buckets.take(&0_u64, 0) && buckets.take(&0, 0) && !buckets.take(&0, 0));
        for key in 1..200_000_u64 {
            buckets.take(&key, 0);
        }
        assert!(buckets.buckets.lock().unwrap().len() <= MOST_KEYS);
        assert!(!buckets.take(&0, 1), "who was over the limit is still known");
    }

    #[test]
    fn nobody_chooses_the_address_that_is_counted() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let (peer, proxy, client_ip) = (ip("9.9.9.9"), ip("10.0.0.1"), ip("7.7.7.7"));
        assert_eq!(client(peer, &["1.2.3.4"], &[]), peer, "nobody is trusted");
        assert_eq!(client(peer, &["1.2.3.4"], &[proxy]), peer, "the peer is not the proxy");
        assert_eq!(client(proxy, &["1.2.3.4, 7.7.7.7"], &[proxy]), client_ip, "the first element is a lie");
        assert_eq!(client(proxy, &["1.2.3.4", "7.7.7.7, 10.0.0.1"], &[proxy]), client_ip);
        assert_eq!(client(proxy, &["rubbish"], &[proxy]), proxy);
        assert_eq!(client(ip("::ffff:10.0.0.1"), &["7.7.7.7"], &[proxy]), client_ip);
        assert_eq!(household(ip("2001:db8:1:2:3:4:5:6")), ip("2001:db8:1:2::"));
    }
}
