//! Listening for connections, and shutting down.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower_service::Service;

use crate::http::{Peer, router};
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

/// Serves on this listener until SIGTERM or Ctrl-C.
pub fn run(
    listener: std::net::TcpListener,
    store: Box<dyn Store>,
    settings: Settings,
) -> Result<(), ServeError> {
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
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = TcpListener::from_std(listener)?;
        Ok(serve(listener, store, settings, shutdown_signal()).await?)
    })
}

/// Waits for SIGTERM or Ctrl-C.
async fn shutdown_signal() {
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        return;
    }
    let _ = tokio::signal::ctrl_c().await;
}

/// Serves until the future ends, then tells all players and writes what is queued.
pub async fn serve(
    listener: TcpListener,
    store: Box<dyn Store>,
    settings: Settings,
    until: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let fatal = |error: &StoreError| {
        // Nobody knows what is on disk now: only a fresh start from the log does.
        tracing::error!(why = %error, "store-failed");
        std::process::exit(STORE_FAILED);
    };
    let (rooms, finished) = Rooms::open(store, settings, fatal)?;
    let running = tokio::spawn(rooms.clone().run(finished));
    tracing::info!("serving");
    tokio::select! {
        () = accept(&listener, &rooms) => {}
        () = until => {}
    }
    tracing::info!("ending");
    let _ = tokio::time::timeout(DRAIN_TIMEOUT, rooms.drain()).await;
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, rooms.empty()).await;
    running.abort();
    Ok(())
}

async fn accept(listener: &TcpListener, rooms: &Arc<Rooms>) {
    let router = router(rooms.clone());
    let limit = rooms.settings.limits.connections.min(Semaphore::MAX_PERMITS);
    let free = Arc::new(Semaphore::new(limit));
    loop {
        let Ok(permit) = free.clone().acquire_owned().await else { return };
        match listener.accept().await {
            Ok((stream, peer)) => {
                let router = router.clone();
                tokio::spawn(async move {
                    answer(stream, peer, router).await;
                    drop(permit);
                });
            }
            // Too many open files, most likely: some will be closed soon.
            Err(_) => tokio::time::sleep(ACCEPT_RETRY_DELAY).await,
        }
    }
}

async fn answer(stream: TcpStream, peer: SocketAddr, router: Router) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip()));
        let mut router = router.clone();
        async move {
            let reply: Result<Response<Body>, Infallible> = router.call(request.map(Body::new)).await;
            reply
        }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // An error ends its connection, and nothing else.
    let _ = connection.await;
}
