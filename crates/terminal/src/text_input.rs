//! A line of text that is being typed.

use crossterm::event::KeyCode;

/// The longest line: a path or a sentence fits.
const LONGEST: usize = 200;

/// A line of text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextInput {
    /// What stands there.
    pub text: String,
}

/// What a key did to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Typing {
    /// More may come.
    On,
    /// It is finished.
    Done,
    /// It shall be forgotten.
    Away,
}

impl TextInput {
    /// A line in which this stands already.
    pub fn new(text: impl Into<String>) -> TextInput {
        TextInput { text: text.into() }
    }

    /// A key was pressed.
    pub fn key(&mut self, code: KeyCode) -> Typing {
        match code {
            KeyCode::Enter => return Typing::Done,
            KeyCode::Esc => return Typing::Away,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Delete => self.text.clear(),
            KeyCode::Char(letter) if !letter.is_control() && self.text.chars().count() < LONGEST => {
                self.text.push(letter);
            }
            _ => {}
        }
        Typing::On
    }

    /// The line with a mark where the next letter goes; of a long one, the end.
    pub fn shown(&self, width: usize) -> String {
        let letters = self.text.chars().count() + 1;
        let skipped = letters.saturating_sub(width);
        self.text.chars().skip(skipped).chain(['_']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_come_and_go() {
        let mut line = TextInput::new("Ad");
        assert_eq!(line.key(KeyCode::Char('a')), Typing::On);
        assert_eq!(line.shown(10), "Ada_");
        assert_eq!(line.shown(3), "da_");
        line.key(KeyCode::Backspace);
        assert_eq!(line.text, "Ad");
        line.key(KeyCode::Delete);
        assert_eq!((line.shown(5).as_str(), line.key(KeyCode::Enter)), ("_", Typing::Done));
    }
}
