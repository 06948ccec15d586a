//! The page on which players are chosen: one row per seat.

use crossterm::event::KeyCode;
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use table::Level;

use crate::cards::{Paint, put};
use crate::list::List;
use crate::seat_setup::{MAX_NAME_CHARS, NameError, PlayerKind, SeatSetup, checked_name, fill};
use crate::text::{cut, put_wrapped};
use crate::text_input::{InputState, TextInput};

/// The first line of the list of seats.
const LIST_TOP: u16 = 2;

/// The hint about a computer player.
fn level_hint(level: Level) -> &'static str {
    match level {
        Level::Easy => "Plays anything that fits. With computer players alone you watch.",
        Level::Medium => "Plays as most people would. With computer players alone you watch.",
        Level::Hard => "Thinks ahead a little. With computer players alone you watch.",
        Level::Expert => "Thinks ahead well. With computer players alone you watch.",
        Level::Master => "Thinks as far ahead as it helps. With computer players alone you watch.",
    }
}

/// The player in words.
fn kind_in_words(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Person => "person".into(),
        PlayerKind::Computer(level) => format!("computer player, {}", level.name()),
    }
}

/// The page on which players are chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PeoplePage {
    title: String,
    bounds: (usize, usize),
    seat_setups: Vec<SeatSetup>,
    cursor: usize,
    name_input: Option<TextInput>,
    message: String,
}

impl PeoplePage {
    /// The players of a game.
    pub fn new(rules: &Rules, seat_setups: Vec<SeatSetup>) -> PeoplePage {
        let title = rules.header().title.clone();
        let message = String::new();
        PeoplePage { title, bounds: rules.players(), seat_setups, cursor: 0, name_input: None, message }
    }

    /// The players.
    pub fn seat_setups(&self) -> &[SeatSetup] {
        &self.seat_setups
    }

