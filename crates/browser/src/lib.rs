//! The same table and computer players for one device without a server, behind the same wire.
//!
//! This crate must never read a clock, touch a network or decide a rule. A [`Device`] takes the messages of the
//! people at the device and returns the frames for each of them; [`rule_queries`] answers questions about rules;
//! [`replay`] turns a record into the frames that a server would have sent, and [`check`] tells whether its cards are
//! what was promised. The page runs all of it as WebAssembly in a worker.
//!
//! ```
//! use browser::Device;
//!
//! let mut device = Device::new("extends = \"crazy-eights\"", 7).unwrap();
//! device.hear(0, r#"{"do":"hello","v":1,"ticket":"","name":"Ada"}"#, 0);
//! device.hear(0, r#"{"do":"bot","id":"1","name":"Bola"}"#, 0);
//! let told = device.hear(0, r#"{"do":"start","id":"2"}"#, 0);
//! assert_eq!(told.frames[0].0, 0);
//! ```

mod device;
mod error;
mod replay;
pub mod rule_queries;
mod verify;

#[cfg(target_arch = "wasm32")]
mod bindings;

pub use device::{Device, DeviceOutput};
pub use error::BrowserError;
pub use replay::{Replay, replay};
pub use verify::{Seen, Signed, Verified, check};
