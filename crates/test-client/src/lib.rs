//! A guest of a server, for tests and measurements: plain calls, a socket, and a player that plays.
//!
//! This crate must never know more than any guest does: it speaks to a server over the wire and in no other way.

mod glance;

use std::net::SocketAddr;
use std::time::Duration;

pub use glance::Glance;

use engine::{Choice, Scene};
use futures_util::{SinkExt, StreamExt};
use protocol::{ClientMsg, Guest, Heard, Hello, Made, MakeTable, Reader, Ticket, TicketRequest, json};
use table::Message as Told;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Why a visit came to nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The server could not be reached, or went away.
    Gone(String),
    /// The server closed the socket with this code.
    Closed(u16),
    /// A call was answered with this status and text.
    Refused(u16, String),
    /// The server says what makes no sense.
    Nonsense(String),
    /// Nothing came in time.
    Silence,
}

type Outcome<T> = Result<T, Trouble>;

/// Where a server is.
#[derive(Clone, Copy, Debug)]
pub struct Site(pub SocketAddr);

impl Site {
    /// Makes a plain call and returns everything that came back.
    pub async fn raw(&self, line: &str, headers: &str, body: &str) -> Outcome<String> {
        let gone = |error: std::io::Error| Trouble::Gone(error.to_string());
        let mut stream = TcpStream::connect(self.0).await.map_err(gone)?;
        let request = format!(
            "{line} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
            self.0,
            body.len()
        );
        stream.write_all(request.as_bytes()).await.map_err(gone)?;
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).await.map_err(gone)?;
        Ok(String::from_utf8_lossy(&reply).into_owned())
    }

    /// Makes a plain call and returns status and text.
    pub async fn call(&self, line: &str, headers: &str, body: &str) -> Outcome<(u16, String)> {
        let reply = self.raw(line, headers, body).await?;
        let status = reply.split(' ').nth(1).and_then(|word| word.parse().ok());
        let status = status.ok_or_else(|| Trouble::Nonsense(reply.clone()))?;
        let body = reply.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        Ok((status, body.into()))
    }

    async fn post(&self, path: &str, key: &str, body: &str) -> Outcome<String> {
        let headers = if key.is_empty() { String::new() } else { format!("Authorization: Bearer {key}\r\n") };
        match self.call(&format!("POST {path}"), &headers, body).await? {
            (200..=299, text) => Ok(text),
            (status, text) => Err(Trouble::Refused(status, text)),
        }
    }

    /// Becomes a guest: returns the key.
    pub async fn guest(&self) -> Outcome<String> {
        let guest: Guest = json::read(&self.post("/api/guest", "", "").await?).map_err(Trouble::Nonsense)?;
        Ok(guest.token)
    }

    /// Makes a table: returns its code.
    pub async fn make(&self, key: &str, ask: &MakeTable) -> Outcome<String> {
        let made = self.post("/api/tables", key, &json::write(ask)).await?;
        json::read(&made).map(|made: Made| made.table).map_err(Trouble::Nonsense)
    }

    /// Gets a ticket to a table.
    pub async fn ticket(&self, key: &str, table: &str) -> Outcome<String> {
        let ask = json::write(&TicketRequest { table: table.into() });
        let ticket: Ticket =
            json::read(&self.post("/api/ticket", key, &ask).await?).map_err(Trouble::Nonsense)?;
        Ok(ticket.ticket)
    }

    /// Opens a socket and says nothing yet.
    pub async fn socket(&self, table: &str, origin: &str) -> Outcome<WebSocketStream<TcpStream>> {
        let gone = |error: std::io::Error| Trouble::Gone(error.to_string());
        let stream = TcpStream::connect(self.0).await.map_err(gone)?;
        let _ = stream.set_nodelay(true);
        let request = format!("ws://{}/t/{table}", self.0);
        let mut request =
            tokio_tungstenite::tungstenite::client::IntoClientRequest::into_client_request(request)
                .map_err(|error| Trouble::Gone(error.to_string()))?;
        if let Ok(origin) = origin.parse() {
            request.headers_mut().insert("Origin", origin);
        }
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let opened = tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        opened.map(|(socket, _)| socket).map_err(|error| match error {
            tokio_tungstenite::tungstenite::Error::Http(reply) => {
                Trouble::Refused(reply.status().as_u16(), String::new())
            }
            other => Trouble::Gone(other.to_string()),
        })
    }

    /// The origin that the server's own page would have.
    pub fn origin(&self) -> String {
        format!("http://{}", self.0)
    }

    /// Comes to a table, with a name to sit down or to look on without.
    pub async fn visit(
        &self,
        key: &str,
        table: &str,
        name: Option<&str>,
        last: Option<u64>,
    ) -> Outcome<Visit> {
        let ticket = self.ticket(key, table).await?;
        let socket = self.socket(table, &self.origin()).await?;
        let mut visit = Visit::new(socket);
        let hello = Hello { v: protocol::VERSION, ticket, last, name: name.map(String::from) };
        visit.say(&ClientMsg::Hello(hello)).await?;
        Ok(visit)
    }
}

