//! Cards as text: a face or a back drawn into a buffer, and the short label that both sizes share.

use engine::{Card, Pack, Style as Writing, Suit};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

/// How much room a card has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
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
            Size::Large => 7,
            Size::Small => 5,
        }
    }

    /// How many cells a card is high.
    pub fn height(self) -> u16 {
        match self {
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

/// What stands at the foot of a large card: the colour in words, or the label again.
fn foot(pack: &Pack, card: Card) -> String {
    match (pack.face(card).suit, pack.style()) {
        (Some(suit), Writing::Colours) => match pack.suit_name(suit) {
            name if name.len() > 5 => name.chars().take(4).chain(['.']).collect(),
            name => name.to_string(),
        },
        (None, Writing::Colours) => "any".into(),
        (_, Writing::Shapes | Writing::French) => label(pack, card),
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

/// Draws a card face up with its top left corner there.
pub fn draw_face(buffer: &mut Buffer, at: Position, size: Size, pack: &Pack, card: Card, paint: Paint) {
    let style = paint.ink(colour(pack, pack.face(card).suit));
    let label = label(pack, card);
    let lines = match size {
        Size::Large => {
            vec![
                format!("{label:<5}"),
                format!("{:^5}", emblem(pack, card)),
                format!("{:>5}", foot(pack, card)),
            ]
        }
        Size::Small => vec![format!("{label:<3}")],
    };
    framed(buffer, at, size, &lines, style);
}

/// Draws a card face down with its top left corner there.
pub fn draw_back(buffer: &mut Buffer, at: Position, size: Size, paint: Paint) {
    let line = match size {
        Size::Large => "░░░░░",
        Size::Small => "░░░",
    };
    let lines = vec![line.to_string(); usize::from(size.height() - 2)];
    framed(buffer, at, size, &lines, paint.ink(Color::Gray));
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
    use games::{Kit, presets};

    fn drawn(preset: &str, cards: &str, size: Size) -> String {
        let kit = Kit::new(&presets::named(preset).unwrap(), 2).unwrap();
        let cards: Vec<Card> =
            cards.split(' ').map(|name| kit.pack().parse(name).unwrap_or_else(|| panic!("{name}"))).collect();
        let mut buffer =
            Buffer::empty(Rect::new(0, 0, (size.width() + 1) * cards.len() as u16, size.height()));
        for (at, &card) in (0..).zip(&cards) {
            let corner = Position::new((size.width() + 1) * at, 0);
            draw_face(&mut buffer, corner, size, kit.pack(), card, Paint::Plain);
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
    fn colours_are_told_by_letter_and_word_too() {
        assert_eq!(
            drawn("uno-classic", "red-7 green-skip blue-reverse yellow-draw2 wild draw4", Size::Large),
            "\
┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐
│R7   │ │Gsk  │ │Brv  │ │Y+2  │ │W    │ │W+4  │
│  7  │ │skip │ │ rev │ │ +2  │ │wild │ │ +4  │
│  red│ │green│ │ blue│ │yell.│ │  any│ │  any│
└─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘
"
        );
    }

    #[test]
    fn a_back_tells_nothing() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 3));
        draw_back(&mut buffer, Position::new(0, 0), Size::Small, Paint::Colours);
        assert_eq!(text_of(&buffer), "┌───┐\n│░░░│\n└───┘\n");
    }
}
