//! Audits of data that cannot be written to, of logs whose end is missing, and of data without its key.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::backups::large_table;
use crate::earlier_data::copy;
use crate::test_server::{Running, asked, open_settings, run, two_at};
use games::fair_shuffle::hex;
use protocol::{ClientMsg, CreateTable};
use server::internals::{LiveTable, Rooms, TableSetup};
use server::players::{delete, seated};
use server::{Anchor, Auditor, Keyring, Movable, Settings, Sqlite, Store, StoreError, audit};
use test_client::Connection;

fn new_folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lastcard-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

/// The files of a folder with what is in them.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    paths.map(|path| (path.clone(), std::fs::read(path).unwrap())).collect()
}

#[test]
fn data_is_audited_without_writing_beside_it() {
    let folder = copy("unwritable");
    drop(Sqlite::open(&folder).unwrap());
    let mut store = Sqlite::open(&folder).unwrap();
    store.write(1, &[large_table(1, 10)]).unwrap();
    let (tables, entries) = (store.tables().unwrap(), store.entries().unwrap());
    // As a snapshot of a disk has it while a server runs: part of the data is in the write-ahead log.
    let snapshot = new_folder("snapshot");
    std::fs::create_dir_all(&snapshot).unwrap();
    for name in ["lastcard.db", "lastcard.db-wal"] {
        std::fs::copy(folder.join(name), snapshot.join(name)).unwrap();
    }
    assert!(std::fs::metadata(snapshot.join("lastcard.db-wal")).unwrap().len() > 0);
    drop(store);
    for folder in [folder, snapshot] {
        let before = files(&folder);
        let mut store = Sqlite::open_unwritable(&folder).unwrap();
        store.check().unwrap();
        assert_eq!((store.tables().unwrap(), store.entries().unwrap()), (tables.clone(), entries));
        let audit = Auditor::default().audit_store(Box::new(store)).unwrap();
        assert_eq!((audit.tables, audit.faults), (tables.len(), Vec::new()));
        assert!(files(&folder) == before, "nothing was written");
    }
}

/// Hashes within a log cannot tell that its end is missing.
#[test]
fn a_log_whose_end_was_cut_off_is_noticed_by_its_anchor() {
    let whole = copy("anchor");
    let anchor = audit(&whole).unwrap().anchor;
    assert_eq!(Anchor::read(&anchor.write()), Some(anchor.clone()));
    assert_eq!(Anchor::read("K7QX2M4P 12"), None);
    let auditor = Auditor { anchor, ..Auditor::default() };
    assert_eq!(auditor.audit(&whole).unwrap().faults, []);
    let mut store = Sqlite::open(&whole).unwrap();
    let (cut, mut logs) = (new_folder("anchor-cut"), 0);
    let mut shorter = Sqlite::open(&cut).unwrap();
    for id in store.tables().unwrap() {
        let log = store.log(id).unwrap();
        shorter.add_table(&store.stored_table(id).unwrap().unwrap()).unwrap();
        shorter.add_entries(id, &log[..log.len().saturating_sub(1)]).unwrap();
        logs += usize::from(!log.is_empty());
    }
    drop(shorter);
    assert_eq!(audit(&cut).unwrap().faults, [], "each of them could have ended there");
    let found = auditor.audit(&cut).unwrap();
    assert_eq!(found.faults.len(), logs);
    assert!(
        found.faults.iter().all(|(_, fault)| fault.to_string().contains("cut off")),
        "{:?}",
        found.faults
    );
    // Another log of the same length.
    let first = store.tables().unwrap()[0];
    let code = store.table_by_id(first).unwrap().unwrap().code;
    let player = seated(&mut store, &code).unwrap().unwrap()[0].0;
    delete(&mut store, &Keyring::default(), player).unwrap();
    drop(store);
    let faults = auditor.audit(&whole).unwrap().faults;
    assert!(!faults.is_empty() && faults.iter().all(|(_, fault)| fault.to_string().contains("not the one")));
    // A table that is gone is no fault: it may have been too old.
    let empty = new_folder("anchor-empty");
    drop(Sqlite::open(&empty).unwrap());
    let found = auditor.audit(&empty).unwrap();
    assert_eq!((found.gone, found.faults.len()), (6, 0));
}

