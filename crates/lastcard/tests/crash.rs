//! The real program is killed again and again while people play; what they were told is there must be there.
//!
//! The quick form runs with all tests. `cargo xtask torture` kills it fifty times at 64 tables.

use std::collections::HashMap;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use engine::{Chance, Quick};
use protocol::{ClientMsg, Heard, MakeTable};
use server::sqlite::Sqlite;
use server::store::Store;
use visitor::{Site, Trouble, Visit};

/// How hard it is: from the environment, or quick.
fn number(name: &str, quick: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(quick)
}

fn start(site: Site, data: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_lastcard"))
        .args(["serve", "--limits", "off", "--listen", &site.0.to_string(), "--data"])
        .arg(data)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the server answers; how long that took.
async fn until_ready(site: Site) -> Duration {
    let began = Instant::now();
    while !matches!(site.call("GET /readyz", "", "").await, Ok((200, _))) {
        assert!(began.elapsed() < Duration::from_mins(1), "the server does not come back");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    began.elapsed()
}

/// What a player keeps: every command that was acknowledged.
#[derive(Default)]
struct Kept {
    acknowledged: Vec<String>,
    repeated: usize,
    visits: usize,
}

/// Plays as long as the test goes on, comes back whenever the server was gone, and sends again what was not answered.
async fn play(
    site: Site,
    key: String,
    table: String,
    name: &'static str,
    seed: u64,
    over: Arc<AtomicBool>,
) -> Kept {
    let mut kept = Kept::default();
    let mut chance = Quick::new(seed);
    let mut pending: Option<ClientMsg> = None;
    let mut last = None;
    while !over.load(Relaxed) {
        kept.visits += 1;
        if let Ok(mut visit) = site.visit(&key, &table, Some(name), last).await {
            let end = go_on(&mut visit, &mut pending, &mut kept, &mut chance, &over).await;
            assert!(matches!(end, Trouble::Gone(_) | Trouble::Closed(_) | Trouble::Silence), "{end:?}");
            last = visit.reader.last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    kept
}

async fn go_on(
    visit: &mut Visit,
    pending: &mut Option<ClientMsg>,
    kept: &mut Kept,
    chance: &mut Quick,
    over: &AtomicBool,
) -> Trouble {
    if let Some(command) = pending.as_ref() {
        kept.repeated += 1;
        if let Err(trouble) = visit.say(command).await {
            return trouble;
        }
    }
    let mut idle = 0;
    while !over.load(Relaxed) {
        match visit.hear_within(Duration::from_millis(200)).await {
            Ok(heard) => {
                idle = 0;
                answered(&heard, pending, kept);
            }
            Err(Trouble::Silence) => idle += 1,
            Err(trouble) => return trouble,
        }
        if pending.is_none()
            && let Some(command) = next_command(visit, kept, chance, idle)
        {
            *pending = Some(command.clone());
            if let Err(trouble) = visit.say(&command).await {
                return trouble;
            }
        }
    }
    Trouble::Silence
}

fn answered(heard: &[Heard], pending: &mut Option<ClientMsg>, kept: &mut Kept) {
    for heard in heard {
        let waited = pending.as_ref().and_then(ClientMsg::id);
        match heard {
            Heard::Done { id } if Some(id.as_str()) == waited => {
                kept.acknowledged.push(id.clone());
                *pending = None;
            }
            Heard::Refused { id } if Some(id.as_str()) == waited => *pending = None,
            _ => {}
        }
    }
}

fn next_command(visit: &Visit, kept: &Kept, chance: &mut Quick, idle: u32) -> Option<ClientMsg> {
    let id = format!("{}-{}-{}", kept.visits, kept.acknowledged.len(), chance.below(1 << 30));
    let Some(scene) = &visit.scene else { return (idle > 2).then_some(ClientMsg::Start { id }) };
    if scene.outcome.is_some() {
        return Some(if chance.below(2) == 0 { ClientMsg::Next { id } } else { ClientMsg::Rematch { id } });
    }
    let choices = visit.choices();
    let choice = choices.get(chance.below(choices.len().max(1) as u32) as usize)?;
    Some(ClientMsg::Act { id, n: visit.number, m: choice.notation.clone() })
}

#[test]
fn what_was_acknowledged_survives_every_kill() {
    let (tables, kills) = (number("LASTCARD_TABLES", 6), number("LASTCARD_KILLS", 5));
    let data = std::env::temp_dir().join(format!("lastcard-crash-{}", std::process::id()));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let site = Site(port);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (acknowledged, repeated, back) = runtime.block_on(async {
        let mut child = start(site, &data);
        until_ready(site).await;
        let over = Arc::new(AtomicBool::new(false));
        let mut players = Vec::new();
        let games = ["crazy-eights", "naija-whot", "uno-classic", "yaniv"];
        for at in 0..tables {
            let game = games[at as usize % games.len()];
            let ask = MakeTable { game: Some(game.into()), ..MakeTable::default() };
            let keys = [site.guest().await.unwrap(), site.guest().await.unwrap()];
            let table = site.make(&keys[0], &ask).await.unwrap();
            for (key, name) in keys.into_iter().zip(["Ada", "Bola"]) {
                let playing = play(site, key, table.clone(), name, at * 2 + name.len() as u64, over.clone());
                players.push((table.clone(), tokio::spawn(playing)));
            }
        }
        let mut chance = Quick::new(kills);
        let mut back = Vec::new();
        for _ in 0..kills {
            tokio::time::sleep(Duration::from_millis(200 + u64::from(chance.below(1_200)))).await;
            child.kill().unwrap();
            child.wait().unwrap();
            child = start(site, &data);
            back.push(until_ready(site).await);
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        over.store(true, Relaxed);
        let mut acknowledged: HashMap<String, Vec<String>> = HashMap::new();
        let mut repeated = 0;
        for (table, player) in players {
            let kept = player.await.unwrap();
            repeated += kept.repeated;
            acknowledged.entry(table).or_default().extend(kept.acknowledged);
        }
        child.kill().unwrap();
        child.wait().unwrap();
        (acknowledged, repeated, back)
    });
    let total: usize = acknowledged.values().map(Vec::len).sum();
    let mut store = Sqlite::open(&data).unwrap();
    let (mut lost, mut doubled, mut broken_off) = (0, 0, 0);
    for (code, ids) in &acknowledged {
        let row = store.table(code).unwrap().expect("the table is there");
        let log = store.log(row.id).unwrap();
        let mut seen: HashMap<&str, usize> = HashMap::new();
        for cmd in log.iter().filter_map(|entry| entry.cmd.as_deref()) {
            *seen.entry(cmd).or_default() += 1;
        }
        lost += ids.iter().filter(|id| !seen.contains_key(id.as_str())).count();
        doubled += seen.values().filter(|&&times| times > 1).count();
        broken_off += usize::from(log.iter().all(|entry| !entry.body.starts_with("act")));
    }
    drop(store);
    let audit = server::audit::audit(&data).unwrap();
    let slowest = back.iter().max().unwrap();
    println!(
        "{kills} kills, {tables} tables: {total} acknowledged, {repeated} sent again, {lost} lost, {doubled} doubled, \
         {broken_off} games broken off, {} faults in {} entries; back within {slowest:?} at the slowest",
        audit.faults.len(),
        audit.entries
    );
    assert_eq!((lost, doubled, broken_off), (0, 0, 0));
    assert_eq!(audit.faults, []);
    assert!(total as u64 > kills * tables, "people could hardly play");
    std::fs::remove_dir_all(&data).unwrap();
}
