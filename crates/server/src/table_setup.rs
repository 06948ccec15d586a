//! The setup of a table at a server: what never changes about it.

use std::sync::Arc;

use games::{Hints, Rules};
use protocol::CreateTable;
use table::{Config, DealingAlone, Input, JointShuffle, Level, Pace, Reveal, SearchBy, Table, Version};

use crate::data_key::{Keyring, TableSecrets};
use crate::log_entry::{read_level, rules_text};
use crate::{public_text, rules_cache};

/// The setup of a table.
#[derive(Clone, PartialEq, Eq)]
pub struct TableSetup {
    /// The rules that it started with.
    pub rules: Arc<Rules>,
    /// How many people and computer players can play.
    pub seats: usize,
    /// How many computer players are seated from the start, and their level.
    pub bots: (usize, Level),
    /// Whether it is in the public list.
    pub open: bool,
    /// Whether free text is allowed.
    pub chat: bool,
    /// How long computer players and pauses take.
    pub pace: Pace,
    /// Which behaviour the table has.
    pub version: Version,
    /// The id of the key with which its secrets are derived; `None` if they are stored as they are.
    pub key: Option<String>,
    /// The order of the pack for the first round; only tests set it.
    pub deck: Option<Vec<String>>,
    /// The name of the table in verifiable shuffles: its code.
    pub joint: Option<String>,
    /// Whether it deals without any device although devices take part.
    pub alone: DealingAlone,
}

/// The time for a turn unless the table says otherwise: without one, a player with an empty battery blocks the table.
const DEFAULT_TURN_SECS: u64 = 60;

/// The shortest time for a turn: a message has to get there and back.
const MIN_TURN_SECS: u64 = 5;

/// The first turn waits this long for a page that is still loading (M8).
const LOADING_MS: u64 = 10_000;

/// The next round is dealt after this, if nobody asks for it.
const BETWEEN_ROUNDS_MS: u64 = 20_000;

/// Maximum number of faults of a rule file that are reported.
const MAX_REPORTED_FAULTS: usize = 5;

/// What follows the pace in the setup of a table of the second version, with the id of its key after it.
const SECOND_VERSION: &str = " v2";

/// The names of computer players.
const BOT_NAMES: [&str; 9] = [
    "Bot Amara",
    "Bot Bola",
    "Bot Chidi",
    "Bot Dayo",
    "Bot Efe",
    "Bot Femi",
    "Bot Gozie",
    "Bot Habib",
    "Bot Ife",
];

