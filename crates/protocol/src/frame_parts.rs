//! Long frames in parts. Only what is revealed of the shuffles of a long match makes a frame long, and each of its items stands
//! for itself, so a client reads the parts like any other frames.

/// A frame is at most this long when it is sent; a client needs no more room for one.
pub const MAX_FRAME_BYTES: usize = 64 * 1024;

/// What is revealed is divided into parts of about this size, so that a slow connection shows progress.
const PART_BYTES: usize = 16 * 1024;

/// Where a frame can be divided. It cannot be inside a text: there a quotation mark has a backslash in front.
const DIVISION: &str = ",{\"shuffle\":{\"revealed\":";

/// The parts in which the text of a frame is sent; the frame itself is the only one if it is not long.
pub fn frame_parts(frame: &str) -> Vec<String> {
    let Some(items) = frame.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return vec![frame.into()];
    };
    let mut parts = Vec::new();
    let mut rest = items;
    while let Some(at) = division(rest) {
        parts.push(format!("[{}]", &rest[..at]));
        rest = &rest[at + 1..];
    }
    parts.push(format!("[{rest}]"));
    parts
}

/// Where to divide the items, if they are too long for one part and can be divided.
fn division(items: &str) -> Option<usize> {
    if items.len() <= PART_BYTES {
        return None;
    }
    let mut places = items.match_indices(DIVISION).map(|(at, _)| at);
    let first = places.next()?;
    Some(places.take_while(|at| *at <= PART_BYTES).last().unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Frame, Item, OpenedItem, ProofItem, SaidItem, ServerMsg, ShuffleItem, json};

    fn proof(deal: u64) -> ProofItem {
        let (c, s) = ("c".repeat(64), "s".repeat(64));
        let opened = |seat| OpenedItem(seat, c.clone(), "e".repeat(32));
        ProofItem { deal, parts: (0..10).map(opened).collect(), c: c.clone(), s, ..ProofItem::default() }
    }

    #[test]
    fn parts_are_short_and_say_the_same() {
        let said = Item::Said(SaidItem { seat: 1, p: String::new(), t: format!("a{DIVISION}b") });
        let revealed = |round: u64| {
            Item::Shuffle(ShuffleItem::Revealed((0..8).map(|at| proof(8 * round + at)).collect()))
        };
        for rounds in [0, 1, 2, 14, 60] {
            let mut items = vec![Item::Ok("7".into()), said.clone()];
            items.extend((0..rounds).map(revealed));
            items.push(Item::You(None));
            let text = Frame::of(&items).into_text();
            let parts = frame_parts(&text);
            let read = parts.iter().flat_map(|part| json::read::<ServerMsg>(part).unwrap());
            assert_eq!(read.collect::<Vec<_>>(), items);
            assert!(parts.iter().all(|part| part.len() <= MAX_FRAME_BYTES), "{rounds}");
            assert_eq!(parts.len() == 1, text.len() <= PART_BYTES, "{rounds}");
        }
        assert_eq!(frame_parts("[]"), ["[]"]);
    }
}
