//! Records replayed on the screen: compared as text, and properties of every step.

use std::fs;
use std::path::Path;

use crate::snapshots::{SIZES, assert_snapshot};
use crossterm::event::KeyCode;
use engine::{Card, Chance, Quick, Scene, Seat, Viewer};
use games::record::{self, Record};
use games::{Opening, Rules, Session, presets, scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use table::Pace;
use terminal::TableLink;
use terminal::cards::{Paint, text_of};
use terminal::hand::own;
use terminal::replay::{HandVisibility, Perspective, Replay};
use terminal::replay_screen::ReplayScreen;
use terminal::sentences::SuitNames;
use terminal::{GameSetup, LocalGame, PlayerKind, SeatSetup};

fn open(text: &str) -> Replay {
    let replay = Record::read(text).and_then(|record| Replay::new(&record, SuitNames::Standard));
    replay.unwrap_or_else(|why| panic!("{why}\n{text}"))
}

fn screen_of(preset: &str) -> ReplayScreen {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replay");
    let text = fs::read_to_string(folder.join(format!("{preset}.record"))).unwrap();
    ReplayScreen::new(open(&text), Paint::Plain)
}

fn drawn(screen: &ReplayScreen, (width, height): (u16, u16)) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    screen.draw(&mut buffer);
    text_of(&buffer)
}

fn press(screen: &mut ReplayScreen, codes: &[KeyCode]) {
    for &code in codes {
        screen.key(0, code.into());
    }
}

/// The beginning; ten steps on, seen by the next player; the same with open cards; the end and its log.
fn screens(preset: &str, size: (u16, u16)) -> String {
    let mut screen = screen_of(preset);
    let mut out = vec![drawn(&screen, size)];
    for codes in [
        &[KeyCode::PageDown, KeyCode::Tab][..],
        &[KeyCode::Char('o')],
        &[KeyCode::Char('o'), KeyCode::End],
        &[KeyCode::Char('l')],
    ] {
        press(&mut screen, codes);
        out.push(drawn(&screen, size));
    }
    out.join(&format!("{}\n", "=".repeat(usize::from(size.0))))
}

#[track_caller]
fn check(preset: &str) {
    for size in SIZES {
        assert_snapshot(&format!("replay-{preset}-{}x{}", size.0, size.1), &screens(preset, size));
    }
}

#[test]
fn whot_is_replayed() {
    check("naija-whot");
}

#[test]
fn crazy_eights_are_replayed() {
    check("crazy-eights");
}

#[test]
fn uno_is_replayed() {
    check("uno-classic");
}

#[test]
fn yaniv_is_replayed() {
    check("yaniv");
}

#[test]
fn every_key_does_what_the_footer_says() {
    let mut screen = screen_of("yaniv");
    let step = |screen: &ReplayScreen| (screen.replay().step(), screen.replay().round());
    for (code, expected) in [
        (KeyCode::Right, (1, 1)),
        (KeyCode::PageDown, (11, 1)),
        (KeyCode::Left, (10, 1)),
        (KeyCode::Char(']'), (24, 2)),
        (KeyCode::Char(']'), (45, 3)),
        (KeyCode::PageUp, (35, 2)),
        (KeyCode::Char('['), (24, 2)),
        (KeyCode::Char('['), (0, 1)),
        (KeyCode::Left, (0, 1)),
        (KeyCode::End, (66, 4)),
        (KeyCode::Right, (66, 4)),
        (KeyCode::Char(']'), (66, 4)),
        (KeyCode::Home, (0, 1)),
    ] {
        press(&mut screen, &[code]);
        assert_eq!(step(&screen), expected, "{code:?}");
    }
    let seat = |number| Viewer::Seat(Seat::new(number).unwrap());
    let (tab, two, nine) = (KeyCode::Tab, KeyCode::Char('2'), KeyCode::Char('9'));
    for (code, viewer) in
        [(tab, seat(1)), (two, seat(2)), (nine, seat(2)), (tab, Viewer::Spectator), (tab, seat(0))]
    {
        press(&mut screen, &[code]);
        assert_eq!(
            screen.replay().perspective(),
            Perspective { viewer, hands: HandVisibility::AsKnown },
            "{code:?}"
        );
    }
    for (code, part) in [('o', "seen by Ada, open cards"), ('h', "┌ Who holds what"), ('q', "Step 0")] {
        press(&mut screen, &[KeyCode::Char(code)]);
        assert!(drawn(&screen, (80, 24)).contains(part), "{code}");
    }
    press(&mut screen, &[KeyCode::Char('g')]);
    assert!(drawn(&screen, (80, 24)).contains("┌ The rules") && !screen.is_done());
    press(&mut screen, &[KeyCode::Esc, KeyCode::Char('q')]);
    assert!(screen.is_done());
}

