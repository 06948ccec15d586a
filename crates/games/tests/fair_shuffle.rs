//! Verifiable shuffles: test vectors for other implementations, and forged records.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use engine::{Card, Chance, Quick, Seat, Seeded, shuffle};
use games::fair_shuffle::{DealName, Part, Proof, Restart, Secret, Share, hex};
use games::record::{self, Record};
use games::{Dealer, FairOpening, Opening, Rules, Session, presets};

const TABLE: &str = "K7QX2M4P";

/// A made-up proof for a deal with this many contributions.
fn proof(table: &str, deal: u64, seats: &[usize], chance: &mut Quick) -> Proof {
    let name = DealName { table, deal };
    let secret = Secret(std::array::from_fn(|_| chance.below(256) as u8));
    let part = |&seat: &usize| {
        let (seat, share) =
            (Seat::new(seat).unwrap(), Share(std::array::from_fn(|_| chance.below(256) as u8)));
        Part { seat, promise: name.share_promise(seat, &share), share, key: None }
    };
    let parts = seats.iter().map(part).collect();
    Proof { deal, promise: name.promise(&secret), secret, parts, restarts: Vec::new(), seals: Vec::new() }
}

/// A match played at random to the end, or for a while.
fn played(rules: &Rules, seats: usize, seed: u64) -> Session {
    let mut chance = Quick::new(seed);
    let mut first = proof(TABLE, 3, &[0, 1], &mut chance);
    let given_up = |deal| Restart { deal, promise: [deal as u8; 32], withheld: vec![Seat::default()] };
    first.restarts = [1, 2].map(given_up).to_vec();
    let fair = Some(FairOpening { table: TABLE.into(), first });
    let mut session =
        Session::new(rules, &Opening { seats, dealer: Dealer::ByRule, fair, ..Opening::default() }).unwrap();
    for step in 0..1_000 {
        let acting: Vec<_> = session.acting().iter().collect();
        if acting.is_empty() {
            let next = proof(TABLE, 4 + step, &[1], &mut chance);
            if session.next_fair_round(next).is_err() {
                break;
            }
            continue;
        }
        let seat = acting[chance.below(acting.len() as u32) as usize];
        let moves = session.legal(seat);
        session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
    }
    session
}

#[test]
fn every_preset_is_read_back_with_its_proofs() {
    for rules in presets::all() {
        let session = played(&rules, rules.players().0, 5);
        let text = record::write(&session);
        let record = Record::read(&text).unwrap_or_else(|why| panic!("{why}\n{text}"));
        let again = record.replay().unwrap_or_else(|why| panic!("{why}\n{text}"));
        assert_eq!(again.proofs(), session.proofs());
        assert_eq!(again.scores(), session.scores());
        assert_eq!(record::write(&again), text);
        assert!(again.proofs().iter().all(|proof| proof.check(TABLE).is_ok()));
    }
}

/// A changed card anywhere in the record is noticed.
#[test]
fn a_record_with_one_changed_card_does_not_play_again() {
    let session = played(&presets::named("crazy-eights").unwrap(), 2, 1);
    let text = record::write(&session);
    let pack = session.pack();
    let ends = |at: usize| text[at..].starts_with([' ', ';', '\n']);
    let begun = text.find("round 1").unwrap();
    let mut changed = 0;
    for (at, _) in text.match_indices(' ').filter(|(at, _)| *at > begun) {
        let end = (at + 1..text.len()).find(|&at| ends(at)).unwrap();
        let Some(card) = pack.parse(&text[at + 1..end]).filter(|_| text[at + 1..end].len() > 1) else {
            continue;
        };
        let other = pack.cards()[(card.index() + 1) % pack.cards().len()];
        let lie = format!("{} {}{}", &text[..at], pack.notation(other), &text[end..]);
        assert!(Record::read(&lie).and_then(|record| record.replay()).is_err(), "{}", &lie[at..at + 40]);
        changed += 1;
    }
    assert!(changed > 50, "only {changed} cards stand in the record");
}

