//! Reads scenes from the text fields of the wire.

use std::collections::BTreeMap;

use engine::{Card, Choice, Outcome, Pack, Pile, Place, Scene, ScenePhase, Seat, Sign, Viewer};
use games::CompiledRules;

use crate::SceneItem;
use crate::scene_writer::PILES;

/// A scene as text fields. A frame has only those that changed since the previous scene.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SceneText {
    turn: i8,
    phase: Option<ScenePhase>,
    seats: String,
    hold: Vec<u8>,
    know: BTreeMap<u8, String>,
    plays: String,
    owes: String,
    worth: BTreeMap<u8, u16>,
    done: BTreeMap<u8, u8>,
    piles: [String; 4],
    signs: String,
    may: String,
    leaves: Vec<u16>,
    end: String,
}

impl Default for SceneText {
    fn default() -> SceneText {
        SceneText {
            turn: -1,
            phase: None,
            seats: String::new(),
            hold: Vec::new(),
            know: BTreeMap::new(),
            plays: String::new(),
            owes: String::new(),
            worth: BTreeMap::new(),
            done: BTreeMap::new(),
            piles: Default::default(),
            signs: String::new(),
            may: String::new(),
            leaves: Vec::new(),
            end: String::new(),
        }
    }
}

impl SceneText {
    /// Applies the fields that changed.
    pub(crate) fn apply(&mut self, item: SceneItem) {
        fn take<T>(field: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *field = value;
            }
        }
        if item.new {
            *self = SceneText::default();
        }
        take(&mut self.turn, item.turn);
        self.phase = item.phase.or(self.phase);
        take(&mut self.seats, item.seats);
        take(&mut self.hold, item.hold);
        take(&mut self.plays, item.plays);
        take(&mut self.owes, item.owes);
        take(&mut self.worth, item.worth);
        take(&mut self.done, item.done);
        take(&mut self.signs, item.signs);
        self.may = item.may;
        self.leaves = item.leaves;
        take(&mut self.end, item.end);
        merge(&mut self.know, item.know);
        for (pile, value) in self.piles.iter_mut().zip([item.stock, item.pile, item.throw, item.discards]) {
            take(pile, value);
        }
    }

    /// Reads the scene; `None` if the text is not valid. Moves and signs that this version does not know are left out.
    pub(crate) fn scene(&self, viewer: Viewer, compiled: &CompiledRules) -> Option<Scene> {
        let pack = compiled.pack();
        let seats = read_seats(&self.seats)?;
        let (plays, owes) = (read_seats(&self.plays)?, read_seats(&self.owes)?);
        let place = |(&seat, &count): (&Seat, &u8)| {
            let number = seat.index() as u8;
            let known = self.know.get(&number).map_or("", String::as_str);
            Some(Place {
                seat,
                count: usize::from(count),
                known: sorted(read_cards(known, pack)?),
                plays: plays.contains(&seat),
                owes_word: owes.contains(&seat),
                worth: self.worth.get(&number).copied(),
                finished: self.done.get(&number).copied(),
            })
        };
        let signs = split(&self.signs).filter_map(|sign| read_sign(sign, pack)).collect();
        let choices = expanded_moves(&self.may)?;
        let leaves = self.leaves.iter().copied().map(Some).chain(std::iter::repeat(None));
        let button = |(text, leaves): (&String, Option<u16>)| {
            compiled.choice(text).ok().map(|choice| Choice { leaves, ..choice })
        };
        let outcome = if self.end.is_empty() { None } else { Some(read_outcome(&self.end)?) };
        Some(Scene {
            viewer,
            turn: usize::try_from(self.turn).ok().and_then(Seat::new),
            phase: self.phase?,
            places: seats.iter().zip(&self.hold).map(place).collect::<Option<_>>()?,
            piles: self.read_piles(pack)?,
            signs,
            choices: choices.iter().zip(leaves).filter_map(button).collect(),
            outcome,
        })
    }

    fn read_piles(&self, pack: &Pack) -> Option<Vec<Pile>> {
        let present = PILES.into_iter().zip(&self.piles).filter(|(_, text)| !text.is_empty());
        present
            .map(|(kind, text)| {
                let (count, open) = text.split_once(' ').unwrap_or((text, ""));
                Some(Pile { kind, count: count.parse().ok()?, open: read_cards(open, pack)? })
            })
            .collect()
    }
}

