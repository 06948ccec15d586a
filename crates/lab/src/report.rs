//! A study report: tables, charts and remarks, written as text, JSON or CSV.

use serde_json::{Map, Value, json};

use crate::stats::Estimate;

/// The report of a study.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// What was studied.
    pub title: String,
    /// The figures.
    pub tables: Vec<Table>,
    /// The same figures as charts.
    pub charts: Vec<Chart>,
    /// Remarks that the reader should not miss.
    pub remarks: Vec<String>,
    /// The command that reproduces it, and the version that made it.
    pub command: String,
}

/// A table of figures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The column headings.
    pub columns: Vec<String>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<TableCell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum TableCell {
    /// A text.
    Text(String),
    /// A count.
    Count(u64),
    /// An estimate with its interval, and its number of decimals.
    Figure(Estimate, usize),
    /// A share with its interval, in percent.
    Share(Estimate),
    /// A share in percent, without an interval.
    Part(f64),
    /// A difference of shares in percent, with its sign.
    Change(Estimate),
    /// A number without an interval, and its number of decimals.
    Plain(f64, usize),
    /// Nothing.
    Empty,
}

/// A chart.
#[derive(Clone, PartialEq, Debug)]
pub enum Chart {
    /// Estimates side by side, each with its interval.
    Whiskers {
        /// What it shows.
        title: String,
        /// The unit of the estimates.
        unit: Unit,
        /// Each estimate with its name.
        bars: Vec<(String, Estimate)>,
        /// A reference line.
        line: Option<f64>,
    },
    /// How often each value occurs, for one or more series.
    Distribution {
        /// What it shows.
        title: String,
        /// The label of the axis.
        axis: String,
        /// Each series with its name.
        series: Vec<(String, Vec<f64>)>,
    },
    /// An estimate as a function of a number, on a logarithmic axis.
    Curve {
        /// What it shows.
        title: String,
        /// The label of the axis.
        axis: String,
        /// The points: position and estimate.
        points: Vec<(f64, Estimate)>,
        /// A reference line.
        line: Option<f64>,
    },
}

/// The unit of a chart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Shares, in percent.
    Share,
    /// Plain numbers.
    Plain,
}

impl TableCell {
    /// The cell as text.
    pub fn text(&self) -> String {
        match self {
            TableCell::Text(text) => text.clone(),
            TableCell::Count(count) => thousands(*count),
            TableCell::Figure(figure, decimals) => {
                let Estimate { value, low, high } = figure;
                format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
            }
            TableCell::Share(share) => {
                let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
                format!("{value:.1} % ({low:.1} to {high:.1})")
            }
            TableCell::Part(share) => format!("{:.1} %", 100.0 * share),
            TableCell::Change(change) => {
                let [value, low, high] = [change.value, change.low, change.high].map(|change| 100.0 * change);
                format!("{value:+.1} % ({low:+.1} to {high:+.1})")
            }
            TableCell::Plain(value, decimals) => format!("{value:.decimals$}"),
            TableCell::Empty => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            TableCell::Text(text) => json!(text),
            TableCell::Count(count) => json!(count),
            TableCell::Figure(figure, _) | TableCell::Share(figure) | TableCell::Change(figure) => {
                json!({"value": figure.value, "low": figure.low, "high": figure.high})
            }
            TableCell::Part(value) | TableCell::Plain(value, _) => json!(value),
            TableCell::Empty => Value::Null,
        }
    }

    /// The cell in CSV. A cell with an interval takes three columns.
    fn csv(&self) -> Vec<String> {
        match self {
            TableCell::Figure(figure, _) | TableCell::Share(figure) | TableCell::Change(figure) => {
                [figure.value, figure.low, figure.high].map(|value| value.to_string()).to_vec()
            }
            TableCell::Part(value) | TableCell::Plain(value, _) => vec![value.to_string()],
            TableCell::Count(count) => vec![count.to_string()],
            TableCell::Text(_) | TableCell::Empty => vec![quoted(&self.text())],
        }
    }

