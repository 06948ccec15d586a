//! Draws the house-rules editor: the list above, the meaning of the selected rule below.

use std::iter::repeat;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;

use games::HouseRule;

use crate::cards::{Paint, put};
use crate::editor::{Editor, PendingChange, Prompt};
use crate::list::List;
use crate::text::{count, cut, put_wrapped, wrapped};

/// From this width on there is room for the help beside each rule.
const MIN_HELP_WIDTH_CELLS: u16 = 110;

/// Height of the text below the list, if there is room.
const TEXT_HEIGHT_CELLS: u16 = 13;

/// Minimum height of the list of rules, however long the text below it is.
const MIN_LIST_HEIGHT_CELLS: u16 = 5;

/// A line of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EditorRow {
    Heading(&'static str),
    Rule(usize),
}

/// The headings, each with its rules.
fn rows(editor: &Editor) -> Vec<EditorRow> {
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

fn list(editor: &Editor, area: Rect, rows: &[EditorRow]) -> List {
    let cursor = rows.iter().position(|row| *row == EditorRow::Rule(editor.cursor)).unwrap_or(0);
    let usual = (area.height / 2).saturating_sub(1).max(area.height.saturating_sub(TEXT_HEIGHT_CELLS));
    // A long text takes lines from the list, so that it can be read to its end.
    let beside_text = area.height.saturating_sub(text_height(editor, area.width) + 4);
    let height = usual.min(beside_text.max(MIN_LIST_HEIGHT_CELLS));
    List::new(area.y + 1, height, rows.len(), cursor)
}

/// The rule at a position.
pub fn rule_at(editor: &Editor, area: Rect, position: Position) -> Option<usize> {
    let rows = rows(editor);
    match rows.get(list(editor, area, &rows).row_at(position.y)?)? {
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
    let rows = rows(editor);
    let list = list(editor, area, &rows);
    for (y, at) in list.lines() {
        match rows[at] {
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
    let is_pending = editor.pending_for(row).is_some();
    let changed = editor.is_changed(row);
    let style = match () {
        () if chosen => paint.strong(Color::White),
        () if changed => paint.ink(Color::LightGreen),
        () => paint.ink(Color::Gray),
    };
    let cursor = if chosen { '>' } else { ' ' };
    let sign = match (is_pending, changed) {
        (true, _) => '!',
        (false, true) => '*',
        (false, false) => ' ',
    };
    let value = games::in_words(&editor.shown(row));
    let value = if chosen { format!("< {value} >") } else { format!("  {value}") };
    put(buffer, 2, y, &format!("{cursor}{sign}{:<21}{value}", title(&row.key)), style);
    let text = match editor.value_before(&row.key) {
        Some(before) if changed => format!("instead of {}", games::in_words(&before)),
        _ if buffer.area.width >= MIN_HELP_WIDTH_CELLS => row.help.clone(),
        _ => return,
    };
    let left = 46.min(buffer.area.width * 2 / 3).max(27 + value.chars().count() as u16);
    let room = usize::from(buffer.area.width.saturating_sub(left + 2));
    put(buffer, left, y, &cut(&text, room), style);
}

/// The key of a rule in words: `hand size`, `card 14`.
fn title(key: &str) -> String {
    match key.split_once('.') {
        Some(("effects", card)) => format!("card {card}"),
        Some((table, card)) => format!("{} {card}", table.replace('_', " ")),
        None => key.replace('_', " "),
    }
}

/// Draws messages, then the question or the meaning of the selected rule.
fn draw_text(buffer: &mut Buffer, top: u16, editor: &Editor, paint: Paint) {
    let bottom = buffer.area.bottom().saturating_sub(2);
    let mut y = top;
    let pending = editor.row().and_then(|row| editor.pending_for(row)).map(pending_text);
    for text in [&editor.message, &pending.unwrap_or_default()] {
        y = put_wrapped(buffer, y, bottom, text, paint.strong(Color::LightRed));
    }
    if let Some(prompt) = &editor.prompt {
        draw_prompt(buffer, y, prompt, editor.row(), paint);
        return;
    }
    let styles = [paint.strong(Color::White), paint.ink(Color::Gray)];
    let styles = styles.into_iter().chain(repeat(paint.ink(Color::White)));
    for (text, style) in meaning(editor).iter().zip(styles) {
        y = put_wrapped(buffer, y, bottom, text, style);
    }
}

/// The meaning of the selected rule: what it decides, what it accepts, and what follows from it.
fn meaning(editor: &Editor) -> Vec<String> {
    let Some(row) = editor.row() else { return Vec::new() };
    let accepted = format!("{} In a file: {}.", accepted_text(row), row.key);
    let consequences = editor.consequences.iter().map(|text| format!("· {text}"));
    [row.help.clone(), accepted].into_iter().chain(consequences).collect()
}

/// Number of lines of the text below the list.
fn text_height(editor: &Editor, width: u16) -> u16 {
    let pending = editor.row().and_then(|row| editor.pending_for(row)).map(pending_text);
    let messages = [editor.message.clone(), pending.unwrap_or_default()];
    let lines = |text: String| wrapped(&text, usize::from(width).saturating_sub(4)).len() as u16;
    messages.into_iter().filter(|text| !text.is_empty()).chain(meaning(editor)).map(lines).sum()
}

/// Why a change is pending, and what to do about it.
fn pending_text(pending: &PendingChange) -> String {
    let (value, why) = (games::in_words(&pending.value), pending.why.trim_end_matches('.'));
    format!("! {value} is not possible yet: {why}. Change that rule too and both apply; d drops this change.")
}

/// The accepted values of a rule, in words.
fn accepted_text(row: &HouseRule) -> String {
    let words = row.words.iter().map(games::in_words);
    match row.range {
        None if !row.is_typed() => format!("It is {}.", games::or_list(words)),
        _ => format!("It is {}.", row.accepted),
    }
}

fn draw_prompt(buffer: &mut Buffer, y: u16, prompt: &Prompt, row: Option<&HouseRule>, paint: Paint) {
    let (question, input) = match prompt {
        Prompt::Value(input) => {
            let row = row.map(|row| (row.key.as_str(), row.accepted.as_str())).unwrap_or_default();
            (format!("{}: {}.", row.0, row.1), input)
        }
        Prompt::Title(input) => ("What do you call these rules?".into(), input),
        Prompt::Path(_, input) => ("In which file should they be saved?".into(), input),
    };
    let bottom = buffer.area.bottom().saturating_sub(2);
    let y = put_wrapped(buffer, y, bottom, &question, paint.strong(Color::White));
    let room = usize::from(buffer.area.width).saturating_sub(6);
    put(buffer, 2, y, &format!("> {}", input.shown(room)), paint.strong(Color::LightCyan));
}

fn draw_keys(buffer: &mut Buffer, editor: &Editor, paint: Paint) {
    let keys = match &editor.prompt {
        Some(_) => ["", "Enter accept  Del clear  Esc back"],
        None => [
            "↑↓ PgUp PgDn Tab rule  ←→ change  Enter change or type",
            "d undo  D undo all  s save as a file  Esc done",
        ],
    };
    for (y, keys) in (buffer.area.bottom().saturating_sub(2)..).zip(keys) {
        put(buffer, 2, y, keys, paint.ink(Color::Gray));
    }
}
