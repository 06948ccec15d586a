//! All rooms of a server, and what goes on in them: waking, coming and going, asking, and what is told when it is on disk.

mod guests;
mod heartbeat;
mod lobby;
mod sweep;
mod timers;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use protocol::{ClientMsg, Hello, Lobby};
use table::Millis;
use tokio::sync::{Notify, mpsc};

use crate::backpressure::Backpressure;
use crate::log_entry::Player;
use crate::log_writer::{Finished, LogWriter};
use crate::logging;
use crate::metrics::Metrics;
use crate::outbox::{Close, Outbox};
use crate::rate_limits::{Buckets, Counts, Limits};
use crate::room::Room;
use crate::search_pool::{Effort, SearchPool};
use crate::secrets::SigningKey;
use crate::store::{Outage, Status, Store, StoreError, TableId, TableRow, Write};
use heartbeat::Shared;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How much each may ask for.
    pub limits: Limits,
    /// How old what is shown to those who look on has to be.
    pub delay: Millis,
    /// After this a table at which nothing happens is put out of memory.
    pub rest_after: Millis,
    /// A table that nobody came to is removed after this.
    pub unused_after: Millis,
    /// A table that nobody touched is closed after this, or removed if no match began there.
    pub idle_after: Millis,
    /// Addresses whose word about the client's address is believed.
    pub proxies: Vec<IpAddr>,
    /// Origins that may connect, beside the server's own address; if any is named, only these.
    pub origins: Vec<String>,
    /// How much computer players may think.
    pub effort: Effort,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            delay: 30_000,
            rest_after: 60_000,
            unused_after: 5 * 60_000,
            idle_after: 24 * 3_600_000,
            proxies: Vec::new(),
            origins: Vec::new(),
            effort: Effort::default(),
        }
    }
}

/// All rooms of a server.
pub struct Rooms {
    /// How it is run.
    pub settings: Settings,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Whether it is ending.
    pub draining: AtomicBool,
    /// The limits by address.
    pub rate_limits: RateLimits,
    me: Weak<Rooms>,
    log_writer: LogWriter,
    search_pool: SearchPool,
    clock: Arc<Clock>,
    outages: Mutex<Vec<Outage>>,
    pub(crate) signing_key: SigningKey,
    /// What this node has to keep to, where others share the store.
    shared: Option<Shared>,
    by_id: Mutex<HashMap<TableId, Arc<Mutex<Room>>>>,
    codes: Mutex<HashMap<String, TableId>>,
    timers: Mutex<BTreeSet<(Millis, TableId)>>,
    alarm: Notify,
    /// Tickets that were used, and when they expire.
    used_tickets: Mutex<HashMap<String, Millis>>,
    lobby: Mutex<Option<(Millis, Arc<Lobby>)>>,
}

/// The limits by address and by player.
pub struct RateLimits {
    /// New sockets.
    pub handshakes: Buckets<IpAddr>,
    /// New guests.
    pub guests: Buckets<IpAddr>,
    /// New tables.
    pub tables: Buckets<IpAddr>,
    /// Tickets.
    pub joins: Buckets<IpAddr>,
    /// Other calls.
    pub calls: Buckets<IpAddr>,
    /// Sockets of an address now.
    pub addresses: Counts<IpAddr>,
    /// Sockets of a player now.
    pub players: Counts<Player>,
}

/// The time: that of the system when the server began, and from then on never backwards.
struct Clock {
    wall: AtomicU64,
    since: Instant,
}

impl Clock {
    fn start() -> Clock {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH);
        let wall = wall.map_or(0, |since| since.as_millis() as Millis);
        Clock { wall: AtomicU64::new(wall), since: Instant::now() }
    }

    fn now(&self) -> Millis {
        self.wall.load(Relaxed) + self.since.elapsed().as_millis() as Millis
    }

    /// Goes by the clock of the store, which all nodes share.
    fn set(&self, now: Millis) {
        self.wall.store(now.saturating_sub(self.since.elapsed().as_millis() as Millis), Relaxed);
    }
}

/// Why something was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// There is no such table, or no such key.
    Unknown,
    /// Too much, or at a bad moment: try later.
    Busy,
    /// More than one may have.
    TooMany,
}

