//! Several moves for the same cards or key.

use engine::Choice;
use ratatui::layout::Rect;

use crate::hand::KEYS;

/// Several moves for the same cards or key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MovePicker {
    pub choices: Vec<Choice>,
    /// The label of each move.
    pub labels: Vec<String>,
    pub cursor: usize,
}

/// The keys of a picker.
pub(super) const PICKER_KEYS: &str = "number or ↑↓ Enter, Esc back";

impl MovePicker {
    /// The common part of the labels as title, and a line for the rest of each.
    pub(super) fn lines(&self) -> (String, Vec<String>) {
        let (title, rest) = split_common(&self.labels);
        let line = |(at, text): (usize, &String)| {
            let mark = if at == self.cursor { '>' } else { ' ' };
            let key = KEYS.chars().nth(at).unwrap_or(' ');
            format!("{mark}{key}  {text}")
        };
        (format!("{title}: how?"), rest.iter().enumerate().map(line).collect())
    }

    pub(super) fn scroll(&self, area: Rect) -> usize {
        (self.cursor + 1).saturating_sub(usize::from(area.height).saturating_sub(4))
    }
}

/// Splits the labels, at commas, into their common beginning and the rest of each.
fn split_common(labels: &[String]) -> (String, Vec<String>) {
    let parts: Vec<Vec<&str>> = labels.iter().map(|label| label.split(", ").collect()).collect();
    let same = |at: usize| parts.iter().all(|label| label.get(at) == parts[0].get(at));
    let common = (0..parts[0].len()).take_while(|&at| same(at)).count();
    if common == 0 {
        return ("Several moves".into(), labels.to_vec());
    }
    let rest = |label: &Vec<&str>| match label[common..].join(", ") {
        rest if rest.is_empty() => "nothing more".into(),
        rest => rest,
    };
    (parts[0][..common].join(", "), parts.iter().map(rest).collect())
}
