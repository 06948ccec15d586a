//! The listening, and the end of it.

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
use crate::logging;
use crate::rooms::{Rooms, Settings};
use crate::store::{Store, StoreError};

/// The headers of a call have to come within this, and fit into so much.
const HEADERS_WITHIN: Duration = Duration::from_secs(5);
const LONGEST_HEADERS: usize = 8 * 1024;

/// How long what is in flight has to be written: a store that is away is not waited for.
const LAST_WRITES: Duration = Duration::from_secs(5);

/// How long the last sockets have to close.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Serves on this listener until the system asks the program to end.
pub fn run(
    listener: std::net::TcpListener,
    store: Box<dyn Store>,
    settings: Settings,
) -> Result<(), StoreError> {
    let broken = |error: std::io::Error| StoreError(error.to_string());
    // A panic is told by its place alone: its words might name a card.
    std::panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        logging::tell("panic", &[("at", &place)]);
    }));
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let mut builder = match cores {
        1 => tokio::runtime::Builder::new_current_thread(),
        _ => tokio::runtime::Builder::new_multi_thread(),
    };
    let runtime = builder.worker_threads(cores.min(4)).enable_all().build().map_err(broken)?;
    runtime.block_on(async {
        listener.set_nonblocking(true).map_err(broken)?;
        let listener = TcpListener::from_std(listener).map_err(broken)?;
        serve(listener, store, settings, told_to_end()).await
    })
}

/// Waits for the signal to end.
async fn told_to_end() {
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

/// Serves until the future ends, then lets everyone know and writes what is in flight.
pub async fn serve(
    listener: TcpListener,
    store: Box<dyn Store>,
    settings: Settings,
    until: impl Future<Output = ()>,
) -> Result<(), StoreError> {
    let fatal = |error: &StoreError| {
        // Nobody knows what is on disk: only a new beginning from the log does.
        logging::tell("store-failed", &[("why", &error.0)]);
        std::process::exit(70);
    };
    let (rooms, finished) = Rooms::open(store, settings, fatal)?;
    let going = tokio::spawn(rooms.clone().run(finished));
    tokio::select! {
        () = accept(&listener, &rooms) => {}
        () = until => {}
    }
    logging::tell("ending", &[]);
    let _ = tokio::time::timeout(LAST_WRITES, rooms.drain()).await;
    let _ = tokio::time::timeout(LAST_WORDS, rooms.empty()).await;
    going.abort();
    Ok(())
}

async fn accept(listener: &TcpListener, rooms: &Arc<Rooms>) {
    let router = router(rooms.clone());
    let most = rooms.settings.limits.connections.min(Semaphore::MAX_PERMITS);
    let free = Arc::new(Semaphore::new(most));
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
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
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
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(LONGEST_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // Whatever goes wrong on a connection is the end of it, and of nothing else.
    let _ = connection.await;
}
