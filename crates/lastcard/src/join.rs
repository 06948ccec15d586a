//! `lastcard join`: play at a table of a server, full screen or in plain text.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;

use clap::Args;
use protocol::{CreateTable, Invitation, Lobby, Logout, Refused, json};
use table::Level;
use terminal::plain::{Console, Ending, LineSource, Typed};
use terminal::remote_table::{RemoteTable, Welcome};
use terminal::seat_setup;
use terminal::{Screen, TableLink};

use crate::bot_level_arg::BotLevelArg;
use crate::connection::{Connection, Server};
use crate::suit_names_arg::SuitNamesArg;
use crate::{CliError, rule_lookup, saved_matches, user_files};

/// Play at a table of a server
#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct Join {
    /// The link of a table, or the address of a server, like <http://127.0.0.1:8080>
    address: String,
    /// Your name at the table
    #[arg(long)]
    name: Option<String>,
    /// Watch without a seat
    #[arg(long, conflicts_with = "name")]
    watch: bool,
    /// Create a new table for this game: the name of a preset, or a rule file
    #[arg(long, value_name = "GAME")]
    make: Option<String>,
    /// Number of computer players at the new table
    #[arg(long, value_name = "N", default_value_t = 0, requires = "make")]
    bots: usize,
    /// Level of the computer players that you add to the table
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t)]
    level: BotLevelArg,
    /// Number of seats at the new table
    #[arg(long, value_name = "N", requires = "make")]
    seats: Option<usize>,
    /// Seconds per turn at the new table
    #[arg(long, value_name = "N", requires = "make")]
    seconds: Option<u64>,
    /// List the new table for everyone
    #[arg(long, requires = "make")]
    open: bool,
    /// Print a link that moves this seat to another device, and exit
    #[arg(long)]
    link: bool,
    /// Log out of the server, on this device and all others, and exit
    #[arg(long)]
    log_out: bool,
    /// Names of the suits: circle or ball
    #[arg(long, value_enum, default_value_t)]
    words: SuitNamesArg,
    /// Plain text instead of a full screen; the default if input or output is not a terminal
    #[arg(long)]
    plain: bool,
}

/// Where a link leads.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Target {
    server: String,
    table: Option<String>,
    /// The secret of a link that moves a seat to another device.
    resume: Option<String>,
}

impl Join {
    /// Plays until the player stops.
    pub fn run(&self, input: &mut impl LineSource, out: &mut impl Write) -> Result<(), CliError> {
        let target = target(&self.address)?;
        if self.log_out {
            return log_out(&target, out);
        }
        let server = guest(&target)?;
        let table = match (&self.make, &target.table) {
            (Some(game), _) => server.create_table(&self.new_table(game)?)?,
            (None, Some(table)) => table.clone(),
            (None, None) => return list(&server, out),
        };
        let address = format!("{}/t/{table}", target.server);
        if self.link {
            let invitation: Invitation = server.post("/api/link", "")?;
            writeln!(out, "{address}#r={}", invitation.resume)?;
            return Ok(());
        }
        let name = match &self.name {
            _ if self.watch => None,
            Some(name) => Some(seat_setup::checked_name(name, [])?),
            None => Some(user_files::remembered_name()),
        };
        if self.plain || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            let table = self.take_place(&server, &table, name, &address, &mut || next_line(input), out)?;
            return table.map_or(Ok(()), |table| plain(table, &address, input, out));
        }
        // Read here, not by a thread that would go on reading the keys of the full screen.
        let mut answer = || io::stdin().lines().next().transpose();
        let Some(table) = self.take_place(&server, &table, name, &address, &mut answer, out)? else {
            return Ok(());
        };
        let has_seat = table.view().seat().is_some();
        Screen::open()?.play(|_| Ok::<_, CliError>(Box::new(table) as Box<dyn TableLink>))?;
        if has_seat {
            tell_way_back(&address, out)?;
        }
        Ok(())
    }

    fn new_table(&self, game: &str) -> Result<CreateTable, CliError> {
        let is_preset = games::presets::named(game).is_some();
        let rules = if is_preset { String::new() } else { rule_lookup::rules(game, &[])?.to_toml(None) };
        Ok(CreateTable {
            game: is_preset.then(|| game.to_string()),
            rules,
            seconds: self.seconds,
            seats: self.seats,
            bots: self.bots,
            level: Level::from(self.level).into(),
            open: self.open,
            ..CreateTable::default()
        })
    }

    /// Connects until there is a seat, or only a place to watch from. Asks what to do where the server gives no seat;
    /// `None` if the person leaves.
    fn take_place(
        &self,
        server: &Server,
        table: &str,
        mut name: Option<String>,
        address: &str,
        answer: &mut Answer<'_>,
        out: &mut impl Write,
    ) -> Result<Option<RemoteTable>, CliError> {
        loop {
            let mut remote = self.connect(server.clone(), table, name.clone(), address);
            match remote.welcome() {
                Welcome::AtTable => return Ok(Some(remote)),
                Welcome::NoSeat(why) => match ask_what_to_do(&why, name.as_deref(), answer, out)? {
                    Retry::Named(other) => name = Some(other),
                    Retry::Watching => name = None,
                    Retry::Leave => return Ok(None),
                },
                Welcome::Silent => {
                    let why = remote.over().unwrap_or("The server does not answer.");
                    return Err(CliError::Disconnected(why.to_string()));
                }
            }
        }
    }

    fn connect(&self, server: Server, table: &str, name: Option<String>, address: &str) -> RemoteTable {
        let ((news_sender, news), (command_sender, commands)) = (mpsc::channel(), mpsc::channel());
        let connection = Connection::new(server, table.to_string(), name, news_sender, commands);
        thread::spawn(move || connection.run());
        let invitation = format!("Others join at {address}");
        let id_prefix = format!("{:x}-", saved_matches::fresh_seed());
        let remote = RemoteTable::new(news, command_sender, self.words.into(), invitation, id_prefix);
        remote.with_bots(self.level.into()).mixing(table, server::shuffle_share)
    }
}

