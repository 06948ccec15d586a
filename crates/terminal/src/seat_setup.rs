//! Who plays: a seat a row, with its name and whether a person or a computer player sits there.

use crossterm::event::KeyCode;
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Color;
use table::Level;

use crate::cards::{Paint, put};
use crate::list::List;
use crate::text::{count, cut, put_wrapped};
use crate::text_input::{TextInput, Typing};

/// A seat before the game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatSetup {
    /// What the player is called.
    pub name: String,
    /// Who moves there.
    pub who: Who,
}

/// Who moves in a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    /// A person at this screen.
    Person,
    /// A computer player.
    Computer(Level),
}

/// What computer players are called, in the order in which they come.
pub const NAMES: [&str; 9] = ["Bola", "Chidi", "Dayo", "Efe", "Funmi", "Garba", "Halima", "Ife", "Jumoke"];

/// How a computer player of a level plays.
fn about(level: Level) -> &'static str {
    match level {
        Level::Easy => "Plays anything that fits. With computer players alone you watch.",
        Level::Medium => "Plays as most people would. With computer players alone you watch.",
        Level::Hard => "Thinks ahead a little. With computer players alone you watch.",
        Level::Expert => "Thinks ahead well. With computer players alone you watch.",
        Level::Master => "Thinks as far ahead as pays. With computer players alone you watch.",
    }
}

/// The longest name.
const LONGEST: usize = 20;

/// Where the seats begin on the screen.
const TOP: u16 = 2;

/// Why somebody cannot be called so, beside others who are; or the name without blanks around it.
pub fn checked_name<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Result<String, String> {
    let name = name.trim();
    let same = |other: &str| other.to_lowercase() == name.to_lowercase();
    if name.is_empty() {
        Err("A name has at least one letter.".into())
    } else if name.chars().count() > LONGEST {
        Err(format!("A name has at most {LONGEST} letters."))
    } else if name.contains(',') {
        Err("A name has no comma: it could not be told from two names.".into())
    } else if name.contains(char::is_control) {
        Err("A name is made of letters that can be seen.".into())
    } else if others.into_iter().any(same) {
        Err(format!("Somebody else is called {name}."))
    } else {
        Ok(name.into())
    }
}

/// How many sit down where nobody says so.
pub fn usual_seats(rules: &Rules) -> usize {
    let (least, most) = rules.players();
    most.min(4).max(least)
}

/// People and computer players, as many as that together.
pub fn with_computers(people: &[String], seats: usize, level: Level) -> Vec<SeatSetup> {
    let person = |name: &String| SeatSetup { name: name.clone(), who: Who::Person };
    let mut seat_setups = people.iter().map(person).collect();
    fill(&mut seat_setups, seats, level);
    seat_setups
}

/// Brings chairs to a number: computer players come, or the last leave.
pub fn fill(seat_setups: &mut Vec<SeatSetup>, seats: usize, level: Level) {
    while seat_setups.len() < seats {
        let name = free_name(seat_setups);
        seat_setups.push(SeatSetup { name, who: Who::Computer(level) });
    }
    seat_setups.truncate(seats);
}

/// A name that nobody has yet.
fn free_name(seat_setups: &[SeatSetup]) -> String {
    let taken = |name: &str| {
        seat_setups.iter().any(|seat_setup| seat_setup.name.to_lowercase() == name.to_lowercase())
    };
    let known = NAMES.into_iter().map(String::from);
    let more = (2..).map(|number| format!("Bola {number}"));
    known.chain(more).find(|name| !taken(name)).unwrap_or_default()
}

/// Who plays, in a few words.
pub fn in_words(seat_setups: &[SeatSetup]) -> String {
    let people: Vec<&str> = seat_setups
        .iter()
        .filter(|seat_setup| seat_setup.who == Who::Person)
        .map(|seat_setup| seat_setup.name.as_str())
        .collect();
    let computers = seat_setups.len() - people.len();
    match people.as_slice() {
        [] => format!("{} play, and you watch", count(computers, "computer player")),
        _ if computers == 0 => format!("{} play", games::and_list(people)),
        _ => {
            games::and_list(people.into_iter().map(String::from).chain([count(computers, "computer player")]))
        }
    }
}

