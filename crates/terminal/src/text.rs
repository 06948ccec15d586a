//! Line breaking.

use ratatui::buffer::Buffer;
use ratatui::style::Style;

use crate::cards::put;

/// The text in lines of at most `width` characters, broken between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = |line: &String| line.chars().count() + 1 + word.chars().count() <= width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.chars().take(width).collect()),
        }
    }
    lines
}

/// Writes a wrapped text from one screen line up to another. Returns the line after it.
pub fn put_wrapped(buffer: &mut Buffer, from: u16, to: u16, text: &str, style: Style) -> u16 {
    let lines = wrapped(text, usize::from(buffer.area.width).saturating_sub(4));
    let end = to.min(from.saturating_add(lines.len() as u16));
    for (y, line) in (from..end).zip(lines) {
        put(buffer, 2, y, &line, style);
    }
    end.max(from)
}

/// The text, shortened with an ellipsis if it is longer than `width`.
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.into();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}

/// A number with its noun: "1 card", "2 cards".
pub fn count(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

/// Seconds as on a clock: "2:59".
pub fn clock(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("Bola plays the 8 of Star.", 12), ["Bola plays", "the 8 of", "Star."]);
        assert!(wrapped("", 5).is_empty());
        assert_eq!([cut("Bola", 4), cut("Chidi", 4)], ["Bola", "Chi…"]);
    }

    #[test]
    fn seconds_are_read_from_a_clock() {
        assert_eq!([179, 60, 9].map(clock), ["2:59", "1:00", "0:09"]);
    }
}
