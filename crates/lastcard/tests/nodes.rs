//! Three real servers share one `PostgreSQL`: nodes are killed, stopped and restarted, and so is the database.
//! Everything that was acknowledged must be in the log exactly once.
//!
//! The short form runs with all tests, the long form with `cargo xtask torture`.

#[path = "../../server/tests/database/mod.rs"]
mod database;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::abandoned_tables::AbandonedTables;
use crate::guests::{Crowd, number, until_ready};
use database::Database;
use test_client::{Client, ReservedPort};
use tokio::runtime::Runtime;

/// One of the nodes.
struct Node {
    client: Client,
    _port: ReservedPort,
    url: String,
    child: Child,
}

impl Node {
    fn start(database: &Database) -> Node {
        let port = ReservedPort::new().unwrap();
        let (client, url) = (port.client(), database.url());
        Node { client, _port: port, child: spawn(client, &url), url }
    }

    fn start_again(&mut self) {
        self.child = spawn(self.client, &self.url);
    }

    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill").args(["-s", name, &self.child.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }

    fn end(&mut self) {
        self.signal("TERM");
        let status = self.child.wait().unwrap();
        assert!(status.success(), "a node does not end as it should: {status}");
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(client: Client, url: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args(["serve", "--limits", "off", "--listen", &client.0.to_string(), "--store", url])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Three nodes, and players on their own thread.
struct Scene {
    runtime: Runtime,
    nodes: [Node; 3],
    crowd: Crowd,
    abandoned: AbandonedTables,
    database: Database,
}

impl Scene {
    fn begin() -> Scene {
        Scene::behind(|clients| clients.to_vec())
    }

    /// Like [`Scene::begin`], but players connect to these addresses, given those of the nodes.
    fn behind(entry_points: impl FnOnce(&[Client; 3]) -> Vec<Client>) -> Scene {
        let database = Database::start();
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let nodes = [0; 3].map(|_| Node::start(&database));
        let clients = nodes.each_ref().map(|node| node.client);
        let entry_points = entry_points(&clients);
        let (crowd, abandoned) = runtime.block_on(async {
            for client in clients.iter().chain(&entry_points) {
                until_ready(*client).await;
            }
            let tables = number("LASTCARD_TABLES", 6);
            let abandoned = AbandonedTables::gather(&clients, (tables / 10).max(3)).await;
            (Crowd::gather(&entry_points, tables).await, abandoned)
        });
        let scene = Scene { runtime, nodes, crowd, abandoned, database };
        scene.all_play();
        scene
    }

    /// Waits until a move was made at every table.
    fn all_play(&self) {
        self.runtime.block_on(self.crowd.all_play());
    }

    fn until_ready(&self, at: usize) {
        self.runtime.block_on(until_ready(self.nodes[at].client));
    }

    fn end(self, what: &str) {
        self.all_play();
        let mut store = self.database.store("audit:0");
        self.abandoned.until_next_timeouts(&mut store);
        let kept = self.runtime.block_on(self.crowd.finish());
        drop(self.nodes);
        kept.check(&mut store);
        println!("{what}: {}", self.abandoned.punctuality(&mut store));
        let audit = server::audit_store(Box::new(store)).unwrap();
        println!("{what}: {kept}, {} faults in {} entries", audit.faults.len(), audit.entries);
        assert_eq!(audit.faults, []);
    }
}

#[test]
fn a_node_is_killed() {
    let mut scene = Scene::begin();
    for at in 0..number("LASTCARD_KILLS", 1) as usize {
        scene.nodes[at % 3].kill();
        scene.all_play();
        scene.nodes[at % 3].start_again();
        scene.until_ready(at % 3);
    }
    scene.end("nodes killed");
}

#[test]
fn the_database_is_killed() {
    let mut scene = Scene::begin();
    for _ in 0..number("LASTCARD_KILLS", 2) {
        std::thread::sleep(Duration::from_millis(500));
        scene.database.kill();
        scene.database.start_again();
        scene.all_play();
    }
    scene.end("database killed");
}

/// A node that is suspended for longer than its lease, and then continues.
#[test]
fn a_node_stands_still() {
    let scene = Scene::begin();
    for at in 0..number("LASTCARD_STOPS", 1) as usize {
        let node = &scene.nodes[at % 3];
        node.signal("STOP");
        std::thread::sleep(Duration::from_secs(15));
        scene.all_play();
        node.signal("CONT");
        scene.all_play();
    }
    scene.end("nodes stopped for 15 s");
}

/// A rolling restart: no player sees an error.
#[test]
fn every_node_is_restarted() {
    let mut scene = Scene::begin();
    for at in 0..3 {
        scene.nodes[at].end();
        scene.nodes[at].start_again();
        scene.until_ready(at);
        scene.all_play();
    }
    scene.end("rolling restart");
}

/// A load balancer configured as in `deploy/`, with other ports. It stops when it is dropped.
struct Balancer {
    folder: PathBuf,
    child: Child,
}

impl Balancer {
    /// Starts a balancer with the command for its configuration file.
    fn start(
        settings: &str,
        entry_point: Client,
        nodes: &[Client; 3],
        command: fn(&Path) -> Command,
    ) -> Balancer {
        let folder = std::env::temp_dir().join(format!("lastcard-balancer-{}", entry_point.0.port()));
        std::fs::create_dir_all(&folder).unwrap();
        // Without TLS, which these players do not speak, and on a port of this test.
        let plain = settings.lines().filter(|line| !line.trim_start().starts_with("ssl_"));
        let mut settings = plain.collect::<Vec<_>>().join("\n") + "\n";
        for listen in ["listen 443 ssl", "bind :443 ssl crt /etc/haproxy/cards.example.pem"] {
            let word = listen.split(' ').next().unwrap();
            settings = settings.replace(listen, &format!("{word} {}", entry_point.0));
        }
        for (number, node) in (11..).zip(nodes) {
            settings = settings.replace(&format!("10.0.0.{number}:8080"), &node.0.to_string());
        }
        let file = folder.join("settings");
        std::fs::write(&file, settings).unwrap();
        let child = command(&file).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        Balancer { folder, child: child.expect("apt-get install -y nginx-light haproxy") }
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        // Terminated, not killed: it has child processes to end.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A rolling restart behind a balancer: no player sees an error.
fn restart_behind(what: &str, settings: &str, command: fn(&Path) -> Command) {
    let port = ReservedPort::new().unwrap();
    let entry_point = port.client();
    let mut balancer = None;
    let mut scene = Scene::behind(|clients| {
        balancer = Some(Balancer::start(settings, entry_point, clients, command));
        vec![entry_point]
    });
    for at in 0..3 {
        scene.nodes[at].end();
        scene.nodes[at].start_again();
        scene.until_ready(at);
        scene.all_play();
    }
    scene.end(&format!("rolling restart behind {what}"));
}

#[test]
#[ignore = "needs nginx; cargo xtask torture installs it"]
fn behind_nginx() {
    let client = include_str!("../../../deploy/nginx.conf");
    let settings = format!("daemon off; pid nginx.pid; events {{}} http {{ access_log off;\n{client}\n}}");
    restart_behind("nginx", &settings, |file| {
        let mut command = Command::new("nginx");
        command.arg("-p").arg(file.parent().unwrap()).arg("-c").arg(file);
        command
    });
}

#[test]
#[ignore = "needs HAProxy; cargo xtask torture installs it"]
fn behind_haproxy() {
    restart_behind("HAProxy", include_str!("../../../deploy/haproxy.cfg"), |file| {
        let mut command = Command::new("haproxy");
        command.arg("-f").arg(file);
        command
    });
}
