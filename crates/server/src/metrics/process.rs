//! Metrics of the process and of its disk, by the names that all programs give them.

use std::path::Path;

/// A metric with one value: its kind, name, help and value.
pub type Sample = (&'static str, &'static str, &'static str, f64);

/// What the system says of this process; nothing where it has no `/proc`.
pub fn samples() -> Vec<Sample> {
    #[cfg(target_os = "linux")]
    return linux::samples().unwrap_or_default();
    #[cfg(not(target_os = "linux"))]
    Vec::new()
}

/// The free bytes and the size of the disk that a folder is on.
pub fn disk(folder: &Path) -> Option<(u64, u64)> {
    #[cfg(unix)]
    {
        let disk = rustix::fs::statvfs(folder).ok()?;
        Some((disk.f_bavail * disk.f_frsize, disk.f_blocks * disk.f_frsize))
    }
    #[cfg(not(unix))]
    {
        let _ = folder;
        None
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use super::Sample;

    pub fn samples() -> Option<Vec<Sample>> {
        let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
        // The name of the program, in parentheses, may contain anything.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        // Fields are numbered from 1 in proc(5), and the first one here is the third.
        let field = |number: usize| fields.get(number - 3)?.parse::<f64>().ok();
        let ticks = rustix::param::clock_ticks_per_second() as f64;
        let page = rustix::param::page_size() as f64;
        let boot = std::fs::read_to_string("/proc/stat").ok().and_then(|text| {
            text.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse::<f64>().ok())
        });
        let mut samples = vec![
            (
                "counter",
                "process_cpu_seconds_total",
                "CPU time of the process.",
                (field(14)? + field(15)?) / ticks,
            ),
            ("gauge", "process_threads", "Threads of the process.", field(20)?),
            ("gauge", "process_virtual_memory_bytes", "Virtual memory of the process.", field(23)?),
            ("gauge", "process_resident_memory_bytes", "Resident memory of the process.", field(24)? * page),
        ];
        if let Ok(open) = std::fs::read_dir("/proc/self/fd") {
            samples.push(("gauge", "process_open_fds", "Open files and sockets.", open.count() as f64));
        }
        if let Some(max) = max_open_files() {
            samples.push(("gauge", "process_max_fds", "Maximum number of open files and sockets.", max));
        }
        // A unit with ProcSubset=pid hides the time of the last boot.
        if let Some(boot) = boot {
            let started = boot + field(22)? / ticks;
            samples.push(("gauge", "process_start_time_seconds", "When the process started.", started));
        }
        Some(samples)
    }

    fn max_open_files() -> Option<f64> {
        let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}