impl Rooms {
    /// Opens the hall on a store. What comes out of the channel has to be handed to [`Rooms::run`].
    pub fn open(
        store: Box<dyn Store>,
        settings: Settings,
        fatal: impl Fn(&StoreError) + Send + 'static,
    ) -> Result<(Arc<Rooms>, mpsc::UnboundedReceiver<Finished>), StoreError> {
        let clock = Arc::new(Clock::start());
        let heartbeat::Began { stores, begun, due } = heartbeat::begin(store, clock.now())?;
        let shared = begun.seal.map(|_| Shared::new(Instant::now()));
        if shared.is_some() {
            clock.set(begun.now);
        }
        let ticking = clock.clone();
        let metrics = Arc::new(Metrics::default());
        let (log_writer, finished) = LogWriter::start(stores, move || ticking.now(), metrics.clone(), fatal)
            .map_err(|error| StoreError(error.to_string()))?;
        let search_pool = SearchPool::start(settings.effort, metrics.clone())
            .map_err(|error| StoreError(error.to_string()))?;
        let limits = &settings.limits;
        let rate_limits = RateLimits {
            handshakes: Buckets::new(limits.handshakes),
            guests: Buckets::new(limits.guests),
            tables: Buckets::new(limits.tables),
            joins: Buckets::new(limits.joins),
            calls: Buckets::new(limits.calls),
            addresses: Counts::default(),
            players: Counts::default(),
        };
        let rooms = Arc::new_cyclic(|me| Rooms {
            me: me.clone(),
            settings,
            metrics,
            draining: AtomicBool::new(false),
            rate_limits,
            log_writer,
            search_pool,
            clock,
            outages: Mutex::new(begun.outages),
            signing_key: begun.seal.map_or_else(SigningKey::random, SigningKey::new),
            shared,
            by_id: Mutex::default(),
            codes: Mutex::default(),
            timers: Mutex::new(due.into_iter().collect()),
            alarm: Notify::new(),
            used_tickets: Mutex::default(),
            lobby: Mutex::default(),
        });
        Ok((rooms, finished))
    }

    /// The time in milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// How much has to wait, by the age of the oldest write that is not on disk.
    pub fn pressure(&self) -> Backpressure {
        self.settings.limits.patience.pressure(self.metrics.queue_age())
    }

    /// Keeps the hall going: tells what is on disk, wakes tables, puts them to rest.
    pub async fn run(self: Arc<Rooms>, mut finished: mpsc::UnboundedReceiver<Finished>) {
        let telling = async {
            while let Some(batch) = finished.recv().await {
                for (done, wrote) in batch {
                    done(wrote);
                }
            }
        };
        let nodes = async { tokio::join!(self.keep_tenure(), self.look_for_due()) };
        tokio::join!(telling, self.ring(), self.keep_house(), nodes);
    }

    /// The room of the table with this code.
    pub async fn room(&self, code: &str) -> Option<Arc<Mutex<Room>>> {
        let known = lock(&self.codes).get(code).copied();
        if let Some(room) = known.and_then(|id| lock(&self.by_id).get(&id).cloned()) {
            return Some(room);
        }
        let wanted = code.to_owned();
        let row = self.log_writer.look_up(move |store| store.table(&wanted)).await??;
        self.room_of(&row)
    }

    async fn room_by_id(&self, id: TableId) -> Option<Arc<Mutex<Room>>> {
        if let Some(room) = lock(&self.by_id).get(&id).cloned() {
            return Some(room);
        }
        let row = self.log_writer.look_up(move |store| store.table_by_id(id)).await??;
        self.room_of(&row)
    }

    fn room_of(&self, row: &TableRow) -> Option<Arc<Mutex<Room>>> {
        if row.standing.status == Status::Closed {
            return None;
        }
        let mut rooms = lock(&self.by_id);
        if let Some(room) = rooms.get(&row.id) {
            return Some(room.clone());
        }
        let room = Arc::new(Mutex::new(Room::new(row, self.settings.delay, self.now())?));
        rooms.insert(row.id, room.clone());
        lock(&self.codes).insert(row.code.clone(), row.id);
        self.metrics.rooms.store(rooms.len() as u64, Relaxed);
        Some(room)
    }

    /// Makes sure that the table is in memory.
    async fn wake(&self, room: &Arc<Mutex<Room>>) -> Option<()> {
        let (id, waking) = match lock(room) {
            room if room.is_awake() => return Some(()),
            room => (room.id, room.waking.clone()),
        };
        let _first = waking.lock().await;
        if lock(room).is_awake() { Some(()) } else { self.read_log(room, id).await }
    }

    async fn read_log(&self, room: &Arc<Mutex<Room>>, id: TableId) -> Option<()> {
        let (home, entries) = self.log_writer.look_up(move |store| store.take(id)).await?;
        let mut awake = lock(room);
        let outages = self.absences(home, &mut awake)?;
        awake.wake_up(&entries, &outages, self.now());
        self.settle(room, &mut awake);
        Some(())
    }

