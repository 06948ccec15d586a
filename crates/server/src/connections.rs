//! Open connections: how many there are in all and of each address, and which one gives way when there is no room.
//!
//! Nobody can be told from anybody else before the first request, so no place is reserved. When all places are taken, the
//! oldest connection of the address that has most of them is closed, unless its player sits at a table: newcomers get
//! in, and those who play stay.

mod client_stream;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

pub use client_stream::ClientStream;

use crate::metrics::Metrics;
use crate::rate_limits::{household, plain};

/// Maximum number of bytes on a socket without a message: the longest message, in pieces, and what is read with it.
const MAX_UNREAD_BYTES: u64 = 4 * protocol::MAX_MESSAGE_BYTES as u64;

/// All open connections of a listener.
pub struct Connections {
    open: Mutex<Open>,
    max: AtomicUsize,
    max_of_address: AtomicUsize,
    /// Their connections come from many players, so they have no limit of their own.
    proxies: Vec<IpAddr>,
    metrics: Arc<Metrics>,
}

/// The connections of each address.
#[derive(Default)]
struct Open {
    last_id: u64,
    total: usize,
    addresses: HashMap<IpAddr, Held>,
    /// The addresses in the order in which they give way, the first one last.
    yielding: BTreeSet<(Greed, IpAddr)>,
}

/// The connections of one address, by id and so by age.
#[derive(Default)]
struct Held {
    yielding: BTreeMap<u64, Signal>,
    /// Those whose players sit at a table.
    seated: BTreeMap<u64, Signal>,
}

/// How many connections of an address can give way, and the oldest of them.
type Greed = (usize, Reverse<u64>);

/// Tells a connection to give way.
type Signal = oneshot::Sender<()>;

/// Completes when a connection has to give way.
type GivesWay = oneshot::Receiver<()>;

/// Why a connection was not admitted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotAdmitted {
    /// Its address has too many.
    Address,
    /// All places are taken by people who play.
    Full,
}

impl NotAdmitted {
    /// The reason in the metrics.
    fn reason(self) -> &'static str {
        match self {
            NotAdmitted::Address => "connections-of-address",
            NotAdmitted::Full => "connections",
        }
    }
}

impl Connections {
    /// No connections yet, and room for so many in all and of each address.
    pub fn new(
        max: usize,
        max_of_address: usize,
        proxies: &[IpAddr],
        metrics: Arc<Metrics>,
    ) -> Arc<Connections> {
        let proxies = proxies.iter().map(|proxy| plain(*proxy)).collect();
        let (max, max_of_address) = (AtomicUsize::new(max), AtomicUsize::new(max_of_address));
        Arc::new(Connections { open: Mutex::default(), max, max_of_address, proxies, metrics })
    }

    /// Other limits are in force from now on; open connections stay.
    pub fn set_max(&self, max: usize, max_of_address: usize) {
        self.max.store(max, Relaxed);
        self.max_of_address.store(max_of_address, Relaxed);
    }

    /// Admits a connection. If all places are taken, another one gives way.
    pub fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<(Arc<Place>, GivesWay), NotAdmitted> {
        let address = household(peer);
        let mut open = self.lock();
        if !self.has_room_for(&open, address) {
            return Err(NotAdmitted::Address);
        }
        if open.total >= self.max.load(Relaxed) && !self.close_one(&mut open) {
            return Err(NotAdmitted::Full);
        }
        let (signal, gives_way) = oneshot::channel();
        open.last_id += 1;
        let id = open.last_id;
        open.total += 1;
        open.change(address, |held| held.yielding.insert(id, signal));
        self.metrics.connections.store(open.total as u64, Relaxed);
        drop(open);
        let place = Place {
            connections: self.clone(),
            id,
            address: Mutex::new(address),
            is_socket: AtomicBool::new(false),
            is_receiving: AtomicBool::new(false),
            unread: AtomicU64::new(0),
        };
        Ok((Arc::new(place), gives_way))
    }

    /// Counts that a client was not admitted.
    pub fn refused(&self, why: NotAdmitted, peer: IpAddr) {
        self.metrics.refused_at(why.reason(), peer);
    }

