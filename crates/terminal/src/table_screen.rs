//! The table: opponents above, the piles and what is in force in the middle, the own hand below.

use engine::{Pile, PileKind, Place, Scene, Seat, Sign, Viewer};
use games::CompiledRules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position, Rect};
use ratatui::style::Color;
use ratatui::widgets::{Block, Widget};

use crate::actions::actions;
use crate::cards::{self, Paint, Size, put};
use crate::hand::{Fan, Selection, own};
use crate::text::{count, wrapped};

/// The least width and height that a table needs.
pub const LEAST: (u16, u16) = (60, 20);

/// How much of the width one opponent takes.
const OPPONENT: u16 = 29;

/// From this height on, opponents sit there with their cards in their hands.
const TALL: u16 = 32;

/// So many cards of an opponent are drawn, at most.
const BACKS: usize = 22;

/// How many lines a table needs besides one for each opponent.
const BESIDE_OPPONENTS: usize = 15;

/// How much of the width a card takes that an opponent is known to hold.
const KNOWN: u16 = 4;

const HELP: [&str; 2] = [
    "←→ Enter play  Space mark  u undo  t hint  w why  l log  g rules  i guide",
    "←→ Enter play  u undo  t hint  w why  l log  i guide",
];

/// Everything that a table screen shows.
#[derive(Clone, Copy, Debug)]
pub struct TableScreen<'a> {
    /// The rules worked out for the table.
    pub compiled: &'a CompiledRules,
    /// How things stand.
    pub scene: &'a Scene,
    /// The name of the game and the round.
    pub title: &'a str,
    /// The players' names by seat.
    pub names: &'a [String],
    /// The running scores by seat.
    pub scores: &'a [i32],
    /// What happened, the last at the end.
    pub log: &'a [String],
    /// What the own hand counts, where it matters.
    pub points: Option<u32>,
    /// Whether the table says the word for the person.
    pub announced: bool,
    /// How long the player on turn still has.
    pub seconds_left: Option<u64>,
    /// What is picked.
    pub selection: &'a Selection,
    /// The last thing that has to be said to the person.
    pub message: &'a str,
    /// The two lines at the foot where nobody plays; then no card is selected and none has a key.
    pub foot: Option<[&'a str; 2]>,
    /// Whether there are colours.
    pub paint: Paint,
}

/// Where everything stands.
struct Frame {
    opponents: Rect,
    /// How many opponents stand side by side.
    a_row: u16,
    /// Whether the opponents' cards are drawn.
    tall: bool,
    middle: Rect,
    message: u16,
    own: u16,
    hand: Rect,
    size: Size,
    foot: u16,
}

/// Draws the table, or says that there is no room for it.
pub fn draw(buffer: &mut Buffer, screen: &TableScreen<'_>) {
    let area = buffer.area;
    if !is_large_enough(area) {
        draw_too_small(buffer, screen.paint);
        return;
    }
    let frame = frame(area, screen);
    draw_title(buffer, screen);
    draw_opponents(buffer, &frame, screen);
    draw_middle(buffer, frame.middle, screen);
    draw_message(buffer, frame.message, screen);
    put(buffer, area.x + 1, frame.own, &own_line(screen), screen.paint.strong(Color::White));
    let selection = screen.foot.is_none().then_some(screen.selection);
    fan(area, screen).draw(buffer, screen.scene, screen.compiled.pack(), selection, screen.paint);
    draw_foot(buffer, frame.foot, screen);
}

/// The bar above the table, with the keys that the foot has no room for.
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
    let of_play = ([actions.as_str(), HELP[usize::from(width < 80)]], bright);
    let ([first, second], style) = screen.foot.map_or(of_play, |lines| (lines, quiet));
    put(buffer, x, row, first, style);
    put(buffer, x, row + 1, second, quiet);
}

/// Whether a table can be drawn there.
pub fn is_large_enough(area: Rect) -> bool {
    area.width >= LEAST.0 && area.height >= LEAST.1
}

/// Draws the sentence that the window is too small.
pub fn draw_too_small(buffer: &mut Buffer, paint: Paint) {
    let area = buffer.area;
    let text = format!(
        "The window is too small: it has {}x{} characters and needs {}x{}.",
        area.width, area.height, LEAST.0, LEAST.1
    );
    for (row, line) in (area.y..area.bottom()).zip(wrapped(&text, usize::from(area.width))) {
        put(buffer, area.x, row, &line, paint.strong(Color::White));
    }
}

/// What a click meets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hit {
    /// A card of the own hand, by its place.
    Card(usize),
    /// Something that a key does.
    Key(char),
}

/// What lies at a place of a screen that is large enough.
pub fn at(area: Rect, screen: &TableScreen<'_>, position: Position) -> Option<Hit> {
    let frame = frame(area, screen);
    if position.y == frame.foot {
        return action_at(area, screen, position.x).map(Hit::Key);
    }
    if let Some(at) = fan(area, screen).card_at(position) {
        return Some(Hit::Card(at));
    }
    // The stock lies first in the middle, and drawing is its key.
    let (corner, size) = piles(frame.middle);
    let stock = Rect::new(corner.x, corner.y, size.width(), size.height());
    stock.contains(position).then_some(Hit::Key('d'))
}