    fn has_interval(&self) -> bool {
        matches!(self, TableCell::Figure(..) | TableCell::Share(_) | TableCell::Change(_))
    }
}

/// The number with a comma between groups of three digits.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

impl Table {
    /// The table with aligned columns.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = [self.columns.clone()]
            .into_iter()
            .chain(self.rows.iter().map(|row| row.iter().map(TableCell::text).collect()))
            .collect();
        let width = |column: usize| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let line = |row: &Vec<String>| {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let blank = " ".repeat(width(column) - cell.chars().count());
                let words = self
                    .rows
                    .first()
                    .and_then(|row| row.get(column))
                    .is_some_and(|cell| matches!(cell, TableCell::Text(_)));
                if words { format!("{cell}{blank}") } else { format!("{blank}{cell}") }
            });
            format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_string()
        };
        let head = if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        head + &rows.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<TableCell>| {
            let cells = self.columns.iter().cloned().zip(row.iter().map(TableCell::json));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        json!({"title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>()})
    }

    fn csv(&self) -> String {
        let wide = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).any(TableCell::has_interval);
        let head = self.columns.iter().enumerate().flat_map(|(at, name)| {
            let more = if wide(at) { vec![format!("{name} low"), format!("{name} high")] } else { vec![] };
            [name.clone()].into_iter().chain(more).map(|name| quoted(&name)).collect::<Vec<_>>()
        });
        let head = head.collect::<Vec<_>>().join(",");
        let row = |row: &Vec<TableCell>| {
            let cells = row.iter().enumerate().flat_map(|(at, cell)| {
                let mut cells = cell.csv();
                cells.resize(if wide(at) { 3 } else { 1 }, String::new());
                cells
            });
            cells.collect::<Vec<_>>().join(",")
        };
        let rows = self.rows.iter().map(row);
        [head].into_iter().chain(rows).map(|line| line + "\n").collect()
    }
}

impl Report {
    /// The report as text.
    pub fn text(&self) -> String {
        let tables = self.tables.iter().map(Table::text).collect::<Vec<_>>().join("\n");
        let remarks = self.remarks.iter().map(|remark| format!("! {remark}\n")).collect::<Vec<_>>().concat();
        let gap = if remarks.is_empty() { "" } else { "\n" };
        format!("{}\n\n{tables}{gap}{remarks}", self.title)
    }

    /// The report as JSON.
    pub fn json(&self) -> Value {
        let tables: Vec<Value> = self.tables.iter().map(Table::json).collect();
        json!({"title": self.title, "tables": tables, "remarks": self.remarks, "made": self.command})
    }

    /// The tables as CSV, separated by empty lines.
    pub fn csv(&self) -> String {
        self.tables.iter().map(Table::csv).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let share = Estimate { value: 0.5, low: 0.25, high: 0.75 };
        Table {
            title: "Wins".into(),
            columns: ["player", "games", "wins"].map(String::from).to_vec(),
            rows: vec![vec![
                TableCell::Text("a, b".into()),
                TableCell::Count(12_345),
                TableCell::Share(share),
            ]],
        }
    }

    #[test]
    fn a_table_as_text_csv_and_json() {
        assert_eq!(
            table().text(),
            "Wins\n  player   games                   wins\n  a, b    12,345  50.0 % (25.0 to 75.0)\n"
        );
        assert_eq!(table().csv(), "player,games,wins,wins low,wins high\n\"a, b\",12345,0.5,0.25,0.75\n");
        assert_eq!(table().json()["rows"][0]["wins"]["low"], 0.25);
        let mut table = table();
        table.rows.insert(0, vec![TableCell::Text("c".into()), TableCell::Plain(1.5, 1), TableCell::Empty]);
        let csv = table.csv();
        assert!(csv.lines().all(|line| line.replace("\"a, b\"", "a").split(',').count() == 5), "{csv}");
    }
}
