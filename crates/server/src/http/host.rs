//! The names by which browsers may call the server.
//!
//! A page at a name that somebody else owns can call this server as its own, once that name leads here: to the browser
//! both are one site, wherever the server is (DNS rebinding). Nobody can do that with an address, with the names of this
//! machine, or with names that only a home network gives.

use std::net::IpAddr;

use axum::http::header::{self, HeaderMap};

use crate::rooms::Settings;

/// The ends of names that nobody can register.
const HOME_ENDINGS: [&str; 4] = [".localhost", ".local", ".home.arpa", ".internal"];

/// The name by which the server was called, if that is none of its own. With configured origins the origin alone decides.
pub(super) fn foreign_name(settings: &Settings, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(header::HOST).filter(|_| settings.origins.is_empty())?;
    let name = name_in(&String::from_utf8_lossy(host.as_bytes()));
    let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
    let is_home = !name.contains('.') || HOME_ENDINGS.iter().any(|ending| name.ends_with(ending));
    let is_known = is_address || is_home || settings.hosts.contains(&name);
    (!is_known).then_some(name)
}

/// The name without its port; whatever cannot be in a name is left out, because it is shown and logged.
fn name_in(host: &str) -> String {
    let port = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
    let name = port.map_or(host, |(name, _)| name);
    let name = name.strip_suffix('.').unwrap_or(name).to_ascii_lowercase();
    name.chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || "-_.:[]".contains(*letter))
        .take(253)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn foreign(settings: &Settings, host: &'static str) -> Option<String> {
        foreign_name(settings, &HeaderMap::from_iter([(header::HOST, host.parse().unwrap())]))
    }

    #[test]
    fn a_home_needs_no_setting_and_a_foreign_name_is_refused() {
        let home = Settings::default();
        for host in [
            "127.0.0.1:8080",
            "192.168.1.5:8080",
            "192.168.1.5",
            "[::1]:8080",
            "[fe80::1]",
            "localhost:8080",
            "cards.localhost",
            "raspberrypi:8080",
            "RaspberryPi.local:8080",
            "nas.home.arpa",
            "",
        ] {
            assert_eq!(foreign(&home, host), None, "{host}");
        }
        for (host, name) in [
            ("evil.example:8080", "evil.example"),
            ("127.0.0.1.evil.example", "127.0.0.1.evil.example"),
            ("192.168.1.5.evil.example:8080", "192.168.1.5.evil.example"),
            ("Local.Evil.example.", "local.evil.example"),
            ("evil<b>.example", "evilb.example"),
        ] {
            assert_eq!(foreign(&home, host).as_deref(), Some(name));
        }
        assert_eq!(foreign_name(&home, &HeaderMap::new()), None, "no browser");
        let named = Settings { hosts: vec!["nas.example".into()], ..Settings::default() };
        assert_eq!(foreign(&named, "NAS.example:8080"), None);
        assert!(foreign(&named, "evil.example").is_some());
        let public = Settings { origins: vec!["https://cards.example".into()], ..Settings::default() };
        assert_eq!(foreign(&public, "cards.example"), None, "its origin decides");
    }
}
