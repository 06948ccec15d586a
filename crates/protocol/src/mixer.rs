//! A player's device in the verifiable shuffle: what it contributes and signs, and what it remembers to hold the server to
//! its word.

use std::fmt;
use std::sync::Arc;

use engine::{Event, Seat};
use games::fair_shuffle::{DealName, Hash, Proof, Share, hex};
use games::record::Record;
use games::seal::{self, DeviceKey, DeviceSecret, EMPTY_TRANSCRIPT};
use games::{CompiledRules, Rules, Verified};
use table::{Message, Notice, ShuffleStep};

use crate::ClientMsg;

/// A player's device in the verifiable shuffle.
#[derive(Clone, Debug)]
pub struct Mixer {
    table: String,
    /// The key of this device at this table, and at no other, so that nobody is recognised by it.
    secret: Option<DeviceSecret>,
    rules: Option<Arc<Rules>>,
    /// The rules of the round in progress.
    compiled: Option<CompiledRules>,
    names: Vec<String>,
    /// The promises received for each deal.
    heard: Vec<Promises>,
    /// The device's own shares, by deal and seat.
    own: Vec<(u64, Seat, Share)>,
    /// What was promised in this match so far, once that is known.
    transcript: Option<Hash>,
    /// The last deal in it.
    last: u64,
    /// The deal that is being shuffled.
    current: Option<u64>,
    /// The deals abandoned since the last one.
    restarts: usize,
    /// Whether a player agreed that the server shuffles alone.
    agreed: bool,
    /// The rounds of this match that were dealt while this device was there.
    rounds: Vec<SeenRound>,
    is_over: bool,
    alarms: Vec<Alarm>,
}

/// The promises for a deal: the server's, and those of the devices once the list is frozen.
#[derive(Clone, Debug)]
struct Promises {
    deal: u64,
    server: Hash,
    rules: Hash,
    /// What the server said was promised before.
    before: Option<Hash>,
    devices: Option<Vec<(Seat, Hash)>>,
    keys: Vec<(Seat, DeviceKey)>,
}

/// What this device saw of a round.
#[derive(Clone, Debug)]
struct SeenRound {
    round: u16,
    deal: Option<u64>,
    seat: Option<Seat>,
    /// The hash before the first step and after each; `None` once a step was missed.
    steps: Option<Vec<Hash>>,
    /// The number of the next position, unless moves were just taken back.
    next: Option<u64>,
    /// Moves were taken back, and it is not known yet how many.
    is_rewinding: bool,
}

/// Something that an honest server does not do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alarm {
    /// This round was dealt, and nothing had been promised.
    NoPromise(u16),
    /// The server changed its promise for this deal.
    ChangedPromise(u64),
    /// The server changed the list of what the devices had promised for this deal.
    ChangedList(u64),
    /// Before this deal the server told another history of promises than before.
    ChangedHistory(u64),
    /// The server shuffled this deal alone, although this device had promised a share, and nobody had agreed.
    ShuffledAlone(u64),
    /// Before this deal more deals were given up than a table does.
    TooManyRestarts(u64),
    /// What was revealed does not match the promises for this deal.
    Broken(u64),
    /// This deal was played, and what it was computed from is not revealed.
    NotRevealed(u64),
    /// The record tells other cards, moves or names for the round of this deal than this device saw.
    OtherCards(u64),
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Alarm::NoPromise(round) => write!(
                f,
                "WARNING: round {round} was dealt without a promise. The server could have chosen the cards."
            ),
            Alarm::ChangedPromise(deal) => {
                write!(f, "WARNING: the server changed its promise for deal {deal}.")
            }
            Alarm::ChangedList(deal) => {
                write!(
                    f,
                    "WARNING: for deal {deal} the server changed what the players' devices had promised."
                )
            }
            Alarm::ChangedHistory(deal) => {
                write!(f, "WARNING: before deal {deal} the server changed the story of the earlier deals.")
            }
            Alarm::ShuffledAlone(deal) => write!(
                f,
                "WARNING: the server shuffled deal {deal} alone, and nobody here had agreed. It could have chosen the \
                 cards."
            ),
            Alarm::TooManyRestarts(deal) => {
                write!(f, "WARNING: the server started deal {deal} again more often than it may.")
            }
            Alarm::Broken(deal) => write!(f, "WARNING: deal {deal} is NOT what the server had promised."),
            Alarm::NotRevealed(deal) => {
                write!(f, "WARNING: the server does not show how deal {deal} was shuffled.")
            }
            Alarm::OtherCards(deal) => {
                write!(f, "WARNING: in deal {deal} you saw other cards than the server's record tells.")
            }
        }
    }
}

