//! A message in pieces that never ends, again and again.

use tokio::io::AsyncWriteExt;

use super::Scene;

#[test]
fn endless_fragments() {
    Scene::named("fragments").refused_as("fragments").run(async |target| {
        let (table, key) = (target.table().await, target.guest_as(1).await);
        let pieces = [0x00, 0x80, 0, 0, 0, 0].repeat(500);
        while !target.is_over() || target.refused("fragments").await == 0 {
            let Some(mut stream) = target.socket_as(1, &key, &table).await else { continue };
            let _ = stream.write_all(&[0x01, 0x80, 0, 0, 0, 0]).await;
            while stream.write_all(&pieces).await.is_ok() {}
        }
    });
}
