//! All rooms of a server, and what goes on between them: waking and resting, timers, players and their keys.

mod nodes;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use protocol::{ClientMsg, Hello, Lobby, MakeTable, TableLine};
use table::Millis;
use tokio::sync::{Notify, mpsc};

use crate::clerk::{Clerk, Finished};
use crate::entry::Player;
use crate::limits::{Buckets, Counts, Limits};
use crate::metrics::Metrics;
use crate::outbox::{Close, Outbox};
use crate::pressure::Pressure;
use crate::room::Room;
use crate::secrets;
use crate::secrets::Hash;
use crate::setup::Setup;
use crate::store::{Listed, Outage, Standing, Status, Store, StoreError, TableId, TableRow, Write, Wrote};
use crate::thinkers::{Effort, Thinkers};
use nodes::Shared;

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

/// A ticket is good for this long.
const TICKET: Millis = 30_000;

/// A mark is so long.
const SIGN: usize = 64;

/// A link to another device is good for this long.
const LINK: Millis = 600_000;

/// The list of tables is made anew after this, and has at most so many lines.
const LOBBY_AGE: Millis = 1_000;
const LOBBY_LINES: usize = 100;

/// All rooms of a server.
pub struct Hall {
    /// How it is run.
    pub settings: Settings,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Whether it is ending.
    pub draining: AtomicBool,
    /// The limits by address.
    pub doors: Doors,
    me: Weak<Hall>,
    clerk: Clerk,
    thinkers: Thinkers,
    clock: Arc<Clock>,
    outages: Mutex<Vec<Outage>>,
    /// Under this key tickets are good.
    seal: Hash,
    /// What this node has to keep to, where others share the store.
    shared: Option<Shared>,
    rooms: Mutex<HashMap<TableId, Arc<Mutex<Room>>>>,
    codes: Mutex<HashMap<String, TableId>>,
    timers: Mutex<BTreeSet<(Millis, TableId)>>,
    alarm: Notify,
    /// Tickets that were used, and how long they would have been good.
    spent: Mutex<HashMap<String, Millis>>,
    lobby: Mutex<Option<(Millis, Arc<Lobby>)>>,
}

/// The limits by address and by player.
pub struct Doors {
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

impl Hall {
    /// Opens the hall on a store. What comes out of the channel has to be handed to [`Hall::run`].
    pub fn open(
        store: Box<dyn Store>,
        settings: Settings,
        fatal: impl Fn(&StoreError) + Send + 'static,
    ) -> Result<(Arc<Hall>, mpsc::UnboundedReceiver<Finished>), StoreError> {
        let clock = Arc::new(Clock::start());
        let (store, begun, due) = nodes::begin(store, clock.now())?;
        let shared = begun.seal.map(|_| Shared::new(Instant::now()));
        if shared.is_some() {
            clock.set(begun.now);
        }
        let ticking = clock.clone();
        let metrics = Arc::new(Metrics::default());
        let (clerk, finished) = Clerk::start(store, move || ticking.now(), metrics.clone(), fatal)
            .map_err(|error| StoreError(error.to_string()))?;
        let thinkers = Thinkers::start(settings.effort, metrics.clone())
            .map_err(|error| StoreError(error.to_string()))?;
        let limits = &settings.limits;
        let doors = Doors {
            handshakes: Buckets::new(limits.handshakes),
            guests: Buckets::new(limits.guests),
            tables: Buckets::new(limits.tables),
            joins: Buckets::new(limits.joins),
            calls: Buckets::new(limits.calls),
            addresses: Counts::default(),
            players: Counts::default(),
        };
        let hall = Arc::new_cyclic(|me| Hall {
            me: me.clone(),
            settings,
            metrics,
            draining: AtomicBool::new(false),
            doors,
            clerk,
            thinkers,
            clock,
            outages: Mutex::new(begun.outages),
            seal: begun.seal.unwrap_or_else(|| secrets::hash(&[secrets::token().as_bytes()])),
            shared,
            rooms: Mutex::default(),
            codes: Mutex::default(),
            timers: Mutex::new(due.into_iter().collect()),
            alarm: Notify::new(),
            spent: Mutex::default(),
            lobby: Mutex::default(),
        });
        Ok((hall, finished))
    }

    /// The time in milliseconds.
    pub fn now(&self) -> Millis {
        self.clock.now()
    }

    /// How much has to wait, by the age of the oldest write that is not on disk.
    pub fn pressure(&self) -> Pressure {
        self.settings.limits.patience.pressure(self.metrics.queue_age())
    }

