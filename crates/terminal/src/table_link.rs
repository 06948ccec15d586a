//! The interface between the people at this device and a table, local or remote.

use table::{Answer, Level, Millis};

use crate::table_view::TableView;

/// A table for the people at this device: their views of it, and their requests.
pub trait TableLink {
    /// The view of the person who is using the device; the public view if nobody here has a seat.
    fn view(&self) -> &TableView;

    /// The same view, to change its message.
    fn view_mut(&mut self) -> &mut TableView;

    /// The view of a spectator (J23).
    fn public_view(&self) -> &TableView {
        self.view()
    }

    /// Number of people who play at this device.
    fn people(&self) -> usize {
        1
    }

    /// The name of a person, by number.
    fn person(&self, _person: usize) -> &str {
        let seat = self.view().seat();
        seat.and_then(|seat| self.view().names.get(seat.index())).map_or("", String::as_str)
    }

    /// The number of the person who is using the device.
    fn current_person(&self) -> usize {
        0
    }

    /// Another person takes the device.
    fn hand_over_to(&mut self, _person: usize) {}

    /// The person at this device whose turn it is, unless that person is using it already.
    fn person_to_move(&self) -> Option<usize> {
        None
    }

    /// When the next event is due, if that is known.
    fn wake(&self) -> Option<Millis>;

    /// Advances to this time.
    fn tick(&mut self, now: Millis);

    /// Waits for the next event while nobody here has to decide. Returns how much time was skipped, or `None` if
    /// nothing more will happen.
    fn wait_for_next(&mut self, now: Millis) -> Option<Millis>;

    /// Whether time can be skipped while only computer players move.
    fn can_fast_forward(&self) -> bool {
        false
    }

    /// The current person makes a move.
    fn act(&mut self, now: Millis, notation: &str);

    /// Why the current person cannot make a move; `None` if it is legal.
    fn why(&mut self, now: Millis, notation: &str) -> Option<String>;

    /// Asks for a hint. The answer appears in the view.
    fn hint(&mut self, now: Millis);

    /// The current person asks to take the last move back.
    fn take_back(&mut self, now: Millis);

    /// The others at this device agree or refuse to take a move back.
    fn answer(&mut self, now: Millis, answer: Answer);

    /// Switches whether the table says the word for the current person.
    fn announce(&mut self, now: Millis);

    /// Starts the next round, or a new match after the last.
    fn next_round(&mut self, now: Millis);

    /// Whether nothing more will come from the table: the connection is closed.
    fn is_closed(&self) -> bool {
        false
    }

    /// What a person waits for who cannot start the match; `None` for one who can.
    fn waits_for(&self) -> Option<String> {
        None
    }

    /// Starts the match, if players are still gathering.
    fn start(&mut self, _now: Millis) {}

    /// Adds a computer player, if players are still gathering.
    fn add_bot(&mut self, _now: Millis) {}

    /// Does something about another person at a server's table: `remove`, `mute`, `unmute`, `block` or `unblock` and the name,
    /// or `report NAME: WHY`. `false` if the text is nothing of the kind.
    fn about_person(&mut self, _now: Millis, _text: &str) -> bool {
        false
    }

    /// The level of the next computer player, if players are still gathering.
    fn bot_level(&mut self) -> Option<&mut Level> {
        None
    }

    /// Saves the match if anything has happened since the last save.
    fn save(&mut self) {}

    /// Whether a person at this device must agree before a move is taken back.
    fn is_asked_to_agree(&self) -> bool {
        self.public_view().asking.is_some() && self.people() > 1
    }

    /// How others join the table, shown while players gather.
    fn invitation(&self) -> String {
        String::new()
    }

    /// What happens to the game when the player stops.
    fn farewell(&self) -> &'static str {
        "A game in progress is saved and offered again."
    }

    /// Shows the current person a message that does not come from the table.
    fn say(&mut self, text: &str) {
        self.view_mut().message = text.into();
    }
}
