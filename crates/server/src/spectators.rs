//! Those who look on: they are shown the table as it was a while ago, made from the log and from nothing else.

use std::collections::VecDeque;

use protocol::{Item, SceneText, Writer};
use table::{Input, Message, Millis, Output, Table, Token};

use crate::log_entry::LogEntry;
use crate::table_setup::TableSetup;

/// The one who looks on for all. No player has this number but by a chance of one in 2^128.
const WATCHER: Token = Token(u128::MAX);

/// One input, and when it went in.
struct Past {
    seq: u64,
    at: Millis,
    input: Input,
}

/// The table as it was a while ago.
#[derive(Default)]
pub struct Spectators {
    shadow: Option<Box<Shadow>>,
    /// What is too young to be shown.
    young: VecDeque<Past>,
}

struct Shadow {
    table: Table,
    seq: u64,
    shown: Option<SceneText>,
}

impl Spectators {
    /// An input went in. It is kept from the moment on at which the log was asked for.
    pub fn record(&mut self, seq: u64, at: Millis, input: Input) {
        self.young.push_back(Past { seq, at, input });
    }

    /// Whether the log has arrived.
    pub fn is_open(&self) -> bool {
        self.shadow.is_some()
    }

    /// The log has arrived.
    pub fn open(&mut self, setup: &TableSetup, seed: u64, entries: &[LogEntry]) {
        let mut table = setup.table(seed);
        table.apply(0, Input::Watch { token: WATCHER });
        self.shadow = Some(Box::new(Shadow { table, seq: 0, shown: None }));
        let mut past: VecDeque<Past> = entries
            .iter()
            .filter_map(|entry| Some(Past { seq: entry.seq, at: entry.at, input: entry.input()? }))
            .collect();
        let last = entries.last().map_or(0, |entry| entry.seq);
        past.extend(self.young.drain(..).filter(|entry| entry.seq > last));
        self.young = past;
    }

    /// When the next input is old enough, if it is on disk.
    pub fn wake(&self, delay: Millis, saved: u64) -> Option<Millis> {
        self.shadow.as_ref()?;
        let next = self.young.front().filter(|past| past.seq <= saved);
        next.map(|past| past.at.saturating_add(delay))
    }

    /// Lets everything happen that is old enough and on disk, and returns what there is to tell.
    pub fn advance(&mut self, now: Millis, delay: Millis, saved: u64) -> Vec<Item> {
        let mut items = Vec::new();
        let Some(shadow) = &mut self.shadow else { return items };
        while let Some(past) =
            self.young.pop_front_if(|past| past.at.saturating_add(delay) <= now && past.seq <= saved)
        {
            if past.seq > shadow.seq {
                shadow.seq = past.seq;
                items.extend(shadow.tell(past.at, past.input, past.at));
            }
        }
        items
    }

    /// How things stood, for somebody new; `then` is the time that is shown.
    pub fn welcome(&mut self, then: Millis) -> Vec<Item> {
        let Some(shadow) = &mut self.shadow else { return Vec::new() };
        // Everyone here has the same picture; the newcomer gets all of it.
        shadow.shown = None;
        shadow.tell(0, Input::Watch { token: WATCHER }, then)
    }
}

impl Shadow {
    /// What an input brings about; what is left of a turn is counted from `then` on.
    fn tell(&mut self, at: Millis, input: Input, then: Millis) -> Vec<Item> {
        let before = self.table.session().map(|session| session.compiled().clone());
        let out = self.table.apply(at, input);
        let messages: Vec<Message> = out.into_iter().filter_map(for_watcher).collect();
        Writer::new(&self.table, before.as_ref(), then, &mut self.shown).items(&messages)
    }
}

fn for_watcher(output: Output) -> Option<Message> {
    match output {
        Output::To(WATCHER, message) => Some(message),
        Output::To(..) | Output::Host(_) | Output::WakeAt(_) => None,
    }
}
