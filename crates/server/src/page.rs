//! The web page, embedded in the program.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode, Uri};
use axum::response::IntoResponse;
use protocol::Refusal;
use sha2::{Digest, Sha256};

use crate::http::HttpProblem;
use crate::rooms::Rooms;

/// A file of the page, with its compressed forms if the build made any.
struct File {
    name: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
    gzip: Option<&'static [u8]>,
}

/// Listed by `build.rs`; empty if the page was not built.
const FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Shown if the page was not built.
const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><title>Lastcard</title><h1>Lastcard</h1>\
    <p>This server has tables for Whot, UNO-type games, Crazy Eights and Yaniv, but it was built without its page.</p>\
    <p>With Node 20 or newer installed, <code>cargo xtask serve</code> builds the page and starts the server. \
    Without it, <code>lastcard join</code> plays at this server in the terminal.</p></html>";

/// The page itself, at every path that shows it.
pub async fn front(State(rooms): State<Arc<Rooms>>, headers: HeaderMap) -> Response<Body> {
    match find("index.html") {
        Some(file) if rooms.settings.base.is_empty() => send(file, &headers),
        Some(file) => send_under(file, &rooms.settings.base),
        None => reply("text/html; charset=utf-8", NOT_BUILT.as_bytes()),
    }
}

/// A file of the page.
pub async fn file(address: Uri, headers: HeaderMap) -> Response<Body> {
    match find(address.path().trim_start_matches('/')) {
        Some(file) => send(file, &headers),
        None => HttpProblem::from(Refusal::NoSuchPage).into_response(),
    }
}

/// The page with the path under which it is served in front of all its addresses.
fn send_under(file: &File, base: &str) -> Response<Body> {
    let page = String::from_utf8_lossy(file.plain).replace("=\"/", &format!("=\"{base}/"));
    let mut answer = Response::new(Body::from(page));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(file.name)));
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

fn find(name: &str) -> Option<&'static File> {
    FILES.iter().find(|file| file.name == name)
}

fn send(file: &File, headers: &HeaderMap) -> Response<Body> {
    let tag = format!("\"{}\"", short_hash(file.plain));
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return with_caching(file, &tag, status(StatusCode::NOT_MODIFIED));
    }
    let (bytes, encoding) = smallest(file, headers);
    let mut answer = with_caching(file, &tag, reply(kind(file.name), bytes));
    if let Some(encoding) = encoding {
        answer.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    answer
}

/// The smallest form that the browser accepts.
fn smallest(file: &File, headers: &HeaderMap) -> (&'static [u8], Option<&'static str>) {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let takes = |word: &str| accepted.split(',').any(|part| part.trim().split(';').next() == Some(word));
    match (file.brotli, file.gzip) {
        (Some(bytes), _) if takes("br") => (bytes, Some("br")),
        (_, Some(bytes)) if takes("gzip") => (bytes, Some("gzip")),
        _ => (file.plain, None),
    }
}

/// Adds the headers for caching: for ever if the name has a hash of the content, otherwise only after revalidation.
fn with_caching(file: &File, tag: &str, mut answer: Response<Body>) -> Response<Body> {
    let cache =
        if file.name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    answer
}

fn reply(kind: &'static str, bytes: &'static [u8]) -> Response<Body> {
    let mut answer = Response::new(Body::from(bytes));
    answer.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    answer
}

fn status(status: StatusCode) -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    *answer.status_mut() = status;
    answer
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

fn short_hash(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    let start: [u8; 8] = std::array::from_fn(|at| hash[at]);
    format!("{:016x}", u64::from_be_bytes(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: File = File { name: "assets/a.js", plain: b"plain", brotli: Some(b"br"), gzip: Some(b"gz") };

    fn asked(encodings: &'static str) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(encodings));
        headers
    }

    #[test]
    fn a_browser_gets_the_smallest_form_that_it_understands() {
        assert_eq!(smallest(&FILE, &asked("gzip, deflate, br;q=1.0")), (&b"br"[..], Some("br")));
        assert_eq!(smallest(&FILE, &asked("gzip, deflate")), (&b"gz"[..], Some("gzip")));
        assert_eq!(smallest(&FILE, &asked("identity")), (&b"plain"[..], None));
        assert_eq!(smallest(&FILE, &HeaderMap::new()), (&b"plain"[..], None));
    }

    #[test]
    fn what_has_its_content_in_its_name_is_kept_for_ever() {
        let kept = |file: &File| send(file, &HeaderMap::new()).headers()[header::CACHE_CONTROL].clone();
        assert_eq!(kept(&FILE), "public, max-age=31536000, immutable");
        assert_eq!(kept(&File { name: "sw.js", ..FILE }), "no-cache");
    }

    #[test]
    fn a_known_file_is_not_sent_again() {
        let tag = send(&FILE, &HeaderMap::new()).headers()[header::ETAG].clone();
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, tag);
        assert_eq!(send(&FILE, &headers).status(), StatusCode::NOT_MODIFIED);
    }
}
