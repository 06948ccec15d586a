//! The state of a game on the screen, and what each key does to it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::{Card, Choice, Pack, Scene, Viewer};
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use table::Millis;

use crate::actions::{behind, using, with_names, written};
use crate::cards::Paint;
use crate::hand::{KEYS, Selection, is_playable, own};
use crate::panels::{self, Page};
use crate::sitting::{Setup, Sitting};
use crate::table_screen::{self, TableScreen};
use crate::text::wrapped;

/// What lies over the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Panel {
    /// Nothing.
    #[default]
    None,
    /// A choice that is not made yet.
    Pick(Pick),
    /// What happened so far, so many lines above the end.
    Log(usize),
    /// The rules, from this line.
    Rules(usize),
    /// The keys.
    Help,
    /// Whether to stop.
    Quit,
    /// The result of the round.
    Result,
}

/// From where the lines of a page are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum From {
    Start,
    End,
}

/// Several moves for the same cards or the same key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Pick {
    choices: Vec<Choice>,
    cursor: usize,
}

/// A game on the screen.
pub struct App {
    sitting: Sitting,
    selection: Selection,
    panel: Panel,
    paint: Paint,
    area: Rect,
    was_on_turn: bool,
    done: bool,
}

impl App {
    /// Begins a game.
    pub fn new(setup: Setup, paint: Paint, now: Millis) -> Result<App, String> {
        let sitting = Sitting::new(setup, now)?;
        let (selection, panel) = (Selection::default(), Panel::None);
        let area = Rect::new(0, 0, 80, 24);
        let mut app = App { sitting, selection, panel, paint, area, was_on_turn: false, done: false };
        app.look(&[]);
        Ok(app)
    }

    /// Whether the person has stopped.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// When something happens by itself.
    pub fn wake(&self) -> Option<Millis> {
        self.sitting.wake()
    }

    /// The records of what was played.
    pub fn into_records(self) -> Vec<String> {
        self.sitting.into_records()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        let before = self.hand();
        self.sitting.tick(now);
        self.look(&before);
    }

    /// The screen has this size now.
    pub fn resize(&mut self, area: Rect) {
        self.area = area;
    }