/// Reads an answer; `None` at the end of the input.
type Answer<'a> = dyn FnMut() -> io::Result<Option<String>> + 'a;

fn next_line(input: &mut impl LineSource) -> io::Result<Option<String>> {
    Ok(match input.next_line(None)?.0 {
        Typed::Line(line) => Some(line),
        Typed::TooLong | Typed::NothingYet => Some(String::new()),
        Typed::End => None,
    })
}

/// What a player who got no seat chooses.
enum Retry {
    Named(String),
    Watching,
    Leave,
}

/// Asks a player who got no seat what to do. Another name is offered only where it helps. Without an answer there is only
/// the reason.
fn ask_what_to_do(
    why: &Refused,
    name: Option<&str>,
    answer: &mut Answer<'_>,
    out: &mut impl Write,
) -> Result<Retry, CliError> {
    let is_about_name = why.code.is_about_name();
    let reason = match name.filter(|_| is_about_name) {
        Some(name) => format!("There is no seat for \"{name}\". {}", why.sentence),
        None => why.sentence.clone(),
    };
    let (question, advice) = if is_about_name {
        (
            "Another name, Enter to watch, or quit: ",
            "`--name NAME` takes another name, and `--watch` watches.",
        )
    } else {
        ("Enter to watch, or quit: ", "`--watch` watches.")
    };
    writeln!(out, "{reason}")?;
    loop {
        write!(out, "{question}")?;
        out.flush()?;
        let Some(line) = answer()? else {
            writeln!(out)?;
            return Err(CliError::Disconnected(format!("{reason} {advice}")));
        };
        match line.trim() {
            "" => return Ok(Retry::Watching),
            "quit" | "exit" | "q" => return Ok(Retry::Leave),
            _ if !is_about_name => {}
            name => match seat_setup::checked_name(name, []) {
                Ok(name) => return Ok(Retry::Named(name)),
                Err(error) => writeln!(out, "{error}")?,
            },
        }
    }
}

/// Plays in plain text.
fn plain(
    table: RemoteTable,
    address: &str,
    input: &mut impl LineSource,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut console = Console::new(table, input, out);
    let ending = if console.gather()? { console.run()? } else { Ending::Left };
    let table = console.into_link();
    match table.over().filter(|why| !why.is_empty()) {
        Some(why) => writeln!(out, "{why}")?,
        None if ending == Ending::Left && table.view().seat().is_some() => tell_way_back(address, out)?,
        None => {}
    }
    Ok(())
}

/// A player who leaves keeps the seat; somebody who only watched has none.
fn tell_way_back(address: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "Your seat is kept: `lastcard join {address}` leads back to it.")
}

