//! Rules side by side: the same deals and players under every value of one or more options.

use games::{Rules, change};

use crate::LabError;
use crate::contest::{Contest, Results};
use crate::entrant::Entrant;
use crate::game::GameResult;
use crate::report::{Chart, Report, Table, TableCell, Unit, thousands};
use crate::stats::{self, Estimate};
use crate::studies::{RunConfig, TableSpec, columns, lineup, remarks, text, title, with_results};

/// The values of one or more options: every combination is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variation {
    options: Vec<(String, Vec<String>)>,
}

impl Variation {
    /// Parses variations like `counter=stack,none`, one for each option.
    pub fn parse(texts: &[String]) -> Result<Variation, LabError> {
        let options = texts.iter().map(|text| option(text)).collect::<Result<Vec<_>, LabError>>()?;
        if let Some(at) =
            (1..options.len()).find(|&at| options[..at].iter().any(|(key, _)| *key == options[at].0))
        {
            return Err(LabError::RepeatedValue(options[at].0.clone()));
        }
        Ok(Variation { options })
    }

    /// The number of combinations.
    pub fn combinations(&self) -> usize {
        self.options.iter().map(|(_, values)| values.len()).product()
    }

    /// Every combination, the last option changing fastest.
    fn rules(&self, base: &Rules) -> Result<Vec<(String, Rules)>, LabError> {
        let mut sets: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
        for (key, values) in &self.options {
            let pairs = || values.iter().map(|value| (key.as_str(), value.as_str()));
            sets = sets.iter().flat_map(|set| pairs().map(|pair| [&set[..], &[pair]].concat())).collect();
        }
        sets.into_iter().map(|set| Ok((self.name(&set), changed(base, &set)?))).collect()
    }

    /// The name of a combination: the value alone if only one option varies.
    fn name(&self, set: &[(&str, &str)]) -> String {
        match (&self.options[..], set) {
            ([_], [(_, value)]) => (*value).into(),
            _ => set.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(", "),
        }
    }

    /// The name of a combination with every key.
    fn full_name(&self, name: &str) -> String {
        match &self.options[..] {
            [(key, _)] => format!("{key}={name}"),
            _ => name.into(),
        }
    }

    fn keys(&self) -> String {
        games::and_list(self.options.iter().map(|(key, _)| key.clone()))
    }
}

fn option(text: &str) -> Result<(String, Vec<String>), LabError> {
    let (key, values) = text.split_once('=').ok_or(LabError::VarySyntax)?;
    let key = key.trim().to_string();
    let values: Vec<String> = values.split(',').map(|value| value.trim().to_string()).collect();
    match (1..values.len()).find(|&at| values[..at].contains(&values[at])) {
        Some(twice) => Err(LabError::RepeatedValue(format!("{key}={}", values[twice]))),
        None => Ok((key, values)),
    }
}

/// All changes at once: what contradicts one value may be meant to go with another.
fn changed(base: &Rules, set: &[(&str, &str)]) -> Result<Rules, LabError> {
    let changes: Vec<String> = set.iter().map(|(key, value)| format!("{key}={value}")).collect();
    change(base, &changes).map_err(LabError::RuleChange)
}

/// The same deals and players under every combination of values.
pub fn compare(
    table: &TableSpec<'_>,
    variation: &Variation,
    players: &[Entrant],
    config: &RunConfig<'_>,
) -> Result<Report, LabError> {
    let varied = variation.rules(table.rules)?;
    let contest = |(_, rules): &(String, Rules)| TableSpec { rules, ..*table }.contest(players.to_vec());
    let contests = varied.iter().map(contest).collect::<Result<Vec<Contest>, LabError>>()?;
    let results = config.run(&contests)?;
    let names: Vec<String> = varied.into_iter().map(|(name, _)| name).collect();
    let (seats, compared) = (contests[0].settings.seats, with_results(&names, &results));
    let mut report = Report {
        title: format!("{}: {}, {}", title(table.rules), variation.keys(), lineup(players, seats)),
        ..Report::default()
    };
    report.tables.push(figures_table(&compared, seats));
    if compared.len() > 1 && results.iter().all(|results| results.error.is_none()) {
        report.tables.push(differences_table(variation, &compared));
    }
    report.tables.push(seats_table(&compared, seats));
    report.remarks = config.stopped_remark(&results).into_iter().collect();
    for (name, results) in &compared {
        let full_name = variation.full_name(name);
        report.remarks.extend(remarks(results).into_iter().map(|remark| format!("{full_name}: {remark}")));
    }
    report.remarks.extend(no_effect_remarks(variation, &compared));
    report.charts = charts(&compared, seats);
    Ok(report)
}

