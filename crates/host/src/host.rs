//! A table with its viewers, and what each of them was shown.

use std::cell::RefCell;

use games::{CompiledRules, Move};
use protocol::{Canvas, ClientMsg, Frame, FrameWriter, Item, Refusal, SaidItem, ShownScene};
use table::{Decision, Input, Message, Millis, MoveStats, Output, Table, Token, Undrawn};

use crate::{Command, Outcome, Request, Talk};

thread_local! {
    /// What the tables of a thread draw their scenes on, one after another.
    static CANVAS: RefCell<Canvas> = RefCell::default();
}

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

/// A receiver of frames, and the scene that was sent last.
struct Viewer {
    token: Token,
    shown: ShownScene,
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
        self.viewers.push(Viewer { token, shown: ShownScene::default() });
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

    /// Fires everything that is due, applies the input, and tells every viewer the result.
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
        let Undrawn { outputs, scenes, wake } = self.table.apply_undrawn(self.at, input);
        self.wake = wake;
        let refusal = command.and_then(|command| refusal_of(command, &outputs));
        let told = Told {
            table: &self.table,
            before: before.as_ref(),
            outputs: &outputs,
            scenes: &scenes,
            now,
            command,
            refusal: refusal.as_ref(),
        };
        let frames = CANVAS.with_borrow_mut(|canvas| told.frames(&mut self.viewers, canvas));
        Outcome { frames, refusal }
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
                let (frame, mut shown) = (command.answer(None), ShownScene::default());
                let mut writer = FrameWriter::new(&self.table, None, self.at, &mut shown, frame);
                writer.message(&hint);
                Outcome { frames: vec![(command.token, writer.finish())], refusal: None }
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
        let mut answer = Some(command.answer(None));
        let mut frame = |token: Token| {
            let mut frame = answer.take_if(|_| token == command.token).unwrap_or_default();
            frame.push(&said);
            (token, frame)
        };
        let mut frames: Vec<(Token, Frame)> = self.viewers.iter().map(|viewer| frame(viewer.token)).collect();
        frames.extend(answer.map(|answer| (command.token, answer)));
        Outcome { frames, refusal: None }
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
    /// Who gets a new scene.
    scenes: &'a [Token],
    now: Millis,
    /// Whose command it was, and why the table refused it.
    command: Option<Command<'a>>,
    refusal: Option<&'a Refusal>,
}

impl Told<'_> {
    /// One frame for every viewer who is told something, and one for the sender of the command.
    fn frames(&self, viewers: &mut [Viewer], canvas: &mut Canvas) -> Vec<(Token, Frame)> {
        let mut frames = Vec::with_capacity(viewers.len());
        for Viewer { token, shown } in &mut *viewers {
            let frame = self.frame(*token, shown, canvas);
            if !frame.is_empty() {
                frames.push((*token, frame));
            }
        }
        let sender = self.command.map(|command| command.token);
        if let Some(sender) = sender.filter(|sender| viewers.iter().all(|viewer| viewer.token != *sender)) {
            frames.push((sender, self.frame(sender, &mut ShownScene::default(), canvas)));
        }
        frames
    }

    fn frame(&self, token: Token, shown: &mut ShownScene, canvas: &mut Canvas) -> Frame {
        let command = self.command.filter(|command| command.token == token);
        let answer = command.map(|command| command.answer(self.refusal));
        let answered = answer.is_some();
        let messages = self.outputs.iter().filter_map(|output| match output {
            Output::To(to, message) if *to == token => Some(message),
            Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
        });
        // The refusal of a command is its answer, and is sent once.
        let messages = messages.filter(|message| !answered || !matches!(message, Message::Refused(_)));
        let mut writer =
            FrameWriter::new(self.table, self.before, self.now, shown, answer.unwrap_or_default());
        messages.for_each(|message| writer.message(message));
        if self.scenes.contains(&token) {
            writer.draw(self.table, token, canvas);
        }
        writer.finish()
    }
}
