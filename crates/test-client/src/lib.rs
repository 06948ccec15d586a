//! A client of a server, for tests and benchmarks: plain calls, a socket, and what a player knows.
//!
//! This crate must never know more than a guest does: it talks to a server over the wire and in no other way.
//!
//! ```
//! use protocol::Item;
//! use test_client::MinimalView;
//!
//! let mut ada = MinimalView::default();
//! let answer = ada.read(vec![Item::Ok("7".into()), Item::You(Some(0)), Item::Did(12, "0 passed".into())]);
//! assert_eq!((answer, ada.seat, ada.number), (Some(true), 0, 12));
//! ```

mod every_command;
mod minimal_view;
mod reserved_port;

use std::net::SocketAddr;
use std::time::Duration;

pub use every_command::{CommandFields, every_command};
pub use minimal_view::MinimalView;
pub use reserved_port::ReservedPort;

use engine::{Choice, Scene};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    ClientMsg, CreateTable, CreatedTable, FrameReader, Guest, Hello, Received, Ticket, TicketRequest, json,
};
use table::Message as Told;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Why a call or a connection failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ClientError {
    /// The server could not be reached, or the connection was lost.
    #[error("connection lost: {0}")]
    Lost(String),
    /// The server closed the socket with this code.
    #[error("closed with {0}")]
    Closed(u16),
    /// A call was answered with this status and text.
    #[error("status {0}: {1}")]
    Refused(u16, String),
    /// The server sent something that is not in the protocol.
    #[error("unreadable: {0}")]
    Unreadable(String),
    /// Nothing arrived in time.
    #[error("timeout")]
    Timeout,
}

type Result<T> = std::result::Result<T, ClientError>;

/// How long [`Connection::receive_until`] waits.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(30);

/// A client of the server at this address.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub SocketAddr);

impl Client {
    /// Makes a plain call and returns everything that came back.
    pub async fn raw(&self, line: &str, headers: &str, body: &str) -> Result<String> {
        let lost = |error: std::io::Error| ClientError::Lost(error.to_string());
        let mut stream = TcpStream::connect(self.0).await.map_err(lost)?;
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.0,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.map_err(lost)?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).await.map_err(lost)?;
        Ok(String::from_utf8_lossy(&reply).into_owned())
    }

    /// Makes a plain call and returns status and text.
    pub async fn call(&self, line: &str, headers: &str, body: &str) -> Result<(u16, String)> {
        let reply = self.raw(line, headers, body).await?;
        let status = reply.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| ClientError::Unreadable(reply.clone()))?;
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Ok((status, body.into()))
    }

    async fn post(&self, path: &str, key: &str, body: &str) -> Result<String> {
        let headers = if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
        match self.call(&format!("POST {path}"), &headers, body).await? {
            (200..=299, text) => Ok(text),
            (status, text) => Err(ClientError::Refused(status, text)),
        }
    }

    /// Registers a guest and returns the key.
    pub async fn guest(&self) -> Result<String> {
        let guest: Guest = json::read(&self.post("/api/guest", "", "").await?).map_err(unreadable)?;
        Ok(guest.token)
    }

    /// Creates a table and returns its code.
    pub async fn make(&self, key: &str, ask: &CreateTable) -> Result<String> {
        let made = self.post("/api/tables", key, &json::write(ask)).await?;
        json::read(&made).map(|made: CreatedTable| made.table).map_err(unreadable)
    }

    /// Gets a ticket to a table.
    pub async fn ticket(&self, key: &str, table: &str) -> Result<String> {
        let ask = json::write(&TicketRequest { table: table.into() });
        let ticket: Ticket = json::read(&self.post("/api/ticket", key, &ask).await?).map_err(unreadable)?;
        Ok(ticket.ticket)
    }

    /// Opens a socket and sends nothing yet.
    pub async fn socket(&self, table: &str, origin: &str) -> Result<WebSocketStream<TcpStream>> {
        let lost = |error: std::io::Error| ClientError::Lost(error.to_string());
        let stream = TcpStream::connect(self.0).await.map_err(lost)?;
        let _ = stream.set_nodelay(true);
        let request = format!("ws://{}/t/{table}", self.0);
        let mut request =
            tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(request)
                .map_err(|error| ClientError::Lost(error.to_string()))?;
        if let Ok(origin) = origin.parse() {
            request.headers_mut().insert("Origin", origin);
        }
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        opened.map(|(socket, _)| socket).map_err(|error| match error {
            tokio_tungstenite::tungstenite::Error::Http(reply) => {
                ClientError::Refused(reply.status().as_u16(), String::new())
            }
            other => ClientError::Lost(other.to_string()),
        })
    }

    /// The origin that the server's own page would have.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0)
    }

    /// Connects to a table: with a name to take a seat, without one to come back or to spectate.
    pub async fn connect(
        &self,
        key: &str,
        table: &str,
        name: Option<&str>,
        last: Option<u64>,
    ) -> Result<Connection> {
        let ticket = self.ticket(key, table).await?;
        let socket = self.socket(table, &self.origin()).await?;
        let mut connection = Connection::new(socket);
        let hello = Hello { v: protocol::VERSION, ticket, last, name: name.map(String::from) };
        connection.send(&ClientMsg::Hello(hello)).await?;
        Ok(connection)
    }
}

