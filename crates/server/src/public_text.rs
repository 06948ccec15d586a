//! Every text of one player that others see: names, titles and the other words of rules, chat. One policy for all of them (D4).
//!
//! A text has only characters that can be seen and that stay in their place. Its letters are of one script, and are not all
//! doubles of Latin letters. Words that belong to those who run the server, and to computer players, are nobody's name.

use games::Rules;
use protocol::Refusal;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::{MixedScript, skeleton};

const MAX_CHAT_CHARS: usize = 280;

const MAX_NAME_CHARS: usize = 24;

/// Maximum number of marks on one letter, as UTS 39 has it (5.4).
const MAX_MARKS: usize = 4;

/// Initials are no attempt to spell a reserved word out, unless there are this many of them.
const MIN_SPELLED_OUT_CHARS: usize = 5;

/// Nobody calls a table so.
const RESERVED: [&str; 4] = ["admin", "administrator", "lastcard", "moderator"];

/// No person has such a name either: most of all the names of computer players, which begin with "Bot".
const RESERVED_FOR_NAMES: [&str; 11] = [
    "bot",
    "computer",
    "mod",
    "official",
    "operator",
    "server",
    "staff",
    "support",
    "sysop",
    "system",
    "webmaster",
];

/// The normalised name of a person, or why it is refused.
pub fn name(text: &str) -> Result<String, Refusal> {
    let name = bot_name(text)?;
    not_reserved("A name", &name, &RESERVED_FOR_NAMES)?;
    Ok(name)
}

/// The normalised name of a computer player, or why it is refused.
pub fn bot_name(text: &str) -> Result<String, Refusal> {
    const WHAT: &str = "A name";
    let text: String = text.chars().filter(|&letter| !is_emoji_style(letter)).collect();
    visible(WHAT, &text)?;
    let name = plain(&text.nfkc().collect::<String>());
    if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) || name.contains(',') {
        return Err(Refusal::BadName);
    }
    visible(WHAT, &name)?;
    if !name.is_single_script() {
        return Err(Refusal::MixedScripts { what: WHAT, word: name });
    }
    not_latin_twin(WHAT, &name)?;
    not_reserved(WHAT, &name, &RESERVED)?;
    Ok(name)
}

/// Why the texts of a rule set cannot be shown to others, if they cannot.
pub fn check_rules(rules: &Rules) -> Result<(), Refusal> {
    const WHAT: &str = "The title of the rules";
    let title = &rules.header().title;
    visible(WHAT, title)?;
    one_script_a_word(WHAT, title)?;
    not_latin_twin(WHAT, title)?;
    not_reserved(WHAT, title, &RESERVED)?;
    // All the words of the rules at once: descriptions, cards, suits, what players have to say.
    let words = rules.to_toml(None);
    visible("The text of the rules", &words.replace('\n', " "))?;
    one_script_a_word("The text of the rules", &words)
}

/// A chat message as it is passed on, or why it is refused.
pub fn line(text: &str) -> Result<String, &'static str> {
    let mut marks = 0;
    let shown = |&letter: &char| {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        marks <= MAX_MARKS && (letter == '\n' || !is_hidden(letter) && !is_emoji_style(letter))
    };
    let line = plain(&text.chars().filter(shown).collect::<String>());
    match line.chars().count() {
        1..=MAX_CHAT_CHARS => Ok(line),
        _ => Err("Write 1 to 280 characters."),
    }
}

/// The text with single spaces between its words.
pub fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether people could confuse the two names.
pub fn look_alike(one: &str, other: &str) -> bool {
    let others = looks(other);
    looks(one).iter().any(|look| others.contains(look))
}

/// Whether a character has no shape of its own or changes the direction of writing.
pub fn has_hidden(text: &str) -> bool {
    text.contains(is_hidden)
}