/// Whoever has the data without the key learns no hand of a running game.
#[test]
fn the_data_alone_tells_no_secret_of_a_running_game() {
    let folder = new_folder("sealed");
    let keys = Keyring::read(&"5a".repeat(32)).unwrap();
    let settings = || Settings { keys: keys.clone(), ..open_settings() };
    let server = Running::on(Box::new(Sqlite::open(&folder).unwrap()), settings());
    run(async {
        for rules in ["", "joint_seed = false"] {
            let ask = CreateTable { rules: rules.into(), seconds: Some(600), ..asked("crazy-eights") };
            let (_, _, mut players) = two_at(server.client, &ask).await;
            let on_turn = players.iter().position(Connection::is_on_turn).unwrap();
            let (n, m) = (players[on_turn].number, players[on_turn].choices()[0].notation.clone());
            assert_eq!(players[on_turn].ask(&ClientMsg::Act { id: "m".into(), n, m }).await, Ok(true));
        }
    });
    server.stop();
    let mut store = Sqlite::open(&folder).unwrap();
    let ids = store.tables().unwrap();
    assert_eq!(ids.len(), 2);
    for id in ids {
        let (row, log) = (store.table_by_id(id).unwrap().unwrap(), store.log(id).unwrap());
        let setup = TableSetup::read(&row.setup).unwrap();
        let secrets = setup.secrets(&row.code, row.secret, &keys).unwrap();
        assert_ne!(secrets.seed, row.secret);
        let live = LiveTable::from_log(&setup, secrets, &log).unwrap();
        let session = live.table().session().unwrap();
        assert_eq!(session.proofs().len(), 1, "both are dealt from 256 bits");
        let secret = session.proofs()[0].secret.0;
        for (path, bytes) in files(&folder) {
            let holds = |wanted: &[u8]| bytes.windows(wanted.len()).any(|window| window == wanted);
            assert!(!holds(&secret) && !holds(hex(&secret).as_bytes()), "{}", path.display());
        }
        assert!(setup.secrets(&row.code, row.secret, &Keyring::default()).is_none());
        assert!(LiveTable::from_log(&setup, row.secret, &log).is_err(), "no replay without the key");
        let wrong = Keyring::read(&"5b".repeat(32)).unwrap();
        assert!(setup.secrets(&row.code, row.secret, &wrong).is_none());
    }
    drop(store);
    let found = audit(&folder).unwrap();
    assert_eq!((found.tables, found.without_key, found.matches, found.faults), (2, 2, 0, vec![]));
    let found = Auditor { keys: keys.clone(), ..Auditor::default() }.audit(&folder).unwrap();
    assert_eq!((found.tables, found.without_key, found.matches, found.faults), (2, 0, 2, vec![]));
    // A server does not start without the key, because it would freeze running games; with it they go on.
    let open = |keys: Keyring| {
        let settings = Settings { keys, ..open_settings() };
        run(async { Rooms::open(Box::new(Sqlite::open(&folder).unwrap()), settings, |_| {}).map(drop) })
    };
    assert!(matches!(open(Keyring::default()), Err(StoreError::KeyMissing { .. })));
    open(keys.clone()).unwrap();
    let rotated = Keyring::read(&format!("{}\n{}", "5b".repeat(32), "5a".repeat(32))).unwrap();
    open(rotated).unwrap();
    let mut store = Sqlite::open(&folder).unwrap();
    let code = store.table_by_id(1).unwrap().unwrap().code;
    let player = seated(&mut store, &code).unwrap().unwrap()[0].0;
    assert!(delete(&mut store, &Keyring::default(), player).is_err(), "its log cannot be checked");
    assert_eq!(delete(&mut store, &keys, player).unwrap().tables, 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
