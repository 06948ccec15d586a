//! Cards as text: a face or a back drawn into a buffer, and the short label that both sizes share.

use engine::{Card, Pack, Style as Writing, Suit};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// How much room a card has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// Nine cells wide and seven high.
    Huge,
    /// Seven cells wide and five high.
    #[default]
    Large,
    /// Five cells wide and three high.
    Small,
}

impl Size {
    /// How many cells a card is wide.
    pub fn width(self) -> u16 {
        match self {
            Size::Huge => 9,
            Size::Large => 7,
            Size::Small => 5,
        }
    }

    /// How many cells a card is high.
    pub fn height(self) -> u16 {
        match self {
            Size::Huge => 7,
            Size::Large => 5,
            Size::Small => 3,
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
    /// What the environment asks for: a `NO_COLOR` that is not empty turns colours off.
    pub fn from_environment() -> Paint {
        match std::env::var_os("NO_COLOR") {
            Some(value) if !value.is_empty() => Paint::Plain,
            _ => Paint::Colours,
        }
    }

    /// A style with this colour, if there are colours.
    pub fn ink(self, colour: Color) -> Style {
        match self {
            Paint::Colours => Style::new().fg(colour),
            Paint::Plain => Style::new(),
        }
    }

    /// A style with this colour on paper of that colour, if there are colours.
    pub fn print(self, ink: Color, paper: Color) -> Style {
        match self {
            Paint::Colours => Style::new().fg(ink).bg(paper),
            Paint::Plain => Style::new(),
        }
    }

    /// The style of something that matters now.
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
            Writing::Shapes => format!("{rank}W"),
            Writing::Colours if rank != "W" => format!("W{rank}"),
            Writing::French | Writing::Colours => rank,
        };
    };
    match pack.style() {
        Writing::Colours => format!("{}{rank}", sign(pack, suit)),
        Writing::Shapes | Writing::French => format!("{rank}{}", sign(pack, suit)),
    }
}

/// A rank in at most two cells, or three where it stands without a suit.
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

/// What stands in the middle of a large card.
fn emblem(pack: &Pack, card: Card) -> String {
    let face = pack.face(card);
    let rank = pack.rank_name(face.rank);
    let text = match (face.suit, pack.style(), rank) {
        (Some(suit), Writing::Shapes | Writing::French, _) => sign(pack, suit),
        (None, Writing::Shapes, _) => "WHOT".into(),
        (None, Writing::French, _) => "JOKER".into(),
        (_, Writing::Colours, "reverse") => "rev".into(),
        (_, Writing::Colours, "draw2") => "+2".into(),
        (_, Writing::Colours, "draw4") => "+4".into(),
        (_, Writing::Colours, other) => other.to_string(),
    };
    text.chars().take(5).collect()
}