fn merge(into: &mut BTreeMap<u8, String>, changes: BTreeMap<u8, String>) {
    for (seat, text) in changes {
        if text.is_empty() {
            into.remove(&seat);
        } else if text.starts_with(['-', '+']) {
            exchange(into.entry(seat).or_default(), &text);
        } else {
            into.insert(seat, text);
        }
    }
}

fn exchange(cards: &mut String, changes: &str) {
    let mut list: Vec<&str> = cards.split(' ').filter(|card| !card.is_empty()).collect();
    for change in changes.split(' ') {
        let gone = change.strip_prefix('-').and_then(|card| list.iter().position(|other| *other == card));
        gone.map(|at| list.remove(at));
        list.extend(change.strip_prefix('+'));
    }
    *cards = list.join(" ");
}

fn read_cards(text: &str, pack: &Pack) -> Option<Vec<Card>> {
    text.split_whitespace().map(|word| pack.parse(word)).collect()
}

/// Hands are shown in the order of the pack, not of arrival.
fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

fn read_sign(text: &str, pack: &Pack) -> Option<Sign> {
    Some(match text.split_once(' ') {
        Some(("suit", suit)) => Sign::Suit(pack.parse_suit(suit)?),
        Some(("penalty", cards)) => Sign::Penalty(cards.parse().ok()?),
        Some(("suspended", players)) => Sign::Suspended(players.parse().ok()?),
        None if text == "right" => Sign::ToTheRight,
        Some(_) | None => return None,
    })
}

fn read_seats(digits: &str) -> Option<Vec<Seat>> {
    digits.chars().map(|digit| Seat::new(digit.to_digit(10)? as usize)).collect()
}

pub(crate) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').filter(|part| !part.is_empty())
}

/// Reads a result.
pub(crate) fn read_outcome(text: &str) -> Option<Outcome> {
    let (how, rest) = text.split_once(" places ")?;
    let (places, rest) = rest.split_once(" points ")?;
    let (points, next) = rest.split_once(" next ").unwrap_or((rest, ""));
    let places: Vec<u8> = places.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let points: Vec<i32> = points.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let next = if next.is_empty() { None } else { Some(Seat::new(next.parse().ok()?)?) };
    Some(Outcome {
        how: engine::End::parse(how)?,
        places: engine::BySeat::from_fn(|seat| places.get(seat.index()).copied().unwrap_or(0)),
        points: engine::BySeat::from_fn(|seat| points.get(seat.index()).copied().unwrap_or(0)),
        leads_next: next,
    })
}

/// Expands moves from their short form, in which a digit stands for that many words of the previous move.
fn expanded_moves(text: &str) -> Option<Vec<String>> {
    let mut moves: Vec<String> = Vec::new();
    for short in split(text) {
        let kept = short.chars().next().and_then(|first| first.to_digit(10));
        let full = match kept {
            None => short.into(),
            Some(kept) => {
                let before: Vec<&str> = moves.last()?.split(' ').collect();
                let rest = short.split_once(' ').map_or("", |(_, rest)| rest);
                let words = before.get(..kept as usize)?.iter().copied();
                words.chain([rest].into_iter().filter(|rest| !rest.is_empty())).collect::<Vec<_>>().join(" ")
            }
        };
        moves.push(full);
    }
    Some(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_signs_of_a_newer_server_are_left_out() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let compiled = CompiledRules::new(&rules, 2).unwrap();
        let text = SceneText {
            phase: Some(ScenePhase::Turn),
            signs: "suit hearts;weather rain;penalty 4".into(),
            may: "draw;teleport;play 8H call clubs".into(),
            ..SceneText::default()
        };
        let scene = text.scene(Viewer::Spectator, &compiled).unwrap();
        let moves: Vec<&str> = scene.choices.iter().map(|choice| choice.notation.as_str()).collect();
        assert_eq!(moves, ["draw", "play 8H call clubs"]);
        assert!(matches!(scene.signs.as_slice(), [Sign::Suit(_), Sign::Penalty(4)]), "{:?}", scene.signs);
    }

    #[test]
    fn moves_are_read_back_from_their_short_form() {
        let moves =
            ["play 8H call clubs", "play 8H call hearts", "play 9H", "draw", "draw", "play 9H", "play"];
        let short = "play 8H call clubs;3 hearts;1 9H;draw;1 ;play 9H;1 ";
        assert_eq!(expanded_moves(short).unwrap(), moves);
        assert_eq!(expanded_moves("3 hearts"), None);
        assert_eq!(expanded_moves("draw;4 x"), None);
    }
}
