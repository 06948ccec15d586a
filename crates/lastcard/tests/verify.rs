//! `lastcard verify` with valid and forged records.

use crate::program::{self, file, run};
use engine::{Chance, Quick, Seat};
use games::fair_shuffle::{DealName, Part, Proof, Restart, Secret, Share};
use games::record;
use games::seal::{self, DeviceSecret, RecordDigest};
use games::{Dealer, FairOpening, Opening, Session, presets};

const TABLE: &str = "K7QX2M4P";

fn proof(deal: u64, chance: &mut Quick) -> Proof {
    let name = DealName { table: TABLE, deal };
    let secret = Secret(std::array::from_fn(|_| chance.below(256) as u8));
    let parts = Seat::all(2).map(|seat| {
        let share = Share(std::array::from_fn(|_| chance.below(256) as u8));
        Part { seat, promise: name.share_promise(seat, &share), share, key: Some(device(seat).key()) }
    });
    let (promise, restarts, seals) = (name.promise(&secret), Vec::new(), Vec::new());
    Proof { deal, promise, secret, parts: parts.collect(), restarts, seals }
}

/// The key of a player's device.
fn device(seat: Seat) -> DeviceSecret {
    DeviceSecret::new(&[seat.index() as u8 + 1; 32])
}

/// Both devices sign the round that is over.
fn sign(session: &mut Session) {
    let (round, deal) = (session.proofs().len() - 1, session.proofs().last().unwrap().deal);
    let digest = RecordDigest::of(&record::write(session));
    for seat in Seat::all(2) {
        let seen = seal::seen(session, round, seat).unwrap();
        let seal = device(seat).seal(DealName { table: TABLE, deal }, seat, seen, &digest);
        assert!(session.add_seal(deal, seal));
    }
}

/// The record of a match of three rounds at a server.
pub fn record() -> String {
    let session = played(1);
    assert!(session.proofs().len() == 3 && session.is_over());
    record::write(&session)
}

fn played(seed: u64) -> Session {
    let mut chance = Quick::new(seed);
    let withheld = vec![Seat::new(1).unwrap()];
    let restarts = vec![Restart { deal: 5, promise: [7; 32], withheld }];
    let first = Proof { restarts, ..proof(6, &mut chance) };
    let fair = Some(FairOpening { table: TABLE.into(), first });
    let names = ["Ada", "Bola"].map(String::from).to_vec();
    let opening = Opening { seats: 2, dealer: Dealer::ByRule, names, fair, ..Opening::default() };
    let changes = ["rounds=3".into(), "hand_size=3".into()];
    let rules = games::change(&presets::named("crazy-eights").unwrap(), &changes).unwrap();
    let mut session = Session::new(&rules, &opening).unwrap();
    for deal in 7..10 {
        while let Some(seat) = session.turn() {
            let moves = session.legal(seat);
            // Whoever can play a card does, so that the rounds are short.
            let plays = moves.iter().find(|&&choice| session.notation(choice).starts_with("play"));
            let choice = plays.copied().unwrap_or(moves[chance.below(moves.len() as u32) as usize]);
            session.play(seat, choice).unwrap();
        }
        sign(&mut session);
        if session.next_fair_round(proof(deal, &mut chance)).is_err() {
            break;
        }
    }
    session
}

/// The same without any signature, as records of before are.
fn unsigned(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("part ") {
        Some(part) => format!("part {}\n", part.split(' ').take(3).collect::<Vec<_>>().join(" ")),
        None => format!("{line}\n"),
    };
    text.lines().filter(|line| !line.starts_with("seal ")).map(line).collect()
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
    assert!(output.out.starts_with("The cards are what was promised: 3 deals and "), "{}", output.out);
    assert!(output.out.contains("Deal 5: abandoned, because Bola did not answer."), "{}", output.out);
    assert!(
        output.out.contains("Deal 6: shuffled by the server and the devices of Ada and Bola."),
        "{}",
        output.out
    );
    assert!(output.out.contains("Signed by the devices of Ada and Bola: the names, moves"), "{}", output.out);
    let code = output.out.split_once("The code of these promises is ").unwrap().1.split('.').next().unwrap();
    assert_eq!(verify("code", &text, &["--code", &code.to_lowercase().replace('-', " ")]).code, 0);
    let other = verify("code", &text, &["--code", "0000-0000-0000-0000"]);
    assert!(
        other.code == 1 && other.out.contains(&format!("the code of this record is {code}")),
        "{}",
        other.out
    );
    let promise = text.lines().find(|line| line.starts_with("deal ")).unwrap().split(' ').nth(2).unwrap();
    assert_eq!(verify("seen", &text, &["--promise", promise]).code, 0);
    assert_eq!(verify("seen", &text, &["--promise", &with_other_last(promise)]).code, 1);
    // It can be replayed like any record.
    assert_eq!(run("verify", &["replay", &file("verify", "again", &text), "--quiet"], b"").code, 0);
}

