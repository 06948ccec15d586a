//! Listening for connections, and shutting down.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response, Uri};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tower_service::Service;

use crate::connections::{ClientStream, Connections, Place};
use crate::descriptors;
use crate::http::{Peer, TimedBody, metrics_router, router};
use crate::metrics::Metrics;
use crate::rooms::{Rooms, Settings};
use crate::store::{Store, StoreError};

/// The headers of a request have to arrive within this.
const HEADER_TIMEOUT: Duration = Duration::from_secs(5);

const MAX_HEADER_BYTES: usize = 8 * 1024;

/// Queued writes have this long to reach the disk at the end: a store that does not answer is not waited for.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Sockets have this long to close at the end.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The pause after a connection could not be accepted.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// Open connections to the listener for metrics.
const MAX_METRICS_CONNECTIONS: usize = 64;

/// The exit code when the store failed: `EX_SOFTWARE` of sysexits.
const STORE_FAILED: i32 = 70;

/// More threads than this gain nothing: rooms are short, and searches have threads of their own.
const MAX_RUNTIME_THREADS: usize = 4;

/// Why a server stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The runtime or the listener failed.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Where a server listens.
#[derive(Debug)]
pub struct Listeners<L = std::net::TcpListener> {
    /// For players.
    pub players: L,
    /// For metrics, if they have an address of their own.
    pub metrics: Option<L>,
}

impl<L> From<L> for Listeners<L> {
    fn from(players: L) -> Listeners<L> {
        Listeners { players, metrics: None }
    }
}

impl Listeners {
    fn into_async(self) -> std::io::Result<Listeners<TcpListener>> {
        let turn = |listener: std::net::TcpListener| {
            listener.set_nonblocking(true)?;
            TcpListener::from_std(listener)
        };
        Ok(Listeners { players: turn(self.players)?, metrics: self.metrics.map(turn).transpose()? })
    }
}

/// Serves on these listeners until SIGTERM or Ctrl-C.
pub fn run(
    listeners: impl Into<Listeners>,
    store: Box<dyn Store>,
    mut settings: Settings,
) -> Result<(), ServeError> {
    settings.descriptors = descriptors::raise_limit();
    // Only the place of a panic is logged: its message might name a card.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        tracing::error!(at = place, "panic");
    }));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut builder = match cores {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = builder.worker_threads(cores.min(MAX_RUNTIME_THREADS)).enable_all().build()?;
    let served = runtime.block_on(async {
        // Before the store is opened and anything is answered: a signal from here on ends the server as it should.
        let shutdown = shutdown_signal()?;
        Ok(serve(listeners.into().into_async()?, store, settings, shutdown).await?)
    });
    // A store that does not answer is not waited for.
    runtime.shutdown_background();
    served
}

/// Catches SIGTERM and Ctrl-C from now on; the future ends with the first of them.
#[cfg(unix)]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

/// Serves until the future ends, then tells all players and writes what is queued.
pub async fn serve(
    listeners: impl Into<Listeners<TcpListener>>,
    store: Box<dyn Store>,
    mut settings: Settings,
    until: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let fatal = |error: &StoreError| {
        // Nobody knows what is on disk now: only a fresh start from the log does.
        tracing::error!(why = %error, "store-failed");
        std::process::exit(STORE_FAILED);
    };
    tokio::pin!(until);
    let Listeners { players, metrics } = listeners.into();
    settings.own_metrics = metrics.is_some();
    let place = store.place();
    let opening = tokio::task::spawn_blocking(move || Rooms::open(store, settings, fatal));
    let (rooms, finished) = tokio::select! {
        opened = opening => opened.unwrap_or(Err(StoreError::Panicked))?,
        () = &mut until => return Ok(()),
    };
    let running = tokio::spawn(rooms.clone().run(finished));
    rooms.load_moderation().await;
    let administered = tokio::spawn(administer(rooms.clone()));
    log_start(&players, metrics.as_ref(), &rooms, &place);
    let pages = router(rooms.clone());
    let metrics_served = async {
        match &metrics {
            Some(listener) => {
                let max = MAX_METRICS_CONNECTIONS;
                // They are counted by themselves, not among those of players.
                let connections = Connections::new(max, max, &[], Arc::<Metrics>::default());
                accept(listener, &metrics_router(rooms.clone()), &connections, "").await;
            }
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        () = accept(&players, &pages, &rooms.connections, &rooms.settings.base) => {}
        () = metrics_served => {}
        () = &mut until => {}
    }
    tracing::info!("ending");
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, rooms.drain()).await;
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, rooms.empty()).await;
    administered.abort();
    running.abort();
    Ok(())
}

