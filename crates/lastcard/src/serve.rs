//! `lastcard serve`: tables for people in different places.

use std::io::Write;
use std::net::{AddrParseError, IpAddr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use server::{Effort, Limits, Listeners, LogFormat, LogLevel, Postgres, Settings, Sqlite, Store};

use crate::key_choice::KeyChoice;
use crate::store_choice::StoreChoice;
use crate::{CliError, saved_matches};

/// Run a server: tables for people in different places
///
/// One program, one folder, nothing to set up. With `--listen 0.0.0.0:8080` the devices in your network reach it. To
/// reach it from the internet, put a web server with HTTPS in front and name it with `--origin` and `--trust-proxy`.
///
/// Every option can also be given as the variable that is named with it; the command line counts more.
#[derive(Args)]
pub struct Serve {
    /// Address to listen on; `-` if standard input is a listening socket, as systemd passes it
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080", env = "LASTCARD_LISTEN")]
    listen: ListenAddress,
    #[command(flatten)]
    data: StoreChoice,
    #[command(flatten)]
    key: KeyChoice,
    /// Address at which the other servers reach this one; the address it listens on by default
    #[arg(long, value_name = "ADDRESS", env = "LASTCARD_ADVERTISE")]
    advertise: Option<String>,
    /// An origin that pages may come from, like `https://cards.example`; the address of the server by default
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', value_parser = origin, env = "LASTCARD_ORIGIN")]
    origin: Vec<String>,
    /// A name by which browsers reach the server without HTTPS, like nas.example; addresses, localhost and names that end in
    /// .local need none
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = host_name, env = "LASTCARD_HOST")]
    host: Vec<String>,
    /// A path in front of all addresses, like `/cards`, where a web server has other pages too
    #[arg(long, value_name = "PATH", default_value = "", value_parser = base_path, env = "LASTCARD_BASE")]
    base: String,
    /// Address of a proxy whose X-Forwarded-For is trusted
    #[arg(long, value_name = "ADDRESS", value_delimiter = ',', env = "LASTCARD_TRUST_PROXY")]
    trust_proxy: Vec<IpAddr>,
    /// Address for metrics; without one they are at /metrics of a server that has neither origin nor proxy, for this
    /// machine only
    #[arg(long, value_name = "ADDRESS", env = "LASTCARD_METRICS")]
    metrics: Option<SocketAddr>,
    /// Socket for `lastcard admin`; by default `admin.sock` in the folder of the data, and none with a database
    #[arg(long, value_name = "FILE", env = "LASTCARD_ADMIN_SOCKET")]
    admin_socket: Option<PathBuf>,
    /// Delay of what spectators see, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, env = "LASTCARD_SPECTATOR_DELAY")]
    spectator_delay: u64,
    /// Rate limits for each address
    #[arg(long, value_enum, default_value = "usual", env = "LASTCARD_LIMITS")]
    limits: LimitLevel,
    /// One of the limits, like `guests=600/hour` or `sockets=20000`
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', env = "LASTCARD_LIMIT")]
    limit: Vec<String>,
    /// Days after which finished matches, and guests who have not played since, are removed; kept for ever by default
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..), env = "LASTCARD_KEEP_DAYS")]
    keep_days: Option<u32>,
    /// Days after which matches that were broken off are removed; 0 keeps them for ever
    #[arg(long, value_name = "DAYS", default_value_t = 30, env = "LASTCARD_KEEP_DESERTED_DAYS")]
    keep_deserted_days: u32,
    /// Free space on the disk of the data, in megabytes, below which the log warns
    #[arg(long, value_name = "MB", default_value_t = 512, env = "LASTCARD_DISK_WARNING")]
    disk_warning: u64,
    /// Number of computer players that search at the same time; half of the cores by default
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=256),
        env = "LASTCARD_THINK_THREADS"
    )]
    think_threads: Option<u16>,
    /// Maximum time of a search for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 200, env = "LASTCARD_THINK_MS")]
    think_ms: u64,
    /// The form of the log on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value = "text", env = "LASTCARD_LOG_FORMAT")]
    log_format: Format,
    /// The least severe events that are logged; `info` by default
    #[arg(long, value_enum, value_name = "LEVEL", env = "LASTCARD_LOG_LEVEL")]
    log_level: Option<Level>,
    /// The older name of the variable for the level.
    #[arg(long = "log", hide = true, value_enum, env = "LASTCARD_LOG")]
    older_log_level: Option<Level>,
}

