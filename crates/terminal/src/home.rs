//! The first screen: which game is played, by whom, and by which rules.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::Rules;
use ratatui::layout::{Position, Rect};
use table::Level;

use crate::editor::{Edited, Editor, Save};
use crate::editor_screen;
use crate::home_screen;
use crate::seat_setup::{self, People, SeatSetup, Stay};
use crate::table_screen::is_large_enough;
use crate::text_input::{TextInput, Typing};

/// What the person wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// This game, with these players.
    Play(Box<Rules>, Vec<SeatSetup>),
    /// The game that was kept.
    GoOn,
    /// The game that was kept thrown away.
    Drop,
    /// The guide to this game.
    Guide(Box<Rules>),
    /// House rules kept in a file; the answer goes to [`Home::saved`].
    Save(Save),
    /// The rule file under this path; the answer goes to [`Home::loaded`].
    Load(String),
    /// To stop.
    Quit,
}

/// What the first screen begins with.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The games, the one for Enter first.
    pub games: Vec<Rules>,
    /// A game that was broken off, in words: "Naija Whot, round 2, against Bola and Chidi".
    pub kept: Option<String>,
    /// What the people are called.
    pub people: Vec<String>,
    /// How many play, where somebody has said so.
    pub seats: Option<usize>,
    /// How good the computer players are.
    pub level: Level,
    /// Where files of house rules are kept.
    pub folder: String,
}

/// A game of the list.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// As it was offered.
    pub offered: Rules,
    /// As it is played.
    pub rules: Rules,
    /// How many rules were changed.
    pub changes: usize,
}

impl Game {
    fn new(rules: Rules) -> Game {
        Game { offered: rules.clone(), rules, changes: 0 }
    }
}

/// What is open.
#[derive(Clone, Debug)]
pub(crate) enum Open {
    /// The list of games.
    List,
    /// Whether to throw the kept game away.
    Drop,
    /// Which file to open.
    Load(TextInput),
    /// Something longer that has to be said.
    Note(String),
    /// Who plays.
    People(People),
    /// House rules.
    Editor(Box<Editor>),
}

/// The first screen.
#[derive(Clone, Debug)]
pub struct Home {
    pub(crate) games: Vec<Game>,
    pub(crate) kept: Option<String>,
    pub(crate) cursor: usize,
    pub(crate) open: Open,
    pub(crate) message: String,
    people: Vec<String>,
    seats: Option<usize>,
    level: Level,
    folder: String,
    /// Who plays, once somebody has said so.
    seat_setups: Option<Vec<SeatSetup>>,
    /// The rules that are being saved.
    saving: Option<Box<Rules>>,
}

impl Home {
    /// The list of games, with the first of its lines chosen.
    pub fn new(offer: Offer) -> Home {
        Home {
            games: offer.games.into_iter().map(Game::new).collect(),
            kept: offer.kept,
            cursor: 0,
            open: Open::List,
            message: String::new(),
            people: offer.people,
            seats: offer.seats,
            level: offer.level,
            folder: offer.folder,
            seat_setups: None,
            saving: None,
        }
    }

    /// How many lines the list has.
    pub(crate) fn lines(&self) -> usize {
        self.games.len() + usize::from(self.kept.is_some())
    }

    /// The game under the cursor; none on the line of the kept game.
    pub(crate) fn game(&self) -> Option<&Game> {
        let at = self.cursor.checked_sub(usize::from(self.kept.is_some()))?;
        self.games.get(at)
    }

    fn game_mut(&mut self) -> Option<&mut Game> {
        let at = self.cursor.checked_sub(usize::from(self.kept.is_some()))?;
        self.games.get_mut(at)
    }

    /// Who would play a game: those who were named, as far as there are seats, or the usual number.
    pub(crate) fn seat_setups(&self, rules: &Rules) -> Vec<SeatSetup> {
        let (least, most) = rules.players();
        let usual = self
            .seats
            .unwrap_or_else(|| seat_setup::usual_seats(rules).max(self.people.len()))
            .clamp(least, most);
        let mut seat_setups = self
            .seat_setups
            .clone()
            .unwrap_or_else(|| seat_setup::with_computers(&self.people, usual, self.level));
        let seats = seat_setups.len().clamp(least, most);
        seat_setup::fill(&mut seat_setups, seats, self.level);
        seat_setups
    }

    /// The caller has kept the rules, or could not.
    pub fn saved(&mut self, outcome: Result<String, String>) {
        match (outcome, self.saving.take()) {
            (Ok(message), Some(rules)) => {
                if let Some(game) = self.game_mut() {
                    *game = Game::new(game.offered.clone());
                }
                self.offer(*rules);
                self.message = message;
            }
            (Ok(message) | Err(message), _) => match &mut self.open {
                Open::Editor(editor) => editor.tell(message),
                _ => self.message = message,
            },
        }
    }

    /// The caller has read the rule file, or could not.
    pub fn loaded(&mut self, outcome: Result<Rules, String>) {
        match outcome {
            Ok(rules) => self.offer(rules),
            Err(message) => self.open = Open::Note(message),
        }
    }

