//! A reason for a move: in words for people, and in notation for programs that speak another language.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use engine::{Card, Pack, Suit};

/// Makes the topics out of one list: each with its word for programs, and its sentence without a subject, in which `{}` is what
/// it speaks of, one after another.
macro_rules! topics {
    ($($topic:ident $code:literal $told:literal;)*) => {
        /// What a reason is about.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "their sentences say what they are")]
        pub enum Topic {
            $($topic,)*
        }

        impl Topic {
            /// All of them.
            pub const ALL: &[Topic] = &[$(Topic::$topic,)*];

            /// Its word for programs, and its sentence.
            fn words(self) -> (&'static str, &'static str) {
                match self {
                    $(Topic::$topic => ($code, $told),)*
                }
            }
        }
    };
}

topics! {
    Out "out" "goes out with it";
    Swap "swap" "swaps {} for {}";
    MakeDraw "make-draw" "makes the next player draw, who has only {} left";
    Skip "skip" "skips the next player, who has only {} left";
    AddTo "add-to" "adds to the penalty: the next player faces {}";
    PassOn "pass-on" "passes the penalty on: the next player faces {}";
    Cancel "cancel" "does away with the penalty of {}";
    NoAnswer "no-answer" "has no answer to the penalty of {}";
    Block "block" "blocks the suspension: the next player faces it";
    CallHeld "call-held" "can follow {} with {}";
    CallLacked "call-lacked" "troubles the next player, who could not follow {} last time";
    CallTried "call-tried" "has the best chances with {}, looking ahead";
    CallGuess "call-guess" "has no better guess than {}";
    StayLacked "stay-lacked" "stays with {}, which the next player could not follow last time";
    ChangeLacked "change-lacked" "changes to {}, which the next player could not follow last time";
    KeepToAnswer "keep-to-answer" "keeps the {} back to answer a pick {}";
    KeepWild "keep-wild" "keeps the {} back for when nothing else fits";
    KeepCard "keep-card" "keeps the {} for later";
    NothingToPlay "nothing-to-play" "has nothing to play";
    Again "again" "has another turn after it";
    Hit "hit" "makes the next player draw {}";
    OnlyFit "only-fit" "has nothing else that fits";
    Follow "follow" "can follow it up with {} of the hand";
    RidMany "rid-many" "gets rid of {} at once";
    RidHighest "rid-highest" "gets rid of the card that counts most";
    Rid "rid" "gets rid of a card";
    Doubt "doubt" "does not believe that there was nothing else to play";
    Say "say" "has to, before anybody can do something about it";
    Catch "catch" "has seen that the word was not said";
    Yaniv "yaniv" "has only {}, and the others are likely to hold more";
    Wait "wait" "does not call with {} yet: somebody has only {}";
    Slap "slap" "has one card less to count";
    Exchange "exchange" "gives the {} for a joker, which counts nothing";
    KeepDrawn "keep-drawn" "keeps the card";
    RidForStock "rid-for-stock" "gets rid of {} for a card of the stock";
    RidForSet "rid-for-set" "gets rid of {} for the {}, which makes a set";
    RidForRun "rid-for-run" "gets rid of {} for the {}, which makes a run";
    RidForCard "rid-for-card" "gets rid of {} for the {}, which counts {}";
}

impl Topic {
    /// Its word for programs.
    pub fn code(self) -> &'static str {
        self.words().0
    }
}

/// The words that sentences begin with, as somebody tells of a player and as the player is told.
const VERBS: [(&str, &str); 16] = [
    ("adds", "add"),
    ("blocks", "block"),
    ("can", "you can"),
    ("changes", "change"),
    ("does", "do"),
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
    topic: Topic,
    /// What the sentence speaks of: in notation, and by name.
    things: Vec<(String, String)>,
    /// The marks out of a hundred that the search gives the move, and the next best: mostly for winning, the rest for points.
    pub(crate) odds: Option<(u32, u32)>,
}

impl Reason {
    pub(crate) fn new(topic: Topic) -> Reason {
        Reason { topic, things: Vec::new(), odds: None }
    }

    /// It speaks of a card next.
    pub(crate) fn card(self, pack: &Pack, card: Card) -> Reason {
        self.thing(pack.notation(card), &pack.name(card))
    }

    /// It speaks of a suit next.
    pub(crate) fn suit(self, pack: &Pack, suit: Suit) -> Reason {
        self.thing(pack.suit_name(suit), pack.suit_name(suit))
    }

    /// It speaks of so many cards next.
    pub(crate) fn cards(self, count: usize) -> Reason {
        let name = if count == 1 { "one card".to_string() } else { format!("{count} cards") };
        self.thing(&count.to_string(), &name)
    }

    /// It speaks of points next.
    pub(crate) fn points(self, points: i32) -> Reason {
        let name = if points == 1 { "one point".to_string() } else { format!("{points} points") };
        self.thing(&points.to_string(), &name)
    }

    /// It speaks of a number next.
    pub(crate) fn number(self, number: i32) -> Reason {
        let number = number.to_string();
        self.thing(&number, &number)
    }

    fn thing(mut self, notation: &str, name: &str) -> Reason {
        self.things.push((notation.into(), name.into()));
        self
    }

    /// As somebody tells it of a player: "keeps the 2 of Hearts back to answer a pick 2".
    pub fn told(&self) -> String {
        let mut text = String::new();
        let mut names = self.things.iter().map(|(_, name)| name.as_str());
        for piece in self.topic.words().1.split_inclusive("{}") {
            text.push_str(piece.trim_end_matches("{}"));
            text.push_str(names.next().unwrap_or_default());
        }
        match self.odds {
            Some((own, next)) => format!("{text} ({own} marks out of 100, the next best {next})"),
            None => text,
        }
    }

    /// As the player is told: "keep the 2 of Hearts back to answer a pick 2".
    pub fn said(&self) -> String {
        let told = self.told();
        let (first, rest) = told.split_once(' ').unwrap_or((&told, ""));
        match VERBS.iter().find(|(told, _)| *told == first) {
            Some((_, said)) => format!("{said} {rest}"),
            None => told,
        }
    }

    /// For programs: `keep-to-answer 2H 2 odds 61 55`.
    pub fn notation(&self) -> String {
        let mut text = self.topic.code().to_string();
        for (notation, _) in &self.things {
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

    #[test]
    fn a_reason_is_told_said_and_written() {
        let mut reason = Reason::new(Topic::Wait).points(7).cards(1);
        assert_eq!(reason.told(), "does not call with 7 points yet: somebody has only one card");
        reason.odds = Some((61, 55));
        assert_eq!(
            reason.said(),
            "do not call with 7 points yet: somebody has only one card (61 marks out of 100, the next best 55)"
        );
        assert_eq!(reason.notation(), "wait 7 1 odds 61 55");
        assert_eq!(Reason::new(Topic::Swap).cards(2).cards(3).told(), "swaps 2 cards for 3 cards");
    }

    #[test]
    fn every_sentence_can_be_said_to_the_player() {
        for &topic in Topic::ALL {
            let first = topic.words().1.split(' ').next();
            assert!(VERBS.iter().any(|(told, _)| Some(*told) == first), "{}", topic.code());
            assert_eq!(Topic::ALL.iter().filter(|other| other.code() == topic.code()).count(), 1);
        }
    }
}
