//! The answers about a match, as JSON. A view is made from the view of the game alone, never from the state.

use engine::{BySeat, Card, CardSet, Game, Outcome, Pack, Seat, SeatSet, Viewer, Word};
use games::matching::{Direction, PhaseView};
use games::{Round, Session, View, matching, yaniv};
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
    match round {
        Round::Matching(game) => extend(
            &mut out,
            json!({
                "top": game.top().map(|card| pack.notation(card)),
                "suit": game.suit().map(|suit| pack.suit_name(suit)),
                "pending": game.pending(),
                "direction": direction(game.direction()),
                "owing": list(game.owing()),
            }),
        ),
        Round::Yaniv(game) => extend(&mut out, json!({"throw": cards(pack, game.throw().iter().copied())})),
    }
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
    extend(
        &mut out,
        match session.view(viewer) {
            View::Matching(view) => matching_view(&view, seats),
            View::Yaniv(view) => yaniv_view(&view, seats),
        },
    );
    if let Viewer::Seat(seat) = viewer {
        // The laws guarantee that this list does not depend on hidden cards.
        out["legal"] = session.legal(seat).into_iter().map(|choice| session.notation(choice)).collect();
    }
    out
}

fn matching_view(view: &matching::View, seats: usize) -> Value {
    let pack = &view.compiled.pack;
    let over = matches!(view.phase, PhaseView::Over(_));
    let mut out = json!({
        "turn": (!over).then(|| view.turn.index()),
        "phase": view.phase.name(),
        "hand": set(pack, view.hand),
        "counts": view.counts.first(seats),
        "known": hands(pack, &view.known, seats),
        "stock": view.stock,
        "top": view.top.map(|card| pack.notation(card)),
        "pile": set(pack, view.pile),
        "suit": view.suit.map(|suit| pack.suit_name(suit)),
        "called": view.called,
        "pending": 0,
        "direction": direction(view.direction),
        "playing": list(view.playing),
        "active": list(view.active),
        "places": view.places.first(seats),
        "owing": list(view.owing),
        "owed": view.owed.first(seats),
        "said": view.said.map(Word::word),
        "actions": view.actions,
        "reshuffles": view.reshuffles,
    });
    match view.phase {
        PhaseView::Turn { drawn } | PhaseView::Again { drawn, .. } => out["drawn"] = json!(drawn),
        PhaseView::Drawn { card, .. } => out["card"] = json!(card.map(|card| pack.notation(card))),
        PhaseView::Answer { cards, rank, challengeable } => {
            out["pending"] = json!(cards);
            out["rank"] = json!(pack.rank_name(rank));
            out["doubt"] = json!(challengeable.map(|(by, _)| by.index()));
        }
        PhaseView::Suspended { left, rank } => {
            out["left"] = json!(left);
            out["rank"] = json!(pack.rank_name(rank));
        }
        PhaseView::Call | PhaseView::Lead | PhaseView::Over(_) => {}
    }
    if let Some(shown) = &view.shown {
        out["shown"] = hands(pack, shown, seats);
    }
    out
}

fn yaniv_view(view: &yaniv::View, seats: usize) -> Value {
    let pack = &view.compiled.pack;
    let over = matches!(view.phase, yaniv::Phase::Over(_));
    let window = view.window.map(|window| {
        let drawn = window.drawn.map(|card| pack.notation(card));
        json!({"drawer": window.drawer.index(), "drawn": drawn, "done": list(window.done)})
    });
    json!({
        "turn": (!over).then(|| view.turn.index()),
        "phase": view.phase.name(),
        "hand": set(pack, view.hand),
        "points": view.compiled.value(view.hand),
        "counts": view.counts.first(seats),
        "known": hands(pack, &view.known, seats),
        "stock": view.stock,
        "throw": cards(pack, view.laid.cards().iter().copied()),
        "pile": set(pack, view.older),
        "playing": list(view.playing),
        "active": list(view.active),
        "slap": window,
        "actions": view.actions,
        "reshuffles": view.reshuffles,
    })
}

/// All cards, wherever they are.
pub(super) fn everything(session: &Session) -> Value {
    let (round, pack) = (session.round(), session.pack());
    let seats = session.opening().seats;
    let pile = match round.view(Viewer::Spectator) {
        View::Matching(view) => view.pile,
        View::Yaniv(view) => view.older,
    };
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

fn direction(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
    }
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

fn hands(pack: &Pack, hands: &BySeat<CardSet>, seats: usize) -> Value {
    hands.first(seats).iter().map(|&hand| set(pack, hand)).collect()
}

fn extend(out: &mut Value, more: Value) {
    if let (Value::Object(out), Value::Object(more)) = (out, more) {
        out.extend::<Map<String, Value>>(more);
    }
}
