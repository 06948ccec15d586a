//! The password of the database from where `PostgreSQL`'s own programs look for it, so that it need not be in the address,
//! which others may see in the list of processes.

use std::path::{Path, PathBuf};

use tokio_postgres::Config;
use tokio_postgres::config::Host;

use crate::store::StoreError;

const DEFAULT_PORT: u16 = 5432;

/// Adds the password, unless the address has one: from `PGPASSWORD`, from the file that `PGPASSFILE` names, or from
/// `.pgpass` in the home folder.
pub fn add(config: &mut Config) -> Result<(), StoreError> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    if config.get_password().is_some() {
        return Ok(());
    }
    if let Some(password) = variable("PGPASSWORD") {
        config.password(password.as_encoded_bytes());
        return Ok(());
    }
    let named = variable("PGPASSFILE").map(PathBuf::from);
    let text = match (&named, variable("HOME")) {
        (Some(file), _) => read(file)?,
        (None, Some(home)) => read(&Path::new(&home).join(".pgpass")).unwrap_or_default(),
        (None, None) => String::new(),
    };
    if let Some(password) = find(&text, config) {
        config.password(password);
    }
    Ok(())
}

fn read(file: &Path) -> Result<String, StoreError> {
    let wrong = |why: String| StoreError::File { path: file.into(), why };
    #[cfg(unix)]
    if std::fs::metadata(file)
        .is_ok_and(|file| std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o7 != 0)
    {
        return Err(wrong("everybody on this machine can read it; chmod 600 mends that".into()));
    }
    std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))
}

/// The password of the first line `host:port:database:user:password` that fits, where `*` fits everything.
fn find(text: &str, config: &Config) -> Option<String> {
    let user = config.get_user().unwrap_or_default();
    let database = config.get_dbname().unwrap_or(user);
    let fits = |field: &str, value: &str| field == "*" || field == value;
    text.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let [host, port, name, owner, password] = <[String; 5]>::try_from(fields(line)).ok()?;
        let is_there = hosts(config).any(|(known, number)| {
            known.iter().any(|known| fits(&host, known)) && fits(&port, &number.to_string())
        });
        (is_there && fits(&name, database) && fits(&owner, user)).then_some(password)
    })
}

/// The hosts of the database, each with all names that a line may have for it, and its port.
fn hosts(config: &Config) -> impl Iterator<Item = (Vec<String>, u16)> {
    let ports = config.get_ports();
    config.get_hosts().iter().enumerate().map(move |(at, host)| {
        let names = match host {
            Host::Tcp(name) => vec![name.clone()],
            #[cfg(unix)]
            Host::Unix(folder) => vec![folder.display().to_string(), "localhost".into()],
        };
        (names, ports.get(at).or(ports.first()).copied().unwrap_or(DEFAULT_PORT))
    })
}

/// The fields of a line; a backslash takes the next character as it is.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let separates = letter == ':' && fields.len() < 5;
        let letter = if letter == '\\' { letters.next().unwrap_or(letter) } else { letter };
        match fields.last_mut() {
            Some(field) if !separates => field.push(letter),
            _ => fields.push(String::new()),
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn password(text: &str, url: &str) -> Option<String> {
        find(text, &url.parse().unwrap())
    }

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let file =
            "# ours\nelsewhere:*:*:*:no\ndb.internal:5432:lastcard:lastcard:a\\:b\\\\c\n*:*:*:ada:hers\n";
        assert_eq!(password(file, "postgres://lastcard@db.internal/lastcard").as_deref(), Some("a:b\\c"));
        assert_eq!(password(file, "postgres://ada@10.0.0.7:6000/cards").as_deref(), Some("hers"));
        assert_eq!(password(file, "postgres://lastcard@db.internal:5433/lastcard"), None, "another port");
        assert_eq!(password(file, "postgres://lastcard@db.internal/other"), None, "another database");
        let standby = password(file, "postgres://lastcard@a,db.internal/lastcard");
        assert_eq!(standby.as_deref(), Some("a:b\\c"), "one of several hosts");
    }

    #[test]
    fn a_socket_is_known_by_its_folder_and_as_localhost() {
        let url = "postgres://lastcard@%2Frun%2Fpostgresql/lastcard";
        assert_eq!(password("localhost:*:*:*:here", url).as_deref(), Some("here"));
        assert_eq!(password("/run/postgresql:5432:*:*:here", url).as_deref(), Some("here"));
    }

    #[test]
    fn lines_that_are_not_complete_are_skipped() {
        assert_eq!(password("db:5432\n\n:::\n", "postgres://a@db/b"), None);
        assert_eq!(fields("a:b:c:d:e:f"), ["a", "b", "c", "d", "e:f"]);
    }
}
