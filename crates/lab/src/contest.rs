//! Players against each other: every deal is played from every side.

use std::sync::Arc;

use games::Rules;

use crate::entrant::Entrant;
use crate::game::{Length, Played, Setting};
use crate::run::{Watch, all_cores};
use crate::stats::{self, Estimate};

/// Players who meet under some rules.
#[derive(Clone, Debug)]
pub struct Contest {
    /// What is played.
    pub setting: Setting,
    /// Who takes part; they sit in this order, again and again, until every seat is taken.
    pub entrants: Vec<Entrant>,
    /// Whether results are told by seat instead, as where all play alike and the cards differ.
    pub by_seat: bool,
}

/// What came of the games of a contest, deal by deal.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The names of those who took part.
    pub names: Vec<String>,
    /// The games of each deal; in the n-th everybody sits n seats further on.
    pub deals: Vec<Vec<Played>>,
    /// The first thing that went wrong with the games as such.
    pub error: Option<String>,
}

impl Contest {
    /// These players under these rules, at the smallest table that seats them unless its size is given.
    pub fn new(rules: &Rules, entrants: Vec<Entrant>, seats: Option<usize>) -> Result<Contest, String> {
        let seats = seats.unwrap_or_else(|| rules.players().0.max(entrants.len()));
        games::Kit::new(rules, seats)?;
        if entrants.is_empty() || entrants.len() > seats {
            return Err(format!("{} players do not fit {seats} seats", entrants.len()));
        }
        let entrants = entrants.into_iter().enumerate().map(|(place, one)| one.at_place(place)).collect();
        let setting = Setting { rules: Arc::new(rules.clone()), seats, length: Length::Round, fixed: None };
        Ok(Contest { setting, entrants, by_seat: false })
    }

    /// The same contest over whole matches, or over single rounds.
    #[must_use]
    pub fn over(mut self, length: Length) -> Contest {
        self.setting.length = length;
        self
    }

    /// In how many ways those who take part can sit.
    pub fn sides(&self) -> usize {
        let period = self.entrants.len();
        // Two kinds at four seats sit A B A B: one step on is the other side, two steps are the first again.
        if self.setting.seats.is_multiple_of(period) { period } else { self.setting.seats }
    }

    /// Who sits in each seat when everybody has moved on by so many.
    fn seating(&self, step: usize) -> Vec<usize> {
        let seats = self.setting.seats;
        (0..seats).map(|seat| (seat + seats - step % seats) % seats % self.entrants.len()).collect()
    }

    /// Plays at least so many games, whole deals at a time, on so many cores.
    pub fn run(&self, games: usize, seed: u64, cores: usize, watch: &Watch) -> Results {
        let deals = games.div_ceil(self.sides());
        watch.set_each(self.sides());
        let played = all_cores(deals, cores, watch, |deal| self.deal(seed.wrapping_add(deal as u64)));
        let mut results = Results { names: self.names(), ..Results::default() };
        for deal in played {
            match deal {
                Ok(games) => results.deals.push(games),
                Err(why) => results.error = results.error.or(Some(why)),
            }
        }
        results
    }

    /// The names of those who take part, a number behind those that come twice.
    pub fn names(&self) -> Vec<String> {
        let name = |at: usize| {
            let own = self.entrants[at].name();
            let before = self.entrants[..at].iter().filter(|other| other.name() == own).count();
            if before == 0 { own.to_string() } else { format!("{own} #{}", before + 1) }
        };
        (0..self.entrants.len()).map(name).collect()
    }

    /// Plays one deal from every side; shares, points and notices come back by player instead of by seat.
    pub fn deal(&self, seed: u64) -> Result<Vec<Played>, String> {
        (0..self.sides()).map(|step| self.play(&self.seating(step), seed)).collect()
    }

    fn play(&self, seating: &[usize], seed: u64) -> Result<Played, String> {
        let entrants: Vec<&Entrant> = seating.iter().map(|&at| &self.entrants[at]).collect();
        let mut played = self.setting.play(&entrants, seed)?;
        if self.by_seat {
            return Ok(played);
        }
        let mut shares = vec![0.0; self.entrants.len()];
        let mut points = vec![0; self.entrants.len()];
        for (seat, &at) in seating.iter().enumerate() {
            shares[at] += played.shares[seat];
            points[at] += played.points[seat];
        }
        played.first_share = played.shares.get(played.first).copied().unwrap_or_default();
        played.notices.iter_mut().for_each(|(seat, _)| *seat = seating[*seat]);
        Ok(Played { shares, points, ..played })
    }
}

