//! The body of a request, which has to arrive in time.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::Sleep;

use crate::connections::Place;

/// All of a body has to arrive within this: 64 KiB over the slowest mobile networks.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);

/// The body of a request until its time is up.
pub struct TimedBody {
    body: Incoming,
    deadline: Pin<Box<Sleep>>,
    place: Arc<Place>,
}

/// Why a body cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum BodyError {
    /// The client took too long.
    #[error("it did not arrive within {} seconds", BODY_TIMEOUT.as_secs())]
    Slow,
    /// The connection was lost.
    #[error(transparent)]
    Lost(#[from] hyper::Error),
}

impl TimedBody {
    /// The body of a request that came on this connection; its time begins now.
    pub fn new(body: Incoming, place: Arc<Place>) -> TimedBody {
        TimedBody { body, deadline: Box::pin(tokio::time::sleep(BODY_TIMEOUT)), place }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        // Even a body of which something arrives all the time.
        if self.deadline.as_mut().poll(context).is_ready() {
            self.place.refused("slow-body");
            return Poll::Ready(Some(Err(BodyError::Slow)));
        }
        Pin::new(&mut self.body).poll_frame(context).map_err(BodyError::Lost)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
