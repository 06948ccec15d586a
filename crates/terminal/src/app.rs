//! The state of a game on the screen: what is selected, what lies over the table, and what became of a key or a click.

mod drawing;
mod keys;
mod moves;
mod pick;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::{Card, Pack, Scene};
use games::Rules;
use ratatui::layout::{Position, Rect};
use table::Millis;

use crate::cards::Paint;
use crate::guide::Pages;
use crate::hand::{Selection, is_playable, own};
use crate::panels::{From, Page, scrolled};
use crate::table_link::TableLink;
use crate::table_screen::{self, Hit};
use crate::table_view::TableView;
use pick::{PICK, Pick};

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
    /// The guide.
    Guide(Box<Pages>),
    /// The keys.
    Help,
    /// Whether to stop.
    Quit,
    /// Whether the others agree that a move is taken back (G13).
    Consent,
    /// Nothing is seen until this person, one of several at the device, looks at it (J23).
    Pass(usize),
    /// Nothing is seen until whoever is on turn looks at it.
    PassToTurn,
    /// The result of the round.
    Result,
}

/// What a person who has stopped wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Perhaps another game.
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
    /// Time that was left out.
    ahead: Millis,
    hurry: Hurry,
    next: Option<Next>,
}

/// Whether somebody who is out of the match goes on to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hurry {
    Off,
    ToTheEnd,
}

impl App {
    /// A game at a table.
    pub fn new(link: Box<dyn TableLink>, paint: Paint) -> App {
        let several = link.people() > 1;
        let panel = if several { Panel::PassToTurn } else { Panel::None };
        let selection = Selection::default();
        let area = Rect::new(0, 0, 80, 24);
        let mut app = App {
            link,
            selection,
            panel,
            paint,
            area,
            was_on_turn: false,
            ahead: 0,
            hurry: Hurry::Off,
            next: None,
        };
        app.look(&[]);
        app
    }

    /// What the person wants next who has stopped; nothing while the game goes on.
    pub fn next(&self) -> Option<Next> {
        self.next
    }

    /// When something happens by itself.
    pub fn wake(&self) -> Option<Millis> {
        match self.hurry {
            Hurry::Off => self.link.wake().map(|at| at.saturating_sub(self.ahead)),
            Hurry::ToTheEnd => Some(0),
        }
    }

    /// The table.
    pub fn link(&self) -> &dyn TableLink {
        self.link.as_ref()
    }

    /// Keeps the match as it stands.
    pub fn save(&mut self) {
        self.link.save();
    }

    fn table_view(&self) -> &TableView {
        self.link.table_view()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        let now = now + self.ahead;
        let before = self.hand();
        match self.hurry {
            Hurry::Off => self.link.tick(now),
            Hurry::ToTheEnd => self.hurry_on(now),
        }
        self.look(&before);
    }

    /// One step towards the end of the match, without the time that it takes.
    fn hurry_on(&mut self, now: Millis) {
        let public = self.link.public();
        if public.winners.is_some() {
            self.hurry = Hurry::Off;
        } else if public.outcome.is_some() {
            self.panel = Panel::None;
            self.link.go_on(now);
        } else {
            match self.link.idle(now) {
                Some(left_out) => self.ahead += left_out,
                None => self.hurry = Hurry::Off,
            }
        }
    }

    /// Whether the person can go on to the end: the only one at the device, out, at a table where time can be left out.
    fn may_hurry(&self) -> bool {
        self.link.can_hurry() && self.link.people() == 1 && self.table_view().is_out()
    }

    /// The screen has this size now.
    pub fn resize(&mut self, area: Rect) {
        self.area = area;
    }

