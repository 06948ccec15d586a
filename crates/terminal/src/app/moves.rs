//! From chosen cards and keys to a move, a question, or the reason why not.

use engine::{Card, Choice};
use games::{Key, Otherwise, Rules};
use table::Millis;

use super::move_picker::MovePicker;
use super::{App, Panel};
use crate::actions::{choices_for_key, choices_using, move_notation};
use crate::hand::own;

impl App {
    /// The chosen cards.
    fn chosen(&self) -> Vec<Card> {
        let hand = self.hand();
        self.selection.chosen().iter().filter_map(|&at| hand.get(at).copied()).collect()
    }

    /// Plays the chosen cards, or asks how.
    pub(super) fn play(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.position() else { return };
        let cards = self.chosen();
        if cards.is_empty() {
            return;
        }
        let choices = choices_using(scene, pack, &cards);
        let notation = move_notation(rules, pack, &cards);
        self.choose(now, choices, &notation);
    }

    /// Explains why the chosen cards cannot be played, without trying.
    pub(super) fn why(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.position() else { return };
        let cards = self.chosen();
        let fits = !choices_using(scene, pack, &cards).is_empty();
        let notation = move_notation(rules, pack, &cards);
        let text = match self.link.why(now, &notation).filter(|_| !fits) {
            Some(reason) => reason,
            None => "That can be played: Enter plays it.".into(),
        };
        self.link.say(&text);
    }

    /// Asks for a hint, and selects its cards.
    pub(super) fn hint(&mut self, now: Millis) {
        self.link.hint(now);
        let Some(notation) = self.link.view_mut().hint.take() else { return };
        let Some((pack, scene, _)) = self.position() else { return };
        let choice = scene.choices.iter().find(|choice| choice.notation == notation);
        let mut positions = Vec::new();
        for card in choice.iter().flat_map(|choice| &choice.cards) {
            let is_same = |position: &usize| pack.first_copy(own(scene)[*position]) == pack.first_copy(*card);
            let is_free = |position: &usize| !positions.contains(position) && is_same(position);
            let position = (0..own(scene).len()).find(is_free);
            positions.extend(position);
        }
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
            Some(Otherwise::Try(notation)) => self.choose(now, choices, notation),
            Some(Otherwise::Say(answer)) => self.choose_or_say(now, choices, answer),
            None => {
                let mut others = games::ALL_CONTROLS.iter().flat_map(|controls| controls.keys);
                if let Some(other) = others.find(has_key) {
                    self.choose_or_say(now, choices, other.elsewhere);
                }
            }
        }
    }

    fn choose_or_say(&mut self, now: Millis, choices: Vec<Choice>, otherwise: &str) {
        if choices.is_empty() {
            self.link.say(otherwise);
        } else {
            self.choose(now, choices, "");
        }
    }

    /// Makes the only choice, asks among several, or lets the table explain why there is none.
    fn choose(&mut self, now: Millis, mut choices: Vec<Choice>, notation: &str) {
        match choices.as_slice() {
            [] => self.link.act(now, notation),
            [only] => self.link.act(now, &only.notation),
            _ => {
                choices.sort_by_key(|choice| !choice.notation.contains(" say "));
                let labels = choices.iter().map(|choice| self.view().label(choice)).collect();
                self.panel = Panel::Pick(MovePicker { choices, labels, cursor: 0 });
            }
        }
    }
}
