//! Verifiable shuffles (G16, `shuffle/v1`): the table promises, the players' devices promise, then all reveal.
//!
//! ```text
//! host's secret ── promised ── devices promise ── frozen ── devices open ── dealt
//!       └──────────────────────── given up ◄────── somebody did not open
//! ```

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;

use engine::{BySeat, Seat, SeatSet};
use games::fair_shuffle::{DealName, Hash, Part, Proof, Restart, Secret, Share, rules_hash};
use games::{Dealer, FairOpening};

use crate::config::Reveal;
use crate::occupant::Occupant;
use crate::table::Table;
use crate::{Message, Millis, PlayerKind, Refusal, ShuffleStep, Switch, Token, Version};

/// How long devices have to promise, and then again to reveal.
const DEVICE_ANSWER_MS: Millis = 3_000;

/// After this many failed deals, devices that did not reveal are left out.
const MAX_FAILED_DEALS: usize = 2;

/// A shuffle under way.
#[derive(Clone, Default)]
pub(crate) struct Shuffle {
    deal: u64,
    /// Who deals, where it is the first deal of a match.
    dealer: Dealer,
    stage: Stage,
    promises: BySeat<Option<Hash>>,
    shares: BySeat<Option<Share>>,
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
        let (promises, shares) = (BySeat::default(), BySeat::default());
        let shuffle = Shuffle { deal: self.deals, stage: Stage::Entropy, promises, shares, ..shuffle };
        self.shuffle = Some(Box::new(shuffle));
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
            let rules = self.rules_hash();
            self.tell_all(&Message::Shuffle(ShuffleStep::Promised { deal, promise, rules }));
        }
        self.freeze_if_complete();
        Ok(())
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
    pub(crate) fn take_promise(&mut self, token: Token, deal: u64, promise: Hash) -> Result<(), Refusal> {
        let seat = self.listening(token)?;
        let shuffle =
            self.shuffle.as_mut().filter(|shuffle| shuffle.deal == deal).ok_or(Refusal::DealPassed)?;
        match shuffle.stage {
            Stage::Promises(..) if !shuffle.out.contains(seat) => shuffle.promises[seat] = Some(promise),
            Stage::Promises(..) | Stage::Entropy | Stage::Shares(..) => return Err(Refusal::DealPassed),
        }
        if let Some(occupant) = self.occupant_mut(seat) {
            occupant.mixing = Switch::On;
        }
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
        }
        Ok(())
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
        let (deal, parts) = (shuffle.deal, shuffle.parts());
        if parts.is_empty() {
            return self.finish_shuffle();
        }
        self.enter(Stage::Shares(secret, promise));
        self.tell_all(&Message::Shuffle(ShuffleStep::Frozen { deal, parts }));
    }

    /// Devices that were waited for took too long.
    pub(crate) fn shuffle_time_is_up(&mut self) {
        self.clock.shuffle = None;
        let Some(shuffle) = &self.shuffle else { return };
        match shuffle.stage {
            Stage::Entropy => {}
            Stage::Promises(..) => {
                self.go_on_without(&self.unpromised(shuffle));
                self.freeze();
            }
            Stage::Shares(_, promise) => self.give_up(promise),
        }
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
        let part = |(seat, promise)| Some(Part { seat, promise, share: shuffle.shares[seat]? });
        let parts = shuffle.parts().into_iter().filter_map(part).collect();
        let proof = Proof { deal: shuffle.deal, promise, secret, parts, restarts: shuffle.restarts };
        if let Err(refusal) = self.deal_from(shuffle.dealer, proof) {
            self.outgoing.host(Message::Refused(refusal));
        }
    }

    /// The hash of the rules, computed once for as long as they stay.
    fn rules_hash(&self) -> Hash {
        *self.rules_hash.get_or_init(|| rules_hash(&self.rules))
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

    /// What everyone may know of the deals that are over: of the last one, or of all after the match.
    fn open_proofs(&self) -> Vec<Proof> {
        let Some(session) = self.session.as_ref().filter(|session| session.outcome().is_some()) else {
            return Vec::new();
        };
        let after_deal = self.joint.as_ref().is_some_and(|joint| joint.reveal == Reveal::AfterDeal);
        match session.proofs() {
            all if self.winners().is_some() => all.to_vec(),
            [.., last] if after_deal => alloc::vec![last.clone()],
            _ => Vec::new(),
        }
    }

    /// Whether moves stand because of the shuffle: the next one has begun, or the cards lie open.
    pub(crate) fn is_laid_open(&self) -> bool {
        self.shuffle.is_some() || !self.open_proofs().is_empty()
    }

    /// How the shuffle stands, for a viewer who is new.
    pub(crate) fn shuffling(&self) -> Vec<ShuffleStep> {
        if !self.devices_may_shuffle() {
            return Vec::new();
        }
        let Some(shuffle) = &self.shuffle else {
            let proofs = self.open_proofs();
            return if proofs.is_empty() { Vec::new() } else { alloc::vec![ShuffleStep::Revealed(proofs)] };
        };
        let deal = shuffle.deal;
        let promised = |promise| ShuffleStep::Promised { deal, promise, rules: self.rules_hash() };
        match shuffle.stage {
            Stage::Entropy => Vec::new(),
            Stage::Promises(_, promise) => alloc::vec![promised(promise)],
            Stage::Shares(_, promise) => {
                alloc::vec![promised(promise), ShuffleStep::Frozen { deal, parts: shuffle.parts() }]
            }
        }
    }
}
