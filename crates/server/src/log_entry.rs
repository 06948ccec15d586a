//! The log of a table: its inputs and their times, as text.

use std::fmt::Write;

use engine::Seat;
use games::Rules;
use games::fair_shuffle::{Secret, Share, hex, read_hex};
use games::seal::DeviceKey;
use table::{Answer, Input, Level, Millis, Switch, Token};

use crate::secrets::{self, Hash};

/// The id under which a table knows a person. It is not a secret.
pub type Player = u128;

/// An entry of the log: one input to the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// Its number in the log of the table, from 1.
    pub seq: u64,
    /// The time of the input.
    pub at: Millis,
    /// The player whose input it is; `None` for those of the table and the clock.
    pub who: Option<Player>,
    /// The id of the player's command.
    pub cmd: Option<String>,
    /// The input as text.
    pub body: String,
    /// The number of the position after it, so that a diverging replay is noticed.
    pub number: u64,
    /// The hash of this entry and all before it.
    pub hash: Hash,
}

impl LogEntry {
    /// The hash of this entry after one with the hash `before`.
    pub fn chained(&self, before: &Hash) -> Hash {
        let who = self.who.unwrap_or_default().to_le_bytes();
        let cmd = self.cmd.as_deref().unwrap_or_default().as_bytes();
        let numbers = [self.seq, self.at, self.number, cmd.len() as u64].map(u64::to_le_bytes);
        secrets::hash(&[before, numbers.as_flattened(), &who, cmd, self.body.as_bytes()])
    }

    /// Parses the input.
    pub fn input(&self) -> Option<Input> {
        read(&self.body, self.who.map(Token))
    }
}

/// The input as text; `None` for queries, which change nothing and are not logged.
pub fn write(input: &Input) -> Option<String> {
    Some(match input {
        Input::Sit { name, .. } => format!("sit {name}"),
        Input::AddBot { level, name } => format!("bot {level} {name}"),
        Input::RemoveBot { name } => format!("unbot {name}"),
        Input::ChangeRules(rules) => format!("rules {}", rules_text(rules)),
        Input::Start => "start".into(),
        Input::Act { number, notation, .. } => {
            let mut text = String::with_capacity(notation.len() + 16);
            let _ = write!(text, "act {number} {notation}");
            text
        }
        Input::BotMove { seat, number, notation } => format!("thought {seat} {number} {notation}"),
        Input::AnnounceForMe { switch: Switch::On, .. } => "announce on".into(),
        Input::AnnounceForMe { switch: Switch::Off, .. } => "announce off".into(),
        Input::Tick => "tick".into(),
        Input::Credit { millis } => format!("credit {millis}"),
        Input::Leave { .. } => "leave".into(),
        Input::Remove { name } => format!("remove {name}"),
        Input::VoteOut { name, .. } => format!("vote {name}"),
        Input::Ready { .. } => "ready".into(),
        Input::Lag { millis, .. } => format!("lag {millis}"),
        Input::Return { .. } => "return".into(),
        Input::NextRound => "next".into(),
        Input::Rematch => "rematch".into(),
        Input::Takeback { .. } => "takeback".into(),
        Input::Consent { answer: Answer::Agree, .. } => "consent yes".into(),
        Input::Consent { answer: Answer::Refuse, .. } => "consent no".into(),
        Input::Entropy { secret } => format!("entropy {}", hex(&secret.0)),
        Input::Mix { switch: Switch::On, .. } => "mix on".into(),
        Input::Mix { switch: Switch::Off, .. } => "mix off".into(),
        Input::Promise { deal, promise, key, .. } => {
            let key = key.map(|key| format!(" {}", hex(&key.0))).unwrap_or_default();
            format!("promise {deal} {}{key}", hex(promise))
        }
        Input::Open { deal, share, .. } => format!("open {deal} {}", hex(&share.0)),
        Input::DealAlone { answer: Answer::Agree, .. } => "alone yes".into(),
        Input::DealAlone { answer: Answer::Refuse, .. } => "alone no".into(),
        Input::Sign { deal, seen, signature, .. } => {
            format!("sign {deal} {} {}", hex(seen), hex(signature))
        }
        Input::Ask { .. } | Input::Resume { .. } | Input::Watch { .. } | Input::Unwatch { .. } => {
            return None;
        }
    })
}

