//! Cards as text: faces and backs drawn into a buffer, and the short label that all sizes share.

use engine::{Card, Pack, Style as PackStyle, Suit};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// The size of a drawn card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CardSize {
    /// Nine cells wide and seven high.
    Huge,
    /// Seven cells wide and five high.
    #[default]
    Large,
    /// Five cells wide and three high.
    Small,
}

impl CardSize {
    /// Width in cells.
    pub fn width(self) -> u16 {
        match self {
            CardSize::Huge => 9,
            CardSize::Large => 7,
            CardSize::Small => 5,
        }
    }

    /// Height in cells.
    pub fn height(self) -> u16 {
        match self {
            CardSize::Huge => 7,
            CardSize::Large => 5,
            CardSize::Small => 3,
        }
    }
}

/// Whether colours are used. They only repeat what a character already says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Paint {
    /// The sixteen colours of every terminal.
    #[default]
    Colours,
    /// None, as `NO_COLOR` asks.
    Plain,
}

impl Paint {
    /// The setting of the environment: a non-empty `NO_COLOR` turns colours off.
    pub fn from_environment() -> Paint {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Paint::Plain,
            _ => Paint::Colours,
        }
    }

    /// Text in this colour.
    pub fn ink(self, colour: Color) -> Style {
        match self {
            Paint::Colours => Style::new().fg(colour),
            Paint::Plain => Style::new(),
        }
    }

    /// Text in this colour on a background.
    pub fn print(self, ink: Color, background: Color) -> Style {
        match self {
            Paint::Colours => Style::new().fg(ink).bg(background),
            Paint::Plain => Style::new(),
        }
    }

    /// Text that matters now.
    pub fn strong(self, colour: Color) -> Style {
        self.ink(colour).add_modifier(Modifier::BOLD)
    }
}

/// The sign of a suit: a shape, a French suit, or the letter of a colour.
pub fn sign(pack: &Pack, suit: Suit) -> String {
    match pack.suit_name(suit) {
        "circle" => "●".into(),
        "triangle" => "▲".into(),
        "cross" => "✚".into(),
        "square" => "■".into(),
        "star" => "★".into(),
        "clubs" => "♣".into(),
        "diamonds" => "♦".into(),
        "hearts" => "♥".into(),
        "spades" => "♠".into(),
        other => other.chars().take(1).flat_map(char::to_uppercase).collect(),
    }
}

/// The card in at most three cells: `8★`, `10♥`, `R7`, `G+2`.
pub fn label(pack: &Pack, card: Card) -> String {
    let face = pack.face(card);
    let rank = short_rank(pack.rank_name(face.rank));
    let Some(suit) = face.suit else {
        return match pack.style() {
            PackStyle::Shapes => format!("{rank}W"),
            PackStyle::Colours if rank != "W" => format!("W{rank}"),
            PackStyle::French | PackStyle::Colours => rank,
        };
    };
    match pack.style() {
        PackStyle::Colours => format!("{}{rank}", sign(pack, suit)),
        PackStyle::Shapes | PackStyle::French => format!("{rank}{}", sign(pack, suit)),
    }
}

/// A rank in at most two cells, or three without a suit.
fn short_rank(rank: &str) -> String {
    match rank {
        "skip" => "sk".into(),
        "reverse" => "rv".into(),
        "swap" => "sw".into(),
        "draw2" => "+2".into(),
        "wild" => "W".into(),
        "draw4" => "+4".into(),
        "JK" => "Jok".into(),
        other => other.chars().take(2).collect(),
    }
}

/// The text in the middle of a large card.
fn emblem(pack: &Pack, card: Card) -> String {
    let face = pack.face(card);
    let rank = pack.rank_name(face.rank);
    let text = match (face.suit, pack.style(), rank) {
        (Some(suit), PackStyle::Shapes | PackStyle::French, _) => sign(pack, suit),
        (None, PackStyle::Shapes, _) => "WHOT".into(),
        (None, PackStyle::French, _) => "JOKER".into(),
        (_, PackStyle::Colours, "reverse") => "rev".into(),
        (_, PackStyle::Colours, "draw2") => "+2".into(),
        (_, PackStyle::Colours, "draw4") => "+4".into(),
        (_, PackStyle::Colours, other) => other.to_string(),
    };
    text.chars().take(5).collect()
}

