//! Sentences worked out by hand from the rule files.

use games::matching::Rules;
use games::{apply, difference, presets};

use super::{check_reading, preset, wrong_changes};

/// The clauses on one topic, joined.
fn on(rules: &Rules, topic: &str) -> String {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let texts: Vec<String> =
        clauses.into_iter().filter(|clause| clause.topic == topic).map(|clause| clause.text).collect();
    texts.join(" ")
}

/// Checks the page: each line is a topic and a sentence that the page must contain, or a hyphen if it may say nothing.
fn check(name: &str, changes: &str, expected: &str) {
    let rules = preset(name, changes);
    check_reading(&rules);
    for line in expected.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (topic, sentence) = line.split_once(": ").unwrap();
        let text = on(&rules, topic);
        let told = if sentence == "-" { text.is_empty() } else { text.contains(sentence) };
        assert!(told, "{name} {changes} on {topic}: {text}");
    }
}

#[test]
fn naija_whot_in_words() {
    check(
        "naija-whot",
        "",
        r#"
        players: Two to eight can play.
        pack: The pack has 54 cards: 12 each of circles and triangles (1 to 5, 7, 8 and 10 to 14), 9 each of crosses and squares (1 to 3, 5, 7, 10, 11, 13 and 14), 7 stars (1 to 5, 7 and 8) and 5 Whots (20).
        pack: People also say ball for circle, angle for triangle and carpet for square.
        packs: Up to four players use one pack; with more, two packs are shuffled together, 108 cards in all.
        start: The player to the left of the dealer begins with any card.
        starter_special: -
        effects.1: A 1 is Hold On: you play again at once.
        effects.2: A 2 is Pick Two: the next player must answer or draw two cards.
        effects.5: A 5 is Pick Three: the next player must answer or draw three cards.
        effects.8: An 8 is Suspension: the next player misses a turn.
        effects.14: A 14 is General Market: every other player draws one card at once.
        effects.20: A Whot (20) is wild: it fits on any card, and you call the shape that must follow.
        star8_double: After the star 8 the next two players miss a turn each. With only two players it is an 8 like any other.
        counter: Then the penalties add up, and the next player draws for all of them, or answers in turn. Two 2s make four cards, and so on.
        cross_counter: a 5 does not answer a 2.
        play_after_penalty: A player who draws for such a card loses the turn. After that the card has no more force
        recall_allowed: A call stays in force until the next card with a shape or a new call is played
        two_player_reverse: -
        challenge: -
        swap_mandatory: -
        announce: you must say "semi last card", and with one card left "last card".
        announce: A player who goes back from one card to two by drawing says nothing.
        announce_penalty: A player who forgets it draws two cards.
        stock_end: As soon as the stock is used up for the second time, the round is over and the hands are counted.
        max_actions: After 1,000 actions a round is stopped
        double_suits: Stars count double: the star 4 counts 8.
        first_dealer: Everyone cuts the shuffled pack
        "#,
    );
}

#[test]
fn whot_for_two_in_words() {
    check(
        "naija-whot-duel",
        "",
        "
        players: Exactly two play.
        packs: One pack is used.
        effects.14: the other player draws one card at once.
        star8_double: -
        short_draw: -
        stock_end: As soon as the stock is used up, the round is over and the hands are counted. The fewest points win
        blocked: A round that was stopped is decided by counting the hands in the same way.
        ",
    );
}

#[test]
fn whot_by_the_specification_in_words() {
    check(
        "whot-spec",
        "",
        r#"
        starter_special: it goes back into the middle of the stock and the next card is turned up
        voluntary_draw: a player who draws tells the others that nothing fitted.
        group_play: You may play several cards of the same number at once, but never several of one shape only.
        group_effects: two 2s make four cards to draw; after two 14s each of the others draws two; after two 8s the next two players miss a turn
        group_effects: But two 1s let you play again only once.
        block_8: A player who has to miss a turn because of an 8 may block it with another 8.
        star8_double: -
        announce: "last card" is said for you.
        announce_penalty: -
        illegal_fine: you draw one card for it.
        fine_turn: Such a fine ends your turn.
        max_actions: With six players or more that can happen, because a 14 deals out more cards than a turn gets rid of.
        turn_seconds: Where the table keeps time, a player has 3 minutes for a turn.
        "#,
    );
}

