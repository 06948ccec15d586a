//! The rules page: it says what the rules are, changes when they change, and reads like sentences.

use engine::{Card, Chance, Pack, Quick};
use games::matching::{
    Announce, AnnounceCheck, Counter, Effect, FinishingEffect, Fits, Kit, ROWS, Rules, Start, StarterSpecial,
    StockEnd, Suspension, TwoPlayerReverse,
};
use games::{Leaver, Timeout, Value, apply, difference, presets};

fn matching_presets() -> Vec<Rules> {
    let rules = presets::all().into_iter();
    rules
        .filter_map(|rules| if let games::Rules::Matching(rules) = rules { Some(rules) } else { None })
        .collect()
}

fn preset(name: &str, changes: &str) -> Rules {
    let base = presets::named(name).unwrap();
    match apply(&base, changes) {
        Ok(games::Rules::Matching(rules)) => rules,
        Ok(games::Rules::Yaniv(_)) => panic!("{name} is not of this family"),
        Err(faults) => panic!("{name}: {}", faults[0]),
    }
}

/// The page as one text, a line a clause.
fn page(rules: &Rules) -> String {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let line = |clause: &games::Clause| format!("{} | {} | {}", clause.section, clause.topic, clause.text);
    clauses.iter().map(line).collect::<Vec<_>>().join("\n")
}

const SECTIONS: [&str; 8] = [
    "The cards",
    "The deal",
    "A turn",
    "The special cards",
    "Last card",
    "The end of a round",
    "Scores and the match",
    "At the table",
];

/// Whether every clause is made of whole sentences in plain words, under the headings in their order.
fn check_reading(rules: &Rules) {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let mut sections: Vec<&str> = clauses.iter().map(|clause| clause.section).collect();
    sections.dedup();
    assert_eq!(sections, SECTIONS);
    for clause in &clauses {
        let text = clause.text.as_str();
        let bad = |part: &str| text.replace(&rules.last_word, "word").contains(part);
        assert!(text.ends_with('.') && !text.ends_with(".."), "{text}");
        assert!(text.starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric()), "{text}");
        for part in [
            "  ",
            " ,",
            " .",
            "..",
            ",,",
            ": .",
            "_",
            "()",
            " a a",
            "no cards",
            "one cards",
            "two card ",
            "?",
        ] {
            assert!(!bad(part), "{part:?} in {text}");
        }
        assert!(!clause.topic.is_empty());
        let known = ROWS.iter().any(|row| row.key == clause.topic)
            || clause.topic.starts_with("effects")
            || ["pack", "points", "turn", "fits", "again", "dealer"].contains(&clause.topic.as_str());
        assert!(known, "topic {}", clause.topic);
    }
}

#[test]
fn every_page_is_made_of_sentences() {
    for rules in matching_presets() {
        check_reading(&rules);
    }
}

/// `cargo test -p lastcard-games --test explain print -- --nocapture --ignored` prints every page.
#[test]
#[ignore = "for reading"]
fn print_every_page() {
    for rules in matching_presets() {
        println!("\n# {}\n\n{}", rules.header.title, page(&rules));
    }
}

/// What can happen under a rule set, found from its effects without the words.
struct Can<'a> {
    rules: &'a Rules,
    kit: Kit,
}

