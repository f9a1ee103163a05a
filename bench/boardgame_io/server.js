// A boardgame.io server with one game whose state holds about as much as a table of ours. Prints the port it listens on.
// `node server.js` keeps everything in memory, `node server.js FOLDER` in files, with the storage that comes with it.
const { FlatFile, Server } = require("boardgame.io/dist/cjs/server.js");
const { PlayerView } = require("boardgame.io/dist/cjs/core.js");

const several = (count, make) => Array.from({ length: count }, (_, i) => make(i));

const game = {
  name: "sample",
  setup: ({ ctx }) => ({
    hexes: several(24, (i) => ({ q: i % 6, r: Math.floor(i / 6), kind: "street", taken: false })),
    pieces: several(10, (i) => ({ id: i, hex: i, owner: i % ctx.numPlayers })),
    players: Object.fromEntries(several(ctx.numPlayers, (i) => [i, { identity: `agent ${i}`, cards: [i, i + 5, i + 10] }])),
    scores: several(ctx.numPlayers, () => 0),
    chat: several(20, (i) => ({ seat: i % ctx.numPlayers, text: `Trust me, I have nothing to hide (${i}).` })),
  }),
  playerView: PlayerView.STRIP_SECRETS,
  disableUndo: true,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    go: ({ G, playerID }, piece, hex) => {
      G.pieces[piece].hex = hex;
      G.scores[Number(playerID)] += 1;
    },
  },
};

const folder = process.argv[2];
const server = Server({ games: [game], origins: [], ...(folder && { db: new FlatFile({ dir: folder }) }) });
// A port can also be a place: without a host it would listen on every address of the machine.
server.run({ port: { host: "127.0.0.1", port: 0 } }).then(({ appServer }) => console.log(`port ${appServer.address().port}`));