/// Lists the public tables.
fn list(server: &Server, out: &mut impl Write) -> Result<(), CliError> {
    let lobby: Lobby = server.get("/api/tables")?;
    if lobby.tables.is_empty() {
        writeln!(
            out,
            "There are no public tables. `lastcard join {} --make GAME` opens one.",
            server.address
        )?;
    }
    for entry in lobby.tables {
        let state = if entry.playing { "playing" } else { "waiting" };
        let (address, table, title) = (&server.address, entry.table, entry.title);
        writeln!(
            out,
            "{address}/t/{table}  {title}, {} of {} seats taken, {state}",
            entry.players, entry.seats
        )?;
    }
    Ok(())
}

/// The guest of this device at the server: the stored one, unless a link brings another.
fn guest(target: &Target) -> Result<Server, CliError> {
    let file = guest_file(&target.server);
    let server = match (&target.resume, file.as_ref().and_then(|path| fs::read_to_string(path).ok())) {
        (Some(secret), _) => Server::resume(&target.server, secret)?,
        (None, Some(key)) => Server::returning_guest(&target.server, key.trim())?,
        (None, None) => Server::new_guest(&target.server)?,
    };
    if let Some(path) = file {
        let written = write_key(&path, &server.key);
        written.map_err(|source| CliError::Write { path: path.display().to_string(), source })?;
    }
    Ok(server)
}

/// Ends the guest of this device at the server with all its keys, and forgets it.
fn log_out(target: &Target, out: &mut impl Write) -> Result<(), CliError> {
    let file = guest_file(&target.server);
    let Some((path, key)) = file.and_then(|path| Some((path.clone(), fs::read_to_string(path).ok()?))) else {
        return Ok(writeln!(out, "You are not logged in at {}.", target.server)?);
    };
    let server = Server { address: target.server.clone(), key: key.trim().into() };
    let _: Logout = server.post("/api/logout", &json::write(&Logout { everywhere: true }))?;
    fs::remove_file(&path).map_err(|source| CliError::Write { path: path.display().to_string(), source })?;
    Ok(writeln!(out, "You are logged out of {} on all devices.", target.server)?)
}

fn guest_file(server: &str) -> Option<PathBuf> {
    let name: String =
        server.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect();
    saved_matches::folder().map(|folder| folder.join("guests").join(name))
}

/// Writes the key of the guest, readable only by its owner: it opens the seat.
fn write_key(path: &std::path::Path, key: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(key.as_bytes())
}

/// Parses a link: `http://host/t/CODE#r=SECRET`, where everything but the host may be missing. A server below a path has
/// it after the host.
fn target(link: &str) -> Result<Target, CliError> {
    let full = if link.contains("://") { link.to_string() } else { format!("http://{link}") };
    let (place, resume) =
        full.split_once("#r=").map_or((full.as_str(), None), |(place, secret)| (place, Some(secret)));
    let (scheme, rest) = place.split_once("://").unwrap_or(("http", place));
    if !["http", "https"].contains(&scheme) || rest.is_empty() {
        return Err(CliError::Usage(format!(
            "\"{link}\" is not a link to a server: those begin with http:// or https://"
        )));
    }
    let rest = rest.trim_end_matches('/');
    let (server, table) = match rest.rsplit_once("/t/") {
        Some((server, code)) => (server, Some(code.to_string())),
        None => (rest, None),
    };
    if table.as_ref().is_some_and(|code| code.is_empty() || code.contains('/')) {
        return Err(CliError::Usage(format!(
            "\"{link}\" is not a link to a table: those end with /t/ and a code"
        )));
    }
    Ok(Target { server: format!("{scheme}://{server}"), table, resume: resume.map(String::from) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_to_servers_and_tables() {
        let to = |link: &str| target(link).unwrap();
        let server = "http://127.0.0.1:8080".to_string();
        let bare = Target { server: server.clone(), table: None, resume: None };
        assert_eq!(to("127.0.0.1:8080"), bare);
        assert_eq!(to("http://127.0.0.1:8080/"), bare);
        let table = Target { table: Some("ABC".into()), ..bare.clone() };
        assert_eq!(to("http://127.0.0.1:8080/t/ABC"), table);
        assert_eq!(to("127.0.0.1:8080/t/ABC/#r=xyz"), Target { resume: Some("xyz".into()), ..table });
        let below = Target { server: "https://cards.example/cards".into(), table: None, resume: None };
        assert_eq!(to("https://cards.example/cards"), below);
        assert_eq!(to("https://cards.example/cards/"), below);
        let table = Target { table: Some("ABC".into()), ..below };
        assert_eq!(to("https://cards.example/cards/t/ABC"), table);
        assert!(target("ftp://here").is_err() && target("http://here/t/A/B").is_err());
    }
}
