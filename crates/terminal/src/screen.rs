//! The terminal itself: taken over and given back, whatever happens.

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
use crate::home::{Home, Wish};
use crate::records_screen::{Records, Wanted};
use crate::replay::Replay;
use crate::replay_screen::ReplayScreen;
use crate::table_link::TableLink;

/// How long the screen may stand still: the time left is shown in seconds.
const LONGEST: Duration = Duration::from_millis(500);

/// How long it waits for a key at the least.
const SHORTEST: Duration = Duration::from_millis(1);

/// The terminal in full-screen mode; dropping it, or a panic, brings the old screen back.
pub struct Screen {
    terminal: DefaultTerminal,
    paint: Paint,
    began: Instant,
    /// Whether the system has asked the program to end.
    asked: Arc<AtomicBool>,
}

impl Screen {
    /// Takes the terminal over.
    pub fn open() -> io::Result<Screen> {
        let asked = Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::clone(&asked))?;
        let terminal = ratatui::try_init()?;
        leave_the_screen_to_this_thread();
        let screen = Screen { terminal, paint: Paint::from_environment(), began: Instant::now(), asked };
        execute!(stdout(), EnableMouseCapture)?;
        Ok(screen)
    }

    /// Shows the first screen until the person wants something.
    pub fn choose(&mut self, home: &mut Home) -> io::Result<Wish> {
        loop {
            let paint = self.paint;
            let area = self.terminal.draw(|frame| home.draw(frame.buffer_mut(), paint))?.area;
            let wish = match self.next()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => home.key(key),
                Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
                    home.click(area, Position::new(mouse.column, mouse.row))
                }
                _ => None,
            };
            if let Some(wish) = wish {
                return Ok(wish);
            }
        }
    }

    /// Lets a person read guides.
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

    /// Plays until the person stops. Every step is kept before it is shown.
    pub fn play(
        &mut self,
        link: impl FnOnce(Millis) -> Result<Box<dyn TableLink>, String>,
    ) -> io::Result<Next> {
        let link = link(self.now()).map_err(io::Error::other)?;
        let mut app = App::new(link, self.paint);
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
            let pause = app.wake().map_or(LONGEST, |at| Duration::from_millis(at.saturating_sub(now)));
            if let Some(event) = self.next_within(pause)? {
                let now = self.now();
                feed(&mut app, now, &event);
            }
        }
    }

    /// What happens next.
    fn next(&self) -> io::Result<Event> {
        loop {
            if let Some(event) = self.next_within(LONGEST)? {
                return Ok(event);
            }
        }
    }

    /// What happens next, if anything does soon. To be asked to end is the same as Ctrl-C.
    fn next_within(&self, pause: Duration) -> io::Result<Option<Event>> {
        if self.asked.load(Ordering::Relaxed) {
            return Ok(Some(Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL))));
        }
        // A pause of nothing would not look for keys at all.
        if event::poll(pause.clamp(SHORTEST, LONGEST))? { event::read().map(Some) } else { Ok(None) }
    }

    /// Asks which record is looked at.
    pub fn choose_record(&mut self, records: &mut Records) -> io::Result<Wanted> {
        loop {
            let paint = self.paint;
            let area = self.terminal.draw(|frame| records.draw(frame.buffer_mut(), paint))?.area;
            let wanted = match self.next()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => records.key(key),
                Event::Mouse(mouse) => match (mouse.kind, Position::new(mouse.column, mouse.row)) {
                    (MouseEventKind::Down(MouseButton::Left), at) => records.click(area, at),
                    (MouseEventKind::ScrollUp, _) => records.key(KeyCode::Up.into()),
                    (MouseEventKind::ScrollDown, _) => records.key(KeyCode::Down.into()),
                    _ => None,
                },
                _ => None,
            };
            if let Some(wanted) = wanted {
                return Ok(wanted);
            }
        }
    }

    /// Walks through a record until the person has seen enough.
    pub fn replay(&mut self, replay: Replay) -> io::Result<()> {
        let mut screen = ReplayScreen::new(replay, self.paint);
        while !screen.is_done() {
            let now = self.now();
            screen.tick(now);
            self.terminal.draw(|frame| screen.draw(frame.buffer_mut()))?;
            let pause = screen.wake().map_or(LONGEST, |at| Duration::from_millis(at.saturating_sub(now)));
            if let Some(event) = self.next_within(pause)? {
                leaf(&mut screen, self.now(), &event);
            }
        }
        Ok(())
    }

    fn now(&self) -> Millis {
        self.began.elapsed().as_millis() as Millis
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(stdout(), DisableMouseCapture);
        ratatui::restore();
    }
}

/// Only a panic of the thread that draws brings the old screen back: a thought that goes wrong must not.
fn leave_the_screen_to_this_thread() {
    let (drawing, restore) = (thread::current().id(), panic::take_hook());
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == drawing {
            restore(info);
        }
    }));
}

fn feed(app: &mut App, now: Millis, event: &Event) {
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

fn leaf(screen: &mut ReplayScreen, now: Millis, event: &Event) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => screen.key(now, *key),
        Event::Mouse(mouse) => screen.mouse(now, mouse.kind),
        _ => {}
    }
}
