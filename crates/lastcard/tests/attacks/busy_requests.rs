//! Requests for what costs a server little, as many as one address can send.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::Scene;

#[test]
fn busy_requests() {
    // Fewer than usual, so that the short form gets there too.
    let scene = Scene::named("busy-requests").option("--limit", "requests=2000/minute");
    scene.refused_as("requests").run(async |target| {
        let requests = "GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(100);
        let mut answers = vec![0; 64 * 1024];
        while !target.is_over() || target.refused("requests").await == 0 {
            let Ok(mut stream) = target.connect_as(1).await else { continue };
            for _ in 0..50 {
                if stream.write_all(requests.as_bytes()).await.is_err() {
                    break;
                }
                let _ = stream.read(&mut answers).await;
            }
        }
    });
}
