//! How rounds and matches ended, in words and in a table.

use engine::{Event, Landing, Outcome, Seat, SeatSet};
use games::{Session, and_list};

use crate::sentences::{Words, ordinal};
use crate::table_view::TableView;

/// A round that is over and how the match stands after it.
#[derive(Clone, Copy, Debug)]
pub struct Tally<'a> {
    words: Words<'a>,
    rules: engine::MatchRules,
    events: &'a [Event],
    outcome: Outcome,
    before: Option<&'a [i32]>,
    scores: &'a [i32],
    playing: SeatSet,
    round: u16,
    winners: Option<SeatSet>,
}

impl<'a> Tally<'a> {
    /// From what a person knows, once the round is over.
    pub fn of_picture(table_view: &'a TableView) -> Option<Tally<'a>> {
        Some(Tally {
            words: table_view.words()?,
            rules: table_view.rules()?.match_rules(),
            events: &table_view.events,
            outcome: table_view.outcome?,
            before: Some(&table_view.before),
            scores: &table_view.scores,
            playing: table_view.playing,
            round: table_view.round,
            winners: table_view.winners,
        })
    }

    /// From a match, once its round is over.
    pub fn of_session(session: &'a Session, words: Words<'a>) -> Option<Tally<'a>> {
        let scores = session.scores();
        Some(Tally {
            words,
            rules: session.rules().match_rules(),
            events: session.events(),
            outcome: session.outcome()?,
            before: None,
            scores: scores.totals.first(scores.seats),
            playing: scores.playing,
            round: scores.rounds,
            winners: scores.winners,
        })
    }