    /// A key was pressed.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.next = Some(Next::Stop);
            }
            return;
        }
        let now = now + self.ahead;
        self.hurry = Hurry::Off;
        let before = self.hand();
        match core::mem::take(&mut self.panel) {
            Panel::None if self.table_view().scene.is_none() => self.gathering_key(now, key.code),
            Panel::None => self.table_key(now, key.code),
            Panel::Pick(pick) => self.pick_key(now, key.code, pick),
            Panel::Log(up) => self.panel = scrolled(key.code, up, From::End).map_or(Panel::None, Panel::Log),
            Panel::Rules(down) => {
                self.panel = scrolled(key.code, down, From::Start).map_or(Panel::None, Panel::Rules);
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
            Panel::Result => self.result_key(now, key.code),
        }
        self.look(&before);
    }

    /// A place on the screen was clicked: a card is selected, and played with the second click; the stock is drawn
    /// from; an action is done; a line is chosen.
    pub fn click(&mut self, now: Millis, position: Position) {
        if !table_screen::is_large_enough(self.area) {
            return;
        }
        if let Some(key) = self.clicked(now + self.ahead, position) {
            self.key(now, key.into());
        }
    }

    /// The key that a click stands for.
    fn clicked(&mut self, now: Millis, position: Position) -> Option<KeyCode> {
        match &mut self.panel {
            Panel::None => {}
            Panel::Pick(pick) => {
                let (title, lines) = pick.lines();
                let page = Page { title: &title, lines: &lines, scroll: pick.scroll(self.area), foot: PICK };
                pick.cursor = page.line_at(self.area, position)?;
                return Some(KeyCode::Enter);
            }
            Panel::Log(_) | Panel::Rules(_) | Panel::Guide(_) | Panel::Help => return Some(KeyCode::Esc),
            Panel::Pass(_) | Panel::PassToTurn | Panel::Result => return Some(KeyCode::Enter),
            Panel::Quit | Panel::Consent => return None,
        }
        let hit = self.screen(now, |screen| table_screen::at(self.area, screen, position)).flatten()?;
        match hit {
            Hit::Key(key) => Some(KeyCode::Char(key)),
            Hit::Card(at) if at == self.selection.cursor => Some(KeyCode::Enter),
            Hit::Card(at) => {
                self.selection.cursor = at;
                None
            }
        }
    }

    fn hand(&self) -> Vec<Card> {
        self.table_view().scene.as_ref().map(|scene| own(scene).to_vec()).unwrap_or_default()
    }

    fn pack(&self) -> Option<&Pack> {
        self.table_view().compiled().map(games::CompiledRules::pack)
    }

    fn known(&self) -> Option<(&Pack, &Scene, &Rules)> {
        let table_view = self.table_view();
        Some((self.pack()?, table_view.scene.as_ref()?, table_view.rules()?))
    }

    /// Brings selection and panel in line with what the table says now.
    fn look(&mut self, before: &[Card]) {
        let hand = self.hand();
        let on_turn = self.table_view().is_on_turn();
        if hand != before {
            self.selection.settle(hand.len());
        }
        if hand != before || on_turn && !self.was_on_turn {
            self.find_playable();
        }
        self.was_on_turn = on_turn;
        if let (Panel::Pick(pick), Some(scene)) = (&mut self.panel, &self.link.table_view().scene) {
            pick.choices.retain(|choice| scene.choices.contains(choice));
            pick.cursor = pick.cursor.min(pick.choices.len().saturating_sub(1));
            if pick.choices.is_empty() {
                self.panel = Panel::None;
            }
        }
        if matches!(self.panel, Panel::None | Panel::Pick(_) | Panel::PassToTurn) {
            if self.link.public().outcome.is_some() {
                self.panel = Panel::Result;
            } else if self.link.is_asked_to_agree() {
                self.panel = Panel::Consent;
            }
        }
    }

    /// Puts the cursor on a card that may be played, if it is on none.
    fn find_playable(&mut self) {
        let (Some(pack), Some(scene)) = (self.pack(), &self.table_view().scene) else { return };
        let playable: Vec<bool> = own(scene).iter().map(|&card| is_playable(scene, pack, card)).collect();
        if playable.get(self.selection.cursor) != Some(&true)
            && let Some(at) = playable.iter().position(|&fits| fits)
        {
            self.selection.cursor = at;
        }
    }
}
