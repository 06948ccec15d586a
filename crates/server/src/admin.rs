//! The commands of whoever runs the server, over a local socket that only its owner can open.
//!
//! A request is one line, a JSON list of words; the answer is text, with `ok` or `no` in its first line. What concerns every
//! node of a store is passed on to the others, so that a command at one node is one at all.

#[cfg(unix)]
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use table::Millis;

use crate::moderation::Subject;
use crate::outbox::Close;
use crate::relay::{self, Order};
use crate::rooms::Rooms;
use crate::secrets;
use crate::store::{Note, NoteKind, Write};
use crate::utc;

/// The socket in the data folder.
pub const SOCKET_FILE: &str = "admin.sock";

/// Maximum length of a request.
const MAX_REQUEST_BYTES: u64 = 16 * 1024;

/// Maximum number of reports, bans and lines of the audit log that are listed.
const MAX_LISTED: usize = 1_000;

/// What can be asked, for those who ask for something else.
pub const HELP: &str = "\
who                         who is connected: player, address, table, name, since when
tables                      the tables in memory: code, people, seats, stage, title
close CODE                  close a table for good; its record is kept
remove PLAYER|ADDRESS       end the connections of a player or an address
ban PLAYER|ADDRESS UNTIL [WHY]  until 30m, 12h, 7d, 2026-01-02 (UTC) or forever
unban PLAYER|ADDRESS        end a ban
bans                        the bans in force
notice TEXT                 say something to everybody at a table
read-only on|off            refuse whatever would be written, and stop all clocks
limits [NAME=VALUE ...]     show the limits, or change them until the next start
reports                     what players have reported
reports done ID             take a report off the list
audit [COUNT]               the last of these commands";

/// Why a command is not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// There is no such command, or not with these words.
    #[error("the commands are:\n{HELP}")]
    Usage,
    /// It is neither a player nor an address.
    #[error(
        "\"{0}\" is neither an address nor the id of a player, which has 32 hexadecimal digits: `who` shows both"
    )]
    Subject(String),
    /// It is no time.
    #[error("\"{0}\" is no time: write 30m, 12h, 7d, 2026-01-02, 2026-01-02T03:04 (UTC) or forever")]
    Time(String),
    /// No table has this code.
    #[error("there is no open table {0}")]
    NoTable(String),
    /// There is no such report.
    #[error("there is no report {0}: `reports` lists them")]
    NoReport(String),
    /// A limit cannot be set.
    #[error(transparent)]
    Limit(#[from] crate::rate_limits::LimitError),
    /// The store cannot write.
    #[error("the store cannot write that now: nothing was changed")]
    Store,
}

