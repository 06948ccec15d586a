//! From the items of the wire back to the messages of a table.

use engine::{Card, Event, Seat, SeatSet, Viewer};
use games::fair_shuffle::read_hex;
use games::{CompiledRules, Rules};
use table::{Message, Millis, Notice, Player, ShuffleStep, Standing, Switch};

use crate::scene_text::{SceneText, read_outcome, split};
use crate::writer::KINDS;
use crate::{
    AloneItem, AnswerItem, DealItem, HelloItem, HintItem, Item, PlayerItem, RefusalCode, Refused,
    RefusedItem, SaidItem, SceneItem, ServerMsg, SignItem,
};

/// What an item of a frame says.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields say what they are")]
pub enum Received {
    /// A message of the table.
    Table(Message),
    /// The hello was accepted.
    Hello { table: String, chat: bool, maker: Option<String>, delay: Millis },
    /// The command with this id was carried out.
    Done { id: String },
    /// The command with this id was refused, or a message without an id.
    Refused { id: Option<String>, why: Refused },
    /// Why the move that was asked about cannot be made; `None` if it can.
    Answer { notation: String, why: Option<Refused> },
    /// A player says something.
    Said(SaidItem),
    /// The seats whose players are connected.
    Online(Vec<Seat>),
    /// The player who made the table, while that player has a seat.
    Maker(Option<String>),
    /// The table is frozen after the internal error with this id.
    Fault(String),
    /// Whoever runs the server says something to everybody.
    News(String),
    /// The server shuts down; reconnect after this many milliseconds.
    Bye(Millis),
}

/// An item of a frame that makes no sense at its place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("The server sent something that this version of lastcard cannot read: {item}")]
pub struct FrameError {
    /// The item, as text for people.
    pub item: String,
}

/// Reads frames and remembers what later frames build on.
#[derive(Debug, Default)]
pub struct FrameReader {
    rules: Option<Rules>,
    seats: usize,
    compiled: Option<CompiledRules>,
    viewer: Option<Viewer>,
    picture: SceneText,
    /// The number of the last position that was received.
    pub last: Option<u64>,
}

impl FrameReader {
    /// Reads a frame; an item that makes no sense is an error. Times are by the player's own clock.
    pub fn hear(&mut self, frame: ServerMsg, now: Millis) -> Result<Vec<Received>, FrameError> {
        let (heard, error) = self.hear_what_makes_sense(frame, now);
        error.map_or(Ok(heard), Err)
    }

    /// Reads a frame without the items that make no sense, and returns the first of them as an error. A newer server may
    /// send events that this version does not know, and the rest of the frame is still true.
    pub fn hear_what_makes_sense(
        &mut self,
        frame: ServerMsg,
        now: Millis,
    ) -> (Vec<Received>, Option<FrameError>) {
        let (mut heard, mut error) = (Vec::new(), None);
        for item in frame {
            let text = format!("{item:?}");
            if self.item(item, now, &mut heard).is_none() {
                error.get_or_insert(FrameError { item: text });
            }
        }
        (heard, error)
    }

    /// The rules compiled for the table, once there is a match.
    pub fn compiled(&self) -> Option<&CompiledRules> {
        self.compiled.as_ref()
    }