    /// Keeps the hall going: tells what is on disk, wakes tables, puts them to rest.
    pub async fn run(self: Arc<Hall>, mut finished: mpsc::UnboundedReceiver<Finished>) {
        let telling = async {
            while let Some(batch) = finished.recv().await {
                for (done, wrote) in batch {
                    done(wrote);
                }
            }
        };
        tokio::join!(telling, self.ring(), self.keep_house(), self.keep_tenure());
    }

    /// A new guest, or one that comes with a link from another device: the key, to be told once.
    pub async fn new_guest(&self) -> Option<String> {
        let key = secrets::token();
        let hash = secrets::hash(&[key.as_bytes()]);
        self.clerk.written(Write::Key(hash, secrets::player(), self.now())).await?;
        Some(key)
    }

    /// A link that brings the player to another device, once.
    pub async fn new_link(&self, player: Player) -> Option<String> {
        let link = secrets::token();
        let hash = secrets::hash(&[link.as_bytes()]);
        self.clerk.written(Write::Link(hash, player, self.now() + LINK)).await?;
        Some(link)
    }

    /// A key for a link.
    pub async fn exchange(&self, link: &str) -> Option<String> {
        let key = secrets::token();
        let (link, hash) = (secrets::hash(&[link.as_bytes()]), secrets::hash(&[key.as_bytes()]));
        match self.clerk.written(Write::Exchange { link, key: hash, now: self.now() }).await? {
            Wrote::Exchanged(_) => Some(key),
            Wrote::Done | Wrote::Made(_) | Wrote::Taken => None,
        }
    }

    /// The key opens nothing any more (S6).
    pub async fn forget(&self, key: &str) {
        self.clerk.written(Write::Forget(secrets::hash(&[key.as_bytes()]))).await;
    }

    /// Whose key it is.
    pub async fn player(&self, key: &str) -> Option<Player> {
        let hash = secrets::hash(&[key.as_bytes()]);
        self.clerk.read(move |store| store.player(&hash)).await?
    }

    /// Makes a table and returns its code.
    pub async fn make(&self, maker: Player, ask: &MakeTable) -> Result<String, Result<String, Refused>> {
        if self.pressure() >= Pressure::NoTables {
            self.metrics.refused("busy-tables");
            return Err(Err(Refused::Busy));
        }
        let most = self.settings.limits.open_tables;
        let open = self.clerk.read(move |store| store.open_tables(maker)).await.ok_or(Err(Refused::Busy))?;
        if open >= most {
            return Err(Err(Refused::TooMany));
        }
        let mut setup = Setup::asked(ask).map_err(Ok)?;
        let players = setup.bots.0;
        loop {
            let code = secrets::code();
            setup.joint = Some(code.clone());
            let row = TableRow {
                id: 0,
                code: code.clone(),
                maker,
                setup: setup.write(),
                secret: secrets::seed(),
                listed: Listed {
                    title: setup.rules.header().title.clone(),
                    seats: setup.seats,
                    seconds: setup.rules.customs().turn_seconds.get(),
                    open: setup.open,
                },
                standing: Standing { status: Status::Lobby, players, wake: None },
            };
            let wrote = self.clerk.written(Write::Make(Box::new(row), self.now())).await;
            match wrote.ok_or(Err(Refused::Busy))? {
                Wrote::Taken => {}
                Wrote::Made(_) | Wrote::Done | Wrote::Exchanged(_) => {
                    self.metrics.tables_made.fetch_add(1, Relaxed);
                    return Ok(code);
                }
            }
        }
    }

    /// The tables that are open to all; the list may be a second old.
    pub async fn lobby(&self) -> Option<Arc<Lobby>> {
        let now = self.now();
        if let Some((at, lobby)) = lock(&self.lobby).as_ref()
            && now < at + LOBBY_AGE
        {
            return Some(lobby.clone());
        }
        let rows = self.clerk.read(|store| store.lobby(LOBBY_LINES)).await?;
        let lobby = Arc::new(Lobby { tables: rows.iter().map(listed).collect() });
        *lock(&self.lobby) = Some((now, lobby.clone()));
        Some(lobby)
    }

    /// What everyone who knows the code may know of a table.
    pub async fn line(&self, code: &str) -> Option<TableLine> {
        let code = code.to_owned();
        let row = self.clerk.read(move |store| store.table(&code)).await??;
        Some(listed(&row))
    }

    /// A ticket for one socket at one table. It is signed, so that it is good at every node.
    pub fn ticket(&self, player: Player, code: &str) -> String {
        let (until, fresh) = (self.now() + TICKET, secrets::player());
        let said = format!("{until:016x}{player:032x}{fresh:032x}{code}");
        let sign = self.sign(&format!("ticket {said}"));
        said + &sign
    }

