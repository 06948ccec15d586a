//! `lastcard play`: a game with people at this device and computer players, full screen or in plain text.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Args;
use games::{CompiledRules, Rules, presets};
use table::{Millis, Pace};
use terminal::app::Next;
use terminal::home::Offer;
use terminal::plain::{Console, Ending, page};
use terminal::seat_setup;
use terminal::{GameSetup, LocalGame, Screen, SeatSetup, TableLink, Who};

use crate::bot_level_arg::BotLevelArg;
use crate::saved_matches::{Place, Saved, Unfinished};
use crate::suit_names_arg::SuitNamesArg;
use crate::{CliError, home_files, rule_lookup, saved_matches};

/// The game of those who only press Enter.
const FIRST: &str = "naija-whot-duel";

/// On a screen, computer players move soon, but not before one has seen the move before.
const SCREEN: Pace =
    Pace { think: (500, 900), react: (700, 1_400), slap_pause: 1_500, loading: 0, between_rounds: None };

/// In plain text nobody waits: time stands still while a person decides.
const PLAIN: Pace =
    Pace { think: (2_000, 2_000), react: (500, 1_000), slap_pause: 1_500, loading: 0, between_rounds: None };

/// For those who wait for nobody.
const QUICK: Pace =
    Pace { think: (10, 20), react: (5, 10), slap_pause: 30, loading: 0, between_rounds: None };