    /// A key was pressed.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.done |= key.code == KeyCode::Char('c');
            return;
        }
        let before = self.hand();
        match core::mem::take(&mut self.panel) {
            Panel::None => self.table_key(now, key.code),
            Panel::Pick(pick) => self.pick_key(now, key.code, pick),
            Panel::Log(up) => self.panel = scrolled(key.code, up, From::End).map_or(Panel::None, Panel::Log),
            Panel::Rules(down) => {
                self.panel = scrolled(key.code, down, From::Start).map_or(Panel::None, Panel::Rules);
            }
            Panel::Help => {}
            Panel::Quit => self.done = matches!(key.code, KeyCode::Char('y' | 'q') | KeyCode::Enter),
            Panel::Result => self.result_key(now, key.code),
        }
        self.look(&before);
    }

    /// A place on the screen was clicked: a card is selected, and played with the second click.
    pub fn click(&mut self, now: Millis, position: Position) {
        if self.panel != Panel::None || !table_screen::is_large_enough(self.area) {
            return;
        }
        let hit = self.screen(now, |screen| table_screen::fan(self.area, screen).card_at(position)).flatten();
        match hit {
            Some(at) if at == self.selection.cursor => self.key(now, KeyCode::Enter.into()),
            Some(at) => self.selection.cursor = at,
            None => {}
        }
    }

    fn hand(&self) -> Vec<Card> {
        self.sitting.scene.as_ref().map(|scene| own(scene).to_vec()).unwrap_or_default()
    }

    fn pack(&self) -> Option<&Pack> {
        self.sitting.session().map(games::Session::pack)
    }

    fn is_on_turn(&self) -> bool {
        let on_turn = |scene: &Scene| scene.turn.is_some_and(|turn| scene.viewer == Viewer::Seat(turn));
        self.sitting.scene.as_ref().is_some_and(on_turn)
    }

    /// Brings selection and panel in line with what the table says now.
    fn look(&mut self, before: &[Card]) {
        let hand = self.hand();
        let on_turn = self.is_on_turn();
        if hand != before {
            self.selection.settle(hand.len());
        }
        if hand != before || on_turn && !self.was_on_turn {
            self.find_playable();
        }
        self.was_on_turn = on_turn;
        if let (Panel::Pick(pick), Some(scene)) = (&mut self.panel, &self.sitting.scene) {
            pick.choices.retain(|choice| scene.choices.contains(choice));
            pick.cursor = pick.cursor.min(pick.choices.len().saturating_sub(1));
            if pick.choices.is_empty() {
                self.panel = Panel::None;
            }
        }
        if self.sitting.outcome.is_some() && matches!(self.panel, Panel::None | Panel::Pick(_)) {
            self.panel = Panel::Result;
        }
    }

    /// Puts the cursor on a card that may be played, if it is on none.
    fn find_playable(&mut self) {
        let (Some(pack), Some(scene)) = (self.pack(), &self.sitting.scene) else { return };
        let playable: Vec<bool> = own(scene).iter().map(|&card| is_playable(scene, pack, card)).collect();
        if playable.get(self.selection.cursor) != Some(&true)
            && let Some(at) = playable.iter().position(|&fits| fits)
        {
            self.selection.cursor = at;
        }
    }

    fn table_key(&mut self, now: Millis, code: KeyCode) {
        let last = self.hand().len().saturating_sub(1);
        match code {
            KeyCode::Left => self.selection.cursor = self.selection.cursor.saturating_sub(1),
            KeyCode::Right => self.selection.cursor = (self.selection.cursor + 1).min(last),
            KeyCode::Home => self.selection.cursor = 0,
            KeyCode::End => self.selection.cursor = last,
            KeyCode::Enter => self.play(now),
            KeyCode::Esc | KeyCode::Char('u') | KeyCode::Backspace => self.undo(now, code),
            KeyCode::Char(' ') => self.selection.toggle(),
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('g') => self.panel = Panel::Rules(0),
            KeyCode::Char('?') => self.panel = Panel::Help,
            KeyCode::Char('q') => self.panel = Panel::Quit,
            KeyCode::Char(key) => match KEYS.chars().position(|known| known == key) {
                Some(at) => self.selection.cursor = at.min(last),
                None => self.action(now, key),
            },
            _ => {}
        }
    }

    /// Takes back what is not done yet; `u` with nothing open asks for the last move back (Y31).
    fn undo(&mut self, now: Millis, code: KeyCode) {
        if !self.selection.marked.is_empty() {
            self.selection.marked.clear();
        } else if code == KeyCode::Char('u') {
            self.sitting.take_back(now);
        }
    }

    /// Plays the chosen cards, or asks how.
    fn play(&mut self, now: Millis) {
        let (Some(pack), Some(scene)) = (self.pack(), &self.sitting.scene) else { return };
        let hand = own(scene);
        let cards: Vec<Card> =
            self.selection.chosen().iter().filter_map(|&at| hand.get(at).copied()).collect();
        if cards.is_empty() {
            return;
        }
        let choices = using(scene, pack, &cards);
        let written = written(self.sitting.rules(), pack, &cards);
        self.offer(now, choices, &written);
    }

    /// Does what a key stands for, or asks which.
    fn action(&mut self, now: Millis, key: char) {
        let choices = self.sitting.scene.as_ref().map(|scene| behind(scene, key)).unwrap_or_default();
        let written = match key {
            'd' => "draw",
            'p' => "pass",
            'y' => "yaniv",
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
            self.sitting.message = otherwise.into();
        } else {
            self.offer(now, choices, "");
        }
    }

    /// Makes the only choice, asks among several, and lets the table say why there is none.
    fn offer(&mut self, now: Millis, mut choices: Vec<Choice>, written: &str) {
        match choices.as_slice() {
            [] => self.sitting.act(now, written),
            [only] => self.sitting.act(now, &only.notation),
            _ => {
                choices.sort_by_key(|choice| !choice.notation.contains(" say "));
                self.panel = Panel::Pick(Pick { choices, cursor: 0 });
            }
        }
    }

    fn pick_key(&mut self, now: Millis, code: KeyCode, mut pick: Pick) {
        let last = pick.choices.len() - 1;
        let chosen = match code {
            KeyCode::Esc | KeyCode::Char('u' | 'q') | KeyCode::Backspace => return,
            KeyCode::Enter => Some(pick.cursor),
            KeyCode::Char(key @ '1'..='9') => Some(key as usize - '1' as usize).filter(|at| *at <= last),
            _ => None,
        };
        if let Some(choice) = chosen.and_then(|at| pick.choices.get(at)) {
            return self.sitting.act(now, &choice.notation);
        }
        match code {
            KeyCode::Up => pick.cursor = pick.cursor.saturating_sub(1),
            KeyCode::Down => pick.cursor = (pick.cursor + 1).min(last),
            _ => {}
        }
        self.panel = Panel::Pick(pick);
    }

    fn result_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Enter => self.sitting.go_on(now),
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('q') => self.done = true,
            _ => {}
        }
    }

    /// Hands the picture of this moment over.
    fn screen<T>(&self, now: Millis, use_it: impl FnOnce(&TableScreen<'_>) -> T) -> Option<T> {
        let (session, scene) = (self.sitting.session()?, self.sitting.scene.as_ref()?);
        let points: u32 = own(scene).iter().map(|&card| session.kit().points(card)).sum();
        let counts = matches!(session.rules(), Rules::Yaniv(_));
        let header = session.rules().header();
        let named = [&header.title, &header.name].into_iter().find(|text| !text.is_empty());
        let title = format!("{}, round {}", named.map_or("House rules", |text| text), self.sitting.round);
        Some(use_it(&TableScreen {
            pack: session.pack(),
            scene,
            title: &title,
            names: &self.sitting.names,
            scores: &self.sitting.scores,
            log: &self.sitting.log,
            points: counts.then_some(points),
            seconds_left: self.sitting.seconds_left(now),
            selection: &self.selection,
            message: &self.sitting.message,
            paint: self.paint,
        }))
    }

    /// Draws everything.
    pub fn draw(&self, buffer: &mut Buffer, now: Millis) {
        self.screen(now, |screen| table_screen::draw(buffer, screen));
        if table_screen::is_large_enough(buffer.area) {
            self.draw_panel(buffer);
        }
    }

    fn draw_panel(&self, buffer: &mut Buffer) {
        let width = buffer.area.width;
        let room = usize::from(buffer.area.height).saturating_sub(4);
        let (title, lines, scroll, foot) = match &self.panel {
            Panel::None => return,
            Panel::Pick(pick) => {
                let scroll = (pick.cursor + 1).saturating_sub(room);
                ("Which?", self.pick_lines(pick), scroll, "number or ↑↓ Enter, Esc back")
            }
            Panel::Log(up) => {
                let lines = self.log_lines(width);
                let scroll = lines.len().saturating_sub(room + up);
                ("What happened", lines, scroll, "↑↓ scroll, Esc back")
            }
            Panel::Rules(down) => {
                ("The rules", panels::rules_lines(self.sitting.rules(), width), *down, "↑↓ scroll, Esc back")
            }
            Panel::Help => ("Keys", panels::help_lines(), 0, "any key goes back"),
            Panel::Quit => {
                ("Stop playing?", vec!["The record of this game is kept.".into()], 0, "y stop, any key back")
            }
            Panel::Result => return self.draw_result(buffer),
        };
        Page { title, lines: &lines, scroll, foot }.draw(buffer, self.paint);
    }

    fn pick_lines(&self, pick: &Pick) -> Vec<String> {
        let line = |(at, choice): (usize, &Choice)| {
            let cursor = if at == pick.cursor { '>' } else { ' ' };
            let key = if at < 9 { (at + 1).to_string() } else { " ".into() };
            format!("{cursor}{key}  {}", with_names(&choice.label, &self.sitting.names))
        };
        pick.choices.iter().enumerate().map(line).collect()
    }

    fn log_lines(&self, width: u16) -> Vec<String> {
        let width = usize::from(width).saturating_sub(8);
        self.sitting.log.iter().flat_map(|text| wrapped(text, width)).collect()
    }

    fn draw_result(&self, buffer: &mut Buffer) {
        let Some(outcome) = &self.sitting.outcome else { return };
        let names = &self.sitting.names;
        let mut lines = panels::result_lines(outcome, names, &self.sitting.scores);
        let (title, foot) = match self.sitting.winners {
            Some(winners) => {
                let who = winners.iter().filter_map(|seat| names.get(seat.index()));
                lines.push(format!("Winner of the match: {}", games::and_list(who)));
                ("The match is over", "Enter play again, l log, q quit")
            }
            None => ("The round is over", "Enter next round, l log, q quit"),
        };
        Page { title, lines: &lines, scroll: 0, foot }.draw(buffer, self.paint);
    }
}

/// Where a page stands after a key; nothing where the key closes it.
fn scrolled(code: KeyCode, at: usize, from: From) -> Option<usize> {
    let steps = match code {
        KeyCode::Up => -1,
        KeyCode::Down => 1,
        KeyCode::PageUp => -10,
        KeyCode::PageDown | KeyCode::Char(' ') => 10,
        _ => return None,
    };
    let steps = if from == From::End { -steps } else { steps };
    Some(at.saturating_add_signed(steps))
}
