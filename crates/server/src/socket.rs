//! A socket from its first byte to its last.

use std::net::IpAddr;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Response, StatusCode};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMsg, Hello, Item, MAX_COMMAND_ID_BYTES, MAX_MESSAGE_BYTES, NoItem, Refusal, json};
use tokio::time::timeout;

use crate::backpressure::Backpressure;
use crate::http::{Peer, address, is_own_origin, problem, too_often, unavailable};
use crate::lag::Lag;
use crate::log_entry::Player;
use crate::outbox::{Close, Outbox};
use crate::rate_limits::{Bucket, household};
use crate::room::Room;
use crate::rooms::Rooms;

/// The greeting has to come within this.
const GREETING: Duration = Duration::from_secs(5);

/// So often the other side is asked whether it is there.
const PING: Duration = Duration::from_secs(15);

/// Whoever has not been heard for so long is gone.
const GONE: Duration = Duration::from_secs(45);

/// Whoever does not take a frame within this is cut off.
const WRITING: Duration = Duration::from_secs(10);

/// So many refusals for asking too fast, and the socket is closed.
const MOST_BUSY: u32 = 60;

/// What is read at once: a move fits in it five times, and a longer message makes room for itself. The usual buffer of the
/// library is 128 times as large, and every socket has one.
const READING: usize = 1024;

/// What is written at once.
const WRITING_AT_ONCE: usize = 4 * 1024;

/// Turns a call into a socket, if everything about it is right.
pub async fn upgrade(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response<Body> {
    // The link to a table: a browser gets the page, which then asks for the socket at the same address.
    let Ok(upgrade) = upgrade else { return crate::page::front(headers).await };
    if !is_own_origin(&rooms, &headers) {
        rooms.metrics.refused("origin");
        return problem(StatusCode::FORBIDDEN, Refusal::Origin);
    }
    let full = rooms.metrics.sockets.load(Relaxed) as usize >= rooms.settings.limits.sockets;
    if rooms.draining.load(Relaxed) || full || rooms.pressure() >= Backpressure::NoSockets {
        rooms.metrics.refused("overload");
        return unavailable();
    }
    let address = household(address(&rooms, peer, &headers));
    if !rooms.rate_limits.handshakes.take(&address, rooms.now()) {
        return too_often(&rooms, "handshakes");
    }
    if !rooms.rate_limits.addresses.take(&address, rooms.settings.limits.sockets_of_address) {
        return too_often(&rooms, "sockets");
    }
    let presence = Presence::new(rooms, address);
    upgrade
        .read_buffer_size(READING)
        .write_buffer_size(WRITING_AT_ONCE)
        .max_write_buffer_size(64 * 1024)
        .max_message_size(MAX_MESSAGE_BYTES)
        .max_frame_size(MAX_MESSAGE_BYTES)
        .on_upgrade(move |socket| serve(presence, socket, code))
}

/// Counts a socket as long as it lives.
struct Presence {
    rooms: Arc<Rooms>,
    address: IpAddr,
    player: Option<Player>,
}

impl Presence {
    fn new(rooms: Arc<Rooms>, address: IpAddr) -> Presence {
        rooms.metrics.sockets.fetch_add(1, Relaxed);
        Presence { rooms, address, player: None }
    }

    /// Whether the player may have one socket more.
    fn belongs_to(&mut self, player: Player) -> bool {
        let free = self.rooms.rate_limits.players.take(&player, self.rooms.settings.limits.sockets_of_player);
        self.player = free.then_some(player);
        free
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        self.rooms.metrics.sockets.fetch_sub(1, Relaxed);
        self.rooms.rate_limits.addresses.give_back(&self.address);
        if let Some(player) = self.player {
            self.rooms.rate_limits.players.give_back(&player);
        }
    }
}

async fn serve(mut presence: Presence, mut socket: WebSocket, code: String) {
    let rooms = presence.rooms.clone();
    // Nobody is told anything before the ticket was good (H4).
    // What is needed only at the beginning is boxed, so that it takes no memory later.
    let greeted = timeout(GREETING, Box::pin(greet(&mut socket))).await.unwrap_or(None);
    let admitted = match &greeted {
        Some(hello) => Box::pin(admit(&rooms, &mut socket, &code, hello)).await,
        None => None,
    };
    let (Some(hello), Some(player)) = (greeted, admitted) else {
        rooms.metrics.refused("greeting");
        return close(&mut socket, Close::Policy).await;
    };
    let room = Box::pin(rooms.room(&code)).await.filter(|_| presence.belongs_to(player));
    let Some(room) = room else {
        rooms.metrics.refused("room");
        return close(&mut socket, Close::Policy).await;
    };
    let outbox = Arc::new(Outbox::default());
    if Box::pin(rooms.connect(&room, player, &outbox, &hello)).await.is_some() {
        drop(hello);
        let talk = Talk { rooms: &rooms, room: &room, outbox: &outbox };
        let why = Box::pin(talk.go_on(&mut socket)).await;
        if let Some(why) = why {
            rooms.metrics.refused(why.word());
            close(&mut socket, why).await;
        }
    }
    rooms.disconnect(&room, &outbox);
}

/// The greeting; anything else is told what is wrong with it.
async fn greet(socket: &mut WebSocket) -> Option<Hello> {
    let Some(Ok(Message::Text(text))) = socket.next().await else { return None };
    let refusal = match json::read(&text) {
        Ok(ClientMsg::Hello(hello)) if hello.v != protocol::VERSION => {
            Refusal::ServerVersion { version: protocol::VERSION }
        }
        Ok(ClientMsg::Hello(hello)) => return Some(hello),
        Ok(_) => Refusal::GreetingMissing,
        Err(why) => Refusal::Unreadable { why },
    };
    refuse(socket, refusal).await;
    None
}

/// Whose greeting it is. The store is asked, which may be away for longer than a guest has for a greeting.
async fn admit(rooms: &Rooms, socket: &mut WebSocket, code: &str, hello: &Hello) -> Option<Player> {
    let player = rooms.admit(&hello.ticket, code).await;
    if player.is_none() {
        refuse(socket, Refusal::BadTicket).await;
    }
    player
}

async fn refuse(socket: &mut WebSocket, refusal: Refusal) {
    let _ = send(socket, &Item::No(NoItem::new(None, refusal))).await;
}

async fn send(socket: &mut WebSocket, item: &Item) -> Result<(), axum::Error> {
    socket.send(Message::Text(json::write(&[item]).into())).await
}

async fn close(socket: &mut WebSocket, why: Close) {
    let frame = CloseFrame { code: why.code(), reason: why.word().into() };
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(Some(frame)))).await;
}