/// The picture in the middle of a huge card: three rows of five cells.
fn picture(pack: &Pack, card: Card) -> [&'static str; 3] {
    let face = pack.face(card);
    let subject = match (face.suit, pack.style()) {
        (Some(suit), PackStyle::Shapes | PackStyle::French) => pack.suit_name(suit),
        (None, PackStyle::Shapes) => "whot",
        (_, PackStyle::French | PackStyle::Colours) => pack.rank_name(face.rank),
    };
    match subject {
        "circle" => ["▄███▄", "█████", "▀███▀"],
        "triangle" => ["  ▄  ", " ▟█▙ ", "▟███▙"],
        "cross" => ["  █  ", "▀▀█▀▀", "  █  "],
        "square" => ["▄▄▄▄▄", "█████", "▀▀▀▀▀"],
        "star" => ["▄▄█▄▄", " ███ ", "▄▀ ▀▄"],
        "whot" => ["▄   ▄", "WHOT!", "▀   ▀"],
        "clubs" => [" ▄█▄ ", "▄▀█▀▄", "▀ █ ▀"],
        "diamonds" => [" ▄█▄ ", "█████", " ▀█▀ "],
        "hearts" => ["▄█▄█▄", "▀███▀", "  ▀  "],
        "spades" => ["  ▄  ", "▄███▄", "▀ █ ▀"],
        "JK" => ["▄   ▄", "JOKER", "▀   ▀"],
        "0" => [" █▀█ ", " █ █ ", " ▀▀▀ "],
        "1" => [" ▀█  ", "  █  ", " ▀▀▀ "],
        "2" => [" ▀▀█ ", " █▀▀ ", " ▀▀▀ "],
        "3" => [" ▀▀█ ", "  ▀█ ", " ▀▀▀ "],
        "4" => [" █ █ ", " ▀▀█ ", "   ▀ "],
        "5" => [" █▀▀ ", " ▀▀█ ", " ▀▀▀ "],
        "6" => [" █▀▀ ", " █▀█ ", " ▀▀▀ "],
        "7" => [" ▀▀█ ", "   █ ", "   ▀ "],
        "8" => [" █▀█ ", " █▀█ ", " ▀▀▀ "],
        "9" => [" █▀█ ", " ▀▀█ ", " ▀▀▀ "],
        "skip" => [" ▄▄▄ ", "skip ", " ▀▀▀ "],
        "reverse" => ["──▶  ", " rev ", "  ◀──"],
        "draw2" => [" ▄▄  ", " +2█ ", "  ▀▀ "],
        "draw4" => [" ▄▄  ", " +4█ ", "  ▀▀ "],
        "swap" => ["──▶  ", "swap ", "  ◀──"],
        "wild" => ["R   G", "wild ", "B   Y"],
        _ => ["     ", "     ", "     "],
    }
}

/// The text colour of a suit.
pub fn colour(pack: &Pack, suit: Option<Suit>) -> Color {
    match suit.map(|suit| pack.suit_name(suit)) {
        Some("red" | "diamonds" | "hearts" | "star") => Color::LightRed,
        Some("green" | "triangle") => Color::LightGreen,
        Some("blue" | "circle") => Color::LightBlue,
        Some("yellow" | "square") => Color::LightYellow,
        Some("cross") => Color::LightMagenta,
        Some(_) => Color::White,
        None => Color::LightCyan,
    }
}

/// The style of a card: shapes and suits on white, coloured cards on their colour.
fn card_style(pack: &Pack, card: Card, paint: Paint) -> Style {
    let suit = pack.face(card).suit.map(|suit| pack.suit_name(suit));
    let (ink, background) = match (suit, pack.style()) {
        (Some("red"), _) => (Color::White, Color::Red),
        (Some("green"), _) => (Color::Black, Color::Green),
        (Some("blue"), _) => (Color::White, Color::Blue),
        (Some("yellow"), _) => (Color::Black, Color::Yellow),
        (Some("diamonds" | "hearts" | "star"), _) => (Color::Red, Color::White),
        (Some("circle"), _) => (Color::Blue, Color::White),
        (Some("triangle"), _) => (Color::Green, Color::White),
        (Some("cross"), _) | (None, PackStyle::French) => (Color::Magenta, Color::White),
        (Some(_), _) => (Color::Black, Color::White),
        (None, PackStyle::Colours) => (Color::White, Color::Black),
        (None, PackStyle::Shapes) => (Color::White, Color::Magenta),
    };
    paint.print(ink, background)
}

