//! Metrics for operators, in the text format of Prometheus.

mod histogram;
pub mod process;
mod refusals;

use std::fmt::Write;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::store::WriteOutcome;
use histogram::Histogram;
use refusals::Refusals;

/// Counters, gauges and histograms. No label ever holds a name, a card or a token.
#[derive(Default)]
pub struct Metrics {
    /// Open connections, sockets among them.
    pub connections: AtomicU64,
    /// Open sockets.
    pub sockets: AtomicU64,
    /// Rooms in memory.
    pub rooms: AtomicU64,
    /// The time that commands take: rules, hashes, and the frames of each viewer.
    pub commands: Histogram,
    /// Writes on disk.
    pub writes: AtomicU64,
    /// The time of commits, each of a batch of writes.
    commits: Histogram,
    /// The age of the oldest write of each commit when it is on disk.
    queue: Histogram,
    /// When the oldest write of the batch was queued that is being committed.
    committing: Mutex<Option<Instant>>,
    /// Tables created.
    pub tables_made: AtomicU64,
    /// Searches of computer players and for hints.
    pub searches: AtomicU64,
    /// Searches that were shortened because too many waited.
    pub shortened_searches: AtomicU64,
    /// Tables frozen by a fault.
    pub faults: AtomicU64,
    /// Matches removed because of their age.
    pub pruned: AtomicU64,
    /// Requests through a proxy that was not named.
    unnamed_proxy: AtomicU64,
    /// Whether a request by a foreign name was logged.
    foreign_host: AtomicBool,
    /// How often the free space was found below the warning.
    pub disk_low: AtomicU64,
    /// Free bytes and size of the disk of the data folder; 0 where it is not known.
    pub disk: [AtomicU64; 2],
    /// By how much the clock of the machine is ahead of the time of the server.
    pub clock_offset_ms: AtomicI64,
    /// How often the clock of the machine jumped, or was wrong at the start.
    pub clock_jumps: AtomicU64,
    /// 1 while the disk is full.
    store_full: AtomicU64,
    refused: Mutex<Refusals>,
}

impl Metrics {
    /// A commit begins whose oldest write was queued then.
    pub fn begins(&self, oldest: Instant) {
        *self.committing.lock().unwrap_or_else(PoisonError::into_inner) = Some(oldest);
    }

    /// A batch is on disk.
    pub fn committed(&self, writes: usize, took: Duration, oldest: Duration) {
        self.writes.fetch_add(writes as u64, Relaxed);
        self.commits.observe(took);
        self.queue.observe(oldest);
        *self.committing.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Notes whether a batch found room on the disk. The first of several in a row is logged.
    pub fn wrote(&self, outcomes: &[WriteOutcome]) {
        let full = outcomes.contains(&WriteOutcome::NoRoom);
        match (self.store_full.swap(u64::from(full), Relaxed), full) {
            (0, true) => tracing::error!("disk-full"),
            (1, false) => tracing::info!("disk-has-room"),
            _ => {}
        }
    }

    /// Whether the disk was full at the last batch: nothing can be written.
    pub fn is_store_full(&self) -> bool {
        self.store_full.load(Relaxed) == 1
    }

    /// The number of commits.
    pub fn commits(&self) -> u64 {
        self.commits.count()
    }

    /// A request was refused, or a connection closed, for this reason, which has to do with no client in particular.
    pub fn refused(&self, reason: &'static str) {
        self.refusals().count(reason, None);
    }

    /// A request of a client was refused, or its connection closed, for this reason. The log names its network.
    pub fn refused_at(&self, reason: &'static str, client: IpAddr) {
        self.refusals().count(reason, Some(client));
    }

    /// Logs how often something was refused since the last time.
    pub fn log_refusals(&self) {
        self.refusals().log();
    }

    fn refusals(&self) -> std::sync::MutexGuard<'_, Refusals> {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request came through a proxy at this address that was not named; the first one is logged.
    pub fn unnamed_proxy(&self, peer: IpAddr) {
        if self.unnamed_proxy.fetch_add(1, Relaxed) == 0 {
            let advice =
                format!("start with --trust-proxy {peer}, or all players share the limits of one address");
            tracing::warn!(proxy = %peer, advice, "unnamed-proxy");
        }
    }

    /// A client called the server by a name that is not its own; the first one is logged with what would allow it.
    pub fn foreign_host(&self, name: &str, client: IpAddr) {
        if !self.foreign_host.swap(true, Relaxed) {
            let advice = format!("start with --host {name}, if that is a name of this server");
            tracing::warn!(host = name, advice, "foreign-host");
        }
        self.refused_at("host", client);
    }

    /// The age of the oldest write that is being committed. Finished writes do not count: a slow disk at which nothing
    /// waits is not late.
    pub fn queue_age(&self) -> Duration {
        let committing = *self.committing.lock().unwrap_or_else(PoisonError::into_inner);
        committing.map_or(Duration::ZERO, |since| since.elapsed())
    }

    /// All metrics in the text format of Prometheus.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (kind, name, help, value) in self.values() {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        }
        let histograms = [
            ("lastcard_command_duration_seconds", "Time spent on a command of a player.", &self.commands),
            ("lastcard_commit_duration_seconds", "Time of a commit of a batch of writes.", &self.commits),
            (
                "lastcard_write_age_seconds",
                "Age of the oldest write of a commit when it is on disk.",
                &self.queue,
            ),
        ];
        for (name, help, histogram) in histograms {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
            histogram.write(name, &mut out);
        }
        out += "# HELP lastcard_build_info The version of the program.\n# TYPE lastcard_build_info gauge\n";
        let _ = writeln!(out, "lastcard_build_info{{version=\"{}\"}} 1", env!("CARGO_PKG_VERSION"));
        out += "# HELP lastcard_refused_total Refusals by reason.\n# TYPE lastcard_refused_total counter\n";
        for (reason, total) in self.refusals().totals() {
            let _ = writeln!(out, "lastcard_refused_total{{reason=\"{reason}\"}} {total}");
        }
        out
    }

