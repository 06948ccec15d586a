//! Scenes: the same picture for the same knowledge, and every button a legal move.

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
                    assert!(picture.choices.iter().all(|choice| !choice.label.is_empty()));
                }
                let choices = scene(session.round(), Viewer::Seat(turn)).choices;
                let choice = &choices[chance.below(choices.len() as u32) as usize];
                let act = session.parse(&choice.notation).unwrap();
                session.act(turn, act).unwrap_or_else(|why| panic!("{}: {why:?}", choice.notation));
            }
        }
    }
}