/// Draws a card face up; `at` is its top left corner.
pub fn draw_face(buffer: &mut Buffer, at: Position, size: CardSize, pack: &Pack, card: Card, paint: Paint) {
    draw_framed(buffer, at, size, &face(pack, card, size), card_style(pack, card, paint));
}

/// The lines inside the frame of a card.
fn face(pack: &Pack, card: Card, size: CardSize) -> Vec<String> {
    let label = label(pack, card);
    match size {
        CardSize::Huge => {
            let picture = picture(pack, card).map(|line| format!("{line:^7}"));
            [format!("{label:<7}")].into_iter().chain(picture).chain([format!("{label:>7}")]).collect()
        }
        CardSize::Large => {
            vec![format!("{label:<5}"), format!("{:^5}", emblem(pack, card)), format!("{label:>5}")]
        }
        CardSize::Small => vec![format!("{label:<3}")],
    }
}

/// Draws a card of which only `visible` columns show because the next card covers it. Symbols that do not fit are left
/// out, not cut.
pub fn draw_edge(
    buffer: &mut Buffer,
    at: Position,
    size: CardSize,
    (pack, card): (&Pack, Card),
    visible: u16,
    paint: Paint,
) {
    let width = usize::from(size.width() - 2);
    let visible = usize::from(visible.saturating_sub(1)).min(width);
    let mut lines = face(pack, card, size);
    for line in lines.iter_mut().skip(1) {
        let whole = line.trim_end().chars().count() <= visible;
        *line = if whole { line.clone() } else { " ".repeat(width) };
    }
    draw_framed(buffer, at, size, &lines, card_style(pack, card, paint));
}

/// Draws a card face down; `at` is its top left corner.
pub fn draw_back(buffer: &mut Buffer, at: Position, size: CardSize, paint: Paint) {
    let line = "░".repeat(usize::from(size.width() - 2));
    let lines = vec![line; usize::from(size.height() - 2)];
    draw_framed(buffer, at, size, &lines, paint.print(Color::LightCyan, Color::Blue));
}

/// Draws overlapping cards face down in a row three cells high.
pub fn draw_backs(buffer: &mut Buffer, at: Position, cards: usize, paint: Paint) {
    let Some(under) = cards.checked_sub(1) else { return };
    let style = paint.print(Color::LightCyan, Color::Blue);
    let rows = [("┌", "──┐"), ("│", "░░│"), ("└", "──┘")];
    for (row, (edge, end)) in (0..).zip(rows) {
        put(buffer, at.x, at.y + row, &format!("{}{edge}{end}", edge.repeat(under)), style);
    }
}

/// Draws the frame of an empty place.
pub fn draw_gap(buffer: &mut Buffer, at: Position, size: CardSize, paint: Paint) {
    let inner = usize::from(size.width() - 2);
    let lines = vec![" ".repeat(inner); usize::from(size.height() - 2)];
    draw_framed(buffer, at, size, &lines, paint.ink(Color::DarkGray));
}

fn draw_framed(buffer: &mut Buffer, at: Position, size: CardSize, lines: &[String], style: Style) {
    let edge = "─".repeat(usize::from(size.width() - 2));
    put(buffer, at.x, at.y, &format!("┌{edge}┐"), style);
    for (row, line) in (1..).zip(lines) {
        put(buffer, at.x, at.y + row, &format!("│{line}│"), style);
    }
    put(buffer, at.x, at.y + size.height() - 1, &format!("└{edge}┘"), style);
}

/// Writes a line of text; anything outside the buffer is cut off.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area: Rect = buffer.area;
    if area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// The text of a buffer, line by line, without trailing blanks.
