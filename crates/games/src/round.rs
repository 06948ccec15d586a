//! Rounds, moves, views and compiled rules of any family behind one interface.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    Card, CardSet, Chance, Deal, Event, EventKind, EventSink, Game, Order, Outcome, Pack, Quick, Refusal,
    Seat, SeatSet, Status, Viewer, Word,
};

use crate::controls::{Controls, Detail};
use crate::facts::Facts;
use crate::families::DECLARATIONS;
use crate::{
    CompileError, CompiledRules, DealError, DescribedTurn, DescribedTurnError, Family, Listed, Move,
    Reaction, Round, Rules, View, each_family,
};

impl CompiledRules {
    /// Compiles a rule set for this many seats, or says why it cannot be played with them.
    pub fn new(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
        each_family!(Rules, rules, |rules, F| Ok(F::wrap_compiled(Arc::new(F::compile(rules, seats)?))))
    }

    /// Whether both are the same value in memory.
    pub fn is_same(&self, other: &CompiledRules) -> bool {
        let address = |compiled: &CompiledRules| {
            each_family!(CompiledRules, compiled, |compiled, F| {
                Arc::<<F as Family>::Compiled>::as_ptr(compiled).cast::<()>()
            })
        };
        address(self) == address(other)
    }

    /// The pack in use.
    pub fn pack(&self) -> &Pack {
        each_family!(CompiledRules, self, |compiled, F| F::pack_of(compiled))
    }

    /// Parses an event from its notation.
    pub fn parse_event(&self, text: &str) -> Option<Event> {
        let declarations = each_family!(CompiledRules, self, |_compiled, F| <F as Family>::DECLARATIONS);
        Event::parse(text, self.pack(), declarations)
    }

    /// The move in notation; empty for a move of another family.
    pub fn notation(&self, choice: Move) -> String {
        let mut text = String::new();
        self.write_move(choice, &mut text);
        text
    }

    /// Writes the move in notation; nothing for a move of another family.
    pub fn write_move(&self, choice: Move, out: &mut String) {
        each_family!(CompiledRules, self, |compiled, F| {
            if let Some(choice) = F::own_move(choice) {
                F::write(compiled, choice, out);
            }
        });
    }

    /// Parses a move from its notation without checking whether it is legal.
    pub fn parse(&self, text: &str) -> Result<Move, Refusal> {
        each_family!(CompiledRules, self, |compiled, F| F::read(compiled, text).map(F::wrap_move))
    }

    /// How many cards each player is dealt.
    pub fn hand_size(&self) -> usize {
        each_family!(CompiledRules, self, |compiled, F| F::hand_size(compiled))
    }

    /// Whether a card is turned up after the deal.
    pub fn turns_up(&self) -> bool {
        each_family!(CompiledRules, self, |compiled, F| F::turns_up(compiled))
    }

    /// The points of a card.
    pub fn points(&self, card: Card) -> u32 {
        each_family!(CompiledRules, self, |compiled, F| F::points(compiled, card))
    }

    /// What a card does, as a rule file writes it: "wild + pick 4"; empty where cards do nothing.
    pub fn effect_text(&self, card: Card) -> String {
        each_family!(CompiledRules, self, |compiled, F| F::effect_text(compiled, card))
    }

    /// How front ends name and offer the moves.
    pub fn controls(&self) -> Controls {
        each_family!(CompiledRules, self, |_compiled, F| <F as Family>::CONTROLS)
    }

    /// What distinguishes a move from others with the same cards; empty if its label is enough.
    pub fn details(&self, choice: Move) -> Vec<Detail> {
        each_family!(CompiledRules, self, |compiled, F| {
            F::own_move(choice).map_or_else(Vec::new, |choice| F::details(compiled, choice))
        })
    }

    /// Example moves in notation, for people who type them.
    pub fn example_moves(&self) -> Vec<String> {
        each_family!(CompiledRules, self, |compiled, F| F::example_moves(compiled))
    }

    /// The wording of a word at this table.
    pub fn spoken(&self, word: Word) -> &str {
        each_family!(CompiledRules, self, |compiled, F| F::spoken(compiled, word))
    }

    /// Whether [`view_of_turn`](CompiledRules::view_of_turn) works for the family.
    pub fn accepts_described_turns(&self) -> bool {
        each_family!(CompiledRules, self, |_compiled, F| <F as Family>::ACCEPTS_DESCRIBED_TURNS)
    }

