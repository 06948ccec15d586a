//! Scenes: the same knowledge gives the same scene, and every button is a legal move.

use engine::{Chance, Choice, Game, Quick, Scene, Seat, Viewer};
use games::{MOVE_VERBS, Opening, Round, Session, presets, scene};

#[test]
fn a_scene_tells_what_its_viewer_may_know_and_every_button_works() {
    for rules in presets::all() {
        let (_, verbs) = MOVE_VERBS.iter().find(|(family, _)| *family == rules.family_name()).unwrap();
        let (least, most) = rules.players();
        for (seats, seed) in [(least, 1), (most, 2)] {
            let mut session = Session::new(&rules, &Opening { seats, seed, ..Opening::default() }).unwrap();
            let mut chance = Quick::new(seed);
            for _ in 0..60 {
                let Some(turn) = session.turn() else { break };
                for viewer in Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]) {
                    let picture = scene(session.round(), viewer);
                    let other = Round::imagine(&session.view(viewer), &mut chance);
                    assert_eq!(picture, scene(&other, viewer), "{}: {viewer:?}", rules.header().name);
                    let compiled = session.compiled();
                    let labels =
                        picture.choices.iter().map(|choice| (choice, compiled.label(&picture, choice)));
                    for (choice, label) in labels {
                        assert!(!label.is_empty() && label != choice.notation, "{label}");
                        let verb = choice.notation.split(' ').next().unwrap();
                        assert!(verbs.contains(&verb), "{} is not listed", choice.notation);
                    }
                }
                let picture = scene(session.round(), Viewer::Seat(turn));
                let choices = picture.choices;
                for choice in &choices {
                    let again = session.compiled().choice(&choice.notation).unwrap();
                    let again = Choice { leaves: choice.leaves, ..again };
                    assert_eq!(again, *choice, "{}: read back", rules.header().name);
                }
                let choice = &choices[chance.below(choices.len() as u32) as usize];
                let act = session.parse(&choice.notation).unwrap();
                session.act(turn, act).unwrap_or_else(|why| panic!("{}: {why:?}", choice.notation));
            }
        }
    }
}

/// Seat 3 has seen one wild in the hand that it swapped away. A second is drawn face down and one is played: nobody
/// can tell which, so seat 3 must not be told that there is still one.
#[test]
fn a_hidden_copy_does_not_stay_known_in_place_of_the_one_played() {
    let base = presets::named("uno-swap").unwrap();
    let changes = ["announce = \"none\"", "hand_size = 4"].map(String::from);
    let rules = games::change(&base, &changes).unwrap();
    let mut session = Session::new(&rules, &Opening { seats: 4, seed: 5521, ..Opening::default() }).unwrap();
    let mut play = |seat: usize, text: &str| {
        let act = session.parse(text).unwrap();
        session.act(Seat::new(seat).unwrap(), act).unwrap();
        let view = session.view(Viewer::Seat(Seat::new(3).unwrap()));
        let games::View::Matching(view) = view else { return String::new() };
        view.compiled.pack.list(view.known[Seat::default()])
    };
    assert!(play(0, "play blue-swap with 3").contains("wild"));
    play(1, "play draw2");
    play(3, "play draw2");
    play(1, "play blue-9");
    play(2, "play draw4 call yellow");
    assert_eq!(play(0, "play wild call yellow"), "green-3 blue-6 yellow-7");
}

/// A match whose pack lies in this order, first card dealt first to seat 0.
fn arranged(preset: &str, changes: &[&str], seats: usize, deck: &str) -> Session {
    let changes: Vec<String> =
        ["first_dealer=last_seat"].iter().chain(changes).map(|&text| text.into()).collect();
    let rules = games::change(&presets::named(preset).unwrap(), &changes).unwrap();
    let deck = Some(deck.split_whitespace().map(String::from).collect());
    Session::new(&rules, &Opening { seats, deck, ..Opening::default() }).unwrap()
}

fn act(session: &mut Session, seat: usize, text: &str) {
    let act = session.parse(text).unwrap();
    session.act(Seat::new(seat).unwrap(), act).unwrap_or_else(|why| panic!("{text}: {why:?}"));
}

fn seen_by(session: &Session, seat: usize) -> Scene {
    scene(session.round(), Viewer::Seat(Seat::new(seat).unwrap()))
}

/// By Y4 and Y5: K, K and 3 are 23 points. The kings leave 3; with the 5 that lies there 8; the 3 leaves 20.
#[test]
fn a_throw_tells_what_it_leaves_in_the_hand() {
    let session = arranged("yaniv", &["hand_size=3", "call_limit=7"], 2, "KC 2C KD 4C 3H 6C 5D");
    let own = seen_by(&session, 0);
    assert_eq!(own.places[0].worth, Some(23));
    assert_eq!(own.places[1].worth, None, "the other hand is hidden");
    let leaves = |text: &str| own.choices.iter().find(|choice| choice.notation == text).unwrap().leaves;
    assert_eq!(leaves("throw KC KD take stock"), Some(3));
    assert_eq!(leaves("throw KC KD take 5D"), Some(8));
    assert_eq!(leaves("throw 3H take stock"), Some(20));
    assert_eq!(scene(session.round(), Viewer::Spectator).places[0].worth, None);
}

/// Y6 and Y7: 5 points are called against 3. Everyone sees both hands and their points.
#[test]
fn hands_are_worth_points_for_everyone_after_a_call() {
    let mut session = arranged("yaniv", &["hand_size=1", "call_limit=7"], 2, "5C 3D KH");
    act(&mut session, 0, "yaniv");
    for seat in [0, 1] {
        let worth: Vec<Option<u16>> =
            seen_by(&session, seat).places.iter().map(|place| place.worth).collect();
        assert_eq!(worth, [Some(5), Some(3)]);
    }
}

/// C26: seat 0 plays its only card and is first; the others play on, and their hands count when it is over.
#[test]
fn a_player_who_is_out_has_a_place() {
    let mut session = arranged("crazy-eights", &["hand_size=1"], 3, "4C 9D 5C 3C");
    assert_eq!(seen_by(&session, 1).places[0].finished, None);
    act(&mut session, 0, "play 4C");
    let picture = seen_by(&session, 1);
    assert_eq!(picture.places[0].finished, Some(1));
    assert_eq!((picture.places[0].plays, picture.places[0].worth), (false, None));
    act(&mut session, 1, "draw");
    act(&mut session, 2, "play 5C");
    let over = seen_by(&session, 0);
    assert!(over.outcome.is_some());
    assert_eq!([over.places[1].finished, over.places[2].finished], [None, Some(2)]);
    assert!(over.places[1].worth.is_some_and(|points| points >= 9), "{:?}", over.places[1]);
}