pub fn text_of(buffer: &Buffer) -> String {
    let line = |y: u16| {
        let cells = (buffer.area.left()..buffer.area.right()).filter_map(|x| buffer.cell((x, y)));
        let text: String = cells.map(ratatui::buffer::Cell::symbol).collect();
        text.trim_end().to_string() + "\n"
    };
    (buffer.area.top()..buffer.area.bottom()).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{CompiledRules, presets};

    fn drawn(preset: &str, cards: &str, size: CardSize) -> String {
        let compiled = CompiledRules::new(&presets::named(preset).unwrap(), 2).unwrap();
        let cards: Vec<Card> = cards
            .split(' ')
            .map(|name| compiled.pack().parse(name).unwrap_or_else(|| panic!("{name}")))
            .collect();
        let mut buffer =
            Buffer::empty(Rect::new(0, 0, (size.width() + 1) * cards.len() as u16, size.height()));
        for (at, &card) in (0..).zip(&cards) {
            let corner = Position::new((size.width() + 1) * at, 0);
            draw_face(&mut buffer, corner, size, compiled.pack(), card, Paint::Plain);
        }
        text_of(&buffer)
    }

    #[test]
    fn whot_cards_show_their_shapes_and_numbers() {
        assert_eq!(
            drawn("naija-whot", "circle-3 triangle-14 cross-5 square-2 star-8 whot-20", CardSize::Large),
            "\
┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐
│3●   │ │14▲  │ │5✚   │ │2■   │ │8★   │ │20W  │
│  ●  │ │  ▲  │ │  ✚  │ │  ■  │ │  ★  │ │WHOT │
│   3●│ │  14▲│ │   5✚│ │   2■│ │   8★│ │  20W│
└─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘
"
        );
    }

    #[test]
    fn french_cards_show_their_suits_and_ranks() {
        assert_eq!(
            drawn("yaniv", "AC 10D QH KS JK", CardSize::Small),
            "\
┌───┐ ┌───┐ ┌───┐ ┌───┐ ┌───┐
│A♣ │ │10♦│ │Q♥ │ │K♠ │ │Jok│
└───┘ └───┘ └───┘ └───┘ └───┘
"
        );
    }

    #[test]
    fn colours_are_told_by_letters_too() {
        assert_eq!(
            drawn("uno-classic", "red-7 green-skip blue-reverse yellow-draw2 wild draw4", CardSize::Large),
            "\
┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐
│R7   │ │Gsk  │ │Brv  │ │Y+2  │ │W    │ │W+4  │
│  7  │ │skip │ │ rev │ │ +2  │ │wild │ │ +4  │
│   R7│ │  Gsk│ │  Brv│ │  Y+2│ │    W│ │  W+4│
└─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘
"
        );
    }

    #[test]
    fn huge_cards_have_pictures() {
        assert_eq!(
            drawn("naija-whot", "circle-3 triangle-14 star-8 whot-20", CardSize::Huge),
            "\
┌───────┐ ┌───────┐ ┌───────┐ ┌───────┐
│3●     │ │14▲    │ │8★     │ │20W    │
│ ▄███▄ │ │   ▄   │ │ ▄▄█▄▄ │ │ ▄   ▄ │
│ █████ │ │  ▟█▙  │ │  ███  │ │ WHOT! │
│ ▀███▀ │ │ ▟███▙ │ │ ▄▀ ▀▄ │ │ ▀   ▀ │
│     3●│ │    14▲│ │     8★│ │    20W│
└───────┘ └───────┘ └───────┘ └───────┘
"
        );
    }

    /// Every card of every pack has a picture.
    #[test]
    fn every_card_has_a_picture() {
        for rules in presets::all() {
            let compiled = CompiledRules::new(&rules, rules.players().0).unwrap();
            for &card in compiled.pack().cards() {
                assert!(picture(compiled.pack(), card).iter().any(|row| !row.trim().is_empty()), "{card:?}");
            }
        }
    }

    #[test]
    fn a_back_tells_nothing() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
        draw_back(&mut buffer, Position::new(0, 0), CardSize::Small, Paint::Colours);
        assert_eq!(text_of(&buffer), "┌───┐\n│░░░│\n└───┘\n");
    }
}
