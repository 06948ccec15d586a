//! The own hand as a fan: where cards are drawn, which can be played, and their keys.

use engine::{Card, Pack, Scene, Viewer};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use crate::cards::{self, CardSize, Paint, put};

/// The keys that select the cards of a hand, from the left.
pub const KEYS: &str = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Least visible width of a covered card: its edge and its label.
const MIN_STEP_CELLS: u16 = 4;

/// The selected cards, by their positions in the hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The card under the cursor.
    pub cursor: usize,
    /// The marked cards, which are played together in this order.
    pub marked: Vec<usize>,
}

impl Selection {
    /// Moves the cursor back into a hand of this many cards and clears the marks.
    pub fn reset(&mut self, cards: usize) {
        self.cursor = self.cursor.min(cards.saturating_sub(1));
        self.marked.clear();
    }

    /// Marks or unmarks the card under the cursor.
    pub fn toggle(&mut self) {
        match self.marked.iter().position(|&at| at == self.cursor) {
            Some(found) => {
                self.marked.remove(found);
            }
            None => self.marked.push(self.cursor),
        }
    }

    /// The positions of the cards that Enter would play.
    pub fn chosen(&self) -> Vec<usize> {
        if self.marked.is_empty() { vec![self.cursor] } else { self.marked.clone() }
    }
}

/// The viewer's own cards, in the order of the pack (Y34).
pub fn own(scene: &Scene) -> &[Card] {
    let Viewer::Seat(seat) = scene.viewer else { return &[] };
    scene.places.iter().find(|place| place.seat == seat).map_or(&[], |place| &place.known)
}

/// What Enter does with a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Playable {
    /// It cannot be played.
    No,
    /// It can be played, but only together with others, which are then marked too.
    WithOthers,
    /// It is played.
    Alone,
}

impl Playable {
    /// The sign beside the key of the card.
    fn sign(self) -> char {
        match self {
            Playable::No => ' ',
            Playable::WithOthers => '&',
            Playable::Alone => '*',
        }
    }
}

/// How a card can be played, from the choices of the scene.
pub fn playable(scene: &Scene, pack: &Pack, card: Card) -> Playable {
    let same = |used: &Card| pack.first_copy(*used) == pack.first_copy(card);
    let uses: Vec<&[Card]> = scene
        .choices
        .iter()
        .map(|choice| choice.cards.as_slice())
        .filter(|used| used.iter().any(same))
        .collect();
    match uses.iter().any(|used| used.len() == 1) {
        true => Playable::Alone,
        false if uses.is_empty() => Playable::No,
        false => Playable::WithOthers,
    }
}

/// The positions of cards in a hand, in the order of the cards; of equal cards those in `preferred` come first.
pub fn positions(hand: &[Card], pack: &Pack, cards: &[Card], preferred: &[usize]) -> Vec<usize> {
    let mut found: Vec<usize> = Vec::new();
    for &card in cards {
        let is_same =
            |&at: &usize| hand.get(at).map(|&held| pack.first_copy(held)) == Some(pack.first_copy(card));
        let mut places = preferred.iter().copied().chain(0..hand.len());
        found.extend(places.find(|at| is_same(at) && !found.contains(at)));
    }
    found
}

/// The layout of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fan {
    area: Rect,
    size: CardSize,
    step: u16,
    first: usize,
    shown: usize,
    margin: u16,
}

impl Fan {
    /// Rows that a hand takes: one to raise cards into, and one for the keys.
    pub fn height(size: CardSize) -> u16 {
        size.height() + 2
    }

    /// Lays out this many cards so that the one under the cursor is visible.
    pub fn new(area: Rect, size: CardSize, cards: usize, cursor: usize) -> Fan {
        let room = area.width.saturating_sub(size.width() + 2);
        let max_shown = usize::from(room / MIN_STEP_CELLS) + 1;
        let shown = cards.min(max_shown);
        let gaps = (shown.max(2) - 1) as u16;
        let step = (room / gaps).clamp(MIN_STEP_CELLS, size.width() + 1);
        let first = (cursor + 1).saturating_sub(shown).min(cards - shown);
        let width = shown.saturating_sub(1) as u16 * step + size.width();
        let margin = (area.width.saturating_sub(width) / 2).max(1);
        Fan { area, size, step, first, shown, margin }
    }

