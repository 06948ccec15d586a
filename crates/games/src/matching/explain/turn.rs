//! An ordinary turn, and what happens when the stock runs out.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use engine::CardSet;

use super::facts::Facts;
use super::naming::{capital, count, number};
use super::{Statement, say};
use crate::matching::{FineTurn, PlayDrawn, ShortDraw, StockEnd};
use crate::options::and_list;

pub(super) fn turn(facts: &Facts) -> Vec<Statement> {
    let mut said = vec![
        say("aim", "Get rid of all your cards before the others do."),
        say("turn", course(facts)),
        say("fits", fits(facts)),
        say("group_play", groups(facts)),
        say("voluntary_draw", drawing(facts)),
        say("play_drawn", drawn(facts)),
    ];
    said.extend(stock(facts));
    said.extend(short(facts));
    said.push(say("illegal_fine", illegal(facts)));
    said.extend(fine_turn(facts).map(|text| say("fine_turn", text)));
    said
}

/// The order of turns (N10, N14).
fn course(facts: &Facts) -> String {
    let round = match facts.rules.players.most {
        2 => "You play by turns.",
        _ if facts.reverses.is_empty() => "The turn goes round to the left.",
        _ => "At first the turn goes round to the left.",
    };
    format!("{round} In your turn you play a card from your hand face up on the pile.")
}

/// What fits on what (N15, S6, U11, C10).
fn fits(facts: &Facts) -> String {
    let (wild, anywhere) = (facts.compiled.callers, facts.anywhere());
    let also = if facts.rules.recall_allowed {
        fits_anywhere(facts, facts.compiled.everywhere, "")
    } else {
        fits_anywhere(facts, anywhere, "") + &fits_anywhere(facts, wild, facts.but_calls())
    };
    format!("Your card fits if it has {} as the card on top of the pile.{also}", facts.likeness())
}

fn fits_anywhere(facts: &Facts, cards: CardSet, but: &str) -> String {
    match facts.names(cards).as_slice() {
        [] => String::new(),
        [one] => format!(" {} fits on any card{but}.", capital(one)),
        many => format!(" {} fit on any card{but}.", capital(&and_list(many))),
    }
}

/// Several cards at once (S7, W18).
fn groups(facts: &Facts) -> String {
    let (suit, rank) = (facts.suit_word(), facts.rank_word());
    if !facts.rules.group_play {
        return "You play one card at a time.".into();
    }
    format!(
        "You may play several cards of the same {rank} at once, but never several of one {suit} only. The first of them must fit, and the next player follows the last. You may also finish with such a group."
    )
}

/// Whether a player may draw by choice (N17, C12, W6, V8).
fn drawing(facts: &Facts) -> String {
    if facts.rules.voluntary_draw {
        "If you cannot play, or do not want to, you draw from the stock instead.".into()
    } else {
        "If you cannot play, you draw from the stock. You may not draw while you hold a card that you could play; so a player who draws tells the others that nothing fitted.".into()
    }
}

/// How many cards are drawn, and what may be played then (W7, V7, V9, E8).
fn drawn(facts: &Facts) -> String {
    let rules = facts.rules;
    match (rules.play_drawn, rules.draw_until_playable) {
        (PlayDrawn::Never, _) => {
            "You draw one card, and your turn is over. The new card waits for a later turn.".into()
        }
        (PlayDrawn::May, false) => format!(
            "You draw one card. If it fits, you may play it at once or keep it; {}. You are asked even if it does not fit, so nobody learns whether it did.",
            no_other(facts)
        ),
        (PlayDrawn::Must, false) => format!(
            "You draw one card. If it fits, you must play it at once, and {}; if it does not fit, your turn is over.",
            no_other(facts)
        ),
        (PlayDrawn::May, true) => format!(
            "You draw until a card fits or the stock gives no more. The card that fits you may play at once or keep; {}.",
            no_other(facts)
        ),
        (PlayDrawn::Must, true) => format!(
            "You draw until a card fits or the stock gives no more. The card that fits must be played at once, and {}.",
            no_other(facts)
        ),
        (PlayDrawn::Any, true) => format!(
            "You draw one card after another until you can play, and then you may play any card that fits. {} You may pass only when the stock gives no more.",
            on_and_on(facts)
        ),
        (PlayDrawn::Any, false) => up_to(facts),
    }
}

