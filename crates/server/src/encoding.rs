//! How entries are encoded in the journal and in chunks. The format is described in `docs/log.md`.

use table::Millis;

use crate::log_entry::{LogEntry, Player};
use crate::secrets::{self, Hash};
use crate::store::TableId;
use crate::table_records::{MatchRecord, TableRecords};

/// The first byte of a batch and of a chunk.
const FORMAT: u8 = 1;

/// The bytes of a SHA-256 that end a batch and a chunk.
const CHECKSUM_BYTES: usize = 8;

const HAS_PLAYER: u8 = 1;
const HAS_COMMAND: u8 = 2;

/// The bytes cannot be read: they are not what was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unreadable;

/// An entry of a batch, as far as the index of the journal needs it.
pub struct Head {
    /// Which table.
    pub table: TableId,
    /// Its number in the log of the table.
    pub seq: u64,
    /// The hash of it and all before it.
    pub hash: Hash,
    /// Where it begins in the batch.
    pub offset: u32,
}

/// The entries of one commit, as they are encoded.
pub struct Batch(Vec<u8>);

impl Batch {
    /// A batch without entries.
    pub fn new() -> Batch {
        Batch(vec![FORMAT])
    }

    /// Whether there is no entry in it.
    pub fn is_empty(&self) -> bool {
        self.0.len() == 1
    }

    /// Adds an entry of a table, and returns where it begins.
    pub fn push(&mut self, table: TableId, entry: &LogEntry) -> u32 {
        let out = &mut self.0;
        let offset = out.len() as u32;
        let flags = if entry.who.is_some() { HAS_PLAYER } else { 0 }
            | if entry.cmd.is_some() { HAS_COMMAND } else { 0 };
        out.push(flags);
        put_number(out, table as u64);
        put_number(out, entry.seq);
        put_number(out, entry.at);
        put_number(out, entry.number);
        if let Some(who) = entry.who {
            out.extend(who.to_le_bytes());
        }
        if let Some(cmd) = &entry.cmd {
            put_text(out, cmd);
        }
        put_text(out, &entry.body);
        out.extend(entry.hash);
        offset
    }

    /// The records batch, for the row with this id.
    pub fn seal(self, row: i64) -> Vec<u8> {
        seal(row, self.0)
    }
}

/// The entries of a records batch.
pub fn read_batch(row: i64, bytes: &[u8]) -> Result<Vec<Head>, Unreadable> {
    let inside = unseal(row, bytes)?;
    let mut reader = Reader { bytes: inside, at: 1 };
    let mut heads = Vec::new();
    while reader.at < inside.len() {
        let offset = reader.at as u32;
        let (table, entry) = reader.entry().ok_or(Unreadable)?;
        heads.push(Head { table, seq: entry.seq, hash: entry.hash, offset });
    }
    Ok(heads)
}

/// The entry that begins there in a batch.
pub fn entry_at(batch: &[u8], offset: u32) -> Result<LogEntry, Unreadable> {
    let mut reader = Reader { bytes: batch, at: offset as usize };
    reader.entry().map(|(_, entry)| entry).ok_or(Unreadable)
}

/// The end of a chunk: enough to go on after it.
pub struct ChunkEnd {
    /// How many entries it has.
    pub count: u64,
    /// The hash before its first entry.
    pub before: Hash,
    /// The hash of its last entry.
    pub hash: Hash,
    /// The players whose inputs are in it.
    pub players: Vec<Player>,
}

/// Entries of one table that follow each other, for the row with this id. A hash that follows from the entry and the one
/// before it is left out, but for the last.
pub fn write_chunk(row: i64, before: &Hash, entries: &[LogEntry]) -> Vec<u8> {
    let mut players: Vec<Player> = Vec::new();
    for who in entries.iter().filter_map(|entry| entry.who) {
        if !players.contains(&who) {
            players.push(who);
        }
    }
    let mut out = vec![FORMAT];
    put_number(&mut out, entries.len() as u64);
    out.extend(before);
    out.extend(entries.last().map_or(*before, |entry| entry.hash));
    put_number(&mut out, players.len() as u64);
    out.extend(players.iter().flat_map(|player| player.to_le_bytes()));
    let (mut before, mut at, mut number) = (*before, 0, 0);
    for entry in entries {
        let place = entry.who.and_then(|who| players.iter().position(|&player| player == who));
        let follows = entry.chained(&before) == entry.hash;
        put_number(&mut out, place.map_or(0, |place| place as u64 + 1) << 1 | u64::from(!follows));
        put_difference(&mut out, at, entry.at);
        put_difference(&mut out, number, entry.number);
        put_number(&mut out, entry.cmd.as_ref().map_or(0, |cmd| cmd.len() as u64 + 1));
        out.extend(entry.cmd.as_deref().unwrap_or_default().bytes());
        put_text(&mut out, &entry.body);
        if !follows {
            out.extend(entry.hash);
        }
        (before, at, number) = (entry.hash, entry.at, entry.number);
    }
    seal(row, out)
}

