//! The home screen driven by keys, and every page of it compared with a text file.

use std::io;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::{Rules, presets};
use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use table::Level;
use terminal::cards::{Paint, text_of};
use terminal::home::{Home, HomeOptions, HomeRequest};
use terminal::seat_setup::{PlayerKind, SeatSetup};

use crate::snapshots::{self, SIZES};

/// The games on the screens below. A new preset does not change them.
const GAMES: [&str; 11] = [
    "naija-whot",
    "naija-whot-duel",
    "whot-spec",
    "crazy-eights",
    "mzansi-eights",
    "american-eights",
    "uno-swap",
    "uno-classic",
    "yaniv",
    "switch",
    "mau-mau",
];

fn options() -> HomeOptions {
    HomeOptions {
        games: GAMES.iter().map(|name| presets::named(name).unwrap()).collect(),
        unfinished: None,
        people: vec!["Ada".into()],
        seats: None,
        level: Level::Medium,
        folder: "rules".into(),
    }
}

fn home() -> Home {
    Home::new(options())
}

fn with_unfinished() -> Home {
    let unfinished = Some("Naija Whot, round 2, against Bola and Chidi".into());
    Home::new(HomeOptions { unfinished, ..options() })
}

fn drawn(home: &Home, (width, height): (u16, u16), paint: Paint) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    home.draw(&mut buffer, paint);
    buffer
}

fn shown_text(home: &Home) -> String {
    text_of(&drawn(home, (80, 24), Paint::Plain))
}

/// Presses keys given as words: `Down`, `Enter`, or a text whose letters are typed.
fn press(home: &mut Home, keys: &str) -> Option<HomeRequest> {
    let mut request = None;
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
            request = home.key(code.into());
        }
    }
    request
}

/// Moves down the house-rules page to the rule with this key.
fn go_to(home: &mut Home, key: &str) {
    let key = key.replace("effects.", "card ").replace('_', " ");
    let at = |line: &str| {
        line.trim_start().starts_with(&format!("> {key} "))
            || line.trim_start().starts_with(&format!(">*{key} "))
            || line.trim_start().starts_with(&format!(">!{key} "))
    };
    press(home, "Up ".repeat(200).as_str());
    for _ in 0..200 {
        if shown_text(home).lines().any(at) {
            return;
        }
        press(home, "Down");
    }
    panic!("no {key} in\n{}", shown_text(home));
}

#[track_caller]
fn played(request: Option<HomeRequest>) -> (Rules, Vec<SeatSetup>) {
    match request {
        Some(HomeRequest::Play(rules, seat_setups)) => (*rules, seat_setups),
        other => panic!("{other:?}"),
    }
}