#[test]
fn space_plays_a_step_a_second_until_the_end_or_the_next_space() {
    let mut screen = screen_of("crazy-eights");
    let (space, last) = (KeyCode::Char(' '), screen.replay().last());
    screen.key(500, space.into());
    assert_eq!(screen.wake(), Some(1_500));
    screen.tick(1_499);
    assert_eq!(screen.replay().step(), 0);
    screen.tick(1_500);
    assert_eq!((screen.replay().step(), screen.wake()), (1, Some(2_500)));
    screen.key(1_600, space.into());
    assert_eq!(screen.wake(), None);
    screen.key(2_000, space.into());
    while let Some(at) = screen.wake() {
        screen.tick(at);
    }
    assert_eq!(screen.replay().step(), last);
    assert!(drawn(&screen, (80, 24)).contains("Bola wins the match."));
    screen.key(9_000, space.into());
    assert_eq!(screen.wake(), None, "there is nothing left to play");
}

/// The keys fit on the smallest screen, and are not cut off on any.
#[test]
fn the_keys_are_never_cut() {
    for width in 60..130 {
        let text = drawn(&screen_of("yaniv"), (width, 20));
        assert!(text.ends_with("g rules  q back\n"), "{width}:\n{text}");
        let keys = text.lines().rev().nth(1).unwrap();
        assert!(keys.ends_with("Space plays") || keys.ends_with("by itself"), "{width}:\n{text}");
    }
}

/// A match of random moves by anyone who may act, and the scene of every viewer at each step.
fn random_match(rules: &Rules, seats: usize, seed: u64) -> (Session, Vec<Vec<Scene>>) {
    let opening = Opening { seats, seed, ..Opening::default() };
    let mut session = Session::new(rules, &opening).unwrap();
    let mut chance = Quick::new(seed);
    let all = |session: &Session| viewers(seats).map(|viewer| scene(session.round(), viewer)).collect();
    let mut live = vec![all(&session)];
    for _ in 0..120 {
        let acting: Vec<Seat> = session.acting().iter().collect();
        if acting.is_empty() {
            if session.next_round().is_err() {
                break;
            }
        } else {
            let seat = acting[chance.below(acting.len() as u32) as usize];
            let moves = session.legal(seat);
            session.play(seat, moves[chance.below(moves.len() as u32) as usize]).unwrap();
        }
        live.push(all(&session));
    }
    (session, live)
}

fn viewers(seats: usize) -> impl Iterator<Item = Viewer> {
    Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator])
}

#[test]
fn every_step_looks_as_it_did_forwards_and_backwards() {
    for rules in presets::all() {
        let (min_seats, max_seats) = rules.players();
        for (seats, seed) in [(min_seats, 3), (max_seats.min(5), 4)] {
            let (session, live) = random_match(&rules, seats, seed);
            let mut replay = open(&record::write(&session));
            assert_eq!(replay.last() + 1, live.len());
            for (at, viewer) in viewers(seats).enumerate() {
                replay.set_perspective(Perspective { viewer, hands: HandVisibility::AsKnown });
                for step in (0..live.len()).chain((0..live.len()).rev()) {
                    replay.go_to(step);
                    assert_eq!(replay.step(), step);
                    assert_eq!(replay.scene(), live[step][at], "{}, step {step}", rules.header().name);
                }
            }
        }
    }
}

#[test]
fn open_cards_show_every_hand_and_nothing_else_changes() {
    for rules in presets::all() {
        let seats = rules.players().0;
        let (session, live) = random_match(&rules, seats, 5);
        let mut replay = open(&record::write(&session));
        replay.set_perspective(Perspective { viewer: Viewer::Spectator, hands: HandVisibility::All });
        for (step, scenes) in live.iter().enumerate() {
            replay.go_to(step);
            let mut open = replay.scene();
            for (place, shown) in open.places.iter_mut().zip(&scenes[seats].places) {
                assert_eq!(place.known, own(&scenes[place.seat.index()]), "{}", rules.header().name);
                assert_eq!(place.known.len(), place.count);
                place.known.clone_from(&shown.known);
            }
            assert_eq!(open, scenes[seats]);
        }
    }
}

/// People at one device play at random. The replay shows each of them the same log at the same step.
#[test]
fn every_seat_has_the_log_it_had_at_the_table() {
    for rules in presets::all() {
        let name = rules.header().name.clone();
        let seats = rules.players().0.max(2);
        let names = ["Ada", "Bola", "Chidi", "Dayo"].iter().take(seats);
        let seat_setups: Vec<SeatSetup> =
            names.map(|name| SeatSetup { name: name.to_string(), kind: PlayerKind::Person }).collect();
        let (suit_names, pace, record_store) = (SuitNames::Standard, Pace::default(), Box::new(()));
        let mut local_game =
            LocalGame::new(GameSetup { rules, seat_setups, seed: 8, suit_names, pace, record_store }, 0)
                .unwrap();
        let logs_by_step = play_at_random(&mut local_game, 60);
        let mut replay = open(&record::write(local_game.session().unwrap()));
        assert!(logs_by_step.len() > 20, "{name}");
        for seat in Seat::all(seats) {
            replay
                .set_perspective(Perspective { viewer: Viewer::Seat(seat), hands: HandVisibility::AsKnown });
            for (step, logs) in &logs_by_step {
                replay.go_to(*step);
                assert_eq!(replay.log(), logs[seat.index()], "{name}, step {step}");
            }
        }
    }
}

