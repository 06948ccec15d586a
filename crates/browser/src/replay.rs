//! Replays a record as the frames that a server would have sent.

use engine::{Event, Seat, SeatSet, Viewer};
use games::Session;
use games::record::{Record, Step};
use protocol::{Frame, GoalItem, Item, PlayerItem, RoundItem, ScoresItem, ShownScene, write_events};

use crate::BrowserError;

/// A record as frames, one for each deal and each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replay {
    /// The frames in order; the first also contains the rules and the players.
    pub steps: Vec<Frame>,
}

impl Replay {
    /// The replay as JSON, for the page.
    pub fn json(&self) -> String {
        let steps: Vec<String> = self.steps.iter().map(Frame::text).collect();
        format!(r#"{{"steps":[{}]}}"#, steps.join(","))
    }
}

/// The seat whose view is shown; `None` shows all hands.
type ShownSeat = Option<Seat>;

/// Replays a record as a seat saw it, or with open hands. Fails if a move is illegal or a result is wrong.
pub fn replay(text: &str, seat: Option<usize>) -> Result<Replay, BrowserError> {
    let record = Record::read(text)?;
    let mut session = record.open()?;
    let seat: ShownSeat = match seat {
        Some(number) => Some(games::seat_at(number as u64, session.scores().seats)?),
        None => None,
    };
    let mut frames = FrameBuilder { seat, shown: ShownScene::default() };
    let mut steps = vec![frames.beginning(&session)];
    for (line, step) in &record.steps {
        Record::step(&mut session, *line, step)?;
        match step {
            Step::Deal(_) => steps.push(frames.deal(&session)),
            Step::Act(..) => steps.push(frames.step(&session)),
            Step::Events(_) | Step::Result(_) => {}
        }
    }
    Ok(Replay { steps })
}

/// Builds the frames and remembers the last scene.
struct FrameBuilder {
    seat: ShownSeat,
    shown: ShownScene,
}

impl FrameBuilder {
    fn beginning(&mut self, session: &Session) -> Frame {
        let base = session.rules().header().base.as_deref().and_then(games::presets::named);
        let players = Seat::all(session.scores().seats);
        let mut frame = Frame::of(&[
            Item::You(self.seat.map(|seat| seat.index() as u8)),
            Item::Rules(session.rules().to_toml(base.as_ref())),
            Item::Players(players.map(|seat| PlayerItem(session.name(seat), "person".into())).collect()),
        ]);
        frame.append(&self.deal(session));
        frame
    }

    fn deal(&mut self, session: &Session) -> Frame {
        let scores = session.scores();
        self.shown = ShownScene::default();
        let rules = session.rules().match_rules();
        let mut frame = Frame::of(&[Item::Scores(ScoresItem {
            round: scores.rounds + 1,
            dealer: session.dealer().index() as u8,
            scores: scores.totals.first(scores.seats).to_vec(),
            playing: numbers(scores.playing),
            goal: Some(GoalItem::of(&rules)),
            rank: scores.standing(&rules).first(scores.seats).to_vec(),
            out: numbers(scores.fallen()),
            ending: String::new(),
        })]);
        frame.append(&self.step(session));
        frame
    }

    fn step(&mut self, session: &Session) -> Frame {
        let pack = session.pack();
        let seen = session.events().iter().map(|event| match self.seat {
            Some(seat) => event.seen_by(Viewer::Seat(seat), pack),
            None => *event,
        });
        let mut events = String::new();
        write_events(&seen.collect::<Vec<Event>>(), pack, &mut events);
        let mut frame = Frame::of(&[Item::Did(session.number() as u64 + 1, events)]);
        self.scene(session, &mut frame);
        if let Some(item) = &over(session) {
            frame.push(item);
        }
        frame
    }

    fn scene(&mut self, session: &Session, frame: &mut Frame) {
        let viewer = self.seat.map_or(Viewer::Spectator, Viewer::Seat);
        let mut scene = games::scene(session.round(), viewer);
        if self.seat.is_none() {
            for place in &mut scene.places {
                let own = games::scene(session.round(), Viewer::Seat(place.seat));
                let own = own.places.into_iter().find(|other| other.seat == place.seat);
                place.known = own.map(|own| own.known).unwrap_or_default();
            }
        }
        self.shown.tell(frame, scene, session.compiled());
    }
}

/// The result of the round, once it is over.
fn over(session: &Session) -> Option<Item> {
    let scores = session.scores();
    let outcome = session.outcome()?;
    Some(Item::Round(RoundItem {
        end: protocol::outcome_text(&outcome, scores.seats),
        scores: scores.totals.first(scores.seats).to_vec(),
        playing: numbers(scores.playing),
        rank: scores.standing(&session.rules().match_rules()).first(scores.seats).to_vec(),
        out: numbers(scores.fallen()),
    }))
}

fn numbers(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(|seat| seat.index() as u8).collect()
}