/// Pages that between them show everything.
fn pages() -> Vec<(&'static str, Home)> {
    let page = |name, mut home: Home, keys: &str| {
        press(&mut home, keys);
        (name, home)
    };
    let mut faulty = home();
    let fault = "my.toml:2:13: `hand_size` is a whole number from 1 to 20, not 77.";
    faulty.loaded(Err(io::Error::other(fault)));
    vec![
        page("list", home(), ""),
        page("yaniv", home(), "9"),
        page("unfinished", with_unfinished(), ""),
        page("unfinished-other", with_unfinished(), "3"),
        page("discard", with_unfinished(), "x"),
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
fn every_page_looks_as_expected() {
    for (name, home) in pages() {
        for size in SIZES {
            let text = text_of(&drawn(&home, size, Paint::Colours));
            snapshots::assert_snapshot(&format!("home-{name}-{}x{}", size.0, size.1), &text);
        }
    }
}

/// Without colours the text is the same, and no cell has a colour.
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
    let names: Vec<&str> = seat_setups.iter().map(|seat| seat.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Bola", "Chidi", "Dayo"]);
    assert_eq!(seat_setups[0].kind, PlayerKind::Person);
    assert!(seat_setups[1..].iter().all(|seat| seat.kind == PlayerKind::Computer(Level::Medium)));
    let (rules, seat_setups) = played(press(&mut home(), "2 Enter"));
    assert_eq!((rules.header().name.as_str(), seat_setups.len()), ("naija-whot-duel", 2));
}

#[test]
fn every_game_can_be_played_as_it_is_offered() {
    for (at, rules) in presets::all().into_iter().enumerate() {
        let mut home = Home::new(HomeOptions { games: presets::all(), ..options() });
        let (chosen, seat_setups) = played(press(&mut home, &format!("{}Enter", "Down ".repeat(at))));
        assert_eq!(chosen, rules);
        let (min_seats, max_seats) = rules.players();
        assert!((min_seats..=max_seats).contains(&seat_setups.len()));
    }
}

#[test]
fn three_people_and_two_computers_with_names() {
    let mut home = home();
    press(&mut home, "p Down Space Enter Ben Enter Down Space Enter Cid Enter");
    press(&mut home, "Down Left Enter Robo Enter + Esc");
    assert!(shown_text(&home).contains("Ada, Ben, Cid and 2 computer players"), "{}", shown_text(&home));
    let (_, seat_setups) = played(press(&mut home, "Enter"));
    let seat = |name: &str, kind| SeatSetup { name: name.into(), kind };
    let expected = [
        seat("Ada", PlayerKind::Person),
        seat("Ben", PlayerKind::Person),
        seat("Cid", PlayerKind::Person),
        seat("Robo", PlayerKind::Computer(Level::Easy)),
        seat("Bola", PlayerKind::Computer(Level::Medium)),
    ];
    assert_eq!(seat_setups, expected);
    let (_, seat_setups) = played(press(&mut home, "2 Enter"));
    assert_eq!(seat_setups, expected[..2], "a game for two takes the first two");
}

#[test]
fn computers_alone_can_be_watched() {
    let mut home = home();
    press(&mut home, "2 p Space Esc");
    assert!(shown_text(&home).contains("2 computer players play, and you watch"), "{}", shown_text(&home));
    let (_, seat_setups) = played(press(&mut home, "Enter"));
    assert!(seat_setups.iter().all(|seat| matches!(seat.kind, PlayerKind::Computer(_))));
}

#[test]
fn a_name_is_refused_with_a_reason() {
    let cases = [
        ("Bola", "Another player is called Bola."),
        ("bOLA", "Another player is called bOLA."),
        ("a,b", "A name has no comma"),
        ("abcdefghijklmnopqrstu", "A name has at most 20 letters."),
        ("Space", "A name has at least one letter."),
    ];
    for (name, why) in cases {
        let mut home = home();
        press(&mut home, &format!("p Enter {name} Enter"));
        assert!(shown_text(&home).contains(why), "{}", shown_text(&home));
        press(&mut home, "Esc Esc");
        assert_eq!(played(press(&mut home, "Enter")).1[0].name, "Ada");
    }
}

#[test]
fn seats_stay_within_the_bounds_of_the_game() {
    let mut home = home();
    press(&mut home, "p - - -");
    assert!(shown_text(&home).contains("Naija Whot needs at least 2 players."), "{}", shown_text(&home));
    press(&mut home, "Esc");
    assert_eq!(played(press(&mut home, "Enter")).1.len(), 2);
    let named = Home::new(HomeOptions { people: vec!["bola".into()], seats: Some(99), ..options() });
    let (_, seat_setups) = played(press(&mut named.clone(), "Enter"));
    assert_eq!(seat_setups.len(), 8);
    assert!(seat_setups[1..].iter().all(|seat| seat.name != "Bola"), "two of one name");
}

#[test]
fn a_rule_is_changed_explained_and_reset() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "hand_size");
    press(&mut home, "Right");
    let text = shown_text(&home);
    assert!(text.contains(">*hand size            < 7 >") && text.contains("instead of 6"), "{text}");
    assert!(text.contains("Each player is dealt seven cards"), "{text}");
    press(&mut home, "5 Enter Esc");
    assert!(shown_text(&home).contains("Naija Whot *"), "{}", shown_text(&home));
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
fn all_rules_are_reset_at_once() {
    let mut home = home();
    press(&mut home, "r");
    for key in ["hand_size", "effects.3", "play_on"] {
        go_to(&mut home, key);
        press(&mut home, "Right");
    }
    assert!(shown_text(&home).contains("HOUSE RULES   Naija Whot: 3 changes"), "{}", shown_text(&home));
    press(&mut home, "D Esc");
    assert_eq!(played(press(&mut home, "Enter")).0, presets::named("naija-whot").unwrap());
}

#[test]
fn a_conflict_is_explained_until_it_is_resolved() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "rounds");
    press(&mut home, "Left");
    let text = shown_text(&home);
    assert!(text.contains(">!rounds               < 0 >"), "{text}");
    assert!(
        text.contains("! 0 is not possible yet: a match needs an end: set rounds or target_score."),
        "{text}"
    );
    press(&mut home, "Esc");
    assert_eq!(played(press(&mut home, "Enter")).0, presets::named("naija-whot").unwrap());
    press(&mut home, "r");
    go_to(&mut home, "rounds");
    press(&mut home, "Left Down 100 Enter");
    assert!(shown_text(&home).contains("The pending change now applies too."), "{}", shown_text(&home));
    press(&mut home, "Esc");
    let (rules, _) = played(press(&mut home, "Enter"));
    let match_rules = rules.match_rules();
    assert_eq!((match_rules.rounds, match_rules.target), (None, Some(100)));
}

