// Load for boardgame.io: TABLES of two, one move under way at each, time until the other seat has the update.
const { io } = require('socket.io-client');
const { report } = require('./figures');
const [port, tables, seconds] = process.argv.slice(2).map(Number);
const base = `http://127.0.0.1:${port}`;

function connect(matchID, playerID) {
  return new Promise((resolve) => {
    const socket = io(`${base}/bench`, { transports: ['websocket'], forceNew: true });
    const player = { socket, playerID, stateID: 0, heard: () => {} };
    socket.on('connect', () => socket.emit('sync', matchID, playerID, undefined, 2));
    socket.on('sync', (_, info) => { player.stateID = info.state._stateID; resolve(player); });
    socket.on('update', (_, state) => { player.stateID = state._stateID; player.heard(); });
  });
}

// A match is made by the first who asks for it.
async function sit(number) {
  const matchID = `match${number}`;
  return { matchID, players: [await connect(matchID, '0'), await connect(matchID, '1')] };
}

function move({ matchID, players }, at) {
  const [mover, other] = [players[at], players[1 - at]];
  return new Promise((resolve) => {
    other.heard = resolve;
    const payload = { type: 'step', args: [], playerID: mover.playerID };
    mover.socket.emit('update', { type: "MAKE_MOVE", payload }, mover.stateID, matchID, mover.playerID);
  });
}

(async () => {
  const seated = [];
  for (let at = 0; at < tables; at += 1) seated.push(await sit(at));
  await report(seated, move, tables, seconds);
})();
