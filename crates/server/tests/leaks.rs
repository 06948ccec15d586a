//! Two worlds that one viewer cannot tell apart: every byte to that viewer is the same in both.
//!
//! A first world is played and every card that the viewer was shown is noted. In a second world all other cards lie
//! elsewhere, and the seed is another; the others let their time run out in both. A leak of one bit, planted between
//! the room and the viewer, shows that the comparison would find one.

mod simulation;

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Chance, Quick};
use protocol::{ClientMsg, FrameReader, Mixer, Received, json};
use server::internals::{Outbox, TableSetup};
use simulation::{ADA, SPECTATOR, World, compiled, each_preset, frames};
use table::Message;

/// How many pairs of worlds for each preset: from the environment, or few.
fn worlds() -> u64 {
    std::env::var("LASTCARD_WORLDS").ok().and_then(|text| text.parse().ok()).unwrap_or(6)
}

/// The other players do nothing; after ten timeouts a computer player would replace them.
const STEPS: usize = 24;

/// From here on the worlds may differ: cards are reshuffled, shown to all, or a computer player takes over.
const ENDS: [&str; 4] = ["reshuffled", "shown", "ended", "kept"];

/// The kind of viewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Viewer {
    /// A player who makes moves, sends invalid commands, and reconnects now and then.
    Seat,
    /// The same, with a device that contributes to the shuffles.
    Mixing,
    /// A spectator from the start, and again later.
    Spectator,
}

impl Viewer {
    fn plays(self) -> bool {
        self != Viewer::Spectator
    }
}

fn setup(preset: &str, deck: &[String]) -> TableSetup {
    let changes = [
        "turn_seconds = 5",
        "timeout = \"draw\"",
        "afk_after = 10",
        "first_dealer = \"last_seat\"",
        "seat_order = \"fixed\"",
        "takeback = \"consent\"",
    ];
    TableSetup { deck: Some(deck.to_vec()), ..simulation::setup(preset, &changes) }
}

/// What happens to a frame on its way to the viewer, in the world with this deck.
type Relay = fn(frame: &str, deck: &[String]) -> String;

/// Every frame arrives as it was sent.
fn honest(frame: &str, _: &[String]) -> String {
    frame.into()
}

/// One bit too much: a blank if the name of the last card in the deck, which nobody sees, has an even length.
fn leaking(frame: &str, deck: &[String]) -> String {
    let blank = if deck.last().is_some_and(|card| card.len() % 2 == 0) { " " } else { "" };
    format!("{frame}{blank}")
}

/// A client that reads its frames.
struct Client {
    outbox: Arc<Outbox>,
    relay: Relay,
    deck: Vec<String>,
    reader: FrameReader,
    told: Vec<String>,
    choices: Vec<String>,
    number: u64,
    mixer: Mixer,
    /// The commands of the device for a shuffle.
    answers: Vec<ClientMsg>,
    /// Whether the worlds may differ from now on.
    over: bool,
}

impl Client {
    fn new(outbox: Arc<Outbox>, relay: Relay, deck: &[String]) -> Client {
        Client {
            outbox,
            relay,
            deck: deck.to_vec(),
            reader: FrameReader::default(),
            told: Vec::new(),
            choices: Vec::new(),
            number: 0,
            mixer: Mixer::new("TABLE"),
            answers: Vec::new(),
            over: false,
        }
    }

    fn listen(&mut self, now: u64) {
        for frame in frames(&self.outbox) {
            let frame = (self.relay)(&frame, &self.deck);
            self.over |= ENDS.iter().any(|end| frame.contains(end));
            if self.over {
                return;
            }
            for heard in self.reader.hear(json::read(&frame).unwrap(), now).unwrap() {
                match heard {
                    Received::Table(Message::Scene { number, scene }) => {
                        self.number = number;
                        self.choices = scene.choices.into_iter().map(|choice| choice.notation).collect();
                    }
                    Received::Table(message) => {
                        self.answers.extend(self.mixer.answer(
                            &message,
                            Some(engine::Seat::default()),
                            || [9; 16],
                        ));
                    }
                    _ => {}
                }
            }
            self.told.push(without_hashes(&frame));
        }
    }
}

/// Hashes are random; everything else has to be the same.
fn without_hashes(frame: &str) -> String {
    let is_hash = |word: &str| word.len() == 64 && word.bytes().all(|letter| letter.is_ascii_hexdigit());
    frame.split('"').map(|word| if is_hash(word) { "#" } else { word }).collect::<Vec<_>>().join("\"")
}

/// The viewer's device contributes to the first shuffle of the match, and also tries what is not allowed.
fn mix(world: &mut World, client: &mut Client) {
    world.ask(&client.outbox.clone(), ClientMsg::Mix { id: "mix".into(), on: true });
    world.ask(&client.outbox.clone(), ClientMsg::Start { id: "start".into() });
    for step in 0..6 {
        world.save();
        client.listen(world.now);
        if step == 1 {
            come_back(world, client, Viewer::Mixing, &mut Quick::new(step));
        }
        let wrong = ClientMsg::Open { id: format!("o{step}"), deal: 1, e: "00".repeat(16) };
        for asked in std::mem::take(&mut client.answers).into_iter().chain((step == 0).then_some(wrong)) {
            world.ask(&client.outbox.clone(), asked);
        }
    }
}

