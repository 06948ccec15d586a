//! What a message of the wire asks of a table: the one place where messages become inputs.

use games::fair_shuffle::{Share, read_hex};
use games::seal::DeviceKey;
use protocol::{ClientMsg, PHRASES, Refusal};
use table::{Answer, Input, Switch, Table, Token};

/// What a message asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Something that the table decides.
    Input(Input),
    /// What a good player would do.
    Hint,
    /// Something to say to everyone at the table.
    Talk(Talk),
}

/// Something that a player says. It never reaches the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Talk {
    /// One of the [`PHRASES`].
    Phrase(String),
    /// Free text.
    Text(String),
}

impl Request {
    /// Decodes a message from the holder of this token.
    pub fn decode(table: &Table, token: Token, message: ClientMsg) -> Result<Request, Refusal> {
        Ok(Request::Input(match message {
            ClientMsg::Hello(_) => return Err(Refusal::GreetingRepeated),
            ClientMsg::Block { .. } | ClientMsg::Report { .. } => return Err(Refusal::NoOperator),
            ClientMsg::Hint { .. } => return Ok(Request::Hint),
            ClientMsg::Say { p, .. } => return phrase(p),
            ClientMsg::Chat { t, .. } => return Ok(Request::Talk(Talk::Text(t))),
            ClientMsg::Act { n, m, .. } => Input::Act { token, number: n, notation: m },
            ClientMsg::Ask { m, .. } => Input::Ask { token, notation: m },
            ClientMsg::Sit { name, .. } => Input::Sit { token, name },
            ClientMsg::Bot { name, level, .. } => Input::AddBot { level: level.into(), name },
            ClientMsg::Unbot { name, .. } => Input::RemoveBot { name },
            ClientMsg::Rules { rules, .. } => changed_rules(table, &rules)?,
            ClientMsg::Start { .. } => Input::Start,
            ClientMsg::Next { .. } => Input::NextRound,
            ClientMsg::Rematch { .. } => Input::Rematch,
            ClientMsg::Leave { .. } => Input::Leave { token },
            ClientMsg::Remove { name, .. } => Input::VoteOut { token, name },
            ClientMsg::Ready { .. } => Input::Ready { token },
            ClientMsg::Return { .. } => Input::Return { token },
            ClientMsg::Announce { on, .. } => Input::AnnounceForMe { token, switch: switch(on) },
            ClientMsg::Takeback { .. } => Input::Takeback { token },
            ClientMsg::Consent { yes: true, .. } => Input::Consent { token, answer: Answer::Agree },
            ClientMsg::Consent { yes: false, .. } => Input::Consent { token, answer: Answer::Refuse },
            ClientMsg::Mix { on, .. } => Input::Mix { token, switch: switch(on) },
            ClientMsg::Promise { deal, c, key, .. } => {
                let promise = read_hex(&c).ok_or(Refusal::BadShuffleBytes)?;
                let key = key.map(|key| read_hex(&key).map(DeviceKey).ok_or(Refusal::BadShuffleBytes));
                Input::Promise { token, deal, promise, key: key.transpose()? }
            }
            ClientMsg::Open { deal, e, .. } => {
                let share = Share(read_hex(&e).ok_or(Refusal::BadShuffleBytes)?);
                Input::Open { token, deal, share }
            }
            ClientMsg::Alone { yes: true, .. } => Input::DealAlone { token, answer: Answer::Agree },
            ClientMsg::Alone { yes: false, .. } => Input::DealAlone { token, answer: Answer::Refuse },
            ClientMsg::Sign { deal, seen, sig, .. } => {
                let seen = read_hex(&seen).ok_or(Refusal::BadShuffleBytes)?;
                let signature = read_hex(&sig).ok_or(Refusal::BadShuffleBytes)?;
                Input::Sign { token, deal, seen, signature }
            }
        }))
    }
}

fn phrase(phrase: String) -> Result<Request, Refusal> {
    if PHRASES.contains(&phrase.as_str()) {
        Ok(Request::Talk(Talk::Phrase(phrase)))
    } else {
        Err(Refusal::BadPhrase)
    }
}

fn switch(on: bool) -> Switch {
    if on { Switch::On } else { Switch::Off }
}

fn changed_rules(table: &Table, changes: &str) -> Result<Input, Refusal> {
    let rules = games::apply(table.rules(), changes).map_err(|faults| {
        let why = faults.first().map(ToString::to_string).unwrap_or_default();
        Refusal::Rules { why }
    })?;
    Ok(Input::ChangeRules(rules.into()))
}
