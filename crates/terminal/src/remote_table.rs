//! A table at a server: frames go into a view, and what the person does goes out as messages.
//!
//! The connection itself, with its sockets and retries, belongs to the caller; this module only has the ends of two
//! queues.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::time::{Duration, Instant};

use engine::Viewer;
use games::fair_shuffle::Proof;
use protocol::{
    ClientMsg, ComparedRecord, FrameReader, Mixer, Received, RecordFault, Refused, ServerMsg, Verdict,
};
use table::{Answer, Level, Message, Millis, ShuffleStep, Switch};

use crate::sentences::SuitNames;
use crate::table_link::TableLink;
use crate::table_view::TableView;

/// What comes from the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// A frame of the server.
    Frame(ServerMsg),
    /// The record of the match that is over.
    Record(String),
    /// The state of the connection in a sentence; empty if all is well.
    Status(String),
    /// The connection has ended, for this reason.
    Over(String),
}

/// The answer of a server to a player who joins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Welcome {
    /// It said who is at the table.
    AtTable,
    /// There is no seat, for this reason. Joining under another name may help, or watching.
    NoSeat(Refused),
    /// It said nothing in time, or the connection has ended.
    Silent,
}

/// How long to wait until the server says who is at the table.
const WELCOME_TIMEOUT: Duration = Duration::from_secs(10);

/// How often the screen polls for news.
const POLL_MS: Millis = 40;

/// How long to wait for the answer to a command.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// A source of 16 bytes that nobody can guess.
type Fresh = fn() -> [u8; 16];

/// A table that a server runs.
pub struct RemoteTable {
    news: Receiver<News>,
    asks: Sender<ClientMsg>,
    reader: FrameReader,
    table_view: TableView,
    invitation: String,
    /// The level of computer players that are added from here.
    level: Level,
    /// The prefix of the ids of this program's commands.
    mark: String,
    asked: u64,
    /// The last command that was answered.
    answered: String,
    now: Millis,
    over: Option<String>,
    /// Why there is no seat for this player.
    no_seat: Option<Refused>,
    /// What this device adds to the shuffles, and its source of randomness.
    mixer: Option<(Mixer, Fresh)>,
    /// How often the server has said hello, and the last time that this device offered to take part in the shuffles.
    greetings: (u64, u64),
    /// Who made the table, if that player sits there.
    maker: Option<String>,
    /// How much later spectators see what happens.
    delay: Millis,
    /// The names of those who are not to be heard.
    muted: Vec<String>,
    /// Whether the server knows that the player sees the table.
    ready: bool,
    /// Whether a deal waits until a device answers, or the players agree to do without.
    is_unanswered: bool,
    /// What was revealed of the match so far.
    revealed: Vec<Proof>,
}

impl RemoteTable {
    /// A table at the other end of a connection. `invitation` is for others who want to join; `mark` is the prefix of the ids
    /// of commands.
    pub fn new(
        news: Receiver<News>,
        asks: Sender<ClientMsg>,
        suit_names: SuitNames,
        invitation: String,
        mark: String,
    ) -> RemoteTable {
        let table_view = TableView::new(suit_names);
        RemoteTable {
            news,
            asks,
            reader: FrameReader::default(),
            table_view,
            invitation,
            level: Level::default(),
            mark,
            asked: 0,
            answered: String::new(),
            now: 0,
            over: None,
            no_seat: None,
            mixer: None,
            greetings: (0, 0),
            maker: None,
            delay: 0,
            muted: Vec::new(),
            ready: false,
            is_unanswered: false,
            revealed: Vec::new(),
        }
    }

    /// The same, adding computer players of this level.
    #[must_use]
    pub fn with_bots(self, level: Level) -> RemoteTable {
        RemoteTable { level, ..self }
    }

    /// The same, with a device that takes part in the shuffles of this table.
    #[must_use]
    pub fn mixing(self, table: &str, fresh: Fresh) -> RemoteTable {
        RemoteTable { mixer: Some((Mixer::new(table), fresh)), ..self }
    }

    /// Why the connection has ended, if it has.
    pub fn over(&self) -> Option<&str> {
        self.over.as_deref()
    }

