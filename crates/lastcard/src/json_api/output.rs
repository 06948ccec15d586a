//! The answers about a match, as JSON. A view is made from the view of the game alone, never from the state.

use engine::{Card, CardSet, Event, Game, Outcome, Pack, Seat, SeatSet, Viewer};
use games::{Fact, Facts, Session};
use serde_json::{Map, Value, json};

/// The start of an answer that follows from a position.
pub(super) fn accepted(session: &Session) -> Value {
    json!({"ok": true, "number": session.number()})
}

/// The answer to `play`.
pub(super) fn step(session: &Session, events: &[Event], viewer: Option<Viewer>) -> Value {
    with_step(accepted(session), session, events, viewer)
}

/// Adds what happened, and what follows.
pub(super) fn with_step(
    mut out: Value,
    session: &Session,
    events: &[Event],
    viewer: Option<Viewer>,
) -> Value {
    let pack = session.pack();
    let seen = |event: &Event| viewer.map_or(*event, |viewer| event.seen_by(viewer, pack));
    out["events"] = events.iter().map(|event| seen(event).notation(pack)).collect();
    with_position(out, session, viewer)
}

/// Adds whose turn it is and the legal moves: those of the seat on turn, or of the viewer, who may know no others.
pub(super) fn with_position(mut out: Value, session: &Session, viewer: Option<Viewer>) -> Value {
    let turn = session.turn();
    out["turn"] = json!(turn.map(Seat::index));
    if viewer.is_none() {
        out["to_act"] = list(session.acting());
    }
    out["over"] = json!(session.outcome().is_some());
    out["match_over"] = json!(session.scores().is_over());
    let seat = match viewer {
        None => turn,
        Some(Viewer::Seat(seat)) => Some(seat),
        Some(Viewer::Spectator) => None,
    };
    out["legal"] = seat.map_or_else(|| json!([]), |seat| legal(session, seat));
    out
}

/// The legal moves of a seat in notation.
pub(super) fn legal(session: &Session, seat: Seat) -> Value {
    session.legal(seat).into_iter().map(|choice| session.notation(choice)).collect()
}

/// The answer to `new`, without its events.
pub(super) fn new_match(session: &Session) -> Value {
    let pack = session.pack();
    let cut = |&(seat, card): &(Seat, Card)| json!({"seat": seat.index(), "card": pack.notation(card)});
    let mut out = json!({
        "ok": true,
        "number": session.number(),
        "family": session.rules().family_name(),
        "title": session.rules().header().title,
        "seats": session.opening().seats,
        "dealer": session.dealer().index(),
        "seed": session.opening().seed,
    });
    if !session.cuts().is_empty() {
        out["cuts"] = session.cuts().iter().map(cut).collect();
    }
    out
}

/// Whose turn it is, the scores and the result.
pub(super) fn state(session: &Session) -> Value {
    let (scores, round) = (session.scores(), session.round());
    let seats = scores.seats;
    let over = session.outcome().is_some();
    let mut out = json!({
        "ok": true,
        "number": session.number(),
        "family": session.rules().family_name(),
        "seats": seats,
        "round": if over { scores.rounds } else { scores.rounds + 1 },
        "dealer": session.dealer().index(),
        "turn": session.turn().map(Seat::index),
        "to_act": list(session.acting()),
        "phase": round.phase_name(),
        "over": over,
        "match_over": scores.is_over(),
        "scores": scores.totals.first(seats),
        "playing": list(round.playing()),
        "counts": Seat::all(seats).map(|seat| round.hand(seat).len()).collect::<Value>(),
        "stock": round.stock_len(),
        "pile": round.pile_len(),
    });
    let pack = session.pack();
    extend(&mut out, object(pack, round.facts()));
    extend(&mut out, results(session));
    out
}

/// How a round ended, for a seat.
pub(super) fn round_result(session: &Session, seat: Seat) -> Value {
    let mut out = json!({"viewer": seat.index(), "match_over": session.scores().is_over()});
    extend(&mut out, results(session));
    out
}

fn results(session: &Session) -> Value {
    let scores = session.scores();
    json!({
        "result": session.outcome().map(|outcome| result(&outcome, scores.seats)),
        "match_winners": scores.winners.map(list),
    })
}

/// All that a viewer may know, and the viewer's own legal moves.
pub(super) fn view(session: &Session, viewer: Viewer) -> Value {
    let seats = session.opening().seats;
    let mut out = json!({
        "ok": true,
        "number": session.number(),
        "viewer": match viewer {
            Viewer::Seat(seat) => json!(seat.index()),
            Viewer::Spectator => json!("spectator"),
        },
        "family": session.rules().family_name(),
    });
    extend(&mut out, object(session.pack(), session.view(viewer).facts(seats)));
    if let Viewer::Seat(seat) = viewer {
        // The laws guarantee that this list does not depend on hidden cards.
        out["legal"] = legal(session, seat);
    }
    out
}

/// Named values as an object.
fn object(pack: &Pack, facts: Facts) -> Value {
    let fields = facts.into_iter().map(|(name, fact)| (name.to_string(), value(pack, fact)));
    Value::Object(fields.collect())
}

fn value(pack: &Pack, fact: Fact) -> Value {
    match fact {
        Fact::Flag(flag) => json!(flag),
        Fact::Number(number) => json!(number),
        Fact::Numbers(numbers) => json!(numbers),
        Fact::Word(word) => json!(word),
        Fact::Card(card) => json!(card.map(|card| pack.notation(card))),
        Fact::Cards(all) => cards(pack, all),
        Fact::Suit(suit) => json!(suit.map(|suit| pack.suit_name(suit))),
        Fact::Rank(rank) => json!(pack.rank_name(rank)),
        Fact::Seat(seat) => json!(seat.map(Seat::index)),
        Fact::Seats(seats) => list(seats),
        Fact::Hands(hands) => hands.into_iter().map(|hand| set(pack, hand)).collect(),
        Fact::Group(facts) => facts.map_or(Value::Null, |facts| object(pack, facts)),
    }
}

/// All cards, wherever they are.
pub(super) fn everything(session: &Session) -> Value {
    let (round, pack) = (session.round(), session.pack());
    let seats = session.opening().seats;
    let pile = round.view(Viewer::Spectator).discards();
    json!({
        "ok": true,
        "number": session.number(),
        "hands": Seat::all(seats).map(|seat| set(pack, round.hand(seat))).collect::<Value>(),
        "stock": cards(pack, round.stock()),
        "top": cards(pack, round.top()),
        "pile": set(pack, pile),
        "seed": session.opening().seed,
    })
}

fn result(outcome: &Outcome, seats: usize) -> Value {
    json!({
        "how": outcome.how.word(),
        "places": outcome.places.first(seats),
        "points": outcome.points.first(seats),
        "winners": list(outcome.winners()),
    })
}

fn list(seats: SeatSet) -> Value {
    seats.iter().map(Seat::index).collect()
}

fn cards(pack: &Pack, cards: impl IntoIterator<Item = Card>) -> Value {
    cards.into_iter().map(|card| pack.notation(card)).collect()
}

fn set(pack: &Pack, set: CardSet) -> Value {
    cards(pack, set.iter())
}

fn extend(out: &mut Value, more: Value) {
    if let (Value::Object(out), Value::Object(more)) = (out, more) {
        out.extend::<Map<String, Value>>(more);
    }
}