/// Takes commands of the operator, where there is a place for them. Without it the server goes on.
#[cfg(unix)]
async fn administer(rooms: Arc<Rooms>) {
    let Some(path) = rooms.settings.admin_socket.clone() else { return };
    if let Err(error) = crate::admin::listen(rooms, &path).await {
        tracing::warn!(path = %path.display(), why = %error, "admin-socket");
    }
}

#[cfg(not(unix))]
async fn administer(_: Arc<Rooms>) {}

/// The line at the start says all that an operator may have got wrong.
fn log_start(players: &TcpListener, metrics: Option<&TcpListener>, rooms: &Rooms, store: &str) {
    let address =
        |listener: &TcpListener| listener.local_addr().map_or_else(|_| "-".into(), |at| at.to_string());
    let settings = &rooms.settings;
    tracing::info!(
        version = env!("CARGO_PKG_VERSION"),
        listen = address(players),
        metrics = metrics.map_or_else(|| "-".into(), address),
        store,
        base = settings.base,
        connections = settings.limits.connections,
        origins = settings.origins.join(","),
        proxies = settings.proxies.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        "serving"
    );
}

async fn accept(listener: &TcpListener, router: &Router, connections: &Arc<Connections>, base: &str) {
    let base: Arc<str> = base.into();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => match connections.admit(peer.ip()) {
                Ok((place, gives_way)) => {
                    let _ = stream.set_nodelay(true);
                    let stream = ClientStream::new(stream, place.clone(), gives_way);
                    tokio::spawn(answer(stream, place, peer, router.clone(), base.clone()));
                }
                Err(why) => connections.refused(why, peer.ip()),
            },
            Err(error) if is_of_client(&error) => {}
            Err(_) => {
                connections.not_accepted();
                tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
}

/// Whether a client has gone before its connection was accepted; anything else is a lack of descriptors or of memory.
fn is_of_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionReset | Interrupted)
}

/// The address without the path under which everything is served. One without it is taken as it is: a proxy may have
/// removed the path, and other nodes forward requests without it.
fn without_base(address: &Uri, base: &str) -> Option<Uri> {
    let rest = address.path_and_query()?.as_str().strip_prefix(base).filter(|_| !base.is_empty())?;
    match rest.as_bytes().first() {
        None => Some(Uri::from_static("/")),
        Some(b'/') => rest.parse().ok(),
        Some(b'?') => format!("/{rest}").parse().ok(),
        Some(_) => None,
    }
}

async fn answer(stream: ClientStream, place: Arc<Place>, peer: SocketAddr, router: Router, base: Arc<str>) {
    let of_requests = place.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        let place = of_requests.clone();
        place.set_receiving(false);
        request.extensions_mut().insert(Peer(peer.ip()));
        request.extensions_mut().insert(place.clone());
        if let Some(address) = without_base(request.uri(), &base) {
            *request.uri_mut() = address;
        }
        let mut router = router.clone();
        async move {
            let request = request.map(|body| {
                if body.is_end_stream() {
                    Body::empty()
                } else {
                    Body::new(TimedBody::new(body, place.clone()))
                }
            });
            let reply: Result<Response<Body>, Infallible> = router.call(request).await;
            place.set_receiving(false);
            reply
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // An error ends its connection, and nothing else. One at which no request has begun has only become idle.
    if connection.await.is_err_and(|error| error.is_timeout()) && place.is_receiving() {
        place.refused("slow-headers");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_in_front_is_removed_where_it_is_one() {
        let without =
            |address: &str, base| without_base(&address.parse().unwrap(), base).map(|uri| uri.to_string());
        assert_eq!(without("/cards/t/K7QX2M4P?a=b", "/cards").as_deref(), Some("/t/K7QX2M4P?a=b"));
        assert_eq!(without("/cards", "/cards").as_deref(), Some("/"));
        assert_eq!(without("/cards/", "/cards").as_deref(), Some("/"));
        assert_eq!(without("/cards?a", "/cards").as_deref(), Some("/?a"));
        assert_eq!(without("/cardsharp", "/cards"), None);
        assert_eq!(without("/t/K7QX2M4P", "/cards"), None);
        assert_eq!(without("/t/K7QX2M4P", ""), None);
    }
}
