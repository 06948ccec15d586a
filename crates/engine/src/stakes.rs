//! What a round is worth for the match.

use crate::{BySeat, End, Landing, Match, MatchRules, Outcome, Seat};

/// A seat's chance to win is proportional to the cube of its distance to the limit plus this share of the limit.
/// Of the formulas tried, this one fitted best over whole matches between equal players.
const DISTANCE_OFFSET: f32 = 0.3;
/// A round changes a score by at most about the limit divided by this.
const MAX_SWING_DIVISOR: i32 = 5;

/// A match won by points, before one of its rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Stakes {
    rules: MatchRules,
    before: Match,
    size: i32,
    /// Each seat's chance to win the match after a very bad round, and how much a very good round adds to it.
    worst: BySeat<f32>,
    range: BySeat<f32>,
}

impl Stakes {
    /// The stakes before a round; `None` if the match ends after a number of rounds.
    pub fn new(rules: &MatchRules, before: &Match) -> Option<Stakes> {
        let size = rules.limit.or(rules.target).filter(|&size| size > 0)?;
        let (worst, range) = (BySeat::default(), BySeat::default());
        let mut stakes = Stakes { rules: *rules, before: *before, size, worst, range };
        for seat in before.playing.iter() {
            let [worst, best] = [1, -1].map(|harm| stakes.chances(&stakes.swung(seat, harm))[seat]);
            stakes.worst[seat] = worst;
            stakes.range[seat] = best - worst;
        }
        Some(stakes)
    }

    /// The value of an outcome to each seat, from 0 (a very bad round) to 1 (a very good one).
    pub fn worth(&self, outcome: &Outcome) -> BySeat<f32> {
        let mut after = self.before;
        after.settle(&self.rules, outcome);
        let chances = self.chances(&after);
        BySeat::from_fn(|seat| {
            let range = self.range[seat];
            if range > 0.0 { ((chances[seat] - self.worst[seat]) / range).clamp(0.0, 1.0) } else { 0.0 }
        })
    }

    /// The match after a round that costs the seat as much as a round can (`harm` 1), or all other seats (-1).
    fn swung(&self, hurt: Seat, harm: i32) -> Match {
        let swing = harm * self.size / MAX_SWING_DIVISOR;
        let own = if self.rules.low_wins { swing } else { -swing };
        let points = BySeat::from_fn(|seat| if seat == hurt { own.max(0) } else { (-own).max(0) });
        let outcome = Outcome { how: End::Called, places: BySeat::default(), points, leads_next: None };
        let mut after = self.before;
        after.settle(&MatchRules { landing: Landing::Off, ..self.rules }, &outcome);
        after
    }

    /// Each seat's chance to win the match from these scores.
    fn chances(&self, at: &Match) -> BySeat<f32> {
        if let Some(winners) = at.winners {
            let share = 1.0 / winners.len().max(1) as f32;
            return BySeat::from_fn(|seat| if winners.contains(seat) { share } else { 0.0 });
        }
        let strengths = BySeat::from_fn(|seat| self.strength(at, seat));
        let sum: f32 = at.playing.iter().map(|seat| strengths[seat]).sum();
        BySeat::from_fn(|seat| strengths[seat] / sum)
    }

    /// The standing of a seat, relative to the others.
    fn strength(&self, at: &Match, seat: Seat) -> f32 {
        if !at.playing.contains(seat) {
            return 0.0;
        }
        let left = (self.size - at.totals[seat]).max(0) as f32 / self.size as f32 + DISTANCE_OFFSET;
        let cube = left * left * left;
        if self.rules.low_wins { cube } else { 1.0 / cube }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::tests::LOW_WINS_TO_200;

    const HIGH_WINS_TO_500: MatchRules = MatchRules {
        target: Some(500),
        limit: None,
        low_wins: false,
        landing: Landing::Off,
        ..LOW_WINS_TO_200
    };

    /// The value to the first of two players, at these totals, of a round with these points.
    fn worth(rules: MatchRules, totals: [i32; 2], points: [i32; 2]) -> f32 {
        let mut before = Match::new(2, Seat::default());
        before.totals = BySeat::from_fn(|seat| totals.get(seat.index()).copied().unwrap_or(0));
        let points = BySeat::from_fn(|seat| points.get(seat.index()).copied().unwrap_or(0));
        let outcome = Outcome { how: End::Called, places: BySeat::default(), points, leads_next: None };
        Stakes::new(&rules, &before).unwrap().worth(&outcome)[Seat::default()]
    }

    #[test]
    fn points_are_worth_what_they_do_for_the_match() {
        assert!((worth(LOW_WINS_TO_200, [60, 60], [0, 0]) - 0.5).abs() < 0.01);
        assert!(worth(LOW_WINS_TO_200, [60, 60], [12, 0]) < worth(LOW_WINS_TO_200, [60, 60], [7, 0]));
        assert!(worth(HIGH_WINS_TO_500, [60, 60], [30, 0]) > worth(HIGH_WINS_TO_500, [60, 60], [20, 0]));
        // A player with 195 is out with 6 more and still in with 4.
        assert!(worth(LOW_WINS_TO_200, [195, 60], [6, 0]) <= 0.0);
        assert!(worth(LOW_WINS_TO_200, [195, 60], [4, 0]) > 0.1);
        // 40 + 10 lands on 50 and is halved, so it is better than 9, and than nothing.
        assert!(worth(LOW_WINS_TO_200, [40, 60], [10, 0]) > worth(LOW_WINS_TO_200, [40, 60], [0, 0]));
        // The other is out, or over the target: the match is decided.
        assert!(worth(LOW_WINS_TO_200, [60, 195], [0, 6]) >= 1.0);
        assert!(worth(HIGH_WINS_TO_500, [60, 480], [0, 30]) <= 0.0);
    }

    #[test]
    fn a_match_of_rounds_has_no_such_stakes() {
        let rounds = MatchRules { rounds: Some(4), limit: None, ..LOW_WINS_TO_200 };
        assert_eq!(Stakes::new(&rounds, &Match::new(2, Seat::default())), None);
    }
}
