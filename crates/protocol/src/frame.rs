//! A frame on its way out, written as text at once.

use crate::{Item, ServerMsg, json};

/// A frame as it is sent: a list of items as JSON. What every move brings about is written without building the items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Frame {
    /// The list without its closing bracket; empty without items.
    text: String,
    items: usize,
}

/// Most frames are shorter than this, so their text is not moved while it grows.
const USUAL_BYTES: usize = 512;

impl Frame {
    /// A frame of these items.
    pub fn of<'a>(items: impl IntoIterator<Item = &'a Item>) -> Frame {
        let mut frame = Frame::default();
        items.into_iter().for_each(|item| frame.push(item));
        frame
    }

    /// Adds an item.
    pub fn push(&mut self, item: &Item) {
        match item {
            Item::Ok(id) => self.push_ok(id),
            item => self.next_item().push_str(&json::write(item)),
        }
    }

    /// Adds the answer that the command with this id is done.
    pub fn push_ok(&mut self, id: &str) {
        let text = self.next_item();
        text.push_str("{\"ok\":");
        quote(text, id);
        text.push('}');
    }

    /// Adds the items of another frame.
    pub fn append(&mut self, other: &Frame) {
        if let Some(items) = other.text.strip_prefix('[') {
            self.next_item().push_str(items);
            self.items += other.items - 1;
        }
    }

    /// How many items there are.
    pub fn len(&self) -> usize {
        self.items
    }

    /// Whether there is nothing to say.
    pub fn is_empty(&self) -> bool {
        self.items == 0
    }

    /// The items read back, for those who follow a table in the same process.
    pub fn items(&self) -> ServerMsg {
        json::read(&self.text()).unwrap_or_default()
    }

    /// The frame as text.
    pub fn text(&self) -> String {
        self.clone().into_text()
    }

    /// The frame as text.
    pub fn into_text(mut self) -> String {
        self.text.push_str(if self.is_empty() { "[]" } else { "]" });
        self.text
    }

    /// The text up to an item that is written next.
    pub(crate) fn next_item(&mut self) -> &mut String {
        if self.text.is_empty() {
            self.text.reserve(USUAL_BYTES);
        }
        self.text.push(if self.is_empty() { '[' } else { ',' });
        self.items += 1;
        &mut self.text
    }
}

/// Writes a text as JSON.
pub(crate) fn quote(out: &mut String, text: &str) {
    if is_plain(text) {
        out.extend(["\"", text, "\""]);
    } else {
        out.push_str(&json::write(&text));
    }
}

/// Writes a text as JSON that is written piece by piece.
pub(crate) fn quoted(out: &mut String, write: impl FnOnce(&mut String)) {
    out.push('"');
    let from = out.len();
    write(out);
    if is_plain(&out[from..]) {
        out.push('"');
    } else {
        let text = out.split_off(from);
        out.pop();
        quote(out, &text);
    }
}

/// Whether a text is the same in JSON.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
}

/// Writes a number.
pub(crate) fn push_number(out: &mut String, number: u64) {
    let (mut digits, mut rest, mut at) = ([b'0'; 20], number, 20);
    while at == 20 || rest > 0 {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    out.extend(digits[at..].iter().map(|&digit| char::from(digit)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SaidItem;

    #[test]
    fn a_frame_is_the_json_of_its_items() {
        let said = |t: &str| Item::Said(SaidItem { seat: 1, p: String::new(), t: t.into() });
        let items = [Item::Ok("7".into()), Item::Ok("\"\\\u{1}é".into()), said("a \"b\"\n"), Item::You(None)];
        for count in 0..=items.len() {
            let frame = Frame::of(&items[..count]);
            assert_eq!(frame.text(), json::write(&items[..count].to_vec()));
            assert_eq!((frame.len(), frame.items()), (count, items[..count].to_vec()));
            for before in 0..=items.len() {
                let mut both = Frame::of(&items[..before]);
                both.append(&frame);
                let all: Vec<Item> = items[..before].iter().chain(&items[..count]).cloned().collect();
                assert_eq!((both.len(), both.text()), (all.len(), json::write(&all)));
            }
        }
    }

    #[test]
    fn numbers_and_texts_are_written_as_serde_writes_them() {
        for number in [0, 7, 10, 4_096, u64::MAX] {
            let mut text = String::new();
            push_number(&mut text, number);
            assert_eq!(text, json::write(&number));
        }
        for said in ["", "play 8H", "\"", "a\\b", "\u{7f}\u{1f}", "é\n"] {
            let (mut whole, mut pieces) = (String::new(), String::from("x"));
            quote(&mut whole, said);
            quoted(&mut pieces, |out| out.push_str(said));
            assert_eq!((whole, pieces), (json::write(&said), format!("x{}", json::write(&said))));
        }
    }
}
