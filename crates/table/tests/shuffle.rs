//! Verifiable shuffles (G16): who promises what, who breaks a promise, and what happens then.

use crate::test_host::{ADA, BOLA, TestHost, WATCHER, at_once, refusal, rules, to};
use engine::{Seat, SeatSet};
use games::fair_shuffle::{DealName, Hash, Proof, Secret, Share};
use games::record::{self, Record};
use games::seal::{self, DeviceSecret, EMPTY_TRANSCRIPT};
use table::{
    Answer, Config, DealingAlone, Input, JointShuffle, Message, Output, Participant, Reveal, ShuffleStep,
    Switch, Table, Token, Version,
};

const TABLE: &str = "K7QX2M4P";

fn joint(preset: &str, changes: &[&str], reveal: Reveal) -> Config {
    let joint = Some(JointShuffle { table: TABLE.into(), reveal, alone: DealingAlone::WhenAgreed });
    Config { seed: 7, joint, ..Config::new(rules(preset, changes)) }
}

/// Two people whose devices take part in the shuffles, a computer player and a spectator.
fn table() -> TestHost {
    with_devices(joint("crazy-eights", &[], Reveal::AfterMatch))
}

fn with_devices(config: Config) -> TestHost {
    let mut host = TestHost::seated(config, &[ADA, BOLA], 1);
    host.send(Input::Watch { token: WATCHER });
    for token in [ADA, BOLA] {
        host.send(Input::Mix { token, switch: Switch::On });
    }
    host
}

fn shufflings(token: Token, out: &[Output]) -> Vec<ShuffleStep> {
    let shuffling = |message| match message {
        Message::Shuffle(shuffling) => Some(shuffling),
        _ => None,
    };
    to(token, out).into_iter().filter_map(shuffling).collect()
}

/// A secret of the host, different for each number.
fn secret(number: u8) -> Secret {
    Secret([number; 32])
}

/// The share of a person's device for a deal.
fn share(token: Token, deal: u64) -> Share {
    Share([token.0 as u8 * 16 + deal as u8; 16])
}

fn promise_of(host: &TestHost, token: Token, deal: u64) -> Hash {
    DealName { table: TABLE, deal }.share_promise(host.seat(token), &share(token, deal))
}

fn promise(host: &mut TestHost, token: Token, deal: u64) -> Vec<Output> {
    let promise = promise_of(host, token, deal);
    host.send(Input::Promise { token, deal, promise, key: Some(device(token).key()) })
}

/// The key of a person's device.
fn device(token: Token) -> DeviceSecret {
    DeviceSecret::new(&[token.0 as u8; 32])
}

fn open(host: &mut TestHost, token: Token, deal: u64) -> Vec<Output> {
    host.send(Input::Open { token, deal, share: share(token, deal) })
}

fn entropy(host: &mut TestHost, number: u8) -> Vec<Output> {
    assert!(host.table.wants_entropy());
    host.send(Input::Entropy { secret: secret(number) })
}

fn first_proof(host: &TestHost) -> &Proof {
    &host.table.session().unwrap().proofs()[0]
}

/// Everything goes as it should, up to the deal.
fn dealt(host: &mut TestHost) -> Vec<Output> {
    let from = host.out.len();
    host.start();
    entropy(host, 1);
    for token in [ADA, BOLA] {
        promise(host, token, 1);
    }
    for token in [ADA, BOLA] {
        open(host, token, 1);
    }
    host.out[from..].to_vec()
}

