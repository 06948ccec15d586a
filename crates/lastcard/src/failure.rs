//! How a command ends that could not do its work.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command ended before its work was done.
#[derive(Debug)]
pub enum Failure {
    /// What was wrong, still to be told.
    Message(String),
    /// It has been told already.
    Told,
    /// Input could not be read or output not be written.
    Stream(io::Error),
}

impl Failure {
    /// Tells the reason on standard error and gives the exit code.
    pub fn tell(&self) -> ExitCode {
        match self {
            Failure::Told => {}
            // Whoever reads the output has seen enough, as in `lastcard rules yaniv | head`.
            Failure::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Failure::Message(_) | Failure::Stream(_) => eprintln!("lastcard: {self}"),
        }
        ExitCode::FAILURE
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message(message) => f.write_str(message),
            Failure::Told => Ok(()),
            Failure::Stream(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Stream(error)
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}
