//! How the people at this device reach a table, wherever it is.

use table::{Answer, Level, Millis};

use crate::table_view::TableView;

/// A table as the people at this device have it: what they know, and what they can ask of it.
pub trait TableLink {
    /// What the person sees who looks at the device; what everyone may see where nobody plays here.
    fn table_view(&self) -> &TableView;

    /// The same, to say something to that person.
    fn table_view_mut(&mut self) -> &mut TableView;

    /// What everyone may see (J23).
    fn public(&self) -> &TableView {
        self.table_view()
    }

    /// How many people play at this device.
    fn people(&self) -> usize {
        1
    }

    /// The name of one of the people.
    fn person(&self, _at: usize) -> &str {
        let seat = self.table_view().seat();
        seat.and_then(|seat| self.table_view().names.get(seat.index())).map_or("", String::as_str)
    }

    /// Who looks at the device, among the people.
    fn facing(&self) -> usize {
        0
    }

    /// Another person looks at the device now.
    fn face(&mut self, _at: usize) {}

    /// Who of the people is on turn, if it is not the one who looks at the device.
    fn awaited(&self) -> Option<usize> {
        None
    }

    /// When there will be something new, if that is known.
    fn wake(&self) -> Option<Millis>;

    /// Time has passed.
    fn tick(&mut self, now: Millis);

    /// Nobody here has to decide anything: waits for what comes next, and says how much time was left out; nothing
    /// where nothing comes any more.
    fn idle(&mut self, now: Millis) -> Option<Millis>;

    /// Whether time can be left out where only computer players move.
    fn can_hurry(&self) -> bool {
        false
    }

    /// The person who looks makes a move.
    fn act(&mut self, now: Millis, notation: &str);

    /// Why the person who looks cannot make a move; nothing where it can be made.
    fn why(&mut self, now: Millis, notation: &str) -> Option<String>;

    /// The person who looks wants to know what a good player would do, and is told so.
    fn hint(&mut self, now: Millis);

    /// The person who looks wants the last move back.
    fn take_back(&mut self, now: Millis);

    /// The others at this device agree to a move being taken back, or do not.
    fn answer(&mut self, now: Millis, answer: Answer);

    /// The person who looks has the table say the word, or says it alone again.
    fn announce(&mut self, now: Millis);

    /// The next round, or a new match where this one is over.
    fn go_on(&mut self, now: Millis);

    /// Who has to begin the match, where people still gather and it is somebody else.
    fn starter(&self) -> Option<&str> {
        None
    }

    /// The match begins, where people still gather.
    fn start(&mut self, _now: Millis) {}

    /// A computer player sits down, where people still gather.
    fn add_bot(&mut self, _now: Millis) {}

    /// How well the next computer player plays that sits down here, where people still gather.
    fn bot_level(&mut self) -> Option<&mut Level> {
        None
    }

    /// Keeps the match if anything has happened since it was last kept.
    fn save(&mut self) {}

    /// Whether somebody at this device has to agree that a move is taken back.
    fn is_asked_to_agree(&self) -> bool {
        self.public().asking.is_some() && self.people() > 1
    }

    /// What is to be said where no match is in progress yet: how others come to the table.
    fn invitation(&self) -> String {
        String::new()
    }

    /// What becomes of the game when the person stops.
    fn farewell(&self) -> &'static str {
        "A game that has begun is kept and offered again."
    }

    /// Says something to the person who looks that is not from the table.
    fn say(&mut self, text: &str) {
        self.table_view_mut().message = text.into();
    }
}
