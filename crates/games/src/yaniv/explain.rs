//! The rules page: every sentence is made from the rule set.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::play::MAX_TIMEOUT_HAND_CARDS;
use super::rules::{Ace, AssafZero, Fifty, MatchEnd, Rules, SUITED_CARDS, Slapdown};
use super::set::MAX_THROWN_CARDS;
use crate::matching::Blocked;
use crate::options::{capital, in_words};
use crate::{Clause, Leaver, Timeout, table_options};

/// A topic and what the page says about it.
type Statement = (&'static str, String);

/// The rules in plain words. Every sentence is true for exactly this rule set.
pub fn explain(rules: &Rules) -> Vec<Clause> {
    let sections: [(&'static str, Vec<Statement>); 7] = [
        ("The cards", cards(rules)),
        ("The deal", deal(rules)),
        ("A turn", turn(rules)),
        ("Slapdown and joker swap", slapdown(rules)),
        ("The end of a round", end(rules)),
        ("Scores", scores(rules)),
        ("At the table", table(rules)),
    ];
    let clause = |section, (topic, text): Statement| {
        let topic = topic.to_string();
        Clause { section, topic, text, cards: Vec::new() }
    };
    sections
        .into_iter()
        .flat_map(|(section, said)| said.into_iter().map(move |said| clause(section, said)))
        .collect()
}

fn cards(rules: &Rules) -> Vec<Statement> {
    let (least, most) = (rules.players.least, rules.players.most);
    let players = if least == most {
        format!("Exactly {} play.", in_words(most))
    } else {
        format!("{} to {} can play.", capital(&in_words(least)), in_words(most))
    };
    let one_up_to = (least..=most).rev().find(|&seats| rules.packs_for(seats) == 1);
    let packs = match one_up_to {
        Some(up_to) if up_to == most => "One pack is used.".into(),
        Some(up_to) => {
            format!(
                "Up to {} players use one pack; with more, two packs are shuffled together.",
                in_words(up_to)
            )
        } // J1
        None => "Two packs are shuffled together.".into(),
    };
    let pack = match rules.jokers.count() {
        0 => format!(
            "A pack has {SUITED_CARDS} cards, ace to king in clubs, diamonds, hearts and spades. There are no jokers."
        ),
        jokers => format!(
            "A pack has {SUITED_CARDS} cards, ace to king in clubs, diamonds, hearts and spades, and {} besides.",
            count(jokers, "joker")
        ),
    };
    let joker = if rules.jokers.get() == 0 { "An" } else { "A joker counts 0, an" };
    let points = format!(
        "{joker} ace counts 1, the cards from 2 to 10 count what is printed on them, and jack, queen and king count 10 each."
    ); // Y4
    vec![("players", players), ("packs", packs), ("jokers", pack), ("points", points)]
}

fn deal(rules: &Rules) -> Vec<Statement> {
    let hand = count(rules.hand_size.count(), "card");
    let pace = if rules.hand_size.get() == 1 { "" } else { ", one at a time" };
    vec![
        (
            "hand_size",
            format!(
                "Each player is dealt {hand} face down{pace}. The next card is turned up on the table as the first throw, and the rest is the stock, face down."
            ),
        ),
        ("starter", "The player to the left of the dealer begins.".into()),
    ]
}

fn turn(rules: &Rules) -> Vec<Statement> {
    let mut said = vec![
        ("aim", "Have as few points as you can in your hand when the round ends.".into()),
        ("turn", "In your turn you throw cards from your hand face up on the table, and then you take one card: the top card of the stock, or one of the cards that were thrown last before yours. A card that you take from the table is seen by all.".into()),
        ("sets", sets(rules)),
        ("ace", ace(rules).into()),
    ];
    said.extend(jokers(rules));
    said.push(("draw_any_of_kind", taking(rules).into()));
    said.push(("stock", "When the stock is used up, all thrown cards but the last throw are shuffled and become the new stock.".into())); // J20
    said
}

fn sets(rules: &Rules) -> String {
    let packs = rules.packs_for(rules.players.most);
    let twice = match packs {
        1 => "",
        _ => " With two packs there may be five or more of one rank, but in a run all ranks are different.", // J24
    };
    let alike = if rules.joker_in_sets { packs * (4 + rules.jokers.count()) } else { 0 };
    let most = if alike > MAX_THROWN_CARDS {
        format!(" No throw has more than {MAX_THROWN_CARDS} cards.")
    } else {
        String::new()
    };
    format!(
        "You may throw one card, or two or more cards of the same rank, or a run: three or more cards of one suit in a row, like the 4, 5 and 6 of hearts.{twice}{most}"
    ) // Y14
}

fn ace(rules: &Rules) -> &'static str {
    match rules.ace {
        Ace::Low => "In a run the ace comes before the two and never after the king.", // J16
        Ace::Both => {
            "In a run the ace comes before the two or after the king, but a run cannot wrap around from king to two."
        }
        Ace::Wrap => "A run may go round the corner: queen, king, ace, two.",
    }
}

fn jokers(rules: &Rules) -> Vec<Statement> {
    if rules.jokers.get() == 0 {
        return Vec::new();
    }
    let real = match rules.min_naturals.get() {
        1 => "At least one card must be real.".into(),
        least => format!("At least {least} of its cards must be real."),
    };
    let run = format!("In a run a joker may stand for a card that is missing: its place says which. {real}"); // Y15, J17
    vec![("min_naturals", run), ("joker_in_sets", joker_in_sets(rules))]
}

fn joker_in_sets(rules: &Rules) -> String {
    match (rules.joker_in_sets, rules.min_naturals.get()) {
        (false, _) => "Otherwise a joker is thrown alone: it does not join cards of one rank, and two jokers are no pair.".into(), // J17
        (true, 1) => "A joker may also join cards of one rank. One real card and one joker are a pair; one real card with more jokers is only ever a run. Jokers alone may be thrown together.".into(),
        (true, least) => format!("Jokers may also join cards of one rank if {least} or more of these are real. Jokers alone may be thrown together."),
    }
}

fn taking(rules: &Rules) -> &'static str {
    if rules.draw_any_of_kind {
        "Of cards of one rank you may take any from the table; of a run only the first or the last. A run lies from low to high." // Y28
    } else {
        "From the table you may take only the first or the last card of the throw. A player who throws cards of one rank chooses their order; a run lies from low to high." // Y16, J18
    }
}