/// Whether the server kept its promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// So many deals match the promises that this device heard before them.
    Kept(usize),
    /// This device heard no promise before the cards were dealt, so it cannot tell.
    NotHeard,
    /// The first thing that is wrong.
    Broken(Alarm),
}

/// What became of a record that was compared with what this device saw.
#[derive(Clone, Debug)]
pub struct ComparedRecord {
    /// What the record proves by itself.
    pub verified: Verified,
    /// How many of its rounds this device saw from beginning to end.
    pub rounds_seen: usize,
}

/// Why a record is not that of the match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RecordFault {
    /// It is wrong in itself.
    Wrong(String),
    /// This device saw something else.
    Alarm(Alarm),
}

impl Mixer {
    /// A device at the table with this code.
    pub fn new(table: &str) -> Mixer {
        Mixer {
            table: table.into(),
            secret: None,
            rules: None,
            compiled: None,
            names: Vec::new(),
            heard: Vec::new(),
            own: Vec::new(),
            transcript: None,
            last: 0,
            current: None,
            restarts: 0,
            agreed: false,
            rounds: Vec::new(),
            is_over: false,
            alarms: Vec::new(),
        }
    }

    /// Takes in a message, and returns the device's answer from this seat; a spectator only remembers. `fresh` returns 16
    /// unpredictable bytes.
    pub fn answer(
        &mut self,
        message: &Message,
        own: Option<Seat>,
        fresh: impl Fn() -> [u8; 16],
    ) -> Option<ClientMsg> {
        match message {
            Message::Rules(rules) => self.rules = Some(rules.clone()),
            Message::Players(players) => {
                self.names = players.iter().map(|player| player.name.clone()).collect();
            }
            Message::Shuffle(step) => return self.answer_step(step, own, fresh),
            Message::Deal { round, .. } => self.see_deal(*round, own),
            Message::Events { number, events } => self.see_events(*number, events),
            Message::Notice(Notice::TakenBack { .. }) => {
                if let Some(round) = self.rounds.last_mut() {
                    round.is_rewinding = true;
                }
            }
            Message::Rewound { steps } => self.rewind(*steps),
            Message::MatchOver { .. } => self.is_over = true,
            _ => {}
        }
        None
    }

    /// What was noticed since the last call.
    pub fn take_alarms(&mut self) -> Vec<Alarm> {
        std::mem::take(&mut self.alarms)
    }

    /// The code of everything that was promised in this match; the same on every device.
    pub fn code(&self) -> Option<String> {
        self.transcript.as_ref().map(seal::code)
    }

    fn alarm(&mut self, alarm: Alarm) {
        self.alarms.push(alarm);
    }

    fn answer_step(
        &mut self,
        step: &ShuffleStep,
        own: Option<Seat>,
        fresh: impl Fn() -> [u8; 16],
    ) -> Option<ClientMsg> {
        match step {
            ShuffleStep::Promised { deal, promise, rules, transcript } => self
                .hear_promise(*deal, *promise, *rules, *transcript)
                .then(|| own.map(|own| self.promise(*deal, own, transcript.is_some(), fresh)))?,
            ShuffleStep::Frozen { deal, parts, keys } => self.open(*deal, parts, keys),
            ShuffleStep::GivenUp { deal, withheld } => {
                self.hear_restart(*deal, withheld);
                None
            }
            // Late once is not late for ever.
            ShuffleStep::Without { seat } if own == Some(*seat) => {
                let id = format!("mix-after-{}", self.current.unwrap_or_default());
                Some(ClientMsg::Mix { id, on: true })
            }
            ShuffleStep::Unanswered { agreed, .. } => {
                self.agreed = !agreed.is_empty();
                None
            }
            ShuffleStep::Digest { deal, digest } => self.sign(*deal, digest),
            ShuffleStep::Without { .. } | ShuffleStep::Revealed(_) => None,
        }
    }

