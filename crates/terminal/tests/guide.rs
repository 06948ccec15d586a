//! The guide drawn to a buffer: pages compared as text, and properties at every width.

use crossterm::event::KeyCode;
use games::{Guide, presets};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use terminal::cards::{Paint, text_of};
use terminal::guide::{Pages, Reader};

use crate::snapshots::{self, SIZES};

fn pages(preset: &str) -> Pages {
    Pages::of(&presets::named(preset).unwrap()).unwrap()
}

fn drawn(pages: &Pages, (width, height): (u16, u16), paint: Paint) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    pages.draw(&mut buffer, paint);
    buffer
}

fn text(pages: &Pages, size: (u16, u16)) -> String {
    text_of(&drawn(pages, size, Paint::Plain))
}

/// Presses a key; returns whether the guide was closed.
fn press(pages: &mut Pages, code: KeyCode, (width, height): (u16, u16)) -> bool {
    pages.key(code.into(), Rect::new(0, 0, width, height))
}

/// The beginning, the part with the most cards and the page after it, and the end.
fn screens(preset: &str, part: usize, size: (u16, u16)) -> String {
    let mut pages = pages(preset);
    let mut out = vec![text(&pages, size)];
    for _ in 1..part {
        press(&mut pages, KeyCode::Right, size);
    }
    out.push(text(&pages, size));
    for code in [KeyCode::PageDown, KeyCode::End] {
        press(&mut pages, code, size);
        out.push(text(&pages, size));
    }
    out.join(&format!("{}\n", "=".repeat(usize::from(size.0))))
}

#[track_caller]
fn check(preset: &str, part: usize) {
    for (width, height) in SIZES {
        let screens = screens(preset, part, (width, height));
        snapshots::assert_snapshot(&format!("guide-{preset}-{width}x{height}"), &screens);
    }
}

#[test]
fn whot_on_the_screen() {
    check("naija-whot", 6);
}

#[test]
fn uno_on_the_screen() {
    check("uno-classic", 6);
}

#[test]
fn crazy_eights_on_the_screen() {
    check("crazy-eights", 5);
}

#[test]
fn yaniv_on_the_screen() {
    check("yaniv", 5);
}

/// The whole guide, as on a very high screen.
fn whole(preset: &str, width: u16) -> String {
    text(&pages(preset), (width, 500))
}

/// Every sentence of the guide is complete, whatever the width.
#[test]
fn no_word_is_cut_off() {
    for rules in presets::all() {
        let name = &rules.header().name;
        let guide = Guide::new(&rules).unwrap();
        let entries = guide.sections.iter().flat_map(|section| &section.entries);
        let texts: Vec<&String> = entries.flat_map(|entry| &entry.texts).collect();
        for width in (60..140).step_by(4) {
            let page = whole(name, width);
            let shown = text_without_cards(&page);
            for text in &texts {
                let wanted = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(shown.contains(&wanted), "{name} at {width}: no {wanted:?} in\n{page}");
            }
            assert!(shown.ends_with("the end"), "{name}");
        }
    }
}

/// The text of a page without its cards, which stand to the left of it.
fn text_without_cards(page: &str) -> String {
    let beside = |line: &'_ str| line.rsplit(['┐', '│', '┘']).next().map(String::from);
    let text: Vec<String> = page.lines().filter_map(beside).collect();
    text.iter().flat_map(|line| line.split_whitespace()).collect::<Vec<_>>().join(" ")
}

/// Every card of the guide is drawn.
#[test]
fn every_card_is_drawn() {
    for rules in presets::all() {
        let guide = Guide::new(&rules).unwrap();
        let pictures =
            guide.sections.iter().flat_map(|section| &section.entries).flat_map(|entry| &entry.pictures);
        let cards: Vec<_> = pictures.flatten().copied().collect();
        for (width, _) in SIZES {
            let page = whole(&rules.header().name, width);
            for &card in &cards {
                let label = format!("│{}", terminal::cards::label(&guide.pack, card));
                assert!(page.contains(&label), "{label} at {width} in\n{page}");
            }
        }
    }
}

#[test]
fn no_color_loses_nothing() {
    for rules in presets::all() {
        let pages = pages(&rules.header().name);
        let plain = drawn(&pages, (80, 400), Paint::Plain);
        assert_eq!(text_of(&plain), text_of(&drawn(&pages, (80, 400), Paint::Colours)));
        assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}

#[test]
fn the_keys_scroll_and_go_from_part_to_part() {
    let size = (60, 20);
    let mut pages = pages("naija-whot");
    let first = text(&pages, size);
    let is_part = |pages: &Pages, part: &str| text(pages, size).contains(part);
    for (code, part) in [
        (KeyCode::Right, "part 2 of 10"),
        (KeyCode::Right, "part 3 of 10"),
        (KeyCode::Down, "part 3 of 10"),
        (KeyCode::Left, "part 3 of 10"),
        (KeyCode::Left, "part 2 of 10"),
        (KeyCode::End, "the end"),
        (KeyCode::PageUp, "more ↓"),
        (KeyCode::Home, "part 1 of 10"),
    ] {
        assert!(!press(&mut pages, code, size));
        assert!(is_part(&pages, part), "{part} after {code} in\n{}", text(&pages, size));
    }
    assert_eq!(text(&pages, size), first);
    press(&mut pages, KeyCode::Up, size);
    assert_eq!(text(&pages, size), first);
    press(&mut pages, KeyCode::Down, size);
    assert_eq!(text(&pages, size).lines().nth(2), first.lines().nth(3));
    for code in [KeyCode::Esc, KeyCode::Char('q')] {
        assert!(press(&mut pages.clone(), code, size));
    }
}

/// From the list into a guide, back, and out.
#[test]
fn a_reader_chooses_a_game() {
    let area = Rect::new(0, 0, 60, 20);
    let mut reader = Reader::choosing(presets::all());
    let shown = |reader: &Reader| {
        let mut buffer = Buffer::empty(area);
        reader.draw(&mut buffer, Paint::Plain);
        text_of(&buffer)
    };
    let list = shown(&reader);
    for rules in presets::all() {
        assert!(list.contains(&rules.header().title), "{list}");
    }
    for code in [KeyCode::Down, KeyCode::Down, KeyCode::Up, KeyCode::Enter] {
        assert!(!reader.key(code.into(), area));
    }
    assert!(shown(&reader).starts_with("  Naija Whot for two: the guide"), "{}", shown(&reader));
    assert!(!reader.key(KeyCode::Esc.into(), area));
    assert!(shown(&reader).contains("> Naija Whot for two"));
    assert!(reader.key(KeyCode::Esc.into(), area));
    let mut one = Reader::of(&presets::named("yaniv").unwrap());
    assert!(shown(&one).contains("Yaniv: the guide"));
    assert!(one.key(KeyCode::Char('q').into(), area));
}

/// No window is too small to draw.
#[test]
fn a_small_window_breaks_nothing() {
    for (width, height) in [(0, 0), (1, 1), (3, 2), (10, 4), (30, 8), (59, 19)] {
        let mut pages = pages("mzansi-eights");
        for code in [KeyCode::Right, KeyCode::PageDown, KeyCode::End, KeyCode::Left, KeyCode::Home] {
            press(&mut pages, code, (width, height));
            drawn(&pages, (width, height), Paint::Colours);
        }
    }
}
