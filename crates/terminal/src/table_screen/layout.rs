//! Where the parts of a table stand on the screen, and what a click hits.

use ratatui::layout::{Position, Rect};

use super::{TableScreen, action_line};
use crate::cards::CardSize;
use crate::hand::{Fan, own};
use crate::turn_order::opponents;

/// Minimum width and height of a table.
pub const MIN_SIZE_CELLS: (u16, u16) = (60, 20);

/// From this height on, the cards of opponents are drawn.
const MIN_TALL_HEIGHT_CELLS: u16 = 32;

/// Height of a table without its list of opponents.
const HEIGHT_WITHOUT_OPPONENTS_CELLS: usize = 15;

/// Width of one opponent.
pub(super) const OPPONENT_WIDTH_CELLS: u16 = 29;

/// The positions of all parts.
pub(super) struct Layout {
    pub opponents: Rect,
    /// Number of opponents side by side.
    pub per_row: u16,
    /// Whether the cards of opponents are drawn.
    pub tall: bool,
    pub middle: Rect,
    pub message: u16,
    pub status: u16,
    pub hand: Rect,
    pub size: CardSize,
    pub foot: u16,
}

impl Layout {
    pub fn new(area: Rect, screen: &TableScreen<'_>) -> Layout {
        let per_row = if is_listed(area, screen) { 1 } else { (area.width / OPPONENT_WIDTH_CELLS).max(1) };
        let rows = opponents(screen.scene).count().div_ceil(usize::from(per_row)) as u16;
        let tall = area.height >= MIN_TALL_HEIGHT_CELLS && rows <= 2 && per_row > 1;
        let opponents =
            Rect::new(area.x + 1, area.y + 1 + u16::from(tall), area.width - 2, rows * opponent_height(tall));
        let free_height = area.height.saturating_sub(opponents.height + 5);
        let cards = own(screen.scene).len() as u16;
        let fits = |size: &CardSize| {
            let whole = cards * size.width() <= area.width || *size == CardSize::Large;
            whole && free_height > Fan::height(*size) + size.height()
        };
        let size = [CardSize::Huge, CardSize::Large].into_iter().find(fits);
        let size = size.unwrap_or(CardSize::Small);
        let hand_top = area.bottom().saturating_sub(2 + Fan::height(size));
        let top = opponents.bottom() + u16::from(area.height >= 24);
        let middle = Rect::new(area.x + 1, top, area.width - 2, hand_top.saturating_sub(top + 2));
        Layout {
            opponents,
            per_row,
            tall,
            middle,
            message: hand_top - 2,
            status: hand_top - 1,
            hand: Rect::new(area.x, hand_top, area.width, Fan::height(size)),
            size,
            foot: area.bottom() - 2,
        }
    }

    /// Height of an opponent.
    pub fn opponent_height(&self) -> u16 {
        opponent_height(self.tall)
    }
}

fn opponent_height(tall: bool) -> u16 {
    if tall { 5 } else { 1 }
}

/// Whether the screen is large enough for a table.
pub fn is_large_enough(area: Rect) -> bool {
    area.width >= MIN_SIZE_CELLS.0 && area.height >= MIN_SIZE_CELLS.1
}

/// The target of a click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClickTarget {
    /// A card of the player's hand, by position.
    Card(usize),
    /// The action of a key.
    Key(char),
}

/// The target at a position, on a screen that is large enough.
pub fn target_at(area: Rect, screen: &TableScreen<'_>, position: Position) -> Option<ClickTarget> {
    let layout = Layout::new(area, screen);
    if position.y == layout.foot {
        return action_at(area, screen, position.x).map(ClickTarget::Key);
    }
    if let Some(at) = fan(area, screen).card_at(position) {
        return Some(ClickTarget::Card(at));
    }
    // The stock is the first pile, and drawing is its action.
    let (corner, size) = piles(layout.middle);
    let stock = Rect::new(corner.x, corner.y, size.width(), size.height());
    stock.contains(position).then_some(ClickTarget::Key('d'))
}

/// The key of the action at this column.
fn action_at(area: Rect, screen: &TableScreen<'_>, column: u16) -> Option<char> {
    let line: Vec<char> = action_line(area.width, screen).chars().collect();
    let at = usize::from(column.checked_sub(area.x + 1)?);
    let before = line.get(..=at)?;
    let open = before.iter().rposition(|&letter| letter == '[')?;
    line.get(open + 1).copied()
}

/// The layout of the player's hand, on a screen that is large enough.
pub fn fan(area: Rect, screen: &TableScreen<'_>) -> Fan {
    let layout = Layout::new(area, screen);
    Fan::new(layout.hand, layout.size, own(screen.scene).len(), screen.selection.cursor)
}

/// Whether each opponent has a line with the whole hand, once all of it is known. Single known cards are drawn only
/// under the backs on a tall screen, so that the table does not jump when one is taken.
fn is_listed(area: Rect, screen: &TableScreen<'_>) -> bool {
    let fits = usize::from(area.height) >= opponents(screen.scene).count() + HEIGHT_WITHOUT_OPPONENTS_CELLS;
    let all = opponents(screen.scene)
        .all(|place| place.known.len() == place.count && place.count > 0 || !place.plays);
    fits && all && opponents(screen.scene).any(|place| place.count > 0)
}

/// The position of the first pile, and the size of the cards.
pub(super) fn piles(middle: Rect) -> (Position, CardSize) {
    let size = [CardSize::Huge, CardSize::Large].into_iter().find(|size| middle.height > size.height());
    let size = size.unwrap_or(CardSize::Small);
    let above = middle.height.saturating_sub(size.height() + 1) / 2;
    let left = if middle.width >= 100 { 4 } else { 0 };
    (Position::new(middle.x + left, middle.y + above), size)
}