    /// The kept game is gone.
    pub fn forget_kept(&mut self) {
        self.kept = None;
        self.cursor = 0;
    }

    /// Adds a game, or puts it in the place of the one with the same name and title, and goes to it.
    fn offer(&mut self, rules: Rules) {
        let same = |game: &Game| {
            let (one, two) = (game.offered.header(), rules.header());
            (&one.name, &one.title) == (&two.name, &two.title)
        };
        let at = self.games.iter().position(same).unwrap_or(self.games.len());
        self.games.splice(at..(at + 1).min(self.games.len()), [Game::new(rules)]);
        self.cursor = at + usize::from(self.kept.is_some());
        self.open = Open::List;
    }

    /// A key was pressed; says what the person wants once that is known.
    pub fn key(&mut self, key: KeyEvent) -> Option<Wish> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(Wish::Quit);
        }
        self.message.clear();
        match core::mem::replace(&mut self.open, Open::List) {
            Open::List => self.list_key(key.code),
            Open::Drop => matches!(key.code, KeyCode::Char('y' | 'x') | KeyCode::Enter).then_some(Wish::Drop),
            Open::Note(_) => None,
            Open::Load(line) => self.load_key(line, key.code),
            Open::People(people) => {
                self.people_key(people, key.code);
                None
            }
            Open::Editor(editor) => self.editor_key(editor, key.code),
        }
    }

    fn list_key(&mut self, code: KeyCode) -> Option<Wish> {
        let last = self.lines().saturating_sub(1);
        match code {
            KeyCode::Char('q') | KeyCode::Esc => return Some(Wish::Quit),
            KeyCode::Enter => return self.play(),
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Char(key @ '1'..='9') => {
                let at = key as usize - '1' as usize + usize::from(self.kept.is_some());
                self.cursor = at.min(last);
            }
            KeyCode::Char('x') if self.game().is_none() && self.kept.is_some() => self.open = Open::Drop,
            KeyCode::Char('o') => self.open = Open::Load(TextInput::default()),
            KeyCode::Char(key @ ('p' | 'r' | 'i')) => return self.open(key),
            _ => {}
        }
        None
    }

    /// What Enter does: the kept game, or the one under the cursor.
    fn play(&self) -> Option<Wish> {
        match self.game() {
            Some(game) => Some(Wish::Play(Box::new(game.rules.clone()), self.seat_setups(&game.rules))),
            None => self.kept.as_ref().map(|_| Wish::GoOn),
        }
    }

    fn open(&mut self, key: char) -> Option<Wish> {
        let Some(game) = self.game() else {
            self.message = "Choose a game below first.".into();
            return None;
        };
        match key {
            'i' => return Some(Wish::Guide(Box::new(game.rules.clone()))),
            'p' => self.open = Open::People(People::new(&game.rules, self.seat_setups(&game.rules))),
            _ => {
                let editor = Editor::new(game.offered.clone(), game.rules.clone(), &self.folder);
                self.open = Open::Editor(Box::new(editor));
            }
        }
        None
    }

    fn load_key(&mut self, mut line: TextInput, code: KeyCode) -> Option<Wish> {
        match line.key(code) {
            Typing::On => self.open = Open::Load(line),
            Typing::Done if !line.text.trim().is_empty() => return Some(Wish::Load(line.text.trim().into())),
            Typing::Done | Typing::Away => {}
        }
        None
    }

    fn people_key(&mut self, mut people: People, code: KeyCode) {
        match people.key(code) {
            Stay::Done => self.seat_setups = Some(people.seat_setups().to_vec()),
            Stay::Here => self.open = Open::People(people),
        }
    }

    fn editor_key(&mut self, mut editor: Box<Editor>, code: KeyCode) -> Option<Wish> {
        match editor.key(code) {
            Some(Edited::Done) => {
                if let Some(game) = self.game_mut() {
                    game.changes = editor.changes();
                    game.rules = editor.rules().clone();
                }
                None
            }
            Some(Edited::Save(save)) => {
                self.saving = Some(save.rules.clone());
                self.open = Open::Editor(editor);
                Some(Wish::Save(save))
            }
            None => {
                self.open = Open::Editor(editor);
                None
            }
        }
    }

    /// A place was clicked: a line is selected, and the second click does what Enter does there.
    pub fn click(&mut self, area: Rect, position: Position) -> Option<Wish> {
        if !is_large_enough(area) {
            return None;
        }
        match &mut self.open {
            Open::List => match home_screen::line_at(self, area, position)? {
                line if line == self.cursor => return self.play(),
                line => self.cursor = line,
            },
            Open::People(people) => people.click(area, position),
            Open::Editor(editor) => {
                let rule = editor_screen::rule_at(editor, area, position)?;
                editor.click(rule);
            }
            Open::Drop | Open::Load(_) | Open::Note(_) => {}
        }
        None
    }
}
