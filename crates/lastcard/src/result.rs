//! How rounds and matches ended, in words and in a table.

use engine::{Outcome, Seat, SeatSet};
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

fn is_out(session: &Session, seat: Seat) -> bool {
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