    fn left(&self, at: usize) -> u16 {
        self.area.x + self.margin + (at - self.first) as u16 * self.step
    }

    /// The position in the hand of the card at a place of the screen.
    pub fn card_at(&self, position: Position) -> Option<usize> {
        if !self.area.contains(position) || self.shown == 0 {
            return None;
        }
        let offset = position.x.checked_sub(self.area.x + self.margin)?;
        let at = usize::from(offset / self.step).min(self.shown - 1);
        (offset < at as u16 * self.step + self.size.width()).then_some(self.first + at)
    }

    /// Draws the hand. Playable cards are raised and have a sign beside their key. Without a selection there are no
    /// keys.
    pub fn draw(
        &self,
        buffer: &mut Buffer,
        scene: &Scene,
        pack: &Pack,
        selection: Option<&Selection>,
        paint: Paint,
    ) {
        let hand = own(scene);
        for (at, &card) in hand.iter().enumerate().skip(self.first).take(self.shown) {
            let playable = playable(scene, pack, card);
            let top = self.area.y + u16::from(playable == Playable::No);
            let corner = Position::new(self.left(at), top);
            if self.step < self.size.width() && at + 1 < self.first + self.shown {
                cards::draw_edge(buffer, corner, self.size, (pack, card), self.step, paint);
            } else {
                cards::draw_face(buffer, corner, self.size, pack, card, paint);
            }
            if selection.is_some_and(|selection| at == selection.cursor || selection.marked.contains(&at)) {
                let visible = if at + 1 == self.first + self.shown { self.size.width() } else { self.step };
                let visible =
                    Rect::new(corner.x, corner.y, visible.min(self.size.width()), self.size.height());
                buffer.set_style(visible.intersection(buffer.area), Modifier::REVERSED);
            }
            let sign = playable.sign();
            let text =
                selection.map_or_else(|| format!("  {sign}"), |selection| key_label(selection, at, sign));
            let style = match playable {
                Playable::No => paint.ink(Color::Gray),
                Playable::WithOthers => paint.strong(Color::LightYellow),
                Playable::Alone => paint.strong(Color::LightGreen),
            };
            put(buffer, self.left(at), self.area.bottom() - 1, &text, style);
        }
        self.draw_more(buffer, hand.len(), paint);
    }

    fn draw_more(&self, buffer: &mut Buffer, cards: usize, paint: Paint) {
        let style = paint.strong(Color::White);
        if self.first > 0 {
            put(buffer, self.area.x, self.area.y + 2, "‹", style);
        }
        if self.first + self.shown < cards {
            put(buffer, self.area.right() - 1, self.area.y + 2, "›", style);
        }
    }
}

/// The text under a card that can be selected. A marked card shows at which place it is played.
fn key_label(selection: &Selection, at: usize, sign: char) -> String {
    let key = KEYS.chars().nth(at).unwrap_or(' ');
    let cursor = if at == selection.cursor { '>' } else { ' ' };
    match selection.marked.iter().position(|&marked| marked == at) {
        Some(place) => format!("{cursor}{key}+{}", char::from_digit(place as u32 + 1, 10).unwrap_or(' ')),
        None => format!("{cursor}{key}{sign} "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_hand_scrolls_with_the_cursor() {
        let area = Rect::new(0, 10, 60, 7);
        let fan = Fan::new(area, CardSize::Large, 20, 0);
        assert_eq!((fan.step, fan.first, fan.shown), (4, 0, 13));
        assert_eq!(Fan::new(area, CardSize::Large, 20, 19).first, 7);
        let short = Fan::new(area, CardSize::Large, 3, 0);
        assert_eq!((short.step, short.shown), (8, 3));
        assert_eq!(short.card_at(Position::new(29, 12)), Some(1));
        assert_eq!(short.card_at(Position::new(50, 12)), None);
        assert_eq!(Fan::new(area, CardSize::Large, 0, 0).card_at(Position::new(2, 12)), None);
    }
}