    /// Waits until the server has said who is at the table, or why there is no seat.
    pub fn welcome(&mut self) -> Welcome {
        let began = Instant::now();
        while self.table_view.players.is_empty()
            && self.no_seat.is_none()
            && self.over.is_none()
            && began.elapsed() < WELCOME_TIMEOUT
        {
            self.wait(ANSWER_TIMEOUT);
        }
        match self.no_seat.take() {
            Some(why) => Welcome::NoSeat(why),
            None if self.table_view.players.is_empty() => Welcome::Silent,
            None => Welcome::AtTable,
        }
    }

    fn ask(&mut self, message: impl FnOnce(String) -> ClientMsg) {
        self.table_view.message.clear();
        self.asked += 1;
        let id = format!("{}{}", self.mark, self.asked);
        if self.asks.send(message(id)).is_err() {
            self.table_view.message = "The connection to the server is lost.".into();
        }
    }

    /// Waits until the last command is answered, or the time is up.
    fn settle(&mut self, now: Millis) {
        self.now = now;
        let (id, began) = (format!("{}{}", self.mark, self.asked), Instant::now());
        while self.answered != id && self.over.is_none() && began.elapsed() < ANSWER_TIMEOUT {
            self.wait(ANSWER_TIMEOUT);
        }
    }

    /// Waits for one piece of news and handles it; `false` if none came in time.
    fn wait(&mut self, patience: Duration) -> bool {
        match self.news.recv_timeout(patience) {
            Ok(news) => {
                self.take(news);
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                self.connection_ended();
                false
            }
        }
    }

    fn connection_ended(&mut self) {
        self.over.get_or_insert_with(|| "The connection to the server has ended.".into());
    }

    fn take(&mut self, news: News) {
        match news {
            News::Frame(frame) => {
                let (mut heard, error) = self.reader.hear_what_makes_sense(frame, self.now);
                // A refusal comes last, because the events of the frame, such as a fine, would clear it from the screen.
                heard.sort_by_key(|heard| matches!(heard, Received::Refused { .. }));
                for heard in heard {
                    self.hear(heard);
                }
                if let Some(error) = error {
                    self.table_view.message = error.to_string();
                }
            }
            News::Record(text) => self.compare(&text),
            News::Status(text) => self.table_view.message = text,
            News::Over(why) => {
                self.table_view.message.clone_from(&why);
                self.over = Some(why);
            }
        }
    }

    /// Takes part in the shuffles, and checks the promises of the server once everything is revealed. Returns what there is to
    /// say about it.
    fn mix(&mut self, message: &Message) -> Vec<String> {
        let Some((mixer, fresh)) = &mut self.mixer else { return Vec::new() };
        if let Message::Welcome { viewer: Viewer::Seat(_) } = message
            && self.greetings.0 != self.greetings.1
        {
            self.greetings.1 = self.greetings.0;
            let id = format!("mix-{}{}", self.mark, self.greetings.0);
            let _ = self.asks.send(ClientMsg::Mix { id, on: true });
            return Vec::new();
        }
        match message {
            Message::Shuffle(ShuffleStep::Unanswered { .. }) => self.is_unanswered = true,
            Message::Shuffle(_) => self.is_unanswered = false,
            Message::Deal { .. } => (self.is_unanswered, self.revealed) = (false, Vec::new()),
            _ => {}
        }
        let answer = mixer.answer(message, self.table_view.seat(), *fresh);
        let alarms = mixer.take_alarms();
        let told = match message {
            Message::Shuffle(ShuffleStep::Revealed(proofs)) => {
                // The deals of a long match come in several parts.
                let last = self.revealed.last().map_or(0, |proof| proof.deal);
                if proofs.first().is_none_or(|proof| proof.deal <= last) {
                    self.revealed.clear();
                }
                self.revealed.extend_from_slice(proofs);
                (!mixer.expects_more(&self.revealed)).then(|| verdict_text(mixer, &self.revealed))
            }
            _ => None,
        };
        if let Some(answer) = answer {
            let _ = self.asks.send(answer); // A lost connection is reported elsewhere.
        }
        alarms.iter().map(ToString::to_string).chain(told).collect()
    }

    fn tell(&mut self, line: String) {
        if line.starts_with("WARNING") {
            self.table_view.message.clone_from(&line);
        }
        if self.table_view.log.last() != Some(&line) {
            self.table_view.log.push(line);
        }
    }

