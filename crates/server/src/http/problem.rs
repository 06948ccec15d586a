//! Problems as HTTP responses.

use axum::http::header::{self, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::{body::Body, response::IntoResponse};
use protocol::{Problem, Refusal};
use table::Millis;

use super::json_response;
use crate::rooms::{Busy, MakeTableError};
use crate::table_setup::SetupError;

/// Clients should retry an overloaded server after this many seconds.
const OVERLOAD_RETRY_SECS: u64 = 5;

/// A refusal as the response to a request.
#[derive(Debug)]
pub struct HttpProblem {
    refusal: Refusal,
    /// In how many seconds the same request can succeed, if that is known.
    retry_after: Option<u64>,
}

impl HttpProblem {
    /// A rate limit was exceeded; the next request is within it after this time.
    pub fn too_often(wait: Millis) -> HttpProblem {
        HttpProblem { refusal: Refusal::TooOften, retry_after: Some(wait.div_ceil(1_000).max(1)) }
    }
}

impl From<Refusal> for HttpProblem {
    fn from(refusal: Refusal) -> HttpProblem {
        let overloaded = status(&refusal) == StatusCode::SERVICE_UNAVAILABLE;
        HttpProblem { retry_after: overloaded.then_some(OVERLOAD_RETRY_SECS), refusal }
    }
}

impl From<Busy> for HttpProblem {
    fn from(Busy: Busy) -> HttpProblem {
        Refusal::Unavailable.into()
    }
}

impl From<MakeTableError> for HttpProblem {
    fn from(error: MakeTableError) -> HttpProblem {
        match error {
            MakeTableError::Setup(SetupError::Text(refusal)) => refusal.into(),
            MakeTableError::Setup(error) => Refusal::Rules { why: error.to_string() }.into(),
            MakeTableError::TooMany => Refusal::TooManyTables.into(),
            MakeTableError::Busy(busy) => busy.into(),
        }
    }
}

impl IntoResponse for HttpProblem {
    fn into_response(self) -> Response<Body> {
        let mut response = json_response(status(&self.refusal), &Problem::from(self.refusal));
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// The status of each refusal, also of those that only a socket sends.
fn status(refusal: &Refusal) -> StatusCode {
    match refusal {
        Refusal::Unreadable { .. }
        | Refusal::GreetingMissing
        | Refusal::GreetingRepeated
        | Refusal::BadCommandId
        | Refusal::BadShuffleBytes
        | Refusal::ServerVersion { .. }
        | Refusal::PageVersion
        | Refusal::NotAMove
        | Refusal::BadName
        | Refusal::HiddenCharacter { .. }
        | Refusal::StackedMarks { .. }
        | Refusal::MixedScripts { .. }
        | Refusal::LooksLatin { .. }
        | Refusal::ReservedWord { .. }
        | Refusal::Rules { .. }
        | Refusal::BadPhrase
        | Refusal::ChatLength { .. } => StatusCode::BAD_REQUEST,
        Refusal::NoKey | Refusal::BadTicket => StatusCode::UNAUTHORIZED,
        Refusal::Origin
        | Refusal::Host { .. }
        | Refusal::NotMaker
        | Refusal::ChatOff
        | Refusal::ChatInPerson
        | Refusal::Blocked
        | Refusal::Banned { .. }
        | Refusal::BannedForEver
        | Refusal::NoOperator
        | Refusal::NoMixing => StatusCode::FORBIDDEN,
        Refusal::NoSuchPage
        | Refusal::NoSuchGame
        | Refusal::NoSuchTable
        | Refusal::NoSuchLink
        | Refusal::NoSuchRecord => StatusCode::NOT_FOUND,
        Refusal::Table(_)
        | Refusal::NameLooksTaken
        | Refusal::TableFull
        | Refusal::TooManySeats
        | Refusal::NobodyNamed
        | Refusal::TooManySpectators
        | Refusal::LogFull => StatusCode::CONFLICT,
        Refusal::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
        Refusal::MessageTooLong => StatusCode::PAYLOAD_TOO_LARGE,
        Refusal::TooFast | Refusal::TooOften | Refusal::TooManyTables => StatusCode::TOO_MANY_REQUESTS,
        Refusal::Fault { .. } | Refusal::NoHintFound => StatusCode::INTERNAL_SERVER_ERROR,
        Refusal::Busy | Refusal::DiskFull | Refusal::ReadOnly | Refusal::Unavailable => {
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn retry_after(problem: HttpProblem) -> Option<String> {
        let response = problem.into_response();
        response.headers().get("retry-after").map(|value| value.to_str().unwrap().into())
    }

    /// Every status that a call may answer with stands beside its code in the document.
    #[test]
    fn the_document_lists_the_status_of_every_problem() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");
        let document = std::fs::read_to_string(path).expect("the document");
        let document = document.split("## Codes\n").nth(1).expect("a section");
        let listed = |code: &str| {
            let row = document.lines().find(|line| line.starts_with(&format!("| `{code}`")));
            row.and_then(|row| row.trim_end_matches(" |").rsplit(" | ").next()).unwrap_or_default()
        };
        for refusal in [
            Refusal::Unreadable { why: String::new() },
            Refusal::WrongMethod,
            Refusal::MessageTooLong,
            Refusal::NoKey,
            Refusal::Origin,
            Refusal::NoSuchPage,
            Refusal::NoSuchGame,
            Refusal::NoSuchTable,
            Refusal::NoSuchLink,
            Refusal::NoSuchRecord,
            Refusal::TooManyTables,
            Refusal::BannedForEver,
            Refusal::TooOften,
            Refusal::Unavailable,
            Refusal::Rules { why: String::new() },
            Refusal::HiddenCharacter { what: "", code: 0 },
            Refusal::StackedMarks { what: "", most: 0 },
            Refusal::MixedScripts { what: "", word: String::new() },
            Refusal::LooksLatin { what: "", twin: String::new() },
            Refusal::ReservedWord { what: "", word: "" },
        ] {
            let (code, status) = (refusal.code(), status(&refusal).as_u16().to_string());
            assert!(listed(code).split(", ").any(|known| known == status), "{code}: {status}");
        }
    }

    #[test]
    fn programs_are_told_when_to_retry_and_only_where_that_is_known() {
        assert_eq!(retry_after(HttpProblem::too_often(359_001)).as_deref(), Some("360"));
        assert_eq!(retry_after(HttpProblem::too_often(1)).as_deref(), Some("1"));
        assert_eq!(retry_after(Refusal::Unavailable.into()).as_deref(), Some("5"));
        for refusal in [Refusal::NoSuchTable, Refusal::NoKey, Refusal::TooManyTables, Refusal::TooOften] {
            assert_eq!(retry_after(refusal.into()), None);
        }
    }
}