impl Can<'_> {
    fn under(rules: &Rules) -> Can<'_> {
        Can { rules, kit: Kit::new(rules, rules.players.most).unwrap() }
    }

    fn cards(&self) -> Vec<(Card, Effect)> {
        self.kit.pack.cards().iter().map(|&card| (card, self.rules.effect_of(&self.kit.pack, card))).collect()
    }

    fn any(&self, test: impl Fn(Effect) -> bool) -> bool {
        self.cards().into_iter().any(|(_, effect)| test(effect))
    }

    fn goes_on(&self, effect: Effect) -> bool {
        effect.hold_on && self.rules.hold_on != games::matching::HoldOn::SkipNext
            || effect.suspension > 0 && self.rules.suspension == Suspension::Again
            || effect.market > 0 && self.rules.market_again
    }

    fn picks(&self, effect: Effect) -> bool {
        effect.pick > 0 && !self.goes_on(effect)
    }

    /// How many players miss a turn after the card.
    fn skips(&self, effect: Effect) -> usize {
        let hold_on = effect.hold_on && self.rules.hold_on == games::matching::HoldOn::SkipNext;
        let suspended = if self.rules.suspension == Suspension::SkipNext { effect.suspension } else { 0 };
        if self.goes_on(effect) || effect.pick > 0 {
            0
        } else {
            usize::from(effect.skip) + usize::from(hold_on) + usize::from(suspended)
        }
    }

    /// How many ranks have cards that could answer a pick, where there is a pick.
    fn pick_ranks(&self) -> usize {
        if !self.any(|effect| self.picks(effect)) {
            return 0;
        }
        let mut ranks: Vec<_> = self
            .cards()
            .into_iter()
            .filter(|(_, effect)| effect.pick > 0)
            .map(|(card, _)| self.kit.pack.face(card).rank)
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.len()
    }

    /// Whether a pick can be answered by a card other than itself.
    fn answers(&self) -> bool {
        let picks: Vec<Card> =
            self.cards().into_iter().filter(|(_, effect)| effect.pick > 0).map(|(card, _)| card).collect();
        let rank = |card: Card| self.kit.pack.face(card).rank;
        let cross = self.rules.cross_counter;
        let real = |card: Card| self.picks(self.rules.effect_of(&self.kit.pack, card));
        picks.iter().any(|&one| {
            real(one) && picks.iter().any(|&other| one != other && (cross || rank(one) == rank(other)))
        })
    }

    fn star_eight_skips(&self) -> bool {
        let star = self.kit.pack.parse("star-8").map(|card| self.rules.effect_of(&self.kit.pack, card));
        star.is_some_and(|effect| self.skips(effect) > 0)
    }

    fn wilds_without_pick(&self) -> bool {
        self.any(|effect| effect.fits == Fits::Wild && effect.pick == 0)
    }

    fn two_can_be_left(&self) -> bool {
        self.rules.players.least == 2 || self.plays_on() || self.rules.customs.leaver == Leaver::Fold
    }

    fn plays_on(&self) -> bool {
        self.rules.play_on && self.rules.players.most > 2
    }

    fn has_penalties(&self) -> bool {
        let words = self.rules.announce == Announce::Manual
            && (self.rules.announce_penalty.get() > 0 || self.rules.false_call_penalty.get() > 0);
        let clock = self.rules.customs.turn_seconds.get() > 0 && self.rules.customs.timeout == Timeout::Draw;
        self.any(|effect| self.picks(effect) || effect.market > 0)
            || words
            || clock
            || self.rules.illegal_fine.get() > 0
    }

    /// Whether several cards at once can do more than one of them.
    fn groups_add_up(&self) -> bool {
        let others = self.rules.players.most - 1;
        let still = others == 1 && self.rules.two_player_reverse == TwoPlayerReverse::Nothing;
        let pack = &self.kit.pack;
        let star = self.rules.star8_double.then(|| pack.parse("star-8")).flatten();
        self.rules.group_play
            && self.cards().into_iter().any(|(card, effect)| {
                let double =
                    star.is_some_and(|star| pack.copies(star).contains(card)) && self.skips(effect) == 1;
                let skips = if double { 2 } else { self.skips(effect) };
                pack.of_rank(pack.face(card).rank).len() > 1
                    && (self.picks(effect)
                        || effect.market > 0
                        || (1..others).contains(&skips)
                        || effect.reverse && !still)
            })
    }
}

