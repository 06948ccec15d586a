//! Boxes over the table: a question, or a page of text.

use crossterm::event::KeyCode;
use games::{Controls, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use ratatui::widgets::{Block, Clear, Widget};

use crate::cards::{Paint, put};
use crate::text::wrapped;

/// A box with a title, scrolling lines, and the keys that close it.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The title.
    pub title: &'a str,
    /// The lines.
    pub lines: &'a [String],
    /// Number of lines scrolled off at the top.
    pub scroll: usize,
    /// The keys.
    pub foot: &'a str,
}

/// The end of a page that scrolling is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ScrollAnchor {
    Top,
    Bottom,
}

impl Page<'_> {
    /// Draws the box, centred at the top of the screen.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = self.area(buffer.area);
        Clear.render(area, buffer);
        let block = Block::bordered()
            .title(format!(" {} ", self.title))
            .title_bottom(format!(" {} ", self.foot))
            .border_style(paint.strong(Color::LightYellow));
        let inner = block.inner(area);
        block.render(area, buffer);
        let top = self.top(inner);
        for (row, line) in (inner.y..inner.bottom()).zip(&self.lines[top..]) {
            let line: String = line.chars().take(usize::from(inner.width).saturating_sub(2)).collect();
            put(buffer, inner.x + 1, row, &line, paint.ink(Color::White));
        }
    }

    /// The first visible line.
    fn top(&self, inner: Rect) -> usize {
        self.scroll.min(self.lines.len().saturating_sub(usize::from(inner.height)))
    }

    /// The line at a position of the screen.
    pub fn line_at(&self, screen: Rect, position: Position) -> Option<usize> {
        let inner = Block::bordered().inner(self.area(screen));
        let at = self.top(inner) + usize::from(position.y.checked_sub(inner.y)?);
        (inner.contains(position) && at < self.lines.len()).then_some(at)
    }

    fn area(&self, screen: Rect) -> Rect {
        let texts = self.lines.iter().map(String::as_str).chain([self.title, self.foot]);
        let text_width = texts.map(|text| text.chars().count() + 4).max().unwrap_or(0) as u16;
        let width = text_width.max(30).min(screen.width.saturating_sub(2));
        let height = (self.lines.len() as u16 + 2).min(screen.height.saturating_sub(2));
        let left = screen.x + (screen.width - width) / 2;
        Rect::new(left, screen.y + 1, width, height).intersection(screen)
    }
}

/// The rules as lines, section by section.
pub fn rules_lines(rules: &Rules, width: u16) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut section = "";
    for clause in rules.explain() {
        if clause.section != section {
            section = clause.section;
            if !out.is_empty() {
                out.push(String::new());
            }
            out.push(section.to_uppercase());
        }
        out.extend(wrapped(&clause.text, usize::from(width).saturating_sub(8)));
    }
    out
}

/// All keys of a player of this game, for the help page.
pub fn help_lines(controls: Controls) -> Vec<String> {
    let cards = [
        "← →        choose a card; 1 to 0 and A to Z jump to it",
        "Enter      play the card, or the marked cards in order",
        "Space, Esc mark several cards; clear the marks",
        "u          undo: marks, a question, your last move",
        "t, w       a hint and its reason; why a card won't go",
    ];
    let moves = controls.help.iter().map(|(keys, meaning)| format!("{keys:<10} {meaning}"));
    let rest = ["Tab        pass the device to another person"].into_iter().chain(WATCHING_HELP).chain([
        "* plays alone, & only with others, + is marked.",
        "The number in brackets is a player's score.",
    ]);
    cards.map(String::from).into_iter().chain(moves).chain(rest.map(String::from)).collect()
}

/// The keys that work without a seat.
const WATCHING_HELP: [&str; 2] =
    ["l, g, i    the log; the rules; the guide", "q, Ctrl-C  quit; the game is saved for later"];

/// All keys of a spectator, for the help page.
pub fn watching_help_lines() -> Vec<String> {
    WATCHING_HELP.map(String::from).to_vec()
}

/// The scroll position after a key; `None` if the key closes the page.
pub(crate) fn scrolled(code: KeyCode, at: usize, anchor: ScrollAnchor) -> Option<usize> {
    let steps = match code {
        KeyCode::Up => -1,
        KeyCode::Down => 1,
        KeyCode::PageUp => -10,
        KeyCode::PageDown | KeyCode::Char(' ') => 10,
        _ => return None,
    };
    let steps = if anchor == ScrollAnchor::Bottom { -steps } else { steps };
    Some(at.saturating_add_signed(steps))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::text_of;

    fn drawn(page: &Page<'_>, (width, height): (u16, u16)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
        page.draw(&mut buffer, Paint::Plain);
        text_of(&buffer)
    }

    #[test]
    fn the_keys_fit_on_the_smallest_screen() {
        for controls in games::ALL_CONTROLS {
            let lines = help_lines(*controls);
            let page = Page { title: "Keys", lines: &lines, scroll: 0, foot: "any key to go back" };
            let text = drawn(&page, (60, 20));
            for line in &lines {
                assert!(text.contains(line.as_str()), "{line} in\n{text}");
            }
        }
    }

    #[test]
    fn the_page_of_keys_has_the_keys_of_this_game_only() {
        for controls in games::ALL_CONTROLS {
            let shown: String = controls.help.iter().map(|(keys, _)| *keys).collect();
            let missing: Vec<char> =
                controls.keys.iter().map(|key| key.key).filter(|key| !shown.contains(*key)).collect();
            assert!(missing.is_empty(), "{missing:?} in {shown}");
        }
        let whot = games::presets::named("naija-whot").unwrap().controls();
        assert!(!help_lines(whot).join(" ").contains("Yaniv"));
    }

    #[test]
    fn a_page_scrolls_no_further_than_its_end() {
        let lines: Vec<String> = (1..=30).map(|number| format!("line {number}")).collect();
        let page = Page { title: "Log", lines: &lines, scroll: 99, foot: "Esc back" };
        let text = drawn(&page, (40, 7));
        assert_eq!(
            text,
            "
     ┌ Log ───────────────────────┐
     │ line 28                    │
     │ line 29                    │
     │ line 30                    │
     └ Esc back ──────────────────┘

"
        );
    }

    #[test]
    fn the_rules_of_every_preset_keep_to_the_width() {
        for rules in games::presets::all() {
            let lines = rules_lines(&rules, 60);
            assert!(lines.iter().all(|line| line.chars().count() <= 54), "{}", rules.header().name);
        }
    }
}
