//! A table in this process, with any mix of people at this device and computer players.

use engine::Viewer;
use games::record::{Record, Step};
use games::{Rules, Session};
use table::{
    Answer, Config, Decision, Input, Message, Millis, Output, Pace, Participant, Switch, Table, Thinking,
    Token,
};

use crate::bot_thread::BotThread;
use crate::seat_setup::{PlayerKind, SeatSetup};
use crate::sentences::SuitNames;
use crate::table_link::TableLink;
use crate::table_view::TableView;

/// Where a match is kept while it is played, and when it is over.
pub trait RecordStore {
    /// Keeps the match as it stands now.
    fn keep(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> Result<(), String>;
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
impl RecordStore for () {
    fn keep(&mut self, _: &Session, _: &[SeatSetup], _: State) -> Result<(), String> {
        Ok(())
    }
}

/// What a sitting begins with.
pub struct GameSetup {
    /// The rules.
    pub rules: Rules,
    /// Who sits where.
    pub seat_setups: Vec<SeatSetup>,
    /// What decides the shuffles.
    pub seed: u64,
    /// Whose words are used.
    pub suit_names: SuitNames,
    /// How long computer players take.
    pub pace: Pace,
    /// Where the match is kept.
    pub record_store: Box<dyn RecordStore>,
}

/// Somebody at this device and what that person knows.
struct Person {
    token: Token,
    table_view: TableView,
}

/// While somebody thinks, it is looked this often whether that is done.
const LOOK: Millis = 20;

/// Looks on and sees what everyone may see.
const PUBLIC: Token = Token(0);

/// A table and what each person at this device knows of it.
pub struct LocalGame {
    table: Table,
    seat_setups: Vec<SeatSetup>,
    record_store: Box<dyn RecordStore>,
    wake: Option<Millis>,
    now: Millis,
    bot_thread: Option<BotThread>,
    people: Vec<Person>,
    public: TableView,
    facing: usize,
    kept: u64,
    trouble: String,
}

impl LocalGame {
    /// Everyone sits down, and the first round is dealt.
    pub fn new(setup: GameSetup, now: Millis) -> Result<LocalGame, String> {
        let config = config(&setup);
        let mut local_game = LocalGame::around(Table::new(config), setup);
        local_game.apply(now, Input::Watch { token: PUBLIC });
        for (SeatSetup { name, .. }, participant) in
            local_game.seat_setups.clone().into_iter().zip(participants(&local_game.seat_setups))
        {
            local_game.apply(
                now,
                match participant {
                    Participant::Person(token) => Input::Sit { token, name },
                    Participant::Bot(level) => Input::AddBot { level, name },
                },
            );
        }
        if local_game.trouble.is_empty() {
            local_game.apply(now, Input::Start);
        }
        local_game.take_seats();
        local_game.face_first();
        if local_game.trouble.is_empty() { Ok(local_game) } else { Err(local_game.trouble) }
    }

    /// A match goes on that was broken off.
    pub fn resume(setup: GameSetup, record: &Record, now: Millis) -> Result<LocalGame, String> {
        let config = config(&setup);
        let session = record.replay().map_err(|error| error.to_string())?;
        let table = Table::restore(&config, session, &participants(&setup.seat_setups), now)?;
        let mut local_game = LocalGame::around(table, setup);
        local_game.kept = local_game.table.number();
        local_game.apply(now, Input::Watch { token: PUBLIC });
        for at in 0..local_game.people.len() {
            let token = local_game.people[at].token;
            local_game.apply(now, Input::Resume { token, last: local_game.kept });
        }
        local_game.remember(record).map_err(|error| error.to_string())?;
        local_game.take_seats();
        local_game.face_first();
        Ok(local_game)
    }

    fn around(table: Table, setup: GameSetup) -> LocalGame {
        let GameSetup { seat_setups, suit_names, record_store, .. } = setup;
        let person = |participant| match participant {
            Participant::Person(token) => Some(Person { token, table_view: TableView::new(suit_names) }),
            Participant::Bot(_) => None,
        };
        let people = participants(&seat_setups).into_iter().filter_map(person).collect();
        LocalGame {
            table,
            seat_setups,
            record_store,
            wake: None,
            now: 0,
            bot_thread: None,
            people,
            public: TableView::new(suit_names),
            facing: 0,
            kept: 0,
            trouble: String::new(),
        }
    }

    /// Puts the chairs into the order in which the players sit.
    fn take_seats(&mut self) {
        let place = |name: &str| self.public.names.iter().position(|known| known == name);
        let mut seat_setups = self.seat_setups.clone();
        seat_setups.sort_by_key(|seat_setup| place(&seat_setup.name));
        self.seat_setups = seat_setups;
        let looks = self.people.get(self.facing).map(|person| person.token);
        self.people.sort_by_key(|person| person.table_view.seat());
        self.facing = self.people.iter().position(|person| Some(person.token) == looks).unwrap_or(0);
    }

    /// Whoever is first to move looks at the device, or the first of the people.
    fn face_first(&mut self) {
        let turn = self.public.scene.as_ref().and_then(|scene| scene.turn);
        self.facing = self.people.iter().position(|person| person.table_view.seat() == turn).unwrap_or(0);
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
        let people = self.people.iter_mut().map(|person| &mut person.table_view);
        for table_view in people.chain([&mut self.public]) {
            let viewer = table_view.seat().map_or(Viewer::Spectator, Viewer::Seat);
            table_view.replay_step(session, viewer, is_deal);
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
        person.table_view.message.clear();
        let input = input(person.token);
        self.apply(now, input);
    }

    fn apply(&mut self, now: Millis, input: Input) {
        self.wake = None;
        for output in self.table.apply(now, input) {
            match output {
                Output::To(PUBLIC, message) => self.public.hear(message),
                Output::To(token, message) => self.pass_on(token, message),
                Output::Host(Message::Refused(refusal)) => self.trouble = refusal.to_string(),
                Output::Host(_) => {}
                Output::WakeAt(at) => self.wake = Some(at),
            }
        }
        self.now = self.now.max(now);
        self.ponder();
    }

    /// Has somebody think about what there is to think about.
    fn ponder(&mut self) {
        let asked = self.table.pending_decision();
        let known =
            |thought: &Decision| self.bot_thread.as_ref().is_some_and(|it| it.number == thought.number);
        match asked {
            Some(thought) if known(&thought) => {}
            asked => self.bot_thread = asked.map(BotThread::start),
        }
    }

    fn pass_on(&mut self, token: Token, message: Message) {
        if let Some(person) = self.people.iter_mut().find(|person| person.token == token) {
            if let (true, Message::Refused(refusal)) = (self.table.session().is_none(), &message) {
                self.trouble = refusal.to_string();
            }
            person.table_view.hear(message);
        }
    }
}

impl TableLink for LocalGame {
    fn view(&self) -> &TableView {
        self.people.get(self.facing).map_or(&self.public, |person| &person.table_view)
    }

    fn view_mut(&mut self) -> &mut TableView {
        self.people.get_mut(self.facing).map_or(&mut self.public, |person| &mut person.table_view)
    }

    fn public_view(&self) -> &TableView {
        &self.public
    }

    fn people(&self) -> usize {
        self.people.len()
    }

    fn person(&self, at: usize) -> &str {
        let seat = self.people.get(at).and_then(|person| person.table_view.seat());
        seat.and_then(|seat| self.public.names.get(seat.index())).map_or("", String::as_str)
    }

    fn current_person(&self) -> usize {
        self.facing
    }

    fn hand_over_to(&mut self, at: usize) {
        self.facing = at.min(self.people.len().saturating_sub(1));
    }

    fn person_to_move(&self) -> Option<usize> {
        let turn = self.public.scene.as_ref().and_then(|scene| scene.turn)?;
        let at = self.people.iter().position(|person| person.table_view.seat() == Some(turn))?;
        (at != self.facing).then_some(at)
    }

    fn wake(&self) -> Option<Millis> {
        let look = self.bot_thread.as_ref().map(|_| self.now.saturating_add(LOOK));
        [self.wake, look].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Millis) {
        self.now = self.now.max(now);
        if let Some(answer) = self.bot_thread.as_ref().and_then(|it| it.answer.try_recv().ok()) {
            self.apply(now, answer);
        }
        if self.wake.is_some_and(|at| at <= now) {
            self.apply(now, Input::Tick);
        }
    }

    fn wait_for_next(&mut self, now: Millis) -> Option<Millis> {
        if let Some(answer) = self.bot_thread.as_ref().and_then(|it| it.answer.recv().ok()) {
            self.apply(now, answer);
            return Some(0);
        }
        let at = self.wake?;
        self.tick(now.max(at));
        Some(at.saturating_sub(now))
    }

    fn can_fast_forward(&self) -> bool {
        true
    }

    fn act(&mut self, now: Millis, notation: &str) {
        let number = self.table.number();
        self.ask_for(now, |token| Input::Act { token, number, notation: notation.into() });
    }

    fn why(&mut self, now: Millis, notation: &str) -> Option<String> {
        self.ask_for(now, |token| Input::Ask { token, notation: notation.into() });
        let table_view = self.view_mut();
        let refused = Some(core::mem::take(&mut table_view.message)).filter(|text| !text.is_empty());
        table_view.answer.take().flatten().or(refused)
    }

    fn hint(&mut self, _now: Millis) {
        if let Some(person) = self.people.get_mut(self.facing) {
            person.table_view.hear(self.table.hint_at_once(person.token));
        }
    }

    fn take_back(&mut self, now: Millis) {
        self.ask_for(now, |token| Input::Takeback { token });
    }

    fn answer(&mut self, now: Millis, answer: Answer) {
        let others = self.people.iter().filter(|person| person.table_view.seat() != self.public.asking);
        let tokens: Vec<Token> = others.map(|person| person.token).collect();
        for token in tokens {
            if self.public.asking.is_some() {
                self.apply(now, Input::Consent { token, answer });
            }
        }
    }

    fn announce(&mut self, now: Millis) {
        let switch = match self.view().announcing {
            Switch::On => Switch::Off,
            Switch::Off => Switch::On,
        };
        self.ask_for(now, |token| Input::AnnounceForMe { token, switch });
    }

    fn next_round(&mut self, now: Millis) {
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
        if let Err(why) = self.record_store.keep(session, &self.seat_setups, state) {
            let text = format!("The record could not be kept: {why}");
            if !self.trouble.contains(&text) {
                self.say(&text);
                self.trouble = text;
            }
        }
    }
}

fn config(setup: &GameSetup) -> Config {
    let (seed, pace, thinking) = (setup.seed, setup.pace, Thinking::ByHost);
    Config { seed, pace, thinking, ..Config::new(setup.rules.clone()) }
}

/// Who sits in each chair; there is only this device, so the tokens need no secret.
fn participants(seat_setups: &[SeatSetup]) -> Vec<Participant> {
    let participant = |(token, seat_setup): (u128, &SeatSetup)| match seat_setup.kind {
        PlayerKind::Person => Participant::Person(Token(token)),
        PlayerKind::Computer(level) => Participant::Bot(level),
    };
    (1..).zip(seat_setups).map(participant).collect()
}
