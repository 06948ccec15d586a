//! The first screen driven by keys, and every page of it drawn and compared with a text file.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::{Rules, presets};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use table::Level;
use terminal::cards::{Paint, text_of};
use terminal::home::{Home, Offer, Wish};
use terminal::seat_setup::{SeatSetup, Who};

use crate::shown::{self, SIZES};

fn offer() -> Offer {
    Offer {
        games: presets::all(),
        kept: None,
        people: vec!["Ada".into()],
        seats: None,
        level: Level::Medium,
        folder: "rules".into(),
    }
}

fn home() -> Home {
    Home::new(offer())
}

fn kept() -> Home {
    let kept = Some("Naija Whot, round 2, against Bola and Chidi".into());
    Home::new(Offer { kept, ..offer() })
}

fn drawn(home: &Home, (width, height): (u16, u16), paint: Paint) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    home.draw(&mut buffer, paint);
    buffer
}

fn seen(home: &Home) -> String {
    text_of(&drawn(home, (80, 24), Paint::Plain))
}

/// Presses keys written as words: `Down`, `Enter`, a single letter, or a text in quotes.
fn press(home: &mut Home, keys: &str) -> Option<Wish> {
    let mut wish = None;
    for word in keys.split_whitespace() {
        let codes: Vec<KeyCode> = match word {
            "Up" => vec![KeyCode::Up],
            "Down" => vec![KeyCode::Down],
            "Left" => vec![KeyCode::Left],
            "Right" => vec![KeyCode::Right],
            "Enter" => vec![KeyCode::Enter],
            "Esc" => vec![KeyCode::Esc],
            "Tab" => vec![KeyCode::Tab],
            "Del" => vec![KeyCode::Delete],
            "Space" => vec![KeyCode::Char(' ')],
            text => text.trim_matches('"').chars().map(KeyCode::Char).collect(),
        };
        for code in codes {
            wish = home.key(code.into());
        }
    }
    wish
}

/// Goes down the page of house rules to the one with this key.
fn go_to(home: &mut Home, key: &str) {
    let key = key.replace("effects.", "card ").replace('_', " ");
    let at = |line: &str| {
        line.trim_start().starts_with(&format!("> {key} "))
            || line.trim_start().starts_with(&format!(">*{key} "))
            || line.trim_start().starts_with(&format!(">!{key} "))
    };
    press(home, "Up ".repeat(200).as_str());
    for _ in 0..200 {
        if seen(home).lines().any(at) {
            return;
        }
        press(home, "Down");
    }
    panic!("no {key} in\n{}", seen(home));
}

#[track_caller]
fn played(wish: Option<Wish>) -> (Rules, Vec<SeatSetup>) {
    match wish {
        Some(Wish::Play(rules, seat_setups)) => (*rules, seat_setups),
        other => panic!("{other:?}"),
    }
}

/// A few pages that between them show everything.
fn pages() -> Vec<(&'static str, Home)> {
    let page = |name, mut home: Home, keys: &str| {
        press(&mut home, keys);
        (name, home)
    };
    let mut faulty = home();
    faulty.loaded(Err("my.toml:2:13: `hand_size` is a whole number from 1 to 20, not 77.".into()));
    vec![
        page("list", home(), ""),
        page("yaniv", home(), "9"),
        page("kept", kept(), ""),
        page("kept-other", kept(), "3"),
        page("drop", kept(), "x"),
        page("open", home(), "o my.toml"),
        ("fault", faulty),
        page("people", home(), "p Down Space +"),
        page("people-name", home(), "p Enter Bola Enter"),
        page("people-full", home(), "p + + + + +"),
        page("rules", home(), "r"),
        page("rules-changed", home(), "r Tab Right"),
        page("rules-refused", home(), "r Tab Right Tab Tab Up Up Up Up Up Up Right"),
        page("rules-misread", home(), "r Tab 99 Enter"),
        page("rules-value", home(), "r Tab 1"),
        page("rules-title", home(), "r s"),
        page("rules-path", home(), "r s Enter"),
    ]
}

#[test]
fn every_page_looks_as_it_should() {
    for (name, home) in pages() {
        for size in SIZES {
            let text = text_of(&drawn(&home, size, Paint::Colours));
            shown::same(&format!("home-{name}-{}x{}", size.0, size.1), &text);
        }
    }
}

