//! One address that wants every connection, and many addresses that want them together, where there are few to be had.

use std::collections::VecDeque;

use super::Scene;

#[test]
fn many_connections() {
    let scene = Scene::named("many-connections").with_descriptors(512);
    scene.refused_as("connections-of-address").refused_as("connections").run(async |target| {
        let mut open = VecDeque::new();
        let mut at = 0_usize;
        while !target.is_over() || at < 900 {
            at += 1;
            // First one address, then twenty.
            let attacker = if at <= 200 { 1 } else { 2 + (at % 20) as u8 };
            if let Ok(stream) = target.connect_as(attacker).await {
                open.push_back(stream);
            }
            if open.len() > 600 {
                open.pop_front();
            }
        }
        target.until_refused("connections-of-address", 1).await;
        target.until_refused("connections", 1).await;
    });
}
