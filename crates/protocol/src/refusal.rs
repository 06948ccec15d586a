//! Everything that can be refused over the wire, and how a refusal is written and read.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::json::JsonError;

table::refusals! {
    /// Why something is refused: by the table, by its host, or by the server before it reached a table.
    pub enum Refusal {
        (/** The table refuses. */ Table(table::Refusal)),

        /// The message is not one of the protocol.
        Unreadable { why: String } = "bad-message", "This cannot be read: {why}.";
        /// The message exceeds [`MAX_MESSAGE_BYTES`](crate::MAX_MESSAGE_BYTES).
        MessageTooLong = "bad-message", "That message is too long.";
        /// The first message of a connection was not a greeting.
        GreetingMissing = "bad-message", "Say hello first.";
        /// A connection greets once.
        GreetingRepeated = "bad-message", "You have already said hello.";
        /// The id of the command is empty, too long, or has other characters than visible ASCII.
        BadCommandId = "bad-message", "An id is 1 to 32 visible ASCII characters, without spaces.";
        /// A promise or a share that is not hexadecimal, or of the wrong length.
        BadShuffleBytes = "bad-message", "That is neither a hash nor a share.";
        /// The server speaks another version of the protocol.
        ServerVersion { version: u16 } = "bad-version", "This server speaks version {version}.";
        /// The page is older than the table that it carries.
        PageVersion = "bad-version", "This page is too old: reload it.";
        /// The ticket is unknown, used or expired.
        BadTicket = "bad-ticket", "The ticket is invalid or was already used.";

        /// The table is not in memory at the moment, or is still searching for the hint before.
        Busy = "busy", "One moment, please.";
        /// The connection exceeds its rate limit.
        TooFast = "busy", "Slow down, please.";
        /// The search for a hint failed.
        NoHintFound = "busy", "No hint was found.";
        /// The caller exceeds a rate limit.
        TooOften = "busy", "Too many requests. Wait a moment and try again.";
        /// The disk of the server is full.
        DiskFull = "busy", "The disk of the server is full. Nothing is lost: try again when there is room.";
        /// The server is shutting down, or has lost its store.
        Unavailable = "busy", "The server cannot do that right now. Try again soon.";
        /// The table is frozen after a fault.
        Fault { fault: String } = "fault", "This table has stopped because of a bug (number {fault}). No moves are lost.";

        /// Only the player who made the table may do this.
        NotMaker = "not-host", "Only the player who made the table can do that.";
        /// The text is not a move.
        NotAMove = "unreadable", "That is not a move.";
        /// The length of the name is out of range, or a record could not hold it.
        BadName = "bad-name", "A name has 1 to 24 characters and no comma.";
        /// A text that others see has a character that is invisible, blank, or changes the direction of writing.
        HiddenCharacter { what: &'static str, code: u32 } = "hidden-character", "{what} has a character that cannot be seen or that turns the writing around (U+{code:04X}): leave it out.";
        /// A letter of a text that others see has too many marks, or a mark has no letter.
        StackedMarks { what: &'static str, most: usize } = "stacked-marks", "{what} has a mark without a letter, or more than {most} on one: leave some out.";
        /// A name, or a word of another text that others see, has letters of several scripts.
        MixedScripts { what: &'static str, word: String } = "mixed-scripts", "{what} mixes the letters of different scripts, and some of them look alike (\"{word}\"): write each word in one script.";
        /// A text that others see is in doubles of Latin letters.
        LooksLatin { what: &'static str, twin: String } = "looks-latin", "{what} is written in other letters that look like the Latin \"{twin}\": write it in Latin letters.";
        /// A text that others see has a word that is kept for those who run the server, or for computer players.
        ReservedWord { what: &'static str, word: &'static str } = "reserved-word", "{what} says \"{word}\", which is kept for those who run the server and for computer players: choose another word.";
        /// A player has a name that looks like this one.
        NameLooksTaken = "name-taken", "Someone at the table has a name that looks like this one.";
        /// Every seat of the table is taken.
        TableFull = "full", "Every seat is taken.";
        /// The maker of the table has blocked the guest.
        Blocked = "blocked", "You cannot take a seat at this table.";
        /// The player or the address is banned for a time.
        Banned { until: String } = "banned", "You may not play here until {until} (UTC).";
        /// The player or the address is banned for ever.
        BannedForEver = "banned", "You may not play here.";
        /// The operator has stopped all changes for a time.
        ReadOnly = "busy", "The server takes no moves for the moment. Nothing is lost: try again soon.";
        /// Nobody at the table has this name.
        NobodyNamed = "no-person", "There is no other person with that name at the table.";
        /// A device without a server has nobody to report to.
        NoOperator = "not-here", "Nobody runs a server here.";
        /// The guest holds the maximum number of seats at tables whose match has not begun.
        TooManySeats = "seats", "You hold seats at too many tables whose match has not begun: leave one of them first.";
        /// The table has its full number of spectators.
        TooManySpectators = "no-watching", "Too many people are watching already.";
        /// The log of the table has reached its maximum length.
        LogFull = "too-long-game", "This table has reached its limit: make a new one.";
        /// The rules are faulty, or not allowed here.
        Rules { why: String } = "rules", "{why}";

        /// The table allows no free text.
        ChatOff = "chat-off", "Only phrases can be said at this table.";
        /// Everyone shares one device.
        ChatInPerson = "chat-off", "Everyone is here: just talk.";
        /// The phrase is not one of [`PHRASES`](crate::PHRASES).
        BadPhrase = "bad-phrase", "There is no such phrase.";
        /// The line of chat is empty or too long.
        ChatLength { why: &'static str } = "long", "{why}";
        /// A device without a server shuffles from its own seed.
        NoMixing = "no-mix", "This device shuffles on its own.";

        /// The call comes from another site's page.
        Origin = "origin", "This page is not allowed to talk to this server.";
        /// The server was called by a name that is not its own.
        Host { name: String } = "origin", "This server does not know the name {name}. Whoever runs it can allow it with --host {name}.";
        /// The call carries no valid key of a guest.
        NoKey = "no-key", "Get a key first: POST /api/guest.";
        /// The guest has reached the maximum number of open tables.
        TooManyTables = "tables", "You have too many open tables.";
        /// The address takes another method.
        WrongMethod = "bad-message", "This address does not take that method.";
        /// The address leads nowhere.
        NoSuchPage = "unknown", "There is nothing here.";
        /// No preset has this name.
        NoSuchGame = "unknown", "There is no such game.";
        /// No table has this code.
        NoSuchTable = "unknown", "There is no such table.";
        /// The link to resume on another device is unknown, used or expired.
        NoSuchLink = "unknown", "That link has expired or was already used.";
        /// The table has no finished match whose cards are public.
        NoSuchRecord = "unknown", "There is no finished match here to show.";
    }
}

impl From<table::Refusal> for Refusal {
    fn from(refusal: table::Refusal) -> Refusal {
        Refusal::Table(refusal)
    }
}

impl From<JsonError> for Refusal {
    fn from(error: JsonError) -> Refusal {
        Refusal::Unreadable { why: error.to_string() }
    }
}

impl Refusal {
    /// The number of the current position, where the refusal is about another one.
    pub fn position(&self) -> Option<u64> {
        match self {
            Refusal::Table(table::Refusal::Stale { number }) => Some(*number),
            _ => None,
        }
    }
}

/// The word for programs of a [`Refusal`]: one of a closed list, which `docs/protocol.schema.json` exports.
///
/// A word that this version does not know is read as [`RefusalCode::UNKNOWN`], so that a newer server can be understood:
/// the sentence beside it still says what is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct RefusalCode(&'static str);

impl RefusalCode {
    /// Stands for a word that this version does not know.
    pub const UNKNOWN: RefusalCode = RefusalCode("refused");

    /// Every word that is sent, sorted.
    pub fn all() -> Vec<RefusalCode> {
        let mut codes: Vec<&str> = Refusal::codes().collect();
        codes.sort_unstable();
        codes.dedup();
        codes.into_iter().map(RefusalCode).collect()
    }

    /// The code with this word.
    pub fn named(word: &str) -> Option<RefusalCode> {
        Refusal::codes().find(|known| *known == word).map(RefusalCode)
    }

    /// Whether another name is what helps.
    pub fn is_about_name(self) -> bool {
        const ABOUT_NAMES: [&str; 7] = [
            "bad-name",
            "hidden-character",
            "looks-latin",
            "mixed-scripts",
            "name-taken",
            "reserved-word",
            "stacked-marks",
        ];
        ABOUT_NAMES.contains(&self.0)
    }

    /// The word itself.
    pub fn word(self) -> &'static str {
        self.0
    }
}

impl fmt::Debug for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl PartialEq<&str> for RefusalCode {
    fn eq(&self, word: &&str) -> bool {
        self.0 == *word
    }
}

impl From<&Refusal> for RefusalCode {
    fn from(refusal: &Refusal) -> RefusalCode {
        RefusalCode(refusal.code())
    }
}

impl Serialize for RefusalCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for RefusalCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RefusalCode, D::Error> {
        let word = String::deserialize(deserializer)?;
        Ok(RefusalCode::named(&word).unwrap_or(RefusalCode::UNKNOWN))
    }
}

#[cfg(test)]
impl schemars::JsonSchema for RefusalCode {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RefusalCode".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words: Vec<&str> = RefusalCode::all().into_iter().map(RefusalCode::word).collect();
        schemars::json_schema!({
            "description": "Why something is refused, as a word for programs.",
            "type": "string",
            "enum": words,
        })
    }
}

/// A refusal as it goes over the wire: the word for programs and the sentence for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The word for programs.
    pub code: RefusalCode,
    /// The sentence for people.
    pub sentence: String,
}

impl<R: Into<Refusal>> From<R> for Refused {
    fn from(refusal: R) -> Refused {
        let refusal = refusal.into();
        Refused { code: RefusalCode::from(&refusal), sentence: refusal.to_string() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RefusedItem, json};

    #[test]
    fn every_code_is_read_back() {
        for code in RefusalCode::all() {
            let text = json::write(&code);
            assert_eq!(text, format!("\"{}\"", code.word()));
            assert_eq!(json::read::<RefusalCode>(&text).unwrap(), code);
        }
    }

    /// A device without a server answers so to a page that offers to add to the shuffles.
    #[test]
    fn a_device_that_shuffles_alone_is_understood() {
        let refused = Refused::from(Refusal::NoMixing);
        assert_eq!(RefusalCode::named("no-mix"), Some(refused.code));
        assert!(RefusalCode::named("closed").is_none(), "nothing was ever refused with this word");
    }

    #[test]
    fn a_code_from_a_newer_server_keeps_its_sentence() {
        let no: RefusedItem =
            json::read(r#"{"id":"7","code":"too-windy","why":"The cards blew away."}"#).unwrap();
        assert_eq!((no.code, no.why.as_str()), (RefusalCode::UNKNOWN, "The cards blew away."));
    }

    #[test]
    fn a_sentence_names_what_it_is_about() {
        let full = Refused::from(table::Refusal::Full { most: 4 });
        assert_eq!((full.code.word(), full.sentence.as_str()), ("full", "This game has at most 4 players."));
        assert_eq!(Refusal::ServerVersion { version: 1 }.to_string(), "This server speaks version 1.");
    }
}
