//! Errors of the commands.

use std::io;
use std::process::ExitCode;

use engine::Refusal;
use games::record::RecordError;
use games::{ChangeError, CompileError, DealError, SessionError};
use lab::LabError;
use server::{MoveError, ServeError, StoreError};
use terminal::LocalGameError;
use terminal::error_text::with_causes;
use terminal::seat_setup::NameError;

use crate::connection::ConnectionError;

/// Why a command could not do its work.
///
/// A message does not repeat its source: [`CliError::message`] joins the whole chain.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments do not fit together.
    #[error("{0}")]
    Usage(String),
    /// No preset has this name, and it is not the path of a rule file.
    #[error(
        "there is no preset \"{name}\".{suggestion}\n  `lastcard presets` lists them, and a rule file is named \
         with its ending, like my.toml."
    )]
    UnknownPreset {
        /// The name that was asked for.
        name: String,
        /// A sentence with the presets it may stand for, or nothing.
        suggestion: String,
    },
    /// A rule file has faults. The text shows each with its place.
    #[error("{0}")]
    RuleFile(String),
    /// Changes of options that the rules do not allow.
    #[error("--rule: {}", .0.messages().join("\n  "))]
    RuleChange(ChangeError),
    /// The rules cannot be played by so many players.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A round cannot be dealt.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A match cannot begin or go on.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A match cannot be played at this device.
    #[error(transparent)]
    LocalGame(#[from] LocalGameError),
    /// A computer player chose an illegal move.
    #[error("a computer player chose an illegal move: {0:?}")]
    IllegalChoice(Refusal),
    /// A name that cannot be used at a table.
    #[error(transparent)]
    Name(#[from] NameError),
    /// A file could not be read.
    #[error("cannot read {path}")]
    Read {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A file could not be written.
    #[error("cannot write {path}")]
    Write {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// A file that should be text is not.
    #[error("{0} is not UTF-8 text")]
    NotText(String),
    /// A record is not valid.
    #[error("{file}{}: {}", line_suffix(.error), .error.fault)]
    Record {
        /// The file of the record.
        file: String,
        /// What is wrong, and where.
        error: RecordError,
    },
    /// A study could not be done.
    #[error(transparent)]
    Lab(#[from] LabError),
    /// A server could not be reached, or refused.
    #[error(transparent)]
    Connection(#[from] ConnectionError),
    /// The server ended the connection.
    #[error("{0}")]
    Disconnected(String),
    /// The data of a server could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The data of a server could not be copied.
    #[error(transparent)]
    MoveStore(#[from] MoveError),
    /// A player could not be removed.
    #[error(transparent)]
    DeletePlayer(#[from] server::players::DeleteError),
    /// The server stopped.
    #[error(transparent)]
    Serve(#[from] ServeError),
    /// The reason was already printed.
    #[error("")]
    Reported,
    /// Standard input could not be read, or standard output not written.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl CliError {
    /// The message with its causes.
    pub fn message(&self) -> String {
        with_causes(self)
    }

    /// Prints the message to standard error and returns the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            CliError::Reported => {}
            // The reader of the output has seen enough, as in `lastcard rules yaniv | head`.
            CliError::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            _ => eprintln!("lastcard: {}", self.message()),
        }
        ExitCode::FAILURE
    }
}

/// The line of a fault, as it follows the name of a file; nothing if it is about the whole record.
fn line_suffix(error: &RecordError) -> String {
    if error.line == 0 { String::new() } else { format!(":{}", error.line) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::record::RecordFault;

    fn missing() -> io::Error {
        io::Error::new(io::ErrorKind::NotFound, "no such file")
    }

    #[test]
    fn a_message_is_followed_by_its_cause() {
        let error = CliError::Read { path: "my.toml".into(), source: missing() };
        assert_eq!(error.message(), "cannot read my.toml: no such file");
    }

    #[test]
    fn a_cause_is_not_repeated() {
        assert_eq!(CliError::Stream(missing()).message(), "no such file");
    }

    #[test]
    fn a_fault_of_a_record_has_its_line() {
        let error = |line| RecordError { line, fault: RecordFault::Rules("wrong".into()) };
        let message = |line| CliError::Record { file: "a.txt".into(), error: error(line) }.message();
        assert_eq!((message(3), message(0)), ("a.txt:3: wrong".into(), "a.txt: wrong".into()));
    }
}
