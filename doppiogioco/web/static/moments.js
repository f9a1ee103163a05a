// Moments: what others do is looked at one thing after the other, on the board and in a line above it. News waits in a queue
// until its turn; a tap or a key goes on at once. Nobody else waits for it: it is a matter of this page alone.
"use strict";
const MANY = 8, TOO_MANY = 30;  // news that waits: from here on it is looked at faster, or not at all
const UNSETTLED = ["role", "tabindex", "data-answer", "aria-label", "class"];  // of a piece: they change with the question
const queue = [];
let looking = false, paused = false, goOn = null;
let last = null, settle = true;  // how each piece of the board looked after one's last answer; is that to be taken anew?

function speed() {
  if (document.hidden || queue.length > TOO_MANY) return 0;
  return chosenSpeed() * (queue.length > MANY ? SPEEDS.fast : 1);
}

function arrive(message) {
  queue.push(message);
  if (!looking) perform();
}

async function perform() {
  looking = true;
  while (queue.length) {
    const message = queue.shift();
    if (message.beats && message.number >= Number(table.dataset.number) && !draft) await show(message);
    told(message);
  }
  looking = false;
  caption("");
}

async function show(message) {
  const final = message.beats.length - 1;
  for (const [number, beat] of message.beats.entries()) {
    announce(beat.text);
    if (!speed()) continue;
    caption(beat.text);
    const board = beat.board ?? (number === final ? message.regions.board : null);
    const before = stands(), pace = speed(), time = Math.max(beat.held, LEAST) * pace;
    if (board) { renew({ board }); mark(); }
    walk(beat.ways ?? {}, before, time, pace);
    document.body.dataset.moment = beat.held;
    await hold(time);
    delete document.body.dataset.moment;
  }
}

function hold(time) {  // until it has been looked at, somebody goes on, or, where it is paused, goes on again
  return new Promise((done) => {
    const end = () => { clearInterval(tick); goOn = null; controls(); done(); };
    let left = time;
    const tick = setInterval(() => { if (!paused && (left -= 50) <= 0) end(); }, 50);
    goOn = end;
    controls();
  });
}

function caption(html) {
  const moment = document.getElementById("moment"), since = document.getElementById("since");
  if (!moment) return;
  moment.innerHTML = html;
  moment.hidden = !html;
  since.hidden = Boolean(html);
  moment.classList.remove("long", "longest");
  for (const size of ["long", "longest"]) if (moment.scrollHeight > moment.clientHeight + 1) moment.classList.add(size);
}

function controls() {
  const skip = document.querySelector("[data-skip]"), pause = document.querySelector("[data-pause]");
  if (skip) skip.disabled = !goOn;
  pause?.setAttribute("aria-pressed", String(paused));
}

function skipAll() {
  paused = false;
  for (const message of queue) delete message.beats;
  goOn?.();
}

// What has changed since one's last answer is marked on the board until the next one.
function looks() {
  return new Map([...document.querySelectorAll("#board [data-key]")].map((piece) => {
    const copy = piece.cloneNode(true);
    for (const name of UNSETTLED) copy.removeAttribute(name);
    return [piece.dataset.key, copy.outerHTML];
  }));
}

function mark() {
  const now = looks();
  if (settle || !last) { last = now; settle = false; return; }
  for (const piece of document.querySelectorAll("#board [data-key]")) {
    piece.classList.toggle("changed", last.get(piece.dataset.key) !== now.get(piece.dataset.key));
  }
}

// What only the viewer has been shown stays before their eyes until they say that they have seen it.
function seenUpTo() { return `seen ${table.dataset.live}`; }

function showPrivately() {
  const box = document.querySelector("[data-shown]"), tray = box?.closest(".tray");
  if (!box) return;
  const seen = Number(localStorage.getItem(seenUpTo()) ?? -1) >= Number(box.dataset.shown);
  tray.classList.toggle("looking", !seen);
  if (seen) box.remove();
}

document.addEventListener("answered", () => { settle = true; });
document.addEventListener("told", () => {
  if (table.dataset.seat === "") settle = true;  // who only watches is shown the latest change
  mark();
  showPrivately();
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-seen]")) {
    localStorage.setItem(seenUpTo(), document.querySelector("[data-shown]").dataset.shown);
    showPrivately();
    document.querySelector("#question .answers button")?.focus({ preventScroll: true });
  } else if (event.target.closest("[data-pause]")) { paused = !paused; controls(); }
  else if (goOn && event.target.closest("#board, .strip")) goOn();
});
document.addEventListener("keydown", (event) => {
  if (!goOn || event.target.matches("input, select, textarea")) return;
  if (event.key === " ") { event.preventDefault(); goOn(); }
  if (event.key === "Escape") skipAll();
});
if (document.querySelector(".strip")) {
  document.querySelector(".pacing").hidden = false;
  mark();
  showPrivately();
}
