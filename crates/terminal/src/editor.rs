//! The house-rules editor: every option with its value and meaning, changed one by one.

use crossterm::event::KeyCode;
use games::{HouseRule, Rules, Step, Value, presets};

use crate::text_input::{InputState, TextInput};

/// A request of the editor to its caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditorRequest {
    /// Use the rules as they are now.
    Done,
    /// Save the rules to a file.
    Save(Save),
}

/// Rules to be saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// The file.
    pub path: String,
    /// Its text.
    pub toml: String,
    /// The rules with their new title.
    pub rules: Box<Rules>,
}

/// A question that the player is answering.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Prompt {
    /// The value of the selected rule.
    Value(TextInput),
    /// The title of the rules to save.
    Title(TextInput),
    /// The file for the rules with this title.
    Path(Box<Rules>, TextInput),
}

/// Whether a value was applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Applied {
    Yes,
    No,
}

/// A change that conflicts with the other rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PendingChange {
    pub key: String,
    pub value: Value,
    /// What it conflicts with, in words.
    pub why: String,
}

/// Why rules cannot have a title.
#[derive(Debug, thiserror::Error)]
enum TitleError {
    #[error("Give the rules a name, so that you can find them again.")]
    Empty,
    #[error(transparent)]
    Rejected(#[from] games::ChangeError),
}

/// A rule set that is being edited.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    base: Rules,
    before: Vec<HouseRule>,
    folder: String,
    /// The current rules.
    pub(crate) rules: Rules,
    /// The options of the current rules.
    pub(crate) rows: Vec<HouseRule>,
    pub(crate) cursor: usize,
    /// A change that conflicts with the other rules, until another change makes it possible.
    pub(crate) pending: Option<PendingChange>,
    pub(crate) prompt: Option<Prompt>,
    pub(crate) message: String,
    /// What the rules page says because of the selected rule.
    pub(crate) consequences: Vec<String>,
}

impl Editor {
    /// Edits `rules`, which are a variant of `base`. Files go into `folder`.
    pub fn new(base: Rules, rules: Rules, folder: &str) -> Editor {
        let (before, rows) = (base.house_rules(), rules.house_rules_in_use_first());
        let mut editor = Editor {
            base,
            before,
            folder: folder.into(),
            rules,
            rows,
            cursor: 0,
            pending: None,
            prompt: None,
            message: String::new(),
            consequences: Vec::new(),
        };
        editor.update_consequences();
        editor
    }

    /// The current rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Shows a message.
    pub fn show_message(&mut self, message: String) {
        self.message = message;
    }

    /// Number of changed rules.
    pub fn changes(&self) -> usize {
        self.rows.iter().filter(|row| self.is_changed(row)).count()
    }

    /// The value before any change.
    pub(crate) fn value_before(&self, key: &str) -> Option<Value> {
        self.before.iter().find(|row| row.key == key).map(|row| row.value.clone())
    }

    pub(crate) fn is_changed(&self, row: &HouseRule) -> bool {
        self.value_before(&row.key).is_some_and(|value| value != row.value)
    }

    /// The rule under the cursor.
    pub(crate) fn row(&self) -> Option<&HouseRule> {
        self.rows.get(self.cursor)
    }

    /// The value shown for a rule: the pending one, or the current one.
    pub(crate) fn shown(&self, row: &HouseRule) -> Value {
        self.pending_for(row).map_or(&row.value, |pending| &pending.value).clone()
    }

    /// The pending change of a rule.
    pub(crate) fn pending_for(&self, row: &HouseRule) -> Option<&PendingChange> {
        self.pending.as_ref().filter(|pending| pending.key == row.key)
    }

