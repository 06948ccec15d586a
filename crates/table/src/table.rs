//! The table itself: every input comes in here.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use engine::{Chance, Scene, Seat, SeatSet, Seeded};
use games::fair_shuffle::Hash;
use games::{Rules, Session};

use crate::clock::Clock;
use crate::occupant::{Occupant, Presence};
use crate::outgoing::Outgoing;
use crate::removal::Removals;
use crate::shuffle::Shuffle;
use crate::takeback::Request;
use crate::window::Held;
use crate::{
    CompileRules, Config, Input, JointShuffle, Message, Millis, Output, Pace, Player, PlayerKind, Refusal,
    SearchBy, Token, Undrawn, Version,
};

/// A table: seats, the match that is played at it, and everything that time does to it.
///
/// Equal configurations and equal inputs at equal times give equal outputs, so a log of inputs is the table.
#[derive(Clone)]
pub struct Table {
    pub(crate) rules: Arc<Rules>,
    pub(crate) compile: CompileRules,
    pub(crate) pace: Pace,
    /// The seed of the next match.
    pub(crate) seed: u64,
    pub(crate) deck: Option<Vec<alloc::string::String>>,
    pub(crate) chance: Seeded,
    pub(crate) occupants: Vec<Occupant>,
    pub(crate) watchers: Vec<Token>,
    pub(crate) session: Option<Session>,
    /// The number of the position; it never decreases, not even when a move is taken back.
    pub(crate) number: u64,
    /// The first position whose step can be sent again to a viewer who resumes, and the index of that step.
    pub(crate) steps: (u64, usize),
    pub(crate) clock: Clock,
    /// Moves that wait: the turn's until a pause is over (J11, V10), catches until catching opens, the first first.
    pub(crate) waiting: Vec<Held>,
    pub(crate) search_by: SearchBy,
    pub(crate) version: Version,
    /// The decision of a computer player, until it is time to move.
    pub(crate) bot_move: Option<Held>,
    pub(crate) request: Option<Request>,
    pub(crate) joint: Option<JointShuffle>,
    /// The hash of the rules, once a shuffle has needed it.
    pub(crate) rules_hash: OnceCell<Box<Hash>>,
    /// The number of the last verifiable deal; no number is used twice.
    pub(crate) deals: u64,
    pub(crate) shuffle: Option<Box<Shuffle>>,
    /// Who was removed, and who wants whom removed; `None` until somebody wants it.
    pub(crate) removals: Option<Box<Removals>>,
    pub(crate) outgoing: Outgoing,
    /// Whether the last input left a trace.
    pub(crate) changed: bool,
}

impl Table {
    /// A table at which nobody sits yet.
    pub fn new(config: Config) -> Table {
        Table {
            seed: match config.rules.table_options().seed.get() {
                0 => config.seed,
                fixed => fixed, // U9, G16
            },
            rules: config.rules,
            compile: config.compile,
            pace: config.pace,
            deck: config.deck,
            chance: own_chance(config.seed),
            occupants: Vec::new(),
            watchers: Vec::new(),
            session: None,
            number: 0,
            steps: (1, 0),
            clock: Clock::default(),
            waiting: Vec::new(),
            search_by: config.search_by,
            version: config.version,
            bot_move: None,
            request: None,
            joint: config.joint,
            rules_hash: OnceCell::new(),
            deals: 0,
            shuffle: None,
            removals: None,
            outgoing: Outgoing::default(),
            changed: false,
        }
    }

    /// Lets everything happen that is due by `now`, then takes the input. Time never runs backwards.
    pub fn apply(&mut self, now: Millis, input: Input) -> Vec<Output> {
        let Undrawn { mut outputs, scenes, wake } = self.apply_undrawn(now, input);
        let mut moves = Vec::new();
        let scene = |token: Token| {
            let mut scene = Box::new(Scene::blank());
            let sight = self.draw(token, &mut scene, &mut moves)?;
            scene.choices = moves.iter().map(|&choice| sight.choice(choice)).collect();
            Some(Output::To(token, Message::Scene { number: self.number, scene }))
        };
        outputs.extend(scenes.into_iter().filter_map(scene));
        outputs.extend(wake.map(Output::WakeAt));
        outputs
    }

