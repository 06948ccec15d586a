//! All rooms of a server: loading tables, connections, commands, and what happens when a write is on disk.

mod clock;
mod closed_tables;
mod disk;
mod guests;
mod heartbeat;
mod lobby;
mod operations;
mod sweep;
mod timers;
mod visitors;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, Weak};
use std::time::{Duration, Instant};

use protocol::{ClientMsg, Hello, Lobby, Refusal};
use table::Millis;
use tokio::sync::{Notify, mpsc};

use crate::backpressure::Backpressure;
use crate::connections::Connections;
use crate::data_key::Keyring;
use crate::held_seats::HeldSeats;
use crate::log_entry::Player;
use crate::log_writer::{Finished, LogWriter};
use crate::metrics::Metrics;
use crate::moderation::Moderation;
use crate::outbox::{Close, Outbox};
use crate::rate_limits::{Buckets, Counts, Limits};
use crate::room::{Payer, Room, SEAT_GRACE_MS};
use crate::search_pool::{Effort, SearchPool};
use crate::secrets::SigningKey;
use crate::store::{Outage, Stage, Store, StoreError, TableId, TableRow, Write};
use crate::table_setup::TableSetup;
use clock::Clock;
use heartbeat::NodeLease;

pub use clock::{WallClock, system_clock};
pub use guests::Admitted;
pub use lobby::MakeTableError;
pub use visitors::Visitor;
use visitors::Visitors;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Rate limits and other bounds.
    pub limits: Limits,
    /// Spectators see a table as it was this long ago.
    pub delay: Millis,
    /// A table at which nothing happens is unloaded after this.
    pub rest_after: Millis,
    /// Before a match the seat of a player without a connection is free after this.
    pub seat_grace: Millis,
    /// A table at which nobody sat down is removed after this.
    pub unused_after: Millis,
    /// An idle table is closed after this, or removed if it never had a match.
    pub idle_after: Millis,
    /// Addresses of proxies whose `X-Forwarded-For` is trusted.
    pub proxies: Vec<IpAddr>,
    /// Origins that may connect; if empty, the server's own address.
    pub origins: Vec<String>,
    /// Names by which browsers may call the server, where no origin is configured.
    pub hosts: Vec<String>,
    /// How much computer players may search.
    pub effort: Effort,
    /// Finished matches, and players who have not played, are removed after this; kept for ever if `None`.
    pub keep: Option<Millis>,
    /// Matches that were broken off are removed this long after they were last used; kept for ever if `None`.
    pub keep_deserted: Option<Millis>,
    /// The folder whose disk is watched.
    pub watched_folder: Option<PathBuf>,
    /// Fewer free bytes than this on that disk are warned of.
    pub disk_warning: u64,
    /// Where whoever runs the server gives commands; nowhere if `None`.
    pub admin_socket: Option<PathBuf>,
    /// The path under which everything is served: empty, or like `/cards`.
    pub base: String,
    /// Whether the metrics have a listener of their own.
    pub own_metrics: bool,
    /// The keys that are kept apart from the data; without one, secrets are stored as they are.
    pub keys: Keyring,
    /// The clock of the machine; tests have others.
    pub wall_clock: WallClock,
    /// How many files and connections the system lets this process have open, if that is limited.
    pub descriptors: Option<u64>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limits: Limits::default(),
            delay: 30_000,
            rest_after: 60_000,
            seat_grace: SEAT_GRACE_MS,
            unused_after: 5 * 60_000,
            idle_after: 24 * 3_600_000,
            proxies: Vec::new(),
            origins: Vec::new(),
            hosts: Vec::new(),
            effort: Effort::default(),
            keep: None,
            keep_deserted: Some(30 * 24 * 3_600_000),
            watched_folder: None,
            disk_warning: 512 << 20,
            admin_socket: None,
            base: String::new(),
            own_metrics: false,
            keys: Keyring::default(),
            wall_clock: system_clock,
            descriptors: None,
        }
    }
}