/// The key of the action that is written at this column.
fn action_at(area: Rect, screen: &TableScreen<'_>, column: u16) -> Option<char> {
    let line: Vec<char> = action_line(area.width, screen).chars().collect();
    let at = usize::from(column.checked_sub(area.x + 1)?);
    let before = line.get(..=at)?;
    let open = before.iter().rposition(|&letter| letter == '[')?;
    line.get(open + 1).copied()
}

/// Where the own cards lie on a screen that is large enough.
pub fn fan(area: Rect, screen: &TableScreen<'_>) -> Fan {
    let frame = frame(area, screen);
    Fan::new(frame.hand, frame.size, own(screen.scene).len(), screen.selection.cursor)
}

fn frame(area: Rect, screen: &TableScreen<'_>) -> Frame {
    let a_row = if is_listed(area, screen) { 1 } else { (area.width / OPPONENT).max(1) };
    let rows = others(screen).count().div_ceil(usize::from(a_row)) as u16;
    let tall = area.height >= TALL && rows <= 2 && a_row > 1;
    let opponents =
        Rect::new(area.x + 1, area.y + 1 + u16::from(tall), area.width - 2, rows * seat_height(tall));
    let spare = area.height.saturating_sub(opponents.height + 5);
    let cards = own(screen.scene).len() as u16;
    let fits = |size: &Size| {
        let whole = cards * size.width() <= area.width || *size == Size::Large;
        whole && spare > Fan::height(*size) + size.height()
    };
    let size = [Size::Huge, Size::Large].into_iter().find(fits);
    let size = size.unwrap_or(Size::Small);
    let hand_top = area.bottom().saturating_sub(2 + Fan::height(size));
    let top = opponents.bottom() + u16::from(area.height >= 24);
    let middle = Rect::new(area.x + 1, top, area.width - 2, hand_top.saturating_sub(top + 2));
    Frame {
        opponents,
        a_row,
        tall,
        middle,
        message: hand_top - 2,
        own: hand_top - 1,
        hand: Rect::new(area.x, hand_top, area.width, Fan::height(size)),
        size,
        foot: area.bottom() - 2,
    }
}

/// How many rows an opponent takes.
fn seat_height(tall: bool) -> u16 {
    if tall { 5 } else { 1 }
}

fn name<'a>(screen: &TableScreen<'a>, seat: Seat) -> &'a str {
    screen.names.get(seat.index()).map_or("?", String::as_str)
}

fn score(screen: &TableScreen<'_>, seat: Seat) -> i32 {
    screen.scores.get(seat.index()).copied().unwrap_or(0)
}

fn others<'a>(screen: &TableScreen<'a>) -> impl Iterator<Item = &'a Place> {
    let scene = screen.scene;
    scene.places.iter().filter(|place| scene.viewer != Viewer::Seat(place.seat))
}

/// Whether each opponent has a line with the hand: once all of it is known. Single cards that are known stand under the
/// backs of the cards where a screen is tall, and nowhere else, so that a table does not jump when one is taken.
fn is_listed(area: Rect, screen: &TableScreen<'_>) -> bool {
    let fits = usize::from(area.height) >= others(screen).count() + BESIDE_OPPONENTS;
    let all = others(screen).all(|place| place.known.len() == place.count && place.count > 0 || !place.plays);
    fits && all && others(screen).any(|place| place.count > 0)
}

fn draw_opponents(buffer: &mut Buffer, frame: &Frame, screen: &TableScreen<'_>) {
    let area = frame.opponents;
    for (at, place) in (0..).zip(others(screen)) {
        let turn = screen.scene.turn == Some(place.seat);
        let style =
            if turn { screen.paint.strong(Color::LightYellow) } else { screen.paint.ink(Color::White) };
        let (column, row) = (at % frame.a_row, at / frame.a_row);
        let (x, y) = (area.x + column * OPPONENT, area.y + row * seat_height(frame.tall));
        let text = opponent(screen, place);
        put(buffer, x, y, &text, style);
        if frame.tall && place.plays {
            cards::draw_backs(buffer, Position::new(x + 1, y + 1), place.count.min(BACKS), screen.paint);
            draw_known(buffer, Rect::new(x + 1, y + 4, OPPONENT - 1, 1), place, screen);
        } else if frame.a_row == 1 {
            let x = x + OPPONENT.max(text.chars().count() as u16 + 1);
            draw_known(buffer, Rect::new(x, y, area.right().saturating_sub(x), 1), place, screen);
        }
    }
}

/// The cards that the viewer knows an opponent to hold, as many as there is room for.
fn draw_known(buffer: &mut Buffer, area: Rect, place: &Place, screen: &TableScreen<'_>) {
    let room = usize::from(area.width / KNOWN);
    let shown = if place.known.len() > room { room.saturating_sub(1) } else { room };
    for (x, &card) in (area.x..).step_by(usize::from(KNOWN)).zip(place.known.iter().take(shown)) {
        let style =
            screen.paint.ink(cards::colour(screen.compiled.pack(), screen.compiled.pack().face(card).suit));
        put(buffer, x, area.y, &cards::label(screen.compiled.pack(), card), style);
    }
    if shown < place.known.len() {
        put(buffer, area.x + KNOWN * shown as u16, area.y, "›", screen.paint.strong(Color::White));
    }
}

