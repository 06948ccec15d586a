//! The delayed table for spectators: replayed from the log, and from nothing else.

use std::collections::VecDeque;

use host::{Host, Outcome};
use protocol::Frame;
use table::{Input, Millis, Token};

use crate::data_key::TableSecrets;
use crate::log_entry::LogEntry;
use crate::table_setup::TableSetup;

/// The viewer whose frames every spectator gets. A player has this number by a chance of one in 2^128.
const SPECTATOR: Token = Token(u128::MAX);

/// An input that is still too recent to be shown.
struct RecentInput {
    seq: u64,
    at: Millis,
    input: Input,
}

/// The table as it was a while ago.
#[derive(Default)]
pub struct Spectators {
    delayed: Option<Box<DelayedTable>>,
    recent: VecDeque<RecentInput>,
}

struct DelayedTable {
    host: Host,
    /// The last log entry that was applied.
    seq: u64,
}

impl Spectators {
    /// Keeps an input until it is old enough. Inputs are kept from the moment at which the log was asked for.
    pub fn record(&mut self, seq: u64, at: Millis, input: Input) {
        self.recent.push_back(RecentInput { seq, at, input });
    }

    /// Whether the log has arrived.
    pub fn is_open(&self) -> bool {
        self.delayed.is_some()
    }

    /// Takes the log, to be replayed with the delay.
    pub fn open(&mut self, setup: &TableSetup, secrets: &TableSecrets, entries: &[LogEntry]) {
        let mut host = Host::new(setup.table(secrets.seed));
        host.attach(SPECTATOR);
        host.query(0, Input::Watch { token: SPECTATOR }, None);
        self.delayed = Some(Box::new(DelayedTable { host, seq: 0 }));
        let mut recent: VecDeque<RecentInput> = entries
            .iter()
            .filter_map(|entry| {
                Some(RecentInput { seq: entry.seq, at: entry.at, input: secrets.input(entry)? })
            })
            .collect();
        let last = entries.last().map_or(0, |entry| entry.seq);
        recent.extend(self.recent.drain(..).filter(|entry| entry.seq > last));
        self.recent = recent;
    }

    /// When the next input is old enough, if it is on disk.
    pub fn wake(&self, delay: Millis, saved: u64) -> Option<Millis> {
        self.delayed.as_ref()?;
        let next = self.recent.front().filter(|recent| recent.seq <= saved);
        next.map(|recent| recent.at.saturating_add(delay))
    }

    /// Applies every input that is old enough and on disk, and returns the frame for all spectators.
    pub fn advance(&mut self, now: Millis, delay: Millis, saved: u64) -> Frame {
        let mut frame = Frame::default();
        let Some(delayed) = &mut self.delayed else { return frame };
        while let Some(RecentInput { seq, at, input }) =
            self.recent.pop_front_if(|recent| recent.at.saturating_add(delay) <= now && recent.seq <= saved)
        {
            if seq > delayed.seq {
                delayed.seq = seq;
                add_frames(&mut frame, &delayed.host.apply(at, input, None));
            }
        }
        frame
    }

    /// The frame for a new spectator: how things stood `then`.
    pub fn welcome(&mut self, then: Millis) -> Frame {
        let mut frame = Frame::default();
        let Some(delayed) = &mut self.delayed else { return frame };
        // Every spectator has the same scene; the new one gets all of it.
        delayed.host.attach(SPECTATOR);
        add_frames(&mut frame, &delayed.host.query(then, Input::Watch { token: SPECTATOR }, None));
        frame
    }
}

fn add_frames(all: &mut Frame, outcome: &Outcome) {
    outcome.frames.iter().for_each(|(_, frame)| all.append(frame));
}
