//! The home screen: which game is played, by whom, and by which rules.

use std::error::Error;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use games::Rules;
use ratatui::layout::{Position, Rect};
use table::Level;

use crate::editor::{Editor, EditorRequest, Save};
use crate::editor_screen;
use crate::error_text::with_causes;
use crate::home_screen;
use crate::people_page::{PageState, PeoplePage};
use crate::seat_setup::{self, SeatSetup};
use crate::table_screen::is_large_enough;
use crate::text_input::{InputState, TextInput};

/// A request of the home screen to its caller.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HomeRequest {
    /// Play this game with these players.
    Play(Box<Rules>, Vec<SeatSetup>),
    /// Resume the unfinished game.
    Resume,
    /// Give the unfinished game up.
    Discard,
    /// Show the guide to this game.
    ReadGuide(Box<Rules>),
    /// Save house rules to a file; answered with [`Home::saved`].
    SaveRules(Save),
    /// Read the rule file at this path; answered with [`Home::loaded`].
    LoadRules(String),
    /// Quit.
    Quit,
}

/// What the home screen starts with.
#[derive(Clone, Debug)]
pub struct HomeOptions {
    /// The games; the first is the one that Enter starts.
    pub games: Vec<Rules>,
    /// The unfinished game in words: "Naija Whot, round 2, against Bola and Chidi".
    pub unfinished: Option<String>,
    /// Names of the people.
    pub people: Vec<String>,
    /// Number of players, if it was given.
    pub seats: Option<usize>,
    /// Level of the computer players.
    pub level: Level,
    /// The folder for house rules.
    pub folder: String,
}

/// A game of the list.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    /// The rules as offered.
    pub offered: Rules,
    /// The rules as changed.
    pub rules: Rules,
    /// Number of changed rules.
    pub changes: usize,
}

impl Game {
    fn new(rules: Rules) -> Game {
        Game { offered: rules.clone(), rules, changes: 0 }
    }
}

/// The open page.
#[derive(Clone, Debug)]
pub(crate) enum HomePage {
    /// The list of games.
    List,
    /// Asks whether to give the unfinished game up.
    ConfirmDiscard,
    /// Asks for the file to open.
    Load(TextInput),
    /// A message that needs a box.
    Note(String),
    /// The players.
    People(PeoplePage),
    /// House rules.
    Editor(Box<Editor>),
}

/// The home screen.
#[derive(Clone, Debug)]
pub struct Home {
    pub(crate) games: Vec<Game>,
    pub(crate) unfinished: Option<String>,
    pub(crate) cursor: usize,
    pub(crate) page: HomePage,
    pub(crate) message: String,
    people: Vec<String>,
    seats: Option<usize>,
    level: Level,
    folder: String,
    /// The players, once they were changed.
    seat_setups: Option<Vec<SeatSetup>>,
    /// The rules that are being saved.
    saving: Option<Box<Rules>>,
}

impl Home {
    /// The list of games with its first line selected.
    pub fn new(options: HomeOptions) -> Home {
        Home {
            games: options.games.into_iter().map(Game::new).collect(),
            unfinished: options.unfinished,
            cursor: 0,
            page: HomePage::List,
            message: String::new(),
            people: options.people,
            seats: options.seats,
            level: options.level,
            folder: options.folder,
            seat_setups: None,
            saving: None,
        }
    }

    /// Number of lines of the list.
    pub(crate) fn lines(&self) -> usize {
        self.games.len() + usize::from(self.unfinished.is_some())
    }

    /// The game under the cursor; `None` on the line of the unfinished game.
    pub(crate) fn game(&self) -> Option<&Game> {
        let at = self.cursor.checked_sub(usize::from(self.unfinished.is_some()))?;
        self.games.get(at)
    }

    fn game_mut(&mut self) -> Option<&mut Game> {
        let at = self.cursor.checked_sub(usize::from(self.unfinished.is_some()))?;
        self.games.get_mut(at)
    }

    /// The players of a game: the chosen ones as far as there are seats, or the default number.
    pub(crate) fn seat_setups(&self, rules: &Rules) -> Vec<SeatSetup> {
        let (least, most) = rules.players();
        let default = self
            .seats
            .unwrap_or_else(|| seat_setup::default_seats(rules).max(self.people.len()))
            .clamp(least, most);
        let mut seat_setups = self
            .seat_setups
            .clone()
            .unwrap_or_else(|| seat_setup::with_computers(&self.people, default, self.level));
        let seats = seat_setups.len().clamp(least, most);
        seat_setup::fill(&mut seat_setups, seats, self.level);
        seat_setups
    }

    /// The caller has saved the rules and says where, or failed.
    pub fn saved(&mut self, outcome: Result<String, impl Error>) {
        match (outcome.map_err(|error| with_causes(&error)), self.saving.take()) {
            (Ok(message), Some(rules)) => {
                if let Some(game) = self.game_mut() {
                    *game = Game::new(game.offered.clone());
                }
                self.add_game(*rules);
                self.message = message;
            }
            (Ok(message) | Err(message), _) => match &mut self.page {
                HomePage::Editor(editor) => editor.show_message(message),
                _ => self.message = message,
            },
        }
    }

    /// The caller has read the rule file, or failed.
    pub fn loaded(&mut self, outcome: Result<Rules, impl Error>) {
        match outcome {
            Ok(rules) => self.add_game(rules),
            Err(error) => self.page = HomePage::Note(with_causes(&error)),
        }
    }