/// How a name looks, whatever the case and the script: as it is, and in small and large letters, since doubles of either are
/// doubles of the name.
fn looks(name: &str) -> [String; 3] {
    let look = |text: &str| skeleton(&skeleton(text).collect::<String>().to_lowercase()).collect::<String>();
    [look(name), look(&name.to_lowercase()), look(&name.to_uppercase())]
}

/// Every character can be seen, and no letter has so many marks that it covers its neighbours.
fn visible(what: &'static str, text: &str) -> Result<(), Refusal> {
    let (mut marks, mut bare) = (0, true);
    for letter in text.chars() {
        if is_hidden(letter) {
            return Err(Refusal::HiddenCharacter { what, code: u32::from(letter) });
        }
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        // A mark without a letter of its own would sit on whatever is shown before the text.
        if marks > MAX_MARKS || marks > 0 && bare {
            return Err(Refusal::StackedMarks { what, most: MAX_MARKS });
        }
        bare = letter.is_whitespace() || (bare && marks > 0);
    }
    Ok(())
}

/// No word has letters of several scripts.
fn one_script_a_word(what: &'static str, text: &str) -> Result<(), Refusal> {
    let mut words = text.split(|letter: char| !letter.is_alphanumeric() && !is_combining_mark(letter));
    match words.find(|word| !word.is_single_script()) {
        Some(word) => Err(Refusal::MixedScripts { what, word: word.into() }),
        None => Ok(()),
    }
}

/// The letters are not those of another script that all look like Latin ones: UTS 39 calls that whole-script confusable.
fn not_latin_twin(what: &'static str, text: &str) -> Result<(), Refusal> {
    let letters: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    let twin: String = skeleton(&letters).collect();
    let is_twin = twin.is_ascii() && twin.contains(|letter: char| letter.is_ascii_alphabetic());
    if is_twin && !letters.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return Err(Refusal::LooksLatin { what, twin });
    }
    Ok(())
}

/// No word is a reserved one, however it is spelled.
fn not_reserved(what: &'static str, text: &str, reserved: &[&'static str]) -> Result<(), Refusal> {
    let spelled = spellings(text);
    let found = reserved.iter().find(|word| {
        let looks = looks(word).map(|look| letters_of(&look));
        spelled.iter().any(|spelled| looks.contains(spelled))
    });
    found.map_or(Ok(()), |word| Err(Refusal::ReservedWord { what, word }))
}

/// Every word of a text as it looks, and all of them run together: `Á.d.m.i.n`, `SuperAdmin`, `4dm1n7`.
fn spellings(text: &str) -> Vec<String> {
    let mut apart = String::new();
    for letter in text.nfkd().filter(|letter| !is_combining_mark(*letter)) {
        if letter.is_uppercase() && apart.ends_with(char::is_lowercase) {
            apart.push(' ');
        }
        apart.push(letter);
    }
    let in_word = |letter: char| letter.is_alphanumeric() || letter_meant(letter) != letter;
    let mut words: Vec<String> = apart.split(|letter| !in_word(letter)).map(String::from).collect();
    let joined = words.concat();
    if joined.chars().count() >= MIN_SPELLED_OUT_CHARS {
        words.push(joined);
    }
    let other = |letter: char| !letter.is_alphabetic();
    let cut = |word: &String| {
        [word.as_str(), word.trim_end_matches(other), word.trim_matches(other)].map(|word| {
            let meant: String = word.chars().map(letter_meant).collect();
            looks(&meant).map(|look| letters_of(&look))
        })
    };
    words.iter().flat_map(cut).flatten().filter(|word| !word.is_empty()).collect()
}

