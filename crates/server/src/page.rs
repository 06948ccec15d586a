//! The web page, embedded in the program.

use std::net::IpAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::{Response, StatusCode, Uri};
use axum::response::IntoResponse;
use protocol::{Refusal, TableSummary};
use sha2::{Digest, Sha256};

use crate::http::{CallLimit, Caller, HttpProblem};
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
        Some(file) => send_text(file, page_under(file, &rooms.settings.base)),
        None => reply("text/html; charset=utf-8", NOT_BUILT.as_bytes()),
    }
}

/// The page at the link to a table, which a messenger shows with the name of the game.
pub async fn table_front(rooms: &Rooms, code: &str, client: IpAddr, headers: &HeaderMap) -> Response<Body> {
    let base = &rooms.settings.base;
    let Some(file) = find("index.html") else {
        return reply("text/html; charset=utf-8", NOT_BUILT.as_bytes());
    };
    let known = match Caller::<CallLimit>::within(rooms, client) {
        Ok(_) => rooms.summary(code).await,
        Err(_) => None,
    };
    match known {
        Some(table) => send_text(
            file,
            page_under(file, base)
                .replace("</head>", &format!("{}</head>", preview_tags(&table, &address_of(rooms, headers)))),
        ),
        None => send_text(file, page_under(file, base)),
    }
}

/// Where a browser finds this server: the first configured origin, or the host that was asked.
fn address_of(rooms: &Rooms, headers: &HeaderMap) -> String {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let origin = rooms.settings.origins.first().cloned().unwrap_or_else(|| format!("http://{host}"));
    origin + &rooms.settings.base
}

/// What a messenger shows of a link to a table.
fn preview_tags(table: &TableSummary, address: &str) -> String {
    let about = match (table.playing, table.players < table.seats) {
        (true, _) => "The game is on. Open the link to watch.".into(),
        (false, true) => {
            format!("{} of {} seats are taken. Open the link to take one.", table.players, table.seats)
        }
        (false, false) => "All seats are taken. Open the link to watch.".into(),
    };
    let tags = [
        ("og:type", "website".into()),
        ("og:site_name", "Lastcard".into()),
        ("og:title", format!("{}: play with us", table.title)),
        ("og:description", about),
        ("og:url", format!("{address}/t/{}", table.table)),
        ("og:image", format!("{address}/icon-512.png")),
        ("twitter:card", "summary".into()),
    ];
    let tag = |(name, text): (&str, String)| {
        format!("<meta property=\"{name}\" content=\"{}\" />", attribute(&text))
    };
    tags.into_iter().map(tag).collect()
}

/// Text as the value of an attribute.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A file of the page.
pub async fn file(address: Uri, headers: HeaderMap) -> Response<Body> {
    match find(address.path().trim_start_matches('/')) {
        Some(file) => send(file, &headers),
        None => HttpProblem::from(Refusal::NoSuchPage).into_response(),
    }
}

/// The page with the path under which it is served in front of all its addresses.
fn page_under(file: &File, base: &str) -> String {
    String::from_utf8_lossy(file.plain).replace("=\"/", &format!("=\"{base}/"))
}

/// A page made for this request.
fn send_text(file: &File, page: String) -> Response<Body> {
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
    fn a_link_to_a_table_names_the_game_and_escapes_its_title() {
        let table = TableSummary {
            table: "K7QX2MPA".into(),
            title: "Ada's <\"Whot\">".into(),
            players: 1,
            seats: 4,
            seconds: 60,
            playing: false,
        };
        let tags = preview_tags(&table, "https://cards.example/cards");
        let expected = [
            r#"<meta property="og:title" content="Ada's &lt;&quot;Whot&quot;&gt;: play with us" />"#,
            r#"content="1 of 4 seats are taken. Open the link to take one.""#,
            r#"content="https://cards.example/cards/t/K7QX2MPA""#,
            r#"<meta property="og:image" content="https://cards.example/cards/icon-512.png" />"#,
        ];
        for tag in expected {
            assert!(tags.contains(tag), "{tag} in {tags}");
        }
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