    /// Somebody with a good ticket comes in.
    pub async fn connect(
        &self,
        room: &Arc<Mutex<Room>>,
        player: Player,
        outbox: &Arc<Outbox>,
        hello: &Hello,
    ) -> Option<()> {
        self.wake(room).await?;
        let log = {
            let mut looked = lock(room);
            let looks_on = looked.would_spectate(player, hello);
            if looks_on && self.pressure() >= Backpressure::NoExtras {
                self.metrics.refused("busy-watchers");
                outbox.close(Close::TooBusy);
                return Some(());
            }
            if looks_on && looked.prepare_spectators() {
                let id = looked.id;
                Some(self.log_writer.ask(move |store| store.log(id)))
            } else {
                None
            }
        };
        let entries = match log {
            Some(log) => Some(log.await.ok()?),
            None => None,
        };
        self.wake(room).await?;
        let mut entered = lock(room);
        self.may_go_on(&mut entered)?;
        if let Some(entries) = entries {
            entered.open_spectators(&entries, self.now());
        }
        entered.connect(player, outbox, hello, self.now());
        self.settle(room, &mut entered);
        Some(())
    }

    /// Somebody who is connected asks for something.
    pub async fn ask(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>, asked: ClientMsg) -> Option<()> {
        self.metrics.commands.fetch_add(1, Relaxed);
        if !lock(room).is_awake() {
            Box::pin(self.wake(room)).await?;
        }
        let (now, mut awake) = (self.now(), lock(room));
        let began = Instant::now();
        if self.may_go_on(&mut awake).is_some() {
            awake.ask(outbox, asked, now);
        }
        self.metrics.rooms_micros.fetch_add(began.elapsed().as_micros() as u64, Relaxed);
        self.settle(room, &mut awake);
        Some(())
    }

    /// Messages of this socket take so long to get here and back. A table that rests has nobody on the clock soon.
    pub fn lag(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>, millis: Millis) {
        let (now, mut locked) = (self.now(), lock(room));
        if locked.is_awake() && self.may_go_on(&mut locked).is_some() {
            locked.lag(outbox, millis, now);
            self.settle(room, &mut locked);
        }
    }

    /// The record of the match at a table, once everyone may read it.
    pub async fn record(&self, code: &str) -> Result<Option<String>, Refused> {
        if self.pressure() >= Backpressure::NoExtras {
            self.metrics.refused("busy-records");
            return Err(Refused::Busy);
        }
        Ok(self.open_record(code).await)
    }

    async fn open_record(&self, code: &str) -> Option<String> {
        let room = self.room(code).await?;
        self.wake(&room).await?;
        lock(&room).record()
    }

    /// A socket is gone.
    pub fn disconnect(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>) {
        lock(room).disconnect(outbox);
    }

    /// Has everything thought about that there is to think about, outside of the room. Where too many wait already, a
    /// rule of thumb has to do.
    fn have_thought(&self, room: &Arc<Mutex<Room>>, locked: &mut Room) {
        for task in locked.take_tasks() {
            let task = Arc::new(task);
            let (asked, there, rooms) = (task.clone(), room.clone(), self.me.clone());
            let taken = self.search_pool.think(task.thought.clone(), move |found| {
                let Some(rooms) = rooms.upgrade() else { return };
                let (now, mut room) = (rooms.now(), lock(&there));
                if rooms.may_go_on(&mut room).is_some() {
                    room.thought(&asked, found.as_deref(), now);
                }
                rooms.settle(&there, &mut room);
            });
            if !taken {
                locked.thought(&task, Some(&[]), self.now());
            }
        }
    }

    /// Logs and counts a table that has just been frozen.
    fn report_fault(&self, room: &mut Room) {
        if let Some(what) = room.take_fault() {
            self.metrics.faults.fetch_add(1, Relaxed);
            let fault = room.fault().unwrap_or_default();
            logging::tell("fault", &[("table", &room.code), ("fault", fault), ("what", &what)]);
        }
    }

    /// Has written what there is to write, and sets the alarm. The room stays locked, so the order is kept.
    fn settle(&self, room: &Arc<Mutex<Room>>, locked: &mut Room) {
        self.have_thought(room, locked);
        self.report_fault(locked);
        for write in locked.take_writes() {
            let seq = match &write {
                Write::Append { entry, .. } => entry.seq,
                _ => 0,
            };
            let (life, room, rooms) = (locked.life(), room.clone(), self.me.clone());
            self.log_writer.write(write, move |wrote| {
                let mut room = lock(&room);
                room.wrote(life, seq, wrote);
                if let (Some(rooms), Some(wake)) = (rooms.upgrade(), room.wake()) {
                    rooms.set_alarm(wake, &mut room);
                }
            });
        }
        if let Some(wake) = locked.wake() {
            self.set_alarm(wake, locked);
        }
    }
}

/// A lock is never poisoned for long: what panics does so inside a room, which catches it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
