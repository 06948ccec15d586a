//! Moves as text: `throw 4H JK 6H take stock`, `yaniv`, `slap 9H`, `swap 5H for joker`, `pass`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Card, Refusal};

use super::compiled_rules::CompiledRules;
use super::legal::{Move, Take};
use super::set::MAX_THROWN_CARDS;

impl CompiledRules {
    /// Writes a move in notation.
    pub(crate) fn write(&self, choice: Move) -> String {
        let text = |card| self.pack.notation(card);
        match choice {
            Move::Yaniv => "yaniv".into(),
            Move::Throw { cards, take } => {
                let cards: Vec<&str> = cards.cards().iter().map(|&card| text(card)).collect();
                let from = match take {
                    Take::Stock => "stock",
                    Take::Card(card) => text(card),
                };
                format!("throw {} take {from}", cards.join(" "))
            }
            Move::Slap(card) => format!("slap {}", text(card)),
            Move::Exchange(card) => format!("swap {} for joker", text(card)),
            Move::Pass => "pass".into(),
        }
    }

    /// Parses a move from its notation, with the cards in the order in which they will lie.
    pub fn parse(&self, text: &str) -> Result<Move, Refusal> {
        let words: Vec<&str> = text.split_whitespace().take(MAX_THROWN_CARDS + 4).collect();
        let is = |word: &str, wanted: &str| word.eq_ignore_ascii_case(wanted);
        match words.as_slice() {
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
        let cards = cards.iter().map(|card| self.read_card(card)).collect::<Result<Vec<Card>, Refusal>>()?;
        let arranged = self.arrange(&cards).filter(|throw| !throw.cards().is_empty());
        let cards = arranged.ok_or_else(|| unreadable("Name one to thirteen cards to throw."))?;
        Ok(Move::Throw { cards, take })
    }

    fn read_card(&self, word: &str) -> Result<Card, Refusal> {
        let short: String = word.chars().take(20).collect();
        let card = self.pack.parse(&short).map(|card| self.name(card));
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
