//! `lastcard verify` with valid and forged records.

use crate::program::{self, file, run};
use engine::{Chance, Quick, Seat};
use games::fair_shuffle::{DealName, Part, Proof, Restart, Secret, Share};
use games::record;
use games::{Dealer, FairOpening, Opening, Session, presets};

const TABLE: &str = "K7QX2M4P";

fn proof(deal: u64, chance: &mut Quick) -> Proof {
    let name = DealName { table: TABLE, deal };
    let secret = Secret(std::array::from_fn(|_| chance.below(256) as u8));
    let parts = Seat::all(2).map(|seat| {
        let share = Share(std::array::from_fn(|_| chance.below(256) as u8));
        Part { seat, promise: name.share_promise(seat, &share), share }
    });
    Proof { deal, promise: name.promise(&secret), secret, parts: parts.collect(), restarts: Vec::new() }
}

/// The record of a match of several rounds at a server.
pub fn record() -> String {
    let mut chance = Quick::new(1);
    let withheld = vec![Seat::new(1).unwrap()];
    let restarts = vec![Restart { deal: 5, promise: [7; 32], withheld }];
    let first = Proof { restarts, ..proof(6, &mut chance) };
    let fair = Some(FairOpening { table: TABLE.into(), first });
    let names = ["Ada", "Bola"].map(String::from).to_vec();
    let opening = Opening { seats: 2, dealer: Dealer::ByRule, names, fair, ..Opening::default() };
    let mut session = Session::new(&presets::named("yaniv").unwrap(), &opening).unwrap();
    for deal in 7.. {
        while let Some(seat) = session.turn() {
            let moves = session.legal(seat);
            session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
        }
        if deal == 9 || session.next_fair_round(proof(deal, &mut chance)).is_err() {
            break;
        }
    }
    assert_eq!(session.proofs().len(), 3);
    record::write(&session)
}

fn verify(name: &str, text: &str, more: &[&str]) -> program::Run {
    let path = file("verify", name, text);
    run("verify", &[&["verify", &path], more].concat(), b"")
}

fn with_other_last(line: &str) -> String {
    let other = if line.ends_with('0') { '1' } else { '0' };
    format!("{}{other}", &line[..line.len() - 1])
}

#[test]
fn a_true_record_holds_and_says_what_was_given_up() {
    let text = record();
    let output = verify("true", &text, &[]);
    assert_eq!(output.code, 0, "{}", output.out);
    assert!(
        output.out.starts_with("The cards are what was promised: 3 deals at table K7QX2M4P"),
        "{}",
        output.out
    );
    assert!(output.out.contains("Deal 5: abandoned, because Bola did not answer."), "{}", output.out);
    assert!(
        output.out.contains("Deal 6: shuffled by the server and the devices of Ada and Bola."),
        "{}",
        output.out
    );
    let promise = text.lines().find(|line| line.starts_with("deal ")).unwrap().split(' ').nth(2).unwrap();
    assert_eq!(verify("seen", &text, &["--promise", promise]).code, 0);
    assert_eq!(verify("seen", &text, &["--promise", &with_other_last(promise)]).code, 1);
    // It can be replayed like any record.
    assert_eq!(run("verify", &["replay", &file("verify", "again", &text), "--quiet"], b"").code, 0);
}

