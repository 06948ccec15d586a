//! Frames that earlier versions sent are understood.

use std::path::Path;

use engine::Scene;
use protocol::{FrameReader, Received, json};
use table::Message;

fn frames(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/v0").join(format!("{name}.jsonl"));
    std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// What a viewer knows after these frames: the scene, and how many events were told.
fn hear<'a>(reader: &mut FrameReader, lines: impl Iterator<Item = &'a str>) -> (Option<Scene>, usize) {
    let (mut last, mut told) = (None, 0);
    for line in lines {
        let frame = json::read(line).unwrap_or_else(|why| panic!("{why}: {line}"));
        for heard in reader.hear(frame, 0).unwrap_or_else(|why| panic!("{why}: {line}")) {
            match heard {
                Received::Table(Message::Scene { scene, .. }) => last = Some(*scene),
                Received::Table(Message::Events { events, .. }) => told += events.len(),
                _ => {}
            }
        }
    }
    (last, told)
}

/// The last frame has the whole scene; all frames before have only what changed. Both come to the same.
#[test]
fn changes_come_to_the_scene_that_a_second_greeting_tells() {
    for name in ["naija-whot-0", "naija-whot-1", "uno-swap-0", "yaniv-0", "yaniv-1"] {
        let text = frames(name);
        let lines: Vec<&str> = text.lines().collect();
        let (again, before) = lines.split_last().unwrap();
        let (by_changes, events) = hear(&mut FrameReader::default(), before.iter().copied());
        let (whole, _) = hear(&mut FrameReader::default(), std::iter::once(*again));
        assert!(whole.is_some(), "{name}: {again}");
        assert_eq!(by_changes, whole, "{name}");
        assert!(events > 10, "{name}: {events} events");
    }
}

#[test]
fn a_server_is_understood() {
    for (name, events) in [("server-ada", 14), ("server-spectator", 14), ("server-fair", 100)] {
        let text = frames(name);
        let (scene, told) = hear(&mut FrameReader::default(), text.lines());
        assert!(scene.is_some(), "{name}");
        assert!(told >= events, "{name}: {told} events");
    }
}
