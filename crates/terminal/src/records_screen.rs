//! The list of records that can be looked at.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cards::Paint;
use crate::panels::Page;

/// How many lines a record takes: two and a gap.
const LINES: usize = 3;

/// A record in two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRow {
    /// When and what was played.
    pub head: String,
    /// Who played, and what came of it.
    pub rest: String,
}

/// What the person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The record at this place of the list.
    Record(usize),
    /// To stop.
    Quit,
}

/// The records, and which of them is chosen.
#[derive(Clone, Debug, Default)]
pub struct Records {
    entries: Vec<RecordRow>,
    cursor: usize,
}

impl Records {
    /// A list with the first of it chosen.
    pub fn new(entries: Vec<RecordRow>) -> Records {
        Records { entries, cursor: 0 }
    }

    /// Says at a record what is wrong with it.
    pub fn mark(&mut self, at: usize, text: String) {
        if let Some(entry) = self.entries.get_mut(at) {
            entry.rest = text;
        }
    }

    /// A key was pressed; says what the person wants once that is known.
    pub fn key(&mut self, key: KeyEvent) -> Option<Wanted> {
        let last = self.entries.len().saturating_sub(1);
        self.cursor = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Some(Wanted::Quit),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wanted::Quit),
            KeyCode::Enter => return Some(Wanted::Record(self.cursor)),
            KeyCode::Up => self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor + 1,
            KeyCode::PageUp => self.cursor.saturating_sub(5),
            KeyCode::PageDown => self.cursor + 5,
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.cursor,
        };
        self.cursor = self.cursor.min(last);
        None
    }

    /// A record was clicked: it is chosen, and opened with the second click.
    pub fn click(&mut self, area: Rect, position: Position) -> Option<Wanted> {
        let at = self.page(area, |page| page.line_at(area, position))? / LINES;
        let before = core::mem::replace(&mut self.cursor, at);
        (before == at).then_some(Wanted::Record(at))
    }

    /// Draws the list.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        self.page(buffer.area, |page| page.draw(buffer, paint));
    }

    fn page<T>(&self, area: Rect, use_it: impl FnOnce(Page<'_>) -> T) -> T {
        let lines: Vec<String> =
            (0..).zip(&self.entries).flat_map(|(at, entry)| self.lines(at, entry)).collect();
        let room = usize::from(area.height).saturating_sub(4);
        let scroll = (LINES * self.cursor + LINES).saturating_sub(room);
        use_it(Page {
            title: "Which game?",
            lines: &lines,
            scroll,
            foot: "↑↓ game, Enter look at it, q quit",
        })
    }

    fn lines(&self, at: usize, entry: &RecordRow) -> [String; LINES] {
        let mark = if at == self.cursor { '>' } else { ' ' };
        [format!("{mark} {}", entry.head), format!("    {}", entry.rest), String::new()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::text_of;

    fn list() -> Records {
        let entry = |number: u8| RecordRow { head: format!("Game {number}"), rest: "Ada won".into() };
        Records::new((1..=9).map(entry).collect())
    }

    #[test]
    fn the_chosen_record_is_always_seen() {
        let mut records = list();
        for at in 0..9 {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
            records.draw(&mut buffer, Paint::Plain);
            let text = text_of(&buffer);
            assert!(text.contains(&format!("> Game {}", at + 1)), "{text}");
            assert_eq!(records.key(KeyCode::Enter.into()), Some(Wanted::Record(at)));
            assert_eq!(records.key(KeyCode::Down.into()), None);
        }
        assert_eq!(records.key(KeyCode::Enter.into()), Some(Wanted::Record(8)), "no further than the last");
    }

    #[test]
    fn a_second_click_opens_what_the_first_has_chosen() {
        let (mut records, area) = (list(), Rect::new(0, 0, 40, 20));
        let second = Position::new(10, 6);
        assert_eq!(records.click(area, second), None);
        assert_eq!(records.click(area, second), Some(Wanted::Record(1)));
        assert_eq!(records.click(area, Position::new(0, 0)), None);
        assert_eq!(records.key(KeyCode::Char('q').into()), Some(Wanted::Quit));
    }
}
