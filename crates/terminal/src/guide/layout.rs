//! A guide laid out for a width: rows of cells, with the cards beside their sentences.

use engine::{Card, Pack};
use games::Guide;
use games::guide::{GuideEntry, Section};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};

use crate::cards::{self, CardSize, Paint, put};
use crate::text::wrapped;

/// Maximum width of a page: longer lines are hard to read.
const MAX_PAGE_WIDTH_CELLS: u16 = 90;
/// Maximum length of a line of text.
const MAX_LINE_CELLS: u16 = 66;
/// Text stands beside the cards if it has at least this much room, otherwise below them.
const MIN_TEXT_BESIDE_CELLS: u16 = 26;
/// Indentation of text and cards; headings and step numbers stand to the left of it.
const INDENT_CELLS: u16 = 4;
/// Visible width of a card that the next one overlaps.
const OVERLAP_STEP_CELLS: u16 = 4;
/// Gap between two examples.
const GAP_CELLS: u16 = 3;

/// A guide as rows of cells.
pub(super) struct Layout {
    pub rows: Vec<Vec<Cell>>,
    /// The first row of each section.
    pub starts: Vec<usize>,
    /// The margin on either side of the page.
    pub margin: u16,
}

impl Layout {
    /// Lays a guide out for a screen of this width.
    pub fn new(guide: &Guide, width: u16, paint: Paint) -> Layout {
        let size = if width < 76 { CardSize::Small } else { CardSize::Large };
        let inner = width.saturating_sub(4).min(MAX_PAGE_WIDTH_CELLS);
        let margin = (width - inner) / 2;
        let drawing = Drawing { pack: &guide.pack, size, width: inner, paint };
        let mut layout = Layout { rows: Vec::new(), starts: Vec::new(), margin };
        for section in &guide.sections {
            layout.starts.push(layout.rows.len());
            let blocks = drawing.section(section);
            layout.rows.extend(blocks.iter().flat_map(|block| rows(block, margin)));
        }
        layout
    }
}

/// The rows of a block, indented by the margin.
fn rows(block: &Buffer, margin: u16) -> impl Iterator<Item = Vec<Cell>> {
    let blank = vec![Cell::default(); usize::from(margin)];
    let width = usize::from(block.area.width).max(1);
    block.content.chunks(width).map(move |cells| [blank.as_slice(), cells].concat())
}

/// The settings of a drawing, the same for every part of a guide.
struct Drawing<'a> {
    pack: &'a Pack,
    size: CardSize,
    width: u16,
    paint: Paint,
}

impl Drawing<'_> {
    /// A heading and its entries, each followed by a blank row.
    fn section(&self, section: &Section) -> Vec<Buffer> {
        let mut heading = self.block(2);
        let line = "─".repeat(usize::from(self.width).saturating_sub(section.heading.chars().count() + 1));
        let style = self.paint.strong(Color::LightCyan);
        put(&mut heading, 0, 0, &format!("{} {line}", section.heading), style);
        [heading].into_iter().chain(section.entries.iter().map(|entry| self.entry(entry))).collect()
    }

    fn block(&self, height: u16) -> Buffer {
        Buffer::empty(Rect::new(0, 0, self.width, height))
    }

    fn entry(&self, entry: &GuideEntry) -> Buffer {
        let room = self.width.saturating_sub(INDENT_CELLS);
        let spread = Spread::new(&entry.pictures, self.size, room);
        let (paragraphs, height) = paragraphs(entry, &spread, room);
        let mut block = self.block(height);
        for (card, at) in spread.cards {
            let at = Position::new(at.x + INDENT_CELLS, at.y);
            cards::draw_face(&mut block, at, self.size, self.pack, card, self.paint);
        }
        for (at, lines) in paragraphs {
            for (y, line) in (at.y..).zip(lines) {
                put(&mut block, INDENT_CELLS + at.x, y, &line, Style::new());
            }
        }
        if let Some(step) = entry.step {
            put(&mut block, 1, 0, &format!("{step}."), self.paint.strong(Color::LightYellow));
        }
        block
    }
}

/// Lines of text, and where they begin.
type Paragraph = (Position, Vec<String>);

/// The text of an entry and its total height with a blank row after each paragraph. The first paragraph stands beside
/// the cards if there is room.
fn paragraphs(entry: &GuideEntry, spread: &Spread, room: u16) -> (Vec<Paragraph>, u16) {
    let beside = spread.room_beside(room);
    let mut texts = entry.texts.iter();
    let (mut out, mut y) = (Vec::new(), spread.height);
    if !spread.cards.is_empty() && beside >= MIN_TEXT_BESIDE_CELLS {
        let text_lines = lines(texts.next().map_or("", String::as_str), beside);
        let height = spread.height.max(text_lines.len() as u16);
        let above = (height - text_lines.len() as u16) / 2;
        out.push((Position::new(spread.width + GAP_CELLS, above), text_lines));
        y = height + 1;
    }
    for text in texts {
        let text_lines = lines(text, room);
        let next = y + text_lines.len() as u16 + 1;
        out.push((Position::new(0, y), text_lines));
        y = next;
    }
    (out, y)
}

fn lines(text: &str, room: u16) -> Vec<String> {
    wrapped(text, usize::from(room.min(MAX_LINE_CELLS)))
}

/// Where the cards lie: each example is a row of cards, wrapped as needed.
struct Spread {
    cards: Vec<(Card, Position)>,
    width: u16,
    height: u16,
}

impl Spread {
    /// The cards side by side, or overlapping if only that leaves room for text beside them.
    fn new(pictures: &[Vec<Card>], size: CardSize, room: u16) -> Spread {
        let side_by_side = Spread::with_step(pictures, size, room, size.width() + 1);
        let overlapping = Spread::with_step(pictures, size, room, OVERLAP_STEP_CELLS);
        let is_better = side_by_side.room_beside(room) < MIN_TEXT_BESIDE_CELLS
            && overlapping.room_beside(room) >= MIN_TEXT_BESIDE_CELLS;
        if is_better { overlapping } else { side_by_side }
    }

    fn room_beside(&self, room: u16) -> u16 {
        room.saturating_sub(self.width + GAP_CELLS)
    }

    /// The cards with this many cells from one to the next.
    fn with_step(pictures: &[Vec<Card>], size: CardSize, room: u16, step: u16) -> Spread {
        let cards_per_row = usize::from(room.saturating_sub(size.width()) / step) + 1;
        let mut spread = Spread { cards: Vec::new(), width: 0, height: 0 };
        let (mut left, mut top) = (0, 0);
        for row in pictures.iter().flat_map(|cards| cards.chunks(cards_per_row)) {
            let width = (row.len() as u16 - 1) * step + size.width();
            if left > 0 && left + width > room {
                (left, top) = (0, spread.height);
            }
            let places = (0..).map(|at| Position::new(left + at * step, top));
            spread.cards.extend(row.iter().copied().zip(places));
            spread.width = spread.width.max(left + width);
            spread.height = top + size.height();
            left += width + GAP_CELLS;
        }
        spread
    }
}
