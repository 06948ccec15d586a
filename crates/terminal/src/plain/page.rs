//! Plain text in lines of a readable length.

use games::Rules;

/// Maximum length of a line.
const MAX_LINE_CHARS: usize = 80;

/// The text in lines, each indented by this many spaces.
pub fn wrapped(text: &str, indent: usize) -> String {
    hanging("", text, indent)
}

/// The text in lines. The first begins with `head`, the others are indented by this many spaces.
pub fn hanging(head: &str, text: &str, indent: usize) -> String {
    let margin = " ".repeat(indent);
    let mut out = String::new();
    let gap = indent.saturating_sub(head.chars().count()).max(usize::from(!head.trim().is_empty()));
    let mut line = format!("{head}{}", " ".repeat(gap));
    let mut empty = true;
    for word in words(text) {
        if !empty && line.chars().count() + 1 + word.chars().count() > MAX_LINE_CHARS {
            out += &line;
            out.push('\n');
            line.clone_from(&margin);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line += &word;
        empty = false;
    }
    out + line.trim_end() + "\n"
}

/// The words of a text. The name of a card, like "3 of Circle", counts as one word and is not broken.
fn words(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let named = word == "of" && words.peek().is_some_and(|next| next.starts_with(char::is_uppercase));
        match out.last_mut().filter(|_| named) {
            Some(rank) => *rank = format!("{rank} of {}", words.next().unwrap_or_default()),
            None => out.push(word.to_string()),
        }
    }
    out
}

/// A heading with a line under it.
pub fn heading(text: &str, under: char) -> String {
    format!("{text}\n{}\n", under.to_string().repeat(text.chars().count()))
}

/// The title of the rules, or their name, or a default.
pub fn title(rules: &Rules) -> &str {
    let header = rules.header();
    let named = [&header.title, &header.name].into_iter().find(|text| !text.is_empty());
    named.map_or("House rules", |text| text)
}

/// The rules page as plain text.
pub fn rules(rules: &Rules) -> String {
    let header = rules.header();
    let mut out = heading(title(rules), '=') + "\n" + &wrapped(&header.about, 0);
    let mut section = "";
    for clause in rules.explain() {
        if clause.section != section {
            section = clause.section;
            out = out + "\n" + &heading(section, '-');
        }
        out = out + "\n" + &wrapped(&clause.text, 0);
    }
    if !header.history.is_empty() {
        out = out + "\n" + &heading("Where it comes from", '-') + "\n" + &wrapped(&header.history, 0);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_longer_than_eighty_letters() {
        let text = "word ".repeat(100);
        let page = hanging("  key", &text, 8);
        assert!(page.lines().all(|line| line.len() <= MAX_LINE_CHARS), "{page}");
        assert!(page.starts_with("  key   word word"));
        assert!(page.lines().skip(1).all(|line| line.starts_with("        word")));
    }
}
