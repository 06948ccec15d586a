//! The questions at the start of a game in plain text: how many play, who they are, and by which variations (Y29, Y30).

use std::io::Write;

use games::Rules;
use table::Level;
use terminal::plain::{LineSource, Typed, page};
use terminal::seat_setup::{self, PlayerKind, SeatSetup};

use crate::CliError;

/// What the command line leaves open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenQuestions {
    /// The number of players.
    pub number: bool,
    /// Who they are: people and computer players, and their names.
    pub players: bool,
    /// The variations of the rules.
    pub variations: bool,
}

impl OpenQuestions {
    fn any(self) -> bool {
        self.number || self.players || self.variations
    }
}

/// A game that is about to begin.
pub struct GameSetup<'a, R, W> {
    pub rules: Rules,
    pub seat_setups: Vec<SeatSetup>,
    pub level: Level,
    pub open: OpenQuestions,
    pub lines: &'a mut R,
    pub out: &'a mut W,
}

/// A question, by its number in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    Number,
    Players,
    Variations,
}

impl<R: LineSource, W: Write> GameSetup<'_, R, W> {
    /// Asks until the person wants to begin; `None` if the person leaves or the input ends.
    pub fn ask(mut self) -> Result<Option<(Rules, Vec<SeatSetup>)>, CliError> {
        while self.open.any() {
            self.print()?;
            let Some(line) = self.line("Press Enter to begin, or a number to change it: ")? else {
                return Ok(None);
            };
            match line.to_lowercase().as_str() {
                "" => break,
                answer => {
                    if !self.change(answer, &line)? {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(Some((self.rules, self.seat_setups)))
    }

    fn questions(&self) -> Vec<Question> {
        let open = self.open;
        let all = [
            (open.number && self.bounds().0 < self.bounds().1, Question::Number),
            (open.players, Question::Players),
            (open.variations, Question::Variations),
        ];
        all.into_iter().filter(|(is_open, _)| *is_open).map(|(_, question)| question).collect()
    }

    fn bounds(&self) -> (usize, usize) {
        self.rules.players()
    }

    fn print(&mut self) -> Result<(), CliError> {
        writeln!(self.out, "\n{}: who plays, and how?", page::title(&self.rules))?;
        for (at, question) in self.questions().into_iter().enumerate() {
            let text = match question {
                Question::Number => {
                    let (least, most) = self.bounds();
                    format!("Number of players: {}, of {least} to {most}", self.seat_setups.len())
                }
                Question::Players => format!("Players: {}", players_in_words(&self.seat_setups)),
                Question::Variations => format!("Variations: {}", self.variations_in_words()),
            };
            write!(self.out, "{}", page::hanging(&format!("{:>4}", at + 1), &text, 6))?;
        }
        Ok(())
    }

    fn variations_in_words(&self) -> String {
        let header = self.rules.header();
        let offered = games::presets::named(header.base.as_deref().unwrap_or(&header.name));
        let offered = offered.map(|rules| rules.options()).unwrap_or_default();
        let is_changed = |option: &games::OptionInfo| {
            offered.iter().any(|known| known.key == option.key && known.value != option.value)
        };
        let changed: Vec<String> = self
            .rules
            .options()
            .into_iter()
            .filter(is_changed)
            .map(|option| format!("{} = {}", option.key, option.value))
            .collect();
        if changed.is_empty() { "none, the usual rules".into() } else { changed.join(", ") }
    }

    /// A line of input; `None` at its end, and for a person who leaves.
    fn line(&mut self, question: &str) -> Result<Option<String>, CliError> {
        write!(self.out, "{question}")?;
        self.out.flush()?;
        loop {
            match self.lines.next_line(None)?.0 {
                Typed::Line(line) if ["quit", "exit", "q"].contains(&line.to_lowercase().as_str()) => {
                    return Ok(None);
                }
                Typed::Line(line) => return Ok(Some(line)),
                Typed::TooLong => writeln!(self.out, "That line is too long.")?,
                Typed::NothingYet => {}
                Typed::End => {
                    writeln!(self.out)?;
                    return Ok(None);
                }
            }
        }
    }

    /// Answers the question with this number or word, or takes a change that was typed at once; `false` at the end of the
    /// input.
    fn change(&mut self, answer: &str, typed: &str) -> Result<bool, CliError> {
        let questions = self.questions();
        let number = answer.parse::<usize>().ok().and_then(|number| questions.get(number.checked_sub(1)?));
        let word = |(words, question): &(&[&str], Question)| {
            (words.contains(&answer) && questions.contains(question)).then_some(*question)
        };
        let named = [
            (&["number", "seats", "how many"][..], Question::Number),
            (&["players", "people", "names", "name", "who"], Question::Players),
            (&["variations", "options", "rules", "house rules", "help", "?"], Question::Variations),
        ];
        match number.copied().or_else(|| named.iter().find_map(word)) {
            Some(Question::Number) => self.ask_number(),
            Some(Question::Players) => self.ask_players(),
            Some(Question::Variations) => self.ask_variations(),
            None if typed.contains('=') && self.open.variations => {
                self.change_rule(typed)?;
                Ok(true)
            }
            None => {
                writeln!(self.out, "Type a number from 1 to {}, or press Enter to begin.", questions.len())?;
                Ok(true)
            }
        }
    }

    fn ask_number(&mut self) -> Result<bool, CliError> {
        let (least, most) = self.bounds();
        loop {
            let seats = self.seat_setups.len();
            let question = format!("How many players, {least} to {most}? Enter for {seats}: ");
            let Some(line) = self.line(&question)? else { return Ok(false) };
            match line.split_whitespace().next().map(str::parse::<usize>) {
                None => return Ok(true),
                Some(Ok(seats)) if (least..=most).contains(&seats) => {
                    seat_setup::fill(&mut self.seat_setups, seats, self.level);
                    return Ok(true);
                }
                Some(_) => writeln!(self.out, "Type a number from {least} to {most}.")?,
            }
        }
    }

    fn ask_players(&mut self) -> Result<bool, CliError> {
        writeln!(
            self.out,
            "For each player: a name for a person, or computer and a level (easy, medium, hard, expert, master)."
        )?;
        for at in 0..self.seat_setups.len() {
            loop {
                let seat = &self.seat_setups[at];
                let question = format!(
                    "Player {} is {} ({}). Enter to keep: ",
                    at + 1,
                    seat.name,
                    kind_in_words(seat.kind)
                );
                let Some(line) = self.line(&question)? else { return Ok(false) };
                match self.seat(at, &line) {
                    Ok(seat) => {
                        self.seat_setups[at] = seat;
                        break;
                    }
                    Err(why) => writeln!(self.out, "{why}")?,
                }
            }
        }
        Ok(true)
    }

    /// The player that a line describes.
    fn seat(&self, at: usize, line: &str) -> Result<SeatSetup, String> {
        let old = &self.seat_setups[at];
        let lower = line.to_lowercase();
        let mut words = lower.split_whitespace();
        match (words.next(), words.next()) {
            (None, _) => Ok(old.clone()),
            (Some("computer" | "bot"), level) => {
                let level = match level {
                    None => self.level,
                    Some(name) => Level::named(name)
                        .ok_or_else(|| "Levels are easy, medium, hard, expert and master.".to_string())?,
                };
                let name = match old.kind {
                    PlayerKind::Computer(_) => old.name.clone(),
                    PlayerKind::Person => seat_setup::free_name(&self.seat_setups),
                };
                Ok(SeatSetup { name, kind: PlayerKind::Computer(level) })
            }
            _ => {
                let others = self.seat_setups.iter().enumerate().filter(|(other, _)| *other != at);
                let name = seat_setup::checked_name(line, others.map(|(_, seat)| seat.name.as_str()));
                let name = name.map_err(|why| why.to_string())?;
                Ok(SeatSetup { name, kind: PlayerKind::Person })
            }
        }
    }

    fn ask_variations(&mut self) -> Result<bool, CliError> {
        let options = self.rules.options();
        for (at, option) in options.iter().enumerate() {
            let text = format!("{} ({} = {})", option.help, option.key, option.value);
            write!(self.out, "{}", page::hanging(&format!("{:>4}", at + 1), &text, 6))?;
        }
        loop {
            let question = "Change which? A number, a change like hand_size=5, or Enter to continue: ";
            let Some(line) = self.line(question)? else { return Ok(false) };
            let chosen = line.parse::<usize>().ok().and_then(|number| options.get(number.checked_sub(1)?));
            match chosen {
                _ if line.is_empty() => return Ok(true),
                Some(option) => {
                    let accepted = page::wrapped(&format!("Accepted: {}", option.accepted), 0);
                    write!(self.out, "{accepted}")?;
                    let question =
                        format!("{} = {}. A new value, or Enter to keep it: ", option.key, option.value);
                    let Some(value) = self.line(&question)? else { return Ok(false) };
                    if !value.is_empty() {
                        self.change_rule(&format!("{}={value}", option.key))?;
                    }
                }
                None => self.change_rule(&line)?,
            }
        }
    }

    /// Changes a rule, or says why not.
    fn change_rule(&mut self, change: &str) -> Result<(), CliError> {
        match games::change(&self.rules, &[change.to_string()]) {
            Ok(changed) => {
                self.rules = changed;
                let (least, most) = self.bounds();
                let seats = self.seat_setups.len().clamp(least, most);
                seat_setup::fill(&mut self.seat_setups, seats, self.level);
                writeln!(self.out, "Changed: {change}.")?;
            }
            Err(why) => writeln!(self.out, "{}", why.messages().join("\n"))?,
        }
        Ok(())
    }
}

fn kind_in_words(kind: PlayerKind) -> String {
    match kind {
        PlayerKind::Person => "a person".into(),
        PlayerKind::Computer(level) => format!("computer, {level}"),
    }
}

/// "Guest (a person), Bola (computer, medium)".
fn players_in_words(seat_setups: &[SeatSetup]) -> String {
    let one = |seat: &SeatSetup| format!("{} ({})", seat.name, kind_in_words(seat.kind));
    seat_setups.iter().map(one).collect::<Vec<_>>().join(", ")
}
