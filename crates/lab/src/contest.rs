//! Players against each other: every deal is played from every side.

use std::sync::Arc;

use engine::Quick;
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
}

/// What came of the games of a contest, deal by deal.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The names of those who took part.
    pub names: Vec<String>,
    /// Whether two took part who play alike.
    pub alike: bool,
    /// The games of each deal; in the n-th everybody sits n seats further on.
    pub deals: Vec<Vec<Played>>,
    /// The first thing that went wrong with the games as such.
    pub error: Option<String>,
}

impl Contest {
    /// These players under these rules, at the smallest table that seats them unless its size is given.
    pub fn new(rules: &Rules, entrants: Vec<Entrant>, seats: Option<usize>) -> Result<Contest, String> {
        let seats = seats.unwrap_or_else(|| rules.players().0.max(entrants.len()));
        games::CompiledRules::new(rules, seats).map_err(|error| error.to_string())?;
        if entrants.is_empty() || entrants.len() > seats {
            return Err(format!("{} players do not fit {seats} seats", entrants.len()));
        }
        let entrants = entrants.into_iter().enumerate().map(|(place, one)| one.at_place(place)).collect();
        let setting = Setting { rules: Arc::new(rules.clone()), seats, length: Length::Round, fixed: None };
        Ok(Contest { setting, entrants })
    }

    /// The same contest over whole matches, or over single rounds.
    #[must_use]
    pub fn over(mut self, length: Length) -> Contest {
        self.setting.length = length;
        self
    }

    /// In how many ways those who take part sit: in all of them together each has every seat once.
    pub fn sides(&self) -> usize {
        self.entrants.len()
    }

    /// Whether one kind has all seats, so that results are told by seat instead of by player.
    fn by_seat(&self) -> bool {
        self.entrants.len() == 1
    }

    /// Who sits in each seat when everybody has moved on by so many.
    fn seating(&self, step: usize) -> Vec<usize> {
        let kinds = self.entrants.len();
        (0..self.setting.seats).map(|seat| (seat + kinds - step % kinds) % kinds).collect()
    }

    /// Plays at least so many games, whole deals at a time, on so many cores.
    pub fn run(&self, games: usize, seed: u64, cores: usize, watch: &Watch) -> Results {
        Contest::run_all(std::slice::from_ref(self), games, seed, cores, watch).remove(0)
    }

    /// Plays at least so many games of each contest, the same deals in all of them, one deal of each in turn: whenever it is
    /// ended, about as much is known of each.
    pub fn run_all(
        contests: &[Contest],
        games: usize,
        seed: u64,
        cores: usize,
        watch: &Watch,
    ) -> Vec<Results> {
        let sides = contests.iter().map(Contest::sides).max().unwrap_or(1);
        watch.set_each(sides);
        // Seeds beside each other have nothing in common.
        let first = Quick::new(seed).bits();
        let tasks = games.div_ceil(sides) * contests.len();
        let played = all_cores(tasks, cores, watch, |task| {
            let (deal, contest) = (task / contests.len(), task % contests.len());
            (contest, contests[contest].deal(first.wrapping_add(deal as u64)))
        });
        let empty = |contest: &Contest| Results {
            names: contest.names(),
            alike: matches!(&contest.entrants[..], [one, two] if one.name() == two.name()),
            ..Results::default()
        };
        let mut results: Vec<Results> = contests.iter().map(empty).collect();
        for (contest, deal) in played {
            let results = &mut results[contest];
            match deal {
                Ok(games) => results.deals.push(games),
                Err(why) => results.error = results.error.take().or(Some(why)),
            }
        }
        results
    }

    /// The names of those who take part, a number behind those that come twice; of one alone, the seats.
    pub fn names(&self) -> Vec<String> {
        if self.by_seat() {
            let name = self.entrants[0].name();
            return (1..=self.setting.seats).map(|seat| format!("{name}, seat {seat}")).collect();
        }
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
        played.first_share = played.shares.get(played.first).copied().unwrap_or_default();
        if self.by_seat() {
            return Ok(played);
        }
        let mut shares = vec![0.0; self.entrants.len()];
        let mut points = vec![0; self.entrants.len()];
        for (seat, &at) in seating.iter().enumerate() {
            shares[at] += played.shares[seat];
            points[at] += played.points[seat];
        }
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
        let of_deal = |deal: &Vec<Played>| {
            stats::mean(&deal.iter().map(|played| played.first_share).collect::<Vec<_>>())
        };
        stats::grouped_share(&self.deals.iter().map(of_deal).collect::<Vec<_>>())
    }