/// The log of each person after each step. A record does not contain how the dealer was chosen.
fn play_at_random(local_game: &mut LocalGame, max_steps: usize) -> Vec<(usize, Vec<Vec<String>>)> {
    let (mut chance, mut logs_by_step) = (Quick::new(8), Vec::new());
    for round in 1..=max_steps {
        let now = round as u64 * 5_000;
        local_game.tick(now);
        let person = (0..local_game.people()).filter(|&person| !choices(local_game, person).is_empty());
        let people_with_moves: Vec<usize> = person.collect();
        match people_with_moves.len() as u32 {
            0 => local_game.next_round(now),
            people => {
                let person = people_with_moves[chance.below(people) as usize];
                let choices = choices(local_game, person);
                local_game.hand_over_to(person);
                local_game.act(now, &choices[chance.below(choices.len() as u32) as usize]);
            }
        }
        local_game.tick(now + 2_000);
        let logs = (0..local_game.people()).map(|person| {
            local_game.hand_over_to(person);
            let log = local_game.view().log.iter();
            log.filter(|text| !text.starts_with("For the deal, ")).cloned().collect()
        });
        let logs = logs.collect();
        logs_by_step.push((local_game.session().unwrap().number(), logs));
        if local_game.public_view().winners.is_some() {
            break;
        }
    }
    logs_by_step
}

fn choices(local_game: &mut LocalGame, person: usize) -> Vec<String> {
    local_game.hand_over_to(person);
    let scene = local_game.view().scene.as_ref();
    scene
        .map(|scene| scene.choices.iter().map(|choice| choice.notation.clone()).collect())
        .unwrap_or_default()
}

/// A card in the hand of another player is swapped with one that nobody has drawn. If every move stays legal, the
/// viewer cannot tell the two worlds apart, but with open cards it can.
#[test]
fn no_perspective_reveals_a_card_that_the_seat_did_not_know() {
    for rules in presets::all() {
        let name = rules.header().name.clone();
        let (worlds, mut distinguished) = (other_worlds(&rules), 0);
        for (one, other) in &worlds {
            let [mut one, mut other] = [one, other].map(|text| ReplayScreen::new(open(text), Paint::Plain));
            assert_eq!(screens_and_logs(&mut one), screens_and_logs(&mut other), "{name}");
            for screen in [&mut one, &mut other] {
                press(screen, &[KeyCode::Char('o')]);
            }
            distinguished += usize::from(screens_and_logs(&mut one) != screens_and_logs(&mut other));
        }
        assert!(!worlds.is_empty(), "{name}: no world to compare with");
        assert!(distinguished > 0, "{name}: open cards show which world it is");
    }
}

/// The screen and the log at every step.
fn screens_and_logs(screen: &mut ReplayScreen) -> Vec<(String, Vec<String>)> {
    press(screen, &[KeyCode::Home]);
    let at = |_| {
        let screen_and_log = (drawn(screen, (120, 40)), screen.replay().log().to_vec());
        press(screen, &[KeyCode::Right]);
        screen_and_log
    };
    (0..=12).map(at).collect()
}

/// Pairs of records with the same moves that differ in one card which seat 0 never saw.
fn other_worlds(rules: &Rules) -> Vec<(String, String)> {
    (0..12).filter_map(|seed| other_world(rules, seed)).collect()
}

fn other_world(rules: &Rules, seed: u64) -> Option<(String, String)> {
    let (seats, mut chance) = (rules.players().0.max(2), Quick::new(seed));
    let mut deck = shuffled(rules, seats, &mut chance);
    let opening = Opening { seats, deck: Some(deck.clone()), ..Opening::default() };
    let mut session = Session::new(rules, &opening).unwrap();
    let mut shown_cards: Vec<Card> = Vec::new();
    for _ in 0..12 {
        let places = scene(session.round(), Viewer::Seat(Seat::default())).places;
        shown_cards.extend(places.iter().flat_map(|place| &place.known));
        let turn = session.turn()?;
        let moves = session.legal(turn);
        session.play(turn, moves[chance.below(moves.len() as u32) as usize]).unwrap();
    }
    session.turn()?;
    let other = scene(session.round(), Viewer::Seat(Seat::new(1)?));
    let hidden = session.pack().notation(*own(&other).iter().find(|card| !shown_cards.contains(card))?);
    let (here, last) = (deck.iter().position(|name| *name == hidden)?, deck.len() - 1);
    deck.swap(here, last);
    let one = record::write(&session);
    let old = one.lines().find(|line| line.starts_with("deck "))?;
    let other = one.replace(old, &format!("deck {}", deck.join(" ")));
    let holds = Record::read(&other).is_ok_and(|record| record.replay().is_ok());
    (one != other && holds).then_some((one, other))
}

/// The pack in notation, in random order.
fn shuffled(rules: &Rules, seats: usize, chance: &mut Quick) -> Vec<String> {
    let compiled = games::CompiledRules::new(rules, seats).unwrap();
    let mut cards = compiled.pack().cards().to_vec();
    engine::shuffle(&mut cards, chance);
    cards.iter().map(|&card| compiled.pack().notation(card).into()).collect()
}
