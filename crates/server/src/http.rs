//! The plain HTTP calls: guests, tables, tickets, and what a sysadmin asks for.
#![expect(clippy::result_large_err, reason = "an early answer is an answer like any other")]

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Extension, Path, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use axum::middleware::{self, Next};
use axum::routing::{get, post};
use protocol::{Guest, Invitation, Made, MakeTable, Problem, Resume, Ticket, TicketAsk, json};

use crate::entry::Player;
use crate::hall::{Hall, Refused};
use crate::limits::{Buckets, client, household};
use crate::{page, relay, socket};

/// Who is at the other end of the connection.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The longest body of a call: a rule file with some room.
const LONGEST_BODY: usize = 64 * 1024;

type Reply = Response<Body>;

/// All calls.
pub fn router(hall: Arc<Hall>) -> Router {
    let elsewhere = middleware::from_fn_with_state(hall.clone(), relay::pass_on);
    Router::new()
        .route("/", get(page::front))
        .route("/livez", get(|| async { text(StatusCode::OK, "alive\n") }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/api/guest", post(guest))
        .route("/api/logout", post(logout))
        .route("/api/link", post(link))
        .route("/api/resume", post(resume))
        .route("/api/tables", get(lobby).post(make))
        .route("/api/tables/{code}", get(line))
        .route("/api/tables/{code}/record", get(record).layer(elsewhere.clone()))
        .route("/api/ticket", post(ticket))
        .route("/t/{code}", get(socket::upgrade).layer(elsewhere))
        .fallback(page::file)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(hall.clone(), guard))
        .with_state(hall)
}

/// The headers of every answer: nothing is run, framed, guessed or told that is not ours.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

/// Every call passes here: strangers' origins are refused, and every answer has its headers.
async fn guard(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Reply {
    let stranger = request.headers().contains_key(header::ORIGIN) && !is_own_origin(&hall, request.headers());
    let mut reply = if stranger {
        hall.metrics.refused("origin");
        problem(StatusCode::FORBIDDEN, "origin", "This page may not speak to this server.")
    } else {
        next.run(request).await
    };
    for (name, value) in HEADERS {
        reply.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    reply.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    reply
}

/// Whether the origin is exactly one of ours: those that are named, or else the address that was asked (S3).
pub fn is_own_origin(hall: &Hall, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    if headers.get_all(header::ORIGIN).iter().count() != 1 {
        return false;
    }
    if hall.settings.origins.is_empty() {
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        bare == Some(host)
    } else {
        hall.settings.origins.iter().any(|known| known == origin)
    }
}

/// The address that limits count for this call.
pub fn address(hall: &Hall, peer: Peer, headers: &HeaderMap) -> IpAddr {
    if let Some(client) = relay::client(hall, headers) {
        return client;
    }
    let forwarded: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    client(peer.0, &forwarded, &hall.settings.proxies)
}

/// An answer in JSON.
fn answer<T: serde::Serialize>(status: StatusCode, body: &T) -> Reply {
    let mut reply = Response::new(Body::from(json::write(body)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}

/// What was wrong.
pub fn problem(status: StatusCode, code: &str, why: &str) -> Reply {
    let mut reply = answer(status, &Problem { code: code.into(), why: why.into() });
    if [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].contains(&status) {
        reply.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("5"));
    }
    reply
}

fn text(status: StatusCode, body: &str) -> Reply {
    let mut reply = Response::new(Body::from(body.to_owned()));
    *reply.status_mut() = status;
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    reply.headers_mut().insert(header::CONTENT_TYPE, plain);
    reply
}

/// The server is ending, or something in it is.
pub fn unavailable() -> Reply {
    problem(StatusCode::SERVICE_UNAVAILABLE, "busy", "The server cannot do that now. Try again soon.")
}

/// Somebody asks too often.
pub fn too_often(hall: &Hall, what: &'static str) -> Reply {
    hall.metrics.refused(what);
    problem(StatusCode::TOO_MANY_REQUESTS, "busy", "That is too often. Wait a little and try again.")
}

async fn ready(State(hall): State<Arc<Hall>>) -> Reply {
    if hall.draining.load(Relaxed) {
        text(StatusCode::SERVICE_UNAVAILABLE, "ending\n")
    } else if !hall.serves() {
        text(StatusCode::SERVICE_UNAVAILABLE, "the store is away\n")
    } else {
        text(StatusCode::OK, "ready\n")
    }
}

/// Figures are for this machine only.
async fn metrics(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    if address(&hall, peer, &headers).is_loopback() {
        text(StatusCode::OK, &hall.metrics.text())
    } else {
        nothing_here()
    }
}

/// Somebody who calls, within the limits.
struct Caller {
    hall: Arc<Hall>,
}

impl Caller {
    /// The caller, if within the limit.
    fn within(
        hall: &Arc<Hall>,
        peer: Peer,
        headers: &HeaderMap,
        limit: &Buckets<IpAddr>,
        what: &'static str,
    ) -> Result<Caller, Reply> {
        let address = household(address(hall, peer, headers));
        if limit.take(&address, hall.now()) {
            Ok(Caller { hall: hall.clone() })
        } else {
            Err(too_often(hall, what))
        }
    }

    /// Whose key the call carries.
    async fn player(&self, headers: &HeaderMap) -> Result<Player, Reply> {
        let unknown = || problem(StatusCode::UNAUTHORIZED, "no-key", "Get a key first: POST /api/guest.");
        let key = key_of(headers).ok_or_else(unknown)?;
        self.hall.player(key).await.ok_or_else(unknown)
    }
}

fn key_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn body<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Reply> {
    json::read(text).map_err(|why| problem(StatusCode::BAD_REQUEST, "bad-message", &why))
}

async fn guest(State(hall): State<Arc<Hall>>, Extension(peer): Extension<Peer>, headers: HeaderMap) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.guests, "guests")?;
        let token = hall.new_guest().await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::CREATED, &Guest { token }))
    })
    .await
}