#[test]
fn all_promise_all_open_and_the_deal_is_what_was_promised() {
    let mut host = table();
    assert!(!host.table.wants_entropy());
    let out = host.start();
    assert!(shufflings(ADA, &out).is_empty() && host.table.session().is_none() && host.table.is_playing());
    let out = entropy(&mut host, 1);
    let promised = DealName { table: TABLE, deal: 1 }.promise(&secret(1));
    let rules = games::fair_shuffle::rules_hash(host.table.rules());
    for token in [ADA, BOLA, WATCHER] {
        let transcript = Some(EMPTY_TRANSCRIPT);
        let told = [ShuffleStep::Promised { deal: 1, promise: promised, rules, transcript }];
        assert_eq!(shufflings(token, &out), told);
    }
    assert!(shufflings(BOLA, &promise(&mut host, ADA, 1)).is_empty());
    let out = promise(&mut host, BOLA, 1);
    let parts: Vec<(Seat, Hash)> =
        [ADA, BOLA].map(|token| (host.seat(token), promise_of(&host, token, 1))).to_vec();
    let keys = [ADA, BOLA].map(|token| (host.seat(token), device(token).key())).to_vec();
    assert_eq!(shufflings(WATCHER, &out), [ShuffleStep::Frozen { deal: 1, parts, keys }]);
    open(&mut host, BOLA, 1);
    assert!(host.table.session().is_none(), "nothing is dealt before all have opened");
    let out = open(&mut host, ADA, 1);
    assert!(to(ADA, &out).iter().any(|message| matches!(message, Message::Deal { round: 1, .. })));
    assert!(shufflings(ADA, &out).is_empty(), "nothing is revealed yet");
    let proof = first_proof(&host);
    assert_eq!(proof.check(TABLE), Ok(()));
    assert_eq!((proof.parts.len(), proof.restarts.len(), proof.secret), (2, 0, secret(1)));
    assert_eq!(host.now, 0, "nobody had to wait");
}

#[test]
fn without_devices_the_table_promises_alone_and_deals_at_once() {
    for people in [&[ADA, BOLA][..], &[ADA]] {
        let mut host = TestHost::seated(joint("crazy-eights", &[], Reveal::AfterMatch), people, 1);
        host.start();
        entropy(&mut host, 1);
        assert!(first_proof(&host).parts.is_empty());
        assert_eq!(host.now, 0);
    }
}

#[test]
fn tables_without_joint_shuffles_play_as_before() {
    for config in [
        Config { seed: 7, ..Config::new(rules("crazy-eights", &[])) },
        Config {
            version: Version::First,
            ..joint("crazy-eights", &["joint_seed=false"], Reveal::AfterMatch)
        },
        joint("crazy-eights", &["seed=9"], Reveal::AfterMatch),
        Config { deck: Some(vec!["8H".into()]), ..joint("crazy-eights", &[], Reveal::AfterMatch) },
    ] {
        let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
        let out = host.start();
        assert!(host.table.session().unwrap().proofs().is_empty());
        assert!(shufflings(ADA, &out).is_empty() && !host.table.wants_entropy());
        assert_eq!(refusal(&host.send(Input::Entropy { secret: secret(1) })), Some("not-here"));
    }
}

/// A seed has 53 bits, which could be tried one after the other; a secret has 256.
#[test]
fn the_host_alone_deals_from_a_secret_and_not_from_the_seed() {
    let dealt = |number: u8| {
        let config = joint("crazy-eights", &["joint_seed=false"], Reveal::AfterMatch);
        let mut host = TestHost::seated(config, &[ADA, BOLA], 0);
        host.send(Input::Mix { token: ADA, switch: Switch::On });
        host.start();
        assert!(host.table.session().is_none() && host.table.wants_entropy());
        let out = entropy(&mut host, number);
        assert!(shufflings(ADA, &out).is_empty(), "no device is asked for anything");
        assert_eq!(first_proof(&host).secret, secret(number));
        assert_eq!(host.now, 0);
        let session = host.table.session().unwrap();
        (session.opening().seed, format!("{:?}", session.legal(host.turn().unwrap())))
    };
    assert_eq!(dealt(1), dealt(1));
    assert_ne!(dealt(1).1, dealt(2).1, "the seed of the table is the same");
    assert_eq!(dealt(1).0, dealt(2).0);
}

#[test]
fn a_device_that_does_not_promise_is_waited_for_once() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    promise(&mut host, ADA, 1);
    assert!(shufflings(ADA, &host.pass(2_999)).is_empty());
    let out = host.pass(1);
    let bola = host.seat(BOLA);
    assert!(shufflings(ADA, &out).contains(&ShuffleStep::Without { seat: bola }));
    assert_eq!(refusal(&promise(&mut host, BOLA, 1)), Some("too-late"));
    open(&mut host, ADA, 1);
    assert_eq!(first_proof(&host).parts.len(), 1);
}

