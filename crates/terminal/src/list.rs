//! A scrolling list: which rows are visible, and where.

use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::cards::{Paint, put};

/// The visible part of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct List {
    top: u16,
    first: usize,
    shown: usize,
    rows: usize,
}

impl List {
    /// A list of `rows` rows from line `top` down, scrolled so that the cursor is visible.
    pub fn new(top: u16, height: u16, rows: usize, cursor: usize) -> List {
        let shown = rows.min(usize::from(height));
        let first = cursor.saturating_sub(shown / 2).min(rows - shown);
        List { top, first, shown, rows }
    }

    /// The first line below the list.
    pub fn bottom(&self) -> u16 {
        self.top + self.shown as u16
    }

    /// Each screen line with the row it shows.
    pub fn lines(&self) -> impl Iterator<Item = (u16, usize)> + use<> {
        (self.top..).zip(self.first..self.first + self.shown)
    }

    /// The row on a screen line.
    pub fn row_at(&self, y: u16) -> Option<usize> {
        self.lines().find(|(line, _)| *line == y).map(|(_, row)| row)
    }

    /// Draws arrows in a column if there are more rows above or below.
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
    fn the_cursor_is_always_visible() {
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