    fn item(&mut self, item: Item, now: Millis, heard: &mut Vec<Received>) -> Option<()> {
        let message = match item {
            Item::Hello(hello) => {
                self.picture = SceneText::default();
                let HelloItem { table, chat, maker, delay, .. } = hello;
                heard.push(Received::Hello { table, chat, maker, delay });
                return Some(());
            }
            Item::Ok(id) => {
                heard.push(Received::Done { id });
                return Some(());
            }
            Item::No(RefusedItem { id, code, why, n }) => {
                heard.push(Received::Refused { id, why: Refused { code, sentence: why } });
                match n {
                    Some(number) => Message::Stale { number },
                    None => return Some(()),
                }
            }
            Item::Note(text) if text.starts_with("news ") => {
                heard.push(Received::News(text["news ".len()..].into()));
                return Some(());
            }
            Item::Said(said) => {
                heard.push(Received::Said(said));
                return Some(());
            }
            Item::On(seats) => {
                heard.push(Received::Online(seats.into_iter().map(seat).collect::<Option<_>>()?));
                return Some(());
            }
            Item::Maker(maker) => {
                heard.push(Received::Maker(maker));
                return Some(());
            }
            Item::Fault(id) => {
                heard.push(Received::Fault(id));
                return Some(());
            }
            Item::Bye(millis) => {
                heard.push(Received::Bye(millis));
                return Some(());
            }
            Item::You(own) => {
                let viewer = match own {
                    Some(number) => Viewer::Seat(seat(number)?),
                    None => Viewer::Spectator,
                };
                self.viewer = Some(viewer);
                Message::Welcome { viewer }
            }
            Item::Players(players) => self.players(players)?,
            Item::Rules(text) => self.new_rules(&text)?,
            Item::Deal(deal) => self.deal(&deal)?,
            Item::Scores(item) => Message::Scores {
                round: item.round,
                dealer: seat(item.dealer)?,
                scores: item.scores,
                playing: seat_set(item.playing)?,
                standing: Standing { places: item.rank, out: seat_set(item.out)? },
                ending: self.events(&item.ending).unwrap_or_default(),
            },
            Item::Did(number, text) => {
                self.last = Some(number);
                Message::Events { number, events: self.events(&text)? }
            }
            Item::Scene(item) => self.scene(*item)?,
            Item::Turn(number) => {
                let at = now.saturating_add(crate::writer::whole_turn(self.rules.as_ref()?));
                Message::Deadline { seat: seat(number)?, at }
            }
            Item::Time(number, left) => {
                Message::Deadline { seat: seat(number)?, at: now.saturating_add(left) }
            }
            Item::Answer(AnswerItem { m, code, why }) => {
                let code = code.unwrap_or(RefusalCode::UNKNOWN);
                let why = why.map(|sentence| Refused { code, sentence });
                heard.push(Received::Answer { notation: m, why });
                return Some(());
            }
            Item::Hint(HintItem { n, m, why, about }) => Message::Hint { number: n, notation: m, why, about },
            Item::Stale(number) => Message::Stale { number },
            Item::Round(item) => Message::RoundOver {
                outcome: Box::new(read_outcome(&item.end)?),
                scores: item.scores,
                playing: seat_set(item.playing)?,
                standing: Standing { places: item.rank, out: seat_set(item.out)? },
            },
            Item::Match(item) => Message::MatchOver { winners: seat_set(item.won)?, scores: item.scores },
            Item::Note(text) => match note(&text, now)? {
                Note::Known(notice) => Message::Notice(notice),
                Note::Unknown => return Some(()),
            },
            Item::Shuffle(item) => Message::Shuffle(item.read()?),
            Item::Alone(AloneItem { deal, agreed }) => {
                Message::Shuffle(ShuffleStep::Unanswered { deal, agreed: seat_set(agreed)? })
            }
            Item::Sign(SignItem { deal, digest }) => {
                Message::Shuffle(ShuffleStep::Digest { deal, digest: read_hex(&digest)? })
            }
            Item::Rewound(steps) => Message::Rewound { steps },
        };
        heard.push(Received::Table(message));
        Some(())
    }

    fn players(&mut self, players: Vec<PlayerItem>) -> Option<Message> {
        let player = |(at, PlayerItem(name, word)): (usize, PlayerItem)| {
            let (kind, _) = KINDS.iter().find(|(_, known)| *known == word)?;
            Some(Player { seat: Seat::new(at)?, name, kind: *kind })
        };
        let players: Vec<Player> = players.into_iter().enumerate().map(player).collect::<Option<_>>()?;
        if self.seats != players.len() {
            self.seats = players.len();
            self.compile();
        }
        Some(Message::Players(players))
    }

    fn new_rules(&mut self, text: &str) -> Option<Message> {
        let rules = games::load(text).ok()?;
        if self.rules.as_ref() != Some(&rules) {
            self.rules = Some(rules.clone());
            self.compile();
        }
        Some(Message::Rules(rules.into()))
    }