#[test]
fn withholding_a_share_gives_no_say_in_the_deal() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    promise(&mut host, ADA, 1);
    promise(&mut host, BOLA, 1);
    open(&mut host, ADA, 1);
    let out = host.pass(3_000);
    let bola = host.seat(BOLA);
    assert_eq!(shufflings(WATCHER, &out), [ShuffleStep::GivenUp { deal: 1, withheld: vec![bola] }]);
    // A new secret and a new number; anything for the old one is late.
    assert!(host.table.wants_entropy());
    assert_eq!(refusal(&open(&mut host, BOLA, 1)), Some("too-late"));
    entropy(&mut host, 2);
    assert_eq!(refusal(&promise(&mut host, ADA, 1)), Some("too-late"));
    promise(&mut host, ADA, 2);
    promise(&mut host, BOLA, 2);
    open(&mut host, ADA, 2);
    let out = host.pass(3_000);
    assert_eq!(shufflings(ADA, &out).last(), Some(&ShuffleStep::Without { seat: bola }));
    // The third attempt goes ahead without Bola, whatever Bola's device sends.
    entropy(&mut host, 3);
    assert_eq!(refusal(&promise(&mut host, BOLA, 3)), Some("too-late"));
    host.send(Input::Mix { token: BOLA, switch: Switch::On });
    promise(&mut host, ADA, 3);
    open(&mut host, ADA, 3);
    let proof = first_proof(&host);
    assert_eq!(proof.check(TABLE), Ok(()));
    assert_eq!(proof.parts.iter().map(|part| part.seat).collect::<Vec<_>>(), [host.seat(ADA)]);
    let given_up: Vec<(u64, &[Seat])> =
        proof.restarts.iter().map(|restart| (restart.deal, restart.withheld.as_slice())).collect();
    assert_eq!(given_up, [(1, &[bola][..]), (2, &[bola][..])]);
}

/// A table from before, whose log has to replay: it deals alone as soon as every device is late.
#[test]
fn another_device_that_withholds_later_is_left_out_too() {
    let config = joint("crazy-eights", &[], Reveal::AfterMatch);
    let before = JointShuffle { alone: DealingAlone::AtOnce, ..config.joint.clone().unwrap() };
    let mut host = with_devices(Config { joint: Some(before), ..config });
    host.start();
    for (deal, promises, opens) in
        [(1, &[ADA, BOLA][..], Some(ADA)), (2, &[ADA, BOLA], Some(ADA)), (3, &[ADA], None)]
    {
        entropy(&mut host, deal as u8);
        for &token in promises {
            promise(&mut host, token, deal);
        }
        opens.map(|token| open(&mut host, token, deal));
        host.pass(3_000);
    }
    assert!(host.table.session().is_none(), "the third was given up as well");
    entropy(&mut host, 4);
    let proof = first_proof(&host);
    assert_eq!((proof.deal, proof.parts.len(), proof.restarts.len()), (4, 0, 3));
}

#[test]
fn a_wrong_opening_is_ignored_and_can_be_corrected() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    promise(&mut host, ADA, 1);
    assert_eq!(refusal(&open(&mut host, ADA, 1)), Some("too-late"), "not before all have promised");
    promise(&mut host, BOLA, 1);
    let wrong = Input::Open { token: ADA, deal: 1, share: Share([0; 16]) };
    assert_eq!(refusal(&host.send(wrong)), Some("wrong-share"));
    let anothers = Input::Open { token: ADA, deal: 1, share: share(BOLA, 1) };
    assert_eq!(refusal(&host.send(anothers)), Some("wrong-share"));
    assert_eq!(refusal(&promise(&mut host, ADA, 1)), Some("too-late"), "promises are frozen");
    open(&mut host, ADA, 1);
    open(&mut host, BOLA, 1);
    assert_eq!(first_proof(&host).check(TABLE), Ok(()));
}

#[test]
fn a_player_who_reconnects_learns_the_progress_of_the_shuffle() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    let resume = Input::Resume { token: BOLA, last: 0 };
    let told = shufflings(BOLA, &host.send(resume.clone()));
    assert!(matches!(told.as_slice(), [ShuffleStep::Promised { deal: 1, .. }]), "{told:?}");
    promise(&mut host, ADA, 1);
    // Another device that does not know the share of the first promises another one.
    host.send(Input::Promise { token: BOLA, deal: 1, promise: [9; 32], key: None });
    let told = shufflings(BOLA, &host.send(resume));
    assert!(
        matches!(told.as_slice(), [ShuffleStep::Promised { .. }, ShuffleStep::Frozen { .. }]),
        "{told:?}"
    );
    open(&mut host, ADA, 1);
    host.pass(3_000);
    entropy(&mut host, 2);
    for token in [ADA, BOLA] {
        promise(&mut host, token, 2);
    }
    for token in [ADA, BOLA] {
        open(&mut host, token, 2);
    }
    assert_eq!(first_proof(&host).parts.len(), 2);
}

