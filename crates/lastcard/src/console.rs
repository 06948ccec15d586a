//! A match in plain text: tells what happens, asks the person, lets the computer players move.

use std::io::{BufRead, Read, Write};

use bots::Bot;
use engine::{Act, BySeat, Event, Refusal, Seat, Viewer};
use games::{Entry, Move, Session, View};

use crate::menu::Menu;
use crate::words::{Voice, Words, count};
use crate::{Failure, help, page, result, rules, table};

/// Who sits in a seat.
pub enum Player {
    /// Whoever reads the screen.
    Person,
    /// A computer player.
    Computer(Box<dyn Bot>),
}

/// How a sitting ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The match is over.
    Over,
    /// The person has had enough, or the input has ended.
    Left,
}

/// What the person wants.
enum Wish {
    Play(Move),
    LetItBe,
    Leave,
}

/// The longest line that is read from the person.
const LONGEST: u64 = 4_096;

/// What is said after something that was not understood.
const HINT: &str = "Type help for the commands.";

/// A match at a screen and a keyboard.
pub struct Console<'a, R, W> {
    /// The match.
    pub session: Session,
    /// Who sits where.
    pub players: Vec<Player>,
    /// How things are told.
    pub voice: Voice,
    /// The keyboard.
    pub input: &'a mut R,
    /// The screen.
    pub out: &'a mut W,
}

