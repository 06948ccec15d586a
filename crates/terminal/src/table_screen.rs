//! The table: opponents above, piles and signs in the middle, the player's hand below.

mod layout;

use engine::{Pile, PileKind, Place, Scene, Seat, SeatSet, Sign, Viewer};
use games::CompiledRules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Color;
use ratatui::widgets::{Block, Widget};

use crate::actions::actions;
use crate::cards::{self, CardSize, Paint, put};
use crate::hand::Selection;
use crate::text::{clock, count, wrapped};
use crate::turn_order::{Direction, opponents};
pub use layout::{ClickTarget, MIN_SIZE_CELLS, fan, is_large_enough, target_at};
use layout::{Layout, OPPONENT_WIDTH_CELLS, piles};

/// Maximum number of cards drawn for an opponent.
const MAX_BACKS: usize = 22;

/// Width of a known card of an opponent.
const KNOWN_CARD_WIDTH_CELLS: u16 = 4;

const KEY_HELP: [&str; 2] = [
    "←→ Enter play  Space mark  u undo  t hint  w why  l log  g rules  i guide",
    "←→ Enter play  Space mark  u undo  t hint  w why  l log",
];

/// The keys of a spectator, and of a player who is out of the match.
const WATCHING_KEYS: &str = "l log  g rules  i guide";

/// Everything that a table screen shows.
#[derive(Clone, Copy, Debug)]
pub struct TableScreen<'a> {
    /// The compiled rules of the table.
    pub compiled: &'a CompiledRules,
    /// The current scene.
    pub scene: &'a Scene,
    /// The name of the game and the round.
    pub title: &'a str,
    /// The players' names by seat.
    pub names: &'a [String],
    /// The seats of people who are not connected.
    pub offline: SeatSet,
    /// The running scores by seat.
    pub scores: &'a [i32],
    /// What happened, oldest first.
    pub log: &'a [String],
    /// The points of the player's hand, if they matter.
    pub points: Option<u32>,
    /// Whether the table says the word for the person.
    pub announced: bool,
    /// Seconds that the player on turn has left.
    pub seconds_left: Option<u64>,
    /// The selected cards.
    pub selection: &'a Selection,
    /// The message for the player.
    pub message: &'a str,
    /// Two lines for the footer if nobody plays here; then no card is selected and none has a key.
    pub foot: Option<[&'a str; 2]>,
    /// Colours or plain text.
    pub paint: Paint,
}

/// Draws the table, or a message if there is no room for it.
pub fn draw(buffer: &mut Buffer, screen: &TableScreen<'_>) {
    let area = buffer.area;
    if !is_large_enough(area) {
        draw_too_small(buffer, screen.paint);
        return;
    }
    let layout = Layout::new(area, screen);
    draw_title(buffer, screen);
    draw_opponents(buffer, &layout, screen);
    draw_middle(buffer, layout.middle, screen);
    draw_message(buffer, layout.message, screen);
    put(buffer, area.x + 1, layout.status, &status_line(screen), screen.paint.strong(Color::White));
    let selection = screen.foot.is_none().then_some(screen.selection);
    fan(area, screen).draw(buffer, screen.scene, screen.compiled.pack(), selection, screen.paint);
    draw_foot(buffer, layout.foot, screen);
}

/// Draws the title bar, with the keys for which the footer has no room.
fn draw_title(buffer: &mut Buffer, screen: &TableScreen<'_>) {
    let area = buffer.area;
    let width = usize::from(area.width).saturating_sub(1);
    let keys = if screen.foot.is_some() { "" } else { "? help  q quit " };
    let bar = format!(" {:<room$}{keys}", screen.title, room = width - keys.len());
    put(buffer, area.x, area.y, &bar, screen.paint.print(Color::White, Color::Blue));
}