/// The letter that a digit or a sign stands for.
fn letter_meant(letter: char) -> char {
    match letter {
        '0' => 'o',
        '1' | '!' | '|' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// The letters of a look, with one for those that are told apart by a dot.
fn letters_of(look: &str) -> String {
    let letters = look.nfd().filter(|letter| letter.is_alphanumeric());
    letters.map(|letter| if letter == 'l' { 'i' } else { letter }).collect()
}

/// Chooses between two pictures of the sign before it, and is nothing by itself.
fn is_emoji_style(letter: char) -> bool {
    matches!(letter, '\u{fe0e}' | '\u{fe0f}')
}

/// Whether nothing is seen of a character: it controls, is blank, or has no meaning.
fn is_hidden(letter: char) -> bool {
    let invisible = matches!(
        letter.general_category(),
        GeneralCategory::Control
            | GeneralCategory::Format
            | GeneralCategory::Surrogate
            | GeneralCategory::PrivateUse
            | GeneralCategory::Unassigned
            | GeneralCategory::LineSeparator
            | GeneralCategory::ParagraphSeparator
    );
    invisible || is_blank(letter)
}

/// Characters that count as letters, marks or signs, but are blank: the list of those that Unicode lets a program ignore, and a
/// few that fonts leave empty.
fn is_blank(letter: char) -> bool {
    matches!(letter,
        '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{202f}' | '\u{205f}'
        | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{ffa0}' | '\u{fffc}' | '\u{13441}'..='\u{13446}'
        | '\u{16fe4}' | '\u{1d159}' | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The word for programs of the refusal of a name.
    fn refused(text: &str) -> Option<&'static str> {
        name(text).err().map(|refusal| refusal.code())
    }

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
        assert_eq!(name("Ada ❤\u{fe0f}"), Ok("Ada ❤".into()), "only the picture is chosen differently");
        let good = [
            "Ада",
            "Анна",
            "李小龍",
            "さくら",
            "علي",
            "Ngọ́zi",
            "José 2",
            "Nguyễn Thị",
            "Ελένη",
            "नमस्ते",
            "ᎠᏂᏴᏫᏯ",
        ];
        for good in good {
            assert_eq!(name(good), Ok(good.nfkc().collect()), "{good}");
        }
        assert_eq!(refused("\u{0410}da"), Some("mixed-scripts"), "a Cyrillic letter among Latin ones");
        for bad in ["", "   ", "a,b", &"x".repeat(25)] {
            assert_eq!(refused(bad), Some("bad-name"), "{bad:?}");
        }
    }

    #[test]
    fn names_have_nothing_hidden() {
        let hidden = [
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200b}",
            "a\u{200f}",
            "a\nb",
            "\u{feff}",
            "\u{2800}",
            "a\u{2800}b",
            "\u{3164}",
            "\u{115f}a",
            "a\u{ffa0}",
            "a\u{e0041}",
            "a\u{fffc}",
            "\u{1d159}",
            "a\u{e000}",
            "a\u{378}",
            "a\u{2028}",
            "\u{ad}a",
        ];
        for bad in hidden {
            assert_eq!(refused(bad), Some("hidden-character"), "{bad:?}");
        }
        assert_eq!(
            name("a\u{202e}b").unwrap_err().to_string(),
            "A name has a character that cannot be seen or that turns the writing around (U+202E): leave it out."
        );
        for bad in ["\u{301}Ada", "Ada \u{301}", "A\u{301}\u{302}\u{303}\u{304}\u{305}da"] {
            assert_eq!(refused(bad), Some("stacked-marks"), "{bad:?}");
        }
    }

    /// Each is one word in one script, and every letter of it a double of a Latin one.
    #[test]
    fn names_in_doubles_of_latin_letters_are_refused() {
        for (twin, script) in [
            ("ꓮꓓꓮ", "Lisu"),
            ("ꓐꓳꓡꓮ", "Lisu"),
            ("ᎪᎠᎪ", "Cherokee"),
            ("ᏚᎪᎷ", "Cherokee"),
            ("аса", "Cyrillic"),
            ("ΑΒΟ", "Greek"),
            ("ⲞⲤ", "Coptic"),
        ] {
            assert_eq!(refused(twin), Some("looks-latin"), "{script}: {twin}");
        }
        assert_eq!(
            name("ꓮꓓꓮ").unwrap_err().to_string(),
            "A name is written in other letters that look like the Latin \"ADA\": write it in Latin letters."
        );
    }

    #[test]
    fn reserved_words_are_nobodys_name() {
        for bad in [
            "Admin",
            "ADMIN",
            "admin 2",
            "Adm1n",
            "4dmin",
            "@dmin",
            "A.d.m.i.n",
            "a d m i n",
            "Ádmin",
            "a\u{331}dmin",
            "SuperAdmin",
            "The Admin!",
            "Admln",
            "admin7",
            "Moderator",
            "Lastcard",
            "Last-Card",
            "System",
            "Support",
            "Bot Amara",
            "Bot Bola",
            "bot",
            "B0t Ife",
            "Amara (Bot)",
            "Computer",
            "Mod",
        ] {
            assert_eq!(refused(bad), Some("reserved-word"), "{bad}");
        }
        for good in [
            "Badmin",
            "Mo D",
            "Abbot",
            "Robot",
            "Botha",
            "Modupe",
            "Amara",
            "Bola",
            "Administa",
            "Lucy",
            "Stafford",
        ] {
            assert_eq!(refused(good), None, "{good}");
        }
        assert_eq!(bot_name("Bot Amara"), Ok("Bot Amara".into()), "a computer player is one");
        assert!(bot_name("Admin").is_err());
    }

    #[test]
    fn names_that_look_alike_are_found() {
        for (one, other) in [
            ("Ada", "ada"),
            ("\u{0410}\u{0430}", "Aa"),
            ("Bill", "Bi1l"),
            ("BILL", "Bi1l"),
            ("rn", "m"),
            ("Ada", "ꓮꓓꓮ"),
            ("ada", "ᎪᎠᎪ"),
            ("Sam", "ᏚᎪᎷ"),
        ] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("Ada", "Adam"), ("Bola", "Bolu"), ("李", "季")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn rules_say_nothing_hidden_or_reserved() {
        let code = |lines: &str| {
            let rules = games::load(&format!("extends = \"naija-whot\"\n{lines}\n")).expect("a rule file");
            check_rules(&rules).err().map(|refusal| refusal.code())
        };
        for (lines, why) in [
            ("title = \"Whot\u{202e}toW\"", "hidden-character"),
            ("title = \"\u{2800}\"", "hidden-character"),
            ("title = \"Naija Wh\u{043e}t\"", "mixed-scripts"),
            ("title = \"ꓪꓧꓳꓔ\"", "looks-latin"),
            ("title = \"Whot of the Admin\"", "reserved-word"),
            ("about = \"Good\u{2067} fun\"", "hidden-character"),
            ("history = \"It \u{301}began\"", "stacked-marks"),
            ("last_word = \"last\u{200b}card\"", "hidden-character"),
        ] {
            assert_eq!(code(lines), Some(why), "{lines}");
        }
        for good in [
            "title = \"Игра в карты\"",
            "title = \"Official rules ❤\u{fe0f}\"",
            "about = \"Ọlá\u{27}s – «Ибадан» 2\"",
        ] {
            assert_eq!(code(good), None, "{good}");
        }
    }

    #[test]
    fn every_preset_may_be_shown() {
        for name in games::presets::names() {
            let rules = games::presets::named(name).expect("a preset");
            assert_eq!(check_rules(&rules), Ok(()), "{name}");
        }
    }

    #[test]
    fn talk_is_cut_to_what_can_be_seen() {
        assert_eq!(line("well\u{202e} played\n\nall\u{2800}"), Ok("well played all".into()));
        assert_eq!(
            line("a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}"),
            Ok("a\u{301}\u{301}\u{301}\u{301}".into())
        );
        assert!(line("\u{200b}").is_err());
        assert!(line(&"x".repeat(281)).is_err());
    }
}