    /// Who shows the ticket; it is used up by that, wherever it is shown (S3).
    pub fn admit(&self, ticket: &str, code: &str) -> Option<Player> {
        let (said, sign) = ticket.split_at_checked(ticket.len().checked_sub(SIGN)?)?;
        if sign != self.sign(&format!("ticket {said}")) {
            return None;
        }
        let until = Millis::from_str_radix(said.get(..16)?, 16).ok()?;
        let player = Player::from_str_radix(said.get(16..48)?, 16).ok()?;
        let unused = until >= self.now() && lock(&self.spent).insert(said.into(), until).is_none();
        (unused && said.get(80..)? == code).then_some(player)
    }

    /// The mark that only nodes of this store can make.
    pub fn sign(&self, text: &str) -> String {
        games::fair::hex(&games::fair::hmac(&self.seal, text.as_bytes()))
    }

    /// The room of the table with this code.
    pub async fn room(&self, code: &str) -> Option<Arc<Mutex<Room>>> {
        let known = lock(&self.codes).get(code).copied();
        if let Some(room) = known.and_then(|id| lock(&self.rooms).get(&id).cloned()) {
            return Some(room);
        }
        let wanted = code.to_owned();
        let row = self.clerk.read(move |store| store.table(&wanted)).await??;
        self.room_of(&row)
    }

    async fn room_by_id(&self, id: TableId) -> Option<Arc<Mutex<Room>>> {
        if let Some(room) = lock(&self.rooms).get(&id).cloned() {
            return Some(room);
        }
        let row = self.clerk.read(move |store| store.table_by_id(id)).await??;
        self.room_of(&row)
    }

    fn room_of(&self, row: &TableRow) -> Option<Arc<Mutex<Room>>> {
        if row.standing.status == Status::Closed {
            return None;
        }
        let mut rooms = lock(&self.rooms);
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
        let id = {
            let room = lock(room);
            if room.is_awake() {
                return Some(());
            }
            room.id
        };
        let (home, entries) = self.clerk.read(move |store| nodes::take_with_log(store, id)).await?;
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
            let looks_on = looked.would_look_on(player, hello);
            if looks_on && self.pressure() >= Pressure::NoExtras {
                self.metrics.refused("busy-watchers");
                outbox.close(Close::TooBusy);
                return Some(());
            }
            if looks_on && looked.prepare_gallery() {
                let id = looked.id;
                Some(self.clerk.ask(move |store| store.log(id)))
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
            entered.open_gallery(&entries, self.now());
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
        if self.pressure() >= Pressure::NoExtras {
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
            let (asked, there, hall) = (task.clone(), room.clone(), self.me.clone());
            let taken = self.thinkers.think(task.thought.clone(), move |found| {
                let Some(hall) = hall.upgrade() else { return };
                let (now, mut room) = (hall.now(), lock(&there));
                if hall.may_go_on(&mut room).is_some() {
                    room.thought(&asked, found.as_deref(), now);
                }
                hall.settle(&there, &mut room);
            });
            if !taken {
                locked.thought(&task, Some(&[]), self.now());
            }
        }
    }

    /// Has written what there is to write, and sets the alarm. The room stays locked, so the order is kept.
    fn settle(&self, room: &Arc<Mutex<Room>>, locked: &mut Room) {
        self.have_thought(room, locked);
        for write in locked.take_writes() {
            let seq = match &write {
                Write::Append { entry, .. } => entry.seq,
                _ => 0,
            };
            let (room, hall) = (room.clone(), self.me.clone());
            self.clerk.write(write, move |wrote| {
                let mut room = lock(&room);
                match wrote {
                    Wrote::Taken => room.overtaken(),
                    Wrote::Done | Wrote::Made(_) | Wrote::Exchanged(_) => room.saved(seq),
                }
                if let (Some(hall), Some(wake)) = (hall.upgrade(), room.wake()) {
                    hall.set_alarm(wake, &mut room);
                }
            });
        }
        if let Some(wake) = locked.wake() {
            self.set_alarm(wake, locked);
        }
    }

    /// Rings at this time or earlier. Only an earlier alarm than the one that is set is news.
    fn set_alarm(&self, wake: Millis, room: &mut Room) {
        if room.alarm.is_some_and(|set| set <= wake) {
            return;
        }
        let mut timers = lock(&self.timers);
        if let Some(set) = room.alarm.replace(wake) {
            timers.remove(&(set, room.id));
        }
        timers.insert((wake, room.id));
        if timers.first() == Some(&(wake, room.id)) {
            self.alarm.notify_one();
        }
    }

    /// Wakes tables at their time.
    async fn ring(&self) {
        loop {
            let now = self.now();
            let first = lock(&self.timers).first().copied();
            match first {
                Some((at, table)) if at <= now => {
                    lock(&self.timers).remove(&(at, table));
                    self.ring_for(table).await;
                    // Whatever happens to one table, the others have their turn.
                    tokio::task::yield_now().await;
                }
                Some((at, _)) => {
                    let wait = tokio::time::sleep(Duration::from_millis(at - now));
                    tokio::select! { () = wait => {}, () = self.alarm.notified() => {} }
                }
                None => self.alarm.notified().await,
            }
        }
    }

    async fn ring_for(&self, table: TableId) {
        let Some(room) = self.room_by_id(table).await else { return };
        lock(&room).alarm = None;
        let due = lock(&room).wake().is_some_and(|at| at <= self.now());
        // What another node had meanwhile may stand otherwise.
        let due = due || (self.shared.is_some() && !lock(&room).is_awake());
        if due && self.wake(&room).await.is_none() {
            return;
        }
        let (now, mut ticked) = (self.now(), lock(&room));
        if due && self.may_go_on(&mut ticked).is_some() {
            ticked.tick(now);
        }
        self.settle(&room, &mut ticked);
    }

    /// Puts to rest what nothing happens at, and has the store tidied up.
    async fn keep_house(&self) {
        let mut rounds = 0_u64;
        loop {
            tokio::time::sleep(Duration::from_secs(1)).await;
            rounds += 1;
            let alone = self.shared.is_none();
            if alone && (rounds.is_multiple_of(5) || !lock(&self.rooms).is_empty()) {
                self.clerk.write(Write::Alive, |_| {});
            }
            self.rest_quiet_rooms();
            if rounds % 60 == 1 {
                self.sweep().await;
            }
        }
    }

    /// Has what is too old removed.
    pub async fn sweep(&self) {
        let now = self.now();
        let (unused, idle) = (self.settings.unused_after, self.settings.idle_after);
        let sweep = Write::Sweep { unused: now.saturating_sub(unused), idle: now.saturating_sub(idle) };
        self.clerk.written(sweep).await;
        lock(&self.spent).retain(|_, until| *until >= now);
    }

    /// Puts rooms out of memory at which nothing happens.
    pub fn rest_quiet_rooms(&self) {
        let quiet = self.now().saturating_sub(self.settings.rest_after);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.rooms).values().cloned().collect();
        for room in rooms {
            let mut locked = lock(&room);
            let soon = self.now() + self.settings.rest_after;
            let elsewhere = self.shared.is_some() && !locked.is_awake();
            if locked.touched > quiet || (!elsewhere && locked.wake().is_some_and(|at| at < soon)) {
                continue;
            }
            locked.rest();
            self.settle(&room, &mut locked);
            if locked.is_empty() {
                self.forget_room(&room, &locked);
            }
        }
    }