    /// Compares the record of the match with every card and move that this device saw.
    fn compare(&mut self, record: &str) {
        let Some((mixer, _)) = &self.mixer else { return };
        let line = match mixer.compare(record) {
            Ok(compared) => compared_text(&compared),
            Err(RecordFault::Alarm(alarm)) => alarm.to_string(),
            Err(RecordFault::Wrong(why)) => {
                format!("WARNING: the server's record of this match is wrong: {}.", why.trim_end_matches('.'))
            }
        };
        self.tell(line);
    }

    /// Agrees to a deal without any device if one waits for that; `false` if none does.
    fn agrees_to_deal_alone(&mut self) -> bool {
        let agrees = std::mem::take(&mut self.is_unanswered);
        if agrees {
            self.ask(|id| ClientMsg::Alone { id, yes: true });
        }
        agrees
    }

    /// Tells the server once that the player sees the table.
    fn tell_ready(&mut self, message: &Message) {
        if matches!(message, Message::Scene { .. }) && self.table_view.seat().is_some() && !self.ready {
            self.ready = true;
            let _ = self.asks.send(ClientMsg::Ready { id: format!("ready-{}", self.mark) });
        }
    }

    /// Notes that a command was answered, if it is one of this program's own.
    fn hear_answered(&mut self, id: Option<String>) {
        if let Some(id) = id.filter(|id| id.starts_with(&self.mark)) {
            self.answered = id;
        }
    }

    fn hear(&mut self, heard: Received) {
        match heard {
            Received::Table(message) => {
                let lines = self.mix(&message);
                self.tell_ready(&message);
                // A new round clears the log, so what is noticed about it comes after it.
                self.table_view.hear(message);
                for line in lines {
                    self.tell(line);
                }
            }
            Received::Said(said) => {
                let name = self.table_view.names.get(usize::from(said.seat)).map_or("?", String::as_str);
                if self.muted.iter().any(|muted| muted == name) {
                    return;
                }
                let text = if said.t.is_empty() { said.p.replace('-', " ") } else { said.t };
                self.table_view.log.push(format!("{name}: {text}"));
            }
            Received::Fault(id) => {
                self.table_view.message =
                    format!("This table has stopped because of a bug (number {id}). No moves are lost.");
            }
            Received::News(text) => {
                self.table_view.message = format!("From the server: {text}");
                self.table_view.log.push(self.table_view.message.clone());
            }
            Received::Bye(_) => self.table_view.message = "The server is restarting.".into(),
            Received::Hello { maker, delay, .. } => {
                self.greetings.0 += 1;
                (self.maker, self.delay) = (maker, delay);
            }
            Received::Maker(maker) => self.maker = maker,
            Received::Refused { id, why } => {
                self.table_view.hear_refusal(&why.sentence);
                if id.is_none() && is_about_seat(&why) {
                    self.no_seat = Some(why);
                }
                self.hear_answered(id);
            }
            Received::Answer { why, .. } => {
                self.table_view.hear_answer(why.as_ref().map(|why| why.sentence.as_str()));
            }
            Received::Done { id } => self.hear_answered(Some(id)),
            Received::Online(seats) => self.table_view.hear_online(seats.into_iter().collect()),
        }
    }
}

/// What the promises come to once everything is revealed, and the code that friends compare.
fn verdict_text(mixer: &Mixer, proofs: &[Proof]) -> String {
    let alone = proofs.iter().filter(|proof| proof.parts.is_empty()).count();
    let code = mixer.code().map(|code| format!(" Its code is {code}; your friends have the same one."));
    match mixer.judge(proofs) {
        Verdict::Broken(alarm) => alarm.to_string(),
        Verdict::NotHeard => {
            "This device heard no promise before the cards were dealt, so it cannot tell whether the \
                              shuffle was fair."
                .into()
        }
        Verdict::Kept(_) if alone == proofs.len() => {
            "The cards are what the server had promised. But it shuffled alone, so it could have chosen them."
                .into()
        }
        Verdict::Kept(deals) => {
            let rest = match (proofs.len() - deals, alone) {
                (0, 0) => String::new(),
                (0, alone) => format!(" The server shuffled {alone} of {} deals alone.", proofs.len()),
                (missed, _) => {
                    format!(" This device missed the promises for {missed} of {} deals.", proofs.len())
                }
            };
            format!(
                "The shuffle was fair: it is what the server had promised.{rest}{}",
                code.unwrap_or_default()
            )
        }
    }
}

