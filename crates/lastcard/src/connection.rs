//! A connection to a server that reconnects on its own: HTTP calls, one socket, and no command executed twice.

use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::Duration;

use protocol::json::JsonError;
use protocol::{
    ClientMsg, CreateTable, CreatedTable, Guest, Hello, Item, Problem, Refusal, RefusalCode, Resume,
    ShuffleItem, Ticket, TicketRequest, json,
};
use serde::de::DeserializeOwned;
use terminal::remote_table::News;
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long a read of the socket blocks before outgoing commands are looked at.
const READ_TIMEOUT: Duration = Duration::from_millis(30);

/// Time limit of an HTTP call.
const CALL_TIMEOUT: Duration = Duration::from_secs(10);

/// Delays between attempts to reconnect; the last one repeats.
const RECONNECT_DELAYS_MS: [u64; 6] = [250, 500, 1_000, 2_000, 4_000, 5_000];

/// The close code of a socket whose player connected elsewhere.
const CLOSED_ELSEWHERE: u16 = 4_001;

/// The close code of a socket whose player has logged out.
const CLOSED_BY_LOGOUT: u16 = 4_003;

/// The close code of a socket that whoever runs the server ended.
const CLOSED_BY_OPERATOR: u16 = 4_004;

/// The close code of a socket that broke the rules of the protocol.
const CLOSED_BY_POLICY: u16 = 1_008;

/// Why a server did not answer as hoped.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionError {
    /// An HTTP call failed.
    #[error("{address} cannot be reached")]
    Call {
        /// The server.
        address: String,
        /// Why.
        source: ureq::Error,
    },
    /// The socket could not be opened.
    #[error("{address} cannot be reached")]
    Socket {
        /// The server.
        address: String,
        /// Why.
        source: Box<tungstenite::Error>,
    },
    /// The connection was closed in the middle of the answer.
    #[error("{address} closed the connection")]
    Interrupted {
        /// The server.
        address: String,
        /// Why.
        source: ureq::Error,
    },
    /// The answer is not of this protocol.
    #[error("{address} sent an answer that cannot be read: {reason}")]
    Unreadable {
        /// The server.
        address: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The answer is an error without a reason.
    #[error("{address} answers {status}")]
    Status {
        /// The server.
        address: String,
        /// The HTTP status.
        status: String,
    },
    /// The server refuses, with a reason.
    #[error("{}", .0.why)]
    Refused(Problem),
    /// The socket cannot be set up.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The address of a server, and our guest there.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address, like `http://127.0.0.1:8080`.
    pub address: String,
    /// The key of the guest; empty before there is one.
    pub key: String,
}

impl Server {
    /// The address without the path that a server may be below.
    fn origin(&self) -> &str {
        let host = self.address.find("://").map_or(0, |at| at + "://".len());
        let path = self.address[host..].find('/').map_or(self.address.len(), |at| host + at);
        &self.address[..path]
    }

    /// Registers a new guest.
    pub fn new_guest(address: &str) -> Result<Server, ConnectionError> {
        let server = Server { address: address.into(), key: String::new() };
        let guest: Guest = server.post("/api/guest", "")?;
        Ok(Server { key: guest.token, ..server })
    }

    /// The guest with this key, or a new one if the server does not know the key: its data may have been reset.
    pub fn returning_guest(address: &str, key: &str) -> Result<Server, ConnectionError> {
        let server = Server { address: address.into(), key: key.into() };
        let request = json::write(&TicketRequest { table: String::new() });
        match server.post::<Ticket>("/api/ticket", &request) {
            Err(ConnectionError::Refused(problem)) if problem.code == RefusalCode::from(&Refusal::NoKey) => {
                Server::new_guest(address)
            }
            Ok(_) | Err(_) => Ok(server),
        }
    }

    /// Takes over a guest from another device.
    pub fn resume(address: &str, secret: &str) -> Result<Server, ConnectionError> {
        let server = Server { address: address.into(), key: String::new() };
        let guest: Guest = server.post("/api/resume", &json::write(&Resume { resume: secret.into() }))?;
        Ok(Server { key: guest.token, ..server })
    }

    /// Creates a table and returns its code.
    pub fn create_table(&self, request: &CreateTable) -> Result<String, ConnectionError> {
        self.post("/api/tables", &json::write(request)).map(|made: CreatedTable| made.table)
    }

    fn ticket(&self, table: &str) -> Result<String, ConnectionError> {
        let request = json::write(&TicketRequest { table: table.into() });
        self.post("/api/ticket", &request).map(|ticket: Ticket| ticket.ticket)
    }

