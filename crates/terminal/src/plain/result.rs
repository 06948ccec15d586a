//! Results of rounds and matches, in words and as a table.

use engine::{End, Event, Landing, Outcome, Seat, SeatSet};
use games::{Session, and_list};

use crate::sentences::{Narrator, ordinal};
use crate::table_view::TableView;

/// A finished round, and the state of the match after it.
#[derive(Clone, Copy, Debug)]
pub struct RoundSummary<'a> {
    narrator: Narrator<'a>,
    rules: engine::MatchRules,
    events: &'a [Event],
    outcome: Outcome,
    before: Option<&'a [i32]>,
    scores: &'a [i32],
    playing: SeatSet,
    round: u16,
    winners: Option<SeatSet>,
}

impl<'a> RoundSummary<'a> {
    /// From the view of a player, once the round is over.
    pub fn from_view(view: &'a TableView) -> Option<RoundSummary<'a>> {
        Some(RoundSummary {
            narrator: view.narrator()?,
            rules: view.rules()?.match_rules(),
            events: &view.events,
            outcome: view.outcome?,
            before: Some(&view.before),
            scores: &view.scores,
            playing: view.playing,
            round: view.round,
            winners: view.winners,
        })
    }

    /// From a match, once its round is over.
    pub fn from_session(session: &'a Session, narrator: Narrator<'a>) -> Option<RoundSummary<'a>> {
        let scores = session.scores();
        Some(RoundSummary {
            narrator,
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

    /// Adds the scores before the round, to show how they changed.
    #[must_use]
    pub fn with_scores_before(self, before: &'a [i32]) -> RoundSummary<'a> {
        RoundSummary { before: Some(before), ..self }
    }

    /// Everything as lines of a page for a screen of this width.
    pub fn page(&self, width: u16) -> Vec<String> {
        let width = usize::from(width).saturating_sub(8);
        let wrapped = |text: &String| crate::text::wrapped(text, width);
        let mut lines: Vec<String> = self.last_move().iter().flat_map(wrapped).collect();
        lines.extend(self.round_result().iter().flat_map(wrapped));
        let is_out = self.winners.is_none() && self.narrator.you().is_some_and(|you| self.is_out(you));
        lines.extend(is_out.then(|| "You are out of the match, and the others play on.".to_string()));
        lines.push(String::new());
        lines.extend(self.table().lines().map(String::from));
        lines.extend(self.match_result().into_iter().flat_map(|won| [String::new(), won]));
        lines.push(String::new());
        lines.extend(self.shown_hands().iter().flat_map(wrapped));
        lines
    }

    /// The last move and, where nobody simply went out or called, why the round is over. In plain text the log tells this.
    fn last_move(&self) -> Vec<String> {
        let is_told = |event: &&Event| match event {
            Event::Ended { how } => !matches!(how, End::Out | End::Called),
            // These are told with the hands.
            Event::Declared { .. } | Event::Shown { .. } => false,
            _ => true,
        };
        self.narrator.narrate(&self.events.iter().filter(is_told).copied().collect::<Vec<_>>())
    }

    /// The winner of the round, and the places if they matter.
    pub fn round_result(&self) -> Vec<String> {
        let mut sentences = vec![self.won(self.outcome.winners(), "the round")];
        let mut ranked: Vec<Seat> = self.dealt_in().collect();
        if ranked.len() > 2 {
            ranked.sort_by_key(|&seat| (self.outcome.places[seat], seat));
            let place =
                |&seat: &Seat| format!("{} {}", self.narrator.name(seat), ordinal(self.outcome.places[seat]));
            sentences.push(format!("Places: {}.", ranked.iter().map(place).collect::<Vec<_>>().join(", ")));
        }
        sentences.extend(self.beaten());
        if self.has_scores() {
            sentences.extend(self.landings());
        }
        sentences
    }

    /// What players declared, and the hands that were shown.
    fn shown_hands(&self) -> Vec<String> {
        let is_final = |event: &&Event| matches!(event, Event::Declared { .. } | Event::Shown { .. });
        self.narrator.narrate(&self.events.iter().filter(is_final).copied().collect::<Vec<_>>())
    }

    fn dealt_in(&self) -> impl Iterator<Item = Seat> {
        let outcome = self.outcome;
        Seat::all(self.scores.len()).filter(move |&seat| outcome.places[seat] > 0)
    }

    /// The penalty of a caller who was beaten.
    fn beaten(&self) -> Option<String> {
        let mut declared = self.events.iter().filter_map(|event| match event {
            Event::Declared { seat, points, .. } => Some((*seat, i32::from(*points))),
            _ => None,
        });
        let (caller, held) = declared.next()?;
        let is_beaten = declared.next().is_some();
        let more = self.outcome.points[caller] - held;
        let was = self.narrator.verb(caller, "was", "were");
        is_beaten.then(|| {
            format!("{} called and {was} beaten: {more} extra points.", self.narrator.subject(caller))
        })
    }

    /// Totals that were halved or reduced by landing on a number.
    fn landings(&self) -> Vec<String> {
        let how = match self.rules.landing {
            Landing::Half => "halved",
            Landing::Minus50 | Landing::Off => "reduced",
        };
        let landed = |seat: Seat| {
            let reached = self.before?.get(seat.index())? + self.outcome.points[seat];
            let total = self.total(seat);
            let verb = self.narrator.verb(seat, "reaches", "reach");
            (reached != total).then(|| {
                format!("{} {verb} {reached}, which is {how} to {total}.", self.narrator.subject(seat))
            })
        };
        self.dealt_in().filter_map(landed).collect()
    }

    fn total(&self, seat: Seat) -> i32 {
        self.scores.get(seat.index()).copied().unwrap_or(0)
    }

    /// The winner of the match, once it is over.
    pub fn match_result(&self) -> Option<String> {
        self.winners.map(|winners| self.won(winners, "the match"))
    }

    /// Whether the match has several rounds, so that scores matter.
    pub fn has_scores(&self) -> bool {
        self.rules.rounds != Some(1) || self.round > 1
    }

    /// Each player's points in the round and in total, one line per player.
    pub fn table(&self) -> String {
        let seats = || Seat::all(self.scores.len());
        let width = seats().map(|seat| self.narrator.subject(seat).chars().count()).max().unwrap_or(0);
        let line = |seat: Seat| {
            let (points, total) = (self.outcome.points[seat], self.total(seat));
            let out = if self.is_out(seat) { "   out of the match" } else { "" };
            format!("{:width$}  {points:>6}  {total:>6}{out}\n", self.narrator.subject(seat))
        };
        let lines: String = seats().map(line).collect();
        format!("{:width$}  points   total\n{lines}", "")
    }

    /// Whether a player is over the limit, or already out of the match.
    pub fn is_out(&self, seat: Seat) -> bool {
        let over = self.rules.limit.is_some_and(|limit| self.total(seat) > limit);
        over || !self.playing.contains(seat)
    }

    fn won(&self, winners: SeatSet, what: &str) -> String {
        let seats: Vec<Seat> = winners.iter().collect();
        match seats.as_slice() {
            [only] => {
                let wins = self.narrator.verb(*only, "wins", "win");
                format!("{} {wins} {what}.", self.narrator.subject(*only))
            }
            several => {
                let names: Vec<String> = several.iter().map(|&seat| self.narrator.name(seat)).collect();
                format!("{what} is shared by {}.", and_list(&names)).replacen('t', "T", 1)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sentences::{Audience, SuitNames};
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
        let narrator = Narrator::of(&session, Audience { you: None, suit_names: SuitNames::Standard });
        let summary = RoundSummary::from_session(&session, narrator).unwrap().with_scores_before(&[0, 0]);
        let name = if summary.outcome.points[Seat::default()] > 0 { "Ada" } else { "Bola" };
        assert_eq!(summary.beaten(), Some(format!("{name} called and was beaten: 30 extra points.")));
        assert_eq!(summary.landings(), [format!("{name} reaches 50, which is halved to 25.")]);
    }
}
