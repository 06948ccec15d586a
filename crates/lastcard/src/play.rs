//! `lastcard play`: a game against computer players, full screen or in plain text.

use std::io::{self, BufRead, IsTerminal, Write};

use bots::{Bot, Random, Sensible};
use clap::{Args, ValueEnum};
use engine::Seat;
use games::{Dealer, Opening, Rules, Session, presets, record};
use table::Level;
use terminal::{Screen, Setup, Tell};

use crate::console::{Console, Ending, Player};
use crate::words::{Dialect, Voice, Words};
use crate::{Failure, find, page, store};

/// The game of those who only press Enter.
const FIRST: &str = "naija-whot-duel";

/// Who sits beside you, in the order of the seats.
const NAMES: [&str; 10] =
    ["Guest", "Bola", "Chidi", "Dayo", "Efe", "Funmi", "Garba", "Halima", "Ife", "Jumoke"];

/// Play against computer players
#[derive(Args, Default)]
pub struct Play {
    /// The name of a preset, or a rule file; asked for unless given
    game: Option<String>,
    /// How many play, you among them
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
    /// Who plays against you
    #[arg(long, value_enum, default_value_t)]
    bots: Kind,
    /// What decides the shuffles: equal numbers give equal deals
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Change an option of the rules
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    /// Your name, for the record
    #[arg(long)]
    name: Option<String>,
    /// Whose words are used for the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: Dialect,
    /// Let computer players take every seat, and watch
    #[arg(long)]
    auto: bool,
    /// Lines of text instead of a full screen; by itself where input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

/// A kind of computer player.
#[derive(Clone, Copy, Default, ValueEnum)]
enum Kind {
    /// Does what most people would do.
    #[default]
    Sensible,
    /// Plays anything that is legal.
    Random,
}

impl Play {
    /// Whether a full screen is wanted and possible.
    pub fn is_full_screen(&self) -> bool {
        !self.plain && !self.auto && io::stdin().is_terminal() && io::stdout().is_terminal()
    }

    /// Plays full screen and keeps the records.
    pub fn run_full_screen(&self, out: &mut impl Write) -> Result<(), Failure> {
        let given = self.game.as_ref().map(|game| find::rules(game, &self.changes)).transpose()?;
        let mut screen = Screen::open()?;
        let (rules, seats) = match given {
            Some(rules) => (rules, self.seats),
            None => match screen.choose(offered())? {
                Some((rules, seats)) => {
                    let rules = find::rules(&rules.header().name, &self.changes)?;
                    (rules, self.seats.or(Some(seats)))
                }
                None => return Ok(()),
            },
        };
        let records = screen.play(self.setup(&rules, seats)?);
        drop(screen);
        for record in records? {
            keep_record(game_name(&rules), &record, out)?;
        }
        Ok(())
    }

    fn setup(&self, rules: &Rules, seats: Option<usize>) -> Result<Setup, Failure> {
        let chosen = Play { seats, name: self.name.clone(), seed: self.seed, ..Play::default() };
        let opening = chosen.opening(rules)?;
        Session::new(rules, &opening)?;
        let Opening { names, seed, .. } = opening;
        let level = match self.bots {
            Kind::Sensible => Level::Sensible,
            Kind::Random => Level::Easy,
        };
        let dialect = self.words;
        let tell: Tell =
            Box::new(move |session, you, events| Words::new(session, Voice { you, dialect }).tell(events));
        Ok(Setup { rules: rules.clone(), names, seed, level, tell })
    }