/// Why a change of this option changes nothing under this rule set; the page must then stay as it is.
fn idle(before: &Rules, key: &str, after: &Rules) -> Option<&'static str> {
    let can = Can::under(before);
    let seats = || before.players.least..=before.players.most;
    let same_kits = || {
        seats().all(|seats| {
            let (one, mut two) = (Kit::new(before, seats).unwrap(), Kit::new(after, seats).unwrap());
            two.rules = one.rules.clone();
            one == two
        })
    };
    let when = |condition: bool, reason: &'static str| condition.then_some(reason);
    match key {
        "packs" | "one_pack_up_to" => when(
            seats().all(|n| before.packs_for(n) == after.packs_for(n)),
            "every table uses as many packs as before",
        ),
        "hand_size" | "hand_size_two" => when(
            seats().all(|n| before.hand_for(n) == after.hand_for(n)),
            "every table deals as many cards as before",
        ),
        "draw2" => when(same_cards(before, after), "the pack has them so already"),
        "starter_special" => starters(before, after),
        "short_draw" => when(!can.has_penalties(), "nobody draws as a penalty")
            .or(when(before.stock_end == StockEnd::Count, "the round ends where the stock does")),
        "counter" => when(can.pick_ranks() == 0, "no card makes the next player draw").or(when(
            !can.answers() && (!can.wilds_without_pick() || counters(before, after)),
            "there is only one such card",
        )),
        "must_counter" => when(can.pick_ranks() == 0, "no card makes the next player draw").or(when(
            !(can.answers() || before.wild_cancels_pick && can.wilds_without_pick()),
            "there is no second such card",
        )),
        "play_after_penalty" => when(can.pick_ranks() == 0, "no card makes the next player draw"),
        "cross_counter" => when(can.pick_ranks() < 2, "all cards that make others draw have one rank"),
        "wild_cancels_pick" => when(
            can.pick_ranks() == 0 || !can.wilds_without_pick(),
            "there is no pick, or no wild card to cancel it",
        ),
        "hold_on" => when(!can.any(|effect| effect.hold_on), "no card is Hold On")
            .or(when(same_kits(), "Hold On is lost in what else the card does")),
        "suspension" => when(same_kits(), "no card is a suspension"),
        "star8_double" => when(before.players.most == 2, "two players: G5")
            .or(when(same_kits(), "the star 8 is no suspension, or one of two anyway"))
            .or(when(!can.star_eight_skips(), "the pick of the star 8 comes before its suspension")),
        "block_8" => when(
            !can.any(|effect| effect.suspension > 0 && can.skips(effect) > 0),
            "no suspension skips anybody",
        ),
        "market_again" => when(!can.any(|effect| effect.market > 0), "no card is a market"),
        "group_effects" => when(!can.groups_add_up(), "nothing is played together that adds up"),
        "recall_allowed" => when(!can.any(|effect| effect.fits == Fits::Wild), "nothing is ever called"),
        "wild4_only_if_stuck" | "challenge" => when(
            !can.any(|effect| effect.fits == Fits::Wild && effect.pick > 0),
            "no wild card makes others draw",
        ),
        "swap_mandatory" => when(!can.any(|effect| effect.swap), "no card swaps hands"),
        "two_player_reverse" => when(
            !can.any(|effect| effect.reverse && !can.goes_on(effect) && !can.picks(effect)),
            "no card turns play round",
        )
        .or(when(!can.two_can_be_left(), "there are always three or more")),
        "announce_at" | "last_word" => when(before.announce == Announce::None, "nothing is said"),
        "announce_check" | "announce_penalty" | "false_call_penalty" => {
            when(before.announce != Announce::Manual, "the players say nothing themselves")
        }
        "uno_shield_ms" => when(
            before.announce != Announce::Manual || before.announce_check != AnnounceCheck::Catch,
            "nobody catches",
        ),
        "finish_on" => when(same_kits(), "the same cards may be last"),
        "finishing_effect" => finishing(&can, after),
        "play_on" => when(before.players.most == 2, "with two players the round is over when one is out"),
        "number_points" | "whot_value" | "double_suits" => when(same_kits(), "every card counts as before"),
        "target_score" => when(before.rounds.get() == 1, "the match is over after its only round"),
        "timeout" | "afk_after" => when(before.customs.turn_seconds.get() == 0, "there is no clock"),
        _ => None,
    }
}

fn counters(before: &Rules, after: &Rules) -> bool {
    (before.counter == Counter::None) == (after.counter == Counter::None)
}

/// Every card with what it is and does, whatever the order of the pack.
fn same_cards(before: &Rules, after: &Rules) -> bool {
    let cards = |rules: &Rules| {
        let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
        let mut cards: Vec<String> = pack
            .cards()
            .iter()
            .map(|&card| format!("{} {}", pack.notation(card), rules.effect_of(&pack, card)))
            .collect();
        cards.sort_unstable();
        cards
    };
    cards(before) == cards(after)
}

