// boardgame.io with its in-memory store: a table of two, a move is one number more.
const { Server, Origins } = require('boardgame.io/server');
const game = {
  name: 'bench',
  setup: () => ({ count: 0 }),
  moves: { step: ({ G }) => { G.count += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};
const server = Server({ games: [game], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log('ready'));
