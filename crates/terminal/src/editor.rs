//! House rules: every option with its value and what it means, changed one by one.

use crossterm::event::KeyCode;
use games::{HouseRule, Rules, Step, Value, presets};

use crate::text_input::{TextInput, Typing};

/// What the person wants of the editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edited {
    /// To go on with the rules as they are now.
    Done,
    /// To keep them in a file.
    Save(Save),
}

/// Rules that are to be kept in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Save {
    /// Where.
    pub path: String,
    /// What the file says.
    pub toml: String,
    /// The rules with their new title.
    pub rules: Box<Rules>,
}

/// What is being typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    /// The value under the cursor.
    Value(TextInput),
    /// What the rules are called, before they are kept.
    Title(TextInput),
    /// Where the rules under this title are kept.
    Path(Box<Rules>, TextInput),
}

/// Whether a value was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    Yes,
    No,
}

/// A change that contradicts the other rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub key: String,
    pub value: Value,
    /// What it contradicts, in words.
    pub why: String,
}

/// A rule set that is being changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    base: Rules,
    before: Vec<HouseRule>,
    folder: String,
    /// The rules in force.
    pub(crate) rules: Rules,
    /// What can be changed in the rules in force.
    pub(crate) rows: Vec<HouseRule>,
    pub(crate) cursor: usize,
    /// A change that contradicts the other rules, until another makes it possible.
    pub(crate) waiting: Option<Waiting>,
    pub(crate) asked: Option<Asked>,
    pub(crate) message: String,
    /// What the page says because of the rule under the cursor.
    pub(crate) follows: Vec<String>,
}