#[test]
fn the_table_is_closed_while_cards_are_shuffled() {
    let mut host = table();
    host.start();
    for step in 0..2 {
        let late = host.send(Input::Sit { token: Token(9), name: "Late".into() });
        assert_eq!(refusal(&late), Some("playing"), "{step}");
        assert_eq!(refusal(&host.send(Input::Start)), Some("playing"));
        assert_eq!(refusal(&host.send(Input::ChangeRules(rules("yaniv", &[]).into()))), Some("playing"));
        if step == 0 {
            entropy(&mut host, 1);
        }
    }
    assert_eq!(refusal(&promise_by_stranger(&mut host)), Some("no-seat"));
    // The next deal does not wait for a player who has left, and a computer player plays on.
    host.send(Input::Leave { token: BOLA });
    promise(&mut host, ADA, 1);
    open(&mut host, ADA, 1);
    assert_eq!(first_proof(&host).parts.len(), 1);
    assert_eq!(
        refusal(&host.send(Input::Open { token: BOLA, deal: 1, share: share(BOLA, 1) })),
        Some("left")
    );
}

fn promise_by_stranger(host: &mut TestHost) -> Vec<Output> {
    host.send(Input::Promise { token: Token(77), deal: 1, promise: [0; 32], key: None })
}

/// A match of computer players; the host gives a secret whenever it is asked for one.
fn played_out(preset: &str, changes: &[&str], reveal: Reveal) -> TestHost {
    let config = Config { pace: at_once(), ..joint(preset, changes, reveal) };
    let mut host = TestHost::seated(config, &[], 2);
    host.send(Input::Watch { token: WATCHER });
    host.start();
    let mut number = 0;
    for _ in 0..20_000 {
        if host.table.wants_entropy() {
            number += 1;
            let again = if number > 1 { Input::NextRound } else { Input::Rematch };
            assert_eq!(refusal(&host.send(again)), None, "the shuffle that was asked for is under way");
            entropy(&mut host, number);
        } else if host.wake.is_some() {
            host.next();
        } else {
            break;
        }
    }
    assert!(!host.table.is_playing(), "the match came to its end");
    host
}

#[test]
fn everything_is_revealed_after_the_match_and_not_before() {
    let host = played_out("yaniv", &["limit=50"], Reveal::AfterMatch);
    let told = to(WATCHER, &host.out);
    let over = told.iter().position(|message| matches!(message, Message::MatchOver { .. })).unwrap();
    let revealed = |message: &&Message| matches!(message, Message::Shuffle(ShuffleStep::Revealed(_)));
    assert_eq!(told[..over].iter().filter(revealed).count(), 0);
    let proofs = host.table.session().unwrap().proofs();
    assert!(proofs.len() > 1, "several rounds");
    assert_eq!(shufflings(WATCHER, &host.out).last(), Some(&ShuffleStep::Revealed(proofs.to_vec())));
    let numbers: Vec<u64> = proofs.iter().map(|proof| proof.deal).collect();
    assert_eq!(numbers, (1..=proofs.len() as u64).collect::<Vec<_>>());
    // A viewer who joins later is told too, and the record replays.
    let mut host = host;
    let late = host.send(Input::Watch { token: Token(5) });
    assert_eq!(
        shufflings(Token(5), &late),
        [ShuffleStep::Revealed(host.table.session().unwrap().proofs().to_vec())]
    );
    let record = games::record::write(host.table.session().unwrap());
    let again = games::record::Record::read(&record).unwrap().replay().unwrap();
    assert_eq!(again.proofs(), host.table.session().unwrap().proofs());
    let restored =
        Table::restore(&joint("yaniv", &[], Reveal::AfterMatch), again, &[Participant::Person(ADA); 2], 0);
    assert_eq!(restored.unwrap_err(), table::RestoreError::SharedShuffle);
}

#[test]
fn a_table_can_reveal_every_deal_as_soon_as_it_is_over() {
    let host = played_out("yaniv", &["limit=50"], Reveal::AfterDeal);
    let proofs = host.table.session().unwrap().proofs();
    let revealed: Vec<Vec<Proof>> = shufflings(WATCHER, &host.out)
        .into_iter()
        .filter_map(|told| match told {
            ShuffleStep::Revealed(proofs) => Some(proofs),
            _ => None,
        })
        .collect();
    let (each, all) = revealed.split_at(proofs.len() - 1);
    assert!(each.iter().zip(proofs).all(|(told, proof)| *told == [proof.clone()]));
    assert_eq!(all, [proofs.to_vec()]);
}

