//! The home screen: carries out its requests until a game is chosen.

use terminal::Screen;
use terminal::guide::Reader;
use terminal::home::{Home, HomeOptions, HomeRequest};

use crate::play::GameChoice;
use crate::saved_matches::UnfinishedMatch;
use crate::{CliError, user_files};

/// Whether the home screen offers the unfinished match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfinished {
    /// It does, before the games.
    Offered,
    /// It does not: another game was asked for.
    Hidden,
}

/// Shows the home screen until a game is chosen; `None` if the player quits.
pub fn choose(
    screen: &mut Screen,
    options: HomeOptions,
    offer: Unfinished,
) -> Result<Option<GameChoice>, CliError> {
    let mut unfinished = UnfinishedMatch::last().filter(|_| offer == Unfinished::Offered);
    let unfinished_title = unfinished.as_ref().map(UnfinishedMatch::title);
    let mut home = Home::new(HomeOptions { unfinished: unfinished_title, ..options });
    loop {
        match screen.choose(&mut home)? {
            HomeRequest::Play(rules, seat_setups) => {
                user_files::remember_name(&seat_setups);
                return Ok(Some(GameChoice::New(rules, seat_setups)));
            }
            HomeRequest::Quit => return Ok(None),
            HomeRequest::ReadGuide(rules) => screen.read(Reader::of(&rules))?,
            HomeRequest::SaveRules(save) => home.saved(user_files::save_rules(&save)),
            HomeRequest::LoadRules(path) => home.loaded(user_files::load_rules(&path)),
            HomeRequest::Resume => {
                return Ok(unfinished.map(|unfinished| GameChoice::Resume(Box::new(unfinished))));
            }
            HomeRequest::Discard => {
                unfinished.take().map(UnfinishedMatch::discard).transpose()?;
                home.forget_unfinished();
            }
        }
    }
}