/// Why a setup is not possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SetupError {
    /// There is no such preset.
    #[error("There is no game \"{name}\".{hint}")]
    UnknownGame {
        /// The name that was asked for.
        name: String,
        /// A name that was probably meant, as a sentence.
        hint: String,
    },
    /// The rule file is wrong.
    #[error("{}", first_faults(.0))]
    Rules(Vec<games::Fault>),
    /// An option of the rules cannot have this value.
    #[error(transparent)]
    Options(#[from] games::ChangeError),
    /// A text of the rules may not be shown to others.
    #[error(transparent)]
    Text(#[from] protocol::Refusal),
    /// Too little time for a turn.
    #[error("At a server a turn has a limit of at least {MIN_TURN_SECS} seconds.")]
    Seconds,
    /// Too few or too many seats.
    #[error("This game has {min} to {max} seats.")]
    Seats {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// No seat is left for a person.
    #[error("Leave a seat for a person: at most {max} computer players.")]
    Bots {
        /// The most computer players.
        max: usize,
    },
}

fn first_faults(faults: &[games::Fault]) -> String {
    faults.iter().take(MAX_REPORTED_FAULTS).map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

impl TableSetup {
    /// The setup for a request.
    pub fn asked(ask: &CreateTable) -> Result<TableSetup, SetupError> {
        let rules = asked_rules(ask.game.as_deref(), &ask.rules)?;
        public_text::check_rules(&rules)?;
        let seconds = match (ask.seconds, rules.table_options().turn_seconds.get()) {
            (None, 0) => DEFAULT_TURN_SECS,
            (asked, by_rules) => asked.unwrap_or(by_rules),
        };
        if seconds < MIN_TURN_SECS {
            return Err(SetupError::Seconds);
        }
        let rules = with_option(&rules, format!("turn_seconds={seconds}"))?;
        let rules = if ask.open { among_strangers(&rules)? } else { rules };
        let (min, max) = rules.players();
        let seats = ask.seats.unwrap_or(max);
        if !(min..=max).contains(&seats) {
            return Err(SetupError::Seats { min, max });
        }
        if ask.bots >= seats.min(BOT_NAMES.len() + 1) {
            return Err(SetupError::Bots { max: seats - 1 });
        }
        let pace = Pace { between_rounds: Some(BETWEEN_ROUNDS_MS), loading: LOADING_MS, ..Pace::default() };
        Ok(TableSetup {
            rules: rules.into(),
            seats,
            bots: (ask.bots, ask.level.into()),
            open: ask.open,
            chat: ask.chat,
            pace,
            version: Version::default(),
            key: None,
            deck: None,
            joint: None,
            alone: DealingAlone::WhenAgreed,
        })
    }

    /// The table before its first input.
    pub fn table(&self, seed: u64) -> Table {
        let (reveal, alone) = (Reveal::AfterMatch, self.alone);
        let joint = self.joint.clone().map(|table| JointShuffle { table, reveal, alone });
        let (rules, deck) = (self.rules.clone(), self.deck.clone());
        let (pace, version) = (self.pace, self.version);
        let (compile, search_by) = (rules_cache::compiled, SearchBy::Host);
        let config = Config { rules, compile, seed, pace, deck, joint, search_by, version };
        let mut table = Table::new(config);
        for name in BOT_NAMES.iter().take(self.bots.0) {
            table.apply(0, Input::AddBot { level: self.bots.1, name: (*name).into() });
        }
        table
    }

    /// The secrets of the table with this code, by what is stored of its seed; `None` if its key is missing.
    pub fn secrets(&self, code: &str, stored: u64, keys: &Keyring) -> Option<TableSecrets> {
        match &self.key {
            None => Some(stored.into()),
            Some(id) => Some(TableSecrets::derived(keys.named(id)?, code, stored)),
        }
    }

    /// The setup as text.
    pub fn write(&self) -> String {
        let Pace { think, react, slap_pause, catch_pause, loading, between_rounds, unattended } = self.pace;
        // The order tells which is which, so the later one is only written after the earlier one.
        let later = catch_pause.into_iter().chain(unattended.filter(|_| catch_pause.is_some()));
        let later = later.fold(String::new(), |text, millis| text + &format!(" {millis}"));
        let version = match (self.version, &self.key) {
            (Version::First, _) => String::new(),
            (Version::Second, None) => SECOND_VERSION.into(),
            (Version::Second, Some(key)) => format!("{SECOND_VERSION} {key}"),
        };
        let level = self.bots.1;
        let deck = self.deck.as_ref().map(|deck| deck.join(" ")).unwrap_or_default();
        let alone = match self.alone {
            DealingAlone::WhenAgreed => " agreed",
            DealingAlone::AtOnce => "",
        };
        let joint = self.joint.as_ref().map(|table| format!("joint {table}{alone}\n")).unwrap_or_default();
        format!(
            "{joint}seats {}\nbots {} {level}\nopen {}\nchat {}\npace {} {} {} {} {slap_pause} {} {loading}{later}{version}\ndeck {deck}\n{}",
            self.seats,
            self.bots.0,
            u8::from(self.open),
            u8::from(self.chat),
            think.0,
            think.1,
            react.0,
            react.1,
            between_rounds.unwrap_or(0),
            rules_text(&self.rules),
        )
    }

    /// Parses a setup from its text.
    pub fn read(text: &str) -> Option<TableSetup> {
        let (joint, text) = match text.strip_prefix("joint ").and_then(|rest| rest.split_once('\n')) {
            Some((table, rest)) => (Some(table), rest),
            None => (None, text),
        };
        // Setups from before do not have the word.
        let agreed = joint.and_then(|joint| joint.strip_suffix(" agreed"));
        let alone =
            if joint.is_some() && agreed.is_none() { DealingAlone::AtOnce } else { DealingAlone::WhenAgreed };
        let joint = agreed.or(joint).map(String::from);
        let mut lines = text.splitn(7, '\n');
        let mut next = |key: &str| lines.next()?.strip_prefix(key).map(str::trim);
        let seats = next("seats")?.parse().ok()?;
        let (bots, level) = next("bots")?.split_once(' ')?;
        let bots = (bots.parse().ok()?, read_level(level)?);
        let (open, chat) = (next("open")? == "1", next("chat")? == "1");
        let pace = next("pace")?;
        let (pace, version, key) = match pace.split_once(SECOND_VERSION) {
            Some((pace, key)) => (pace, Version::Second, key.trim()),
            None => (pace, Version::First, ""),
        };
        let key = (!key.is_empty()).then(|| key.to_owned());
        let pace: Vec<u64> = pace.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let &[least, most, soon, late, slap_pause, between, ref rest @ ..] = pace.as_slice() else {
            return None;
        };
        // Older setups lack these.
        let (loading, catch_pause) =
            (rest.first().copied().unwrap_or(0), rest.get(1).and_then(|&millis| u32::try_from(millis).ok()));
        let unattended = rest.get(2).and_then(|&millis| u32::try_from(millis).ok());
        let between_rounds = (between > 0).then_some(between);
        let (think, react) = ((least, most), (soon, late));
        let pace = Pace { think, react, slap_pause, catch_pause, loading, between_rounds, unattended };
        let deck: Vec<String> = next("deck")?.split_whitespace().map(String::from).collect();
        let deck = (!deck.is_empty()).then_some(deck);
        let rules = rules_cache::rules(lines.next()?)?;
        Some(TableSetup { rules, seats, bots, open, chat, pace, version, key, deck, joint, alone })
    }
}

/// At a table with strangers hints are for practice only, unless its maker changes that (G21).
fn among_strangers(rules: &Rules) -> Result<Rules, SetupError> {
    match rules.table_options().hints {
        Hints::Always => with_option(rules, "hints=practice".into()),
        Hints::Practice | Hints::Never => Ok(rules.clone()),
    }
}

fn with_option(rules: &Rules, option: String) -> Result<Rules, SetupError> {
    Ok(games::change(rules, &[option])?)
}

/// The rules of a preset with these changes, or of a whole rule file.
pub fn asked_rules(game: Option<&str>, changes: &str) -> Result<Rules, SetupError> {
    match game {
        None if is_whole(changes) => games::load(changes).map_err(SetupError::Rules),
        game => {
            let name = game.unwrap_or("crazy-eights");
            let preset = games::presets::named(name);
            let preset = preset.ok_or_else(|| SetupError::UnknownGame {
                name: name.into(),
                hint: games::hint(name, games::presets::names()),
            })?;
            if changes.trim().is_empty() {
                Ok(preset)
            } else {
                games::apply(&preset, changes).map_err(SetupError::Rules)
            }
        }
    }
}

/// Reports whether a rule file says what it builds on, so that it needs no preset.
fn is_whole(rules: &str) -> bool {
    let key = |line: &str| line.split('=').next().unwrap_or_default().trim().to_owned();
    rules.lines().map(key).any(|key| key == "extends" || key == "family")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_without_a_game_change_the_usual_one() {
        let hand = |game, changes| {
            asked_rules(game, changes).map(|rules| (rules.header().base.clone(), rules.to_toml(None)))
        };
        assert_eq!(hand(None, "hand_size = 6"), hand(Some("crazy-eights"), "hand_size = 6"));
        assert!(hand(None, "extends = \"yaniv\"\nhand_size = 6").unwrap().1.contains("hand_size = 6"));
        let whole = hand(Some("naija-whot"), "").unwrap().1;
        assert_eq!(hand(None, &whole).unwrap().1, whole);
    }

    #[test]
    fn a_setup_is_read_back_as_it_is_written() {
        for game in games::presets::names() {
            let ask = CreateTable { game: Some(game.into()), open: true, ..CreateTable::default() };
            let mut setup = TableSetup::asked(&ask).unwrap();
            assert!(TableSetup::read(&setup.write()) == Some(setup.clone()), "{game}");
            setup.deck = Some(["8H".into(), "9C".into()].into());
            setup.chat = true;
            setup.joint = Some("K7QX2M4P".into());
            assert!(TableSetup::read(&setup.write()) == Some(setup.clone()), "{game}");
            setup.alone = DealingAlone::AtOnce;
            setup.key = Some("0123456789ab".into());
            assert!(TableSetup::read(&setup.write()) == Some(setup.clone()), "{game}");
            (setup.version, setup.key) = (Version::First, None);
            assert!(TableSetup::read(&setup.write()) == Some(setup), "{game}");
        }
    }

    #[test]
    fn a_table_at_a_server_always_has_a_clock() {
        let asked = |seconds| {
            let ask = CreateTable { seconds, ..CreateTable::default() };
            TableSetup::asked(&ask).map(|setup| setup.rules.table_options().turn_seconds.get())
        };
        assert_eq!(asked(None), Ok(60));
        assert_eq!(asked(Some(5)), Ok(5));
        assert_eq!([0, 1, 4].map(|seconds| asked(Some(seconds))), [const { Err(SetupError::Seconds) }; 3]);
        let rules = "turn_seconds = 3".to_string();
        assert!(TableSetup::asked(&CreateTable { rules, ..CreateTable::default() }).is_err());
        assert_eq!(asked(Some(86_400)), Ok(86_400));
        assert!(asked(Some(10_000_000)).is_err());
    }

    #[test]
    fn hints_are_for_friends_and_for_practice() {
        let asked = |open, rules: &str| {
            let game = Some("crazy-eights".into());
            let ask = CreateTable { game, open, rules: rules.into(), ..CreateTable::default() };
            TableSetup::asked(&ask).unwrap().rules.table_options().hints
        };
        assert_eq!(asked(false, ""), Hints::Always);
        assert_eq!(asked(true, ""), Hints::Practice);
        assert_eq!([false, true].map(|open| asked(open, "hints = \"never\"")), [Hints::Never; 2]);
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_a_reason() {
        let refused = |ask: CreateTable| TableSetup::asked(&ask).err().unwrap().to_string();
        assert!(
            refused(CreateTable { game: Some("whoot".into()), ..CreateTable::default() }).contains("no game")
        );
        assert!(refused(CreateTable { seats: Some(90), ..CreateTable::default() }).contains("seats"));
        assert!(refused(CreateTable { bots: 90, ..CreateTable::default() }).contains("person"));
        assert!(refused(CreateTable { rules: "colour = 1".into(), ..CreateTable::default() }).contains("1:"));
    }
}