    /// The view of seat 0 on its turn, from the description of a turn at another table.
    pub fn view_of_turn(&self, turn: &DescribedTurn) -> Result<View, DescribedTurnError> {
        each_family!(CompiledRules, self, |compiled, F| F::view_of_turn(compiled, turn).map(F::wrap_view))
    }

    /// Plays rounds by random moves as fast as possible and counts the decisions.
    pub fn random_rounds(&self, rounds: u64, chance: &mut Quick) -> Result<u64, DealError> {
        each_family!(CompiledRules, self, |compiled, F| F::random_rounds(compiled, rounds, chance))
    }
}

impl Move {
    /// The kind of reaction; `None` for an ordinary move on the player's turn.
    pub fn reaction(self) -> Option<Reaction> {
        each_family!(Move, self, |choice, F| F::reaction(choice))
    }
}

impl View {
    /// Who is looking.
    pub fn viewer(&self) -> Viewer {
        each_family!(View, self, |view, F| F::viewer(view))
    }

    /// Whose turn it is, or was when the round ended.
    pub fn turn(&self) -> Seat {
        each_family!(View, self, |view, F| F::turn_in(view))
    }

    /// The viewer's own hand; empty for a spectator.
    pub fn hand(&self) -> CardSet {
        each_family!(View, self, |view, F| F::hand_in(view))
    }

    /// The discards under the cards on top.
    pub fn discards(&self) -> CardSet {
        each_family!(View, self, |view, F| F::discards_in(view))
    }

    /// The view as named values, for programs.
    pub fn facts(&self, seats: usize) -> Facts {
        each_family!(View, self, |view, F| F::view_facts(view, seats))
    }
}

impl Round {
    /// Deals a round.
    pub fn deal(
        compiled: &CompiledRules,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Round, DealError> {
        each_family!(CompiledRules, compiled, |compiled, F| {
            <F as Family>::deal(compiled, deal, chance, sink).map(F::wrap_round)
        })
    }

    /// The compiled rules in use.
    pub fn compiled(&self) -> CompiledRules {
        each_family!(Round, self, |game, F| F::wrap_compiled(Arc::clone(F::compiled(game))))
    }

    /// The cards in a hand.
    pub fn hand(&self, seat: Seat) -> CardSet {
        each_family!(Round, self, |game, F| F::hand(game, seat))
    }

    /// How many cards are in the stock.
    pub fn stock_len(&self) -> usize {
        each_family!(Round, self, |game, F| F::stock_len(game))
    }

    /// The stock, top card first.
    pub fn stock(&self) -> Vec<Card> {
        each_family!(Round, self, |game, F| <F as Family>::stock(game))
    }

    /// How many cards lie face up, including those on top.
    pub fn pile_len(&self) -> usize {
        each_family!(Round, self, |game, F| <F as Family>::pile_len(game))
    }

    /// The top card, or the cards of the last throw in order.
    pub fn top(&self) -> Vec<Card> {
        each_family!(Round, self, |game, F| <F as Family>::top(game))
    }

    /// The phase in one word.
    pub fn phase_name(&self) -> &'static str {
        each_family!(Round, self, |game, F| F::phase_name(game))
    }

    /// The seats that were dealt in.
    pub fn playing(&self) -> SeatSet {
        each_family!(Round, self, |game, F| F::playing(game))
    }

    /// The seats that are still in the round.
    pub fn active(&self) -> SeatSet {
        each_family!(Round, self, |game, F| F::active(game))
    }

    /// The seats that have a legal move.
    pub fn acting(&self) -> SeatSet {
        match self.status() {
            Status::Acting(seats) => seats,
            Status::Over => SeatSet::EMPTY,
        }
    }

    /// Whether the seat still has to say a word.
    pub fn owes_word(&self, seat: Seat) -> bool {
        each_family!(Round, self, |game, F| F::owes_word(game, seat))
    }

    /// Whether any seat might react out of turn, judged from public information.
    pub fn may_react(&self) -> bool {
        each_family!(Round, self, |game, F| F::may_react(game))
    }

    /// Whether a slap may follow the move that was just played.
    pub fn invites_slap(&self, played: Move) -> bool {
        each_family!(Round, self, |game, F| {
            F::own_move(played).is_some_and(|played| F::invites_slap(game, played))
        })
    }

    /// Public facts about the position beyond counts and scores, for programs.
    pub fn facts(&self) -> Facts {
        each_family!(Round, self, |game, F| F::facts(game))
    }
}

