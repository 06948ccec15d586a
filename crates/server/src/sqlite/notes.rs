//! Notes about people. Their table is made when the first one is written, so older data has none until then.

use rusqlite::{OptionalExtension, Row, params};
use table::Millis;

use super::{Sqlite, signed};
use crate::log_entry::Player;
use crate::store::{Note, NoteKind, StoreError};

const TABLE: &str = "
create table if not exists notes (
  id integer primary key, kind text not null, subject text not null, at integer not null, until integer,
  text text not null);
create index if not exists notes_about on notes (kind, subject);
";

impl Sqlite {
    pub(super) fn add_note(&self, note: &Note) -> rusqlite::Result<()> {
        self.connection.execute_batch(TABLE)?;
        let (kind, subject, at) = (note.kind.word(), &note.subject, signed(note.at));
        if note.kind.is_single() {
            let sql = "delete from notes where kind = ? and subject = ?";
            self.connection.execute(sql, params![kind, subject])?;
        }
        let sql = "insert into notes (kind, subject, at, until, text) select ?1, ?2, ?3, ?4, ?5 where not exists \
                   (select 1 from notes where kind = ?1 and subject = ?2 and at = ?3)";
        self.connection.execute(sql, params![kind, subject, at, note.until.map(signed), note.text])?;
        Ok(())
    }

    pub(super) fn end_notes(&self, kind: NoteKind, subject: &str) -> rusqlite::Result<()> {
        if self.has_notes()? {
            let sql = "delete from notes where kind = ? and subject = ?";
            self.connection.execute(sql, params![kind.word(), subject])?;
        }
        Ok(())
    }

    pub(super) fn find_notes(&self, kind: NoteKind, limit: usize) -> Result<Vec<Note>, StoreError> {
        if !self.has_notes()? {
            return Ok(Vec::new());
        }
        let sql = "select subject, at, until, text from notes where kind = ? order by id desc limit ?";
        let mut query = self.connection.prepare_cached(sql)?;
        let note = |row: &Row<'_>| {
            let (at, until) = (row.get::<_, i64>(1)?, row.get::<_, Option<i64>>(2)?);
            let until = until.map(|until| until as Millis);
            Ok(Note { kind, subject: row.get(0)?, at: at as Millis, until, text: row.get(3)? })
        };
        let notes = query.query_map(params![kind.word(), limit as i64], note)?;
        Ok(notes.collect::<rusqlite::Result<_>>()?)
    }

    /// Removes reports and blocks in which a player is named.
    pub(super) fn remove_notes_about(&self, player: Player) -> rusqlite::Result<()> {
        if self.has_notes()? {
            let sql = "delete from notes where kind in ('report', 'block') and subject like ?";
            self.connection.execute(sql, [format!("%{player:032x}%")])?;
        }
        Ok(())
    }

    fn has_notes(&self) -> rusqlite::Result<bool> {
        let sql = "select 1 from sqlite_master where name = 'notes'";
        let found: Option<i64> =
            self.connection.prepare_cached(sql)?.query_row([], |row| row.get(0)).optional()?;
        Ok(found.is_some())
    }
}
