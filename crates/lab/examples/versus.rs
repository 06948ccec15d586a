//! scratch
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let rules = games::presets::named(&a[1]).unwrap();
    let e = a[2].split(',').map(|t| lab::Entrant::parse(t).unwrap()).collect();
    let games: usize = a[3].parse().unwrap();
    let m = a.get(4).is_some_and(|s| s == "match");
    let seats = a.get(5).map(|s| s.parse().unwrap());
    let c = lab::Contest::new(&rules, e, seats).unwrap().over(if m {
        lab::Length::Match
    } else {
        lab::Length::Round
    });
    let t = Instant::now();
    let r = c.run(games, 1, 2, &lab::Watch::default());
    let s = r.share(0);
    println!(
        "{:16} {:24} {:.1}% [{:.1} {:.1}]  games {} moves {:.1} {:?} {:.1}s {:?}",
        a[1],
        a[2],
        100.0 * s.value,
        100.0 * s.low,
        100.0 * s.high,
        r.games(),
        lab::stats::mean(&r.moves()),
        r.ends(),
        t.elapsed().as_secs_f64(),
        r.error
    );
}