fn no_other(facts: &Facts) -> &'static str {
    if facts.rules.group_play {
        "no other card may be played then, except together with it"
    } else {
        "no other card may be played then"
    }
}

fn on_and_on(facts: &Facts) -> &'static str {
    if facts.rules.voluntary_draw {
        "You may go on drawing even if you could play."
    } else {
        "As soon as you can play you must."
    }
}

fn up_to(facts: &Facts) -> String {
    let unwilling =
        if facts.rules.voluntary_draw { "cannot play or do not want to" } else { "still cannot play" };
    match facts.rules.draw_max.count() {
        1 => format!(
            "You draw one card. After that you may play any card that fits, the new one or another; if you {unwilling}, you pass."
        ),
        most => format!(
            "You may draw up to {}, one after another, and play any card that fits. {} You may pass only after the last of these draws.",
            count(most, "card"),
            on_and_on(facts)
        ),
    }
}

/// What happens when the stock runs out and the round goes on (G2, G17, G18).
fn stock(facts: &Facts) -> Option<Statement> {
    let call = if facts.compiled.callers.is_empty() { "" } else { " A call stays in force." }; // G18, V20
    let pass = if facts.rules.voluntary_draw {
        "a player who cannot play, or does not want to, passes"
    } else {
        "a player who cannot play passes"
    };
    let shuffled = "all cards of the pile but the top one are shuffled and become the new stock";
    let text = match facts.rules.stock_end {
        StockEnd::Count => return None,
        StockEnd::Pass => {
            format!("When the stock is used up it stays so: nobody draws any more, and {pass}.")
        }
        StockEnd::Reshuffle => {
            format!("When the stock is used up, {shuffled}.{call} If there is nothing to shuffle, {pass}.")
        } // N18, C19
        StockEnd::ReshuffleThenCount(times) => {
            let often = match times {
                1 => "The first time that the stock is used up".to_string(),
                times => format!("The first {} times that the stock is used up", number(usize::from(times))),
            };
            format!("{often}, {shuffled}.{call} If there is nothing to shuffle, {pass}.")
        }
    };
    Some(say("stock_end", text))
}

/// A penalty that the stock cannot fill (G1).
fn short(facts: &Facts) -> Option<Statement> {
    let text = match facts.rules.short_draw {
        ShortDraw::Waive => {
            "A player who has to draw more cards as a penalty than there are takes what there is. The rest is forgiven."
        }
        ShortDraw::Owe => {
            "A player who has to draw more cards as a penalty than there are takes what there is. The rest is drawn at the start of that player's next turn, as far as there are cards then."
        }
    };
    facts.can_fall_short().then(|| say("short_draw", text))
}

/// What an illegal play costs (G9, S25, C25).
fn illegal(facts: &Facts) -> String {
    let cards = facts.rules.illegal_fine.count();
    if cards == 0 {
        return "A card that does not fit goes back to your hand. That costs nothing, and it is still your turn.".into();
    }
    let cards = count(cards, "card");
    let last = if (facts.compiled.all - facts.compiled.finish).is_empty() {
        ""
    } else {
        " A card that may not be your last costs the same."
    };
    format!(
        "A card that does not fit goes back to your hand, and you draw {cards} for it.{last} Words that nobody understands cost nothing."
    )
}

/// Whose turn it is after a fine (G9).
fn fine_turn(facts: &Facts) -> Option<&'static str> {
    (facts.rules.illegal_fine.get() > 0).then_some(match facts.rules.fine_turn {
        FineTurn::Stays => "After such a fine it is still your turn.",
        FineTurn::Ends => "Such a fine ends your turn.",
    })
}
