//! What can go wrong in a task.

use std::error::Error as StdError;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

/// Why a task failed.
#[derive(Debug)]
pub enum Error {
    /// The command line names no task, or names it wrongly.
    Usage(String),
    /// A program could not be started.
    NotStarted {
        /// The program with its arguments.
        line: String,
        /// Why.
        source: io::Error,
    },
    /// A program ran and failed.
    Failed {
        /// The program with its arguments.
        line: String,
        /// How it ended.
        status: ExitStatus,
    },
    /// A file or folder could not be read or written.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something has to be installed first; the text says what, and how.
    Missing(String),
    /// What was checked does not hold.
    Broken(String),
    /// A step of a longer task failed.
    Step {
        /// The name of the step.
        name: &'static str,
        /// Why.
        source: Box<Error>,
    },
}

impl Error {
    /// Names the file that an error of the system is about.
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Error {
        move |source| Error::File { path: path.into(), source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Usage(text) | Error::Missing(text) | Error::Broken(text) => f.write_str(text),
            Error::NotStarted { line, source } => write!(f, "`{line}` could not be started: {source}"),
            Error::Failed { line, status } => write!(f, "`{line}` ended with {status}"),
            Error::File { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Step { name, source } => write!(f, "{name}: {source}"),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Error::Usage(_) | Error::Missing(_) | Error::Broken(_) | Error::Failed { .. } => None,
            Error::NotStarted { source, .. } | Error::File { source, .. } => Some(source),
            Error::Step { source, .. } => Some(source),
        }
    }
}
