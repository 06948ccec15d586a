//! From chosen cards and keys to a move, a question, or the reason why not.

use engine::{Card, Choice, Pack};
use games::{Key, Otherwise, Rules};
use table::Millis;

use super::move_picker::MovePicker;
use super::{App, Panel};
use crate::actions::{choices_for_key, choices_using, group_with, in_order, move_notation};
use crate::hand::{own, positions};
use crate::plain::menu::Menu;
use crate::sentences::{Narrator, capital};

impl App {
    /// The chosen cards.
    fn chosen(&self) -> Vec<Card> {
        let hand = self.hand();
        self.selection.chosen().iter().filter_map(|&at| hand.get(at).copied()).collect()
    }

    /// Plays the chosen cards, or asks how. Cards that can be played only with others are marked together with them.
    pub(super) fn play(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.position() else { return };
        let cards = self.chosen();
        if cards.is_empty() {
            return;
        }
        if let Some(group) = group_with(scene, pack, &cards) {
            let group = positions(own(scene), pack, group, &self.selection.chosen());
            self.selection.marked = group;
            return self.link.view_mut().message.clear();
        }
        let choices = in_order(choices_using(scene, pack, &cards), pack, &cards);
        let notation = move_notation(rules, pack, &cards);
        self.choose(now, &choices, &notation);
    }

    /// What Enter does with the marked cards, or with a card that can only be played with others.
    pub(super) fn enter_message(&self) -> Option<String> {
        let (pack, scene, _) = self.position()?;
        let narrator = self.view().narrator().filter(|_| self.view().is_on_turn())?;
        let cards = self.chosen();
        if let Some(group) = group_with(scene, pack, &cards) {
            return Some(with_others(&narrator, pack, &cards, group));
        }
        let verb = narrator.compiled().controls().verb;
        match (in_order(choices_using(scene, pack, &cards), pack, &cards).first(), cards.len()) {
            (_, 0 | 1) => None,
            (Some(choice), _) => {
                let laid = choice.cards.iter().copied();
                Some(format!("Enter {} {}, in this order.", verb.they, narrator.cards(laid)))
            }
            (None, _) => Some(format!("These cards cannot be {} together.", verb.done)),
        }
    }

    /// Explains why the chosen cards cannot be played, without trying.
    pub(super) fn why(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.position() else { return };
        let cards = self.chosen();
        let fits = !choices_using(scene, pack, &cards).is_empty();
        let grouped = group_with(scene, pack, &cards).and_then(|_| self.enter_message());
        let notation = move_notation(rules, pack, &cards);
        let reason = grouped.or_else(|| self.link.why(now, &notation).filter(|_| !fits));
        self.link.say(reason.as_deref().unwrap_or("You can play that: press Enter."));
    }

    /// Asks for a hint, and selects its cards.
    pub(super) fn hint(&mut self, now: Millis) {
        self.link.hint(now);
        let Some(notation) = self.link.view_mut().hint.take() else { return };
        let Some((pack, scene, _)) = self.position() else { return };
        let Some(choice) = scene.choices.iter().find(|choice| choice.notation == notation) else { return };
        let positions = positions(own(scene), pack, &choice.cards, &[]);
        if let Some(&first) = positions.first() {
            self.selection.cursor = first;
            self.selection.marked = if positions.len() > 1 { positions } else { Vec::new() };
        }
    }

    /// Performs the action of a key, or asks which.
    pub(super) fn action(&mut self, now: Millis, key: char) {
        let choices = self.view().scene.as_ref().map(|scene| choices_for_key(scene, key)).unwrap_or_default();
        let Some(controls) = self.view().rules().map(Rules::controls) else { return };
        let has_key = |known: &&Key| known.key == key;
        match controls.keys.iter().find(has_key).map(|known| known.otherwise) {
            Some(Otherwise::Try(notation)) => self.choose(now, &choices, notation),
            Some(Otherwise::Say(answer)) => self.choose_or_say(now, &choices, answer),
            None => {
                let mut others = games::ALL_CONTROLS.iter().flat_map(|controls| controls.keys);
                if let Some(other) = others.find(has_key) {
                    self.choose_or_say(now, &choices, other.elsewhere);
                }
            }
        }
    }

    fn choose_or_say(&mut self, now: Millis, choices: &[Choice], otherwise: &str) {
        if choices.is_empty() {
            self.link.say(otherwise);
        } else {
            self.choose(now, choices, "");
        }
    }

    /// Makes the only choice, asks among several, or lets the table explain why there is none.
    fn choose(&mut self, now: Millis, choices: &[Choice], notation: &str) {
        if choices.is_empty() {
            return self.link.act(now, notation);
        }
        let view = self.view();
        let (Some(scene), Some(narrator)) = (&view.scene, view.narrator()) else { return };
        let mut menu = Menu::among(choices, scene, &narrator);
        match menu.skip_answered() {
            Some(notation) => self.link.act(now, &notation),
            None => self.panel = Panel::Pick(MovePicker::new(menu)),
        }
    }
}

/// Says with which others the cards can be played.
fn with_others(narrator: &Narrator<'_>, pack: &Pack, cards: &[Card], group: &[Card]) -> String {
    let mut others = group.to_vec();
    for &card in cards {
        if let Some(at) = others.iter().position(|&other| pack.first_copy(other) == pack.first_copy(card)) {
            others.remove(at);
        }
    }
    let subject = capital(&narrator.cards(cards.iter().copied()));
    let (others, it) = (narrator.cards(others), if group.len() == 2 { "both" } else { "them all" });
    let goes = if cards.len() == 1 { "goes" } else { "go" };
    format!("{subject} {goes} only together with {others}: Enter marks {it}.")
}
