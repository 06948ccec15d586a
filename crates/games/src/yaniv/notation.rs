//! Moves as text: `throw 4H JK 6H take stock`, `yaniv`, `slap 9H`, `swap 5H for joker`, `pass`.

use alloc::format;
use alloc::string::{String, ToString};

use engine::{Card, Refusal};

use super::compiled_rules::CompiledRules;
use super::legal::{Move, Take};
use super::set::MAX_THROWN_CARDS;

/// A throw has two words more than its cards and one more for what is taken; what is longer is no move.
const MAX_WORDS: usize = MAX_THROWN_CARDS + 4;

impl CompiledRules {
    /// Writes a move in notation.
    pub(crate) fn write(&self, choice: Move, out: &mut String) {
        let text = |card| self.pack.notation(card);
        match choice {
            Move::Yaniv => out.push_str("yaniv"),
            Move::Throw { cards, take } => {
                out.push_str("throw");
                cards.cards().iter().for_each(|&card| out.extend([" ", text(card)]));
                let from = match take {
                    Take::Stock => "stock",
                    Take::Card(card) => text(card),
                };
                out.extend([" take ", from]);
            }
            Move::Slap(card) => out.extend(["slap ", text(card)]),
            Move::Exchange(card) => out.extend(["swap ", text(card), " for joker"]),
            Move::Pass => out.push_str("pass"),
        }
    }

    /// Parses a move from its notation, with the cards in the order in which they will lie.
    pub fn parse(&self, text: &str) -> Result<Move, Refusal> {
        let (mut words, mut count) = ([""; MAX_WORDS], 0);
        for (place, word) in words.iter_mut().zip(text.split_whitespace()) {
            (*place, count) = (word, count + 1);
        }
        let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
        match &words[..count] {
            [word] if is(word, "yaniv") => Ok(Move::Yaniv),
            [word] if is(word, "pass") => Ok(Move::Pass),
            [word, card] if is(word, "slap") => Ok(Move::Slap(self.read_card(card)?)),
            [word, card, between, joker] if is(word, "swap") && is(between, "for") && is(joker, "joker") => {
                Ok(Move::Exchange(self.read_card(card)?))
            }
            [word, cards @ .., take, from] if is(word, "throw") && is(take, "take") => {
                self.read_throw(cards, from)
            }
            [word, ..] if is(word, "throw") => Err(unreadable(
                "Say what you throw and then what you take: `throw 9C 9D take stock` or `throw 9C take 7H`.",
            )),
            _ => Err(unreadable(
                "Write `throw` with cards and `take stock` or `take` with a card, `yaniv`, `slap` with a card, `swap` with a card and `for joker`, or `pass`.",
            )),
        }
    }

    fn read_throw(&self, cards: &[&str], from: &str) -> Result<Move, Refusal> {
        let take =
            if from.eq_ignore_ascii_case("stock") { Take::Stock } else { Take::Card(self.read_card(from)?) };
        let mut read = [Card::default(); MAX_WORDS];
        for (place, card) in read.iter_mut().zip(cards) {
            *place = self.read_card(card)?;
        }
        let arranged = self.arrange(&read[..cards.len()]).filter(|throw| !throw.cards().is_empty());
        let cards = arranged.ok_or_else(|| unreadable("Name one to thirteen cards to throw."))?;
        Ok(Move::Throw { cards, take })
    }

    fn read_card(&self, word: &str) -> Result<Card, Refusal> {
        let short = word.char_indices().nth(20).map_or(word, |(end, _)| &word[..end]);
        let card = self.pack.parse(short).map(|card| self.name(card));
        card.ok_or_else(|| {
            Refusal::Unreadable(format!(
                "There is no card \"{short}\"; cards are written like 9C, 10D, QH, AS and JK."
            ))
        })
    }
}

fn unreadable(what: &str) -> Refusal {
    Refusal::Unreadable(what.to_string())
}