    /// Before a match there may be too few players to compile the rules for.
    fn compile(&mut self) {
        self.compiled = self.rules.as_ref().and_then(|rules| CompiledRules::new(rules, self.seats).ok());
    }

    fn deal(&self, item: &DealItem) -> Option<Message> {
        let pack = self.compiled.as_ref()?.pack();
        let cut = |cut: &crate::Cut| Some((seat(cut.0)?, pack.parse(&cut.1)?));
        let cuts: Vec<(Seat, Card)> = item.cuts.iter().map(cut).collect::<Option<_>>()?;
        Some(Message::Deal { round: item.round, dealer: seat(item.dealer)?, cuts })
    }

    fn events(&self, text: &str) -> Option<Vec<Event>> {
        let compiled = self.compiled.as_ref()?;
        split(text).map(|event| compiled.parse_event(event)).collect()
    }

    fn scene(&mut self, item: SceneItem) -> Option<Message> {
        let number = item.n.or(self.last)?;
        self.last = Some(number);
        self.picture.apply(item);
        let scene = self.picture.scene(self.viewer?, self.compiled.as_ref()?)?;
        Some(Message::Scene { number, scene: Box::new(scene) })
    }
}

/// A note, if this version knows its word.
enum Note {
    Known(Notice),
    Unknown,
}

/// Reads a note; `None` if it is malformed.
fn note(text: &str, now: Millis) -> Option<Note> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let of_seat = || rest.parse().ok().and_then(Seat::new);
    Some(Note::Known(match word {
        "held" => Notice::Held { until: now.saturating_add(rest.parse().ok()?) },
        "kept" => Notice::Kept { seat: of_seat()? },
        "back" => Notice::Returned { seat: of_seat()? },
        "left" => Notice::Left { seat: of_seat()? },
        "removed" => Notice::Removed { seat: of_seat()? },
        "vote" => read_vote(rest)?,
        "asked" => Notice::TakebackAsked { by: of_seat()? },
        "denied" => Notice::TakebackDenied { by: of_seat()? },
        "lapsed" => Notice::TakebackLapsed { by: of_seat()? },
        "undone" => Notice::TakenBack { by: of_seat()? },
        "announcing" => Notice::Announcing(if rest == "on" { Switch::On } else { Switch::Off }),
        _ => return Some(Note::Unknown),
    }))
}

/// Reads `1 2 3`: for the person in seat 1 there are 2 votes of the 3 that are needed.
fn read_vote(text: &str) -> Option<Notice> {
    let mut numbers = text.split(' ').map(|number| number.parse::<usize>().ok());
    let (seat, given, needed) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Notice::Vote { seat: Seat::new(seat)?, given, needed })
}

pub(crate) fn seat(number: u8) -> Option<Seat> {
    Seat::new(usize::from(number))
}

fn seat_set(numbers: Vec<u8>) -> Option<SeatSet> {
    numbers.into_iter().map(seat).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_that_makes_no_sense_leaves_the_others() {
        let frame = || vec![Item::Did(3, "0 teleported".into()), Item::Ok("7".into()), Item::On(vec![99])];
        let mut reader = FrameReader::default();
        let (heard, error) = reader.hear_what_makes_sense(frame(), 0);
        assert_eq!((heard, reader.last), (vec![Received::Done { id: "7".into() }], Some(3)));
        assert!(error.is_some_and(|error| error.item.contains("teleported")), "the first one is reported");
        assert!(FrameReader::default().hear(frame(), 0).is_err());
    }

    #[test]
    fn a_note_of_a_newer_server_is_ignored_and_a_malformed_one_is_not() {
        let hear = |note: &str| {
            let frame = vec![Item::Note(note.into()), Item::Ok("7".into())];
            FrameReader::default().hear(frame, 0)
        };
        let done = Received::Done { id: "7".into() };
        assert_eq!(hear("raining 3"), Ok(vec![done.clone()]));
        assert_eq!(hear("applause"), Ok(vec![done]));
        assert!(hear("kept nobody").is_err());
        assert!(hear("held").is_err());
    }
}
