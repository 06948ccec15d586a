//! The bytes of a connection: nobody keeps the server waiting for ever by not reading.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

use super::{GivesWay, Place};

/// A client that accepts no byte for this long is disconnected.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);

/// A connection with a place of its own, which is free again when it is dropped.
pub struct ClientStream {
    stream: TcpStream,
    place: Arc<Place>,
    /// `None` once the connection has given way.
    gives_way: Option<GivesWay>,
    /// Set while the client accepts nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl ClientStream {
    /// The connection that has this place, until it gives way.
    pub fn new(stream: TcpStream, place: Arc<Place>, gives_way: GivesWay) -> ClientStream {
        ClientStream { stream, place, gives_way: Some(gives_way), stalled: None }
    }

    /// An error once the connection has to give way.
    fn check_place(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        let gives_way = self.gives_way.as_mut().map(|signal| Pin::new(signal).poll(context));
        if matches!(gives_way, Some(Poll::Pending)) {
            return Ok(());
        }
        self.gives_way = None;
        Err(io::ErrorKind::ConnectionAborted.into())
    }

    /// An error once the client has accepted nothing for too long.
    fn check_stalled(&mut self, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(WRITE_TIMEOUT)));
        ready!(stalled.as_mut().poll(context));
        self.place.refused("slow-reader");
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_place(context)?;
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let received = buffer.filled().len() - before;
        if received > 0 && !self.place.received(received) {
            self.place.refused("fragments");
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.check_place(context)?;
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(written) => {
                self.stalled = None;
                Poll::Ready(written)
            }
            Poll::Pending => self.check_stalled(context),
        }
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.check_place(context)?;
        match Pin::new(&mut self.stream).poll_write_vectored(context, slices) {
            Poll::Ready(written) => {
                self.stalled = None;
                Poll::Ready(written)
            }
            Poll::Pending => self.check_stalled(context),
        }
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
