//! The list of games whose guide can be read.

use crossterm::event::KeyCode;
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Style};

use crate::cards::{Paint, put};
use crate::text::wrapped;

/// The games, and the selected one.
pub struct List {
    games: Vec<Rules>,
    cursor: usize,
}

impl List {
    pub fn new(games: Vec<Rules>) -> List {
        List { games, cursor: 0 }
    }

    pub fn chosen(&self) -> Option<&Rules> {
        self.games.get(self.cursor)
    }

    pub fn key(&mut self, code: KeyCode) {
        let last = self.games.len().saturating_sub(1);
        self.cursor = match code {
            KeyCode::Up => self.cursor.saturating_sub(1),
            KeyCode::Down => (self.cursor + 1).min(last),
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.cursor,
        };
    }

    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = buffer.area;
        put(buffer, 2, 0, "Which game do you want to learn?", paint.strong(Color::LightYellow));
        for (y, (at, rules)) in (2..).zip(self.games.iter().enumerate()) {
            let title = &rules.header().title;
            let chosen = at == self.cursor;
            let style = if chosen { paint.strong(Color::White) } else { paint.ink(Color::Gray) };
            let mark = if chosen { '>' } else { ' ' };
            put(buffer, 2, y, &format!("{mark} {title}"), style);
        }
        let about = self.chosen().map_or("", |rules| &rules.header().about);
        let below = self.games.len() as u16 + 3..area.bottom().saturating_sub(1);
        let width = usize::from(area.width).saturating_sub(6).min(70);
        for (y, line) in below.zip(wrapped(about, width)) {
            put(buffer, 4, y, &line, Style::new());
        }
        let foot = area.bottom().saturating_sub(1);
        put(buffer, 2, foot, "↑↓ game  Enter read  q quit", paint.ink(Color::Gray));
    }
}