/// Who sits there, in words.
fn who_in_words(who: Who) -> String {
    match who {
        Who::Person => "person".into(),
        Who::Computer(level) => format!("computer player, {}", level.name()),
    }
}

/// The page on which seats are given out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct People {
    title: String,
    bounds: (usize, usize),
    seat_setups: Vec<SeatSetup>,
    cursor: usize,
    typing: Option<TextInput>,
    message: String,
}

impl People {
    /// The seats as they are, at a table for this game.
    pub fn new(rules: &Rules, seat_setups: Vec<SeatSetup>) -> People {
        let title = rules.header().title.clone();
        let message = String::new();
        People { title, bounds: rules.players(), seat_setups, cursor: 0, typing: None, message }
    }

    /// Who sits where.
    pub fn seat_setups(&self) -> &[SeatSetup] {
        &self.seat_setups
    }

    /// A key was pressed; says whether the person is done.
    pub fn key(&mut self, code: KeyCode) -> Stay {
        self.message.clear();
        if let Some(line) = self.typing.take() {
            self.type_name(line, code);
            return Stay::Here;
        }
        match code {
            KeyCode::Esc | KeyCode::Char('q') => return Stay::Done,
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(self.seat_setups.len().saturating_sub(1)),
            KeyCode::Enter => self.typing = self.seat_setup().map(|_| TextInput::default()),
            KeyCode::Char(' ') => self.change_who(swapped),
            KeyCode::Right => self.change_who(|who| beside(who, 1)),
            KeyCode::Left => self.change_who(|who| beside(who, KINDS - 1)),
            KeyCode::Char('+') => self.add(),
            KeyCode::Char('-') => self.remove(),
            _ => {}
        }
        Stay::Here
    }

    /// A place was clicked: the seat there is selected, and changes with the second click.
    pub fn click(&mut self, area: Rect, position: Position) {
        match self.list(area).row_at(position.y) {
            Some(row) if row == self.cursor => {
                self.key(KeyCode::Char(' '));
            }
            Some(row) if self.typing.is_none() => self.cursor = row,
            _ => {}
        }
    }

    fn seat_setup(&self) -> Option<&SeatSetup> {
        self.seat_setups.get(self.cursor)
    }

    fn type_name(&mut self, mut line: TextInput, code: KeyCode) {
        match line.key(code) {
            Typing::On => self.typing = Some(line),
            Typing::Away => {}
            Typing::Done if line.text.is_empty() => {}
            Typing::Done => match self.rename(&line.text) {
                Ok(()) => {}
                Err(why) => {
                    self.message = why;
                    self.typing = Some(line);
                }
            },
        }
    }

    fn rename(&mut self, name: &str) -> Result<(), String> {
        let others = self.seat_setups.iter().enumerate().filter(|(at, _)| *at != self.cursor);
        let name = checked_name(name, others.map(|(_, seat_setup)| seat_setup.name.as_str()))?;
        if let Some(seat_setup) = self.seat_setups.get_mut(self.cursor) {
            seat_setup.name = name;
        }
        Ok(())
    }

    fn change_who(&mut self, change: impl FnOnce(Who) -> Who) {
        if let Some(seat_setup) = self.seat_setups.get_mut(self.cursor) {
            seat_setup.who = change(seat_setup.who);
        }
    }

    fn add(&mut self) {
        let most = self.bounds.1;
        if self.seat_setups.len() >= most {
            self.message = format!("{} is for at most {most} players.", self.title);
            return;
        }
        let seats = self.seat_setups.len() + 1;
        fill(&mut self.seat_setups, seats, Level::default());
        self.cursor = seats - 1;
    }

