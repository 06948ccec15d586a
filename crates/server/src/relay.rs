//! Forwarding between nodes: a request for a table that another node serves is passed on to it, and the client does not
//! notice.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::IntoResponse;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use protocol::{Refusal, json};
use table::Millis;
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::http::{CallLimit, Caller, ClientAddress, HttpProblem, TableCode};
use crate::rooms::Rooms;
use crate::secrets::SigningKey;

/// A node that does not answer within this is taken for dead.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(3);

/// How long a signed client address is accepted.
const CLIENT_LIFETIME_MS: Millis = 30_000;

/// The address of the client, signed by the node that it reached first.
const CLIENT_HEADER: HeaderName = HeaderName::from_static("x-lastcard-client");

/// What a node tells all others of its store.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case")]
pub enum Order {
    /// The sockets that were opened with a key are closed.
    EndKey {
        /// The hash of the key.
        key: String,
    },
    /// The sockets of a player are closed.
    EndPlayer {
        /// The id.
        player: String,
    },
    /// A command of the operator, checked by the node that took it.
    Admin {
        /// Its words.
        words: Vec<String>,
    },
}

/// The header by which a node proves that an order is from a node of the store.
const ORDER_HEADER: HeaderName = HeaderName::from_static("x-lastcard-order");

/// Maximum length of an answer: a line for each of many players.
const MAX_ANSWER_BYTES: usize = 16 << 20;

/// How often a node is told again that did not answer.
const MAX_ORDER_ATTEMPTS: usize = 3;

/// Tells all other nodes, and waits until they have done it: what each of them answers. One that does not is logged.
pub async fn tell_nodes(rooms: &Rooms, order: &Order) -> Vec<(String, Option<String>)> {
    let mut answers = Vec::new();
    for node in rooms.other_nodes().await {
        let mut answer = None;
        for _ in 0..MAX_ORDER_ATTEMPTS {
            let asked = timeout(RESPONSE_TIMEOUT, answer_of(&node, signed_order(rooms, order)));
            answer = asked.await.ok().flatten();
            if answer.is_some() {
                break;
            }
        }
        if answer.is_none() {
            tracing::warn!(node, "order-not-delivered");
        }
        answers.push((node, answer));
    }
    answers
}

async fn answer_of(node: &str, request: Request) -> Option<String> {
    let (response, _) = send_to(node, request).await?;
    if response.status() != StatusCode::OK {
        return None;
    }
    let bytes = axum::body::to_bytes(response.into_body(), MAX_ANSWER_BYTES).await.ok()?;
    String::from_utf8(bytes.into()).ok()
}

fn signed_order(rooms: &Rooms, order: &Order) -> Request {
    let body = json::write(order);
    let until = rooms.now() + CLIENT_LIFETIME_MS;
    let signature = rooms.signing_key.sign(&format!("order {until} {body}"));
    let mut request = Request::new(Body::from(body));
    *request.method_mut() = Method::POST;
    *request.uri_mut() = Uri::from_static("/api/node");
    let header = HeaderValue::from_str(&format!("{until} {signature}"));
    request.headers_mut().insert(ORDER_HEADER, header.unwrap_or(HeaderValue::from_static("")));
    request.headers_mut().insert("host", HeaderValue::from_static("node"));
    request
}

/// Whether a node of this store signed this text, a moment ago.
fn is_signed_order(key: &SigningKey, header: Option<&HeaderValue>, body: &str, now: Millis) -> bool {
    let claims = header.and_then(|header| header.to_str().ok()).and_then(|text| text.split_once(' '));
    let Some((until, signature)) = claims else { return false };
    until.parse::<Millis>().is_ok_and(|until| until >= now)
        && key.verify(&format!("order {until} {body}"), signature)
}

/// Carries out an order of another node. For everybody else there is nothing here.
pub async fn order(State(rooms): State<Arc<Rooms>>, headers: HeaderMap, body: String) -> Response<Body> {
    let signed = is_signed_order(&rooms.signing_key, headers.get(ORDER_HEADER), &body, rooms.now());
    match json::read::<Order>(&body) {
        Ok(order) if signed => rooms.obey(&order).into_response(),
        _ => HttpProblem::from(Refusal::NoSuchPage).into_response(),
    }
}

