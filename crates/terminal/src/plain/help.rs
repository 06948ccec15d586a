//! The commands and moves that can be typed, with examples from the current game.

use games::CompiledRules;

use crate::plain::page;

const COMMANDS: &str = "
  hand    your cards               table   what lies on the table
  log     what happened so far     scores  the running scores
  hint    what a good player does  why     why a card does not fit
  rules   the rules of this game
  guide   how the game is played   undo    the last question, or your last move
  switch  whether the table says the word for you
  mute NAME, block NAME, report NAME: WHY, remove NAME   at a server's table
  quit    stop; the game is saved, and offered again at the next start
";

/// The help of a match: its moves, some that are possible now, the notation of its cards, and the commands.
pub fn help(compiled: &CompiledRules, possible: &[String]) -> String {
    let moves: String = compiled.example_moves().iter().map(|text| page::wrapped(text, 2)).collect();
    let cards = page::wrapped(&cards(compiled), 0);
    let possible = match possible {
        [] => String::new(),
        possible => page::wrapped(&format!("Possible now: {}.", possible.join("; ")), 0),
    };
    format!("Type the number of a choice, or the move in your own words:\n{moves}{possible}{cards}{COMMANDS}")
}

/// How a card is written.
fn cards(compiled: &CompiledRules) -> String {
    let pack = compiled.pack();
    let with_suit = pack.cards().iter().find(|card| pack.face(**card).suit.is_some());
    let Some(&card) = with_suit.or(pack.cards().first()) else { return String::new() };
    let (short, long) = (pack.notation(card), pack.name(card).to_lowercase());
    format!("A card is written as {short} or {long}; `why {short}` asks about one.")
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::presets;

    /// The game of every example can parse it.
    #[test]
    fn every_example_is_a_move_of_the_game() {
        for rules in presets::all() {
            let seats = rules.players().0;
            let compiled = CompiledRules::new(&rules, seats).unwrap();
            let help = help(&compiled, &[]);
            let examples: Vec<&str> =
                help.lines().skip(1).map_while(|line| line.strip_prefix("  ")).collect();
            assert!(examples.len() > 2, "{help}");
            for example in examples {
                assert!(compiled.parse(example).is_ok(), "{example} in {}", rules.header().name);
            }
        }
    }

    #[test]
    fn only_what_the_game_has_is_named() {
        let help = |preset: &str| {
            let rules = presets::named(preset).unwrap();
            let seats = rules.players().0;
            help(&CompiledRules::new(&rules, seats).unwrap(), &[])
        };
        assert!(help("naija-whot").contains("play whot-20 call circle"));
        assert!(!help("naija-whot").contains("challenge") && !help("naija-whot").contains("throw"));
        assert!(help("uno-classic").contains("challenge") && help("uno-swap").contains(" with 1"));
        assert!(help("yaniv").contains("slap 9H") && !help("yaniv").contains("call"));
    }
}
