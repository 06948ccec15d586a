//! A `PostgreSQL` for a test: created in a temporary folder from the system's packages, with a socket in that folder and
//! every commit on disk, and removed on drop. If `LASTCARD_STORE` names an existing one, that is used, and
//! `LASTCARD_KILL` is the command that kills it; `bench/failover` does so.
#![allow(dead_code, reason = "every test uses its own part of it")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use server::Postgres;

/// A running database.
pub enum Database {
    /// Created here.
    Own { folder: PathBuf, port: u16, server: Child },
    /// Existing.
    Given { url: String },
}

static COUNT: AtomicU32 = AtomicU32::new(0);

impl Database {
    /// Creates and starts it.
    pub fn start() -> Database {
        if let Ok(url) = std::env::var("LASTCARD_STORE") {
            return Database::Given { url };
        }
        let number = COUNT.fetch_add(1, Relaxed);
        let folder = std::env::temp_dir().join(format!("lastcard-pg-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        if is_root() {
            let made = Command::new("chown").arg("postgres").arg(&folder).status().unwrap();
            assert!(made.success(), "{}", HELP);
        }
        let mut initdb = unprivileged("initdb");
        initdb
            .args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync", "-D"])
            .arg(data(&folder));
        let made = initdb.stdout(Stdio::null()).status().expect(HELP);
        assert!(made.success(), "initdb ended with {made}");
        append(&data(&folder).join("postgresql.conf"), "listen_addresses = ''\n");
        let port = 5432;
        let server = run(&folder, port);
        let mut database = Database::Own { folder, port, server };
        database.wait();
        database
    }

    /// The same, with TLS over TCP: the URL without options, and the file of the authority that signed its certificate,
    /// which is for 127.0.0.1 only.
    pub fn with_tls() -> (Database, String, String) {
        let mut database = Database::start();
        let Database::Own { folder, port, .. } = &mut database else {
            panic!("this one has its own settings")
        };
        make_certificate(folder);
        *port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let file = |name: &str| folder.join(name).display().to_string();
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\n",
            file("server.crt"),
            file("server.key")
        );
        append(&data(folder).join("postgresql.conf"), &settings);
        let host_rules = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
        std::fs::write(data(folder).join("pg_hba.conf"), host_rules).unwrap();
        let (url, authority) = (format!("postgres://postgres@127.0.0.1:{port}/postgres"), file("ca.crt"));
        database.kill();
        database.start_again();
        (database, url, authority)
    }

    /// The URL for `--store`.
    pub fn url(&self) -> String {
        match self {
            Database::Own { folder, port, .. } => {
                let folder = folder.display().to_string().replace('/', "%2F");
                format!("postgres://postgres@{folder}:{port}/postgres")
            }
            Database::Given { url } => url.clone(),
        }
    }

    /// The store of a node with this address.
    pub fn store(&self, address: &str) -> Postgres {
        Postgres::open(&self.url(), address).unwrap()
    }

    /// Kills it with SIGKILL.
    pub fn kill(&mut self) {
        match self {
            Database::Own { server, .. } => {
                server.kill().unwrap();
                server.wait().unwrap();
            }
            Database::Given { .. } => {
                let command = std::env::var("LASTCARD_KILL").expect("LASTCARD_KILL says how to kill it");
                assert!(Command::new("sh").args(["-c", &command]).status().unwrap().success());
            }
        }
    }

    /// Starts it again after that; its old processes may take a moment to exit.
    pub fn start_again(&mut self) {
        if let Database::Own { folder, port, server } = self {
            *server = run(folder, *port);
        }
        self.wait();
    }

    fn wait(&mut self) {
        let began = Instant::now();
        while Postgres::open(&self.url(), "").is_err() {
            assert!(began.elapsed() < Duration::from_mins(2), "PostgreSQL does not start");
            if let Database::Own { folder, port, server } = self
                && server.try_wait().unwrap().is_some()
            {
                *server = run(folder, *port);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        let Database::Own { folder, server, .. } = self else { return };
        let _ = server.kill();
        let _ = server.wait();
        let began = Instant::now();
        while std::fs::remove_dir_all(&*folder).is_err() && began.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

const HELP: &str = "the tests need PostgreSQL: apt-get install -y postgresql";

fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

fn run(folder: &Path, port: u16) -> Child {
    let (socket, port) = (folder.display().to_string(), port.to_string());
    let mut server = unprivileged("postgres");
    server.arg("-D").arg(data(folder)).args(["-k", &socket, "-p", &port, "-c", "max_connections=200"]);
    server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect(HELP)
}

fn append(file: &Path, text: &str) {
    let before = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, before + text).unwrap();
}

/// Creates an authority and a certificate for 127.0.0.1. The packages of `PostgreSQL` depend on `openssl`.
fn make_certificate(folder: &Path) {
    let steps = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.crt && \
         openssl req -newkey rsa:2048 -nodes -subj /CN=database -keyout server.key -out server.csr && \
         echo subjectAltName=IP:127.0.0.1 > names && openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key \
         -CAcreateserial -days 2 -extfile names -out server.crt";
    let mut make = unprivileged("/bin/sh");
    make.args(["-c", steps]).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(make.status().expect(HELP).success(), "openssl makes no certificate");
}

/// One of `PostgreSQL`'s programs, which refuse to run as root; it exits with this one.
fn unprivileged(program: &str) -> Command {
    let mut command = Command::new("setpriv");
    if is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.args(["--pdeathsig", "SIGQUIT"]).arg(programs().join(program));
    command
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

/// The folder of the newest `PostgreSQL`.
fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect(HELP);
    let versions = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    let newest = versions.filter(|bin| bin.join("postgres").exists()).max();
    newest.expect(HELP)
}
