//! A table in this process, with any mix of people at this device and computer players.

use engine::Viewer;
use games::record::{Record, Step};
use games::{Rules, Session};
use table::{
    Answer, Config, Input, Message, Millis, Output, Pace, Sitter, Switch, Table, Thinking, Thought, Token,
};

use crate::link::Link;
use crate::people::{Chair, Who};
use crate::picture::Picture;
use crate::pondering::Pondering;
use crate::words::Dialect;

/// Where a match is kept while it is played, and when it is over.
pub trait Shelf {
    /// Keeps the match as it stands now.
    fn keep(&mut self, session: &Session, chairs: &[Chair], state: State) -> Result<(), String>;
}

/// Whether a match that is kept can go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It can.
    Open,
    /// It is over.
    Over,
}

/// Keeps nothing.
impl Shelf for () {
    fn keep(&mut self, _: &Session, _: &[Chair], _: State) -> Result<(), String> {
        Ok(())
    }
}

/// What a sitting begins with.
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Who sits where.
    pub chairs: Vec<Chair>,
    /// What decides the shuffles.
    pub seed: u64,
    /// Whose words are used.
    pub dialect: Dialect,
    /// How long computer players take.
    pub pace: Pace,
    /// Where the match is kept.
    pub shelf: Box<dyn Shelf>,
}

/// Somebody at this device and what that person knows.
struct Person {
    token: Token,
    picture: Picture,
}

/// While somebody thinks, it is looked this often whether that is done.
const LOOK: Millis = 20;

/// Looks on and sees what everyone may see.
const PUBLIC: Token = Token(0);

/// A table and what each person at this device knows of it.
pub struct Sitting {
    table: Table,
    chairs: Vec<Chair>,
    shelf: Box<dyn Shelf>,
    wake: Option<Millis>,
    now: Millis,
    pondering: Option<Pondering>,
    people: Vec<Person>,
    public: Picture,
    facing: usize,
    kept: u64,
    trouble: String,
}

impl Sitting {
    /// Everyone sits down, and the first round is dealt.
    pub fn new(setup: Setup, now: Millis) -> Result<Sitting, String> {
        let config = config(&setup);
        let mut sitting = Sitting::around(Table::new(config), setup);
        sitting.apply(now, Input::Watch { token: PUBLIC });
        for (Chair { name, .. }, sitter) in sitting.chairs.clone().into_iter().zip(sitters(&sitting.chairs)) {
            sitting.apply(
                now,
                match sitter {
                    Sitter::Person(token) => Input::Sit { token, name },
                    Sitter::Bot(level) => Input::AddBot { level, name },
                },
            );
        }
        if sitting.trouble.is_empty() {
            sitting.apply(now, Input::Start);
        }
        sitting.take_seats();
        sitting.face_first();
        if sitting.trouble.is_empty() { Ok(sitting) } else { Err(sitting.trouble) }
    }

    /// A match goes on that was broken off.
    pub fn resume(setup: Setup, record: &Record, now: Millis) -> Result<Sitting, String> {
        let config = config(&setup);
        let session = record.replay().map_err(|error| error.to_string())?;
        let table = Table::restore(&config, session, &sitters(&setup.chairs), now)?;
        let mut sitting = Sitting::around(table, setup);
        sitting.kept = sitting.table.number();
        sitting.apply(now, Input::Watch { token: PUBLIC });
        for at in 0..sitting.people.len() {
            let token = sitting.people[at].token;
            sitting.apply(now, Input::Resume { token, last: sitting.kept });
        }
        sitting.remember(record).map_err(|error| error.to_string())?;
        sitting.take_seats();
        sitting.face_first();
        Ok(sitting)
    }

    fn around(table: Table, setup: Setup) -> Sitting {
        let Setup { chairs, dialect, shelf, .. } = setup;
        let person = |sitter| match sitter {
            Sitter::Person(token) => Some(Person { token, picture: Picture::new(dialect) }),
            Sitter::Bot(_) => None,
        };
        let people = sitters(&chairs).into_iter().filter_map(person).collect();
        Sitting {
            table,
            chairs,
            shelf,
            wake: None,
            now: 0,
            pondering: None,
            people,
            public: Picture::new(dialect),
            facing: 0,
            kept: 0,
            trouble: String::new(),
        }
    }

