//! The cards that a guide shows: what the pack contains, and what may be played on what.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::{CompiledRules, Rules};
use crate::guide::{Example, GuideEntry, Mark};
use crate::options::or_list;

/// The examples of a rule set, each with the topic of the clause that it follows.
pub(crate) fn examples(rules: &Rules) -> Vec<Example> {
    let Ok(compiled) = CompiledRules::new(rules, rules.players.most) else { return Vec::new() };
    let pack = GuideEntry { pictures: vec![one_of_each(&compiled)], ..GuideEntry::default() };
    [("pack", pack)].into_iter().chain(fitting(&compiled).map(|entry| ("fits", entry))).collect()
}

/// The first card of each suit, and one of each kind of card without a suit.
fn one_of_each(compiled: &CompiledRules) -> Vec<Card> {
    let faces = compiled.pack.cards().iter().copied().filter(|&card| compiled.pack.first_copy(card) == card);
    let mut out: Vec<Card> = Vec::new();
    for card in faces {
        let suit = compiled.suits[card.index()];
        if suit.is_none() || out.iter().all(|known| compiled.suits[known.index()] != suit) {
            out.push(card);
        }
    }
    out
}

/// A card, cards that may be played on it, and one that may not.
struct Fitting {
    top: Card,
    fits: Vec<Card>,
    not: Card,
}

fn fitting(compiled: &CompiledRules) -> Option<GuideEntry> {
    let plain = compiled.all - compiled.special;
    let Fitting { top, fits, not } = plain.iter().find_map(|top| around(compiled, top, plain))?;
    let the = |card: &Card| format!("the {}", compiled.pack.name(*card));
    let text = format!(
        "On {} you may play {}, for example, but not {}.",
        the(&top),
        or_list(fits.iter().map(the)),
        the(&not)
    );
    Some(GuideEntry {
        pictures: vec![vec![top], fits, vec![not]],
        marks: vec![Mark::Table, Mark::Fits, Mark::DoesNotFit],
        texts: vec![text],
        ..GuideEntry::default()
    })
}

/// The example with this card on top, if the pack has the cards for it: one of the same suit, one of the same rank, a
/// wild card if there is one, and a card that does not fit.
fn around(compiled: &CompiledRules, top: Card, plain: CardSet) -> Option<Fitting> {
    let face = compiled.pack.face(top);
    let others = plain - compiled.pack.copies(top);
    let follow = compiled.follow[top.index()];
    let suit = compiled.of_suit[usize::from(face.suit?.0)];
    let rank = compiled.of_rank[usize::from(face.rank.0)];
    let by_suit = (others & suit & follow).lowest()?;
    let by_rank = (others & (rank - suit) & follow).lowest()?;
    let anywhere = (compiled.everywhere - compiled.wild_picks).lowest();
    let not = (others - follow).lowest()?;
    Some(Fitting { top, fits: [by_suit, by_rank].into_iter().chain(anywhere).collect(), not })
}
