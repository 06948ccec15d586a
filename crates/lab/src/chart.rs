//! Charts in SVG. A few shapes are enough for charts of this kind, so no library is needed.

use crate::report::{Chart, Report, Unit};
use crate::stats::Estimate;

const WIDTH_PX: f64 = 720.0;
const LEFT_MARGIN_PX: f64 = 60.0;
/// The least and the greatest width of the names beside a chart.
const NAME_WIDTH_PX: (f64, f64) = (110.0, 320.0);
/// About how wide a letter is.
const LETTER_WIDTH_PX: f64 = 7.8;
/// Number of letters that fit into a heading.
const MAX_HEADING_CHARS: usize = 54;
/// Number of letters that fit into a line of a legend.
const MAX_LEGEND_CHARS: usize = 78;
const LEGEND_ROW_PX: f64 = 18.0;
/// Length of the piece of a curve beside its name.
const LEGEND_SAMPLE_PX: f64 = 28.0;
const RIGHT_MARGIN_PX: f64 = 24.0;
const TOP_MARGIN_PX: f64 = 44.0;
const ROW_HEIGHT_PX: f64 = 30.0;
const PLOT_HEIGHT_PX: f64 = 240.0;
/// A palette for colour-blind readers (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];
/// How curves are drawn once all colours are taken: each round of colours has a pattern of its own.
const DASHES: [&str; 4] = ["none", "8 4", "2 3", "12 4 2 4"];

/// A drawing that grows downward.
#[derive(Default)]
struct Drawing {
    shapes: String,
    height: f64,
}

/// All charts of a report, one below the other, under its title.
pub fn svg(report: &Report) -> String {
    let mut drawing = Drawing::default();
    drawing.heading(&report.title);
    document(drawing, report)
}

/// Completes the drawing with the charts of a report.
fn document(mut drawing: Drawing, report: &Report) -> String {
    for chart in &report.charts {
        drawing.chart(chart);
    }
    let height = drawing.height.max(1.0);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH_PX} {height}\" width=\"{WIDTH_PX}\" \
         height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\" role=\"img\" \
         aria-label=\"{}\"><rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n{}</svg>\n",
        escaped(&report.title),
        drawing.shapes
    )
}

/// An HTML page with the charts and the tables.
pub fn html(report: &Report) -> String {
    let tables: String = report.tables.iter().map(html_table).collect();
    let remarks = report
        .remarks
        .iter()
        .map(|remark| format!("<li>{}</li>", escaped(remark)))
        .collect::<Vec<_>>()
        .concat();
    let remarks = if remarks.is_empty() { remarks } else { format!("<ul class=\"remarks\">{remarks}</ul>") };
    let title = escaped(&report.title);
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width\"><title>{title}</title><style>body{{font:16px/1.5 system-ui,sans-serif;\
         max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222}}table{{border-collapse:collapse;margin:1rem 0}}\
         td,th{{padding:.25rem .8rem;border-bottom:1px solid #ddd;text-align:left}}svg{{max-width:100%;height:auto}}\
         .remarks{{background:#fff6dd;padding:.6rem 2rem;border-radius:.4rem}}.made{{color:#666;font-size:.85rem}}</style></head>\n\
         <body><h1>{title}</h1>\n{remarks}\n{}\n{tables}<p class=\"made\"><code>{}</code></p></body></html>\n",
        document(Drawing::default(), report),
        escaped(&report.command)
    )
}

fn html_table(table: &crate::report::Table) -> String {
    let head =
        table.columns.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect::<Vec<_>>().concat();
    let row = |row: &Vec<crate::report::TableCell>| {
        let cells =
            row.iter().map(|cell| format!("<td>{}</td>", escaped(&cell.text()))).collect::<Vec<_>>().concat();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = table.rows.iter().map(row).collect();
    format!("<h2>{}</h2><table><tr>{head}</tr>\n{rows}</table>\n", escaped(&table.title))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The range of an axis, and the distance between its marks.
#[derive(Clone, Copy)]
struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis with round ends that spans all these values.
    fn around(values: impl Iterator<Item = f64>) -> Axis {
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, low + 0.5) };
        let step = step(high - low);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// An axis from zero to exactly this value.
    fn up_to(high: f64) -> Axis {
        Axis { low: 0.0, high, step: step(high) }
    }

    fn fraction(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The marks, none of them beyond an end.
    fn marks(self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step + 1e-6).floor() as usize;
        (0..=count).map(|mark| self.low + mark as f64 * self.step).collect()
    }
}

