//! Moves as text: `play star-8`, `play whot-20 call circle`, `draw`, `catch 2`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use engine::{Card, Refusal, Seat, Word};

use super::{CompiledRules, Group, Move, Play};
use crate::options::hint;

/// Maximum number of cards of a play.
const MAX_GROUP: usize = 16;

/// A move in notation.
pub(crate) fn show(compiled: &CompiledRules, choice: Move) -> String {
    let mut text = String::new();
    write(compiled, choice, &mut text);
    text
}

/// Writes a move in notation.
pub(crate) fn write(compiled: &CompiledRules, choice: Move, out: &mut String) {
    match choice {
        Move::Play(play) => write_play(compiled, play, out),
        Move::Draw => out.push_str("draw"),
        Move::Pass => out.push_str("pass"),
        Move::Challenge => out.push_str("challenge"),
        Move::Call(suit) => out.extend(["call ", compiled.pack.suit_name(suit)]),
        Move::Say(word) => out.extend(["say ", word.word()]),
        Move::Catch(seat) => {
            out.push_str("catch ");
            out.push(seat.digit());
        }
    }
}

fn write_play(compiled: &CompiledRules, play: Play, out: &mut String) {
    out.push_str("play");
    let mut word = |text: &str| {
        out.push(' ');
        out.push_str(text);
    };
    let card = |card: Card| compiled.pack.notation(card);
    word(card(play.cards.first));
    play.cards.between(compiled).iter().for_each(|middle| word(card(middle)));
    if play.cards.len > 1 {
        word(card(play.cards.last));
    }
    if let Some(suit) = play.call {
        word("call");
        word(compiled.pack.suit_name(suit));
    }
    if let Some(seat) = play.with {
        word("with");
        word(seat.digit().encode_utf8(&mut [0; 4]));
    }
    if let Some(said) = play.say {
        word("say");
        word(said.word());
    }
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
    match read_exact(compiled, text) {
        Some(choice) => Ok(choice),
        None => read_typed(compiled, text),
    }
}

/// Parses a move that is written as [`write`] writes it.
fn read_exact(compiled: &CompiledRules, text: &str) -> Option<Move> {
    let mut words = text.split(' ');
    let choice = match words.next()? {
        "play" => return read_exact_play(compiled, words),
        "draw" => Move::Draw,
        "pass" => Move::Pass,
        _ => return None,
    };
    words.next().is_none().then_some(choice)
}

fn read_exact_play<'a>(
    compiled: &CompiledRules,
    mut words: impl Iterator<Item = &'a str> + Clone,
) -> Option<Move> {
    let pack = &compiled.pack;
    let exact = |word: &str| pack.cards().iter().copied().find(|&card| pack.notation(card) == word);
    let (mut cards, mut count) = ([Card::default(); MAX_GROUP], 0);
    while let Some(card) = words.clone().next().and_then(exact) {
        *cards.get_mut(count)? = card;
        count += 1;
        words.next();
    }
    let mut play = Play { cards: Group::of(pack, &cards[..count])?, call: None, with: None, say: None };
    while let Some(key) = words.next() {
        let value = words.next()?;
        match key {
            "call" if play.call.is_none() => play.call = Some(exact_suit(compiled, value)?),
            "with" if play.with.is_none() => play.with = Some(read_seat(compiled, value).ok()?),
            "say" if play.say.is_none() => play.say = Some(Word::parse(value)?),
            _ => return None,
        }
    }
    Some(Move::Play(play))
}

fn exact_suit(compiled: &CompiledRules, word: &str) -> Option<engine::Suit> {
    compiled.pack.suits().iter().position(|suit| suit == word).map(|at| engine::Suit(at as u8))
}

/// Parses a move as a person may type it.
fn read_typed(compiled: &CompiledRules, text: &str) -> Result<Move, Refusal> {
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
    if cards.len() > MAX_GROUP {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, presets};

    /// Every card, alone and with everything that can be said of a play: both ways of reading agree.
    #[test]
    fn what_is_written_is_read_the_same_as_what_is_typed() {
        for rules in presets::all() {
            let Rules::Matching(rules) = rules else { continue };
            let compiled = CompiledRules::new(&rules, rules.players.least).unwrap();
            let suits = (0..compiled.pack.suits().len()).map(|suit| Some(engine::Suit(suit as u8)));
            let suits: Vec<_> = suits.chain([None]).collect();
            for &card in compiled.pack.cards() {
                let cards = Group::single(compiled.pack.first_copy(card));
                for &call in &suits {
                    for (with, say) in [(None, None), (Seat::new(1), None), (None, Some(Word::Last))] {
                        let choice = Move::Play(Play { cards, call, with, say });
                        let text = show(&compiled, choice);
                        assert_eq!(read_exact(&compiled, &text), Some(choice), "{text}");
                        assert_eq!(read_typed(&compiled, &text), Ok(choice), "{text}");
                    }
                }
            }
            for text in ["play", "play  draw", "draw draw", "pass ", "play 8h", "play 99", "call", ""] {
                assert_eq!(read_exact(&compiled, text), None, "{text}");
            }
        }
    }
}
