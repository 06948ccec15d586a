//! What is told without being asked for: what happened, the position, the result.

use std::io::{self, BufRead, Write};

use super::Console;
use crate::plain::menu::Menu;
use crate::plain::{Tally, page, position};
use crate::table_link::TableLink;

impl<R: BufRead, W: Write, L: TableLink> Console<'_, R, W, L> {
    /// Tells what happened since the last time. Whoever is out of the match hears only how rounds end.
    pub(super) fn tell_log(&mut self) -> io::Result<()> {
        let log = &self.link.table_view().log;
        let told = &mut self.told[self.link.facing()];
        // A new match begins a new log.
        let news = log.get(*told..).unwrap_or(log).to_vec();
        *told = log.len();
        if !self.table_view().is_out() {
            for text in news {
                write!(self.out, "{}", page::wrapped(&text, 0))?;
            }
        }
        Ok(())
    }

    pub(super) fn tell_message(&mut self) -> io::Result<()> {
        let text = self.table_view().message.clone();
        if !text.is_empty() {
            write!(self.out, "{}", page::wrapped(&text, 0))?;
            // What was said now need not be told again.
            if self.table_view().log.last() == Some(&text) {
                self.told[self.link.facing()] = self.table_view().log.len();
            }
        }
        self.prompt()
    }

    pub(super) fn show_position(&mut self) -> io::Result<()> {
        let table_view = self.table_view();
        let (Some(scene), Some(words)) = (&table_view.scene, table_view.words()) else { return Ok(()) };
        let mut told: String =
            position::position(scene, &words).iter().map(|text| page::wrapped(text, 0)).collect();
        told += &page::wrapped(&position::hand(scene, &words), 0);
        if let Some(seconds) = table_view.seconds_left(self.now()) {
            told += &format!("{seconds} seconds are left.\n");
        }
        write!(self.out, "\n{told}")
    }

    pub(super) fn show_menu(&mut self, menu: &Menu) -> io::Result<()> {
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

    pub(super) fn tell_result(&mut self) -> io::Result<()> {
        let Some(tally) = Tally::of_picture(self.link.table_view()) else { return Ok(()) };
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
}