/// A connection to a table, and what it has received.
pub struct Connection {
    socket: WebSocketStream<TcpStream>,
    /// Reads the frames.
    pub reader: FrameReader,
    /// The last scene.
    pub scene: Option<Scene>,
    /// The number of the position.
    pub number: u64,
    /// Every frame received, if they are kept.
    pub frames: Vec<Utf8Bytes>,
    /// Whether frames are kept.
    pub keep_frames: bool,
}

impl Connection {
    /// A connection that has not sent its greeting yet.
    pub fn new(socket: WebSocketStream<TcpStream>) -> Connection {
        Connection {
            socket,
            reader: FrameReader::default(),
            scene: None,
            number: 0,
            frames: Vec::new(),
            keep_frames: false,
        }
    }

    /// Sends a message.
    pub async fn send(&mut self, message: &ClientMsg) -> Result<()> {
        self.send_text(json::write(message)).await
    }

    /// Sends any text.
    pub async fn send_text(&mut self, text: String) -> Result<()> {
        let sent = self.socket.send(Message::Text(text.into())).await;
        sent.map_err(|error| ClientError::Lost(error.to_string()))
    }

    /// Receives the next frame as text.
    pub async fn frame(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    if self.keep_frames {
                        self.frames.push(text.clone());
                    }
                    return Ok(text);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(ClientError::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(ClientError::Lost(error.to_string())),
                None => return Err(ClientError::Lost("the socket ended".into())),
            }
        }
    }

    /// Receives the next frame.
    pub async fn receive(&mut self) -> Result<Vec<Received>> {
        let text = self.frame().await?;
        let frame =
            protocol::read_frame(&text).map_err(|why| ClientError::Unreadable(format!("{why}: {text}")))?;
        let heard = self.reader.hear(frame, 0).map_err(unreadable)?;
        for heard in &heard {
            match heard {
                Received::Table(Told::Scene { number, scene }) => {
                    self.number = *number;
                    self.scene = Some((**scene).clone());
                }
                Received::Table(Told::Events { number, .. }) => self.number = *number,
                _ => {}
            }
        }
        Ok(heard)
    }

    /// Receives the next frame, if it arrives in time.
    pub async fn receive_within(&mut self, time: Duration) -> Result<Vec<Received>> {
        tokio::time::timeout(time, self.receive()).await.unwrap_or(Err(ClientError::Timeout))
    }

    /// Receives frames until one has what is wanted.
    pub async fn receive_until<T>(&mut self, mut wanted: impl FnMut(&Received) -> Option<T>) -> Result<T> {
        let receiving = async {
            loop {
                if let Some(found) = self.receive().await?.iter().find_map(&mut wanted) {
                    return Ok(found);
                }
            }
        };
        tokio::time::timeout(RECEIVE_TIMEOUT, receiving).await.unwrap_or(Err(ClientError::Timeout))
    }

    /// Sends a command and waits for its answer: whether it was accepted.
    pub async fn ask(&mut self, command: &ClientMsg) -> Result<bool> {
        let id = command.id().unwrap_or_default().to_owned();
        self.send(command).await?;
        self.receive_until(|heard| match heard {
            Received::Done { id: done } if *done == id => Some(true),
            Received::Refused { id: Some(refused), .. } if *refused == id => Some(false),
            _ => None,
        })
        .await
    }

    /// The choices of this player now.
    pub fn choices(&self) -> &[Choice] {
        self.scene.as_ref().map_or(&[], |scene| &scene.choices)
    }

    /// Whether it is this player's turn.
    pub fn is_on_turn(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| match (scene.turn, scene.viewer) {
            (Some(turn), engine::Viewer::Seat(seat)) => turn == seat,
            (Some(_) | None, engine::Viewer::Spectator) | (None, engine::Viewer::Seat(_)) => false,
        })
    }

    /// The socket itself, for what no player would send.
    pub fn into_socket(self) -> WebSocketStream<TcpStream> {
        self.socket
    }

    /// Closes the socket without a close frame.
    pub fn abort(self) {}
}

fn unreadable(error: impl std::error::Error) -> ClientError {
    ClientError::Unreadable(error.to_string())
}
