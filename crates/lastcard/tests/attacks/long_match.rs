//! No attack: ten honest people whose devices all take part in the shuffles of a match with many rounds. Everybody has to be
//! told who won, and what the deals were computed from.

use engine::Viewer;
use protocol::{ClientMsg, CreateTable, Mixer, Received, Verdict};
use table::{Message, ShuffleStep};
use test_client::Connection;

use super::{FAR_TOO_LONG, Scene, Target, make};

/// More deals than fit into one frame with ten devices.
const MANY_DEALS: usize = 55;

/// Most rounds end with the first card that fits, so that many of them are needed.
const RULES: &str = "hand_size = 1\nannounce = \"auto\"\ntarget_score = 2200";

struct Person {
    connection: Connection,
    mixer: Mixer,
    seat: engine::Seat,
    sent: usize,
    /// The position that was answered last.
    acted: Option<u64>,
    deals: usize,
    revealed: Vec<games::fair_shuffle::Proof>,
    judged: usize,
    is_over: bool,
}

impl Person {
    async fn send(&mut self, command: impl FnOnce(String) -> ClientMsg) {
        self.sent += 1;
        self.connection.send(&command(format!("p{}", self.sent))).await.unwrap();
    }

    /// Plays to the end of the match; how many deals were revealed.
    async fn play(mut self, makes: bool) -> usize {
        self.send(|id| ClientMsg::Mix { id, on: true }).await;
        while !(self.is_over && self.judged == self.deals) {
            let heard = self.connection.receive_within(FAR_TOO_LONG).await.expect("the match goes on");
            for heard in heard {
                let Received::Table(message) = heard else { continue };
                self.hear(&message).await;
            }
            let (scene, number) = (&self.connection.scene, self.connection.number);
            let to_act = !self.is_over && self.acted != Some(number);
            let Some(scene) = scene.as_ref().filter(|_| to_act) else { continue };
            if scene.outcome.is_some() && makes {
                self.acted = Some(number);
                self.send(|id| ClientMsg::Next { id }).await;
            } else if self.connection.is_on_turn() {
                let choices = scene.choices.iter().map(|choice| choice.notation.clone());
                let choices: Vec<String> = choices.collect();
                let m = choices.iter().find(|m| m.starts_with("play")).or(choices.last()).cloned();
                if let Some(m) = m {
                    self.acted = Some(number);
                    self.send(|id| ClientMsg::Act { id, n: number, m }).await;
                }
            }
        }
        self.judged
    }

    async fn hear(&mut self, message: &Message) {
        match message {
            Message::Welcome { viewer: Viewer::Seat(seat) } => self.seat = *seat,
            Message::MatchOver { .. } => self.is_over = true,
            Message::Shuffle(ShuffleStep::Frozen { .. }) => self.deals += 1,
            Message::Shuffle(ShuffleStep::Revealed(proofs)) => {
                self.revealed.extend_from_slice(proofs);
                if !self.mixer.expects_more(&self.revealed) {
                    let deals = self.revealed.len();
                    assert_eq!(self.mixer.judge(&self.revealed), Verdict::Kept(deals));
                    self.judged = deals;
                }
            }
            _ => {}
        }
        if let Some(answer) = self.mixer.answer(message, Some(self.seat), server::shuffle_share) {
            self.connection.send(&answer).await.unwrap();
        }
    }
}

async fn people(target: &Target) -> Vec<Person> {
    let client = target.client;
    let (mut people, mut table) = (Vec::new(), String::new());
    for at in 0..10 {
        let key = client.guest().await.unwrap();
        if at == 0 {
            let ask = CreateTable {
                game: Some("uno-classic".into()),
                rules: RULES.into(),
                seats: Some(10),
                ..CreateTable::default()
            };
            table = make(client, &key, &ask).await;
        }
        let connection = client.connect(&key, &table, Some(&format!("Person {at}")), None).await.unwrap();
        let (mixer, seat) = (Mixer::new(&table), engine::Seat::default());
        people.push(Person {
            connection,
            mixer,
            seat,
            sent: 0,
            acted: None,
            deals: 0,
            revealed: Vec::new(),
            judged: 0,
            is_over: false,
        });
    }
    people
}

#[test]
#[ignore = "takes minutes: cargo xtask attack long_match"]
fn long_match() {
    Scene::named("long-match").run(async |target| {
        let mut people = people(&target).await;
        super::settle(&mut people[9].connection).await;
        people[0].send(|id| ClientMsg::Start { id }).await;
        let playing: Vec<_> =
            people.into_iter().enumerate().map(|(at, person)| tokio::spawn(person.play(at == 0))).collect();
        for person in playing {
            let deals = person.await.expect("nobody is cut off");
            assert!(deals >= MANY_DEALS, "only {deals} deals: that fits into one frame");
        }
    });
}
