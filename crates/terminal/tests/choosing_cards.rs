//! What Enter does with the chosen cards is shown before, and marks are played in their order.

use engine::{Card, DrawReason, Event, Pack, Scene};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use terminal::app::App;
use terminal::cards::text_of;
use terminal::hand::{Playable, own, playable};

use crate::dialogs::{press, seeded, until_turn};
use crate::snapshots::SIZES;

fn scene(app: &App) -> &Scene {
    app.link().view().scene.as_ref().unwrap()
}

fn pack(app: &App) -> &Pack {
    app.link().view().compiled().unwrap().pack()
}

fn screen(app: &mut App, (width, height): (u16, u16)) -> String {
    let mut buffer = Buffer::empty(Rect::new(0, 0, width, height));
    app.resize(buffer.area);
    app.draw(&mut buffer, 0);
    text_of(&buffer)
}

/// How each card of the hand can be played.
fn hand(app: &App) -> Vec<Playable> {
    own(scene(app)).iter().map(|&card| playable(scene(app), pack(app), card)).collect()
}

fn is_fined(app: &App) -> bool {
    let is_fine = |event: &Event| matches!(event, Event::Drew { why: DrawReason::Fine, .. });
    app.link().view().events.iter().any(is_fine)
}

/// An illegal play is fined in this game. Enter never is, on whichever raised card the cursor stands.
#[test]
fn a_card_that_goes_only_in_a_group_selects_its_group() {
    let mut grouped = 0;
    for seed in (0..60).chain([84, 113]) {
        let cards = hand(&{
            let mut app = seeded("whot-spec", &[], 1, seed);
            until_turn(&mut app);
            app
        });
        for at in (0..cards.len()).filter(|&at| cards[at] == Playable::WithOthers) {
            let mut app = seeded("whot-spec", &[], 1, seed);
            until_turn(&mut app);
            let before = app.link().view().number;
            press(&mut app, &format!("{}", at + 1));
            let text = screen(&mut app, (80, 24));
            assert!(
                text.contains(" only together with ") && text.contains(&format!(">{}&", at + 1)),
                "{text}"
            );
            press(&mut app, "\n");
            assert_eq!(app.link().view().number, before, "nothing is played yet");
            let text = screen(&mut app, (80, 24));
            assert!(
                text.contains("Enter plays the ") && text.contains("+1") && text.contains("+2"),
                "{text}"
            );
            let held = own(scene(&app)).len();
            press(&mut app, "\n");
            if screen(&mut app, (80, 24)).contains("number or ↑↓ Enter") {
                press(&mut app, "1");
            }
            assert!(!is_fined(&app) && own(scene(&app)).len() < held, "seed {seed}, card {at}");
            grouped += 1;
        }
    }
    assert!(grouped > 10, "{grouped}");
}

/// The cursor begins on a card that Enter plays, if there is one.
#[test]
fn the_cursor_begins_where_enter_plays() {
    for seed in (0..60).chain([84, 113]) {
        let mut app = seeded("whot-spec", &[], 1, seed);
        until_turn(&mut app);
        let text = screen(&mut app, (80, 24));
        if hand(&app).contains(&Playable::Alone) {
            let keys = text.lines().find(|line| line.contains('>')).unwrap();
            let at = keys.find('>').unwrap();
            assert_eq!(keys.chars().nth(at + 2), Some('*'), "seed {seed}: {text}");
            press(&mut app, "\n");
            assert!(!is_fined(&app), "seed {seed}");
        }
    }
}

/// Three cards of one rank in the first hand, by position.
fn triple(app: &App) -> Option<Vec<usize>> {
    let (cards, pack) = (own(scene(app)), pack(app));
    let rank = |card: Card| pack.face(card).rank;
    let alike = |at: usize| (0..cards.len()).filter(|&other| rank(cards[other]) == rank(cards[at])).collect();
    (0..cards.len()).map(alike).find(|alike: &Vec<usize>| alike.len() == 3)
}

/// A throw asks only what to take: the cards lie in the order in which they were marked.
#[test]
fn the_order_of_marking_is_the_order_of_throwing() {
    let mut thrown = 0;
    for seed in 0..300 {
        let mut app = seeded("yaniv", &["hand_size=7"], 1, seed);
        until_turn(&mut app);
        let Some(triple) = triple(&app) else { continue };
        let order = [triple[2], triple[0], triple[1]];
        for at in order {
            press(&mut app, &format!("{} ", at + 1));
        }
        let wanted = order.map(|at| own(scene(&app))[at]);
        let takes = scene(&app).piles.iter().find(|pile| pile.kind == engine::PileKind::Throw);
        let answers = 1 + takes.map_or(0, |pile| pile.open.len().min(2));
        press(&mut app, "\n");
        for size in SIZES {
            let text = screen(&mut app, size);
            let lines: Vec<&str> =
                text.lines().filter(|line| line.contains("│") && line.contains("  the ")).collect();
            assert!(text.contains("What do you take?") && lines.len() == answers, "seed {seed}: {text}");
        }
        press(&mut app, "1");
        if app.link().view().held {
            continue;
        }
        let played = |event: &Event| match event {
            Event::Played { card, .. } => Some(*card),
            _ => None,
        };
        let laid: Vec<Card> = app.link().view().events.iter().filter_map(played).collect();
        assert_eq!(laid, wanted, "seed {seed}");
        thrown += 1;
    }
    assert!(thrown > 2, "{thrown}");
}

/// An answer about other cards does not hide what Enter does with those that are chosen now.
#[test]
fn choosing_other_cards_clears_the_last_answer() {
    let mut app = seeded("yaniv", &["hand_size=7"], 1, 3);
    until_turn(&mut app);
    for key in ["s", "x", "w"] {
        press(&mut app, key);
        assert!(!app.link().view().message.is_empty());
        press(&mut app, "1 2 ");
        let text = screen(&mut app, (80, 24));
        assert!(text.contains("Enter throws") || text.contains("cannot be thrown together"), "{text}");
        press(&mut app, "<");
    }
}

/// Keys that do nothing now say why in the words of the game.
#[test]
fn a_key_without_a_move_speaks_of_this_game() {
    let mut app = seeded("yaniv", &[], 1, 3);
    until_turn(&mut app);
    press(&mut app, "s");
    assert_eq!(app.link().view().message, "You have nothing to slap down now.");
}

/// How several cards are marked is shown at every size.
#[test]
fn marking_is_explained_on_the_smallest_screen() {
    let mut app = seeded("yaniv", &[], 1, 3);
    until_turn(&mut app);
    for size in SIZES {
        let text = screen(&mut app, size);
        assert!(text.contains("Space mark"), "{text}");
    }
}