    /// Puts the chairs into the order in which the players sit.
    fn take_seats(&mut self) {
        let place = |name: &str| self.public.names.iter().position(|known| known == name);
        let mut chairs = self.chairs.clone();
        chairs.sort_by_key(|chair| place(&chair.name));
        self.chairs = chairs;
        let looks = self.people.get(self.facing).map(|person| person.token);
        self.people.sort_by_key(|person| person.picture.seat());
        self.facing = self.people.iter().position(|person| Some(person.token) == looks).unwrap_or(0);
    }

    /// Whoever is first to move looks at the device, or the first of the people.
    fn face_first(&mut self) {
        let turn = self.public.scene.as_ref().and_then(|scene| scene.turn);
        self.facing = self.people.iter().position(|person| person.picture.seat() == turn).unwrap_or(0);
    }

    /// Tells everyone again what happened in a match that goes on.
    fn remember(&mut self, record: &Record) -> Result<(), games::record::RecordError> {
        let mut session = record.open()?;
        self.retell(&session, true);
        for (line, step) in &record.steps {
            Record::step(&mut session, *line, step)?;
            if !matches!(step, Step::Result(_) | Step::Told(_)) {
                self.retell(&session, matches!(step, Step::Deal(_)));
            }
        }
        Ok(())
    }

    fn retell(&mut self, session: &Session, is_deal: bool) {
        let people = self.people.iter_mut().map(|person| &mut person.picture);
        for picture in people.chain([&mut self.public]) {
            let viewer = picture.seat().map_or(Viewer::Spectator, Viewer::Seat);
            picture.tell_again(session, viewer, is_deal);
        }
    }

    /// The match.
    pub fn session(&self) -> Option<&Session> {
        self.table.session()
    }

    /// What went wrong with keeping the match, if anything did.
    pub fn trouble(&self) -> &str {
        &self.trouble
    }

    fn ask_for(&mut self, now: Millis, input: impl FnOnce(Token) -> Input) {
        let Some(person) = self.people.get_mut(self.facing) else { return };
        person.picture.message.clear();
        let input = input(person.token);
        self.apply(now, input);
    }

    fn apply(&mut self, now: Millis, input: Input) {
        self.wake = None;
        for output in self.table.apply(now, input) {
            match output {
                Output::To(PUBLIC, message) => self.public.hear(message),
                Output::To(token, message) => self.pass_on(token, message),
                Output::Host(Message::Refused { sentence, .. }) => self.trouble = sentence,
                Output::Host(_) => {}
                Output::WakeAt(at) => self.wake = Some(at),
            }
        }
        self.now = self.now.max(now);
        self.ponder();
    }

    /// Has somebody think about what there is to think about.
    fn ponder(&mut self) {
        let asked = self.table.to_think();
        let known = |thought: &Thought| self.pondering.as_ref().is_some_and(|it| it.number == thought.number);
        match asked {
            Some(thought) if known(&thought) => {}
            asked => self.pondering = asked.map(Pondering::begin),
        }
    }

    fn pass_on(&mut self, token: Token, message: Message) {
        if let Some(person) = self.people.iter_mut().find(|person| person.token == token) {
            if let (true, Message::Refused { sentence, .. }) = (self.table.session().is_none(), &message) {
                self.trouble.clone_from(sentence);
            }
            person.picture.hear(message);
        }
    }
}

impl Link for Sitting {
    fn picture(&self) -> &Picture {
        self.people.get(self.facing).map_or(&self.public, |person| &person.picture)
    }

    fn picture_mut(&mut self) -> &mut Picture {
        self.people.get_mut(self.facing).map_or(&mut self.public, |person| &mut person.picture)
    }

    fn public(&self) -> &Picture {
        &self.public
    }

    fn people(&self) -> usize {
        self.people.len()
    }

    fn person(&self, at: usize) -> &str {
        let seat = self.people.get(at).and_then(|person| person.picture.seat());
        seat.and_then(|seat| self.public.names.get(seat.index())).map_or("", String::as_str)
    }