fn slapdown(rules: &Rules) -> Vec<Statement> {
    let mut said = match rules.slapdown {
        Slapdown::Off => vec![(
            "slapdown",
            "There is no slapdown: a card that you drew stays in your hand until your next turn.".into(),
        )], // Y20
        Slapdown::Race | Slapdown::Window | Slapdown::Ask => slapping(rules),
    };
    if rules.jokers.get() > 0 {
        said.push(("joker_swap", joker_swap(rules).into()));
    }
    said
}

fn slapping(rules: &Rules) -> Vec<Statement> {
    let joker = if rules.jokers.get() > 0 { " A joker goes on a joker." } else { "" };
    let when = match rules.slapdown {
        Slapdown::Off => "",
        Slapdown::Race => "Be quick: it is too late once the next player has acted.",
        Slapdown::Window => {
            "It is too late once the next player has acted, and where the table keeps time, after three seconds."
        }
        Slapdown::Ask => {
            "You are asked after every such draw, whether the card fits or not, so that the question tells the others nothing; the next player waits for your answer."
        }
    };
    let run = match (rules.slap_on_run, rules.jokers.get()) {
        (false, _) => "Nothing is slapped onto a run.", // J12
        (true, 0) => {
            "A card that continues your run in its suit, at either end, may be slapped in the same way."
        }
        (true, _) => {
            "A card that continues your run in its suit, at either end, may be slapped in the same way. So may a joker: it goes to the upper end, or to the lower end if nothing comes above."
        }
    };
    let empty = if rules.slap_to_empty {
        "You may even slap your last card. An empty hand counts 0, and in its next turn it must call Yaniv." // J13
    } else {
        "The last card of a hand is never slapped."
    };
    let others = if rules.slap_by_others {
        "The other players may slap as well: each of them one fitting card from the hand, until the next player has acted." // J14
    } else {
        "Nobody else may slap."
    };
    vec![
        (
            "slapdown",
            format!(
                "Slapdown: if you throw one card or cards of one rank, draw from the stock, and the new card has that same rank, you may slap it onto your throw, after the last card. The rank counts, not the points: a king does not go on a queen.{joker} After taking a card from the table there is no slapdown. {when}"
            ),
        ), // Y18, J10
        ("slap_on_run", run.into()),
        ("slap_to_empty", empty.into()),
        ("slap_by_others", others.into()),
    ]
}

