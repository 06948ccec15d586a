//! Players against each other. Every deal is played once from each side.

use std::sync::Arc;

use engine::Quick;
use games::Rules;

use crate::LabError;
use crate::entrant::Entrant;
use crate::game::{GameLength, GameResult, GameSettings};
use crate::run::{RunControl, run_parallel};
use crate::stats::{self, Estimate};

/// Players who meet under one rule set.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The rules, table size and length of the games.
    pub settings: GameSettings,
    /// The players. They fill the seats in this order, repeating until every seat is taken.
    pub entrants: Vec<Entrant>,
}

/// The results of a contest, deal by deal.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Names of the players.
    pub names: Vec<String>,
    /// Whether the contest is between two players of the same kind.
    pub same_kind: bool,
    /// The games of each deal. In game n everyone sits n seats further on.
    pub deals: Vec<Vec<GameResult>>,
    /// The first error of a game that could not be played.
    pub error: Option<LabError>,
}

impl Contest {
    /// A contest under these rules, by default at the smallest table that seats all players.
    pub fn new(rules: &Rules, entrants: Vec<Entrant>, seats: Option<usize>) -> Result<Contest, LabError> {
        let seats = seats.unwrap_or_else(|| rules.players().0.max(entrants.len()));
        games::CompiledRules::new(rules, seats)?;
        if entrants.is_empty() || entrants.len() > seats {
            return Err(LabError::TooManyPlayers { players: entrants.len(), seats });
        }
        let entrants = entrants
            .into_iter()
            .enumerate()
            .map(|(position, entrant)| entrant.at_position(position))
            .collect();
        let settings = GameSettings {
            rules: Arc::new(rules.clone()),
            seats,
            length: GameLength::Round,
            fixed_deal: None,
        };
        Ok(Contest { settings, entrants })
    }

    /// The same contest over rounds or whole matches.
    #[must_use]
    pub fn with_length(mut self, length: GameLength) -> Contest {
        self.settings.length = length;
        self
    }

    /// Number of games per deal: each player takes every side once.
    pub fn sides(&self) -> usize {
        self.entrants.len()
    }

    /// Whether one player has every seat, so that results are reported by seat.
    fn is_by_seat(&self) -> bool {
        self.entrants.len() == 1
    }

    /// The entrant in each seat after everyone has moved on by `step` seats.
    fn seating(&self, step: usize) -> Vec<usize> {
        let kinds = self.entrants.len();
        (0..self.settings.seats).map(|seat| (seat + kinds - step % kinds) % kinds).collect()
    }

    /// Plays at least this many games, whole deals at a time.
    pub fn run(&self, games: usize, seed: u64, cores: usize, control: &RunControl) -> Results {
        Contest::run_all(std::slice::from_ref(self), games, seed, cores, control).remove(0)
    }

