//! Extractors for the caller of a handler: the address, the rate limit, the player, the body.

use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::rejection::StringRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::{self, HeaderMap, HeaderValue};
use axum::http::request::Parts;
use axum::http::{StatusCode, Version};
use axum::response::IntoResponse;
use protocol::{Refusal, json};
use serde::de::DeserializeOwned;

use super::HttpProblem;
use crate::log_entry::Player;
use crate::moderation::Subject;
use crate::rate_limits::{Buckets, client, household, plain};
use crate::relay;
use crate::rooms::{RateLimits, Rooms};
use crate::secrets::{self, Hash};

/// The other end of the connection, which may be a proxy or another node.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The address of the client that counts for rate limits.
#[derive(Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<Arc<Rooms>> for ClientAddress {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, rooms: &Arc<Rooms>) -> Result<ClientAddress, HttpProblem> {
        if let Some(known) = parts.extensions.get::<ClientAddress>() {
            return Ok(*known);
        }
        if let Some(client) = relay::forwarded_client(rooms, &parts.headers) {
            return Ok(ClientAddress(client));
        }
        let peer = parts.extensions.get::<Peer>().map_or(Ipv4Addr::UNSPECIFIED.into(), |peer| peer.0);
        let forwarded = parts.headers.get_all("x-forwarded-for");
        let forwarded: Vec<&[u8]> = forwarded.iter().map(HeaderValue::as_bytes).collect();
        if is_unnamed_proxy(peer, parts, &rooms.settings.proxies) {
            rooms.metrics.unnamed_proxy(peer);
        }
        client(peer, &forwarded, &rooms.settings.proxies).map(ClientAddress).ok_or_else(|| {
            rooms.metrics.refused_at("forwarded-for", peer);
            Refusal::Unreadable { why: "X-Forwarded-For names no address".into() }.into()
        })
    }
}

/// The headers by which proxies tell that they forward, and for whom.
const FORWARDING_HEADERS: [&str; 4] = ["x-forwarded-for", "forwarded", "x-real-ip", "via"];

/// Whether anything indicates a proxy. nginx adds no headers unless configured to, but it uses HTTP/1.0, as nobody else does.
pub fn comes_through_proxy(headers: &HeaderMap, version: Version) -> bool {
    version == Version::HTTP_10 || FORWARDING_HEADERS.iter().any(|name| headers.contains_key(*name))
}

/// Whether the request came through a proxy that nobody named: all its players then share one address and its limits. A
/// public address is no proxy of ours; anybody can send such headers.
fn is_unnamed_proxy(peer: IpAddr, parts: &Parts, proxies: &[IpAddr]) -> bool {
    let near = match plain(peer) {
        IpAddr::V4(four) => four.is_loopback() || four.is_private(),
        IpAddr::V6(six) => six.is_loopback() || six.is_unique_local(),
    };
    near && comes_through_proxy(&parts.headers, parts.version)
        && !proxies.iter().any(|proxy| plain(*proxy) == plain(peer))
}

/// A rate limit that a handler names.
pub trait RateLimit {
    /// The reason in the metrics when it is exceeded.
    const REASON: &'static str;

    /// The buckets that it counts in.
    fn buckets(limits: &RateLimits) -> &Buckets<IpAddr>;
}