    /// Handles a key.
    pub fn key(&mut self, code: KeyCode) -> Option<EditorRequest> {
        self.message.clear();
        match self.prompt.take() {
            Some(prompt) => return self.answer(prompt, code),
            None => match code {
                KeyCode::Esc | KeyCode::Char('q') => return Some(EditorRequest::Done),
                KeyCode::Up => self.go_to(self.cursor.saturating_sub(1)),
                KeyCode::Down => self.go_to(self.cursor + 1),
                KeyCode::PageUp => self.go_to(self.cursor.saturating_sub(8)),
                KeyCode::PageDown => self.go_to(self.cursor + 8),
                KeyCode::Home => self.go_to(0),
                KeyCode::End => self.go_to(self.rows.len()),
                KeyCode::Tab => self.next_section(),
                KeyCode::Left => self.step(Step::Back),
                KeyCode::Right => self.step(Step::On),
                KeyCode::Enter => self.enter(),
                KeyCode::Char('d') => self.reset(),
                KeyCode::Char('D') => self.reset_all(),
                KeyCode::Char('s') => self.prompt = Some(Prompt::Title(TextInput::new(self.new_title()))),
                KeyCode::Char(digit @ '0'..='9') => self.type_number(digit),
                _ => {}
            },
        }
        None
    }

    /// Selects a rule.
    pub fn go_to(&mut self, at: usize) {
        self.cursor = at.min(self.rows.len().saturating_sub(1));
        self.update_consequences();
    }

    /// Handles a click: it selects a rule, and a second click changes it.
    pub fn click(&mut self, at: usize) {
        if self.prompt.is_none() {
            self.message.clear();
            if at == self.cursor { self.enter() } else { self.go_to(at) }
        }
    }

    fn next_section(&mut self) {
        let Some(section) = self.row().map(|row| row.section) else { return };
        let later = self.rows.iter().skip(self.cursor).position(|row| row.section != section);
        self.go_to(later.map_or(0, |steps| self.cursor + steps));
    }

    /// Updates the consequences of the selected rule.
    fn update_consequences(&mut self) {
        let consequences = self.row().map(|row| match games::follows(&self.rules, row) {
            clauses if !clauses.is_empty() => clauses,
            _ if games::matters(&self.rules, row) => {
                vec!["With this value, the rules page does not mention it.".into()]
            }
            _ => vec!["With the other rules as they are, this changes nothing.".into()],
        });
        self.consequences = consequences.unwrap_or_default();
    }

    fn step(&mut self, step: Step) {
        let Some(row) = self.row() else { return };
        match row.stepped(&self.shown(row), step) {
            Some(value) => {
                self.set(value);
            }
            None if row.range.is_some() => self.message = format!("It is {}.", row.accepted),
            None => self.message = "Press Enter to type a value.".into(),
        }
    }

    /// Steps to the next value, or asks for one that is typed.
    fn enter(&mut self) {
        let Some(row) = self.row() else { return };
        let shown = self.shown(row);
        if row.is_typed() {
            self.prompt = Some(Prompt::Value(TextInput::new(games::as_typed(&shown))));
        } else {
            self.step(Step::On);
        }
    }

    fn type_number(&mut self, digit: char) {
        if self.row().is_some_and(|row| row.range.is_some()) {
            self.prompt = Some(Prompt::Value(TextInput::new(digit)));
        }
    }

    /// Applies a value, alone or together with the pending change. A value that conflicts with the other rules becomes
    /// pending itself.
    fn set(&mut self, value: Value) -> Applied {
        let Some(row) = self.row().cloned() else { return Applied::No };
        let change = row.change(&value);
        let other = self.pending.take().filter(|pending| pending.key != row.key);
        let both = other.as_ref().and_then(|pending| {
            let pending_change = self.rows.iter().find(|row| row.key == pending.key)?.change(&pending.value);
            games::change(&self.rules, &[pending_change, change.clone()]).ok()
        });
        if let Some(rules) = both {
            self.apply(rules);
            self.message = "The pending change now applies too.".into();
            return Applied::Yes;
        }
        match games::change(&self.rules, &[change]) {
            Ok(rules) => {
                self.apply(rules);
                self.pending = other;
                return Applied::Yes;
            }
            Err(why) if row.offers(&value) => {
                self.pending = Some(PendingChange { key: row.key, value, why: why.to_string() });
            }
            Err(why) => self.message = why.to_string(),
        }
        Applied::No
    }

