//! When a change of an option has no effect: the exceptions to "the page mentions every option", each with its reason.

use engine::{Card, Pack};
use games::matching::{
    Announce, AnnounceCheck, CompiledRules, Counter, Effect, FinishOn, FinishingEffect, HoldOn, PlayableOn,
    Rules, Start, StarterSpecial, StockEnd, Suspension, TwoPlayerReverse, select,
};
use games::{Leaver, Timeout};

/// What can happen under a rule set, worked out from its effects independently of the page.
struct Can<'a> {
    rules: &'a Rules,
    compiled: CompiledRules,
}

impl Can<'_> {
    fn under(rules: &Rules) -> Can<'_> {
        Can { rules, compiled: CompiledRules::new(rules, rules.players.most).unwrap() }
    }

    fn cards(&self) -> Vec<(Card, Effect)> {
        self.compiled
            .pack
            .cards()
            .iter()
            .map(|&card| (card, self.rules.effect_of(&self.compiled.pack, card)))
            .collect()
    }

    fn any(&self, test: impl Fn(Effect) -> bool) -> bool {
        self.cards().into_iter().any(|(_, effect)| test(effect))
    }

    fn goes_on(&self, effect: Effect) -> bool {
        effect.hold_on && self.rules.hold_on != HoldOn::SkipNext
            || effect.suspension > 0 && self.rules.suspension == Suspension::Again
            || effect.market > 0 && self.rules.market_again
    }

    fn picks(&self, effect: Effect) -> bool {
        effect.pick > 0 && !self.goes_on(effect)
    }

    /// How many players miss a turn after the card.
    fn skips(&self, effect: Effect) -> usize {
        let hold_on = effect.hold_on && self.rules.hold_on == HoldOn::SkipNext;
        let suspended = if self.rules.suspension == Suspension::SkipNext { effect.suspension } else { 0 };
        if self.goes_on(effect) || effect.pick > 0 {
            0
        } else {
            usize::from(effect.skip) + usize::from(hold_on) + usize::from(suspended)
        }
    }

    /// How many ranks have cards that could answer a pick, if there is a pick.
    fn pick_ranks(&self) -> usize {
        if !self.any(|effect| self.picks(effect)) {
            return 0;
        }
        let mut ranks: Vec<_> = self
            .cards()
            .into_iter()
            .filter(|(_, effect)| effect.pick > 0)
            .map(|(card, _)| self.compiled.pack.face(card).rank)
            .collect();
        ranks.sort_unstable();
        ranks.dedup();
        ranks.len()
    }

    /// Whether a pick can be answered by a card other than itself.
    fn answers(&self) -> bool {
        let picks: Vec<Card> =
            self.cards().into_iter().filter(|(_, effect)| effect.pick > 0).map(|(card, _)| card).collect();
        let rank = |card: Card| self.compiled.pack.face(card).rank;
        let cross = self.rules.cross_counter;
        let real = |card: Card| self.picks(self.rules.effect_of(&self.compiled.pack, card));
        picks.iter().any(|&one| {
            real(one) && picks.iter().any(|&other| one != other && (cross || rank(one) == rank(other)))
        })
    }

    fn star_eight_skips(&self) -> bool {
        let star =
            self.compiled.pack.parse("star-8").map(|card| self.rules.effect_of(&self.compiled.pack, card));
        star.is_some_and(|effect| self.skips(effect) > 0)
    }

    fn wilds_without_pick(&self) -> bool {
        self.any(|effect| effect.playable_on == PlayableOn::Wild && effect.pick == 0)
    }

    fn two_can_be_left(&self) -> bool {
        self.rules.players.least == 2 || self.plays_on() || self.rules.table_options.leaver == Leaver::Fold
    }

    fn plays_on(&self) -> bool {
        self.rules.play_on && self.rules.players.most > 2
    }

    fn has_penalties(&self) -> bool {
        let words = self.rules.announce == Announce::Manual
            && (self.rules.announce_penalty.get() > 0 || self.rules.false_call_penalty.get() > 0);
        let clock = self.rules.table_options.turn_seconds.get() > 0
            && self.rules.table_options.timeout == Timeout::Draw;
        self.any(|effect| self.picks(effect) || effect.market > 0)
            || words
            || clock
            || self.rules.illegal_fine.get() > 0
    }

    /// Whether several cards played together can do more than one of them.
    fn groups_add_up(&self) -> bool {
        let others = self.rules.players.most - 1;
        let still = others == 1 && self.rules.two_player_reverse == TwoPlayerReverse::Nothing;
        let pack = &self.compiled.pack;
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

/// The reason why a change of this option has no effect under this rule set, if it has none. The page must not change then.
pub fn idle(before: &Rules, key: &str, after: &Rules) -> Option<&'static str> {
    let can = Can::under(before);
    let seats = || before.players.least..=before.players.most;
    let same_when_compiled = || {
        seats().all(|seats| {
            let (one, mut two) =
                (CompiledRules::new(before, seats).unwrap(), CompiledRules::new(after, seats).unwrap());
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
        "draw2" | "whot_cards" => when(same_cards(before, after), "the pack has them so already"),
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
            .or(when(same_when_compiled(), "Hold On is lost in what else the card does")),
        "suspension" => when(same_when_compiled(), "no card is a suspension"),
        "star8_double" => when(before.players.most == 2, "two players: G5")
            .or(when(same_when_compiled(), "the star 8 is no suspension, or one of two anyway"))
            .or(when(!can.star_eight_skips(), "the pick of the star 8 comes before its suspension")),
        "block_8" => when(
            !can.any(|effect| effect.suspension > 0 && can.skips(effect) > 0),
            "no suspension skips anybody",
        ),
        "market_again" => when(!can.any(|effect| effect.market > 0), "no card is a market"),
        "group_effects" => when(!can.groups_add_up(), "nothing is played together that adds up"),
        "recall_allowed" => {
            when(!can.any(|effect| effect.playable_on == PlayableOn::Wild), "nothing is ever called")
        }
        "wild4_only_if_stuck" | "challenge" => when(
            !can.any(|effect| effect.playable_on == PlayableOn::Wild && effect.pick > 0),
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
        "fine_turn" => when(before.illegal_fine.get() == 0, "an illegal play costs nothing"),
        "finish_on" => when(same_when_compiled(), "the same cards may be last"),
        "finishing_effect" => finishing(&can, after),
        "play_on" => when(before.players.most == 2, "with two players the round is over when one is out"),
        "number_points" | "whot_value" | "double_suits" => {
            when(same_when_compiled(), "every card counts as before")
        }
        "target_score" => when(before.rounds.get() == 1, "the match is over after its only round"),
        "timeout" | "afk_after" => when(before.table_options.turn_seconds.get() == 0, "there is no clock"),
        _ => None,
    }
}

fn counters(before: &Rules, after: &Rules) -> bool {
    (before.counter == Counter::None) == (after.counter == Counter::None)
}

/// Every card with its face and effect, independent of the order of the pack.
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
    let goes_back = |effect: Effect| effect.playable_on == PlayableOn::Wild && effect.pick > 0 || effect.swap;
    let ignores = [before, after].iter().any(|rules| rules.starter_special == StarterSpecial::Ignore);
    (!ignores && !can.any(|effect| !effect.is_plain() && !goes_back(effect)))
        .then_some("all special cards go back either way")
}

fn finishing(can: &Can, after: &Rules) -> Option<&'static str> {
    let finish = |card: Card| match &can.rules.finish_on {
        FinishOn::Any => true,
        FinishOn::Plain => can.rules.effect_of(&can.compiled.pack, card).is_plain(),
        FinishOn::List(items) => {
            let only_out = items.iter().all(|item| item.starts_with('!'));
            items.iter().fold(only_out, |allowed, item| {
                let named = select(&can.compiled.pack, item.trim_start_matches('!')).contains(card);
                if named { !item.starts_with('!') } else { allowed }
            })
        }
    };
    let last: Vec<Effect> =
        can.cards().into_iter().filter(|(card, _)| finish(*card)).map(|(_, effect)| effect).collect();
    let draws = last.iter().any(|effect| effect.pick > 0 || effect.market > 0);
    let hold_skips = |effect: &Effect| effect.hold_on && can.rules.hold_on == HoldOn::SkipNext;
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