#[test]
fn no_move_is_taken_back_once_its_cards_are_known() {
    let mut host = table();
    dealt(&mut host);
    host.send(Input::Leave { token: BOLA });
    let pace = |host: &mut TestHost| {
        for _ in 0..5_000 {
            let choice = host.choice(ADA, "");
            match (host.table.session().unwrap().outcome(), choice) {
                (Some(_), _) => return,
                (None, Some(choice)) if host.turn() == Some(host.seat(ADA)) => drop(host.act(ADA, &choice)),
                (None, _) => drop(host.next()),
            }
        }
    };
    pace(&mut host);
    assert!(host.table.session().unwrap().outcome().is_some());
    assert_eq!(refusal(&host.send(Input::Takeback { token: ADA })), Some("no-takeback"));
}

/// The messages before the cards are dealt, with every hash zeroed.
fn without_hashes(out: &[Output]) -> Vec<Output> {
    let blot = |shuffling: &ShuffleStep| match shuffling.clone() {
        ShuffleStep::Promised { deal, .. } => {
            ShuffleStep::Promised { deal, promise: [0; 32], rules: [0; 32], transcript: None }
        }
        ShuffleStep::Frozen { deal, parts, keys } => {
            let parts = parts.into_iter().map(|(seat, _)| (seat, [0; 32])).collect();
            ShuffleStep::Frozen { deal, parts, keys }
        }
        other => other,
    };
    let blot = |output: &Output| match output {
        Output::To(token, Message::Shuffle(shuffling)) => {
            Output::To(*token, Message::Shuffle(blot(shuffling)))
        }
        other => other.clone(),
    };
    out.iter().map(blot).collect()
}

/// Two worlds with different secrets and shares: apart from the hashes, the messages are the same.
#[test]
fn nothing_of_a_secret_or_a_share_is_revealed() {
    let world = |number: u8, share: u8| {
        let mut host = table();
        host.start();
        for deal in [1, 2] {
            entropy(&mut host, number);
            for token in [ADA, BOLA] {
                let share = Share([share + token.0 as u8; 16]);
                let name = DealName { table: TABLE, deal };
                let promise = name.share_promise(host.seat(token), &share);
                host.send(Input::Promise { token, deal, promise, key: None });
            }
            host.send(Input::Open { token: ADA, deal, share: Share([share + ADA.0 as u8; 16]) });
            host.send(Input::Resume { token: BOLA, last: 0 });
            host.send(Input::Watch { token: Token(50 + u128::from(number % 2)) });
            host.send(Input::Unwatch { token: Token(50 + u128::from(number % 2)) });
            host.pass(3_000);
        }
        without_hashes(&host.out)
    };
    let (one, other) = (world(2, 3), world(4, 90));
    assert!(
        one.iter().any(|told| matches!(told, Output::To(_, Message::Shuffle(ShuffleStep::Frozen { .. }))))
    );
    assert_eq!(one, other);
    let printed = format!("{:?}", Input::Entropy { secret: secret(0xab) });
    assert!(!printed.contains("171") && !printed.contains("ab"), "{printed}");
}

/// Time during which the host was away is given back to devices as well as to players.
#[test]
fn a_host_that_was_away_costs_nobody_a_share() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    promise(&mut host, ADA, 1);
    host.now += 60_000;
    host.send(Input::Credit { millis: 60_000 });
    promise(&mut host, BOLA, 1);
    for token in [ADA, BOLA] {
        open(&mut host, token, 1);
    }
    assert_eq!(first_proof(&host).parts.len(), 2);
}

/// The hash of the rules goes into the promise of each deal: it must be that of the rules that are played.
#[test]
fn a_deal_by_changed_rules_is_promised_with_their_hash() {
    let mut host = played_out("crazy-eights", &[], Reveal::AfterMatch);
    host.send(Input::ChangeRules(rules("naija-whot", &[]).into()));
    host.start();
    let changed = games::fair_shuffle::rules_hash(&rules("naija-whot", &[]));
    match shufflings(WATCHER, &entropy(&mut host, 98)).first() {
        Some(ShuffleStep::Promised { rules, .. }) => assert_eq!(*rules, changed),
        other => panic!("{other:?}"),
    }
}

