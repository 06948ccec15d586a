//! A WebSocket connection, from its upgrade to its end.

use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, Response};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    ClientMsg, Hello, Item, MAX_COMMAND_ID_BYTES, MAX_FRAME_BYTES, MAX_MESSAGE_BYTES, Refusal, RefusedItem,
    frame_parts, json,
};
use table::Millis;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tracing::Instrument;

use crate::backpressure::Backpressure;
use crate::connections::Place;
use crate::http::{Caller, ClientAddress, HandshakeLimit, HttpProblem, TableCode, is_own_origin};
use crate::lag::Lag;
use crate::log_entry::Player;
use crate::moderation::Subject;
use crate::outbox::{Close, Outbox};
use crate::rate_limits::Bucket;
use crate::room::Room;
use crate::rooms::{Admitted, Rooms, Visitor};

/// The greeting has to arrive within this.
const GREETING_TIMEOUT: Duration = Duration::from_secs(5);

/// The time between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(15);

/// A client that has sent nothing for this long is gone.
const IDLE_TIMEOUT: Duration = Duration::from_secs(45);

/// A client that does not accept a frame within this is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the close frame may take.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Maximum number of commands over the rate limit; then the socket is closed.
const MAX_REFUSED_COMMANDS: u32 = 60;

/// A frame with more bytes than this counts more than once.
const BYTES_OF_FRAME: u64 = 256;

/// The read buffer: a move fits twice, and it grows for longer messages. The default of the library is 256 times as large,
/// and every socket has one.
const READ_BUFFER_BYTES: usize = 512;

const WRITE_BUFFER_BYTES: usize = 4 * 1024;

/// A frame of which nothing has been written yet has to fit, or the library ends the socket.
const MAX_WRITE_BUFFER_BYTES: usize = 4 * MAX_FRAME_BYTES;

/// Upgrades a request to a socket, or answers with the page.
pub async fn upgrade(
    State(rooms): State<Arc<Rooms>>,
    ClientAddress(client): ClientAddress,
    TableCode(code): TableCode,
    Extension(place): Extension<Arc<Place>>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response<Body>, HttpProblem> {
    // The link to a table: a browser gets the page, which then opens a socket at the same path.
    let Ok(upgrade) = upgrade else {
        return Ok(crate::page::table_front(&rooms, &code, client, &headers).await);
    };
    if !is_own_origin(&rooms, &headers) {
        rooms.metrics.refused_at("origin", client);
        return Err(Refusal::Origin.into());
    }
    let full = rooms.metrics.sockets.load(Relaxed) as usize >= rooms.limits().sockets;
    // Those who only look on make room for somebody who may come back to a seat.
    let full = full && !rooms.connections.make_room();
    if rooms.draining.load(Relaxed) || full || rooms.pressure() >= Backpressure::NoSockets {
        rooms.metrics.refused_at("overload", client);
        return Err(Refusal::Unavailable.into());
    }
    let Caller { address, .. } = Caller::<HandshakeLimit>::within(&rooms, client)?;
    if !rooms.rate_limits.addresses.take(&address, rooms.limits().sockets_of_address) {
        rooms.metrics.refused_at("sockets", address);
        return Err(Refusal::TooOften.into());
    }
    place.set_socket();
    let open_socket = OpenSocket::new(rooms, address, place);
    Ok(upgrade
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(WRITE_BUFFER_BYTES)
        .max_write_buffer_size(MAX_WRITE_BUFFER_BYTES)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| {
            let span = tracing::debug_span!("socket", table = code);
            serve(open_socket, Box::new(socket), code).instrument(span)
        }))
}

/// Counts a socket in metrics and limits while it is open.
struct OpenSocket {
    rooms: Arc<Rooms>,
    address: IpAddr,
    player: Option<Player>,
    place: Arc<Place>,
    /// Its number among the visitors.
    visitor: Option<u64>,
}

impl OpenSocket {
    fn new(rooms: Arc<Rooms>, address: IpAddr, place: Arc<Place>) -> OpenSocket {
        rooms.metrics.sockets.fetch_add(1, Relaxed);
        OpenSocket { rooms, address, player: None, place, visitor: None }
    }

