// What both loads share: playing until the time is over, and the figures at the end.
async function report(seated, move, tables, seconds) {
  console.log("seated");
  const times = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(seated.map(async (table) => {
    for (let at = 0; performance.now() < until; at = 1 - at) {
      const sent = performance.now();
      await move(table, at);
      times.push(performance.now() - sent);
    }
  }));
  const took = (performance.now() - began) / 1000;
  times.sort((one, two) => one - two);
  const part = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))].toFixed(2);
  console.log(`tables=${tables} moves=${times.length} moves_per_second=${(times.length / took).toFixed(0)} p50_ms=${part(0.5)} p99_ms=${part(0.99)} p999_ms=${part(0.999)}`);
  process.exit(0);
}

module.exports = { report };