    /// With the scores before the round, so that it can be told how they changed.
    #[must_use]
    pub fn since(self, before: &'a [i32]) -> Tally<'a> {
        Tally { before: Some(before), ..self }
    }

    /// All of it as the lines of a page on a screen of this width.
    pub fn page(&self, width: u16) -> Vec<String> {
        let width = usize::from(width).saturating_sub(8);
        let wrapped = |text: &String| crate::text::wrapped(text, width);
        let mut lines: Vec<String> = self.round().iter().flat_map(wrapped).collect();
        let out = self.winners.is_none() && self.words.you().is_some_and(|you| self.is_out(you));
        lines.extend(out.then(|| "You are out of the match, and the others play on.".to_string()));
        lines.push(String::new());
        lines.extend(self.table().lines().map(String::from));
        lines.extend(self.whole_match().into_iter().flat_map(|won| [String::new(), won]));
        lines.push(String::new());
        lines.extend(self.shown().iter().flat_map(wrapped));
        lines
    }

    /// Who won the round, and who came where if that was played for.
    pub fn round(&self) -> Vec<String> {
        let mut told = vec![self.won(self.outcome.winners(), "the round")];
        let mut ranked: Vec<Seat> = self.dealt_in().collect();
        if ranked.len() > 2 {
            ranked.sort_by_key(|&seat| (self.outcome.places[seat], seat));
            let place =
                |&seat: &Seat| format!("{} {}", self.words.name(seat), ordinal(self.outcome.places[seat]));
            told.push(format!("Places: {}.", ranked.iter().map(place).collect::<Vec<_>>().join(", ")));
        }
        told.extend(self.beaten());
        if self.has_scores() {
            told.extend(self.landings());
        }
        told
    }

    /// What players declared, and the hands that were shown.
    fn shown(&self) -> Vec<String> {
        let told = |event: &&Event| matches!(event, Event::Declared { .. } | Event::Shown { .. });
        self.words.tell(&self.events.iter().filter(told).copied().collect::<Vec<_>>())
    }

    fn dealt_in(&self) -> impl Iterator<Item = Seat> {
        let outcome = self.outcome;
        Seat::all(self.scores.len()).filter(move |&seat| outcome.places[seat] > 0)
    }

    /// What a call that was beaten costs the caller on top of the hand, in a sentence.
    fn beaten(&self) -> Option<String> {
        let mut declared = self.events.iter().filter_map(|event| match event {
            Event::Declared { seat, points, .. } => Some((*seat, i32::from(*points))),
            _ => None,
        });
        let (caller, held) = declared.next()?;
        let is_beaten = declared.next().is_some();
        let more = self.outcome.points[caller] - held;
        let was = self.words.verb(caller, "was", "were");
        is_beaten.then(|| format!("{} called and {was} beaten: {more} more.", self.words.subject(caller)))
    }

    /// Whose total was halved or reduced on the way from what it was before the round.
    fn landings(&self) -> Vec<String> {
        let how = match self.rules.landing {
            Landing::Half => "halved",
            Landing::Minus50 | Landing::Off => "reduced",
        };
        let landed = |seat: Seat| {
            let reached = self.before?.get(seat.index())? + self.outcome.points[seat];
            let total = self.total(seat);
            let verb = self.words.verb(seat, "reaches", "reach");
            (reached != total)
                .then(|| format!("{} {verb} {reached}, which is {how} to {total}.", self.words.subject(seat)))
        };
        self.dealt_in().filter_map(landed).collect()
    }

    fn total(&self, seat: Seat) -> i32 {
        self.scores.get(seat.index()).copied().unwrap_or(0)
    }

    /// Who won the match, once it is over.
    pub fn whole_match(&self) -> Option<String> {
        self.winners.map(|winners| self.won(winners, "the match"))
    }

    /// Whether the match is more than one round, so that scores mean something.
    pub fn has_scores(&self) -> bool {
        self.rules.rounds != Some(1) || self.round > 1
    }

    /// Each player's points of the round and in all, one line a player.
    pub fn table(&self) -> String {
        let seats = || Seat::all(self.scores.len());
        let width = seats().map(|seat| self.words.subject(seat).chars().count()).max().unwrap_or(0);
        let line = |seat: Seat| {
            let (points, total) = (self.outcome.points[seat], self.total(seat));
            let gone = if self.is_out(seat) { "   out of the match" } else { "" };
            format!("{:width$}  {points:>6}  {total:>6}{gone}\n", self.words.subject(seat))
        };
        let lines: String = seats().map(line).collect();
        format!("{:width$}  points   total\n{lines}", "")
    }

    /// Whether a player has more than the limit, or is out of the match already.
    pub fn is_out(&self, seat: Seat) -> bool {
        let over = self.rules.limit.is_some_and(|limit| self.total(seat) > limit);
        over || !self.playing.contains(seat)
    }

    fn won(&self, winners: SeatSet, what: &str) -> String {
        let seats: Vec<Seat> = winners.iter().collect();
        match seats.as_slice() {
            [only] => {
                let wins = self.words.verb(*only, "wins", "win");
                format!("{} {wins} {what}.", self.words.subject(*only))
            }
            several => {
                let names: Vec<String> = several.iter().map(|&seat| self.words.name(seat)).collect();
                format!("{what} is shared by {}.", and_list(&names)).replacen('t', "T", 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::{SuitNames, Voice};
    use games::{Move, Opening, presets, yaniv};

    /// Two hands of two cards; the first player calls at once.
    fn called(deck: &str) -> Session {
        let changes = ["hand_size=2", "call_limit=50"].map(String::from);
        let rules = games::change(&presets::named("yaniv").unwrap(), &changes).unwrap();
        let deck = Some(deck.split_whitespace().map(String::from).collect());
        let names = ["Ada", "Bola"].map(String::from).to_vec();
        let opening = Opening { seats: 2, deck, names, ..Opening::default() };
        let mut session = Session::new(&rules, &opening).unwrap();
        let caller = session.turn().unwrap();
        session.play(caller, Move::Yaniv(yaniv::Move::Yaniv)).unwrap();
        session
    }

    #[test]
    fn a_beaten_call_and_a_halved_total_are_told() {
        let session = called("KC 2C QC 3C 5D");
        let words = Words::of(&session, Voice { you: None, suit_names: SuitNames::Standard });
        let tally = Tally::of_session(&session, words).unwrap().since(&[0, 0]);
        let name = if tally.outcome.points[Seat::default()] > 0 { "Ada" } else { "Bola" };
        assert_eq!(tally.beaten(), Some(format!("{name} called and was beaten: 30 more.")));
        assert_eq!(tally.landings(), [format!("{name} reaches 50, which is halved to 25.")]);
    }
}