/// A conflicting value is skipped by the next key press.
#[test]
fn a_refused_value_is_skipped() {
    let mut home = home();
    press(&mut home, "8 r");
    go_to(&mut home, "draw_until_playable");
    press(&mut home, "Right");
    go_to(&mut home, "play_drawn");
    press(&mut home, "Left");
    assert!(shown_text(&home).contains(">!play drawn           < never >"), "{}", shown_text(&home));
    press(&mut home, "Left");
    assert!(shown_text(&home).contains(">*play drawn           < any >"), "{}", shown_text(&home));
    press(&mut home, "d");
    assert!(shown_text(&home).contains("> play drawn           < may >"), "{}", shown_text(&home));
}

#[test]
fn card_effects_words_and_lists_are_written() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "effects.11");
    press(&mut home, "Enter Del reverse Enter");
    assert!(shown_text(&home).contains("An 11: play turns round"), "{}", shown_text(&home));
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
    assert!(shown_text(&home).contains("there is no effect \"revers\""), "{}", shown_text(&home));
}

#[test]
fn rules_are_saved_by_the_caller_and_join_the_list() {
    let mut home = home();
    press(&mut home, "r");
    go_to(&mut home, "hand_size");
    press(&mut home, "Right s Del");
    press(&mut home, "Ibadan Enter");
    assert!(shown_text(&home).contains("> rules/ibadan.toml_"), "{}", shown_text(&home));
    let Some(HomeRequest::SaveRules(save)) = press(&mut home, "Enter") else {
        panic!("{}", shown_text(&home))
    };
    assert_eq!(save.path, "rules/ibadan.toml");
    assert_eq!(save.toml, "extends = \"naija-whot\"\nname = \"ibadan\"\ntitle = \"Ibadan\"\nhand_size = 7\n");
    assert_eq!(games::load(&save.toml).unwrap(), *save.rules);
    home.saved(Err(io::Error::other("The disk is full.")));
    assert!(shown_text(&home).contains("The disk is full."), "{}", shown_text(&home));
    press(&mut home, "s Del");
    press(&mut home, "Ibadan Enter Enter");
    home.saved(Ok::<_, io::Error>("Saved in rules/ibadan.toml.".into()));
    let text = shown_text(&home);
    assert!(text.contains(">    Ibadan") && text.contains("Saved in rules/ibadan.toml."), "{text}");
    assert_eq!(played(press(&mut home, "Enter")).0, *save.rules);
    assert_eq!(played(press(&mut home, "1 Enter")).0, presets::named("naija-whot").unwrap());
}

