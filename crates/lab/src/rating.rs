//! Ratings from games between many: the model of Bradley and Terry on the scale of Elo.
//!
//! The libraries for ratings that are kept up, such as `skillratings`, rate people whose strength changes from game
//! to game, one game after the other; what they say depends on the order. Our players do not change and have met
//! equally often, so the likeliest strengths are worked out at once, and their intervals with them.

use crate::stats::Estimate;

/// What came of the games between two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    /// The one.
    pub one: usize,
    /// The other.
    pub two: usize,
    /// What share of the wins the one has.
    pub share: f64,
    /// How many independent games tell as much.
    pub games: f64,
}

/// The rating of the first player, to which all others are compared.
pub const ANCHOR: f64 = 1_000.0;
/// So many points of Elo make odds of e to one.
const PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;
const STEPS: usize = 60;

/// The likeliest ratings; the first player's is the anchor and has no interval.
pub fn ratings(players: usize, meetings: &[Meeting]) -> Vec<Estimate> {
    let mut strength = vec![0.0; players];
    for _ in 0..STEPS {
        let (slope, information) = likelihood(&strength, meetings);
        let Some(inverse) = inverted(&information) else { break };
        for one in 1..players {
            let step: f64 = (1..players).map(|two| inverse[one - 1][two - 1] * slope[two]).sum();
            strength[one] += step.clamp(-1.0, 1.0);
        }
    }
    let (_, information) = likelihood(&strength, meetings);
    let inverse = inverted(&information);
    let rating = |one: usize| {
        let value = ANCHOR + PER_LOGIT * strength[one];
        let variance = inverse.as_ref().filter(|_| one > 0).map_or(0.0, |inverse| inverse[one - 1][one - 1]);
        let half = 1.96 * PER_LOGIT * variance.max(0.0).sqrt();
        Estimate { value, low: value - half, high: value + half }
    };
    (0..players).map(rating).collect()
}

/// The slope of the likelihood, and the information without the row and column of the anchor.
fn likelihood(strength: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let players = strength.len();
    let mut slope = vec![0.0; players];
    let mut information = vec![vec![0.0; players.saturating_sub(1)]; players.saturating_sub(1)];
    for meeting in meetings {
        let (one, two) = (meeting.one, meeting.two);
        let expected = 1.0 / (1.0 + (strength[two] - strength[one]).exp());
        // Half a game each way, so that somebody who wins them all has a rating too.
        let (games, share) =
            (meeting.games + 1.0, (meeting.share * meeting.games + 0.5) / (meeting.games + 1.0));
        slope[one] += games * (share - expected);
        slope[two] -= games * (share - expected);
        let weight = games * expected * (1.0 - expected);
        for (row, column, sign) in [(one, one, 1.0), (two, two, 1.0), (one, two, -1.0), (two, one, -1.0)] {
            if row > 0 && column > 0 {
                information[row - 1][column - 1] += sign * weight;
            }
        }
    }
    (slope, information)
}

/// The inverse of a small matrix, by Gauss and Jordan; none where there is none.
fn inverted(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
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
        let rated = ratings(2, &[Meeting { one: 0, two: 1, share: 0.25, games: 1_000_000.0 }]);
        assert!((rated[0].value - 1_000.0).abs() < 1e-9);
        assert!((rated[1].value - 1_190.8).abs() < 0.1, "{rated:?}");
    }

    /// Strengths 1 : 2 : 4 give shares of 1/3, 1/5 and 1/3, and these give the strengths back.
    #[test]
    fn consistent_shares_give_the_strengths_back() {
        let meet = |one, two, share| Meeting { one, two, share, games: 1e6 };
        let rated = ratings(3, &[meet(0, 1, 1.0 / 3.0), meet(0, 2, 0.2), meet(1, 2, 1.0 / 3.0)]);
        let step = 400.0 * 2f64.log10();
        assert!((rated[1].value - 1_000.0 - step).abs() < 0.1, "{rated:?}");
        assert!((rated[2].value - 1_000.0 - 2.0 * step).abs() < 0.1, "{rated:?}");
        assert!(rated[2].low < rated[2].value && rated[2].value < rated[2].high);
    }
}
