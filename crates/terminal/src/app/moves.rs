//! From chosen cards and keys to a move, a question or the reason why not.

use engine::{Card, Choice};
use games::Rules;
use table::Millis;

use super::pick::Pick;
use super::{App, Panel};
use crate::actions::{behind, using, written};
use crate::hand::own;

impl App {
    /// The chosen cards.
    fn chosen(&self) -> Vec<Card> {
        let hand = self.hand();
        self.selection.chosen().iter().filter_map(|&at| hand.get(at).copied()).collect()
    }

    /// Plays the chosen cards, or asks how.
    pub(super) fn play(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.known() else { return };
        let cards = self.chosen();
        if cards.is_empty() {
            return;
        }
        let choices = using(scene, pack, &cards);
        let written = written(rules, pack, &cards);
        self.offer(now, choices, &written);
    }

    /// Says why the chosen cards cannot be played, without trying it.
    pub(super) fn why(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.known() else { return };
        let cards = self.chosen();
        let fits = !using(scene, pack, &cards).is_empty();
        let written = written(rules, pack, &cards);
        let text = match self.link.why(now, &written).filter(|_| !fits) {
            Some(reason) => reason,
            None => "That can be played: Enter plays it.".into(),
        };
        self.link.say(&text);
    }

    /// Asks what a good player would do, and picks the cards of it.
    pub(super) fn hint(&mut self, now: Millis) {
        self.link.hint(now);
        let Some(notation) = self.link.table_view_mut().hint.take() else { return };
        let Some((pack, scene, _)) = self.known() else { return };
        let choice = scene.choices.iter().find(|choice| choice.notation == notation);
        let mut places = Vec::new();
        for card in choice.iter().flat_map(|choice| &choice.cards) {
            let alike = |place: &usize| pack.first_copy(own(scene)[*place]) == pack.first_copy(*card);
            let free = |place: &usize| !places.contains(place) && alike(place);
            let place = (0..own(scene).len()).find(free);
            places.extend(place);
        }
        if let Some(&first) = places.first() {
            self.selection.cursor = first;
            self.selection.marked = if places.len() > 1 { places } else { Vec::new() };
        }
    }

    /// Does what a key stands for, or asks which.
    pub(super) fn action(&mut self, now: Millis, key: char) {
        let choices = self.table_view().scene.as_ref().map(|scene| behind(scene, key)).unwrap_or_default();
        let yaniv = matches!(self.table_view().rules(), Some(Rules::Yaniv(_)));
        let written = match key {
            'd' if yaniv => {
                return self.offer_or(now, choices, "Choose what you throw, then where you draw from.");
            }
            'd' => "draw",
            'p' => "pass",
            'y' if !yaniv => {
                return self.offer_or(now, choices, "Yaniv is called in the game of that name only.");
            }
            'y' => "yaniv",
            'h' if yaniv => {
                return self.offer_or(now, choices, "There is nothing to challenge in this game.");
            }
            'h' => "challenge",
            's' => return self.offer_or(now, choices, "There is nothing to say now."),
            'c' => return self.offer_or(now, choices, "There is nobody to catch now."),
            'o' => return self.offer_or(now, choices, "Nothing is called now: play a card that calls."),
            'x' => return self.offer_or(now, choices, "There is nothing to exchange now."),
            _ => return,
        };
        self.offer(now, choices, written);
    }

    fn offer_or(&mut self, now: Millis, choices: Vec<Choice>, otherwise: &str) {
        if choices.is_empty() {
            self.link.say(otherwise);
        } else {
            self.offer(now, choices, "");
        }
    }

    /// Makes the only choice, asks among several, and lets the table say why there is none.
    fn offer(&mut self, now: Millis, mut choices: Vec<Choice>, written: &str) {
        match choices.as_slice() {
            [] => self.link.act(now, written),
            [only] => self.link.act(now, &only.notation),
            _ => {
                choices.sort_by_key(|choice| !choice.notation.contains(" say "));
                let labels = choices.iter().map(|choice| self.table_view().label(choice)).collect();
                self.panel = Panel::Pick(Pick { choices, labels, cursor: 0 });
            }
        }
    }
}