/// Whether the text is that of an input with which a match goes on, if it is accepted.
pub fn moves_or_deals(body: &str) -> bool {
    let word = body.split(' ').next().unwrap_or_default();
    matches!(word, "act" | "start" | "next" | "rematch" | "promise" | "open")
}

/// Parses an input of this player.
pub fn read(body: &str, who: Option<Token>) -> Option<Input> {
    let (word, rest) = body.split_once(' ').unwrap_or((body, ""));
    Some(match word {
        "sit" => Input::Sit { token: who?, name: rest.into() },
        "bot" => {
            let (level, name) = rest.split_once(' ')?;
            Input::AddBot { level: read_level(level)?, name: name.into() }
        }
        "unbot" => Input::RemoveBot { name: rest.into() },
        "rules" => Input::ChangeRules(crate::rules_cache::rules(rest)?),
        "start" => Input::Start,
        "act" => {
            let (number, notation) = rest.split_once(' ')?;
            Input::Act { token: who?, number: number.parse().ok()?, notation: notation.into() }
        }
        "thought" => {
            let mut words = rest.splitn(3, ' ');
            let seat = Seat::new(words.next()?.parse().ok()?)?;
            let number = words.next()?.parse().ok()?;
            Input::BotMove { seat, number, notation: words.next()?.into() }
        }
        "announce" => {
            Input::AnnounceForMe { token: who?, switch: if rest == "on" { Switch::On } else { Switch::Off } }
        }
        "tick" => Input::Tick,
        "credit" => Input::Credit { millis: rest.parse().ok()? },
        "leave" => Input::Leave { token: who? },
        "remove" => Input::Remove { name: rest.into() },
        "vote" => Input::VoteOut { token: who?, name: rest.into() },
        "ready" => Input::Ready { token: who? },
        "lag" => Input::Lag { token: who?, millis: rest.parse().ok()? },
        "return" => Input::Return { token: who? },
        "next" => Input::NextRound,
        "rematch" => Input::Rematch,
        "takeback" => Input::Takeback { token: who? },
        "consent" => Input::Consent { token: who?, answer: read_answer(rest) },
        "entropy" => Input::Entropy { secret: Secret(read_hex(rest)?) },
        "mix" => Input::Mix { token: who?, switch: if rest == "on" { Switch::On } else { Switch::Off } },
        "promise" => {
            let (deal, promise) = rest.split_once(' ')?;
            let (promise, key) = match promise.split_once(' ') {
                Some((promise, key)) => (promise, Some(DeviceKey(read_hex(key)?))),
                None => (promise, None),
            };
            Input::Promise { token: who?, deal: deal.parse().ok()?, promise: read_hex(promise)?, key }
        }
        "open" => {
            let (deal, share) = rest.split_once(' ')?;
            Input::Open { token: who?, deal: deal.parse().ok()?, share: Share(read_hex(share)?) }
        }
        "alone" => Input::DealAlone { token: who?, answer: read_answer(rest) },
        "sign" => {
            let mut words = rest.splitn(3, ' ');
            let deal = words.next()?.parse().ok()?;
            let (seen, signature) = (read_hex(words.next()?)?, read_hex(words.next()?)?);
            Input::Sign { token: who?, deal, seen, signature }
        }
        _ => return None,
    })
}

fn read_answer(text: &str) -> Answer {
    if text == "yes" { Answer::Agree } else { Answer::Refuse }
}

/// Parses a level.
pub fn read_level(text: &str) -> Option<Level> {
    Level::named(text)
}