/// A socket in use, and what was heard over it.
pub struct Visit {
    socket: WebSocketStream<TcpStream>,
    /// What makes sense of the frames.
    pub reader: Reader,
    /// How things stand.
    pub scene: Option<Scene>,
    /// The number of the position.
    pub number: u64,
    /// Every frame, as it came.
    pub frames: Vec<Utf8Bytes>,
    /// Whether frames are kept.
    pub keeps_frames: bool,
}

impl Visit {
    /// A visit that has not said hello yet.
    pub fn new(socket: WebSocketStream<TcpStream>) -> Visit {
        Visit {
            socket,
            reader: Reader::default(),
            scene: None,
            number: 0,
            frames: Vec::new(),
            keeps_frames: false,
        }
    }

    /// Sends a message.
    pub async fn say(&mut self, message: &ClientMsg) -> Outcome<()> {
        self.say_text(json::write(message)).await
    }

    /// Sends any text.
    pub async fn say_text(&mut self, text: String) -> Outcome<()> {
        let sent = self.socket.send(Message::Text(text.into())).await;
        sent.map_err(|error| Trouble::Gone(error.to_string()))
    }

    /// The next frame as text.
    pub async fn frame(&mut self) -> Outcome<Utf8Bytes> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    if self.keeps_frames {
                        self.frames.push(text.clone());
                    }
                    return Ok(text);
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(Trouble::Closed(frame.map_or(1005, |frame| frame.code.into())));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Trouble::Gone(error.to_string())),
                None => return Err(Trouble::Gone("the socket ended".into())),
            }
        }
    }

    /// What the next frame says.
    pub async fn hear(&mut self) -> Outcome<Vec<Heard>> {
        let text = self.frame().await?;
        let frame = json::read(&text).map_err(|why| Trouble::Nonsense(format!("{why}: {text}")))?;
        let heard = self.reader.hear(frame, 0).map_err(Trouble::Nonsense)?;
        for heard in &heard {
            match heard {
                Heard::Table(Told::Scene { number, scene }) => {
                    self.number = *number;
                    self.scene = Some((**scene).clone());
                }
                Heard::Table(Told::Events { number, .. }) => self.number = *number,
                _ => {}
            }
        }
        Ok(heard)
    }

    /// What the next frame says, if it comes soon.
    pub async fn hear_within(&mut self, time: Duration) -> Outcome<Vec<Heard>> {
        tokio::time::timeout(time, self.hear()).await.unwrap_or(Err(Trouble::Silence))
    }

    /// Listens until something was heard that is wanted.
    pub async fn hear_until<T>(&mut self, mut wanted: impl FnMut(&Heard) -> Option<T>) -> Outcome<T> {
        let listening = async {
            loop {
                if let Some(found) = self.hear().await?.iter().find_map(&mut wanted) {
                    return Ok(found);
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(30), listening).await.unwrap_or(Err(Trouble::Silence))
    }

    /// Sends a command and waits for its answer: whether it was done.
    pub async fn ask(&mut self, command: &ClientMsg) -> Outcome<bool> {
        let id = command.id().unwrap_or_default().to_owned();
        self.say(command).await?;
        self.hear_until(|heard| match heard {
            Heard::Done { id: done } if *done == id => Some(true),
            Heard::Refused { id: Some(refused), .. } if *refused == id => Some(false),
            _ => None,
        })
        .await
    }

    /// What can be done now.
    pub fn choices(&self) -> &[Choice] {
        self.scene.as_ref().map_or(&[], |scene| &scene.choices)
    }

    /// Whether it is this guest's turn.
    pub fn is_on_turn(&self) -> bool {
        self.scene.as_ref().is_some_and(|scene| match (scene.turn, scene.viewer) {
            (Some(turn), engine::Viewer::Seat(seat)) => turn == seat,
            (Some(_) | None, engine::Viewer::Spectator) | (None, engine::Viewer::Seat(_)) => false,
        })
    }

    /// Takes the socket away without a word.
    pub fn vanish(self) {}
}
