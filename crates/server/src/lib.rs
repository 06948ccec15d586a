//! Many tables for people who are not in the same place: sockets, the log, rate limits.
//!
//! This crate must never decide what is legal or what a player may see: the table does. It writes every input to disk
//! before anybody is told about it, brings tables back from their logs, and limits what clients can do.
//!
//! ```
//! use std::io::{Read, Write};
//! use std::net::{TcpListener, TcpStream};
//!
//! use server::{Settings, Sqlite};
//!
//! let folder = std::env::temp_dir().join(format!("lastcard-example-{}", std::process::id()));
//! let store = Box::new(Sqlite::open(&folder)?);
//! let listener = TcpListener::bind("127.0.0.1:0")?;
//! let address = listener.local_addr()?;
//! // It serves until SIGTERM or Ctrl-C.
//! std::thread::spawn(move || server::run(listener, store, Settings::default()));
//!
//! let mut client = TcpStream::connect(address)?;
//! client.write_all(b"GET /livez HTTP/1.0\r\nHost: localhost\r\n\r\n")?;
//! let mut response = String::new();
//! client.read_to_string(&mut response)?;
//! assert!(response.starts_with("HTTP/1.0 200 OK"), "{response}");
//! assert!(response.ends_with("alive\n"), "{response}");
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod admin;
mod audit;
mod backpressure;
mod connections;
mod data_key;
mod descriptors;
mod encoding;
mod folder_lock;
mod held_seats;
mod http;
mod lag;
mod live_table;
mod log_entry;
mod log_writer;
mod logging;
mod metrics;
mod migrate;
mod moderation;
mod outbox;
mod page;
pub mod players;
mod postgres;
mod public_text;
mod rate_limits;
mod relay;
mod replies;
mod room;
mod rooms;
mod rules_cache;
mod search_pool;
mod secrets;
mod serve;
mod socket;
mod spectators;
mod sqlite;
mod store;
mod table_records;
mod table_setup;
mod utc;

pub use audit::{Anchor, Audit, AuditFault, Auditor, audit, audit_store};
pub use data_key::{BadKey, DataKey, Keyring};
pub use folder_lock::{create_private_folder, private};
pub use logging::{LogFormat, LogLevel, init as init_logging};
pub use migrate::{MoveError, Moved, move_all};
pub use postgres::Postgres;
pub use rate_limits::{LimitError, Limits, Rate};
pub use rooms::Settings;
pub use search_pool::Effort;
pub use secrets::shuffle_share;
pub use serve::{Listeners, ServeError, run};
pub use sqlite::{CopyProgress, DATABASE_FILE, Sqlite, back_up, restore};
pub use store::{Movable, Pruned, Store, StoreError};

/// What the tests, benchmarks and fuzzers of this workspace use beside that. It may change at any time.
#[doc(hidden)]
pub mod internals {
    pub use crate::backpressure::Patience;
    pub use crate::live_table::{LiveTable, NO_HASH};
    pub use crate::log_entry::LogEntry;
    pub use crate::log_writer::LogWriter;
    pub use crate::metrics::Metrics;
    pub use crate::outbox::Outbox;
    pub use crate::room::{Room, Task};
    pub use crate::rooms::{Rooms, WallClock, system_clock};
    pub use crate::secrets::fault_id;
    pub use crate::serve::serve;
    pub use crate::store::{
        Lease, Listing, NodeStart, Note, NoteKind, Outage, Stage, TableId, TableLocation, TableRow,
        TableStatus, Write, WriteOutcome,
    };
    pub use crate::table_records::{MatchRecord, TableRecords};
    pub use crate::table_setup::TableSetup;
}
