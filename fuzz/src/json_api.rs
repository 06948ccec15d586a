//! The law of the JSON API.

use lastcard::json_api::JsonApi;

/// The match that is in progress before the first line.
const BEGIN: &str = r#"{"cmd":"new","preset":"whot-spec","seats":3,"seed":5}"#;

/// Every line is answered with one line of JSON, and a request that is refused changes nothing but a
/// fine that the answer tells of.
pub fn engine_request(bytes: &[u8]) {
    let mut api = JsonApi::default();
    assert!(api.answer(BEGIN.as_bytes()).line().starts_with(r#"{"ok":true,"#));
    let mut before = everything(&mut api);
    for line in bytes.split(|&byte| byte == b'\n').take(30) {
        let answer = api.answer(line).line();
        assert!(!answer.contains('\n'), "an answer is one line: {answer}");
        let after = everything(&mut api);
        if answer.starts_with(r#"{"ok":false,"#) && !answer.contains(r#","events":["#) {
            assert_eq!(after, before, "refused, but something changed: {answer}");
        } else {
            assert!(answer.starts_with(r#"{"ok":"#), "an answer says whether it went well: {answer}");
        }
        before = after;
    }
}

/// The number of the position is part of the state, so nothing is done unseen.
fn everything(api: &mut JsonApi) -> [String; 2] {
    ["state", "reveal"].map(|cmd| api.answer(format!(r#"{{"cmd":"{cmd}"}}"#).as_bytes()).line())
}
