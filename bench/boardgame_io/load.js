// Players for the boardgame.io server: `node load.js PORT TABLES SEATS` opens the tables with a socket for every seat and
// prints "ready". Each line on standard input is a number of seconds to play for; the answer is a line of JSON: for every
// move the seconds from sending it until the last seat had it.
const { io } = require("socket.io-client");
const [port, tables, seats] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;

async function post(path, body) {
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(server + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}

class Match {
  constructor() {
    this.screens = [];
    this.current = null; // the latest state that every seat has
    this.got = 0; // seats that have the state after it
    this.done = () => {};
  }

  async open() {
    const { matchID } = await post("/games/sample/create", { numPlayers: seats });
    this.id = matchID;
    const joined = [];
    for (let seat = 0; seat < seats; seat += 1) {
      joined.push(await post(`/games/sample/${matchID}/join`, { playerID: String(seat), playerName: `Player ${seat}` }));
    }
    await Promise.all(joined.map(({ playerCredentials }, seat) => this.sit(seat, playerCredentials)));
  }

  sit(seat, credentials) {
    const socket = io(`${server}/sample`, { transports: ["websocket"], forceNew: true });
    this.screens.push({ seat: String(seat), credentials, socket });
    return new Promise((seated) => {
      socket.on("connect", () => socket.emit("sync", this.id, String(seat), credentials, seats));
      socket.on("sync", (_, { state }) => { this.current = state; seated(); });
      socket.on("update", (_, state) => {
        if (state._stateID !== this.current._stateID + 1) return;
        this.got += 1;
        if (this.got === seats) { this.got = 0; this.current = state; this.done(); }
      });
    });
  }

  move() {
    const { ctx, _stateID } = this.current;
    const { seat, credentials, socket } = this.screens.find((one) => one.seat === ctx.currentPlayer);
    const args = [_stateID % 10, _stateID % 24];
    const payload = { type: "go", args, playerID: seat, credentials };
    return new Promise((done) => {
      this.done = done;
      socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, this.id, seat);
    });
  }

  async play(until, took) {
    do {
      const start = performance.now();
      await this.move();
      took.push((performance.now() - start) / 1000);
    } while (performance.now() < until);
  }
}

async function main() {
  const matches = Array.from({ length: tables }, () => new Match());
  await Promise.all(matches.map((match) => match.open()));
  console.log("ready");
  for await (const line of require("readline").createInterface({ input: process.stdin })) {
    const took = [], until = performance.now() + Number(line) * 1000;
    await Promise.all(matches.map((match) => match.play(until, took)));
    console.log(JSON.stringify(took));
  }
  process.exit(0);
}

main();