#[test]
fn one_changed_digit_of_a_proof_is_another_deal_or_a_broken_promise() {
    let session = played(&presets::named("crazy-eights").unwrap(), 2, 2);
    let text = record::write(&session);
    for line in text.lines().filter(|line| line.starts_with("deal ") || line.starts_with("part ")) {
        let last = line.chars().last().unwrap();
        let other = if last == '0' { '1' } else { '0' };
        let lie = text.replace(line, &format!("{}{other}", &line[..line.len() - 1]));
        assert!(Record::read(&lie).and_then(|record| record.replay()).is_err(), "{line}");
        let at = line.split(' ').take(2).map(|word| word.len() + 1).sum::<usize>();
        let other = if line[at..].starts_with('0') { '1' } else { '0' };
        let lie = text.replace(line, &format!("{}{other}{}", &line[..at], &line[at + 1..]));
        let read = Record::read(&lie).unwrap().replay().unwrap();
        assert!(read.proofs().iter().any(|proof| proof.check(TABLE).is_err()), "{line}");
    }
}

#[test]
fn lines_that_make_no_sense_are_refused() {
    let text = record::write(&played(&presets::named("crazy-eights").unwrap(), 2, 3));
    let fails = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let read = Record::read(&text.replacen(from, to, 1)).and_then(|record| record.replay());
        assert!(read.is_err(), "{from} became {to}");
    };
    fails("\ntable ", "\ntable \u{1f0cf}");
    fails("\ntable K7QX2M4P", "");
    fails("\npart 0 ", "\npart 77 ");
    fails("\npart 0 ", "\npart 0 00");
    fails("\ndeal 3 ", "\ndeal x ");
    fails("\ndeal 3 ", "\nrestart 3 ");
    let deal = text.lines().find(|line| line.starts_with("deal ")).unwrap();
    fails(deal, &format!("{deal}\n{deal}"));
}

#[test]
fn no_number_of_a_deal_is_used_twice() {
    let mut session = played(&presets::named("yaniv").unwrap(), 2, 4);
    while session.proofs().len() > 1 {
        assert!(session.undo());
    }
    assert!(session.outcome().is_some(), "the first round is over, and the next not yet dealt");
    let mut chance = Quick::new(1);
    assert!(session.next_round().unwrap_err().to_string().contains("promises"));
    assert!(
        session
            .next_fair_round(proof(TABLE, 3, &[], &mut chance))
            .unwrap_err()
            .to_string()
            .contains("before")
    );
}

/// One line of `docs/shuffle/vectors.jsonl`.
fn vector(number: usize, chance: &mut Quick) -> String {
    let table = [TABLE, "a", "A-name-of-sixty-four-letters-which-is-the-longest-that-there-is."][number % 3];
    let deal = [1, 2, 255, 256, 1 << 40, u64::MAX, u64::from(chance.below(u32::MAX))][number % 7];
    let seats: Vec<usize> = (0..10).filter(|_| chance.below(3) == 0).collect();
    let proof = proof(table, deal, &seats, chance);
    let rules = std::array::from_fn(|_| chance.below(256) as u8);
    let shares: Vec<(Seat, Share)> = proof.parts.iter().map(|part| (part.seat, part.share)).collect();
    let key = DealName { table, deal }.key(&proof.secret, &rules, &shares);
    let cards = [52, 54, 108, 1 + chance.below(108)][number % 4];
    let orders = [0, 1 + chance.below(9), u32::MAX].map(|purpose| {
        let mut order: Vec<Card> = (0..cards as usize).filter_map(Card::new).collect();
        let mut source = Seeded::from_key(key);
        source.begin(purpose);
        shuffle(&mut order, &mut source);
        let order: Vec<String> = order.iter().map(|card| card.index().to_string()).collect();
        format!("{{\"purpose\":{purpose},\"order\":[{}]}}", order.join(","))
    });
    let part = |part: &Part| {
        let (promise, share) = (hex(&part.promise), hex(&part.share.0));
        format!("{{\"seat\":{},\"promise\":\"{promise}\",\"share\":\"{share}\"}}", part.seat)
    };
    let parts: Vec<String> = proof.parts.iter().map(part).collect();
    let [promise, secret, rules, key] = [proof.promise, proof.secret.0, rules, key].map(|bytes| hex(&bytes));
    format!(
        "{{\"table\":\"{table}\",\"deal\":\"{deal}\",\"rules\":\"{rules}\",\"promise\":\"{promise}\",\
         \"secret\":\"{secret}\",\"parts\":[{}],\"key\":\"{key}\",\"cards\":{cards},\"orders\":[{}]}}\n",
        parts.join(","),
        orders.join(",")
    )
}

