//! Requests through a trusted proxy that name no address use up nobody's limits.

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{FAR_TOO_LONG, Scene, Target};

/// The status of a call for a new guest that the proxy says comes from there.
async fn guest_from(target: &Target, forwarded: &[u8]) -> String {
    // The proxy is the only one of the attackers' addresses that is trusted.
    let mut stream = target.connect_as(99).await.unwrap();
    let request = [
        &b"POST /api/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: 0\r\nX-Forwarded-For: "[..],
        forwarded,
        b"\r\n\r\n",
    ];
    stream.write_all(&request.concat()).await.unwrap();
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(FAR_TOO_LONG, stream.read_to_end(&mut answer)).await.expect("an answer");
    String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap_or_default().into()
}

#[test]
fn forged_addresses() {
    let scene = Scene::named("forged-addresses").option("--trust-proxy", "127.7.0.99");
    let scene = scene.option("--limit", "guests=20/hour");
    scene.refused_as("forwarded-for").refused_as("guests").run(async |target| {
        for at in 0..60 {
            assert_eq!(guest_from(&target, b"unknown").await, "400");
            // What the client sent stands in front of what the proxy adds.
            let hidden = guest_from(&target, b"\xff\xfe, 127.7.0.5").await;
            assert_eq!(hidden, if at < 20 { "201" } else { "429" }, "{at}");
        }
        assert_eq!(guest_from(&target, b"192.0.2.7").await, "201", "somebody else");
        assert_eq!(guest_from(&target, b"").await, "201", "the proxy itself");
        assert_eq!(target.refused("forwarded-for").await, 60);
    });
}
