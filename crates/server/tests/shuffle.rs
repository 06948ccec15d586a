//! Verifiable shuffles at a real server: two devices, a whole match, a restart in the middle.

use crate::test_server::{Running, asked, open_settings, run, settle};
use engine::Viewer;
use games::record::Record;
use protocol::{ClientMsg, CreateTable, Mixer, Received, Verdict};
use server::Sqlite;
use table::{Message, ShuffleStep};
use test_client::{Client, Connection};

/// A player whose device contributes to the shuffles.
struct Person {
    connection: Connection,
    mixer: Mixer,
    seat: engine::Seat,
    verdict: Option<Verdict>,
}

impl Person {
    async fn comes(client: Client, key: &str, table: &str, name: &str, mixer: Option<Mixer>) -> Person {
        let connection = client.connect(key, table, Some(name), None).await.unwrap();
        let mixer = mixer.unwrap_or_else(|| Mixer::new(table));
        let mut person = Person { connection, mixer, seat: engine::Seat::default(), verdict: None };
        person.receive().await;
        let mix = ClientMsg::Mix { id: format!("mix-{name}-{}", server::internals::fault_id()), on: true };
        person.connection.send(&mix).await.unwrap();
        person
    }

    /// Receives the next frame and sends what the device contributes.
    async fn receive(&mut self) {
        for heard in self.connection.receive().await.unwrap() {
            let Received::Table(message) = heard else { continue };
            if let Message::Welcome { viewer: Viewer::Seat(seat) } = message {
                self.seat = seat;
            }
            if let Some(answer) = self.mixer.answer(&message, Some(self.seat), server::shuffle_share) {
                self.connection.send(&answer).await.unwrap();
            }
            if let Message::Shuffle(ShuffleStep::Revealed(proofs)) = &message {
                self.verdict = Some(self.mixer.judge(proofs));
            }
        }
    }
}

/// Plays to the end of the match; both devices contribute meanwhile.
async fn play(people: &mut [Person; 2]) {
    let mut moves = 0;
    while people.iter().any(|person| person.verdict.is_none()) {
        let on_turn =
            people.iter().position(|person| person.connection.is_on_turn() && person.verdict.is_none());
        if let Some(at) = on_turn {
            let connection = &mut people[at].connection;
            let (n, m) = (connection.number, connection.choices().last().unwrap().notation.clone());
            moves += 1;
            connection.send(&ClientMsg::Act { id: format!("m{moves}"), n, m }).await.unwrap();
            // Nothing else is sent until the move is confirmed.
            while people[at].connection.number == n {
                people[at].receive().await;
            }
        }
        for person in people.iter_mut().filter(|person| person.verdict.is_none()) {
            let soon = std::time::Duration::from_millis(20);
            let _ = tokio::time::timeout(soon, person.receive()).await;
        }
        assert!(moves < 2_000, "the match does not end");
    }
}

fn game() -> CreateTable {
    CreateTable { seconds: Some(600), ..asked("crazy-eights") }
}

#[test]
fn two_devices_shuffle_and_the_record_holds() {
    let running = Running::open();
    run(async {
        let client = running.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &game()).await.unwrap();
        let ada = Person::comes(client, &keys[0], &table, "Ada", None).await;
        let bola = Person::comes(client, &keys[1], &table, "Bola", None).await;
        let mut people = [ada, bola];
        for person in &mut people {
            settle(&mut person.connection).await;
        }
        people[0].connection.send(&ClientMsg::Start { id: "start".into() }).await.unwrap();
        while people.iter().any(|person| person.connection.scene.is_none()) {
            for person in &mut people {
                let soon = std::time::Duration::from_millis(20);
                let _ = tokio::time::timeout(soon, person.receive()).await;
            }
        }
        let path = format!("GET /api/tables/{table}/record");
        assert_eq!(client.call(&path, "", "").await.unwrap().0, 404, "not while it is played");
        play(&mut people).await;
        assert!(people.iter().all(|person| person.verdict == Some(Verdict::Kept(1))));
        let (status, record) = client.call(&path, "", "").await.unwrap();
        assert_eq!(status, 200);
        let session = games::verify(&Record::read(&record).unwrap()).unwrap().session;
        assert_eq!(session.opening().fair.as_ref().unwrap().table, table);
        let (_, figures) = client.call("GET /metrics", "", "").await.unwrap();
        let secret = games::fair_shuffle::hex(&session.proofs()[0].secret.0);
        assert!(!figures.contains(&secret[..8]));
    });
}

/// The server ends while shares are waited for, and begins again: the log is the table, its secret with it.
#[test]
fn a_shuffle_goes_on_after_a_restart() {
    let folder = std::env::temp_dir().join(format!("lastcard-shuffle-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let open = || Running::on(Box::new(Sqlite::open(&folder).unwrap()), open_settings());
    let first = open();
    let (keys, table, mixers) = run(async {
        let client = first.client;
        let keys = [client.guest().await.unwrap(), client.guest().await.unwrap()];
        let table = client.make(&keys[0], &game()).await.unwrap();
        let mut ada = Person::comes(client, &keys[0], &table, "Ada", None).await;
        let mut bola = Person::comes(client, &keys[1], &table, "Bola", None).await;
        settle(&mut bola.connection).await;
        ada.connection.send(&ClientMsg::Start { id: "start".into() }).await.unwrap();
        // Both hear the promise; only Ada's device answers before the server ends.
        let promised = |heard: &Received| match heard {
            Received::Table(message @ Message::Shuffle(ShuffleStep::Promised { .. })) => {
                Some(message.clone())
            }
            _ => None,
        };
        let message = ada.connection.receive_until(promised).await.unwrap();
        let answer = ada.mixer.answer(&message, Some(ada.seat), server::shuffle_share).unwrap();
        assert_eq!(ada.connection.ask(&answer).await, Ok(true));
        (keys, table, [ada.mixer, bola.mixer])
    });
    first.stop();
    let second = open();
    run(async {
        let client = second.client;
        let [ada, bola] = mixers;
        let ada = Person::comes(client, &keys[0], &table, "Ada", Some(ada)).await;
        let bola = Person::comes(client, &keys[1], &table, "Bola", Some(bola)).await;
        let mut people = [ada, bola];
        play(&mut people).await;
        assert!(people.iter().all(|person| person.verdict == Some(Verdict::Kept(1))));
    });
    second.stop();
    let audit = server::audit(&folder).unwrap();
    assert_eq!((audit.matches, audit.faults), (1, Vec::new()));
    let _ = std::fs::remove_dir_all(&folder);
}
