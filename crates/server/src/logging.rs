//! Structured logs on standard error, as text for people or JSON for programs.
//!
//! An event is a word (`fault`, `store-lost`) with fields. No field ever holds a card, a seed or a token. Only events of
//! this crate are written: the texts of other crates could hold anything.

use std::io;

use tracing::Subscriber;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry;

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogFormat {
    /// `2026-01-02T03:04:05.678901Z  WARN store-lost why="connection closed"`
    #[default]
    Text,
    /// `{"timestamp":"2026-01-02T03:04:05.678901Z","level":"WARN","message":"store-lost","why":"connection closed"}`
    Json,
}

/// The least severe events that are logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LogLevel {
    /// Frozen tables, panics, a store that failed.
    Error,
    /// Also a store that does not answer, and tables lost to other nodes.
    Warn,
    /// Also start and end, and a store that is back.
    #[default]
    Info,
    /// Also every connection and every refusal, and the table of each connection.
    Debug,
    /// Also every batch of writes.
    Trace,
}

/// Writes the events of the whole process to standard error. The first call counts.
pub fn init(format: LogFormat, level: LogLevel) {
    let _ = tracing::subscriber::set_global_default(subscriber(format, level, io::stderr));
}

fn subscriber<W>(format: LogFormat, level: LogLevel, writer: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // A log that cannot be written must not stop a game: the library would report that on standard error, and panic.
    let layer = tracing_subscriber::fmt::layer()
        .log_internal_errors(false)
        .with_ansi(false)
        .with_target(false)
        .with_writer(writer);
    let layer = match format {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().flatten_event(true).with_span_list(false).boxed(),
    };
    let own_events = Targets::new().with_target(env!("CARGO_CRATE_NAME"), LevelFilter::from(level));
    Box::new(registry().with(layer.with_filter(own_events)))
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> LevelFilter {
        match level {
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
            LogLevel::Trace => LevelFilter::TRACE,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written of some events.
    fn written(format: LogFormat, level: LogLevel) -> Vec<String> {
        let buffer = Buffer::default();
        let writer = buffer.clone();
        tracing::subscriber::with_default(subscriber(format, level, move || writer.clone()), || {
            let _socket = tracing::debug_span!("socket", table = "ABCD2345").entered();
            tracing::error!(fault = "1a2b3c4d", what = "rules", "fault");
            tracing::info!("ending");
            tracing::error!(target: "hyper", "token");
        });
        let text = String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
        text.lines().map(String::from).collect()
    }

    #[test]
    fn text_has_a_time_a_level_and_fields() {
        let lines = written(LogFormat::Text, LogLevel::Info);
        let [fault, ending] = lines.as_slice() else { panic!("{lines:?}") };
        assert!(fault.ends_with("Z ERROR fault fault=\"1a2b3c4d\" what=\"rules\""), "{fault}");
        assert!(ending.ends_with("Z  INFO ending"), "{ending}");
        assert_eq!(written(LogFormat::Text, LogLevel::Error).len(), 1);
    }

    #[test]
    fn spans_are_written_with_the_level_that_has_them() {
        let fault = &written(LogFormat::Text, LogLevel::Debug)[0];
        assert!(fault.contains("socket{table=\"ABCD2345\"}: fault"), "{fault}");
        let fault = &written(LogFormat::Json, LogLevel::Debug)[0];
        assert!(fault.contains("\"span\":{\"table\":\"ABCD2345\",\"name\":\"socket\"}"), "{fault}");
    }

    #[test]
    fn json_has_the_fields_at_the_top() {
        let lines = written(LogFormat::Json, LogLevel::Info);
        let [fault, ending] = lines.as_slice() else { panic!("{lines:?}") };
        let end = "\"level\":\"ERROR\",\"message\":\"fault\",\"fault\":\"1a2b3c4d\",\"what\":\"rules\"}";
        assert!(fault.starts_with("{\"timestamp\":\"") && fault.ends_with(end), "{fault}");
        assert!(ending.ends_with("\"level\":\"INFO\",\"message\":\"ending\"}"), "{ending}");
    }
}