impl Results {
    /// How many games were played.
    pub fn games(&self) -> usize {
        self.each().count()
    }

    /// Every game.
    pub fn each(&self) -> impl Iterator<Item = &Played> {
        self.deals.iter().flatten()
    }

    /// What share of the wins a player has, the luck of the deals taken out.
    pub fn share(&self, player: usize) -> Estimate {
        let of_deal = |deal: &Vec<Played>| {
            stats::mean(&deal.iter().map(|played| played.shares[player]).collect::<Vec<_>>())
        };
        stats::grouped_share(&self.deals.iter().map(of_deal).collect::<Vec<_>>())
    }

    /// Of how many independent games the share of a player tells as much.
    pub fn weight(&self, player: usize) -> f64 {
        let share = self.share(player);
        let half = (share.high - share.low) / 2.0;
        share.value.clamp(0.01, 0.99)
            * (1.0 - share.value.clamp(0.01, 0.99))
            * (1.96 / half.max(1e-6)).powi(2)
    }

    /// How often the seat with the first move wins.
    pub fn first_edge(&self) -> Estimate {
        let wins: f64 = self.each().map(|played| played.first_share).sum();
        stats::wilson(wins / self.games().max(1) as f64, self.games() as f64)
    }

    /// How often the same cards won whoever held them, where each deal is played from two sides. A half means
    /// that the deal decides nothing, everything means that the players do not matter.
    pub fn won_by_cards(&self) -> Option<Estimate> {
        let alike = |deal: &Vec<Played>| match deal.as_slice() {
            [one, two] => Some(f64::from(one.shares.first() == two.shares.get(1))),
            _ => None,
        };
        let alike: Vec<f64> = self.deals.iter().map(alike).collect::<Option<_>>()?;
        Some(stats::wilson(stats::mean(&alike), alike.len() as f64))
    }

    /// How many moves a game has.
    pub fn moves(&self) -> Vec<f64> {
        self.each().map(|played| played.moves as f64).collect()
    }

    /// How often rounds ended in each way, the most frequent first.
    pub fn ends(&self) -> Vec<(&'static str, usize)> {
        let mut ends: Vec<(&'static str, usize)> = Vec::new();
        for how in self.each().flat_map(|played| played.ends.iter().copied()) {
            match ends.iter_mut().find(|(known, _)| *known == how) {
                Some((_, times)) => *times += 1,
                None => ends.push((how, 1)),
            }
        }
        ends.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deal in which the first player wins so much from the one side and from the other.
    fn deal(one: f64, two: f64) -> Vec<Played> {
        let game = |share: f64| Played { shares: vec![share, 1.0 - share], ..Played::default() };
        vec![game(one), game(two)]
    }

    /// Two who play alike: from the other side of a deal each has what the other had.
    #[test]
    fn every_deal_is_played_from_every_side() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let alike = vec![Entrant::parse("medium").unwrap(); 2];
        let contest = Contest::new(&rules, alike, Some(2)).unwrap();
        let won = |game: &Played| game.shares.iter().map(|share| *share > 0.5).collect::<Vec<bool>>();
        for seed in 0..5 {
            let sides: Vec<Vec<bool>> = contest.deal(seed).unwrap().iter().map(won).collect();
            let [one, other] = sides.as_slice() else { panic!("{} sides", sides.len()) };
            assert_ne!(one, other, "deal {seed}");
            assert_eq!(one.iter().rev().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>(), "deal {seed}");
        }
    }

    /// Two of a kind swap sides: were their luck the same, they would play the same game again.
    #[test]
    fn two_of_a_kind_have_luck_of_their_own() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let hard = || Entrant::parse("hard").unwrap();
        let contest = Contest::new(&rules, vec![hard(), hard()], Some(2)).unwrap();
        let results = contest.run(20, 1, 1, &Watch::default());
        assert!(results.deals.iter().any(|deal| deal[0].moves != deal[1].moves));
    }

    #[test]
    fn luck_is_told_from_skill() {
        let cards = |deals: Vec<Vec<Played>>| {
            Results { deals, ..Results::default() }.won_by_cards().map(|cards| cards.value)
        };
        assert_eq!(cards(vec![deal(1.0, 0.0), deal(0.0, 1.0), deal(1.0, 1.0), deal(0.5, 0.5)]), Some(0.75));
        let three_sides = vec![Played::default(), Played::default(), Played::default()];
        assert_eq!(cards(vec![three_sides]), None);
    }
}
