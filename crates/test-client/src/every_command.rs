//! One command of each kind, for tests that must try them all.

use protocol::{BotLevel, ClientMsg, PHRASES};

/// What the commands say.
#[derive(Clone, Debug)]
pub struct CommandFields {
    /// The id of each command.
    pub id: String,
    /// The number of the position that a move answers.
    pub n: u64,
    /// The move, and what is written in the chat.
    pub text: String,
    /// The name to sit down under.
    pub name: String,
    /// The name of the computer player that comes or goes.
    pub bot: String,
    /// What every switch is set to.
    pub on: bool,
}

/// The rows as a list. The match has an arm for each row and no other, so a new command does not compile without one.
macro_rules! rows {
    ($($kind:ident $fields:tt),+ $(,)?) => {{
        let _has_row = |message: &ClientMsg| match message {
            ClientMsg::Hello(_) $(| ClientMsg::$kind { .. })+ => {}
        };
        vec![$(ClientMsg::$kind $fields),+]
    }};
}

/// One command of each kind.
pub fn every_command(fields: &CommandFields) -> Vec<ClientMsg> {
    let CommandFields { id, n, text, name, bot, on } = fields.clone();
    let (id, text) = (|| id.clone(), || text.clone());
    rows![
        Act { id: id(), n, m: text() },
        Ask { id: id(), m: text() },
        Hint { id: id() },
        Sit { id: id(), name },
        Bot { id: id(), name: bot.clone(), level: BotLevel::Easy },
        Unbot { id: id(), name: bot },
        Rules { id: id(), rules: "hand_size = 3".into() },
        Start { id: id() },
        Next { id: id() },
        Rematch { id: id() },
        Ready { id: id() },
        Return { id: id() },
        Announce { id: id(), on },
        Takeback { id: id() },
        Consent { id: id(), yes: on },
        Say { id: id(), p: PHRASES[0].into() },
        Chat { id: id(), t: text() },
        Mix { id: id(), on },
        Promise { id: id(), deal: 1, c: "00".repeat(32), key: None },
        Open { id: id(), deal: 1, e: "00".repeat(16) },
        Alone { id: id(), yes: on },
        Sign { id: id(), deal: 1, seen: "00".repeat(32), sig: "00".repeat(64) },
        Remove { id: id(), name: String::new() },
        Block { id: id(), name: String::new(), on },
        Report { id: id(), name: String::new(), why: text() },
        Leave { id: id() },
    ]
}
