//! Verifiable shuffles (G16, `shuffle/v1`): the table promises, the players' devices promise, then all reveal.
//!
//! ```text
//! host's secret ── promised ── devices promise ── frozen ── devices open ── dealt
//!       └──────────────────────── given up ◄────── somebody did not open
//! ```
//!
//! Where devices take part and none of them answers, nothing is dealt: the table waits until one does, or until the players
//! agree that the host shuffles alone.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use engine::{BySeat, Seat, SeatSet, Viewer};
use games::fair_shuffle::{DealName, Hash, Part, Proof, Restart, Secret, Share, rules_hash};
use games::seal::{self, DeviceKey, RecordDigest, Seal};
use games::{Dealer, FairOpening};

use crate::config::{DealingAlone, Reveal};
use crate::occupant::Occupant;
use crate::table::Table;
use crate::{Answer, Message, Millis, PlayerKind, Refusal, ShuffleStep, Switch, Token, Version};

/// How long devices have to promise, and then again to reveal.
const DEVICE_ANSWER_MS: Millis = 3_000;

/// After this many failed deals, devices that did not reveal are left out. So there are never more than
/// [`max_restarts`](games::max_restarts).
const MAX_FAILED_DEALS: usize = 2;

/// How long the others have to object once somebody agrees that the host shuffles alone. Who is away does not answer.
const OBJECTION_MS: Millis = 20_000;

/// A shuffle under way.
#[derive(Clone, Default)]
pub(crate) struct Shuffle {
    deal: u64,
    /// Who deals, where it is the first deal of a match.
    dealer: Dealer,
    stage: Stage,
    promises: BySeat<Option<Hash>>,
    keys: BySeat<Option<DeviceKey>>,
    shares: BySeat<Option<Share>>,
    /// Who agreed that the host shuffles alone, while no device answers.
    unanswered: Option<SeatSet>,
    /// Whether the players have agreed to that.
    may_be_alone: bool,
    restarts: Vec<Restart>,
    /// Who did not reveal in one of the failed deals.
    unreliable: SeatSet,
    /// Who is left out because of that.
    out: SeatSet,
}

/// What a shuffle waits for.
#[derive(Clone, Copy, Default)]
enum Stage {
    /// The host's secret.
    #[default]
    Entropy,
    /// Promises of the devices; the table has made its own.
    Promises(Secret, Hash),
    /// What the devices promised.
    Shares(Secret, Hash),
}

impl Shuffle {
    fn parts(&self) -> Vec<(Seat, Hash)> {
        Seat::all(engine::MAX_SEATS).filter_map(|seat| Some((seat, self.promises[seat]?))).collect()
    }

    /// Who promised and has not opened.
    fn withheld(&self) -> Vec<Seat> {
        self.parts().into_iter().map(|(seat, _)| seat).filter(|&seat| self.shares[seat].is_none()).collect()
    }

    fn device_keys(&self) -> Vec<(Seat, DeviceKey)> {
        self.parts().into_iter().filter_map(|(seat, _)| Some((seat, self.keys[seat]?))).collect()
    }
}

impl Table {
    /// Whether the host has to send an [`Entropy`](crate::Input::Entropy): a deal waits for it, and for nothing else.
    pub fn wants_entropy(&self) -> bool {
        self.shuffle.as_ref().is_some_and(|shuffle| matches!(shuffle.stage, Stage::Entropy))
    }

    /// Whether the next match is dealt from secrets, and shares of devices where the rules say so. A match from a fixed
    /// number or from a pack laid out is not.
    pub(crate) fn shuffles_jointly(&self) -> bool {
        let table_options = self.rules.table_options();
        self.joint.is_some()
            && (self.devices_may_shuffle() || self.version == Version::Second)
            && table_options.seed.get() == 0
            && self.deck.is_none()
    }

    /// Whether the rules ask devices to take part. Where they do not, nobody is told of promises.
    fn devices_may_shuffle(&self) -> bool {
        self.rules.table_options().joint_seed
    }

    pub(crate) fn begin_shuffle(&mut self, dealer: Dealer) {
        self.drop_request();
        self.clock.next_round = None;
        self.shuffle_anew(Shuffle { dealer, ..Shuffle::default() });
    }

    /// With a new number, and nothing promised yet.
    fn shuffle_anew(&mut self, shuffle: Shuffle) {
        self.deals += 1;
        self.clock.shuffle = None;
        self.shuffle = Some(Box::new(Shuffle {
            deal: self.deals,
            stage: Stage::Entropy,
            promises: BySeat::default(),
            keys: BySeat::default(),
            shares: BySeat::default(),
            unanswered: None,
            ..shuffle
        }));
    }

