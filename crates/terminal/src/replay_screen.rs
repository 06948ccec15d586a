//! A record on the screen, and the effect of each key.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseEventKind};
use engine::{Seat, SeatSet, Viewer};
use ratatui::buffer::Buffer;
use table::Millis;

use crate::cards::{self, Paint};
use crate::hand::{Selection, own};
use crate::panels::{self, Page, ScrollAnchor, scrolled};
use crate::plain::page::title;
use crate::replay::{HandVisibility, Perspective, Replay};
use crate::table_screen::{self, TableScreen};
use crate::text::wrapped;

/// How long a step is shown in automatic play.
const STEP_MILLIS: Millis = 1_000;

const KEYS: [[&str; 2]; 2] = [
    [
        "←→ a step  PgUp PgDn ten steps  [ ] a round  Home End  Space plays by itself",
        "Tab 0-9 whose view  o open cards  h all hands  l log  g rules  q back",
    ],
    [
        "←→ step  PgUp PgDn ten  [ ] round  Home End  Space plays",
        "Tab 0-9 view  o open  h hands  l log  g rules  q back",
    ],
];

/// The panel over the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Panel {
    None,
    /// The result of the round.
    Result,
    /// The log, scrolled up by this many lines.
    Log(usize),
    /// The rules, scrolled down by this many lines.
    Rules(usize),
    /// Every known card, scrolled down by this many lines.
    Hands(usize),
}

/// A record on the screen.
pub struct ReplayScreen {
    replay: Replay,
    panel: Panel,
    selection: Selection,
    paint: Paint,
    /// When automatic play takes the next step.
    next: Option<Millis>,
    done: bool,
}

impl ReplayScreen {
    /// Shows a record at its current step.
    pub fn new(replay: Replay, paint: Paint) -> ReplayScreen {
        let selection = Selection::default();
        ReplayScreen { replay, panel: Panel::None, selection, paint, next: None, done: false }
    }

    /// The record and its current step.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// Whether the screen was closed.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// When the next step is due.
    pub fn wake(&self) -> Option<Millis> {
        self.next
    }

    /// Advances to this time.
    pub fn tick(&mut self, now: Millis) {
        if self.next.is_some_and(|at| at <= now) {
            self.go_to(self.replay.step() + 1);
            self.next = (self.replay.step() < self.replay.last()).then_some(now + STEP_MILLIS);
        }
    }

