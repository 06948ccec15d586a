//! The bounded queue of frames for one socket, and the request to close it.

use std::collections::VecDeque;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// A frame as it is sent.
pub type Frame = axum::extract::ws::Utf8Bytes;

/// Maximum number of queued frames.
const MAX_QUEUED_FRAMES: usize = 64;

/// The queue of a client that reads needs no more memory than for this many.
const USUAL_FRAMES: usize = 4;

/// Maximum size of all queued frames.
const MAX_QUEUED_BYTES: usize = 64 * 1024;

/// Why a socket is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// The same player connected again.
    TakenOver,
    /// The player logged out.
    LoggedOut,
    /// The operator ended the connection.
    Removed,
    /// The stream of events cannot be continued: the client has to reconnect.
    Resume,
    /// The client broke a limit or the protocol.
    Policy,
    /// The server restarts.
    Restart,
    /// The client does not read.
    TooSlow,
    /// The server is overloaded.
    TooBusy,
}

impl Close {
    /// The close code of the WebSocket protocol.
    pub fn code(self) -> u16 {
        match self {
            Close::TakenOver => 4001,
            Close::Resume => 4002,
            Close::LoggedOut => 4003,
            Close::Removed => 4004,
            Close::Policy => 1008,
            Close::Restart => 1012,
            Close::TooSlow | Close::TooBusy => 1013,
        }
    }

    /// The reason as a word.
    pub fn word(self) -> &'static str {
        match self {
            Close::TakenOver => "taken-over",
            Close::Resume => "resume",
            Close::LoggedOut => "logged-out",
            Close::Removed => "removed",
            Close::Policy => "policy",
            Close::Restart => "restart",
            Close::TooSlow => "too-slow",
            Close::TooBusy => "too-busy",
        }
    }
}

/// The queue of frames for one socket.
pub struct Outbox {
    /// The address of the client, as it counts for limits.
    client: IpAddr,
    queue: Mutex<Queue>,
    changed: Notify,
    /// Whether the player sits at the table.
    seated: AtomicBool,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<Frame>,
    bytes: usize,
    close: Option<Close>,
}

impl Default for Outbox {
    fn default() -> Outbox {
        Outbox::of(Ipv4Addr::UNSPECIFIED.into())
    }
}

impl Outbox {
    /// The queue for a socket of the client at this address.
    pub fn of(client: IpAddr) -> Outbox {
        Outbox { client, queue: Mutex::default(), changed: Notify::new(), seated: AtomicBool::new(false) }
    }

    /// The address of the client, as it counts for limits.
    pub fn client(&self) -> IpAddr {
        self.client
    }

    /// Queues a frame. If the queue is full, it is emptied and the socket closed.
    pub fn push(&self, frame: Frame) {
        let mut queue = self.lock();
        if queue.close.is_some() {
            return;
        }
        queue.bytes += frame.len();
        // The first frame always fits, and leaves the room of the others: what a player missed may be long.
        let behind = queue.bytes - queue.frames.front().map_or(frame.len(), |first| first.len());
        if queue.frames.len() >= MAX_QUEUED_FRAMES || behind > MAX_QUEUED_BYTES {
            queue.close = Some(Close::TooSlow);
            (queue.frames, queue.bytes) = (VecDeque::new(), 0);
        } else {
            queue.frames.push_back(frame);
        }
        drop(queue);
        self.changed.notify_one();
    }

    /// Closes the socket once the queue is sent.
    pub fn close(&self, why: Close) {
        self.lock().close.get_or_insert(why);
        self.changed.notify_one();
    }

    /// Waits until there is something to send or the socket is to be closed.
    pub async fn ready(&self) {
        self.changed.notified().await;
    }

    /// The next frame to send. The memory of the queue is kept for those to come.
    pub fn pop(&self) -> Option<Frame> {
        let mut queue = self.lock();
        let frame = queue.frames.pop_front()?;
        queue.bytes -= frame.len();
        if queue.frames.is_empty() && queue.frames.capacity() > USUAL_FRAMES {
            queue.frames = VecDeque::new();
        }
        Some(frame)
    }

    /// Why the socket is to be closed, once everything is sent.
    pub fn closing(&self) -> Option<Close> {
        let queue = self.lock();
        queue.close.filter(|_| queue.frames.is_empty())
    }

    /// Empties the queue.
    pub fn take(&self) -> (VecDeque<Frame>, Option<Close>) {
        let mut queue = self.lock();
        queue.bytes = 0;
        (std::mem::take(&mut queue.frames), queue.close)
    }

    /// Notes whether the player sits at the table.
    pub fn set_seated(&self, seated: bool) {
        self.seated.store(seated, Relaxed);
    }

    /// Whether the player sits at the table.
    pub fn is_seated(&self) -> bool {
        self.seated.load(Relaxed)
    }

    /// Whether the socket is to be closed.
    pub fn is_closing(&self) -> bool {
        self.lock().close.is_some()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_that_never_reads_is_cut_off_and_costs_nothing_more() {
        let outbox = Outbox::default();
        for _ in 0..10_000 {
            outbox.push("x".repeat(100).into());
        }
        let (frames, close) = outbox.take();
        assert_eq!((frames.len(), close), (0, Some(Close::TooSlow)));
        let outbox = Outbox::default();
        outbox.push("x".repeat(MAX_QUEUED_BYTES + 1).into());
        assert_eq!(outbox.take().0.len(), 1, "one long frame is taken");
        outbox.push("x".repeat(2 * MAX_QUEUED_BYTES).into());
        outbox.push("x".repeat(MAX_QUEUED_BYTES - 1).into());
        outbox.push("x".into());
        assert_eq!(outbox.pop().map(|frame| frame.len()), Some(2 * MAX_QUEUED_BYTES));
        outbox.push("xx".into());
        assert_eq!(outbox.pop().map(|frame| frame.len()), Some(MAX_QUEUED_BYTES - 1));
        for _ in 0..2 {
            outbox.push("x".repeat(MAX_QUEUED_BYTES - 1).into());
        }
        assert_eq!(outbox.take().1, Some(Close::TooSlow));
    }
}
