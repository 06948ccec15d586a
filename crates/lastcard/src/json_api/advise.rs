//! Advice of a computer player: in the current match, or in a turn described by the client.

use bots::{Bot, Brain, Level};
use engine::{Card, Game, Pack, Quick, Refusal, Seat, Viewer};
use games::{DescribedTurn, DescribedTurnError, Move, Round, View};
use serde_json::{Value, json};

use super::fields::Fields;
use super::{CommandResult, JsonApi, Problem};

pub(super) fn advise(api: &mut JsonApi, fields: &Fields) -> CommandResult {
    let level = fields.text("level")?.unwrap_or_else(|| "hard".into());
    let level = Level::named(&level).ok_or_else(|| {
        Problem::new(
            "bad-field",
            format!("there is no level `{level}`: easy, medium, hard, expert or master"),
        )
    })?;
    let mut brain = Brain::new(level, fields.number("seed")?.unwrap_or_default());
    let (view, round, seat) = if fields.0.contains_key("hand") {
        described_turn(api, fields)?
    } else {
        let session = api.session(fields)?;
        let seat = fields.seat(session)?;
        brain.play_for(session.stakes());
        (session.view(Viewer::Seat(seat)), session.round().clone(), seat)
    };
    let mut moves = Vec::new();
    round.legal(seat, &mut moves);
    if let Some(texts) = fields.texts("moves")? {
        moves = requested_moves(&round, seat, &texts)?;
    }
    let choice = brain.choose(&view, &moves);
    let why = choice.map(|choice: Move| brain.explain(&view, choice));
    Ok(json!({"ok": true, "move": choice.map(|choice| round.notation(choice)), "why": why}))
}

/// The legal moves among those of the request; if there are none, why the first is refused.
fn requested_moves(round: &Round, seat: Seat, texts: &[String]) -> Result<Vec<Move>, Problem> {
    let refused = |why: Refusal| Problem::new(why.code(), why.sentence(round.pack()));
    let read: Result<Vec<Move>, Refusal> = texts.iter().map(|text| round.parse(text)).collect();
    let requested = read.map_err(refused)?;
    let Some(&first) = requested.first() else {
        return Err(Fields::wrong("moves", "a list of at least one move, like [\"draw\"]"));
    };
    let mut moves = requested;
    moves.retain(|&choice| round.check(seat, choice).is_ok());
    if moves.is_empty() {
        round.check(seat, first).map_err(refused)?;
    }
    moves.sort_unstable();
    moves.dedup();
    Ok(moves)
}

/// The view of a described turn, and any position that matches it.
fn described_turn(api: &mut JsonApi, fields: &Fields) -> Result<(View, Round, Seat), Problem> {
    let counts = counts(fields)?;
    let bad = |why: String| Problem::new("bad-game", why);
    let compiled = api.rules.compiled(fields, counts.len())?;
    if !compiled.accepts_described_turns() {
        return Err(bad(DescribedTurnError::Unsupported.to_string()));
    }
    let pack = compiled.pack();
    let cards = |key: &str| -> Result<Vec<Card>, Problem> {
        fields.texts(key)?.unwrap_or_default().iter().map(|name| card(pack, name)).collect()
    };
    let top = fields.text("top")?.ok_or_else(|| Fields::missing("top", "the card on top of the pile"))?;
    let suit =
        |name: String| pack.parse_suit(&name).ok_or_else(|| bad(format!("there is no suit \"{name}\"")));
    let called = fields.text("called")?.map(suit).transpose()?;
    let turn =
        DescribedTurn { hand: cards("hand")?, counts, top: card(pack, &top)?, called, pile: cards("pile")? };
    let view = compiled.view_of_turn(&turn).map_err(|why| bad(why.to_string()))?;
    let round = Round::imagine(&view, &mut Quick::new(0));
    Ok((view, round, Seat::default()))
}

fn card(pack: &Pack, name: &str) -> Result<Card, Problem> {
    pack.parse(name)
        .ok_or_else(|| Problem::new("bad-game", format!("there is no card \"{name}\" in this pack")))
}

fn counts(fields: &Fields) -> Result<Vec<usize>, Problem> {
    let numbers = fields.0.get("counts").and_then(Value::as_array);
    let counts =
        numbers.and_then(|numbers| numbers.iter().map(|number| Some(number.as_u64()? as usize)).collect());
    counts.ok_or_else(|| Fields::missing("counts", "how many cards each seat holds, your own hand first"))
}
