//! A line of text as words.

use super::phrases::NUMBERS;

/// Signs that stand for words.
const SIGNS: &[(char, &str)] = &[
    ('♥', "hearts"),
    ('♦', "diamonds"),
    ('♣', "clubs"),
    ('♠', "spades"),
    ('●', "circle"),
    ('▲', "triangle"),
    ('✚', "cross"),
    ('■', "square"),
    ('★', "star"),
    ('+', "plus"),
    ('&', "and"),
];

/// The words of a line: lower case, numbers as digits. Of the punctuation, a comma is a word of its own: it keeps "8, hearts"
/// from being one card.
pub fn words(line: &str) -> Vec<String> {
    let mut text = String::new();
    for letter in line.chars() {
        match SIGNS.iter().find(|(sign, _)| *sign == letter) {
            Some((_, word)) => text += &format!(" {word} "),
            None if letter.is_alphanumeric() => text.extend(letter.to_lowercase()),
            None if ['\'', '\u{2019}'].contains(&letter) => {}
            None if letter == ',' => text += " , ",
            None => text.push(' '),
        }
    }
    text.split_whitespace().map(standard).collect()
}

/// The words without commas.
pub fn words_only(line: &str) -> Vec<String> {
    words(line).into_iter().filter(|word| word != ",").collect()
}

/// A number in digits, and British spelling.
fn standard(word: &str) -> String {
    if let Some(number) = NUMBERS.iter().position(|name| *name == word) {
        return number.to_string();
    }
    let plural = NUMBERS.iter().position(|name| word.strip_suffix('s') == Some(name));
    match (plural, word) {
        (Some(number), _) => format!("{number}s"),
        (None, "color" | "colors") => "colour".into(),
        (None, _) => word.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_words() {
        let line = " Play the Two-of ♥, \"LAST card\"! ";
        assert_eq!(words(line), ["play", "the", "2", "of", "hearts", ",", "last", "card"]);
        assert_eq!(words_only("red +4, I'm out"), ["red", "plus", "4", "im", "out"]);
        assert_eq!(words("nines"), ["9s"]);
    }
}
