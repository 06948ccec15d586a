//! Names and chat: plain text within limits, without control characters (D4).

use unicode_normalization::UnicodeNormalization;
use unicode_security::{MixedScript, skeleton};

const MAX_CHAT_CHARS: usize = 280;

const MAX_NAME_CHARS: usize = 24;

/// The normalised name, or why it is refused.
pub fn name(text: &str) -> Result<String, &'static str> {
    if has_strange(text) {
        return Err("A name has only letters, digits and signs that can be seen.");
    }
    let name = plain(&text.nfkc().collect::<String>());
    if !name.is_single_script() {
        return Err("A name has letters of one script only: some look like those of another.");
    }
    let fits = (1..=MAX_NAME_CHARS).contains(&name.chars().count());
    if fits && !name.contains(',') && !has_strange(&name) {
        Ok(name)
    } else {
        Err("A name has 1 to 24 characters and no comma.")
    }
}

/// Whether people could confuse the two names.
pub fn look_alike(one: &str, other: &str) -> bool {
    let looks = |name: &str| skeleton(&name.to_lowercase()).collect::<String>();
    looks(one) == looks(other)
}

/// A chat message as it is passed on, or why it is refused.
pub fn line(text: &str) -> Result<String, &'static str> {
    let kept: String = text.chars().filter(|&letter| !is_strange(letter) || letter == '\n').collect();
    let line = plain(&kept);
    match line.chars().count() {
        1..=MAX_CHAT_CHARS => Ok(line),
        _ => Err("Write 1 to 280 characters."),
    }
}

/// The text with single spaces between its words.
pub fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether the text has invisible characters or such that change the direction of writing.
pub fn has_strange(text: &str) -> bool {
    text.contains(is_strange)
}

fn is_strange(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' | '\u{ffa0}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{205f}'..='\u{206f}'
            | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
            | '\u{e0000}'..='\u{10ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_they_look_like() {
        assert_eq!(name("  Ada   Obi "), Ok("Ada Obi".into()));
        assert_eq!(name("Ọlámidé 👏"), Ok("Ọlámidé 👏".into()));
        assert_eq!(
            name("<b onload=x>"),
            Ok("<b onload=x>".into()),
            "text is text; who shows it shows it as text"
        );
        assert_eq!(name("ﬁfi Ａｄａ"), Ok("fifi Ada".into()), "one way to write each letter");
        for good in ["Ада", "李小龍", "さくら", "علي", "Ngọ́zi", "José 2"] {
            assert_eq!(name(good), Ok(good.nfkc().collect()), "{good}");
        }
        assert!(name("\u{0410}da").is_err(), "a Cyrillic letter among Latin ones");
        for bad in ["", "   ", "a\u{202e}b", "a\u{200b}", "a\nb", "a,b", "\u{feff}", &"x".repeat(25)] {
            assert!(name(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [("Ada", "ada"), ("\u{0410}\u{0430}", "Aa"), ("Bill", "Bi1l"), ("rn", "m")] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Adam"), ("Bola", "Bolu"), ("李", "季")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn talk_is_cut_to_what_can_be_seen() {
        assert_eq!(line("well\u{202e} played\n\nall"), Ok("well played all".into()));
        assert!(line("\u{200b}").is_err());
        assert!(line(&"x".repeat(281)).is_err());
    }
}
