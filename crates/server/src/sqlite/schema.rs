//! The tables of the database.

/// The version of the schema; a newer one is refused, and an older one is taken over.
pub const SCHEMA_VERSION: i64 = 2;

/// The first version: a row for each entry, keyed by table and number.
pub const OLD_SCHEMA_VERSION: i64 = 1;

/// The tables and indexes. What is over is in no index that a start or a search for open tables reads.
pub const SCHEMA: &str = "
create table if not exists tables (
  id integer primary key autoincrement, code text not null unique, maker blob not null, made_at integer not null,
  setup text not null, shared integer not null, secret integer not null, title text not null,
  seats integer not null, seconds integer not null, open integer not null, status integer not null,
  players integer not null, wake integer, touched integer not null, form integer not null default 0);
create index if not exists tables_due on tables (wake) where wake is not null;
create index if not exists tables_listed on tables (id) where open = 1 and status < 3;
create index if not exists tables_made on tables (maker, status);
create index if not exists tables_touched on tables (touched) where status < 3;
create index if not exists tables_old on tables (touched) where status >= 2;
create index if not exists tables_closed on tables (id) where status = 3 and form = 0;
create index if not exists tables_shared on tables (shared);
create table if not exists setups (id integer primary key, hash blob not null unique, rest text not null);
create table if not exists journal (id integer primary key, at integer not null, entries blob not null);
create table if not exists chunks (id integer primary key, entries blob not null);
create table if not exists matches (tab integer primary key, records blob not null);
create table if not exists sat (tab integer not null, player blob not null, primary key (tab, player)) without rowid;
create index if not exists sat_players on sat (player);
create table if not exists keys (hash blob primary key, player blob not null, made_at integer not null) without rowid;
create table if not exists links (hash blob primary key, player blob not null, until integer not null) without rowid;
create table if not exists outages (began integer not null, ended integer not null);
create table if not exists room (one integer primary key check (one = 1), filler blob not null);
create table if not exists life (one integer primary key check (one = 1), alive integer not null);
";

/// The columns of a `TableRow`, in its order.
pub const COLUMNS: &str = "id, code, maker, setup || (select rest from setups s where s.id = shared), secret, title, \
                           seats, seconds, open, status, players, wake";
