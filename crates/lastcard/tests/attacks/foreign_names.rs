//! A page at a name of its own that leads to this server calls it as its own site.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{FAR_TOO_LONG, Scene, Target};

/// The status of a request that says by itself which host it is for.
async fn status(target: &Target, request: &str) -> String {
    let mut stream = target.connect_as(1).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let _ = tokio::time::timeout(FAR_TOO_LONG, read).await.expect("an answer");
    String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().into()
}

#[test]
fn foreign_names() {
    Scene::named("foreign-names").refused_as("host").run(async |target| {
        let rebound = "Host: evil.example:8080\r\nOrigin: http://evil.example:8080\r\nConnection: close\r\n";
        let (mut asked, before) = (0, target.refused("host").await);
        while !target.is_over() || asked == 0 {
            for line in ["POST /api/guest", "GET /api/tables", "GET /t/K7QX2M4P", "GET /"] {
                let request = format!("{line} HTTP/1.1\r\n{rebound}Content-Length: 0\r\n\r\n");
                assert_eq!(status(&target, &request).await, "403", "{line}");
                asked += 1;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert_eq!(target.refused("host").await - before, asked, "each is counted");
    });
}
