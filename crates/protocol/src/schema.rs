//! The JSON Schema of the wire, made from the types; `docs/protocol.schema.json` is held true by this test.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::path::Path;

use crate::writer::KINDS;
use crate::{
    ClientMsg, CreateTable, CreatedTable, DescribeRules, DescribedRules, Guest, Invitation, Lobby, Logout,
    MAX_COMMAND_ID_BYTES, PHRASES, PackInfo, PresetList, Problem, Resume, RulesInfo, ServerMsg, TableSummary,
    Ticket, TicketRequest,
};

/// Everything that goes between a client and a Lastcard server. No message looks like this root: each of its properties
/// is a message of its own, or a list of words that messages contain, and says where it is used.
#[derive(JsonSchema)]
#[schemars(title = "Protocol")]
#[allow(dead_code, reason = "only its shape is used")]
struct Protocol {
    /// From a client over the socket: one command in each text frame, the first a greeting.
    client: ClientMsg,
    /// From the server over the socket: each text frame is such a list. Items of an unknown kind are to be ignored.
    server: ServerMsg,
    /// The answer to `POST /api/guest` and `POST /api/resume`.
    guest: Guest,
    /// The body of `POST /api/tables`.
    make_table: CreateTable,
    /// The answer to `POST /api/tables`.
    made: CreatedTable,
    /// The answer to `GET /api/tables`.
    lobby: Lobby,
    /// The answer to `GET /api/tables/CODE`.
    table: TableSummary,
    /// The body of `POST /api/ticket`.
    ticket_ask: TicketRequest,
    /// The answer to `POST /api/ticket`.
    ticket: Ticket,
    /// The answer to `POST /api/link`.
    invitation: Invitation,
    /// The body of `POST /api/resume`.
    resume: Resume,
    /// The body of `POST /api/logout`, and the answer to it.
    logout: Logout,
    /// The answer to `GET /api/presets`.
    presets: PresetList,
    /// The answer to `GET /api/presets/NAME`.
    preset: RulesInfo,
    /// The answer to `GET /api/presets/NAME/pack`.
    pack: PackInfo,
    /// The body of `POST /api/rules`.
    describe_rules: DescribeRules,
    /// The answer to `POST /api/rules`.
    described_rules: DescribedRules,
    /// The answer to every call that fails.
    problem: Problem,
    /// The verbs of events in notation, in `did`.
    event_kind: EventKind,
    /// The verbs of the events that belong to one family.
    declaration: Declaration,
    /// The verbs of moves in notation, by family.
    move_verbs: MoveVerbs,
    /// Why cards were drawn, in the event `drew`.
    draw_reason: DrawReason,
    /// How a round ended: the first word of `end`.
    round_end: RoundEnd,
    /// The words that players owe each other, in the event `said` and the move `say`.
    spoken: SpokenWord,
    /// Orders of the table, in the notation of records.
    order: TableOrder,
    /// The first word of `note`.
    note_word: NoteWord,
}

/// The words that begin a note.
const NOTE_WORDS: [&str; 12] = [
    "held",
    "kept",
    "back",
    "left",
    "removed",
    "vote",
    "news",
    "asked",
    "denied",
    "lapsed",
    "undone",
    "announcing",
];

#[test]
fn every_word_of_a_note_is_understood() {
    for word in NOTE_WORDS {
        let numbers = if word == "vote" { "1 2 3" } else { "1" };
        let note = vec![crate::Item::Note(format!("{word} {numbers}"))];
        assert!(crate::FrameReader::default().hear(note, 0).is_ok(), "{word}");
    }
}

/// Declares a type of the schema that is one of a closed list of words.
macro_rules! word_lists {
    ($($name:ident = $words:expr;)+) => {$(
        pub(crate) struct $name;

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "enum": $words })
            }
        }
    )+};
}

