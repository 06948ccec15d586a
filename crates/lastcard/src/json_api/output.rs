//! The answers about a match, as JSON. A view is made from the view of the game alone, never from the state.

use engine::{Card, CardSet, Game, Outcome, Pack, Seat, SeatSet, Viewer};
use games::{Fact, Facts, Session};
use serde_json::{Map, Value, json};

/// The answer to `new`.
pub(super) fn new_match(session: &Session, events: Value) -> Value {
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
    out["events"] = events;
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
    out["result"] = session.outcome().map_or(Value::Null, |outcome| result(&outcome, seats));
    out["match_winners"] = scores.winners.map_or(Value::Null, list);
    out
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
        out["legal"] = session.legal(seat).into_iter().map(|choice| session.notation(choice)).collect();
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