fn draw_foot(buffer: &mut Buffer, row: u16, screen: &TableScreen<'_>) {
    let (x, width) = (buffer.area.x + 1, buffer.area.width);
    let (quiet, bright) = (screen.paint.ink(Color::Gray), screen.paint.strong(Color::LightGreen));
    let actions = action_line(width, screen);
    let plays_here = screen.scene.places.iter().any(|place| screen.scene.viewer == Viewer::Seat(place.seat));
    let keys = if plays_here { KEY_HELP[usize::from(width < 80)] } else { WATCHING_KEYS };
    let play_lines = ([actions.as_str(), keys], bright);
    let ([first, second], style) = screen.foot.map_or(play_lines, |lines| (lines, quiet));
    put(buffer, x, row, first, style);
    put(buffer, x, row + 1, second, quiet);
}

/// Draws the message that the window is too small.
pub fn draw_too_small(buffer: &mut Buffer, paint: Paint) {
    let area = buffer.area;
    let text = format!(
        "The window is too small: it has {}x{} characters and needs {}x{}.",
        area.width, area.height, MIN_SIZE_CELLS.0, MIN_SIZE_CELLS.1
    );
    for (row, line) in (area.y..area.bottom()).zip(wrapped(&text, usize::from(area.width))) {
        put(buffer, area.x, row, &line, paint.strong(Color::White));
    }
}

fn name<'a>(screen: &TableScreen<'a>, seat: Seat) -> &'a str {
    screen.names.get(seat.index()).map_or("?", String::as_str)
}

fn score(screen: &TableScreen<'_>, seat: Seat) -> i32 {
    screen.scores.get(seat.index()).copied().unwrap_or(0)
}

fn draw_opponents(buffer: &mut Buffer, layout: &Layout, screen: &TableScreen<'_>) {
    let area = layout.opponents;
    for (at, place) in (0..).zip(opponents(screen.scene)) {
        let turn = screen.scene.turn == Some(place.seat);
        let style =
            if turn { screen.paint.strong(Color::LightYellow) } else { screen.paint.ink(Color::White) };
        let (column, row) = (at % layout.per_row, at / layout.per_row);
        let (x, y) = (area.x + column * OPPONENT_WIDTH_CELLS, area.y + row * layout.opponent_height());
        let text = opponent_text(screen, place);
        put(buffer, x, y, &text, style);
        if layout.tall && place.plays {
            cards::draw_backs(buffer, Position::new(x + 1, y + 1), place.count.min(MAX_BACKS), screen.paint);
            draw_known(buffer, Rect::new(x + 1, y + 4, OPPONENT_WIDTH_CELLS - 1, 1), place, screen);
        } else if layout.per_row == 1 {
            let x = x + OPPONENT_WIDTH_CELLS.max(text.chars().count() as u16 + 1);
            draw_known(buffer, Rect::new(x, y, area.right().saturating_sub(x), 1), place, screen);
        }
    }
}

/// Draws the known cards of an opponent, as far as there is room.
fn draw_known(buffer: &mut Buffer, area: Rect, place: &Place, screen: &TableScreen<'_>) {
    let room = usize::from(area.width / KNOWN_CARD_WIDTH_CELLS);
    let shown = if place.known.len() > room { room.saturating_sub(1) } else { room };
    for (x, &card) in
        (area.x..).step_by(usize::from(KNOWN_CARD_WIDTH_CELLS)).zip(place.known.iter().take(shown))
    {
        let style =
            screen.paint.ink(cards::colour(screen.compiled.pack(), screen.compiled.pack().face(card).suit));
        put(buffer, x, area.y, &cards::label(screen.compiled.pack(), card), style);
    }
    if shown < place.known.len() {
        put(
            buffer,
            area.x + KNOWN_CARD_WIDTH_CELLS * shown as u16,
            area.y,
            "›",
            screen.paint.strong(Color::White),
        );
    }
}

