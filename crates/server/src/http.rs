//! The plain HTTP calls: guests, tables, tickets, health and metrics.

mod caller;
mod catalogue;
mod cors;
mod host;
mod problem;
mod timed_body;

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::request::Parts;
use axum::http::{Response, StatusCode};
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use protocol::{
    CreateTable, CreatedTable, Guest, Invitation, Logout, Refusal, Resume, Ticket, TicketRequest, json,
};

pub use caller::{CallLimit, Caller, ClientAddress, HandshakeLimit, Peer, TableCode};
pub use problem::HttpProblem;
pub use timed_body::TimedBody;

use crate::connections::Place;
use crate::rate_limits::{household, plain};
use crate::rooms::Rooms;
use crate::{page, relay, socket};
use caller::{GuestLimit, JoinLimit, JsonBody, KnownCaller, TableLimit, comes_through_proxy, hashed_key};

/// Maximum size of a request body: a rule file with some room.
const MAX_BODY_BYTES: usize = 64 * 1024;

type Result<T = Response<Body>> = std::result::Result<T, HttpProblem>;

/// All routes.
pub fn router(rooms: Arc<Rooms>) -> Router {
    let forward = middleware::from_fn_with_state(rooms.clone(), relay::forward);
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
        .route("/api/tables/{code}", get(summary))
        .route("/api/tables/{code}/record", get(record).layer(forward.clone()))
        .route("/api/ticket", post(ticket))
        .route("/api/node", post(relay::order))
        .route("/t/{code}", get(socket::upgrade).layer(forward))
        .route("/api/presets", get(catalogue::presets))
        .route("/api/presets/{name}", get(catalogue::preset))
        .route("/api/presets/{name}/pack", get(catalogue::pack))
        .route("/api/rules", post(catalogue::rules))
        .fallback(page::file)
        .method_not_allowed_fallback(|| async { HttpProblem::from(Refusal::WrongMethod) })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(middleware::from_fn_with_state(rooms.clone(), guard))
        .with_state(rooms)
}

/// The headers of every response: only our own code runs, in no frame, with no access to the device.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
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

/// Refuses what no handler should see, and adds the headers to every response.
async fn guard(State(rooms): State<Arc<Rooms>>, request: Request, next: Next) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    let admitted = admit(&rooms, &mut parts).await;
    let allowed = cors::allowed_origin(&rooms, &parts.headers).filter(|_| admitted.is_ok());
    let request = Request::from_parts(parts, body);
    let mut response = match admitted {
        Err(problem) => problem.into_response(),
        Ok(()) if allowed.is_some() && cors::is_preflight(&request) => cors::preflight(),
        Ok(()) => next.run(request).await,
    };
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Some(origin) = allowed {
        cors::allow(response.headers_mut(), origin);
    }
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Refuses the requests of clients that cannot be told apart, that ask too often or have too many connections, and those of
/// other sites' pages.
async fn admit(rooms: &Arc<Rooms>, parts: &mut Parts) -> Result<()> {
    let client = ClientAddress::from_request_parts(parts, rooms).await?;
    parts.extensions.insert(client);
    let ClientAddress(client) = client;
    if let Err(wait) = rooms.rate_limits.requests.take(&household(client), rooms.now()) {
        rooms.metrics.refused_at("requests", client);
        return Err(HttpProblem::too_often(wait));
    }
    if let Some(Err(why)) = parts.extensions.get::<Arc<Place>>().map(|place| place.is_for(client)) {
        rooms.connections.refused(why, client);
        return Err(Refusal::TooOften.into());
    }
    let headers = &parts.headers;
    if let Some(name) = host::foreign_name(&rooms.settings, headers)
        && relay::forwarded_client(rooms, headers).is_none()
    {
        rooms.metrics.foreign_host(&name, client);
        return Err(Refusal::Host { name }.into());
    }
    if headers.contains_key(header::ORIGIN) && !is_own_origin(rooms, headers) {
        rooms.metrics.refused_at("origin", client);
        return Err(Refusal::Origin.into());
    }
    Ok(())
}

/// Whether the origin is exactly one of the configured ones, or the address of the request if none is configured (D3).
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

fn json_response<T: serde::Serialize>(status: StatusCode, body: &T) -> Response<Body> {
    let json = HeaderValue::from_static("application/json");
    (status, [(header::CONTENT_TYPE, json)], json::write(body)).into_response()
}

fn text(status: StatusCode, body: &str) -> Response<Body> {
    let plain = HeaderValue::from_static("text/plain; charset=utf-8");
    (status, [(header::CONTENT_TYPE, plain)], body.to_owned()).into_response()
}

async fn ready(State(rooms): State<Arc<Rooms>>) -> Response<Body> {
    if rooms.draining.load(Relaxed) {
        text(StatusCode::SERVICE_UNAVAILABLE, "ending\n")
    } else if !rooms.serves() {
        text(StatusCode::SERVICE_UNAVAILABLE, "the store is away\n")
    } else {
        text(StatusCode::OK, "ready\n")
    }
}