/// Forwards a request if another node serves its table. A request is forwarded once at most.
pub async fn forward(
    State(rooms): State<Arc<Rooms>>,
    ClientAddress(client): ClientAddress,
    TableCode(code): TableCode,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let page = request.uri().path().starts_with("/t/") && !request.headers().contains_key("upgrade");
    if page || forwarded_client(&rooms, request.headers()).is_some() {
        return next.run(request).await;
    }
    // The lookup asks the store, and comes before any ticket is checked.
    if rooms.is_shared()
        && let Err(problem) = Caller::<CallLimit>::within(&rooms, client)
    {
        return problem.into_response();
    }
    let Some(node) = rooms.remote_node(&code).await else { return next.run(request).await };
    let header = signed_client(&rooms.signing_key, client, rooms.now() + CLIENT_LIFETIME_MS);
    request.headers_mut().insert(CLIENT_HEADER, header);
    let forwarded = timeout(RESPONSE_TIMEOUT, send_to(&node, request)).await;
    match forwarded.ok().flatten() {
        Some((response, upgrades)) => {
            if let Some((client, node)) = upgrades {
                tokio::spawn(connect(rooms, client, node));
            }
            response
        }
        None => HttpProblem::from(Refusal::Unavailable).into_response(),
    }
}

type Upgrades = (hyper::upgrade::OnUpgrade, hyper::upgrade::OnUpgrade);

/// The response of the other node, and both ends of the socket if the request was upgraded.
async fn send_to(node: &str, mut request: Request) -> Option<(Response<Body>, Option<Upgrades>)> {
    let stream = TcpStream::connect(node).await.ok()?;
    let _ = stream.set_nodelay(true);
    let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await.ok()?;
    tokio::spawn(connection.with_upgrades());
    let to_client = hyper::upgrade::on(&mut request);
    let mut response = sender.send_request(request).await.ok()?;
    let upgraded = response.status() == StatusCode::SWITCHING_PROTOCOLS;
    let to_node = hyper::upgrade::on(&mut response);
    Some((response.map(Body::new), upgraded.then_some((to_client, to_node))))
}

/// Copies bytes both ways until one end closes or this node shuts down.
async fn connect(rooms: Arc<Rooms>, client: hyper::upgrade::OnUpgrade, node: hyper::upgrade::OnUpgrade) {
    let (Ok(client), Ok(node)) = (client.await, node.await) else { return };
    let (mut client, mut node) = (TokioIo::new(client), TokioIo::new(node));
    tokio::select! {
        _ = tokio::io::copy_bidirectional(&mut client, &mut node) => {}
        () = rooms.left() => {}
    }
}

/// The address of a client with its expiry and a signature that only nodes of this store can make.
fn signed_client(key: &SigningKey, client: IpAddr, until: Millis) -> HeaderValue {
    let claims = format!("{client} {until}");
    let signature = key.sign(&format!("client {claims}"));
    HeaderValue::from_str(&format!("{claims} {signature}")).unwrap_or(HeaderValue::from_static(""))
}

/// The address of the client, if another node of this store forwarded the request.
pub fn forwarded_client(rooms: &Rooms, headers: &HeaderMap) -> Option<IpAddr> {
    verified_client(&rooms.signing_key, headers.get(CLIENT_HEADER)?, rooms.now())
}

fn verified_client(key: &SigningKey, header: &HeaderValue, now: Millis) -> Option<IpAddr> {
    let (claims, signature) = header.to_str().ok()?.rsplit_once(' ')?;
    let (client, until) = claims.split_once(' ')?;
    let valid = key.verify(&format!("client {claims}"), signature) && until.parse::<Millis>().ok()? >= now;
    if valid { client.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_node_of_the_store_names_the_client() {
        let key = SigningKey::new([7; 32]);
        let client: IpAddr = "7.7.7.7".parse().unwrap();
        let header = signed_client(&key, client, 1_000);
        let order = HeaderValue::from_str(&format!("1000 {}", key.sign("order 1000 {}"))).unwrap();
        assert!(is_signed_order(&key, Some(&order), "{}", 1_000));
        assert!(!is_signed_order(&key, Some(&order), "{}", 1_001), "expired");
        assert!(!is_signed_order(&key, Some(&order), "{ }", 1_000), "another order");
        assert!(!is_signed_order(&SigningKey::new([8; 32]), Some(&order), "{}", 0), "another store");
        assert!(!is_signed_order(&key, None, "{}", 0));
        assert_eq!(verified_client(&key, &header, 1_000), Some(client));
        assert_eq!(verified_client(&key, &header, 1_001), None, "expired");
        assert_eq!(verified_client(&SigningKey::new([8; 32]), &header, 0), None, "another store");
        let text = header.to_str().unwrap();
        let forged = [
            text.replace("7.7.7.7", "1.1.1.1"),
            text.replace(" 1000 ", " 9000 "),
            format!("7.7.7.7 1000 {}", "0".repeat(SigningKey::SIGNATURE_CHARS)),
            format!("7.7.7.7 1000 {}", key.sign("7.7.7.7 1000")),
            "7.7.7.7 1000".into(),
            "7.7.7.7".into(),
        ];
        for forged in forged {
            let header = HeaderValue::from_str(&forged).unwrap();
            assert_eq!(verified_client(&key, &header, 0), None, "{forged}");
        }
    }
}