#[test]
fn a_rule_file_is_opened_by_the_caller() {
    let mut home = home();
    assert_eq!(press(&mut home, "o my.toml Enter"), Some(HomeRequest::LoadRules("my.toml".into())));
    let rules = games::load("extends = \"yaniv\"\ntitle = \"Our Yaniv\"\n").unwrap();
    home.loaded(Ok::<_, io::Error>(rules.clone()));
    assert_eq!(played(press(&mut home, "Enter")).0, rules);
    home.loaded(Ok::<_, io::Error>(rules.clone()));
    assert_eq!(shown_text(&home).matches("Our Yaniv").count(), 1, "the same rules are not offered twice");
}

#[test]
fn an_unfinished_game_comes_first() {
    assert_eq!(press(&mut with_unfinished(), "Enter"), Some(HomeRequest::Resume));
    assert_eq!(press(&mut with_unfinished(), "x n"), None);
    let mut home = with_unfinished();
    assert_eq!(press(&mut home, "x y"), Some(HomeRequest::Discard));
    home.forget_unfinished();
    assert_eq!(played(press(&mut home, "Enter")).0.header().name, "naija-whot");
    assert_eq!(played(press(&mut with_unfinished(), "1 Enter")).0.header().name, "naija-whot");
    assert_eq!(press(&mut with_unfinished(), "p r i"), None);
}

#[test]
fn the_guide_is_shown_for_the_current_rules() {
    let mut home = home();
    press(&mut home, "r Tab Right Esc");
    let Some(HomeRequest::ReadGuide(rules)) = press(&mut home, "i") else { panic!() };
    assert_eq!(*rules, played(press(&mut home, "Enter")).0);
}

#[test]
fn q_and_control_c_stop() {
    assert_eq!(press(&mut home(), "q"), Some(HomeRequest::Quit));
    for (_, mut home) in pages() {
        let key = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
        assert_eq!(home.key(key), Some(HomeRequest::Quit));
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
    assert_eq!(played(press(&mut home, "Enter")).1[1].kind, PlayerKind::Person);
    press(&mut home, "r");
    go_to(&mut home, "whot_cards");
    let at =
        |home: &Home, key: &str| shown_text(home).lines().position(|line| line.contains(key)).unwrap() as u16;
    let line = at(&home, "draw2");
    home.click(area, Position::new(10, line));
    assert!(shown_text(&home).contains("> draw2"), "{}", shown_text(&home));
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

    /// Whatever is pressed or clicked, every page can be drawn, and a started game can be played.
    #[test]
    fn random_keys_do_no_harm(
        keys in proptest::collection::vec((any_key(), 0u16..90, 0u16..30), 1..60),
        width in 1u16..130,
        height in 1u16..45,
    ) {
        let mut home = with_unfinished();
        home.key(KeyCode::Down.into());
        for (code, x, y) in keys {
            let pressed = home.key(code.into());
            let clicked =
                if x < 10 { home.click(Rect::new(0, 0, width, height), Position::new(x, y)) } else { None };
            drawn(&home, (width, height), Paint::Colours);
            for request in [pressed, clicked].into_iter().flatten() {
                match request {
                    HomeRequest::Play(rules, seat_setups) => {
                        games::CompiledRules::new(&rules, seat_setups.len()).unwrap();
                    }
                    HomeRequest::SaveRules(save) => {
                        prop_assert!(games::load(&save.toml).is_ok());
                        home.saved(Err(io::Error::other("no")));
                    }
                    HomeRequest::LoadRules(_) => home.loaded(Err(io::Error::other("no"))),
                    HomeRequest::Discard => home.forget_unfinished(),
                    HomeRequest::Resume | HomeRequest::ReadGuide(_) | HomeRequest::Quit => {}
                }
            }
        }
    }
}
