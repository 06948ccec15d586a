//! Writes scenes: the fields that changed since the scene that the viewer has.

use engine::{Card, Choice, MAX_SEATS, Outcome, Pack, Pile, PileKind, Place, Scene, Seat, SeatSet, Sign};
use games::{CompiledRules, Move, Sight};

use crate::frame::{Frame, push_number, quoted};

/// The scene that a viewer was sent last.
#[derive(Debug, Default)]
pub struct ShownScene(Option<(Scene, CompiledRules)>);

/// What the viewer of a scene can do now.
pub(crate) trait Choices {
    /// How many moves there are.
    fn count(&self) -> usize;

    /// Writes a move in notation.
    fn write(&self, at: usize, out: &mut String);

    /// The points that a move leaves in the hand, where players count them.
    fn leaves(&self, at: usize) -> Option<u16>;
}

impl Choices for [Choice] {
    fn count(&self) -> usize {
        self.len()
    }

    fn write(&self, at: usize, out: &mut String) {
        out.push_str(&self[at].notation);
    }

    fn leaves(&self, at: usize) -> Option<u16> {
        self[at].leaves
    }
}

/// Moves that were listed and have no buttons.
pub(crate) struct ListedMoves<'a> {
    pub moves: &'a [Move],
    pub sight: &'a Sight,
}

impl Choices for ListedMoves<'_> {
    fn count(&self) -> usize {
        self.moves.len()
    }

    fn write(&self, at: usize, out: &mut String) {
        self.sight.compiled().write_move(self.moves[at], out);
    }

    fn leaves(&self, at: usize) -> Option<u16> {
        self.sight.leaves(self.moves[at])
    }
}

/// The piles in the order in which a scene lists them.
pub(crate) const PILES: [PileKind; 4] =
    [PileKind::Stock, PileKind::Pile, PileKind::Throw, PileKind::Discards];

const PILE_NAMES: [&str; 4] = ["stock", "pile", "throw", "discards"];

/// Maximum number of words of a move that are left out: one digit gives it.
const MAX_KEPT_WORDS: usize = 9;

impl ShownScene {
    /// Adds an item with what changed since the scene that the viewer has, which is this one from now on. The frame has
    /// told the number of the position.
    pub fn tell(&mut self, frame: &mut Frame, mut scene: Scene, compiled: &CompiledRules) {
        let choices = std::mem::take(&mut scene.choices);
        self.exchange(frame, None, &mut scene, compiled, choices.as_slice());
    }

    /// Adds an item with what changed since the scene that the viewer has, and swaps the two. The number of the position is
    /// written unless the frame has told it.
    pub(crate) fn exchange(
        &mut self,
        frame: &mut Frame,
        number: Option<u64>,
        scene: &mut Scene,
        compiled: &CompiledRules,
        choices: &(impl Choices + ?Sized),
    ) {
        let before = self.0.as_ref().map(|(scene, rules)| Before {
            scene,
            pack: rules.pack(),
            same_pack: rules.is_same(compiled),
        });
        let out = frame.next_item();
        out.push_str("{\"scene\":");
        let mut changes =
            Changes { fields: Fields { out, empty: true }, scene, pack: compiled.pack(), before };
        changes.write(number, choices);
        changes.fields.out.push_str("}}");
        let (shown, rules) = self.0.get_or_insert_with(|| (Scene::blank(), compiled.clone()));
        std::mem::swap(shown, scene);
        shown.choices = Vec::new();
        rules.clone_from(compiled);
    }
}

/// The scene that the viewer has.
struct Before<'a> {
    scene: &'a Scene,
    pack: &'a Pack,
    /// Whether its cards are those of the new scene; otherwise their notation is compared.
    same_pack: bool,
}

/// The fields of an object.
struct Fields<'a> {
    out: &'a mut String,
    empty: bool,
}

