//! Games that an earlier version of the page saved go on.

use browser::Device;
use protocol::{ClientMsg, Hello, json};

const SAVED: &str = include_str!("fixtures/v0/saved-game.json");

#[test]
fn a_saved_game_is_restored_and_played_on() {
    let saved: serde_json::Value = serde_json::from_str(SAVED).unwrap();
    let word = |key: &str| saved[key].as_str().unwrap();
    let mut device = Device::restore(word("record"), word("sitters"), 1, 0).unwrap();
    assert_eq!(device.record().as_deref(), Some(word("record")));
    let hello = Hello { v: protocol::VERSION, name: Some(String::new()), ..Hello::default() };
    for person in 0..2 {
        let told = device.hear(person, &json::write(&ClientMsg::Hello(hello.clone())), 0);
        let text = told.json();
        assert!(text.contains(&format!(r#""you":{person}"#)), "person {person} has the seat again: {text}");
    }
    let mut now = 0;
    while device.record().as_deref() == Some(word("record")) {
        now += 1_000;
        assert!(now < 60_000, "the computer player is to move, and does");
        device.tick(now);
    }
    assert!(device.record().unwrap().starts_with(word("record")));
}
