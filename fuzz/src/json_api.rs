//! The law of the door for other programs.

use lastcard::json_api::JsonApi;

/// The match that is in progress before the first line.
const BEGIN: &str = r#"{"cmd":"new","preset":"whot-spec","seats":3,"seed":5}"#;

/// Every line is answered with one line of JSON, and a request that is refused changes nothing but a
/// fine that the answer tells of.
pub fn engine_request(bytes: &[u8]) {
    let mut door = JsonApi::default();
    assert!(door.answer(BEGIN.as_bytes()).line().starts_with(r#"{"ok":true,"#));
    let mut before = everything(&mut door);
    for line in bytes.split(|&byte| byte == b'\n').take(30) {
        let answer = door.answer(line).line();
        assert!(!answer.contains('\n'), "an answer is one line: {answer}");
        let after = everything(&mut door);
        if answer.starts_with(r#"{"ok":false,"#) && !answer.contains(r#","events":["#) {
            assert_eq!(after, before, "refused, but something changed: {answer}");
        } else {
            assert!(answer.starts_with(r#"{"ok":"#), "an answer says whether it went well: {answer}");
        }
        before = after;
    }
}

/// The number of the position is part of the state, so nothing is done unseen.
fn everything(door: &mut JsonApi) -> [String; 2] {
    ["state", "reveal"].map(|cmd| door.answer(format!(r#"{{"cmd":"{cmd}"}}"#).as_bytes()).line())
}