fn opponent_text(screen: &TableScreen<'_>, place: &Place) -> String {
    let turn = if screen.scene.turn == Some(place.seat) { "▶" } else { " " };
    let cards = match (place.plays, screen.offline.contains(place.seat)) {
        (true, false) => count(place.count, "card"),
        (true, true) => format!("{}, offline", place.count),
        (false, false) => "out".into(),
        (false, true) => "out, offline".into(),
    };
    let word = if place.owes_word { " no word!" } else { "" };
    let rest = format!(": {cards}{word} ({})", score(screen, place.seat));
    let room = usize::from(OPPONENT_WIDTH_CELLS).saturating_sub(2 + rest.chars().count()).max(6);
    let short: String = name(screen, place.seat).chars().take(room).collect();
    format!("{turn}{short}{rest}")
}

fn draw_middle(buffer: &mut Buffer, area: Rect, screen: &TableScreen<'_>) {
    let (corner, size) = piles(area);
    let mut x = corner.x;
    for pile in screen.scene.piles.iter().filter(|pile| pile.kind != PileKind::Discards) {
        x = draw_pile(buffer, Position::new(x, corner.y), size, pile, screen) + 2;
    }
    let left = x.max(area.x + 20);
    let width = area.right().saturating_sub(left);
    // The second line of a message covers the last line of the middle.
    let covered = message_lines(buffer.area.width, screen).len().saturating_sub(1) as u16;
    draw_log(buffer, Rect::new(left, area.y, width, area.height.saturating_sub(covered)), screen);
}

/// Draws a pile and returns its right edge.
fn draw_pile(
    buffer: &mut Buffer,
    at: Position,
    size: CardSize,
    pile: &Pile,
    screen: &TableScreen<'_>,
) -> u16 {
    let under = at.y + size.height();
    let caption = match pile.kind {
        PileKind::Stock => format!("Stock {}", pile.count),
        PileKind::Pile => format!("Pile {}", pile.count),
        PileKind::Throw => "Last throw".into(),
        PileKind::Discards => format!("Under {}", pile.count),
    };
    put(buffer, at.x, under, &caption, screen.paint.ink(Color::Gray));
    match (pile.kind, pile.open.as_slice()) {
        (PileKind::Stock, _) if pile.count > 0 => cards::draw_back(buffer, at, size, screen.paint),
        (_, []) => cards::draw_gap(buffer, at, size, screen.paint),
        (_, open) => {
            for (step, &card) in (0..).zip(open) {
                let corner = Position::new(at.x + 4 * step, at.y);
                if usize::from(step) + 1 == open.len() {
                    cards::draw_face(buffer, corner, size, screen.compiled.pack(), card, screen.paint);
                } else {
                    cards::draw_edge(buffer, corner, size, (screen.compiled.pack(), card), 4, screen.paint);
                }
            }
        }
    }
    let covered = 4 * (pile.open.len().max(1) as u16 - 1);
    at.x + (covered + size.width()).max(caption.chars().count() as u16).max(8)
}

/// Draws the signs, and below them as much of the log as fits.
fn draw_log(buffer: &mut Buffer, area: Rect, screen: &TableScreen<'_>) {
    let area = if area.height >= 10 {
        let block = Block::bordered().border_style(screen.paint.ink(Color::DarkGray));
        let inner = block.inner(area);
        block.render(area, buffer);
        inner.inner(Margin::new(1, 0))
    } else {
        area
    };
    let signs = signs(screen);
    for (row, line) in (area.y..area.bottom()).zip(&signs) {
        put(buffer, area.x, row, line, screen.paint.strong(Color::LightCyan));
    }
    let room = usize::from(area.height).saturating_sub(signs.len());
    let lines: Vec<String> =
        screen.log.iter().rev().take(room).rev().flat_map(|text| log_lines(text, area.width)).collect();
    let top = area.y + signs.len().min(usize::from(area.height)) as u16;
    let last = &lines[lines.len().saturating_sub(room)..];
    // A sentence that began above the visible part is left out.
    let whole = last.iter().position(|line| !line.starts_with("  ")).unwrap_or(0);
    for (row, line) in (top..area.bottom()).zip(&last[whole..]) {
        put(buffer, area.x, row, line, screen.paint.ink(Color::Gray));
    }
}