/// The routes of the listener that has only metrics and health.
pub fn metrics_router(rooms: Arc<Rooms>) -> Router {
    Router::new()
        .route("/livez", get(|| async { text(StatusCode::OK, "alive\n") }))
        .route("/readyz", get(ready))
        .route("/metrics", get(all_metrics))
        .with_state(rooms)
}

async fn all_metrics(State(rooms): State<Arc<Rooms>>) -> Response<Body> {
    let kind = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
    (StatusCode::OK, [(header::CONTENT_TYPE, kind)], rooms.metrics.text()).into_response()
}

/// Metrics beside the page are for a server without a proxy, and for its own machine only.
async fn metrics(State(rooms): State<Arc<Rooms>>, request: Request) -> Result {
    if is_local(&rooms, &request) {
        Ok(all_metrics(State(rooms)).await)
    } else {
        Err(Refusal::NoSuchPage.into())
    }
}

/// Whether a request was made on this machine. Behind a proxy on the same machine every request seems to be: so this is
/// never the case where anything tells of a proxy.
fn is_local(rooms: &Rooms, request: &Request) -> bool {
    let settings = &rooms.settings;
    let direct = !settings.own_metrics && settings.origins.is_empty() && settings.proxies.is_empty();
    let headers = request.headers();
    let forwarded = comes_through_proxy(headers, request.version());
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let host = host.rsplit_once(':').map_or(host, |(name, _)| name);
    let peer = request.extensions().get::<Peer>().is_some_and(|peer| plain(peer.0).is_loopback());
    direct && !forwarded && peer && ["127.0.0.1", "[::1]", "localhost"].contains(&host)
}

async fn guest(State(rooms): State<Arc<Rooms>>, _: Caller<GuestLimit>) -> Result {
    let token = rooms.new_guest().await.ok_or(Refusal::Unavailable)?;
    Ok(json_response(StatusCode::CREATED, &Guest { token }))
}

async fn logout(
    State(rooms): State<Arc<Rooms>>,
    _: Caller<CallLimit>,
    headers: HeaderMap,
    JsonBody(ask): JsonBody<Logout>,
) -> Result {
    if let Some(key) = hashed_key(&headers) {
        rooms.log_out(key, ask.everywhere).await;
    }
    Ok(json_response(StatusCode::OK, &Logout { everywhere: ask.everywhere }))
}

async fn link(State(rooms): State<Arc<Rooms>>, caller: KnownCaller<CallLimit>) -> Result {
    let resume = rooms.new_link(caller.player).await.ok_or(Refusal::Unavailable)?;
    Ok(json_response(StatusCode::CREATED, &Invitation { resume }))
}

async fn resume(
    State(rooms): State<Arc<Rooms>>,
    _: Caller<JoinLimit>,
    JsonBody(link): JsonBody<Resume>,
) -> Result {
    let token = rooms.exchange(&link.resume).await.ok_or(Refusal::NoSuchLink)?;
    Ok(json_response(StatusCode::CREATED, &Guest { token }))
}

async fn lobby(State(rooms): State<Arc<Rooms>>, _: Caller<CallLimit>) -> Result {
    let lobby = rooms.lobby().await.ok_or(Refusal::Unavailable)?;
    Ok(json_response(StatusCode::OK, &*lobby))
}

async fn summary(
    State(rooms): State<Arc<Rooms>>,
    _: Caller<JoinLimit>,
    TableCode(code): TableCode,
) -> Result {
    let summary = rooms.summary(&code).await.ok_or(Refusal::NoSuchTable)?;
    Ok(json_response(StatusCode::OK, &summary))
}

/// The record of a finished match whose cards are public.
async fn record(State(rooms): State<Arc<Rooms>>, _: Caller<JoinLimit>, TableCode(code): TableCode) -> Result {
    let record = rooms.record(&code).await?.ok_or(Refusal::NoSuchRecord)?;
    Ok(text(StatusCode::OK, &record))
}

async fn make(
    State(rooms): State<Arc<Rooms>>,
    caller: KnownCaller<TableLimit>,
    JsonBody(ask): JsonBody<CreateTable>,
) -> Result {
    let table = rooms.make(caller.player, &ask).await?;
    let link = format!("{}/t/{table}", rooms.settings.base);
    Ok(json_response(StatusCode::CREATED, &CreatedTable { table, link }))
}

async fn ticket(
    State(rooms): State<Arc<Rooms>>,
    caller: KnownCaller<JoinLimit>,
    JsonBody(ask): JsonBody<TicketRequest>,
) -> Result {
    let code = ask.table.to_ascii_uppercase();
    rooms.room(&code).await.ok_or(Refusal::NoSuchTable)?;
    let ticket = rooms.ticket(caller.player, &caller.key, &code);
    Ok(json_response(StatusCode::CREATED, &Ticket { ticket }))
}