    /// An HTTP GET.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, ConnectionError> {
        let agent = agent();
        self.read(agent.get(format!("{}{path}", self.address)).call())
    }

    /// An HTTP GET of plain text.
    fn text(&self, path: &str) -> Result<String, ConnectionError> {
        let reply = agent().get(format!("{}{path}", self.address)).call();
        let (status, text) = self.body(reply)?;
        if status.is_success() {
            return Ok(text);
        }
        Err(ConnectionError::Status { address: self.address.clone(), status: status.to_string() })
    }

    /// An HTTP POST.
    pub fn post<T: DeserializeOwned>(&self, path: &str, body: &str) -> Result<T, ConnectionError> {
        let agent = agent();
        let mut request = agent.post(format!("{}{path}", self.address));
        if !self.key.is_empty() {
            request = request.header("Authorization", format!("Bearer {}", self.key));
        }
        self.read(request.send(body))
    }

    fn read<T: DeserializeOwned>(
        &self,
        reply: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, ConnectionError> {
        let address = || self.address.clone();
        let (status, text) = self.body(reply)?;
        if status.is_success() {
            return json::read(&text).map_err(|error| ConnectionError::Unreadable {
                address: address(),
                reason: error.to_string(),
            });
        }
        Err(match json::read(&text) {
            Ok(problem) => ConnectionError::Refused(problem),
            Err(_) => ConnectionError::Status { address: address(), status: status.to_string() },
        })
    }

    fn body(
        &self,
        reply: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<(ureq::http::StatusCode, String), ConnectionError> {
        let address = || self.address.clone();
        let mut reply = reply.map_err(|source| ConnectionError::Call { address: address(), source })?;
        let text = reply.body_mut().read_to_string();
        let text = text.map_err(|source| ConnectionError::Interrupted { address: address(), source })?;
        Ok((reply.status(), text))
    }
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder();
    config.timeout_global(Some(CALL_TIMEOUT)).http_status_as_error(false).build().into()
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// One seat at one table, and its commands on their way.
pub struct Connection {
    server: Server,
    table: String,
    name: Option<String>,
    news: Sender<News>,
    commands: Receiver<ClientMsg>,
    /// Commands without an answer. They are sent again on a new socket, with the same ids.
    pending: Vec<ClientMsg>,
    last: Option<u64>,
}

/// How a socket ended.
#[derive(PartialEq, Eq, Debug)]
enum SocketEnd {
    /// The connection was lost, or the server went away.
    Lost,
    /// The connection is over for good, with a sentence for the player, or none if the player left.
    Closed(String),
}

impl Connection {
    /// A connection to a table. With a name it takes a seat.
    pub fn new(
        server: Server,
        table: String,
        name: Option<String>,
        news: Sender<News>,
        commands: Receiver<ClientMsg>,
    ) -> Connection {
        Connection { server, table, name, news, commands, pending: Vec::new(), last: None }
    }

    /// Keeps the connection open until the receiver is dropped or the server closes it for good.
    pub fn run(mut self) {
        let mut attempts = 0;
        loop {
            match self.open() {
                Ok(mut socket) => {
                    attempts = 0;
                    match self.exchange(&mut socket) {
                        SocketEnd::Lost => {}
                        SocketEnd::Closed(why) => return drop(self.news.send(News::Over(why))),
                    }
                }
                Err(error) if attempts == 0 && self.last.is_none() => {
                    let why = crate::CliError::from(error).message();
                    return drop(self.news.send(News::Over(why)));
                }
                Err(_) => {}
            }
            let text = "The connection was lost. Your seat is kept; reconnecting…";
            if self.news.send(News::Status(text.into())).is_err() {
                return;
            }
            let delay = RECONNECT_DELAYS_MS[attempts.min(RECONNECT_DELAYS_MS.len() - 1)];
            std::thread::sleep(Duration::from_millis(delay));
            attempts += 1;
        }
    }

    fn open(&self) -> Result<Socket, ConnectionError> {
        let ticket = self.server.ticket(&self.table)?;
        let address = self.server.address.replacen("http", "ws", 1);
        let failed = |error: tungstenite::Error| ConnectionError::Socket {
            address: self.server.address.clone(),
            source: Box::new(error),
        };
        let mut request = format!("{address}/t/{}", self.table).into_client_request().map_err(failed)?;
        if let Ok(origin) = self.server.origin().parse() {
            request.headers_mut().insert("Origin", origin);
        }
        let (mut socket, _) = tungstenite::connect(request).map_err(failed)?;
        set_read_timeout(&socket)?;
        let hello = Hello { v: protocol::VERSION, ticket, last: self.last, name: self.name.clone() };
        socket.send(Message::text(json::write(&ClientMsg::Hello(hello)))).map_err(failed)?;
        Ok(socket)
    }

    /// Passes frames and commands on until the socket ends.
    fn exchange(&mut self, socket: &mut Socket) -> SocketEnd {
        let mut welcomed = false;
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    let frame = match protocol::read_frame(&text) {
                        Ok(frame) => frame,
                        Err(error) => return SocketEnd::Closed(unreadable(&error)),
                    };
                    self.note(&frame);
                    let is_revealed = frame.iter().any(is_revealed);
                    if !welcomed && frame.iter().any(|item| matches!(item, Item::Hello(_))) {
                        welcomed = true;
                        let _ = self.news.send(News::Status(String::new()));
                        for message in &self.pending {
                            if socket.send(Message::text(json::write(message))).is_err() {
                                return SocketEnd::Lost;
                            }
                        }
                    }
                    if self.news.send(News::Frame(frame)).is_err() {
                        return SocketEnd::Closed(String::new());
                    }
                    if is_revealed {
                        self.fetch_record();
                    }
                }
                Ok(Message::Close(frame)) => match frame.map(|frame| u16::from(frame.code)) {
                    Some(CLOSED_ELSEWHERE) => {
                        return SocketEnd::Closed("Your seat is now in use on another device.".into());
                    }
                    Some(CLOSED_BY_LOGOUT) => return SocketEnd::Closed("You are logged out.".into()),
                    Some(CLOSED_BY_OPERATOR) => {
                        return SocketEnd::Closed(
                            "Whoever runs this server has ended the connection.".into(),
                        );
                    }
                    Some(CLOSED_BY_POLICY) => {
                        return SocketEnd::Closed("The server closed the connection.".into());
                    }
                    _ => return SocketEnd::Lost,
                },
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if is_timeout(&error) => {}
                Err(_) => return SocketEnd::Lost,
            }
            loop {
                match self.commands.try_recv() {
                    Ok(message) => {
                        self.pending.push(message.clone());
                        if welcomed && socket.send(Message::text(json::write(&message))).is_err() {
                            return SocketEnd::Lost;
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        let _ = socket.close(None);
                        return SocketEnd::Closed(String::new());
                    }
                }
            }
        }
    }

    /// Fetches the record of the match that is over, beside the socket. Without it there is less to compare.
    fn fetch_record(&self) {
        let (server, news) = (self.server.clone(), self.news.clone());
        let path = format!("/api/tables/{}/record", self.table);
        std::thread::spawn(move || {
            if let Ok(record) = server.text(&path) {
                let _ = news.send(News::Record(record));
            }
        });
    }

    /// Remembers the last message number, and which commands were answered.
    fn note(&mut self, frame: &[Item]) {
        for item in frame {
            match item {
                Item::Did(number, _) => self.last = Some(*number),
                Item::Scene(scene) => self.last = scene.n.or(self.last),
                Item::Ok(id) => self.pending.retain(|message| message.id() != Some(id)),
                Item::No(no) => self.pending.retain(|message| message.id() != no.id.as_deref()),
                _ => {}
            }
        }
    }
}

