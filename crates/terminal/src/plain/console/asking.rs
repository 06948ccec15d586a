//! Questions to the person, and what the answers mean.

use std::io::{self, BufRead, Read, Write};

use table::Answer;

use super::{Console, HINT, Wish};
use crate::plain::menu::Menu;
use crate::plain::page;
use crate::table_link::TableLink;

/// The longest line that is read from the person.
const LONGEST: u64 = 4_096;

impl<R: BufRead, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Asks the person who looks until something is done, or nothing is wanted.
    pub(super) fn ask(&mut self) -> io::Result<Wish> {
        let number = self.table_view().number;
        let Some(mut menu) = self.menu() else { return Ok(Wish::LetItBe) };
        let on_turn = self.table_view().is_on_turn();
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
            if self.table_view().number != number || self.table_view().held {
                return Ok(Wish::Tried);
            }
        }
    }

    fn menu(&self) -> Option<Menu> {
        let table_view = self.table_view();
        Some(Menu::new(table_view.scene.as_ref()?, &table_view.words()?))
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
        let Some(compiled) = self.table_view().compiled().cloned() else { return Ok(()) };
        let with_verb = format!("play {text}");
        match (compiled.parse(text), compiled.parse(&with_verb)) {
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
        let (now, number) = (self.now(), self.table_view().number);
        self.link.act(now, notation);
        let table_view = self.table_view();
        let refused = table_view.number == number || !table_view.message.is_empty();
        if refused && !table_view.held { self.tell_message() } else { Ok(()) }
    }

    /// A line from the person without its ends; nothing where the input has ended.
    pub(super) fn read(&mut self) -> io::Result<Option<String>> {
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
}

/// What was typed, in small letters and without quotation marks and ends.
fn plain(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace(['"', '\u{201c}', '\u{201d}'], "");
    text.trim().to_lowercase()
}
