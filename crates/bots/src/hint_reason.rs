//! The reason of a hint or a bot's move: a sentence for people, and notation for programs that translate it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Card, Pack, Suit};
use games::{Move, View, each_family};

use crate::family::{FamilyBot, own_moves};
use crate::seat_and_turn;
use crate::tree::MoveStats;

/// Explains a move from the position and the results of a search, if there was one.
///
/// `None` for a spectator's view.
pub fn reason(view: &View, choice: Move, found: &[MoveStats<Move>]) -> Option<Reason> {
    let (seat, _) = seat_and_turn(view)?;
    // Only moves that the search tried and found worse are evidence.
    let chosen = found.iter().find(|found| found.choice == choice);
    let own = chosen.map_or(1.0, MoveStats::mean);
    let mut worse: Vec<MoveStats<Move>> =
        found.iter().copied().filter(|other| other.choice != choice && other.mean() < own).collect();
    worse.sort_by_key(|found| core::cmp::Reverse(found.visits));
    let moves: Vec<Move> = worse.iter().map(|found| found.choice).collect();
    let mut reason = each_family!(View, view, |view, F| {
        <F as FamilyBot>::reason(view, seat, own_move::<F>(choice)?, &own_moves::<F>(&moves))
    });
    let odds =
        chosen.zip(worse.first()).map(|(own, next)| (percent(own.win_rate()), percent(next.win_rate())));
    // A move can be better for its points alone; then the chances to win say nothing for it.
    reason.odds = odds.filter(|(own, next)| own > next);
    Some(reason)
}

fn own_move<F: FamilyBot>(choice: Move) -> Option<F::Move> {
    F::own_move(choice)
}

fn percent(share: f32) -> u32 {
    (share * 100.0 + 0.5) as u32
}

/// What a reason is about.
#[derive(PartialEq, Eq, Debug)]
pub struct Topic {
    pub(crate) code: &'static str,
    /// The sentence without a subject; each `{}` is replaced by the next of the reason's arguments.
    pub(crate) told: &'static str,
}

/// Declares the topics of a family with their codes and sentences, and the list of all of them.
macro_rules! topics {
    ($($name:ident $code:literal $told:literal;)+) => {
        $(static $name: $crate::hint_reason::Topic = $crate::hint_reason::Topic { code: $code, told: $told };)+

        pub(super) const TOPICS: &[&$crate::hint_reason::Topic] = &[$(&$name),+];
    };
}

pub(crate) use topics;

impl Topic {
    /// The code for programs.
    pub fn code(&self) -> &'static str {
        self.code
    }
}

/// The first words of the sentences, in the third person and as told to the player.
const VERBS: [(&str, &str); 18] = [
    ("adds", "add"),
    ("blocks", "block"),
    ("can", "you can"),
    ("cancels", "cancel"),
    ("changes", "change"),
    ("does", "do"),
    ("doubts", "doubt"),
    ("gets", "get"),
    ("gives", "give"),
    ("goes", "go"),
    ("has", "you have"),
    ("keeps", "keep"),
    ("makes", "make"),
    ("passes", "pass"),
    ("skips", "skip"),
    ("stays", "stay"),
    ("swaps", "swap"),
    ("troubles", "trouble"),
];

/// Why a move is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    topic: &'static Topic,
    /// What the sentence mentions: in notation, and by name.
    arguments: Vec<(String, String)>,
    /// How many of a hundred rounds the move and the next best win, by the search.
    pub(crate) odds: Option<(u32, u32)>,
}

impl Reason {
    pub(crate) fn new(topic: &'static Topic) -> Reason {
        Reason { topic, arguments: Vec::new(), odds: None }
    }

    /// Adds a card as the next argument.
    pub(crate) fn card(self, pack: &Pack, card: Card) -> Reason {
        self.argument(pack.notation(card), &pack.name(card))
    }

    /// Adds a suit as the next argument.
    pub(crate) fn suit(self, pack: &Pack, suit: Suit) -> Reason {
        self.argument(pack.suit_name(suit), pack.suit_name(suit))
    }

    /// Adds a number of cards as the next argument.
    pub(crate) fn cards(self, count: usize) -> Reason {
        let name = if count == 1 { "one card".to_string() } else { format!("{count} cards") };
        self.argument(&count.to_string(), &name)
    }

    /// Adds points as the next argument.
    pub(crate) fn points(self, points: i32) -> Reason {
        let name = if points == 1 { "one point".to_string() } else { format!("{points} points") };
        self.argument(&points.to_string(), &name)
    }

    /// Adds a number as the next argument.
    pub(crate) fn number(self, number: i32) -> Reason {
        let number = number.to_string();
        self.argument(&number, &number)
    }

    fn argument(mut self, notation: &str, name: &str) -> Reason {
        self.arguments.push((notation.into(), name.into()));
        self
    }

    /// The reason as told about a player: "keeps the 2 of Hearts back to answer a pick 2".
    pub fn told(&self) -> String {
        let mut text = String::new();
        let mut names = self.arguments.iter().map(|(_, name)| name.as_str());
        for piece in self.topic.told.split_inclusive("{}") {
            text.push_str(piece.trim_end_matches("{}"));
            text.push_str(names.next().unwrap_or_default());
        }
        match self.odds {
            Some((own, next)) => format!("{text} (wins {own} of 100, next best {next})"),
            None => text,
        }
    }

    /// The reason as told to the player: "keep the 2 of Hearts back to answer a pick 2".
    pub fn said(&self) -> String {
        let told = self.told();
        let (first, rest) = told.split_once(' ').unwrap_or((&told, ""));
        match VERBS.iter().find(|(told, _)| *told == first) {
            Some((_, said)) => format!("{said} {rest}"),
            None => told,
        }
    }

    /// The reason in notation, for programs: `keep-to-answer 2H 2 odds 61 55`.
    pub fn notation(&self) -> String {
        let mut text = self.topic.code.to_string();
        for (notation, _) in &self.arguments {
            text.push(' ');
            text.push_str(notation);
        }
        match self.odds {
            Some((own, next)) => format!("{text} odds {own} {next}"),
            None => text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static WAIT: Topic = Topic { code: "wait", told: "does not call with {} yet: somebody has only {}" };
    static SWAP: Topic = Topic { code: "swap", told: "swaps {} for {}" };

    #[test]
    fn a_reason_is_told_said_and_written() {
        let mut reason = Reason::new(&WAIT).points(7).cards(1);
        assert_eq!(reason.told(), "does not call with 7 points yet: somebody has only one card");
        reason.odds = Some((61, 55));
        assert_eq!(
            reason.said(),
            "do not call with 7 points yet: somebody has only one card (wins 61 of 100, next best 55)"
        );
        assert_eq!(reason.notation(), "wait 7 1 odds 61 55");
        assert_eq!(Reason::new(&SWAP).cards(2).cards(3).told(), "swaps 2 cards for 3 cards");
    }

    #[test]
    fn every_sentence_can_be_said_to_the_player() {
        for topic in Topic::all() {
            let first = topic.told.split(' ').next();
            assert!(VERBS.iter().any(|(told, _)| Some(*told) == first), "{}", topic.code);
            assert_eq!(Topic::all().filter(|other| other.code == topic.code).count(), 1);
        }
    }
}
