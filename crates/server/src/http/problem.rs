//! Problems as HTTP responses.

use axum::http::header::{self, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::{body::Body, response::IntoResponse};
use protocol::{Problem, Refusal};

use super::json_response;
use crate::rooms::{Busy, MakeTableError};

/// Clients should retry an overloaded server, or after a rate limit, after this many seconds.
const RETRY_AFTER_SECS: HeaderValue = HeaderValue::from_static("5");

/// A refusal as the response to a request.
#[derive(Debug)]
pub struct HttpProblem(pub Refusal);

impl From<Refusal> for HttpProblem {
    fn from(refusal: Refusal) -> HttpProblem {
        HttpProblem(refusal)
    }
}

impl From<Busy> for HttpProblem {
    fn from(Busy: Busy) -> HttpProblem {
        HttpProblem(Refusal::Unavailable)
    }
}

impl From<MakeTableError> for HttpProblem {
    fn from(error: MakeTableError) -> HttpProblem {
        match error {
            MakeTableError::Setup(error) => HttpProblem(Refusal::Rules { why: error.to_string() }),
            MakeTableError::TooMany => HttpProblem(Refusal::TooManyTables),
            MakeTableError::Busy(busy) => busy.into(),
        }
    }
}

impl IntoResponse for HttpProblem {
    fn into_response(self) -> Response<Body> {
        let status = status(&self.0);
        let mut response = json_response(status, &Problem::from(self.0));
        if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER_SECS);
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
        | Refusal::BadName { .. }
        | Refusal::Rules { .. }
        | Refusal::BadPhrase
        | Refusal::ChatLength { .. } => StatusCode::BAD_REQUEST,
        Refusal::NoKey | Refusal::BadTicket => StatusCode::UNAUTHORIZED,
        Refusal::Origin
        | Refusal::NotMaker
        | Refusal::ChatOff
        | Refusal::ChatInPerson
        | Refusal::NoMixing => StatusCode::FORBIDDEN,
        Refusal::NoSuchPage | Refusal::NoSuchTable | Refusal::NoSuchLink | Refusal::NoSuchRecord => {
            StatusCode::NOT_FOUND
        }
        Refusal::Table(_)
        | Refusal::NameLooksTaken
        | Refusal::TableFull
        | Refusal::TooManySpectators
        | Refusal::LogFull => StatusCode::CONFLICT,
        Refusal::MessageTooLong => StatusCode::PAYLOAD_TOO_LARGE,
        Refusal::TooFast | Refusal::TooOften | Refusal::TooManyTables => StatusCode::TOO_MANY_REQUESTS,
        Refusal::Fault { .. } | Refusal::NoHintFound => StatusCode::INTERNAL_SERVER_ERROR,
        Refusal::Busy | Refusal::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_told_when_to_retry() {
        let retry =
            |refusal: Refusal| HttpProblem(refusal).into_response().headers().contains_key("retry-after");
        assert!(retry(Refusal::TooOften) && retry(Refusal::Unavailable) && retry(Refusal::TooManyTables));
        assert!(!retry(Refusal::NoSuchTable) && !retry(Refusal::NoKey));
    }
}
