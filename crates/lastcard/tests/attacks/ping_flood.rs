//! Pings without end, as fast as one socket takes them, again and again.

use tokio::io::AsyncWriteExt;

use super::Scene;

#[test]
fn ping_flood() {
    Scene::named("ping-flood").refused_as("frames").run(async |target| {
        let (table, key) = (target.table().await, target.guest_as(1).await);
        let pings = [0x89, 0x80, 0, 0, 0, 0].repeat(500);
        while !target.is_over() || target.refused("frames").await == 0 {
            let Some(mut stream) = target.socket_as(1, &key, &table).await else { continue };
            while stream.write_all(&pings).await.is_ok() {}
        }
    });
}