/// A store, where it is, and its folder.
type OpenStore = (Box<dyn Store>, String, Option<PathBuf>);

/// A path like `/cards`; one slash at its end is removed.
fn base_path(text: &str) -> Result<String, String> {
    let path = text.strip_suffix('/').unwrap_or(text);
    let is_word = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
    };
    if path.is_empty() || path.strip_prefix('/').is_some_and(|path| path.split('/').all(is_word)) {
        Ok(path.into())
    } else {
        Err("write a path like /cards".into())
    }
}

/// An origin as browsers send it. Any other spelling of it would never be equal to theirs.
fn origin(text: &str) -> Result<String, String> {
    let lower = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
    let (scheme, host) = lower.split_once("://").unwrap_or(("https", &lower));
    let usual_port = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return Err(ORIGIN_ADVICE.into()),
    };
    let host = host.strip_suffix(usual_port).unwrap_or(host);
    let is_host = host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:[]".contains(&byte));
    match format!("{scheme}://{host}") {
        _ if host.is_empty() || !is_host => Err(ORIGIN_ADVICE.into()),
        sent if sent == text => Ok(sent),
        sent => Err(format!("browsers send this origin as {sent}: write it like that")),
    }
}

/// A name of a machine, without a port.
fn host_name(text: &str) -> Result<String, String> {
    let is_name = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
    if is_name && !text.is_empty() {
        Ok(text.trim_end_matches('.').to_ascii_lowercase())
    } else {
        Err("write a name like nas.example, without a port".into())
    }
}

const ORIGIN_ADVICE: &str = "write an origin like https://cards.example, without a path";

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
            ListenAddress::InheritedSocket => {
                Err(CliError::Usage("socket activation works only on Unix".into()))
            }
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
        let level = self.log_level.or(self.older_log_level).unwrap_or(Level::Info);
        server::init_logging(self.log_format.into(), level.into());
        let mut settings = self.settings()?;
        let players = self.listen.bind()?;
        let metrics = self.metrics.map(|address| ListenAddress::At(address).bind()).transpose()?;
        let address = reachable(players.local_addr()?);
        let (store, location, folder) = self.open(address)?;
        let beside_data = folder.as_ref().map(|folder| folder.join(server::admin::SOCKET_FILE));
        settings.admin_socket = self.admin_socket.clone().or(beside_data);
        settings.keys = self.key.keys_to_serve(folder.as_deref())?;
        settings.watched_folder = folder;
        print_address(address, &self.base, out)?;
        writeln!(out, "Data:   {location}")?;
        writeln!(out, "Stop with Ctrl-C.")?;
        out.flush()?;
        Ok(server::run(Listeners { players, metrics }, store, settings)?)
    }

    fn effort(&self) -> Effort {
        let usual = Effort::default();
        Effort {
            threads: self.think_threads.map_or(usual.threads, usize::from),
            max_time: Duration::from_millis(self.think_ms),
        }
    }

    /// Opens the store, and describes where it is without the password that an address may contain; its folder, if it is in
    /// one.
    fn open(&self, address: SocketAddr) -> Result<OpenStore, CliError> {
        if let Some(url) = self.data.address()? {
            let advertised = self.advertise.clone().unwrap_or_else(|| address.to_string());
            let store = Postgres::open(&url, &advertised)?;
            let location = format!("PostgreSQL; other servers reach this one at {advertised}");
            return Ok((Box::new(store), location, None));
        }
        if self.advertise.is_some() {
            return Err(CliError::Usage(
                "--advertise is for servers that share a database: add --store".into(),
            ));
        }
        let data = self.data.folder()?;
        let store = Sqlite::open_alone(&data)?;
        Ok((Box::new(store), data.display().to_string(), Some(data)))
    }

    fn settings(&self) -> Result<Settings, CliError> {
        let mut limits = match self.limits {
            LimitLevel::Usual => Limits::default(),
            LimitLevel::Wide => Limits::default().wider(20),
            LimitLevel::Off => Limits::off(),
        };
        for limit in &self.limit {
            limits.set(limit).map_err(|error| CliError::Usage(format!("--limit: {error}")))?;
        }
        Ok(Settings {
            limits,
            delay: self.spectator_delay.saturating_mul(1_000),
            proxies: self.trust_proxy.clone(),
            origins: self.origin.clone(),
            hosts: self.host.clone(),
            effort: self.effort(),
            keep: self.keep_days.map(|days| u64::from(days) * DAY_MS),
            keep_deserted: (self.keep_deserted_days > 0).then(|| u64::from(self.keep_deserted_days) * DAY_MS),
            disk_warning: self.disk_warning << 20,
            base: self.base.clone(),
            ..Settings::default()
        })
    }
}

