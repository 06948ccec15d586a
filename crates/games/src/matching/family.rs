//! What the matching family gives to everything outside this folder.

use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use engine::{
    Card, CardSet, Chance, Deal, EventSink, MatchRules, Outcome, Pack, Quick, Refusal, Scene, Seat, SeatSet,
    Viewer, Word,
};

use super::{
    Announce, AnnounceCheck, CompiledRules, Matching, Move, Playout, ROWS, Rules, Start, View, controls,
    explain, facts, notation, scene,
};
use crate::controls::{Controls, Detail};
use crate::facts::Facts;
use crate::guide::GuideEntry;
use crate::options::Row;
use crate::{
    Clause, CompileError, DealError, DescribedTurn, DescribedTurnError, Family, Header, Reaction,
    ReactionRules, TableOptions,
};

impl Family for Matching {
    type Rules = Rules;
    type Compiled = CompiledRules;

    const NAME: &'static str = "matching";
    const VERBS: &'static [&'static str] = &["play", "draw", "pass", "challenge", "call", "say", "catch"];
    const ROWS: &'static [Row<Rules>] = ROWS;
    const CONTROLS: Controls = controls::CONTROLS;
    const ACCEPTS_DESCRIBED_TURNS: bool = true;

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

    fn tables_toml(rules: &Rules, base: Option<&Rules>) -> String {
        rules.tables_toml(base)
    }

    fn illegal_fine(rules: &Rules) -> u64 {
        rules.illegal_fine.get()
    }

    fn reaction_rules(rules: &Rules) -> ReactionRules {
        let manual = rules.announce == Announce::Manual;
        let players_catch = manual && rules.announce_check == AnnounceCheck::Catch;
        ReactionRules {
            catch_shield_ms: players_catch.then(|| rules.uno_shield_ms.get()),
            slap_window: false,
            // Where players catch each other, remembering the word is part of the game.
            may_announce: manual && !players_catch,
        }
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
        compiled.hand
    }

    fn turns_up(compiled: &CompiledRules) -> bool {
        compiled.rules.start == Start::Turnup
    }

    fn points(compiled: &CompiledRules, card: Card) -> u32 {
        compiled.value(CardSet::only(card))
    }

    fn write(compiled: &CompiledRules, choice: Move, out: &mut String) {
        notation::write(compiled, choice, out);
    }

    fn read(compiled: &CompiledRules, text: &str) -> Result<Move, Refusal> {
        notation::read(compiled, text)
    }

    fn cards_of(compiled: &CompiledRules, choice: Move) -> Vec<Card> {
        match choice {
            Move::Play(play) => play.cards.in_order(compiled),
            Move::Draw | Move::Pass | Move::Challenge | Move::Call(_) | Move::Say(_) | Move::Catch(_) => {
                Vec::new()
            }
        }
    }

    fn label(compiled: &CompiledRules, choice: Move, scene: &Scene) -> String {
        scene::label(compiled, choice, scene)
    }

    fn effect_text(compiled: &CompiledRules, card: Card) -> String {
        compiled.effect(card).to_string()
    }

    fn details(compiled: &CompiledRules, choice: Move) -> Vec<Detail> {
        scene::details(compiled, choice)
    }

    fn example_moves(compiled: &CompiledRules) -> Vec<String> {
        controls::example_moves(compiled)
    }

    fn spoken(compiled: &CompiledRules, word: Word) -> &str {
        scene::spoken(compiled, word)
    }

    fn reaction(choice: Move) -> Option<Reaction> {
        match choice {
            Move::Say(_) => Some(Reaction::Say),
            Move::Catch(_) => Some(Reaction::Catch),
            Move::Play(_) | Move::Draw | Move::Pass | Move::Challenge | Move::Call(_) => None,
        }
    }

    fn deal(
        compiled: &Arc<CompiledRules>,
        deal: &Deal<'_>,
        chance: &mut impl Chance,
        sink: &mut impl EventSink,
    ) -> Result<Matching, DealError> {
        Matching::deal(compiled, deal, chance, sink)
    }

    fn compiled(&self) -> &Arc<CompiledRules> {
        &self.compiled
    }

    fn hand(&self, seat: Seat) -> CardSet {
        self.state.hands[seat]
    }

    fn stock(&self) -> Vec<Card> {
        Matching::stock(self).collect()
    }

    fn stock_len(&self) -> usize {
        usize::from(self.state.stock_len)
    }

    fn pile_len(&self) -> usize {
        self.state.pile.len() + usize::from(self.state.top.is_some())
    }

    fn top(&self) -> Vec<Card> {
        self.state.top.into_iter().collect()
    }

    fn phase_name(&self) -> &'static str {
        Matching::phase_name(self)
    }

    fn playing(&self) -> SeatSet {
        self.state.playing
    }

    fn active(&self) -> SeatSet {
        self.state.active
    }

    fn owes_word(&self, seat: Seat) -> bool {
        self.state.owing.contains(seat)
    }

    fn may_react(&self) -> bool {
        !self.state.owing.is_empty() || self.state.fresh
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
        view.pile
    }

    fn draw(view: &View, outcome: Option<Outcome>, scene: &mut Scene) {
        scene::draw(view, outcome, scene);
    }

    fn view_facts(view: &View, seats: usize) -> Facts {
        facts::view(view, seats)
    }

    fn view_of_turn(compiled: &Arc<CompiledRules>, turn: &DescribedTurn) -> Result<View, DescribedTurnError> {
        View::of_turn(compiled, turn)
    }

    fn random_rounds(
        compiled: &Arc<CompiledRules>,
        rounds: u64,
        chance: &mut Quick,
    ) -> Result<u64, DealError> {
        Playout::rounds(compiled, rounds, chance)
    }
}