#[test]
fn every_forgery_is_detected() {
    let text = record();
    let line = |begins: &str| text.lines().find(|line| line.starts_with(begins)).unwrap();
    let changed = |from: &str, to: &str| text.replacen(from, to, 1);
    let card = line("= 0 dealt").split(' ').nth(4).unwrap();
    let played =
        text.lines().find(|line| line.starts_with("0 throw") || line.starts_with("1 throw")).unwrap();
    let (deal, part) = (line("deal 7"), line("part 1"));
    let promise = |line: &str| line.split(' ').nth(2).unwrap().to_string();
    let drawn = games::record::Record::read(&text).unwrap().open().unwrap().dealer();
    let other_dealer = format!("dealer {}", drawn.left(1, 2));
    for (what, forged, why) in [
        ("one card dealt", changed(&format!(" {card} "), " zz "), "line"),
        ("one move", changed(played, "0 yaniv"), "line"),
        ("one share", changed(part, &with_other_last(part)), "line"),
        ("one secret", changed(deal, &with_other_last(deal)), "line"),
        (
            "the server's promise",
            changed(&promise(deal), &with_other_last(&promise(deal))),
            "server did not keep",
        ),
        ("a player's promise", changed(&promise(part), &with_other_last(&promise(part))), "share of Bola"),
        ("a deal that was given up", changed(&format!("{}\n", line("restart")), "\n"), ""),
        ("the dealer", changed("dealer drawn", &other_dealer), ""),
        ("the rules", changed("rules yaniv\n", "rules yaniv\n| call_limit = 6\n"), ""),
        ("the table", changed("table K7QX2M4P", "table K7QX2M4Q"), ""),
        (
            "no cards",
            text.lines().filter(|line| !line.starts_with('=')).collect::<Vec<_>>().join("\n"),
            "cards moved",
        ),
    ] {
        if what == "a deal that was given up" {
            // Before the first deal nothing is missing; between two deals it is.
            assert_eq!(verify("first", &forged, &[]).code, 0);
            continue;
        }
        assert_ne!(forged, text, "{what}");
        let output = verify("lie", &forged, &[]);
        assert_eq!(output.code, 1, "{what}: {}", output.out);
        assert!(output.out.starts_with("The cards are NOT what was promised: "), "{what}: {}", output.out);
        assert!(output.out.contains(why), "{what}: {}", output.out);
        assert_eq!(output.out.lines().count(), 1, "{what}: {}", output.out);
    }
    let seeded = "lastcard record 1\nrules crazy-eights\nseats 2\ndealer 1\nseed 3\nround 1\n";
    let promised = verify("seed", seeded, &["--promise", "ab"]);
    assert!(promised.out.starts_with("The cards are NOT what was promised: "), "{}", promised.out);
}

/// A game at one's own device is no lie: nothing was promised. A script must not take that for a verified record.
#[test]
fn a_record_without_promises_has_nothing_to_check() {
    let seeded = "lastcard record 1\nrules crazy-eights\nseats 2\ndealer 1\nseed 3\nround 1\n";
    let output = verify("seed-only", seeded, &[]);
    assert!(output.out.starts_with("There is nothing to check: "), "{}", output.out);
    assert_eq!((output.code, output.out.contains("NOT")), (1, false));
}

/// A deal that is left out of the record leaves a gap.
#[test]
fn a_deal_that_is_left_out_is_missed() {
    let mut chance = Quick::new(2);
    let fair = Some(FairOpening { table: TABLE.into(), first: proof(1, &mut chance) });
    let opening = Opening { seats: 2, dealer: Dealer::ByRule, fair, ..Opening::default() };
    let mut session = Session::new(&presets::named("yaniv").unwrap(), &opening).unwrap();
    while let Some(seat) = session.turn() {
        let moves = session.legal(seat);
        session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
    }
    session.next_fair_round(proof(3, &mut chance)).unwrap();
    let output = verify("gap", &record::write(&session), &[]);
    assert_eq!(output.code, 1);
    assert!(output.out.contains("after deal 1 comes deal 3"), "{}", output.out);
}

#[test]
fn several_records_are_told_one_by_one() {
    let (good, bad) = (file("verify", "good", &record()), file("verify", "bad", "nonsense"));
    let both = run("verify", &["verify", &bad, &good], b"");
    assert_eq!(both.code, 1, "{}", both.out);
    let lines: Vec<&str> = both.out.lines().collect();
    assert_eq!(lines[0], format!("{bad}:"));
    assert!(lines[1].starts_with("This is not a record of a match"), "{}", both.out);
    assert!(lines[1].contains("begins with"), "{}", both.out);
    assert_eq!(lines[2], format!("{good}:"));
    assert!(lines[3].starts_with("The cards are what was promised"), "{}", both.out);
}
