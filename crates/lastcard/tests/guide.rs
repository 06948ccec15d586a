//! The guide on the command line, without a terminal.

use crate::program::{file, run};

#[test]
fn every_game_has_a_guide_in_plain_text() {
    for rules in games::presets::all() {
        let (name, title) = (&rules.header().name, &rules.header().title);
        let guide = run("guide", &["guide", name], b"");
        assert_eq!((guide.code, guide.err.as_str()), (0, ""), "{name}");
        assert!(guide.out.starts_with(&format!("{title}: the guide\n=")), "{}", guide.out);
        assert!(guide.out.lines().all(|line| line.chars().count() <= 80), "{name}");
        assert!(!guide.out.contains(['┌', '●', '♥']), "{name}: cards are told in words");
        assert_eq!(guide.out, run("guide", &["guide", name, "--plain"], b"").out);
    }
}

/// Cards in words, numbered steps of a turn, and the history (N2, C3, C30).
#[test]
fn the_guide_reads_well() {
    let whot = run("guide", &["guide", "naija-whot"], b"").out;
    for part in [
        "\nWhere it comes from\n-------------------\n\nThe national card game of Nigeria",
        "\nCards: 8 of Circle, 8 of Triangle and 8 of Star.\nAn 8 is Suspension: the next player misses a turn.\n\nAfter the star 8",
        "\n1. The turn goes round to the left. In your turn you play a card from your hand\n   face up on the pile.\n\n2. ",
        "\nCards: 3 of Circle; 4 of Circle, 3 of Triangle and 20 of Whot; 4 of Triangle.\nOn the 3 of Circle you may play",
    ] {
        assert!(whot.contains(part), "no {part:?} in\n{whot}");
    }
    let eights = run("guide", &["guide", "crazy-eights"], b"").out;
    assert!(eights.contains("America of the 1930s") && eights.contains("is of the 1940s"), "{eights}");
    let yaniv = run("guide", &["guide", "yaniv"], b"").out;
    assert!(yaniv.contains("\nCards: 4 of Hearts, Joker and 6 of Hearts.\nA run in which"), "{yaniv}");
}

#[test]
fn without_a_game_the_guide_says_how_to_ask() {
    let offer = run("guide", &["guide"], b"");
    assert_eq!(offer.code, 0);
    assert!(offer.out.starts_with("`lastcard guide NAME`"), "{}", offer.out);
    for name in games::presets::names() {
        assert!(offer.out.contains(&format!("\n  {name} ")), "{}", offer.out);
    }
}

#[test]
fn house_rules_have_their_own_guide() {
    let path = file(
        "guide",
        "ours.toml",
        "extends = \"naija-whot\"\ntitle = \"Ours\"\n[effects]\n1 = \"none\"\n11 = \"reverse\"\n",
    );
    let ours = run("guide", &["guide", &path], b"").out;
    assert!(ours.starts_with("Ours: the guide\n"), "{ours}");
    assert!(!ours.contains("Hold On") && ours.contains("Cards: 11 of Circle, 11 of Triangle"), "{ours}");
    let changed = run("guide", &["guide", "yaniv", "--rule", "slapdown=off"], b"").out;
    assert!(changed.contains("There is no slapdown") && !changed.contains("slap it"), "{changed}");
    let nowhere = run("guide", &["guide", "naija-wot"], b"");
    assert_eq!((nowhere.code, nowhere.out.as_str()), (1, ""));
    assert!(nowhere.err.contains("Did you mean \"naija-whot\"?"), "{}", nowhere.err);
}