    /// The unfinished game was given up.
    pub fn forget_unfinished(&mut self) {
        self.unfinished = None;
        self.cursor = 0;
    }

    /// Adds a game, or replaces the one with the same name and title, and selects it.
    fn add_game(&mut self, rules: Rules) {
        let same = |game: &Game| {
            let (one, two) = (game.offered.header(), rules.header());
            (&one.name, &one.title) == (&two.name, &two.title)
        };
        let at = self.games.iter().position(same).unwrap_or(self.games.len());
        self.games.splice(at..(at + 1).min(self.games.len()), [Game::new(rules)]);
        self.cursor = at + usize::from(self.unfinished.is_some());
        self.page = HomePage::List;
    }

    /// Handles a key. Returns a request if the key makes one.
    pub fn key(&mut self, key: KeyEvent) -> Option<HomeRequest> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('c')).then_some(HomeRequest::Quit);
        }
        self.message.clear();
        match core::mem::replace(&mut self.page, HomePage::List) {
            HomePage::List => self.list_key(key.code),
            HomePage::ConfirmDiscard => {
                matches!(key.code, KeyCode::Char('y' | 'x') | KeyCode::Enter).then_some(HomeRequest::Discard)
            }
            HomePage::Note(_) => None,
            HomePage::Load(input) => self.load_key(input, key.code),
            HomePage::People(people) => {
                self.people_key(people, key.code);
                None
            }
            HomePage::Editor(editor) => self.editor_key(editor, key.code),
        }
    }

    fn list_key(&mut self, code: KeyCode) -> Option<HomeRequest> {
        let last = self.lines().saturating_sub(1);
        match code {
            KeyCode::Char('q') | KeyCode::Esc => return Some(HomeRequest::Quit),
            KeyCode::Enter => return self.play(),
            KeyCode::Up => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Down => self.cursor = (self.cursor + 1).min(last),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Char(key @ '1'..='9') => {
                let at = key as usize - '1' as usize + usize::from(self.unfinished.is_some());
                self.cursor = at.min(last);
            }
            KeyCode::Char('x') if self.game().is_none() && self.unfinished.is_some() => {
                self.page = HomePage::ConfirmDiscard;
            }
            KeyCode::Char('o') => self.page = HomePage::Load(TextInput::default()),
            KeyCode::Char(key @ ('p' | 'r' | 'i')) => return self.open_page(key),
            _ => {}
        }
        None
    }

    /// Plays the game under the cursor, or resumes the unfinished one.
    fn play(&self) -> Option<HomeRequest> {
        match self.game() {
            Some(game) => {
                Some(HomeRequest::Play(Box::new(game.rules.clone()), self.seat_setups(&game.rules)))
            }
            None => self.unfinished.as_ref().map(|_| HomeRequest::Resume),
        }
    }

    fn open_page(&mut self, key: char) -> Option<HomeRequest> {
        let Some(game) = self.game() else {
            self.message = "Choose a game below first.".into();
            return None;
        };
        match key {
            'i' => return Some(HomeRequest::ReadGuide(Box::new(game.rules.clone()))),
            'p' => self.page = HomePage::People(PeoplePage::new(&game.rules, self.seat_setups(&game.rules))),
            _ => {
                let editor = Editor::new(game.offered.clone(), game.rules.clone(), &self.folder);
                self.page = HomePage::Editor(Box::new(editor));
            }
        }
        None
    }

    fn load_key(&mut self, mut input: TextInput, code: KeyCode) -> Option<HomeRequest> {
        match input.key(code) {
            InputState::Editing => self.page = HomePage::Load(input),
            InputState::Done if !input.text.trim().is_empty() => {
                return Some(HomeRequest::LoadRules(input.text.trim().into()));
            }
            InputState::Done | InputState::Cancelled => {}
        }
        None
    }

    fn people_key(&mut self, mut people: PeoplePage, code: KeyCode) {
        match people.key(code) {
            PageState::Closed => self.seat_setups = Some(people.seat_setups().to_vec()),
            PageState::Open => self.page = HomePage::People(people),
        }
    }

    fn editor_key(&mut self, mut editor: Box<Editor>, code: KeyCode) -> Option<HomeRequest> {
        match editor.key(code) {
            Some(EditorRequest::Done) => {
                if let Some(game) = self.game_mut() {
                    game.changes = editor.changes();
                    game.rules = editor.rules().clone();
                }
                None
            }
            Some(EditorRequest::Save(save)) => {
                self.saving = Some(save.rules.clone());
                self.page = HomePage::Editor(editor);
                Some(HomeRequest::SaveRules(save))
            }
            None => {
                self.page = HomePage::Editor(editor);
                None
            }
        }
    }

    /// Handles a click: it selects a line, and a second click does what Enter does.
    pub fn click(&mut self, area: Rect, position: Position) -> Option<HomeRequest> {
        if !is_large_enough(area) {
            return None;
        }
        match &mut self.page {
            HomePage::List => match home_screen::line_at(self, area, position)? {
                line if line == self.cursor => return self.play(),
                line => self.cursor = line,
            },
            HomePage::People(people) => people.click(area, position),
            HomePage::Editor(editor) => {
                let rule = editor_screen::rule_at(editor, area, position)?;
                editor.click(rule);
            }
            HomePage::ConfirmDiscard | HomePage::Load(_) | HomePage::Note(_) => {}
        }
        None
    }
}