const DAY_MS: u64 = 24 * 3_600_000;

/// The given folder, the one that systemd has for the unit, or the default one.
pub fn folder(given: Option<&PathBuf>) -> Result<PathBuf, CliError> {
    let given = given.cloned().or_else(|| std::env::var_os("STATE_DIRECTORY").map(PathBuf::from));
    let default = || saved_matches::folder().map(|folder| folder.join("server"));
    let folder = given.or_else(default);
    folder.ok_or_else(|| CliError::Usage("name a folder for the data with --data".into()))
}

/// Prints the address of the server, with a QR code if phones can reach it.
fn print_address(address: SocketAddr, base: &str, out: &mut impl Write) -> Result<(), CliError> {
    let url = format!("http://{address}{base}");
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

    /// The variable of an option is named after it. `LASTCARD_DATA` is the folder of a player's own matches.
    #[test]
    fn every_option_is_also_a_variable_that_the_help_names() {
        let mut command = Serve::augment_args(clap::Command::new("serve"));
        let help = command.render_long_help().to_string();
        let mut checked = 0;
        for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
            let Some(name) = option.get_long().filter(|name| *name != "help") else { continue };
            let variable = match name {
                "data" => "LASTCARD_SERVER_DATA".into(),
                _ => format!("LASTCARD_{}", name.to_uppercase().replace('-', "_")),
            };
            assert_eq!(option.get_env().and_then(|name| name.to_str()), Some(variable.as_str()), "--{name}");
            assert!(help.contains(&format!("[env: {variable}")), "{variable} is not in {help}");
            checked += 1;
        }
        assert!(checked > 15, "only {checked} options");
    }

    #[test]
    fn a_path_in_front_is_one() {
        assert_eq!(
            ["", "/", "/cards", "/a/b/"].map(|text| base_path(text).unwrap()),
            ["", "", "/cards", "/a/b"]
        );
        for wrong in ["cards", "//", "/a//b", "/a\"b", "/a b", "/é"] {
            assert!(base_path(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_origin_is_written_as_browsers_send_it() {
        for right in [
            "https://cards.example",
            "http://127.0.0.1:8080",
            "https://[::1]:8443",
            "https://cards.example:80",
        ] {
            assert_eq!(origin(right).as_deref(), Ok(right));
        }
        for wrong in
            ["https://cards.example/", "https://Cards.example", "https://cards.example:443", "cards.example"]
        {
            let why = origin(wrong).unwrap_err();
            assert!(why.contains(" as https://cards.example:"), "{wrong}: {why}");
        }
        for wrong in ["", "https://", "ftp://cards.example", "https://cards.example/cards"] {
            assert_eq!(origin(wrong).unwrap_err(), ORIGIN_ADVICE, "{wrong}");
        }
    }

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
