//! The first screen: which game, and how many play.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::style::Color;

use crate::cards::{Paint, put};
use crate::text::{count, wrapped};

/// What the person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// This game, with so many players.
    Play(Box<Rules>, usize),
    /// To stop.
    Quit,
}

/// The list of games and what is chosen.
#[derive(Clone, Debug)]
pub struct Home {
    games: Vec<Rules>,
    cursor: usize,
    seats: usize,
}

impl Home {
    /// The games, the first of them chosen.
    pub fn new(games: Vec<Rules>) -> Home {
        let mut home = Home { games, cursor: 0, seats: 0 };
        home.go_to(0);
        home
    }

    fn go_to(&mut self, at: usize) {
        self.cursor = at.min(self.games.len().saturating_sub(1));
        let (least, most) = self.bounds();
        self.seats = most.min(4).max(least);
    }

    fn bounds(&self) -> (usize, usize) {
        self.games.get(self.cursor).map_or((2, 2), Rules::players)
    }

    /// A key was pressed; says what the person wants once that is known.
    pub fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        let (least, most) = self.bounds();
        match key.code {
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => return Some(Wish::Quit),
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Quit),
            KeyCode::Enter => {
                let game = self.games.get(self.cursor)?;
                return Some(Wish::Play(Box::new(game.clone()), self.seats));
            }
            KeyCode::Up => self.go_to(self.cursor.saturating_sub(1)),
            KeyCode::Down => self.go_to(self.cursor + 1),
            KeyCode::Home => self.go_to(0),
            KeyCode::End => self.go_to(self.games.len()),
            KeyCode::Left => self.seats = self.seats.saturating_sub(1).max(least),
            KeyCode::Right => self.seats = (self.seats + 1).min(most),
            KeyCode::Char(key @ '1'..='9') => self.go_to(key as usize - '1' as usize),
            _ => {}
        }
        None
    }

    /// Draws the list.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = buffer.area;
        put(buffer, 2, 0, "LAST CARD   ● ▲ ✚ ■ ★   ♣ ♦ ♥ ♠   R G B Y", paint.strong(Color::LightYellow));
        for (at, rules) in self.games.iter().enumerate() {
            let chosen = at == self.cursor;
            let style = if chosen { paint.strong(Color::White) } else { paint.ink(Color::Gray) };
            let players = match rules.players() {
                (least, most) if least == most => format!("{least} players"),
                (least, most) => format!("{least} to {most} players"),
            };
            let mark = if chosen { '>' } else { ' ' };
            let line = format!("{mark}{:>2}  {:<34} {players}", at + 1, rules.header().title);
            put(buffer, 2, at as u16 + 2, &line, style);
        }
        let below = self.games.len() as u16 + 3;
        let about = self.games.get(self.cursor).map_or("", |rules| &rules.header().about);
        let lines = wrapped(about, usize::from(area.width).saturating_sub(4));
        for (row, line) in (below..area.bottom().saturating_sub(2)).zip(lines) {
            put(buffer, 2, row, &line, paint.ink(Color::White));
        }
        let others = count(self.seats.saturating_sub(1), "computer player");
        let players = format!("Players: < {} >, you and {others}", self.seats);
        put(buffer, 2, area.bottom().saturating_sub(2), &players, paint.strong(Color::LightCyan));
        let help = "↑↓ game  ←→ players  Enter play  q quit";
        put(buffer, 2, area.bottom().saturating_sub(1), help, paint.ink(Color::Gray));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::text_of;
    use games::presets;
    use ratatui::layout::Rect;

    #[test]
    fn enter_plays_the_first_game() {
        let mut home = Home::new(presets::all());
        let Some(Wish::Play(rules, 4)) = home.key(KeyCode::Enter.into()) else { panic!() };
        assert_eq!(rules.header().name, "naija-whot");
        home.key(KeyCode::Right.into());
        assert!(matches!(home.key(KeyCode::Enter.into()), Some(Wish::Play(_, 5))));
        assert_eq!(home.key(KeyCode::Char('q').into()), Some(Wish::Quit));
    }

    #[test]
    fn every_game_and_every_key_is_on_the_screen() {
        for (width, height) in [(60, 20), (80, 24), (120, 40)] {
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
            Home::new(presets::all()).draw(&mut buffer, Paint::Plain);
            let text = text_of(&buffer);
            assert!(text.contains("> 1  Naija Whot"), "{text}");
            assert!(text.contains("Players: < 4 >, you and 3 computer players"), "{text}");
            assert!(text.ends_with("  ↑↓ game  ←→ players  Enter play  q quit\n"), "{text}");
            for rules in presets::all() {
                assert!(text.contains(&rules.header().title), "{text}");
            }
        }
    }
}