    fn facing(&self) -> usize {
        self.facing
    }

    fn face(&mut self, at: usize) {
        self.facing = at.min(self.people.len().saturating_sub(1));
    }

    fn awaited(&self) -> Option<usize> {
        let turn = self.public.scene.as_ref().and_then(|scene| scene.turn)?;
        let at = self.people.iter().position(|person| person.picture.seat() == Some(turn))?;
        (at != self.facing).then_some(at)
    }

    fn wake(&self) -> Option<Millis> {
        let look = self.pondering.as_ref().map(|_| self.now.saturating_add(LOOK));
        [self.wake, look].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Millis) {
        self.now = self.now.max(now);
        if let Some(answer) = self.pondering.as_ref().and_then(|it| it.answer.try_recv().ok()) {
            self.apply(now, answer);
        }
        if self.wake.is_some_and(|at| at <= now) {
            self.apply(now, Input::Tick);
        }
    }

    fn idle(&mut self, now: Millis) -> Option<Millis> {
        if let Some(answer) = self.pondering.as_ref().and_then(|it| it.answer.recv().ok()) {
            self.apply(now, answer);
            return Some(0);
        }
        let at = self.wake?;
        self.tick(now.max(at));
        Some(at.saturating_sub(now))
    }

    fn can_hurry(&self) -> bool {
        true
    }

    fn act(&mut self, now: Millis, notation: &str) {
        let number = self.table.number();
        self.ask_for(now, |token| Input::Act { token, number, notation: notation.into() });
    }

    fn why(&mut self, now: Millis, notation: &str) -> Option<String> {
        self.ask_for(now, |token| Input::Ask { token, notation: notation.into() });
        let picture = self.picture_mut();
        let refused = Some(core::mem::take(&mut picture.message)).filter(|text| !text.is_empty());
        picture.answer.take().flatten().or(refused)
    }

    fn hint(&mut self, _now: Millis) {
        if let Some(person) = self.people.get_mut(self.facing) {
            person.picture.hear(self.table.hint_at_once(person.token));
        }
    }

    fn take_back(&mut self, now: Millis) {
        self.ask_for(now, |token| Input::Takeback { token });
    }

    fn answer(&mut self, now: Millis, answer: Answer) {
        let others = self.people.iter().filter(|person| person.picture.seat() != self.public.asking);
        let tokens: Vec<Token> = others.map(|person| person.token).collect();
        for token in tokens {
            if self.public.asking.is_some() {
                self.apply(now, Input::Consent { token, answer });
            }
        }
    }

    fn announce(&mut self, now: Millis) {
        let switch = match self.picture().announcing {
            Switch::On => Switch::Off,
            Switch::Off => Switch::On,
        };
        self.ask_for(now, |token| Input::AnnounceForMe { token, switch });
    }

    fn go_on(&mut self, now: Millis) {
        let over = self.public.winners.is_some();
        self.save();
        self.apply(now, if over { Input::Rematch } else { Input::NextRound });
        self.take_seats();
    }

    fn save(&mut self) {
        let number = self.table.number();
        let Some(session) = self.table.session() else { return };
        if number == self.kept || session.entries().is_empty() {
            return;
        }
        self.kept = number;
        let state = if self.table.is_playing() { State::Open } else { State::Over };
        if let Err(why) = self.shelf.keep(session, &self.chairs, state) {
            let text = format!("The record could not be kept: {why}");
            if !self.trouble.contains(&text) {
                self.say(&text);
                self.trouble = text;
            }
        }
    }
}

fn config(setup: &Setup) -> Config {
    let (seed, pace, thinking) = (setup.seed, setup.pace, Thinking::Home);
    Config { seed, pace, thinking, ..Config::new(setup.rules.clone()) }
}

/// Who sits in each chair; there is only this device, so the tokens need no secret.
fn sitters(chairs: &[Chair]) -> Vec<Sitter> {
    let sitter = |(token, chair): (u128, &Chair)| match chair.who {
        Who::Person => Sitter::Person(Token(token)),
        Who::Computer(level) => Sitter::Bot(level),
    };
    (1..).zip(chairs).map(sitter).collect()
}
