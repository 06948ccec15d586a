//! The terminal in full-screen mode. Dropping it, or a panic, restores the old screen.

use std::io::{self, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{panic, thread};

use crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
    MouseButton, MouseEventKind,
};
use crossterm::execute;
use ratatui::DefaultTerminal;
use ratatui::layout::{Position, Rect};
use table::Millis;

use crate::app::{App, Next};
use crate::cards::Paint;
use crate::guide::Reader;
use crate::home::{Home, HomeRequest};
use crate::records_screen::{Records, RecordsRequest};
use crate::replay::Replay;
use crate::replay_screen::ReplayScreen;
use crate::table_link::TableLink;

/// Longest wait before the screen is drawn again: the time left is shown in seconds.
const MAX_POLL: Duration = Duration::from_millis(500);

/// Shortest wait for a key.
const MIN_POLL: Duration = Duration::from_millis(1);

/// The terminal in full-screen mode. Dropping it, or a panic, restores the old screen.
pub struct Screen {
    terminal: DefaultTerminal,
    paint: Paint,
    start: Instant,
    /// Set when the system asks the program to end (SIGTERM).
    terminated: Arc<AtomicBool>,
}

impl Screen {
    /// Enters full-screen mode.
    pub fn open() -> io::Result<Screen> {
        let terminated = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&terminated))?;
        let terminal = ratatui::try_init()?;
        restore_on_panic_of_this_thread();
        let screen = Screen { terminal, paint: Paint::from_environment(), start: Instant::now(), terminated };
        execute!(stdout(), EnableMouseCapture)?;
        Ok(screen)
    }

    /// Shows the home screen until it makes a request.
    pub fn choose(&mut self, home: &mut Home) -> io::Result<HomeRequest> {
        loop {
            let paint = self.paint;
            let area = self.terminal.draw(|frame| home.draw(frame.buffer_mut(), paint))?.area;
            let request = match self.next()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => home.key(key),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    home.click(area, Position::new(mouse.column, mouse.row))
                }
                _ => None,
            };
            if let Some(request) = request {
                return Ok(request);
            }
        }
    }

    /// Shows guides until the reader closes them.
    pub fn read(&mut self, mut reader: Reader) -> io::Result<()> {
        loop {
            let paint = self.paint;
            let mut area = Rect::default();
            self.terminal.draw(|frame| {
                area = frame.area();
                reader.draw(frame.buffer_mut(), paint);
            })?;
            let Event::Key(key) = self.next()? else { continue };
            if key.kind != KeyEventKind::Release && reader.key(key, area) {
                return Ok(());
            }
        }
    }

    /// Plays until the player stops. Every step is saved before it is shown.
    pub fn play<E: From<io::Error>>(
        &mut self,
        link: impl FnOnce(Millis) -> Result<Box<dyn TableLink>, E>,
    ) -> Result<Next, E> {
        let mut app = App::new(link(self.now())?, self.paint);
        loop {
            let now = self.now();
            app.tick(now);
            app.save();
            if let Some(next) = app.next() {
                return Ok(next);
            }
            self.terminal.draw(|frame| {
                app.resize(frame.area());
                app.draw(frame.buffer_mut(), now);
            })?;
            let pause = app.wake().map_or(MAX_POLL, |at| Duration::from_millis(at.saturating_sub(now)));
            if let Some(event) = self.next_within(pause)? {
                let now = self.now();
                send_to_app(&mut app, now, &event);
            }
        }
    }

    /// Waits for the next event.
    fn next(&self) -> io::Result<Event> {
        loop {
            if let Some(event) = self.next_within(MAX_POLL)? {
                return Ok(event);
            }
        }
    }

    /// The next event, if one comes in time. A request to end counts as Ctrl-C.
    fn next_within(&self, pause: Duration) -> io::Result<Option<Event>> {
        if self.terminated.load(Ordering::Relaxed) {
            return Ok(Some(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))));
        }
        // A timeout of zero would not check for keys at all.
        if event::poll(pause.clamp(MIN_POLL, MAX_POLL))? { event::read().map(Some) } else { Ok(None) }
    }

    /// Asks for a record to show.
    pub fn choose_record(&mut self, records: &mut Records) -> io::Result<RecordsRequest> {
        loop {
            let paint = self.paint;
            let area = self.terminal.draw(|frame| records.draw(frame.buffer_mut(), paint))?.area;
            let request = match self.next()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => records.key(key),
                Event::Mouse(mouse) => match (mouse.kind, Position::new(mouse.column, mouse.row)) {
                    (MouseEventKind::Down(MouseButton::Left), at) => records.click(area, at),
                    (MouseEventKind::ScrollUp, _) => records.key(KeyCode::Up.into()),
                    (MouseEventKind::ScrollDown, _) => records.key(KeyCode::Down.into()),
                    _ => None,
                },
                _ => None,
            };
            if let Some(request) = request {
                return Ok(request);
            }
        }
    }

    /// Shows a record until the player closes it.
    pub fn replay(&mut self, replay: Replay) -> io::Result<()> {
        let mut screen = ReplayScreen::new(replay, self.paint);
        while !screen.is_done() {
            let now = self.now();
            screen.tick(now);
            self.terminal.draw(|frame| screen.draw(frame.buffer_mut()))?;
            let pause = screen.wake().map_or(MAX_POLL, |at| Duration::from_millis(at.saturating_sub(now)));
            if let Some(event) = self.next_within(pause)? {
                send_to_replay(&mut screen, self.now(), &event);
            }
        }
        Ok(())
    }

    fn now(&self) -> Millis {
        self.start.elapsed().as_millis() as Millis
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Restores the screen only on a panic of the drawing thread; a panic in a search must not.
fn restore_on_panic_of_this_thread() {
    let (drawing, restore) = (thread::current().id(), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore(info);
        }
    }));
}

fn send_to_app(app: &mut App, now: Millis, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.key(now, *key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            app.click(now, Position::new(mouse.column, mouse.row));
        }
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollUp => app.key(now, KeyCode::Up.into()),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::ScrollDown => app.key(now, KeyCode::Down.into()),
        Event::Resize(width, height) => app.resize(Rect::new(0, 0, *width, *height)),
        _ => {}
    }
}

fn send_to_replay(screen: &mut ReplayScreen, now: Millis, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => screen.key(now, *key),
        Event::Mouse(mouse) => screen.mouse(now, mouse.kind),
        _ => {}
    }
}
