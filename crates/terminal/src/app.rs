//! A game on the screen: the selection, the panel over the table, and the effect of keys and clicks.

mod drawing;
mod keys;
mod move_picker;
mod moves;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::{Card, Pack, Scene};
use games::Rules;
use ratatui::layout::{Position, Rect};
use table::Millis;

use crate::cards::Paint;
use crate::guide::Pages;
use crate::hand::{Playable, Selection, own, playable};
use crate::panels::{Page, ScrollAnchor, scrolled};
use crate::table_link::TableLink;
use crate::table_screen::{self, ClickTarget};
use crate::table_view::TableView;
use move_picker::{MovePicker, PICKER_KEYS};

/// The panel over the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Panel {
    /// Nothing.
    #[default]
    None,
    /// A question about a move.
    Pick(MovePicker),
    /// The log, scrolled up by this many lines.
    Log(usize),
    /// The rules, scrolled down by this many lines.
    Rules(usize),
    /// The guide.
    Guide(Box<Pages>),
    /// The keys.
    Help,
    /// Asks whether to stop.
    Quit,
    /// Asks the others to agree to take a move back (G13).
    Consent,
    /// Hides everything until this person takes the device (J23).
    Pass(usize),
    /// Hides everything until the person whose turn it is takes the device.
    PassToTurn,
    /// The result of the round, scrolled down by this many lines.
    Result(usize),
}

/// What the player wants after the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Back to the home screen.
    Home,
    /// To leave the program.
    Stop,
}

/// A game on the screen.
pub struct App {
    link: Box<dyn TableLink>,
    selection: Selection,
    panel: Panel,
    paint: Paint,
    area: Rect,
    was_on_turn: bool,
    /// Time that was skipped.
    skipped: Millis,
    fast_forward_mode: FastForward,
    next: Option<Next>,
}

/// Whether the game skips to the end of the match for a player who is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FastForward {
    Off,
    ToEnd,
}

impl App {
    /// A game at this table.
    pub fn new(link: Box<dyn TableLink>, paint: Paint) -> App {
        let is_shared = link.people() > 1;
        let panel = if is_shared { Panel::PassToTurn } else { Panel::None };
        let selection = Selection::default();
        let area = Rect::new(0, 0, 80, 24);
        let mut app = App {
            link,
            selection,
            panel,
            paint,
            area,
            was_on_turn: false,
            skipped: 0,
            fast_forward_mode: FastForward::Off,
            next: None,
        };
        app.update(&[]);
        app
    }

    /// What the player wants next; `None` while the game continues.
    pub fn next(&self) -> Option<Next> {
        self.next
    }

    /// When the next event is due.
    pub fn wake(&self) -> Option<Millis> {
        match self.fast_forward_mode {
            FastForward::Off => self.link.wake().map(|at| at.saturating_sub(self.skipped)),
            FastForward::ToEnd => Some(0),
        }
    }

    /// The table.
    pub fn link(&self) -> &dyn TableLink {
        self.link.as_ref()
    }

    /// Saves the match.
    pub fn save(&mut self) {
        self.link.save();
    }

    fn view(&self) -> &TableView {
        self.link.view()
    }

    /// Advances to this time.
    pub fn tick(&mut self, now: Millis) {
        let now = now + self.skipped;
        let before = self.hand();
        match self.fast_forward_mode {
            FastForward::Off => self.link.tick(now),
            FastForward::ToEnd => self.fast_forward(now),
        }
        self.update(&before);
    }

    /// One step towards the end of the match, without waiting.
    fn fast_forward(&mut self, now: Millis) {
        let public = self.link.public_view();
        if public.winners.is_some() {
            self.fast_forward_mode = FastForward::Off;
        } else if public.outcome.is_some() {
            self.panel = Panel::None;
            self.link.next_round(now);
        } else {
            match self.link.wait_for_next(now) {
                Some(left_out) => self.skipped += left_out,
                None => self.fast_forward_mode = FastForward::Off,
            }
        }
    }

    /// Whether the player can skip to the end: alone at the device, out of the match, at a table that can skip time.
    fn can_fast_forward(&self) -> bool {
        self.link.can_fast_forward() && self.link.people() == 1 && self.view().is_out()
    }

    /// Sets the size of the screen.
    pub fn resize(&mut self, area: Rect) {
        self.area = area;
    }