/// Without colours the same text stands there, and no cell has a colour.
#[test]
fn no_color_loses_nothing() {
    for (name, home) in pages() {
        let plain = drawn(&home, (80, 24), Paint::Plain);
        assert_eq!(text_of(&plain), text_of(&drawn(&home, (80, 24), Paint::Colours)), "{name}");
        assert!(plain.content.iter().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    }
}

#[test]
fn a_small_window_says_so_on_every_page() {
    for (_, home) in pages() {
        let text = text_of(&drawn(&home, (59, 20), Paint::Plain));
        assert!(text.starts_with("The window is too small: it has 59x20 characters and needs"), "{text}");
    }
}

#[test]
fn enter_plays_at_once() {
    let (rules, seat_setups) = played(press(&mut home(), "Enter"));
    assert_eq!(rules, presets::named("naija-whot").unwrap());
    let names: Vec<&str> = seat_setups.iter().map(|seat_setup| seat_setup.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Bola", "Chidi", "Dayo"]);
    assert_eq!(seat_setups[0].who, Who::Person);
    assert!(seat_setups[1..].iter().all(|seat_setup| seat_setup.who == Who::Computer(Level::Medium)));
    let (rules, seat_setups) = played(press(&mut home(), "2 Enter"));
    assert_eq!((rules.header().name.as_str(), seat_setups.len()), ("naija-whot-duel", 2));
}

#[test]
fn every_game_can_be_played_as_it_is_offered() {
    for (at, rules) in presets::all().into_iter().enumerate() {
        let (chosen, seat_setups) = played(press(&mut home(), &format!("{}Enter", "Down ".repeat(at))));
        assert_eq!(chosen, rules);
        let (least, most) = rules.players();
        assert!((least..=most).contains(&seat_setups.len()));
    }
}

#[test]
fn three_people_and_two_computers_with_names() {
    let mut home = home();
    press(&mut home, "p Down Space Enter Ben Enter Down Space Enter Cid Enter");
    press(&mut home, "Down Left Enter Robo Enter + Esc");
    assert!(seen(&home).contains("Ada, Ben, Cid and 2 computer players"), "{}", seen(&home));
    let (_, seat_setups) = played(press(&mut home, "Enter"));
    let seat_setup = |name: &str, who| SeatSetup { name: name.into(), who };
    let expected = [
        seat_setup("Ada", Who::Person),
        seat_setup("Ben", Who::Person),
        seat_setup("Cid", Who::Person),
        seat_setup("Robo", Who::Computer(Level::Easy)),
        seat_setup("Bola", Who::Computer(Level::Medium)),
    ];
    assert_eq!(seat_setups, expected);
    let (_, seat_setups) = played(press(&mut home, "2 Enter"));
    assert_eq!(seat_setups, expected[..2], "a game for two takes the first two");
}

#[test]
fn computers_alone_can_be_watched() {
    let mut home = home();
    press(&mut home, "2 p Space Esc");
    assert!(seen(&home).contains("2 computer players play, and you watch"), "{}", seen(&home));
    let (_, seat_setups) = played(press(&mut home, "Enter"));
    assert!(seat_setups.iter().all(|seat_setup| matches!(seat_setup.who, Who::Computer(_))));
}

#[test]
fn a_name_is_refused_with_a_reason() {
    let cases = [
        ("Bola", "Somebody else is called Bola."),
        ("bOLA", "Somebody else is called bOLA."),
        ("a,b", "A name has no comma"),
        ("abcdefghijklmnopqrstu", "A name has at most 20 letters."),
        ("Space", "A name has at least one letter."),
    ];
    for (name, why) in cases {
        let mut home = home();
        press(&mut home, &format!("p Enter {name} Enter"));
        assert!(seen(&home).contains(why), "{}", seen(&home));
        press(&mut home, "Esc Esc");
        assert_eq!(played(press(&mut home, "Enter")).1[0].name, "Ada");
    }
}

#[test]
fn seats_stay_within_the_bounds_of_the_game() {
    let mut home = home();
    press(&mut home, "p - - -");
    assert!(seen(&home).contains("Naija Whot needs at least 2 players."), "{}", seen(&home));
    press(&mut home, "Esc");
    assert_eq!(played(press(&mut home, "Enter")).1.len(), 2);
    let named = Home::new(Offer { people: vec!["bola".into()], seats: Some(99), ..offer() });
    let (_, seat_setups) = played(press(&mut named.clone(), "Enter"));
    assert_eq!(seat_setups.len(), 8);
    assert!(seat_setups[1..].iter().all(|seat_setup| seat_setup.name != "Bola"), "two of one name");
}

#[test]
fn a_rule_is_changed_told_and_put_back() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "hand_size");
    press(&mut home, "Right");
    let text = seen(&home);
    assert!(text.contains(">*hand size            < 7 >") && text.contains("instead of 6"), "{text}");
    assert!(text.contains("Each player is dealt seven cards"), "{text}");
    press(&mut home, "5 Enter Esc");
    assert!(seen(&home).contains("Naija Whot *"), "{}", seen(&home));
    let (rules, _) = played(press(&mut home, "Enter"));
    assert_eq!(
        rules,
        games::change(&presets::named("naija-whot").unwrap(), &["hand_size=5".into()]).unwrap()
    );
    press(&mut home, "r");
    go_to(&mut home, "hand_size");
    press(&mut home, "d Esc");
    assert_eq!(played(press(&mut home, "Enter")).0, presets::named("naija-whot").unwrap());
}

