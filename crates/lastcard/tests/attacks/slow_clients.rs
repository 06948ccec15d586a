//! Bodies of which a byte arrives now and then, and headers without an end.

use std::time::Duration;

use tokio::io::AsyncWriteExt;

use super::Scene;

/// Connections of each attacker; there are three attackers.
const CONNECTIONS: usize = 60;

#[test]
fn slow_bodies_and_headers() {
    let scene = Scene::named("slow-clients").with_descriptors(1_024);
    scene.refused_as("slow-body").refused_as("slow-headers").run(async |target| {
        let body = "POST /api/rules HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n{";
        let header = "POST /api/rules HTTP/1.1\r\nX: ";
        let mut open = Vec::new();
        for at in 0..3 * CONNECTIONS {
            let Ok(mut stream) = target.connect_as(1 + (at % 3) as u8).await else { continue };
            let start = if at % 2 == 0 { body } else { header };
            if stream.write_all(start.as_bytes()).await.is_ok() {
                open.push(stream);
            }
        }
        let drip = async {
            loop {
                tokio::time::sleep(Duration::from_millis(300)).await;
                for stream in &mut open {
                    let _ = stream.write_all(b" ").await;
                }
            }
        };
        let counted = async {
            target.until_refused("slow-headers", 1).await;
            target.until_refused("slow-body", 1).await;
            while !target.is_over() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::select! { () = drip => {}, () = counted => {} }
    });
}