    /// Handles a key.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.next = Some(Next::Stop);
            }
            return;
        }
        let now = now + self.skipped;
        self.fast_forward_mode = FastForward::Off;
        let before = self.hand();
        match core::mem::take(&mut self.panel) {
            Panel::None if self.view().scene.is_none() => self.gathering_key(now, key.code),
            Panel::None => self.table_key(now, key.code),
            Panel::Pick(picker) => self.pick_key(now, key.code, picker),
            Panel::Log(up) => {
                self.panel = scrolled(key.code, up, ScrollAnchor::Bottom).map_or(Panel::None, Panel::Log);
            }
            Panel::Rules(down) => {
                self.panel = scrolled(key.code, down, ScrollAnchor::Top).map_or(Panel::None, Panel::Rules);
            }
            Panel::Guide(mut pages) => {
                if !pages.key(key, self.area) {
                    self.panel = Panel::Guide(pages);
                }
            }
            Panel::Consent => self.consent_key(now, key.code),
            Panel::Pass(person) => self.pass_key(key.code, person),
            Panel::PassToTurn => match self.on_turn() {
                Some(person) if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) => {
                    self.pass_key(key.code, person);
                }
                Some(person) if key.code == KeyCode::Tab => self.pass_key(key.code, person),
                Some(_) | None => self.panel = Panel::PassToTurn,
            },
            Panel::Quit if matches!(key.code, KeyCode::Char('y' | 'q') | KeyCode::Enter) => {
                self.next = Some(Next::Home);
            }
            Panel::Help | Panel::Quit => {}
            Panel::Result(down) => self.result_key(now, key.code, down),
        }
        self.update(&before);
    }

    /// Handles a click. It selects a card, and a second click plays it; it draws from the stock, triggers an action, or
    /// picks a line.
    pub fn click(&mut self, now: Millis, position: Position) {
        if !table_screen::is_large_enough(self.area) {
            return;
        }
        if let Some(key) = self.clicked(now + self.skipped, position) {
            self.key(now, key.into());
        }
    }

    /// The key that a click stands for.
    fn clicked(&mut self, now: Millis, position: Position) -> Option<KeyCode> {
        match &mut self.panel {
            Panel::None => {}
            Panel::Pick(picker) => {
                let (title, lines) = picker.lines();
                let page = Page {
                    title: &title,
                    lines: &lines,
                    scroll: picker.scroll(self.area),
                    foot: PICKER_KEYS,
                };
                picker.cursor = page.line_at(self.area, position)?;
                return Some(KeyCode::Enter);
            }
            Panel::Log(_) | Panel::Rules(_) | Panel::Guide(_) | Panel::Help => return Some(KeyCode::Esc),
            Panel::Pass(_) | Panel::PassToTurn | Panel::Result(_) => return Some(KeyCode::Enter),
            Panel::Quit | Panel::Consent => return None,
        }
        let target =
            self.screen(now, |screen| table_screen::target_at(self.area, screen, position)).flatten()?;
        match target {
            ClickTarget::Key(key) => Some(KeyCode::Char(key)),
            ClickTarget::Card(at) if at == self.selection.cursor => Some(KeyCode::Enter),
            ClickTarget::Card(at) => {
                self.selection.cursor = at;
                None
            }
        }
    }

    fn hand(&self) -> Vec<Card> {
        self.view().scene.as_ref().map(|scene| own(scene).to_vec()).unwrap_or_default()
    }

    fn pack(&self) -> Option<&Pack> {
        self.view().compiled().map(games::CompiledRules::pack)
    }

    fn position(&self) -> Option<(&Pack, &Scene, &Rules)> {
        let view = self.view();
        Some((self.pack()?, view.scene.as_ref()?, view.rules()?))
    }

    /// Updates selection and panel after a change of the table.
    fn update(&mut self, hand_before: &[Card]) {
        let hand = self.hand();
        let on_turn = self.view().is_on_turn();
        if hand != hand_before {
            self.selection.reset(hand.len());
        }
        if hand != hand_before || on_turn && !self.was_on_turn {
            self.select_playable();
        }
        self.was_on_turn = on_turn;
        if let (Panel::Pick(picker), Some(scene)) = (&mut self.panel, &self.link.view().scene) {
            if picker.menu.keep_possible(scene) {
                picker.cursor = picker.cursor.min(picker.menu.answers().len().saturating_sub(1));
            } else {
                self.panel = Panel::None;
            }
        }
        if matches!(self.panel, Panel::None | Panel::Pick(_) | Panel::PassToTurn) {
            if self.link.public_view().outcome.is_some() {
                self.panel = Panel::Result(0);
            } else if self.link.is_asked_to_agree() {
                self.panel = Panel::Consent;
            }
        }
    }

    /// Moves the cursor to a card that can be played alone, or else only with others, unless it is on one.
    fn select_playable(&mut self) {
        let (Some(pack), Some(scene)) = (self.pack(), &self.view().scene) else { return };
        let playable: Vec<Playable> = own(scene).iter().map(|&card| playable(scene, pack, card)).collect();
        let best = [Playable::Alone, Playable::WithOthers].into_iter().find(|kind| playable.contains(kind));
        if playable.get(self.selection.cursor).copied() != best
            && let Some(at) = playable.iter().position(|&kind| Some(kind) == best)
        {
            self.selection.cursor = at;
        }
    }
}