impl Game for Round {
    type Move = Move;
    type View = View;

    fn pack(&self) -> &Pack {
        each_family!(Round, self, |game, F| <F as Game>::pack(game))
    }

    fn seats(&self) -> usize {
        each_family!(Round, self, |game, F| <F as Game>::seats(game))
    }

    fn status(&self) -> Status {
        each_family!(Round, self, |game, F| <F as Game>::status(game))
    }

    fn turn(&self) -> Option<Seat> {
        each_family!(Round, self, |game, F| <F as Game>::turn(game))
    }

    fn outcome(&self) -> Option<Outcome> {
        each_family!(Round, self, |game, F| <F as Game>::outcome(game))
    }

    fn legal(&self, seat: Seat, moves: &mut Vec<Move>) {
        #[cfg(debug_assertions)]
        questions::count(&questions::LEGAL_LISTS);
        moves.clear();
        each_family!(Round, self, |game, F| {
            let is_on_turn = <F as Game>::turn(game) == Some(seat);
            let mut own = Vec::with_capacity(if is_on_turn { USUAL_MOVES } else { 0 });
            <F as Game>::legal(game, seat, &mut own);
            moves.extend(own.into_iter().map(F::wrap_move));
        });
    }

    fn check(&self, seat: Seat, choice: Move) -> Result<(), Refusal> {
        #[cfg(debug_assertions)]
        questions::count(&questions::CHECKS);
        each_family!(Round, self, |game, F| {
            <F as Game>::check(game, seat, F::own_move(choice).ok_or_else(other_game)?)
        })
    }

    fn play(
        &mut self,
        seat: Seat,
        choice: Move,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        #[cfg(debug_assertions)]
        questions::count(&questions::CHECKS);
        each_family!(Round, self, |game, F| {
            <F as Game>::play(game, seat, F::own_move(choice).ok_or_else(other_game)?, chance, sink)
        })
    }

    fn order(
        &mut self,
        seat: Seat,
        order: Order,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<(), Refusal> {
        each_family!(Round, self, |game, F| <F as Game>::order(game, seat, order, chance, sink))
    }

    fn view(&self, viewer: Viewer) -> View {
        each_family!(Round, self, |game, F| F::wrap_view(<F as Game>::view(game, viewer)))
    }

    fn imagine(view: &View, chance: &mut impl Chance) -> Round {
        each_family!(View, view, |view, F| F::wrap_round(<F as Game>::imagine(view, chance)))
    }

    fn every_card(&self, visit: &mut dyn FnMut(Card)) {
        each_family!(Round, self, |game, F| <F as Game>::every_card(game, visit));
    }

    fn notation(&self, choice: Move) -> String {
        each_family!(Round, self, |game, F| {
            F::own_move(choice).map_or_else(String::new, |choice| <F as Game>::notation(game, choice))
        })
    }

    fn parse(&self, text: &str) -> Result<Move, Refusal> {
        each_family!(Round, self, |game, F| <F as Game>::parse(game, text).map(F::wrap_move))
    }
}

/// A hand rarely has more moves than this, so the list of them is rarely moved while it grows.
const USUAL_MOVES: usize = 32;

/// The verb of every event of any family, in notation.
pub fn event_kinds() -> Vec<&'static str> {
    EventKind::ALL.iter().map(|kind| kind.word()).chain(declarations()).collect()
}

/// The verbs of the declarations of any family, in notation.
pub fn declarations() -> impl Iterator<Item = &'static str> {
    DECLARATIONS.iter().copied().flatten().map(|what| what.word)
}

fn other_game() -> Refusal {
    Refusal::Unreadable("that is a move of another game".into())
}

/// How often rounds were asked for legal moves and legality, counted in debug builds. A table asks each question once per
/// move and viewer, which a test holds it to.
#[cfg(debug_assertions)]
#[doc(hidden)]
pub mod questions {
    use core::sync::atomic::{AtomicU32, Ordering};

    /// Lists of legal moves that were made.
    pub static LEGAL_LISTS: AtomicU32 = AtomicU32::new(0);
    /// Moves whose legality was checked, alone or to be played.
    pub static CHECKS: AtomicU32 = AtomicU32::new(0);

    pub(super) fn count(questions: &AtomicU32) {
        questions.fetch_add(1, Ordering::Relaxed);
    }
}