/// Plays one world and returns every frame sent to the viewer.
fn play(
    preset: &str,
    deck: &[String],
    seats: usize,
    (secret, seed): (u64, u64),
    (viewer, relay): (Viewer, Relay),
) -> Vec<String> {
    let joint = (viewer == Viewer::Mixing).then(|| "TABLE".to_string());
    let mut world = World::new(&TableSetup { joint, ..setup(preset, deck) }, secret, 0);
    let ada = world.connect(ADA, Some("Ada"), None);
    for seat in 1..seats {
        world.connect(ADA + seat as u128, Some(&format!("Person {seat}")), None);
    }
    let spectator = world.connect(SPECTATOR, None, None);
    let mut client = Client::new(if viewer.plays() { ada.clone() } else { spectator }, relay, deck);
    match viewer {
        Viewer::Mixing => mix(&mut world, &mut client),
        Viewer::Seat | Viewer::Spectator => world.ask(&ada, ClientMsg::Start { id: "start".into() }),
    }
    world.save();
    world.room.tick(world.now);
    client.listen(world.now);
    let mut chance = Quick::new(seed);
    for step in 0..STEPS {
        match chance.below(8) {
            0 => come_back(&mut world, &mut client, viewer, &mut chance),
            1 if viewer.plays() => {
                for text in ["dance", "play 8H", "yaniv", "catch 1"] {
                    let act =
                        ClientMsg::Act { id: format!("{step}{text}"), n: client.number, m: text.into() };
                    world.ask(&client.outbox.clone(), act);
                }
                world.ask(&client.outbox.clone(), ClientMsg::Takeback { id: format!("t{step}") });
                world.ask(&client.outbox.clone(), ClientMsg::Hint { id: format!("h{step}") });
                world.search(usize::MAX);
                world.ask(
                    &client.outbox.clone(),
                    ClientMsg::Say { id: format!("s{step}"), p: "hello".into() },
                );
            }
            _ => {}
        }
        world.save();
        client.listen(world.now);
        if client.over {
            break;
        }
        let choice = chance.below(1 << 16) as usize;
        if viewer.plays() && !client.choices.is_empty() {
            let m = client.choices[choice % client.choices.len()].clone();
            world.ask(&client.outbox.clone(), ClientMsg::Act { id: format!("m{step}"), n: client.number, m });
        } else {
            world.next();
        }
        world.save();
        world.room.tick(world.now);
        world.save();
        client.listen(world.now);
        if client.over {
            break;
        }
    }
    client.told
}

/// The viewer reconnects: with the number of the last position, with an older one, or with none.
fn come_back(world: &mut World, client: &mut Client, viewer: Viewer, chance: &mut Quick) {
    world.room.disconnect(&client.outbox);
    let last = match chance.below(3) {
        0 => None,
        1 => Some(client.number),
        _ => Some(client.number.saturating_sub(2)),
    };
    let player = if viewer.plays() { ADA } else { SPECTATOR };
    client.outbox = world.connect(player, None, last);
    client.reader = FrameReader::default();
}

/// The words of all frames.
fn words(told: &[String]) -> BTreeSet<&str> {
    let of_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    told.iter()
        .flat_map(|frame| frame.split(move |letter| !of_word(letter)))
        .map(|word| word.trim_start_matches('-'))
        .collect()
}

/// Compares pairs of worlds, and returns how many frames were the same.
fn compare(viewer: Viewer) -> usize {
    compare_behind(viewer, honest)
}

fn compare_behind(viewer: Viewer, relay: Relay) -> usize {
    let mut compared = 0;
    each_preset(|preset| {
        let base = simulation::setup(preset, &[]).rules;
        let seats = base.players().0.max(3).min(base.players().1);
        let compiled = compiled(&base, seats);
        let pack = compiled.pack();
        for seed in 0..worlds() {
            let mut chance = Quick::new(seed * 1_000 + preset.len() as u64);
            let mut cards = pack.cards().to_vec();
            engine::shuffle(&mut cards, &mut chance);
            let deck: Vec<String> = cards.iter().map(|&card| pack.notation(card).into()).collect();
            let first = play(preset, &deck, seats, (7, seed), (viewer, relay));
            let seen = words(&first);
            let hidden: Vec<usize> =
                (0..deck.len()).filter(|&at| !seen.contains(deck[at].as_str())).collect();
            let mut other = deck.clone();
            let mut order = hidden.clone();
            order.sort_by_cached_key(|_| chance.below(u32::MAX));
            for (&to, &from) in hidden.iter().zip(&order) {
                other[to].clone_from(&deck[from]);
            }
            let second = play(preset, &other, seats, (1_234_567 + seed, seed), (viewer, relay));
            for (one, two) in first.iter().zip(&second) {
                assert!(one == two, "{preset}, seed {seed}, {viewer:?}:\n{one}\n{two}");
                compared += 1;
            }
            assert_eq!(first.len(), second.len(), "{preset}, seed {seed}, {viewer:?}");
        }
    });
    compared
}

#[test]
fn no_byte_to_a_player_depends_on_a_hidden_card() {
    let compared = compare(Viewer::Seat);
    println!("{compared} frames compared");
    assert!(compared > 500, "only {compared} frames were compared");
}

#[test]
fn no_byte_to_a_player_whose_device_shuffles_depends_on_a_hidden_card() {
    let compared = compare(Viewer::Mixing);
    println!("{compared} frames compared");
    assert!(compared > 500, "only {compared} frames were compared");
}

#[test]
#[should_panic(expected = "seed")]
fn a_leak_to_a_player_is_found() {
    compare_behind(Viewer::Seat, leaking);
}

#[test]
#[should_panic(expected = "seed")]
fn a_leak_to_a_player_whose_device_shuffles_is_found() {
    compare_behind(Viewer::Mixing, leaking);
}

#[test]
#[should_panic(expected = "seed")]
fn a_leak_to_a_spectator_is_found() {
    compare_behind(Viewer::Spectator, leaking);
}

#[test]
fn no_byte_to_spectators_depends_on_a_hidden_card() {
    let compared = compare(Viewer::Spectator);
    println!("{compared} frames compared");
    assert!(compared > 300, "only {compared} frames were compared");
}