/// All rooms of a server.
pub struct Rooms {
    /// The settings.
    pub settings: Settings,
    /// The metrics.
    pub metrics: Arc<Metrics>,
    /// Whether the server is shutting down.
    pub draining: AtomicBool,
    /// The rate limits.
    pub rate_limits: RateLimits,
    /// The open connections of players.
    pub connections: Arc<Connections>,
    /// Who is connected to this node.
    pub visitors: Visitors,
    /// Bans and blocks.
    pub moderation: Arc<Moderation>,
    /// Whether the operator has stopped all changes.
    pub read_only: AtomicBool,
    /// The limits in force; the operator may change them.
    limits: RwLock<Arc<Limits>>,
    me: Weak<Rooms>,
    log_writer: LogWriter,
    search_pool: SearchPool,
    clock: Arc<Clock>,
    outages: Mutex<Vec<Outage>>,
    pub(crate) signing_key: SigningKey,
    /// The lease of this node, in a shared store.
    lease: Option<NodeLease>,
    by_id: Mutex<HashMap<TableId, Arc<Mutex<Room>>>>,
    codes: Mutex<HashMap<String, TableId>>,
    timers: Mutex<BTreeSet<(Millis, TableId)>>,
    alarm: Notify,
    /// Tickets that were used, and when they expire.
    used_tickets: Mutex<HashMap<String, Millis>>,
    lobby: Mutex<Option<(Millis, Arc<Lobby>)>>,
    /// The seats that each player holds before a match.
    held_seats: Arc<HeldSeats>,
}

/// Rate limits by address and by player.
pub struct RateLimits {
    /// New sockets of an address.
    pub handshakes: Buckets<IpAddr>,
    /// New guests of an address.
    pub guests: Buckets<IpAddr>,
    /// New tables of an address.
    pub tables: Buckets<IpAddr>,
    /// Tickets of an address.
    pub joins: Buckets<IpAddr>,
    /// Other calls of an address.
    pub calls: Buckets<IpAddr>,
    /// Commands from an address.
    pub commands: Buckets<IpAddr>,
    /// Changed rules from an address: each is stored as a whole rule file.
    pub rules: Buckets<IpAddr>,
    /// Requests of an address.
    pub requests: Buckets<IpAddr>,
    /// Frames of an address.
    pub frames_of_address: Buckets<IpAddr>,
    /// Frames of a player.
    pub frames_of_player: Buckets<Player>,
    /// Milliseconds of searches for those at an address.
    pub thinking: Buckets<IpAddr>,
    /// Milliseconds of searches for a player.
    pub thinking_of_player: Buckets<Player>,
    /// Open sockets of an address.
    pub addresses: Counts<IpAddr>,
    /// Open sockets of a player.
    pub players: Counts<Player>,
}

impl RateLimits {
    /// Puts other rates in force.
    fn set(&self, limits: &Limits, threads: usize) {
        self.handshakes.set_rate(limits.handshakes);
        self.guests.set_rate(limits.guests);
        self.tables.set_rate(limits.tables);
        self.joins.set_rate(limits.joins);
        self.calls.set_rate(limits.calls);
        self.commands.set_rate(limits.commands_of_address);
        self.rules.set_rate(limits.rules);
        self.requests.set_rate(limits.requests);
        self.frames_of_address.set_rate(limits.frames_of_address);
        self.frames_of_player.set_rate(limits.frames_of_player);
        self.thinking.set_rate(limits.thinking.times(threads));
        self.thinking_of_player.set_rate(limits.thinking_of_player.times(threads));
    }
}

/// The server is overloaded or ending: try later.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("The server cannot do that right now. Try again soon.")]
pub struct Busy;