/// What the record of a match comes to that is without a fault.
fn compared_text(compared: &ComparedRecord) -> String {
    let rounds = compared.verified.rounds.len();
    match compared.rounds_seen {
        0 => {
            "This device saw no round from beginning to end, so it cannot compare the record with it.".into()
        }
        seen if seen == rounds => "The server's record tells the same cards and moves that you saw.".into(),
        seen => format!(
            "The server's record tells the same cards and moves that you saw in {seen} of {rounds} rounds."
        ),
    }
}

/// What a spectator sees, and with which delay.
fn watching(delay: Millis) -> String {
    match delay / 1_000 {
        0 => "You are watching.".into(),
        seconds => format!("You are watching, {seconds} seconds behind the players."),
    }
}

/// Whether a hello was refused because of the seat: the name, a full table, a match in progress.
fn is_about_seat(why: &Refused) -> bool {
    why.code.is_about_name()
        || ["blocked", "full", "playing", "removed", "seats"].iter().any(|code| why.code == *code)
}

impl TableLink for RemoteTable {
    fn view(&self) -> &TableView {
        &self.table_view
    }

    fn view_mut(&mut self) -> &mut TableView {
        &mut self.table_view
    }

    fn wake(&self) -> Option<Millis> {
        Some(self.now + POLL_MS)
    }

    fn tick(&mut self, now: Millis) {
        self.now = now;
        loop {
            match self.news.try_recv() {
                Ok(news) => self.take(news),
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => return self.connection_ended(),
            }
        }
    }

    fn wait_for_next(&mut self, now: Millis) -> Option<Millis> {
        self.now = now;
        let began = Instant::now();
        while self.over.is_none() && !self.wait(ANSWER_TIMEOUT) && began.elapsed() < ANSWER_TIMEOUT {}
        self.over.is_none().then_some(0)
    }

    fn act(&mut self, now: Millis, notation: &str) {
        self.tick(now);
        let number = self.table_view.number;
        self.ask(|id| ClientMsg::Act { id, n: number, m: notation.into() });
        self.settle(now);
    }

    fn why(&mut self, now: Millis, notation: &str) -> Option<String> {
        self.now = now;
        self.table_view.answer = None;
        self.ask(|id| ClientMsg::Ask { id, m: notation.into() });
        let began = Instant::now();
        while self.table_view.answer.is_none()
            && self.table_view.message.is_empty()
            && self.over.is_none()
            && began.elapsed() < ANSWER_TIMEOUT
        {
            self.wait(ANSWER_TIMEOUT);
        }
        let refused = Some(core::mem::take(&mut self.table_view.message)).filter(|text| !text.is_empty());
        self.table_view.answer.take().flatten().or(refused)
    }

    fn hint(&mut self, now: Millis) {
        self.ask(|id| ClientMsg::Hint { id });
        self.settle(now);
    }

    fn take_back(&mut self, _now: Millis) {
        self.ask(|id| ClientMsg::Takeback { id });
    }

    fn answer(&mut self, _now: Millis, answer: Answer) {
        self.table_view.asking = None;
        self.ask(|id| ClientMsg::Consent { id, yes: answer == Answer::Agree });
    }

    fn is_asked_to_agree(&self) -> bool {
        self.table_view.asking.is_some() && self.table_view.asking != self.table_view.seat()
    }

    fn announce(&mut self, _now: Millis) {
        let on = self.table_view.announcing == Switch::Off;
        self.ask(|id| ClientMsg::Announce { id, on });
    }

    fn next_round(&mut self, now: Millis) {
        if self.agrees_to_deal_alone() {
            return self.settle(now);
        }
        let over = self.table_view.winners.is_some();
        self.ask(|id| if over { ClientMsg::Rematch { id } } else { ClientMsg::Next { id } });
        self.settle(now);
    }

    fn is_closed(&self) -> bool {
        self.over.is_some()
    }

