//! What was refused, how often, and from which networks: enough for an operator to act, and no address of anybody.

use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::rate_limits::plain;

/// The networks that are counted for each reason; beyond that, the one with the fewest refusals gives way.
const MAX_NETWORKS: usize = 32;

/// The networks that a line of the log names.
const LOGGED_NETWORKS: usize = 3;

/// The refusals of each reason.
#[derive(Default)]
pub struct Refusals(BTreeMap<&'static str, Refused>);

/// The refusals for one reason.
#[derive(Default)]
struct Refused {
    total: u64,
    /// How many of them the log tells of.
    logged: u64,
    /// Where those come from that the log does not tell of yet.
    networks: BTreeMap<Network, u64>,
}

impl Refusals {
    /// Counts one. The first one is logged at once, the others together by [`Refusals::log`].
    pub fn count(&mut self, reason: &'static str, client: Option<IpAddr>) {
        let refused = self.0.entry(reason).or_default();
        refused.total += 1;
        let network = client.map(Network::of);
        if refused.total == 1 {
            refused.logged = 1;
            let from = network.map(|network| network.to_string()).unwrap_or_default();
            tracing::info!(reason, times = 1, from, "refused");
        } else {
            refused.count_from(network);
            tracing::debug!(reason, "refused");
        }
    }

    /// Logs how often something was refused since the last time, and where most of it came from.
    pub fn log(&mut self) {
        for (reason, refused) in &mut self.0 {
            let (times, from) = (refused.total - refused.logged, refused.main_networks());
            refused.logged = refused.total;
            refused.networks.clear();
            if times > 0 {
                tracing::info!(reason, times, from, "refused");
            }
        }
    }

    /// How often something was refused, by reason.
    pub fn totals(&self) -> impl Iterator<Item = (&'static str, u64)> {
        self.0.iter().map(|(reason, refused)| (*reason, refused.total))
    }
}

impl Refused {
    fn count_from(&mut self, network: Option<Network>) {
        let Some(network) = network else { return };
        let mut replaced = 0;
        if self.networks.len() >= MAX_NETWORKS && !self.networks.contains_key(&network) {
            let fewest = self.networks.iter().min_by_key(|(_, times)| **times).map(|(network, _)| *network);
            // Whoever comes often is then counted too high rather than not at all.
            replaced = fewest.and_then(|fewest| self.networks.remove(&fewest)).unwrap_or_default();
        }
        *self.networks.entry(network).or_insert(replaced) += 1;
    }

    /// Like `203.0.113.0/24 512, 2001:db8::/48 3`: most first.
    fn main_networks(&self) -> String {
        let mut networks: Vec<_> = self.networks.iter().collect();
        networks.sort_by_key(|(_, times)| std::cmp::Reverse(**times));
        let line = |(network, times)| format!("{network} {times}");
        networks.into_iter().take(LOGGED_NETWORKS).map(line).collect::<Vec<_>>().join(", ")
    }
}

/// The network of an address: the first 24 bits of an IPv4 address, the first 48 of an IPv6 address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Network(IpAddr);

impl Network {
    fn of(address: IpAddr) -> Network {
        Network(match plain(address) {
            IpAddr::V4(four) => {
                let [a, b, c, _] = four.octets();
                Ipv4Addr::new(a, b, c, 0).into()
            }
            IpAddr::V6(six) => {
                let [a, b, c, ..] = six.segments();
                Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
            }
        })
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bits = if self.0.is_ipv4() { 24 } else { 48 };
        write!(f, "{}/{bits}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn every_refusal_is_logged_once() {
        let mut refusals = Refusals::default();
        for _ in 0..5 {
            refusals.count("guests", Some(ip("203.0.113.7")));
        }
        let logged = |refusals: &Refusals| refusals.0["guests"].logged;
        assert_eq!(logged(&refusals), 1, "the first one at once");
        refusals.log();
        assert_eq!(logged(&refusals), 5);
        assert_eq!(refusals.totals().collect::<Vec<_>>(), [("guests", 5)]);
    }

    #[test]
    fn networks_are_named_and_addresses_are_not() {
        let network = |text| Network::of(ip(text)).to_string();
        assert_eq!(network("203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("::ffff:203.0.113.7"), "203.0.113.0/24");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1::/48");
    }

    #[test]
    fn who_comes_often_is_named_however_many_others_come() {
        let mut refused = Refused::default();
        for at in 0..100_000_u32 {
            let stranger = IpAddr::from((0x0a00_0000 + at * 256).to_be_bytes());
            refused.count_from(Some(Network::of(stranger)));
            if at % 10 == 0 {
                refused.count_from(Some(Network::of(ip("203.0.113.7"))));
            }
        }
        assert_eq!(refused.networks.len(), MAX_NETWORKS);
        assert!(refused.networks[&Network::of(ip("203.0.113.7"))] >= 10_000);
        let line = refused.main_networks();
        assert!(line.starts_with("203.0.113.0/24 "), "{line}");
        assert_eq!(line.split(", ").count(), LOGGED_NETWORKS, "{line}");
    }
}