fn vectors(seed: u64, many: usize) -> String {
    let mut chance = Quick::new(seed);
    (0..many).map(|number| vector(number, &mut chance)).collect()
}

/// The vectors never change: a record made today must still verify in ten years. `LASTCARD_WRITE=1` writes the file if
/// there is none.
#[test]
fn the_vectors_are_what_is_worked_out() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shuffle/vectors.jsonl");
    if std::env::var_os("LASTCARD_WRITE").is_some() && !path.exists() {
        std::fs::write(&path, vectors(1, 28)).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    assert!(kept == vectors(1, 28), "docs/shuffle/vectors.jsonl tells other shuffles");
}

/// A second implementation, in another language and with its own hash function, gets the same results.
#[test]
fn the_program_in_javascript_agrees_on_ten_thousand_deals() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shuffle/verify.mjs");
    let node = Command::new("node").arg(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut node) = node else { return eprintln!("there is no node here, so nothing was compared") };
    let mut input = node.stdin.take().unwrap();
    let lines = vectors(2, 10_000);
    let writing = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let told = node.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    assert!(told.status.success());
    assert_eq!(String::from_utf8_lossy(&told.stdout), "10000 deals are as promised.\n");
}

/// The second implementation notices a forgery.
#[test]
fn the_program_in_javascript_finds_one_changed_digit() {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/shuffle/verify.mjs");
    let line = vectors(3, 2).lines().last().unwrap().to_owned();
    let value = |key: &str| {
        line.split_once(&format!("\"{key}\":\"")).unwrap().1.split('"').next().unwrap().to_owned()
    };
    for key in ["promise", "secret", "rules", "key", "share"] {
        let value = value(key);
        let other = if value.starts_with('0') { '1' } else { '0' };
        let wrong = line.replace(&value, &format!("{other}{}", &value[1..]));
        let node = Command::new("node").arg(&program).stdin(Stdio::piped()).stdout(Stdio::null()).spawn();
        let Ok(mut node) = node else { return eprintln!("there is no node here, so nothing was compared") };
        node.stdin.take().unwrap().write_all(wrong.as_bytes()).unwrap();
        assert_eq!(node.wait().unwrap().code(), Some(1), "{key}");
    }
}

/// How far the positions of the cards are from a uniform distribution: chi-squared and its degrees of freedom.
fn unevenness(deals: u64) -> (f64, f64) {
    const CARDS: usize = 54;
    let mut seen = vec![[0u32; CARDS]; CARDS];
    let whole: Vec<Card> = (0..CARDS).filter_map(Card::new).collect();
    let mut chance = Quick::new(9);
    for deal in 0..deals {
        let mut order = whole.clone();
        let mut source = proof(TABLE, deal, &[0, 1], &mut chance).chance(TABLE, &[0; 32]);
        source.begin(0);
        shuffle(&mut order, &mut source);
        for (place, card) in order.iter().enumerate() {
            seen[card.index()][place] += 1;
        }
    }
    let expected = deals as f64 / CARDS as f64;
    let off = |&times: &u32| (f64::from(times) - expected).powi(2) / expected;
    (seen.iter().flatten().map(off).sum(), ((CARDS - 1) * (CARDS - 1)) as f64)
}

/// Every card reaches every position equally often. For a fair shuffle one result in a thousand is more than 3.1 standard
/// deviations from the mean. The seeds are fixed, so the test always gives the same result.
fn is_even((sum, freedom): (f64, f64)) {
    println!("chi-squared {sum:.0}, {freedom} degrees of freedom");
    assert!((sum - freedom).abs() < 3.1 * (2.0 * freedom).sqrt(), "{sum} with {freedom}");
}

#[test]
fn every_place_is_as_likely_for_every_card() {
    is_even(unevenness(20_000));
}

#[test]
#[ignore = "a million deals: cargo test -p lastcard-games --test integration fair_shuffle:: -- --ignored"]
fn every_place_is_as_likely_in_a_million_deals() {
    is_even(unevenness(1_000_000));
}
