//! The JSON Schema of the wire, made from the types; `docs/protocol.schema.json` is held true by this test.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use std::borrow::Cow;
use std::path::Path;

use crate::{
    ClientMsg, CreateTable, CreatedTable, Guest, Invitation, Lobby, Problem, Resume, ServerMsg, Ticket,
    TicketRequest,
};

/// Everything that goes over the wire.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its shape is used")]
struct Wire {
    /// From a player, over the socket.
    client: ClientMsg,
    /// From the server, over the socket.
    server: ServerMsg,
    guest: Guest,
    make_table: CreateTable,
    made: CreatedTable,
    lobby: Lobby,
    ticket_ask: TicketRequest,
    ticket: Ticket,
    invitation: Invitation,
    resume: Resume,
    problem: Problem,
    /// The verbs of events in notation.
    event_kind: EventKind,
    draw_reason: DrawReason,
    /// How rounds end, in notation.
    round_end: RoundEnd,
    /// The words that players owe each other.
    spoken: SpokenWord,
    order: TableOrder,
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
    DrawReason = words(engine::DrawReason::ALL, engine::DrawReason::word);
    RoundEnd = words(engine::End::ALL, engine::End::word);
    SpokenWord = words(engine::Word::ALL, engine::Word::word);
    TableOrder = words(engine::Order::ALL, engine::Order::word);
}

fn words<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|&one| word(one)).collect()
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard-protocol schema` writes the file anew.
#[test]
fn the_schema_in_the_documents_is_that_of_the_types() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.schema.json");
    let schema = SchemaGenerator::default().into_root_schema_for::<Wire>();
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