fn starters(before: &Rules, after: &Rules) -> Option<&'static str> {
    let can = Can::under(before);
    if before.start == Start::Lead {
        return Some("no card is turned up");
    }
    if !can.any(|effect| !effect.is_plain()) {
        return Some("no card is special");
    }
    let goes_back = |effect: Effect| effect.fits == Fits::Wild && effect.pick > 0 || effect.swap;
    let ignores = [before, after].iter().any(|rules| rules.starter_special == StarterSpecial::Ignore);
    (!ignores && !can.any(|effect| !effect.is_plain() && !goes_back(effect)))
        .then_some("all special cards go back either way")
}

fn finishing(can: &Can, after: &Rules) -> Option<&'static str> {
    let finish = |card: Card| match &can.rules.finish_on {
        games::matching::FinishOn::Any => true,
        games::matching::FinishOn::Plain => can.rules.effect_of(&can.kit.pack, card).is_plain(),
        games::matching::FinishOn::List(items) => {
            let only_out = items.iter().all(|item| item.starts_with('!'));
            items.iter().fold(only_out, |allowed, item| {
                let named =
                    games::matching::select(&can.kit.pack, item.trim_start_matches('!')).contains(card);
                if named { !item.starts_with('!') } else { allowed }
            })
        }
    };
    let last: Vec<Effect> =
        can.cards().into_iter().filter(|(card, _)| finish(*card)).map(|(_, effect)| effect).collect();
    let draws = last.iter().any(|effect| effect.pick > 0 || effect.market > 0);
    let hold_skips =
        |effect: &Effect| effect.hold_on && can.rules.hold_on == games::matching::HoldOn::SkipNext;
    let suspends = |effect: &Effect| effect.suspension > 0 && can.rules.suspension == Suspension::SkipNext;
    let skips =
        |effect: &Effect| effect.pick == 0 && (effect.skip > 0 || hold_skips(effect) || suspends(effect));
    let moves = can.plays_on() && last.iter().any(|effect| effect.reverse || skips(effect));
    let level = |rules: &Rules| match rules.finishing_effect {
        FinishingEffect::None => 0,
        FinishingEffect::Penalties => usize::from(draws),
        FinishingEffect::All => usize::from(draws) + usize::from(moves),
    };
    (level(can.rules) == level(after)).then_some("no card that may be last still does anything")
}

/// Values to try for an option: all where there are few, and some numbers, lists and words.
fn values(rules: &Rules, key: &str, few: Vec<Value>) -> Vec<Value> {
    let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
    let text = |text: &str| Value::Text(text.into());
    let list = |items: &[&str]| Value::List(items.iter().map(ToString::to_string).collect());
    let ranks = pack.ranks();
    match key {
        "players" => ["2-3", "2-4", "3-5", "4-6", "2-10"]
            .map(text)
            .into_iter()
            .chain([2, 3, 4, 5].map(Value::Number))
            .collect(),
        "packs" => vec![text("auto"), Value::Number(1), Value::Number(2), Value::Number(3)],
        "last_word" => vec![text("Uno"), text("One left!")],
        "double_suits" => pack.suits().iter().map(|suit| list(&[suit])).chain([list(&[])]).collect(),
        "finish_on" => {
            let out = format!("!{}", ranks[0]);
            vec![text("any"), text("plain"), list(&[&ranks[0]]), list(&[&out]), list(&[&ranks[1], &ranks[2]])]
        }
        "stock_end" => few
            .into_iter()
            .chain([text("reshuffle_then_count(2)"), text("reshuffle_then_count(9)")])
            .collect(),
        _ if few.is_empty() => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 50, 100, 999, 1_000, 1_500, 5_000]
            .map(Value::Number)
            .to_vec(),
        _ => few,
    }
}

/// Every legal change of one option from this rule set.
fn changes(rules: &Rules) -> Vec<(&'static str, Rules)> {
    let mut out = Vec::new();
    for row in ROWS {
        let setting = (row.field)(rules);
        for value in values(rules, row.key, setting.values()) {
            let mut changed = rules.clone();
            let taken = (row.field_mut)(&mut changed).set(&value);
            if taken && changed != *rules && changed.faults().is_empty() {
                out.push((row.key, changed));
            }
        }
    }
    out
}