    /// Counts the socket for a player, unless that player has too many.
    fn count_for(&mut self, player: Player) -> bool {
        let free = self.rooms.rate_limits.players.take(&player, self.rooms.limits().sockets_of_player);
        self.player = free.then_some(player);
        free
    }

    /// Counts the socket among the visitors. From now on it ends with its key; whether that is still one.
    async fn enter(&mut self, admitted: Admitted, code: &str, outbox: &Arc<Outbox>) -> bool {
        let Admitted { player, key } = admitted;
        let (address, since) = (self.address, self.rooms.now());
        let visitor = Visitor { player, key, address, code: code.into(), since, outbox: outbox.clone() };
        self.visitor = Some(self.rooms.visitors.enter(visitor));
        self.rooms.still_knows(&admitted).await
    }
}

impl Drop for OpenSocket {
    fn drop(&mut self) {
        self.rooms.metrics.sockets.fetch_sub(1, Relaxed);
        self.rooms.rate_limits.addresses.give_back(&self.address);
        if let Some(visitor) = self.visitor {
            self.rooms.visitors.leave(visitor);
        }
        if let Some(player) = self.player {
            self.rooms.rate_limits.players.give_back(&player);
        }
    }
}

/// Serves a socket. It is boxed because a task that moves it has room for it more than once.
async fn serve(mut open_socket: OpenSocket, mut socket: Box<WebSocket>, code: String) {
    let rooms = open_socket.rooms.clone();
    // Nothing is sent before the ticket is verified (H4).
    // Futures that only run at the start are boxed, so that they take no memory later.
    let greeted = timeout(GREETING_TIMEOUT, Box::pin(greet(&mut socket))).await.unwrap_or(None);
    let admitted = match &greeted {
        Some(hello) => Box::pin(admit(&rooms, &mut socket, &code, hello)).await,
        None => None,
    };
    let (Some(hello), Some(admitted)) = (greeted, admitted) else {
        rooms.metrics.refused_at("greeting", open_socket.address);
        return close(&mut socket, Close::Policy).await;
    };
    let (player, outbox) = (admitted.player, Arc::new(Outbox::of(open_socket.address)));
    if !Box::pin(open_socket.enter(admitted, &code, &outbox)).await {
        rooms.metrics.refused_at("logged-out", open_socket.address);
        refuse(&mut socket, Refusal::BadTicket).await;
        return close(&mut socket, Close::Policy).await;
    }
    if let Err(refusal) = rooms.not_banned(Subject::Player(player)) {
        refuse(&mut socket, refusal).await;
        return close(&mut socket, Close::Removed).await;
    }
    let room = Box::pin(rooms.room(&code)).await.filter(|_| open_socket.count_for(player));
    let Some(room) = room else {
        rooms.metrics.refused_at("room", open_socket.address);
        return close(&mut socket, Close::Policy).await;
    };
    if Box::pin(rooms.connect(&room, player, &outbox, &hello)).await.is_some() {
        drop(hello);
        tracing::debug!("connected");
        let address = open_socket.address;
        let place = &open_socket.place;
        let connection = Connection { rooms: &rooms, room: &room, outbox: &outbox, address, player, place };
        let why = Box::pin(connection.run(&mut socket)).await;
        if let Some(why) = why {
            rooms.metrics.refused_at(why.word(), open_socket.address);
            close(&mut socket, why).await;
        }
        tracing::debug!("disconnected");
    }
    rooms.disconnect(&room, &outbox);
}

/// Reads the greeting; anything else is refused.
async fn greet(socket: &mut WebSocket) -> Option<Hello> {
    let Some(Ok(Message::Text(text))) = socket.next().await else { return None };
    let refusal = match json::read(&text) {
        Ok(ClientMsg::Hello(hello)) if hello.v != protocol::VERSION => {
            Refusal::ServerVersion { version: protocol::VERSION }
        }
        Ok(ClientMsg::Hello(hello)) => return Some(hello),
        Ok(_) => Refusal::GreetingMissing,
        Err(error) => error.into(),
    };
    refuse(socket, refusal).await;
    None
}

