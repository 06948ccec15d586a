//! Moves as text: `play star-8`, `play whot-20 call circle`, `draw`, `catch 2`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Refusal, Seat, Word};

use super::{CompiledRules, Group, Move, Play};
use crate::options::hint;

/// Writes a move in notation.
pub(crate) fn show(compiled: &CompiledRules, choice: Move) -> String {
    match choice {
        Move::Play(play) => show_play(compiled, play),
        Move::Draw => "draw".into(),
        Move::Pass => "pass".into(),
        Move::Challenge => "challenge".into(),
        Move::Call(suit) => format!("call {}", compiled.pack.suit_name(suit)),
        Move::Say(word) => format!("say {}", word.word()),
        Move::Catch(seat) => format!("catch {seat}"),
    }
}

fn show_play(compiled: &CompiledRules, play: Play) -> String {
    let card = |card: Card| compiled.pack.notation(card);
    let mut out = format!("play {}", card(play.cards.first));
    for middle in play.cards.between(compiled).iter() {
        out += &format!(" {}", card(middle));
    }
    if play.cards.len > 1 {
        out += &format!(" {}", card(play.cards.last));
    }
    if let Some(suit) = play.call {
        out += &format!(" call {}", compiled.pack.suit_name(suit));
    }
    if let Some(seat) = play.with {
        out += &format!(" with {seat}");
    }
    if let Some(word) = play.say {
        out += &format!(" say {}", word.word());
    }
    out
}

impl CompiledRules {
    /// Parses a move from its notation. It need not be legal.
    pub fn parse(&self, text: &str) -> Result<Move, Refusal> {
        read(self, text)
    }
}

/// Parses a move from its notation.
pub(crate) fn read(compiled: &CompiledRules, text: &str) -> Result<Move, Refusal> {
    if text.len() > 400 {
        return unreadable("that is too long for a move".into());
    }
    let words = crate::tokens(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => unreadable("say what you do: play, draw or pass".into()),
        [alone @ ("draw" | "pass" | "challenge"), _, ..] => unreadable(format!("`{alone}` stands alone")),
        ["draw"] => Ok(Move::Draw),
        ["pass"] => Ok(Move::Pass),
        ["challenge"] => Ok(Move::Challenge),
        ["play"] => unreadable(format!("name the card, like `play {}`", example(compiled))),
        ["call"] => {
            unreadable(format!("say what you call: {}", crate::options::or_list(compiled.pack.suits())))
        }
        ["say"] => unreadable("say what: last-card or semi-last-card".into()),
        ["catch"] => unreadable("say whom you catch: add the seat, like `catch 1`".into()),
        ["call", suit] => Ok(Move::Call(read_suit(compiled, suit)?)),
        ["say", word @ ..] => Ok(Move::Say(read_word(compiled, word)?)),
        ["catch", seat] => Ok(Move::Catch(read_seat(compiled, seat)?)),
        ["play", rest @ ..] => read_play(compiled, rest),
        [other, ..] => {
            let near = hint(other, ["play", "draw", "pass", "say", "catch", "challenge", "call"]);
            unreadable(format!(
                "\"{other}\" is not a move; moves are play, draw, pass, say, catch, challenge and call.{near}"
            ))
        }
    }
}

fn read_play(compiled: &CompiledRules, words: &[&str]) -> Result<Move, Refusal> {
    let keyword = |word: &&str| ["call", "with", "say"].contains(word);
    let end = words.iter().position(keyword).unwrap_or(words.len());
    let cards = read_cards(compiled, &words[..end])?;
    if cards.is_empty() {
        return unreadable("name the card, like `play star-8`".replace("star-8", &example(compiled)));
    }
    if cards.len() > 16 {
        return unreadable("that is too many cards".into());
    }
    let cards = Group::of(&compiled.pack, &cards).ok_or(Refusal::NotAGroup)?; // S7
    let mut play = Play { cards, call: None, with: None, say: None };
    let mut rest = &words[end..];
    while let [key, tail @ ..] = rest {
        let stop = tail.iter().position(keyword).unwrap_or(tail.len());
        let (value, after) = tail.split_at(stop);
        match (*key, value) {
            ("call", [suit]) if play.call.is_none() => play.call = Some(read_suit(compiled, suit)?),
            ("with", [seat]) if play.with.is_none() => play.with = Some(read_seat(compiled, seat)?),
            ("say", word) if play.say.is_none() => play.say = Some(read_word(compiled, word)?),
            _ => return unreadable(format!("`{key}` needs one word after it, once")),
        }
        rest = after;
    }
    Ok(Move::Play(play))
}

/// Parses the cards that the words name; `star 8` means `star-8`.
fn read_cards(compiled: &CompiledRules, words: &[&str]) -> Result<Vec<Card>, Refusal> {
    let mut cards = Vec::new();
    let mut rest = words;
    while let [word, after @ ..] = rest {
        let pair = after.first().and_then(|next| compiled.pack.parse(&format!("{word}-{next}")));
        if let (None, Some(card)) = (compiled.pack.parse(word), pair) {
            cards.push(card);
            rest = &after[1..];
        } else {
            cards.push(read_card(compiled, word)?);
            rest = after;
        }
    }
    Ok(cards)
}

fn read_card(compiled: &CompiledRules, word: &str) -> Result<Card, Refusal> {
    match compiled.pack.parse(word) {
        Some(card) => Ok(card),
        None => unreadable(format!(
            "there is no card \"{word}\" in this pack; cards are written like {}",
            example(compiled)
        )),
    }
}

fn example(compiled: &CompiledRules) -> String {
    compiled.pack.cards().first().map(|&card| compiled.pack.notation(card)).unwrap_or_default().into()
}

fn read_suit(compiled: &CompiledRules, word: &str) -> Result<engine::Suit, Refusal> {
    match compiled.pack.parse_suit(word) {
        Some(suit) => Ok(suit),
        None => unreadable(format!(
            "\"{word}\" cannot be called; call {}",
            crate::options::or_list(compiled.pack.suits())
        )),
    }
}

fn read_seat(compiled: &CompiledRules, word: &str) -> Result<Seat, Refusal> {
    let seat = word.parse().ok().filter(|&number| number < compiled.seats).and_then(Seat::new);
    match seat {
        Some(seat) => Ok(seat),
        None => unreadable(format!("\"{word}\" is not a seat; seats are 0 to {}", compiled.seats - 1)),
    }
}

fn read_word(compiled: &CompiledRules, words: &[&str]) -> Result<Word, Refusal> {
    let word = words.join("-");
    let house = compiled.rules.last_word.to_lowercase().replace(' ', "-");
    match word.trim_end_matches('!') {
        "last-card" | "last" | "uno" => Ok(Word::Last),
        "semi-last-card" | "semi-last" | "semi" => Ok(Word::Semi),
        said if said == house => Ok(Word::Last),
        other => unreadable(format!("\"{other}\" is nothing to say; say last-card or semi-last-card")),
    }
}

fn unreadable<T>(why: String) -> Result<T, Refusal> {
    Err(Refusal::Unreadable(why))
}
