//! Questions to the person, and the meaning of the answers.

use std::io::{self, BufRead, Read, Write};

use table::Answer;

use super::{AskResult, Console, HELP_HINT};
use crate::plain::menu::Menu;
use crate::plain::page;
use crate::table_link::TableLink;

/// Maximum length of an input line.
const MAX_LINE_BYTES: u64 = 4_096;

impl<R: BufRead, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Asks the current person until something was done or declined.
    pub(super) fn ask(&mut self) -> io::Result<AskResult> {
        let number = self.view().number;
        let Some(mut menu) = self.menu() else { return Ok(AskResult::Declined) };
        let on_turn = self.view().is_on_turn();
        self.print_position()?;
        if !on_turn {
            writeln!(self.out, "It is not your turn, but there is something you may do. Enter lets it be.")?;
        }
        self.print_menu(&menu)?;
        loop {
            let Some(line) = self.read()? else { return Ok(AskResult::Leave) };
            match line.as_str() {
                "" if !on_turn => return Ok(AskResult::Declined),
                "" => self.print_menu(&menu)?,
                "quit" | "exit" | "q" => return Ok(AskResult::Leave),
                "back" | "undo" if menu.back() => self.print_menu(&menu)?,
                "back" | "undo" => self.take_back()?,
                "switch" => {
                    let now = self.now();
                    self.link.announce(now);
                    self.print_message()?;
                }
                "hint" => {
                    let now = self.now();
                    self.link.hint(now);
                    self.print_message()?;
                }
                command if self.help(command)? => {}
                answer => self.carry_out(answer, &mut menu)?,
            }
            if self.view().number != number || self.view().held {
                return Ok(AskResult::Tried);
            }
        }
    }

    fn menu(&self) -> Option<Menu> {
        let view = self.view();
        Some(Menu::new(view.scene.as_ref()?, &view.narrator()?))
    }

    /// Asks to take the last move back; the others are asked if they have a say (G13).
    fn take_back(&mut self) -> io::Result<()> {
        let now = self.now();
        self.link.take_back(now);
        if self.link.public_view().asking.is_some() {
            write!(self.out, "Do the others agree? y or n: ")?;
            self.out.flush()?;
            let agreed = self.read()?.is_some_and(|line| line.starts_with('y'));
            let now = self.now();
            self.link.answer(now, if agreed { Answer::Agree } else { Answer::Refuse });
        }
        self.print_message()
    }

    /// Carries out an answer: a move by number or in notation. Asks on if more must be known.
    fn carry_out(&mut self, answer: &str, menu: &mut Menu) -> io::Result<()> {
        match answer.parse::<usize>().map(|number| menu.choose(number)) {
            Ok(Ok(Some(notation))) => {
                self.act(&notation)?;
                // If the move was refused, everything can be chosen again.
                while menu.back() {}
                Ok(())
            }
            Ok(Ok(None)) => self.print_menu(menu),
            Ok(Err(why)) => {
                writeln!(self.out, "{why}")?;
                self.prompt()
            }
            Err(_) => self.act_from_text(answer),
        }
    }

    /// Makes a move in notation, or plays a card given by itself.
    fn act_from_text(&mut self, text: &str) -> io::Result<()> {
        let Some(compiled) = self.view().compiled().cloned() else { return Ok(()) };
        let with_verb = format!("play {text}");
        match (compiled.parse(text), compiled.parse(&with_verb)) {
            (Ok(_), _) => self.act(text),
            (Err(_), Ok(_)) => self.act(&with_verb),
            (Err(why), Err(_)) => {
                let reason = self.narrator().map(|narrator| narrator.refusal(&why)).unwrap_or_default();
                write!(self.out, "{}", page::wrapped(&format!("{reason} {HELP_HINT}"), 0))?;
                self.prompt()
            }
        }
    }

    fn act(&mut self, notation: &str) -> io::Result<()> {
        let (now, number) = (self.now(), self.view().number);
        self.link.act(now, notation);
        let view = self.view();
        let refused = view.number == number || !view.message.is_empty();
        if refused && !view.held { self.print_message() } else { Ok(()) }
    }

    /// A trimmed line of input; `None` at the end of the input.
    pub(super) fn read(&mut self) -> io::Result<Option<String>> {
        loop {
            let mut bytes = Vec::new();
            let read = self.input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)?;
            if read == 0 {
                writeln!(self.out)?;
                return Ok(None);
            }
            if read as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
                self.input.skip_until(b'\n')?;
                writeln!(self.out, "That line is too long. {HELP_HINT}")?;
                self.prompt()?;
                continue;
            }
            return Ok(Some(normalised(&bytes)));
        }
    }
}

/// The input in lower case, without quotation marks and surrounding blanks.
fn normalised(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes).replace(['"', '\u{201c}', '\u{201d}'], "");
    text.trim().to_lowercase()
}