impl Fields<'_> {
    /// Begins a field.
    fn field(&mut self, name: &str) -> &mut String {
        self.out.extend([if self.empty { "{\"" } else { ",\"" }, name, "\":"]);
        self.empty = false;
        self.out
    }

    fn text(&mut self, name: &str, text: &str) {
        self.field(name).extend(["\"", text, "\""]);
    }

    /// A field with these seats as digits.
    fn digits(&mut self, name: &str, seats: impl Iterator<Item = Seat>) {
        let out = self.field(name);
        out.push('"');
        out.extend(seats.map(Seat::digit));
        out.push('"');
    }

    fn list(&mut self, name: &str, numbers: impl Iterator<Item = u64>) {
        let out = self.field(name);
        separated(out, ['[', ',', ']'], numbers, push_number);
    }

    /// A field with a number for some of the seats.
    fn by_seat(&mut self, name: &str, numbers: impl Iterator<Item = (Seat, u64)>) {
        let out = self.field(name);
        separated(out, ['{', ',', '}'], numbers, |out, (seat, number)| {
            push_key(out, seat);
            push_number(out, number);
        });
    }
}

fn push_key(out: &mut String, seat: Seat) {
    out.push('"');
    out.push(seat.digit());
    out.push_str("\":");
}

/// Writes values between an opening and a closing character.
fn separated<T>(
    out: &mut String,
    [open, between, close]: [char; 3],
    values: impl Iterator<Item = T>,
    mut write: impl FnMut(&mut String, T),
) {
    let mut next = open;
    for value in values {
        out.push(std::mem::replace(&mut next, between));
        write(out, value);
    }
    if next == open {
        out.push(open);
    }
    out.push(close);
}

/// A scene, the one before it, and the object that the differences are written to.
struct Changes<'a> {
    fields: Fields<'a>,
    scene: &'a Scene,
    pack: &'a Pack,
    before: Option<Before<'a>>,
}

impl<'a> Changes<'a> {
    /// The fields in the order of [`SceneItem`](crate::SceneItem).
    fn write(&mut self, number: Option<u64>, choices: &(impl Choices + ?Sized)) {
        if let Some(number) = number {
            push_number(self.fields.field("n"), number);
        }
        if self.before.is_none() {
            self.fields.field("new").push_str("true");
        }
        self.turn_and_phase();
        self.seats();
        self.piles();
        self.signs();
        self.choices(choices);
        self.end();
        if self.fields.empty {
            self.fields.out.push('{');
        }
    }

    fn turn_and_phase(&mut self) {
        let (scene, before) = (self.scene, self.before.as_ref().map(|before| before.scene));
        if scene.turn != before.and_then(|before| before.turn) {
            match scene.turn {
                Some(seat) => self.fields.field("turn").push(seat.digit()),
                None => self.fields.field("turn").push_str("-1"),
            }
        }
        if before.is_none_or(|before| before.phase != scene.phase) {
            self.fields.text("phase", scene.phase.word());
        }
    }

    fn seats(&mut self) {
        let (now, before) = (&self.scene.places, self.places_before());
        self.digits("seats", |_| true);
        if now.iter().map(|place| place.count).ne(before.iter().map(|place| place.count)) {
            self.fields.list("hold", now.iter().map(|place| place.count as u64));
        }
        self.known();
        self.digits("plays", |place| place.plays);
        self.digits("owes", |place| place.owes_word);
        self.by_seat("worth", |place| place.worth.map(u64::from));
        self.by_seat("done", |place| place.finished.map(u64::from));
    }