word_lists! {
    ScenePhase = words(engine::ScenePhase::ALL, engine::ScenePhase::word);
    EventKind = games::event_kinds();
    Declaration = games::declarations().collect::<Vec<_>>();
    DrawReason = words(engine::DrawReason::ALL, engine::DrawReason::word);
    RoundEnd = words(engine::End::ALL, engine::End::word);
    SpokenWord = words(engine::Word::ALL, engine::Word::word);
    TableOrder = words(engine::Order::ALL, engine::Order::word);
    NoteWord = NOTE_WORDS;
    Phrase = PHRASES;
    PlayerKind = KINDS.map(|(_, word)| word);
}

/// The id of a command: chosen by the player, and the name under which it is answered.
pub(crate) struct CommandId;

impl JsonSchema for CommandId {
    fn schema_name() -> Cow<'static, str> {
        "CommandId".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Chosen by the player: 1 to 32 visible characters of ASCII.",
            "type": "string",
            "minLength": 1,
            "maxLength": MAX_COMMAND_ID_BYTES,
            "pattern": "^[!-~]+$",
        })
    }
}

pub(crate) struct MoveVerbs;

impl JsonSchema for MoveVerbs {
    fn schema_name() -> Cow<'static, str> {
        "MoveVerbs".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let families = games::MOVE_VERBS.iter();
        let verbs = families.clone().map(|(name, verbs)| ((*name).into(), json!({ "enum": verbs })));
        let verbs: serde_json::Map<String, serde_json::Value> = verbs.collect();
        let names: Vec<&str> = families.map(|(name, _)| *name).collect();
        json_schema!({ "type": "object", "properties": verbs, "required": names })
    }
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&one| word(one)).collect()
}

/// The schema in the draft that most type generators read, with a name for each case.
fn schema() -> Value {
    let generator = SchemaSettings::draft07().into_generator();
    let mut schema = generator.into_root_schema_for::<Protocol>().to_value();
    // Nothing has all of these properties.
    schema.as_object_mut().expect("an object").remove("required");
    for (name, prefix) in [("ClientMsg", "Command"), ("Item", "Item"), ("ShuffleItem", "Shuffle")] {
        let cases = schema["definitions"][name]["oneOf"].as_array_mut().expect("a list of cases");
        for case in cases {
            case["title"] = json!(format!("{prefix}{}", case_name(case)));
        }
    }
    for definition in schema["definitions"].as_object_mut().into_iter().flat_map(|all| all.values_mut()) {
        merge_words(definition);
    }
    schema
}

/// The name of a case in capitals: of its tag, its only property, or its word.
fn case_name(case: &Value) -> String {
    let properties = case["properties"].as_object();
    let tag = case["properties"]["do"]["const"].as_str();
    let only = properties.and_then(|all| all.keys().next()).map(String::as_str);
    let word = tag.or(only).unwrap_or("case");
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    word.split('-').map(capital).collect()
}

/// A choice between words, each with its description, becomes a plain list of words.
fn merge_words(definition: &mut Value) {
    let Some(cases) = definition["oneOf"].as_array() else { return };
    let words: Option<Vec<Value>> = cases.iter().map(|case| case.get("const").cloned()).collect();
    if let (Some(words), Some(definition)) = (words, definition.as_object_mut()) {
        definition.remove("oneOf");
        definition.insert("type".into(), json!("string"));
        definition.insert("enum".into(), words.into());
    }
}

#[test]
fn every_case_of_the_schema_has_a_name_of_its_own() {
    let schema = schema();
    let mut names: Vec<&str> =
        schema["definitions"].as_object().unwrap().keys().map(String::as_str).collect();
    for list in ["ClientMsg", "Item", "ShuffleItem"] {
        let cases = schema["definitions"][list]["oneOf"].as_array().unwrap();
        names.extend(cases.iter().map(|case| case["title"].as_str().unwrap()));
    }
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
    for (name, property) in schema["properties"].as_object().unwrap() {
        assert!(property["description"].as_str().is_some_and(|text| !text.is_empty()), "what is {name}?");
    }
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard-protocol schema` rewrites the file.
#[test]
fn the_schema_in_the_documents_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.schema.json");
    let schema = schema();
    let text = serde_json::to_string_pretty(&schema).unwrap() + "\n";
    if std::env::var_os("LASTCARD_WRITE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "docs/protocol.schema.json is out of date: set LASTCARD_WRITE=1 and run this again"
    );
}
