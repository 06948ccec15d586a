//! A record told as the wire would have told it, frame by frame.

use engine::{Seat, Viewer};
use games::Session;
use games::record::{Record, Step};
use protocol::{Item, PlayerItem, RoundItem, SceneText, ScoresItem, ServerMsg};
use serde::Serialize;

use crate::BrowserError;

/// A record as frames: one for each thing that happened, the deal first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replay {
    /// The frames, one a step.
    pub steps: Vec<ServerMsg>,
}

/// What a viewer of a record gets to see: what this seat knew, or with nothing all hands.
type Eyes = Option<Seat>;

/// Tells a record with the eyes of a seat, or with open cards; fails where a move is not legal or a result is wrong.
pub fn replay(text: &str, seat: Option<usize>) -> Result<Replay, BrowserError> {
    let record = Record::read(text)?;
    let mut session = record.open()?;
    let eyes: Eyes = match seat {
        Some(number) => Some(games::seat_at(number as u64, session.scores().seats)?),
        None => None,
    };
    let mut teller = Teller { eyes, shown: None };
    let mut steps = vec![teller.beginning(&session)];
    for (line, step) in &record.steps {
        Record::step(&mut session, *line, step)?;
        match step {
            Step::Deal(_) => steps.push(teller.deal(&session)),
            Step::Act(..) => steps.push(teller.step(&session)),
            Step::Events(_) | Step::Result(_) => {}
        }
    }
    Ok(Replay { steps })
}

struct Teller {
    eyes: Eyes,
    shown: Option<SceneText>,
}

impl Teller {
    fn beginning(&mut self, session: &Session) -> ServerMsg {
        let base = session.rules().header().base.as_deref().and_then(games::presets::named);
        let players = Seat::all(session.scores().seats);
        let mut frame = vec![
            Item::You(self.eyes.map(|seat| seat.index() as u8)),
            Item::Rules(session.rules().to_toml(base.as_ref())),
            Item::Players(players.map(|seat| PlayerItem(session.name(seat), "person".into())).collect()),
        ];
        frame.extend(self.deal(session));
        frame
    }

    fn deal(&mut self, session: &Session) -> ServerMsg {
        let scores = session.scores();
        self.shown = None;
        let mut frame = vec![Item::Scores(ScoresItem {
            round: scores.rounds + 1,
            dealer: session.dealer().index() as u8,
            scores: scores.totals.first(scores.seats).to_vec(),
            playing: scores.playing.iter().map(|seat| seat.index() as u8).collect(),
        })];
        frame.extend(self.step(session));
        frame
    }

    fn step(&mut self, session: &Session) -> ServerMsg {
        let pack = session.pack();
        let seen = session.events().iter().map(|event| match self.eyes {
            Some(seat) => event.seen_by(Viewer::Seat(seat), pack),
            None => *event,
        });
        let events: Vec<String> = seen.map(|event| event.notation(pack)).collect();
        let mut frame = vec![Item::Did(session.number() as u64 + 1, events.join(";")), self.scene(session)];
        frame.extend(over(session));
        frame
    }

    fn scene(&mut self, session: &Session) -> Item {
        let viewer = self.eyes.map_or(Viewer::Spectator, Viewer::Seat);
        let mut scene = games::scene(session.round(), viewer);
        if self.eyes.is_none() {
            for place in &mut scene.places {
                let own = games::scene(session.round(), Viewer::Seat(place.seat));
                let own = own.places.into_iter().find(|other| other.seat == place.seat);
                place.known = own.map(|own| own.known).unwrap_or_default();
            }
        }
        let picture = SceneText::of(&scene, session.pack());
        let before = self.shown.take();
        let mut item = picture.since(before.as_ref().unwrap_or(&SceneText::default()));
        item.new = before.is_none();
        self.shown = Some(picture);
        Item::Scene(Box::new(item))
    }
}

/// That the round is over, if it is.
fn over(session: &Session) -> Option<Item> {
    let scores = session.scores();
    let outcome = session.outcome()?;
    Some(Item::Round(RoundItem {
        end: protocol::outcome_in_words(&outcome, scores.seats),
        scores: scores.totals.first(scores.seats).to_vec(),
        playing: scores.playing.iter().map(|seat| seat.index() as u8).collect(),
    }))
}
