//! A choice that is not made yet: several moves for the same cards or the same key.

use engine::Choice;
use ratatui::layout::Rect;

use crate::hand::KEYS;

/// Several moves for the same cards or the same key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Pick {
    pub choices: Vec<Choice>,
    /// What each says.
    pub labels: Vec<String>,
    pub cursor: usize,
}

/// The keys of a question.
pub(super) const PICK: &str = "number or ↑↓ Enter, Esc back";

impl Pick {
    /// What all choices have in common as the title, and a line for what each adds to it.
    pub(super) fn lines(&self) -> (String, Vec<String>) {
        let (title, rest) = apart(&self.labels);
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

/// The words that all labels begin with, up to a comma, and what follows them in each.
fn apart(labels: &[String]) -> (String, Vec<String>) {
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