/// A round step that divides a length into about five parts.
fn step(length: f64) -> f64 {
    let size = 10f64.powf((length / 5.0).log10().floor());
    let of = length / 5.0 / size;
    size * if of < 1.5 {
        1.0
    } else if of < 3.5 {
        2.0
    } else if of < 7.5 {
        5.0
    } else {
        10.0
    }
}

/// The label of a mark, with as many decimals as tell it from its neighbours.
fn label(value: f64, unit: Unit, axis: Axis) -> String {
    let (scale, sign) = match unit {
        Unit::Share => (100.0, " %"),
        Unit::Plain => (1.0, ""),
    };
    let decimals = (-(scale * axis.step).log10() - 1e-9).ceil().clamp(0.0, 6.0) as usize;
    format!("{:.decimals$}{sign}", scale * value)
}

impl Drawing {
    fn chart(&mut self, chart: &Chart) {
        match chart {
            Chart::Whiskers { title, unit, bars, line } => self.whiskers(title, *unit, bars, *line),
            Chart::Distribution { title, axis, series } => self.distribution(title, axis, series),
            Chart::Curve { title, axis, points, line } => self.curve(title, axis, points, *line),
        }
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        self.shapes += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"#333333\">{text}</text>\n"
        );
    }

    /// The heading above all charts.
    fn heading(&mut self, title: &str) {
        let (y, title) = (self.height + 30.0, escaped(&shortened(title, MAX_HEADING_CHARS)));
        self.shapes += &format!(
            "<text x=\"12\" y=\"{y:.1}\" font-size=\"20\" font-weight=\"700\" fill=\"#111111\">{title}</text>\n"
        );
        self.height += 46.0;
    }

    fn title(&mut self, title: &str) {
        let (y, title) = (self.height + 24.0, escaped(title));
        self.shapes += &format!(
            "<text x=\"12\" y=\"{y:.1}\" font-size=\"16\" font-weight=\"600\" fill=\"#111111\">{title}</text>\n"
        );
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        self.shapes += &format!(
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" {style}/>\n",
            from.0, from.1, to.0, to.1
        );
    }

    fn dot(&mut self, x: f64, y: f64, colour: &str) {
        self.shapes += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>\n");
    }

    fn whiskers(&mut self, title: &str, unit: Unit, bars: &[(String, Estimate)], line: Option<f64>) {
        self.title(title);
        let ends = bars.iter().flat_map(|(_, bar)| [bar.low, bar.high, bar.value]).chain(line);
        let axis = Axis::around(ends);
        let longest = bars.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
        let left = (LETTER_WIDTH_PX * longest as f64 + 24.0).clamp(NAME_WIDTH_PX.0, NAME_WIDTH_PX.1);
        let x = |value: f64| left + axis.fraction(value) * (WIDTH_PX - left - RIGHT_MARGIN_PX);
        let (top, bottom) =
            (self.height + TOP_MARGIN_PX, self.height + TOP_MARGIN_PX + ROW_HEIGHT_PX * bars.len() as f64);
        for mark in axis.marks() {
            self.line((x(mark), top), (x(mark), bottom), "stroke=\"#e4e4e4\"");
            self.text(x(mark), bottom + 18.0, "middle", &label(mark, unit, axis));
        }
        if let Some(line) = line {
            self.line((x(line), top), (x(line), bottom), "stroke=\"#888888\" stroke-dasharray=\"4 4\"");
        }
        for (at, (name, bar)) in bars.iter().enumerate() {
            let y = top + ROW_HEIGHT_PX * (at as f64 + 0.5);
            self.text(
                left - 10.0,
                y + 4.0,
                "end",
                &shortened(name, ((left - 24.0) / LETTER_WIDTH_PX) as usize),
            );
            self.line((x(bar.low), y), (x(bar.high), y), "stroke=\"#0072b2\" stroke-width=\"3\"");
            self.dot(x(bar.value), y, COLOURS[0]);
        }
        self.height = bottom + 40.0;
    }

    fn distribution(&mut self, title: &str, name: &str, series: &[(String, Vec<f64>)]) {
        self.title(title);
        let axis = Axis::around(series.iter().flat_map(|(_, values)| values.iter().copied()));
        let bins = 24;
        let counted: Vec<Vec<f64>> = series.iter().map(|(_, values)| shares(values, axis, bins)).collect();
        let max_share = counted.iter().flatten().copied().fold(0.0, f64::max).max(1e-9);
        let bottom = self.height + TOP_MARGIN_PX + PLOT_HEIGHT_PX;
        let x = |fraction: f64| LEFT_MARGIN_PX + fraction * (WIDTH_PX - LEFT_MARGIN_PX - RIGHT_MARGIN_PX);
        for mark in axis.marks() {
            self.text(x(axis.fraction(mark)), bottom + 18.0, "middle", &label(mark, Unit::Plain, axis));
        }
        self.line((LEFT_MARGIN_PX, bottom), (WIDTH_PX - RIGHT_MARGIN_PX, bottom), "stroke=\"#888888\"");
        let up = Axis::up_to(max_share);
        for mark in up.marks().into_iter().skip(1) {
            let y = bottom - PLOT_HEIGHT_PX * mark / max_share;
            self.line((LEFT_MARGIN_PX, y), (WIDTH_PX - RIGHT_MARGIN_PX, y), "stroke=\"#e4e4e4\"");
            self.text(LEFT_MARGIN_PX - 10.0, y + 4.0, "end", &label(mark, Unit::Share, up));
        }
        for (kind, shares) in counted.iter().enumerate() {
            let point = |(bin, share): (usize, &f64)| {
                format!(
                    "{:.1},{:.1}",
                    x((bin as f64 + 0.5) / bins as f64),
                    bottom - PLOT_HEIGHT_PX * share / max_share
                )
            };
            let points = shares.iter().enumerate().map(point).collect::<Vec<_>>().join(" ");
            self.shapes += &format!("<polyline points=\"{points}\" fill=\"none\" {}/>\n", series_style(kind));
        }
        self.text(x(0.5), bottom + 36.0, "middle", name);
        self.height = bottom + 58.0;
        if series.len() > 1 {
            self.legend(series.iter().map(|(name, _)| name.as_str()));
        }
    }

    /// The names of the series in their colours, below the plot where no curve runs.
    fn legend<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        for (kind, name) in names.enumerate() {
            let (from, to) = (LEFT_MARGIN_PX, LEFT_MARGIN_PX + LEGEND_SAMPLE_PX);
            self.line((from, self.height), (to, self.height), &series_style(kind));
            let text = shortened(name, MAX_LEGEND_CHARS);
            self.text(to + 8.0, self.height + 4.0, "start", &text);
            self.height += LEGEND_ROW_PX;
        }
        self.height += 12.0;
    }

    fn curve(&mut self, title: &str, name: &str, points: &[(f64, Estimate)], line: Option<f64>) {
        self.title(title);
        let across = Axis::around(points.iter().map(|(at, _)| at.max(1.0).log10()));
        let up = Axis::around(points.iter().flat_map(|(_, point)| [point.low, point.high]).chain(line));
        let (top, bottom) = (self.height + TOP_MARGIN_PX, self.height + TOP_MARGIN_PX + PLOT_HEIGHT_PX);
        let x = |at: f64| {
            LEFT_MARGIN_PX
                + across.fraction(at.max(1.0).log10()) * (WIDTH_PX - LEFT_MARGIN_PX - RIGHT_MARGIN_PX)
        };
        let y = |value: f64| bottom - up.fraction(value) * (bottom - top);
        for mark in up.marks() {
            self.line((LEFT_MARGIN_PX, y(mark)), (WIDTH_PX - RIGHT_MARGIN_PX, y(mark)), "stroke=\"#e4e4e4\"");
            self.text(LEFT_MARGIN_PX - 10.0, y(mark) + 4.0, "end", &label(mark, Unit::Share, up));
        }
        if let Some(line) = line {
            self.line(
                (LEFT_MARGIN_PX, y(line)),
                (WIDTH_PX - RIGHT_MARGIN_PX, y(line)),
                "stroke=\"#888888\" stroke-dasharray=\"4 4\"",
            );
        }
        for (at, point) in points {
            self.line(
                (x(*at), y(point.low)),
                (x(*at), y(point.high)),
                "stroke=\"#0072b2\" stroke-width=\"2\"",
            );
            self.dot(x(*at), y(point.value), COLOURS[0]);
            self.text(x(*at), bottom + 18.0, "middle", &at.to_string());
        }
        let path: Vec<String> =
            points.iter().map(|(at, point)| format!("{:.1},{:.1}", x(*at), y(point.value))).collect();
        self.shapes +=
            &format!("<polyline points=\"{}\" fill=\"none\" stroke=\"#0072b2\"/>\n", path.join(" "));
        self.text((LEFT_MARGIN_PX + WIDTH_PX - RIGHT_MARGIN_PX) / 2.0, bottom + 36.0, "middle", name);
        self.height = bottom + 58.0;
    }
}