/// The rules in full: the log stays readable when presets change.
pub fn rules_text(rules: &Rules) -> String {
    match &rules.header().base {
        Some(base) => format!("base {base}\n{}", rules.to_toml(None)),
        None => rules.to_toml(None),
    }
}

/// Parses rules from their text.
pub fn read_rules(text: &str) -> Option<Rules> {
    let base = text.strip_prefix("base ").and_then(|rest| rest.split_once('\n'));
    let (base, toml) = base.map_or((None, text), |(base, toml)| (Some(base), toml));
    let rules = games::load(toml).ok()?;
    Some(match base {
        Some(base) => rules.with_base(base),
        None => rules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_is_read_back_as_it_is_written() {
        let token = Token(7);
        let rules = games::presets::named("uno-classic").unwrap();
        let rules = games::change(&rules, &["turn_seconds=30".into()]).unwrap();
        let inputs = [
            Input::Sit { token, name: "Ada of Lagos".into() },
            Input::AddBot { level: Level::Easy, name: "B B".into() },
            Input::AddBot { level: Level::Medium, name: "C".into() },
            Input::RemoveBot { name: "B B".into() },
            Input::ChangeRules(rules.into()),
            Input::Start,
            Input::Act { token, number: 9, notation: "play 8H call spades".into() },
            Input::BotMove { seat: Seat::default(), number: 9, notation: "play 8H call spades".into() },
            Input::AnnounceForMe { token, switch: Switch::On },
            Input::AnnounceForMe { token, switch: Switch::Off },
            Input::Tick,
            Input::Credit { millis: 12 },
            Input::Leave { token },
            Input::Remove { name: "Ada of Lagos".into() },
            Input::VoteOut { token, name: "B B".into() },
            Input::Ready { token },
            Input::Lag { token, millis: 150 },
            Input::Return { token },
            Input::NextRound,
            Input::Rematch,
            Input::Takeback { token },
            Input::Consent { token, answer: Answer::Agree },
            Input::Consent { token, answer: Answer::Refuse },
            Input::Entropy { secret: Secret([0xa5; 32]) },
            Input::Mix { token, switch: Switch::On },
            Input::Mix { token, switch: Switch::Off },
            Input::Promise { token, deal: 3, promise: [7; 32], key: None },
            Input::Promise { token, deal: 3, promise: [7; 32], key: Some(DeviceKey([8; 32])) },
            Input::Open { token, deal: 3, share: Share([9; 16]) },
            Input::DealAlone { token, answer: Answer::Agree },
            Input::DealAlone { token, answer: Answer::Refuse },
            Input::Sign { token, deal: 3, seen: [5; 32], signature: [6; 64] },
        ];
        for input in inputs {
            let body = write(&input).unwrap();
            assert_eq!(read(&body, Some(token)), Some(input), "{body}");
        }
        assert_eq!(read("dance", Some(token)), None);
        assert_eq!(read("act x y", Some(token)), None);
        assert_eq!(read("leave", None), None);
    }

    #[test]
    fn a_changed_entry_has_another_hash() {
        let entry = LogEntry {
            seq: 1,
            at: 2,
            who: Some(3),
            cmd: Some("a".into()),
            body: "act 1 draw".into(),
            number: 4,
            hash: [0; 32],
        };
        let hash = entry.chained(&[0; 32]);
        for other in [
            LogEntry { seq: 2, ..entry.clone() },
            LogEntry { at: 3, ..entry.clone() },
            LogEntry { who: None, ..entry.clone() },
            LogEntry { cmd: None, ..entry.clone() },
            LogEntry { cmd: Some("aa".into()), body: "ct 1 draw".into(), ..entry.clone() },
            LogEntry { body: "act 1 pass".into(), ..entry.clone() },
            LogEntry { number: 5, ..entry.clone() },
        ] {
            assert_ne!(other.chained(&[0; 32]), hash, "{other:?}");
        }
        assert_ne!(entry.chained(&[1; 32]), hash);
    }
}