/// Changes after which rules and page do not agree, in words.
fn wrong_changes(rules: &Rules) -> Vec<String> {
    let before = page(rules);
    let mut wrong = Vec::new();
    for (key, changed) in changes(rules) {
        let after = page(&changed);
        let value = ROWS.iter().find(|row| row.key == key).map(|row| (row.field)(&changed).value()).unwrap();
        let told = before != after;
        match idle(rules, key, &changed) {
            None if !told => wrong.push(format!("{key} = {value} changes the rules but not the page")),
            Some(why) if told => wrong.push(format!("{key} = {value} changes only the page ({why})")),
            _ => {}
        }
    }
    wrong
}

/// What makes the rule set different from the preset that it comes from.
fn described(rules: &Rules) -> String {
    let base = presets::named(&rules.header.name).unwrap();
    games::Rules::Matching(rules.clone()).to_toml(Some(&base))
}

#[test]
fn the_page_changes_exactly_when_the_rules_do() {
    for rules in matching_presets() {
        let wrong = wrong_changes(&rules);
        assert!(wrong.is_empty(), "{}: {wrong:#?}", rules.header.name);
    }
}

/// Rule sets that nobody plays: some options and effects changed at random, as far as the checks allow.
fn odd_sets(seeds: core::ops::Range<u64>) -> impl Iterator<Item = Rules> {
    seeds.map(|seed| {
        let mut chance = Quick::new(seed);
        let all = matching_presets();
        let mut rules = all[chance.below(all.len() as u32) as usize].clone();
        for _ in 0..12 {
            let mut changed = rules.clone();
            let row = &ROWS[chance.below(ROWS.len() as u32) as usize];
            let values = values(&rules, row.key, (row.field)(&rules).values());
            (row.field_mut)(&mut changed).set(&values[chance.below(values.len() as u32) as usize]);
            if changed.faults().is_empty() {
                rules = changed;
            }
            let mut changed = rules.clone();
            let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
            let card = pack.cards()[chance.below(pack.cards().len() as u32) as usize];
            let selector = match chance.below(2) {
                0 => pack.notation(card),
                _ => pack.rank_name(pack.face(card).rank).to_string(),
            };
            let words: Vec<&str> = EFFECTS.into_iter().chain(SWALLOWED).collect();
            changed.set_effect(&selector, words[chance.below(words.len() as u32) as usize]).unwrap();
            if chance.below(3) == 0 && changed.faults().is_empty() {
                rules = changed;
            }
        }
        rules
    })
}

const EFFECTS: [&str; 18] = [
    "none",
    "hold_on",
    "suspension",
    "suspension 2",
    "skip",
    "skip 3",
    "pick 1",
    "pick 4",
    "market 1",
    "reverse",
    "swap",
    "wild",
    "any",
    "wild + pick 2",
    "skip + reverse",
    "market 2 + reverse",
    "any + swap",
    "pick 2 + reverse",
];

/// Effects of which one swallows the other: whoever goes on has no next player who draws, and a pick is no skip.
const SWALLOWED: [&str; 3] = ["hold_on + pick 2", "suspension + pick 3", "skip + pick 1"];

#[test]
fn odd_rule_sets_read_well_and_change_with_their_options() {
    let most = std::env::var("LASTCARD_ODD").ok().and_then(|most| most.parse().ok()).unwrap_or(40);
    let mut all_wrong = Vec::new();
    for rules in odd_sets(0..most) {
        check_reading(&rules);
        let wrong = wrong_changes(&rules);
        if !wrong.is_empty() {
            all_wrong.push(format!("{}{wrong:#?}", described(&rules)));
        }
    }
    assert!(all_wrong.is_empty(), "{}", all_wrong.join("\n\n"));
}

/// What a card does is told: a card that does something else has another page.
#[test]
fn every_effect_is_told() {
    for rules in matching_presets() {
        let pack = Pack::new(&rules.pack_spec(), 1).unwrap();
        let before = page(&rules);
        for rank in pack.ranks() {
            for words in EFFECTS {
                if rules.players.most == 2
                    && ["skip", "suspension", "reverse"].iter().any(|part| words.contains(part))
                {
                    continue; // Between two players one skip is as good as three (G5), and there is nothing to turn round.
                }
                let mut changed = rules.clone();
                changed.set_effect(rank, words).unwrap();
                let Ok(mut kit) = Kit::new(&changed, rules.players.most) else { continue };
                kit.rules = rules.clone();
                let after = page(&changed);
                check_reading(&changed);
                if kit != Kit::new(&rules, rules.players.most).unwrap() {
                    assert!(before != after, "{}: {rank} = {words}", rules.header.name);
                    let told = after.contains(&format!("| effects.{rank} |"));
                    assert!(told || words == "none", "{}: {rank} = {words}", rules.header.name);
                }
            }
        }
    }
}

