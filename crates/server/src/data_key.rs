//! The key that is kept apart from the data. Whoever has a database or a backup without it cannot work out a hand.
//!
//! What is stored of a secret is a random number; the secret itself is derived from that number with the key. So there is
//! nothing to decrypt, and nothing in the data to try keys on.

use std::fmt;

use games::fair_shuffle::{Secret, hex, read_hex};
use table::Input;

use crate::log_entry::LogEntry;
use crate::secrets::{self, Hash};

/// How the text of a log entry begins that has the number a secret is derived from.
const DERIVED_ENTROPY: &str = "derived-entropy ";

/// The number of digits of the id of a key.
const KEY_ID_CHARS: usize = 12;

/// A key that is kept apart from the data.
#[derive(Clone, PartialEq, Eq)]
pub struct DataKey(Hash);

/// The keys of a server: the first is for new tables, the others for tables from before the key was changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keyring(Vec<DataKey>);

/// Why the text of a key file is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a key is 64 hexadecimal digits, one on each line: `openssl rand -hex 32` makes one")]
pub struct BadKey;

impl DataKey {
    /// The name of the key, which tells nothing about it.
    pub fn id(&self) -> String {
        hex(&secrets::derive(&self.0, &[b"lastcard key id"]))[..KEY_ID_CHARS].into()
    }
}

impl Keyring {
    /// Parses the text of a key file: a key on each line, the one for new tables first.
    pub fn read(text: &str) -> Result<Keyring, BadKey> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let keys: Option<Vec<DataKey>> = lines.map(|line| read_hex(line).map(DataKey)).collect();
        keys.filter(|keys| !keys.is_empty()).map(Keyring).ok_or(BadKey)
    }

    /// The text of a key file with a new key.
    pub fn new_file() -> String {
        format!("{}\n", hex(&secrets::random_key()))
    }

    /// The key of new tables, if there is one.
    pub fn current(&self) -> Option<&DataKey> {
        self.0.first()
    }

    /// The key with this id.
    pub fn named(&self, id: &str) -> Option<&DataKey> {
        self.0.iter().find(|key| key.id() == id)
    }

    /// The key with which nodes sign, made from what the store has of it.
    pub fn signing_key(&self, stored: Hash) -> Hash {
        self.current().map_or(stored, |key| secrets::derive(&key.0, &[b"lastcard signing key", &stored]))
    }
}

/// Nothing that is printed shows a key.
impl fmt::Debug for DataKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DataKey({})", self.id())
    }
}

/// The secrets of one table, in memory only.
#[derive(Clone)]
pub struct TableSecrets {
    /// The seed of its own chance.
    pub seed: u64,
    /// What the secrets of its deals are derived from; `None` if they are stored as they are.
    key: Option<Hash>,
}

impl From<u64> for TableSecrets {
    /// Those of a table whose secrets are stored as they are.
    fn from(seed: u64) -> TableSecrets {
        TableSecrets { seed, key: None }
    }
}

impl TableSecrets {
    /// Those of the table with this code, by what is stored of its seed.
    pub fn derived(key: &DataKey, code: &str, stored: u64) -> TableSecrets {
        let key = secrets::derive(&key.0, &[b"lastcard table ", code.as_bytes()]);
        let derived = secrets::derive(&key, &[b"seed", &stored.to_le_bytes()]);
        let mut first = [0; 8];
        first.copy_from_slice(&derived[..8]);
        let seed = secrets::small_seed(u64::from_le_bytes(first));
        TableSecrets { seed, key: Some(key) }
    }

    /// The secret of the next deal, and the text of its log entry.
    pub fn next_deal(&self) -> (Secret, String) {
        match &self.key {
            None => {
                let secret = secrets::deal_secret();
                (secret, format!("entropy {}", hex(&secret.0)))
            }
            Some(key) => {
                let number = secrets::random_key();
                (deal_secret(key, &number), format!("{DERIVED_ENTROPY}{}", hex(&number)))
            }
        }
    }

    /// Parses the input of a log entry.
    pub fn input(&self, entry: &LogEntry) -> Option<Input> {
        match entry.body.strip_prefix(DERIVED_ENTROPY) {
            None => entry.input(),
            Some(number) => {
                let secret = deal_secret(self.key.as_ref()?, &read_hex(number)?);
                Some(Input::Entropy { secret })
            }
        }
    }
}

fn deal_secret(key: &Hash, number: &Hash) -> Secret {
    Secret(secrets::derive(key, &[b"deal", number]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keyring(digit: char) -> Keyring {
        Keyring::read(&digit.to_string().repeat(64)).unwrap()
    }

    #[test]
    fn a_key_file_has_a_key_on_each_line() {
        let text = format!("# new\n{}\n\n{}\n", "a".repeat(64), "b".repeat(64));
        let keys = Keyring::read(&text).unwrap();
        assert_eq!(keys.current(), keyring('a').current());
        let old = keyring('b').current().unwrap().id();
        assert_eq!(keys.named(&old), keyring('b').current());
        assert_eq!(keys.named("000000000000"), None);
        assert!(Keyring::read(&Keyring::new_file()).is_ok());
        assert_ne!(Keyring::new_file(), Keyring::new_file());
        for wrong in ["", "# nothing", "abc", &"a".repeat(63), &"x".repeat(64)] {
            assert_eq!(Keyring::read(wrong), Err(BadKey), "{wrong}");
        }
    }

    #[test]
    fn every_table_and_every_deal_has_secrets_of_its_own() {
        let (one, other) = (keyring('a'), keyring('b'));
        let of = |keys: &Keyring, code, stored| TableSecrets::derived(keys.current().unwrap(), code, stored);
        let seed = of(&one, "K7QX2M4P", 7).seed;
        assert_eq!(seed, of(&one, "K7QX2M4P", 7).seed);
        for changed in [of(&other, "K7QX2M4P", 7), of(&one, "K7QX2M4Q", 7), of(&one, "K7QX2M4P", 8)] {
            assert_ne!(changed.seed, seed);
        }
        assert!(seed < 1 << 53);
        let (secret, body) = of(&one, "K7QX2M4P", 7).next_deal();
        assert!(!body.contains(&hex(&secret.0)), "what is stored is not the secret");
        let entry = |body: &str| LogEntry {
            seq: 1,
            at: 1,
            who: None,
            cmd: None,
            body: body.into(),
            number: 1,
            hash: [0; 32],
        };
        let read = |secrets: &TableSecrets| secrets.input(&entry(&body));
        assert_eq!(read(&of(&one, "K7QX2M4P", 7)), Some(Input::Entropy { secret }));
        assert_ne!(read(&of(&other, "K7QX2M4P", 7)), Some(Input::Entropy { secret }));
        assert_eq!(read(&TableSecrets::from(7)), None, "without a key");
        let (secret, body) = TableSecrets::from(7).next_deal();
        assert_eq!(TableSecrets::from(7).input(&entry(&body)), Some(Input::Entropy { secret }));
    }

    #[test]
    fn a_keyring_does_not_print_its_keys() {
        let text = format!("{:?}", keyring('a'));
        assert!(!text.contains("aaaa") && text.len() < 50, "{text}");
    }
}
