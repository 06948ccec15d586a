//! `lastcard play`: a game with people at this device and computer players, full screen or in plain text.

use std::io::{self, IsTerminal, Write};

use clap::Args;
use games::{CompiledRules, Rules, presets};
use table::{Millis, Pace};
use terminal::app::Next;
use terminal::home::HomeOptions;
use terminal::plain::{Console, Ending, LineSource, Typed, page};
use terminal::seat_setup;
use terminal::{GameSetup, LocalGame, PlayerKind, Screen, SeatSetup, TableLink};

use crate::bot_level_arg::BotLevelArg;
use crate::game_setup::{self, OpenQuestions};
use crate::home::Unfinished;
use crate::saved_matches::{MatchFile, SavedPaths, UnfinishedMatch};
use crate::suit_names_arg::SuitNamesArg;
use crate::{CliError, home, rule_lookup, saved_matches, user_files};

/// The game that Enter alone starts.
const DEFAULT_GAME: &str = "naija-whot-duel";

/// On a screen, computer players move soon, but leave time to see the move before.
const FULL_SCREEN_PACE: Pace = Pace {
    think: (500, 900),
    react: (700, 1_400),
    slap_pause: 1_500,
    catch_pause: Some(2_000),
    loading: 0,
    between_rounds: None,
    unattended: Some(200),
};

/// In plain text nobody waits: the clock stops while a person decides.
const PLAIN_TEXT_PACE: Pace = Pace {
    think: (2_000, 2_000),
    react: (500, 1_000),
    slap_pause: 1_500,
    catch_pause: Some(2_000),
    loading: 0,
    between_rounds: None,
    unattended: None,
};

/// For players who do not want to wait.
const QUICK_PACE: Pace = Pace {
    think: (10, 20),
    react: (5, 10),
    slap_pause: 30,
    catch_pause: Some(500),
    loading: 0,
    between_rounds: None,
    unattended: None,
};

