//! The number of files and connections that the system lets this process have open.

/// Raises the limit as far as an ordinary process may, and returns it; `None` where there is no limit or it is not known.
pub fn raise_limit() -> Option<u64> {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        // Some systems have a lower bound than they tell; then it stays as it was.
        let raised = Rlimit { current: limit.maximum, ..limit };
        match setrlimit(Resource::Nofile, raised) {
            Ok(()) => raised.current,
            Err(_) => limit.current,
        }
    }
    #[cfg(not(unix))]
    None
}
