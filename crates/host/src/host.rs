//! A table with its viewers, and what each of them was shown.

use games::{CompiledRules, Move};
use protocol::{ClientMsg, FrameWriter, Item, Refusal, SaidItem, SceneText, ServerMsg};
use table::{Decision, Input, Message, Millis, MoveStats, Output, Table, Token};

use crate::{Command, Outcome, Request, Talk};

/// A table with its viewers. Equal calls at equal times give equal frames.
pub struct Host {
    table: Table,
    viewers: Vec<Viewer>,
    /// When the last input was applied.
    at: Millis,
    wake: Option<Millis>,
    /// The position whose decision was handed out.
    deciding: Option<u64>,
}

/// Somebody who is sent frames, and the scene that was sent last.
struct Viewer {
    token: Token,
    shown: Option<SceneText>,
}

impl Host {
    /// Runs this table, for nobody yet.
    pub fn new(table: Table) -> Host {
        Host { table, viewers: Vec::new(), at: 0, wake: None, deciding: None }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// When the last input was applied.
    pub fn at(&self) -> Millis {
        self.at
    }

    /// When the table wants a [`Tick`](Input::Tick), if nothing else comes before.
    pub fn wake(&self) -> Option<Millis> {
        self.wake
    }

    /// Sends frames to the holder of this token from now on, beginning with a whole scene, even if attached before.
    pub fn attach(&mut self, token: Token) {
        self.detach(token);
        self.viewers.reserve_exact(1); // A server has many tables, most of them for few.
        self.viewers.push(Viewer { token, shown: None });
    }

    /// Sends nothing more to the holder of this token.
    pub fn detach(&mut self, token: Token) {
        self.viewers.retain(|viewer| viewer.token != token);
    }

    /// Whether the holder of this token is sent frames.
    pub fn is_attached(&self, token: Token) -> bool {
        self.viewers.iter().any(|viewer| viewer.token == token)
    }

    /// Takes a message from the holder of a token and answers it at once.
    ///
    /// An owner that has something to do in between, such as writing a log, [decodes](Request::decode) the message itself
    /// and calls the function that fits.
    pub fn hear(&mut self, now: Millis, token: Token, message: ClientMsg) -> Outcome {
        let Some(id) = message.id().map(String::from) else {
            return Outcome::refused(token, None, Refusal::GreetingRepeated);
        };
        let command = Command { token, id: &id };
        match Request::decode(&self.table, token, message) {
            Ok(Request::Input(input)) => self.apply(now, input, Some(command)),
            Ok(Request::Hint) => self.hint_at_once(command),
            Ok(Request::Talk(talk)) => self.say(command, talk),
            Err(refusal) => command.refused(refusal),
        }
    }

    /// Lets everything happen that is due by now, applies the input, and tells every viewer what came of it.
    pub fn apply(&mut self, now: Millis, input: Input, command: Option<Command<'_>>) -> Outcome {
        self.at = self.at.max(now);
        self.run(self.at, input, command)
    }

    /// Applies an input that changes nothing, without letting time pass at the table. What is left of a turn is told
    /// as it is `now`.
    pub fn query(&mut self, now: Millis, input: Input, command: Option<Command<'_>>) -> Outcome {
        self.run(now, input, command)
    }

    fn run(&mut self, now: Millis, input: Input, command: Option<Command<'_>>) -> Outcome {
        // An input may clear a match away whose events are still to be written.
        let before = self.table.session().map(|session| session.compiled().clone());
        let outputs = self.table.apply(self.at, input);
        self.wake = outputs.iter().find_map(|output| match output {
            Output::WakeAt(at) => Some(*at),
            Output::To(..) | Output::Host(_) => None,
        });
        let refusal = command.and_then(|command| refusal_of(command, &outputs));
        let answer = command.map(|command| (command.token, command.answer(refusal.as_ref())));
        let told = Told { table: &self.table, before: before.as_ref(), outputs: &outputs, now, answer };
        Outcome { frames: told.frames(&mut self.viewers), refusal }
    }

    /// What a computer player has to decide now, each decision once. The owner searches for it and hands
    /// [the answer](Decision::answer) back as an input.
    pub fn next_decision(&mut self) -> Option<Decision> {
        let decision = self.table.pending_decision();
        let before = std::mem::replace(&mut self.deciding, decision.as_ref().map(|decision| decision.number));
        decision.filter(|decision| before != Some(decision.number))
    }

    /// Whether the decision about the position with this number is still wanted.
    pub fn is_deciding(&self, number: u64) -> bool {
        self.deciding == Some(number)
    }

    /// What has to be decided so that the holder of this token gets a hint (G21). Nobody else learns of it.
    pub fn hint(&self, token: Token) -> Result<Decision, Refusal> {
        Ok(self.table.hint(token)?)
    }

    /// Answers the command that asked for a hint with what the search found; a search that failed found nothing.
    pub fn answer_hint(
        &self,
        command: Command<'_>,
        decision: &Decision,
        found: Option<&[MoveStats<Move>]>,
    ) -> Outcome {
        let number = self.table.number();
        let hint = match found {
            None => Err(Refusal::NoHintFound),
            Some(_) if number != decision.number => Err(table::Refusal::Stale { number }.into()),
            Some(found) => decision.hint(found).map_err(Refusal::from),
        };
        match hint {
            Ok(hint) => {
                let frame = FrameWriter::new(&self.table, None, self.at, &mut None).items([&hint]);
                let outcome = Outcome { frames: vec![(command.token, frame)], refusal: None };
                outcome.with_first(command.token, command.answer(None))
            }
            Err(refusal) => command.refused(refusal),
        }
    }

    /// Searches for a hint while everyone waits.
    fn hint_at_once(&self, command: Command<'_>) -> Outcome {
        match self.hint(command.token) {
            Ok(decision) => self.answer_hint(command, &decision, Some(&decision.search_all())),
            Err(refusal) => command.refused(refusal),
        }
    }

    /// Tells every viewer what a player says.
    pub fn say(&self, command: Command<'_>, talk: Talk) -> Outcome {
        let Some(seat) = self.table.seat_of(command.token) else {
            return command.refused(table::Refusal::NoSeat);
        };
        let (p, t) = match talk {
            Talk::Phrase(phrase) => (phrase, String::new()),
            Talk::Text(text) => (String::new(), text),
        };
        let said = Item::Said(SaidItem { seat: seat.index() as u8, p, t });
        let frames = self.viewers.iter().map(|viewer| (viewer.token, vec![said.clone()])).collect();
        Outcome { frames, refusal: None }.with_first(command.token, command.answer(None))
    }
}

/// Why the table refused a command: the refusal goes to its sender, or to the host.
fn refusal_of(command: Command<'_>, outputs: &[Output]) -> Option<Refusal> {
    outputs.iter().find_map(|output| match output {
        Output::Host(Message::Refused(refusal)) => Some(refusal.clone().into()),
        Output::To(to, Message::Refused(refusal)) if *to == command.token => Some(refusal.clone().into()),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    })
}

/// What the table told after one input.
struct Told<'a> {
    table: &'a Table,
    /// The rules of the match before the input.
    before: Option<&'a CompiledRules>,
    outputs: &'a [Output],
    now: Millis,
    /// The answer to the command, and whose it was.
    answer: Option<(Token, Item)>,
}