type Compared<'a> = [(&'a String, &'a Results)];

fn figures_table(compared: &Compared<'_>, seats: usize) -> Table {
    let games = compared.first().map_or(0, |(_, results)| results.games());
    Table {
        title: format!("{} games under each rule, {seats} players", thousands(games as u64)),
        columns: columns(&[
            "value",
            "moves a game",
            "won by the first player",
            "ended by the stock",
            "reshuffles a game",
            "stopped as endless",
        ]),
        rows: compared.iter().map(|(name, results)| figures(name, results)).collect(),
    }
}

fn figures(name: &str, results: &Results) -> Vec<TableCell> {
    let games = results.games().max(1) as f64;
    let stopped =
        results.all_games().filter(|result| result.ends.contains(&"stopped")).count() as f64 / games;
    let reshuffles: Vec<f64> = results.all_games().map(|result| result.reshuffles as f64).collect();
    vec![
        text(name),
        TableCell::Figure(stats::mean_of(&results.moves()), 1),
        TableCell::Share(results.first_mover_share()),
        TableCell::Share(results.ended_by_stock()),
        TableCell::Figure(stats::mean_of(&reshuffles), 2),
        TableCell::Share(stats::wilson(stopped, games)),
    ]
}

/// How every rule differs from the first. The same deals are played, so their luck cancels out.
fn differences_table(variation: &Variation, compared: &Compared<'_>) -> Table {
    let (first_name, first) = compared[0];
    let row = |(name, results): &(&String, &Results)| {
        let difference = |figure: fn(&GameResult) -> f64| {
            stats::paired_difference(&results.by_deal(figure), &first.by_deal(figure))
        };
        vec![
            text(name.as_str()),
            TableCell::Figure(difference(|result| result.moves as f64), 1),
            TableCell::Change(difference(|result| result.first_share)),
            TableCell::Change(difference(|result| f64::from(u8::from(result.stock_ended)))),
            TableCell::Figure(difference(|result| result.reshuffles as f64), 2),
        ]
    };
    Table {
        title: format!("Difference from {}, deal by deal", variation.full_name(first_name)),
        columns: columns(&[
            "value",
            "moves a game",
            "won by the first player",
            "ended by the stock",
            "reshuffles a game",
        ]),
        rows: compared[1..].iter().map(row).collect(),
    }
}

fn seats_table(compared: &Compared<'_>, seats: usize) -> Table {
    let row = |(name, results): &(&String, &Results)| {
        [text(name.as_str())]
            .into_iter()
            .chain((0..seats).map(|seat| TableCell::Share(results.seat_share(seat))))
            .collect()
    };
    let heads = ["value".to_string()].into_iter().chain((1..=seats).map(|seat| format!("seat {seat}")));
    Table {
        title: "Wins by seat; the last seat deals the first round".into(),
        columns: heads.collect(),
        rows: compared.iter().map(row).collect(),
    }
}

/// Says which rules gave exactly the same games: these players never met the difference.
fn no_effect_remarks(variation: &Variation, compared: &Compared<'_>) -> Vec<String> {
    let mut remarks = Vec::new();
    for (at, (name, results)) in compared.iter().enumerate() {
        let same = compared[..at].iter().find(|(_, earlier)| earlier.deals == results.deals);
        if let Some((earlier, _)) = same {
            remarks.push(format!(
                "{} gave the same games as {}, move for move: the difference cannot matter to these players, or never did.",
                variation.full_name(name),
                variation.full_name(earlier)
            ));
        }
    }
    remarks
}