    /// Handles a key.
    pub fn key(&mut self, now: Millis, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.done |= key.code == KeyCode::Char('c');
            return;
        }
        let scroll = |at, anchor| scrolled(key.code, at, anchor);
        self.panel = match self.panel {
            Panel::None | Panel::Result => return self.table_key(now, key.code),
            Panel::Log(up) => scroll(up, ScrollAnchor::Bottom).map_or(Panel::None, Panel::Log),
            Panel::Rules(down) => scroll(down, ScrollAnchor::Top).map_or(Panel::None, Panel::Rules),
            Panel::Hands(down) => scroll(down, ScrollAnchor::Top).map_or(Panel::None, Panel::Hands),
        };
    }

    /// Handles the mouse: the wheel steps, or scrolls a page; a click closes the panel.
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
            KeyCode::Right => self.jump_to(step + 1),
            KeyCode::Left => self.jump_to(step.saturating_sub(1)),
            KeyCode::PageDown => self.jump_to(step + 10),
            KeyCode::PageUp => self.jump_to(step.saturating_sub(10)),
            KeyCode::Char(']') => self.jump_to(self.replay.round_after()),
            KeyCode::Char('[') => self.jump_to(self.replay.round_before()),
            KeyCode::Home => self.jump_to(0),
            KeyCode::End => self.jump_to(self.replay.last()),
            KeyCode::Char(' ') => self.toggle_automatic_play(now),
            KeyCode::Up => self.selection.cursor = 0,
            KeyCode::Down => self.selection.cursor = own(&self.replay.scene()).len().saturating_sub(1),
            KeyCode::Tab => self.view_as(self.next_viewer()),
            KeyCode::Char(key @ '0'..='9') => self.view_from_seat(key as usize - '0' as usize),
            KeyCode::Char('o') => self.toggle_open_cards(),
            KeyCode::Char('l') => self.show(Panel::Log(0)),
            KeyCode::Char('g') => self.show(Panel::Rules(0)),
            KeyCode::Char('h') => self.show(Panel::Hands(0)),
            KeyCode::Char('q') => self.done = true,
            KeyCode::Enter | KeyCode::Esc => self.panel = Panel::None,
            _ => {}
        }
    }

    /// Goes to a step and stops automatic play.
    fn jump_to(&mut self, step: usize) {
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

    fn toggle_automatic_play(&mut self, now: Millis) {
        let is_last = self.replay.step() == self.replay.last();
        self.next = (self.next.is_none() && !is_last).then_some(now + STEP_MILLIS);
    }

    /// Opens a page, and stops automatic play.
    fn show(&mut self, panel: Panel) {
        self.next = None;
        self.panel = panel;
    }

    fn view_from_seat(&mut self, number: usize) {
        if let Some(seat) = Seat::all(self.replay.names().len()).nth(number) {
            self.view_as(Viewer::Seat(seat));
        }
    }

    /// Seat after seat, and then a spectator.
    fn next_viewer(&self) -> Viewer {
        let next = match self.replay.perspective().viewer {
            Viewer::Seat(seat) => seat.index() + 1,
            Viewer::Spectator => 0,
        };
        Seat::all(self.replay.names().len()).nth(next).map_or(Viewer::Spectator, Viewer::Seat)
    }

    fn view_as(&mut self, viewer: Viewer) {
        self.replay.set_perspective(Perspective { viewer, ..self.replay.perspective() });
        self.selection = Selection::default();
    }

    fn toggle_open_cards(&mut self) {
        let perspective = self.replay.perspective();
        let hands = match perspective.hands {
            HandVisibility::AsKnown => HandVisibility::All,
            HandVisibility::All => HandVisibility::AsKnown,
        };
        self.replay.set_perspective(Perspective { hands, ..perspective });
    }

    /// Draws the table and the panel.
    pub fn draw(&self, buffer: &mut Buffer) {
        let (replay, scene) = (&self.replay, self.replay.scene());
        let compiled = replay.session().compiled();
        let counts_points = replay.session().rules().controls().shows_points;
        let points = || own(&scene).iter().map(|&card| compiled.points(card)).sum();
        table_screen::draw(
            buffer,
            &TableScreen {
                compiled,
                scene: &scene,
                title: &self.header(),
                names: replay.names(),
                offline: SeatSet::EMPTY,
                scores: replay.scores(),
                log: replay.log(),
                points: counts_points.then(points),
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

    /// The position in the record and the viewer; the game comes last, where it may be cut off.
    fn header(&self) -> String {
        let replay = &self.replay;
        let open = match replay.perspective().hands {
            HandVisibility::AsKnown => "",
            HandVisibility::All => ", open cards",
        };
        let seen_by = match replay.perspective().viewer {
            Viewer::Seat(seat) => {
                let name: String = replay.names()[seat.index()].chars().take(12).collect();
                format!("seen by {name}")
            }
            Viewer::Spectator => "seen by all".into(),
        };
        let (step, last, round) = (replay.step(), replay.last(), replay.round());
        let game = title(replay.session().rules());
        format!("Step {step} of {last} | round {round} | {seen_by}{open} | {game}")
    }

    fn message(&self) -> &'static str {
        let (session, is_last) = (self.replay.session(), self.replay.step() == self.replay.last());
        match (self.next, is_last) {
            (Some(_), _) => "The replay is running: Space stops it.",
            (None, true) if session.outcome().is_none() => "The game was left here.",
            (None, true) if !session.scores().is_over() => "The match was left here.",
            (None, _) if self.replay.perspective().hands == HandVisibility::All => {
                "h shows every hand in full."
            }
            (None, _) => "",
        }
    }

    fn draw_panel(&self, buffer: &mut Buffer) {
        let width = buffer.area.width;
        let (title, lines, scroll, foot) = match self.panel {
            Panel::None => return,
            Panel::Result => return self.draw_result(buffer),
            Panel::Log(up) => {
                let lines = wrapped_all(self.replay.log(), width);
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
        let Some(summary) = self.replay.summary() else { return };
        let lines = summary.page(buffer.area.width);
        let title = summary.match_result().map_or("Round over", |_| "Match over");
        Page { title, lines: &lines, scroll: 0, foot: "←→ a step, Enter shows the table" }
            .draw(buffer, self.paint);
    }

    /// Everyone with the cards that this perspective shows.
    fn hand_lines(&self, width: u16) -> Vec<String> {
        let pack = self.replay.session().pack();
        let mut out = Vec::new();
        for place in &self.replay.scene().places {
            let mut labels: Vec<String> = place.known.iter().map(|&card| cards::label(pack, card)).collect();
            match place.count.saturating_sub(place.known.len()) {
                0 if place.count == 0 => labels.push("no cards".into()),
                0 => {}
                hidden => labels.push(format!("({hidden} hidden)")),
            }
            let name = &self.replay.names()[place.seat.index()];
            out.extend(wrapped_all(&[format!("{name}: {}", labels.join(" "))], width));
        }
        out
    }
}

/// The texts wrapped for a page.
fn wrapped_all(texts: &[String], width: u16) -> Vec<String> {
    texts.iter().flat_map(|text| wrapped(text, usize::from(width).saturating_sub(8))).collect()
}
