//! A list that may be longer than its place: which rows are seen, and where.

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::cards::{Paint, put};

/// The part of a list that is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    top: u16,
    first: usize,
    shown: usize,
    rows: usize,
}

impl List {
    /// So many rows from there on down, so that the one under the cursor is seen.
    pub fn new(top: u16, height: u16, rows: usize, cursor: usize) -> List {
        let shown = rows.min(usize::from(height));
        let first = cursor.saturating_sub(shown / 2).min(rows - shown);
        List { top, first, shown, rows }
    }

    /// The first line below it.
    pub fn bottom(&self) -> u16 {
        self.top + self.shown as u16
    }

    /// Each line of the screen with the row that is seen there.
    pub fn lines(&self) -> impl Iterator<Item = (u16, usize)> + use<> {
        (self.top..).zip(self.first..self.first + self.shown)
    }

    /// The row that is seen on a line.
    pub fn row_at(&self, y: u16) -> Option<usize> {
        self.lines().find(|(line, _)| *line == y).map(|(_, row)| row)
    }

    /// Draws marks in a column where there is more above or below.
    pub fn draw_more(&self, buffer: &mut Buffer, x: u16, paint: Paint) {
        let style = paint.strong(Color::White);
        if self.first > 0 {
            put(buffer, x, self.top, "↑", style);
        }
        if self.first + self.shown < self.rows {
            put(buffer, x, self.bottom().saturating_sub(1), "↓", style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_seen() {
        for cursor in 0..9 {
            let list = List::new(2, 4, 9, cursor);
            assert!(list.lines().any(|(_, row)| row == cursor));
            assert_eq!((list.lines().count(), list.bottom()), (4, 6));
        }
        assert_eq!(List::new(2, 4, 9, 8).row_at(5), Some(8));
        assert_eq!(List::new(2, 4, 2, 0).row_at(4), None);
        assert_eq!(List::new(2, 4, 0, 0).lines().count(), 0);
    }
}