#[test]
fn all_rules_are_put_back_at_once() {
    let mut home = home();
    press(&mut home, "r");
    for key in ["hand_size", "effects.3", "play_on"] {
        go_to(&mut home, key);
        press(&mut home, "Right");
    }
    assert!(seen(&home).contains("HOUSE RULES   Naija Whot: 3 changes"), "{}", seen(&home));
    press(&mut home, "D Esc");
    assert_eq!(played(press(&mut home, "Enter")).0, presets::named("naija-whot").unwrap());
}

#[test]
fn a_contradiction_is_refused_in_words_until_it_is_resolved() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "rounds");
    press(&mut home, "Left");
    let text = seen(&home);
    assert!(text.contains(">!rounds               < 0 >"), "{text}");
    assert!(text.contains("! 0 is not taken: a match needs an end: set rounds or target_score."), "{text}");
    press(&mut home, "Esc");
    assert_eq!(played(press(&mut home, "Enter")).0, presets::named("naija-whot").unwrap());
    press(&mut home, "r");
    go_to(&mut home, "rounds");
    press(&mut home, "Left Down 100 Enter");
    assert!(seen(&home).contains("The change that waited is taken too."), "{}", seen(&home));
    press(&mut home, "Esc");
    let (rules, _) = played(press(&mut home, "Enter"));
    let match_rules = rules.match_rules();
    assert_eq!((match_rules.rounds, match_rules.target), (None, Some(100)));
}

/// A value that contradicts is no wall: the next press goes past it.
#[test]
fn a_refused_value_is_passed_by() {
    let mut home = home();
    press(&mut home, "8 r");
    go_to(&mut home, "draw_until_playable");
    press(&mut home, "Right");
    go_to(&mut home, "play_drawn");
    press(&mut home, "Left");
    assert!(seen(&home).contains(">!play drawn           < never >"), "{}", seen(&home));
    press(&mut home, "Left");
    assert!(seen(&home).contains(">*play drawn           < any >"), "{}", seen(&home));
    press(&mut home, "d");
    assert!(seen(&home).contains("> play drawn           < may >"), "{}", seen(&home));
}

#[test]
fn card_effects_words_and_lists_are_written() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "effects.11");
    press(&mut home, "Enter Del reverse Enter");
    assert!(seen(&home).contains("An 11: play turns round"), "{}", seen(&home));
    go_to(&mut home, "last_word");
    press(&mut home, "Enter Del Kadi Enter");
    go_to(&mut home, "double_suits");
    press(&mut home, "Enter Del star,cross Enter Esc");
    let toml = played(press(&mut home, "Enter")).0.to_toml(presets::named("naija-whot").as_ref());
    for line in ["last_word = \"Kadi\"", "double_suits = [\"star\", \"cross\"]", "\"11\" = \"reverse\""] {
        assert!(toml.contains(line), "{toml}");
    }
    press(&mut home, "r");
    go_to(&mut home, "effects.11");
    press(&mut home, "Enter Del revers Enter");
    assert!(seen(&home).contains("there is no effect \"revers\""), "{}", seen(&home));
}

#[test]
fn rules_are_saved_by_the_caller_and_join_the_list() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "hand_size");
    press(&mut home, "Right s Del");
    press(&mut home, "Ibadan Enter");
    assert!(seen(&home).contains("> rules/ibadan.toml_"), "{}", seen(&home));
    let Some(Wish::Save(save)) = press(&mut home, "Enter") else { panic!("{}", seen(&home)) };
    assert_eq!(save.path, "rules/ibadan.toml");
    assert_eq!(save.toml, "extends = \"naija-whot\"\nname = \"ibadan\"\ntitle = \"Ibadan\"\nhand_size = 7\n");
    assert_eq!(games::load(&save.toml).unwrap(), *save.rules);
    home.saved(Err("The disk is full.".into()));
    assert!(seen(&home).contains("The disk is full."), "{}", seen(&home));
    press(&mut home, "s Del");
    press(&mut home, "Ibadan Enter Enter");
    home.saved(Ok("Kept in rules/ibadan.toml.".into()));
    let text = seen(&home);
    assert!(text.contains(">    Ibadan") && text.contains("Kept in rules/ibadan.toml."), "{text}");
    assert_eq!(played(press(&mut home, "Enter")).0, *save.rules);
    assert_eq!(played(press(&mut home, "1 Enter")).0, presets::named("naija-whot").unwrap());
}