/// The end of a chunk, without reading its entries.
pub fn chunk_end(row: i64, bytes: &[u8]) -> Result<ChunkEnd, Unreadable> {
    let mut reader = Reader { bytes: unseal(row, bytes)?, at: 1 };
    reader.chunk_end().ok_or(Unreadable)
}

/// The entries of a chunk, the first of which has this number.
pub fn read_chunk(row: i64, first: u64, bytes: &[u8]) -> Result<Vec<LogEntry>, Unreadable> {
    let mut reader = Reader { bytes: unseal(row, bytes)?, at: 1 };
    let end = reader.chunk_end().ok_or(Unreadable)?;
    let mut entries: Vec<LogEntry> = Vec::new();
    let (mut hash, mut at, mut number) = (end.before, 0, 0);
    for seq in first..first.checked_add(end.count).ok_or(Unreadable)? {
        let entry = reader.chunk_entry(seq, (at, number), &hash, &end.players).ok_or(Unreadable)?;
        (hash, at, number) = (entry.hash, entry.at, entry.number);
        entries.push(entry);
    }
    if hash == end.hash && reader.at == reader.bytes.len() { Ok(entries) } else { Err(Unreadable) }
}

/// What is kept of a closed table, for the row with this id.
pub fn write_records(row: i64, records: &TableRecords) -> Vec<u8> {
    let mut out = vec![FORMAT];
    put_number(&mut out, records.entries);
    out.extend(records.hash);
    put_number(&mut out, records.players.len() as u64);
    for (player, name) in &records.players {
        out.extend(player.to_le_bytes());
        put_text(&mut out, name);
    }
    for ended in &records.matches {
        put_number(&mut out, ended.ended);
        put_text(&mut out, &ended.record);
    }
    seal(row, out)
}

/// Reads what is kept of a closed table.
pub fn read_records(row: i64, bytes: &[u8]) -> Result<TableRecords, Unreadable> {
    let mut reader = Reader { bytes: unseal(row, bytes)?, at: 1 };
    reader.records().ok_or(Unreadable)
}

/// Ends the bytes of a row with their checksum, which also names the row.
pub fn seal(row: i64, mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = secrets::hash(&[&row.to_le_bytes(), &bytes]);
    bytes.extend(&sum[..CHECKSUM_BYTES]);
    bytes
}

/// The bytes of a row without their checksum, if that is right.
pub fn unseal(row: i64, bytes: &[u8]) -> Result<&[u8], Unreadable> {
    let end = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(Unreadable)?;
    let (inside, sum) = bytes.split_at(end);
    let right = secrets::hash(&[&row.to_le_bytes(), inside]);
    if inside.first() == Some(&FORMAT) && right[..CHECKSUM_BYTES] == *sum {
        Ok(inside)
    } else {
        Err(Unreadable)
    }
}

