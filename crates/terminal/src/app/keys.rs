//! The effect of each key, by panel.

use crossterm::event::KeyCode;
use table::{Answer, Level, Millis};

use super::move_picker::MovePicker;
use super::{App, FastForward, Next, Panel};
use crate::guide::Pages;
use crate::hand::{KEYS, Selection};
use crate::panels::{ScrollAnchor, scrolled};

impl App {
    /// Keys while players gather and there is no table to show yet.
    pub(super) fn gathering_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Enter => self.link.start(now),
            KeyCode::Char('b') => self.add_bot(now),
            KeyCode::Left | KeyCode::Right => self.change_level(code),
            KeyCode::Char('g') => self.panel = Panel::Rules(0),
            KeyCode::Char('q') => self.panel = Panel::Quit,
            _ => {}
        }
    }

    fn add_bot(&mut self, now: Millis) {
        self.link.add_bot(now);
        if self.view().message.is_empty() {
            self.say_level();
        }
    }

    /// Changes the level of the next computer player.
    fn change_level(&mut self, code: KeyCode) {
        if let Some(level) = self.link.bot_level() {
            let at = Level::ALL.iter().position(|known| known == level).unwrap_or_default();
            let at = if code == KeyCode::Left { at.saturating_sub(1) } else { at + 1 };
            *level = Level::ALL[at.min(Level::ALL.len() - 1)];
        }
        self.say_level();
    }

    fn say_level(&mut self) {
        if let Some(level) = self.link.bot_level().copied() {
            self.link.say(&format!("The next computer player: {level}."));
        }
    }

    pub(super) fn table_key(&mut self, now: Millis, code: KeyCode) {
        let last = self.hand().len().saturating_sub(1);
        let before = self.selection.clone();
        match code {
            KeyCode::Left => self.selection.cursor = self.selection.cursor.saturating_sub(1),
            KeyCode::Right => self.selection.cursor = (self.selection.cursor + 1).min(last),
            KeyCode::Home => self.selection.cursor = 0,
            KeyCode::End => self.selection.cursor = last,
            KeyCode::Char(' ') => self.selection.toggle(),
            KeyCode::Char(key) if card_at(key).is_some_and(|at| at <= last) => {
                self.selection.cursor = card_at(key).unwrap_or_default();
            }
            _ => return self.command_key(now, code),
        }
        // An answer about other cards would hide what Enter does with these.
        if self.selection != before {
            self.link.view_mut().message.clear();
        }
    }

    /// Keys that do not choose cards.
    fn command_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Enter => match self.link.person_to_move() {
                Some(_) => self.panel = Panel::PassToTurn,
                None => self.play(now),
            },
            KeyCode::Tab => self.pass_to_next(),
            KeyCode::Esc | KeyCode::Char('u') | KeyCode::Backspace => self.undo(now, code),
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('g') => self.panel = Panel::Rules(0),
            KeyCode::Char('w') => self.why(now),
            KeyCode::Char('t') => self.hint(now),
            KeyCode::Char('a') => self.link.announce(now),
            KeyCode::Char('i') => {
                let pages = self.view().rules().and_then(Pages::of);
                self.panel = pages.map_or(Panel::None, |pages| Panel::Guide(pages.into()));
            }
            KeyCode::Char('e') if self.can_fast_forward() => self.fast_forward_mode = FastForward::ToEnd,
            KeyCode::Char('?') => self.panel = Panel::Help,
            KeyCode::Char('q') => self.panel = Panel::Quit,
            KeyCode::Char(key) if card_at(key).is_some() => self.link.say("You do not have that many cards."),
            KeyCode::Char(key) => self.action(now, key),
            _ => {}
        }
    }

    /// Clears the marks; without marks, `u` asks to take the last move back (Y31).
    fn undo(&mut self, now: Millis, code: KeyCode) {
        if !self.selection.marked.is_empty() {
            self.selection.marked.clear();
            self.link.view_mut().message.clear();
        } else if code == KeyCode::Char('u') {
            self.link.take_back(now);
        }
    }

    /// The person at the device whose turn it is.
    pub(super) fn on_turn(&self) -> Option<usize> {
        let own = self.view().is_on_turn().then(|| self.link.current_person());
        own.or_else(|| self.link.person_to_move())
    }

    /// Another person at the device wants to act out of turn.
    fn pass_to_next(&mut self) {
        if self.link.people() > 1 {
            self.panel = Panel::Pass((self.link.current_person() + 1) % self.link.people());
        }
    }

    pub(super) fn pass_key(&mut self, code: KeyCode, person: usize) {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.link.hand_over_to(person),
            KeyCode::Tab => self.panel = Panel::Pass((person + 1) % self.link.people().max(1)),
            KeyCode::Esc if self.link.current_person() != person => {}
            _ => self.panel = Panel::Pass(person),
        }
        if self.panel == Panel::None {
            self.selection = Selection::default();
            self.was_on_turn = false;
        }
    }

    pub(super) fn consent_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Char('y') => self.link.answer(now, Answer::Agree),
            KeyCode::Char('n') | KeyCode::Esc => self.link.answer(now, Answer::Refuse),
            _ => self.panel = Panel::Consent,
        }
    }

    pub(super) fn pick_key(&mut self, now: Millis, code: KeyCode, mut picker: MovePicker) {
        let last = picker.menu.answers().len().saturating_sub(1);
        match code {
            KeyCode::Esc | KeyCode::Char('u' | 'q') | KeyCode::Backspace => {
                if picker.menu.back() {
                    self.panel = Panel::Pick(MovePicker::new(picker.menu));
                }
                return;
            }
            KeyCode::Enter => return self.answer_picker(now, picker),
            KeyCode::Char(key) => {
                if let Some(at) = KEYS.chars().position(|known| known == key).filter(|at| *at <= last) {
                    picker.cursor = at;
                    return self.answer_picker(now, picker);
                }
            }
            KeyCode::Up => picker.cursor = picker.cursor.saturating_sub(1),
            KeyCode::Down => picker.cursor = (picker.cursor + 1).min(last),
            _ => {}
        }
        self.panel = Panel::Pick(picker);
    }

    /// Takes the answer under the cursor: the move is made, or the next question asked.
    fn answer_picker(&mut self, now: Millis, mut picker: MovePicker) {
        match picker.menu.choose(picker.cursor + 1) {
            Ok(Some(notation)) => self.link.act(now, &notation),
            Ok(None) | Err(_) => self.panel = Panel::Pick(MovePicker::new(picker.menu)),
        }
    }

    pub(super) fn result_key(&mut self, now: Millis, code: KeyCode, down: usize) {
        match code {
            KeyCode::Enter => self.link.next_round(now),
            KeyCode::Char('e') if self.can_fast_forward() => self.fast_forward_mode = FastForward::ToEnd,
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('q') => self.next = Some(Next::Home),
            _ => {
                let down = scrolled(code, down, ScrollAnchor::Top).unwrap_or(down);
                self.panel = Panel::Result(down.min(self.result_lines().len()));
            }
        }
    }
}

/// The position of the card that a key selects.
fn card_at(key: char) -> Option<usize> {
    KEYS.chars().position(|known| known == key)
}
