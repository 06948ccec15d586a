//! The JSON Schema of the wire, made from the types; `docs/protocol.schema.json` is held true by this test.

use schemars::{JsonSchema, SchemaGenerator};
use std::path::Path;

use crate::{
    ClientMsg, Guest, Invitation, Lobby, Made, MakeTable, Problem, Resume, ServerMsg, Ticket, TicketRequest,
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
    make_table: MakeTable,
    made: Made,
    lobby: Lobby,
    ticket_ask: TicketRequest,
    ticket: Ticket,
    invitation: Invitation,
    resume: Resume,
    problem: Problem,
}

/// `LASTCARD_WRITE=1 cargo test -p lastcard-protocol schema` writes the file anew.
#[test]
fn the_schema_in_the_papers_is_that_of_the_types() {
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