    fn places_before(&self) -> &'a [Place] {
        self.before.as_ref().map_or(&[], |before| &before.scene.places)
    }

    /// The seats of which something is true.
    fn digits(&mut self, name: &str, is_true: fn(&Place) -> bool) {
        let seats = |places: &[Place]| -> SeatSet {
            places.iter().filter(|place| is_true(place)).map(|place| place.seat).collect()
        };
        let now = seats(&self.scene.places);
        if now != seats(self.places_before()) {
            self.fields.digits(name, now.iter());
        }
    }

    /// A number by seat, where there is one.
    fn by_seat(&mut self, name: &str, number: fn(&Place) -> Option<u64>) {
        let numbers =
            |places: &'a [Place]| places.iter().filter_map(move |place| Some((place.seat, number(place)?)));
        let now = &self.scene.places;
        if numbers(now).ne(numbers(self.places_before())) {
            self.fields.by_seat(name, numbers(now));
        }
    }

    /// The hands that changed, each as the cards that went and came or as the whole list.
    fn known(&mut self) {
        fn hand(places: &[Place], seat: Seat) -> &[Card] {
            places.iter().find(|place| place.seat == seat).map_or(&[], |place| &place.known)
        }
        let (now, before) = (&self.scene.places, self.places_before());
        let is_changed = |seat: &Seat| !self.same_cards(hand(now, *seat), hand(before, *seat));
        let changed: SeatSet = Seat::all(MAX_SEATS).filter(is_changed).collect();
        if changed.is_empty() {
            return;
        }
        let packs = (self.pack, self.before.as_ref().map_or(self.pack, |before| before.pack));
        separated(self.fields.field("know"), ['{', ',', '}'], changed.iter(), |out, seat| {
            push_key(out, seat);
            out.push('"');
            exchanged(out, hand(now, seat), hand(before, seat), packs);
            out.push('"');
        });
    }

    /// Whether cards of the new scene and of the one before are the same in notation.
    fn same_cards(&self, now: &[Card], before: &[Card]) -> bool {
        match &self.before {
            Some(known) if !known.same_pack => {
                let now = now.iter().map(|&card| self.pack.notation(card));
                now.eq(before.iter().map(|&card| known.pack.notation(card)))
            }
            Some(_) | None => now == before,
        }
    }

    fn piles(&mut self) {
        let scene = self.scene;
        for (kind, name) in PILES.into_iter().zip(PILE_NAMES) {
            let now = pile(scene, kind);
            let before = self.before.as_ref().and_then(|before| pile(before.scene, kind));
            let same = match (now, before) {
                (Some(now), Some(before)) => {
                    now.count == before.count && self.same_cards(&now.open, &before.open)
                }
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
            if !same {
                let out = self.fields.field(name);
                out.push('"');
                if let Some(pile) = now {
                    push_number(out, pile.count as u64);
                    for &card in &pile.open {
                        out.extend([" ", self.pack.notation(card)]);
                    }
                }
                out.push('"');
            }
        }
    }

    fn signs(&mut self) {
        let now = &self.scene.signs;
        let same = match &self.before {
            None => now.is_empty(),
            Some(before) if before.same_pack => *now == before.scene.signs,
            Some(before) => {
                signs_in_words(now, self.pack) == signs_in_words(&before.scene.signs, before.pack)
            }
        };
        if !same {
            let words = signs_in_words(now, self.pack);
            self.fields.text("signs", &words);
        }
    }

    fn choices(&mut self, choices: &(impl Choices + ?Sized)) {
        let count = choices.count();
        if count == 0 {
            return;
        }
        quoted(self.fields.field("may"), |out| write_short(out, choices));
        // A game counts all of its moves or none.
        if choices.leaves(0).is_some() {
            let leaves = (0..count).map(|at| choices.leaves(at).unwrap_or_default());
            self.fields.list("leaves", leaves.map(u64::from));
        }
    }

    fn end(&mut self) {
        let before = self.before.as_ref().map(|before| before.scene);
        let words = |scene: &Scene| scene.outcome.as_ref().map(|end| outcome_text(end, seats_of(scene)));
        if self.scene.outcome.is_some() || before.is_some_and(|before| before.outcome.is_some()) {
            let now = words(self.scene).unwrap_or_default();
            if before.and_then(words).unwrap_or_default() != now {
                self.fields.text("end", &now);
            }
        }
    }
}

fn pile(scene: &Scene, kind: PileKind) -> Option<&Pile> {
    scene.piles.iter().find(|pile| pile.kind == kind)
}