    /// Plays at least this many games of each contest. All contests use the same deals, one deal of each in turn, so
    /// that a run that is stopped early knows about equally much of each.
    pub fn run_all(
        contests: &[Contest],
        games: usize,
        seed: u64,
        cores: usize,
        control: &RunControl,
    ) -> Vec<Results> {
        let sides = contests.iter().map(Contest::sides).max().unwrap_or(1);
        control.set_games_per_task(sides);
        // Neighbouring seeds must not share deals.
        let first = Quick::new(seed).bits();
        let tasks = games.div_ceil(sides) * contests.len();
        let played = run_parallel(tasks, cores, control, |task| {
            let (deal, contest) = (task / contests.len(), task % contests.len());
            let games = contests[contest].deal(first.wrapping_add(deal as u64));
            if matches!(games, Err(LabError::Player { .. })) {
                control.stop(); // Without this player the study is not what was asked for.
            }
            (contest, games)
        });
        let empty = |contest: &Contest| Results {
            names: contest.names(),
            same_kind: matches!(&contest.entrants[..], [one, two] if one.name() == two.name()),
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

    /// Names of the players, with a number if a name is repeated. With one player, the names of the seats.
    pub fn names(&self) -> Vec<String> {
        if self.is_by_seat() {
            let name = self.entrants[0].name();
            return (1..=self.settings.seats).map(|seat| format!("{name}, seat {seat}")).collect();
        }
        let name = |at: usize| {
            let own = self.entrants[at].name();
            let before = self.entrants[..at].iter().filter(|other| other.name() == own).count();
            if before == 0 { own.to_string() } else { format!("{own} #{}", before + 1) }
        };
        (0..self.entrants.len()).map(name).collect()
    }

    /// Plays one deal from every side. Shares, points and notices are by player, not by seat.
    pub fn deal(&self, seed: u64) -> Result<Vec<GameResult>, LabError> {
        (0..self.sides()).map(|step| self.play(&self.seating(step), seed)).collect()
    }

    fn play(&self, seating: &[usize], seed: u64) -> Result<GameResult, LabError> {
        let entrants: Vec<&Entrant> = seating.iter().map(|&at| &self.entrants[at]).collect();
        let mut result = self.settings.play(&entrants, seed)?;
        result.first_share = result.shares.get(result.first_seat).copied().unwrap_or_default();
        if self.is_by_seat() {
            return Ok(result);
        }
        let mut shares = vec![0.0; self.entrants.len()];
        let mut points = vec![0; self.entrants.len()];
        for (seat, &at) in seating.iter().enumerate() {
            shares[at] += result.shares[seat];
            points[at] += result.points[seat];
        }
        result.notices.iter_mut().for_each(|(seat, _)| *seat = seating[*seat]);
        Ok(GameResult { shares, points, ..result })
    }
}

impl Results {
    /// Number of games.
    pub fn games(&self) -> usize {
        self.all_games().count()
    }

    /// All games of all deals.
    pub fn all_games(&self) -> impl Iterator<Item = &GameResult> {
        self.deals.iter().flatten()
    }

    /// The mean of a figure over the games of each deal.
    pub(crate) fn by_deal(&self, figure: impl Fn(&GameResult) -> f64) -> Vec<f64> {
        let of_deal = |deal: &Vec<GameResult>| stats::mean(&deal.iter().map(&figure).collect::<Vec<_>>());
        self.deals.iter().map(of_deal).collect()
    }

    /// Share of the wins of a player, with the luck of the deal cancelled out.
    pub fn share(&self, player: usize) -> Estimate {
        stats::grouped_share(&self.by_deal(|result| result.shares[player]))
    }

    /// The share of wins of a seat, regardless of the player.
    pub fn seat_share(&self, seat: usize) -> Estimate {
        stats::grouped_share(
            &self.by_deal(|result| result.seat_shares.get(seat).copied().unwrap_or_default()),
        )
    }

    /// Number of independent games that would give the same confidence in the share of a player.
    pub fn weight(&self, player: usize) -> f64 {
        let share = self.share(player);
        let half = (share.high - share.low) / 2.0;
        share.value.clamp(0.01, 0.99)
            * (1.0 - share.value.clamp(0.01, 0.99))
            * (1.96 / half.max(1e-6)).powi(2)
    }

    /// How often the seat that moves first wins.
    pub fn first_mover_share(&self) -> Estimate {
        stats::grouped_share(&self.by_deal(|result| result.first_share))
    }

    /// How often a game ended because the stock ran out.
    pub fn ended_by_stock(&self) -> Estimate {
        let ended = self.all_games().filter(|result| result.stock_ended).count();
        stats::wilson(ended as f64 / self.games().max(1) as f64, self.games() as f64)
    }

    /// How often the same cards won on both sides, for two players of the same kind. 50 % means that the deal decides
    /// nothing, 100 % that it decides everything.
    pub fn won_by_cards(&self) -> Option<Estimate> {
        let alike = |deal: &Vec<GameResult>| match deal.as_slice() {
            [one, two] if self.same_kind => Some(f64::from(one.shares.first() == two.shares.get(1))),
            _ => None,
        };
        let alike: Vec<f64> = self.deals.iter().map(alike).collect::<Option<_>>()?;
        Some(stats::wilson(stats::mean(&alike), alike.len() as f64))
    }

    /// Whether all games were identical, as with deterministic players and a fixed deal.
    pub fn is_one_game(&self) -> bool {
        let mut games = self.all_games();
        games.next().is_some_and(|first| games.all(|game| game == first))
    }

    /// Number of moves of each game.
    pub fn moves(&self) -> Vec<f64> {
        self.all_games().map(|result| result.moves as f64).collect()
    }

    /// How often rounds ended in each way, most frequent first.
    pub fn ends(&self) -> Vec<(&'static str, usize)> {
        let mut ends: Vec<(&'static str, usize)> = Vec::new();
        for how in self.all_games().flat_map(|result| result.ends.iter().copied()) {
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
    use crate::entrant::{Player, PlayerError};

    /// A deal in which the first player wins this much from one side and from the other.
    fn deal(one: f64, two: f64) -> Vec<GameResult> {
        let game = |share: f64| GameResult { shares: vec![share, 1.0 - share], ..GameResult::default() };
        vec![game(one), game(two)]
    }

    /// Two equal players: when the sides are swapped, so are the results.
    #[test]
    fn every_deal_is_played_from_every_side() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let equal = vec![Entrant::parse("medium").unwrap(); 2];
        let contest = Contest::new(&rules, equal, Some(2)).unwrap();
        let won = |game: &GameResult| game.shares.iter().map(|share| *share > 0.5).collect::<Vec<bool>>();
        for seed in 0..5 {
            let sides: Vec<Vec<bool>> = contest.deal(seed).unwrap().iter().map(won).collect();
            let [one, other] = sides.as_slice() else { panic!("{} sides", sides.len()) };
            assert_ne!(one, other, "deal {seed}");
            assert_eq!(one.iter().rev().collect::<Vec<_>>(), other.iter().collect::<Vec<_>>(), "deal {seed}");
        }
    }

    /// If both had the same seed, swapping sides would repeat the same game.
    #[test]
    fn two_of_a_kind_have_different_seeds() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let hard = || Entrant::parse("hard").unwrap();
        let contest = Contest::new(&rules, vec![hard(), hard()], Some(2)).unwrap();
        let results = contest.run(20, 1, 1, &RunControl::default());
        assert!(results.deals.iter().any(|deal| deal[0].moves != deal[1].moves));
    }

    #[test]
    fn luck_is_separated_from_skill() {
        let cards = |deals: Vec<Vec<GameResult>>| {
            Results { deals, same_kind: true, ..Results::default() }.won_by_cards().map(|cards| cards.value)
        };
        assert_eq!(cards(vec![deal(1.0, 0.0), deal(0.0, 1.0), deal(1.0, 1.0), deal(0.5, 0.5)]), Some(0.75));
        let unlike = Results { deals: vec![deal(1.0, 0.0)], ..Results::default() };
        assert_eq!(unlike.won_by_cards(), None);
        let three_sides = vec![GameResult::default(), GameResult::default(), GameResult::default()];
        assert_eq!(cards(vec![three_sides]), None);
    }

    /// Neighbouring seeds would share almost all deals if deal seeds were counted up from them.
    #[test]
    fn neighbouring_seeds_share_no_deal() {
        let rules = games::presets::named("crazy-eights").unwrap();
        let contest = Contest::new(&rules, vec![Entrant::parse("medium").unwrap()], Some(2)).unwrap();
        let games = |seed| contest.run(40, seed, 1, &RunControl::default()).deals.concat();
        let (one, two) = (games(1), games(2));
        let shared = two.iter().filter(|game| one.contains(game)).count();
        assert!(shared < 10, "{shared} of 40 games are the same");
    }

    /// The two games of a deal say less about the first move than two games of different deals.
    #[test]
    fn first_mover_share_is_counted_by_deal() {
        let game = |first_share| GameResult { first_share, ..GameResult::default() };
        let deals: Vec<Vec<GameResult>> = (0..100).map(|deal| vec![game(f64::from(deal % 2)); 2]).collect();
        let edge = Results { deals, ..Results::default() }.first_mover_share();
        assert!((edge.high - edge.low - 0.19).abs() < 0.01, "{edge:?}");
    }

    /// A game whose winner was replaced counts for the players who kept their seats.
    #[test]
    fn a_stand_in_wins_for_nobody() {
        struct Cheat;
        impl Player for Cheat {
            fn choose(&mut self, _: &Session, _: Seat, _: &[Move]) -> Result<Option<Move>, PlayerError> {
                Err(PlayerError::new("cheated"))
            }
        }
        let rules = games::presets::named("mau-mau").unwrap();
        let cheat = Entrant::external("cheat", Arc::new(|_| Box::new(Cheat)));
        let contest = Contest::new(&rules, vec![cheat, Entrant::parse("easy").unwrap()], Some(2)).unwrap();
        let results = contest.run(20, 1, 1, &RunControl::default());
        assert_eq!((results.share(0).value, results.share(1).value), (0.0, 1.0));
    }
}