impl Editor {
    /// The rules in force, beside those that they were made from; files go into the folder.
    pub fn new(base: Rules, rules: Rules, folder: &str) -> Editor {
        let (before, rows) = (base.house_rules(), rules.house_rules_in_use_first());
        let mut editor = Editor {
            base,
            before,
            folder: folder.into(),
            rules,
            rows,
            cursor: 0,
            waiting: None,
            asked: None,
            message: String::new(),
            follows: Vec::new(),
        };
        editor.look();
        editor
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Something has to be said about the last wish.
    pub fn tell(&mut self, message: String) {
        self.message = message;
    }

    /// How many rules are changed.
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

    /// The value that is shown for a rule: the one that waits, or the one in force.
    pub(crate) fn shown(&self, row: &HouseRule) -> Value {
        self.waiting_for(row).map_or(&row.value, |waiting| &waiting.value).clone()
    }

    /// The change of a rule that waits, if it does.
    pub(crate) fn waiting_for(&self, row: &HouseRule) -> Option<&Waiting> {
        self.waiting.as_ref().filter(|waiting| waiting.key == row.key)
    }

    /// A key was pressed.
    pub fn key(&mut self, code: KeyCode) -> Option<Edited> {
        self.message.clear();
        match self.asked.take() {
            Some(asked) => return self.answer(asked, code),
            None => match code {
                KeyCode::Esc | KeyCode::Char('q') => return Some(Edited::Done),
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
                KeyCode::Char('d') => self.put_back(),
                KeyCode::Char('D') => self.put_all_back(),
                KeyCode::Char('s') => self.asked = Some(Asked::Title(TextInput::new(self.new_title()))),
                KeyCode::Char(digit @ '0'..='9') => self.type_number(digit),
                _ => {}
            },
        }
        None
    }

    /// Puts the cursor on a rule.
    pub fn go_to(&mut self, at: usize) {
        self.cursor = at.min(self.rows.len().saturating_sub(1));
        self.look();
    }

    /// A rule was clicked: it is selected, and changes with the second click.
    pub fn click(&mut self, at: usize) {
        if self.asked.is_none() {
            self.message.clear();
            if at == self.cursor { self.enter() } else { self.go_to(at) }
        }
    }

    fn next_section(&mut self) {
        let Some(section) = self.row().map(|row| row.section) else { return };
        let later = self.rows.iter().skip(self.cursor).position(|row| row.section != section);
        self.go_to(later.map_or(0, |steps| self.cursor + steps));
    }

    /// Brings what is said about the rule under the cursor up to date.
    fn look(&mut self) {
        let follows = self.row().map(|row| match games::follows(&self.rules, row) {
            said if !said.is_empty() => said,
            _ if games::matters(&self.rules, row) => {
                vec!["As it stands, the page of the rules need not mention it.".into()]
            }
            _ => vec!["With the other rules as they are, this changes nothing.".into()],
        });
        self.follows = follows.unwrap_or_default();
    }

    fn step(&mut self, step: Step) {
        let Some(row) = self.row() else { return };
        match row.stepped(&self.shown(row), step) {
            Some(value) => {
                self.set(value);
            }
            None if row.range.is_some() => self.message = format!("It is {}.", row.accepted),
            None => self.message = "This is written: press Enter.".into(),
        }
    }

    /// The next of a few values, or the line in which one is written.
    fn enter(&mut self) {
        let Some(row) = self.row() else { return };
        let shown = self.shown(row);
        if row.is_typed() {
            self.asked = Some(Asked::Value(TextInput::new(games::as_typed(&shown))));
        } else {
            self.step(Step::On);
        }
    }

    fn type_number(&mut self, digit: char) {
        if self.row().is_some_and(|row| row.range.is_some()) {
            self.asked = Some(Asked::Value(TextInput::new(digit)));
        }
    }

    /// Takes a value, alone or with the one that waits; what contradicts the other rules waits itself.
    fn set(&mut self, value: Value) -> Taken {
        let Some(row) = self.row().cloned() else { return Taken::No };
        let change = row.change(&value);
        let other = self.waiting.take().filter(|waiting| waiting.key != row.key);
        let both = other.as_ref().and_then(|waiting| {
            let waited = self.rows.iter().find(|row| row.key == waiting.key)?.change(&waiting.value);
            games::change(&self.rules, &[waited, change.clone()]).ok()
        });
        if let Some(rules) = both {
            self.take(rules);
            self.message = "The change that waited is taken too.".into();
            return Taken::Yes;
        }
        match games::change(&self.rules, &[change]) {
            Ok(rules) => {
                self.take(rules);
                self.waiting = other;
                return Taken::Yes;
            }
            Err(why) if row.offers(&value) => {
                self.waiting = Some(Waiting { key: row.key, value, why: why.to_string() });
            }
            Err(why) => self.message = why.to_string(),
        }
        Taken::No
    }

    /// These rules are in force now; the cursor stays on its rule.
    fn take(&mut self, rules: Rules) {
        let key = self.row().map(|row| row.key.clone());
        self.rows = rules.house_rules_in_use_first();
        self.rules = if self.changes() == 0 { self.base.clone() } else { rules };
        let at = self.rows.iter().position(|row| Some(&row.key) == key.as_ref());
        self.go_to(at.unwrap_or(self.cursor));
    }

    fn put_back(&mut self) {
        let Some(row) = self.row() else { return };
        let key = row.key.clone();
        if self.waiting_for(row).is_some() {
            self.waiting = None;
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

    fn put_all_back(&mut self) {
        self.waiting = None;
        self.take(self.base.clone());
        self.message = "Everything is as it was.".into();
    }

    fn new_title(&self) -> String {
        let title = &self.rules.header().title;
        if title.starts_with("My ") { title.clone() } else { format!("My {title}") }
    }

    fn answer(&mut self, mut asked: Asked, code: KeyCode) -> Option<Edited> {
        let line = match &mut asked {
            Asked::Value(line) | Asked::Title(line) | Asked::Path(_, line) => line,
        };
        match line.key(code) {
            Typing::On => self.asked = Some(asked),
            Typing::Away => {}
            Typing::Done => return self.answered(asked),
        }
        None
    }

    fn answered(&mut self, asked: Asked) -> Option<Edited> {
        match asked {
            Asked::Value(line) => {
                let value = self.row().map(|row| row.read(&line.text));
                if value.is_some_and(|value| self.set(value) == Taken::No) && self.waiting.is_none() {
                    self.asked = Some(Asked::Value(line)); // To be put right.
                }
            }
            Asked::Title(line) => match self.titled(line.text.trim()) {
                Ok(rules) => {
                    let path = format!("{}/{}.toml", self.folder, rules.header().name);
                    self.asked = Some(Asked::Path(Box::new(rules), TextInput::new(path)));
                }
                Err(why) => {
                    self.message = why;
                    self.asked = Some(Asked::Title(line));
                }
            },
            Asked::Path(rules, line) if line.text.trim().is_empty() => {
                self.message = "A file needs a name.".into();
                self.asked = Some(Asked::Path(rules, line));
            }
            Asked::Path(rules, line) => {
                let base = rules.header().base.as_deref().and_then(presets::named);
                let toml = rules.to_toml(base.as_ref());
                return Some(Edited::Save(Save { path: line.text.trim().into(), toml, rules }));
            }
        }
        None
    }

    /// The rules under a title, and under a name made from it.
    fn titled(&self, title: &str) -> Result<Rules, String> {
        if title.is_empty() {
            return Err("The rules need a name, so that you find them again.".into());
        }
        let text = |words: &str| Value::Text(words.into());
        let changes = [format!("title={}", text(title)), format!("name={}", text(&file_name(title)))];
        games::change(&self.rules, &changes).map_err(|why| why.to_string())
    }
}

/// A title with small letters, digits and hyphens only.
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
