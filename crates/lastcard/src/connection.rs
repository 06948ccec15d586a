//! A line to a server that is taken up again whenever it breaks: plain calls, one socket, and nothing said twice.

use std::io;
use std::net::TcpStream;
use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::Duration;

use protocol::{
    ClientMsg, Guest, Hello, Item, Made, MakeTable, Problem, Refusal, RefusalCode, Resume, ServerMsg, Ticket,
    TicketRequest, json,
};
use terminal::remote_table::News;
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// How long one look at the socket takes.
const LOOK: Duration = Duration::from_millis(30);

/// Between two attempts: the first soon, the last not too late.
const WAITS: [u64; 6] = [250, 500, 1_000, 2_000, 4_000, 5_000];

/// Where a server is, and who we are there.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its address, like `http://127.0.0.1:8080`.
    pub address: String,
    /// The guest's key.
    pub key: String,
}

impl Server {
    /// A new guest at this address.
    pub fn greet(address: &str) -> Result<Server, String> {
        let nobody = Server { address: address.into(), key: String::new() };
        let guest: Guest = nobody.post("/api/guest", "")?;
        Ok(Server { key: guest.token, ..nobody })
    }

    /// The guest with this key, or a new one where the server knows no such guest: it may have begun anew.
    pub fn again(address: &str, key: &str) -> Result<Server, String> {
        let known = Server { address: address.into(), key: key.into() };
        let ask = json::write(&TicketRequest { table: String::new() });
        match known.call::<Ticket>("/api/ticket", &ask) {
            Err(problem) if problem.code == RefusalCode::from(&Refusal::NoKey) => Server::greet(address),
            Ok(_) | Err(_) => Ok(known),
        }
    }

    /// The same guest as on another device.
    pub fn resume(address: &str, secret: &str) -> Result<Server, String> {
        let nobody = Server { address: address.into(), key: String::new() };
        let guest: Guest = nobody.post("/api/resume", &json::write(&Resume { resume: secret.into() }))?;
        Ok(Server { key: guest.token, ..nobody })
    }

    /// Makes a table and returns its code.
    pub fn make(&self, ask: &MakeTable) -> Result<String, String> {
        self.post("/api/tables", &json::write(ask)).map(|made: Made| made.table)
    }

    fn ticket(&self, table: &str) -> Result<String, String> {
        let ask = json::write(&TicketRequest { table: table.into() });
        self.post("/api/ticket", &ask).map(|ticket: Ticket| ticket.ticket)
    }

    /// Asks for something without changing anything.
    pub fn get<T: serde::de::DeserializeOwned>(&self, path: &str) -> Result<T, String> {
        let agent = agent();
        let reply = agent.get(format!("{}{path}", self.address)).call();
        self.read(reply).map_err(|problem| problem.why)
    }

    /// Makes a call.
    pub fn post<T: serde::de::DeserializeOwned>(&self, path: &str, body: &str) -> Result<T, String> {
        self.call(path, body).map_err(|problem| problem.why)
    }

    fn call<T: serde::de::DeserializeOwned>(&self, path: &str, body: &str) -> Result<T, Problem> {
        let agent = agent();
        let mut request = agent.post(format!("{}{path}", self.address));
        if !self.key.is_empty() {
            request = request.header("Authorization", format!("Bearer {}", self.key));
        }
        self.read(request.send(body))
    }

    fn read<T: serde::de::DeserializeOwned>(
        &self,
        reply: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> Result<T, Problem> {
        let wrong =
            |why: String| Problem { code: RefusalCode::UNKNOWN, why: format!("{} {why}", self.address) };
        let mut reply = reply.map_err(|error| wrong(format!("cannot be reached: {error}")))?;
        let is_good = reply.status().is_success();
        let text = reply.body_mut().read_to_string();
        let text = text.map_err(|error| wrong(format!("broke off: {error}")))?;
        if is_good {
            return json::read(&text).map_err(|why| wrong(format!("says what makes no sense: {why}")));
        }
        Err(json::read(&text).unwrap_or_else(|_| wrong(format!("answers {}", reply.status()))))
    }
}

fn agent() -> ureq::Agent {
    let timeout = Some(Duration::from_secs(10));
    ureq::Agent::config_builder().timeout_global(timeout).http_status_as_error(false).build().into()
}

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// One seat at one table, and what is on its way.
pub struct Connection {
    server: Server,
    table: String,
    name: Option<String>,
    news: Sender<News>,
    asks: Receiver<ClientMsg>,
    /// Commands that were not answered yet: they are said again on a new socket, with the same ids.
    pending: Vec<ClientMsg>,
    last: Option<u64>,
}

/// How a socket ended.
enum End {
    /// The line broke, or the server went away.
    Broken,
    /// Nobody listens any more, or the server does not want us back.
    Final(String),
}

impl Connection {
    /// A line to a table; with a name it takes a seat.
    pub fn new(
        server: Server,
        table: String,
        name: Option<String>,
        news: Sender<News>,
        asks: Receiver<ClientMsg>,
    ) -> Connection {
        Connection { server, table, name, news, asks, pending: Vec::new(), last: None }
    }