/// The clauses on one topic, joined.
fn on(rules: &Rules, topic: &str) -> String {
    let clauses = games::Rules::Matching(rules.clone()).explain();
    let texts: Vec<String> =
        clauses.into_iter().filter(|clause| clause.topic == topic).map(|clause| clause.text).collect();
    texts.join(" ")
}

/// Sentences that must stand on the page of a rule set, each under its topic; no text means that nothing is said.
fn check(name: &str, changes: &str, expected: &[(&str, &str)]) {
    let rules = preset(name, changes);
    check_reading(&rules);
    for (topic, sentence) in expected {
        let text = on(&rules, topic);
        assert!(
            text.contains(sentence) && (!sentence.is_empty() || text.is_empty()),
            "{name} {changes} on {topic}: {text}"
        );
    }
}

#[test]
fn naija_whot_in_words() {
    check(
        "naija-whot",
        "",
        &[
            ("players", "Two to eight can play."),
            (
                "pack",
                "The pack has 54 cards: 12 each of circles and triangles (1 to 5, 7, 8 and 10 to 14), 9 each of crosses and squares (1 to 3, 5, 7, 10, 11, 13 and 14), 7 stars (1 to 5, 7 and 8) and 5 Whots (20).",
            ),
            ("pack", "People also say ball for circle, angle for triangle and carpet for square."),
            (
                "packs",
                "Up to four players use one pack; with more, two packs are shuffled together, 108 cards in all.",
            ),
            ("start", "The player to the left of the dealer begins with any card."),
            ("starter_special", ""),
            ("effects.1", "A 1 is Hold On: you play again at once."),
            ("effects.2", "A 2 is Pick Two: the next player must answer or draw two cards."),
            ("effects.5", "A 5 is Pick Three: the next player must answer or draw three cards."),
            ("effects.8", "An 8 is Suspension: the next player misses a turn."),
            ("effects.14", "A 14 is General Market: every other player draws one card at once."),
            (
                "effects.20",
                "A Whot (20) is wild: it fits on any card, and you call the shape that must follow.",
            ),
            (
                "star8_double",
                "After the star 8 the next two players miss a turn each. With only two players it is an 8 like any other.",
            ),
            (
                "counter",
                "Then the penalties add up, and the next player draws for all of them, or answers in turn. Two 2s make four cards, and so on.",
            ),
            ("cross_counter", "a 5 does not answer a 2."),
            (
                "play_after_penalty",
                "Whoever draws for such a card loses the turn. After that the card has no more force",
            ),
            (
                "recall_allowed",
                "A call stays in force until the next card with a shape or a new call is played",
            ),
            ("two_player_reverse", ""),
            ("challenge", ""),
            ("swap_mandatory", ""),
            ("announce", "you must say \"semi last card\", and with one card left \"last card\"."),
            ("announce", "Whoever comes back from one card to two by drawing says nothing."),
            ("announce_penalty", "Whoever forgets it draws two cards."),
            (
                "stock_end",
                "As soon as the stock is used up for the second time, the round is over and the hands are counted.",
            ),
            ("max_actions", "After 1,000 actions a round is stopped"),
            ("double_suits", "Stars count double: the star 4 counts 8."),
            ("first_dealer", "Everyone cuts the shuffled pack"),
        ],
    );
}

#[test]
fn whot_for_two_in_words() {
    check(
        "naija-whot-duel",
        "",
        &[
            ("players", "Exactly two play."),
            ("packs", "One pack is used."),
            ("effects.14", "the other player draws one card at once."),
            ("star8_double", ""),
            ("short_draw", ""),
            (
                "stock_end",
                "As soon as the stock is used up, the round is over and the hands are counted. The fewest points win",
            ),
            ("blocked", "A round that was stopped is decided by counting the hands in the same way."),
        ],
    );
}

