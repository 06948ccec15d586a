//! Runs a table for its viewers: messages of the wire in, frames for each viewer out.
//!
//! A [`Host`] is a table, the viewers who follow it, and the wire between them. It must never read a clock, touch a disk
//! or open a connection: its owner brings the time with every call and delivers the frames. The server's room, its
//! delayed table for spectators, the browser's device and the terminal's local game all run this same value, so a new
//! message of the wire is decoded in one place, [`Request::decode`].
//!
//! Who may send what is for the owner to decide before a message gets here.
//!
//! ```
//! use host::Host;
//! use protocol::{ClientMsg, Item};
//! use table::{Config, Table, Token};
//!
//! let rules = games::presets::named("crazy-eights").unwrap();
//! let mut host = Host::new(Table::new(Config { seed: 7, ..Config::new(rules) }));
//! let ada = Token(1);
//! host.attach(ada);
//! let outcome = host.hear(0, ada, ClientMsg::Sit { id: "1".into(), name: "Ada".into() });
//! let (to, frame) = &outcome.frames[0];
//! assert_eq!((*to, &frame.items()[..2]), (ada, &[Item::Ok("1".into()), Item::You(Some(0))][..]));
//! ```

mod host;
mod outcome;
mod request;

pub use host::Host;
pub use outcome::{Command, Outcome};
pub use request::{Request, Talk};
