//! `lastcard serve`: tables for people in different places.

use std::io::Write;
use std::net::{AddrParseError, IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use server::{Effort, Limits, LogFormat, LogLevel, Postgres, Settings, Sqlite, Store};

use crate::{CliError, saved_matches};

/// Run a server: tables for people in different places
///
/// One program, one folder, nothing to set up. With `--listen 0.0.0.0:8080` the devices in your network reach it. To
/// reach it from the internet, put a web server with HTTPS in front and name it with `--origin` and `--trust-proxy`.
#[derive(Args)]
pub struct Serve {
    /// Address to listen on; `-` if standard input is a listening socket, as systemd passes it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: ListenAddress,
    /// Folder for the data
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// A database shared by several servers, like `postgres://lastcard@db.example/lastcard`, instead of the folder
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    store: Option<String>,
    /// Address at which the other servers reach this one; the address it listens on by default
    #[arg(long, value_name = "ADDRESS", requires = "store")]
    advertise: Option<String>,
    /// An origin that pages may come from, like `https://cards.example`; the address of the server by default
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// Address of a proxy whose X-Forwarded-For is trusted
    #[arg(long, value_name = "ADDRESS")]
    trust_proxy: Vec<IpAddr>,
    /// Delay of what spectators see, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    spectator_delay: u64,
    /// Rate limits for each address
    #[arg(long, value_enum, default_value = "usual")]
    limits: LimitLevel,
    /// Number of computer players that search at the same time; half of the cores by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    think_threads: Option<u16>,
    /// Maximum time of a search for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200)]
    think_ms: u64,
    /// The form of the log on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value = "text")]
    log_format: Format,
    /// The least severe events that are logged
    #[arg(long, value_enum, value_name = "LEVEL", default_value = "info", env = "LASTCARD_LOG")]
    log_level: Level,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// For programs: one JSON object per line
    Json,
}

#[derive(Clone, Copy, ValueEnum)]
enum Level {
    /// Frozen tables, panics, a store that failed
    Error,
    /// Also a store that does not answer, and tables lost to other servers
    Warn,
    /// Also start and end, and a store that is back
    Info,
    /// Also every connection and every refusal
    Debug,
    /// Also every batch of writes
    Trace,
}

/// Where to listen.
#[derive(Clone, Copy)]
enum ListenAddress {
    At(SocketAddr),
    /// On the socket that is standard input. The parent process keeps it open, so no connection is refused during a
    /// restart.
    InheritedSocket,
}

impl FromStr for ListenAddress {
    type Err = AddrParseError;

    fn from_str(text: &str) -> Result<ListenAddress, AddrParseError> {
        if text == "-" { Ok(ListenAddress::InheritedSocket) } else { text.parse().map(ListenAddress::At) }
    }
}

impl ListenAddress {
    fn bind(self) -> Result<TcpListener, CliError> {
        match self {
            ListenAddress::At(address) => TcpListener::bind(address)
                .map_err(|error| CliError::Usage(format!("cannot listen on {address}: {error}"))),
            #[cfg(unix)]
            ListenAddress::InheritedSocket => {
                use std::os::fd::AsFd;
                let given = std::io::stdin().as_fd().try_clone_to_owned()?;
                Ok(TcpListener::from(given))
            }
            #[cfg(not(unix))]
            ListenAddress::InheritedSocket => Err(CliError::Usage("only Unix hands a socket over".into())),
        }
    }
}

/// How strict the rate limits are.
#[derive(Clone, Copy, ValueEnum)]
enum LimitLevel {
    /// For the open internet
    Usual,
    /// Twenty times as much per address: a school or a club behind one
    Wide,
    /// None at all, for tests
    Off,
}

impl From<Format> for LogFormat {
    fn from(format: Format) -> LogFormat {
        match format {
            Format::Text => LogFormat::Text,
            Format::Json => LogFormat::Json,
        }
    }
}

impl From<Level> for LogLevel {
    fn from(level: Level) -> LogLevel {
        match level {
            Level::Error => LogLevel::Error,
            Level::Warn => LogLevel::Warn,
            Level::Info => LogLevel::Info,
            Level::Debug => LogLevel::Debug,
            Level::Trace => LogLevel::Trace,
        }
    }
}

impl Serve {
    /// Serves until the program is asked to stop.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        server::init_logging(self.log_format.into(), self.log_level.into());
        let listener = self.listen.bind()?;
        let address = reachable(listener.local_addr()?);
        let (store, location) = self.open(address)?;
        print_address(address, out)?;
        writeln!(out, "Data:   {location}")?;
        writeln!(out, "Stop with Ctrl-C.")?;
        out.flush()?;
        Ok(server::run(listener, store, self.settings())?)
    }

    fn effort(&self) -> Effort {
        let usual = Effort::default();
        Effort {
            threads: self.think_threads.map_or(usual.threads, usize::from),
            max_time: Duration::from_millis(self.think_ms),
        }
    }

    /// Opens the store, and describes where it is without the password that an address may contain.
    fn open(&self, address: SocketAddr) -> Result<(Box<dyn Store>, String), CliError> {
        if let Some(url) = &self.store {
            let advertised = self.advertise.clone().unwrap_or_else(|| address.to_string());
            let store = Postgres::open(url, &advertised)?;
            return Ok((
                Box::new(store),
                format!("PostgreSQL; other servers reach this one at {advertised}"),
            ));
        }
        let data = folder(self.data.as_ref())?;
        let store = Sqlite::open(&data)?;
        Ok((Box::new(store), data.display().to_string()))
    }

    fn settings(&self) -> Settings {
        let limits = match self.limits {
            LimitLevel::Usual => Limits::default(),
            LimitLevel::Wide => Limits::default().wider(20),
            LimitLevel::Off => Limits::off(),
        };
        Settings {
            limits,
            delay: self.spectator_delay.saturating_mul(1_000),
            proxies: self.trust_proxy.clone(),
            origins: self.origin.clone(),
            effort: self.effort(),
            ..Settings::default()
        }
    }
}

