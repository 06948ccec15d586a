//! Records: matches written, read and replayed.

use engine::{Chance, Quick};
use games::record::{self, Record};
use games::{Dealer, Opening, Session, presets};

fn played_out(session: &mut Session, seed: u64, most: usize) {
    let mut chance = Quick::new(seed);
    for _ in 0..most {
        let acting: Vec<_> = session.acting().iter().collect();
        if acting.is_empty() {
            if session.next_round().is_err() {
                return;
            }
            continue;
        }
        let seat = acting[chance.below(acting.len() as u32) as usize];
        let moves = session.legal(seat);
        session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
    }
}

#[test]
fn every_preset_is_read_back_as_it_was_played() {
    for rules in presets::all() {
        let (least, most) = rules.players();
        for seats in [least, most] {
            let opening = Opening { seats, seed: 11, dealer: Dealer::ByRule, ..Opening::default() };
            let mut session = Session::new(&rules, &opening).unwrap();
            played_out(&mut session, 5, 1_500);
            let text = record::write(&session);
            let again = Record::read(&text)
                .and_then(|record| record.replay())
                .unwrap_or_else(|why| panic!("{why}\n{text}"));
            assert_eq!(again.scores(), session.scores());
            assert_eq!(again.entries(), session.entries());
            // The first dealer is written as a seat, however it was chosen.
            assert_eq!(record::write(&again), text);
        }
    }
}

/// Replaying the entries gives every earlier position again, also across rounds.
#[test]
fn a_match_goes_back_to_any_step() {
    for rules in presets::all() {
        let seats = rules.players().0;
        let opening = Opening { seats, seed: 3, dealer: Dealer::ByRule, ..Opening::default() };
        let mut session = Session::new(&rules, &opening).unwrap();
        let mut steps = vec![session.clone()];
        for _ in 0..300 {
            played_out(&mut session, steps.len() as u64, 1);
            if session.number() > steps.last().unwrap().number() {
                steps.push(session.clone());
            }
        }
        let name = &rules.header().name;
        for (at, then) in steps.iter().enumerate().step_by(7).chain(steps.iter().enumerate().rev().take(2)) {
            let mut back = session.clone();
            assert_eq!(back.rewind(at), at < session.number(), "{name}, {at}");
            assert_eq!(record::write(&back), record::write(then), "{name}, {at}");
            assert_eq!(back.events(), then.events(), "{name}, {at}");
            assert_eq!((back.scores(), back.order()), (then.scores(), then.order()), "{name}, {at}");
            let told: Vec<_> = steps[at..].iter().map(|step| step.events().to_vec()).collect();
            assert_eq!(session.events_since(at), told, "{name}, {at}");
        }
        assert!(session.undo());
        assert_eq!(session.number() + 2, steps.len());
        assert!(session.rewind(0) && !session.undo());
    }
}

#[test]
fn a_record_that_lies_is_found_out() {
    let rules = presets::named("naija-whot-duel").unwrap();
    let mut session = Session::new(&rules, &Opening { seats: 2, seed: 3, ..Opening::default() }).unwrap();
    played_out(&mut session, 1, 500);
    let text = record::write(&session);
    let fails = |text: &str| {
        Record::read(text).and_then(|record| record.replay()).map(|_| ()).unwrap_err().to_string()
    };
    assert!(
        fails(&text.replace("places 1 2", "places 2 1").replace("places 2 1", "places 7 7"))
            .contains("it came to")
    );
    let draw = text.lines().position(|line| line.ends_with(" draw")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(draw, "0 play whot-20 call ball");
    lines.insert(draw, "1 play whot-20 call ball");
    assert!(fails(&lines.join("\n")).contains("is not legal here"));
    assert!(fails("lastcard record 1\nrules nope\nseats 2\nround 1").contains("no preset"));
    assert!(fails("hello").contains("lastcard record 1"));
}

/// The message of each fault and the line it is about.
#[test]
fn a_fault_names_its_line() {
    let head = "lastcard record 1\nrules naija-whot-duel\nseats 2\n";
    let cases = [
        ("whist\n".to_string(), "line 1: a record begins with the line `lastcard record 1`"),
        ("lastcard record 1\nseats 2\nround 1\n".into(), "the record does not name its rules"),
        (
            "lastcard record 1\nrules naija-whot-duel\n| hand_size = 0\nseats 2\nround 1\n".into(),
            "line 3: `hand_size` is a whole number from",
        ),
        (format!("{head}colour red\n"), "line 4: a record has no line `colour` before its first round"),
        (format!("{head}seed x\n"), "line 4: `seed` is followed by a number"),
        (format!("{head}scores 1 x\n"), "line 4: `scores` is followed by numbers"),
        (format!("{head}dealer 10\n"), "line 4: there is no seat 10; seats are 0 to 9"),
        (format!("{head}names Ada\nround 1\n"), "the record names 1 players for 2 seats"),
        (format!("{head}table T\nround 1\n"), "line 5: there is a `table`, and no `deal` before the round"),
        (format!("{head}deal 1 00\n"), "line 4: `deal` does not have here what it should have"),
        (
            format!("{head}round 1\ndance\n"),
            "line 5: a line of a round begins with a seat, `round` or `result`",
        ),
        (format!("{head}round 1\n2 draw\n"), "line 5: there is no seat 2; seats are 0 to 1"),
        (format!("{head}round 1\n0 dance\n"), "line 5: "),
        (format!("{head}round 1\nround 2\n"), "line 5: the round is not over yet"),
        (
            format!("{head}round 1\nresult out\n"),
            "line 5: the record gives a result, but the round is not over",
        ),
        (
            format!("{head}round 1\n= reversed\n"),
            "line 5: the record says `reversed`, but what happened is `",
        ),
    ];
    for (text, message) in cases {
        let why = Record::read(&text).and_then(|record| record.replay()).unwrap_err().to_string();
        assert!(why.starts_with(message), "{text}\n{why}");
    }
}