/// What is painted in the middle of a huge card: three rows of five cells.
fn painting(pack: &Pack, card: Card) -> [&'static str; 3] {
    let face = pack.face(card);
    let what = match (face.suit, pack.style()) {
        (Some(suit), Writing::Shapes | Writing::French) => pack.suit_name(suit),
        (None, Writing::Shapes) => "whot",
        (_, Writing::French | Writing::Colours) => pack.rank_name(face.rank),
    };
    match what {
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

/// The colour that goes with a suit.
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

/// What a card is printed with: shapes and suits on white paper, a coloured card on paper of its colour.
fn print(pack: &Pack, card: Card, paint: Paint) -> Style {
    let suit = pack.face(card).suit.map(|suit| pack.suit_name(suit));
    let (ink, paper) = match (suit, pack.style()) {
        (Some("red"), _) => (Color::White, Color::Red),
        (Some("green"), _) => (Color::Black, Color::Green),
        (Some("blue"), _) => (Color::White, Color::Blue),
        (Some("yellow"), _) => (Color::Black, Color::Yellow),
        (Some("diamonds" | "hearts" | "star"), _) => (Color::Red, Color::White),
        (Some("circle"), _) => (Color::Blue, Color::White),
        (Some("triangle"), _) => (Color::Green, Color::White),
        (Some("cross"), _) | (None, Writing::French) => (Color::Magenta, Color::White),
        (Some(_), _) => (Color::Black, Color::White),
        (None, Writing::Colours) => (Color::White, Color::Black),
        (None, Writing::Shapes) => (Color::White, Color::Magenta),
    };
    paint.print(ink, paper)
}

/// Draws a card face up with its top left corner there.
pub fn draw_face(buffer: &mut Buffer, at: Position, size: Size, pack: &Pack, card: Card, paint: Paint) {
    framed(buffer, at, size, &face(pack, card, size), print(pack, card, paint));
}

/// The lines of a card within its frame.
fn face(pack: &Pack, card: Card, size: Size) -> Vec<String> {
    let label = label(pack, card);
    match size {
        Size::Huge => {
            let painting = painting(pack, card).map(|line| format!("{line:^7}"));
            [format!("{label:<7}")].into_iter().chain(painting).chain([format!("{label:>7}")]).collect()
        }
        Size::Large => {
            vec![format!("{label:<5}"), format!("{:^5}", emblem(pack, card)), format!("{label:>5}")]
        }
        Size::Small => vec![format!("{label:<3}")],
    }
}

/// Draws a card of which only so many cells are seen, since the next one lies on it: nothing is cut in two.
pub fn draw_edge(
    buffer: &mut Buffer,
    at: Position,
    size: Size,
    (pack, card): (&Pack, Card),
    seen: u16,
    paint: Paint,
) {
    let width = usize::from(size.width() - 2);
    let seen = usize::from(seen.saturating_sub(1)).min(width);
    let mut lines = face(pack, card, size);
    for line in lines.iter_mut().skip(1) {
        let whole = line.trim_end().chars().count() <= seen;
        *line = if whole { line.clone() } else { " ".repeat(width) };
    }
    framed(buffer, at, size, &lines, print(pack, card, paint));
}

/// Draws a card face down with its top left corner there.
pub fn draw_back(buffer: &mut Buffer, at: Position, size: Size, paint: Paint) {
    let line = "░".repeat(usize::from(size.width() - 2));
    let lines = vec![line; usize::from(size.height() - 2)];
    framed(buffer, at, size, &lines, paint.print(Color::LightCyan, Color::Blue));
}

/// Draws so many cards face down, one over the other, in a row that is three cells high.
pub fn draw_backs(buffer: &mut Buffer, at: Position, cards: usize, paint: Paint) {
    let Some(under) = cards.checked_sub(1) else { return };
    let style = paint.print(Color::LightCyan, Color::Blue);
    let rows = [("┌", "──┐"), ("│", "░░│"), ("└", "──┘")];
    for (row, (edge, end)) in (0..).zip(rows) {
        put(buffer, at.x, at.y + row, &format!("{}{edge}{end}", edge.repeat(under)), style);
    }
}

/// Draws the frame of a place where no card lies.
pub fn draw_gap(buffer: &mut Buffer, at: Position, size: Size, paint: Paint) {
    let inner = usize::from(size.width() - 2);
    let lines = vec![" ".repeat(inner); usize::from(size.height() - 2)];
    framed(buffer, at, size, &lines, paint.ink(Color::DarkGray));
}

fn framed(buffer: &mut Buffer, at: Position, size: Size, lines: &[String], style: Style) {
    let edge = "─".repeat(usize::from(size.width() - 2));
    put(buffer, at.x, at.y, &format!("┌{edge}┐"), style);
    for (row, line) in (1..).zip(lines) {
        put(buffer, at.x, at.y + row, &format!("│{line}│"), style);
    }
    put(buffer, at.x, at.y + size.height() - 1, &format!("└{edge}┘"), style);
}

/// Writes a line of text; what lies outside the buffer is left out.
pub fn put(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    let area: Rect = buffer.area;
    if area.contains(Position { x, y }) {
        buffer.set_stringn(x, y, text, usize::from(area.right() - x), style);
    }
}

/// The text of a buffer, line by line, without blanks at the ends.
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

    fn drawn(preset: &str, cards: &str, size: Size) -> String {
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
            drawn("naija-whot", "circle-3 triangle-14 cross-5 square-2 star-8 whot-20", Size::Large),
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
            drawn("yaniv", "AC 10D QH KS JK", Size::Small),
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
            drawn("uno-classic", "red-7 green-skip blue-reverse yellow-draw2 wild draw4", Size::Large),
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
    fn huge_cards_are_painted() {
        assert_eq!(
            drawn("naija-whot", "circle-3 triangle-14 star-8 whot-20", Size::Huge),
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

    /// Every card of every pack has a painting of its own kind.
    #[test]
    fn every_card_is_painted() {
        for rules in presets::all() {
            let compiled = CompiledRules::new(&rules, rules.players().0).unwrap();
            for &card in compiled.pack().cards() {
                assert!(painting(compiled.pack(), card).iter().any(|row| !row.trim().is_empty()), "{card:?}");
            }
        }
    }

    #[test]
    fn a_back_tells_nothing() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
        draw_back(&mut buffer, Position::new(0, 0), Size::Small, Paint::Colours);
        assert_eq!(text_of(&buffer), "┌───┐\n│░░░│\n└───┘\n");
    }
}
