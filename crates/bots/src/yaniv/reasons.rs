//! Reasons for moves of Yaniv.

use engine::Seat;
use games::yaniv::{Move, Take, View};

use crate::hint_reason::{Reason, topics};

topics! {
    YANIV "yaniv" "has only {}, and the others are likely to hold more";
    WAIT "wait" "does not call with {} yet: somebody has only {}";
    SLAP "slap" "has one card less to count";
    EXCHANGE "exchange" "gives the {} for a joker, which counts nothing";
    KEEP_DRAWN "keep-drawn" "keeps the card";
    RID_FOR_STOCK "rid-for-stock" "gets rid of {} for a card from the stock";
    RID_FOR_SET "rid-for-set" "gets rid of {} for the {}, which makes a set";
    RID_FOR_RUN "rid-for-run" "gets rid of {} for the {}, which makes a run";
    RID_FOR_CARD "rid-for-card" "gets rid of {} for the {}, which counts {}";
}

/// Explains the move, given the moves that a search found worse.
pub(super) fn reason(view: &View, seat: Seat, choice: Move, worse: &[Move]) -> Reason {
    let own = i32::from(view.compiled.value(view.hand));
    let pack = &view.compiled.pack;
    match choice {
        Move::Yaniv => Reason::new(&YANIV).points(own),
        Move::Slap(_) => Reason::new(&SLAP),
        Move::Exchange(card) => Reason::new(&EXCHANGE).card(pack, card),
        Move::Pass => Reason::new(&KEEP_DRAWN),
        Move::Throw { .. } if worse.contains(&Move::Yaniv) => {
            let fewest = view.active.without(seat).iter().map(|other| view.counts[other]).min();
            Reason::new(&WAIT).points(own).cards(usize::from(fewest.unwrap_or_default()))
        }
        Move::Throw { cards: throw, take } => {
            let points: i32 = throw.cards().iter().map(|&card| super::value(view, card)).sum();
            let rest = super::rest(view, throw);
            match take {
                Take::Stock => Reason::new(&RID_FOR_STOCK).points(points),
                Take::Card(card) => {
                    let counts = super::value(view, card);
                    let taken = |topic| Reason::new(topic).points(points).card(pack, card);
                    match super::partners(view, rest, card) {
                        (0, 0) => taken(&RID_FOR_CARD).number(counts),
                        (alike, run) if alike >= run => taken(&RID_FOR_SET),
                        _ => taken(&RID_FOR_RUN),
                    }
                }
            }
        }
    }
}