fn log_lines(text: &str, width: u16) -> Vec<String> {
    let mut lines = wrapped(text, usize::from(width).saturating_sub(2));
    for (at, line) in lines.iter_mut().enumerate() {
        line.insert_str(0, if at == 0 { "· " } else { "  " });
    }
    lines
}

fn signs(screen: &TableScreen<'_>) -> Vec<String> {
    let sign = |&sign: &Sign| match sign {
        Sign::Suit(suit) => {
            let pack = screen.compiled.pack();
            Some(format!("Follow {} {}", cards::sign(pack, suit), pack.suit_name(suit)))
        }
        Sign::Penalty(cards) => Some(format!("Penalty: draw {}", count(usize::from(cards), "card"))),
        Sign::ToTheRight => None,
        Sign::Suspended(players) => Some(format!("{} to miss a turn", count(usize::from(players), "player"))),
    };
    let direction = Direction::of(screen.scene).map(|direction| direction.sign(screen.names));
    screen.scene.signs.iter().filter_map(sign).chain(direction).collect()
}

fn status_line(screen: &TableScreen<'_>) -> String {
    let scene = screen.scene;
    let Viewer::Seat(seat) = scene.viewer else { return watching(screen) };
    let own_place = scene.places.iter().find(|place| place.seat == seat);
    let Some(own_place) = own_place else {
        return format!("{} is out of the match ({})", name(screen, seat), score(screen, seat));
    };
    let cards = count(own_place.count, "card");
    let points = screen.points.map_or_else(String::new, |points| format!(" worth {points}"));
    let word = if screen.announced { ", the table says the word" } else { "" };
    let turn = whose_turn(screen);
    format!("{turn} | {}: {cards}{points} ({}){word}", name(screen, seat), score(screen, seat))
}

fn watching(screen: &TableScreen<'_>) -> String {
    format!("{} | You are watching.", whose_turn(screen))
}

/// Whose turn it is, and how much time is left.
fn whose_turn(screen: &TableScreen<'_>) -> String {
    let turn = match screen.scene.turn {
        Some(turn) if screen.scene.viewer == Viewer::Seat(turn) => "▶ Your turn".to_string(),
        Some(turn) => format!("{}'s turn", name(screen, turn)),
        None => return "The round is over".into(),
    };
    let time = screen.seconds_left.map_or_else(String::new, |seconds| format!(", {} left", clock(seconds)));
    format!("{turn}{time}")
}

/// Draws the message; a long one takes the line above too.
fn draw_message(buffer: &mut Buffer, row: u16, screen: &TableScreen<'_>) {
    let width = buffer.area.width - 2;
    let shown = message_lines(buffer.area.width, screen);
    for (row, line) in (row + 1 - shown.len() as u16..).zip(shown) {
        let line = format!("{line:<width$}", width = usize::from(width));
        put(buffer, buffer.area.x + 1, row, &line, screen.paint.strong(Color::LightYellow));
    }
}

/// The message in one or two lines.
fn message_lines(width: u16, screen: &TableScreen<'_>) -> Vec<String> {
    let mut lines = wrapped(screen.message, usize::from(width - 2));
    lines.truncate(2);
    lines
}

/// The available actions; single words if there is no room for more.
fn action_line(width: u16, screen: &TableScreen<'_>) -> String {
    let actions = actions(screen.scene, screen.compiled, screen.names);
    let keys = actions.iter().map(|action| format!("[{}] {}", action.key, action.label));
    let line = keys.collect::<Vec<_>>().join("  ");
    if line.chars().count() + 2 <= usize::from(width) {
        return line;
    }
    let word = |label: &str| label.split(' ').next().unwrap_or_default().to_string();
    let keys = actions.iter().map(|action| format!("[{}] {}", action.key, word(&action.label)));
    keys.collect::<Vec<_>>().join("  ")
}
