//! The four studies: players, a ladder of levels, rules side by side, and one deal.

use std::time::Duration;

use engine::{CardSet, Seat};
use games::{Rules, Session, change};

use crate::contest::{Contest, Results};
use crate::entrant::Entrant;
use crate::game::{Fixed, Length};
use crate::rating::{ANCHOR, Meeting, ratings};
use crate::report::{Cell, Chart, Report, Table, Unit, thousands};
use crate::run::Watch;
use crate::stats::{self, Estimate};

/// How much work a study may do, and how.
#[derive(Debug)]
pub struct Effort<'a> {
    /// How many games, at least, for each figure.
    pub games: usize,
    /// What decides deals and players.
    pub seed: u64,
    /// On how many cores.
    pub cores: usize,
    /// How far it has come, and whether it is to end.
    pub watch: &'a Watch,
}

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

fn columns(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn title(rules: &Rules) -> String {
    let header = rules.header();
    if header.title.is_empty() { header.name.clone() } else { header.title.clone() }
}

/// Players against each other.
pub fn play(contest: &Contest, effort: &Effort<'_>) -> (Results, Report) {
    let results = contest.run(effort.games, effort.seed, effort.cores, effort.watch);
    let mut report = Report {
        title: format!("{}: {}", title(&contest.setting.rules), results.names.join(" against ")),
        ..Report::default()
    };
    report.tables.push(wins(&results));
    report.tables.push(course(&results));
    report.charts.push(Chart::Whiskers {
        title: "Share of the wins".into(),
        unit: Unit::Share,
        bars: results.names.iter().cloned().enumerate().map(|(at, name)| (name, results.share(at))).collect(),
        line: Some(1.0 / results.names.len().max(1) as f64),
    });
    report.charts.push(Chart::Distribution {
        title: "Length of a game".into(),
        axis: "moves".into(),
        series: vec![("games".into(), results.moves())],
    });
    report.remarks = remarks(&results, effort.watch);
    (results, report)
}

fn wins(results: &Results) -> Table {
    let row = |(at, name): (usize, &String)| {
        let points: Vec<f64> = results.each().map(|played| f64::from(played.points[at])).collect();
        vec![text(name), Cell::Share(results.share(at)), Cell::Figure(stats::mean_of(&points), 1)]
    };
    Table {
        title: format!("{} games, each deal from every side", thousands(results.games() as u64)),
        columns: columns(&["player", "wins", "points"]),
        rows: results.names.iter().enumerate().map(row).collect(),
    }
}

/// How the games went: length, first move, stock, ends.
fn course(results: &Results) -> Table {
    let games = results.games().max(1) as f64;
    let moves = stats::mean_of(&results.moves());
    let rounds: Vec<f64> = results.each().map(|played| played.rounds as f64).collect();
    let reshuffles: Vec<f64> = results.each().map(|played| played.reshuffles as f64).collect();
    let ended = results.each().filter(|played| played.stock_ended).count() as f64 / games;
    let all: usize = results.ends().iter().map(|(_, times)| times).sum();
    let mut rows = vec![
        vec![text("moves a game"), Cell::Figure(moves, 1)],
        vec![text("rounds a game"), Cell::Figure(stats::mean_of(&rounds), 1)],
        vec![text("won by who began"), Cell::Share(results.first_edge())],
        vec![text("reshuffles a game"), Cell::Figure(stats::mean_of(&reshuffles), 2)],
        vec![text("ended by the stock"), Cell::Share(stats::wilson(ended, games))],
    ];
    if let Some(luck) = results.won_by_cards() {
        rows.push(vec![text("won by the same cards from both sides"), Cell::Share(luck)]);
    }
    for (how, times) in results.ends() {
        rows.push(vec![
            text(format!("rounds that ended: {how}")),
            Cell::Part(times as f64 / all.max(1) as f64),
        ]);
    }
    Table { title: "How they went".into(), columns: columns(&["what", "figure"]), rows }
}

/// What should not be overlooked: players that lost their seat, games that only the safety stop ended.
fn remarks(results: &Results, watch: &Watch) -> Vec<String> {
    let mut remarks = Vec::new();
    if watch.is_stopped() {
        remarks.push(format!("Stopped: this is what is known after {} games.", results.games()));
    }
    for (at, name) in results.names.iter().enumerate() {
        let mut lost = results.each().flat_map(|played| &played.notices).filter(|(player, _)| *player == at);
        if let Some((_, why)) = lost.next() {
            remarks
                .push(format!("{name} lost its seat in {} games; first because it {why}.", 1 + lost.count()));
        }
    }
    remarks.extend(dead_ends(results));
    remarks.extend(results.error.iter().map(|why| format!("A game could not be played: {why}.")));
    remarks
}

/// A warning where games end only because somebody stopped them.
fn dead_ends(results: &Results) -> Option<String> {
    let times =
        |wanted: &str| results.ends().iter().find(|(how, _)| *how == wanted).map_or(0, |(_, times)| *times);
    let (stopped, all) = (times("stopped"), results.games().max(1));
    (stopped * 1_000 > all).then(|| {
        let share = 100.0 * stopped as f64 / all as f64;
        format!("Dead ends: {share:.1} % of the games went on until the safety stop ended them.")
    })
}

/// How fast the games went.
pub fn speed(results: &Results, spent: Duration) -> Table {
    let seconds = spent.as_secs_f64().max(1e-9);
    let moves: f64 = results.moves().iter().sum();
    let rate = |count: f64| Cell::Count((count / seconds) as u64);
    Table {
        title: "On the clock".into(),
        columns: columns(&["games a second", "moves a second", "seconds"]),
        rows: vec![vec![rate(results.games() as f64), rate(moves), text(format!("{seconds:.1}"))]],
    }
}

/// A round robin; the first is the weakest, and the ladder should come out in the order given.
pub fn ladder(
    rules: &Rules,
    entrants: &[Entrant],
    length: Length,
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let mut meetings = Vec::new();
    let mut pairs = Table {
        title: "Who beats whom".into(),
        columns: columns(&["player", "against", "wins", "games"]),
        rows: vec![],
    };
    let mut steps = Vec::new();
    for two in 1..entrants.len() {
        for one in 0..two {
            if effort.watch.is_stopped() {
                continue;
            }
            let both = vec![entrants[two].clone(), entrants[one].clone()];
            let contest = Contest::new(rules, both, None)?.over(length);
            let results = contest.run(effort.games, effort.seed, effort.cores, effort.watch);
            let share = results.share(0);
            meetings.push(Meeting { one: two, two: one, share: share.value, games: results.weight(0) });
            let (name, other) = (entrants[two].name(), entrants[one].name());
            pairs.rows.push(vec![
                text(name),
                text(other),
                Cell::Share(share),
                Cell::Count(results.games() as u64),
            ]);
            if two == one + 1 {
                steps.push((format!("{name} – {other}"), share));
            }
        }
    }
    let rated = ratings(entrants.len(), &meetings);
    let rows = entrants.iter().zip(&rated).map(|(entrant, &rating)| {
        let shown =
            if rating.low < rating.high { Cell::Figure(rating, 0) } else { text(format!("{ANCHOR:.0}")) };
        vec![text(entrant.name()), shown]
    });
    let ratings =
        Table { title: "Ratings".into(), columns: columns(&["player", "rating"]), rows: rows.collect() };
    let bars = entrants.iter().map(|entrant| entrant.name().to_string()).zip(rated.iter().copied()).collect();
    let mut report = Report { title: format!("{}: the ladder", title(rules)), ..Report::default() };
    report.remarks = steps.iter().filter_map(|(name, share)| doubt(name, share)).collect();
    if effort.watch.is_stopped() {
        report.remarks.push("Stopped: this is what is known so far.".into());
    }
    report.tables = vec![ratings, pairs];
    report.charts = vec![
        Chart::Whiskers { title: "Ratings".into(), unit: Unit::Plain, bars, line: None },
        Chart::Whiskers {
            title: "Each step against the one below".into(),
            unit: Unit::Share,
            bars: steps,
            line: Some(0.5),
        },
    ];
    Ok(report)
}

/// A remark where a step of the ladder is not clear.
fn doubt(name: &str, share: &Estimate) -> Option<String> {
    let wins = 100.0 * share.value;
    if share.high < 0.5 {
        return Some(format!("{name}: the wrong way round, {wins:.1} %."));
    }
    (share.low <= 0.5).then(|| format!("{name}: not clear of 50 % ({wins:.1} %); more games would tell."))
}

/// How strength grows with the number of worlds that a player looks at, measured against one opponent.
pub fn curve(
    rules: &Rules,
    worlds: &[u32],
    against: &Entrant,
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let mut report = Report { title: format!("{}: worlds and strength", title(rules)), ..Report::default() };
    let heads = columns(&["worlds a move", &format!("wins against {}", against.name()), "games"]);
    let mut table = Table { title: "Strength".into(), columns: heads, rows: vec![] };
    let mut points = Vec::new();
    for &worlds in worlds {
        let both = vec![Entrant::parse(&format!("search:{worlds}"))?, against.clone()];
        let results =
            Contest::new(rules, both, None)?.run(effort.games, effort.seed, effort.cores, effort.watch);
        let (share, games) = (results.share(0), results.games() as u64);
        table.rows.push(vec![Cell::Count(worlds.into()), Cell::Share(share), Cell::Count(games)]);
        points.push((f64::from(worlds), share));
        report.remarks = remarks(&results, effort.watch);
    }
    report.tables.push(table);
    let title = format!("Wins against {}", against.name());
    report.charts.push(Chart::Curve { title, axis: "worlds a move".into(), points, line: Some(0.5) });
    Ok(report)
}

/// Rules side by side: the same deals and players under every value of an option.
pub fn rules(
    base: &Rules,
    vary: &str,
    players: &(Vec<Entrant>, Option<usize>),
    effort: &Effort<'_>,
) -> Result<Report, String> {
    let (key, values) =
        vary.split_once('=').ok_or("--vary is written key=value,value, like counter=stack,none")?;
    let mut report = Report { title: format!("{}: {key}", title(base)), ..Report::default() };
    let names =
        ["value", "moves a game", "won by who began", "ended by the stock", "reshuffles a game", "stopped"];
    let mut table = Table { title: String::new(), columns: columns(&names), rows: vec![] };
    let (mut lengths, mut edges, mut even) = (Vec::new(), Vec::new(), 0.5);
    for value in values.split(',').map(str::trim) {
        let changed = change(base, &[format!("{key}={value}")]).map_err(|messages| messages.join("\n  "))?;
        let contest = Contest::new(&changed, players.0.clone(), players.1)?;
        even = 1.0 / contest.setting.seats as f64;
        let results = contest.run(effort.games, effort.seed, effort.cores, effort.watch);
        table.title = format!(
            "{} games under each rule, {} players",
            thousands(results.games() as u64),
            contest.setting.seats
        );
        table.rows.push(rule_row(value, &results));
        lengths.push((value.to_string(), results.moves()));
        edges.push((value.to_string(), results.first_edge()));
        report.remarks.extend(
            remarks(&results, effort.watch).into_iter().map(|remark| format!("{key}={value}: {remark}")),
        );
    }
    report.tables.push(table);
    report.charts = vec![
        Chart::Distribution { title: "Length of a game".into(), axis: "moves".into(), series: lengths },
        Chart::Whiskers {
            title: "Won by who began".into(),
            unit: Unit::Share,
            bars: edges,
            line: Some(even),
        },
    ];
    Ok(report)
}

fn rule_row(value: &str, results: &Results) -> Vec<Cell> {
    let games = results.games().max(1) as f64;
    let ended = results.each().filter(|played| played.stock_ended).count() as f64 / games;
    let stopped = results.each().filter(|played| played.ends.contains(&"stopped")).count() as f64 / games;
    let reshuffles: Vec<f64> = results.each().map(|played| played.reshuffles as f64).collect();
    vec![
        text(value),
        Cell::Figure(stats::mean_of(&results.moves()), 1),
        Cell::Share(results.first_edge()),
        Cell::Share(stats::wilson(ended, games)),
        Cell::Figure(stats::mean_of(&reshuffles), 2),
        Cell::Share(stats::wilson(stopped, games)),
    ]
}

/// One recorded deal played many times: how good each hand was, and how much of the result was luck.
///
/// The session stands at the end of the round that is studied.
pub fn deal(session: &Session, player: &Entrant, effort: &Effort<'_>) -> Result<Report, String> {
    let seats = session.opening().seats;
    let kit = session.kit();
    let deck: Vec<String> =
        session.order().into_iter().map(|card| session.pack().notation(card).into()).collect();
    let fixed = session.round().playing().len() * kit.hand_size() + usize::from(kit.turns_up());
    let run = |deck: Vec<String>| -> Result<Results, String> {
        let mut contest = Contest::new(session.rules(), vec![player.clone()], Some(seats))?;
        contest.setting.fixed = Some(Fixed { deck, dealer: session.dealer() });
        contest.by_seat = true;
        Ok(contest.run(effort.games, effort.seed, effort.cores, effort.watch))
    };
    let by_hand = run(deck.iter().take(fixed).cloned().collect())?;
    let by_deal = run(deck)?;
    let shown = session.outcome();
    let even = 1.0 / seats as f64;
    let mut table = Table {
        title: format!(
            "{} games with the hands, {} with the whole pack as it lay",
            by_hand.games(),
            by_deal.games()
        ),
        columns: columns(&[
            "player",
            "hand",
            "wins with this hand",
            "wins with this deal",
            "luck of the hand",
            "luck of the stock",
            "play",
        ]),
        rows: vec![],
    };
    let mut bars = Vec::new();
    for seat in Seat::all(seats) {
        let (hand, whole) = (by_hand.share(seat.index()), by_deal.share(seat.index()));
        let won = shown.map(|outcome| f64::from(u8::from(outcome.winners().contains(seat))));
        let change = |change: f64| text(format!("{:+.0} %", 100.0 * change));
        table.rows.push(vec![
            text(session.name(seat)),
            text(session.pack().list(dealt_hand(session, seat))),
            Cell::Share(hand),
            Cell::Share(whole),
            change(hand.value - even),
            change(whole.value - hand.value),
            won.map_or(Cell::Empty, |won| change(won - whole.value)),
        ]);
        bars.push((session.name(seat), hand));
    }
    let mut report = Report { title: format!("{}: one deal", title(session.rules())), ..Report::default() };
    report.remarks = remarks(&by_hand, effort.watch);
    report.tables = vec![table];
    report.charts = vec![Chart::Whiskers {
        title: "How often each hand wins".into(),
        unit: Unit::Share,
        bars,
        line: Some(even),
    }];
    Ok(report)
}

/// The hand that a seat was dealt: one card at a time, from the dealer's left.
fn dealt_hand(session: &Session, seat: Seat) -> CardSet {
    let playing = session.round().playing();
    let mut place = 0;
    let mut next = playing.after(session.dealer());
    while next != seat && place < playing.len() {
        next = playing.after(next);
        place += 1;
    }
    let every = session.order().into_iter().skip(place).step_by(playing.len().max(1));
    every.take(session.kit().hand_size()).collect()
}
