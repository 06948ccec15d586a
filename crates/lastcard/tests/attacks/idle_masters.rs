//! Many tables of nine of the strongest computer players each, which their maker leaves at once.

use std::time::Duration;

use protocol::{BotLevel, ClientMsg, CreateTable};

use super::{Scene, make};

/// Three tables for each of so many guests.
const GUESTS: usize = 5;

#[test]
fn idle_masters() {
    Scene::named("idle-masters").run(async |target| {
        let client = target.client;
        for _ in 0..GUESTS {
            let key = client.guest().await.unwrap();
            for _ in 0..3 {
                let ask = CreateTable {
                    game: Some("uno-classic".into()),
                    bots: 9,
                    level: BotLevel::Master,
                    seats: Some(10),
                    ..CreateTable::default()
                };
                let table = make(client, &key, &ask).await;
                let mut eve = client.connect(&key, &table, Some("Eve"), None).await.unwrap();
                assert_eq!(eve.ask(&ClientMsg::Start { id: "start".into() }).await, Ok(true));
                let leave = ClientMsg::Leave { id: "leave".into() };
                assert_eq!(eve.ask(&leave).await, Ok(true));
            }
        }
        // What was begun is finished; then nobody thinks, however long the tables wait.
        tokio::time::sleep(Duration::from_secs(2)).await;
        let before = target.metric("lastcard_searches_total").await;
        while !target.is_over() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        tokio::time::sleep(Duration::from_secs(4)).await;
        let after = target.metric("lastcard_searches_total").await;
        assert_eq!(after, before, "computer players think for nobody");
    });
}
