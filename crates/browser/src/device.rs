//! A table and the people at one device.

use engine::Seat;
use games::record::{self, Record};
use games::{Rules, Session};
use protocol::{
    ClientMsg, Hello, HelloItem, Item, NoItem, PHRASES, Refusal, SaidItem, SceneText, ServerMsg, Writer, json,
};
use serde::Serialize;
use table::{Answer, Config, Input, Level, Message, Millis, Output, Pace, Participant, Switch, Table, Token};

/// A table and the people at one device, each with what was shown to them last.
pub struct Device {
    table: Table,
    people: Vec<Person>,
    wake: Option<Millis>,
}

/// What comes of a message: a frame for everyone who is told something, and when the table wants to be woken.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct DeviceOutput {
    /// Frames, each with the number of the person it is for.
    pub frames: Vec<(u32, ServerMsg)>,
    /// When the table wants a tick, if nothing comes before.
    pub wake: Option<Millis>,
}

/// Somebody at the device: in a seat, or looking on.
struct Person {
    person: u32,
    shown: Option<SceneText>,
}

/// How long computer players take when somebody does not want to wait for them.
const QUICK: Pace =
    Pace { think: (80, 180), react: (300, 500), slap_pause: 500, loading: 0, between_rounds: None };

impl Device {
    /// A table with the rules of this rule file, or what is wrong with them.
    pub fn new(rules: &str, seed: u64) -> Result<Device, String> {
        let rules = crate::rule_queries::read(rules)?;
        Ok(Device::around(Table::new(Config { seed, ..Config::new(rules) })))
    }

    /// The same with computer players who hardly think.
    pub fn quick(rules: &str, seed: u64) -> Result<Device, String> {
        let rules = crate::rule_queries::read(rules)?;
        Ok(Device::around(Table::new(Config { seed, pace: QUICK, ..Config::new(rules) })))
    }

    /// A table at which the match of a record goes on. `sitters` has a word for each seat: the number of a person,
    /// or the level of a computer player.
    pub fn restore(record: &str, participants: &str, seed: u64, now: Millis) -> Result<Device, String> {
        Device::go_on(record, participants, (seed, Pace::default()), now)
    }

    /// The same with computer players who hardly think.
    pub fn restore_quick(record: &str, participants: &str, seed: u64, now: Millis) -> Result<Device, String> {
        Device::go_on(record, participants, (seed, QUICK), now)
    }

    fn go_on(
        record: &str,
        participants: &str,
        (seed, pace): (u64, Pace),
        now: Millis,
    ) -> Result<Device, String> {
        let read = Record::read(record).map_err(|why| why.to_string())?;
        let session = read.replay().map_err(|why| why.to_string())?;
        let participants: Option<Vec<Participant>> =
            participants.split_whitespace().map(participant).collect();
        let participants = participants.ok_or("a seat is taken by the number of a person or by a level")?;
        let config = Config { seed, pace, ..Config::new(read.rules) };
        Ok(Device::around(Table::restore(&config, session, &participants, now)?))
    }

    fn around(table: Table) -> Device {
        Device { table, people: Vec::new(), wake: None }
    }

    /// Takes a message of the wire from a person.
    pub fn hear(&mut self, person: u32, message: &str, now: Millis) -> DeviceOutput {
        let read = if message.len() > protocol::MAX_MESSAGE_BYTES {
            Err(Refusal::MessageTooLong)
        } else {
            json::read(message).map_err(|why| Refusal::Unreadable { why })
        };
        match read {
            Ok(ClientMsg::Hello(hello)) => self.greet(person, &hello, now),
            Ok(asked) => self.ask(person, asked, now),
            Err(refusal) => self.refuse(person, None, refusal),
        }
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) -> DeviceOutput {
        self.apply(None, Input::Tick, now)
    }

    /// The device slept for so long, and nobody shall pay for it.
    pub fn credit(&mut self, millis: Millis, now: Millis) -> DeviceOutput {
        self.apply(None, Input::Credit { millis }, now)
    }

    /// The match as a record, once there is one.
    pub fn record(&self) -> Option<String> {
        self.table.session().map(record::write)
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        self.table.rules()
    }

    /// The match, for tests.
    pub fn session(&self) -> Option<&Session> {
        self.table.session()
    }

    fn greet(&mut self, person: u32, hello: &Hello, now: Millis) -> DeviceOutput {
        if hello.v != protocol::VERSION {
            return self.refuse(person, None, Refusal::PageVersion);
        }
        self.people.retain(|line| line.person != person);
        self.people.push(Person { person, shown: None });
        let token = token(person);
        let input = match (self.table.seat_of(token), &hello.name) {
            (Some(_), _) => Input::Resume { token, last: hello.last.unwrap_or(u64::MAX) },
            (None, Some(name)) => Input::Sit { token, name: name.clone() },
            (None, None) => Input::Watch { token },
        };
        let greeting =
            Item::Hello(HelloItem { v: protocol::VERSION, table: String::new(), chat: false, maker: None });
        let mut told = self.apply(None, input, now);
        told.front(person, greeting);
        told
    }

