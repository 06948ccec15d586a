//! Rule files: TOML in; out comes a checked rule set, or every fault with its place and what would be right.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::matching::{MAX_TABLE_ENTRIES, UnknownCards};
use crate::options::{Value, hint};
use crate::{ChangeError, Rules, packs, presets};

/// Maximum size of a rule file.
const MAX_FILE_BYTES: usize = 64 * 1024;

/// Maximum number of faults reported; the last entry then says how many more there are.
const MAX_FAULTS_SHOWN: usize = 10;

/// Maximum number of faults that are located: a file of nonsense has thousands, and locating one scans the text.
const MAX_FAULTS_LOCATED: usize = 100;

/// Maximum length of a list: more than a pack has cards and ranks.
const MAX_LIST_ITEMS: usize = 200;

/// What is wrong with a rule file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{line}:{column}: {message}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// Reads a rule file.
pub fn load(text: &str) -> Result<Rules, Vec<Fault>> {
    Reader { text, faults: Vec::new(), found: 0 }.read(None)
}

/// Changes a rule set by the text of a rule file, without `extends`.
pub fn apply(base: &Rules, text: &str) -> Result<Rules, Vec<Fault>> {
    Reader { text, faults: Vec::new(), found: 0 }.read(Some(base))
}

/// A key and a value with their places in the file.
struct Placed<'a, 'i> {
    key: &'a str,
    key_at: Range<usize>,
    value: &'a DeValue<'i>,
    at: Range<usize>,
}

struct Reader<'t> {
    text: &'t str,
    faults: Vec<Fault>,
    /// How many faults there are, including those that were not located.
    found: usize,
}