#[test]
fn a_rule_file_is_opened_by_the_caller() {
    let mut home = home();
    assert_eq!(press(&mut home, "o my.toml Enter"), Some(Wish::Load("my.toml".into())));
    let rules = games::load("extends = \"yaniv\"\ntitle = \"Our Yaniv\"\n").unwrap();
    home.loaded(Ok(rules.clone()));
    assert_eq!(played(press(&mut home, "Enter")).0, rules);
    home.loaded(Ok(rules.clone()));
    assert_eq!(seen(&home).matches("Our Yaniv").count(), 1, "the same rules are not offered twice");
}

#[test]
fn a_kept_game_comes_first() {
    assert_eq!(press(&mut kept(), "Enter"), Some(Wish::GoOn));
    assert_eq!(press(&mut kept(), "x n"), None);
    let mut home = kept();
    assert_eq!(press(&mut home, "x y"), Some(Wish::Drop));
    home.forget_kept();
    assert_eq!(played(press(&mut home, "Enter")).0.header().name, "naija-whot");
    assert_eq!(played(press(&mut kept(), "1 Enter")).0.header().name, "naija-whot");
    assert_eq!(press(&mut kept(), "p r i"), None);
}

#[test]
fn the_guide_is_asked_for_with_the_rules_in_force() {
    let mut home = home();
    press(&mut home, "r Tab Right Esc");
    let Some(Wish::Guide(rules)) = press(&mut home, "i") else { panic!() };
    assert_eq!(*rules, played(press(&mut home, "Enter")).0);
}

#[test]
fn q_and_control_c_stop() {
    assert_eq!(press(&mut home(), "q"), Some(Wish::Quit));
    for (_, mut home) in pages() {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(home.key(key), Some(Wish::Quit));
    }
}

#[test]
fn the_second_click_plays() {
    let (mut home, area) = (home(), Rect::new(0, 0, 80, 24));
    assert_eq!(home.click(area, Position::new(10, 3)), None);
    assert_eq!(played(home.click(area, Position::new(10, 3))).0.header().name, "naija-whot-duel");
    press(&mut home, "1 p");
    home.click(area, Position::new(10, 3));
    home.click(area, Position::new(10, 3));
    press(&mut home, "Esc");
    assert_eq!(played(press(&mut home, "Enter")).1[1].who, Who::Person);
    press(&mut home, "r");
    go_to(&mut home, "whot_cards");
    let at = |home: &Home, key: &str| seen(home).lines().position(|line| line.contains(key)).unwrap() as u16;
    let line = at(&home, "draw2");
    home.click(area, Position::new(10, line));
    assert!(seen(&home).contains("> draw2"), "{}", seen(&home));
}

fn any_key() -> impl Strategy<Value = KeyCode> {
    let plain = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::PageDown,
        KeyCode::PageUp,
        KeyCode::End,
        KeyCode::Home,
        KeyCode::Delete,
        KeyCode::Backspace,
        KeyCode::F(1),
    ];
    prop_oneof![
        3 => proptest::sample::select(plain.to_vec()),
        2 => proptest::sample::select("pprrrioxsdD+-anqy0123456789, ".chars().collect::<Vec<_>>())
            .prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever is pressed or clicked, every page can be drawn, and what is played can be played.
    #[test]
    fn rubbish_keys_harm_nothing(
        keys in proptest::collection::vec((any_key(), 0u16..90, 0u16..30), 1..60),
        width in 1u16..130,
        height in 1u16..45,
    ) {
        let mut home = kept();
        home.key(KeyCode::Down.into());
        for (code, x, y) in keys {
            let pressed = home.key(code.into());
            let clicked =
                if x < 10 { home.click(Rect::new(0, 0, width, height), Position::new(x, y)) } else { None };
            drawn(&home, (width, height), Paint::Colours);
            for wish in [pressed, clicked].into_iter().flatten() {
                match wish {
                    Wish::Play(rules, seat_setups) => {
                        games::CompiledRules::new(&rules, seat_setups.len()).unwrap();
                    }
                    Wish::Save(save) => {
                        prop_assert!(games::load(&save.toml).is_ok());
                        home.saved(Err("no".into()));
                    }
                    Wish::Load(_) => home.loaded(Err("no".into())),
                    Wish::Drop => home.forget_kept(),
                    Wish::GoOn | Wish::Guide(_) | Wish::Quit => {}
                }
            }
        }
    }
}
