//! From the messages of a table to the frame of a viewer.

use engine::{Event, Pack, Scene, SeatSet, Viewer};
use games::fair_shuffle::hex;
use games::{CompiledRules, Move, Rules, presets};
use table::{Message, Millis, Notice, PlayerKind, ShuffleStep, Switch, Table, Token};

use crate::frame::{Frame, push_number, quoted};
use crate::scene_writer::{Choices, ListedMoves, ShownScene, outcome_text};
use crate::{
    AloneItem, AnswerItem, Cut, DealItem, GoalItem, HintItem, Item, MatchItem, PlayerItem, ProofItem,
    Refused, RefusedItem, RoundItem, ScoresItem, ShuffleItem, SignItem,
};

/// Of so many deals one item tells what they were computed from.
const PROOFS_IN_ITEM: usize = 8;

/// Writes the frame of one viewer, and remembers the scene that was sent last.
pub struct FrameWriter<'a> {
    /// The rules of the match, once there is one.
    compiled: Option<&'a CompiledRules>,
    rules: &'a Rules,
    now: Millis,
    /// The full time of a turn under the rules that the viewer was sent last.
    turn: Millis,
    /// The scene that the viewer has.
    shown: &'a mut ShownScene,
    /// The position that the frame told last.
    told: Option<u64>,
    frame: Frame,
}

/// What a scene is drawn on: the memory of one viewer's is used for the next.
pub struct Canvas {
    scene: Scene,
    moves: Vec<Move>,
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas { scene: Scene::blank(), moves: Vec::new() }
    }
}

impl<'a> FrameWriter<'a> {
    /// A writer for a viewer of this table, which had this match before the input. It adds to a frame.
    pub fn new(
        table: &'a Table,
        before: Option<&'a CompiledRules>,
        now: Millis,
        shown: &'a mut ShownScene,
        frame: Frame,
    ) -> Self {
        let compiled = table.session().map(games::Session::compiled).or(before);
        let (rules, turn) = (table.rules(), whole_turn(table.rules()));
        FrameWriter { compiled, rules, now, turn, shown, told: None, frame }
    }
}

impl FrameWriter<'_> {
    /// Adds a message.
    pub fn message(&mut self, message: &Message) {
        match message {
            Message::Events { number, events } => self.events(*number, events),
            Message::Scene { number, scene } => {
                let Scene { choices, .. } = &**scene;
                self.scene(
                    *number,
                    &mut Scene { choices: Vec::new(), ..(**scene).clone() },
                    choices.as_slice(),
                );
            }
            // In several items, so that a long frame can be sent in parts.
            Message::Shuffle(ShuffleStep::Revealed(proofs)) => {
                for proofs in proofs.chunks(PROOFS_IN_ITEM) {
                    let proofs = proofs.iter().map(ProofItem::from).collect();
                    self.frame.push(&Item::Shuffle(ShuffleItem::Revealed(proofs)));
                }
            }
            Message::Deadline { seat, at } => self.deadline(seat.index() as u64, at.saturating_sub(self.now)),
            other => {
                if let Some(item) = self.item(other) {
                    self.frame.push(&item);
                }
            }
        }
    }

    /// Draws the scene of a viewer of the table and adds it.
    pub fn draw(&mut self, table: &Table, token: Token, canvas: &mut Canvas) {
        let Canvas { scene, moves } = canvas;
        if let Some(sight) = table.draw(token, scene, moves) {
            self.scene(table.number(), scene, &ListedMoves { moves, sight: &sight });
        }
    }

    /// The frame.
    pub fn finish(self) -> Frame {
        self.frame
    }

    fn events(&mut self, number: u64, events: &[Event]) {
        let Some(compiled) = self.compiled else { return };
        self.told = Some(number);
        let out = self.frame.next_item();
        out.push_str("{\"did\":[");
        push_number(out, number);
        out.push(',');
        quoted(out, |out| write_events(events, compiled.pack(), out));
        out.push_str("]}");
    }

    fn scene(&mut self, number: u64, scene: &mut Scene, choices: &(impl Choices + ?Sized)) {
        let Some(compiled) = self.compiled else { return };
        let number = Some(number).filter(|_| self.told != Some(number));
        self.shown.exchange(&mut self.frame, number, scene, compiled, choices);
    }

    fn deadline(&mut self, seat: u64, left: Millis) {
        let out = self.frame.next_item();
        if left == self.turn {
            out.push_str("{\"turn\":");
            push_number(out, seat);
        } else {
            out.push_str("{\"time\":[");
            push_number(out, seat);
            out.push(',');
            push_number(out, left);
            out.push(']');
        }
        out.push('}');
    }

    fn pack(&self) -> Option<&Pack> {
        self.compiled.map(CompiledRules::pack)
    }

    fn goal(&self) -> GoalItem {
        GoalItem::of(&self.rules.match_rules())
    }

    /// The item of a message that is told rarely.
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
                let pack = self.pack()?;
                let cut = |(seat, card): &(engine::Seat, engine::Card)| {
                    Cut(seat.index() as u8, pack.notation(*card).into())
                };
                let cuts = cuts.iter().map(cut).collect();
                let goal = Some(self.goal());
                Item::Deal(DealItem { round: *round, dealer: dealer.index() as u8, cuts, goal })
            }
            Message::Scores { round, dealer, scores, playing, standing, ending } => {
                let (pack, mut text) = (self.pack()?, String::new());
                write_events(ending, pack, &mut text);
                Item::Scores(ScoresItem {
                    round: *round,
                    dealer: dealer.index() as u8,
                    scores: scores.clone(),
                    playing: seats(*playing),
                    goal: Some(self.goal()),
                    rank: standing.places.clone(),
                    out: seats(standing.out),
                    ending: text,
                })
            }
            // Written without an item.
            Message::Events { .. } | Message::Scene { .. } | Message::Deadline { .. } => return None,
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
            Message::Shuffle(ShuffleStep::Unanswered { deal, agreed }) => {
                Item::Alone(AloneItem { deal: *deal, agreed: seats(*agreed) })
            }
            Message::Shuffle(ShuffleStep::Digest { deal, digest }) => {
                Item::Sign(SignItem { deal: *deal, digest: hex(digest) })
            }
            Message::Shuffle(shuffling) => Item::Shuffle(ShuffleItem::of(shuffling)?),
            Message::Rewound { steps } => Item::Rewound(*steps),
        })
    }

    fn notice(&self, notice: Notice) -> String {
        match notice {
            Notice::Held { until } => format!("held {}", until.saturating_sub(self.now)),
            Notice::Kept { seat } => format!("kept {seat}"),
            Notice::Returned { seat } => format!("back {seat}"),
            Notice::Left { seat } => format!("left {seat}"),
            Notice::Removed { seat } => format!("removed {seat}"),
            Notice::Vote { seat, given, needed } => format!("vote {seat} {given} {needed}"),
            Notice::TakebackAsked { by } => format!("asked {by}"),
            Notice::TakebackDenied { by } => format!("denied {by}"),
            Notice::TakebackLapsed { by } => format!("lapsed {by}"),
            Notice::TakenBack { by } => format!("undone {by}"),
            Notice::Announcing(Switch::On) => "announcing on".into(),
            Notice::Announcing(Switch::Off) => "announcing off".into(),
        }
    }
}

/// Writes events in notation with `;` between.
pub fn write_events(events: &[Event], pack: &Pack, out: &mut String) {
    for (at, event) in events.iter().enumerate() {
        if at > 0 {
            out.push(';');
        }
        event.write(pack, out);
    }
}

/// The whole time of a turn.
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