fn opponent(screen: &TableScreen<'_>, place: &Place) -> String {
    let turn = if screen.scene.turn == Some(place.seat) { "▶" } else { " " };
    let cards = if place.plays { count(place.count, "card") } else { "out".into() };
    let word = if place.owes_word { " no word!" } else { "" };
    let rest = format!(": {cards}{word} ({})", score(screen, place.seat));
    let room = usize::from(OPPONENT).saturating_sub(2 + rest.chars().count()).max(6);
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
    draw_news(buffer, Rect::new(left, area.y, width, area.height), screen);
}

/// Where the piles begin in the middle, and how large their cards are.
fn piles(middle: Rect) -> (Position, Size) {
    let size = [Size::Huge, Size::Large].into_iter().find(|size| middle.height > size.height());
    let size = size.unwrap_or(Size::Small);
    let above = middle.height.saturating_sub(size.height() + 1) / 2;
    let left = if middle.width >= 100 { 4 } else { 0 };
    (Position::new(middle.x + left, middle.y + above), size)
}

/// Draws a pile and returns where it ends.
fn draw_pile(buffer: &mut Buffer, at: Position, size: Size, pile: &Pile, screen: &TableScreen<'_>) -> u16 {
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

/// What is in force, and below it as much of what happened as there is room for.
fn draw_news(buffer: &mut Buffer, area: Rect, screen: &TableScreen<'_>) {
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
        screen.log.iter().rev().take(room).rev().flat_map(|text| told(text, area.width)).collect();
    let top = area.y + signs.len().min(usize::from(area.height)) as u16;
    let last = &lines[lines.len().saturating_sub(room)..];
    // The rest of a sentence that began above would say nothing.
    let whole = last.iter().position(|line| !line.starts_with("  ")).unwrap_or(0);
    for (row, line) in (top..area.bottom()).zip(&last[whole..]) {
        put(buffer, area.x, row, line, screen.paint.ink(Color::Gray));
    }
}

fn told(text: &str, width: u16) -> Vec<String> {
    let mut lines = wrapped(text, usize::from(width).saturating_sub(2));
    for (at, line) in lines.iter_mut().enumerate() {
        line.insert_str(0, if at == 0 { "· " } else { "  " });
    }
    lines
}

fn signs(screen: &TableScreen<'_>) -> Vec<String> {
    let scene = screen.scene;
    let mut out: Vec<String> = scene
        .signs
        .iter()
        .map(|&sign| match sign {
            Sign::Suit(suit) => {
                format!(
                    "Follow {} {}",
                    cards::sign(screen.compiled.pack(), suit),
                    screen.compiled.pack().suit_name(suit)
                )
            }
            Sign::Penalty(cards) => format!("Penalty: {} waiting", count(usize::from(cards), "card")),
            Sign::ToTheRight => "Direction: ← to the right".into(),
            Sign::Suspended(players) => format!("{} to miss a turn", count(usize::from(players), "player")),
        })
        .collect();
    let turns = scene.piles.iter().any(|pile| pile.kind == PileKind::Pile) && scene.places.len() > 2;
    if turns && !scene.signs.contains(&Sign::ToTheRight) {
        out.push("Direction: → to the left".into());
    }
    out
}

fn own_line(screen: &TableScreen<'_>) -> String {
    let scene = screen.scene;
    let Viewer::Seat(seat) = scene.viewer else { return "You are looking on.".into() };
    let mine = scene.places.iter().find(|place| place.seat == seat);
    let Some(mine) = mine else {
        return format!("{} plays no more in this match ({})", name(screen, seat), score(screen, seat));
    };
    let cards = count(mine.count, "card");
    let points = screen.points.map_or_else(String::new, |points| format!(" worth {points}"));
    let word = if screen.announced { ", the table says the word" } else { "" };
    let turn = match scene.turn {
        Some(turn) if turn == seat => "▶ Your turn".to_string(),
        Some(turn) => format!("{}'s turn", name(screen, turn)),
        None => "The round is over".into(),
    };
    let time = screen.seconds_left.map_or_else(String::new, |seconds| format!(", {seconds} s left"));
    format!("{turn}{time} | {}: {cards}{points} ({}){word}", name(screen, seat), score(screen, seat))
}

/// Draws what has to be said; a long sentence takes the line above too.
fn draw_message(buffer: &mut Buffer, row: u16, screen: &TableScreen<'_>) {
    let width = buffer.area.width - 2;
    let lines = wrapped(screen.message, usize::from(width));
    let shown = &lines[..lines.len().min(2)];
    for (row, line) in (row + 1 - shown.len() as u16..).zip(shown) {
        let line = format!("{line:<width$}", width = usize::from(width));
        put(buffer, buffer.area.x + 1, row, &line, screen.paint.strong(Color::LightYellow));
    }
}

/// What can be done besides playing a card; in single words where there is no room for more.
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
