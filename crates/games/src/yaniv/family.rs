//! What Yaniv gives to everything outside this folder.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    Card, CardSet, Chance, Deal, Declaration, EventSink, MatchRules, Outcome, Pack, Quick, Refusal, Scene,
    Seat, SeatSet, Viewer,
};

use super::{
    CompiledRules, DECLARATIONS, Move, Playout, ROWS, Rules, Slapdown, Take, View, Yaniv, controls, explain,
    facts, scene,
};
use crate::controls::{Controls, Detail};
use crate::facts::Facts;
use crate::guide::GuideEntry;
use crate::options::Row;
use crate::{Clause, CompileError, DealError, Family, Header, Reaction, ReactionRules, TableOptions};

impl Family for Yaniv {
    type Rules = Rules;
    type Compiled = CompiledRules;

    const NAME: &'static str = "yaniv";
    const VERBS: &'static [&'static str] = &["yaniv", "throw", "slap", "swap", "pass"];
    const ROWS: &'static [Row<Rules>] = ROWS;
    const DECLARATIONS: &'static [&'static Declaration] = DECLARATIONS;
    const CONTROLS: Controls = controls::CONTROLS;

    fn header(rules: &Rules) -> &Header {
        &rules.header
    }

    fn header_mut(rules: &mut Rules) -> &mut Header {
        &mut rules.header
    }

    fn table_options(rules: &Rules) -> &TableOptions {
        &rules.table_options
    }

    fn players(rules: &Rules) -> (usize, usize) {
        (rules.players.least, rules.players.most)
    }

    fn match_rules(rules: &Rules) -> MatchRules {
        rules.match_rules()
    }

    fn faults(rules: &Rules) -> Vec<(&'static str, String)> {
        rules.faults()
    }

    fn explain(rules: &Rules) -> Vec<Clause> {
        explain(rules)
    }

    fn examples(rules: &Rules) -> Vec<(&'static str, GuideEntry)> {
        super::examples(rules)
    }

    fn reaction_rules(rules: &Rules) -> ReactionRules {
        ReactionRules { slap_window: rules.slapdown == Slapdown::Window, ..ReactionRules::default() }
    }

    fn compile(rules: &Rules, seats: usize) -> Result<CompiledRules, CompileError> {
        CompiledRules::new(rules, seats)
    }

    fn rules_of(compiled: &CompiledRules) -> &Rules {
        &compiled.rules
    }

    fn pack_of(compiled: &CompiledRules) -> &Pack {
        &compiled.pack
    }

    fn hand_size(compiled: &CompiledRules) -> usize {
        compiled.rules.hand_size.count()
    }

    fn turns_up(_compiled: &CompiledRules) -> bool {
        true
    }

    fn points(compiled: &CompiledRules, card: Card) -> u32 {
        compiled.value(CardSet::only(card)).into()
    }

    fn write(compiled: &CompiledRules, choice: Move, out: &mut String) {
        compiled.write(choice, out);
    }

    fn read(compiled: &CompiledRules, text: &str) -> Result<Move, Refusal> {
        compiled.parse(text)
    }

    fn cards_of(_compiled: &CompiledRules, choice: Move) -> Vec<Card> {
        match choice {
            Move::Throw { cards, .. } => cards.cards().to_vec(),
            Move::Slap(card) | Move::Exchange(card) => [card].to_vec(),
            Move::Yaniv | Move::Pass => Vec::new(),
        }
    }

    fn label(compiled: &CompiledRules, choice: Move, _scene: &Scene) -> String {
        scene::label(&compiled.pack, choice)
    }

    fn details(compiled: &CompiledRules, choice: Move) -> Vec<Detail> {
        scene::details(compiled, choice)
    }

    fn example_moves(compiled: &CompiledRules) -> Vec<String> {
        controls::example_moves(&compiled.rules)
    }

    fn reaction(choice: Move) -> Option<Reaction> {
        match choice {
            Move::Slap(_) => Some(Reaction::Slap),
            Move::Yaniv | Move::Throw { .. } | Move::Exchange(_) | Move::Pass => None,
        }
    }

    fn deal(
        compiled: &Arc<CompiledRules>,
        deal: &Deal<'_>,
        _chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Yaniv, DealError> {
        Yaniv::deal(compiled, deal, sink)
    }

    fn compiled(&self) -> &Arc<CompiledRules> {
        &self.compiled
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat]
    }

    fn stock(&self) -> Vec<Card> {
        Yaniv::stock(self).collect()
    }

    fn stock_len(&self) -> usize {
        usize::from(self.stock_len)
    }

    fn pile_len(&self) -> usize {
        self.older.len() + self.throw().len()
    }

    fn top(&self) -> Vec<Card> {
        self.throw().to_vec()
    }

    fn phase_name(&self) -> &'static str {
        self.phase.name()
    }

    fn playing(&self) -> SeatSet {
        self.playing
    }

    fn active(&self) -> SeatSet {
        self.active
    }

    fn may_react(&self) -> bool {
        self.window.is_some()
    }

    fn invites_slap(&self, played: Move) -> bool {
        matches!(played, Move::Throw { take: Take::Stock, .. }) && self.may_react()
    }

    fn facts(&self) -> Facts {
        facts::round(self)
    }

    fn viewer(view: &View) -> Viewer {
        view.viewer
    }

    fn turn_in(view: &View) -> Seat {
        view.turn
    }

    fn hand_in(view: &View) -> CardSet {
        view.hand
    }

    fn discards_in(view: &View) -> CardSet {
        view.older
    }

    fn draw(view: &View, outcome: Option<Outcome>, scene: &mut Scene) {
        scene::draw(view, outcome, scene);
    }

    fn leaves(view: &View, choice: Move) -> Option<u16> {
        Some(scene::leaves(view, choice))
    }

    fn view_facts(view: &View, seats: usize) -> Facts {
        facts::view(view, seats)
    }

    fn random_rounds(
        compiled: &Arc<CompiledRules>,
        rounds: u64,
        chance: &mut Quick,
    ) -> Result<u64, DealError> {
        Playout::rounds(compiled, rounds, chance)
    }
}