/// In a rematch the deal passes to the left, and deals are numbered on.
#[test]
fn a_rematch_is_shuffled_again_and_dealt_by_the_next_player() {
    let mut host = played_out("crazy-eights", &[], Reveal::AfterMatch);
    let before = host.table.session().unwrap();
    let (next, last) = (before.dealer().left(1, 2), before.proofs().last().unwrap().deal);
    assert!(games::verify(&games::record::Record::read(&games::record::write(before)).unwrap()).is_ok());
    host.send(Input::Rematch);
    assert_eq!(
        refusal(&host.send(Input::Rematch)),
        None,
        "whoever asks for the same a moment later is answered alike"
    );
    entropy(&mut host, 99);
    let session = host.table.session().unwrap();
    assert_eq!((session.dealer(), session.proofs()[0].deal), (next, last + 1));
    assert!(games::verify(&games::record::Record::read(&games::record::write(session)).unwrap()).is_ok());
}

/// The people's turns are played at random; their devices take part in the shuffles.
fn played_by_devices(host: &mut TestHost) -> Hash {
    let from = host.out.len();
    host.send(Input::Leave { token: Token(77) }); // Nobody: only time passes.
    for _ in 0..5_000 {
        if host.table.session().unwrap().outcome().is_some() {
            break;
        }
        let person = [ADA, BOLA].into_iter().find(|&token| host.turn() == Some(host.seat(token)));
        match person.and_then(|token| Some((token, host.choice(token, "")?))) {
            Some((token, choice)) => drop(host.act(token, &choice)),
            None => drop(host.next()),
        }
    }
    let digest = |step: &ShuffleStep| match step {
        ShuffleStep::Digest { deal: 1, digest } => Some(*digest),
        _ => None,
    };
    let digests: Vec<Hash> = shufflings(ADA, &host.out[from..]).iter().filter_map(digest).collect();
    let [digest] = digests.as_slice() else { panic!("the round ends once: {digests:?}") };
    *digest
}

fn sign(host: &mut TestHost, token: Token, digest: &Hash) -> Vec<Output> {
    let seat = host.seat(token);
    let seen = seal::seen(host.table.session().unwrap(), 0, seat).unwrap();
    let signed = device(token).seal(DealName { table: TABLE, deal: 1 }, seat, seen, digest);
    host.send(Input::Sign { token, deal: 1, seen, signature: signed.signature })
}

#[test]
fn devices_sign_the_round_and_the_record_has_their_signatures() {
    let mut host = table();
    dealt(&mut host);
    let digest = played_by_devices(&mut host);
    let unsigned = record::write(host.table.session().unwrap());
    assert_eq!(seal::RecordDigest::of(&unsigned), digest);
    // Only what is true goes into the record.
    let wrong = Input::Sign { token: ADA, deal: 1, seen: [0; 32], signature: [0; 64] };
    assert_eq!(refusal(&host.send(wrong)), Some("wrong-signature"));
    assert_eq!(refusal(&sign(&mut host, ADA, &[0; 32])), Some("wrong-signature"), "of another record");
    let late = Input::Sign { token: ADA, deal: 2, seen: [0; 32], signature: [0; 64] };
    assert_eq!(refusal(&host.send(late)), Some("too-late"));
    assert_eq!(record::write(host.table.session().unwrap()), unsigned);
    assert_eq!(refusal(&sign(&mut host, ADA, &digest)), None);
    // Who comes back is asked to sign, and who has signed is not.
    let asked = |host: &mut TestHost, token| {
        shufflings(token, &host.send(Input::Resume { token, last: 0 }))
            .contains(&ShuffleStep::Digest { deal: 1, digest })
    };
    assert!(asked(&mut host, BOLA) && !asked(&mut host, ADA) && !asked(&mut host, WATCHER));
    let verified = |host: &TestHost| {
        games::verify(&Record::read(&record::write(host.table.session().unwrap())).unwrap())
    };
    let half = verified(&host).unwrap();
    let [round] = half.rounds.as_slice() else { panic!("one round") };
    assert_eq!((round.signed.len(), round.unsigned.len()), (1, 1));
    assert!(round.unsigned.contains(host.seat(BOLA)));
    sign(&mut host, BOLA, &digest);
    let whole = verified(&host).unwrap();
    assert!(whole.is_complete && whole.rounds[0].unsigned.is_empty());
    assert_eq!(record::write(&whole.session), record::write(host.table.session().unwrap()));
}