    fn ask(&mut self, person: u32, asked: ClientMsg, now: Millis) -> DeviceOutput {
        let Some(id) = asked.id().map(String::from) else { return DeviceOutput::default() };
        let token = token(person);
        let input = match asked {
            ClientMsg::Hello(_) => return DeviceOutput::default(),
            ClientMsg::Act { n, m, .. } => Input::Act { token, number: n, notation: m },
            ClientMsg::Ask { m, .. } => Input::Ask { token, notation: m },
            ClientMsg::Hint { .. } => return self.hint(person, id),
            ClientMsg::Sit { name, .. } => Input::Sit { token, name },
            ClientMsg::Bot { name, level, .. } => Input::AddBot { level: level.into(), name },
            ClientMsg::Unbot { name, .. } => Input::RemoveBot { name },
            ClientMsg::Rules { rules, .. } => match games::apply(self.table.rules(), &rules) {
                Ok(rules) => Input::ChangeRules(rules.into()),
                Err(faults) => {
                    let why = crate::rule_queries::first(&faults);
                    return self.refuse(person, Some(id), Refusal::Rules { why });
                }
            },
            ClientMsg::Start { .. } => Input::Start,
            ClientMsg::Next { .. } => Input::NextRound,
            ClientMsg::Rematch { .. } => Input::Rematch,
            ClientMsg::Leave { .. } => Input::Leave { token },
            ClientMsg::Ready { .. } => Input::Ready { token },
            ClientMsg::Return { .. } => Input::Return { token },
            ClientMsg::Announce { on, .. } => {
                Input::AnnounceForMe { token, switch: if on { Switch::On } else { Switch::Off } }
            }
            ClientMsg::Takeback { .. } => Input::Takeback { token },
            ClientMsg::Consent { yes, .. } => {
                Input::Consent { token, answer: if yes { Answer::Agree } else { Answer::Refuse } }
            }
            ClientMsg::Say { p, .. } => return self.say(person, id, p),
            ClientMsg::Chat { .. } => return self.refuse(person, Some(id), Refusal::ChatInPerson),
            ClientMsg::Mix { .. } | ClientMsg::Promise { .. } | ClientMsg::Open { .. } => {
                return self.refuse(person, Some(id), Refusal::NoMixing);
            }
        };
        self.apply(Some((person, &id)), input, now)
    }

    /// Puts an input in and writes what everyone is told about it.
    fn apply(&mut self, asker: Option<(u32, &str)>, input: Input, now: Millis) -> DeviceOutput {
        let before = self.table.session().map(|session| session.compiled().clone());
        let out = self.table.apply(now, input);
        self.wake = out.iter().find_map(|output| match output {
            Output::WakeAt(at) => Some(*at),
            Output::To(..) | Output::Host(_) => None,
        });
        let mut told = DeviceOutput { frames: Vec::new(), wake: self.wake };
        for line in &mut self.people {
            let answer = asker.as_ref().filter(|(person, _)| *person == line.person);
            let answer = answer.map(|(_, id)| answer_to(id, &out, line.person));
            let messages: Vec<Message> = out
                .iter()
                .filter_map(|output| match output {
                    Output::To(to, message) if *to == token(line.person) => Some(message.clone()),
                    Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
                })
                .filter(|message| answer.is_none() || !matches!(message, Message::Refused(_)))
                .collect();
            let items = Writer::new(&self.table, before.as_ref(), now, &mut line.shown).items(&messages);
            let items: ServerMsg = answer.into_iter().chain(items).collect();
            if !items.is_empty() {
                told.frames.push((line.person, items));
            }
        }
        told
    }

    /// What a good player would do: told to the one who asks, and nothing comes of it.
    fn hint(&self, person: u32, id: String) -> DeviceOutput {
        match self.table.hint_at_once(token(person)) {
            Message::Refused(refusal) => self.refuse(person, Some(id), refusal),
            message => {
                let mut items = vec![Item::Ok(id)];
                items.extend(Writer::new(&self.table, None, 0, &mut None).items(&[message]));
                DeviceOutput { frames: vec![(person, items)], wake: self.wake }
            }
        }
    }

    fn say(&self, person: u32, id: String, phrase: String) -> DeviceOutput {
        let Some(seat) = self.table.seat_of(token(person)) else {
            return self.refuse(person, Some(id), table::Refusal::NoSeat);
        };
        if !PHRASES.contains(&phrase.as_str()) {
            return self.refuse(person, Some(id), Refusal::BadPhrase);
        }
        let said = Item::Said(SaidItem { seat: Seat::index(seat) as u8, p: phrase, t: String::new() });
        let frames = self.people.iter().map(|line| (line.person, vec![said.clone()])).collect();
        let mut told = DeviceOutput { frames, wake: self.wake };
        told.front(person, Item::Ok(id));
        told
    }

    fn refuse(&self, person: u32, id: Option<String>, refusal: impl Into<Refusal>) -> DeviceOutput {
        let no = Item::No(NoItem::new(id.as_deref(), refusal));
        DeviceOutput { frames: vec![(person, vec![no])], wake: self.wake }
    }
}

impl DeviceOutput {
    /// Puts an item in front of what a person is told.
    fn front(&mut self, person: u32, item: Item) {
        match self.frames.iter_mut().find(|(other, _)| *other == person) {
            Some((_, frame)) => frame.insert(0, item),
            None => self.frames.push((person, vec![item])),
        }
    }
}

/// What the sender is answered: refused if the table refused, otherwise done.
fn answer_to(id: &str, out: &[Output], person: u32) -> Item {
    let refused = out.iter().find_map(|output| {
        match output {
            Output::Host(message) => Some(message),
            Output::To(to, message) if *to == token(person) => Some(message),
            Output::To(..) | Output::WakeAt(_) => None,
        }
        .filter(|message| matches!(message, Message::Refused(_)))
    });
    match refused {
        Some(Message::Refused(refusal)) => Item::No(NoItem::new(Some(id), refusal.clone())),
        _ => Item::Ok(id.into()),
    }
}

/// On one device nobody has to guess: a person's token is the person's number.
fn token(person: u32) -> Token {
    Token(u128::from(person))
}

fn participant(word: &str) -> Option<Participant> {
    match word.parse() {
        Ok(person) => Some(Participant::Person(token(person))),
        Err(_) => Level::named(word).map(Participant::Bot),
    }
}