    /// Handles a key.
    pub fn key(&mut self, code: KeyCode) -> PageState {
        self.message.clear();
        if let Some(input) = self.name_input.take() {
            self.type_name(input, code);
            return PageState::Open;
        }
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return PageState::Closed,
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(self.seat_setups.len().saturating_sub(1)),
            KeyCode::Enter => self.name_input = self.seat().map(|_| TextInput::default()),
            KeyCode::Char(' ') => self.change_kind(swapped),
            KeyCode::Right => self.change_kind(|kind| stepped(kind, 1)),
            KeyCode::Left => self.change_kind(|kind| stepped(kind, KIND_COUNT - 1)),
            KeyCode::Char('+') => self.add(),
            KeyCode::Char('-') => self.remove(),
            _ => {}
        }
        PageState::Open
    }

    /// Handles a click: it selects a seat, and a second click changes it.
    pub fn click(&mut self, area: Rect, position: Position) {
        match self.list(area).row_at(position.y) {
            Some(row) if row == self.cursor => {
                self.key(KeyCode::Char(' '));
            }
            Some(row) if self.name_input.is_none() => self.cursor = row,
            _ => {}
        }
    }

    fn seat(&self) -> Option<&SeatSetup> {
        self.seat_setups.get(self.cursor)
    }

    fn type_name(&mut self, mut input: TextInput, code: KeyCode) {
        match input.key(code) {
            InputState::Editing => self.name_input = Some(input),
            InputState::Cancelled => {}
            InputState::Done if input.text.is_empty() => {}
            InputState::Done => match self.rename(&input.text) {
                Ok(()) => {}
                Err(error) => {
                    self.message = error.to_string();
                    self.name_input = Some(input);
                }
            },
        }
    }

    fn rename(&mut self, name: &str) -> Result<(), NameError> {
        let others = self.seat_setups.iter().enumerate().filter(|(at, _)| *at != self.cursor);
        let name = checked_name(name, others.map(|(_, seat)| seat.name.as_str()))?;
        if let Some(seat) = self.seat_setups.get_mut(self.cursor) {
            seat.name = name;
        }
        Ok(())
    }

    fn change_kind(&mut self, change: impl FnOnce(PlayerKind) -> PlayerKind) {
        if let Some(seat) = self.seat_setups.get_mut(self.cursor) {
            seat.kind = change(seat.kind);
        }
    }

    fn add(&mut self) {
        let max_seats = self.bounds.1;
        if self.seat_setups.len() >= max_seats {
            self.message = format!("{} is for at most {max_seats} players.", self.title);
            return;
        }
        let seats = self.seat_setups.len() + 1;
        fill(&mut self.seat_setups, seats, Level::default());
        self.cursor = seats - 1;
    }

    fn remove(&mut self) {
        let min_seats = self.bounds.0;
        if self.seat_setups.len() <= min_seats {
            self.message = format!("{} needs at least {min_seats} players.", self.title);
            return;
        }
        self.seat_setups.remove(self.cursor);
        self.cursor = self.cursor.min(self.seat_setups.len().saturating_sub(1));
    }

    fn list(&self, area: Rect) -> List {
        List::new(
            area.y + LIST_TOP,
            area.height.saturating_sub(LIST_TOP + 6),
            self.seat_setups.len(),
            self.cursor,
        )
    }

    /// Draws the page.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = buffer.area;
        let (least, most) = self.bounds;
        let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let head = format!("WHO PLAYS   {}, for {seats} players", self.title);
        put(buffer, 2, 0, &head, paint.strong(Color::LightYellow));
        let list = self.list(area);
        for (y, row) in list.lines() {
            self.draw_seat(buffer, y, row, paint);
        }
        list.draw_more(buffer, area.right().saturating_sub(1), paint);
        let (text, style) = match (self.message.as_str(), &self.name_input) {
            ("", Some(_)) => ("Type the name, then Enter. Esc keeps the old one.", paint.ink(Color::White)),
            ("", None) => (self.hint(), paint.ink(Color::White)),
            (message, _) => (message, paint.strong(Color::LightRed)),
        };
        put_wrapped(buffer, list.bottom() + 1, area.bottom().saturating_sub(2), text, style);
        let keys: [&str; 2] = match &self.name_input {
            Some(_) => ["", "Enter keep the name  Del clear  Esc back"],
            None => [
                "↑↓ seat  Enter name  Space person or computer  ←→ level",
                "+ add a seat  - remove one  Esc done",
            ],
        };
        for (y, keys) in (area.bottom().saturating_sub(2)..).zip(keys) {
            put(buffer, 2, y, keys, paint.ink(Color::Gray));
        }
    }

    /// The hint about the selected seat.
    fn hint(&self) -> &'static str {
        match self.seat().map(|seat| seat.kind) {
            Some(PlayerKind::Computer(level)) => level_hint(level),
            Some(PlayerKind::Person) | None => PERSON_HINT,
        }
    }

    fn draw_seat(&self, buffer: &mut Buffer, y: u16, row: usize, paint: Paint) {
        let Some(seat) = self.seat_setups.get(row) else { return };
        let chosen = row == self.cursor;
        let mark = if chosen { '>' } else { ' ' };
        let name = match &self.name_input {
            Some(input) if chosen => input.shown(MAX_NAME_CHARS + 1),
            _ => seat.name.clone(),
        };
        let style = if chosen { paint.strong(Color::White) } else { paint.ink(Color::Gray) };
        let text = format!("{mark}{:>2}  {name:<21} {}", row + 1, kind_in_words(seat.kind));
        let width = usize::from(buffer.area.width).saturating_sub(4);
        put(buffer, 2, y, &cut(&text, width), style);
    }
}

/// The hint about a person.
const PERSON_HINT: &str = "Several people share this screen and pass it on between turns.";

/// Whether a page stays open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PageState {
    /// It stays open.
    Open,
    /// It is closed.
    Closed,
}

/// Number of kinds: people, and each level.
const KIND_COUNT: usize = Level::ALL.len() + 1;

/// The kind of player this many steps on, cyclically.
fn stepped(kind: PlayerKind, steps: usize) -> PlayerKind {
    let at = match kind {
        PlayerKind::Person => 0,
        PlayerKind::Computer(level) => {
            Level::ALL.iter().position(|known| *known == level).map_or(0, |at| at + 1)
        }
    };
    match (at + steps) % KIND_COUNT {
        0 => PlayerKind::Person,
        next => PlayerKind::Computer(Level::ALL[next - 1]),
    }
}

fn swapped(kind: PlayerKind) -> PlayerKind {
    match kind {
        PlayerKind::Person => PlayerKind::Computer(Level::default()),
        PlayerKind::Computer(_) => PlayerKind::Person,
    }
}
