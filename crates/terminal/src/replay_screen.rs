//! A record on the screen, and what each key does to it.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use engine::{Seat, Viewer};
use games::Rules;
use ratatui::buffer::Buffer;
use table::Millis;

use crate::cards::{self, Paint};
use crate::hand::{Selection, own};
use crate::panels::{self, From, Page, scrolled};
use crate::plain::page::title;
use crate::replay::{Eyes, Hands, Replay};
use crate::table_screen::{self, TableScreen};
use crate::text::wrapped;

/// How long a step stands while the record plays by itself.
const PACE: Millis = 1_000;

const KEYS: [[&str; 2]; 2] = [
    [
        "←→ a step  PgUp PgDn ten steps  [ ] a round  Home End  Space plays by itself",
        "Tab 0-9 whose eyes  o open cards  h all hands  l log  g rules  q back",
    ],
    [
        "←→ step  PgUp PgDn ten  [ ] round  Home End  Space plays",
        "Tab 0-9 eyes  o open  h hands  l log  g rules  q back",
    ],
];

/// What lies over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Panel {
    None,
    /// How the round ended.
    Result,
    /// What happened so far, so many lines above the end.
    Log(usize),
    /// The rules, from this line.
    Rules(usize),
    /// Every card that is known, from this line.
    Hands(usize),
}

/// A record on the screen.
pub struct ReplayScreen {
    replay: Replay,
    panel: Panel,
    selection: Selection,
    paint: Paint,
    /// When the next step comes by itself.
    next: Option<Millis>,
    done: bool,
}

impl ReplayScreen {
    /// Shows a record where it stands.
    pub fn new(replay: Replay, paint: Paint) -> ReplayScreen {
        let selection = Selection::default();
        ReplayScreen { replay, panel: Panel::None, selection, paint, next: None, done: false }
    }

    /// The record and the place in it.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Whether the person has seen enough.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// When something happens by itself.
    pub fn wake(&self) -> Option<Millis> {
        self.next
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Millis) {
        if self.next.is_some_and(|at| at <= now) {
            self.go_to(self.replay.step() + 1);
            self.next = (self.replay.step() < self.replay.last()).then_some(now + PACE);
        }
    }