/// Play with people at this device and computer players
#[derive(Args, Default)]
pub struct Play {
    /// The name of a preset, or a rule file; asked for unless given
    game: Option<String>,
    /// How many play, people and computer players together
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Who plays against you
    #[arg(long, value_enum, default_value_t)]
    bots: BotLevelArg,
    /// What decides the shuffles: equal numbers give equal deals
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
    /// Whose words are used for the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: SuitNamesArg,
    /// Let computer players take every seat, and watch
    #[arg(long)]
    auto: bool,
    /// Computer players move at once
    #[arg(long)]
    quick: bool,
    /// Lines of text instead of a full screen; by itself where input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

/// What is played: a new match, or one that goes on.
pub(crate) enum Chosen {
    New(Box<Rules>, Vec<SeatSetup>),
    Old(Box<Unfinished>),
}

impl Play {
    /// Whether a full screen is wanted and possible.
    pub fn is_full_screen(&self) -> bool {
        !self.plain && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Plays full screen and keeps the records.
    pub fn run_full_screen(&self, out: &mut impl Write) -> Result<(), CliError> {
        let (saved, pace) = (Saved::default(), if self.quick { QUICK } else { SCREEN });
        let sit_down = |chosen, now| -> Result<Box<dyn TableLink>, String> {
            Ok(Box::new(self.sit_down(chosen, pace, &saved, now)?))
        };
        let first = self.auto.then(|| FIRST.to_string());
        if let Some(game) = self.game.as_ref().or(first.as_ref()) {
            let chosen = self.new_match(game)?;
            Screen::open()?.play(|now| sit_down(chosen, now))?;
        } else {
            let offer = self.offer()?;
            Play::play_on(&mut Screen::open()?, &offer, sit_down)?;
        }
        tell_saved(&saved, out)
    }

    /// One game after the other, each chosen on the first screen.
    fn play_on(
        screen: &mut Screen,
        offer: &Offer,
        sit_down: impl Fn(Chosen, Millis) -> Result<Box<dyn TableLink>, String>,
    ) -> Result<(), CliError> {
        while let Some(chosen) = home_files::choose(screen, offer.clone())? {
            if screen.play(|now| sit_down(chosen, now))? == Next::Stop {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Plays a match in plain text and keeps its record.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let game = match &self.game {
            Some(game) => Some(game.clone()),
            None if self.auto => Some(FIRST.to_string()),
            None => None,
        };
        let chosen = match game {
            Some(game) => self.new_match(&game)?,
            None => match self.choose(input, out)? {
                Some(chosen) => chosen,
                None => return Ok(()),
            },
        };
        let goes_on = matches!(chosen, Chosen::Old(_));
        let again = self.game.clone().unwrap_or_else(|| chosen.rules().header().name.clone());
        let saved = Saved::default();
        let local_game = self.sit_down(chosen, PLAIN, &saved, 0)?;
        welcome(&local_game, out)?;
        let mut console = Console::new(local_game, input, out);
        if goes_on {
            console.skip_what_was();
        }
        let ending = console.run();
        let mut local_game = console.into_link();
        local_game.save();
        if !local_game.trouble().is_empty() {
            writeln!(out, "{}", local_game.trouble())?;
        }
        tell_saved(&saved, out)?;
        match ending? {
            Ending::Over => writeln!(out, "`lastcard play {again}` plays again.")?,
            Ending::Left if !saved.borrow().is_empty() => {
                writeln!(out, "It can go on: `lastcard` offers it at the next start.")?;
            }
            Ending::Left => {}
        }
        Ok(())
    }

    /// What the first screen offers: the games that the changes of the command line fit.
    fn offer(&self) -> Result<Offer, String> {
        let fits = |rules: &Rules| games::change(rules, &self.changes);
        let games: Vec<Rules> =
            offered().iter().chain(&home_files::own_rules()).filter_map(|rules| fits(rules).ok()).collect();
        if games.is_empty() {
            return Err("--rule: no game can be changed so".into());
        }
        let is_named = self.name.is_some() || !self.people.is_empty();
        let people = if is_named { self.people()? } else { vec![home_files::remembered_name()] };
        let folder = home_files::folder().display().to_string();
        Ok(Offer { games, kept: None, people, seats: self.seats, level: self.bots.into(), folder })
    }

    /// The names of the people at this device.
    fn people(&self) -> Result<Vec<String>, String> {
        let mut people: Vec<String> = Vec::new();
        if self.auto {
            return Ok(people);
        }
        for name in self.people.iter().chain(&self.name) {
            people.push(seat_setup::checked_name(name, people.iter().map(String::as_str))?);
        }
        if people.is_empty() {
            people.push(home_files::NOBODY.into());
        }
        Ok(people)
    }

    fn new_match(&self, game: &str) -> Result<Chosen, CliError> {
        let rules = rule_lookup::rules(game, &self.changes)?;
        let seat_setups = self.seat_setups(&rules, self.seats)?;
        Ok(Chosen::New(Box::new(rules), seat_setups))
    }

    fn sit_down(&self, chosen: Chosen, pace: Pace, saved: &Saved, now: Millis) -> Result<LocalGame, String> {
        let suit_names = self.words.into();
        match chosen {
            Chosen::New(rules, seat_setups) => {
                let fixed = rules.table_options().seed.get();
                let seed =
                    self.seed.or((fixed != 0).then_some(fixed)).unwrap_or_else(saved_matches::fresh_seed);
                let setup = GameSetup {
                    record_store: Box::new(Place::new(&rules, saved)),
                    rules: *rules,
                    seat_setups,
                    seed,
                    suit_names,
                    pace,
                };
                LocalGame::new(setup, now)
            }
            Chosen::Old(unfinished) => {
                let (record, seat_setups, kept) = unfinished.go_on(saved);
                let (rules, seed) = (record.rules.clone(), saved_matches::fresh_seed());
                let setup =
                    GameSetup { rules, seat_setups, seed, suit_names, pace, record_store: Box::new(kept) };
                LocalGame::resume(setup, &record, now)
            }
        }
    }

    /// Who sits where: the people first, then computer players up to the number of seats.
    fn seat_setups(&self, rules: &Rules, seats: Option<usize>) -> Result<Vec<SeatSetup>, String> {
        let people = self.people()?;
        let usual = if people.len() > 1 { rules.players().0 } else { seat_setup::usual_seats(rules) };
        let seats = seats.unwrap_or_else(|| usual.max(people.len()));
        CompiledRules::new(rules, seats).map_err(|error| error.to_string())?;
        if seats < people.len() {
            return Err(format!("{} people cannot share {seats} seats", people.len()));
        }
        let first = self.auto.then(|| SeatSetup { name: "Ada".into(), who: Who::Computer(self.bots.into()) });
        let people = people.into_iter().map(|name| SeatSetup { name, who: Who::Person });
        let mut seat_setups: Vec<SeatSetup> = people.chain(first).collect();
        seat_setup::fill(&mut seat_setups, seats, self.bots.into());
        Ok(seat_setups)
    }

    /// Asks which game; nothing where the input has ended.
    fn choose(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Chosen>, CliError> {
        let games: Vec<Rules> = offered().into_iter().chain(home_files::own_rules()).collect();
        let mut unfinished = Unfinished::last();
        writeln!(out, "Which game?")?;
        if let Some(unfinished) = &unfinished {
            writeln!(out, "   0  Go on with {} (drop: do not offer it again)", unfinished.title())?;
        }
        for (at, rules) in games.iter().enumerate() {
            let players = crate::presets::players(rules);
            writeln!(out, "{:>4}  {}, {players} players", at + 1, rules.header().title)?;
        }
        loop {
            match &unfinished {
                Some(_) => write!(out, "A number, or Enter to go on: ")?,
                None => write!(out, "A number, or Enter for {}: ", games[0].header().title)?,
            }
            out.flush()?;
            let mut line = String::new();
            if input.read_line(&mut line)? == 0 {
                writeln!(out)?;
                return Ok(None);
            }
            let answer = line.trim().to_lowercase();
            match (answer.as_str(), unfinished.take()) {
                ("" | "0", Some(old)) => return Ok(Some(Chosen::Old(Box::new(old)))),
                ("drop", Some(old)) => {
                    old.put_away()?;
                    continue;
                }
                ("quit" | "exit" | "q", _) => return Ok(None),
                (_, kept) => unfinished = kept,
            }
            let number = answer.parse::<usize>().ok();
            let number = if answer.is_empty() { Some(1) } else { number };
            let chosen = number.and_then(|number| games.get(number.checked_sub(1)?));
            let named = games.iter().find(|rules| rules.header().name == answer);
            if let Some(rules) = chosen.or(named) {
                let rules = rule_lookup::changed(rules, &self.changes)?;
                let Some(rules) = ask_rules(rules, input, out)? else { return Ok(None) };
                let seat_setups = self.seat_setups(&rules, self.seats)?;
                return Ok(Some(Chosen::New(Box::new(rules), seat_setups)));
            }
            let near = rule_lookup::near(&answer);
            writeln!(out, "Choose a number from 1 to {}.{near}", games.len())?;
        }
    }
}

impl Chosen {
    fn rules(&self) -> &Rules {
        match self {
            Chosen::New(rules, _) => rules,
            Chosen::Old(unfinished) => &unfinished.record.rules,
        }
    }
}

/// Asks for house rules until none more are wanted; nothing where the input has ended.
fn ask_rules(
    mut rules: Rules,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> Result<Option<Rules>, CliError> {
    loop {
        write!(out, "House rules? Enter for none, one like hand_size=5, or options to see them: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        match line.trim() {
            "" => return Ok(Some(rules)),
            "quit" | "exit" | "q" => return Ok(None),
            "options" | "help" | "?" => write!(out, "{}", crate::rules::options(&rules))?,
            change => match games::change(&rules, &[change.to_string()]) {
                Ok(changed) => rules = changed,
                Err(why) => writeln!(out, "{}", why.messages().join("\n"))?,
            },
        }
    }
}

/// The presets, the one for Enter first.
fn offered() -> Vec<Rules> {
    let mut games = presets::all();
    games.sort_by_key(|rules| rules.header().name != FIRST);
    games
}

fn welcome(local_game: &LocalGame, out: &mut impl Write) -> Result<(), CliError> {
    let Some(session) = local_game.session() else { return Ok(()) };
    writeln!(out, "\n{}", page::heading(page::title(session.rules()), '=').trim_end())?;
    write!(out, "{}", page::wrapped(&session.rules().header().about, 0))?;
    let (names, you) = (&session.opening().names, local_game.table_view().seat());
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

/// Says where the records are.
fn tell_saved(saved: &Saved, out: &mut impl Write) -> Result<(), CliError> {
    for path in saved.borrow().iter() {
        writeln!(out, "The record of this game: {}", path.display())?;
    }
    Ok(())
}