/// Whom the ticket was issued to. This is not part of the greeting's timeout, because the store may not answer for a while.
async fn admit(rooms: &Rooms, socket: &mut WebSocket, code: &str, hello: &Hello) -> Option<Admitted> {
    let admitted = rooms.admit(&hello.ticket, code).await;
    if admitted.is_none() {
        refuse(socket, Refusal::BadTicket).await;
    }
    admitted
}

async fn refuse(socket: &mut WebSocket, refusal: Refusal) {
    let _ = send(socket, &Item::No(RefusedItem::new(None, refusal))).await;
}

async fn send(socket: &mut WebSocket, item: &Item) -> Result<(), axum::Error> {
    socket.send(Message::Text(json::write(&[item]).into())).await
}

async fn close(socket: &mut WebSocket, why: Close) {
    let frame = CloseFrame { code: why.code(), reason: why.word().into() };
    let _ = timeout(CLOSE_TIMEOUT, socket.send(Message::Close(Some(frame)))).await;
}

/// A connection to a room.
struct Connection<'a> {
    rooms: &'a Arc<Rooms>,
    room: &'a Arc<Mutex<Room>>,
    outbox: &'a Arc<Outbox>,
    /// Where it comes from.
    address: IpAddr,
    player: Player,
    place: &'a Place,
}

