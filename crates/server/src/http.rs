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
use protocol::{Guest, Invitation, Made, MakeTable, Problem, Refusal, Resume, Ticket, TicketRequest, json};

use crate::log_entry::Player;
use crate::rate_limits::{Buckets, client, household};
use crate::rooms::{Refused, Rooms};
use crate::{page, relay, socket};

/// Who is at the other end of the connection.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The longest body of a call: a rule file with some room.
const LONGEST_BODY: usize = 64 * 1024;

type Reply = Response<Body>;

/// All calls.
pub fn router(rooms: Arc<Rooms>) -> Router {
    let elsewhere = middleware::from_fn_with_state(rooms.clone(), relay::forward);
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
        .layer(middleware::from_fn_with_state(rooms.clone(), guard))
        .with_state(rooms)
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
async fn guard(State(rooms): State<Arc<Rooms>>, request: Request, next: Next) -> Reply {
    let stranger =
        request.headers().contains_key(header::ORIGIN) && !is_own_origin(&rooms, request.headers());
    let mut reply = if stranger {
        rooms.metrics.refused("origin");
        problem(StatusCode::FORBIDDEN, Refusal::Origin)
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
pub fn is_own_origin(rooms: &Rooms, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let (Some(origin), Some(host)) = (text(header::ORIGIN), text(header::HOST)) else { return false };
    if headers.get_all(header::ORIGIN).iter().count() != 1 {
        return false;
    }
    if rooms.settings.origins.is_empty() {
        let bare = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        bare == Some(host)
    } else {
        rooms.settings.origins.iter().any(|known| known == origin)
    }
}

/// The address that limits count for this call.
pub fn address(rooms: &Rooms, peer: Peer, headers: &HeaderMap) -> IpAddr {
    if let Some(client) = relay::forwarded_client(rooms, headers) {
        return client;
    }
    let forwarded: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok()).collect();
    client(peer.0, &forwarded, &rooms.settings.proxies)
}

/// An answer in JSON.
fn answer<T: serde::Serialize>(status: StatusCode, body: &T) -> Reply {
    let mut reply = Response::new(Body::from(json::write(body)));
    *reply.status_mut() = status;
    reply.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    reply
}

/// What was wrong.
pub fn problem(status: StatusCode, refusal: Refusal) -> Reply {
    let mut reply = answer(status, &Problem::from(refusal));
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
    problem(StatusCode::SERVICE_UNAVAILABLE, Refusal::Unavailable)
}

/// Somebody asks too often.
pub fn too_often(rooms: &Rooms, what: &'static str) -> Reply {
    rooms.metrics.refused(what);
    problem(StatusCode::TOO_MANY_REQUESTS, Refusal::TooOften)
}

async fn ready(State(rooms): State<Arc<Rooms>>) -> Reply {
    if rooms.draining.load(Relaxed) {
        text(StatusCode::SERVICE_UNAVAILABLE, "ending\n")
    } else if !rooms.serves() {
        text(StatusCode::SERVICE_UNAVAILABLE, "the store is away\n")
    } else {
        text(StatusCode::OK, "ready\n")
    }
}

/// Figures are for this machine only.
async fn metrics(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    if address(&rooms, peer, &headers).is_loopback() {
        text(StatusCode::OK, &rooms.metrics.text())
    } else {
        nothing_here()
    }
}

/// Somebody who calls, within the limits.
struct Caller {
    rooms: Arc<Rooms>,
}

impl Caller {
    /// The caller, if within the limit.
    fn within(
        rooms: &Arc<Rooms>,
        peer: Peer,
        headers: &HeaderMap,
        limit: &Buckets<IpAddr>,
        what: &'static str,
    ) -> Result<Caller, Reply> {
        let address = household(address(rooms, peer, headers));
        if limit.take(&address, rooms.now()) {
            Ok(Caller { rooms: rooms.clone() })
        } else {
            Err(too_often(rooms, what))
        }
    }

    /// Whose key the call carries.
    async fn player(&self, headers: &HeaderMap) -> Result<Player, Reply> {
        let unknown = || problem(StatusCode::UNAUTHORIZED, Refusal::NoKey);
        let key = key_of(headers).ok_or_else(unknown)?;
        self.rooms.player(key).await.ok_or_else(unknown)
    }
}

fn key_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

fn body<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Reply> {
    json::read(text).map_err(|why| problem(StatusCode::BAD_REQUEST, Refusal::Unreadable { why }))
}

async fn guest(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.guests, "guests")?;
        let token = rooms.new_guest().await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::CREATED, &Guest { token }))
    })
    .await
}

