//! Several people at one device: nobody sees the cards of another (J23).

use std::io::{self, IsTerminal, Write};

use super::Console;
use crate::hand::own;
use crate::plain::{LineSource, page, position};
use crate::table_link::TableLink;

/// Number of blank lines that hide the cards of one person from the next.
const HIDING_LINES: usize = 50;

impl<R: LineSource, W: Write, L: TableLink> Console<'_, R, W, L> {
    pub(super) fn is_shared(&self) -> bool {
        self.link.people() > 1
    }

    /// The person who has to take the device now.
    pub(super) fn next_person(&self) -> Option<usize> {
        let other = self.link.person_to_move().filter(|_| !self.may_react());
        let first = (!self.is_taken && self.view().is_on_turn()).then(|| self.link.current_person());
        other.or(first)
    }

    /// Passes the device on; `false` if the input ended.
    pub(super) fn pass_on(&mut self, person: usize) -> io::Result<bool> {
        if self.has_new_cards() && !self.show_new_cards()? {
            return Ok(false);
        }
        let name = self.link.person(person).to_string();
        // On a terminal, the scrollback is cleared too.
        let clear = if io::stdout().is_terminal() { "\u{1b}[2J\u{1b}[3J\u{1b}[H" } else { "" };
        write!(self.out, "{}{clear}", "\n".repeat(HIDING_LINES))?;
        write!(self.out, "Pass the device to {name}. {name}, press Enter: ")?;
        self.out.flush()?;
        if self.read()?.is_none() {
            return Ok(false);
        }
        self.link.hand_over_to(person);
        (self.is_taken, self.declined_at) = (true, None);
        self.printed_publicly = self.link.public_view().log.len();
        writeln!(self.out)?;
        Ok(true)
    }

    /// Whether the person who holds the device has cards that were not shown yet.
    fn has_new_cards(&self) -> bool {
        let Some(scene) = self.view().scene.as_ref().filter(|_| self.is_taken) else { return false };
        let mut before = self.shown_hand.clone();
        own(scene).iter().any(|card| match before.iter().position(|known| known == card) {
            Some(at) => {
                before.remove(at);
                false
            }
            None => true,
        })
    }

    /// Shows what the person drew, until Enter hides it; `false` if the input ended.
    fn show_new_cards(&mut self) -> io::Result<bool> {
        self.print_log()?;
        let (view, narrator) = (self.view(), self.narrator());
        if let (Some(scene), Some(narrator)) = (&view.scene, narrator) {
            let hand = page::wrapped(&position::hand(scene, &narrator), 0);
            write!(self.out, "{hand}")?;
        }
        write!(self.out, "Enter hides your cards: ")?;
        self.out.flush()?;
        Ok(self.read()?.is_some())
    }
}