    /// The first promise for a deal counts. Another one is an alarm, and is not answered.
    fn hear_promise(&mut self, deal: u64, server: Hash, rules: Hash, before: Option<Hash>) -> bool {
        if let Some(heard) = self.promises(deal) {
            let is_same = (heard.server, heard.rules) == (server, rules);
            if is_same {
                self.current = Some(deal);
            } else {
                self.alarm(Alarm::ChangedPromise(deal));
            }
            return is_same;
        }
        // A new match begins with an empty transcript, and a device that slept missed some deals.
        let follows = self.last + 1 == deal;
        let changed = |own: Hash, told: Hash| follows && own != told && told != EMPTY_TRANSCRIPT;
        if self.transcript.zip(before).is_some_and(|(own, told)| changed(own, told)) {
            self.alarm(Alarm::ChangedHistory(deal));
        }
        self.transcript = before;
        self.current = Some(deal);
        self.heard.push(Promises { deal, server, rules, before, devices: None, keys: Vec::new() });
        true
    }

    fn promises(&self, deal: u64) -> Option<&Promises> {
        self.heard.iter().find(|heard| heard.deal == deal)
    }

    fn deal_name(&self, deal: u64) -> DealName<'_> {
        DealName { table: &self.table, deal }
    }

    fn promise(&mut self, deal: u64, own: Seat, signs: bool, fresh: impl Fn() -> [u8; 16]) -> ClientMsg {
        let share = self.share(deal, own, &fresh);
        let c = hex(&self.deal_name(deal).share_promise(own, &share));
        let key = signs.then(|| hex(&self.key(&fresh).0));
        ClientMsg::Promise { id: format!("promise-{deal}-{}", &c[..8]), deal, c, key }
    }

    /// The device's share of a deal; always the same for the same deal and seat.
    fn share(&mut self, deal: u64, own: Seat, fresh: impl Fn() -> [u8; 16]) -> Share {
        if let Some((.., share)) = self.own.iter().find(|(known, seat, _)| (*known, *seat) == (deal, own)) {
            return *share;
        }
        let share = Share(fresh());
        self.own.push((deal, own, share));
        share
    }

    fn key(&mut self, fresh: impl Fn() -> [u8; 16]) -> DeviceKey {
        let new = || {
            let mut bytes = [0; 32];
            bytes[..16].copy_from_slice(&fresh());
            bytes[16..].copy_from_slice(&fresh());
            DeviceSecret::new(&bytes)
        };
        self.secret.get_or_insert_with(new).key()
    }

    /// Reveals the share only if the frozen list has its promise: then the server had it before.
    fn open(&mut self, deal: u64, parts: &[(Seat, Hash)], keys: &[(Seat, DeviceKey)]) -> Option<ClientMsg> {
        let heard = self.heard.iter_mut().find(|heard| heard.deal == deal)?;
        match &heard.devices {
            Some(known) if known != parts || heard.keys != keys => {
                self.alarm(Alarm::ChangedList(deal));
                return None;
            }
            Some(_) => {}
            None => (heard.devices, heard.keys) = (Some(parts.to_vec()), keys.to_vec()),
        }
        let (_, seat, share) = self.own.iter().find(|(known, ..)| *known == deal)?;
        let promise = self.deal_name(deal).share_promise(*seat, share);
        let is_listed = parts.contains(&(*seat, promise));
        let id = format!("open-{deal}-{}", &hex(&promise)[..8]);
        is_listed.then(|| ClientMsg::Open { id, deal, e: hex(&share.0) })
    }

    fn hear_restart(&mut self, deal: u64, withheld: &[Seat]) {
        let after = |heard: &Promises, transcript: &Hash| {
            seal::after_restart(transcript, self.deal_name(deal), &heard.server, withheld)
        };
        let heard = self.promises(deal).zip(self.transcript.as_ref());
        self.transcript = heard.map(|(heard, transcript)| after(heard, transcript));
        (self.current, self.last) = (None, deal);
        self.restarts += 1;
        if self.restarts > games::max_restarts(self.names.len()) {
            self.alarm(Alarm::TooManyRestarts(deal));
        }
    }

    fn shuffles_jointly(&self) -> bool {
        let options = self.rules.as_ref().map(|rules| rules.table_options());
        options.is_some_and(|options| options.joint_seed && options.seed.get() == 0)
    }

    /// The cards are dealt: from now on this device keeps what it sees.
    fn see_deal(&mut self, round: u16, own: Option<Seat>) {
        if round == 1 || self.is_over {
            (self.rounds, self.is_over) = (Vec::new(), false);
        }
        let deal = self.current.take();
        self.last = deal.unwrap_or(self.last);
        if deal.is_none() && self.shuffles_jointly() {
            self.alarm(Alarm::NoPromise(round));
        }
        let heard = deal.and_then(|deal| self.promises(deal)).cloned();
        self.transcript = heard.as_ref().zip(self.transcript).map(|(heard, transcript)| {
            let devices = heard.devices.iter().flatten();
            let key = |seat: Seat| heard.keys.iter().find(|(other, _)| *other == seat).map(|(_, key)| *key);
            let parts: Vec<_> = devices.map(|(seat, promise)| (*seat, *promise, key(*seat))).collect();
            seal::after_deal(&transcript, self.deal_name(heard.deal), (&heard.server, &heard.rules), &parts)
        });
        if let Some(heard) = heard.filter(|heard| heard.devices.is_none() && heard.before.is_some())
            && self.own.iter().any(|(deal, ..)| *deal == heard.deal)
            && !self.agreed
        {
            self.alarm(Alarm::ShuffledAlone(heard.deal));
        }
        (self.restarts, self.agreed) = (0, false);
        let rules = self.rules.as_ref();
        self.compiled = rules.and_then(|rules| CompiledRules::new(rules, self.names.len()).ok());
        let before = |((deal, seat), transcript): ((u64, Seat), Hash)| {
            vec![seal::seen_before(self.deal_name(deal), seat, &transcript, &self.names)]
        };
        let steps = deal.zip(own).zip(self.transcript).map(before);
        self.rounds.push(SeenRound { round, deal, seat: own, steps, next: None, is_rewinding: false });
    }

    fn see_events(&mut self, number: u64, events: &[Event]) {
        let Some(round) = self.rounds.last_mut() else { return };
        let is_deal = events.iter().any(|event| matches!(event, Event::Dealt { .. }));
        let begins = round.steps.as_ref().is_some_and(|steps| steps.len() == 1);
        let follows =
            round.next.is_none_or(|next| next == number) && !round.is_rewinding && begins == is_deal;
        if round.next.is_some_and(|next| number < next) {
            return; // It was told before.
        }
        match (&mut round.steps, self.compiled.as_ref().filter(|_| follows)) {
            (Some(steps), Some(compiled)) => {
                let mut text = String::new();
                crate::write_events(events, compiled.pack(), &mut text);
                let seen = steps.last().map(|seen| seal::seen_after(seen, &text));
                steps.extend(seen);
                round.next = Some(number + 1);
            }
            // The rest of the round would not fit.
            (steps, _) => *steps = None,
        }
    }

    fn rewind(&mut self, left: u64) {
        let Some(round) = self.rounds.last_mut() else { return };
        (round.next, round.is_rewinding) = (None, false);
        if let Some(steps) = &mut round.steps {
            steps.truncate(usize::try_from(left).unwrap_or(usize::MAX).saturating_add(1));
        }
    }

    /// Signs the round that is over, if this device saw all of it and has its key in the list of the deal.
    fn sign(&self, deal: u64, digest: &Hash) -> Option<ClientMsg> {
        let round = self.rounds.last().filter(|round| round.deal == Some(deal) && !round.is_rewinding)?;
        let (seat, seen) = (round.seat?, *round.steps.as_ref().filter(|steps| steps.len() > 1)?.last()?);
        let secret = self.secret.as_ref()?;
        let is_listed = self.promises(deal)?.keys.contains(&(seat, secret.key()));
        let signed = is_listed.then(|| secret.seal(self.deal_name(deal), seat, seen, digest))?;
        let id = format!("sign-{deal}-{}", &hex(&signed.signature)[..8]);
        Some(ClientMsg::Sign { id, deal, seen: hex(&seen), sig: hex(&signed.signature) })
    }

    /// Compares the revealed proofs with the promises, and looks for deals without either.
    pub fn judge(&self, proofs: &[Proof]) -> Verdict {
        let unpromised = self.rounds.iter().find(|round| round.deal.is_none() && self.shuffles_jointly());
        if let Some(round) = unpromised {
            return Verdict::Broken(Alarm::NoPromise(round.round));
        }
        let played: Vec<u64> =
            self.rounds.iter().filter(|_| self.is_over).filter_map(|round| round.deal).collect();
        // What is before the first proof was another match, but for the last round.
        let first = proofs.first().map_or(0, |proof| proof.deal);
        let is_of_match = |deal: u64| deal >= first || Some(&deal) == played.last();
        let hidden = |deal: &u64| is_of_match(*deal) && !proofs.iter().any(|proof| proof.deal == *deal);
        if let Some(&deal) = played.iter().find(|deal| hidden(deal)) {
            return Verdict::Broken(Alarm::NotRevealed(deal));
        }
        let heard = |proof: &&Proof| self.promises(proof.deal).is_some();
        if let Some(broken) = proofs.iter().filter(heard).find(|proof| !self.holds(proof)) {
            return Verdict::Broken(Alarm::Broken(broken.deal));
        }
        if let Some(deal) = self.other_history(proofs) {
            return Verdict::Broken(Alarm::ChangedHistory(deal));
        }
        match proofs.iter().filter(heard).count() {
            0 => Verdict::NotHeard,
            deals => Verdict::Kept(deals),
        }
    }

    /// Whether the last round that was played is not among the proofs yet.
    pub fn expects_more(&self, proofs: &[Proof]) -> bool {
        let last = self.rounds.last().and_then(|round| round.deal);
        last.is_some_and(|deal| proofs.last().is_none_or(|proof| proof.deal < deal))
    }

    fn holds(&self, proof: &Proof) -> bool {
        let Some(heard) = self.promises(proof.deal) else { return true };
        let opened: Vec<(Seat, Hash)> = proof.parts.iter().map(|part| (part.seat, part.promise)).collect();
        proof.promise == heard.server
            && opened.as_slice() == heard.devices.as_deref().unwrap_or_default()
            && proof.check(&self.table).is_ok()
    }

    /// The first deal before which the server told another history than that of all the revealed proofs, such as one without
    /// an abandoned deal. Only all the proofs of a match tell that.
    fn other_history(&self, proofs: &[Proof]) -> Option<u64> {
        let mut transcript = EMPTY_TRANSCRIPT;
        for proof in proofs.iter().filter(|_| self.is_over) {
            let heard = self.promises(proof.deal);
            let restarted = proof.restarts.iter().fold(transcript, |transcript, restart| {
                let name = self.deal_name(restart.deal);
                seal::after_restart(&transcript, name, &restart.promise, &restart.withheld)
            });
            if heard.and_then(|heard| heard.before).is_some_and(|before| before != restarted) {
                return Some(proof.deal);
            }
            transcript = seal::after_proof(&transcript, &self.table, &heard?.rules, proof);
        }
        None
    }

    /// Verifies the record of the match, and compares it with every card and move that this device saw.
    pub fn compare(&self, record: &str) -> Result<ComparedRecord, RecordFault> {
        let wrong = |why: String| RecordFault::Wrong(why);
        let record = Record::read(record).map_err(|why| wrong(why.to_string()))?;
        let verified = games::verify(&record).map_err(|why| wrong(why.to_string()))?;
        if !verified.is_complete {
            return Err(wrong("it stops before the match is over".into()));
        }
        let mut rounds_seen = 0;
        for round in &self.rounds {
            let (Some(deal), Some(seat), Some([.., seen])) = (round.deal, round.seat, round.steps.as_deref())
            else {
                continue;
            };
            match seal::saw(&verified.session, deal, seat, seen) {
                Some(true) => rounds_seen += 1,
                Some(false) => return Err(RecordFault::Alarm(Alarm::OtherCards(deal))),
                None => {}
            }
        }
        Ok(ComparedRecord { verified, rounds_seen })
    }
}
