//! The page of house rules drawn: the list above, what the rule under the cursor means below.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;

use games::HouseRule;

use crate::cards::{Paint, put};
use crate::editor::{Asked, Editor, Waiting};
use crate::list::List;
use crate::text::{count, cut, put_wrapped};

/// From this width on there is room for the help beside each rule.
const WIDE: u16 = 110;

/// The lines that the text below the list needs, where they can be had.
const TEXT: u16 = 13;

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EditorRow {
    Heading(&'static str),
    Rule(usize),
}

/// The headings and the rules below them.
fn entries(editor: &Editor) -> Vec<EditorRow> {
    let mut out = Vec::new();
    let mut section = "";
    for (at, row) in editor.rows.iter().enumerate() {
        if row.section != section {
            section = row.section;
            out.push(EditorRow::Heading(section));
        }
        out.push(EditorRow::Rule(at));
    }
    out
}

fn list(editor: &Editor, area: Rect, entries: &[EditorRow]) -> List {
    let cursor = entries.iter().position(|entry| *entry == EditorRow::Rule(editor.cursor)).unwrap_or(0);
    let height = (area.height / 2).saturating_sub(1).max(area.height.saturating_sub(TEXT));
    List::new(area.y + 1, height, entries.len(), cursor)
}

/// The rule that is seen there.
pub fn rule_at(editor: &Editor, area: Rect, position: Position) -> Option<usize> {
    let entries = entries(editor);
    match entries.get(list(editor, area, &entries).row_at(position.y)?)? {
        EditorRow::Rule(at) => Some(*at),
        EditorRow::Heading(_) => None,
    }
}

/// Draws the page.
pub fn draw(buffer: &mut Buffer, editor: &Editor, paint: Paint) {
    let area = buffer.area;
    let changes = match editor.changes() {
        0 => "nothing changed".to_string(),
        changes => count(changes, "change"),
    };
    let head = format!("HOUSE RULES   {}: {changes}", editor.rules.header().title);
    put(buffer, 2, 0, &head, paint.strong(Color::LightYellow));
    let entries = entries(editor);
    let list = list(editor, area, &entries);
    for (y, at) in list.lines() {
        match entries[at] {
            EditorRow::Heading(heading) => {
                put(buffer, 2, y, &heading.to_uppercase(), paint.ink(Color::LightCyan));
            }
            EditorRow::Rule(at) => draw_rule(buffer, y, editor, at, paint),
        }
    }
    list.draw_more(buffer, area.right().saturating_sub(1), paint);
    let line = "─".repeat(usize::from(area.width).saturating_sub(4));
    put(buffer, 2, list.bottom(), &line, paint.ink(Color::Gray));
    draw_text(buffer, list.bottom() + 1, editor, paint);
    draw_keys(buffer, editor, paint);
}

fn draw_rule(buffer: &mut Buffer, y: u16, editor: &Editor, at: usize, paint: Paint) {
    let Some(row) = editor.rows.get(at) else { return };
    let chosen = at == editor.cursor;
    let waits = editor.waiting_for(row).is_some();
    let changed = editor.is_changed(row);
    let style = match () {
        () if chosen => paint.strong(Color::White),
        () if changed => paint.ink(Color::LightGreen),
        () => paint.ink(Color::Gray),
    };
    let cursor = if chosen { '>' } else { ' ' };
    let sign = match (waits, changed) {
        (true, _) => '!',
        (false, true) => '*',
        (false, false) => ' ',
    };
    let value = games::in_words(&editor.shown(row));
    let value = if chosen { format!("< {value} >") } else { format!("  {value}") };
    put(buffer, 2, y, &format!("{cursor}{sign}{:<21}{value}", title(&row.key)), style);
    let text = match editor.value_before(&row.key) {
        Some(before) if changed => format!("instead of {}", games::in_words(&before)),
        _ if buffer.area.width >= WIDE => row.help.clone(),
        _ => return,
    };
    let left = 46.min(buffer.area.width * 2 / 3).max(27 + value.chars().count() as u16);
    let room = usize::from(buffer.area.width.saturating_sub(left + 2));
    put(buffer, left, y, &cut(&text, room), style);
}

/// The key of a rule as people would write it: `hand size`, `card 14`.
fn title(key: &str) -> String {
    match key.split_once('.') {
        Some(("effects", card)) => format!("card {card}"),
        Some((table, card)) => format!("{} {card}", table.replace('_', " ")),
        None => key.replace('_', " "),
    }
}

/// What is asked, or what the rule under the cursor means, and what has to be said.
fn draw_text(buffer: &mut Buffer, top: u16, editor: &Editor, paint: Paint) {
    let bottom = buffer.area.bottom().saturating_sub(2);
    let mut y = top;
    let waiting = editor.row().and_then(|row| editor.waiting_for(row)).map(not_taken);
    for text in [&editor.message, &waiting.unwrap_or_default()] {
        y = put_wrapped(buffer, y, bottom, text, paint.strong(Color::LightRed));
    }
    if let Some(asked) = &editor.asked {
        draw_asked(buffer, y, asked, editor.row(), paint);
        return;
    }
    let Some(row) = editor.row() else { return };
    let plain = paint.ink(Color::White);
    y = put_wrapped(buffer, y, bottom, &row.help, paint.strong(Color::White));
    let written = format!("{} In a file: {}.", possible(row), row.key);
    y = put_wrapped(buffer, y, bottom, &written, paint.ink(Color::Gray));
    for said in &editor.follows {
        y = put_wrapped(buffer, y, bottom, &format!("· {said}"), plain);
    }
}

/// Why a change waits, and what can be done.
fn not_taken(waiting: &Waiting) -> String {
    let (value, why) = (games::in_words(&waiting.value), waiting.why.trim_end_matches('.'));
    format!("! {value} is not taken: {why}. Change the other rule, and both are taken; d forgets it.")
}

/// What a rule can be, in words.
fn possible(row: &HouseRule) -> String {
    let words = row.words.iter().map(games::in_words);
    match row.range {
        None if !row.is_typed() => format!("It is {}.", games::or_list(words)),
        _ => format!("It is {}.", row.accepted),
    }
}

fn draw_asked(buffer: &mut Buffer, y: u16, asked: &Asked, row: Option<&HouseRule>, paint: Paint) {
    let (question, line) = match asked {
        Asked::Value(line) => {
            let row = row.map(|row| (row.key.as_str(), row.accepted.as_str())).unwrap_or_default();
            (format!("{}: {}.", row.0, row.1), line)
        }
        Asked::Title(line) => ("What do you call these rules?".into(), line),
        Asked::Path(_, line) => ("In which file are they kept?".into(), line),
    };
    let bottom = buffer.area.bottom().saturating_sub(2);
    let y = put_wrapped(buffer, y, bottom, &question, paint.strong(Color::White));
    let room = usize::from(buffer.area.width).saturating_sub(6);
    put(buffer, 2, y, &format!("> {}", line.shown(room)), paint.strong(Color::LightCyan));
}

fn draw_keys(buffer: &mut Buffer, editor: &Editor, paint: Paint) {
    let keys = match &editor.asked {
        Some(_) => ["", "Enter take it  Del clear  Esc back"],
        None => [
            "↑↓ PgUp PgDn Tab rule  ←→ change  Enter change or write",
            "d put back  D put all back  s save as a file  Esc done",
        ],
    };
    for (y, keys) in (buffer.area.bottom().saturating_sub(2)..).zip(keys) {
        put(buffer, 2, y, keys, paint.ink(Color::Gray));
    }
}
