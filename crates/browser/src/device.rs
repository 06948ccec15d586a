//! A table and the people at one device.

use games::record::{self, Record};
use games::{Rules, Session};
use host::{Host, Outcome};
use protocol::{ClientMsg, Frame, Hello, HelloItem, Item, Refusal, json};
use table::{Config, Input, Level, Millis, Pace, Participant, Table, Token};

use crate::BrowserError;

/// A table and the people at one device.
pub struct Device {
    host: Host,
}

/// The result of a message: a frame for each person concerned, and when the table needs its next tick.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DeviceOutput {
    /// Frames, each with the number of the person it is for.
    pub frames: Vec<(u32, Frame)>,
    /// When the table needs a tick, unless a message comes first.
    pub wake: Option<Millis>,
}

impl DeviceOutput {
    /// The output as JSON, for the page.
    pub fn json(&self) -> String {
        let frame = |(person, frame): &(u32, Frame)| format!("[{person},{}]", frame.text());
        let frames: Vec<String> = self.frames.iter().map(frame).collect();
        format!(r#"{{"frames":[{}],"wake":{}}}"#, frames.join(","), json::write(&self.wake))
    }
}

/// The pace of computer players for people who do not want to wait.
const QUICK_PACE: Pace = Pace {
    think: (80, 180),
    react: (300, 500),
    slap_pause: 500,
    catch_pause: Some(1_500),
    loading: 0,
    between_rounds: None,
    unattended: None,
};

impl Device {
    /// A table with the rules of this rule file, or what is wrong with them.
    pub fn new(rules: &str, seed: u64) -> Result<Device, BrowserError> {
        let rules = crate::rule_queries::read(rules)?;
        Ok(Device::around(Table::new(Config { seed, ..Config::new(rules) })))
    }

    /// The same with computer players that hardly pause.
    pub fn quick(rules: &str, seed: u64) -> Result<Device, BrowserError> {
        let rules = crate::rule_queries::read(rules)?;
        Ok(Device::around(Table::new(Config { seed, pace: QUICK_PACE, ..Config::new(rules) })))
    }

    /// A table that continues the match of a record. `participants` has a word for each seat: the number of a person, or the
    /// level of a computer player.
    pub fn restore(record: &str, participants: &str, seed: u64, now: Millis) -> Result<Device, BrowserError> {
        Device::go_on(record, participants, (seed, Pace::default()), now)
    }

    /// The same with computer players that hardly pause.
    pub fn restore_quick(
        record: &str,
        participants: &str,
        seed: u64,
        now: Millis,
    ) -> Result<Device, BrowserError> {
        Device::go_on(record, participants, (seed, QUICK_PACE), now)
    }

    fn go_on(
        record: &str,
        participants: &str,
        (seed, pace): (u64, Pace),
        now: Millis,
    ) -> Result<Device, BrowserError> {
        let read = Record::read(record)?;
        let session = read.replay()?;
        let participants: Option<Vec<Participant>> =
            participants.split_whitespace().map(participant).collect();
        let participants = participants.ok_or(BrowserError::Participant)?;
        let config = Config { seed, pace, ..Config::new(read.rules) };
        Ok(Device::around(Table::restore(&config, session, &participants, now)?))
    }

    fn around(table: Table) -> Device {
        Device { host: Host::new(table) }
    }

    /// Takes a message of the wire from a person.
    pub fn hear(&mut self, person: u32, message: &str, now: Millis) -> DeviceOutput {
        let token = token(person);
        let outcome = match read(message) {
            Ok(ClientMsg::Hello(hello)) => self.greet(token, &hello, now),
            Ok(message) => match forbidden(&message) {
                Some(refusal) => Outcome::refused(token, message.id(), refusal),
                None => self.answer(token, message, now),
            },
            Err(refusal) => Outcome::refused(token, None, refusal),
        };
        self.output(outcome)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) -> DeviceOutput {
        let outcome = self.host.apply(now, Input::Tick, None);
        self.output(outcome)
    }

    /// The device slept for this long, and no player should lose time because of it.
    pub fn credit(&mut self, millis: Millis, now: Millis) -> DeviceOutput {
        let outcome = self.host.apply(now, Input::Credit { millis }, None);
        self.output(outcome)
    }

    /// The match as a record, once there is one.
    pub fn record(&self) -> Option<String> {
        self.host.table().session().map(record::write)
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.host.table().rules()
    }

    /// The match, for tests.
    pub fn session(&self) -> Option<&Session> {
        self.host.table().session()
    }

    fn greet(&mut self, token: Token, hello: &Hello, now: Millis) -> Outcome {
        if hello.v != protocol::VERSION {
            return Outcome::refused(token, None, Refusal::PageVersion);
        }
        let input = match (self.host.table().seat_of(token), &hello.name) {
            (Some(_), _) => Input::Resume { token, last: hello.last.unwrap_or(u64::MAX) },
            (None, Some(name)) => Input::Sit { token, name: name.clone() },
            (None, None) => Input::Watch { token },
        };
        self.host.attach(token);
        let greeting =
            HelloItem { v: protocol::VERSION, table: String::new(), chat: false, maker: None, delay: 0 };
        self.host.apply(now, input, None).with_first(token, &Item::Hello(greeting))
    }

    /// Carries a message out. A person who has not said hello is not answered.
    fn answer(&mut self, token: Token, message: ClientMsg, now: Millis) -> Outcome {
        let mut outcome = self.host.hear(now, token, message);
        outcome.frames.retain(|(to, _)| self.host.is_attached(*to));
        outcome
    }

    fn output(&self, outcome: Outcome) -> DeviceOutput {
        let frames = outcome.frames.into_iter().map(|(token, frame)| (token.0 as u32, frame)).collect();
        DeviceOutput { frames, wake: self.host.wake() }
    }
}

/// Reads a message of the wire.
fn read(message: &str) -> Result<ClientMsg, Refusal> {
    if message.len() > protocol::MAX_MESSAGE_BYTES {
        return Err(Refusal::MessageTooLong);
    }
    Ok(json::read(message)?)
}

/// The messages that only a server handles.
fn forbidden(message: &ClientMsg) -> Option<Refusal> {
    match message {
        ClientMsg::Chat { .. } => Some(Refusal::ChatInPerson),
        ClientMsg::Mix { .. } | ClientMsg::Promise { .. } | ClientMsg::Open { .. } => Some(Refusal::NoMixing),
        _ => None,
    }
}

/// On one device tokens need not be secret: a person's token is the person's number.
fn token(person: u32) -> Token {
    Token(u128::from(person))
}

fn participant(word: &str) -> Option<Participant> {
    match word.parse() {
        Ok(person) => Some(Participant::Person(token(person))),
        Err(_) => Level::named(word).map(Participant::Bot),
    }
}