impl<R: BufRead, W: Write> Console<'_, R, W> {
    /// Plays the match to its end, or until the person leaves.
    pub fn run(&mut self) -> Result<Ending, Failure> {
        loop {
            let before = self.session.scores().totals;
            self.tell_deal()?;
            if self.round()? == Ending::Left {
                return Ok(Ending::Left);
            }
            self.tell_result(&before)?;
            if self.session.scores().is_over() {
                return Ok(Ending::Over);
            }
            if !self.goes_on()? {
                return Ok(Ending::Left);
            }
            self.session.next_round()?;
        }
    }

    fn words(&self) -> Words<'_> {
        Words::new(&self.session, self.voice)
    }

    fn viewer(&self) -> Viewer {
        self.voice.you.map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn tell_deal(&mut self) -> Result<(), Failure> {
        let number = self.session.scores().rounds + 1;
        if number > 1 {
            writeln!(self.out, "\nRound {number}.")?;
        }
        if self.only_results() {
            return Ok(());
        }
        let (dealer, words) = (self.session.dealer(), self.words());
        let cards = count(self.session.kit().hand_size(), "card");
        let deal = format!("{} {} {cards} each.", words.subject(dealer), words.verb(dealer, "deals", "deal"));
        let cuts = if number == 1 { self.cuts() } else { String::new() };
        write!(self.out, "{}", page::wrapped(&format!("{cuts}{deal}"), 0))?;
        let events = self.session.events().iter().copied();
        self.tell(events.filter(|event| !matches!(event, Event::Dealt { .. })).collect())
    }

    /// The cards that were cut for the deal, in a sentence.
    fn cuts(&self) -> String {
        let words = self.words();
        let cut = self.session.cuts().iter().map(|&(seat, card)| {
            format!("{} {} {}", words.name(seat), words.verb(seat, "cuts", "cut"), words.cards([card]))
        });
        let cut: Vec<String> = cut.collect();
        if cut.is_empty() { String::new() } else { format!("For the deal, {}. ", games::and_list(&cut)) }
    }

    /// Whether the person is out of the match and is told only how the rounds of the others end.
    fn only_results(&self) -> bool {
        self.voice.you.is_some_and(|you| !self.session.round().playing().contains(you))
    }

    /// Tells what happened as the viewer may see it.
    fn tell(&mut self, events: Vec<Event>) -> Result<(), Failure> {
        if self.only_results() {
            return Ok(());
        }
        let (viewer, pack) = (self.viewer(), self.session.pack());
        let seen: Vec<Event> = events.into_iter().map(|event| event.seen_by(viewer, pack)).collect();
        let told: Vec<String> = self.words().tell(&seen).iter().map(|text| page::wrapped(text, 0)).collect();
        for text in told {
            write!(self.out, "{text}")?;
        }
        Ok(())
    }

    fn round(&mut self) -> Result<Ending, Failure> {
        while let Some(turn) = self.session.turn() {
            if self.reactions(turn)? == Ending::Left {
                return Ok(Ending::Left);
            }
            if self.session.turn() != Some(turn) {
                continue;
            }
            match &self.players[turn.index()] {
                Player::Computer(_) => {
                    let choice =
                        self.ask_computer(turn).or_else(|| self.session.legal(turn).first().copied());
                    let choice = choice.ok_or_else(|| format!("seat {turn} is to move and has no move"))?;
                    self.play(turn, choice)?;
                }
                Player::Person => match self.ask_person(turn)? {
                    Wish::Play(choice) => self.play(turn, choice)?,
                    Wish::LetItBe => {}
                    Wish::Leave => return Ok(Ending::Left),
                },
            }
        }
        Ok(Ending::Over)
    }

    /// What the others do before the player on turn moves: say a word, catch, slap.
    fn reactions(&mut self, turn: Seat) -> Result<Ending, Failure> {
        for seat in self.reaction_order(turn) {
            if !self.session.acting().contains(seat) || self.session.turn() != Some(turn) {
                continue;
            }
            match &self.players[seat.index()] {
                Player::Computer(_) => {
                    if let Some(choice) = self.ask_computer(seat) {
                        self.play(seat, choice)?;
                    }
                }
                Player::Person if self.worth_asking(seat) => match self.ask_person(seat)? {
                    Wish::Play(choice) => self.play(seat, choice)?,
                    Wish::LetItBe => {}
                    Wish::Leave => return Ok(Ending::Left),
                },
                Player::Person => {}
            }
        }
        Ok(Ending::Over)
    }

    /// Computer players who owe a word say it first; then the person is asked, and then the others catch.
    fn reaction_order(&self, turn: Seat) -> Vec<Seat> {
        let acting = self.session.acting().without(turn);
        let owing = match self.session.view(Viewer::Spectator) {
            View::Matching(view) => view.owing,
            View::Yaniv(_) => engine::SeatSet::EMPTY,
        };
        let is_person = |seat: Seat| matches!(self.players[seat.index()], Player::Person);
        let mut order: Vec<Seat> = acting.iter().collect();
        order.sort_by_key(|&seat| match (is_person(seat), owing.contains(seat)) {
            (false, true) => 0,
            (true, _) => 1,
            (false, false) => 2,
        });
        order
    }

    /// Out of turn the person is asked about a catch or a slap, or a word that another's move made due.
    fn worth_asking(&self, seat: Seat) -> bool {
        let View::Matching(view) = self.session.view(Viewer::Seat(seat)) else { return true };
        let own_move = matches!(self.session.entries().last(), Some(Entry::Act(last, _)) if *last == seat);
        let others_owe = !view.owing.without(seat).is_empty();
        others_owe || view.owing.contains(seat) && !own_move
    }

    fn ask_computer(&mut self, seat: Seat) -> Option<Move> {
        let (view, moves) = (self.session.view(Viewer::Seat(seat)), self.session.legal(seat));
        match &mut self.players[seat.index()] {
            Player::Computer(bot) => bot.choose(&view, &moves),
            Player::Person => None,
        }
    }

    /// Makes the move and tells what came of it.
    fn play(&mut self, seat: Seat, choice: Move) -> Result<(), Failure> {
        match self.session.play(seat, choice) {
            Ok(events) => self.tell(events),
            Err(refused) => {
                self.tell_refusal(&refused.why)?;
                self.tell(refused.events)
            }
        }
    }

    fn tell_refusal(&mut self, why: &Refusal) -> Result<(), Failure> {
        let text = page::wrapped(&self.words().refusal(why), 0);
        write!(self.out, "{text}")?;
        Ok(())
    }

    /// Asks the person until there is a move, or none is wanted.
    fn ask_person(&mut self, seat: Seat) -> Result<Wish, Failure> {
        let view = self.session.view(Viewer::Seat(seat));
        let on_turn = self.session.turn() == Some(seat);
        let mut menu = Menu::new(&view, &self.words(), &self.session.legal(seat));
        self.show_position(&view)?;
        if !on_turn {
            writeln!(self.out, "It is not your turn, but there is something you may do. Enter lets it be.")?;
        }
        self.show_menu(&menu)?;
        loop {
            let Some(line) = self.read()? else { return Ok(Wish::Leave) };
            match line.as_str() {
                "" if !on_turn => return Ok(Wish::LetItBe),
                "" => self.show_menu(&menu)?,
                "quit" | "exit" | "q" => return Ok(Wish::Leave),
                "back" | "undo" => {
                    if !menu.back() {
                        writeln!(self.out, "There is nothing to go back to: a move that was made stands.")?;
                    }
                    self.show_menu(&menu)?;
                }
                command if self.help(command, seat, &view)? => {}
                answer => {
                    if let Some(wish) = self.understand(answer, seat, &mut menu)? {
                        return Ok(wish);
                    }
                }
            }
        }
    }

    /// Answers a question of the person; `false` where it is none.
    fn help(&mut self, command: &str, seat: Seat, view: &View) -> Result<bool, Failure> {
        let words = self.words();
        let text = match command {
            "help" | "?" | "h" => words.localised(&help::help(&self.session)),
            "hand" => page::wrapped(&table::hand(view, &words), 0),
            "table" => table::position(view, &words).iter().map(|text| page::wrapped(text, 0)).collect(),
            "why" => table::why(&self.session, seat, &words)
                .iter()
                .map(|text| page::hanging("  ", text, 2))
                .collect(),
            "rules" => rules::in_words(self.session.rules()),
            other => match other.strip_prefix("why ") {
                Some(card) => page::wrapped(&self.why_card(card.trim(), seat), 0),
                None => return Ok(false),
            },
        };
        write!(self.out, "{text}")?;
        self.prompt()?;
        Ok(true)
    }

    /// Whether the card that is written so can be played, and why not.
    fn why_card(&self, text: &str, seat: Seat) -> String {
        match self.session.pack().parse(text) {
            Some(card) => table::why_card(&self.session, seat, &self.words(), card),
            None => format!("There is no card \"{text}\". {HINT}"),
        }
    }

    /// What is meant: a move by its number, or in notation; nothing yet where more has to be asked.
    fn understand(&mut self, answer: &str, seat: Seat, menu: &mut Menu) -> Result<Option<Wish>, Failure> {
        match answer.parse::<usize>().map(|number| menu.choose(number)) {
            Ok(Ok(Some(choice))) => return Ok(Some(Wish::Play(choice))),
            Ok(Ok(None)) => {
                self.show_menu(menu)?;
                return Ok(None);
            }
            Ok(Err(why)) => writeln!(self.out, "{why}")?,
            Err(_) => match self.read_move(answer) {
                Ok(choice) => match self.attempt(seat, choice)? {
                    None => {}
                    wish => return Ok(wish),
                },
                Err(why) => {
                    let text = page::wrapped(&format!("{} {HINT}", self.words().refusal(&why)), 0);
                    write!(self.out, "{text}")?;
                }
            },
        }
        self.prompt()?;
        Ok(None)
    }

    /// A legal move, or what came of an illegal one: where it was fined, the person is asked anew.
    fn attempt(&mut self, seat: Seat, choice: Move) -> Result<Option<Wish>, Failure> {
        if self.session.check(seat, choice).is_ok() {
            return Ok(Some(Wish::Play(choice)));
        }
        let before = self.session.number();
        self.play(seat, choice)?;
        Ok((self.session.number() != before).then_some(Wish::LetItBe))
    }

    /// The move in notation, or a card by itself.
    fn read_move(&self, text: &str) -> Result<Move, Refusal> {
        let whole = |text: &str| match self.session.parse(text) {
            Ok(Act::Move(choice)) => Ok(choice),
            Ok(Act::Order(_)) => {
                Err(Refusal::Unreadable("That is for the table to say, not for a player.".into()))
            }
            Err(why) => Err(why),
        };
        whole(text).or_else(|why| whole(&format!("play {text}")).map_err(|_| why))
    }

    fn show_position(&mut self, view: &View) -> Result<(), Failure> {
        let words = self.words();
        let mut told: String =
            table::position(view, &words).iter().map(|text| page::wrapped(text, 0)).collect();
        told += &page::hanging("", &table::hand(view, &words), 0);
        write!(self.out, "\n{told}")?;
        Ok(())
    }

    fn show_menu(&mut self, menu: &Menu) -> Result<(), Failure> {
        writeln!(self.out, "{}", menu.question())?;
        for (at, answer) in menu.answers().iter().enumerate() {
            write!(self.out, "{}", page::hanging(&format!("{:>4}", at + 1), answer, 6))?;
        }
        self.prompt()
    }

    fn prompt(&mut self) -> Result<(), Failure> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        Ok(())
    }

    /// A line from the person without its ends; nothing where the input has ended.
    fn read(&mut self) -> Result<Option<String>, Failure> {
        loop {
            let mut bytes = Vec::new();
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                writeln!(self.out)?;
                return Ok(None);
            }
            if read as u64 == LONGEST && !bytes.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
                writeln!(self.out, "That line is too long. {HINT}")?;
                self.prompt()?;
                continue;
            }
            return Ok(Some(plain(&bytes)));
        }
    }

    fn tell_result(&mut self, before: &BySeat<i32>) -> Result<(), Failure> {
        let Some(outcome) = self.session.outcome() else { return Ok(()) };
        let words = self.words();
        let lines = |texts: &[String]| texts.iter().map(|text| page::wrapped(text, 0)).collect::<String>();
        let mut told = lines(&result::round(&self.session, &words, &outcome));
        told += &lines(result::beaten(&self.session, &words, &outcome).as_slice());
        if result::has_scores(&self.session) {
            told += &lines(&result::landings(&self.session, &words, &outcome, before));
            told += &result::table(&self.session, &words, &outcome);
            told += &lines(result::whole_match(&self.session, &words).as_slice());
        }
        write!(self.out, "{told}")?;
        Ok(())
    }

    /// Whether another round is played: a person who is still in the match is asked.
    fn goes_on(&mut self) -> Result<bool, Failure> {
        match self.voice.you {
            None => Ok(true),
            Some(_) if self.only_results() => Ok(true),
            Some(you) if result::is_out(&self.session, you) => {
                writeln!(self.out, "You are out of the match, and the others play on.")?;
                Ok(true)
            }
            Some(_) => self.wants_next_round(),
        }
    }

    fn wants_next_round(&mut self) -> Result<bool, Failure> {
        write!(self.out, "Enter for the next round, or quit: ")?;
        self.out.flush()?;
        let answer = self.read()?;
        Ok(answer.is_some_and(|answer| !["quit", "exit", "q"].contains(&answer.as_str())))
    }
}

/// What was typed, in small letters and without quotation marks and ends.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace(['"', '\u{201c}', '\u{201d}'], "");
    text.trim().to_lowercase()
}
