//! Players at the real server who reconnect whenever it was gone, and remember what was acknowledged.
#![allow(dead_code, reason = "every test uses its own part of it")]

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::{Chance, Quick};
use protocol::{ClientMsg, CreateTable, Received, Refusal, Refused};
use server::Store;
use test_client::{Client, ClientError, Connection};
use tokio::task::JoinHandle;

const GAMES: [&str; 4] = ["crazy-eights", "naija-whot", "uno-classic", "yaniv"];

/// Pause before each command, so that the log of a table stays below its limit for ten minutes.
const COMMAND_PAUSE: Duration = Duration::from_millis(40);

/// A size from the environment, or the quick default.
pub fn number(name: &str, quick: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

/// Waits until the server answers; returns how long that took.
pub async fn until_ready(client: Client) -> Duration {
    let began = Instant::now();
    while !matches!(client.call("GET /readyz", "", "").await, Ok((200, _))) {
        assert!(began.elapsed() < Duration::from_mins(2), "the server does not come back");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    began.elapsed()
}

/// Two players at each of many tables.
pub struct Crowd {
    over: Arc<AtomicBool>,
    /// Number of acknowledged moves, by table.
    moves: Arc<Vec<AtomicU64>>,
    players: Vec<(String, JoinHandle<PlayerOutcome>)>,
    slowest: AtomicU64,
}

/// The acknowledged commands of all players, by table.
#[derive(Default)]
pub struct AllOutcomes {
    acknowledged: HashMap<String, Vec<String>>,
    repeated: usize,
    refused: Vec<String>,
    slowest: Duration,
}

/// The acknowledged commands of one player.
#[derive(Default)]
struct PlayerOutcome {
    acknowledged: Vec<String>,
    repeated: usize,
    connections: usize,
    /// Errors that a person would have seen.
    refused: Vec<String>,
    /// Whether the last connection was refused for its ticket.
    ticket_refused: bool,
}

impl Crowd {
    /// All players join, at these addresses in turn.
    pub async fn gather(clients: &[Client], tables: u64) -> Crowd {
        let over = Arc::new(AtomicBool::new(false));
        let moves: Arc<Vec<AtomicU64>> = Arc::new((0..tables).map(|_| AtomicU64::new(0)).collect());
        let mut players = Vec::new();
        for at in 0..tables as usize {
            let client = clients[at % clients.len()];
            let ask = CreateTable { game: Some(GAMES[at % GAMES.len()].into()), ..CreateTable::default() };
            let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
            let table = client.make(&keys[0], &ask).await.unwrap();
            for (key, name) in keys.into_iter().zip(["Ada", "Bola"]) {
                let player = Player {
                    clients: clients.to_vec(),
                    key,
                    table: table.clone(),
                    name,
                    at,
                    moves: moves.clone(),
                    over: over.clone(),
                };
                players.push((table.clone(), tokio::spawn(player.play(at as u64 * 2 + name.len() as u64))));
            }
        }
        Crowd { over, moves, players, slowest: AtomicU64::new(0) }
    }

    /// Waits until another move was acknowledged at every table.
    pub async fn all_play(&self) {
        let (began, before) = (Instant::now(), self.count());
        while self.count().iter().zip(&before).any(|(now, before)| now == before) {
            let stuck = self.count().iter().zip(&before).filter(|(now, before)| now == before).count();
            assert!(began.elapsed() < Duration::from_mins(3), "{stuck} tables cannot be played");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.slowest.fetch_max(began.elapsed().as_millis() as u64, Relaxed);
    }

    fn count(&self) -> Vec<u64> {
        self.moves.iter().map(|moves| moves.load(Relaxed)).collect()
    }

    /// Stops all players and collects what was acknowledged.
    pub async fn finish(self) -> AllOutcomes {
        self.over.store(true, Relaxed);
        let slowest = Duration::from_millis(self.slowest.load(Relaxed));
        let mut all = AllOutcomes { slowest, ..AllOutcomes::default() };
        for (table, player) in self.players {
            let kept = player.await.unwrap();
            all.repeated += kept.repeated;
            all.refused.extend(kept.refused);
            all.acknowledged.entry(table).or_default().extend(kept.acknowledged);
        }
        all
    }
}

impl fmt::Display for AllOutcomes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tables = self.acknowledged.len();
        write!(
            f,
            "{} acknowledged at {tables} tables, {} sent again, 0 lost, 0 doubled, {} errors shown, a table waited {:?} at most",
            self.acknowledged.values().map(Vec::len).sum::<usize>(),
            self.repeated,
            self.refused.len(),
            self.slowest
        )
    }
}

impl AllOutcomes {
    /// Everything that was acknowledged is in the log exactly once; every table was played; no player saw an error.
    pub fn check(&self, store: &mut dyn Store) {
        for (code, ids) in &self.acknowledged {
            let row = store.table(code).unwrap().expect("the table is there");
            let log = store.log(row.id).unwrap();
            let mut seen: HashMap<&str, usize> = HashMap::new();
            for cmd in log.iter().filter_map(|entry| entry.cmd.as_deref()) {
                *seen.entry(cmd).or_default() += 1;
            }
            let lost = ids.iter().filter(|id| !seen.contains_key(id.as_str())).count();
            let doubled = seen.values().filter(|&&times| times > 1).count();
            assert_eq!((lost, doubled), (0, 0), "lost and doubled at {code}");
            assert!(log.iter().any(|entry| entry.body.starts_with("act")), "{code}: a game was broken off");
        }
        assert_eq!(self.refused, Vec::<String>::new(), "errors that players were shown");
    }
}

struct Player {
    clients: Vec<Client>,
    key: String,
    table: String,
    name: &'static str,
    at: usize,
    moves: Arc<Vec<AtomicU64>>,
    over: Arc<AtomicBool>,
}

impl Player {
    /// Plays as long as the test runs, reconnects whenever the server was gone, and repeats unanswered commands.
    async fn play(self, seed: u64) -> PlayerOutcome {
        let mut kept = PlayerOutcome::default();
        let mut chance = Quick::new(seed);
        let mut pending: Option<ClientMsg> = None;
        let mut last = None;
        while !self.over.load(Relaxed) {
            kept.connections += 1;
            // A load balancer would also try the next one if this one does not answer.
            let client = self.clients[chance.below(self.clients.len() as u32) as usize];
            let connection = tokio::time::timeout(
                Duration::from_secs(2),
                client.connect(&self.key, &self.table, Some(self.name), last),
            );
            if let Ok(Ok(mut connection)) = connection.await {
                let end = self.go_on(&mut connection, &mut pending, &mut kept, &mut chance).await;
                match end {
                    // The ticket was from before the server was gone: whoever gets another notices nothing.
                    ClientError::Closed(1008) if std::mem::take(&mut kept.ticket_refused) => {}
                    ClientError::Closed(1008) | ClientError::Unreadable(_) | ClientError::Refused(..) => {
                        kept.refused.push(format!("{end:?}"));
                    }
                    ClientError::Closed(_) | ClientError::Lost(_) | ClientError::Timeout => {}
                }
                last = connection.reader.last;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        kept
    }

    async fn go_on(
        &self,
        connection: &mut Connection,
        pending: &mut Option<ClientMsg>,
        kept: &mut PlayerOutcome,
        chance: &mut Quick,
    ) -> ClientError {
        if let Some(command) = pending.as_ref() {
            kept.repeated += 1;
            if let Err(trouble) = connection.send(command).await {
                return trouble;
            }
        }
        let mut idle = 0;
        while !self.over.load(Relaxed) {
            match connection.receive_within(Duration::from_millis(200)).await {
                Ok(heard) => {
                    idle = 0;
                    self.answered(&heard, pending, kept);
                }
                Err(ClientError::Timeout) => idle += 1,
                Err(trouble) => return trouble,
            }
            // After a long silence the player tries another node: this one may be suspended.
            if idle > 25 {
                return ClientError::Timeout;
            }
            if pending.is_none()
                && let Some(command) = next_command(connection, kept, chance, idle)
            {
                *pending = Some(command.clone());
                tokio::time::sleep(COMMAND_PAUSE).await;
                if let Err(trouble) = connection.send(&command).await {
                    return trouble;
                }
            }
        }
        ClientError::Timeout
    }

    fn answered(&self, heard: &[Received], pending: &mut Option<ClientMsg>, kept: &mut PlayerOutcome) {
        let bad_ticket = Refused::from(Refusal::BadTicket).code;
        for heard in heard {
            let waited = pending.as_ref().and_then(ClientMsg::id);
            match heard {
                Received::Done { id } if Some(id.as_str()) == waited => {
                    kept.acknowledged.push(id.clone());
                    self.moves[self.at].fetch_add(1, Relaxed);
                    *pending = None;
                }
                Received::Refused { id: None, why } if why.code == bad_ticket => kept.ticket_refused = true,
                Received::Refused { id, .. } if id.as_deref() == waited => *pending = None,
                _ => {}
            }
        }
    }
}

fn next_command(
    connection: &Connection,
    kept: &PlayerOutcome,
    chance: &mut Quick,
    idle: u32,
) -> Option<ClientMsg> {
    let id = format!("{}-{}-{}", kept.connections, kept.acknowledged.len(), chance.below(1 << 30));
    let Some(scene) = &connection.scene else { return (idle > 2).then_some(ClientMsg::Start { id }) };
    if scene.outcome.is_some() {
        return Some(if chance.below(2) == 0 { ClientMsg::Next { id } } else { ClientMsg::Rematch { id } });
    }
    let choices = connection.choices();
    let choice = choices.get(chance.below(choices.len().max(1) as u32) as usize)?;
    Some(ClientMsg::Act { id, n: connection.number, m: choice.notation.clone() })
}