async fn logout(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.calls, "calls")?;
        if let Some(key) = key_of(&headers) {
            hall.forget(key).await;
        }
        Ok(text(StatusCode::OK, ""))
    })
    .await
}

async fn link(State(hall): State<Arc<Hall>>, Extension(peer): Extension<Peer>, headers: HeaderMap) -> Reply {
    settle(async {
        let caller = Caller::within(&hall, peer, &headers, &hall.doors.calls, "calls")?;
        let player = caller.player(&headers).await?;
        let resume = hall.new_link(player).await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::CREATED, &Invitation { resume }))
    })
    .await
}

async fn resume(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.joins, "joins")?;
        let link: Resume = body(&content)?;
        match hall.exchange(&link.resume).await {
            Some(token) => Ok(answer(StatusCode::CREATED, &Guest { token })),
            None => Err(problem(StatusCode::NOT_FOUND, "unknown", "That link is used up or too old.")),
        }
    })
    .await
}

async fn lobby(State(hall): State<Arc<Hall>>, Extension(peer): Extension<Peer>, headers: HeaderMap) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.calls, "calls")?;
        let lobby = hall.lobby().await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::OK, &*lobby))
    })
    .await
}

async fn line(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.joins, "joins")?;
        let line = hall.line(&code).await.ok_or_else(no_table)?;
        Ok(answer(StatusCode::OK, &line))
    })
    .await
}

/// The record of a match that is over and whose cards lie open anyway.
async fn record(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Reply {
    settle(async {
        Caller::within(&hall, peer, &headers, &hall.doors.joins, "joins")?;
        let unknown =
            || problem(StatusCode::NOT_FOUND, "unknown", "There is no match here whose cards lie open.");
        let record = hall.record(&code).await.map_err(|_| unavailable())?;
        record.map(|record| text(StatusCode::OK, &record)).ok_or_else(unknown)
    })
    .await
}

async fn make(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        let caller = Caller::within(&hall, peer, &headers, &hall.doors.tables, "tables")?;
        let player = caller.player(&headers).await?;
        let ask: MakeTable = body(&content)?;
        let table = hall.make(player, &ask).await.map_err(|why| match why {
            Ok(why) => problem(StatusCode::BAD_REQUEST, "rules", &why),
            Err(Refused::TooMany) => problem(
                StatusCode::TOO_MANY_REQUESTS,
                "tables",
                "You have made as many tables as one may have open.",
            ),
            Err(Refused::Busy | Refused::Unknown) => unavailable(),
        })?;
        let link = format!("/t/{table}");
        Ok(answer(StatusCode::CREATED, &Made { table, link }))
    })
    .await
}

async fn ticket(
    State(hall): State<Arc<Hall>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        let caller = Caller::within(&hall, peer, &headers, &hall.doors.joins, "joins")?;
        let player = caller.player(&headers).await?;
        let ask: TicketAsk = body(&content)?;
        hall.room(&ask.table).await.ok_or_else(no_table)?;
        let ticket = hall.ticket(player, &ask.table);
        Ok(answer(StatusCode::CREATED, &Ticket { ticket }))
    })
    .await
}

/// An address that leads nowhere.
pub fn nothing_here() -> Reply {
    problem(StatusCode::NOT_FOUND, "unknown", "There is nothing here.")
}

fn no_table() -> Reply {
    problem(StatusCode::NOT_FOUND, "unknown", "There is no such table.")
}

/// Either way it is an answer.
async fn settle(call: impl Future<Output = Result<Reply, Reply>>) -> Reply {
    call.await.unwrap_or_else(|reply| reply)
}
