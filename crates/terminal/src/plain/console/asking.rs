//! Questions to the person, and the meaning of the answers.

use std::io::{self, Write};

use table::Answer;

use super::clock::Reply;
use super::{AskResult, Console, HELP_HINT, is_quit};
use crate::plain::menu::Menu;
use crate::plain::spoken::{Listener, Understood};
use crate::plain::{LineSource, page};
use crate::table_link::TableLink;

impl<R: LineSource, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Asks the current person until something was done or declined.
    pub(super) fn ask(&mut self) -> io::Result<AskResult> {
        let number = self.view().number;
        let Some(mut menu) = self.menu() else { return Ok(AskResult::Declined) };
        let on_turn = self.view().is_on_turn();
        self.print_position()?;
        if !on_turn {
            writeln!(self.out, "It is not your turn, but there is something you can do. Enter skips it.")?;
        }
        self.print_menu(&menu)?;
        loop {
            let is_same =
                |console: &Self| console.view().number == number && console.view().is_on_turn() == on_turn;
            let line = match self.read_while(is_same)? {
                Reply::Line(line) => line,
                Reply::Changed => {
                    writeln!(self.out)?;
                    return Ok(AskResult::Tried);
                }
                Reply::End => return Ok(AskResult::Leave),
            };
            match line.as_str() {
                "" if !on_turn => return Ok(AskResult::Declined),
                "" => self.print_menu(&menu)?,
                line if is_quit(line) => return Ok(AskResult::Leave),
                "back" | "undo" | "take back" if menu.back() => self.print_menu(&menu)?,
                "back" | "undo" | "take back" => self.take_back()?,
                "switch" => {
                    let now = self.now();
                    self.link.announce(now);
                    self.print_message()?;
                }
                "hint" => {
                    let now = self.now();
                    self.link.hint(now);
                    // A search takes a moment.
                    if self.view().message.is_empty() {
                        self.wait();
                    }
                    self.print_message()?;
                }
                command if self.about_person(command)? => {}
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

    /// Carries out an answer: a choice by number, or a move in words. Asks on if more must be known.
    fn carry_out(&mut self, answer: &str, menu: &mut Menu) -> io::Result<()> {
        let number = answer.parse::<usize>().ok();
        let chosen = number.or_else(|| menu.number_of(answer)).map(|number| menu.choose(number));
        match chosen {
            Some(Ok(decided)) => self.act_or_ask(decided, menu),
            Some(Err(why)) => match self.understood(answer, menu) {
                Some(Understood::Moves(moves)) => {
                    let decided = menu.narrow(&moves);
                    self.act_or_ask(decided, menu)
                }
                _ => self.explain(&why.to_string()),
            },
            None => self.act_from_text(answer, menu),
        }
    }

    /// Makes the move that was decided on, or asks the next question.
    fn act_or_ask(&mut self, decided: Option<String>, menu: &mut Menu) -> io::Result<()> {
        let Some(notation) = decided else { return self.print_menu(menu) };
        self.act(&notation)?;
        // If the move was refused, everything can be chosen again.
        while menu.back() {}
        Ok(())
    }

    fn understood(&self, line: &str, menu: &Menu) -> Option<Understood> {
        let (scene, narrator) = (self.view().scene.as_ref()?, self.narrator()?);
        let asked = menu.moves();
        let asked: Vec<&str> = asked.iter().map(String::as_str).collect();
        Some(Listener::new(scene, narrator).hear(line, &asked))
    }

    /// Makes a move that was typed in words or in notation.
    fn act_from_text(&mut self, text: &str, menu: &mut Menu) -> io::Result<()> {
        match self.understood(text, menu) {
            None => Ok(()),
            Some(Understood::Moves(moves)) => {
                let decided = menu.narrow(&moves);
                self.act_or_ask(decided, menu)
            }
            Some(Understood::Illegal(notation)) => self.act(&notation),
            Some(Understood::Guess(notation)) => {
                let now = self.now();
                let reason = self.link.why(now, &notation).unwrap_or_default();
                self.explain(&reason)
            }
            Some(Understood::Nothing(answer)) => self.explain(&format!("{answer} {HELP_HINT}")),
        }
    }

    fn explain(&mut self, text: &str) -> io::Result<()> {
        write!(self.out, "{}", page::wrapped(text, 0))?;
        self.prompt()
    }

    fn act(&mut self, notation: &str) -> io::Result<()> {
        let (now, number) = (self.now(), self.view().number);
        self.link.act(now, notation);
        let view = self.view();
        let refused = view.number == number || !view.message.is_empty();
        if refused && !view.held { self.print_message() } else { Ok(()) }
    }
}