#[test]
fn crazy_eights_in_words() {
    check(
        "crazy-eights",
        "",
        "
        pack: The pack has 52 cards: 13 each of clubs, diamonds, hearts and spades (ace, 2 to 10, jack, queen and king).
        effects.2: A 2: the next player must answer or draw two cards.
        effects.7: A 7: the next player misses a turn.
        effects.8: An 8 is wild
        effects.J: A jack: play turns round and goes the other way
        two_player_reverse: Between two players a jack makes the other player miss a turn.
        wild_cancels_pick: An 8 does not help against a waiting penalty.
        finish_on: A special card may not be your last. If such a card is all that you have left, you cannot play it: you draw as if nothing fitted, and if a penalty waits you take it.
        finishing_effect: -
        play_on: The others play on until only one of them holds cards; that player comes last. Play goes on from the empty place
        announce: Nothing has to be said
        points: An ace counts 1. A jack, a queen and a king count 10 each. An 8 counts 50.
        ",
    );
    check(
        "mzansi-eights",
        "",
        "
        pack: and 2 jokers.
        jokers: The two jokers have no suit.
        effects.JK: A joker: it fits on any card, and the suit in force stays as it is. The next player must answer or draw six cards.
        cross_counter: Any of them answers any other.
        wild_cancels_pick: An 8 may be played on a waiting penalty as well
        ",
    );
    check(
        "american-eights",
        "",
        "
        hand_size: With three players or more each is dealt five cards
        hand_size_two: With two players each is dealt seven cards.
        stock_end: nobody draws any more, and a player who cannot play, or does not want to, passes.
        counter: -
        short_draw: -
        target_score: A match goes on until somebody has 100 points or more, and then the highest score wins it.
        ",
    );
}

#[test]
fn uno_in_words() {
    check(
        "uno-swap",
        "",
        "
        pack: The pack has 100 cards: 22 each in red, green, blue and yellow (two each of 0 to 9, and one each of Skip and Swap Hands), 4 Draw 2 cards, 4 Draw 4 cards and 4 Colour Change cards.
        fits: the same colour, number or word
        effects.draw2: Draw 2: it fits on any card, and the colour in force stays as it is. The next player draws two cards.
        swap_mandatory: You need not swap when you play Swap Hands. If it is your last card, no hands are swapped.
        announce: If a swap leaves another player with one card, that player has to say it too.
        counter: There is no answer to Draw 2 or Draw 4.
        announce_penalty: A player who is caught draws four cards.
        uno_shield_ms: in the first 1.5 seconds
        finishing_effect: If your last card is Draw 2 or Draw 4, the next player still draws for it before the cards in hand are counted.
        number_points: Number cards count one more than is printed on them.
        rounds: A match is four rounds, and the highest score wins it.
        ",
    );
    check(
        "uno-classic",
        "",
        "
        pack: (one 0, and two each of 1 to 9, Skip, Reverse and Draw 2)
        starter_special: With Wild the first player calls a colour and then has the turn.
        starter_special: But Wild Draw 4 goes back into the stock
        play_drawn: You are asked even if it does not fit, so nobody learns whether it did.
        challenge: the one who played it draws the cards instead, and the challenger has an ordinary turn. If it does not, the challenger draws the cards and two more, and loses the turn.
        ",
    );
}

#[test]
fn switch_and_mau_mau_in_words() {
    check(
        "switch",
        "",
        "
        effects.J: The jack of clubs and the jack of spades: the next player must answer or draw five cards.
        cross_counter: the jack of clubs does not answer a 2.
        points: The jack of clubs and the jack of spades count 50 each.
        ",
    );
    check(
        "mau-mau",
        "",
        r#"
        pack: The pack has 32 cards: 8 each of clubs, diamonds, hearts and spades (7 to 10, jack, queen, king and ace).
        recall_allowed: No call may be answered with a jack.
        announce: you must say "Mau".
        "#,
    );
}

