//! A table in this process, with any mix of people at this device and computer players.

use std::io;

use engine::Viewer;
use games::record::{Record, Step};
use games::{Rules, Session};
use host::{Host, Outcome};
use protocol::{ClientMsg, FrameReader, Refusal, ServerMsg};
use table::{Answer, Config, Input, Millis, Pace, Participant, SearchBy, Switch, Table, Token};

use crate::bot_thread::BotThread;
use crate::seat_setup::{PlayerKind, SeatSetup};
use crate::sentences::SuitNames;
use crate::table_link::TableLink;
use crate::table_view::TableView;

/// Where a match is saved while it is played and after its end.
pub trait RecordStore {
    /// Saves the match as it stands.
    fn save(&mut self, session: &Session, seat_setups: &[SeatSetup], state: State) -> io::Result<()>;
}

/// Whether a saved match can be resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// It can be resumed.
    Open,
    /// It is over.
    Over,
}

/// Saves nothing.
impl RecordStore for () {
    fn save(&mut self, _: &Session, _: &[SeatSetup], _: State) -> io::Result<()> {
        Ok(())
    }
}

/// The settings of a new or resumed game.
pub struct GameSetup {
    /// The rules.
    pub rules: Rules,
    /// Who sits where.
    pub seat_setups: Vec<SeatSetup>,
    /// The seed of the shuffles.
    pub seed: u64,
    /// The names of the suits.
    pub suit_names: SuitNames,
    /// The delays of computer players and between rounds.
    pub pace: Pace,
    /// Where the match is saved.
    pub record_store: Box<dyn RecordStore>,
}