    /// Holds the line until nobody listens any more, or it is over for good.
    pub fn run(mut self) {
        let mut attempts = 0;
        loop {
            match self.open() {
                Ok(mut socket) => {
                    attempts = 0;
                    match self.talk(&mut socket) {
                        End::Broken => {}
                        End::Final(why) => return drop(self.news.send(News::Over(why))),
                    }
                }
                Err(why) if attempts == 0 && self.last.is_none() => {
                    return drop(self.news.send(News::Over(why)));
                }
                Err(_) => {}
            }
            let text = "The line is broken. Your seat is kept; trying again…";
            if self.news.send(News::Status(text.into())).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(WAITS[attempts.min(WAITS.len() - 1)]));
            attempts += 1;
        }
    }

    fn open(&self) -> Result<Socket, String> {
        let ticket = self.server.ticket(&self.table)?;
        let address = self.server.address.replacen("http", "ws", 1);
        let gone = |error: tungstenite::Error| format!("{} cannot be reached: {error}", self.server.address);
        let mut request = format!("{address}/t/{}", self.table).into_client_request().map_err(gone)?;
        if let Ok(origin) = self.server.address.parse() {
            request.headers_mut().insert("Origin", origin);
        }
        let (mut socket, _) = tungstenite::connect(request).map_err(gone)?;
        patient(&socket, LOOK).map_err(|error| error.to_string())?;
        let hello = Hello { v: protocol::VERSION, ticket, last: self.last, name: self.name.clone() };
        socket.send(Message::text(json::write(&ClientMsg::Hello(hello)))).map_err(gone)?;
        Ok(socket)
    }

    fn talk(&mut self, socket: &mut Socket) -> End {
        let mut greeted = false;
        loop {
            match socket.read() {
                Ok(Message::Text(text)) => {
                    let Ok(frame) = json::read::<ServerMsg>(&text) else { continue };
                    self.note(&frame);
                    if !greeted && frame.iter().any(|item| matches!(item, Item::Hello(_))) {
                        greeted = true;
                        let _ = self.news.send(News::Status(String::new()));
                        for message in &self.pending {
                            if socket.send(Message::text(json::write(message))).is_err() {
                                return End::Broken;
                            }
                        }
                    }
                    if self.news.send(News::Frame(frame)).is_err() {
                        return End::Final(String::new());
                    }
                }
                Ok(Message::Close(frame)) => match frame.map(|frame| u16::from(frame.code)) {
                    Some(4_001) => {
                        return End::Final("This seat was taken up on another device.".into());
                    }
                    Some(1_008) => return End::Final("The server has ended the line.".into()),
                    _ => return End::Broken,
                },
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if is_quiet(&error) => {}
                Err(_) => return End::Broken,
            }
            loop {
                match self.asks.try_recv() {
                    Ok(message) => {
                        self.pending.push(message.clone());
                        if greeted && socket.send(Message::text(json::write(&message))).is_err() {
                            return End::Broken;
                        }
                    }
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        let _ = socket.close(None);
                        return End::Final(String::new());
                    }
                }
            }
        }
    }

    /// Remembers how far the server has told, and which commands it has answered.
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

/// Whether nothing came in time, which is no fault.
fn is_quiet(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}

/// A look at the socket takes no longer than this.
fn patient(socket: &Socket, look: Duration) -> io::Result<()> {
    let stream = match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        MaybeTlsStream::Rustls(stream) => &stream.sock,
        _ => return Ok(()),
    };
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(look))
}