    fn remove(&mut self) {
        let least = self.bounds.0;
        if self.seat_setups.len() <= least {
            self.message = format!("{} needs at least {least} players.", self.title);
            return;
        }
        self.seat_setups.remove(self.cursor);
        self.cursor = self.cursor.min(self.seat_setups.len().saturating_sub(1));
    }

    fn list(&self, area: Rect) -> List {
        List::new(area.y + TOP, area.height.saturating_sub(TOP + 6), self.seat_setups.len(), self.cursor)
    }

    /// Draws the page.
    pub fn draw(&self, buffer: &mut Buffer, paint: Paint) {
        let area = buffer.area;
        let (least, most) = self.bounds;
        let seats = if least == most { least.to_string() } else { format!("{least} to {most}") };
        let head = format!("WHO PLAYS   {}, for {seats} players", self.title);
        put(buffer, 2, 0, &head, paint.strong(Color::LightYellow));
        let list = self.list(area);
        for (y, row) in list.lines() {
            self.draw_chair(buffer, y, row, paint);
        }
        list.draw_more(buffer, area.right().saturating_sub(1), paint);
        let (text, style) = match (self.message.as_str(), &self.typing) {
            ("", Some(_)) => ("Type the name, then Enter. Esc leaves it as it was.", paint.ink(Color::White)),
            ("", None) => (self.hint(), paint.ink(Color::White)),
            (message, _) => (message, paint.strong(Color::LightRed)),
        };
        put_wrapped(buffer, list.bottom() + 1, area.bottom().saturating_sub(2), text, style);
        let keys: [&str; 2] = match &self.typing {
            Some(_) => ["", "Enter keep the name  Del clear  Esc back"],
            None => [
                "↑↓ seat  Enter name  Space person or computer  ←→ level",
                "+ add a seat  - take one away  Esc done",
            ],
        };
        for (line, keys) in (area.bottom().saturating_sub(2)..).zip(keys) {
            put(buffer, 2, line, keys, paint.ink(Color::Gray));
        }
    }

    /// What is said about the seat under the cursor.
    fn hint(&self) -> &'static str {
        match self.seat_setup().map(|seat_setup| seat_setup.who) {
            Some(Who::Computer(level)) => about(level),
            Some(Who::Person) | None => HINT,
        }
    }

    fn draw_chair(&self, buffer: &mut Buffer, y: u16, row: usize, paint: Paint) {
        let Some(seat_setup) = self.seat_setups.get(row) else { return };
        let chosen = row == self.cursor;
        let mark = if chosen { '>' } else { ' ' };
        let name = match &self.typing {
            Some(line) if chosen => line.shown(LONGEST + 1),
            _ => seat_setup.name.clone(),
        };
        let style = if chosen { paint.strong(Color::White) } else { paint.ink(Color::Gray) };
        let text = format!("{mark}{:>2}  {name:<21} {}", row + 1, who_in_words(seat_setup.who));
        let room = usize::from(buffer.area.width).saturating_sub(4);
        put(buffer, 2, y, &cut(&text, room), style);
    }
}

/// What is said about a person.
const HINT: &str = "Several people play in turn at this screen, and it is handed on between turns.";

/// Whether the person stays on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stay {
    /// Still there.
    Here,
    /// Back to where the page was opened.
    Done,
}

/// How many kinds of players there are: people, and each level.
const KINDS: usize = Level::ALL.len() + 1;

/// The kind of player so many places on, round and round.
fn beside(who: Who, steps: usize) -> Who {
    let at = match who {
        Who::Person => 0,
        Who::Computer(level) => Level::ALL.iter().position(|known| *known == level).map_or(0, |at| at + 1),
    };
    match (at + steps) % KINDS {
        0 => Who::Person,
        next => Who::Computer(Level::ALL[next - 1]),
    }
}

fn swapped(who: Who) -> Who {
    match who {
        Who::Person => Who::Computer(Level::default()),
        Who::Computer(_) => Who::Person,
    }
}