/// Writes the cards that went and came, or the whole list if that is not longer.
fn exchanged(out: &mut String, now: &[Card], before: &[Card], (pack, pack_before): (&Pack, &Pack)) {
    let from = out.len();
    // A pack has fewer cards than this has bits.
    let mut kept = 0_u128;
    for &card in before {
        let word = pack_before.notation(card);
        let same = |&at: &usize| kept >> at & 1 == 0 && pack.notation(now[at]) == word;
        match (0..now.len()).find(same) {
            Some(at) => kept |= 1 << at,
            None => push_word(out, from, ["-", word]),
        }
    }
    for (_, &card) in now.iter().enumerate().filter(|(at, _)| kept >> at & 1 == 0) {
        push_word(out, from, ["+", pack.notation(card)]);
    }
    let whole = now.iter().map(|&card| pack.notation(card).len() + 1).sum::<usize>().saturating_sub(1);
    if out.len() - from >= whole {
        out.truncate(from);
        for &card in now {
            push_word(out, from, [pack.notation(card), ""]);
        }
    }
}

/// Adds a word to those that begin at `from`.
fn push_word(out: &mut String, from: usize, word: [&str; 2]) {
    if out.len() > from {
        out.push(' ');
    }
    out.extend(word);
}

fn signs_in_words(signs: &[Sign], pack: &Pack) -> String {
    let word = |sign: &Sign| match *sign {
        Sign::Suit(suit) => format!("suit {}", pack.suit_name(suit)),
        Sign::Penalty(cards) => format!("penalty {cards}"),
        Sign::ToTheRight => "right".into(),
        Sign::Suspended(players) => format!("suspended {players}"),
    };
    signs.iter().map(word).collect::<Vec<String>>().join(";")
}

/// The number of seats that a result covers.
fn seats_of(scene: &Scene) -> usize {
    scene.places.last().map_or(0, |place| place.seat.index() + 1)
}

/// A result as text: `out places 1 2 points 0 12`.
pub fn outcome_text(outcome: &Outcome, seats: usize) -> String {
    let list = |numbers: Vec<String>| numbers.join(" ");
    let places = list(outcome.places.first(seats).iter().map(ToString::to_string).collect());
    let points = list(outcome.points.first(seats).iter().map(ToString::to_string).collect());
    let next = outcome.leads_next.map(|seat| format!(" next {seat}")).unwrap_or_default();
    format!("{} places {places} points {points}{next}", outcome.how.word())
}

/// Writes moves with `;` between, each without the leading words that it shares with the one before.
fn write_short(out: &mut String, choices: &(impl Choices + ?Sized)) {
    for at in 0..choices.count() {
        if at > 0 {
            out.push(';');
        }
        let from = out.len();
        if at > 0 {
            choices.write(at - 1, out);
        }
        let own = out.len();
        choices.write(at, out);
        let (kept, bytes) = shared_words(&out[own..], &out[from..own]);
        let nothing_left = own + bytes == out.len();
        if kept == 0 {
            out.replace_range(from..own, "");
        } else {
            let digit = char::from(b'0' + kept as u8);
            out.replace_range(from..own + bytes, digit.encode_utf8(&mut [0; 4]));
            out.extend(nothing_left.then_some(' '));
        }
    }
}

/// How many leading words two moves share, and how many bytes they take.
fn shared_words(text: &str, before: &str) -> (usize, usize) {
    let (text, before) = (text.as_bytes(), before.as_bytes());
    let same = text.iter().zip(before).take_while(|(one, other)| one == other).count();
    let ends = |bytes: &[u8], at: usize| bytes.get(at).is_none_or(|&byte| byte == b' ');
    let word_ends = (1..=same).filter(|&at| ends(text, at) && ends(before, at));
    word_ends.take(MAX_KEPT_WORDS).fold((0, 0), |(count, _), end| (count + 1, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_leaves_out_the_words_of_the_one_before() {
        let moves =
            ["play 8H call clubs", "play 8H call hearts", "play 9H", "draw", "draw", "play 9H", "play"];
        let choice =
            |notation: &&str| Choice { notation: (*notation).into(), cards: Vec::new(), leaves: None };
        let choices: Vec<Choice> = moves.iter().map(choice).collect();
        let mut short = String::new();
        write_short(&mut short, choices.as_slice());
        assert_eq!(short, "play 8H call clubs;3 hearts;1 9H;draw;1 ;play 9H;1 ");
    }
}