    /// The system did not hand over a connection: most likely too many files are open, so that one has to give way.
    pub fn not_accepted(&self) {
        self.metrics.refused("accept");
        self.close_one(&mut self.lock());
    }

    /// Closes a connection to make room, if there is one whose player does not sit at a table.
    pub fn make_room(&self) -> bool {
        self.close_one(&mut self.lock())
    }

    fn has_room_for(&self, open: &Open, address: IpAddr) -> bool {
        let held = open.addresses.get(&address).map_or(0, |held| held.yielding.len() + held.seated.len());
        held < self.max_of_address.load(Relaxed) || self.proxies.contains(&address)
    }

    /// Its place is free at once: nothing more is read from it or written to it.
    fn close_one(&self, open: &mut Open) -> bool {
        let Some(&(_, address)) = open.yielding.last() else { return false };
        let Some((_, signal)) = open.change(address, |held| held.yielding.pop_first()) else { return false };
        open.total -= 1;
        let _ = signal.send(());
        self.metrics.refused_at(NotAdmitted::Full.reason(), address);
        true
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Open {
    /// Changes what an address holds, and keeps the order of the addresses.
    fn change<T>(&mut self, address: IpAddr, change: impl FnOnce(&mut Held) -> T) -> T {
        let held = self.addresses.entry(address).or_default();
        let before = held.greed();
        let changed = change(held);
        let after = held.greed();
        if after.is_none() && held.seated.is_empty() {
            self.addresses.remove(&address);
        }
        if let Some(before) = before {
            self.yielding.remove(&(before, address));
        }
        self.yielding.extend(after.map(|after| (after, address)));
        changed
    }
}

impl Held {
    /// `None` if nothing of it can give way.
    fn greed(&self) -> Option<Greed> {
        let (oldest, _) = self.yielding.first_key_value()?;
        Some((self.yielding.len(), Reverse(*oldest)))
    }
}

/// The place of one open connection.
pub struct Place {
    connections: Arc<Connections>,
    id: u64,
    /// The address that it counts for.
    address: Mutex<IpAddr>,
    /// Whether it was upgraded to a socket.
    is_socket: AtomicBool,
    /// Whether part of a request has arrived, and the rest is waited for.
    is_receiving: AtomicBool,
    /// Bytes that have arrived on a socket since its last message.
    unread: AtomicU64,
}

impl Place {
    /// A request on this connection comes from a client at this address: from now on it counts for that. A proxy or another
    /// node has its clients' requests on its own connections.
    pub fn is_for(&self, client: IpAddr) -> Result<(), NotAdmitted> {
        let (connections, client) = (&self.connections, household(client));
        let mut address = self.address.lock().unwrap_or_else(PoisonError::into_inner);
        if *address == client {
            return Ok(());
        }
        let mut open = connections.lock();
        if !connections.has_room_for(&open, client) {
            return Err(NotAdmitted::Address);
        }
        if let Some(signal) = open.change(*address, |held| held.yielding.remove(&self.id)) {
            open.change(client, |held| held.yielding.insert(self.id, signal));
            *address = client;
        }
        Ok(())
    }

    /// Whether the player sits at a table: then the connection does not give way.
    pub fn set_seated(&self, seated: bool) {
        let address = self.address();
        self.connections.lock().change(address, |held| {
            let (from, to) = if seated {
                (&mut held.yielding, &mut held.seated)
            } else {
                (&mut held.seated, &mut held.yielding)
            };
            if let Some(signal) = from.remove(&self.id) {
                to.insert(self.id, signal);
            }
        });
    }

    /// The address that the connection counts for.
    pub fn address(&self) -> IpAddr {
        *self.address.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts that something on this connection was refused for this reason.
    pub fn refused(&self, reason: &'static str) {
        self.connections.metrics.refused_at(reason, self.address());
    }

    /// The connection was upgraded to a socket.
    pub fn set_socket(&self) {
        self.is_socket.store(true, Relaxed);
    }

    /// A message of a socket has arrived: how many bytes it took, with those that came with it.
    pub fn take_unread(&self) -> u64 {
        self.unread.swap(0, Relaxed)
    }

    /// Bytes have arrived; whether a socket may go on. A message can come in any number of pieces, even empty ones, which
    /// nobody but the connection sees.
    fn received(&self, bytes: usize) -> bool {
        self.set_receiving(true);
        let unread = if self.is_socket.load(Relaxed) {
            self.unread.fetch_add(bytes as u64, Relaxed) + bytes as u64
        } else {
            0
        };
        unread <= MAX_UNREAD_BYTES
    }

    /// Whether part of a request has arrived, and the rest is waited for.
    pub fn is_receiving(&self) -> bool {
        self.is_receiving.load(Relaxed)
    }

    /// Notes whether part of a request has arrived.
    pub fn set_receiving(&self, receiving: bool) {
        self.is_receiving.store(receiving, Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let address = self.address();
        let mut open = self.connections.lock();
        let was_open = open.change(address, |held| {
            held.yielding.remove(&self.id).or_else(|| held.seated.remove(&self.id)).is_some()
        });
        // A connection that gave way was counted then.
        open.total -= usize::from(was_open);
        self.connections.metrics.connections.store(open.total as u64, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    fn connections(max: usize, max_of_address: usize) -> Arc<Connections> {
        Connections::new(max, max_of_address, &[ip(200)], Arc::default())
    }

    fn gave_way(signal: &mut GivesWay) -> bool {
        signal.try_recv().is_ok()
    }

    #[test]
    fn an_address_has_so_many_connections_and_a_proxy_any_number() {
        let connections = connections(100, 3);
        let held: Vec<_> = (0..3).map(|_| connections.admit(ip(1)).unwrap()).collect();
        assert_eq!(connections.admit(ip(1)).err(), Some(NotAdmitted::Address));
        assert!(connections.admit(ip(2)).is_ok());
        let proxied: Vec<_> = (0..9).map(|_| connections.admit(ip(200)).unwrap()).collect();
        assert_eq!(proxied[0].0.is_for(ip(1)), Err(NotAdmitted::Address), "it counts for the client");
        drop(held);
        assert_eq!(proxied.iter().filter(|(place, _)| place.is_for(ip(1)).is_ok()).count(), 3);
        drop(proxied);
        let open = connections.lock();
        assert_eq!((open.total, open.addresses.len(), open.yielding.len()), (0, 0, 0));
    }

    #[test]
    fn the_oldest_of_the_greediest_gives_way_and_nobody_at_a_table() {
        let connections = connections(6, 6);
        let (ada, mut ada_signal) = connections.admit(ip(1)).unwrap();
        let mut greedy: Vec<_> = (0..5).map(|_| connections.admit(ip(9)).unwrap()).collect();
        greedy[0].0.set_seated(true);
        let (bola, mut bola_signal) = connections.admit(ip(2)).unwrap();
        let gone: Vec<bool> = greedy.iter_mut().map(|(_, signal)| gave_way(signal)).collect();
        assert_eq!(gone, [false, true, false, false, false]);
        for place in [&ada, &bola, &greedy[2].0, &greedy[3].0, &greedy[4].0] {
            place.set_seated(true);
        }
        assert_eq!(connections.admit(ip(3)).err(), Some(NotAdmitted::Full));
        bola.set_seated(false);
        let _carol = connections.admit(ip(3)).unwrap();
        assert!(gave_way(&mut bola_signal) && !gave_way(&mut ada_signal));
        assert_eq!(connections.lock().total, 6);
        drop((ada, bola, greedy));
        assert_eq!(connections.lock().total, 1);
    }

    #[test]
    fn of_equals_the_oldest_gives_way() {
        let connections = connections(3, 3);
        let mut open: Vec<_> = [7, 9, 8, 6].map(|last| connections.admit(ip(last)).unwrap()).into();
        let gone: Vec<bool> = open.iter_mut().map(|(_, signal)| gave_way(signal)).collect();
        assert_eq!(gone, [true, false, false, false]);
    }
}
