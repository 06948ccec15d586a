//! Nothing that our own rules can make is too long for our own wire.

use std::collections::VecDeque;

use engine::{Chance, Quick};
use games::fair_shuffle::{Secret, Share, read_hex};
use games::presets;
use host::{Host, Outcome};
use protocol::{ClientMsg, FrameReader, MAX_FRAME_BYTES, Mixer, Received, frame_parts};
use table::{Config, Input, JointShuffle, Message, Pace, Reveal, ShuffleStep, Switch, Table, Token};

const TABLE: &str = "K7QX2M4P";

/// The most a table may write, so that a match without an end ends here.
const MAX_INPUTS: usize = 20_000;

/// What makes a match long.
const LONG: [&str; 4] = ["rounds=50", "rounds=0", "target_score=5000", "limit=1000"];

/// The longest parts, and the longest frame before it was divided.
#[derive(Default, Debug)]
struct Longest {
    part: usize,
    frame: usize,
}

impl Longest {
    fn note(&mut self, outcome: &Outcome) {
        for (_, frame) in &outcome.frames {
            let text = frame.text();
            self.frame = self.frame.max(text.len());
            let parts = frame_parts(&text);
            self.part = parts.iter().map(String::len).max().unwrap_or(0).max(self.part);
        }
    }
}

/// The rules of a preset with the longest matches that its options allow.
fn long_rules(preset: &str) -> games::Rules {
    let mut rules = presets::named(preset).unwrap();
    for change in LONG {
        if let Ok(longer) = games::change(&rules, &[change.into()]) {
            rules = longer;
        }
    }
    rules
}

/// A device of a player at the table.
struct Device {
    token: Token,
    reader: FrameReader,
    mixer: Mixer,
    revealed: Vec<games::fair_shuffle::Proof>,
    judged: usize,
}

impl Device {
    fn hear(&mut self, table: &Table, outcome: &Outcome, waiting: &mut VecDeque<Input>) {
        let Some((_, frame)) = outcome.frames.iter().find(|(to, _)| *to == self.token) else { return };
        let Some(seat) = table.seat_of(self.token) else { return };
        for part in frame_parts(&frame.text()) {
            for heard in self.reader.hear(protocol::read_frame(&part).unwrap(), 0).unwrap() {
                let Received::Table(message) = heard else { continue };
                if let Message::Shuffle(ShuffleStep::Revealed(proofs)) = &message {
                    self.revealed.extend_from_slice(proofs);
                    if !self.mixer.expects_more(&self.revealed) {
                        let deals = self.revealed.len();
                        assert_eq!(self.mixer.judge(&self.revealed), protocol::Verdict::Kept(deals));
                        self.judged += deals;
                        self.revealed.clear();
                    }
                }
                let token = self.token;
                match self.mixer.answer(&message, Some(seat), || [token.0 as u8; 16]) {
                    Some(ClientMsg::Promise { deal, c, .. }) => {
                        waiting.push_back(Input::Promise {
                            token,
                            deal,
                            promise: read_hex(&c).unwrap(),
                            key: None,
                        });
                    }
                    Some(ClientMsg::Open { deal, e, .. }) => {
                        waiting.push_back(Input::Open { token, deal, share: Share(read_hex(&e).unwrap()) });
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The next move of anybody.
fn act(table: &Table, tokens: &[Token], chance: &mut Quick) -> Option<Input> {
    let session = table.session().filter(|session| session.outcome().is_none())?;
    let seat = session.turn()?;
    let token = *tokens.iter().find(|&&token| table.seat_of(token) == Some(seat))?;
    let legal = session.legal(seat);
    let choice = legal.get(chance.below(legal.len() as u32) as usize)?;
    Some(Input::Act { token, number: table.number(), notation: session.notation(*choice) })
}

/// A long match with every seat taken and every device in the shuffle; how many rounds were revealed to each.
fn play(preset: &str, longest: &mut Longest) -> usize {
    let rules = long_rules(preset);
    let seats = rules.players().1;
    let joint = Some(JointShuffle {
        table: TABLE.into(),
        reveal: Reveal::AfterMatch,
        alone: table::DealingAlone::WhenAgreed,
    });
    let pace = Pace {
        think: (0, 0),
        react: (0, 0),
        slap_pause: 0,
        catch_pause: Some(0),
        loading: 0,
        between_rounds: Some(0),
        unattended: None,
    };
    let mut host = Host::new(Table::new(Config { seed: 7, joint, pace, ..Config::new(rules) }));
    let tokens: Vec<Token> = (1..=seats as u128).map(Token).collect();
    let mut waiting = VecDeque::new();
    for &token in &tokens {
        waiting.push_back(Input::Sit { token, name: format!("A very long name no {}", token.0) });
        waiting.push_back(Input::Mix { token, switch: Switch::On });
    }
    waiting.push_back(Input::Start);
    // Drawing scenes for all of them would take most of the time: one follows everything, the others only shuffle.
    let mut devices: Vec<Device> = tokens
        .iter()
        .map(|&token| {
            host.attach(token);
            Device {
                token,
                reader: FrameReader::default(),
                mixer: Mixer::new(TABLE),
                revealed: Vec::new(),
                judged: 0,
            }
        })
        .collect();
    let mut chance = Quick::new(3);
    for at in 0..MAX_INPUTS {
        let next = waiting.pop_front();
        let entropy = || {
            let secret = Secret([0xa5; 32]);
            host.table().wants_entropy().then_some(Input::Entropy { secret })
        };
        let next = next.or_else(entropy).or_else(|| act(host.table(), &tokens, &mut chance));
        let over = next.is_none() && host.table().session().is_some() && !host.table().is_playing();
        if over {
            break;
        }
        let outcome = host.apply(at as u64, next.unwrap_or(Input::Tick), None);
        longest.note(&outcome);
        for device in &mut devices {
            device.hear(host.table(), &outcome, &mut waiting);
        }
    }
    for last in [0, host.table().number().saturating_sub(20), u64::MAX] {
        host.attach(tokens[0]);
        longest.note(&host.query(MAX_INPUTS as u64, Input::Resume { token: tokens[0], last }, None));
    }
    assert!(devices.iter().all(|device| device.judged == devices[0].judged));
    devices[0].judged
}

#[test]
fn no_frame_of_the_longest_matches_is_too_long() {
    let mut most = 0;
    for preset in presets::names() {
        let mut longest = Longest::default();
        let revealed = play(preset, &mut longest);
        println!("{preset}: {revealed} deals, {longest:?}");
        // Half of it: a match of ten players may have more rounds than these.
        assert!(longest.part <= MAX_FRAME_BYTES / 2, "{preset}: {longest:?}");
        most = most.max(longest.frame);
    }
    assert!(most > MAX_FRAME_BYTES / 2, "the longest frame would have been {most}: no long match");
}
