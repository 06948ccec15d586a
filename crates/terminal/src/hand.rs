//! The own hand as a fan: which cards are shown where, which may be played, which is under a key.

use engine::{Card, Pack, Scene, Viewer};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use crate::cards::{self, Paint, Size, put};

/// The keys that select the cards of a hand, from the left.
pub const KEYS: &str = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// The least that is seen of a covered card: its edge and its label.
const NARROW: u16 = 4;

/// What the person has picked so far, by the places of the cards in the hand.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// The card under the cursor.
    pub cursor: usize,
    /// The cards that go together.
    pub marked: Vec<usize>,
}

impl Selection {
    /// Puts the cursor back into a hand of so many cards and forgets the marks.
    pub fn settle(&mut self, cards: usize) {
        self.cursor = self.cursor.min(cards.saturating_sub(1));
        self.marked.clear();
    }

    /// Marks the card under the cursor, or takes the mark away.
    pub fn toggle(&mut self) {
        match self.marked.iter().position(|&at| at == self.cursor) {
            Some(found) => {
                self.marked.remove(found);
            }
            None => self.marked.push(self.cursor),
        }
    }

    /// The places of the cards that Enter would play.
    pub fn chosen(&self) -> Vec<usize> {
        if self.marked.is_empty() { vec![self.cursor] } else { self.marked.clone() }
    }
}

/// The viewer's own cards, sorted as the pack is (Y34).
pub fn own(scene: &Scene) -> &[Card] {
    let Viewer::Seat(seat) = scene.viewer else { return &[] };
    scene.places.iter().find(|place| place.seat == seat).map_or(&[], |place| &place.known)
}

/// Whether some choice uses the card.
pub fn is_playable(scene: &Scene, pack: &Pack, card: Card) -> bool {
    let same = |used: &Card| pack.first_copy(*used) == pack.first_copy(card);
    scene.choices.iter().any(|choice| choice.cards.iter().any(same))
}

/// Where the cards of a hand lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fan {
    area: Rect,
    size: Size,
    step: u16,
    first: usize,
    shown: usize,
    margin: u16,
}

impl Fan {
    /// The rows that a hand takes: one to raise cards into, and one for the keys.
    pub fn height(size: Size) -> u16 {
        size.height() + 2
    }

    /// Lays so many cards out, so that the one under the cursor is seen.
    pub fn new(area: Rect, size: Size, cards: usize, cursor: usize) -> Fan {
        let room = area.width.saturating_sub(size.width() + 2);
        let most = usize::from(room / NARROW) + 1;
        let shown = cards.min(most);
        let gaps = (shown.max(2) - 1) as u16;
        let step = (room / gaps).clamp(NARROW, size.width() + 1);
        let first = (cursor + 1).saturating_sub(shown).min(cards - shown);
        let width = shown.saturating_sub(1) as u16 * step + size.width();
        let margin = (area.width.saturating_sub(width) / 2).max(1);
        Fan { area, size, step, first, shown, margin }
    }

    fn left(&self, at: usize) -> u16 {
        self.area.x + self.margin + (at - self.first) as u16 * self.step
    }

    /// The place in the hand of the card that is seen there.
    pub fn card_at(&self, position: Position) -> Option<usize> {
        if !self.area.contains(position) || self.shown == 0 {
            return None;
        }
        let offset = position.x.checked_sub(self.area.x + self.margin)?;
        let at = usize::from(offset / self.step).min(self.shown - 1);
        (offset < at as u16 * self.step + self.size.width()).then_some(self.first + at)
    }

    /// Draws the hand: cards that may be played stand higher and carry a star beside their key. Where nothing can be
    /// selected there are no keys.
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
            let playable = is_playable(scene, pack, card);
            let top = self.area.y + u16::from(!playable);
            let corner = Position::new(self.left(at), top);
            if self.step < self.size.width() && at + 1 < self.first + self.shown {
                cards::draw_edge(buffer, corner, self.size, (pack, card), self.step, paint);
            } else {
                cards::draw_face(buffer, corner, self.size, pack, card, paint);
            }
            if selection.is_some_and(|picked| at == picked.cursor || picked.marked.contains(&at)) {
                let seen = if at + 1 == self.first + self.shown { self.size.width() } else { self.step };
                let seen = Rect::new(corner.x, corner.y, seen.min(self.size.width()), self.size.height());
                buffer.set_style(seen.intersection(buffer.area), Modifier::REVERSED);
            }
            let star = if playable { '*' } else { ' ' };
            let text = selection.map_or_else(|| format!("  {star}"), |picked| keyed(picked, at, star));
            let style = if playable { paint.strong(Color::LightGreen) } else { paint.ink(Color::Gray) };
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

/// What stands under a card that can be selected.
fn keyed(selection: &Selection, at: usize, star: char) -> String {
    let key = KEYS.chars().nth(at).unwrap_or(' ');
    let cursor = if at == selection.cursor { '>' } else { ' ' };
    let mark = if selection.marked.contains(&at) { '+' } else { ' ' };
    format!("{cursor}{key}{star}{mark}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_hand_moves_with_the_cursor() {
        let area = Rect::new(0, 10, 60, 7);
        let fan = Fan::new(area, Size::Large, 20, 0);
        assert_eq!((fan.step, fan.first, fan.shown), (4, 0, 13));
        assert_eq!(Fan::new(area, Size::Large, 20, 19).first, 7);
        let short = Fan::new(area, Size::Large, 3, 0);
        assert_eq!((short.step, short.shown), (8, 3));
        assert_eq!(short.card_at(Position::new(29, 12)), Some(1));
        assert_eq!(short.card_at(Position::new(50, 12)), None);
        assert_eq!(Fan::new(area, Size::Large, 0, 0).card_at(Position::new(2, 12)), None);
    }
}