    /// The metrics that have one value.
    fn values(&self) -> Vec<process::Sample> {
        let counters = [
            ("lastcard_writes_total", "Writes on disk.", &self.writes),
            ("lastcard_tables_made_total", "Tables created.", &self.tables_made),
            ("lastcard_searches_total", "Searches of computer players and for hints.", &self.searches),
            (
                "lastcard_shortened_searches_total",
                "Searches shortened because too many waited.",
                &self.shortened_searches,
            ),
            ("lastcard_faults_total", "Tables frozen by a fault.", &self.faults),
            ("lastcard_pruned_tables_total", "Tables removed because of their age.", &self.pruned),
            (
                "lastcard_unnamed_proxy_requests_total",
                "Requests through a proxy that --trust-proxy does not name.",
                &self.unnamed_proxy,
            ),
            (
                "lastcard_disk_low_checks_total",
                "Checks that found less free space than --disk-warning.",
                &self.disk_low,
            ),
            (
                "lastcard_clock_jumps_total",
                "Jumps of the clock of the machine, a wrong clock at the start among them.",
                &self.clock_jumps,
            ),
        ];
        let gauges = [
            ("lastcard_connections", "Open connections, sockets among them.", &self.connections),
            ("lastcard_sockets", "Open sockets.", &self.sockets),
            ("lastcard_rooms", "Tables in memory.", &self.rooms),
            ("lastcard_disk_free_bytes", "Free space on the disk of the data folder.", &self.disk[0]),
            ("lastcard_store_full", "Whether the disk is full and nothing can be written.", &self.store_full),
            ("lastcard_disk_size_bytes", "Size of the disk of the data folder.", &self.disk[1]),
        ];
        let value = |number: &AtomicU64| number.load(Relaxed) as f64;
        let counters = counters.into_iter().map(|(name, help, count)| ("counter", name, help, value(count)));
        let known =
            gauges.into_iter().filter(|(name, _, gauge)| !name.contains("_disk_") || value(gauge) > 0.0);
        let gauges = known.map(|(name, help, gauge)| ("gauge", name, help, value(gauge)));
        let offset = "By how much the clock of the machine is ahead of the time of the server.";
        let ahead = self.clock_offset_ms.load(Relaxed) as f64 / 1_000.0;
        let clock = ("gauge", "lastcard_clock_offset_seconds", offset, ahead);
        counters.chain(gauges).chain([clock]).chain(process::samples()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_still_waits_makes_the_disk_late() {
        let metrics = Metrics::default();
        let long_ago = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        metrics.begins(long_ago);
        assert!(metrics.queue_age() >= Duration::from_secs(1));
        metrics.committed(1, Duration::from_secs(1), Duration::from_secs(1));
        assert_eq!(metrics.queue_age(), Duration::ZERO);
    }

    /// The conventions of Prometheus, as far as they can be checked without its programs.
    #[test]
    fn every_metric_has_help_a_type_and_a_conventional_name() {
        let metrics = Metrics::default();
        metrics.refused("guests");
        metrics.committed(3, Duration::from_millis(7), Duration::from_millis(9));
        let text = metrics.text();
        let lines: Vec<&str> = text.lines().collect();
        let mut names = Vec::new();
        for pair in lines.windows(2).filter(|pair| pair[0].starts_with("# HELP ")) {
            let name = pair[0].split(' ').nth(2).unwrap();
            let kind = pair[1].strip_prefix(&format!("# TYPE {name} ")).expect("a type follows its help");
            assert!(pair[0].ends_with('.'), "{}", pair[0]);
            assert_eq!(kind == "counter", name.ends_with("_total"), "{name}");
            let wrong = ["milli", "micro", "_ms", "_kb", "_mb", "minutes", "percent"];
            assert!(!wrong.iter().any(|unit| name.contains(unit)), "{name} is not in a base unit");
            assert!(kind != "histogram" || name.ends_with("_seconds"), "{name}");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{name} {kind}");
            assert!(!names.contains(&name), "{name} twice");
            names.push(name);
        }
        for line in lines.iter().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            let is_known = |known: &str| {
                name.strip_prefix(known).is_some_and(|rest| ["", "_bucket", "_sum", "_count"].contains(&rest))
            };
            assert!(names.iter().any(|known| is_known(known)), "{line} has no help");
        }
        assert!(names.len() > 15, "{names:?}");
    }

    /// `promtool` of Debian's package `prometheus`, where it is installed, finds nothing to say.
    #[test]
    fn promtool_accepts_the_metrics() {
        use std::io::Write;
        use std::process::{Command, Stdio};
        let metrics = Metrics::default();
        metrics.refused("guests");
        metrics.commands.observe(Duration::from_micros(50));
        metrics.disk[0].store(7, Relaxed);
        let promtool = Command::new("promtool")
            .args(["check", "metrics"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        let Ok(mut promtool) = promtool else { return eprintln!("no promtool here") };
        promtool.stdin.take().unwrap().write_all(metrics.text().as_bytes()).unwrap();
        let said = promtool.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&said.stdout) + String::from_utf8_lossy(&said.stderr);
        assert!(said.status.success() && text.is_empty(), "{text}");
    }
}
