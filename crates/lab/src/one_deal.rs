//! One recorded deal played many times: how strong each hand was, and how much of the result was luck.

use engine::{CardSet, Seat};
use games::Session;

use crate::LabError;
use crate::contest::{Contest, Results};
use crate::entrant::Entrant;
use crate::game::FixedDeal;
use crate::report::{Chart, Report, Table, TableCell, Unit, thousands};
use crate::stats::Estimate;
use crate::studies::{RunConfig, columns, text, title};

/// Rewinds to the end of a round, or to where the record breaks off in it. `None` if there is no such round.
pub fn end_of_round(mut session: Session, round: u16) -> Option<Session> {
    let rounds_begun = |session: &Session| session.scores().rounds + u16::from(session.outcome().is_none());
    while rounds_begun(&session) > round && session.undo() {}
    (round > 0 && rounds_begun(&session) == round).then_some(session)
}

/// Plays the deal of a round again and again. The session must stand at the end of that round.
pub fn deal(session: &Session, player: &Entrant, config: &RunConfig<'_>) -> Result<Report, LabError> {
    // Seats that were out of the match by then have no cards, and take no part.
    let seats: Vec<Seat> = session.round().playing().iter().collect();
    let place = |seat: Seat| seats.iter().position(|&other| other == seat);
    let dealer = place(session.dealer()).and_then(Seat::new).ok_or(LabError::NoDealer)?;
    let deck: Vec<String> =
        session.order().into_iter().map(|card| session.pack().notation(card).into()).collect();
    let dealt_cards =
        seats.len() * session.compiled().hand_size() + usize::from(session.compiled().turns_up());
    let contest = |cards: usize| -> Result<Contest, LabError> {
        let mut contest = Contest::new(session.rules(), vec![player.clone()], Some(seats.len()))?;
        contest.settings.fixed_deal =
            Some(FixedDeal { deck: deck.iter().take(cards).cloned().collect(), dealer });
        Ok(contest)
    };
    let results = config.run(&[contest(dealt_cards)?, contest(deck.len())?])?;
    let [by_hand, by_deal] = results.as_slice() else { return Err(LabError::Stopped) };
    if by_deal.deals.is_empty() {
        return Err(LabError::Stopped);
    }
    let names: Vec<String> = seats.iter().map(|&seat| session.name(seat)).collect();
    let bars = |results: &Results| {
        names.iter().cloned().enumerate().map(|(at, name)| (name, results.share(at))).collect()
    };
    let even = Some(1.0 / seats.len() as f64);
    let chart =
        |title: &str, bars| Chart::Whiskers { title: title.into(), unit: Unit::Share, bars, line: even };
    let mut report = Report { title: format!("{}: one deal", title(session.rules())), ..Report::default() };
    report.remarks = config.remarks(&results);
    if by_deal.is_one_game() && by_deal.games() > 1 {
        report.remarks.push(format!(
            "{} leaves nothing to chance: with the whole pack as it lay every game went the same way, so that is one game.",
            player.name()
        ));
    }
    report.tables.push(table(session, &seats, by_hand, by_deal));
    report.charts = vec![
        chart("How often each hand wins", bars(by_hand)),
        chart("How often it wins with the stock as it lay", bars(by_deal)),
    ];
    Ok(report)
}