/// How the curve of a series is drawn, and its sample in the legend.
fn series_style(kind: usize) -> String {
    let (colour, dashes) = (COLOURS[kind % COLOURS.len()], DASHES[kind / COLOURS.len() % DASHES.len()]);
    format!("stroke=\"{colour}\" stroke-width=\"2.5\" stroke-dasharray=\"{dashes}\"")
}

/// The name, with its middle left out if it is longer than this.
fn shortened(name: &str, max_chars: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= max_chars {
        return name.into();
    }
    let half = max_chars.saturating_sub(1) / 2;
    let [start, end] =
        [&letters[..half], &letters[letters.len() - half..]].map(|part| part.iter().collect::<String>());
    format!("{start}…{end}")
}

/// The share of the values in each of this many equal parts of the axis.
fn shares(values: &[f64], axis: Axis, bins: usize) -> Vec<f64> {
    let mut counted = vec![0.0; bins];
    for &value in values {
        let bin = ((axis.fraction(value) * bins as f64) as usize).min(bins - 1);
        counted[bin] += 1.0 / values.len().max(1) as f64;
    }
    counted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (length, round) in [(1.0, 0.2), (0.23, 0.05), (87.0, 20.0), (4_000.0, 1_000.0)] {
            assert!((step(length) / round - 1.0).abs() < 1e-9, "{length}: {}", step(length));
        }
        let axis = Axis::around([0.42, 0.61].into_iter());
        assert!((axis.low - 0.4).abs() < 1e-9 && axis.high >= 0.61, "{} {}", axis.low, axis.high);
    }

    /// The SVG is well formed, and names are escaped.
    #[test]
    fn names_cannot_break_a_chart() {
        let bars = vec![("<b>\"&".to_string(), Estimate { value: 0.5, low: 0.4, high: 0.6 })];
        let chart = Chart::Whiskers { title: "t".into(), unit: Unit::Share, bars, line: Some(0.5) };
        let report = Report { title: "<x>".into(), charts: vec![chart], ..Report::default() };
        let svg = svg(&report);
        assert!(svg.contains("&lt;b&gt;&quot;&amp;") && !svg.contains("<b>"), "{svg}");
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
        let page = html(&report);
        assert!(page.contains("&lt;b&gt;&quot;&amp;") && !page.contains("<b>"), "{page}");
    }

    /// A mark is drawn where its label says: no line at 64 is called 66.
    #[test]
    fn marks_lie_on_the_axis() {
        for (low, high) in [(0.466, 0.632), (0.41, 0.59), (0.0, 0.237), (12.0, 131.0), (1_000.0, 1_190.8)] {
            let axis = Axis::around([low, high].into_iter());
            let marks = axis.marks();
            let (first, last) = (marks[0], marks[marks.len() - 1]);
            assert!(
                (first - axis.low).abs() < 1e-9 && (last - axis.high).abs() < 1e-9,
                "{low} to {high}: {marks:?}"
            );
            assert!((2..=12).contains(&marks.len()), "{low} to {high}: {marks:?}");
        }
        let up = Axis::up_to(0.237);
        assert!(up.marks().into_iter().all(|mark| mark <= 0.237), "{:?}", up.marks());
    }

    #[test]
    fn labels_say_where_their_marks_are() {
        for unit in [Unit::Share, Unit::Plain] {
            for (low, high) in
                [(0.0, 0.02), (0.4, 0.6), (0.0, 1.0), (0.07, 0.31), (3.0, 9.5), (1_000.0, 1_400.0)]
            {
                let axis = Axis::around([low, high].into_iter());
                for mark in axis.marks() {
                    let text = label(mark, unit, axis);
                    let scale = if unit == Unit::Share { 100.0 } else { 1.0 };
                    let said: f64 = text.trim_end_matches(" %").parse().unwrap();
                    assert!((said - scale * mark).abs() < 1e-6 * scale, "{text} stands at {mark}");
                }
            }
        }
    }

    fn lines(svg: &str) -> impl Iterator<Item = &str> {
        svg.lines().filter(|line| line.starts_with("<line"))
    }

    fn attribute<'a>(shape: &'a str, name: &str) -> &'a str {
        shape
            .split_once(&format!("{name}=\""))
            .and_then(|(_, rest)| rest.split('"').next())
            .unwrap_or_default()
    }

    /// Numbers of worlds are whole, whatever the steps of the logarithmic axis are.
    #[test]
    fn points_of_a_curve_are_labelled_as_they_are() {
        for worlds in [vec![20.0, 80.0, 320.0], vec![50.0, 12_800.0]] {
            let points =
                worlds.iter().map(|&at| (at, Estimate { value: 0.5, low: 0.4, high: 0.6 })).collect();
            let chart = Chart::Curve { title: "t".into(), axis: "worlds".into(), points, line: None };
            let svg = svg(&Report { charts: vec![chart], ..Report::default() });
            for at in worlds {
                assert!(svg.contains(&format!(">{at:.0}</text>")), "{at}: {svg}");
            }
        }
    }

    /// Eight rules are eight curves that can be told from each other, drawn as their names are.
    #[test]
    fn no_two_curves_look_alike() {
        let series = (0..8).map(|rule| (format!("rule {rule}"), vec![1.0, 2.0, f64::from(rule)])).collect();
        let chart = Chart::Distribution { title: "t".into(), axis: "moves".into(), series };
        let svg = svg(&Report { charts: vec![chart], ..Report::default() });
        let style =
            |shape: &str| (attribute(shape, "stroke").into(), attribute(shape, "stroke-dasharray").into());
        let curves: Vec<(String, String)> =
            svg.lines().filter(|line| line.starts_with("<polyline")).map(style).collect();
        let samples: Vec<(String, String)> =
            lines(&svg).filter(|line| line.contains("stroke-width=\"2.5\"")).map(style).collect();
        assert_eq!(curves, samples);
        assert_eq!(curves.iter().collect::<std::collections::HashSet<_>>().len(), 8, "{curves:?}");
    }

    /// The curves run between the axes, the legend below them.
    #[test]
    fn a_legend_covers_no_curve() {
        let values = |shift: u32| (0..50).map(|value| f64::from(value % 17 + shift)).collect::<Vec<f64>>();
        let series = vec![("stack".to_string(), values(0)), ("none".to_string(), values(9))];
        let chart = Chart::Distribution { title: "t".into(), axis: "moves".into(), series };
        let svg = svg(&Report { charts: vec![chart], ..Report::default() });
        let points: Vec<f64> = svg
            .split("points=\"")
            .skip(1)
            .flat_map(|rest| rest.split('"').next().unwrap().split(' '))
            .map(|point| point.split_once(',').unwrap().1.parse().unwrap())
            .collect();
        let lowest = points.iter().copied().fold(f64::MIN, f64::max);
        let samples: Vec<f64> = lines(&svg)
            .filter(|line| line.contains("stroke-width=\"2.5\""))
            .map(|line| attribute(line, "y1").parse().unwrap())
            .collect();
        assert!(samples.len() == 2 && samples.iter().all(|&sample| sample > lowest), "{samples:?} {lowest}");
    }

    #[test]
    fn long_names_lose_their_middle() {
        assert_eq!(shortened("medium", 6), "medium");
        assert_eq!(shortened("cmd:python3 bench/mybot.py", 13), "cmd:py…bot.py");
    }
}