#[test]
fn whot_by_the_specification_in_words() {
    check(
        "whot-spec",
        "",
        &[
            ("starter_special", "it goes back into the middle of the stock and the next card is turned up"),
            ("voluntary_draw", "a player who draws tells the others that nothing fitted."),
            (
                "group_play",
                "You may play several cards of the same number at once, but never several of one shape only.",
            ),
            (
                "group_effects",
                "two 2s make four cards to draw; after two 14s each of the others draws two; after two 8s the next two players miss a turn",
            ),
            ("group_effects", "But two 1s let you play again only once."),
            ("block_8", "Whoever has to miss a turn because of an 8 may block it with another 8."),
            ("star8_double", ""),
            ("announce", "\"last card\" is said for you."),
            ("announce_penalty", ""),
            ("illegal_fine", "you draw one card for it; it is still your turn."),
            ("turn_seconds", "A player has 3 minutes for a turn."),
        ],
    );
}

#[test]
fn crazy_eights_in_words() {
    check(
        "crazy-eights",
        "",
        &[
            (
                "pack",
                "The pack has 52 cards: 13 each of clubs, diamonds, hearts and spades (ace, 2 to 10, jack, queen and king).",
            ),
            ("effects.2", "A 2: the next player must answer or draw two cards."),
            ("effects.7", "A 7: the next player misses a turn."),
            ("effects.8", "An 8 is wild"),
            ("effects.J", "A jack: play turns round and goes the other way"),
            ("two_player_reverse", "Between two players a jack makes the other player miss a turn."),
            ("wild_cancels_pick", "An 8 does not help against a waiting penalty."),
            (
                "finish_on",
                "A special card may not be your last. If such a card is all that you have left, you cannot play it: you draw as if nothing fitted, and if a penalty waits you take it.",
            ),
            ("finishing_effect", ""),
            (
                "play_on",
                "The others play on until only one of them holds cards; that player is last. The turn goes on from the place that has become empty",
            ),
            ("announce", "Nothing has to be said"),
            ("points", "An ace counts 1. A jack, a queen and a king count 10 each. An 8 counts 50."),
        ],
    );
    check(
        "mzansi-eights",
        "",
        &[
            ("pack", "and 2 jokers."),
            ("jokers", "The two jokers have no suit."),
            (
                "effects.JK",
                "A joker: it fits on any card, and the suit in force stays as it is. The next player must answer or draw six cards.",
            ),
            ("cross_counter", "Any of them answers any other."),
            ("wild_cancels_pick", "An 8 may be played on a waiting penalty as well"),
        ],
    );
    check(
        "american-eights",
        "",
        &[
            ("hand_size", "With three players or more each is dealt five cards"),
            ("hand_size_two", "With two players each is dealt seven cards."),
            ("stock_end", "nobody draws any more, and whoever cannot play, or does not want to, passes."),
            ("counter", ""),
            ("short_draw", ""),
            (
                "target_score",
                "A match goes on until somebody has 100 points or more, and then the highest score wins it.",
            ),
        ],
    );
}

#[test]
fn uno_in_words() {
    check(
        "uno-swap",
        "",
        &[
            (
                "pack",
                "The pack has 100 cards: 22 each in red, green, blue and yellow (two each of 0 to 9, and one each of Skip and Swap Hands), 4 Draw 2 cards, 4 Draw 4 cards and 4 Colour Change cards.",
            ),
            ("fits", "the same colour, number or word"),
            (
                "effects.draw2",
                "Draw 2: it fits on any card, and the colour in force stays as it is. The next player draws two cards.",
            ),
            (
                "swap_mandatory",
                "You need not swap when you play Swap Hands. If it is your last card, no hands are swapped.",
            ),
            ("announce", "If a swap leaves another player with one card, that player has to say it too."),
            ("counter", "There is no answer to Draw 2 or Draw 4."),
            ("announce_penalty", "Whoever is caught draws four cards."),
            ("uno_shield_ms", "in the first 1.5 seconds"),
            (
                "finishing_effect",
                "If your last card is Draw 2 or Draw 4, the others still draw for it before the cards in hand are counted.",
            ),
            ("number_points", "Number cards count one more than is printed on them."),
            ("rounds", "A match is four rounds, and the highest score wins it."),
        ],
    );
    check(
        "uno-classic",
        "",
        &[
            ("pack", "(one 0, and two each of 1 to 9, Skip, Reverse and Draw 2)"),
            ("starter_special", "With Wild the first player calls a colour and then has the turn."),
            ("starter_special", "But Wild Draw 4 goes back into the stock"),
            ("play_drawn", "You are asked even if it does not fit, so nobody learns whether it did."),
            (
                "challenge",
                "the one who played it draws the cards instead, and the challenger has an ordinary turn. If it does not, the challenger draws the cards and two more, and loses the turn.",
            ),
        ],
    );
}