impl Rooms {
    /// Opens the rooms of a store. The channel has to be passed to [`Rooms::run`].
    pub fn open(
        store: Box<dyn Store>,
        mut settings: Settings,
        fatal: impl Fn(&StoreError) + Send + 'static,
    ) -> Result<(Arc<Rooms>, mpsc::UnboundedReceiver<Finished>), StoreError> {
        let clock = Arc::new(Clock::start(settings.wall_clock));
        let heartbeat::StartedStore { stores, node, due } =
            heartbeat::start(store, clock.now(), &settings.keys)?;
        let lease = node.signing_key.map(|_| NodeLease::new(Instant::now()));
        clock.set(node.now);
        let ticking = clock.clone();
        let metrics = Arc::new(Metrics::default());
        let (log_writer, finished) = LogWriter::start(stores, move || ticking.now(), metrics.clone(), fatal)?;
        let search_pool = SearchPool::start(settings.effort, metrics.clone())?;
        settings.limits = settings.limits.within(settings.descriptors, lease.is_some());
        let limits = &settings.limits;
        let of_address = limits.connections_of_address();
        let connections =
            Connections::new(limits.connections, of_address, &settings.proxies, metrics.clone());
        let rate_limits = RateLimits {
            handshakes: Buckets::new(limits.handshakes),
            guests: Buckets::new(limits.guests),
            tables: Buckets::new(limits.tables),
            joins: Buckets::new(limits.joins),
            calls: Buckets::new(limits.calls),
            commands: Buckets::new(limits.commands_of_address),
            rules: Buckets::new(limits.rules),
            requests: Buckets::new(limits.requests),
            frames_of_address: Buckets::new(limits.frames_of_address),
            frames_of_player: Buckets::new(limits.frames_of_player),
            thinking: Buckets::new(limits.thinking.times(settings.effort.threads)),
            thinking_of_player: Buckets::new(limits.thinking_of_player.times(settings.effort.threads)),
            addresses: Counts::default(),
            players: Counts::default(),
        };
        let held_seats = Arc::new(HeldSeats::new(limits.seats_of_player));
        let limits_in_force = limits.clone();
        let keys = &settings.keys;
        let signing_key = node.signing_key.map(|stored| SigningKey::new(keys.signing_key(stored)));
        let signing_key = signing_key.unwrap_or_else(SigningKey::random);
        let rooms = Arc::new_cyclic(|me| Rooms {
            me: me.clone(),
            settings,
            metrics,
            draining: AtomicBool::new(false),
            rate_limits,
            connections,
            visitors: Visitors::default(),
            moderation: Arc::default(),
            read_only: AtomicBool::new(false),
            limits: RwLock::new(Arc::new(limits_in_force)),
            log_writer,
            search_pool,
            clock,
            outages: Mutex::new(node.outages),
            signing_key,
            lease,
            by_id: Mutex::default(),
            codes: Mutex::default(),
            timers: Mutex::new(due.into_iter().collect()),
            alarm: Notify::new(),
            used_tickets: Mutex::default(),
            lobby: Mutex::default(),
            held_seats,
        });
        if rooms.settings.keys.current().is_none() {
            tracing::warn!("no-key");
        }
        rooms.check_outage();
        rooms.check_clock();
        Ok((rooms, finished))
    }

    /// The time in milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// What the server refuses for now, by the age of the oldest write that is not on disk.
    pub fn pressure(&self) -> Backpressure {
        self.limits().patience.pressure(self.metrics.queue_age())
    }

    /// Runs the rooms: delivers what is on disk, fires timers, unloads idle tables, sends heartbeats.
    pub async fn run(self: Arc<Rooms>, mut finished: mpsc::UnboundedReceiver<Finished>) {
        let deliver = async {
            while let Some(batch) = finished.recv().await {
                for (done, outcome) in batch {
                    done(outcome);
                }
            }
        };
        let lease = async { tokio::join!(self.send_heartbeats(), self.poll_due_tables()) };
        tokio::join!(deliver, self.run_timers(), self.sweep_regularly(), self.finish_regularly(), lease);
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
        if row.status.stage == Stage::Closed {
            return None;
        }
        let mut rooms = lock(&self.by_id);
        if let Some(room) = rooms.get(&row.id) {
            return Some(room.clone());
        }
        let setup = TableSetup::read(&row.setup)?;
        let Some(secrets) = setup.secrets(&row.code, row.secret, &self.settings.keys) else {
            tracing::error!(table = %row.code, key = setup.key, "key-missing");
            return None;
        };
        let mut room = Room::with_secrets(row, setup, secrets, self.settings.delay, self.now());
        room.keep_seats(&self.held_seats, self.settings.seat_grace);
        room.moderate_by(&self.moderation);
        let room = Arc::new(Mutex::new(room));
        rooms.insert(row.id, room.clone());
        lock(&self.codes).insert(row.code.clone(), row.id);
        self.metrics.rooms.store(rooms.len() as u64, Relaxed);
        Some(room)
    }

