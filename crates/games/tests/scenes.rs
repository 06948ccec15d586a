//! Scenes: the same knowledge gives the same scene, and every button is a legal move.

use engine::{Chance, Game, Quick, Seat, Viewer};
use games::{Opening, Round, Session, presets, scene};

#[test]
fn a_scene_tells_what_its_viewer_may_know_and_every_button_works() {
    for rules in presets::all() {
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
                    }
                }
                let picture = scene(session.round(), Viewer::Seat(turn));
                let choices = picture.choices;
                for choice in &choices {
                    let again = session.compiled().choice(&choice.notation);
                    assert_eq!(again.as_ref(), Ok(choice), "{}: read back", rules.header().name);
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