    fn deal_name(&self, deal: u64) -> DealName<'_> {
        DealName { table: self.joint.as_ref().map_or("", |joint| &joint.table), deal }
    }

    /// The host's secret: the table promises it before any device does anything.
    pub(crate) fn take_secret(&mut self, secret: Secret) -> Result<(), Refusal> {
        let Some(deal) = self.shuffle.as_ref().filter(|_| self.wants_entropy()).map(|shuffle| shuffle.deal)
        else {
            return Err(Refusal::NoDealWaits);
        };
        let promise = self.deal_name(deal).promise(&secret);
        self.enter(Stage::Promises(secret, promise));
        if self.devices_may_shuffle() {
            self.tell_all(&Message::Shuffle(self.promised(deal, promise)));
        }
        self.freeze_if_complete();
        Ok(())
    }

    fn promised(&self, deal: u64, promise: Hash) -> ShuffleStep {
        let (rules, transcript) = (self.rules_hash(), Some(self.transcript()));
        ShuffleStep::Promised { deal, promise, rules, transcript }
    }

    /// What was promised in this match, up to the deal that is being shuffled.
    fn transcript(&self) -> Hash {
        let dealt = self.session.as_ref().and_then(|session| seal::transcripts(session).pop());
        let restarts = self.shuffle.as_ref().map(|shuffle| shuffle.restarts.as_slice()).unwrap_or_default();
        restarts.iter().fold(dealt.unwrap_or(seal::EMPTY_TRANSCRIPT), |transcript, restart| {
            let name = self.deal_name(restart.deal);
            seal::after_restart(&transcript, name, &restart.promise, &restart.withheld)
        })
    }

    fn enter(&mut self, stage: Stage) {
        self.clock.shuffle = Some(self.clock.after(DEVICE_ANSWER_MS));
        if let Some(shuffle) = &mut self.shuffle {
            shuffle.stage = stage;
        }
    }

    /// A device is going to add to the shuffles, or no more.
    pub(crate) fn mix(&mut self, token: Token, switch: Switch) -> Result<(), Refusal> {
        let seat = self.seated(token)?;
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.mixing = switch;
        }
        self.freeze_if_complete();
        Ok(())
    }

    /// A device promises its share; until all have done so it may promise another.
    pub(crate) fn take_promise(
        &mut self,
        token: Token,
        deal: u64,
        promise: Hash,
        key: Option<DeviceKey>,
    ) -> Result<(), Refusal> {
        let seat = self.listening(token)?;
        let shuffle =
            self.shuffle.as_mut().filter(|shuffle| shuffle.deal == deal).ok_or(Refusal::DealPassed)?;
        match shuffle.stage {
            Stage::Promises(..) if !shuffle.out.contains(seat) => {
                (shuffle.promises[seat], shuffle.keys[seat]) = (Some(promise), key);
            }
            Stage::Promises(..) | Stage::Entropy | Stage::Shares(..) => return Err(Refusal::DealPassed),
        }
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.mixing = Switch::On;
        }
        self.is_answered();
        self.freeze_if_complete();
        Ok(())
    }

    /// A device opens its promise; a wrong opening counts as none.
    pub(crate) fn take_share(&mut self, token: Token, deal: u64, share: Share) -> Result<(), Refusal> {
        let seat = self.listening(token)?;
        let kept = Some(self.deal_name(deal).share_promise(seat, &share));
        let shuffle =
            self.shuffle.as_mut().filter(|shuffle| shuffle.deal == deal).ok_or(Refusal::DealPassed)?;
        match shuffle.stage {
            Stage::Shares(..) if shuffle.promises[seat] == kept => shuffle.shares[seat] = Some(share),
            Stage::Shares(..) => return Err(Refusal::WrongShare),
            Stage::Entropy | Stage::Promises(..) => return Err(Refusal::DealPassed),
        }
        if shuffle.withheld().is_empty() {
            self.finish_shuffle();
        } else {
            self.is_answered();
        }
        Ok(())
    }

    /// A device answers after all: the others have the usual time.
    fn is_answered(&mut self) {
        if let Some(shuffle) = self.shuffle.as_mut().filter(|shuffle| shuffle.unanswered.is_some()) {
            shuffle.unanswered = None;
            self.clock.shuffle = Some(self.clock.after(DEVICE_ANSWER_MS));
        }
    }

    /// No device answers. Dealing now would leave the cards to the host, so the deal waits.
    fn wait_for_a_device(&mut self) {
        if let Some(shuffle) = &mut self.shuffle {
            shuffle.unanswered = Some(SeatSet::EMPTY);
            let told = ShuffleStep::Unanswered { deal: shuffle.deal, agreed: SeatSet::EMPTY };
            self.tell_all(&Message::Shuffle(told));
        }
    }

    fn deals_alone_at_once(&self) -> bool {
        self.joint.as_ref().is_none_or(|joint| joint.alone == DealingAlone::AtOnce)
    }

    /// A person agrees that the host shuffles alone, or objects.
    pub(crate) fn deal_alone(&mut self, token: Token, answer: Answer) -> Result<(), Refusal> {
        let seat = self.listening(token)?;
        let waiting = self.shuffle.as_deref_mut();
        let Some((shuffle, agreed)) = waiting
            .and_then(|shuffle| Some((shuffle.unanswered?, shuffle)))
            .map(|(agreed, shuffle)| (shuffle, agreed))
        else {
            return Err(Refusal::NoRequest);
        };
        let agreed = match answer {
            Answer::Agree => agreed.with(seat),
            Answer::Refuse => SeatSet::EMPTY,
        };
        shuffle.unanswered = Some(agreed);
        let told = ShuffleStep::Unanswered { deal: shuffle.deal, agreed };
        self.clock.shuffle = (!agreed.is_empty()).then(|| self.clock.after(OBJECTION_MS));
        self.tell_all(&Message::Shuffle(told));
        self.settle_unanswered();
        Ok(())
    }

    /// Deals alone as soon as everyone who is there agrees, or no device that takes part is left.
    pub(crate) fn settle_unanswered(&mut self) {
        let Some(shuffle) = &self.shuffle else { return };
        let Some(agreed) = shuffle.unanswered else { return };
        let here =
            |seat: &Seat| self.occupant(*seat).is_some_and(|occupant| occupant.kind() == PlayerKind::Person);
        let may_open = |(seat, _): (Seat, Hash)| {
            self.occupant(seat).is_some_and(|occupant| occupant.listener().is_some())
        };
        let nobody_can =
            matches!(shuffle.stage, Stage::Shares(..)) && !shuffle.parts().into_iter().any(may_open);
        if nobody_can || self.seats().filter(here).all(|seat| agreed.contains(seat)) {
            self.shuffle_alone();
        } else {
            self.freeze_if_complete();
        }
    }

    /// The players have agreed. Where promises of devices are frozen already, the deal is given up for a new one.
    fn shuffle_alone(&mut self) {
        let Some(shuffle) = &mut self.shuffle else { return };
        (shuffle.unanswered, shuffle.may_be_alone) = (None, true);
        match shuffle.stage {
            Stage::Entropy => {}
            Stage::Promises(..) => self.finish_shuffle(),
            Stage::Shares(_, promise) => self.give_up(promise),
        }
    }

    fn listening(&self, token: Token) -> Result<Seat, Refusal> {
        let seat = self.seated(token)?;
        let there = self.occupant(seat).and_then(Occupant::listener).is_some();
        there.then_some(seat).ok_or(Refusal::Left)
    }

    /// Who is waited for: people who are present, whose devices take part in the shuffles and have not promised.
    fn unpromised(&self, shuffle: &Shuffle) -> Vec<Seat> {
        let joint = self.devices_may_shuffle();
        let mixes = |occupant: &Occupant| {
            joint && occupant.kind() == PlayerKind::Person && occupant.mixing == Switch::On
        };
        let late = |seat: &Seat| shuffle.promises[*seat].is_none() && !shuffle.out.contains(*seat);
        self.seats().filter(late).filter(|&seat| self.occupant(seat).is_some_and(mixes)).collect()
    }

    fn freeze_if_complete(&mut self) {
        let Some(shuffle) = &self.shuffle else { return };
        if matches!(shuffle.stage, Stage::Promises(..)) && self.unpromised(shuffle).is_empty() {
            self.freeze();
        }
    }

    /// From now on nobody can promise: what was promised has to be opened.
    fn freeze(&mut self) {
        let Some(shuffle) = &self.shuffle else { return };
        let Stage::Promises(secret, promise) = shuffle.stage else { return };
        let (deal, parts, keys) = (shuffle.deal, shuffle.parts(), shuffle.device_keys());
        if parts.is_empty() {
            return self.finish_shuffle();
        }
        self.enter(Stage::Shares(secret, promise));
        self.tell_all(&Message::Shuffle(ShuffleStep::Frozen { deal, parts, keys }));
    }

    /// Devices that were waited for took too long.
    pub(crate) fn shuffle_time_is_up(&mut self) {
        self.clock.shuffle = None;
        let Some(shuffle) = &self.shuffle else { return };
        match shuffle.stage {
            Stage::Entropy => {}
            _ if shuffle.unanswered.is_some() => self.shuffle_alone(), // Nobody objected.
            Stage::Promises(..) if shuffle.parts().is_empty() && self.needs_a_device(shuffle) => {
                self.wait_for_a_device();
            }
            Stage::Promises(..) => {
                self.go_on_without(&self.unpromised(shuffle));
                self.freeze();
            }
            Stage::Shares(..)
                if shuffle.withheld().len() == shuffle.parts().len() && self.needs_a_device(shuffle) =>
            {
                self.wait_for_a_device();
            }
            Stage::Shares(_, promise) => self.give_up(promise),
        }
    }

    fn needs_a_device(&self, shuffle: &Shuffle) -> bool {
        !shuffle.may_be_alone && !self.deals_alone_at_once() && self.devices_may_shuffle()
    }

    fn go_on_without(&mut self, seats: &[Seat]) {
        for &seat in seats {
            if let Some(occupant) = self.occupant_mut(seat) {
                occupant.mixing = Switch::Off;
            }
            self.tell_all(&Message::Shuffle(ShuffleStep::Without { seat }));
        }
    }

    /// A device did not reveal its share. A player who knew the secret and withheld a share could choose between two known
    /// deals, so neither is dealt: the next deal has a new secret and a new number.
    fn give_up(&mut self, promise: Hash) {
        let Some(mut shuffle) = self.shuffle.take().map(|shuffle| *shuffle) else { return };
        let (deal, withheld) = (shuffle.deal, shuffle.withheld());
        self.tell_all(&Message::Shuffle(ShuffleStep::GivenUp { deal, withheld: withheld.clone() }));
        shuffle.unreliable = shuffle.unreliable.or(withheld.iter().copied().collect());
        shuffle.restarts.push(Restart { deal, promise, withheld });
        if shuffle.restarts.len() >= MAX_FAILED_DEALS {
            let new = shuffle.unreliable.iter().filter(|&seat| !shuffle.out.contains(seat));
            self.go_on_without(&new.collect::<Vec<Seat>>());
            shuffle.out = shuffle.unreliable;
        }
        self.shuffle_anew(shuffle);
    }

    /// Everything has arrived: the cards are dealt.
    fn finish_shuffle(&mut self) {
        self.clock.shuffle = None;
        let Some(shuffle) = self.shuffle.take().map(|shuffle| *shuffle) else { return };
        let (Stage::Promises(secret, promise) | Stage::Shares(secret, promise)) = shuffle.stage else {
            return;
        };
        let part = |(seat, promise)| {
            let (share, key) = (shuffle.shares[seat]?, shuffle.keys[seat]);
            Some(Part { seat, promise, share, key })
        };
        let parts = shuffle.parts().into_iter().filter_map(part).collect();
        let (deal, restarts, seals) = (shuffle.deal, shuffle.restarts, Vec::new());
        let proof = Proof { deal, promise, secret, parts, restarts, seals };
        if let Err(refusal) = self.deal_from(shuffle.dealer, proof) {
            self.outgoing.host(Message::Refused(refusal));
        }
    }

    /// The hash of the rules, computed once for as long as they stay.
    fn rules_hash(&self) -> Hash {
        **self.rules_hash.get_or_init(|| Box::new(rules_hash(&self.rules)))
    }

    fn deal_from(&mut self, dealer: Dealer, proof: Proof) -> Result<(), Refusal> {
        let Some(session) = &mut self.session else {
            let table = self.joint.as_ref().map(|joint| joint.table.clone()).unwrap_or_default();
            return self.begin_match(dealer, Some(FairOpening { table, first: proof }));
        };
        session.next_fair_round(proof).map_err(|why| Refusal::NoRound { why: why.to_string() })?;
        self.dealt();
        Ok(())
    }

    /// Lays open what the deals were worked out from, as soon as that is everybody's to know.
    pub(crate) fn lay_open(&mut self) {
        let proofs = self.open_proofs();
        if !proofs.is_empty() && self.devices_may_shuffle() {
            self.tell_all(&Message::Shuffle(ShuffleStep::Revealed(proofs)));
        }
    }

    /// What everyone may know of the deals that are over: of the last one, or of all after the match. Signatures stand in the
    /// record.
    fn open_proofs(&self) -> Vec<Proof> {
        let unsigned = |proof: &Proof| Proof { seals: Vec::new(), ..proof.clone() };
        self.revealed_proofs().iter().map(unsigned).collect()
    }

    fn revealed_proofs(&self) -> &[Proof] {
        let Some(session) = self.session.as_ref().filter(|session| session.outcome().is_some()) else {
            return &[];
        };
        let after_deal = self.joint.as_ref().is_some_and(|joint| joint.reveal == Reveal::AfterDeal);
        match session.proofs() {
            all if self.winners().is_some() => all,
            [.., last] if after_deal => core::slice::from_ref(last),
            _ => &[],
        }
    }

    /// Whether moves stand because of the shuffle: the next one has begun, or the cards lie open.
    pub(crate) fn is_laid_open(&self) -> bool {
        self.shuffle.is_some() || !self.revealed_proofs().is_empty()
    }

    /// The round is over: the devices sign it.
    pub(crate) fn ask_for_signatures(&mut self) {
        if let Some(digest) = self.digest() {
            self.tell_all(&Message::Shuffle(digest));
        }
    }

    /// The digest of the record up to here, if the round is over and a device has a key to sign it.
    fn digest(&self) -> Option<ShuffleStep> {
        let session = self.session.as_ref().filter(|session| session.outcome().is_some())?;
        let proof = session.proofs().last()?;
        let has_key = proof.parts.iter().any(|part| part.key.is_some());
        let digest = || RecordDigest::of(&games::record::write(session));
        has_key.then(|| ShuffleStep::Digest { deal: proof.deal, digest: digest() })
    }

    /// A device signs the round that is over. Only what is true goes into the record.
    pub(crate) fn take_signature(
        &mut self,
        token: Token,
        deal: u64,
        seen: Hash,
        signature: [u8; 64],
    ) -> Result<(), Refusal> {
        let seat = self.listening(token)?;
        let Some(ShuffleStep::Digest { deal: last, digest }) = self.digest() else {
            return Err(Refusal::DealPassed);
        };
        if last != deal {
            return Err(Refusal::DealPassed);
        }
        let (name, signed) = (self.deal_name(deal), Seal { seat, seen, signature });
        let session = self.session.as_ref().ok_or(Refusal::NoMatch)?;
        let round = session.proofs().len().saturating_sub(1);
        let part = session.proofs()[round].parts.iter().find(|part| part.seat == seat);
        let key = part.and_then(|part| part.key).ok_or(Refusal::WrongSignature)?;
        if seal::seen(session, round, seat) != Some(seen) || !signed.is_of(&key, name, &digest) {
            return Err(Refusal::WrongSignature);
        }
        if let Some(session) = &mut self.session {
            session.add_seal(deal, signed);
        }
        Ok(())
    }

    /// Whether the device of this viewer has still to sign the round that is over.
    fn has_to_sign(&self, viewer: Viewer) -> bool {
        let proof = self.session.as_ref().and_then(|session| session.proofs().last());
        let Some((proof, Viewer::Seat(seat))) = proof.map(|proof| (proof, viewer)) else { return false };
        proof.parts.iter().any(|part| part.seat == seat && part.key.is_some())
            && !proof.seals.iter().any(|seal| seal.seat == seat)
    }

    /// How the shuffle stands, for a viewer who is new.
    pub(crate) fn shuffling(&self, viewer: Viewer) -> Vec<ShuffleStep> {
        if !self.devices_may_shuffle() {
            return Vec::new();
        }
        let Some(shuffle) = &self.shuffle else {
            let proofs = self.open_proofs();
            let revealed = (!proofs.is_empty()).then_some(ShuffleStep::Revealed(proofs));
            let digest = if self.has_to_sign(viewer) { self.digest() } else { None };
            return revealed.into_iter().chain(digest).collect();
        };
        let deal = shuffle.deal;
        let mut steps = match shuffle.stage {
            Stage::Entropy => Vec::new(),
            Stage::Promises(_, promise) => alloc::vec![self.promised(deal, promise)],
            Stage::Shares(_, promise) => {
                let (parts, keys) = (shuffle.parts(), shuffle.device_keys());
                alloc::vec![self.promised(deal, promise), ShuffleStep::Frozen { deal, parts, keys }]
            }
        };
        steps.extend(shuffle.unanswered.map(|agreed| ShuffleStep::Unanswered { deal, agreed }));
        steps
    }
}