impl Reader<'_> {
    fn read(mut self, base: Option<&Rules>) -> Result<Rules, Vec<Fault>> {
        if self.text.len() > MAX_FILE_BYTES {
            self.fault(
                0..0,
                format!("the file is longer than {MAX_FILE_BYTES} bytes; a rule set needs far less"),
            );
            return Err(self.faults);
        }
        let (table, errors) = DeTable::parse_recoverable(self.text);
        for error in errors {
            let at = error.span().unwrap_or(0..0);
            self.fault(at, format!("this is not TOML: {}", error.message()));
        }
        if !self.faults.is_empty() {
            return Err(self.sorted());
        }
        let mut entries = placed(table.get_ref());
        // The pack comes first because effects and points name its cards.
        let first = ["pack", "whot_cards", "jokers", "draw2"];
        entries.sort_by_key(|entry| (!first.contains(&entry.key), entry.key_at.start));
        let Some(mut rules) = self.start(base, &entries) else { return Err(self.sorted()) };
        for entry in &entries {
            self.take(&mut rules, entry);
        }
        let silent = !entries.iter().any(|entry| entry.key == "about");
        if let Some(base) = base.cloned().or_else(|| rules.header().base.as_deref().and_then(presets::named))
            && silent
            && rules.options_and_tables() != base.options_and_tables()
        {
            rules.header_mut().about = base.changed_about();
        }
        let header = rules.header_mut();
        if header.title.is_empty() {
            header.title = "House rules".into();
        }
        if header.name.is_empty() {
            header.name = "house-rules".into();
        }
        if let Rules::Matching(matching) = &mut rules {
            matching.forget_missing_cards();
        }
        if self.faults.is_empty() {
            for (key, message) in rules.faults() {
                let at = to_blame(&rules, &entries, key, &message);
                self.fault(at, message);
            }
        }
        if self.faults.is_empty() { Ok(rules) } else { Err(self.sorted()) }
    }

    /// The rule set that the file extends.
    fn start(&mut self, base: Option<&Rules>, entries: &[Placed<'_, '_>]) -> Option<Rules> {
        let find = |key: &str| entries.iter().find(|entry| entry.key == key);
        match (base, find("extends"), find("family")) {
            (Some(base), None, None) => Some(base.clone()),
            (Some(_), Some(entry), _) | (Some(_), None, Some(entry)) | (None, Some(_), Some(entry)) => {
                self.fault(
                    entry.key_at.clone(),
                    "these rules already have a preset: leave `extends` out".into(),
                );
                None
            }
            (None, Some(entry), None) => {
                let name = self.word(entry)?;
                let found = presets::named(&name);
                if found.is_none() {
                    let near = hint(&name, presets::names());
                    self.fault(
                        entry.at.clone(),
                        format!("there is no preset \"{name}\".{near} `lastcard presets` lists them."),
                    );
                }
                found.map(|mut rules| {
                    rules.header_mut().base = Some(name);
                    rules
                })
            }
            (None, None, Some(entry)) => {
                let name = self.word(entry)?;
                let found = Rules::family(&name);
                if found.is_none() {
                    let known: Vec<String> =
                        Rules::FAMILIES.iter().map(|family| format!("\"{family}\"")).collect();
                    let known = known.join(" or ");
                    self.fault(entry.at.clone(), format!("there is no family \"{name}\"; write {known}"));
                }
                found
            }
            (None, None, None) => {
                self.fault(0..0, "say what the rules are made from: `extends = \"naija-whot\"` or another preset in the first line".into());
                None
            }
        }
    }

    fn take(&mut self, rules: &mut Rules, entry: &Placed<'_, '_>) {
        match entry.key {
            "extends" | "family" => {}
            "name" | "title" | "about" | "history" => self.take_header(rules, entry),
            "effects" | "points" if matches!(rules, Rules::Matching(_)) => self.take_table(rules, entry),
            "pack" if matches!(rules, Rules::Matching(_)) => self.take_pack(rules, entry),
            "stack" if matches!(rules, Rules::Matching(_)) => self.take_stack(rules, entry),
            key => self.take_option(rules, key, entry),
        }
    }

    fn take_header(&mut self, rules: &mut Rules, entry: &Placed<'_, '_>) {
        let Some(text) = self.word(entry) else { return };
        let most = if entry.key == "history" || entry.key == "about" { 2_000 } else { 60 };
        if text.chars().count() > most || text.contains(|letter: char| letter.is_control() && letter != '\n')
        {
            return self
                .fault(entry.at.clone(), format!("`{}` is a text of at most {most} letters", entry.key));
        }
        if entry.key == "name"
            && !text
                .chars()
                .all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
        {
            return self.fault(entry.at.clone(), "`name` is written with small letters, digits and hyphens, like \"ibadan-whot\"; use `title` for people".into());
        }
        let header = rules.header_mut();
        let field = match entry.key {
            "name" => &mut header.name,
            "title" => &mut header.title,
            "about" => &mut header.about,
            _ => &mut header.history,
        };
        *field = text;
    }

    fn take_option(&mut self, rules: &mut Rules, key: &str, entry: &Placed<'_, '_>) {
        let known = rules.keys();
        let family = rules.family_name();
        let Some(setting) = rules.setting_mut(key) else {
            if self.found >= MAX_FAULTS_LOCATED {
                self.found += 1; // Looking for the word that was meant takes longest.
                return;
            }
            let words = [
                "extends", "family", "name", "title", "about", "history", "effects", "points", "pack",
                "stack",
            ];
            let near = hint(key, known.into_iter().chain(words));
            return self
                .fault(entry.key_at.clone(), format!("the {family} family has no option `{key}`.{near}"));
        };
        let accepted = setting.accepted();
        let Some(value) = plain(entry.value) else {
            return self.fault(entry.at.clone(), format!("`{key}` is {accepted}, not {}", kind(entry.value)));
        };
        if matches!(&value, Value::List(items) if items.len() > MAX_LIST_ITEMS) {
            return self.fault(entry.at.clone(), format!("`{key}` lists at most {MAX_LIST_ITEMS} words"));
        }
        if setting.set(&value) {
            return;
        }
        let names: Vec<String> = setting
            .values()
            .into_iter()
            .filter_map(|value| match value {
                Value::Text(text) => Some(text),
                _ => None,
            })
            .collect();
        let near = match &value {
            Value::Text(text) => hint(text, names.iter().map(String::as_str)),
            _ => String::new(),
        };
        self.fault(entry.at.clone(), format!("`{key}` is {accepted}, not {value}.{near}"));
    }

    /// `stack` sets `counter` and `cross_counter` together (V6).
    fn take_stack(&mut self, rules: &mut Rules, entry: &Placed<'_, '_>) {
        let Rules::Matching(matching) = rules else { return };
        match self.word(entry).as_deref() {
            Some("off") => matching.set_stack(crate::matching::Stack::Off),
            Some("same") => matching.set_stack(crate::matching::Stack::Same),
            Some("any") => matching.set_stack(crate::matching::Stack::Any),
            Some(other) => {
                let near = hint(other, ["off", "same", "any"]);
                self.fault(
                    entry.at.clone(),
                    format!("`stack` is one of \"off\", \"same\", \"any\", not \"{other}\".{near}"),
                );
            }
            None => {}
        }
    }

    fn take_pack(&mut self, rules: &mut Rules, entry: &Placed<'_, '_>) {
        let Rules::Matching(matching) = rules else { return };
        match entry.value {
            DeValue::String(name) => {
                if let Some(spec) = packs::named(name) {
                    matching.pack = spec;
                    return;
                }
                let near = hint(name, packs::names());
                let known = crate::options::or_list(packs::names().map(|name| format!("\"{name}\"")));
                self.fault(
                    entry.at.clone(),
                    format!(
                        "there is no pack \"{name}\"; it is {known}, or a [pack] table of your own.{near}"
                    ),
                );
            }
            DeValue::Table(table) => {
                let mut spec = core::mem::take(&mut matching.pack);
                for inner in placed(table) {
                    if let Err(error) = packs::take(&mut spec, inner.key, inner.value) {
                        let place = if error.is_about_key() { &inner.key_at } else { &inner.at };
                        self.fault(place.clone(), error.to_string());
                    }
                }
                if let Err(error) = engine::Pack::new(&spec, 1) {
                    self.fault(entry.key_at.clone(), error.to_string());
                }
                matching.pack = spec;
            }
            other => self.fault(
                entry.at.clone(),
                format!("`pack` is the name of a pack or a [pack] table, not {}", kind(other)),
            ),
        }
    }

    /// `[effects]` and `[points]`: one entry for each rank or card.
    fn take_table(&mut self, rules: &mut Rules, entry: &Placed<'_, '_>) {
        let Rules::Matching(matching) = rules else { return };
        let DeValue::Table(table) = entry.value else {
            return self.fault(
                entry.at.clone(),
                format!("[{}] is a table with a line for each rank or card", entry.key),
            );
        };
        if table.len() > MAX_TABLE_ENTRIES {
            return self.fault(
                entry.at.clone(),
                format!(
                    "[{}] has at most {MAX_TABLE_ENTRIES} lines: name each card, rank or suit once",
                    entry.key
                ),
            );
        }
        let pack = engine::Pack::new(&matching.pack_spec(), 1);
        for inner in placed(table) {
            let taken = match (entry.key, plain(inner.value)) {
                ("effects", Some(Value::Text(words))) => {
                    matching.set_effect(inner.key, &words).map_err(|error| error.to_string())
                }
                ("effects", _) => Err(format!(
                    "an effect is written as words in quotes, like \"pick 2\", not {}",
                    kind(inner.value)
                )),
                (_, Some(Value::Number(points))) if (0..=1_000).contains(&points) => {
                    matching.set_points(inner.key, points as u16);
                    Ok(())
                }
                _ => Err("points are a whole number from 0 to 1000".to_string()),
            };
            if let Err(message) = taken {
                self.fault(inner.at.clone(), message);
            }
            if let Ok(pack) = &pack
                && let Err(error) = UnknownCards::check(pack, inner.key)
            {
                self.fault(inner.key_at.clone(), error.to_string());
            }
        }
    }

    fn word(&mut self, entry: &Placed<'_, '_>) -> Option<String> {
        match entry.value {
            DeValue::String(text) => Some(text.to_string()),
            other => {
                self.fault(
                    entry.at.clone(),
                    format!("`{}` is a text in quotes, not {}", entry.key, kind(other)),
                );
                None
            }
        }
    }

    fn fault(&mut self, at: Range<usize>, message: String) {
        self.found += 1;
        if self.faults.len() >= MAX_FAULTS_LOCATED {
            return;
        }
        let before = self.text.get(..at.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        self.faults.push(Fault { line, column, message });
    }

    /// The first faults in file order, and a last one that counts the rest.
    fn sorted(mut self) -> Vec<Fault> {
        self.faults.sort_by_key(|fault| (fault.line, fault.column));
        let more = self.found.saturating_sub(MAX_FAULTS_SHOWN);
        if more > 1 {
            self.faults.truncate(MAX_FAULTS_SHOWN + 1);
            self.faults[MAX_FAULTS_SHOWN].message =
                format!("from here on there are {more} more faults; put the first ones right and look again");
        }
        self.faults
    }
}

