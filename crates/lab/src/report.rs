//! What a study has to tell: tables, pictures and remarks, written as text, JSON or CSV.

use serde_json::{Map, Value, json};

use crate::stats::Estimate;

/// All that a study has to tell.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// What was studied.
    pub title: String,
    /// The figures.
    pub tables: Vec<Table>,
    /// The same for the eye.
    pub charts: Vec<Chart>,
    /// What should not be overlooked.
    pub remarks: Vec<String>,
    /// The command that makes it again, and the version that made it.
    pub made: String,
}

/// A table of figures.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows, each as long as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    /// A word.
    Text(String),
    /// A number that was counted.
    Count(u64),
    /// A figure with its interval, to so many decimals.
    Figure(Estimate, usize),
    /// A share with its interval, told in percent.
    Share(Estimate),
    /// A share that is told in percent without an interval.
    Part(f64),
    /// What is gained or lost of a share, told in percent with its sign.
    Change(Estimate),
    /// A figure without an interval, to so many decimals.
    Plain(f64, usize),
    /// Nothing.
    Empty,
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub enum Chart {
    /// Shares or figures side by side, each with its interval.
    Whiskers {
        /// What it shows.
        title: String,
        /// What the figures mean.
        unit: Unit,
        /// Each figure with its name.
        bars: Vec<(String, Estimate)>,
        /// A line to compare with.
        line: Option<f64>,
    },
    /// How often each size occurs, for one or several kinds.
    Distribution {
        /// What it shows.
        title: String,
        /// What is counted.
        axis: String,
        /// The values of each kind, with its name.
        series: Vec<(String, Vec<f64>)>,
    },
    /// A figure that changes with another, whose axis grows by factors.
    Curve {
        /// What it shows.
        title: String,
        /// What grows along the axis.
        axis: String,
        /// The points: where, and what.
        points: Vec<(f64, Estimate)>,
        /// A line to compare with.
        line: Option<f64>,
    },
}

/// What the figures of a picture mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Shares, told in percent.
    Share,
    /// Plain figures.
    Plain,
}

impl Cell {
    /// The cell as people read it.
    pub fn text(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => thousands(*count),
            Cell::Figure(figure, decimals) => {
                let Estimate { value, low, high } = figure;
                format!("{value:.decimals$} ({low:.decimals$} to {high:.decimals$})")
            }
            Cell::Share(share) => {
                let [value, low, high] = [share.value, share.low, share.high].map(|share| 100.0 * share);
                format!("{value:.1} % ({low:.1} to {high:.1})")
            }
            Cell::Part(share) => format!("{:.1} %", 100.0 * share),
            Cell::Change(change) => {
                let [value, low, high] = [change.value, change.low, change.high].map(|change| 100.0 * change);
                format!("{value:+.0} % ({low:+.0} to {high:+.0})")
            }
            Cell::Plain(value, decimals) => format!("{value:.decimals$}"),
            Cell::Empty => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Figure(figure, _) | Cell::Share(figure) | Cell::Change(figure) => {
                json!({"value": figure.value, "low": figure.low, "high": figure.high})
            }
            Cell::Part(value) | Cell::Plain(value, _) => json!(value),
            Cell::Empty => Value::Null,
        }
    }

    /// The cell as it stands in CSV: a figure with an interval takes three columns.
    fn csv(&self) -> Vec<String> {
        match self {
            Cell::Figure(figure, _) | Cell::Share(figure) | Cell::Change(figure) => {
                [figure.value, figure.low, figure.high].map(|value| value.to_string()).to_vec()
            }
            Cell::Part(value) | Cell::Plain(value, _) => vec![value.to_string()],
            Cell::Count(count) => vec![count.to_string()],
            Cell::Text(_) | Cell::Empty => vec![quoted(&self.text())],
        }
    }

    fn has_interval(&self) -> bool {
        matches!(self, Cell::Figure(..) | Cell::Share(_) | Cell::Change(_))
    }
}

/// A number with a comma after every three digits.
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
    /// The table with its columns in line.
    pub fn text(&self) -> String {
        let rows: Vec<Vec<String>> = [self.columns.clone()]
            .into_iter()
            .chain(self.rows.iter().map(|row| row.iter().map(Cell::text).collect()))
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
                    .is_some_and(|cell| matches!(cell, Cell::Text(_)));
                if words { format!("{cell}{blank}") } else { format!("{blank}{cell}") }
            });
            format!("  {}", cells.collect::<Vec<_>>().join("  ")).trim_end().to_string()
        };
        let head = if self.title.is_empty() { String::new() } else { format!("{}\n", self.title) };
        head + &rows.iter().map(line).collect::<Vec<_>>().join("\n") + "\n"
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<Cell>| {
            let cells = self.columns.iter().cloned().zip(row.iter().map(Cell::json));
            Value::Object(cells.collect::<Map<_, _>>())
        };
        json!({"title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>()})
    }

    fn csv(&self) -> String {
        let wide = |at: usize| self.rows.iter().filter_map(|row| row.get(at)).any(Cell::has_interval);
        let head = self.columns.iter().enumerate().flat_map(|(at, name)| {
            let more = if wide(at) { vec![format!("{name} low"), format!("{name} high")] } else { vec![] };
            [name.clone()].into_iter().chain(more).map(|name| quoted(&name)).collect::<Vec<_>>()
        });
        let head = head.collect::<Vec<_>>().join(",");
        let row = |row: &Vec<Cell>| {
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
    /// The report for a terminal.
    pub fn text(&self) -> String {
        let tables = self.tables.iter().map(Table::text).collect::<Vec<_>>().join("\n");
        let remarks = self.remarks.iter().map(|remark| format!("! {remark}\n")).collect::<Vec<_>>().concat();
        let gap = if remarks.is_empty() { "" } else { "\n" };
        format!("{}\n\n{tables}{gap}{remarks}", self.title)
    }

    /// The report for a program.
    pub fn json(&self) -> Value {
        let tables: Vec<Value> = self.tables.iter().map(Table::json).collect();
        json!({"title": self.title, "tables": tables, "remarks": self.remarks, "made": self.made})
    }

    /// The tables for a spreadsheet, an empty line between them.
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
            rows: vec![vec![Cell::Text("a, b".into()), Cell::Count(12_345), Cell::Share(share)]],
        }
    }

    #[test]
    fn a_table_in_three_tongues() {
        assert_eq!(
            table().text(),
            "Wins\n  player   games                   wins\n  a, b    12,345  50.0 % (25.0 to 75.0)\n"
        );
        assert_eq!(table().csv(), "player,games,wins,wins low,wins high\n\"a, b\",12345,0.5,0.25,0.75\n");
        assert_eq!(table().json()["rows"][0]["wins"]["low"], 0.25);
        let mut table = table();
        table.rows.insert(0, vec![Cell::Text("c".into()), Cell::Plain(1.5, 1), Cell::Empty]);
        let csv = table.csv();
        assert!(csv.lines().all(|line| line.replace("\"a, b\"", "a").split(',').count() == 5), "{csv}");
    }
}