macro_rules! rate_limit {
    ($(#[$doc:meta])* $name:ident, $field:ident) => {
        $(#[$doc])*
        pub struct $name;

        impl RateLimit for $name {
            const REASON: &'static str = stringify!($field);

            fn buckets(limits: &RateLimits) -> &Buckets<IpAddr> {
                &limits.$field
            }
        }
    };
}

rate_limit!(
    /// New guests.
    GuestLimit,
    guests
);
rate_limit!(
    /// New tables.
    TableLimit,
    tables
);
rate_limit!(
    /// Attempts to join a table.
    JoinLimit,
    joins
);
rate_limit!(
    /// Other calls.
    CallLimit,
    calls
);
rate_limit!(
    /// New sockets.
    HandshakeLimit,
    handshakes
);

/// A caller within a rate limit.
pub struct Caller<L> {
    /// The address that counts for the limits.
    pub address: IpAddr,
    limit: PhantomData<L>,
}

impl<L: RateLimit> FromRequestParts<Arc<Rooms>> for Caller<L> {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, rooms: &Arc<Rooms>) -> Result<Caller<L>, HttpProblem> {
        let ClientAddress(client) = ClientAddress::from_request_parts(parts, rooms).await?;
        Caller::within(rooms, client)
    }
}

impl<L: RateLimit> Caller<L> {
    /// Counts the request of a client against the limit.
    pub fn within(rooms: &Rooms, client: IpAddr) -> Result<Caller<L>, HttpProblem> {
        let address = household(client);
        rooms.not_banned(Subject::Address(address))?;
        match L::buckets(&rooms.rate_limits).take(&address, rooms.now()) {
            Ok(()) => Ok(Caller { address, limit: PhantomData }),
            Err(wait) => {
                rooms.metrics.refused_at(L::REASON, address);
                Err(HttpProblem::too_often(wait))
            }
        }
    }
}

/// A caller within a rate limit who has a key. The limit counts first, because checking the key asks the store.
pub struct KnownCaller<L> {
    /// Whose key it is.
    pub player: Player,
    /// The hash of the key.
    pub key: Hash,
    limit: PhantomData<L>,
}

impl<L: RateLimit> FromRequestParts<Arc<Rooms>> for KnownCaller<L> {
    type Rejection = HttpProblem;

    async fn from_request_parts(
        parts: &mut Parts,
        rooms: &Arc<Rooms>,
    ) -> Result<KnownCaller<L>, HttpProblem> {
        Caller::<L>::from_request_parts(parts, rooms).await?;
        let key = hashed_key(&parts.headers).ok_or(Refusal::NoKey)?;
        let player = rooms.player(key).await.ok_or(Refusal::NoKey)?;
        rooms.not_banned(Subject::Player(player))?;
        Ok(KnownCaller { player, key, limit: PhantomData })
    }
}

/// The hash of the key in the `Authorization` header.
pub fn hashed_key(headers: &HeaderMap) -> Option<Hash> {
    let key = headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")?;
    Some(secrets::hash(&[key.trim().as_bytes()]))
}

/// The code of the table in the path. Codes are in capitals, however they were typed.
pub struct TableCode(pub String);

impl FromRequestParts<Arc<Rooms>> for TableCode {
    type Rejection = HttpProblem;

    async fn from_request_parts(parts: &mut Parts, rooms: &Arc<Rooms>) -> Result<TableCode, HttpProblem> {
        let code = Path::<String>::from_request_parts(parts, rooms).await;
        let Path(code) = code.map_err(|_| Refusal::NoSuchTable)?;
        Ok(TableCode(code.to_ascii_uppercase()))
    }
}

/// The body of a request as a message of the protocol; an empty body is an empty object.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Rooms>> for JsonBody<T> {
    type Rejection = HttpProblem;

    async fn from_request(request: Request, rooms: &Arc<Rooms>) -> Result<JsonBody<T>, HttpProblem> {
        let text = String::from_request(request, rooms).await.map_err(unread_body)?;
        let text = if text.trim().is_empty() { "{}" } else { &text };
        // An array would be read as the fields in their order.
        if !text.trim_start().starts_with('{') {
            return Err(Refusal::Unreadable { why: "The body is a JSON object.".into() }.into());
        }
        json::read(text).map(JsonBody).map_err(|error| HttpProblem::from(Refusal::from(error)))
    }
}

fn unread_body(rejection: StringRejection) -> HttpProblem {
    let why = rejection.body_text();
    let is_too_long = rejection.into_response().status() == StatusCode::PAYLOAD_TOO_LARGE;
    HttpProblem::from(if is_too_long { Refusal::MessageTooLong } else { Refusal::Unreadable { why } })
}