/// The entries of a table in file order.
fn placed<'a, 'i>(table: &'a DeTable<'i>) -> Vec<Placed<'a, 'i>> {
    let mut entries: Vec<Placed<'a, 'i>> = table
        .iter()
        .map(|(key, value): (&Spanned<_>, &Spanned<DeValue<'i>>)| {
            let name: &alloc::borrow::Cow<'i, str> = key.get_ref();
            Placed { key: name, key_at: key.span(), value: value.get_ref(), at: value.span() }
        })
        .collect();
    entries.sort_by_key(|entry| entry.key_at.start);
    entries
}

/// The place of the entry that a fault is about: its key or, if that is inherited, another key that the message names.
fn to_blame(rules: &Rules, entries: &[Placed<'_, '_>], key: &str, message: &str) -> Range<usize> {
    let spelled = |entry: &&Placed<'_, '_>| rules.main_key(entry.key).unwrap_or(entry.key) == key;
    let named = |entry: &&Placed<'_, '_>| message.contains(rules.main_key(entry.key).unwrap_or(entry.key));
    let found = entries.iter().find(spelled).or_else(|| entries.iter().find(named));
    found.map_or(0..0, |entry| entry.at.clone())
}

/// The value as an option takes it, if it has a suitable type.
pub(crate) fn plain(value: &DeValue<'_>) -> Option<Value> {
    match value {
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(Value::Number)
        }
        DeValue::String(text) => Some(Value::Text(text.to_string())),
        DeValue::Array(items) => {
            let words = items.iter().map(|item| match plain(item.get_ref()) {
                Some(Value::Text(text)) => Some(text),
                Some(Value::Number(number)) => Some(number.to_string()),
                _ => None,
            });
            words.collect::<Option<Vec<String>>>().map(Value::List)
        }
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

/// The type of a value, in words.
pub(crate) fn kind(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::Boolean(_) => "true or false",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a point",
        DeValue::String(_) => "a text",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// One change, `key=value`, as a line of TOML. A bare word becomes a text in quotes.
fn change_line(change: &str) -> Result<String, ChangeError> {
    let unreadable = || ChangeError::NotKeyValue(change.into());
    let (key, value) = change.split_once('=').ok_or_else(unreadable)?;
    let (key, value) = (key.trim(), value.trim());
    let line = format!("{key} = {value}");
    if DeTable::parse(&line).is_ok() {
        return Ok(line);
    }
    let quoted = format!("{key} = {}", crate::options::quoted(value));
    match DeTable::parse(&quoted) {
        Ok(_) => Ok(quoted),
        Err(_) => Err(unreadable()),
    }
}

/// Changes a rule set by texts of the form `key=value`, as `--rule` does.
pub fn change(base: &Rules, changes: &[String]) -> Result<Rules, ChangeError> {
    let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_string();
    let mut lines: Vec<String> = vec![];
    for text in changes {
        let line = change_line(text)?;
        lines.retain(|other| key(other) != key(&line)); // The last change of a key wins.
        lines.push(line);
    }
    apply(base, &lines.join("\n")).map_err(ChangeError::Faults)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One half of a contradiction is inherited: the line to blame is the one in the file.
    #[test]
    fn a_contradiction_points_at_the_line_that_makes_it() {
        let faults = load("extends = \"uno-classic\"\nwild4_only_if_stuck = true\n").unwrap_err();
        assert_eq!((faults[0].line, faults[0].column), (2, 23), "{}", faults[0]);
        let faults =
            load("extends = \"crazy-eights\"\n\ncounter = \"none\"\nmust_counter = true\n").unwrap_err();
        assert_eq!((faults[0].line, faults[0].column), (4, 16), "{}", faults[0]);
    }

    /// What a file of the maximum size can hold is refused before each line of it is looked up.
    #[test]
    fn a_table_or_list_that_is_too_long_is_one_fault() {
        let lines = |line: &dyn Fn(usize) -> String| (0..2_000).map(line).collect::<String>();
        let cards = lines(&|at| format!("card{at} "));
        let tables = [
            ("[effects]\n", lines(&|at| format!("card{at} = \"skip\"\n")), "at most 200 lines"),
            ("[points]\n", lines(&|at| format!("card{at} = 1\n")), "at most 200 lines"),
            ("[pack.words]\n", lines(&|at| format!("word{at} = \"star\"\n")), "at most 100 words"),
            ("[pack.names]\n", format!("1 = \"{cards}\"\n"), "at most 40 letters"),
            ("[pack.cards]\n", lines(&|at| format!("suit{at} = \"1\"\n")), "at most 8 suits and 32 ranks"),
            ("[pack.cards]\n", format!("star = \"{cards}\"\n"), "at most 8 suits and 32 ranks"),
            ("", format!("finish_on = {:?}\n", cards.split(' ').collect::<Vec<_>>()), "at most 200 words"),
        ];
        for (head, body, message) in tables {
            let faults = load(&format!("extends = \"naija-whot\"\n{head}{body}")).unwrap_err();
            assert_eq!(faults.len(), 1, "{head}: {}", faults[1]);
            assert!(faults[0].message.contains(message), "{}", faults[0]);
        }
    }

    /// All of eleven faults are reported; of a thousand, the first ten and how many more there are.
    #[test]
    fn nobody_is_told_of_a_thousand_faults() {
        let with = |lines: usize| {
            let lines: Vec<String> = (0..lines).map(|at| format!("nonsense_{at} = 1")).collect();
            load(&format!("extends = \"naija-whot\"\n{}", lines.join("\n"))).unwrap_err()
        };
        let (eleven, twelve, thousand) = (with(11), with(12), with(1_000));
        assert_eq!((eleven.len(), twelve.len(), thousand.len()), (11, 11, 11));
        assert!(eleven[10].message.contains("nonsense_10"), "{}", eleven[10]);
        assert!(thousand[9].message.contains("nonsense_9"), "{}", thousand[9]);
        assert_eq!((thousand[10].line, thousand[10].column), (12, 1));
        assert!(twelve[10].message.contains("2 more faults"), "{}", twelve[10]);
        assert!(thousand[10].message.contains("990 more faults"), "{}", thousand[10]);
    }
}
