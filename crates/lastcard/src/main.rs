//! `lastcard`: Whot, UNO-type games, Crazy Eights and Yaniv, by the rules you grew up with.

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use lastcard::{admin, audit, backup, bench, engine, guide, join, lab, move_store};
use lastcard::{play, players, presets, prune, replay, restore, rules, serve, verify};
use terminal::plain::StandardInput;

/// Whot, UNO-type games, Crazy Eights and Yaniv, by the rules you grew up with.
///
/// Without a command it plays.
#[derive(Parser)]
#[command(version, max_term_width = 80, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    play: play::Play,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Presets(presets::Presets),
    Guide(guide::Guide),
    Rules(rules::Rules),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Serve(serve::Serve),
    Join(join::Join),
    Admin(admin::Admin),
    Backup(backup::Backup),
    Restore(restore::Restore),
    Audit(audit::Audit),
    MoveStore(move_store::MoveStore),
    Players(players::Players),
    Prune(prune::Prune),
    Engine(engine::Engine),
    Lab(lab::Lab),
    Bench(bench::Bench),
}

fn main() -> ExitCode {
    let mut out = io::stdout().lock();
    let Cli { command, play } = Cli::parse();
    let result = match command.unwrap_or(Command::Play(play)) {
        Command::Play(play) if play.is_full_screen() => play.run_full_screen(&mut out),
        Command::Play(play) => play.run(&mut StandardInput::default(), &mut out),
        Command::Presets(presets) => presets.run(&mut out),
        Command::Guide(guide) => guide.run(&mut out),
        Command::Rules(rules) => rules.run(&mut out),
        Command::Replay(replay) if replay.is_full_screen() => replay.run_full_screen(&mut out),
        Command::Replay(replay) => replay.run(&mut io::stdin().lock(), &mut out),
        Command::Verify(verify) => verify.run(&mut out),
        Command::Engine(engine) => engine.run(&mut io::stdin().lock(), &mut out),
        Command::Serve(serve) => serve.run(&mut out),
        Command::Join(join) => join.run(&mut StandardInput::default(), &mut out),
        Command::Admin(admin) => admin.run(&mut out),
        Command::Backup(backup) => backup.run(&mut out),
        Command::Restore(restore) => restore.run(&mut out),
        Command::Players(players) => players.run(&mut out),
        Command::Prune(prune) => prune.run(&mut out),
        Command::Audit(audit) => audit.run(&mut out),
        Command::MoveStore(move_store) => move_store.run(&mut out),
        Command::Lab(lab) => lab.run(&mut out),
        Command::Bench(bench) => bench.run(&mut out),
    };
    result.map_or_else(|error| error.report(), |()| ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn every_command_finds_the_data_of_a_server_by_the_same_variable() {
        let program = Cli::command();
        let has_data = |command: &&clap::Command| {
            command.get_arguments().any(|option| option.get_long() == Some("data"))
        };
        let commands: Vec<&clap::Command> = program.get_subcommands().filter(has_data).collect();
        assert!(commands.len() > 3, "only {} commands take --data", commands.len());
        for command in commands {
            let data = command.get_arguments().find(|option| option.get_long() == Some("data"));
            let variable = data.and_then(|data| data.get_env()).and_then(|name| name.to_str());
            assert_eq!(variable, Some("LASTCARD_SERVER_DATA"), "lastcard {}", command.get_name());
        }
    }
}
