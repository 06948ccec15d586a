//! Means, shares and their 95 % confidence intervals.

/// 95 % of a normal distribution lie within this many standard deviations.
const Z_95: f64 = 1.959_964;

/// An estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// The measured value.
    pub value: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The Wilson score interval of a share of independent trials. The number of trials may be fractional.
pub fn wilson(share: f64, trials: f64) -> Estimate {
    if trials <= 0.0 {
        return Estimate { value: share, low: 0.0, high: 1.0 };
    }
    let z2 = Z_95 * Z_95;
    let middle = (share + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
    let half = Z_95 / (1.0 + z2 / trials)
        * (share * (1.0 - share) / trials + z2 / (4.0 * trials * trials)).max(0.0).sqrt();
    Estimate { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The share of wins over groups of dependent games, such as one deal played from both sides.
///
/// Games of one deal are not independent: the luck of the cards cancels out. The interval is the Wilson interval for
/// the equivalent number of independent games.
pub fn grouped_share(groups: &[f64]) -> Estimate {
    let mean = mean(groups);
    let error2 = variance(groups) / groups.len().max(1) as f64;
    let spread = mean * (1.0 - mean);
    let trials = if error2 > 0.0 && spread > 0.0 { spread / error2 } else { groups.len() as f64 };
    wilson(mean, trials)
}

/// The mean of the values with its interval.
pub fn mean_of(values: &[f64]) -> Estimate {
    let value = mean(values);
    let half = Z_95 * (variance(values) / values.len().max(1) as f64).sqrt();
    // A mean of values that are never negative is not negative either.
    let floor = if values.iter().all(|&value| value >= 0.0) { 0.0 } else { f64::MIN };
    Estimate { value, low: (value - half).max(floor), high: value + half }
}

/// The mean difference of values that belong together in pairs, such as the same deals under two rules.
///
/// What both have in common, the luck of the deal, cancels out.
pub fn paired_difference(one: &[f64], other: &[f64]) -> Estimate {
    let differences: Vec<f64> = one.iter().zip(other).map(|(one, other)| one - other).collect();
    let value = mean(&differences);
    let half = Z_95 * (variance(&differences) / differences.len().max(1) as f64).sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// The mean; 0 for no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The sample variance; 0 for fewer than two values.
pub fn variance(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    if values.len() < 2 { 0.0 } else { squares / (values.len() - 1) as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 81 of 263: the example of Newcombe (1998), whose interval is 0.2553 to 0.3662.
    #[test]
    fn wilson_as_published() {
        let estimate = wilson(81.0 / 263.0, 263.0);
        assert!((estimate.low - 0.2553).abs() < 0.0001, "{estimate:?}");
        assert!((estimate.high - 0.3662).abs() < 0.0001, "{estimate:?}");
    }

    /// A count is never negative, however wide the interval; points may be.
    #[test]
    fn a_mean_of_counts_is_not_negative() {
        let (counts, points) = (mean_of(&[0.0, 0.0, 0.0, 1.0]), mean_of(&[-1.0, 0.0, 0.0, 1.0]));
        assert!(counts.low.abs() < 1e-9 && counts.high > 0.25, "{counts:?}");
        assert!(points.low < -0.5, "{points:?}");
    }

    /// Differences of 1, 2 and 3 have the mean 2 and the variance 1: 2 ± 1.96 / √3.
    #[test]
    fn pairs_are_compared_one_by_one() {
        let difference = paired_difference(&[11.0, 102.0, 1_003.0], &[10.0, 100.0, 1_000.0]);
        assert!((difference.value - 2.0).abs() < 1e-9, "{difference:?}");
        assert!((difference.high - 2.0 - 1.96 / 3f64.sqrt()).abs() < 1e-3, "{difference:?}");
        let none = paired_difference(&[0.0, 1.0], &[0.0, 1.0]);
        assert!(none.low.abs() < 1e-9 && none.high.abs() < 1e-9, "{none:?}");
    }

    /// If each deal is won once by each side, the luck cancels out.
    #[test]
    fn luck_that_cancels_out_narrows_the_interval() {
        let alone: Vec<f64> = (0..200).map(|game| f64::from(game % 2)).collect();
        let paired: Vec<f64> = (0..100).map(|deal| if deal % 10 == 0 { 1.0 } else { 0.5 }).collect();
        let (wide, narrow) = (grouped_share(&alone), grouped_share(&paired));
        assert!((wide.high - wide.low - 0.137).abs() < 0.002, "{wide:?}");
        assert!(narrow.high - narrow.low < 0.07, "{narrow:?}");
    }
}