    /// Plays a match and keeps its record.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        let game = match &self.game {
            Some(game) => game.clone(),
            None if self.auto => FIRST.to_string(),
            None => match choose_game(input, out)? {
                Some(game) => game,
                None => return Ok(()),
            },
        };
        let rules = find::rules(&game, &self.changes)?;
        let opening = self.opening(&rules)?;
        let session = Session::new(&rules, &opening)?;
        let you = if self.auto { None } else { Some(Seat::default()) };
        welcome(&session, you, out)?;
        let players = self.players(&opening, you);
        let voice = Voice { you, dialect: self.words };
        let mut console = Console { session, players, voice, input, out };
        let ending = console.run();
        let session = console.session;
        keep(&session, out)?;
        if let Ok(Ending::Over) = ending {
            writeln!(out, "`lastcard play {game}` plays again.")?;
        }
        ending.map(|_| ())
    }

    fn opening(&self, rules: &Rules) -> Result<Opening, String> {
        let (least, most) = rules.players();
        let seats = self.seats.unwrap_or(most.min(4).max(least));
        let chosen = match rules.customs().seed.get() {
            0 => None,
            seed => Some(seed),
        };
        let seed = self.seed.or(chosen).unwrap_or_else(store::fresh_seed);
        let mut names = NAMES.map(String::from).to_vec();
        names[0] = match &self.name {
            Some(name) => checked_name(name)?,
            None if self.auto => "Ada".into(),
            None => "Guest".into(),
        };
        names.truncate(seats);
        Ok(Opening { seats, seed, names, dealer: Dealer::ByRule, ..Opening::default() })
    }

    fn players(&self, opening: &Opening, you: Option<Seat>) -> Vec<Player> {
        let player = |seat: Seat| match self.bots {
            _ if you == Some(seat) => Player::Person,
            Kind::Sensible => Player::Computer(Box::new(Sensible) as Box<dyn Bot>),
            Kind::Random => Player::Computer(Box::new(Random::new(opening.seed ^ seat.index() as u64))),
        };
        Seat::all(opening.seats).map(player).collect()
    }
}

/// A name that can stand in a record.
fn checked_name(name: &str) -> Result<String, String> {
    let name = name.trim();
    let fits = (1..=20).contains(&name.chars().count())
        && !name.contains([',', '\n'])
        && !name.contains(char::is_control);
    if fits { Ok(name.to_string()) } else { Err("a name has 1 to 20 letters and no comma".into()) }
}

/// Asks which game; nothing where the input has ended.
fn choose_game(input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<String>, Failure> {
    let games = offered();
    writeln!(out, "Which game?")?;
    for (at, rules) in games.iter().enumerate() {
        let players = crate::presets::players(rules);
        writeln!(out, "{:>4}  {}, {players} players", at + 1, rules.header().title)?;
    }
    loop {
        write!(out, "A number, or Enter for {}: ", games[0].header().title)?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let answer = line.trim().to_lowercase();
        let number = if answer.is_empty() { Some(1) } else { answer.parse::<usize>().ok() };
        let chosen = number.and_then(|number| games.get(number.checked_sub(1)?));
        let named = games.iter().find(|rules| rules.header().name == answer);
        match chosen.or(named) {
            Some(rules) => return Ok(Some(rules.header().name.clone())),
            None if ["quit", "exit", "q"].contains(&answer.as_str()) => return Ok(None),
            None => {
                let near = find::near(&answer);
                writeln!(out, "Choose a number from 1 to {}.{near}", games.len())?;
            }
        }
    }
}

/// The presets, the one for Enter first.
fn offered() -> Vec<Rules> {
    let mut games = presets::all();
    games.sort_by_key(|rules| rules.header().name != FIRST);
    games
}

fn welcome(session: &Session, you: Option<Seat>, out: &mut impl Write) -> Result<(), Failure> {
    let header = session.rules().header();
    let seats = session.opening().seats;
    writeln!(out, "\n{}", page::heading(find::title(session.rules()), '=').trim_end())?;
    write!(out, "{}", page::wrapped(&header.about, 0))?;
    let names = |from: usize| Seat::all(seats).skip(from).map(|seat| session.name(seat)).collect::<Vec<_>>();
    let seed = format!("With --seed {} the same cards are dealt again.", session.opening().seed);
    let who = match you {
        Some(_) => format!("You play against {}. Type help for the commands.", games::and_list(names(1))),
        None => format!("{} play.", games::and_list(names(0))),
    };
    writeln!(out, "{}", page::wrapped(&format!("{who} {seed}"), 0))?;
    Ok(())
}

/// Keeps the record, if anything was played, and says where.
fn keep(session: &Session, out: &mut impl Write) -> Result<(), Failure> {
    if session.entries().is_empty() {
        return Ok(());
    }
    keep_record(game_name(session.rules()), &record::write(session), out)
}

/// What the file of a record is called by.
fn game_name(rules: &Rules) -> &str {
    let name = &rules.header().name;
    if name.is_empty() { "house-rules" } else { name }
}

fn keep_record(name: &str, record: &str, out: &mut impl Write) -> Result<(), Failure> {
    match store::save(name, record) {
        Ok(path) => writeln!(out, "The record of this game: {}", path.display())?,
        Err(error) => writeln!(out, "The record could not be kept: {error}")?,
    }
    Ok(())
}
