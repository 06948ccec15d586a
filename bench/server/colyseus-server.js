// Colyseus in memory: a room of two, a move is one number more, a patch is sent for every move.
const { Server, Room } = require('@colyseus/core');
const { WebSocketTransport } = require('@colyseus/ws-transport');
const { schema, t } = require('@colyseus/schema');
const State = schema({ count: t.number() });
class Bench extends Room {
  onCreate() {
    this.maxClients = 2;
    this.patchRate = null;
    this.state = new State();
    this.state.count = 0;
    this.onMessage('step', () => { this.state.count += 1; this.broadcastPatch(); });
  }
}
const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('bench', Bench);
server.listen(Number(process.argv[2])).then(() => console.log('ready'));