/// A command in words.
type Words<'a> = &'a [&'a str];

impl Rooms {
    /// Carries out a command, and notes it in the audit log if it changed something.
    pub async fn administer(&self, words: Words<'_>) -> Result<String, AdminError> {
        match words {
            ["who" | "tables"] => Ok(self.everywhere(words).await),
            ["limits"] => Ok(self.act(words)),
            ["bans"] => Ok(self.listed(NoteKind::Ban, ban_line).await),
            ["reports"] => Ok(self.listed(NoteKind::Report, |note, _| Some(report_line(note))).await),
            ["audit"] => self.audit_log("20").await,
            ["audit", count] => self.audit_log(count).await,
            changes => {
                let told = self.change(changes).await?;
                self.audit(&changes.join(" ")).await?;
                Ok(told)
            }
        }
    }

    /// Carries out a command that changes something.
    async fn change(&self, words: Words<'_>) -> Result<String, AdminError> {
        match words {
            ["close", code] => self.close(&code.to_ascii_uppercase()).await,
            ["remove", who] => Ok(self.everywhere(&["remove", &subject(who)?.to_string()]).await),
            ["ban", who, until, why @ ..] => self.ban(subject(who)?, until, &why.join(" ")).await,
            ["unban", who] => {
                let who = subject(who)?.to_string();
                self.write(Write::EndNotes(NoteKind::Ban, who.clone())).await?;
                Ok(self.everywhere(&["unban", &who]).await)
            }
            ["notice", text @ ..] if !text.is_empty() => {
                Ok(self.everywhere(&["notice", &crate::public_text::plain(&text.join(" "))]).await)
            }
            ["read-only", "on" | "off"] => Ok(self.everywhere(words).await),
            ["limits", changes @ ..] => {
                let mut limits = (*self.limits()).clone();
                changes.iter().try_for_each(|change| limits.set(change))?;
                Ok(self.everywhere(words).await)
            }
            ["reports", "done", id] => self.end_report(id).await,
            _ => Err(AdminError::Usage),
        }
    }

    async fn ban(&self, who: Subject, until: &str, why: &str) -> Result<String, AdminError> {
        let now = self.now();
        let until = match until {
            "forever" => None,
            text => Some(utc::read(text, now).ok_or_else(|| AdminError::Time(text.into()))?),
        };
        let (kind, subject) = (NoteKind::Ban, who.to_string());
        let note = Note { kind, subject: subject.clone(), at: now, until, text: why.into() };
        self.write(Write::Note(Box::new(note))).await?;
        let until = until.map_or_else(|| "forever".into(), |until| until.to_string());
        Ok(self.everywhere(&["ban", &subject, &until]).await)
    }

    async fn close(&self, code: &str) -> Result<String, AdminError> {
        let wanted = code.to_owned();
        let row = self.look_up(move |store| store.table(&wanted)).await.ok_or(AdminError::Store)?;
        let row = row.filter(|row| row.status.stage != crate::store::Stage::Closed);
        let row = row.ok_or_else(|| AdminError::NoTable(code.into()))?;
        // The node that has it in memory lets go of it first, so that nothing is written behind the end.
        let told = self.everywhere(&["close", code]).await;
        let status =
            crate::store::TableStatus { stage: crate::store::Stage::Closed, wake: None, ..row.status };
        self.write(Write::SetStatus(row.id, status)).await?;
        Ok(told)
    }

    async fn end_report(&self, id: &str) -> Result<String, AdminError> {
        let reports = self.notes(NoteKind::Report).await;
        let is_it = |note: &&Note| note.subject.split_once(' ').is_some_and(|(_, number)| number == id);
        let found = reports.iter().find(is_it).ok_or_else(|| AdminError::NoReport(id.into()))?;
        self.write(Write::EndNotes(NoteKind::Report, found.subject.clone())).await?;
        Ok(String::new())
    }

    async fn audit(&self, command: &str) -> Result<(), AdminError> {
        tracing::info!(command, "admin");
        let subject = secrets::fault_id();
        let note = Note { kind: NoteKind::Audit, subject, at: self.now(), until: None, text: command.into() };
        self.write(Write::Note(Box::new(note))).await
    }

    async fn audit_log(&self, count: &str) -> Result<String, AdminError> {
        let count: usize = count.parse().map_err(|_| AdminError::Usage)?;
        let notes = self.notes(NoteKind::Audit).await;
        let line = |note: &Note| format!("{}  {}\n", utc::text(note.at), note.text);
        Ok(notes.iter().take(count).rev().map(line).collect())
    }

    async fn write(&self, write: Write) -> Result<(), AdminError> {
        self.written(write).await.map(drop).ok_or(AdminError::Store)
    }

    async fn notes(&self, kind: NoteKind) -> Vec<Note> {
        self.look_up(move |store| store.notes(kind, MAX_LISTED)).await.unwrap_or_default()
    }

    async fn listed(&self, kind: NoteKind, line: impl Fn(&Note, Millis) -> Option<String>) -> String {
        let now = self.now();
        self.notes(kind).await.iter().filter_map(|note| line(note, now)).collect()
    }

    /// Carries out a command here and at every other node, and says what each of them answers.
    async fn everywhere(&self, words: Words<'_>) -> String {
        let mut told = self.act(words);
        let order = Order::Admin { words: words.iter().map(ToString::to_string).collect() };
        for (node, answer) in relay::tell_nodes(self, &order).await {
            let answer = answer.unwrap_or_else(|| "it does not answer\n".into());
            if !answer.is_empty() {
                told.push_str(&format!("node {node}:\n{answer}"));
            }
        }
        told
    }

    /// What a command does at this node alone; its words were checked where it was given.
    pub fn act(&self, words: Words<'_>) -> String {
        match words {
            ["who"] => self.who(),
            ["tables"] => self.tables_in_memory(),
            ["close", code] => {
                self.shut(code);
                String::new()
            }
            ["remove", who] => self.end_connections(who),
            ["ban", who, until] => {
                if let Ok(subject) = who.parse::<Subject>() {
                    self.moderation.ban(subject, until.parse().ok().into());
                }
                self.end_connections(who)
            }
            ["unban", who] => {
                if let Ok(subject) = who.parse::<Subject>() {
                    self.moderation.unban(subject);
                }
                String::new()
            }
            ["notice", text] => format!("{} people are told\n", self.tell_everybody(text)),
            ["read-only", state] => {
                self.read_only.store(*state == "on", Relaxed);
                String::new()
            }
            ["limits", changes @ ..] => {
                let mut limits = (*self.limits()).clone();
                if changes.iter().all(|change| limits.set(change).is_ok()) && !changes.is_empty() {
                    self.set_limits(limits);
                }
                self.limits().lines()
            }
            _ => String::new(),
        }
    }

    fn end_connections(&self, who: &str) -> String {
        let Ok(subject) = who.parse::<Subject>() else { return String::new() };
        let ended = self.end_sockets(Close::Removed, |visitor| match subject {
            Subject::Player(player) => visitor.player == player,
            Subject::Address(address) => visitor.address == address,
        });
        format!("{ended} connections ended\n")
    }

    fn who(&self) -> String {
        let visitors = self.visitors.filtered(|_| true);
        let line = |visitor: &crate::rooms::Visitor| {
            let name = self.name_at(&visitor.code, visitor.player).unwrap_or_else(|| "-".into());
            let (player, address, code) = (visitor.player, visitor.address, &visitor.code);
            format!("{player:032x}  {address}  {code}  {name}  {}\n", utc::text(visitor.since))
        };
        visitors.iter().map(line).collect()
    }
}

fn subject(text: &str) -> Result<Subject, AdminError> {
    text.parse().map_err(|()| AdminError::Subject(text.into()))
}

fn ban_line(note: &Note, now: Millis) -> Option<String> {
    if note.until.is_some_and(|until| until <= now) {
        return None;
    }
    let until = note.until.map_or_else(|| "forever".into(), utc::text);
    Some(format!("{}  until {until}  {}\n", note.subject, note.text))
}

fn report_line(note: &Note) -> String {
    let (player, id) = note.subject.split_once(' ').unwrap_or((&note.subject, "-"));
    format!("{id}  {}  about {player}  {}\n", utc::text(note.at), note.text)
}

/// Listens for commands on a socket at this path, until the server ends. A socket that a dead server left is replaced.
#[cfg(unix)]
pub async fn listen(rooms: Arc<Rooms>, path: &Path) -> std::io::Result<()> {
    let listener = bind(path)?;
    loop {
        let (stream, _) = listener.accept().await?;
        let rooms = rooms.clone();
        tokio::spawn(async move {
            // Whoever goes away early misses the answer.
            let _ = answer(&rooms, stream).await;
        });
    }
}

/// Binds under another name, so that nobody else can ever open it.
#[cfg(unix)]
fn bind(path: &Path) -> std::io::Result<tokio::net::UnixListener> {
    use std::os::unix::fs::PermissionsExt;
    if std::os::unix::net::UnixStream::connect(path).is_ok() {
        return Err(std::io::ErrorKind::AddrInUse.into());
    }
    let unnamed = path.with_extension("new");
    let _ = std::fs::remove_file(&unnamed);
    let listener = std::os::unix::net::UnixListener::bind(&unnamed)?;
    std::fs::set_permissions(&unnamed, std::fs::Permissions::from_mode(0o600))?;
    std::fs::rename(&unnamed, path)?;
    listener.set_nonblocking(true)?;
    tokio::net::UnixListener::from_std(listener)
}

#[cfg(unix)]
async fn answer(rooms: &Rooms, mut stream: tokio::net::UnixStream) -> std::io::Result<()> {
    use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
    let (read, mut write) = stream.split();
    let mut line = String::new();
    BufReader::new(read).take(MAX_REQUEST_BYTES).read_line(&mut line).await?;
    let words: Vec<String> = protocol::json::read(&line).unwrap_or_default();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let text = match rooms.administer(&words).await {
        Ok(told) => format!("ok\n{told}"),
        Err(error) => format!("no\n{error}\n"),
    };
    write.write_all(text.as_bytes()).await
}