#[test]
fn switch_and_mau_mau_in_words() {
    check(
        "switch",
        "",
        &[
            (
                "effects.J",
                "The jack of clubs and the jack of spades: the next player must answer or draw five cards.",
            ),
            ("cross_counter", "the jack of clubs does not answer a 2."),
            ("points", "The jack of clubs and the jack of spades count 50 each."),
        ],
    );
    check(
        "mau-mau",
        "",
        &[
            (
                "pack",
                "The pack has 32 cards: 8 each of clubs, diamonds, hearts and spades (7 to 10, jack, queen, king and ace).",
            ),
            (
                "recall_allowed",
                "No call may be answered with a jack, unless it is of the suit that was called.",
            ),
            ("announce", "you must say \"Mau\"."),
        ],
    );
}

#[test]
fn house_rules_in_words() {
    check(
        "naija-whot",
        "hold_on = \"again_and_skip\"\nsuspension = \"again\"",
        &[
            (
                "effects.1",
                "A 1 is Hold On: you play again at once, and after that the next player misses a turn.",
            ),
            ("effects.8", "An 8 is Suspension: all others wait while you play again."),
            ("star8_double", ""),
            ("block_8", ""),
        ],
    );
    check(
        "naija-whot",
        "counter = \"cancel\"",
        &[("counter", "Then the penalty is gone. The answering card has no force either")],
    );
    check("naija-whot", "finish_on = [\"!1\"]", &[("finish_on", "A 1 may not be your last card.")]);
    check(
        "naija-whot",
        "play_on = true\nfinishing_effect = \"penalties\"",
        &[
            (
                "finishing_effect",
                "If your last card is a 2, a 5 or a 14, the others still draw for it. If your last card is an 8, it does nothing to the others any more.",
            ),
            ("recall_allowed", "With your last card you call only if the others play on."),
        ],
    );
    check(
        "crazy-eights",
        "leaver = \"fold\"",
        &[(
            "leaver",
            "Whoever leaves takes the last place of the round, and the points of that hand still count.",
        )],
    );
    check(
        "uno-swap",
        "false_call_penalty = 2",
        &[(
            "false_call_penalty",
            "Whoever says \"UNO\" in the own turn when it is not due draws two cards, and so does whoever catches",
        )],
    );
    check(
        "crazy-eights",
        "short_draw = \"owe\"",
        &[("short_draw", "The rest is drawn at the start of that player's next turn")],
    );
}

/// Two rule sets differ on the page just where they differ: these are the topics, worked out from the two files.
#[test]
fn a_difference_lists_what_differs() {
    let topics = |one: &str, two: &str| -> Vec<String> {
        let (one, two) = (presets::named(one).unwrap(), presets::named(two).unwrap());
        difference(&one, &two).into_iter().map(|(topic, _, _)| topic).collect()
    };
    // The duel has two players and counts at once; the rest follows from that: no second pack, no short draw.
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
        Some("Whoever is caught draws two cards.".into()),
        Some("Whoever is caught draws four cards.".into()),
    );
    assert_eq!(lines, [line]);
}

/// Packs that families draw for themselves.
#[test]
fn packs_of_ones_own_have_a_page() {
    let animals = "
        hand_size = 3
        announce = \"manual\"
        [pack]
        style = \"shapes\"
        suits = [\"ox\", \"bird\"]
        [pack.cards]
        ox = \"1*3 2 3 4 5 6 7 8 9 10 11\"
        bird = \"king queen 2 3 4 5 6 7 8 9 10\"
        storm = \"99*2\"
        [effects]
        99 = \"any + market 2\"
        king = \"hold_on\"
        11 = \"suspension 4\"
    ";
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