impl Connection<'_> {
    /// Whether the limits of the address, all its players together, allow a command.
    fn address_may_send(&self, command: &Result<ClientMsg, json::JsonError>, now: Millis) -> bool {
        let limits = &self.rooms.rate_limits;
        limits.commands.take(&self.address, now).is_ok()
            && (!matches!(command, Ok(ClientMsg::Rules { .. }))
                || limits.rules.take(&self.address, now).is_ok())
    }

    /// Sends and receives until one side closes; the reason if it is the server.
    async fn run(&self, socket: &mut WebSocket) -> Option<Close> {
        let limits = self.rooms.limits();
        let mut commands = Bucket::full(limits.commands, self.rooms.now());
        let mut chat = Bucket::full(limits.chat, self.rooms.now());
        let mut frames = Bucket::full(limits.frames, self.rooms.now());
        let mut refused_commands = 0;
        let mut last_received = Instant::now();
        let mut ping = tokio::time::interval(PING_INTERVAL);
        let mut lag = Lag::default();
        let mut seated = false;
        loop {
            if seated != self.outbox.is_seated() {
                seated = !seated;
                self.place.set_seated(seated);
            }
            tokio::select! {
                // Frames first: whoever was woken to send would otherwise ask the socket for nothing half of the time.
                biased;
                () = self.outbox.ready() => {
                    match self.send_queued(socket).await {
                        Ok(Ok(())) => {
                            if let Some(why) = self.outbox.closing() {
                                return Some(why);
                            }
                        }
                        Ok(Err(_)) => return None,
                        Err(_) => return Some(Close::TooSlow),
                    }
                }
                message = socket.next() => {
                    last_received = Instant::now();
                    if let Some(reason) = self.over_budget(&mut frames) {
                        self.place.refused(reason);
                        return Some(Close::Policy);
                    }
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let now = self.rooms.now();
                            let command = ClientMsg::read(&text);
                            let is_talk = command.as_ref().is_ok_and(ClientMsg::is_talk);
                            let chat_allowed = !is_talk
                                || (chat.take(limits.chat, now) && self.rooms.pressure() < Backpressure::NoExtras);
                            let within = commands.take(limits.commands, now)
                                && self.address_may_send(&command, now)
                                && chat_allowed;
                            if !within {
                                refused_commands += 1;
                                if refused_commands > MAX_REFUSED_COMMANDS {
                                    return Some(Close::Policy);
                                }
                                self.refuse(id_of(&command, &text).as_deref(), Refusal::TooFast);
                            } else if let Some(command) = self.readable(command, &text) {
                                self.rooms.ask(self.room, self.outbox, command).await?;
                            }
                        }
                        Some(Ok(Message::Pong(payload))) => {
                            if let Some(lag) = lag.answered(&payload) {
                                self.rooms.lag(self.room, self.outbox, lag);
                            }
                        }
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Binary(_))) => return Some(Close::Policy),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    }
                }
                _ = ping.tick() => {
                    if last_received.elapsed() > IDLE_TIMEOUT {
                        return Some(Close::TooSlow);
                    }
                    let sent = timeout(SEND_TIMEOUT, socket.send(Message::Ping(lag.ping())));
                    if !matches!(sent.await, Ok(Ok(()))) {
                        return Some(Close::TooSlow);
                    }
                }
            }
        }
    }

    /// Sends what is queued. A long frame goes in parts, and each of them has the full time.
    async fn send_queued(&self, socket: &mut WebSocket) -> Result<Result<(), axum::Error>, Elapsed> {
        while let Some(frame) = self.outbox.pop() {
            let sent = match frame.len() {
                ..=MAX_FRAME_BYTES => timeout(SEND_TIMEOUT, socket.feed(Message::Text(frame))).await?,
                _ => self.send_parts(socket, &frame).await?,
            };
            if sent.is_err() {
                return Ok(sent);
            }
        }
        timeout(SEND_TIMEOUT, socket.flush()).await
    }

    async fn send_parts(
        &self,
        socket: &mut WebSocket,
        frame: &str,
    ) -> Result<Result<(), axum::Error>, Elapsed> {
        for part in frame_parts(frame) {
            if let Err(error) = timeout(SEND_TIMEOUT, socket.send(Message::Text(part.into()))).await? {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    /// Charges a frame, of whatever kind, to the budgets of the socket, the player and the address; the reason if the socket
    /// has to go. When all sockets of an address are too many, it is those that send most.
    fn over_budget(&self, frames: &mut Bucket) -> Option<&'static str> {
        let (now, limits) = (self.rooms.now(), &self.rooms.rate_limits);
        let rate = self.rooms.limits().frames;
        let cost = 1 + self.place.take_unread() / BYTES_OF_FRAME;
        let within = frames.charge(rate, now, cost);
        let player_within = limits.frames_of_player.charge(&self.player, now, cost);
        let address_within = limits.frames_of_address.charge(&self.outbox.client(), now, cost);
        let is_busy = frames.is_half_empty(rate);
        match (within, player_within, address_within) {
            (false, ..) => Some("frames"),
            (_, false, _) if is_busy => Some("frames-of-player"),
            (_, _, false) if is_busy => Some("frames-of-address"),
            _ => None,
        }
    }

    /// The command, unless it is unreadable or has no valid id: then it is refused, under its id as far as it has one.
    fn readable(&self, command: Result<ClientMsg, json::JsonError>, text: &str) -> Option<ClientMsg> {
        match command {
            Ok(command) if command.id().is_some_and(is_id) => return Some(command),
            Ok(ClientMsg::Hello(_)) => self.refuse(None, Refusal::GreetingRepeated),
            Ok(_) => self.refuse(None, Refusal::BadCommandId),
            Err(_) => {
                let id = id_of(&command, text);
                if let Err(error) = command {
                    self.refuse(id.as_deref(), error.into());
                }
            }
        }
        None
    }

    fn refuse(&self, id: Option<&str>, refusal: Refusal) {
        self.outbox.push(json::write(&[Item::No(RefusedItem::new(id, refusal))]).into());
    }
}

/// The id under which a message is answered, readable or not.
fn id_of(command: &Result<ClientMsg, json::JsonError>, text: &str) -> Option<String> {
    let id = match command {
        Ok(command) => command.id().map(String::from),
        Err(_) => json::id_in(text),
    };
    id.filter(|id| is_id(id))
}

fn is_id(id: &str) -> bool {
    (1..=MAX_COMMAND_ID_BYTES).contains(&id.len()) && id.bytes().all(|letter| letter.is_ascii_graphic())
}