/// Whether a match is over and its shuffles lie open.
fn is_revealed(item: &Item) -> bool {
    matches!(item, Item::Shuffle(ShuffleItem::Revealed(_)))
}

fn unreadable(error: &JsonError) -> String {
    format!(
        "The server sent a message that cannot be read: {error}. A newer version of lastcard may know it."
    )
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

fn set_read_timeout(socket: &Socket) -> io::Result<()> {
    let stream = match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        MaybeTlsStream::Rustls(stream) => &stream.sock,
        _ => return Ok(()),
    };
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(READ_TIMEOUT))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::HelloItem;
    use std::net::TcpListener;
    use std::sync::mpsc::channel;
    use std::thread;

    /// What a connection makes of these frames, after which the server closes the socket.
    fn hear(frames: &'static [&'static str]) -> (Vec<News>, SocketEnd) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = thread::spawn(move || {
            let mut socket = tungstenite::accept(listener.accept().unwrap().0).unwrap();
            for frame in frames {
                socket.send(Message::text(*frame)).unwrap();
            }
            socket.close(None).unwrap();
            while socket.read().is_ok() {}
        });
        let ((news_sender, news), (_commands, receiver)) = (channel(), channel());
        let guest = Server { address: format!("http://{address}"), key: String::new() };
        let mut connection = Connection::new(guest, "TABLE".into(), None, news_sender, receiver);
        let (mut socket, _) = tungstenite::connect(format!("ws://{address}")).unwrap();
        let end = connection.exchange(&mut socket);
        drop((socket, connection));
        server.join().unwrap();
        (news.iter().collect(), end)
    }

    const HELLO: &str = r#"[{"hello":{"v":1,"table":"TABLE"}},{"weather":"rain"},{"ok":"7"}]"#;

    #[test]
    fn an_item_of_a_newer_server_is_ignored_alone() {
        let (news, end) = hear(&[HELLO]);
        let hello = HelloItem { v: 1, table: "TABLE".into(), chat: false, maker: None, delay: 0 };
        let known = vec![Item::Hello(hello), Item::Ok("7".into())];
        assert_eq!(news, [News::Status(String::new()), News::Frame(known)]);
        assert_eq!(end, SocketEnd::Lost);
    }

    #[test]
    fn a_malformed_frame_ends_the_connection_with_a_reason() {
        let (news, end) = hear(&[HELLO, r#"[{"ok":7}]"#, r#"[{"ok":"8"}]"#]);
        assert_eq!(news.len(), 2, "{news:?}");
        let SocketEnd::Closed(why) = end else { panic!("{end:?}") };
        assert!(why.starts_with("The server sent a message that cannot be read: "), "{why}");
    }
}
