// Load for Colyseus: TABLES of two, one move under way at each, time until the other seat has the update.
const { Client } = require('@colyseus/sdk');
const { report } = require('./figures');
const [port, tables, seconds] = process.argv.slice(2).map(Number);
const client = new Client(`ws://127.0.0.1:${port}`);

async function sit() {
  const one = await client.create('bench');
  const two = await client.joinById(one.roomId);
  const players = [one, two].map((room) => ({ room, heard: () => {} }));
  players.forEach((player) => player.room.onStateChange(() => player.heard()));
  return { players };
}

function move({ players }, at) {
  return new Promise((resolve) => {
    players[at].heard = () => {};
    players[1 - at].heard = resolve;
    players[at].room.send('step');
  });
}

(async () => {
  const seated = [];
  for (let at = 0; at < tables; at += 1) seated.push(await sit());
  await report(seated, move, tables, seconds);
})();