    fn waits_for(&self) -> Option<String> {
        if self.table_view.seat().is_none() {
            return Some(watching(self.delay));
        }
        let maker = self.maker.as_deref()?;
        let sits_there = self.table_view.names.iter().any(|name| name == maker);
        let is_other = sits_there && self.person(0) != maker;
        is_other.then(|| format!("{maker} made the table and starts the match."))
    }

    fn start(&mut self, now: Millis) {
        if self.agrees_to_deal_alone() {
            return self.settle(now);
        }
        self.ask(|id| ClientMsg::Start { id });
        self.settle(now);
    }

    fn add_bot(&mut self, now: Millis) {
        let free = crate::seat_setup::BOT_NAMES
            .iter()
            .find(|name| !self.table_view.names.iter().any(|known| known == *name));
        let name = free.map_or("Computer", |name| name).to_string();
        let level = self.level.into();
        self.ask(|id| ClientMsg::Bot { id, name, level });
        self.settle(now);
    }

    fn about_person(&mut self, now: Millis, text: &str) -> bool {
        let Some((word, rest)) = text.split_once(' ') else { return false };
        let (name, why) = match word {
            "report" => rest.split_once(':').unwrap_or((rest, "")),
            _ => (rest, ""),
        };
        // Some of these words are moves of a game as well: they are about a person only with the name of one.
        let named = |known: &&String| known.to_lowercase() == name.trim().to_lowercase();
        let Some(name) = self.table_view.names.iter().find(named).cloned() else { return false };
        let why = why.trim().to_owned();
        match word {
            "mute" => {
                self.table_view.message = format!("You no longer hear {name}.");
                self.muted.push(name);
                return true;
            }
            "unmute" => {
                self.muted.retain(|muted| *muted != name);
                self.table_view.message = format!("You hear {name} again.");
                return true;
            }
            "remove" => self.ask(|id| ClientMsg::Remove { id, name }),
            "block" => self.ask(|id| ClientMsg::Block { id, name, on: true }),
            "unblock" => self.ask(|id| ClientMsg::Block { id, name, on: false }),
            "report" => self.ask(|id| ClientMsg::Report { id, name, why }),
            _ => return false,
        }
        self.settle(now);
        if self.table_view.message.is_empty() {
            self.table_view.message = "Done.".into();
        }
        true
    }

    fn bot_level(&mut self) -> Option<&mut Level> {
        Some(&mut self.level)
    }