    /// The same for a host that draws the scenes itself, with [`draw`](Table::draw).
    pub fn apply_undrawn(&mut self, now: Millis, input: Input) -> Undrawn {
        self.clock.now = self.clock.now.max(now);
        self.changed = false;
        if let Input::Credit { millis } = input {
            self.clock.put_off(millis);
        }
        self.advance();
        self.take(input);
        let (outputs, scenes) = self.outgoing.take();
        Undrawn { outputs, scenes, wake: self.wake_at() }
    }

    /// Whether the last input left a trace. If not, a table that never received it is in the same state, so a log of inputs
    /// can do without it.
    pub fn has_changed(&self) -> bool {
        self.changed
    }

    /// The match in progress, or the last one. It knows every card: for records, never for a viewer.
    pub fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the position.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Who sits where.
    pub fn players(&self) -> Vec<Player> {
        let player = |(seat, occupant): (Seat, &Occupant)| Player {
            seat,
            name: occupant.name.clone(),
            kind: occupant.kind(),
        };
        Seat::all(self.occupants.len()).zip(&self.occupants).map(player).collect()
    }

    /// How many seats are taken.
    pub fn seats_taken(&self) -> usize {
        self.occupants.len()
    }

    /// The people who sit here and have not left.
    pub fn people(&self) -> impl Iterator<Item = Token> {
        let stays = |occupant: &&Occupant| matches!(occupant.kind(), PlayerKind::Person | PlayerKind::Away);
        self.occupants.iter().filter(stays).filter_map(|occupant| occupant.token)
    }

    /// The player in a seat: the name, and who plays for it.
    pub fn player(&self, seat: Seat) -> Option<(&str, PlayerKind)> {
        self.occupant(seat).map(|occupant| (occupant.name.as_str(), occupant.kind()))
    }

    /// The seat that a token holds.
    pub fn seat_of(&self, token: Token) -> Option<Seat> {
        self.occupants.iter().position(|occupant| occupant.token == Some(token)).and_then(Seat::new)
    }

    /// Whether a match is in progress, or its cards are being shuffled.
    pub fn is_playing(&self) -> bool {
        self.shuffle.is_some() || self.session.is_some() && self.winners().is_none()
    }

    /// Who has won the match: by the scores, or because everyone else has left it.
    pub(crate) fn winners(&self) -> Option<SeatSet> {
        let session = self.session.as_ref()?;
        let folded =
            |seat: &Seat| self.occupant(*seat).is_some_and(|occupant| occupant.presence == Presence::Folded);
        let left: SeatSet = session.scores().playing.iter().filter(|seat| !folded(seat)).collect();
        session.scores().winners.or((left.len() < 2).then_some(left))
    }