#[test]
fn house_rules_in_words() {
    check(
        "naija-whot",
        "hold_on = \"again_and_skip\"\nsuspension = \"again\"",
        "
        effects.1: A 1 is Hold On: you play again at once, and after that the next player misses a turn.
        effects.8: An 8 is Suspension: all others wait while you play again.
        star8_double: -
        block_8: -
        ",
    );
    check(
        "naija-whot",
        "counter = \"cancel\"",
        "
        counter: Then the penalty is gone. The answering card has no force either
        ",
    );
    check(
        "naija-whot",
        "finish_on = [\"!1\"]",
        "
        finish_on: A 1 may not be your last card.
        ",
    );
    check(
        "naija-whot",
        "play_on = true\nfinishing_effect = \"penalties\"",
        "
        finishing_effect: If your last card is a 2, a 5 or a 14, the others still draw for it. If your last card is an 8, it does nothing to the others any more.
        recall_allowed: With your last card you call only if the others play on.
        ",
    );
    check(
        "crazy-eights",
        "leaver = \"fold\"",
        "
        leaver: A player who leaves takes the last place of the round, and the points of that hand still count.
        ",
    );
    check(
        "uno-swap",
        "false_call_penalty = 2",
        r#"
        false_call_penalty: A player who says "UNO" on their own turn when it is not due draws two cards, and so does one who catches
        "#,
    );
    check(
        "crazy-eights",
        "short_draw = \"owe\"",
        "
        short_draw: The rest is drawn at the start of that player's next turn
        ",
    );
}

/// The pages of two rule sets differ exactly where the rule sets do: these topics, worked out from the two files.
#[test]
fn a_difference_lists_what_differs() {
    let topics = |one: &str, two: &str| -> Vec<String> {
        let (one, two) = (presets::named(one).unwrap(), presets::named(two).unwrap());
        difference(&one, &two).into_iter().map(|(topic, _, _)| topic).collect()
    };
    // The duel has two players and counts at once. The rest follows: no second pack, no short draw.
    let duel = [
        "players",
        "packs",
        "turn",
        "stock_end",
        "short_draw",
        "effects.14",
        "star8_double",
        "market_again",
        "blocked",
    ];
    assert_eq!(topics("naija-whot", "naija-whot-duel"), duel);
    let mzansi = [
        "players",
        "pack",
        "packs",
        "fits",
        "effects.8",
        "counter",
        "wild_cancels_pick",
        "recall_allowed",
        "points",
        "jokers",
        "effects.JK",
        "cross_counter",
    ];
    let told = topics("crazy-eights", "mzansi-eights");
    assert!(told.iter().all(|topic| mzansi.contains(&topic.as_str())), "{told:?}");
    let changed = apply(&presets::named("uno-classic").unwrap(), "announce_penalty = 4").unwrap();
    let lines = difference(&presets::named("uno-classic").unwrap(), &changed);
    let line = (
        "announce_penalty".to_string(),
        Some("A player who is caught draws two cards.".into()),
        Some("A player who is caught draws four cards.".into()),
    );
    assert_eq!(lines, [line]);
}

/// Packs written out in a rule file.
#[test]
fn packs_of_ones_own_have_a_page() {
    let animals = r#"
        hand_size = 3
        announce = "manual"
        [pack]
        style = "shapes"
        suits = ["ox", "bird"]
        [pack.cards]
        ox = "1*3 2 3 4 5 6 7 8 9 10 11"
        bird = "king queen 2 3 4 5 6 7 8 9 10"
        storm = "99*2"
        [effects]
        99 = "any + market 2"
        king = "hold_on"
        11 = "suspension 4"
    "#;
    let families = games::Rules::family("matching").unwrap();
    let Ok(games::Rules::Matching(rules)) =
        apply(&families, &format!("players = \"2-4\"\npacks = 1\n{animals}"))
    else {
        panic!()
    };
    check_reading(&rules);
    assert!(
        on(&rules, "pack").contains("13 oxes (three of 1, and one each of 2 to 11)"),
        "{}",
        on(&rules, "pack")
    );
    assert!(
        on(&rules, "pack").contains("11 birds (king, queen and 2 to 10) and 2 Storms (99)"),
        "{}",
        on(&rules, "pack")
    );
    assert!(
        on(&rules, "effects.99").contains("A Storm (99) is General Market"),
        "{}",
        on(&rules, "effects.99")
    );
    assert!(
        on(&rules, "effects.11").starts_with("The ox 11 is Suspension")
            || on(&rules, "effects.11").starts_with("An 11 is Suspension: the next three players")
    );
    let wrong = wrong_changes(&rules);
    assert!(wrong.is_empty(), "{wrong:#?}");
}
