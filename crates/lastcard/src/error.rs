//! How a command ends that could not do its work.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command ended before its work was done.
#[derive(Debug)]
pub enum CliError {
    /// What was wrong, still to be told.
    Message(String),
    /// It has been told already.
    Told,
    /// Input could not be read or output not be written.
    Stream(io::Error),
}

impl CliError {
    /// Tells the reason on standard error and gives the exit code.
    pub fn tell(&self) -> ExitCode {
        match self {
            CliError::Told => {}
            // Whoever reads the output has seen enough, as in `lastcard rules yaniv | head`.
            CliError::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            CliError::Message(_) | CliError::Stream(_) => eprintln!("lastcard: {self}"),
        }
        ExitCode::FAILURE
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CliError::Message(message) => f.write_str(message),
            CliError::Told => Ok(()),
            CliError::Stream(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Stream(error)
    }
}

impl From<String> for CliError {
    fn from(message: String) -> CliError {
        CliError::Message(message)
    }
}
