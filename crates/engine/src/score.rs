//! Scores over the rounds of a match.

use crate::{BySeat, MAX_SEATS, Outcome, Seat, SeatSet};

/// What happens to a score that lands exactly on a multiple of a number (Y11, Y22).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Landing {
    /// Nothing.
    Off,
    /// The score is halved.
    Half,
    /// The score is reduced by 50.
    Minus50,
}

/// When a match with elimination ends (J21).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndOfMatch {
    /// When one player is left.
    LastStanding,
    /// As soon as a player is eliminated.
    FirstOut,
}

/// What happens when the best score is shared at the end (V17).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// All play extra rounds until the tie is broken.
    Extra,
    /// The win is shared.
    Shared,
}

/// When a match is over and who has won it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchRules {
    /// The match ends after this many rounds, if set (V16).
    pub rounds: Option<u16>,
    /// The match ends once a score reaches this, if set (V16).
    pub target: Option<i32>,
    /// A player with more than this is eliminated, if set (Y10, J9).
    pub limit: Option<i32>,
    /// Whether the lowest score wins instead of the highest.
    pub low_wins: bool,
    /// What happens to a score that lands on a multiple of 50.
    pub landing: Landing,
    /// When elimination ends the match.
    pub end: EndOfMatch,
    /// What happens if the best score is shared.
    pub tie: Tie,
}

/// A match: rounds, running scores, elimination, who deals next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Match {
    /// How many seats the table has.
    pub seats: usize,
    /// Rounds finished so far.
    pub rounds: u16,
    /// The running scores.
    pub totals: BySeat<i32>,
    /// Who is still in the match.
    pub playing: SeatSet,
    /// The round after which each seat was eliminated; 0 for a seat that was not.
    pub eliminated: BySeat<u16>,
    /// Who deals the current or next round.
    pub dealer: Seat,
    /// The winners, once the match is over.
    pub winners: Option<SeatSet>,
}

impl Match {
    /// A match before its first round.
    pub fn new(seats: usize, dealer: Seat) -> Match {
        let seats = seats.min(MAX_SEATS);
        let playing = SeatSet::first(seats);
        let (totals, eliminated) = (BySeat::default(), BySeat::default());
        Match { seats, rounds: 0, totals, playing, eliminated, dealer, winners: None }
    }

    /// Adds a finished round to the scores and decides the next dealer.
    pub fn settle(&mut self, rules: &MatchRules, outcome: &Outcome) {
        self.rounds = self.rounds.saturating_add(1);
        let fell = self.add_points(rules, outcome);
        for seat in fell.iter() {
            self.eliminated[seat] = self.rounds;
        }
        let survivors: SeatSet = self.playing.iter().filter(|&seat| !fell.contains(seat)).collect();
        self.winners = self.decide(rules, survivors, outcome, !fell.is_empty());
        if self.winners.is_none() {
            self.playing = survivors;
            self.dealer = match outcome.leads_next {
                Some(leader) if survivors.contains(leader) => survivors.before(leader), // Y17
                Some(leader) => survivors.before(survivors.after(leader)),
                None => survivors.after(self.dealer), // N10
            };
        }
    }

    /// Adds the points and returns who is over the limit.
    fn add_points(&mut self, rules: &MatchRules, outcome: &Outcome) -> SeatSet {
        let mut fell = SeatSet::EMPTY;
        for seat in self.playing.iter() {
            let gained = outcome.points[seat];
            let total = &mut self.totals[seat];
            *total += gained;
            if gained > 0 && *total > 0 && *total % 50 == 0 {
                match rules.landing {
                    Landing::Off => {}
                    Landing::Half => *total /= 2,     // Y11, J8
                    Landing::Minus50 => *total -= 50, // Y22
                }
            }
            if rules.limit.is_some_and(|limit| *total > limit) {
                fell = fell.with(seat); // Y10, J9
            }
        }
        fell
    }

    fn decide(
        &self,
        rules: &MatchRules,
        survivors: SeatSet,
        outcome: &Outcome,
        eliminated: bool,
    ) -> Option<SeatSet> {
        if rules.limit.is_some() {
            return match survivors.len() {
                0 => Some(self.best(rules, self.playing)), // J21
                1 => Some(survivors),
                _ if eliminated && rules.end == EndOfMatch::FirstOut => Some(self.best(rules, survivors)),
                _ => None,
            };
        }
        let played_out = rules.rounds.is_some_and(|rounds| self.rounds >= rounds);
        let reached =
            rules.target.is_some_and(|target| self.playing.iter().any(|s| self.totals[s] >= target));
        if !played_out && !reached {
            return None;
        }
        let best = self.best(rules, self.playing);
        // Scores alone do not tell who went out first: in a match of one round the places do (C26, W25).
        let by_place = rules.low_wins && rules.rounds == Some(1) && self.rounds == 1;
        let first = best.iter().map(|seat| outcome.places[seat]).min();
        let ahead = |seat: &Seat| !by_place || Some(outcome.places[*seat]) == first;
        let best: SeatSet = best.iter().filter(ahead).collect();
        (best.len() == 1 || rules.tie == Tie::Shared).then_some(best) // V17
    }

    fn best(&self, rules: &MatchRules, among: SeatSet) -> SeatSet {
        let top = among.iter().map(|seat| self.worth(rules, seat)).max();
        among.iter().filter(|&seat| Some(self.worth(rules, seat)) == top).collect()
    }

    /// A total as something that is the better the higher it is.
    fn worth(&self, rules: &MatchRules, seat: Seat) -> i32 {
        if rules.low_wins { -self.totals[seat] } else { self.totals[seat] }
    }