    /// How often a game ended because the stock was used up.
    pub fn ended_by_stock(&self) -> Estimate {
        let ended = self.each().filter(|played| played.stock_ended).count();
        stats::wilson(ended as f64 / self.games().max(1) as f64, self.games() as f64)
    }

    /// How often the same cards won whoever held them, where two who play alike had each deal from both sides. A half
    /// means that the deal decides nothing, everything means that nothing else does.
    pub fn won_by_cards(&self) -> Option<Estimate> {
        let alike = |deal: &Vec<Played>| match deal.as_slice() {
            [one, two] if self.alike => Some(f64::from(one.shares.first() == two.shares.get(1))),
            _ => None,
        };
        let alike: Vec<f64> = self.deals.iter().map(alike).collect::<Option<_>>()?;
        Some(stats::wilson(stats::mean(&alike), alike.len() as f64))
    }

    /// Whether all games went the same way, as where nobody plays by chance and every card lies fixed.
    pub fn is_one_game(&self) -> bool {
        let mut games = self.each();
        games.next().is_some_and(|first| games.all(|game| game == first))
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
    use engine::Seat;
    use games::{Move, Session};

    use super::*;
    use crate::entrant::{Mind, Trouble};

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
            Results { deals, alike: true, ..Results::default() }.won_by_cards().map(|cards| cards.value)
        };
        assert_eq!(cards(vec![deal(1.0, 0.0), deal(0.0, 1.0), deal(1.0, 1.0), deal(0.5, 0.5)]), Some(0.75));
        let unlike = Results { deals: vec![deal(1.0, 0.0)], ..Results::default() };
        assert_eq!(unlike.won_by_cards(), None);
        let three_sides = vec![Played::default(), Played::default(), Played::default()];
        assert_eq!(cards(vec![three_sides]), None);
    }

    /// Numbers beside each other would have nearly all deals in common if deals were counted on from them.
    #[test]
    fn seeds_beside_each_other_have_no_deal_in_common() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let contest = Contest::new(&rules, vec![Entrant::parse("medium").unwrap()], Some(2)).unwrap();
        let games = |seed| contest.run(40, seed, 1, &Watch::default()).deals.concat();
        let (one, two) = (games(1), games(2));
        let shared = two.iter().filter(|game| one.contains(game)).count();
        assert!(shared < 10, "{shared} of 40 games are the same");
    }

    /// The two games of a deal tell less of who began than two of different deals.
    #[test]
    fn who_began_is_counted_by_deals() {
        let game = |first_share| Played { first_share, ..Played::default() };
        let deals: Vec<Vec<Played>> = (0..100).map(|deal| vec![game(f64::from(deal % 2)); 2]).collect();
        let edge = Results { deals, ..Results::default() }.first_edge();
        assert!((edge.high - edge.low - 0.19).abs() < 0.01, "{edge:?}");
    }

    /// A game whose winner had lost the seat goes to those who kept theirs.
    #[test]
    fn a_stand_in_wins_for_nobody() {
        struct Cheat;
        impl Mind for Cheat {
            fn choose(&mut self, _: &Session, _: Seat, _: &[Move]) -> Result<Option<Move>, Trouble> {
                Err(Trouble("cheated".into()))
            }
        }
        let rules = games::presets::named("mau-mau").unwrap();
        let cheat = Entrant::other("cheat", Arc::new(|| Box::new(Cheat)));
        let contest = Contest::new(&rules, vec![cheat, Entrant::parse("easy").unwrap()], Some(2)).unwrap();
        let results = contest.run(20, 1, 1, &Watch::default());
        assert_eq!((results.share(0).value, results.share(1).value), (0.0, 1.0));
    }
}
