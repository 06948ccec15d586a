//! The guide in plain text. For a screen reader a card is its name, not a drawing.

use engine::Card;
use games::guide::{GuideEntry, Section};
use games::{Guide, Rules, and_list};

use crate::plain::page;

/// The guide as text, with the cards in words.
pub fn in_words(rules: &Rules) -> String {
    let Some(guide) = Guide::new(rules) else { return String::new() };
    let title = page::heading(&format!("{}: the guide", guide.title), '=');
    let sections = guide.sections.iter().map(|section| section_in_words(&guide, section));
    title + &sections.collect::<String>()
}

fn section_in_words(guide: &Guide, section: &Section) -> String {
    let entries = section.entries.iter().map(|entry| entry_in_words(guide, entry));
    format!("\n{}{}", page::heading(section.heading, '-'), entries.collect::<String>())
}

/// An entry: a line with its cards, then its text, the first paragraph after the number of the step.
fn entry_in_words(guide: &Guide, entry: &GuideEntry) -> String {
    let number = entry.step.map(|step| format!("{step}.")).unwrap_or_default();
    let indent = if number.is_empty() { 0 } else { 3 };
    let heads = [number.as_str()].into_iter().chain(std::iter::repeat(""));
    let paragraphs = entry.texts.iter().zip(heads).map(|(text, head)| page::hanging(head, text, indent));
    format!("\n{}{}", cards_in_words(guide, &entry.pictures), paragraphs.collect::<Vec<_>>().join("\n"))
}

/// "Cards: 3 of Circle; 4 of Circle and 3 of Star."
fn cards_in_words(guide: &Guide, pictures: &[Vec<Card>]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let names = |cards: &Vec<Card>| and_list(cards.iter().map(|&card| guide.pack.name(card)));
    let listed: Vec<String> = pictures.iter().map(names).collect();
    page::hanging("Cards:", &format!("{}.", listed.join("; ")), 2)
}
