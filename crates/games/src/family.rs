//! The interface of a family of games to everything outside its folder.
//!
//! [`Family`] is implemented once per family, in `<family>/family.rs`. Session, scene, guide, rule files, bots, table and front
//! ends ask through it, by way of the enums in `families.rs`; none of them matches on a family.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;

use engine::{
    Card, CardSet, Chance, Deal, Declaration, EventSink, MatchRules, Outcome, Pack, Quick, Refusal, Scene,
    Search, Seat, SeatSet, Viewer, Word,
};

use crate::controls::{Controls, Detail};
use crate::facts::Facts;
use crate::guide::GuideEntry;
use crate::options::Row;
use crate::{Clause, CompileError, DealError, DescribedTurn, DescribedTurnError, Header, TableOptions};

/// A family of games, implemented by its type for a round in progress.
pub trait Family: Search {
    /// A rule set of the family.
    type Rules: Clone + Eq + Debug + Default + 'static;
    /// A rule set compiled for a number of seats.
    type Compiled: Debug;

    /// The name in rule files.
    const NAME: &'static str;
    /// The options of a rule set.
    const ROWS: &'static [Row<Self::Rules>];
    /// The first words of its moves in notation.
    const VERBS: &'static [&'static str];
    /// What players announce with the points they hold.
    const DECLARATIONS: &'static [&'static Declaration] = &[];
    /// How front ends name and offer the moves.
    const CONTROLS: Controls;
    /// Whether [`view_of_turn`](Family::view_of_turn) works for the family.
    const ACCEPTS_DESCRIBED_TURNS: bool = false;

    /// The description of a rule set.
    fn header(rules: &Self::Rules) -> &Header;

    /// The description, mutably.
    fn header_mut(rules: &mut Self::Rules) -> &mut Header;

    /// The options that every table has.
    fn table_options(rules: &Self::Rules) -> &TableOptions;

    /// The minimum and maximum number of players.
    fn players(rules: &Self::Rules) -> (usize, usize);

    /// When a match is over and who has won it.
    fn match_rules(rules: &Self::Rules) -> MatchRules;

    /// The faults of a rule set: the key to blame, and a sentence.
    fn faults(rules: &Self::Rules) -> Vec<(&'static str, String)>;

    /// The rules page. Every sentence is true for exactly this rule set.
    fn explain(rules: &Self::Rules) -> Vec<Clause>;

    /// The pictures of the guide, each with the topic of the clause that it follows.
    fn examples(rules: &Self::Rules) -> Vec<(&'static str, GuideEntry)>;

    /// The tables of a rule file that are not options: complete, or only what differs from `base`.
    fn tables_toml(_rules: &Self::Rules, _base: Option<&Self::Rules>) -> String {
        String::new()
    }

    /// How many cards an illegal play costs (S25, G9).
    fn illegal_fine(_rules: &Self::Rules) -> u64 {
        0
    }

    /// How reactions are timed.
    fn reaction_rules(_rules: &Self::Rules) -> ReactionRules {
        ReactionRules::default()
    }

    /// Compiles a rule set for this many seats, or says why it cannot be played with them.
    fn compile(rules: &Self::Rules, seats: usize) -> Result<Self::Compiled, CompileError>;

    /// The rule set that this was compiled from.
    fn rules_of(compiled: &Self::Compiled) -> &Self::Rules;

    /// The pack in use.
    fn pack_of(compiled: &Self::Compiled) -> &Pack;

    /// How many cards each player is dealt.
    fn hand_size(compiled: &Self::Compiled) -> usize;

    /// Whether a card is turned up after the deal.
    fn turns_up(compiled: &Self::Compiled) -> bool;

    /// The points of a card.
    fn points(compiled: &Self::Compiled, card: Card) -> u32;

    /// What a card does, as a rule file writes it: "wild + pick 4"; empty where cards do nothing.
    fn effect_text(_compiled: &Self::Compiled, _card: Card) -> String {
        String::new()
    }

    /// Writes the move in notation.
    fn write(compiled: &Self::Compiled, choice: Self::Move, out: &mut String);

    /// Parses a move from its notation without checking whether it is legal.
    fn read(compiled: &Self::Compiled, text: &str) -> Result<Self::Move, Refusal>;

    /// The cards of the hand that a move uses, in the order they are played.
    fn cards_of(compiled: &Self::Compiled, choice: Self::Move) -> Vec<Card>;

    /// A move of a scene in plain words.
    fn label(compiled: &Self::Compiled, choice: Self::Move, scene: &Scene) -> String;

    /// What distinguishes a move from others with the same cards; empty if the label is enough.
    fn details(_compiled: &Self::Compiled, _choice: Self::Move) -> Vec<Detail> {
        Vec::new()
    }

    /// Example moves in notation, for people who type them.
    fn example_moves(compiled: &Self::Compiled) -> Vec<String>;

    /// The wording of a word at this table.
    fn spoken(_compiled: &Self::Compiled, word: Word) -> &str {
        match word {
            Word::Semi => "semi last card",
            Word::Last => "last card",
        }
    }

    /// The kind of reaction; `None` for an ordinary move on the player's turn.
    fn reaction(choice: Self::Move) -> Option<Reaction>;

    /// Deals a round.
    fn deal(
        compiled: &Arc<Self::Compiled>,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Self, DealError>;

    /// The compiled rules in use.
    fn compiled(&self) -> &Arc<Self::Compiled>;

    /// The cards in a hand.
    fn hand(&self, seat: Seat) -> CardSet;

    /// The stock, top card first.
    fn stock(&self) -> Vec<Card>;

    /// How many cards are in the stock.
    fn stock_len(&self) -> usize;

    /// How many cards lie face up, including those on top.
    fn pile_len(&self) -> usize;

    /// The top card, or the cards of the last throw in order.
    fn top(&self) -> Vec<Card>;

    /// The phase in one word.
    fn phase_name(&self) -> &'static str;

    /// The seats that were dealt in.
    fn playing(&self) -> SeatSet;

    /// The seats that are still in the round.
    fn active(&self) -> SeatSet;

    /// Whether the seat still has to say a word.
    fn owes_word(&self, _seat: Seat) -> bool {
        false
    }

    /// Whether any seat might react out of turn, judged from public information.
    fn may_react(&self) -> bool;

    /// Whether a slap may follow the move that was just played.
    fn invites_slap(&self, _played: Self::Move) -> bool {
        false
    }

    /// Public facts about the position beyond counts and scores, for programs.
    fn facts(&self) -> Facts;

    /// Who is looking.
    fn viewer(view: &Self::View) -> Viewer;

    /// Whose turn it is, or was when the round ended.
    fn turn_in(view: &Self::View) -> Seat;

    /// The viewer's own hand; empty for a spectator.
    fn hand_in(view: &Self::View) -> CardSet;

    /// The discards under the cards on top.
    fn discards_in(view: &Self::View) -> CardSet;

    /// Draws a view into a scene, all but the choices, in the memory of what was drawn there before.
    fn draw(view: &Self::View, outcome: Option<Outcome>, scene: &mut Scene);

    /// The points that a legal move leaves in the viewer's hand, where players count their hands while they play.
    fn leaves(_view: &Self::View, _choice: Self::Move) -> Option<u16> {
        None
    }

    /// A view as named values, for programs.
    fn view_facts(view: &Self::View, seats: usize) -> Facts;

    /// The view of seat 0 on its turn, from the description of a turn at another table.
    fn view_of_turn(
        _compiled: &Arc<Self::Compiled>,
        _turn: &DescribedTurn,
    ) -> Result<Self::View, DescribedTurnError> {
        Err(DescribedTurnError::Unsupported)
    }

    /// Plays rounds by random moves as fast as possible and counts the decisions.
    fn random_rounds(
        compiled: &Arc<Self::Compiled>,
        rounds: u64,
        chance: &mut Quick,
    ) -> Result<u64, DealError>;
}

/// A move that can be made out of turn, or besides the move of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reaction {
    /// Says a word that the seat still has to say.
    Say,
    /// Catches a player who did not say the word.
    Catch,
    /// Slaps a card onto the pile.
    Slap,
}

/// How a rule set times reactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReactionRules {
    /// How long after a play nobody can be caught, if players may catch each other (V10).
    pub catch_shield_ms: Option<u64>,
    /// Whether other moves wait while a slap is possible (J11).
    pub slap_window: bool,
    /// Whether a player may let the table say the word for them (G12).
    pub may_announce: bool,
}

/// Lists the cards of a seat that the viewer knows: the viewer's own hand, or what is known of another.
pub(crate) fn list_known(pack: &Pack, [own, others]: [CardSet; 2], is_own: bool, known: &mut Vec<Card>) {
    known.clear();
    let cards = if is_own { own } else { others };
    known.extend(cards.iter().map(|card| pack.first_copy(card)));
}
