//! Whole games over the wire, without a network: what is read is what was told, and how much it takes.

use bots::{Bot, Sensible};
use engine::{Chance, Quick, Seat, Viewer};
use games::{Rules, presets};
use protocol::{ClientMsg, Frame, FrameReader, FrameWriter, Item, Received, ServerMsg, ShownScene, json};
use table::{Config, Input, Level, Message, Output, Pace, Refusal, Table, Token};

/// The clocks of server and player do not agree.
const AHEAD: u64 = 5_000_000;

const WATCHER: Token = Token(99);

/// One end of a wire: what was shown, what was understood, and how many bytes went through.
#[derive(Default)]
struct Wire {
    shown: ShownScene,
    reader: FrameReader,
    bytes: usize,
    longest: usize,
}

impl Wire {
    fn send(
        &mut self,
        table: &Table,
        messages: &[Message],
        now: u64,
        answer: Option<&Item>,
    ) -> Vec<Received> {
        let mut writer = FrameWriter::new(table, None, now, &mut self.shown, Frame::of(answer));
        for message in messages {
            writer.message(message);
        }
        let frame = writer.finish();
        if frame.is_empty() {
            return Vec::new();
        }
        let text = frame.into_text();
        self.bytes += text.len();
        self.longest = self.longest.max(text.len());
        let frame: ServerMsg = json::read(&text).unwrap();
        assert_eq!(text, json::write(&frame), "what is written directly is what serde writes");
        self.reader.hear(frame, now + AHEAD).unwrap_or_else(|why| panic!("{why}\n{text}"))
    }
}

/// The message as it is read: times by the player's clock, refusals as word and sentence.
fn as_heard(message: &Message) -> Vec<Received> {
    let heard = Received::Table(match message.clone() {
        Message::Deadline { seat, at } => Message::Deadline { seat, at: at + AHEAD },
        Message::Notice(table::Notice::Held { until }) => {
            Message::Notice(table::Notice::Held { until: until + AHEAD })
        }
        Message::Refused(why) => {
            let stale = match why {
                Refusal::Stale { number } => Some(Received::Table(Message::Stale { number })),
                _ => None,
            };
            return [Received::Refused { id: None, why: why.into() }].into_iter().chain(stale).collect();
        }
        Message::Answer { notation, why } => {
            return vec![Received::Answer { notation, why: why.map(Into::into) }];
        }
        other => other,
    });
    vec![heard]
}

fn to(token: Token, out: &[Output]) -> Vec<Message> {
    let own = |output: &Output| match output {
        Output::To(whom, message) if *whom == token => Some(message.clone()),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    };
    out.iter().filter_map(own).collect()
}

fn rules(preset: &str, changes: &[&str]) -> Rules {
    let changes: Vec<String> = changes.iter().map(|&change| change.into()).collect();
    games::change(&presets::named(preset).unwrap(), &changes).unwrap()
}

/// Everything that a table tells anybody is understood as it was told, in every preset.
#[test]
fn what_is_heard_is_what_was_told() {
    let people = [Token(1), Token(2)];
    let (mut told, mut answers, mut hints) = (0, 0, 0);
    for preset in presets::names() {
        for seed in 0..2 {
            let rules =
                rules(preset, &["hints=always", "turn_seconds=5", "takeback=consent", "seat_order=random"]);
            let least = rules.players().0.max(3).min(rules.players().1);
            let mut table = Table::new(Config { seed, ..Config::new(rules) });
            let mut wires: Vec<(Token, Wire)> =
                people.into_iter().chain([WATCHER]).map(|token| (token, Wire::default())).collect();
            let mut chance = Quick::new(seed);
            let mut now = 1_000;
            let mut script: Vec<Input> =
                people.iter().map(|&token| Input::Sit { token, name: format!("Ada {}", token.0) }).collect();
            for bot in people.len()..least {
                script.push(Input::AddBot { level: Level::Medium, name: format!("Bot {bot}") });
            }
            script.extend([Input::Watch { token: WATCHER }, Input::Start]);
            script.reverse();
            for _ in 0..200 {
                now += u64::from(chance.below(2_500));
                let input = script.pop().unwrap_or_else(|| random_input(&table, &mut chance));
                // What is due happens by itself first, so that a frame is about one match.
                for input in [Input::Tick, input] {
                    let out = table.apply(now, input);
                    for (token, wire) in &mut wires {
                        let mut messages = to(*token, &out);
                        let thought = table.hint(*token).ok().filter(|_| chance.below(8) == 0);
                        messages.extend(
                            thought.map(|thought| thought.hint(&[]).unwrap_or_else(Message::Refused)),
                        );
                        let heard = wire.send(&table, &messages, now, None);
                        let expected: Vec<Received> = messages.iter().flat_map(as_heard).collect();
                        assert_eq!(heard, expected, "{preset}, seed {seed}");
                        told += heard.len();
                        answers += count(&messages, |it| matches!(it, Message::Answer { why: Some(_), .. }));
                        hints += count(&messages, |it| matches!(it, Message::Hint { .. }));
                    }
                }
            }
        }
    }
    assert!(told > 10_000, "only {told} messages were told");
    assert!(answers > 100 && hints > 100, "only {answers} moves were asked about, and {hints} hints given");
}

fn count(messages: &[Message], which: impl Fn(&Message) -> bool) -> usize {
    messages.iter().filter(|message| which(message)).count()
}