fn charts(compared: &Compared<'_>, seats: usize) -> Vec<Chart> {
    let bars = |figure: fn(&Results) -> Estimate| {
        compared.iter().map(|(name, results)| ((*name).clone(), figure(results))).collect()
    };
    let whiskers =
        |title: &str, bars, line| Chart::Whiskers { title: title.into(), unit: Unit::Share, bars, line };
    let lengths = compared.iter().map(|(name, results)| ((*name).clone(), results.moves()));
    vec![
        Chart::Distribution {
            title: "Length of a game".into(),
            axis: "moves".into(),
            series: lengths.collect(),
        },
        whiskers("Won by the first player", bars(Results::first_mover_share), Some(1.0 / seats as f64)),
        whiskers("Ended by the stock", bars(Results::ended_by_stock), None),
    ]
}

#[cfg(test)]
mod tests {
    use games::presets;

    use super::*;
    use crate::game::GameLength;
    use crate::run::RunControl;

    fn study(preset: &str, vary: &[&str]) -> Result<Report, LabError> {
        let rules = presets::named(preset).unwrap();
        let table = TableSpec { rules: &rules, seats: Some(2), length: GameLength::Round };
        let control = RunControl::default();
        let config = RunConfig { games: 40, seed: 1, cores: 1, control: &control };
        let texts: Vec<String> = vary.iter().map(ToString::to_string).collect();
        compare(&table, &Variation::parse(&texts)?, &[Entrant::parse("medium")?], &config)
    }

    fn names(table: &Table) -> Vec<String> {
        table.rows.iter().map(|row| row[0].text()).collect()
    }

    #[test]
    fn two_options_are_compared_in_every_combination() {
        let report = study("mau-mau", &["counter=stack,none", "hand_size=5,6"]).unwrap();
        assert_eq!(
            names(&report.tables[0]),
            [
                "counter=stack, hand_size=5",
                "counter=stack, hand_size=6",
                "counter=none, hand_size=5",
                "counter=none, hand_size=6"
            ]
        );
        assert!(report.title.starts_with("Mau-Mau: counter and hand_size, "), "{}", report.title);
        assert!(study("mau-mau", &["hand_size=5", "hand_size=6"]).is_err(), "one option twice");
    }

    /// The same figure with and without pairing: the pairs have the same mean, and a narrower interval than two
    /// independent samples would have.
    #[test]
    fn differences_are_paired_by_deal() {
        let report = study("naija-whot-duel", &["hand_size=4,7"]).unwrap();
        let figure = |table: usize, row: usize| match &report.tables[table].rows[row][1] {
            TableCell::Figure(figure, _) => *figure,
            other => panic!("{other:?}"),
        };
        let (one, two, difference) = (figure(0, 0), figure(0, 1), figure(1, 0));
        assert!((two.value - one.value - difference.value).abs() < 1e-9);
        assert_eq!(names(&report.tables[1]), ["7"]);
        assert!(report.tables[1].title.contains("hand_size=4"), "{}", report.tables[1].title);
    }

    #[test]
    fn a_variation_without_an_effect_is_remarked() {
        let same = study("mau-mau", &["hints=always,never"]).unwrap();
        assert!(
            same.remarks
                .iter()
                .any(|remark| remark.starts_with("hints=never gave the same games as hints=always")),
            "{:?}",
            same.remarks
        );
        let other = study("mau-mau", &["hand_size=5,6"]).unwrap();
        assert_eq!(other.remarks, Vec::<String>::new());
    }

    #[test]
    fn wins_by_seat_add_up() {
        let report = study("crazy-eights", &["hand_size=5,7"]).unwrap();
        let table = report.tables.last().unwrap();
        for row in &table.rows {
            let shares = row[1..].iter().map(|cell| match cell {
                TableCell::Share(share) => share.value,
                other => panic!("{other:?}"),
            });
            assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9, "{}", table.text());
        }
    }
}
