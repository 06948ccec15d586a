//! How rounds and matches ended, in words and in a table.

use engine::{BySeat, Event, Landing, Outcome, Seat, SeatSet};
use games::Session;

use crate::words::{Words, ordinal};
use games::and_list;

/// Who won the round, and who came where if that was played for.
pub fn round(session: &Session, words: &Words<'_>, outcome: &Outcome) -> Vec<String> {
    let mut told = vec![won(words, outcome.winners(), "the round")];
    let seats: Vec<Seat> = session.round().playing().iter().collect();
    if seats.len() > 2 {
        let mut ranked = seats;
        ranked.sort_by_key(|&seat| (outcome.places[seat], seat));
        let placed =
            ranked.iter().map(|&seat| format!("{} {}", words.name(seat), ordinal(outcome.places[seat])));
        told.push(format!("Places: {}.", placed.collect::<Vec<_>>().join(", ")));
    }
    told
}

/// What a call that was beaten costs the caller on top of the hand, in a sentence.
pub fn beaten(session: &Session, words: &Words<'_>, outcome: &Outcome) -> Option<String> {
    let events = session.events();
    let (caller, held) = events.iter().find_map(|event| match event {
        Event::Yaniv { seat, points } => Some((*seat, i32::from(*points))),
        _ => None,
    })?;
    let is_beaten = events.iter().any(|event| matches!(event, Event::Assaf { .. }));
    let more = outcome.points[caller] - held;
    let was = words.verb(caller, "was", "were");
    is_beaten.then(|| format!("{} called and {was} beaten: {more} more.", words.subject(caller)))
}

/// Whose total was halved or reduced on the way from what it was before the round.
pub fn landings(
    session: &Session,
    words: &Words<'_>,
    outcome: &Outcome,
    before: &BySeat<i32>,
) -> Vec<String> {
    let how = match session.rules().match_rules().landing {
        Landing::Half => "halved",
        Landing::Minus50 | Landing::Off => "reduced",
    };
    let told = session.round().playing().iter().filter_map(|seat| {
        let (reached, total) = (before[seat] + outcome.points[seat], session.scores().totals[seat]);
        let verb = words.verb(seat, "reaches", "reach");
        (reached != total)
            .then(|| format!("{} {verb} {reached}, which is {how} to {total}.", words.subject(seat)))
    });
    told.collect()
}

/// Who won the match, once it is over.
pub fn whole_match(session: &Session, words: &Words<'_>) -> Option<String> {
    session.scores().winners.map(|winners| won(words, winners, "the match"))
}

/// Whether the match is more than one round, so that scores mean something.
pub fn has_scores(session: &Session) -> bool {
    let rules = session.rules().match_rules();
    rules.rounds != Some(1) || session.scores().rounds > 1
}

/// Each player's points of the round and in all, one line a player.
pub fn table(session: &Session, words: &Words<'_>, outcome: &Outcome) -> String {
    let name = |seat| words.subject(seat);
    let width = Seat::all(session.scores().seats).map(|seat| name(seat).chars().count()).max().unwrap_or(0);
    let line = |seat: Seat| {
        let total = session.scores().totals[seat];
        let gone = if is_out(session, seat) { "   out of the match" } else { "" };
        format!("{:width$}  {:>6}  {total:>6}{gone}\n", name(seat), outcome.points[seat])
    };
    let lines: String = Seat::all(session.scores().seats).map(line).collect();
    format!("{:width$}  points   total\n{lines}", "")
}

/// Whether a player has more than the limit, or is out of the match already.
pub fn is_out(session: &Session, seat: Seat) -> bool {
    let over = session.rules().match_rules().limit.is_some_and(|limit| session.scores().totals[seat] > limit);
    over || !session.scores().playing.contains(seat)
}

fn won(words: &Words<'_>, winners: SeatSet, what: &str) -> String {
    let seats: Vec<Seat> = winners.iter().collect();
    match seats.as_slice() {
        [only] => format!("{} {} {what}.", words.subject(*only), words.verb(*only, "wins", "win")),
        several => {
            let names: Vec<String> = several.iter().map(|&seat| words.name(seat)).collect();
            format!("{what} is shared by {}.", and_list(&names)).replacen('t', "T", 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{Dialect, Voice};
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
        let words = Words::new(&session, Voice { you: None, dialect: Dialect::Standard });
        let outcome = session.outcome().unwrap();
        let caller = outcome.points[Seat::default()] > 0;
        let name = if caller { "Ada" } else { "Bola" };
        let told = beaten(&session, &words, &outcome);
        assert_eq!(told, Some(format!("{name} called and was beaten: 30 more.")));
        let told = landings(&session, &words, &outcome, &BySeat::default());
        assert_eq!(told, [format!("{name} reaches 50, which is halved to 25.")]);
    }
}