fn random_input(table: &Table, chance: &mut Quick) -> Input {
    let token = Token(1 + u128::from(chance.below(2)));
    let Some(session) = table.session() else { return Input::Start };
    if session.outcome().is_some() {
        return if table.is_playing() { Input::NextRound } else { Input::Rematch };
    }
    let moves = table.seat_of(token).map(|seat| session.legal(seat)).unwrap_or_default();
    let number = table.number().saturating_sub(u64::from(chance.below(10) == 0));
    match (chance.below(20), moves.get(chance.below(moves.len() as u32 + 1) as usize)) {
        (0, _) => Input::Takeback { token },
        (1, _) => Input::Consent { token, answer: table::Answer::Agree },
        (2, _) => Input::AnnounceForMe { token, switch: table::Switch::On },
        (3, _) => Input::Leave { token },
        (4, _) => Input::Return { token },
        (5, _) => Input::Resume { token, last: number.saturating_sub(3) },
        (6 | 7, _) => Input::Tick,
        (8 | 9, Some(&choice)) => Input::Ask { token, notation: session.notation(choice) },
        (8 | 9, None) => Input::Ask { token, notation: "play 8H call hearts".into() },
        (_, Some(&choice)) => Input::Act { token, number, notation: session.notation(choice) },
        (_, None) => Input::Act { token, number, notation: "play 8H call hearts".into() },
    }
}

/// The bytes of a round between two people, both directions and both sockets, greetings included.
fn size_of_round(rules: &Rules, seed: u64) -> (usize, usize, usize) {
    let people = [Token(1), Token(2)];
    let pace = Pace {
        think: (0, 0),
        react: (0, 0),
        slap_pause: 0,
        catch_pause: Some(0),
        loading: 0,
        between_rounds: None,
        unattended: None,
    };
    let mut table = Table::new(Config { seed, pace, ..Config::new(rules.clone()) });
    let mut wires = [Wire::default(), Wire::default()];
    let (mut sent, mut longest) = (0, 0);
    let mut apply = |table: &mut Table, input: Input, from: Option<(usize, ClientMsg)>| {
        let out = table.apply(0, input);
        if let Some((_, asked)) = &from {
            let text = json::write(asked);
            sent += text.len();
            longest = longest.max(text.len());
        }
        for (at, wire) in wires.iter_mut().enumerate() {
            let answer = from.as_ref().filter(|(who, _)| *who == at);
            let answer = answer.and_then(|(_, asked)| asked.id()).map(|id| Item::Ok(id.into()));
            wire.send(table, &to(people[at], &out), 0, answer.as_ref());
        }
    };
    for token in people {
        apply(&mut table, Input::Sit { token, name: format!("Person {}", token.0) }, None);
    }
    apply(&mut table, Input::Start, None);
    let mut moves = 0;
    while let Some(session) = table.session().filter(|session| session.outcome().is_none()) {
        let choice = Seat::all(2).find_map(|seat| {
            let legal = session.legal(seat);
            let choice = Sensible.choose(&session.view(Viewer::Seat(seat)), &legal);
            Some((seat, choice.or(legal.first().copied().filter(|_| session.turn() == Some(seat)))?))
        });
        let Some((by, choice)) = choice else { break };
        let (n, m) = (table.number(), session.notation(choice));
        let at = people.iter().position(|&token| table.seat_of(token) == Some(by)).unwrap();
        let asked = ClientMsg::Act { id: moves.to_string(), n, m: m.clone() };
        apply(&mut table, Input::Act { token: people[at], number: n, notation: m }, Some((at, asked)));
        moves += 1;
    }
    assert!(table.session().unwrap().outcome().is_some(), "the round came to its end");
    (sent + wires.iter().map(|wire| wire.bytes).sum::<usize>(), longest, moves)
}

/// The figures of `docs/protocol.md`: the bytes of the longest move, and the mean of a round of the named game in kB.
fn documented(phrase: &str) -> usize {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
    let text = std::fs::read_to_string(path).unwrap().replace('\n', " ");
    let (_, rest) = text.split_once(phrase).unwrap_or_else(|| panic!("docs/protocol.md has no {phrase:?}"));
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

/// A move takes at most 200 bytes, and a game of two under 30 kB in both directions together.
#[test]
fn a_move_and_a_game_are_small() {
    let mut longest_of_all = 0;
    for preset in presets::names() {
        let base = rules(preset, &["turn_seconds=60"]);
        if base.players().0 > 2 {
            continue;
        }
        let sizes: Vec<(usize, usize, usize)> = (0..40).map(|seed| size_of_round(&base, seed)).collect();
        let mut bytes: Vec<usize> = sizes.iter().map(|size| size.0).collect();
        bytes.sort_unstable();
        let longest = sizes.iter().map(|size| size.1).max().unwrap();
        let moves: usize = sizes.iter().map(|size| size.2).sum();
        let median = bytes[bytes.len() / 2];
        let mean = bytes.iter().sum::<usize>() / bytes.len();
        let each = bytes.iter().sum::<usize>() / moves;
        println!(
            "{preset}: median {median}, mean {mean}, most {}, {} moves, {each} bytes a move, longest move {longest}",
            bytes[bytes.len() - 1],
            moves / bytes.len()
        );
        assert!(longest <= 200, "{preset}: a move of {longest} bytes");
        assert!(median.max(mean) < 30_000, "{preset}: games of {median} and {mean} bytes");
        longest_of_all = longest_of_all.max(longest);
        let phrase = match preset {
            "naija-whot" => "a whole round of Naija Whot ",
            "crazy-eights" => " on average, of Crazy Eights ",
            "mau-mau" => " kB, of Mau-Mau ",
            _ => continue,
        };
        assert_eq!((mean + 500) / 1_000, documented(phrase), "docs/protocol.md: {preset}");
    }
    assert_eq!(longest_of_all, documented("a move takes "), "docs/protocol.md: the longest move");
}
