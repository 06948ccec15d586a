//! Draws a game: the table, and the panel over it.

use ratatui::buffer::Buffer;
use table::Millis;

use super::move_picker::PICKER_KEYS;
use super::{App, Panel};
use crate::hand::own;
use crate::panels::{self, Page};
use crate::plain::RoundSummary;
use crate::plain::page::title;
use crate::table_screen::{self, TableScreen};
use crate::text::wrapped;

impl App {
    /// Builds the table screen of this moment and passes it to a function.
    pub(super) fn screen<T>(&self, now: Millis, show: impl FnOnce(&TableScreen<'_>) -> T) -> Option<T> {
        let view = self.view();
        let (compiled, scene) = (view.compiled()?, view.scene.as_ref()?);
        let points: u32 = own(scene).iter().map(|&card| compiled.points(card)).sum();
        let rules = view.rules()?;
        let counts_points = rules.controls().shows_points;
        let title = format!("{}, round {}", title(rules), view.round);
        let waiting = self.waiting_message();
        Some(show(&TableScreen {
            compiled,
            scene,
            title: &title,
            names: &view.names,
            offline: view.offline(),
            scores: &view.scores,
            log: &view.log,
            points: counts_points.then_some(points),
            announced: view.announcing == table::Switch::On,
            seconds_left: view.seconds_left(now),
            selection: &self.selection,
            message: if view.message.is_empty() { &waiting } else { &view.message },
            foot: None,
            paint: self.paint,
        }))
    }

    /// What Enter does, where that is not obvious: which person the device waits for, what the marks mean.
    fn waiting_message(&self) -> String {
        if let Some(message) = self.enter_message() {
            return message;
        }
        if self.can_fast_forward() {
            return "You are out, and the others play on. e: go to the end.".into();
        }
        let awaited = self.link.person_to_move().map(|person| self.link.person(person));
        awaited.map_or_else(String::new, |name| format!("It is {name}'s turn. Enter: pass the device on."))
    }

    /// Draws the table and the panel.
    pub fn draw(&self, buffer: &mut Buffer, now: Millis) {
        let now = now + self.skipped;
        match self.panel {
            Panel::Pass(person) => return self.draw_pass(buffer, Some(person)),
            Panel::PassToTurn => return self.draw_pass(buffer, self.on_turn()),
            // The others look at the screen now and must not see this hand.
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

    /// Draws the players who have gathered, and how others join.
    fn draw_gathering(&self, buffer: &mut Buffer) {
        let view = self.view();
        let width = usize::from(buffer.area.width).saturating_sub(8);
        let mut lines = vec![view.rules().map_or("", title).to_string(), String::new()];
        lines.extend(view.names_and_absence().into_iter().map(|name| format!("· {name}")));
        let waits_for = self.link.waits_for();
        for text in ["", &self.link.invitation(), waits_for.as_deref().unwrap_or(""), &view.message] {
            lines.extend(wrapped(text, width));
            lines.push(String::new());
        }
        let foot = match waits_for {
            Some(_) => "g rules, q quit",
            None => "Enter start, b computer player, ←→ level, g rules, q quit",
        };
        Page { title: "Who plays?", lines: &lines, scroll: 0, foot }.draw(buffer, self.paint);
    }

    /// Draws a page without a card; it tells only what everyone may know (J23).
    fn draw_pass(&self, buffer: &mut Buffer, person: Option<usize>) {
        let name = person.map(|person| self.link.person(person));
        let width = usize::from(buffer.area.width).saturating_sub(8);
        let last = self.link.public_view().log.iter().rev().take(3).rev();
        let mut lines: Vec<String> = last.flat_map(|text| wrapped(text, width)).collect();
        let (text, foot) = match name {
            Some(name) => {
                (format!("Pass the device to {name}."), "Enter: nobody else is looking, Tab: another player")
            }
            None => ("A computer player moves.".into(), "one moment"),
        };
        lines.extend([String::new(), text]);
        Page { title: "Whose turn?", lines: &lines, scroll: 0, foot }.draw(buffer, self.paint);
    }

    fn draw_panel(&self, buffer: &mut Buffer) {
        let width = buffer.area.width;
        let room = usize::from(buffer.area.height).saturating_sub(4);
        let (title, lines, scroll, foot) = match &self.panel {
            Panel::None | Panel::Pass(_) | Panel::PassToTurn => return,
            Panel::Pick(picker) => {
                let (title, lines) = picker.lines();
                let page = Page {
                    title: &title,
                    lines: &lines,
                    scroll: picker.scroll(buffer.area),
                    foot: PICKER_KEYS,
                };
                return page.draw(buffer, self.paint);
            }
            Panel::Log(up) => {
                let lines = self.log_lines(width);
                let scroll = lines.len().saturating_sub(room + up);
                ("What happened", lines, scroll, "↑↓ scroll, Esc back")
            }
            Panel::Rules(down) => {
                let rules = self.view().rules();
                let lines = rules.map(|rules| panels::rules_lines(rules, width)).unwrap_or_default();
                ("The rules", lines, *down, "↑↓ scroll, Esc back")
            }
            Panel::Guide(pages) => return pages.draw(buffer, self.paint),
            Panel::Help => ("Keys", self.help_lines(), 0, "any key to go back"),
            Panel::Quit => {
                let farewell = self.link.farewell();
                ("Stop playing?", vec![farewell.into()], 0, "y or q stop, any other key back")
            }
            Panel::Consent => {
                let lines = vec![
                    self.link.public_view().message.clone(),
                    "Pass the device to the others: do they agree?".into(),
                ];
                ("Undo a move?", lines, 0, "y agree, n refuse")
            }
            Panel::Result(down) => return self.draw_result(buffer, *down),
        };
        Page { title, lines: &lines, scroll, foot }.draw(buffer, self.paint);
    }

    fn help_lines(&self) -> Vec<String> {
        match self.view().rules() {
            Some(rules) if self.view().seat().is_some() && !self.view().is_out() => {
                panels::help_lines(rules.controls())
            }
            _ => panels::watching_help_lines(),
        }
    }

    fn log_lines(&self, width: u16) -> Vec<String> {
        let width = usize::from(width).saturating_sub(8);
        self.view().log.iter().flat_map(|text| wrapped(text, width)).collect()
    }

    /// The result of the round in lines for this screen.
    pub(super) fn result_lines(&self) -> Vec<String> {
        let summary = RoundSummary::from_view(self.view());
        summary.map(|summary| summary.page(self.area.width)).unwrap_or_default()
    }

    fn draw_result(&self, buffer: &mut Buffer, down: usize) {
        let Some(summary) = RoundSummary::from_view(self.view()) else { return };
        let lines = summary.page(buffer.area.width);
        let (title, keys) = match summary.match_result() {
            Some(_) => ("Match over", "Enter play again, l log, q quit"),
            None if self.can_fast_forward() => {
                ("Round over", "Enter next round, e skip to the end, l log, q quit")
            }
            None => ("Round over", "Enter next round, l log, q quit"),
        };
        let is_long = lines.len() + 4 > usize::from(buffer.area.height);
        let foot = if is_long { format!("↑↓ scroll, {keys}") } else { keys.into() };
        Page { title, lines: &lines, scroll: down, foot: &foot }.draw(buffer, self.paint);
    }
}