impl Told<'_> {
    /// One frame for every viewer who is told something, and one for the sender of the command.
    fn frames(&self, viewers: &mut [Viewer]) -> Vec<(Token, ServerMsg)> {
        let mut frames = Vec::new();
        for Viewer { token, shown } in &mut *viewers {
            let frame = self.frame(*token, shown);
            if !frame.is_empty() {
                frames.push((*token, frame));
            }
        }
        let sender = self.answer.as_ref().map(|(token, _)| *token);
        if let Some(sender) = sender.filter(|sender| viewers.iter().all(|viewer| viewer.token != *sender)) {
            frames.push((sender, self.frame(sender, &mut None)));
        }
        frames
    }

    fn frame(&self, token: Token, shown: &mut Option<SceneText>) -> ServerMsg {
        let answer = self.answer.as_ref().filter(|(sender, _)| *sender == token).map(|(_, answer)| answer);
        let messages = self.outputs.iter().filter_map(|output| match output {
            Output::To(to, message) if *to == token => Some(message),
            Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
        });
        // The refusal of a command is its answer, and told once.
        let messages = messages.filter(|message| answer.is_none() || !matches!(message, Message::Refused(_)));
        let mut frame: ServerMsg = answer.cloned().into_iter().collect();
        frame.extend(FrameWriter::new(self.table, self.before, self.now, shown).items(messages));
        frame
    }
}
