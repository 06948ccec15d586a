//! A line of text that is being typed.

use crossterm::event::KeyCode;

/// Maximum length; a path or a sentence fits.
const MAX_CHARS: usize = 200;

/// A line of text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextInput {
    /// The text so far.
    pub text: String,
}

/// The effect of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputState {
    /// The input continues.
    Editing,
    /// The input is complete.
    Done,
    /// The input is dropped.
    Cancelled,
}

impl TextInput {
    /// An input with this text.
    pub fn new(text: impl Into<String>) -> TextInput {
        TextInput { text: text.into() }
    }

    /// Handles a key.
    pub fn key(&mut self, code: KeyCode) -> InputState {
        match code {
            KeyCode::Enter => return InputState::Done,
            KeyCode::Esc => return InputState::Cancelled,
            KeyCode::Backspace => {
                self.text.pop();
            }
            KeyCode::Delete => self.text.clear(),
            KeyCode::Char(letter) if !letter.is_control() && self.text.chars().count() < MAX_CHARS => {
                self.text.push(letter);
            }
            _ => {}
        }
        InputState::Editing
    }

    /// The end of the text, with a cursor, in at most `width` characters.
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
    fn letters_are_added_and_removed() {
        let mut line = TextInput::new("Ad");
        assert_eq!(line.key(KeyCode::Char('a')), InputState::Editing);
        assert_eq!(line.shown(10), "Ada_");
        assert_eq!(line.shown(3), "da_");
        line.key(KeyCode::Backspace);
        assert_eq!(line.text, "Ad");
        line.key(KeyCode::Delete);
        assert_eq!((line.shown(5).as_str(), line.key(KeyCode::Enter)), ("_", InputState::Done));
    }
}
