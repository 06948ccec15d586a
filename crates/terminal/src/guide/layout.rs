//! A guide laid out for a width: rows of cells, with the cards beside their sentences.

use engine::{Card, Pack};
use games::Guide;
use games::guide::{GuideEntry, Section};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};

use crate::cards::{self, Paint, Size, put};
use crate::text::wrapped;

/// The widest a page gets: longer lines are hard to read.
const WIDEST: u16 = 90;
/// The longest line of words.
const LONGEST: u16 = 66;
/// Words stand beside a picture if they get at least this much room, otherwise below it.
const LEAST_BESIDE: u16 = 26;
/// Where words and pictures begin; the headings and the numbers of steps stand to the left of that.
const INDENT: u16 = 4;
/// How much of a card is seen under the next, where they overlap.
const OVERLAP: u16 = 4;
/// Between two pictures.
const GAP: u16 = 3;

/// A guide as it is drawn.
pub(super) struct Layout {
    pub rows: Vec<Vec<Cell>>,
    /// The rows at which the sections begin.
    pub starts: Vec<usize>,
    /// How far the page stands from either side of the screen.
    pub margin: u16,
}

impl Layout {
    /// The guide for a screen of this width.
    pub fn new(guide: &Guide, width: u16, paint: Paint) -> Layout {
        let size = if width < 76 { Size::Small } else { Size::Large };
        let inner = width.saturating_sub(4).min(WIDEST);
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

/// The rows of a block, moved to the right.
fn rows(block: &Buffer, margin: u16) -> impl Iterator<Item = Vec<Cell>> {
    let blank = vec![Cell::default(); usize::from(margin)];
    let width = usize::from(block.area.width).max(1);
    block.content.chunks(width).map(move |cells| [blank.as_slice(), cells].concat())
}

/// How to draw: the same for every part of a guide.
struct Drawing<'a> {
    pack: &'a Pack,
    size: Size,
    width: u16,
    paint: Paint,
}

impl Drawing<'_> {
    /// A heading and its entries, each with a blank row after it.
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
        let room = self.width.saturating_sub(INDENT);
        let spread = Spread::new(&entry.pictures, self.size, room);
        let (paragraphs, height) = paragraphs(entry, &spread, room);
        let mut block = self.block(height);
        for (card, at) in spread.cards {
            let at = Position::new(at.x + INDENT, at.y);
            cards::draw_face(&mut block, at, self.size, self.pack, card, self.paint);
        }
        for (at, lines) in paragraphs {
            for (y, line) in (at.y..).zip(lines) {
                put(&mut block, INDENT + at.x, y, &line, Style::new());
            }
        }
        if let Some(step) = entry.step {
            put(&mut block, 1, 0, &format!("{step}."), self.paint.strong(Color::LightYellow));
        }
        block
    }
}

/// Lines of words, and where they begin.
type Paragraph = (Position, Vec<String>);

/// The words of an entry, the first of them beside its cards if there is room, and how high all of it is with a
/// blank row after each paragraph.
fn paragraphs(entry: &GuideEntry, spread: &Spread, room: u16) -> (Vec<Paragraph>, u16) {
    let beside = spread.room_beside(room);
    let mut texts = entry.texts.iter();
    let (mut out, mut y) = (Vec::new(), spread.height);
    if !spread.cards.is_empty() && beside >= LEAST_BESIDE {
        let words = lines(texts.next().map_or("", String::as_str), beside);
        let height = spread.height.max(words.len() as u16);
        let above = (height - words.len() as u16) / 2;
        out.push((Position::new(spread.width + GAP, above), words));
        y = height + 1;
    }
    for text in texts {
        let words = lines(text, room);
        let next = y + words.len() as u16 + 1;
        out.push((Position::new(0, y), words));
        y = next;
    }
    (out, y)
}

fn lines(text: &str, room: u16) -> Vec<String> {
    wrapped(text, usize::from(room.min(LONGEST)))
}

/// Where the cards lie: each picture a row of cards, and all in as many rows as it takes.
struct Spread {
    cards: Vec<(Card, Position)>,
    width: u16,
    height: u16,
}

impl Spread {
    /// The cards apart, or overlapping if only then there is room for words beside them.
    fn new(pictures: &[Vec<Card>], size: Size, room: u16) -> Spread {
        let apart = Spread::laid(pictures, size, room, size.width() + 1);
        let overlapping = Spread::laid(pictures, size, room, OVERLAP);
        let is_better =
            apart.room_beside(room) < LEAST_BESIDE && overlapping.room_beside(room) >= LEAST_BESIDE;
        if is_better { overlapping } else { apart }
    }

    fn room_beside(&self, room: u16) -> u16 {
        room.saturating_sub(self.width + GAP)
    }

    /// The cards with so many cells from one to the next.
    fn laid(pictures: &[Vec<Card>], size: Size, room: u16, step: u16) -> Spread {
        let most = usize::from(room.saturating_sub(size.width()) / step) + 1;
        let mut spread = Spread { cards: Vec::new(), width: 0, height: 0 };
        let (mut left, mut top) = (0, 0);
        for row in pictures.iter().flat_map(|cards| cards.chunks(most)) {
            let width = (row.len() as u16 - 1) * step + size.width();
            if left > 0 && left + width > room {
                (left, top) = (0, spread.height);
            }
            let places = (0..).map(|at| Position::new(left + at * step, top));
            spread.cards.extend(row.iter().copied().zip(places));
            spread.width = spread.width.max(left + width);
            spread.height = top + size.height();
            left += width + GAP;
        }
        spread
    }
}
