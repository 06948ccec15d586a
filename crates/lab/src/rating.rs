//! Ratings from games between several players: the Bradley–Terry model on the Elo scale.
//!
//! Rating libraries such as `skillratings` update the ratings of people whose strength changes from game to game, so
//! their result depends on the order of the games. Our players do not change and all pairs meet equally often, so the
//! maximum-likelihood strengths and their intervals are computed at once.

use crate::stats::Estimate;

/// The result of the games between two players.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairResult {
    /// The first player.
    pub one: usize,
    /// The second player.
    pub two: usize,
    /// Share of the wins of the first player.
    pub share: f64,
    /// Equivalent number of independent games.
    pub games: f64,
}

/// The rating of the first player, which the others are relative to.
pub const ANCHOR_ELO: f64 = 1_000.0;
/// Elo points per unit of log odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
const NEWTON_STEPS: usize = 60;

/// The maximum-likelihood ratings. The first player is the anchor and has no interval.
pub fn ratings(players: usize, pair_results: &[PairResult]) -> Vec<Estimate> {
    let mut strength = vec![0.0; players];
    for _ in 0..NEWTON_STEPS {
        let (gradient, information) = likelihood(&strength, pair_results);
        let Some(inverse) = inverse_of(&information) else { break };
        for one in 1..players {
            let step: f64 = (1..players).map(|two| inverse[one - 1][two - 1] * gradient[two]).sum();
            strength[one] += step.clamp(-1.0, 1.0);
        }
    }
    let (_, information) = likelihood(&strength, pair_results);
    let inverse = inverse_of(&information);
    let rating = |one: usize| {
        let value = ANCHOR_ELO + ELO_PER_LOGIT * strength[one];
        let variance = inverse.as_ref().filter(|_| one > 0).map_or(0.0, |inverse| inverse[one - 1][one - 1]);
        let half = 1.96 * ELO_PER_LOGIT * variance.max(0.0).sqrt();
        Estimate { value, low: value - half, high: value + half }
    };
    (0..players).map(rating).collect()
}

/// The gradient of the log likelihood, and the information matrix without the row and column of the anchor.
fn likelihood(strength: &[f64], pair_results: &[PairResult]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let mut gradient = vec![0.0; players];
    let mut information = vec![vec![0.0; players.saturating_sub(1)]; players.saturating_sub(1)];
    for pair_result in pair_results {
        let (one, two) = (pair_result.one, pair_result.two);
        let expected = 1.0 / (1.0 + (strength[two] - strength[one]).exp());
        // Half a game each way, so that a player who wins every game still has a finite rating.
        let (games, share) = (
            pair_result.games + 1.0,
            (pair_result.share * pair_result.games + 0.5) / (pair_result.games + 1.0),
        );
        gradient[one] += games * (share - expected);
        gradient[two] -= games * (share - expected);
        let weight = games * expected * (1.0 - expected);
        for (row, column, sign) in [(one, one, 1.0), (two, two, 1.0), (one, two, -1.0), (two, one, -1.0)] {
            if row > 0 && column > 0 {
                information[row - 1][column - 1] += sign * weight;
            }
        }
    }
    (gradient, information)
}

/// The inverse of a small matrix by Gauss–Jordan elimination; `None` if it is singular.
fn inverse_of(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let size = matrix.len();
    let mut left: Vec<Vec<f64>> = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for at in 0..size {
        let pivot = left[at][at];
        if pivot.abs() < 1e-12 {
            return None;
        }
        for column in 0..size {
            left[at][column] /= pivot;
            right[at][column] /= pivot;
        }
        for row in (0..size).filter(|&row| row != at) {
            let factor = left[row][at];
            for column in 0..size {
                left[row][column] -= factor * left[at][column];
                right[row][column] -= factor * right[at][column];
            }
        }
    }
    Some(right)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two players: 3 wins to 1 are odds of 3, which is 400 · log10(3) = 190.8 points.
    #[test]
    fn odds_of_three_are_191_points() {
        let rated = ratings(2, &[PairResult { one: 0, two: 1, share: 0.25, games: 1_000_000.0 }]);
        assert!((rated[0].value - 1_000.0).abs() < 1e-9);
        assert!((rated[1].value - 1_190.8).abs() < 0.1, "{rated:?}");
    }

    /// Strengths 1 : 2 : 4 give shares of 1/3, 1/5 and 1/3, from which the strengths are recovered.
    #[test]
    fn consistent_shares_give_the_strengths_back() {
        let meet = |one, two, share| PairResult { one, two, share, games: 1e6 };
        let rated = ratings(3, &[meet(0, 1, 1.0 / 3.0), meet(0, 2, 0.2), meet(1, 2, 1.0 / 3.0)]);
        let step = 400.0 * 2f64.log10();
        assert!((rated[1].value - 1_000.0 - step).abs() < 0.1, "{rated:?}");
        assert!((rated[2].value - 1_000.0 - 2.0 * step).abs() < 0.1, "{rated:?}");
        assert!(rated[2].low < rated[2].value && rated[2].value < rated[2].high);
    }
}
