//! The thread that owns the store and writes batches to it.

use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use table::Millis;
use tokio::sync::{mpsc, oneshot};

use crate::metrics::Metrics;
use crate::store::{Store, StoreError, Write, WriteOutcome};

/// Maximum batch size.
const MAX_BATCH_WRITES: usize = 1_024;

/// Called with the outcome once a write is on disk.
pub type Done = Box<dyn FnOnce(WriteOutcome) + Send>;

type Read = Box<dyn FnOnce(&mut dyn Store) + Send>;

enum Job {
    Write(Box<Write>, Done, Instant),
    Read(Read),
}

/// A handle to the thread that writes. The jobs of one caller are done in order.
#[derive(Clone)]
pub struct LogWriter {
    jobs: Sender<Job>,
    /// The threads for lookups, where the store has connections for them: lookups never delay writes.
    lookups: Option<Sender<Read>>,
}

/// A finished batch: what to call, and the outcomes.
pub type Finished = Vec<(Done, WriteOutcome)>;

impl LogWriter {
    /// Starts the threads. Finished batches come out of the channel. When the store fails, `fatal` is called: nobody knows
    /// then what is on disk, so the program has to end and start again from the log.
    pub fn start(
        stores: (Box<dyn Store>, Vec<Box<dyn Store>>),
        now: impl Fn() -> Millis + Send + 'static,
        metrics: Arc<Metrics>,
        fatal: impl Fn(&StoreError) + Send + 'static,
    ) -> std::io::Result<(LogWriter, mpsc::UnboundedReceiver<Finished>)> {
        let (store, lookup_stores) = stores;
        let (jobs, queue) = channel();
        let (finished, out) = mpsc::unbounded_channel();
        let work = move || {
            if let Err(error) = work(store, &queue, &finished, &now, &metrics) {
                fatal(&error);
            }
        };
        thread::Builder::new().name("log-writer".into()).spawn(work)?;
        let lookups = start_lookups(lookup_stores)?;
        Ok((LogWriter { jobs, lookups }, out))
    }

    /// Queues a write.
    pub fn write(&self, write: Write, done: impl FnOnce(WriteOutcome) + Send + 'static) {
        // This fails only when the thread is gone, and then the program is ending.
        let _ = self.jobs.send(Job::Write(Box::new(write), Box::new(done), Instant::now()));
    }

    /// Queues a write and waits until it is on disk; `None` if the disk is full or the server is ending.
    pub async fn written(&self, write: Write) -> Option<WriteOutcome> {
        let (sender, outcome) = oneshot::channel();
        self.write(write, |wrote| {
            let _ = sender.send(wrote);
        });
        outcome.await.ok().filter(|outcome| *outcome != WriteOutcome::NoRoom)
    }

    /// Reads after all writes queued before; `None` if the server is ending.
    pub async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        self.queue_read(read).await.ok()
    }

    /// Reads what is on disk, which may not include writes queued just now; `None` if the server is ending.
    pub async fn look_up<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Option<T> {
        let Some(lookups) = &self.lookups else { return self.read(read).await };
        let (read, result) = sending(read);
        let _ = lookups.send(read);
        result.await.ok()
    }

    /// Queues a read behind all writes queued before.
    pub fn queue_read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> oneshot::Receiver<T> {
        let (read, result) = sending(read);
        let _ = self.jobs.send(Job::Read(read));
        result
    }
}

/// A read that sends its result, and the receiver of it.
fn sending<T: Send + 'static>(
    read: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
) -> (Read, oneshot::Receiver<T>) {
    let (sender, result) = oneshot::channel();
    let read = move |store: &mut dyn Store| match read(store) {
        Ok(found) => drop(sender.send(found)),
        Err(error) => tracing::error!(why = %error, "read-failed"),
    };
    (Box::new(read), result)
}

/// Starts a thread for each of the connections for lookups.
fn start_lookups(stores: Vec<Box<dyn Store>>) -> std::io::Result<Option<Sender<Read>>> {
    if stores.is_empty() {
        return Ok(None);
    }
    let (lookups, queue) = channel::<Read>();
    let queue = Arc::new(Mutex::new(queue));
    for mut store in stores {
        let queue = queue.clone();
        let next = move || queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let work = move || {
            while let Ok(read) = next() {
                read(store.as_mut());
            }
        };
        thread::Builder::new().name("lookup".into()).spawn(work)?;
    }
    Ok(Some(lookups))
}

fn work(
    mut store: Box<dyn Store>,
    queue: &Receiver<Job>,
    finished: &mpsc::UnboundedSender<Finished>,
    now: &impl Fn() -> Millis,
    metrics: &Metrics,
) -> Result<(), StoreError> {
    let (mut writes, mut dones) = (Vec::new(), Vec::new());
    // While a batch is being written, the next one gathers in the queue.
    while let Some(first) = next_job(store.as_mut(), queue, now)? {
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
                // A read sees the writes queued before it, so the batch ends here.
                Job::Read(read) => {
                    reads.push(read);
                    break;
                }
            }
            if writes.len() < MAX_BATCH_WRITES {
                next = queue.try_recv().ok();
            }
        }
        if !writes.is_empty() {
            let began = Instant::now();
            metrics.begins(oldest.unwrap_or(began));
            let outcomes = store.write(now(), &writes)?;
            let took = began.elapsed();
            metrics.committed(writes.len(), took, oldest.map_or(took, |since| since.elapsed()));
            metrics.wrote(&outcomes);
            tracing::trace!(writes = writes.len(), micros = took.as_micros() as u64, "batch");
            let _ = finished.send(dones.drain(..).zip(outcomes).collect());
        }
        for read in reads {
            read(store.as_mut());
        }
        writes.clear();
    }
    Ok(())
}

/// The next job. While there is none, the store tidies up, a little at a time. `None` when the program is ending.
fn next_job(
    store: &mut dyn Store,
    queue: &Receiver<Job>,
    now: &impl Fn() -> Millis,
) -> Result<Option<Job>, StoreError> {
    loop {
        match queue.try_recv() {
            Ok(job) => return Ok(Some(job)),
            Err(TryRecvError::Disconnected) => return Ok(None),
            Err(TryRecvError::Empty) if store.tidy(now())? => {}
            Err(TryRecvError::Empty) => return Ok(queue.recv().ok()),
        }
    }
}