    fn take(&mut self, input: Input) {
        match input {
            Input::Sit { token, name } => self.person(token, |table| table.sit(token, &name)),
            Input::AddBot { level, name } => self.host(|table| table.add_bot(level, &name)),
            Input::RemoveBot { name } => self.host(|table| table.remove_bot(&name)),
            Input::ChangeRules(rules) => self.host(|table| table.change_rules(rules)),
            Input::Start => self.host(Table::start),
            Input::Act { token, number, notation } => {
                self.person(token, |table| table.act(token, number, &notation));
            }
            Input::Ask { token, notation } => self.person(token, |table| table.ask(token, &notation)),
            Input::AnnounceForMe { token, switch } => {
                self.person(token, |table| table.announce_for(token, switch));
            }
            Input::BotMove { seat, number, notation } => {
                self.host(|table| table.take_bot_move(seat, number, &notation));
            }
            Input::Tick => {}
            Input::Credit { .. } => {
                self.changed = true;
                self.tell_time_again();
            }
            Input::Leave { token } => self.person(token, |table| table.leave(token)),
            Input::Remove { name } => self.host(|table| table.remove(&name)),
            Input::VoteOut { token, name } => self.person(token, |table| table.vote_out(token, &name)),
            Input::Ready { token } if self.is_ready(token) => {}
            Input::Ready { token } => self.person(token, |table| table.ready(token)),
            Input::Lag { token, millis } => self.person(token, |table| table.set_lag(token, millis)),
            Input::Return { token } => self.person(token, |table| table.come_back(token)),
            Input::Resume { token, last } => self.person(token, |table| table.resume(token, last)),
            Input::Watch { token } => self.person(token, |table| table.watch(token)),
            Input::Unwatch { token } => {
                self.changed = true;
                self.watchers.retain(|&watcher| watcher != token);
            }
            Input::NextRound => self.host(Table::next_round),
            Input::Rematch => self.host(Table::rematch),
            Input::Takeback { token } => self.person(token, |table| table.ask_back(token)),
            Input::Consent { token, answer } => self.person(token, |table| table.consent(token, answer)),
            Input::Entropy { secret } => self.host(|table| table.take_secret(secret)),
            Input::Mix { token, switch } => self.person(token, |table| table.mix(token, switch)),
            Input::Promise { token, deal, promise, key } => {
                self.person(token, |table| table.take_promise(token, deal, promise, key));
            }
            Input::Open { token, deal, share } => {
                self.person(token, |table| table.take_share(token, deal, share));
            }
            Input::DealAlone { token, answer } => {
                self.person(token, |table| table.deal_alone(token, answer));
            }
            Input::Sign { token, deal, seen, signature } => {
                self.person(token, |table| table.take_signature(token, deal, seen, signature));
            }
        }
    }

    /// Carries out a person's request, or tells that person why it is refused.
    fn person(&mut self, token: Token, ask: impl FnOnce(&mut Table) -> Result<(), Refusal>) {
        match ask(self) {
            Ok(()) => self.changed = true,
            Err(refusal) => self.outgoing.to(token, Message::Refused(refusal)),
        }
    }

    /// Carries out the host's request, or tells the host why it is refused.
    fn host(&mut self, ask: impl FnOnce(&mut Table) -> Result<(), Refusal>) {
        match ask(self) {
            Ok(()) => self.changed = true,
            Err(refusal) => self.outgoing.host(Message::Refused(refusal)),
        }
    }

    /// The seat that a token holds; without one the request is refused.
    pub(crate) fn seated(&self, token: Token) -> Result<Seat, Refusal> {
        self.seat_of(token).ok_or(Refusal::NoSeat)
    }

    pub(crate) fn occupant(&self, seat: Seat) -> Option<&Occupant> {
        self.occupants.get(seat.index())
    }

    pub(crate) fn occupant_mut(&mut self, seat: Seat) -> Option<&mut Occupant> {
        self.occupants.get_mut(seat.index())
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + use<> {
        Seat::all(self.occupants.len())
    }

    /// A seed below 2^53, which records and JSON programs can hold.
    pub(crate) fn draw_seed(&mut self) -> u64 {
        u64::from(self.chance.below(1 << 21)) << 32 | u64::from(self.chance.below(u32::MAX))
    }
}

/// A table knows every card and every token, so neither is printed.
impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("number", &self.number)
            .field("players", &self.players())
            .finish_non_exhaustive()
    }
}

/// The table's own stream: no shuffle of a match has its key.
fn own_chance(seed: u64) -> Seeded {
    let mut key = *b"........lastcard table, not deal";
    key[..8].copy_from_slice(&seed.to_le_bytes());
    Seeded::from_key(key)
}