async fn logout(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.calls, "calls")?;
        if let Some(key) = key_of(&headers) {
            rooms.forget(key).await;
        }
        Ok(text(StatusCode::OK, ""))
    })
    .await
}

async fn link(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    settle(async {
        let caller = Caller::within(&rooms, peer, &headers, &rooms.rate_limits.calls, "calls")?;
        let player = caller.player(&headers).await?;
        let resume = rooms.new_link(player).await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::CREATED, &Invitation { resume }))
    })
    .await
}

async fn resume(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.joins, "joins")?;
        let link: Resume = body(&content)?;
        match rooms.exchange(&link.resume).await {
            Some(token) => Ok(answer(StatusCode::CREATED, &Guest { token })),
            None => Err(problem(StatusCode::NOT_FOUND, Refusal::NoSuchLink)),
        }
    })
    .await
}

async fn lobby(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.calls, "calls")?;
        let lobby = rooms.lobby().await.ok_or_else(unavailable)?;
        Ok(answer(StatusCode::OK, &*lobby))
    })
    .await
}

async fn line(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.joins, "joins")?;
        let line = rooms.summary(&code).await.ok_or_else(no_table)?;
        Ok(answer(StatusCode::OK, &line))
    })
    .await
}

/// The record of a match that is over and whose cards lie open anyway.
async fn record(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Reply {
    settle(async {
        Caller::within(&rooms, peer, &headers, &rooms.rate_limits.joins, "joins")?;
        let unknown = || problem(StatusCode::NOT_FOUND, Refusal::NoSuchRecord);
        let record = rooms.record(&code).await.map_err(|_| unavailable())?;
        record.map(|record| text(StatusCode::OK, &record)).ok_or_else(unknown)
    })
    .await
}

async fn make(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        let caller = Caller::within(&rooms, peer, &headers, &rooms.rate_limits.tables, "tables")?;
        let player = caller.player(&headers).await?;
        let ask: MakeTable = body(&content)?;
        let table = rooms.make(player, &ask).await.map_err(|why| match why {
            Ok(why) => problem(StatusCode::BAD_REQUEST, Refusal::Rules { why }),
            Err(Refused::TooMany) => problem(StatusCode::TOO_MANY_REQUESTS, Refusal::TooManyTables),
            Err(Refused::Busy | Refused::Unknown) => unavailable(),
        })?;
        let link = format!("/t/{table}");
        Ok(answer(StatusCode::CREATED, &Made { table, link }))
    })
    .await
}

async fn ticket(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    content: String,
) -> Reply {
    settle(async {
        let caller = Caller::within(&rooms, peer, &headers, &rooms.rate_limits.joins, "joins")?;
        let player = caller.player(&headers).await?;
        let ask: TicketRequest = body(&content)?;
        rooms.room(&ask.table).await.ok_or_else(no_table)?;
        let ticket = rooms.ticket(player, &ask.table);
        Ok(answer(StatusCode::CREATED, &Ticket { ticket }))
    })
    .await
}

/// An address that leads nowhere.
pub fn nothing_here() -> Reply {
    problem(StatusCode::NOT_FOUND, Refusal::NoSuchPage)
}

fn no_table() -> Reply {
    problem(StatusCode::NOT_FOUND, Refusal::NoSuchTable)
}

/// Either way it is an answer.
async fn settle(call: impl Future<Output = Result<Reply, Reply>>) -> Reply {
    call.await.unwrap_or_else(|reply| reply)
}