/// A socket in use.
struct Talk<'a> {
    rooms: &'a Arc<Rooms>,
    room: &'a Arc<Mutex<Room>>,
    outbox: &'a Arc<Outbox>,
}

impl Talk<'_> {
    /// Sends and receives until one side has enough; says why if it was this one.
    async fn go_on(&self, socket: &mut WebSocket) -> Option<Close> {
        let limits = &self.rooms.settings.limits;
        let mut commands = Bucket::full(limits.commands, self.rooms.now());
        let mut talk = Bucket::full(limits.talk, self.rooms.now());
        let mut busy = 0;
        let mut heard = Instant::now();
        let mut ping = tokio::time::interval(PING);
        let mut lag = Lag::default();
        loop {
            tokio::select! {
                message = socket.next() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            let now = self.rooms.now();
                            let asked = json::read::<ClientMsg>(&text);
                            let says = matches!(asked, Ok(ClientMsg::Say { .. } | ClientMsg::Chat { .. }));
                            let heard = !says || (talk.take(limits.talk, now) && self.rooms.pressure() < Backpressure::NoExtras);
                            if !commands.take(limits.commands, now) || !heard {
                                busy += 1;
                                if busy > MOST_BUSY {
                                    return Some(Close::Policy);
                                }
                                self.refuse(asked.ok().as_ref(), Refusal::TooFast);
                            } else if let Some(asked) = self.understood(asked) {
                                self.rooms.ask(self.room, self.outbox, asked).await?;
                            }
                        }
                        Some(Ok(Message::Pong(which))) => {
                            if let Some(lag) = lag.answered(&which) {
                                self.rooms.lag(self.room, self.outbox, lag);
                            }
                        }
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Binary(_))) => return Some(Close::Policy),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    }
                }
                () = self.outbox.ready() => {
                    let (frames, closing) = self.outbox.take();
                    let sent = timeout(WRITING, async {
                        for frame in frames {
                            socket.feed(Message::Text(frame)).await?;
                        }
                        socket.flush().await
                    });
                    match sent.await {
                        Ok(Ok(())) if closing.is_some() => return closing,
                        Ok(Ok(())) => {}
                        Ok(Err(_)) => return None,
                        Err(_) => return Some(Close::TooSlow),
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > GONE {
                        return Some(Close::TooSlow);
                    }
                    let sent = timeout(WRITING, socket.send(Message::Ping(lag.asks())));
                    if !matches!(sent.await, Ok(Ok(()))) {
                        return Some(Close::TooSlow);
                    }
                }
            }
        }
    }

    /// The command, unless it makes no sense.
    fn understood(&self, asked: Result<ClientMsg, String>) -> Option<ClientMsg> {
        match asked {
            Ok(asked) if asked.id().is_some_and(is_id) => Some(asked),
            Ok(asked) => {
                self.refuse(Some(&asked), Refusal::BadCommandId);
                None
            }
            Err(why) => {
                self.refuse(None, Refusal::Unreadable { why });
                None
            }
        }
    }

    fn refuse(&self, asked: Option<&ClientMsg>, refusal: Refusal) {
        let id = asked.and_then(ClientMsg::id).filter(|id| is_id(id));
        self.outbox.push(json::write(&[Item::No(NoItem::new(id, refusal))]).into());
    }
}

fn is_id(id: &str) -> bool {
    (1..=MAX_COMMAND_ID_BYTES).contains(&id.len()) && id.bytes().all(|letter| letter.is_ascii_graphic())
}
