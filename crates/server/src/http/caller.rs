//! Extractors for the caller of a handler: the address, the rate limit, the player, the body.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::{self, HeaderMap};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use protocol::{Refusal, json};
use serde::de::DeserializeOwned;

use super::HttpProblem;
use crate::log_entry::Player;
use crate::rate_limits::{Buckets, client, household};
use crate::relay;
use crate::rooms::{RateLimits, Rooms};

/// The other end of the connection, which may be a proxy or another node.
#[derive(Clone, Copy)]
pub struct Peer(pub IpAddr);

/// The address of the client that counts for rate limits.
#[derive(Clone, Copy)]
pub struct ClientAddress(pub IpAddr);

impl FromRequestParts<Arc<Rooms>> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, rooms: &Arc<Rooms>) -> Result<ClientAddress, Infallible> {
        if let Some(client) = relay::forwarded_client(rooms, &parts.headers) {
            return Ok(ClientAddress(client));
        }
        let peer = parts.extensions.get::<Peer>().map_or(Ipv4Addr::UNSPECIFIED.into(), |peer| peer.0);
        let forwarded = parts.headers.get_all("x-forwarded-for");
        let forwarded: Vec<&str> = forwarded.iter().filter_map(|value| value.to_str().ok()).collect();
        Ok(ClientAddress(client(peer, &forwarded, &rooms.settings.proxies)))
    }
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
        let Ok(ClientAddress(client)) = ClientAddress::from_request_parts(parts, rooms).await;
        Caller::within(rooms, client)
    }
}

impl<L: RateLimit> Caller<L> {
    /// Counts the request of a client against the limit.
    pub fn within(rooms: &Rooms, client: IpAddr) -> Result<Caller<L>, HttpProblem> {
        let address = household(client);
        if L::buckets(&rooms.rate_limits).take(&address, rooms.now()) {
            Ok(Caller { address, limit: PhantomData })
        } else {
            rooms.metrics.refused(L::REASON);
            Err(Refusal::TooOften.into())
        }
    }
}

/// A caller within a rate limit who has a key. The limit counts first, because checking the key asks the store.
pub struct KnownCaller<L> {
    /// Whose key it is.
    pub player: Player,
    limit: PhantomData<L>,
}

impl<L: RateLimit> FromRequestParts<Arc<Rooms>> for KnownCaller<L> {
    type Rejection = HttpProblem;

    async fn from_request_parts(
        parts: &mut Parts,
        rooms: &Arc<Rooms>,
    ) -> Result<KnownCaller<L>, HttpProblem> {
        Caller::<L>::from_request_parts(parts, rooms).await?;
        let key = bearer_key(&parts.headers).ok_or(Refusal::NoKey)?;
        let player = rooms.player(key).await.ok_or(Refusal::NoKey)?;
        Ok(KnownCaller { player, limit: PhantomData })
    }
}

/// The key in the `Authorization` header.
pub fn bearer_key(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// The body of a request as a message of the protocol.
pub struct JsonBody<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Rooms>> for JsonBody<T> {
    type Rejection = Response;

    async fn from_request(request: Request, rooms: &Arc<Rooms>) -> Result<JsonBody<T>, Response> {
        let text = String::from_request(request, rooms).await.map_err(IntoResponse::into_response)?;
        let unreadable = |error: json::JsonError| HttpProblem(error.into()).into_response();
        json::read(&text).map(JsonBody).map_err(unreadable)
    }
}
