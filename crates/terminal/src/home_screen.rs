//! Draws the home screen: the games, the cards and description of the selected one, and the keys.

use engine::Card;
use games::{CompiledRules, Rules};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;

use crate::cards::{self, CardSize, Paint, put};
use crate::editor_screen;
use crate::home::{Game, Home, HomePage};
use crate::list::List;
use crate::panels::Page;
use crate::seat_setup;
use crate::table_screen::{draw_too_small, is_large_enough};
use crate::text::{count, cut, put_wrapped, wrapped};

/// Width of the list.
const LIST_WIDTH_CELLS: u16 = 54;

/// Maximum number of columns and rows of cards.
const MAX_CARD_GRID: (u16, u16) = (6, 2);

/// Lines below the list: a blank, the description, the players, the keys.
const FOOTER_HEIGHT_CELLS: u16 = 6;

fn list(home: &Home, area: Rect) -> List {
    List::new(area.y + 2, area.height.saturating_sub(2 + FOOTER_HEIGHT_CELLS), home.lines(), home.cursor)
}

/// The line of the list at a position.
pub(crate) fn line_at(home: &Home, area: Rect, position: Position) -> Option<usize> {
    list(home, area).row_at(position.y)
}

impl Home {
    /// Draws the open page.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        if !is_large_enough(buffer.area) {
            return draw_too_small(buffer, paint);
        }
        match &self.page {
            HomePage::People(people) => people.draw(buffer, paint),
            HomePage::Editor(editor) => editor_screen::draw(buffer, editor, paint),
            HomePage::List => draw_list(buffer, self, paint),
            HomePage::ConfirmDiscard | HomePage::Load(_) | HomePage::Note(_) => {
                draw_list(buffer, self, paint);
                self.draw_question(buffer, paint);
            }
        }
    }

    fn draw_question(&self, buffer: &mut Buffer, paint: Paint) {
        let width = usize::from(buffer.area.width);
        let (title, lines, foot) = match &self.page {
            HomePage::ConfirmDiscard => (
                "Delete the game?",
                vec!["It cannot be continued after that.".into()],
                "y delete, any other key back",
            ),
            HomePage::Load(input) => (
                "Which rule file?",
                vec![format!("> {:<44}", input.shown(width.saturating_sub(10)))],
                "Enter open it, Esc back",
            ),
            HomePage::Note(text) => {
                let lines = text.lines().flat_map(|line| wrapped(line, width.saturating_sub(8)));
                ("This could not be read", lines.collect(), "any key back")
            }
            HomePage::List | HomePage::People(_) | HomePage::Editor(_) => return,
        };
        Page { title, lines: &lines, scroll: 0, foot }.draw(buffer, paint);
    }
}

fn draw_list(buffer: &mut Buffer, home: &Home, paint: Paint) {
    let area = buffer.area;
    put(buffer, 2, 0, "LAST CARD   ● ▲ ✚ ■ ★   ♣ ♦ ♥ ♠   R G B Y", paint.strong(Color::LightYellow));
    let list = list(home, area);
    for (y, line) in list.lines() {
        let chosen = line == home.cursor;
        let style = if chosen { paint.strong(Color::White) } else { paint.ink(Color::Gray) };
        let mark = if chosen { '>' } else { ' ' };
        let text = cut(&line_text(home, line), usize::from(area.width) - 5);
        put(buffer, 2, y, &format!("{mark}{text}"), style);
    }
    list.draw_more(buffer, 0, paint);
    draw_below(buffer, list.bottom() + 1, home, paint);
    if let Some(game) = home.game() {
        draw_cards(buffer, &game.rules, paint);
    }
    let keys = keys(home, area.width);
    put(buffer, 2, area.bottom() - 1, keys, paint.ink(Color::Gray));
}

/// A line of the list: the unfinished game, or a game with its number, title and players.
fn line_text(home: &Home, line: usize) -> String {
    let number = match (&home.unfinished, line) {
        (Some(unfinished), 0) => return format!("    Continue {unfinished}"),
        (Some(_), line) => line,
        (None, line) => line + 1,
    };
    let Some(game) = home.games.get(number - 1) else { return String::new() };
    let key = if number <= 9 { number.to_string() } else { String::new() };
    format!("{key:>2}  {:<29} {}", title(game), players(&game.rules))
}

fn title(game: &Game) -> String {
    let title: String = game.rules.header().title.chars().take(27).collect();
    if game.changes > 0 { format!("{title} *") } else { title }
}

fn players(rules: &Rules) -> String {
    match rules.players() {
        (least, most) if least == most => format!("{least} players"),
        (least, most) => format!("{least} to {most} players"),
    }
}

/// The description of the game, its history if there is room, and the players.
fn draw_below(buffer: &mut Buffer, top: u16, home: &Home, paint: Paint) {
    let bottom = buffer.area.bottom() - 2;
    let plain = paint.ink(Color::White);
    let Some(game) = home.game() else {
        let unfinished = home.unfinished.as_deref().unwrap_or_default();
        let end = put_wrapped(buffer, top, bottom, &format!("{unfinished}: as you left it."), plain);
        put_wrapped(buffer, end, bottom, &home.message, paint.strong(Color::LightRed));
        return;
    };
    let header = game.rules.header();
    let end = match home.message.as_str() {
        "" => put_wrapped(buffer, top, bottom, &header.about, plain),
        message => put_wrapped(buffer, top, bottom, message, paint.strong(Color::LightGreen)),
    };
    let players = format!("{}{}", seat_setup::in_words(&home.seat_setups(&game.rules)), change_count(game));
    put(buffer, 2, end, &cut(&players, usize::from(buffer.area.width) - 4), paint.strong(Color::LightCyan));
    let lines = wrapped(&header.history, usize::from(buffer.area.width) - 4).len() as u16;
    if end + lines + 2 < bottom {
        put_wrapped(buffer, end + 2, bottom, &header.history, paint.ink(Color::Gray));
    }
}

fn change_count(game: &Game) -> String {
    match game.changes {
        0 => String::new(),
        changes => format!(", with {}", count(changes, "house rule")),
    }
}

fn keys(home: &Home, width: u16) -> &'static str {
    match (home.game(), width < 76) {
        (None, _) => "↑↓ game  Enter continue  x delete  o open  q quit",
        (Some(_), true) => "Enter play  p people  r rules  i guide  o open  q quit",
        (Some(_), false) => "↑↓ game  Enter play  p people  r house rules  i guide  o open a file  q quit",
    }
}

/// A few cards of the pack, if there is room beside the list.
fn draw_cards(buffer: &mut Buffer, rules: &Rules, paint: Paint) {
    let size = CardSize::Large;
    let columns =
        (buffer.area.width.saturating_sub(LIST_WIDTH_CELLS) / (size.width() + 1)).min(MAX_CARD_GRID.0);
    let Ok(compiled) = CompiledRules::new(rules, rules.players().0) else { return };
    let pack = compiled.pack();
    let mut faces: Vec<Card> = pack.cards().iter().map(|&card| pack.first_copy(card)).collect();
    faces.dedup();
    let shown = usize::from(columns * MAX_CARD_GRID.1);
    if shown < 2 || faces.len() < shown {
        return;
    }
    for at in 0..shown {
        let card = faces[at * (faces.len() - 1) / (shown - 1)];
        let (column, row) = (at as u16 % columns, at as u16 / columns);
        let corner = Position::new(LIST_WIDTH_CELLS + column * (size.width() + 1), 2 + row * size.height());
        cards::draw_face(buffer, corner, size, pack, card, paint);
    }
}