    /// The place of each seat in the match so far, 1 for the best; tied seats share one. Players who were eliminated come
    /// last, those who were eliminated first behind the others.
    pub fn standing(&self, rules: &MatchRules) -> BySeat<u8> {
        let lasted = |seat: Seat| if self.eliminated[seat] == 0 { u16::MAX } else { self.eliminated[seat] };
        let rank = |seat: Seat| (lasted(seat), self.worth(rules, seat));
        let better = |seat| Seat::all(self.seats).filter(|&other| rank(other) > rank(seat)).count() as u8;
        BySeat::from_fn(|seat| if seat.index() < self.seats { 1 + better(seat) } else { 0 })
    }

    /// The seats that are over the limit.
    pub fn fallen(&self) -> SeatSet {
        Seat::all(self.seats).filter(|&seat| self.eliminated[seat] > 0).collect()
    }

    /// Whether the match is over.
    pub fn is_over(&self) -> bool {
        self.winners.is_some()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::End;

    pub(crate) const LOW_WINS_TO_200: MatchRules = MatchRules {
        rounds: None,
        target: None,
        limit: Some(200),
        low_wins: true,
        landing: Landing::Half,
        end: EndOfMatch::LastStanding,
        tie: Tie::Shared,
    };

    fn round(points: [i32; 3], winner: usize) -> Outcome {
        Outcome {
            how: End::Called,
            places: BySeat::default(),
            points: BySeat::from_fn(|seat| points.get(seat.index()).copied().unwrap_or(0)),
            leads_next: Seat::new(winner),
        }
    }

    fn after(totals: [i32; 3], rules: MatchRules, points: [i32; 3]) -> Match {
        let mut game = Match::new(3, Seat::default());
        game.totals = BySeat::from_fn(|seat| totals.get(seat.index()).copied().unwrap_or(0));
        game.settle(&rules, &round(points, 1));
        game
    }

    /// Worked out from Y11, J8, J9: 30 + 20 lands on 50 and is halved; 50 + 0 stays; 190 + 10 lands on 200
    /// and becomes 100 without going on to 50.
    #[test]
    fn landing_on_a_multiple_of_fifty() {
        assert_eq!(after([30, 50, 190], LOW_WINS_TO_200, [20, 0, 10]).totals.first(3), [25, 50, 100]);
        let minus = MatchRules { landing: Landing::Minus50, ..LOW_WINS_TO_200 };
        assert_eq!(after([30, 50, 190], minus, [20, 0, 10]).totals.first(3), [0, 50, 150]);
    }

    /// J9 and J21: 201 is out, 200 is not; the winner of the round starts the next.
    #[test]
    fn over_the_limit_is_out() {
        let plain = MatchRules { landing: Landing::Off, ..LOW_WINS_TO_200 };
        assert_eq!(after([195, 0, 150], plain, [5, 0, 51]).playing.len(), 2, "the limit itself is still in");
        let game = after([195, 0, 150], LOW_WINS_TO_200, [6, 0, 51]);
        assert_eq!(game.winners, Some(SeatSet::only(Seat::new(1).unwrap())));
        let game = after([195, 0, 100], LOW_WINS_TO_200, [6, 0, 51]);
        assert_eq!((game.winners, game.playing.len()), (None, 2));
        assert_eq!(game.playing.after(game.dealer), Seat::new(1).unwrap());
        let first_out = MatchRules { end: EndOfMatch::FirstOut, ..LOW_WINS_TO_200 };
        assert_eq!(
            after([195, 0, 100], first_out, [6, 0, 51]).winners,
            Some(SeatSet::only(Seat::new(1).unwrap()))
        );
    }

    /// Low wins, over 200 is out: 40 leads, 120 follows. The third falls first and is last, whatever the fourth adds later.
    #[test]
    fn players_who_fell_stand_behind_and_the_first_to_fall_is_last() {
        let by_seat =
            |points: [i32; 4]| BySeat::from_fn(|seat| points.get(seat.index()).copied().unwrap_or(0));
        let outcome = |points| Outcome { points: by_seat(points), ..round([0; 3], 0) };
        let mut game = Match::new(4, Seat::default());
        game.totals = by_seat([40, 120, 190, 190]);
        assert_eq!(game.standing(&LOW_WINS_TO_200).first(4), [1, 2, 3, 3]);
        game.settle(&LOW_WINS_TO_200, &outcome([0, 0, 11, 0]));
        assert_eq!(game.standing(&LOW_WINS_TO_200).first(4), [1, 2, 4, 3]);
        game.settle(&LOW_WINS_TO_200, &outcome([0, 0, 0, 45]));
        assert_eq!(game.standing(&LOW_WINS_TO_200).first(4), [1, 2, 4, 3]);
        assert_eq!(game.fallen(), [2, 3].into_iter().filter_map(Seat::new).collect());
        let high = MatchRules { low_wins: false, limit: None, ..LOW_WINS_TO_200 };
        assert_eq!(after([30, 50, 10], high, [0; 3]).standing(&high).first(3), [2, 1, 3]);
    }

    /// V16, V17: highest after n rounds, one more round while the best is shared.
    #[test]
    fn a_tie_is_broken_by_another_round() {
        let rules =
            MatchRules { rounds: Some(1), limit: None, low_wins: false, tie: Tie::Extra, ..LOW_WINS_TO_200 };
        assert!(!after([0, 0, 0], rules, [7, 7, 0]).is_over());
        assert!(after([0, 0, 0], rules, [7, 8, 0]).is_over());
        assert_eq!(
            after([0; 3], MatchRules { tie: Tie::Shared, ..rules }, [7, 7, 0]).winners.unwrap().len(),
            2
        );
    }
}