/// Every device is late: the host would know every card, so the deal waits for a device, however long it sleeps.
#[test]
fn a_deal_waits_for_a_phone_that_sleeps() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    let out = host.pass(3_000);
    let none = ShuffleStep::Unanswered { deal: 1, agreed: SeatSet::EMPTY };
    assert_eq!(shufflings(ADA, &out), std::slice::from_ref(&none));
    host.pass(600_000);
    assert!(host.table.session().is_none());
    assert_eq!(shufflings(BOLA, &host.send(Input::Resume { token: BOLA, last: 0 })).last(), Some(&none));
    promise(&mut host, BOLA, 1);
    assert!(shufflings(ADA, &host.pass(2_999)).is_empty(), "Ada has the usual time again");
    host.pass(1);
    // The phone falls asleep before it opens: there is nothing to choose from, so its promise stands.
    let out = host.pass(3_000);
    assert_eq!(shufflings(ADA, &out), [none]);
    host.pass(600_000);
    open(&mut host, BOLA, 1);
    let proof = first_proof(&host);
    assert_eq!((proof.parts.len(), proof.restarts.len()), (1, 0));
}

#[test]
fn the_host_shuffles_alone_only_if_the_players_agree() {
    let alone = |host: &mut TestHost, token, answer| host.send(Input::DealAlone { token, answer });
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    assert_eq!(refusal(&alone(&mut host, ADA, Answer::Agree)), Some("no-request"), "devices may still come");
    host.pass(3_000);
    let out = alone(&mut host, ADA, Answer::Agree);
    let agreed = SeatSet::EMPTY.with(host.seat(ADA));
    assert_eq!(shufflings(WATCHER, &out), [ShuffleStep::Unanswered { deal: 1, agreed }]);
    host.pass(19_999);
    alone(&mut host, BOLA, Answer::Refuse);
    host.pass(600_000);
    assert!(host.table.session().is_none(), "Bola objects");
    alone(&mut host, ADA, Answer::Agree);
    alone(&mut host, BOLA, Answer::Agree);
    let proof = first_proof(&host);
    assert_eq!((proof.deal, proof.parts.len(), proof.restarts.len()), (1, 0, 0));
}

#[test]
fn somebody_who_is_away_cannot_hold_up_the_others() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    promise(&mut host, ADA, 1);
    host.pass(3_000);
    host.pass(3_000);
    // Ada's device promised and sleeps. What it promised is known, so the agreed deal has a new number.
    host.send(Input::DealAlone { token: BOLA, answer: Answer::Agree });
    host.pass(20_000);
    entropy(&mut host, 2);
    host.pass(3_000);
    let proof = first_proof(&host);
    assert_eq!((proof.deal, proof.parts.len(), proof.restarts.len()), (2, 0, 1));
    assert!(proof.restarts.len() <= games::max_restarts(3));
}

/// People whose devices never take part play without waiting; the deal is marked by having no part.
#[test]
fn who_leaves_is_not_waited_for() {
    let mut host = table();
    host.start();
    entropy(&mut host, 1);
    host.pass(3_000);
    host.send(Input::Leave { token: ADA });
    assert!(host.table.session().is_none());
    host.send(Input::Mix { token: BOLA, switch: Switch::Off });
    assert!(first_proof(&host).parts.is_empty());
}

/// However the devices behave, a deal is started again only so often.
#[test]
fn the_number_of_restarts_is_bounded() {
    let mut host = table();
    host.start();
    let mut opens = [ADA, BOLA].into_iter().cycle();
    for number in 1..=20 {
        if host.table.session().is_some() || !host.table.wants_entropy() {
            break;
        }
        entropy(&mut host, number);
        for token in [ADA, BOLA] {
            promise(&mut host, token, number.into());
        }
        open(&mut host, opens.next().unwrap(), number.into());
        host.pass(3_000);
    }
    let given_up = |step: &ShuffleStep| matches!(step, ShuffleStep::GivenUp { .. });
    let restarts = shufflings(WATCHER, &host.out).iter().filter(|step| given_up(step)).count();
    assert!((2..=games::max_restarts(3)).contains(&restarts), "{restarts}");
}