    /// Loads the table if it is not in memory. Only the first of several callers reads the log.
    async fn wake(&self, room: &Arc<Mutex<Room>>) -> Option<()> {
        let (id, waking) = match lock(room) {
            room if room.is_awake() => return Some(()),
            room => (room.id, room.waking.clone()),
        };
        let _first = waking.lock().await;
        if lock(room).is_awake() { Some(()) } else { self.read_log(room, id).await }
    }

    async fn read_log(&self, room: &Arc<Mutex<Room>>, id: TableId) -> Option<()> {
        let (location, entries) = self.log_writer.look_up(move |store| store.take(id)).await?;
        self.catch_up_with(entries.last().map_or(0, |last| last.at));
        let mut awake = lock(room);
        let outages = self.outages_of(location, &mut awake)?;
        awake.wake_up(&entries, &outages, self.now());
        self.settle(room, &mut awake);
        Some(())
    }

    /// Attaches a connection with a valid ticket.
    pub async fn connect(
        &self,
        room: &Arc<Mutex<Room>>,
        player: Player,
        outbox: &Arc<Outbox>,
        hello: &Hello,
    ) -> Option<()> {
        self.wake(room).await?;
        let log = {
            let mut locked = lock(room);
            let spectates = locked.would_spectate(player, hello);
            if spectates && self.pressure() >= Backpressure::NoExtras {
                self.metrics.refused("busy-spectators");
                outbox.close(Close::TooBusy);
                return Some(());
            }
            if spectates && locked.prepare_spectators() {
                let id = locked.id;
                Some(self.log_writer.queue_read(move |store| store.log(id)))
            } else {
                None
            }
        };
        let entries = match log {
            Some(log) => Some(log.await.ok()?),
            None => None,
        };
        self.wake(room).await?;
        let mut locked = lock(room);
        self.may_go_on(&mut locked)?;
        if let Some(entries) = entries {
            locked.open_spectators(&entries, self.now());
        }
        locked.connect(player, outbox, hello, self.now());
        self.settle(room, &mut locked);
        Some(())
    }

    /// Carries out a command of a connection.
    pub async fn ask(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>, asked: ClientMsg) -> Option<()> {
        if !lock(room).is_awake() {
            Box::pin(self.wake(room)).await?;
        }
        let (now, mut awake) = (self.now(), lock(room));
        let began = Instant::now();
        if self.is_halted() {
            let refusal = if self.is_read_only() { Refusal::ReadOnly } else { Refusal::DiskFull };
            self.metrics.refused(refusal.code());
            awake.refuse_for_now(outbox, &asked, refusal);
        } else if self.may_go_on(&mut awake).is_some() {
            awake.ask(outbox, asked, now);
        }
        self.metrics.commands.observe(began.elapsed());
        self.settle(room, &mut awake);
        Some(())
    }

    /// Reports the round-trip time of a connection. A table that is not in memory needs none: nobody is on turn there.
    pub fn lag(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>, millis: Millis) {
        let (now, mut locked) = (self.now(), lock(room));
        if locked.is_awake() && !self.is_read_only() && self.may_go_on(&mut locked).is_some() {
            locked.lag(outbox, millis, now);
            self.settle(room, &mut locked);
        }
    }

    /// The record of the match at a table, once everyone may read it; `None` before.
    pub async fn record(&self, code: &str) -> Result<Option<String>, Busy> {
        if self.pressure() >= Backpressure::NoExtras {
            self.metrics.refused("busy-records");
            return Err(Busy);
        }
        Ok(self.open_record(code).await)
    }

