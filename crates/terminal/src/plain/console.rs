//! A match in plain text: tells what happens, asks whoever has to decide, lets the computer players move.

use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::time::Instant;

use engine::Scene;
use games::{Kit, Rules};
use table::{Answer, Level, Millis};

use crate::actions::written;
use crate::hand::own;
use crate::link::Link;
use crate::picture::Picture;
use crate::plain::menu::Menu;
use crate::plain::{Tally, guide, help, page, position};
use crate::words::Words;

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
    /// This was tried; the position may be another now.
    Tried,
    /// Nothing is done.
    LetItBe,
    /// To stop.
    Leave,
}

/// The longest line that is read from the person.
const LONGEST: u64 = 4_096;

/// What is said after something that was not understood.
const HINT: &str = "Type help for the commands.";

/// What hides the cards of one person from the next.
const SHEET: usize = 50;

/// A match at a keyboard and a printer.
pub struct Console<'a, R, W, L> {
    link: L,
    input: &'a mut R,
    out: &'a mut W,
    began: Instant,
    /// Time that nobody had to wait for.
    skipped: Millis,
    /// How much of the log was told to each of the people.
    told: Vec<usize>,
    /// The position in which the person who looks has let a reaction be.
    let_be: Option<u64>,
}

impl<'a, R: BufRead, W: Write, L: Link> Console<'a, R, W, L> {
    /// A match to be played in lines.
    pub fn new(link: L, input: &'a mut R, out: &'a mut W) -> Console<'a, R, W, L> {
        let told = vec![0; link.people().max(1)];
        Console { link, input, out, began: Instant::now(), skipped: 0, told, let_be: None }
    }

    /// Of what happened before, only the last is told again.
    pub fn skip_what_was(&mut self) {
        let last = self.picture().log.len().saturating_sub(3);
        self.told.fill(last);
    }

    /// Waits until a match begins where people still gather; `false` where the person leaves before.
    pub fn gather(&mut self) -> io::Result<bool> {
        while self.picture().scene.is_none() {
            let names = self.picture().names.join(", ");
            writeln!(self.out, "At the table: {names}. {}", self.link.invitation())?;
            write!(self.out, "Enter begins, bot (or bot hard) seats a computer player, or quit: ")?;
            self.out.flush()?;
            let Some(line) = self.read()? else { return Ok(false) };
            let now = self.now();
            match line.as_str() {
                "" => self.link.start(now),
                "bot" => self.link.add_bot(now),
                "quit" | "exit" | "q" => return Ok(false),
                other => match other.strip_prefix("bot ").and_then(|name| Level::named(name.trim())) {
                    Some(level) => self.add_bot(now, level),
                    None => continue,
                },
            }
            let refused = self.picture().message.clone();
            if line.is_empty() && !refused.is_empty() {
                writeln!(self.out, "{refused} Waiting for the match to begin.")?;
                self.out.flush()?;
                while self.picture().scene.is_none() && self.wait() {}
            }
        }
        Ok(true)
    }

    fn add_bot(&mut self, now: Millis, level: Level) {
        if let Some(next) = self.link.bot_level() {
            *next = level;
        }
        self.link.add_bot(now);
    }

    /// Plays the match to its end, or until the person leaves.
    pub fn run(&mut self) -> io::Result<Ending> {
        loop {
            self.tell_log()?;
            let over = self.link.public().outcome.is_some();
            if over {
                self.link.save();
                self.tell_result()?;
                if self.link.public().winners.is_some() {
                    return Ok(Ending::Over);
                }
                if !self.goes_on()? {
                    return Ok(Ending::Left);
                }
                let now = self.now();
                self.link.go_on(now);
                self.new_round()?;
                continue;
            }
            if let Some(person) = self.link.awaited().filter(|_| !self.may_react()) {
                if !self.pass_on(person)? {
                    return Ok(Ending::Left);
                }
                continue;
            }
            if self.is_asked() {
                self.link.save();
                match self.ask()? {
                    Wish::Tried => {}
                    Wish::LetItBe => self.let_be = Some(self.picture().number),
                    Wish::Leave => return Ok(Ending::Left),
                }
                continue;
            }
            if !self.wait() {
                return Ok(Ending::Left);
            }
        }
    }

    /// The table, once the match was played.
    pub fn into_link(self) -> L {
        self.link
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis() as Millis + self.skipped
    }

    /// Nobody here has to decide anything, so time goes on at once; `false` where nothing can happen any more.
    fn wait(&mut self) -> bool {
        let now = self.now();
        let Some(skipped) = self.link.idle(now) else { return false };
        self.skipped += skipped;
        true
    }

    fn picture(&self) -> &Picture {
        self.link.picture()
    }

    fn words(&self) -> Option<Words<'_>> {
        self.picture().words()
    }

    fn is_asked(&self) -> bool {
        !self.picture().held && (self.picture().is_on_turn() || self.may_react())
    }

    /// Whether the person who looks can do something out of turn that is worth asking about: a catch, a slap, or a
    /// word that another's move made due. A word that was forgotten is not brought to mind.
    fn may_react(&self) -> bool {
        let picture = self.picture();
        let Some(scene) = &picture.scene else { return false };
        if picture.is_on_turn() || scene.choices.is_empty() || self.let_be == Some(picture.number) {
            return false;
        }
        let owes = |own: bool| {
            let of_them = |place: &&engine::Place| (Some(place.seat) == picture.seat()) == own;
            scene.places.iter().filter(of_them).any(|place| place.owes_word)
        };
        match picture.kit() {
            Some(Kit::Matching(_)) => owes(false) || owes(true) && !self.moved_last(),
            Some(Kit::Yaniv(_)) => true,
            None => false,
        }
    }

    /// Whether the last move was that of the person who looks.
    fn moved_last(&self) -> bool {
        let played = |event: &engine::Event| match event {
            engine::Event::Played { seat, .. } => Some(*seat),
            _ => None,
        };
        self.picture().events.iter().find_map(played) == self.picture().seat()
    }

    /// Tells what happened since the last time. Whoever is out of the match hears only how rounds end.
    fn tell_log(&mut self) -> io::Result<()> {
        let log = &self.link.picture().log;
        let told = &mut self.told[self.link.facing()];
        // A new match begins a new log.
        let news = log.get(*told..).unwrap_or(log).to_vec();
        *told = log.len();
        if !self.only_results() {
            for text in news {
                write!(self.out, "{}", page::wrapped(&text, 0))?;
            }
        }
        Ok(())
    }

    fn only_results(&self) -> bool {
        let picture = self.picture();
        let dealt_in = |scene: &Scene| scene.places.iter().any(|place| Some(place.seat) == picture.seat());
        picture.seat().is_some() && !picture.scene.as_ref().is_some_and(dealt_in)
    }

    fn new_round(&mut self) -> io::Result<()> {
        self.let_be = None;
        writeln!(self.out)
    }

    /// The device goes to another person, and nobody sees the cards of both (J23); `false` where the input ended.
    fn pass_on(&mut self, person: usize) -> io::Result<bool> {
        let name = self.link.person(person).to_string();
        // Where a screen could be scrolled back, everything on it is wiped.
        let wiped = if io::stdout().is_terminal() { "\u{1b}[2J\u{1b}[3J\u{1b}[H" } else { "" };
        write!(self.out, "{}{wiped}", "\n".repeat(SHEET))?;
        write!(self.out, "Pass the device to {name}. {name}, press Enter: ")?;
        self.out.flush()?;
        if self.read()?.is_none() {
            return Ok(false);
        }
        self.link.face(person);
        self.let_be = None;
        writeln!(self.out)?;
        Ok(true)
    }

    /// Asks the person who looks until something is done, or nothing is wanted.
    fn ask(&mut self) -> io::Result<Wish> {
        let number = self.picture().number;
        let Some(mut menu) = self.menu() else { return Ok(Wish::LetItBe) };
        let on_turn = self.picture().is_on_turn();
        self.show_position()?;
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
                "back" | "undo" if menu.back() => self.show_menu(&menu)?,
                "back" | "undo" => self.take_back()?,
                "switch" => {
                    let now = self.now();
                    self.link.announce(now);
                    self.tell_message()?;
                }
                "hint" => {
                    let now = self.now();
                    self.link.hint(now);
                    self.tell_message()?;
                }
                command if self.help(command)? => {}
                answer => self.understand(answer, &mut menu)?,
            }
            if self.picture().number != number || self.picture().held {
                return Ok(Wish::Tried);
            }
        }
    }

    fn menu(&self) -> Option<Menu> {
        let picture = self.picture();
        Some(Menu::new(picture.scene.as_ref()?, &picture.words()?))
    }

    /// The person wants the last move back, and the others are asked where they have a say (G13).
    fn take_back(&mut self) -> io::Result<()> {
        let now = self.now();
        self.link.take_back(now);
        if self.link.public().asking.is_some() {
            write!(self.out, "Do the others agree? y or n: ")?;
            self.out.flush()?;
            let agreed = self.read()?.is_some_and(|line| line.starts_with('y'));
            let now = self.now();
            self.link.answer(now, if agreed { Answer::Agree } else { Answer::Refuse });
        }
        self.tell_message()
    }

    fn tell_message(&mut self) -> io::Result<()> {
        let text = self.picture().message.clone();
        if !text.is_empty() {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
            // What was said now need not be told again.
            if self.picture().log.last() == Some(&text) {
                self.told[self.link.facing()] = self.picture().log.len();
            }
        }
        self.prompt()
    }

    /// Answers a question of the person; `false` where it is none.
    fn help(&mut self, command: &str) -> io::Result<bool> {
        let text = match (command, command.strip_prefix("why ")) {
            ("why", _) => self.why_all(),
            (_, Some(card)) => page::wrapped(&self.why_card(card.trim()), 0),
            _ => match self.shown(command) {
                Some(text) => text,
                None => return Ok(false),
            },
        };
        write!(self.out, "{text}")?;
        self.prompt()?;
        Ok(true)
    }

    fn shown(&self, command: &str) -> Option<String> {
        let (picture, words) = (self.picture(), self.words()?);
        let scene = picture.scene.as_ref()?;
        Some(match command {
            "help" | "?" | "h" => words.localised(&help::help(words.kit())),
            "hand" => page::wrapped(&position::hand(scene, &words), 0),
            "table" => position::position(scene, &words).iter().map(|text| page::wrapped(text, 0)).collect(),
            "log" => picture.log.iter().map(|text| page::wrapped(text, 0)).collect(),
            "scores" => scores(picture),
            "rules" => page::rules(picture.rules()?),
            "guide" => words.localised(&guide::in_words(picture.rules()?)),
            _ => return None,
        })
    }

    /// Which cards of the hand can be played now, and why the others cannot.
    fn why_all(&mut self) -> String {
        let Some(scene) = &self.picture().scene else { return String::new() };
        let mut cards = own(scene).to_vec();
        cards.dedup();
        let asked: Vec<String> = match self.words().map(|words| words.kit().clone()) {
            Some(Kit::Matching(kit)) => cards.iter().map(|&card| kit.pack.notation(card).into()).collect(),
            Some(Kit::Yaniv(_)) => {
                let now = self.now();
                let call = self.link.why(now, "yaniv").unwrap_or_else(|| "You may call Yaniv.".into());
                let throws = "You may throw any one card, cards of one rank, or a run in one suit.";
                return page::hanging("  ", throws, 2) + &page::hanging("  ", &call, 2);
            }
            None => Vec::new(),
        };
        asked.iter().map(|card| page::hanging("  ", &self.why_card(card), 2)).collect()
    }

    /// Whether the card that is written so can be played, and why not.
    fn why_card(&mut self, text: &str) -> String {
        let Some(words) = self.words() else { return String::new() };
        let (pack, Some(rules)) = (words.kit().pack(), self.picture().rules()) else { return String::new() };
        let Some(card) = pack.parse(text) else { return format!("There is no card \"{text}\". {HINT}") };
        let (name, notation) = (words.card(card), written(rules, pack, &[card]));
        let scene = self.picture().scene.as_ref();
        let fits = scene.is_some_and(|scene| !crate::actions::using(scene, pack, &[card]).is_empty());
        let done = match rules {
            Rules::Matching(_) => "played",
            Rules::Yaniv(_) => "thrown",
        };
        let now = self.now();
        match self.link.why(now, &notation).filter(|_| !fits) {
            None => format!("The {name} can be {done}."),
            Some(reason) if reason.contains(&name) => reason,
            Some(reason) => format!("The {name} cannot be {done}: {reason}"),
        }
    }

    /// Does what is meant: a move by its number, or in notation; asks on where more has to be known.
    fn understand(&mut self, answer: &str, menu: &mut Menu) -> io::Result<()> {
        match answer.parse::<usize>().map(|number| menu.choose(number)) {
            Ok(Ok(Some(notation))) => {
                self.act(&notation)?;
                // Where nothing came of it, everything can be chosen again.
                while menu.back() {}
                Ok(())
            }
            Ok(Ok(None)) => self.show_menu(menu),
            Ok(Err(why)) => {
                writeln!(self.out, "{why}")?;
                self.prompt()
            }
            Err(_) => self.act_in_words(answer),
        }
    }

    /// A move in notation, or a card by itself.
    fn act_in_words(&mut self, text: &str) -> io::Result<()> {
        let Some(kit) = self.picture().kit().cloned() else { return Ok(()) };
        let with_verb = format!("play {text}");
        match (kit.parse(text), kit.parse(&with_verb)) {
            (Ok(_), _) => self.act(text),
            (Err(_), Ok(_)) => self.act(&with_verb),
            (Err(why), Err(_)) => {
                let told = self.words().map(|words| words.refusal(&why)).unwrap_or_default();
                write!(self.out, "{}", page::wrapped(&format!("{told} {HINT}"), 0))?;
                self.prompt()
            }
        }
    }

    fn act(&mut self, notation: &str) -> io::Result<()> {
        let (now, number) = (self.now(), self.picture().number);
        self.link.act(now, notation);
        let picture = self.picture();
        let refused = picture.number == number || !picture.message.is_empty();
        if refused && !picture.held { self.tell_message() } else { Ok(()) }
    }

    fn show_position(&mut self) -> io::Result<()> {
        let picture = self.picture();
        let (Some(scene), Some(words)) = (&picture.scene, picture.words()) else { return Ok(()) };
        let mut told: String =
            position::position(scene, &words).iter().map(|text| page::wrapped(text, 0)).collect();
        told += &page::wrapped(&position::hand(scene, &words), 0);
        if let Some(seconds) = picture.seconds_left(self.now()) {
            told += &format!("{seconds} seconds are left.\n");
        }
        write!(self.out, "\n{told}")
    }

    fn show_menu(&mut self, menu: &Menu) -> io::Result<()> {
        writeln!(self.out, "{}", menu.question())?;
        for (at, answer) in menu.answers().iter().enumerate() {
            write!(self.out, "{}", page::hanging(&format!("{:>4}", at + 1), answer, 6))?;
        }
        self.prompt()
    }

    fn prompt(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }

    /// A line from the person without its ends; nothing where the input has ended.
    fn read(&mut self) -> io::Result<Option<String>> {
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

    fn tell_result(&mut self) -> io::Result<()> {
        let Some(tally) = Tally::of_picture(self.link.picture()) else { return Ok(()) };
        for text in tally.round() {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
        }
        if tally.has_scores() {
            write!(self.out, "{}", tally.table())?;
            if let Some(text) = tally.whole_match() {
                write!(self.out, "{}", page::wrapped(&text, 0))?;
            }
        }
        Ok(())
    }

    /// Whether another round is played: people who are still in the match are asked.
    fn goes_on(&mut self) -> io::Result<bool> {
        let picture = self.link.picture();
        let Some(you) = picture.seat() else { return Ok(true) };
        let out = |seat| Tally::of_picture(picture).is_some_and(|tally| tally.is_out(seat));
        if self.link.people() == 1 && out(you) {
            if !self.only_results() {
                writeln!(self.out, "You are out of the match, and the others play on.")?;
            }
            return Ok(true);
        }
        write!(self.out, "Enter for the next round, or quit: ")?;
        self.out.flush()?;
        let answer = self.read()?;
        Ok(answer.is_some_and(|answer| !["quit", "exit", "q"].contains(&answer.as_str())))
    }
}

fn scores(picture: &Picture) -> String {
    let line = |(name, score): (&String, &i32)| format!("{score:>6}  {name}\n");
    picture.names.iter().zip(&picture.scores).map(line).collect()
}

/// What was typed, in small letters and without quotation marks and ends.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace(['"', '\u{201c}', '\u{201d}'], "");
    text.trim().to_lowercase()
}