    /// Forgets a room, unless somebody is just on the way in.
    fn forget_room(&self, room: &Arc<Mutex<Room>>, locked: &Room) {
        let mut rooms = lock(&self.rooms);
        // One is in the map, one in the list of the caller.
        if Arc::strong_count(room) <= 2 {
            rooms.remove(&locked.id);
            lock(&self.codes).remove(&locked.code);
            if let Some(set) = locked.alarm {
                lock(&self.timers).remove(&(set, locked.id));
            }
            if self.shared.is_some() {
                // Whoever looks first when something is due there has it then.
                self.clerk.write(Write::Release(locked.id), |_| {});
            } else if let Some(wake) = locked.wake() {
                lock(&self.timers).insert((wake, locked.id));
            }
        }
        self.metrics.rooms.store(rooms.len() as u64, Relaxed);
    }

    /// Waits until the last socket is closed.
    pub async fn empty(&self) {
        while self.metrics.sockets.load(Relaxed) > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The server goes away: everyone is told, and everything in flight is written.
    pub async fn drain(&self) {
        self.draining.store(true, Relaxed);
        let rooms: Vec<Arc<Mutex<Room>>> = lock(&self.rooms).values().cloned().collect();
        let _ = self.clerk.written(Write::Alive).await;
        self.leave().await;
        for (at, room) in rooms.iter().enumerate() {
            lock(room).say_goodbye((at as Millis * 37) % 3_000);
        }
        let _ = self.clerk.written(Write::Alive).await;
    }
}

fn listed(row: &TableRow) -> TableLine {
    TableLine {
        table: row.code.clone(),
        title: row.listed.title.clone(),
        players: row.standing.players,
        seats: row.listed.seats,
        seconds: row.listed.seconds,
        playing: row.standing.status == Status::Playing,
    }
}

/// A lock is never poisoned for long: what panics does so inside a room, which catches it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
