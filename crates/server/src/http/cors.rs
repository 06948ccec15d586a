//! Pages of other origins that the operator allows: browsers send a preflight request before they call.

use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Method, Response, StatusCode};
use axum::response::IntoResponse;

use super::is_own_origin;
use crate::rooms::Rooms;

/// What a page of another origin may send and read.
const PREFLIGHT_HEADERS: [(HeaderName, &str); 3] = [
    (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST"),
    (header::ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type"),
    (header::ACCESS_CONTROL_MAX_AGE, "3600"),
];

/// The origin of the request, if the operator named it.
pub(super) fn allowed_origin(rooms: &Rooms, headers: &HeaderMap) -> Option<HeaderValue> {
    let named = !rooms.settings.origins.is_empty() && is_own_origin(rooms, headers);
    headers.get(header::ORIGIN).filter(|_| named).cloned()
}

/// Whether a browser asks if it may make a call.
pub(super) fn is_preflight(request: &Request) -> bool {
    request.method() == Method::OPTIONS
        && request.headers().contains_key(header::ACCESS_CONTROL_REQUEST_METHOD)
}

pub(super) fn preflight() -> Response<Body> {
    let headers = PREFLIGHT_HEADERS.map(|(name, value)| (name, HeaderValue::from_static(value)));
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Lets pages of this origin read the response.
pub(super) fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    headers.append(header::VARY, HeaderValue::from_static("origin"));
}
