//! The state of a game on the screen, and what each key does to it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use engine::{Card, Choice, Pack, Scene};
use games::Rules;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use table::{Answer, Level, Millis};

use crate::actions::{behind, using, with_names, written};
use crate::cards::Paint;
use crate::guide::Pages;
use crate::hand::{KEYS, Selection, is_playable, own};
use crate::link::Link;
use crate::panels::{self, Page};
use crate::picture::Picture;
use crate::plain::Tally;
use crate::plain::page::title;
use crate::table_screen::{self, Hit, TableScreen};
use crate::text::wrapped;

/// What lies over the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
enum Panel {
    /// Nothing.
    #[default]
    None,
    /// A choice that is not made yet.
    Pick(Pick),
    /// What happened so far, so many lines above the end.
    Log(usize),
    /// The rules, from this line.
    Rules(usize),
    /// The guide.
    Guide(Box<Pages>),
    /// The keys.
    Help,
    /// Whether to stop.
    Quit,
    /// Whether the others agree that a move is taken back (G13).
    Consent,
    /// Nothing is seen until this person, one of several at the device, looks at it (J23).
    Pass(usize),
    /// Nothing is seen until whoever is on turn looks at it.
    PassToTurn,
    /// The result of the round.
    Result,
}

/// What a person who has stopped wants next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Perhaps another game.
    Home,
    /// To leave the program.
    Stop,
}

/// From where the lines of a page are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum From {
    Start,
    End,
}

/// Several moves for the same cards or the same key.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Pick {
    choices: Vec<Choice>,
    cursor: usize,
}

/// The keys of a question.
const PICK: &str = "number or ↑↓ Enter, Esc back";

impl Pick {
    /// What all choices have in common as the title, and a line for what each adds to it.
    fn lines(&self, names: &[String]) -> (String, Vec<String>) {
        let labels: Vec<String> =
            self.choices.iter().map(|choice| with_names(&choice.label, names)).collect();
        let (title, rest) = apart(&labels);
        let line = |(at, text): (usize, &String)| {
            let mark = if at == self.cursor { '>' } else { ' ' };
            let key = KEYS.chars().nth(at).unwrap_or(' ');
            format!("{mark}{key}  {text}")
        };
        (format!("{title}: how?"), rest.iter().enumerate().map(line).collect())
    }

    fn scroll(&self, area: Rect) -> usize {
        (self.cursor + 1).saturating_sub(usize::from(area.height).saturating_sub(4))
    }
}

/// The words that all labels begin with, up to a comma, and what follows them in each.
fn apart(labels: &[String]) -> (String, Vec<String>) {
    let parts: Vec<Vec<&str>> = labels.iter().map(|label| label.split(", ").collect()).collect();
    let same = |at: usize| parts.iter().all(|label| label.get(at) == parts[0].get(at));
    let common = (0..parts[0].len()).take_while(|&at| same(at)).count();
    if common == 0 {
        return ("Several moves".into(), labels.to_vec());
    }
    let rest = |label: &Vec<&str>| match label[common..].join(", ") {
        rest if rest.is_empty() => "nothing more".into(),
        rest => rest,
    };
    (parts[0][..common].join(", "), parts.iter().map(rest).collect())
}

/// A game on the screen.
pub struct App {
    link: Box<dyn Link>,
    selection: Selection,
    panel: Panel,
    paint: Paint,
    area: Rect,
    was_on_turn: bool,
    next: Option<Next>,
}

impl App {
    /// A game at a table.
    pub fn new(link: Box<dyn Link>, paint: Paint) -> App {
        let several = link.people() > 1;
        let panel = if several { Panel::PassToTurn } else { Panel::None };
        let selection = Selection::default();
        let area = Rect::new(0, 0, 80, 24);
        let mut app = App { link, selection, panel, paint, area, was_on_turn: false, next: None };
        app.look(&[]);
        app
    }

    /// What the person wants next who has stopped; nothing while the game goes on.
    pub fn next(&self) -> Option<Next> {
        self.next
    }

    /// When something happens by itself.
    pub fn wake(&self) -> Option<Millis> {
        self.link.wake()
    }

    /// The table.
    pub fn link(&self) -> &dyn Link {
        self.link.as_ref()
    }

