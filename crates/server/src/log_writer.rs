//! The one who writes: a thread that owns the store, and puts everything that waits on disk at once.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use table::Millis;
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;
use crate::store::{Store, StoreError, Write, WriteOutcome};

/// The most that is written at once.
const MOST_AT_ONCE: usize = 1_024;

/// For so long more is waited for after a batch, for each that was in it: a flush costs the same for one and for a hundred,
/// and who comes alone does not wait.
const GATHERING: Duration = Duration::from_micros(50);

/// Nobody waits longer than this for others.
const LONGEST_GATHERING: Duration = Duration::from_millis(3);

/// What is done when something is on disk.
pub type Done = Box<dyn FnOnce(WriteOutcome) + Send>;

type Read = Box<dyn FnOnce(&mut dyn Store) + Send>;

enum Job {
    Write(Box<Write>, Done, Instant),
    Read(Read),
}

/// The way to the thread that writes. What one caller sends is done in that order.
#[derive(Clone)]
pub struct LogWriter {
    jobs: Sender<Job>,
    /// The way to threads that only look things up, where there are any: nobody's move waits for them.
    lookups: Option<Sender<Read>>,
}

/// What has been written, and what is to be done about it.
pub type Finished = Vec<(Done, WriteOutcome)>;

impl LogWriter {
    /// Starts the thread. Whatever is on disk comes out of the channel, a batch at a time. When the store fails, `fatal`
    /// is called: nobody knows then what is on disk, so the program has to end and begin anew from the log.
    pub fn start(
        stores: (Box<dyn Store>, Vec<Box<dyn Store>>),
        now: impl Fn() -> Millis + Send + 'static,
        metrics: Arc<Metrics>,
        fatal: impl Fn(&StoreError) + Send + 'static,
    ) -> std::io::Result<(LogWriter, mpsc::UnboundedReceiver<Finished>)> {
        let (store, others) = stores;
        let (jobs, waiting) = channel();
        let (finished, out) = mpsc::unbounded_channel();
        let work = move || {
            if let Err(error) = work(store, &waiting, &finished, &now, &metrics) {
                fatal(&error);
            }
        };
        thread::Builder::new().name("clerk".into()).spawn(work)?;
        let lookups = look_up(others)?;
        Ok((LogWriter { jobs, lookups }, out))
    }

    /// Has something written.
    pub fn write(&self, write: Write, done: impl FnOnce(WriteOutcome) + Send + 'static) {
        // It fails only when the thread is gone, and then the program is ending.
        let _ = self.jobs.send(Job::Write(Box::new(write), Box::new(done), Instant::now()));
    }

    /// Has something written and waits until it is on disk; `None` if the server is ending.
    pub async fn written(&self, write: Write) -> Option<WriteOutcome> {
        let (tell, told) = oneshot::channel();
        self.write(write, |wrote| {
            let _ = tell.send(wrote);
        });
        told.await.ok()
    }

    /// Reads, after everything that was sent before is written; `None` if the server is ending.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        let told = self.ask(read);
        told.await.ok()
    }

    /// Looks up what is on disk, and maybe not what was sent just now; `None` if the server is ending.
    pub async fn look_up<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        let Some(lookups) = &self.lookups else { return self.read(read).await };
        let (read, told) = telling(read);
        let _ = lookups.send(read);
        told.await.ok()
    }

    /// Asks for something to be read, at this place in the order.
    pub fn ask<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (read, told) = telling(read);
        let _ = self.jobs.send(Job::Read(read));
        told
    }
}

/// Reads, and tells what was found.
fn telling<T: Send + 'static>(
    read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> (Read, oneshot::Receiver<T>) {
    let (tell, told) = oneshot::channel();
    let read = move |store: &mut dyn Store| match read(store) {
        Ok(found) => drop(tell.send(found)),
        Err(error) => crate::logging::tell("read-failed", &[("why", &error.0)]),
    };
    (Box::new(read), told)
}

/// Starts the threads that only look things up, each with its own way to the store.
fn look_up(stores: Vec<Box<dyn Store>>) -> std::io::Result<Option<Sender<Read>>> {
    if stores.is_empty() {
        return Ok(None);
    }
    let (lookups, waiting) = channel::<Read>();
    let waiting = Arc::new(Mutex::new(waiting));
    for mut store in stores {
        let waiting = waiting.clone();
        let next = move || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let work = move || {
            while let Ok(read) = next() {
                read(store.as_mut());
            }
        };
        thread::Builder::new().name("lookups".into()).spawn(work)?;
    }
    Ok(Some(lookups))
}

fn work(
    mut store: Box<dyn Store>,
    waiting: &Receiver<Job>,
    finished: &mpsc::UnboundedSender<Finished>,
    now: &impl Fn() -> Millis,
    metrics: &Metrics,
) -> Result<(), StoreError> {
    let (mut writes, mut dones) = (Vec::new(), Vec::new());
    while let Ok(first) = waiting.recv() {
        let mut reads = Vec::new();
        let mut oldest: Option<Instant> = None;
        let mut next = Some(first);
        while let Some(job) = next.take() {
            match job {
                Job::Write(write, done, since) => {
                    oldest = oldest.or(Some(since));
                    writes.push(*write);
                    dones.push(done);
                }
                // A read sees what was sent before it, so the batch ends here.
                Job::Read(read) => {
                    reads.push(read);
                    break;
                }
            }
            if writes.len() < MOST_AT_ONCE {
                next = waiting.try_recv().ok();
            }
        }
        if !writes.is_empty() {
            let began = Instant::now();
            metrics.begins(oldest.unwrap_or(began));
            let wrote = store.write(now(), &writes)?;
            metrics.committed(
                writes.len(),
                began.elapsed(),
                oldest.map_or(began.elapsed(), |since| since.elapsed()),
            );
            let _ = finished.send(dones.drain(..).zip(wrote).collect());
        }
        for read in reads {
            read(store.as_mut());
        }
        if writes.len() > 1 {
            thread::sleep(LONGEST_GATHERING.min(GATHERING * writes.len() as u32));
        }
        writes.clear();
    }
    Ok(())
}
