//! The guide on the screen: scrolling pages with drawn cards, and the list of games.

mod layout;
mod list;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::{Guide, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::widgets::{Clear, Widget};

use self::layout::Layout;
use self::list::List;
use crate::cards::{Paint, put};

/// Rows above the page (a title and a blank line) and below it (the keys).
const HEADER_ROWS: u16 = 2;
const FOOTER_ROWS: u16 = 1;

const KEYS: &str = "↑↓ PgUp PgDn scroll  ←→ part  Esc back";

/// A guide and its scroll position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pages {
    guide: Guide,
    scroll: usize,
}

impl Pages {
    /// A guide from its beginning.
    pub fn new(guide: Guide) -> Pages {
        Pages { guide, scroll: 0 }
    }

    /// The guide to a rule set; `None` if the rules are not valid.
    pub fn of(rules: &Rules) -> Option<Pages> {
        Guide::new(rules).map(Pages::new)
    }

    /// Handles a key on a screen of this size. Returns whether the guide was closed.
    pub fn key(&mut self, key: KeyEvent, area: Rect) -> bool {
        let layout = Layout::new(&self.guide, area.width, Paint::Plain);
        let at = self.top(&layout, area);
        let page = page_rows(area).saturating_sub(2).max(1);
        self.scroll = match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'i') => return true,
            KeyCode::Up => at.saturating_sub(1),
            KeyCode::Down => at + 1,
            KeyCode::PageUp => at.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => at + page,
            KeyCode::Home => 0,
            KeyCode::End => layout.rows.len(),
            KeyCode::Left => layout.starts.iter().copied().rfind(|&start| start < at).unwrap_or(0),
            KeyCode::Right => layout.starts.iter().copied().find(|&start| start > at).unwrap_or(at),
            _ => at,
        };
        self.scroll = self.top(&layout, area);
        false
    }

    /// The first visible row; a page is never scrolled beyond its end.
    fn top(&self, layout: &Layout, area: Rect) -> usize {
        self.scroll.min(layout.rows.len().saturating_sub(page_rows(area)))
    }

    /// Draws the page over the whole screen.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = buffer.area;
        let layout = Layout::new(&self.guide, area.width, paint);
        let top = self.top(&layout, area);
        Clear.render(area, buffer);
        let visible = layout.rows[top..].iter().take(page_rows(area));
        for (y, row) in (area.y + HEADER_ROWS..).zip(visible) {
            for (x, cell) in (area.x..area.right()).zip(row) {
                buffer[(x, y)] = cell.clone();
            }
        }
        self.draw_edges(buffer, &layout, top, paint);
    }

    /// Draws the title and section above, the keys and the remaining length below.
    fn draw_edges(&self, buffer: &mut Buffer, layout: &Layout, top: usize, paint: Paint) {
        let area = buffer.area;
        let is_end = top + page_rows(area) >= layout.rows.len();
        let at = layout.starts.iter().rposition(|&start| is_end || start <= top).unwrap_or(0);
        let progress = format!("part {} of {}", at + 1, layout.starts.len());
        let title = format!("{}: the guide", self.guide.title);
        let title_width =
            usize::from(area.width - 2 * layout.margin).saturating_sub(progress.chars().count() + 1);
        let title: String = title.chars().take(title_width).collect();
        put(buffer, area.x + layout.margin, area.y, &title, paint.strong(Color::LightYellow));
        put_right(buffer, (layout.margin, area.y), &progress, paint);
        let foot = area.bottom().saturating_sub(FOOTER_ROWS);
        put(buffer, area.x + layout.margin, foot, KEYS, paint.ink(Color::Gray));
        let rest = if is_end { "the end" } else { "more ↓" };
        put_right(buffer, (layout.margin, foot), rest, paint);
    }
}

/// Writes right-aligned text.
fn put_right(buffer: &mut Buffer, (margin, y): (u16, u16), text: &str, paint: Paint) {
    let x = buffer.area.right().saturating_sub(text.chars().count() as u16 + margin);
    put(buffer, x, y, text, paint.ink(Color::Gray));
}

/// Number of visible rows of the page.
fn page_rows(area: Rect) -> usize {
    usize::from(area.height.saturating_sub(HEADER_ROWS + FOOTER_ROWS))
}

/// A reader of guides: the list of games, if there is one, and the open guide.
pub struct Reader {
    list: Option<List>,
    pages: Option<Pages>,
}

impl Reader {
    /// Opens the guide of one game.
    pub fn of(rules: &Rules) -> Reader {
        Reader { list: None, pages: Pages::of(rules) }
    }

    /// Starts with the list of games.
    pub fn choosing(games: Vec<Rules>) -> Reader {
        Reader { list: Some(List::new(games)), pages: None }
    }

    /// Handles a key on a screen of this size. Returns whether the reader was closed.
    pub fn key(&mut self, key: KeyEvent, area: Rect) -> bool {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return key.code == KeyCode::Char('c');
        }
        if let Some(pages) = &mut self.pages {
            if pages.key(key, area) {
                self.pages = None;
            }
            return self.pages.is_none() && self.list.is_none();
        }
        let Some(list) = &mut self.list else { return true };
        match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return true,
            KeyCode::Enter => self.pages = list.chosen().and_then(Pages::of),
            code => list.key(code),
        }
        false
    }

    /// Draws the page over the whole screen.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        match (&self.pages, &self.list) {
            (Some(pages), _) => pages.draw(buffer, paint),
            (None, Some(list)) => list.draw(buffer, paint),
            (None, None) => {}
        }
    }
}