/// The result of each hand, and its causes: the hand, the stock, and the play.
fn table(session: &Session, seats: &[Seat], by_hand: &Results, by_deal: &Results) -> Table {
    let even = certain(1.0 / seats.len() as f64);
    let row = |(at, &seat): (usize, &Seat)| {
        let (hand, whole) = (by_hand.share(at), by_deal.share(at));
        let one_game = by_deal.is_one_game();
        let whole = if one_game { certain(whole.value) } else { whole };
        let won = session.outcome().map(|outcome| {
            let winners = outcome.winners();
            certain(if winners.contains(seat) { 1.0 / winners.len() as f64 } else { 0.0 })
        });
        vec![
            text(session.name(seat)),
            text(session.pack().list(dealt_hand(session, seat))),
            TableCell::Share(hand),
            if one_game { TableCell::Part(whole.value) } else { TableCell::Share(whole) },
            TableCell::Change(difference(hand, even)),
            TableCell::Change(difference(whole, hand)),
            won.map_or(TableCell::Empty, |won| TableCell::Change(difference(won, whole))),
        ]
    };
    let [hands, deals] = [by_hand, by_deal].map(|results| thousands(results.games() as u64));
    Table {
        title: format!("{hands} games with the hands, {deals} with the whole pack as it lay"),
        columns: columns(&[
            "player",
            "hand",
            "wins with this hand",
            "wins with this deal",
            "luck of the hand",
            "luck of the stock",
            "play, and luck at play",
        ]),
        rows: seats.iter().enumerate().map(row).collect(),
    }
}

fn certain(value: f64) -> Estimate {
    Estimate { value, low: value, high: value }
}

/// The difference of two independent estimates.
fn difference(one: Estimate, other: Estimate) -> Estimate {
    let value = one.value - other.value;
    let below = (one.value - one.low).hypot(other.high - other.value);
    let above = (one.high - one.value).hypot(other.value - other.low);
    Estimate { value, low: value - below, high: value + above }
}

/// The hand dealt to a seat: one card at a time, from the dealer's left.
fn dealt_hand(session: &Session, seat: Seat) -> CardSet {
    let playing = session.round().playing();
    let mut position = 0;
    let mut next = playing.after(session.dealer());
    while next != seat && position < playing.len() {
        next = playing.after(next);
        position += 1;
    }
    let dealt = session.order().into_iter().skip(position).step_by(playing.len().max(1));
    dealt.take(session.compiled().hand_size()).collect()
}

#[cfg(test)]
mod tests {
    use bots::{Bot, Sensible};
    use engine::Viewer;
    use games::{Opening, presets};

    use super::*;

    fn hand(session: &Session, seat: Seat) -> CardSet {
        session.view(Viewer::Seat(seat)).hand()
    }

    /// In whole matches, the deal under study is the deal of that round.
    #[test]
    fn every_round_of_a_record_is_found_again() {
        for name in ["uno-swap", "yaniv", "uno-classic"] {
            let rules = presets::named(name).unwrap();
            let opening = Opening { seats: 4, seed: 3, ..Opening::default() };
            let mut session = Session::new(&rules, &opening).unwrap();
            let mut dealt = Vec::new();
            while !session.scores().is_over() {
                dealt.push(Seat::all(4).map(|seat| hand(&session, seat)).collect::<Vec<_>>());
                while session.outcome().is_none() {
                    let seat = session.turn().unwrap();
                    let choice = Sensible.choose(&session.view(Viewer::Seat(seat)), &session.legal(seat));
                    session.play(seat, choice.unwrap()).unwrap();
                }
                let _ = session.next_round();
            }
            assert!(dealt.len() > 2, "{name}: {}", dealt.len());
            for (round, hands) in dealt.iter().enumerate() {
                let at_end = end_of_round(session.clone(), round as u16 + 1).unwrap();
                assert!(at_end.outcome().is_some(), "{name}, round {round}");
                for seat in at_end.round().playing().iter() {
                    let faces = |cards: CardSet| session.pack().list(cards);
                    assert_eq!(
                        faces(dealt_hand(&at_end, seat)),
                        faces(hands[seat.index()]),
                        "{name}, round {round}"
                    );
                }
            }
            assert!(end_of_round(session.clone(), 0).is_none());
            assert!(end_of_round(session, dealt.len() as u16 + 1).is_none());
        }
    }

    #[test]
    fn differences_add_their_errors() {
        let estimate = |value: f64, half: f64| Estimate { value, low: value - half, high: value + half };
        let between = difference(estimate(0.5, 0.3), estimate(0.1, 0.4));
        assert!((between.value - 0.4).abs() < 1e-9 && (between.high - 0.9).abs() < 1e-9, "{between:?}");
    }
}