    /// Makes these the current rules. The cursor stays on its rule.
    fn apply(&mut self, rules: Rules) {
        let key = self.row().map(|row| row.key.clone());
        self.rows = rules.house_rules_in_use_first();
        self.rules = if self.changes() == 0 { self.base.clone() } else { rules };
        let at = self.rows.iter().position(|row| Some(&row.key) == key.as_ref());
        self.go_to(at.unwrap_or(self.cursor));
    }

    fn reset(&mut self) {
        let Some(row) = self.row() else { return };
        let key = row.key.clone();
        if self.pending_for(row).is_some() {
            self.pending = None;
            return;
        }
        match self.value_before(&key) {
            Some(value) if value == row.value => self.message = "This is not changed.".into(),
            Some(value) => {
                self.set(value);
            }
            None => {}
        }
    }

    fn reset_all(&mut self) {
        self.pending = None;
        self.apply(self.base.clone());
        self.message = "All changes are undone.".into();
    }

    fn new_title(&self) -> String {
        let title = &self.rules.header().title;
        if title.starts_with("My ") { title.clone() } else { format!("My {title}") }
    }

    fn answer(&mut self, mut prompt: Prompt, code: KeyCode) -> Option<EditorRequest> {
        let input = match &mut prompt {
            Prompt::Value(input) | Prompt::Title(input) | Prompt::Path(_, input) => input,
        };
        match input.key(code) {
            InputState::Editing => self.prompt = Some(prompt),
            InputState::Cancelled => {}
            InputState::Done => return self.submit(prompt),
        }
        None
    }

    fn submit(&mut self, prompt: Prompt) -> Option<EditorRequest> {
        match prompt {
            Prompt::Value(input) => {
                let value = self.row().map(|row| row.read(&input.text));
                if value.is_some_and(|value| self.set(value) == Applied::No) && self.pending.is_none() {
                    self.prompt = Some(Prompt::Value(input)); // To be corrected.
                }
            }
            Prompt::Title(input) => match self.with_title(input.text.trim()) {
                Ok(rules) => {
                    let path = format!("{}/{}.toml", self.folder, rules.header().name);
                    self.prompt = Some(Prompt::Path(Box::new(rules), TextInput::new(path)));
                }
                Err(error) => {
                    self.message = error.to_string();
                    self.prompt = Some(Prompt::Title(input));
                }
            },
            Prompt::Path(rules, input) if input.text.trim().is_empty() => {
                self.message = "A file needs a name.".into();
                self.prompt = Some(Prompt::Path(rules, input));
            }
            Prompt::Path(rules, input) => {
                let base = rules.header().base.as_deref().and_then(presets::named);
                let toml = rules.to_toml(base.as_ref());
                return Some(EditorRequest::Save(Save { path: input.text.trim().into(), toml, rules }));
            }
        }
        None
    }

    /// The rules with a title, and a name derived from it.
    fn with_title(&self, title: &str) -> Result<Rules, TitleError> {
        if title.is_empty() {
            return Err(TitleError::Empty);
        }
        let text = |text: &str| Value::Text(text.into());
        let changes = [format!("title={}", text(title)), format!("name={}", text(&file_name(title)))];
        Ok(games::change(&self.rules, &changes)?)
    }
}

/// The title as a file name: lower-case letters, digits and hyphens.
fn file_name(title: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { ' ' };
    let words: String = title.chars().map(letter).collect();
    match words.split_whitespace().collect::<Vec<_>>().join("-") {
        name if name.is_empty() => "house-rules".into(),
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_makes_a_file_name() {
        assert_eq!(file_name("Whot, as we play it!"), "whot-as-we-play-it");
        assert_eq!(file_name("★"), "house-rules");
    }
}
