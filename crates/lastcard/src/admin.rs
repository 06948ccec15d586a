//! `lastcard admin`: commands to a server that runs, over its local socket.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::{CliError, serve};

/// See and do what whoever runs a server has to, while it runs
///
/// The server listens on `admin.sock` in its data folder, which only its owner can open. What concerns all servers of a
/// database is passed on to the others.
#[derive(Args)]
#[command(after_help = server::admin::HELP)]
pub struct Admin {
    /// Folder of the server's data; by default systemd's state directory, or a folder of yours
    #[arg(long, value_name = "FOLDER", env = "LASTCARD_SERVER_DATA")]
    data: Option<PathBuf>,
    /// The socket of a server whose data is in a database
    #[arg(long, value_name = "FILE", conflicts_with = "data", env = "LASTCARD_ADMIN_SOCKET")]
    socket: Option<PathBuf>,
    /// The command and its words
    #[arg(required = true, trailing_var_arg = true, value_name = "COMMAND")]
    words: Vec<String>,
}

impl Admin {
    /// Gives the command to the server, and prints what it answers.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let socket = match &self.socket {
            Some(socket) => socket.clone(),
            None => serve::folder(self.data.as_ref())?.join(server::admin::SOCKET_FILE),
        };
        let answer = ask(&socket, &self.words)?;
        match answer.split_once('\n') {
            Some(("ok", told)) => Ok(write!(out, "{told}")?),
            Some((_, why)) => Err(CliError::Usage(why.trim_end().into())),
            None => Err(CliError::Usage("the server went away before it answered".into())),
        }
    }
}

#[cfg(unix)]
fn ask(socket: &std::path::Path, words: &[String]) -> Result<String, CliError> {
    use std::io::Read;
    let unreachable = |error| {
        CliError::Usage(format!(
            "no server listens at {} ({error}): name the folder of its data with --data, or its socket with --socket",
            socket.display()
        ))
    };
    let mut stream = std::os::unix::net::UnixStream::connect(socket).map_err(unreachable)?;
    writeln!(stream, "{}", protocol::json::write(&words))?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(not(unix))]
fn ask(_: &std::path::Path, _: &[String]) -> Result<String, CliError> {
    Err(CliError::Usage("a server has such a socket only on Unix".into()))
}