/// Why a local game cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum LocalGameError {
    /// The table refuses the players or the rules, or a round cannot be dealt.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The match cannot be saved.
    #[error("The match could not be saved: {0}")]
    Save(#[source] io::Error),
    /// The record cannot be replayed.
    #[error(transparent)]
    Record(#[from] games::record::RecordError),
    /// The match cannot be continued here.
    #[error(transparent)]
    Restore(#[from] table::RestoreError),
}

/// A viewer at this device, whose frames are read like those of a remote table.
struct Person {
    token: Token,
    reader: FrameReader,
    table_view: TableView,
}

impl Person {
    fn new(token: Token, suit_names: SuitNames) -> Person {
        Person { token, reader: FrameReader::default(), table_view: TableView::new(suit_names) }
    }

    fn hear(&mut self, frame: ServerMsg, now: Millis) {
        match self.reader.hear(frame, now) {
            Ok(heard) => self.table_view.hear_frame(heard),
            Err(error) => self.table_view.message = error.to_string(),
        }
    }
}

/// How often the result of a running search is polled.
const SEARCH_POLL_MS: Millis = 20;

/// The token of the spectator, whose view everyone may see.
const SPECTATOR: Token = Token(0);

/// A table and the views of the people at this device.
pub struct LocalGame {
    host: Host,
    seat_setups: Vec<SeatSetup>,
    record_store: Box<dyn RecordStore>,
    now: Millis,
    bot_thread: Option<BotThread>,
    people: Vec<Person>,
    public: Person,
    /// The index of the person whose view is shown.
    current: usize,
    /// The number of the last position that was saved.
    saved: u64,
    last_error: Option<LocalGameError>,
}

impl LocalGame {
    /// Seats everyone and deals the first round.
    pub fn new(setup: GameSetup, now: Millis) -> Result<LocalGame, LocalGameError> {
        let config = config(&setup);
        let mut local_game = LocalGame::with_table(Table::new(config), setup, now);
        for (SeatSetup { name, .. }, participant) in
            local_game.seat_setups.clone().into_iter().zip(participants(&local_game.seat_setups))
        {
            match participant {
                Participant::Person(token) => local_game.send(now, token, |id| ClientMsg::Sit { id, name }),
                Participant::Bot(level) => {
                    let level = level.into();
                    local_game.send(now, SPECTATOR, |id| ClientMsg::Bot { id, name, level });
                }
            }
        }
        if local_game.last_error.is_none() {
            local_game.send(now, SPECTATOR, |id| ClientMsg::Start { id });
        }
        local_game.take_seats();
        local_game.show_first();
        match local_game.last_error {
            Some(error) => Err(error),
            None => Ok(local_game),
        }
    }

    /// Resumes an interrupted match.
    pub fn resume(setup: GameSetup, record: &Record, now: Millis) -> Result<LocalGame, LocalGameError> {
        let config = config(&setup);
        let session = record.replay()?;
        let table = Table::restore(&config, session, &participants(&setup.seat_setups), now)?;
        let mut local_game = LocalGame::with_table(table, setup, now);
        local_game.saved = local_game.host.table().number();
        let tokens: Vec<Token> = local_game.people.iter().map(|person| person.token).collect();
        for token in tokens {
            local_game.apply(now, Input::Resume { token, last: local_game.saved });
        }
        local_game.fill_logs(record)?;
        local_game.take_seats();
        local_game.show_first();
        Ok(local_game)
    }

    /// Attaches everyone at this device to a table.
    fn with_table(table: Table, setup: GameSetup, now: Millis) -> LocalGame {
        let GameSetup { seat_setups, suit_names, record_store, .. } = setup;
        let person = |participant| match participant {
            Participant::Person(token) => Some(Person::new(token, suit_names)),
            Participant::Bot(_) => None,
        };
        let people: Vec<Person> = participants(&seat_setups).into_iter().filter_map(person).collect();
        let mut host = Host::new(table);
        for token in people.iter().map(|person| person.token).chain([SPECTATOR]) {
            host.attach(token);
        }
        let mut local_game = LocalGame {
            host,
            seat_setups,
            record_store,
            now: 0,
            bot_thread: None,
            people,
            public: Person::new(SPECTATOR, suit_names),
            current: 0,
            saved: 0,
            last_error: None,
        };
        local_game.apply(now, Input::Watch { token: SPECTATOR });
        local_game
    }

    /// Sorts the setups and the people by seat, because the table may have drawn seats by lot.
    fn take_seats(&mut self) {
        let place = |name: &str| self.public_view().names.iter().position(|known| known == name);
        let mut seat_setups = self.seat_setups.clone();
        seat_setups.sort_by_key(|seat_setup| place(&seat_setup.name));
        self.seat_setups = seat_setups;
        let holder = self.people.get(self.current).map(|person| person.token);
        self.people.sort_by_key(|person| person.table_view.seat());
        self.current = self.people.iter().position(|person| Some(person.token) == holder).unwrap_or(0);
    }

    /// Shows the view of the person who moves first, or else of the first person.
    fn show_first(&mut self) {
        let turn = self.public_view().scene.as_ref().and_then(|scene| scene.turn);
        self.current = self.people.iter().position(|person| person.table_view.seat() == turn).unwrap_or(0);
    }

    /// Fills the logs with what happened before the interruption.
    fn fill_logs(&mut self, record: &Record) -> Result<(), games::record::RecordError> {
        let mut session = record.open()?;
        self.log_step(&session, true);
        for (line, step) in &record.steps {
            Record::step(&mut session, *line, step)?;
            if !matches!(step, Step::Result(_) | Step::Events(_)) {
                self.log_step(&session, matches!(step, Step::Deal(_)));
            }
        }
        Ok(())
    }

    fn log_step(&mut self, session: &Session, is_deal: bool) {
        for Person { table_view, .. } in self.people.iter_mut().chain([&mut self.public]) {
            let viewer = table_view.seat().map_or(Viewer::Spectator, Viewer::Seat);
            table_view.replay_step(session, viewer, is_deal);
        }
    }

    /// The match.
    pub fn session(&self) -> Option<&Session> {
        self.host.table().session()
    }

    /// The last error, if there was one.
    pub fn last_error(&self) -> Option<&LocalGameError> {
        self.last_error.as_ref()
    }

    /// Sends a message of the current person.
    fn ask(&mut self, now: Millis, message: impl FnOnce(String) -> ClientMsg) {
        let Some(person) = self.people.get_mut(self.current) else { return };
        person.table_view.message.clear();
        let token = person.token;
        self.send(now, token, message);
    }

    /// Sends a message to the table. The answer is in the sender's frame, so the id does not matter.
    fn send(&mut self, now: Millis, token: Token, message: impl FnOnce(String) -> ClientMsg) {
        let outcome = self.host.hear(now, token, message(String::new()));
        let before_match = self.host.table().session().is_none();
        if let Some(refusal) = outcome.refusal.as_ref().filter(|_| before_match || token == SPECTATOR) {
            self.last_error = Some(refusal.clone().into());
        }
        self.deliver(now, outcome);
    }

    /// Shows an error, unless the same one was shown just before.
    fn report(&mut self, error: LocalGameError) {
        let text = error.to_string();
        if self.last_error.as_ref().is_none_or(|last_error| last_error.to_string() != text) {
            self.say(&text);
        }
        self.last_error = Some(error);
    }

    fn apply(&mut self, now: Millis, input: Input) {
        let outcome = self.host.apply(now, input, None);
        self.deliver(now, outcome);
    }

    fn deliver(&mut self, now: Millis, outcome: Outcome) {
        self.now = self.now.max(now);
        for (token, frame) in outcome.frames {
            let mut viewers = self.people.iter_mut().chain([&mut self.public]);
            if let Some(viewer) = viewers.find(|viewer| viewer.token == token) {
                viewer.hear(frame.items(), self.now);
            }
        }
        self.search();
    }

    /// Starts the search for the next decision of a computer player, and abandons one that is no longer needed.
    fn search(&mut self) {
        if let Some(decision) = self.host.next_decision() {
            self.bot_thread = Some(BotThread::start(decision));
        }
        let is_needed = |search: &BotThread| self.host.is_deciding(search.number);
        if !self.bot_thread.as_ref().is_some_and(is_needed) {
            self.bot_thread = None;
        }
    }
}

impl TableLink for LocalGame {
    fn view(&self) -> &TableView {
        self.people.get(self.current).map_or(&self.public.table_view, |person| &person.table_view)
    }

    fn view_mut(&mut self) -> &mut TableView {
        self.people.get_mut(self.current).map_or(&mut self.public.table_view, |person| &mut person.table_view)
    }

    fn public_view(&self) -> &TableView {
        &self.public.table_view
    }

    fn people(&self) -> usize {
        self.people.len()
    }

    fn person(&self, at: usize) -> &str {
        let seat = self.people.get(at).and_then(|person| person.table_view.seat());
        seat.and_then(|seat| self.public_view().names.get(seat.index())).map_or("", String::as_str)
    }

    fn current_person(&self) -> usize {
        self.current
    }

    fn hand_over_to(&mut self, at: usize) {
        self.current = at.min(self.people.len().saturating_sub(1));
    }

    fn person_to_move(&self) -> Option<usize> {
        let turn = self.public_view().scene.as_ref().and_then(|scene| scene.turn)?;
        let at = self.people.iter().position(|person| person.table_view.seat() == Some(turn))?;
        (at != self.current).then_some(at)
    }

    fn wake(&self) -> Option<Millis> {
        let poll = self.bot_thread.as_ref().map(|_| self.now.saturating_add(SEARCH_POLL_MS));
        [self.host.wake(), poll].into_iter().flatten().min()
    }

    fn tick(&mut self, now: Millis) {
        self.now = self.now.max(now);
        if let Some(answer) = self.bot_thread.as_ref().and_then(|it| it.answer.try_recv().ok()) {
            self.apply(now, answer);
        }
        if self.host.wake().is_some_and(|at| at <= now) {
            self.apply(now, Input::Tick);
        }
    }

    fn wait_for_next(&mut self, now: Millis) -> Option<Millis> {
        if let Some(answer) = self.bot_thread.as_ref().and_then(|it| it.answer.recv().ok()) {
            self.apply(now, answer);
            return Some(0);
        }
        let at = self.host.wake()?;
        self.tick(now.max(at));
        Some(at.saturating_sub(now))
    }

    fn can_fast_forward(&self) -> bool {
        true
    }

    fn act(&mut self, now: Millis, notation: &str) {
        let n = self.host.table().number();
        self.ask(now, |id| ClientMsg::Act { id, n, m: notation.into() });
    }

    fn why(&mut self, now: Millis, notation: &str) -> Option<String> {
        self.ask(now, |id| ClientMsg::Ask { id, m: notation.into() });
        let table_view = self.view_mut();
        let refused = Some(core::mem::take(&mut table_view.message)).filter(|text| !text.is_empty());
        table_view.answer.take().flatten().or(refused)
    }

    fn hint(&mut self, now: Millis) {
        self.ask(now, |id| ClientMsg::Hint { id });
    }

    fn take_back(&mut self, now: Millis) {
        self.ask(now, |id| ClientMsg::Takeback { id });
    }

    fn answer(&mut self, now: Millis, answer: Answer) {
        let others =
            self.people.iter().filter(|person| person.table_view.seat() != self.public_view().asking);
        let tokens: Vec<Token> = others.map(|person| person.token).collect();
        for token in tokens {
            if self.public_view().asking.is_some() {
                self.send(now, token, |id| ClientMsg::Consent { id, yes: answer == Answer::Agree });
            }
        }
    }

    fn announce(&mut self, now: Millis) {
        let on = self.view().announcing == Switch::Off;
        self.ask(now, |id| ClientMsg::Announce { id, on });
    }

    fn next_round(&mut self, now: Millis) {
        let over = self.public_view().winners.is_some();
        self.save();
        self.send(now, SPECTATOR, |id| if over { ClientMsg::Rematch { id } } else { ClientMsg::Next { id } });
        self.take_seats();
    }

    fn save(&mut self) {
        let table = self.host.table();
        let number = table.number();
        let Some(session) = table.session() else { return };
        if number == self.saved || session.entries().is_empty() {
            return;
        }
        self.saved = number;
        let state = if table.is_playing() { State::Open } else { State::Over };
        if let Err(error) = self.record_store.save(session, &self.seat_setups, state) {
            self.report(LocalGameError::Save(error));
        }
    }
}

fn config(setup: &GameSetup) -> Config {
    let (seed, pace, search_by) = (setup.seed, setup.pace, SearchBy::Host);
    Config { seed, pace, search_by, ..Config::new(setup.rules.clone()) }
}

/// Who plays in each seat. There is only this device, so the tokens need not be secret.
fn participants(seat_setups: &[SeatSetup]) -> Vec<Participant> {
    let participant = |(token, seat_setup): (u128, &SeatSetup)| match seat_setup.kind {
        PlayerKind::Person => Participant::Person(Token(token)),
        PlayerKind::Computer(level) => Participant::Bot(level),
    };
    (1..).zip(seat_setups).map(participant).collect()
}
