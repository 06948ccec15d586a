//! Questions about a move: which of several, what to call, what to take.

use ratatui::layout::Rect;

use crate::hand::KEYS;
use crate::plain::menu::Menu;

/// The question that is asked, and the answer under the cursor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct MovePicker {
    pub menu: Menu,
    pub cursor: usize,
}

/// The keys of a picker.
pub(super) const PICKER_KEYS: &str = "number or ↑↓ Enter, Esc back";

impl MovePicker {
    /// Asks the first question of a menu.
    pub(super) fn new(menu: Menu) -> MovePicker {
        MovePicker { menu, cursor: 0 }
    }

    /// The question, and a line for each answer.
    pub(super) fn lines(&self) -> (String, Vec<String>) {
        let line = |(at, text): (usize, &&str)| {
            let mark = if at == self.cursor { '>' } else { ' ' };
            let key = KEYS.chars().nth(at).unwrap_or(' ');
            format!("{mark}{key}  {text}")
        };
        (self.menu.question().into(), self.menu.answers().iter().enumerate().map(line).collect())
    }

    pub(super) fn scroll(&self, area: Rect) -> usize {
        (self.cursor + 1).saturating_sub(usize::from(area.height).saturating_sub(4))
    }
}
