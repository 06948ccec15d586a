//! A host for tables in tests, with a simulated clock that jumps to the next deadline.
#![allow(dead_code, reason = "every test uses its own part of it")]

use engine::{Event, Scene, Seat};
use games::{Rules, presets};
use table::{Config, Input, Level, Message, Millis, Output, Pace, Refusal, Table, Token};

/// Tokens of the people in the tests.
pub const ADA: Token = Token(1);
pub const BOLA: Token = Token(2);
pub const CHI: Token = Token(3);
/// The token of a spectator.
pub const WATCHER: Token = Token(99);

/// A table, the time, and all its outputs.
pub struct TestHost {
    pub table: Table,
    pub now: Millis,
    pub wake: Option<Millis>,
    pub out: Vec<Output>,
}

impl TestHost {
    pub fn new(config: Config) -> TestHost {
        TestHost { table: Table::new(config), now: 0, wake: None, out: Vec::new() }
    }

    /// A table of this preset with changed options, people, and computer players of the same level.
    pub fn with(preset: &str, changes: &[&str], people: &[Token], bots: usize) -> TestHost {
        TestHost::seated(Config { seed: 7, ..Config::new(rules(preset, changes)) }, people, bots)
    }

    pub fn seated(config: Config, people: &[Token], bots: usize) -> TestHost {
        let mut host = TestHost::new(config);
        for token in people {
            host.send(Input::Sit { token: *token, name: format!("Person {}", token.0) });
        }
        for bot in 0..bots {
            host.send(Input::AddBot { level: Level::Medium, name: format!("Bot {bot}") });
        }
        host
    }

    /// Sends an input now and returns what came out.
    pub fn send(&mut self, input: Input) -> Vec<Output> {
        let out = self.table.apply(self.now, input);
        self.wake = out.iter().find_map(|output| match output {
            Output::WakeAt(at) => Some(*at),
            Output::To(..) | Output::Host(_) => None,
        });
        self.out.extend(out.iter().cloned());
        out
    }

    /// Starts the match and returns the outputs.
    pub fn start(&mut self) -> Vec<Output> {
        let out = self.send(Input::Start);
        out.iter()
            .filter(|output| matches!(output, Output::Host(_)))
            .for_each(|output| eprintln!("{output:?}"));
        out
    }

    /// Makes a move in the current position.
    pub fn act(&mut self, token: Token, notation: &str) -> Vec<Output> {
        let number = self.table.number();
        self.send(Input::Act { token, number, notation: notation.into() })
    }

    /// Lets time pass, waking the table whenever it asks for it.
    pub fn pass(&mut self, millis: Millis) -> Vec<Output> {
        let (until, from) = (self.now + millis, self.out.len());
        while let Some(at) = self.wake.filter(|&at| at <= until) {
            self.now = at;
            self.send(Input::Tick);
        }
        self.now = until;
        self.send(Input::Tick);
        self.out[from..].to_vec()
    }

    /// Jumps to the next deadline.
    pub fn next(&mut self) -> Vec<Output> {
        self.now = self.wake.expect("something is due");
        self.send(Input::Tick)
    }

    pub fn turn(&self) -> Option<Seat> {
        self.table.session().unwrap().turn()
    }

    pub fn seat(&self, token: Token) -> Seat {
        self.table.seat_of(token).unwrap()
    }

    pub fn hand(&self, token: Token) -> usize {
        self.table.session().unwrap().round().hand(self.seat(token)).len()
    }

    /// The first of the legal moves of a person whose notation begins so.
    pub fn choice(&self, token: Token, begins: &str) -> Option<String> {
        let session = self.table.session().unwrap();
        let moves = session.legal(self.seat(token));
        moves.into_iter().map(|choice| session.notation(choice)).find(|text| text.starts_with(begins))
    }
}

pub fn rules(preset: &str, changes: &[&str]) -> Rules {
    let changes: Vec<String> = changes.iter().map(|&change| change.into()).collect();
    games::change(&presets::named(preset).unwrap(), &changes).unwrap()
}

/// No delay at all, and rounds that follow each other.
pub fn at_once() -> Pace {
    Pace {
        think: (0, 0),
        react: (0, 0),
        slap_pause: 0,
        catch_pause: Some(0),
        loading: 0,
        between_rounds: Some(0),
        unattended: None,
    }
}

/// What one person was told.
pub fn to(token: Token, out: &[Output]) -> Vec<Message> {
    let own = |output: &Output| match output {
        Output::To(whom, message) if *whom == token => Some(message.clone()),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    };
    out.iter().filter_map(own).collect()
}

/// What happened, as one person was told.
pub fn events(token: Token, out: &[Output]) -> Vec<Event> {
    let events = |message| match message {
        Message::Events { events, .. } => events,
        _ => Vec::new(),
    };
    to(token, out).into_iter().flat_map(events).collect()
}

/// The last scene that one person was shown.
pub fn scene(token: Token, out: &[Output]) -> Option<Scene> {
    to(token, out).into_iter().rev().find_map(|message| match message {
        Message::Scene { scene, .. } => Some(*scene),
        _ => None,
    })
}

/// The buttons of the last scene.
pub fn buttons(token: Token, out: &[Output]) -> Vec<String> {
    scene(token, out)
        .map(|scene| scene.choices)
        .unwrap_or_default()
        .into_iter()
        .map(|choice| choice.notation)
        .collect()
}

/// The word of the refusal that one person, or the host, was given.
pub fn refusal(out: &[Output]) -> Option<&'static str> {
    out.iter().find_map(|output| match output {
        Output::To(_, Message::Refused(why)) | Output::Host(Message::Refused(why)) => Some(why.code()),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    })
}

pub fn is_stale(token: Token, out: &[Output]) -> bool {
    to(token, out)
        .iter()
        .any(|message| matches!(message, Message::Stale { .. } | Message::Refused(Refusal::Stale { .. })))
}

/// A table at which these hands are dealt, then the card turned up and the stock from its top; seat 0 begins.
pub fn arranged(preset: &str, changes: &[&str], hands: &[&str], rest: &str) -> Config {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    let size = hands[0].len();
    let mut deck: Vec<String> = Vec::new();
    for at in 0..size {
        deck.extend(hands.iter().map(|hand| hand[at].to_string()));
    }
    deck.extend(rest.split_whitespace().map(String::from));
    let hand_size = format!("hand_size={size}");
    let all: Vec<&str> =
        changes.iter().copied().chain(["first_dealer=last_seat", "seat_order=fixed", &hand_size]).collect();
    Config { seed: 7, deck: Some(deck), ..Config::new(rules(preset, &all)) }
}