fn joker_swap(rules: &Rules) -> &'static str {
    if rules.joker_swap {
        "If the last throw is a run with a joker in it, and you hold the card that the joker stands for, you may put your card in its place and take the joker into your hand. That is your whole turn: you throw nothing else and draw nothing. The run stays the last throw." // Y19, J15
    } else {
        "A joker that lies in a run cannot be exchanged." // Y21
    }
}

fn end(rules: &Rules) -> Vec<Statement> {
    let with = match rules.call_limit.get() {
        0 => "no points at all".into(),
        limit => format!("{} or fewer", count(limit as usize, "point")),
    };
    let assaf = if rules.assaf_on_tie {
        "A player who then holds as few points as the caller, or fewer, says Assaf and beats the caller." // Y7, J4
    } else {
        "A player who then holds fewer points than the caller says Assaf and beats the caller. An equal hand does not."
    };
    let (winners, next) = match rules.assaf_zero {
        AssafZero::Lowest => (
            "If several say Assaf, the lowest hand wins the round, and equal lowest hands win it together.",
            "the first of them after the caller",
        ), // J5, J6
        AssafZero::All => (
            "If several say Assaf, all of them win the round.",
            "the one with the lowest hand, and of equal hands the first after the caller",
        ),
    };
    let stopped = match rules.blocked {
        Blocked::Rank => "Then the fewest points win, and of equal points the fewest cards.", // G3
        Blocked::Draw => "Then it is a draw: nobody adds points, and the deal moves on to the left.",
    };
    vec![
        (
            "call_limit",
            format!(
                "If you hold {with} at the start of your turn, you may call Yaniv instead of throwing. That ends the round, and all hands are shown."
            ),
        ), // Y6, Y23
        ("assaf_on_tie", format!("{assaf} If nobody does, the caller wins.")),
        ("assaf_zero", winners.into()),
        ("starter", format!("The winner begins the next round; if several have won, {next}.")), // Y17
        (
            "max_actions",
            format!(
                "A round in which nobody has called after {} actions is stopped.",
                in_words(rules.max_actions.count())
            ),
        ), // G4
        ("blocked", stopped.into()),
    ]
}

fn scores(rules: &Rules) -> Vec<Statement> {
    let penalty = match rules.assaf_penalty.get() {
        0 => "A caller who was beaten adds no more than the hand.".into(),
        penalty => format!("A caller who was beaten adds {penalty} points on top of the hand."), // Y8, Y26
    };
    let extra = match rules.assaf_extra.get() {
        0 => "It makes no difference how many said Assaf.".into(),
        extra => format!("For each further player who said Assaf the caller adds {extra} more."), // Y27
    };
    let fifty = match rules.fifty {
        Fifty::Half => {
            "If the points of a round bring a score exactly to 50, 100, 150 or another multiple of 50, it is halved, once, before anything else is looked at."
        } // Y11, J8
        Fifty::Minus50 => {
            "If the points of a round bring a score exactly to 50, 100, 150 or another multiple of 50, it goes down by 50 before anything else is looked at."
        } // Y22
        Fifty::Off => "A score on a multiple of 50 stays as it is.",
    };
    let limit = rules.limit.get();
    let end = match rules.end {
        MatchEnd::LastStanding => {
            "The last player left wins the match; if all who are left fall together, the lowest score wins."
        } // J21
        MatchEnd::FirstOut => {
            "As soon as somebody is out the match is over, and the lowest score wins it. Equal scores share the win."
        }
    };
    vec![
        (
            "scoring",
            "The winner of a round adds nothing to the score. Everyone else adds the points in their own hand."
                .into(),
        ), // Y9, Y17
        ("assaf_penalty", penalty),
        ("assaf_extra", extra),
        ("fifty", fifty.into()),
        (
            "limit",
            format!("A player with more than {limit} points is out. Exactly {limit} is not yet too many."),
        ), // Y10, J9
        ("end", end.into()),
    ]
}

fn table(rules: &Rules) -> Vec<Statement> {
    let mut said = table_options::words(&rules.table_options);
    if rules.table_options.turn_seconds.get() > 0 && rules.table_options.timeout == Timeout::Draw {
        said.push((
            "turn_seconds",
            format!("A hand of {MAX_TIMEOUT_HAND_CARDS} cards draws no more when time runs out."),
        ));
    }
    if rules.table_options.leaver == Leaver::Fold {
        said.push(("leaver", "A player who leaves takes the last place in the round and adds the points of their hand. If only one player is left, that player wins the round.".into())); // G19
    }
    said
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
