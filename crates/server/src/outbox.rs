//! What waits to be sent to one socket: a bounded queue, and the order to close it.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

/// One frame as it goes out.
pub type Frame = axum::extract::ws::Utf8Bytes;

/// The most frames that wait.
const MOST_FRAMES: usize = 64;

/// The most bytes that wait.
const MOST_BYTES: usize = 64 * 1024;

/// Why a socket is closed, with the code that the other side is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Close {
    /// The same player came with another socket.
    TakenOver,
    /// What the player was told can no longer be continued: come again.
    Resume,
    /// Too much was asked for.
    Policy,
    /// The server restarts.
    Restart,
    /// The other side does not read.
    TooSlow,
    /// The server has too much to do.
    TooBusy,
}

impl Close {
    /// The close code.
    pub fn code(self) -> u16 {
        match self {
            Close::TakenOver => 4001,
            Close::Resume => 4002,
            Close::Policy => 1008,
            Close::Restart => 1012,
            Close::TooSlow | Close::TooBusy => 1013,
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Close::TakenOver => "taken-over",
            Close::Resume => "resume",
            Close::Policy => "policy",
            Close::Restart => "restart",
            Close::TooSlow => "too-slow",
            Close::TooBusy => "too-busy",
        }
    }
}

/// What waits to be sent to one socket.
#[derive(Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    news: Notify,
}

#[derive(Default)]
struct Queue {
    frames: VecDeque<Frame>,
    bytes: usize,
    close: Option<Close>,
}

impl Outbox {
    /// Puts a frame in. A socket that is too slow is to be closed, and gets nothing more.
    pub fn push(&self, frame: Frame) {
        let mut queue = self.lock();
        if queue.close.is_some() {
            return;
        }
        queue.bytes += frame.len();
        // One frame is always taken: a long absence may be told in a long one.
        if !queue.frames.is_empty() && (queue.frames.len() >= MOST_FRAMES || queue.bytes > MOST_BYTES) {
            queue.close = Some(Close::TooSlow);
            queue.frames.clear();
        } else {
            queue.frames.push_back(frame);
        }
        drop(queue);
        self.news.notify_one();
    }

    /// Has the socket closed once what waits is sent.
    pub fn close(&self, why: Close) {
        self.lock().close.get_or_insert(why);
        self.news.notify_one();
    }

    /// Waits until there is something to send or to do.
    pub async fn ready(&self) {
        self.news.notified().await;
    }

    /// Takes everything out.
    pub fn take(&self) -> (VecDeque<Frame>, Option<Close>) {
        let mut queue = self.lock();
        queue.bytes = 0;
        (std::mem::take(&mut queue.frames), queue.close)
    }

    /// Whether it is to be closed.
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
        outbox.push("x".repeat(MOST_BYTES + 1).into());
        assert_eq!(outbox.take().0.len(), 1, "one long frame is taken");
        outbox.push("x".repeat(MOST_BYTES - 1).into());
        outbox.push("xx".into());
        assert_eq!(outbox.take().1, Some(Close::TooSlow));
    }
}