    async fn open_record(&self, code: &str) -> Option<String> {
        let Some(room) = self.room(code).await else { return self.finished_record(code).await };
        self.wake(&room).await?;
        lock(&room).record()
    }

    /// Detaches a connection.
    pub fn disconnect(&self, room: &Arc<Mutex<Room>>, outbox: &Arc<Outbox>) {
        let mut locked = lock(room);
        locked.disconnect(outbox);
        if let Some(wake) = locked.wake() {
            self.set_alarm(wake, &mut locked);
        }
    }

    /// Starts the searches that the room asks for. If too many wait already, or those at the table have used up their
    /// share, the move is chosen by a rule of thumb.
    fn start_searches(&self, room: &Arc<Mutex<Room>>, locked: &mut Room) {
        for task in locked.take_tasks() {
            let Some(payer) = self.payer(locked) else {
                locked.searched(&task, Some(&[]), self.now());
                continue;
            };
            let task = Arc::new(task);
            let (searched, searched_in, rooms) = (task.clone(), room.clone(), self.me.clone());
            let decision = task.decision.clone();
            let queued = self.search_pool.search(payer.account, decision, move |found, took| {
                let Some(rooms) = rooms.upgrade() else { return };
                rooms.charge(payer, took);
                if rooms.is_read_only() {
                    return; // A rule of thumb decides, once moves are taken again.
                }
                let (now, mut room) = (rooms.now(), lock(&searched_in));
                if rooms.may_go_on(&mut room).is_some() {
                    room.searched(&searched, found.as_deref(), now);
                }
                rooms.settle(&searched_in, &mut room);
            });
            if !queued {
                locked.searched(&task, Some(&[]), self.now());
            }
        }
    }

    /// For whom the computer players of a table search: somebody connected there who has a share left.
    fn payer(&self, room: &Room) -> Option<Payer> {
        let (now, limits) = (self.now(), &self.rate_limits);
        let mut refused = None;
        for payer in room.payers() {
            if !limits.thinking.has_any(&payer.account.address, now) {
                refused = Some(("thinking", payer.account.address));
            } else if !limits.thinking_of_player.has_any(&payer.player, now) {
                refused = Some(("thinking-of-player", payer.account.address));
            } else {
                return Some(payer);
            }
        }
        if let Some((reason, address)) = refused {
            self.metrics.refused_at(reason, address);
        }
        None
    }

    /// A search has taken this long for somebody.
    fn charge(&self, payer: Payer, took: Duration) {
        let (now, millis) = (self.now(), took.as_millis() as u64);
        self.rate_limits.thinking.charge(&payer.account.address, now, millis);
        self.rate_limits.thinking_of_player.charge(&payer.player, now, millis);
    }

    /// Logs and counts a table that has just been frozen.
    fn report_fault(&self, room: &mut Room) {
        if let Some(what) = room.take_fault() {
            self.metrics.faults.fetch_add(1, Relaxed);
            let fault = room.fault().unwrap_or_default();
            tracing::error!(table = %room.code, fault, what, "fault");
        }
    }

    /// Queues what the room wants written and searched, and sets its timer. The room stays locked, so the order is kept.
    fn settle(&self, room: &Arc<Mutex<Room>>, locked: &mut Room) {
        self.start_searches(room, locked);
        self.report_fault(locked);
        if self.is_halted() && locked.has_moved() {
            // It would be refused, and nobody has seen it yet.
            locked.overtaken();
        }
        for write in locked.take_writes() {
            let seq = match &write {
                Write::Append { entry, .. } => entry.seq,
                _ => 0,
            };
            let (life, room, rooms) = (locked.life(), room.clone(), self.me.clone());
            self.log_writer.write(write, move |outcome| {
                let mut room = lock(&room);
                room.wrote(life, seq, outcome);
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

/// Locks, and ignores poisoning: a room catches its own panics and is frozen by them.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
