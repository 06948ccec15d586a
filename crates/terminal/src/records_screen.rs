//! The list of saved records.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use crate::cards::Paint;
use crate::panels::Page;

/// Number of lines per record: two and a gap.
const LINES_PER_RECORD: usize = 3;

/// A record in two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRow {
    /// When and what was played.
    pub head: String,
    /// The players and the result.
    pub rest: String,
}

/// A request of the list to its caller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordsRequest {
    /// Show the record at this position.
    Record(usize),
    /// Quit.
    Quit,
}

/// The records, and the selected one.
#[derive(Clone, Debug, Default)]
pub struct Records {
    rows: Vec<RecordRow>,
    cursor: usize,
}

impl Records {
    /// A list with its first record selected.
    pub fn new(rows: Vec<RecordRow>) -> Records {
        Records { rows, cursor: 0 }
    }

    /// Shows at a record what is wrong with it.
    pub fn mark(&mut self, at: usize, text: String) {
        if let Some(row) = self.rows.get_mut(at) {
            row.rest = text;
        }
    }

    /// Handles a key. Returns a request if the key makes one.
    pub fn key(&mut self, key: KeyEvent) -> Option<RecordsRequest> {
        let last = self.rows.len().saturating_sub(1);
        self.cursor = match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                return Some(RecordsRequest::Quit);
            }
            KeyCode::Char('q') | KeyCode::Esc => return Some(RecordsRequest::Quit),
            KeyCode::Enter => return Some(RecordsRequest::Record(self.cursor)),
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

    /// Handles a click: it selects a record, and a second click opens it.
    pub fn click(&mut self, area: Rect, position: Position) -> Option<RecordsRequest> {
        let at = self.page(area, |page| page.line_at(area, position))? / LINES_PER_RECORD;
        let before = core::mem::replace(&mut self.cursor, at);
        (before == at).then_some(RecordsRequest::Record(at))
    }

    /// Draws the list.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        self.page(buffer.area, |page| page.draw(buffer, paint));
    }

    fn page<T>(&self, area: Rect, show: impl FnOnce(Page<'_>) -> T) -> T {
        let lines: Vec<String> = (0..).zip(&self.rows).flat_map(|(at, row)| self.lines(at, row)).collect();
        let room = usize::from(area.height).saturating_sub(4);
        let scroll = (LINES_PER_RECORD * self.cursor + LINES_PER_RECORD).saturating_sub(room);
        show(Page { title: "Which game?", lines: &lines, scroll, foot: "↑↓ game, Enter open, q quit" })
    }

    fn lines(&self, at: usize, row: &RecordRow) -> [String; LINES_PER_RECORD] {
        let mark = if at == self.cursor { '>' } else { ' ' };
        [format!("{mark} {}", row.head), format!("    {}", row.rest), String::new()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::text_of;

    fn list() -> Records {
        let row = |number: u8| RecordRow { head: format!("Game {number}"), rest: "Ada won".into() };
        Records::new((1..=9).map(row).collect())
    }

    #[test]
    fn the_selected_record_is_always_visible() {
        let mut records = list();
        for at in 0..9 {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 10));
            records.draw(&mut buffer, Paint::Plain);
            let text = text_of(&buffer);
            assert!(text.contains(&format!("> Game {}", at + 1)), "{text}");
            assert_eq!(records.key(KeyCode::Enter.into()), Some(RecordsRequest::Record(at)));
            assert_eq!(records.key(KeyCode::Down.into()), None);
        }
        assert_eq!(
            records.key(KeyCode::Enter.into()),
            Some(RecordsRequest::Record(8)),
            "no further than the last"
        );
    }

    #[test]
    fn a_second_click_opens_the_selected_record() {
        let (mut records, area) = (list(), Rect::new(0, 0, 40, 20));
        let second = Position::new(10, 6);
        assert_eq!(records.click(area, second), None);
        assert_eq!(records.click(area, second), Some(RecordsRequest::Record(1)));
        assert_eq!(records.click(area, Position::new(0, 0)), None);
        assert_eq!(records.key(KeyCode::Char('q').into()), Some(RecordsRequest::Quit));
    }
}