#[test]
fn every_forgery_is_detected() {
    let text = unsigned(&record());
    let line = |begins: &str| text.lines().find(|line| line.starts_with(begins)).unwrap();
    let changed = |from: &str, to: &str| text.replacen(from, to, 1);
    let card = line("= 0 dealt").split(' ').nth(4).unwrap();
    let played = text.lines().find(|line| line.starts_with("0 play") || line.starts_with("1 play")).unwrap();
    let (deal, part) = (line("deal 7"), line("part 1"));
    let promise = |line: &str| line.split(' ').nth(2).unwrap().to_string();
    let drawn = games::record::Record::read(&text).unwrap().open().unwrap().dealer();
    let other_dealer = format!("dealer {}", drawn.left(1, 2));
    for (what, forged, why) in [
        ("one card dealt", changed(&format!(" {card} "), " zz "), "line"),
        ("one move", changed(played, "0 play zz"), "line"),
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
        ("the rules", changed("rules crazy-eights\n", "rules crazy-eights\n| hints = \"never\"\n"), ""),
        (
            "a deal given up because of nobody",
            changed(line("restart"), line("restart").trim_end_matches(" 1")),
            "of whom",
        ),
        ("the table", changed("table K7QX2M4P", "table K7QX2M4Q"), ""),
        (
            "no cards",
            text.lines().filter(|line| !line.starts_with('=')).collect::<Vec<_>>().join("\n"),
            "cards moved",
        ),
    ] {
        if what == "a deal that was given up" {
            // Before the first deal nothing is missing; between two deals it is. The devices sign that, too.
            let told = verify("first", &forged, &[]);
            assert!(told.code == 0 && told.out.contains("No player's device has signed it"), "{}", told.out);
            let signed = record().replacen(&format!("{}\n", line("restart")), "", 1);
            assert_eq!(verify("first-signed", &signed, &[]).code, 1);
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

/// One field of a record after the other with another value: the number of its line, and the forged record.
fn with_each_field_changed(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut forged = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        for field in 0..words.len() {
            let other = other_word(words[field]);
            let words: Vec<&str> = words
                .iter()
                .enumerate()
                .map(|(number, word)| if number == field { other.as_str() } else { word })
                .collect();
            let line = words.join(" ");
            let lines: Vec<&str> = lines
                .iter()
                .enumerate()
                .map(|(number, old)| if number == at { line.as_str() } else { old })
                .collect();
            forged.push((at + 1, lines.join("\n") + "\n"));
        }
    }
    forged
}

/// Another word of the same kind: another number, another card of the same rank, other hexadecimal digits, another name.
fn other_word(word: &str) -> String {
    let (begins, end) =
        word.trim_end_matches([',', ';']).split_at(word.trim_end_matches([',', ';']).len().saturating_sub(1));
    let rest = &word[begins.len() + end.len()..];
    let other = match end {
        "0" => "1",
        "9" => "8",
        "C" => "D",
        _ if end.chars().all(|end| end.is_ascii_digit()) => "0",
        "a" => "b",
        _ if end.chars().all(|end| end.is_ascii_hexdigit()) => "a",
        _ => "C",
    };
    format!("{begins}{other}{rest}")
}

/// The deal of the round in which a line stands.
fn deal_of_line(text: &str, line: usize) -> String {
    let is_deal = |line: &&str| line.starts_with("deal ");
    let before = text.lines().take(line).filter(is_deal).last();
    let deal = before.or_else(|| text.lines().find(is_deal)).unwrap();
    deal.split(' ').nth(1).unwrap().to_string()
}

/// Every field of a record in turn: this program, the page's code and the program in JavaScript each notice that it was
/// changed, and each says where.
#[test]
fn every_changed_field_is_noticed_by_all_three() {
    let text = record();
    let forged = with_each_field_changed(&text);
    assert!(forged.len() > 400, "{}", forged.len());
    let paths: Vec<String> =
        forged.iter().enumerate().map(|(at, (_, text))| file("forged", &at.to_string(), text)).collect();
    let names: Vec<&str> = paths.iter().map(String::as_str).collect();
    let output = run("forged", &[&["verify"], names.as_slice()].concat(), b"");
    let told: Vec<&str> =
        output.out.lines().filter(|line| !paths.iter().any(|path| *line == format!("{path}:"))).collect();
    assert_eq!(told.len(), forged.len(), "one sentence for each");
    for ((line, record), told) in forged.iter().zip(&told) {
        let changed = record.lines().nth(line - 1).unwrap();
        let is_wrong = told.starts_with("The cards are NOT what was promised: ")
            || told.starts_with("This is not a record of a match");
        assert!(is_wrong, "{changed}: {told}");
        assert!(says_where(told, &text, *line), "line {line}, {changed}: {told}");
    }
    assert_eq!(output.code, 1);
    for (line, record) in &forged {
        let changed = record.lines().nth(line - 1).unwrap();
        let why = browser::check(record, &[]).map(|_| ()).unwrap_err().to_string();
        assert!(says_where(&why, &text, *line), "line {line}, {changed}: {why}");
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/shuffle/verify.mjs");
    let Ok(node) = std::process::Command::new("node").arg(program).args(&paths).output() else {
        return eprintln!("there is no node here, so the program in JavaScript was not tried");
    };
    let told = String::from_utf8_lossy(&node.stdout);
    assert_eq!(told.lines().count(), forged.len(), "{}", String::from_utf8_lossy(&node.stderr));
    for (((line, record), path), told) in forged.iter().zip(&paths).zip(told.lines()) {
        let changed = record.lines().nth(line - 1).unwrap();
        let why = told.strip_prefix(&format!("{path}: ")).unwrap();
        assert!(!why.starts_with("The promises"), "line {line}, {changed}: {why}");
        assert!(says_where(why, &text, *line), "line {line}, {changed}: {why}");
    }
    assert_eq!(node.status.code(), Some(1));
}

/// Whether a sentence names the line, or the deal or the round in which it stands. What is wrong before the first line of
/// a round has no other place than the record as a whole.
fn says_where(told: &str, text: &str, line: usize) -> bool {
    let deal = deal_of_line(text, line);
    let before_first_deal = text.lines().take(line).all(|line| !line.starts_with("deal "));
    told.contains("line ") || told.contains(&format!("deal {deal}")) || before_first_deal
}

#[test]
fn the_true_record_is_true_for_all_three() {
    let text = record();
    assert_eq!(verify("true-for-all", &text, &[]).code, 0);
    let page = browser::check(&text, &[]).unwrap();
    assert!(page.complete && page.rounds.iter().all(|round| round.by == [0, 1] && round.missing.is_empty()));
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/shuffle/verify.mjs");
    let path = file("verify", "true-for-node", &text);
    let Ok(node) = std::process::Command::new("node").args([program, &path]).output() else { return };
    let told = String::from_utf8_lossy(&node.stdout);
    assert!(told.contains("The devices of Ada, Bola have signed all of it."), "{told}");
    assert_eq!(node.status.code(), Some(0));
}

/// A record that was cut is true as far as it goes, which is not enough.
#[test]
fn a_record_that_was_cut_is_not_complete() {
    let text = record();
    let until = |begins: &str, nth: usize| {
        let at = text.match_indices(begins).nth(nth).unwrap().0;
        text[..at].to_string()
    };
    let first_move = text.match_indices("\n= ").nth(1).unwrap().0;
    let behind_the_deal = text[..=text[..first_move].rfind('\n').unwrap()].to_string();
    for (what, cut) in [("behind the deal", behind_the_deal), ("behind a round", until("deal 8", 0))] {
        let output = verify("cut", &cut, &[]);
        assert_eq!(output.code, 1, "{what}: {}", output.out);
        assert!(output.out.contains("but it STOPS before the match is over"), "{what}: {}", output.out);
        assert!(!browser::check(&cut, &[]).unwrap().complete, "{what}");
    }
    let without = text.lines().filter(|line| !line.starts_with("seal 8 1")).collect::<Vec<_>>().join("\n");
    let output = verify("one-signature", &without, &[]);
    assert_eq!(output.code, 0, "a phone may be asleep at the end");
    assert!(
        output.out.contains("The round of deal 8 is not signed by the device of Bola."),
        "{}",
        output.out
    );
}

/// A secret that the server chose alone proves nothing about the cards, and it is said so.
#[test]
fn a_deal_of_the_server_alone_is_named() {
    let mut chance = Quick::new(4);
    let alone = Proof { parts: Vec::new(), ..proof(1, &mut chance) };
    let fair = Some(FairOpening { table: TABLE.into(), first: alone });
    let opening = Opening { seats: 2, dealer: Dealer::ByRule, fair, ..Opening::default() };
    let mut session = Session::new(&presets::named("crazy-eights").unwrap(), &opening).unwrap();
    while let Some(seat) = session.turn() {
        let moves = session.legal(seat);
        session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
    }
    let output = verify("alone", &record::write(&session), &[]);
    assert!(
        output.out.contains("The server shuffled every deal alone, so it could have chosen those cards."),
        "{}",
        output.out
    );
    assert!(output.out.contains("No player's device has signed it"), "{}", output.out);
}