/// Seven bits in each byte, the lowest first; all but the last have the highest bit set.
fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// The difference between two numbers, which is mostly small.
fn put_difference(out: &mut Vec<u8>, before: u64, number: u64) {
    let difference = number.wrapping_sub(before) as i64;
    put_number(out, (difference << 1 ^ difference >> 63) as u64);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend(text.bytes());
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = *self.take(1)?.first()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn difference(&mut self, before: u64) -> Option<u64> {
        let coded = self.number()?;
        let difference = (coded >> 1) as i64 ^ -((coded & 1) as i64);
        Some(before.wrapping_add(difference as u64))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()?;
        self.string(length)
    }

    fn string(&mut self, length: u64) -> Option<String> {
        let bytes = self.take(usize::try_from(length).ok()?)?;
        String::from_utf8(bytes.to_vec()).ok()
    }

    fn player(&mut self) -> Option<Player> {
        self.array().map(Player::from_le_bytes)
    }

    fn entry(&mut self) -> Option<(TableId, LogEntry)> {
        let [flags] = self.array()?;
        let table = self.number()? as TableId;
        let (seq, at, number) = (self.number()?, self.number()?, self.number()?);
        let who = if flags & HAS_PLAYER != 0 { Some(self.player()?) } else { None };
        let cmd = if flags & HAS_COMMAND != 0 { Some(self.text()?) } else { None };
        let (body, hash) = (self.text()?, self.array()?);
        Some((table, LogEntry { seq, at, who, cmd, body, number, hash }))
    }

    fn records(&mut self) -> Option<TableRecords> {
        let (entries, hash) = (self.number()?, self.array()?);
        let mut records = TableRecords { entries, hash, ..TableRecords::default() };
        for _ in 0..self.number()? {
            records.players.push((self.player()?, self.text()?));
        }
        while self.at < self.bytes.len() {
            records.matches.push(MatchRecord { ended: self.number()?, record: self.text()? });
        }
        Some(records)
    }

    fn chunk_end(&mut self) -> Option<ChunkEnd> {
        let (count, before, hash) = (self.number()?, self.array()?, self.array()?);
        let players = (0..self.number()?).map(|_| self.player()).collect::<Option<_>>()?;
        Some(ChunkEnd { count, before, hash, players })
    }

    fn chunk_entry(
        &mut self,
        seq: u64,
        (at, number): (Millis, u64),
        before: &Hash,
        players: &[Player],
    ) -> Option<LogEntry> {
        let place = self.number()?;
        let who = match usize::try_from(place >> 1).ok()?.checked_sub(1) {
            Some(place) => Some(*players.get(place)?),
            None => None,
        };
        let (at, number) = (self.difference(at)?, self.difference(number)?);
        let cmd = match self.number()?.checked_sub(1) {
            Some(length) => Some(self.string(length)?),
            None => None,
        };
        let entry = LogEntry { seq, at, who, cmd, body: self.text()?, number, hash: Hash::default() };
        let hash = if place & 1 == 1 { self.array()? } else { entry.chained(before) };
        Some(LogEntry { hash, ..entry })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live_table::NO_HASH;

    /// Entries as different as they can be; every fifth has a hash that does not follow.
    fn entries(count: u64) -> Vec<LogEntry> {
        let mut before = NO_HASH;
        let entry = |seq: u64| {
            let mut entry = LogEntry {
                seq,
                at: [0, u64::MAX, 1 << 40, 5][seq as usize % 4],
                who: (!seq.is_multiple_of(3)).then_some(u128::MAX - u128::from(seq % 2)),
                cmd: (!seq.is_multiple_of(4)).then(|| "c".repeat(seq as usize % 40)),
                body: "play 🂡 ".repeat(seq as usize % 30),
                number: seq * seq,
                hash: [7; 32],
            };
            if !seq.is_multiple_of(5) {
                entry.hash = entry.chained(&before);
            }
            before = entry.hash;
            entry
        };
        (1..=count).map(entry).collect()
    }

    #[test]
    fn a_batch_is_read_as_it_was_written() {
        let entries = entries(60);
        let mut batch = Batch::new();
        assert!(batch.is_empty());
        for entry in &entries {
            batch.push(entry.seq as i64 * 1_000, entry);
        }
        let bytes = batch.seal(9);
        let heads = read_batch(9, &bytes).unwrap();
        assert_eq!(heads.len(), entries.len());
        for (head, entry) in heads.iter().zip(&entries) {
            assert_eq!((head.table, head.seq, head.hash), (entry.seq as i64 * 1_000, entry.seq, entry.hash));
            assert_eq!(entry_at(&bytes, head.offset).as_ref(), Ok(entry));
        }
        assert!(read_batch(8, &bytes).is_err(), "it is in another row");
    }

    #[test]
    fn a_chunk_is_read_as_it_was_written() {
        for count in [0, 1, 2, 64] {
            let entries = entries(count);
            let bytes = write_chunk(5, &NO_HASH, &entries);
            assert_eq!(read_chunk(5, 1, &bytes).as_ref(), Ok(&entries));
            let end = chunk_end(5, &bytes).unwrap();
            assert_eq!((end.count, end.hash), (count, entries.last().map_or(NO_HASH, |last| last.hash)));
            assert!(read_chunk(6, 1, &bytes).is_err(), "it is in another row");
            assert!(count == 0 || read_chunk(5, 2, &bytes).is_err(), "it begins elsewhere");
        }
    }

    /// With a new checksum, as if somebody had changed the bytes on purpose: nothing may panic.
    #[test]
    fn no_bytes_are_too_strange_to_be_refused() {
        let entries = entries(12);
        let mut batch = Batch::new();
        for entry in &entries {
            batch.push(3, entry);
        }
        let chunk = write_chunk(5, &NO_HASH, &entries);
        for bytes in [batch.seal(5), chunk] {
            for at in 0..bytes.len() {
                for flip in [1, 0x80, 0xff] {
                    let mut changed = bytes.clone();
                    changed[at] ^= flip;
                    assert!(read_batch(5, &changed).is_err() && chunk_end(5, &changed).is_err());
                    assert!(read_chunk(5, 1, &changed).is_err());
                    changed.truncate(changed.len() - CHECKSUM_BYTES);
                    let resealed = seal(5, changed);
                    let _ = read_batch(5, &resealed);
                    let _ = read_chunk(5, 1, &resealed);
                }
            }
        }
    }
}