    /// A key was pressed.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.done |= key.code == KeyCode::Char('c');
            return;
        }
        let scroll = |at, from| scrolled(key.code, at, from);
        self.panel = match self.panel {
            Panel::None | Panel::Result => return self.table_key(now, key.code),
            Panel::Log(up) => scroll(up, From::End).map_or(Panel::None, Panel::Log),
            Panel::Rules(down) => scroll(down, From::Start).map_or(Panel::None, Panel::Rules),
            Panel::Hands(down) => scroll(down, From::Start).map_or(Panel::None, Panel::Hands),
        };
    }

    /// The wheel walks, or scrolls a page; a click closes what lies over the table.
    pub fn mouse(&mut self, now: Millis, kind: MouseEventKind) {
        let is_table = matches!(self.panel, Panel::None | Panel::Result);
        let code = match kind {
            MouseEventKind::ScrollUp if is_table => KeyCode::Left,
            MouseEventKind::ScrollDown if is_table => KeyCode::Right,
            MouseEventKind::ScrollUp => KeyCode::Up,
            MouseEventKind::ScrollDown => KeyCode::Down,
            MouseEventKind::Down(_) => KeyCode::Esc,
            _ => return,
        };
        self.key(now, code.into());
    }

    fn table_key(&mut self, now: Millis, code: KeyCode) {
        let step = self.replay.step();
        match code {
            KeyCode::Right => self.walk_to(step + 1),
            KeyCode::Left => self.walk_to(step.saturating_sub(1)),
            KeyCode::PageDown => self.walk_to(step + 10),
            KeyCode::PageUp => self.walk_to(step.saturating_sub(10)),
            KeyCode::Char(']') => self.walk_to(self.replay.round_after()),
            KeyCode::Char('[') => self.walk_to(self.replay.round_before()),
            KeyCode::Home => self.walk_to(0),
            KeyCode::End => self.walk_to(self.replay.last()),
            KeyCode::Char(' ') => self.play_by_itself(now),
            KeyCode::Up => self.selection.cursor = 0,
            KeyCode::Down => self.selection.cursor = own(&self.replay.scene()).len().saturating_sub(1),
            KeyCode::Tab => self.look_as(self.next_viewer()),
            KeyCode::Char(key @ '0'..='9') => self.look_from(key as usize - '0' as usize),
            KeyCode::Char('o') => self.open_or_close(),
            KeyCode::Char('l') => self.show(Panel::Log(0)),
            KeyCode::Char('g') => self.show(Panel::Rules(0)),
            KeyCode::Char('h') => self.show(Panel::Hands(0)),
            KeyCode::Char('q') => self.done = true,
            KeyCode::Enter | KeyCode::Esc => self.panel = Panel::None,
            _ => {}
        }
    }

    /// Goes to a step that the person asked for; then nothing goes on by itself.
    fn walk_to(&mut self, step: usize) {
        self.next = None;
        self.go_to(step);
    }

    fn go_to(&mut self, step: usize) {
        let before = self.replay.step();
        self.replay.go_to(step);
        if before != self.replay.step() {
            let is_over = self.replay.session().outcome().is_some();
            self.panel = if is_over { Panel::Result } else { Panel::None };
            self.selection = Selection::default();
        }
    }

    fn play_by_itself(&mut self, now: Millis) {
        let is_last = self.replay.step() == self.replay.last();
        self.next = (self.next.is_none() && !is_last).then_some(now + PACE);
    }

    /// A page to read: nothing goes on behind it.
    fn show(&mut self, panel: Panel) {
        self.next = None;
        self.panel = panel;
    }

    fn look_from(&mut self, number: usize) {
        if let Some(seat) = Seat::all(self.replay.names().len()).nth(number) {
            self.look_as(Viewer::Seat(seat));
        }
    }

    /// Seat after seat, and then somebody who looks on.
    fn next_viewer(&self) -> Viewer {
        let next = match self.replay.eyes().viewer {
            Viewer::Seat(seat) => seat.index() + 1,
            Viewer::Spectator => 0,
        };
        Seat::all(self.replay.names().len()).nth(next).map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn look_as(&mut self, viewer: Viewer) {
        self.replay.look_through(Eyes { viewer, ..self.replay.eyes() });
        self.selection = Selection::default();
    }

    fn open_or_close(&mut self) {
        let eyes = self.replay.eyes();
        let hands = match eyes.hands {
            Hands::AsKnown => Hands::Open,
            Hands::Open => Hands::AsKnown,
        };
        self.replay.look_through(Eyes { hands, ..eyes });
    }

    /// Draws everything.
    pub fn draw(&self, buffer: &mut Buffer) {
        let (replay, scene) = (&self.replay, self.replay.scene());
        let compiled = replay.session().compiled();
        let counts = matches!(replay.session().rules(), Rules::Yaniv(_));
        let points = || own(&scene).iter().map(|&card| compiled.points(card)).sum();
        table_screen::draw(
            buffer,
            &TableScreen {
                compiled,
                scene: &scene,
                title: &self.header(),
                names: replay.names(),
                scores: replay.scores(),
                log: replay.log(),
                points: counts.then(points),
                announced: false,
                seconds_left: None,
                selection: &self.selection,
                message: self.message(),
                foot: Some(KEYS[usize::from(buffer.area.width < 78)]),
                paint: self.paint,
            },
        );
        if table_screen::is_large_enough(buffer.area) {
            self.draw_panel(buffer);
        }
    }

    /// Where in the record this is, and who looks; the game last, where it may be cut off.
    fn header(&self) -> String {
        let replay = &self.replay;
        let open = match replay.eyes().hands {
            Hands::AsKnown => "",
            Hands::Open => ", open cards",
        };
        let who = match replay.eyes().viewer {
            Viewer::Seat(seat) => {
                let name: String = replay.names()[seat.index()].chars().take(12).collect();
                format!("seen by {name}")
            }
            Viewer::Spectator => "seen by all".into(),
        };
        let (step, last, round) = (replay.step(), replay.last(), replay.round());
        let game = title(replay.session().rules());
        format!("Step {step} of {last} | round {round} | {who}{open} | {game}")
    }

    fn message(&self) -> &'static str {
        let (session, is_last) = (self.replay.session(), self.replay.step() == self.replay.last());
        match (self.next, is_last) {
            (Some(_), _) => "It plays by itself: Space stops it.",
            (None, true) if session.outcome().is_none() => "Here the game was broken off.",
            (None, true) if !session.scores().is_over() => "Here the match was broken off.",
            (None, _) if self.replay.eyes().hands == Hands::Open => "h shows every hand whole.",
            (None, _) => "",
        }
    }

    fn draw_panel(&self, buffer: &mut Buffer) {
        let width = buffer.area.width;
        let (title, lines, scroll, foot) = match self.panel {
            Panel::None => return,
            Panel::Result => return self.draw_result(buffer),
            Panel::Log(up) => {
                let lines = fitted(self.replay.log(), width);
                let room = usize::from(buffer.area.height).saturating_sub(4);
                let scroll = lines.len().saturating_sub(room + up);
                ("What happened", lines, scroll, "↑↓ scroll, Esc back")
            }
            Panel::Rules(down) => {
                let rules = self.replay.session().rules();
                ("The rules", panels::rules_lines(rules, width), down, "↑↓ scroll, Esc back")
            }
            Panel::Hands(down) => ("Who holds what", self.hand_lines(width), down, "↑↓ scroll, Esc back"),
        };
        Page { title, lines: &lines, scroll, foot }.draw(buffer, self.paint);
    }

    fn draw_result(&self, buffer: &mut Buffer) {
        let Some(tally) = self.replay.tally() else { return };
        let lines = tally.page(buffer.area.width);
        let title = tally.whole_match().map_or("The round is over", |_| "The match is over");
        Page { title, lines: &lines, scroll: 0, foot: "←→ a step, Enter shows the table" }
            .draw(buffer, self.paint);
    }

    /// Everyone with the cards that these eyes can see, however many they are.
    fn hand_lines(&self, width: u16) -> Vec<String> {
        let pack = self.replay.session().pack();
        let mut out = Vec::new();
        for place in &self.replay.scene().places {
            let mut told: Vec<String> = place.known.iter().map(|&card| cards::label(pack, card)).collect();
            match place.count.saturating_sub(place.known.len()) {
                0 if place.count == 0 => told.push("no cards".into()),
                0 => {}
                hidden => told.push(format!("({hidden} hidden)")),
            }
            let name = &self.replay.names()[place.seat.index()];
            out.extend(fitted(&[format!("{name}: {}", told.join(" "))], width));
        }
        out
    }
}

/// The texts in lines of a page.
fn fitted(texts: &[String], width: u16) -> Vec<String> {
    texts.iter().flat_map(|text| wrapped(text, usize::from(width).saturating_sub(8))).collect()
}