    fn farewell(&self) -> &'static str {
        "Your seat is kept; a computer player fills in for you."
    }

    fn invitation(&self) -> String {
        self.invitation.clone()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use host::{Host, Outcome};
    use protocol::{HelloItem, Item, ProofItem, RefusedItem, ShuffleItem};
    use table::{Config, Input, Notice, Table, Token};

    use super::*;

    const ADA: Token = Token(1);

    /// A table of Ada and Bola, and the frames sent to Ada until the cards are dealt.
    fn dealt() -> (Host, Vec<ServerMsg>) {
        let rules = games::presets::named("crazy-eights").unwrap();
        let mut host = Host::new(Table::new(Config { seed: 7, ..Config::new(rules) }));
        let mut frames = Vec::new();
        for (token, name) in [(ADA, "Ada"), (Token(2), "Bola")] {
            host.attach(token);
            frames.extend(to_ada(host.apply(0, Input::Sit { token, name: name.into() }, None)));
        }
        frames.extend(to_ada(host.apply(0, Input::Start, None)));
        (host, frames)
    }

    fn to_ada(outcome: Outcome) -> impl Iterator<Item = ServerMsg> {
        outcome.frames.into_iter().filter(|(token, _)| *token == ADA).map(|(_, frame)| frame.items())
    }

    fn remote() -> (RemoteTable, Sender<News>) {
        let ((sender, news), (commands, _)) = (channel(), channel());
        (RemoteTable::new(news, commands, SuitNames::Standard, String::new(), "x".into()), sender)
    }

    fn hearing(frames: impl IntoIterator<Item = ServerMsg>) -> RemoteTable {
        let (mut remote, _) = remote();
        for frame in frames {
            remote.take(News::Frame(frame));
        }
        remote
    }

    #[test]
    fn the_log_says_who_goes_offline_and_who_is_back() {
        let (host, frames) = dealt();
        let mut remote = hearing(frames);
        let number = |token| host.table().seat_of(token).unwrap().index() as u8;
        let (ada, bola) = (number(ADA), number(Token(2)));
        remote.take(News::Frame(vec![Item::On(vec![0, 1])]));
        let before = remote.view().log.len();
        assert!(remote.view().offline().is_empty());
        remote.take(News::Frame(vec![Item::On(vec![ada])]));
        assert!(remote.view().offline().iter().eq(engine::Seat::new(usize::from(bola))));
        assert!(remote.view().names_and_absence().contains(&"Bola (offline)".to_string()));
        remote.take(News::Frame(vec![Item::On(vec![0, 1])]));
        assert_eq!(remote.view().log[before..], ["Bola is offline.", "Bola is online again."]);
    }

    /// A newer server may send an event that this version does not know.
    #[test]
    fn an_item_that_makes_no_sense_leaves_the_rest_of_its_frame() {
        let (_, frames) = dealt();
        let mut remote = hearing(frames);
        let number = remote.view().number + 1;
        let scene = protocol::SceneItem { n: Some(number), hold: Some(vec![3, 4]), ..Default::default() };
        let strange = Item::Did(number, "0 teleported".into());
        remote.take(News::Frame(vec![Item::Ok("x1".into()), strange, Item::Scene(Box::new(scene))]));
        let counts = |view: &TableView| {
            view.scene.as_ref().unwrap().places.iter().map(|place| place.count).collect::<Vec<_>>()
        };
        assert_eq!((remote.view().number, counts(remote.view())), (number, vec![3, 4]));
        assert_eq!(remote.answered, "x1");
        assert!(remote.view().message.contains("0 teleported"), "{}", remote.view().message);
    }

    #[test]
    fn the_log_of_a_player_who_reconnects_is_not_empty() {
        let (mut host, _) = dealt();
        host.detach(ADA);
        host.attach(ADA);
        let frames = to_ada(host.apply(9, Input::Resume { token: ADA, last: u64::MAX }, None));
        let remote = hearing(frames.collect::<Vec<_>>());
        let [line] = remote.view().log.as_slice() else { panic!("{:?}", remote.view().log) };
        assert!(line.starts_with("Round 1 is under way. It is ") && line.ends_with(" turn."), "{line}");
    }

    /// "block" is a move of Whot too.
    #[test]
    fn words_about_a_person_need_the_name_of_one() {
        let (_, frames) = dealt();
        let ((_news, news), (commands, asked)) = (channel(), channel());
        let mut remote = RemoteTable::new(news, commands, SuitNames::Standard, String::new(), "x".into());
        for frame in frames {
            remote.take(News::Frame(frame));
        }
        let _greeting = asked.try_iter().count();
        for move_ in ["block 8H", "block", "report", "remove the card", "play Bola"] {
            assert!(!remote.about_person(0, move_), "{move_}");
        }
        assert_eq!(asked.try_iter().count(), 0);
        remote.over = Some("nobody answers here".into());
        for text in ["block bola", "report Bola: is rude", "remove Bola"] {
            assert!(remote.about_person(0, text), "{text}");
        }
        let sent: Vec<ClientMsg> = asked.try_iter().collect();
        let [
            ClientMsg::Block { name, on: true, .. },
            ClientMsg::Report { why, .. },
            ClientMsg::Remove { .. },
        ] = sent.as_slice()
        else {
            panic!("{sent:?}")
        };
        assert_eq!((name.as_str(), why.as_str()), ("Bola", "is rude"));
    }

    #[test]
    fn who_is_muted_is_not_heard() {
        let (_, frames) = dealt();
        let mut remote = hearing(frames);
        let seat = remote.table_view.names.iter().position(|name| name == "Bola").unwrap() as u8;
        let said = || Item::Said(protocol::SaidItem { seat, p: "hello".into(), t: String::new() });
        let heard =
            |remote: &RemoteTable| remote.view().log.iter().filter(|line| *line == "Bola: hello").count();
        remote.take(News::Frame(vec![said()]));
        assert!(remote.about_person(0, "mute Bola"));
        remote.take(News::Frame(vec![said()]));
        assert_eq!(heard(&remote), 1);
        assert!(remote.about_person(0, "unmute Bola"));
        remote.take(News::Frame(vec![said()]));
        assert_eq!(heard(&remote), 2);
    }

    /// A table whose rules promise a joint shuffle, and a server that deals without one word about it.
    #[test]
    fn cards_that_nobody_promised_are_not_called_fair() {
        let (_, frames) = dealt();
        let (remote, _) = remote();
        let mut remote = remote.mixing("TABLE", || [7; 16]);
        for frame in frames {
            remote.take(News::Frame(frame));
        }
        let warning = "WARNING: round 1 was dealt without a promise. The server could have chosen the cards.";
        assert!(remote.view().log.iter().any(|line| line == warning), "{:?}", remote.view().log);
        let proof = ProofItem { deal: 1, c: "00".repeat(32), s: "00".repeat(32), ..ProofItem::default() };
        remote.take(News::Frame(vec![Item::Shuffle(ShuffleItem::Revealed(vec![proof]))]));
        assert_eq!(remote.view().log.last().map(String::as_str), Some(warning));
        assert!(!remote.view().log.iter().any(|line| line.contains("fair")), "{:?}", remote.view().log);
        remote.take(News::Record("lastcard record 1".into()));
        let line = remote.view().log.last().unwrap();
        assert!(line.starts_with("WARNING: the server's record of this match is wrong: "), "{line}");
    }

    /// The first promise counts; what comes after the share was opened is an alarm at once.
    #[test]
    fn a_changed_promise_is_told_at_once() {
        let (_, frames) = dealt();
        let ((sender, news), (commands, asked)) = (channel(), channel());
        let remote = RemoteTable::new(news, commands, SuitNames::Standard, String::new(), "x".into());
        let mut remote = remote.mixing("TABLE", || [7; 16]);
        for frame in frames {
            remote.take(News::Frame(frame));
        }
        let promised = |digit: &str| {
            let (c, rules) = (digit.repeat(64), "0".repeat(64));
            News::Frame(vec![Item::Shuffle(ShuffleItem::Promised { deal: 1, c, rules, transcript: None })])
        };
        remote.take(promised("1"));
        let answers = |asked: &Receiver<ClientMsg>| {
            asked.try_iter().filter(|message| matches!(message, ClientMsg::Promise { .. })).count()
        };
        assert_eq!(answers(&asked), 1);
        remote.take(promised("2"));
        assert_eq!(answers(&asked), 0, "it is not answered");
        assert_eq!(remote.view().message, "WARNING: the server changed its promise for deal 1.");
        drop(sender);
    }

    /// A catch is kept too, and so it is no "move" of one who is not on turn.
    #[test]
    fn a_kept_move_is_told_for_what_it_is() {
        let (_, frames) = dealt();
        let mut remote = hearing(frames);
        let seat = remote.view().seat();
        let mut told = |turn| {
            remote.table_view.scene.as_mut().unwrap().turn = turn;
            remote.table_view.hear(Message::Notice(Notice::Held { until: 1 }));
            remote.view().message.clone()
        };
        assert_eq!(told(seat), "Your move counts in a moment: others may still react.");
        let other = engine::Seat::all(2).find(|&other| Some(other) != seat);
        assert_eq!(told(other), "Your catch counts in a moment, unless the word is said first.");
    }

    /// A spectator is not told to wait for the maker: the match may have started already.
    #[test]
    fn who_watches_is_told_how_late() {
        let (mut remote, _) = remote();
        let hello =
            |delay| HelloItem { v: 1, table: "A".into(), chat: false, maker: Some("Ada".into()), delay };
        remote.take(News::Frame(vec![Item::Hello(hello(30_000))]));
        assert_eq!(remote.waits_for().as_deref(), Some("You are watching, 30 seconds behind the players."));
        remote.take(News::Frame(vec![Item::Hello(hello(0))]));
        assert_eq!(remote.waits_for().as_deref(), Some("You are watching."));
    }

    #[test]
    fn a_refused_hello_is_reported_at_once() {
        let (mut remote, sender) = remote();
        let refused = RefusedItem::new(None, protocol::Refusal::TableFull);
        sender.send(News::Frame(vec![Item::No(refused)])).unwrap();
        let Welcome::NoSeat(why) = remote.welcome() else { panic!("there is no seat") };
        assert_eq!(why.sentence, "Every seat is taken.");
    }
}
