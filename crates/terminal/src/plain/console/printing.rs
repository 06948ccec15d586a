//! Output that nobody asked for: the log, the position, the result.

use std::io::{self, Write};

use super::Console;
use crate::hand::own;
use crate::plain::menu::Menu;
use crate::plain::{LineSource, RoundSummary, page, position};
use crate::table_link::TableLink;

impl<R: LineSource, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Prints what happened since the last time. A player who is out of the match sees only the ends of rounds.
    pub(super) fn print_log(&mut self) -> io::Result<()> {
        let log = &self.link.view().log;
        let printed = &mut self.printed[self.link.current_person()];
        // A new match has a new log.
        let news = log.get(*printed..).unwrap_or(log).to_vec();
        *printed = log.len();
        if !self.view().is_out() {
            for text in news {
                write!(self.out, "{}", page::wrapped(&text, 0))?;
            }
        }
        Ok(())
    }

    /// Prints what happened at a shared device since somebody looked at it last, for all to read.
    pub(super) fn print_public_log(&mut self) -> io::Result<()> {
        if !self.is_shared() {
            return Ok(());
        }
        let log = &self.link.public_view().log;
        let news = log.get(self.printed_publicly..).unwrap_or(log).to_vec();
        self.printed_publicly = log.len();
        let holder = self.link.current_person();
        for person in 0..self.printed.len() {
            self.link.hand_over_to(person);
            self.printed[person] = self.view().log.len();
        }
        self.link.hand_over_to(holder);
        for text in news {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
        }
        Ok(())
    }

    pub(super) fn print_message(&mut self) -> io::Result<()> {
        let text = self.view().message.clone();
        if !text.is_empty() {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
            // This message need not be printed again as part of the log.
            if self.view().log.last() == Some(&text) {
                self.printed[self.link.current_person()] = self.view().log.len();
            }
        }
        self.prompt()
    }

    pub(super) fn print_position(&mut self) -> io::Result<()> {
        self.shown_hand = self.view().scene.as_ref().map(|scene| own(scene).to_vec()).unwrap_or_default();
        let view = self.view();
        let (Some(scene), Some(narrator)) = (&view.scene, view.narrator()) else { return Ok(()) };
        let mut text: String =
            position::position(scene, &narrator).iter().map(|text| page::wrapped(text, 0)).collect();
        text += &page::wrapped(&position::hand(scene, &narrator), 0);
        if let Some(seconds) = view.seconds_left(self.now()) {
            text += &format!("Time left: {}.\n", crate::text::clock(seconds));
        }
        write!(self.out, "\n{text}")
    }

    /// Prints what lies on the table and what everybody holds, and the hand of a player.
    pub(super) fn print_table(&mut self) -> io::Result<()> {
        let asked = if self.view().seat().is_some() { &["table", "hand"][..] } else { &["table"] };
        for command in asked {
            let text = self.shown(command).unwrap_or_default();
            write!(self.out, "{text}")?;
        }
        self.out.flush()
    }

    pub(super) fn print_menu(&mut self, menu: &Menu) -> io::Result<()> {
        writeln!(self.out, "{}", menu.question())?;
        for (at, answer) in menu.answers().iter().enumerate() {
            write!(self.out, "{}", page::hanging(&format!("{:>4}", at + 1), answer, 6))?;
        }
        self.prompt()
    }

    pub(super) fn prompt(&mut self) -> io::Result<()> {
        write!(self.out, "> ")?;
        self.out.flush()
    }

    pub(super) fn print_result(&mut self) -> io::Result<()> {
        // At a shared device everyone reads the result.
        let view = if self.is_shared() { self.link.public_view() } else { self.link.view() };
        let Some(summary) = RoundSummary::from_view(view) else { return Ok(()) };
        for text in summary.round_result() {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
        }
        if summary.has_scores() {
            write!(self.out, "{}", summary.table())?;
            if let Some(text) = summary.match_result() {
                write!(self.out, "{}", page::wrapped(&text, 0))?;
            }
        }
        Ok(())
    }
}