/// Play with people at this device and computer players
#[derive(Args, Default)]
pub struct Play {
    /// The name of a preset, or a rule file; a list to choose from by default
    game: Option<String>,
    /// Number of players, people and computer players together
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Level of the computer players
    #[arg(long, value_enum, default_value_t)]
    bots: BotLevelArg,
    /// Seed of the shuffles: the same number deals the same cards
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    /// Your name, for the record
    #[arg(long)]
    name: Option<String>,
    /// The names of several people who share this device, like Ada,Bola
    #[arg(long, value_name = "NAMES", value_delimiter = ',', conflicts_with_all = ["name", "auto"])]
    people: Vec<String>,
    /// Names of the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: SuitNamesArg,
    /// Watch a game of computer players
    #[arg(long)]
    auto: bool,
    /// Computer players move at once
    #[arg(long)]
    quick: bool,
    /// Plain text instead of a full screen; the default if input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

/// A new match, or one to resume.
pub(crate) enum GameChoice {
    New(Box<Rules>, Vec<SeatSetup>),
    Resume(Box<UnfinishedMatch>),
}

impl Play {
    /// Whether to use the full screen: wanted, and possible.
    pub fn is_full_screen(&self) -> bool {
        !self.plain && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Plays full screen and saves the records.
    pub fn run_full_screen(&self, out: &mut impl Write) -> Result<(), CliError> {
        let (saved, pace) = (SavedPaths::default(), if self.quick { QUICK_PACE } else { FULL_SCREEN_PACE });
        let start = |choice, now| -> Result<Box<dyn TableLink>, CliError> {
            Ok(Box::new(self.start(choice, pace, &saved, now)?))
        };
        let first = self.auto.then(|| DEFAULT_GAME.to_string());
        match self.game.as_ref().or(first.as_ref()) {
            Some(game) if self.is_set_up() => {
                let choice = self.new_match(game)?;
                Screen::open()?.play(|now| start(choice, now))?;
            }
            // Who plays, and by which rules, is shown with the game, and one key away.
            Some(game) => {
                let mut options = self.home_options()?;
                let rules = rule_lookup::rules(game, &self.changes)?;
                options.games.retain(|known| known.header() != rules.header());
                options.games.insert(0, rules);
                Play::play_from_home(&mut Screen::open()?, &options, Unfinished::Hidden, start)?;
            }
            None => {
                let options = self.home_options()?;
                Play::play_from_home(&mut Screen::open()?, &options, Unfinished::Offered, start)?;
            }
        }
        print_saved(&saved, out)
    }

    /// Whether the command line says anything about players or rules, or fixes the cards.
    fn is_set_up(&self) -> bool {
        let asked = self.open_questions();
        self.auto || self.seed.is_some() || !(asked.number && asked.players && asked.variations)
    }

    /// What is asked before a game. Where the cards are fixed, the command line is the whole game.
    fn open_questions(&self) -> OpenQuestions {
        let asks = !self.auto && self.seed.is_none();
        OpenQuestions {
            number: asks && self.seats.is_none() && self.people.is_empty(),
            players: asks && self.name.is_none() && self.people.is_empty(),
            variations: asks && self.changes.is_empty(),
        }
    }

    /// Plays one game after the other, each chosen on the home screen.
    fn play_from_home(
        screen: &mut Screen,
        options: &HomeOptions,
        unfinished: Unfinished,
        start: impl Fn(GameChoice, Millis) -> Result<Box<dyn TableLink>, CliError>,
    ) -> Result<(), CliError> {
        while let Some(choice) = home::choose(screen, options.clone(), unfinished)? {
            if screen.play(|now| start(choice, now))? == Next::Stop {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays a match in plain text and saves its record.
    pub fn run(&self, input: &mut impl LineSource, out: &mut impl Write) -> Result<(), CliError> {
        let game = match &self.game {
            Some(game) => Some(game.clone()),
            None if self.auto => Some(DEFAULT_GAME.to_string()),
            None => None,
        };
        let choice = match game {
            Some(game) => self.set_up(rule_lookup::rules(&game, &self.changes)?, input, out)?,
            None => self.choose(input, out)?,
        };
        let Some(choice) = choice else { return Ok(()) };
        let is_resumed = matches!(choice, GameChoice::Resume(_));
        let game_name = self.game.clone().unwrap_or_else(|| choice.rules().header().name.clone());
        let saved = SavedPaths::default();
        let local_game = self.start(choice, PLAIN_TEXT_PACE, &saved, 0)?;
        welcome(&local_game, out)?;
        let mut console = Console::new(local_game, input, out);
        if is_resumed {
            console.skip_old_log();
        }
        let ending = console.run();
        let mut local_game = console.into_link();
        local_game.save();
        if let Some(error) = local_game.last_error() {
            writeln!(out, "{error}")?;
        }
        print_saved(&saved, out)?;
        match ending? {
            Ending::Over => writeln!(out, "`lastcard play {game_name}` plays again.")?,
            Ending::Left if !saved.borrow().is_empty() => {
                writeln!(out, "You can continue it: `lastcard` offers it at the next start.")?;
            }
            Ending::Left => {}
        }
        Ok(())
    }

    /// What the home screen offers: the games that the changes of the command line fit.
    fn home_options(&self) -> Result<HomeOptions, CliError> {
        let fits = |rules: &Rules| games::change(rules, &self.changes);
        let games: Vec<Rules> = ordered_presets()
            .iter()
            .chain(&user_files::own_rules())
            .filter_map(|rules| fits(rules).ok())
            .collect();
        if games.is_empty() {
            return Err(CliError::Usage("--rule: no game accepts these changes".into()));
        }
        let is_named = self.name.is_some() || !self.people.is_empty();
        let people = if is_named { self.people()? } else { vec![user_files::remembered_name()] };
        let folder = user_files::rules_folder().display().to_string();
        Ok(HomeOptions {
            games,
            unfinished: None,
            people,
            seats: self.seats,
            level: self.bots.into(),
            folder,
        })
    }

    /// The names of the people at this device.
    fn people(&self) -> Result<Vec<String>, CliError> {
        let mut people: Vec<String> = Vec::new();
        if self.auto {
            return Ok(people);
        }
        for name in self.people.iter().chain(&self.name) {
            people.push(seat_setup::checked_name(name, people.iter().map(String::as_str))?);
        }
        if people.is_empty() {
            let is_asked = self.open_questions().players;
            people.push(if is_asked {
                user_files::remembered_name()
            } else {
                user_files::DEFAULT_NAME.into()
            });
        }
        Ok(people)
    }

    fn new_match(&self, game: &str) -> Result<GameChoice, CliError> {
        let rules = rule_lookup::rules(game, &self.changes)?;
        let seat_setups = self.seat_setups(&rules, self.seats)?;
        Ok(GameChoice::New(Box::new(rules), seat_setups))
    }

    /// Asks who plays and by which variations, as far as the command line does not say; `None` if the player leaves.
    fn set_up(
        &self,
        rules: Rules,
        lines: &mut impl LineSource,
        out: &mut impl Write,
    ) -> Result<Option<GameChoice>, CliError> {
        let seat_setups = self.seat_setups(&rules, self.seats)?;
        let open = self.open_questions();
        let setup = game_setup::GameSetup { rules, seat_setups, level: self.bots.into(), open, lines, out };
        let Some((rules, seat_setups)) = setup.ask()? else { return Ok(None) };
        CompiledRules::new(&rules, seat_setups.len())?;
        if open.players {
            user_files::remember_name(&seat_setups);
        }
        Ok(Some(GameChoice::New(Box::new(rules), seat_setups)))
    }

    fn start(
        &self,
        choice: GameChoice,
        pace: Pace,
        saved: &SavedPaths,
        now: Millis,
    ) -> Result<LocalGame, CliError> {
        let suit_names = self.words.into();
        match choice {
            GameChoice::New(rules, seat_setups) => {
                let fixed = rules.table_options().seed.get();
                let seed =
                    self.seed.or((fixed != 0).then_some(fixed)).unwrap_or_else(saved_matches::fresh_seed);
                let setup = GameSetup {
                    record_store: Box::new(MatchFile::new(&rules, saved)),
                    rules: *rules,
                    seat_setups,
                    seed,
                    suit_names,
                    pace,
                };
                Ok(LocalGame::new(setup, now)?)
            }
            GameChoice::Resume(unfinished) => {
                let (record, seat_setups, file) = unfinished.resume(saved);
                let (rules, seed) = (record.rules.clone(), saved_matches::fresh_seed());
                let setup =
                    GameSetup { rules, seat_setups, seed, suit_names, pace, record_store: Box::new(file) };
                Ok(LocalGame::resume(setup, &record, now)?)
            }
        }
    }

    /// The seats: people first, then computer players.
    fn seat_setups(&self, rules: &Rules, seats: Option<usize>) -> Result<Vec<SeatSetup>, CliError> {
        let people = self.people()?;
        let default = if people.len() > 1 { rules.players().0 } else { seat_setup::default_seats(rules) };
        let seats = seats.unwrap_or_else(|| default.max(people.len()));
        CompiledRules::new(rules, seats)?;
        if seats < people.len() {
            return Err(CliError::Usage(format!("{} people cannot share {seats} seats", people.len())));
        }
        let first =
            self.auto.then(|| SeatSetup { name: "Ada".into(), kind: PlayerKind::Computer(self.bots.into()) });
        let people = people.into_iter().map(|name| SeatSetup { name, kind: PlayerKind::Person });
        let mut seat_setups: Vec<SeatSetup> = people.chain(first).collect();
        seat_setup::fill(&mut seat_setups, seats, self.bots.into());
        Ok(seat_setups)
    }

    /// Asks which game; `None` at the end of the input.
    fn choose(
        &self,
        input: &mut impl LineSource,
        out: &mut impl Write,
    ) -> Result<Option<GameChoice>, CliError> {
        let games: Vec<Rules> = ordered_presets().into_iter().chain(user_files::own_rules()).collect();
        let mut unfinished = UnfinishedMatch::last();
        writeln!(out, "Which game?")?;
        if let Some(unfinished) = &unfinished {
            writeln!(out, "   0  Continue {} (drop: do not offer it again)", unfinished.title())?;
        }
        for (at, rules) in games.iter().enumerate() {
            let players = crate::presets::players(rules);
            writeln!(out, "{:>4}  {}, {players} players", at + 1, rules.header().title)?;
        }
        loop {
            match &unfinished {
                Some(_) => write!(out, "A number, or Enter to continue: ")?,
                None => write!(out, "A number, or Enter for {}: ", games[0].header().title)?,
            }
            out.flush()?;
            let answer = match input.next_line(None)?.0 {
                Typed::Line(line) => line.to_lowercase(),
                Typed::NothingYet | Typed::TooLong => continue,
                Typed::End => {
                    writeln!(out)?;
                    return Ok(None);
                }
            };
            match (answer.as_str(), unfinished.take()) {
                ("" | "0", Some(saved_match)) => return Ok(Some(GameChoice::Resume(Box::new(saved_match)))),
                ("drop", Some(saved_match)) => {
                    saved_match.discard()?;
                    continue;
                }
                ("quit" | "exit" | "q", _) => return Ok(None),
                (_, other) => unfinished = other,
            }
            let number = answer.parse::<usize>().ok();
            let number = if answer.is_empty() { Some(1) } else { number };
            let choice = number.and_then(|number| games.get(number.checked_sub(1)?));
            let named = games.iter().find(|rules| rules.header().name == answer);
            if let Some(rules) = choice.or(named) {
                return self.set_up(rule_lookup::changed(rules, &self.changes)?, input, out);
            }
            let suggestion = rule_lookup::suggestion(&answer);
            writeln!(out, "Choose a number from 1 to {}.{suggestion}", games.len())?;
        }
    }
}

impl GameChoice {
    fn rules(&self) -> &Rules {
        match self {
            GameChoice::New(rules, _) => rules,
            GameChoice::Resume(unfinished) => &unfinished.record.rules,
        }
    }
}

/// The presets, the default game first.
fn ordered_presets() -> Vec<Rules> {
    let mut games = presets::all();
    games.sort_by_key(|rules| rules.header().name != DEFAULT_GAME);
    games
}

fn welcome(local_game: &LocalGame, out: &mut impl Write) -> Result<(), CliError> {
    let Some(session) = local_game.session() else { return Ok(()) };
    writeln!(out, "\n{}", page::heading(page::title(session.rules()), '=').trim_end())?;
    write!(out, "{}", page::wrapped(&session.rules().header().about, 0))?;
    let (names, you) = (&session.opening().names, local_game.view().seat());
    let others = names.iter().filter(|name| name.as_str() != local_game.person(0));
    let who = match (you, local_game.people()) {
        (Some(_), 1) => format!("You play against {}.", games::and_list(others)),
        _ => format!("{} play.", games::and_list(names)),
    };
    let help = if you.is_some() { " Type help for the commands." } else { "" };
    let seed = format!("With --seed {} the same cards are dealt again.", session.opening().seed);
    writeln!(out, "{}", page::wrapped(&format!("{who}{help} {seed}"), 0))?;
    Ok(())
}

/// Prints where the records are.
fn print_saved(saved: &SavedPaths, out: &mut impl Write) -> Result<(), CliError> {
    for path in saved.borrow().iter() {
        writeln!(out, "The record of this game: {}", path.display())?;
    }
    Ok(())
}
