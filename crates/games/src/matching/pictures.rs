//! The cards that a guide shows: what the pack is made of, and what fits on what.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use engine::{Card, CardSet};

use super::{Kit, Rules};
use crate::guide::{Entry, Example};
use crate::option::or_list;

/// The examples of a rule set, each with what the clause before it is about.
pub(crate) fn examples(rules: &Rules) -> Vec<Example> {
    let Ok(kit) = Kit::new(rules, rules.players.most) else { return Vec::new() };
    let pack = Entry { pictures: vec![one_of_each(&kit)], ..Entry::default() };
    [("pack", pack)].into_iter().chain(fitting(&kit).map(|entry| ("fits", entry))).collect()
}

/// The first card of each suit, and one of each kind of card without a suit.
fn one_of_each(kit: &Kit) -> Vec<Card> {
    let faces = kit.pack.cards().iter().copied().filter(|&card| kit.pack.first_copy(card) == card);
    let mut out: Vec<Card> = Vec::new();
    for card in faces {
        let suit = kit.suits[card.index()];
        if suit.is_none() || out.iter().all(|known| kit.suits[known.index()] != suit) {
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

fn fitting(kit: &Kit) -> Option<Entry> {
    let plain = kit.all - kit.special;
    let Fitting { top, fits, not } = plain.iter().find_map(|top| around(kit, top, plain))?;
    let the = |card: &Card| format!("the {}", kit.pack.name(*card));
    let text = format!(
        "On {} you may play {}, for example, but not {}.",
        the(&top),
        or_list(fits.iter().map(the)),
        the(&not)
    );
    Some(Entry { pictures: vec![vec![top], fits, vec![not]], texts: vec![text], ..Entry::default() })
}

/// The example with this card on top, if the pack has all that it takes: the same suit, the same rank, a wild
/// card where there is one, and a card that does not fit.
fn around(kit: &Kit, top: Card, plain: CardSet) -> Option<Fitting> {
    let face = kit.pack.face(top);
    let others = plain - kit.pack.copies(top);
    let follow = kit.follow[top.index()];
    let suit = kit.of_suit[usize::from(face.suit?.0)];
    let rank = kit.of_rank[usize::from(face.rank.0)];
    let by_suit = (others & suit & follow).lowest()?;
    let by_rank = (others & (rank - suit) & follow).lowest()?;
    let anywhere = (kit.everywhere - kit.wild_picks).lowest();
    let not = (others - follow).lowest()?;
    Some(Fitting { top, fits: [by_suit, by_rank].into_iter().chain(anywhere).collect(), not })
}