    /// Keeps the match as it stands.
    pub fn save(&mut self) {
        self.link.save();
    }

    fn picture(&self) -> &Picture {
        self.link.picture()
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        let before = self.hand();
        self.link.tick(now);
        self.look(&before);
    }

    /// The screen has this size now.
    pub fn resize(&mut self, area: Rect) {
        self.area = area;
    }

    /// A key was pressed.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.next = Some(Next::Stop);
            }
            return;
        }
        let before = self.hand();
        match core::mem::take(&mut self.panel) {
            Panel::None if self.picture().scene.is_none() => self.gathering_key(now, key.code),
            Panel::None => self.table_key(now, key.code),
            Panel::Pick(pick) => self.pick_key(now, key.code, pick),
            Panel::Log(up) => self.panel = scrolled(key.code, up, From::End).map_or(Panel::None, Panel::Log),
            Panel::Rules(down) => {
                self.panel = scrolled(key.code, down, From::Start).map_or(Panel::None, Panel::Rules);
            }
            Panel::Guide(mut pages) => {
                if !pages.key(key, self.area) {
                    self.panel = Panel::Guide(pages);
                }
            }
            Panel::Consent => self.consent_key(now, key.code),
            Panel::Pass(person) => self.pass_key(key.code, person),
            Panel::PassToTurn => match self.on_turn() {
                Some(person) if matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) => {
                    self.pass_key(key.code, person);
                }
                Some(person) if key.code == KeyCode::Tab => self.pass_key(key.code, person),
                Some(_) | None => self.panel = Panel::PassToTurn,
            },
            Panel::Quit if matches!(key.code, KeyCode::Char('y' | 'q') | KeyCode::Enter) => {
                self.next = Some(Next::Home);
            }
            Panel::Help | Panel::Quit => {}
            Panel::Result => self.result_key(now, key.code),
        }
        self.look(&before);
    }

    /// A place on the screen was clicked: a card is selected, and played with the second click; the stock is drawn
    /// from; an action is done; a line is chosen.
    pub fn click(&mut self, now: Millis, position: Position) {
        if !table_screen::is_large_enough(self.area) {
            return;
        }
        if let Some(key) = self.clicked(now, position) {
            self.key(now, key.into());
        }
    }

    /// The key that a click stands for.
    fn clicked(&mut self, now: Millis, position: Position) -> Option<KeyCode> {
        match &mut self.panel {
            Panel::None => {}
            Panel::Pick(pick) => {
                let (title, lines) = pick.lines(&self.link.picture().names);
                let page = Page { title: &title, lines: &lines, scroll: pick.scroll(self.area), foot: PICK };
                pick.cursor = page.line_at(self.area, position)?;
                return Some(KeyCode::Enter);
            }
            Panel::Log(_) | Panel::Rules(_) | Panel::Guide(_) | Panel::Help => return Some(KeyCode::Esc),
            Panel::Pass(_) | Panel::PassToTurn | Panel::Result => return Some(KeyCode::Enter),
            Panel::Quit | Panel::Consent => return None,
        }
        let hit = self.screen(now, |screen| table_screen::at(self.area, screen, position)).flatten()?;
        match hit {
            Hit::Key(key) => Some(KeyCode::Char(key)),
            Hit::Card(at) if at == self.selection.cursor => Some(KeyCode::Enter),
            Hit::Card(at) => {
                self.selection.cursor = at;
                None
            }
        }
    }

    fn hand(&self) -> Vec<Card> {
        self.picture().scene.as_ref().map(|scene| own(scene).to_vec()).unwrap_or_default()
    }

    fn pack(&self) -> Option<&Pack> {
        self.picture().kit().map(games::Kit::pack)
    }

    fn known(&self) -> Option<(&Pack, &Scene, &Rules)> {
        let picture = self.picture();
        Some((self.pack()?, picture.scene.as_ref()?, picture.rules()?))
    }

    /// Brings selection and panel in line with what the table says now.
    fn look(&mut self, before: &[Card]) {
        let hand = self.hand();
        let on_turn = self.picture().is_on_turn();
        if hand != before {
            self.selection.settle(hand.len());
        }
        if hand != before || on_turn && !self.was_on_turn {
            self.find_playable();
        }
        self.was_on_turn = on_turn;
        if let (Panel::Pick(pick), Some(scene)) = (&mut self.panel, &self.link.picture().scene) {
            pick.choices.retain(|choice| scene.choices.contains(choice));
            pick.cursor = pick.cursor.min(pick.choices.len().saturating_sub(1));
            if pick.choices.is_empty() {
                self.panel = Panel::None;
            }
        }
        if matches!(self.panel, Panel::None | Panel::Pick(_) | Panel::PassToTurn) {
            if self.link.public().outcome.is_some() {
                self.panel = Panel::Result;
            } else if self.link.is_asked_to_agree() {
                self.panel = Panel::Consent;
            }
        }
    }

    /// Puts the cursor on a card that may be played, if it is on none.
    fn find_playable(&mut self) {
        let (Some(pack), Some(scene)) = (self.pack(), &self.picture().scene) else { return };
        let playable: Vec<bool> = own(scene).iter().map(|&card| is_playable(scene, pack, card)).collect();
        if playable.get(self.selection.cursor) != Some(&true)
            && let Some(at) = playable.iter().position(|&fits| fits)
        {
            self.selection.cursor = at;
        }
    }

    /// People still gather, and there is no table to see yet.
    fn gathering_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Enter => self.link.start(now),
            KeyCode::Char('b') => self.seat_bot(now),
            KeyCode::Left | KeyCode::Right => self.change_level(code),
            KeyCode::Char('g') => self.panel = Panel::Rules(0),
            KeyCode::Char('q') => self.panel = Panel::Quit,
            _ => {}
        }
    }

    fn seat_bot(&mut self, now: Millis) {
        self.link.add_bot(now);
        if self.picture().message.is_empty() {
            self.say_level();
        }
    }

    /// The next computer player plays better or worse.
    fn change_level(&mut self, code: KeyCode) {
        if let Some(level) = self.link.bot_level() {
            let at = Level::ALL.iter().position(|known| known == level).unwrap_or_default();
            let at = if code == KeyCode::Left { at.saturating_sub(1) } else { at + 1 };
            *level = Level::ALL[at.min(Level::ALL.len() - 1)];
        }
        self.say_level();
    }

    fn say_level(&mut self) {
        if let Some(level) = self.link.bot_level().copied() {
            self.link.say(&format!("The next computer player: {level}."));
        }
    }

    fn table_key(&mut self, now: Millis, code: KeyCode) {
        let last = self.hand().len().saturating_sub(1);
        match code {
            KeyCode::Left => self.selection.cursor = self.selection.cursor.saturating_sub(1),
            KeyCode::Right => self.selection.cursor = (self.selection.cursor + 1).min(last),
            KeyCode::Home => self.selection.cursor = 0,
            KeyCode::End => self.selection.cursor = last,
            KeyCode::Enter => match self.link.awaited() {
                Some(_) => self.panel = Panel::PassToTurn,
                None => self.play(now),
            },
            KeyCode::Tab => self.pass_to_next(),
            KeyCode::Esc | KeyCode::Char('u') | KeyCode::Backspace => self.undo(now, code),
            KeyCode::Char(' ') => self.selection.toggle(),
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('g') => self.panel = Panel::Rules(0),
            KeyCode::Char('w') => self.why(now),
            KeyCode::Char('t') => self.hint(now),
            KeyCode::Char('a') => self.link.announce(now),
            KeyCode::Char('i') => {
                let pages = self.picture().rules().and_then(Pages::of);
                self.panel = pages.map_or(Panel::None, |pages| Panel::Guide(pages.into()));
            }
            KeyCode::Char('?') => self.panel = Panel::Help,
            KeyCode::Char('q') => self.panel = Panel::Quit,
            KeyCode::Char(key) => match KEYS.chars().position(|known| known == key) {
                Some(at) if at <= last => self.selection.cursor = at,
                Some(_) => self.link.say("You do not hold so many cards."),
                None => self.action(now, key),
            },
            _ => {}
        }
    }

    /// Takes back what is not done yet; `u` with nothing open asks for the last move back (Y31).
    fn undo(&mut self, now: Millis, code: KeyCode) {
        if !self.selection.marked.is_empty() {
            self.selection.marked.clear();
        } else if code == KeyCode::Char('u') {
            self.link.take_back(now);
        }
    }

    /// Who of the people at the device is on turn.
    fn on_turn(&self) -> Option<usize> {
        let own = self.picture().is_on_turn().then(|| self.link.facing());
        own.or_else(|| self.link.awaited())
    }

    /// Somebody else at the device wants to do something out of turn.
    fn pass_to_next(&mut self) {
        if self.link.people() > 1 {
            self.panel = Panel::Pass((self.link.facing() + 1) % self.link.people());
        }
    }

    fn pass_key(&mut self, code: KeyCode, person: usize) {
        match code {
            KeyCode::Enter | KeyCode::Char(' ') => self.link.face(person),
            KeyCode::Tab => self.panel = Panel::Pass((person + 1) % self.link.people().max(1)),
            KeyCode::Esc if self.link.facing() != person => {}
            _ => self.panel = Panel::Pass(person),
        }
        if self.panel == Panel::None {
            self.selection = Selection::default();
            self.was_on_turn = false;
        }
    }

    fn consent_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Char('y') => self.link.answer(now, Answer::Agree),
            KeyCode::Char('n') | KeyCode::Esc => self.link.answer(now, Answer::Refuse),
            _ => self.panel = Panel::Consent,
        }
    }

    /// The chosen cards.
    fn chosen(&self) -> Vec<Card> {
        let hand = self.hand();
        self.selection.chosen().iter().filter_map(|&at| hand.get(at).copied()).collect()
    }

    /// Plays the chosen cards, or asks how.
    fn play(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.known() else { return };
        let cards = self.chosen();
        if cards.is_empty() {
            return;
        }
        let choices = using(scene, pack, &cards);
        let written = written(rules, pack, &cards);
        self.offer(now, choices, &written);
    }

    /// Says why the chosen cards cannot be played, without trying it.
    fn why(&mut self, now: Millis) {
        let Some((pack, scene, rules)) = self.known() else { return };
        let cards = self.chosen();
        let fits = !using(scene, pack, &cards).is_empty();
        let written = written(rules, pack, &cards);
        let text = match self.link.why(now, &written).filter(|_| !fits) {
            Some(reason) => reason,
            None => "That can be played: Enter plays it.".into(),
        };
        self.link.say(&text);
    }

    /// Asks what a good player would do, and picks the cards of it.
    fn hint(&mut self, now: Millis) {
        self.link.hint(now);
        let Some(notation) = self.link.picture_mut().hint.take() else { return };
        let Some((pack, scene, _)) = self.known() else { return };
        let choice = scene.choices.iter().find(|choice| choice.notation == notation);
        let mut places = Vec::new();
        for card in choice.iter().flat_map(|choice| &choice.cards) {
            let alike = |place: &usize| pack.first_copy(own(scene)[*place]) == pack.first_copy(*card);
            let free = |place: &usize| !places.contains(place) && alike(place);
            let place = (0..own(scene).len()).find(free);
            places.extend(place);
        }
        if let Some(&first) = places.first() {
            self.selection.cursor = first;
            self.selection.marked = if places.len() > 1 { places } else { Vec::new() };
        }
    }

    /// Does what a key stands for, or asks which.
    fn action(&mut self, now: Millis, key: char) {
        let choices = self.picture().scene.as_ref().map(|scene| behind(scene, key)).unwrap_or_default();
        let yaniv = matches!(self.picture().rules(), Some(Rules::Yaniv(_)));
        let written = match key {
            'd' if yaniv => {
                return self.offer_or(now, choices, "Choose what you throw, then where you draw from.");
            }
            'd' => "draw",
            'p' => "pass",
            'y' if !yaniv => {
                return self.offer_or(now, choices, "Yaniv is called in the game of that name only.");
            }
            'y' => "yaniv",
            'h' if yaniv => {
                return self.offer_or(now, choices, "There is nothing to challenge in this game.");
            }
            'h' => "challenge",
            's' => return self.offer_or(now, choices, "There is nothing to say now."),
            'c' => return self.offer_or(now, choices, "There is nobody to catch now."),
            'o' => return self.offer_or(now, choices, "Nothing is called now: play a card that calls."),
            'x' => return self.offer_or(now, choices, "There is nothing to exchange now."),
            _ => return,
        };
        self.offer(now, choices, written);
    }

    fn offer_or(&mut self, now: Millis, choices: Vec<Choice>, otherwise: &str) {
        if choices.is_empty() {
            self.link.say(otherwise);
        } else {
            self.offer(now, choices, "");
        }
    }

    /// Makes the only choice, asks among several, and lets the table say why there is none.
    fn offer(&mut self, now: Millis, mut choices: Vec<Choice>, written: &str) {
        match choices.as_slice() {
            [] => self.link.act(now, written),
            [only] => self.link.act(now, &only.notation),
            _ => {
                choices.sort_by_key(|choice| !choice.notation.contains(" say "));
                self.panel = Panel::Pick(Pick { choices, cursor: 0 });
            }
        }
    }

    fn pick_key(&mut self, now: Millis, code: KeyCode, mut pick: Pick) {
        let last = pick.choices.len() - 1;
        let chosen = match code {
            KeyCode::Esc | KeyCode::Char('u' | 'q') | KeyCode::Backspace => return,
            KeyCode::Enter => Some(pick.cursor),
            KeyCode::Char(key) => KEYS.chars().position(|known| known == key).filter(|at| *at <= last),
            _ => None,
        };
        if let Some(choice) = chosen.and_then(|at| pick.choices.get(at)) {
            return self.link.act(now, &choice.notation);
        }
        match code {
            KeyCode::Up => pick.cursor = pick.cursor.saturating_sub(1),
            KeyCode::Down => pick.cursor = (pick.cursor + 1).min(last),
            _ => {}
        }
        self.panel = Panel::Pick(pick);
    }

    fn result_key(&mut self, now: Millis, code: KeyCode) {
        match code {
            KeyCode::Enter => self.link.go_on(now),
            KeyCode::Char('l') => self.panel = Panel::Log(0),
            KeyCode::Char('q') => self.next = Some(Next::Home),
            _ => {}
        }
    }

    /// Hands the picture of this moment over.
    fn screen<T>(&self, now: Millis, use_it: impl FnOnce(&TableScreen<'_>) -> T) -> Option<T> {
        let picture = self.picture();
        let (kit, scene) = (picture.kit()?, picture.scene.as_ref()?);
        let points: u32 = own(scene).iter().map(|&card| kit.points(card)).sum();
        let rules = picture.rules()?;
        let counts = matches!(rules, Rules::Yaniv(_));
        let title = format!("{}, round {}", title(rules), picture.round);
        let waiting = self.waiting();
        Some(use_it(&TableScreen {
            pack: kit.pack(),
            scene,
            title: &title,
            names: &picture.names,
            scores: &picture.scores,
            log: &picture.log,
            points: counts.then_some(points),
            announced: picture.announcing == table::Switch::On,
            seconds_left: picture.seconds_left(now),
            selection: &self.selection,
            message: if picture.message.is_empty() { &waiting } else { &picture.message },
            foot: None,
            paint: self.paint,
        }))
    }

    /// Whom the device waits for, if it is not the one who looks.
    fn waiting(&self) -> String {
        let awaited = self.link.awaited().map(|person| self.link.person(person));
        awaited.map_or_else(String::new, |name| format!("It is {name}'s turn. Enter: pass the device on."))
    }

    /// Draws everything.
    pub fn draw(&self, buffer: &mut Buffer, now: Millis) {
        match self.panel {
            Panel::Pass(person) => return self.draw_pass(buffer, Some(person)),
            Panel::PassToTurn => return self.draw_pass(buffer, self.on_turn()),
            // The others look now, and they shall not see this hand.
            Panel::Consent if self.link.people() > 1 => return self.draw_panel(buffer),
            _ => {}
        }
        if self.screen(now, |screen| table_screen::draw(buffer, screen)).is_none() {
            self.draw_gathering(buffer);
        }
        if table_screen::is_large_enough(buffer.area) {
            self.draw_panel(buffer);
        }
    }

    /// Who has come, and how others come.
    fn draw_gathering(&self, buffer: &mut Buffer) {
        let picture = self.picture();
        let width = usize::from(buffer.area.width).saturating_sub(8);
        let mut lines = vec![picture.rules().map_or("", title).to_string(), String::new()];
        lines.extend(picture.names.iter().map(|name| format!("· {name}")));
        for text in ["", &self.link.invitation(), "", &picture.message] {
            lines.extend(wrapped(text, width));
            lines.push(String::new());
        }
        let foot = "Enter begin, b computer player, ←→ level, g rules, q quit";
        Page { title: "Who plays?", lines: &lines, scroll: 0, foot }.draw(buffer, self.paint);
    }

    /// A page without a card on it; what is told is what everyone may know (J23).
    fn draw_pass(&self, buffer: &mut Buffer, person: Option<usize>) {
        let name = person.map(|person| self.link.person(person));
        let width = usize::from(buffer.area.width).saturating_sub(8);
        let last = self.link.public().log.iter().rev().take(3).rev();
        let mut lines: Vec<String> = last.flat_map(|text| wrapped(text, width)).collect();
        let (text, foot) = match name {
            Some(name) => (
                format!("Pass the device to {name}."),
                format!("{name}: Enter when only you look, Tab somebody else"),
            ),
            None => ("A computer player moves.".into(), "one moment".into()),
        };
        lines.extend([String::new(), text]);
        Page { title: "Whose turn?", lines: &lines, scroll: 0, foot: &foot }.draw(buffer, self.paint);
    }

    fn draw_panel(&self, buffer: &mut Buffer) {
        let width = buffer.area.width;
        let room = usize::from(buffer.area.height).saturating_sub(4);
        let (title, lines, scroll, foot) = match &self.panel {
            Panel::None | Panel::Pass(_) | Panel::PassToTurn => return,
            Panel::Pick(pick) => {
                let (title, lines) = pick.lines(&self.picture().names);
                let page =
                    Page { title: &title, lines: &lines, scroll: pick.scroll(buffer.area), foot: PICK };
                return page.draw(buffer, self.paint);
            }
            Panel::Log(up) => {
                let lines = self.log_lines(width);
                let scroll = lines.len().saturating_sub(room + up);
                ("What happened", lines, scroll, "↑↓ scroll, Esc back")
            }
            Panel::Rules(down) => {
                let rules = self.picture().rules();
                let lines = rules.map(|rules| panels::rules_lines(rules, width)).unwrap_or_default();
                ("The rules", lines, *down, "↑↓ scroll, Esc back")
            }
            Panel::Guide(pages) => return pages.draw(buffer, self.paint),
            Panel::Help => ("Keys", panels::help_lines(), 0, "any key goes back"),
            Panel::Quit => {
                let kept = "A game that has begun is kept and offered again.";
                ("Stop playing?", vec![kept.into()], 0, "y or q stop, any other key back")
            }
            Panel::Consent => {
                let lines = vec![
                    self.link.public().message.clone(),
                    "Pass the device to the others: do they agree?".into(),
                ];
                ("A move back?", lines, 0, "y agree, n refuse")
            }
            Panel::Result => return self.draw_result(buffer),
        };
        Page { title, lines: &lines, scroll, foot }.draw(buffer, self.paint);
    }

    fn log_lines(&self, width: u16) -> Vec<String> {
        let width = usize::from(width).saturating_sub(8);
        self.picture().log.iter().flat_map(|text| wrapped(text, width)).collect()
    }

    fn draw_result(&self, buffer: &mut Buffer) {
        let Some(tally) = Tally::of_picture(self.picture()) else { return };
        let lines = tally.page(buffer.area.width);
        let (title, foot) = match tally.whole_match() {
            Some(_) => ("The match is over", "Enter play again, l log, q quit"),
            None => ("The round is over", "Enter next round, l log, q quit"),
        };
        Page { title, lines: &lines, scroll: 0, foot }.draw(buffer, self.paint);
    }
}

/// Where a page stands after a key; nothing where the key closes it.
pub(crate) fn scrolled(code: KeyCode, at: usize, from: From) -> Option<usize> {
    let steps = match code {
        KeyCode::Up => -1,
        KeyCode::Down => 1,
        KeyCode::PageUp => -10,
        KeyCode::PageDown | KeyCode::Char(' ') => 10,
        _ => return None,
    };
    let steps = if from == From::End { -steps } else { steps };
    Some(at.saturating_add_signed(steps))
}