/// The given folder, or the default one.
pub fn folder(given: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    let default = || saved_matches::folder().map(|folder| folder.join("server"));
    let folder = given.cloned().or_else(default);
    folder.ok_or_else(|| CliError::Usage("name a folder for the data with --data".into()))
}

/// Prints the address of the server, with a QR code if phones can reach it.
fn print_address(address: SocketAddr, out: &mut impl Write) -> Result<(), CliError> {
    let url = format!("http://{address}");
    writeln!(out, "Server: {url}")?;
    if !address.ip().is_loopback() {
        write!(out, "{}", qr(&url))?;
    }
    Ok(())
}

/// The address at which others reach the server.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = if address.ip().is_unspecified() { own_address().unwrap_or(address.ip()) } else { address.ip() };
    SocketAddr::new(ip, address.port())
}

/// The address of this machine in its network. Nothing is sent to find it out.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.1:9").ok()?;
    socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
}

/// The text as a QR code, two rows of modules per line; dark on light, so that every camera reads it.
fn qr(text: &str) -> String {
    let Ok(code) = qrcode::QrCode::new(text) else { return String::new() };
    let size = code.width() as i64;
    let dark = |x: i64, y: i64| {
        let inside = (0..size).contains(&x) && (0..size).contains(&y);
        inside && code[(x as usize, y as usize)] == qrcode::Color::Dark
    };
    let square = |x: i64, y: i64| match (dark(x, y), dark(x, y + 1)) {
        (true, true) => ' ',
        (true, false) => '▄',
        (false, true) => '▀',
        (false, false) => '█',
    };
    let line = |y: i64| (-2..size + 2).map(|x| square(x, y)).collect::<String>() + "\n";
    (-2..size + 2).step_by(2).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_a_light_border() {
        let code = qr("http://192.0.2.7:8080");
        let lines: Vec<Vec<char>> = code.lines().map(|line| line.chars().collect()).collect();
        let width = lines[0].len();
        assert!(lines.iter().all(|line| line.len() == width));
        assert!(lines[0].iter().all(|&square| square == '█'), "a light border above");
        assert!(lines.iter().all(|line| line[0] == '█' && line[width - 1] == '█'), "and at the sides");
        // The corner mark: seven dark squares in a row, then a light one.
        assert!(lines[1][2..9].iter().all(|&square| square == ' ' || square == '▄'), "{code}");
        assert!(
            lines[1][width - 9..width - 2].iter().all(|&square| square == ' ' || square == '▄'),
            "{code}"
        );
    }
}
