//! From node to node: who asks for a table that another node has is passed on to it, and notices nothing.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode};
use axum::middleware::Next;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::http::{Peer, address, too_often, unavailable};
use crate::rate_limits::household;
use crate::rooms::Rooms;

/// A node that does not answer within this is gone.
const ANSWER: Duration = Duration::from_secs(3);

/// The word of one node to another is good for this long.
const GOOD: u64 = 30_000;

/// Who asks, told by the node that was asked first.
const CLIENT: HeaderName = HeaderName::from_static("x-lastcard-client");

/// Passes a call on if its table is played at another node. What was passed on once is not passed on again.
pub async fn pass_on(
    State(rooms): State<Arc<Rooms>>,
    Extension(peer): Extension<Peer>,
    Path(code): Path<String>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let page = request.uri().path().starts_with("/t/") && !request.headers().contains_key("upgrade");
    if page || client(&rooms, request.headers()).is_some() {
        return next.run(request).await;
    }
    let asks = address(&rooms, peer, request.headers());
    // The store is asked before anybody showed a ticket.
    if rooms.is_shared() && !rooms.rate_limits.calls.take(&household(asks), rooms.now()) {
        return too_often(&rooms, "calls");
    }
    let Some(node) = rooms.elsewhere(&code).await else { return next.run(request).await };
    let word = word(&rooms, asks);
    request.headers_mut().insert(CLIENT, word);
    let passed = timeout(ANSWER, ask(&node, request)).await;
    match passed.ok().flatten() {
        Some((reply, sockets)) => {
            if let Some((here, there)) = sockets {
                tokio::spawn(connect(rooms, here, there));
            }
            reply
        }
        None => unavailable(),
    }
}

type Upgrades = (hyper::upgrade::OnUpgrade, hyper::upgrade::OnUpgrade);

/// The answer of the other node, and both ends of the socket if it is to become one.
async fn ask(node: &str, mut request: Request) -> Option<(Response<Body>, Option<Upgrades>)> {
    let stream = TcpStream::connect(node).await.ok()?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection.with_upgrades());
    let here = hyper::upgrade::on(&mut request);
    let mut reply = sender.send_request(request).await.ok()?;
    let becomes_socket = reply.status() == StatusCode::SWITCHING_PROTOCOLS;
    let there = hyper::upgrade::on(&mut reply);
    Some((reply.map(Body::new), becomes_socket.then_some((here, there))))
}

/// Carries everything from one to the other until one of them has enough, or this node goes away.
async fn connect(rooms: Arc<Rooms>, here: hyper::upgrade::OnUpgrade, there: hyper::upgrade::OnUpgrade) {
    let (Ok(here), Ok(there)) = (here.await, there.await) else { return };
    let (mut here, mut there) = (TokioIo::new(here), TokioIo::new(there));
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut here, &mut there) => {}
        () = rooms.left() => {}
    }
}

/// The address of who asks, with a mark that only nodes of this store can make.
fn word(rooms: &Rooms, client: IpAddr) -> HeaderValue {
    let said = format!("{client} {}", rooms.now() + GOOD);
    let word = format!("{said} {}", rooms.sign(&format!("client {said}")));
    HeaderValue::from_str(&word).unwrap_or(HeaderValue::from_static(""))
}

/// The address of who asks, if another node of this store says so.
pub fn client(rooms: &Rooms, headers: &HeaderMap) -> Option<IpAddr> {
    let (said, sign) = headers.get(CLIENT)?.to_str().ok()?.rsplit_once(' ')?;
    let (client, until) = said.split_once(' ')?;
    let good = sign == rooms.sign(&format!("client {said}")) && until.parse::<u64>().ok()? >= rooms.now();
    if good { client.parse().ok() } else { None }
}
