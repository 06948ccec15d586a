//! From the messages of a table to the items of the wire.

use engine::{Pack, SeatSet, Viewer};
use games::{CompiledRules, Rules, presets};
use table::{Message, Millis, Notice, PlayerKind, Switch, Table};

use crate::scene_text::{joined, outcome_text};
use crate::{
    AnswerItem, Cut, DealItem, GoalItem, HintItem, Item, MatchItem, PlayerItem, Refused, RefusedItem,
    RoundItem, SceneText, ScoresItem,
};

/// Turns the messages for one viewer into items, and remembers the last scene it sent.
pub struct FrameWriter<'a> {
    /// The pack in use, once there is a match.
    pack: Option<&'a Pack>,
    now: Millis,
    /// The full time of a turn under the rules that the viewer was sent last.
    turn: Millis,
    /// What a match is played to under the rules in force.
    goal: GoalItem,
    /// The scene that the viewer has, if any.
    shown: &'a mut Option<SceneText>,
}

impl<'a> FrameWriter<'a> {
    /// A writer for a viewer of this table; `before` is the match that the table had before the input.
    pub fn new(
        table: &'a Table,
        before: Option<&'a CompiledRules>,
        now: Millis,
        shown: &'a mut Option<SceneText>,
    ) -> Self {
        let compiled = table.session().map(games::Session::compiled).or(before);
        let (pack, turn) = (compiled.map(CompiledRules::pack), whole_turn(table.rules()));
        FrameWriter { pack, now, turn, goal: GoalItem::of(&table.rules().match_rules()), shown }
    }
}

impl FrameWriter<'_> {
    /// The items of these messages.
    pub fn items<'m>(&mut self, messages: impl IntoIterator<Item = &'m Message>) -> Vec<Item> {
        let mut items = Vec::new();
        let mut last = None;
        for message in messages {
            let mut item = self.item(message);
            match &mut item {
                Some(Item::Did(number, _)) => last = Some(*number),
                Some(Item::Scene(scene)) if scene.n == last => scene.n = None,
                Some(_) | None => {}
            }
            items.extend(item);
        }
        items
    }

    fn item(&mut self, message: &Message) -> Option<Item> {
        Some(match message {
            Message::Welcome { viewer: Viewer::Seat(seat) } => Item::You(Some(seat.index() as u8)),
            Message::Welcome { viewer: Viewer::Spectator } => Item::You(None),
            Message::Players(players) => {
                let player =
                    |player: &table::Player| PlayerItem(player.name.clone(), word(player.kind).into());
                Item::Players(players.iter().map(player).collect())
            }
            Message::Rules(rules) => {
                self.turn = whole_turn(rules);
                Item::Rules(rules_text(rules))
            }
            Message::Deal { round, dealer, cuts } => {
                let pack = self.pack?;
                let cut = |(seat, card): &(engine::Seat, engine::Card)| {
                    Cut(seat.index() as u8, pack.notation(*card).into())
                };
                let cuts = cuts.iter().map(cut).collect();
                let goal = Some(self.goal.clone());
                Item::Deal(DealItem { round: *round, dealer: dealer.index() as u8, cuts, goal })
            }
            Message::Scores { round, dealer, scores, playing, standing, ending } => {
                let pack = self.pack?;
                Item::Scores(ScoresItem {
                    round: *round,
                    dealer: dealer.index() as u8,
                    scores: scores.clone(),
                    playing: seats(*playing),
                    goal: Some(self.goal.clone()),
                    rank: standing.places.clone(),
                    out: seats(standing.out),
                    ending: joined(ending.iter().map(|event| event.notation(pack))),
                })
            }
            Message::Events { number, events } => {
                let pack = self.pack?;
                Item::Did(*number, joined(events.iter().map(|event| event.notation(pack))))
            }
            Message::Scene { number, scene } => self.scene(*number, scene)?,
            Message::Deadline { seat, at } => {
                let (seat, left) = (seat.index() as u8, at.saturating_sub(self.now));
                if left == self.turn { Item::Turn(seat) } else { Item::Time(seat, left) }
            }
            Message::Refused(refusal) => Item::No(RefusedItem::new(None, refusal.clone())),
            Message::Answer { notation, why } => {
                let why = why.clone().map(Refused::from);
                let (code, why) = why.map(|why| (why.code, why.sentence)).unzip();
                Item::Answer(AnswerItem { m: notation.clone(), code, why })
            }
            Message::Hint { number, notation, why, about } => {
                let (m, why, about) = (notation.clone(), why.clone(), about.clone());
                Item::Hint(HintItem { n: *number, m, why, about })
            }
            Message::Stale { number } => Item::Stale(*number),
            Message::RoundOver { outcome, scores, playing, standing } => Item::Round(RoundItem {
                end: outcome_text(outcome, scores.len()),
                scores: scores.clone(),
                playing: seats(*playing),
                rank: standing.places.clone(),
                out: seats(standing.out),
            }),
            Message::MatchOver { winners, scores } => {
                Item::Match(MatchItem { won: seats(*winners), scores: scores.clone() })
            }
            Message::Notice(notice) => Item::Note(self.notice(*notice)),
            Message::Shuffle(shuffling) => Item::Shuffle(shuffling.into()),
        })
    }

    fn scene(&mut self, number: u64, scene: &engine::Scene) -> Option<Item> {
        let picture = SceneText::of(scene, self.pack?);
        let mut item = match self.shown.as_ref() {
            Some(before) => picture.since(before),
            None => crate::SceneItem { new: true, ..picture.since(&SceneText::default()) },
        };
        item.n = Some(number);
        *self.shown = Some(picture);
        Some(Item::Scene(Box::new(item)))
    }

    fn notice(&self, notice: Notice) -> String {
        match notice {
            Notice::Held { until } => format!("held {}", until.saturating_sub(self.now)),
            Notice::Kept { seat } => format!("kept {seat}"),
            Notice::Returned { seat } => format!("back {seat}"),
            Notice::Left { seat } => format!("left {seat}"),
            Notice::TakebackAsked { by } => format!("asked {by}"),
            Notice::TakebackDenied { by } => format!("denied {by}"),
            Notice::TakebackLapsed { by } => format!("lapsed {by}"),
            Notice::TakenBack { by } => format!("undone {by}"),
            Notice::Announcing(Switch::On) => "announcing on".into(),
            Notice::Announcing(Switch::Off) => "announcing off".into(),
        }
    }
}

/// The full time of a turn.
pub(crate) fn whole_turn(rules: &Rules) -> Millis {
    rules.table_options().turn_seconds.get() * 1_000
}

/// The rules as a file: only the differences, if they are based on a preset.
fn rules_text(rules: &Rules) -> String {
    let base = rules.header().base.as_deref().and_then(presets::named);
    rules.to_toml(base.as_ref())
}

/// The kinds of players and their words.
pub(crate) const KINDS: [(PlayerKind, &str); 5] = [
    (PlayerKind::Person, "person"),
    (PlayerKind::Bot, "bot"),
    (PlayerKind::Away, "away"),
    (PlayerKind::Left, "left"),
    (PlayerKind::Folded, "folded"),
];

fn word(kind: PlayerKind) -> &'static str {
    KINDS.iter().find(|(known, _)| *known == kind).map_or("", |(_, word)| word)
}

fn seats(set: SeatSet) -> Vec<u8> {
    set.iter().map(|seat| seat.index() as u8).collect()
}
