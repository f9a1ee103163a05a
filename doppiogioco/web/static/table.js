// The table page comes alive: fresh regions arrive over one WebSocket, pieces glide to their new places, and forms are
// sent without leaving the page. Without this script every form and link works by itself.
"use strict";
const table = document.querySelector("[data-live]");
let draft = new URLSearchParams(location.search).get("draft") || "";
const plainTitle = document.title.replace(/^● [^·]*· /, "");
let wasMyTurn = document.title.startsWith("●");
let live = null;  // the socket while it is open: it tells of every change, so the answer to a form need not
let replied = null;  // what waits for the socket's reply to a move
let kept = null;  // an answer that could not be sent: it waits for the server to come back
let played = 0;  // the number that one's latest answer got: news from before it still asks the same question
let heard = 0;  // the number of the latest news, which may still be waiting to be shown
let answering = false;  // the focus was last among the answers, so it goes back there when the next question comes
document.addEventListener("focusin", (event) => { answering = event.target.closest("#question") !== null; });

const shown = new Map();  // what each region shows: the answer to a form and the socket often say the same

function renew(regions) {
  for (const [name, html] of Object.entries(regions)) {
    const region = document.getElementById(name);
    if (!region || shown.get(name) === html) continue;
    shown.set(name, html);
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const typed = new Map([...region.querySelectorAll("input[id]")].map((input) => [input.id, input.value]));
    const again = active && (active.id ? `#${active.id}` : active.name ? `[name="${active.name}"][value="${active.value}"]` : active.dataset.answer ? `[data-answer="${active.dataset.answer}"]` : null);
    const covered = region.querySelector("details.id:not([open])") !== null, open = [".claims", ".hosting"].filter((kind) => region.querySelector(`details${kind}[open]`));
    const scroll = [...region.querySelectorAll("ol, .said")].map((list) => [list.scrollTop, list.scrollHeight]), before = places(region);
    region.innerHTML = html;
    region.querySelectorAll("ol, .said").forEach((list, i) => { const [top, high] = scroll[i] ?? [0, 0]; list.scrollTop = top < 0 ? top + high - list.scrollHeight : top; });  // what is read stays, also in the chat, which is counted from its end
    if (covered) region.querySelectorAll("details.id").forEach((one) => one.removeAttribute("open"));
    for (const kind of open) region.querySelector(`details${kind}`)?.setAttribute("open", "");
    const target = again && region.querySelector(again);
    for (const [id, words] of typed) { const input = document.getElementById(id); if (input) input.value = words; }
    if (target) target.focus({ preventScroll: true });
    else if (name === "question" && (active || (answering && document.activeElement === document.body))) (region.querySelector(".answers :is(button, a)") ?? region.querySelector("button, a"))?.focus({ preventScroll: true });
    glide(region, before);
  }
}

function tell(lines, count) {  // new lines of the log, the latest last
  const list = document.querySelector("#log ol"), fresh = count - Number(list?.dataset.lines);
  if (!list || fresh > lines.length) { look(); return; }  // some were missed
  if (fresh <= 0) return;  // the whole log has come meanwhile
  list.insertAdjacentHTML("afterbegin", lines.slice(-fresh).reverse().join(""));
  list.dataset.lines = count;
  shown.delete("log");
}

function told(message) {  // the page is brought up to date
  if (table.dataset.stage === "open" && message.stage !== "open") { location.reload(); return; }
  if (message.number < Number(table.dataset.number)) return;  // an answer to a form that newer news has overtaken
  table.dataset.number = message.number;
  table.dataset.stage = message.stage;
  const { question, ...others } = message.regions;
  renew(message.number < played ? others : message.regions);  // what has been answered is not asked again
  if (message.lines) tell(message.lines, message.count);
  if (!message.beats) announce(document.querySelector("#log li span")?.innerHTML);
  const turn = Boolean(message.turn);
  document.title = (turn ? `● ${table.dataset.turnTitle} · ` : "") + plainTitle;
  const came = turn && !wasMyTurn;
  wasMyTurn = turn;
  document.dispatchEvent(new CustomEvent("told", { detail: { message, came } }));
}

let said = "";
function announce(html) {  // for who listens: everything once, politely
  const place = document.getElementById("announce");
  if (html && place && said !== html) place.innerHTML = said = html;
}

async function look() {
  const answer = await fetch(`${location.pathname}?draft=${draft}`, { headers: { "X-Regions": "all" } });
  const message = await answer.json();
  draft = message.draft || "";
  told(message);
}

async function post(action, fields) {
  const answer = await fetch(action, { method: "POST", body: fields, headers: { "X-Regions": live && !draft ? "live" : "all" } });
  if (!answer.redirected) return answer.json();
  location.assign(answer.url);
  return null;
}

function ask(fields) {  // a move goes over the socket; should that break, the form is posted, and says if it came twice
  return new Promise((done, failed) => { replied = { done, failed }; live.send(JSON.stringify(Object.fromEntries(fields))); });
}

async function send({ form, action, fields, move }) {
  if (move) form.inert = true;  // until its answer has been shown, perhaps after what follows from it
  const message = live && move ? await ask(fields) : await post(action, fields);
  if (!message) return;
  if (message.error) {
    form.inert = false;
    await look();
    complain(message.error);
    if (fields.get("text")) document.getElementById("words").value = fields.get("text");
    return;
  }
  draft = message.draft || "";
  if (Object.keys(message.regions).length) { told(message); return; }
  if (move) { played = message.number; document.dispatchEvent(new Event("answered")); }
  await arrived(message.number);
}

async function arrived(number) {  // wait for the socket to bring it, but not for ever
  for (let patience = 100; heard < number; patience -= 1) {
    if (!patience) { await look(); return; }
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function sendKept() {  // the server is back: what waited is played, unless the table has moved on without it
  if (!kept) return;
  const waiting = kept;
  kept = null;
  const message = await post(waiting.action, waiting.fields).catch(() => { kept = waiting; return null; });
  if (message && !message.error) draft = message.draft || "";
  if (!kept) look();
}

function complain(text) {
  const tray = document.querySelector("#question .tray") || document.querySelector("main");
  tray.querySelector(".error")?.remove();
  const error = Object.assign(document.createElement("p"), { className: "error", textContent: text });
  error.setAttribute("role", "alert");
  tray.querySelector(".ask")?.after(error) ?? tray.prepend(error);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.closest("#question, #players, #hosting, #chat") || form.method !== "post") return;
  event.preventDefault();
  if (document.body.classList.contains("sending") || form.inert) return;  // a doubled click, or a key or a place on the board after the answer
  document.body.classList.add("sending");
  const fields = new URLSearchParams(new FormData(form)), button = event.submitter;
  if (button && button.name) fields.append(button.name, button.value);
  if (form.hasAttribute("data-quiet")) form.reset();
  const wish = { form, action: form.action, fields, move: form.hasAttribute("data-move") };
  send(wish).catch(() => { kept = wish; gone(); }).finally(() => document.body.classList.remove("sending"));
});

document.addEventListener("submit", (event) => {  // a move that is being put together stays when the theme or language changes
  if (draft && event.target.closest(".top nav")) event.target.action = event.target.action.replace(/\?to=.*/, `?to=${encodeURIComponent(`${location.pathname}?draft=${draft}`)}`);
});

let clicked = { ask: null, at: 0 };  // the question that was answered last, and when
document.addEventListener("click", (event) => {  // a click counts once: its double does not answer the next question
  const form = document.querySelector("[data-move]");
  const ask = form && [form.dataset.ask, form.elements.after.value, form.elements.draft?.value].join(" ");  // also the next part of a move is another question
  if (!event.isTrusted || !ask || !event.target.closest("[data-answer], [data-move] button")) return;
  const doubled = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - clicked.at < 350);
  if (doubled && clicked.ask !== ask) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  clicked = { ask, at: event.timeStamp };
}, true);
document.addEventListener("click", (event) => {
  const back = event.target.closest("a[data-draft]");
  if (back) { event.preventDefault(); draft = new URL(back.href).searchParams.get("draft") || ""; look(); return; }
  const place = event.target.closest("[data-answer]");
  if (place && !document.querySelector(".tray.looking")) document.querySelector(`[data-move] button[name=answer][value="${place.dataset.answer}"]`)?.click();
});
document.addEventListener("change", (event) => { event.target.closest(".agreements form")?.requestSubmit(); });  // settled as chosen
document.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-answer]:not(button)")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
});

let pieces = [];  // of the board as it was told last: what stands there again is told by its number
function whole({ side, sections }) {  // the parts of a board, some of which go round: the place of a side comes first
  const told = sections.map((section) => section.map((piece) => (typeof piece === "number" ? pieces[piece] : piece)));
  const places = told.filter((_, number) => number % 2);
  const seen = told.map((section, number) => (number % 2 ? places[((number - 1) / 2 + side) % places.length] : section));
  return { html: seen.flat().join(""), told: told.flat() };
}

function spell(message) {  // boards are told in pieces: from here on they are HTML
  for (const beat of message.beats ?? []) if (beat.board) beat.board = whole(beat.board).html;
  if (!message.board) return;
  const board = whole(message.board);
  message.regions.board = board.html;
  if (!message.reply) pieces = board.told;  // a draft goes by: what is told next begins at the board before it
}

let failures = 0, refusals = 0;  // to open the line, one after the other
function listen() {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${table.dataset.live}`);
  let opened = false;
  socket.onopen = () => { opened = true; failures = 0; live = socket; back(); };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    refusals = 0;
    crowded(false);
    spell(message);
    if (message.reply) { replied?.done(message); replied = null; return; }
    heard = Math.max(heard, message.number);
    if (draft) look(); else if (window.arrive) arrive(message); else told(message);  // a draft hides more than what has changed
  };
  socket.onclose = (event) => {
    if (event.code === 4401) { location.reload(); return; }  // this page is no longer for who looks at it
    live = null;
    replied?.failed(new Error("the line was cut"));
    replied = null;
    crowded(event.code === 4429);
    if (event.code === 4429) {  // too many: the server is there, and every attempt costs it something
      setTimeout(listen, 1000 * Math.min(60, 2 ** refusals++) * (1 + Math.random() / 2));
      return;
    }
    gone();
    failures += opened ? 0 : 1;
    if (failures > 8 && window.EventSource) { fallBack(); return; }
    setTimeout(listen, 300 + 500 * Math.random());  // soon after the server is back, but not all pages at once
  };
}

let absence = 0;
function gone() {  // a moment without the server is nothing to speak of
  absence ||= setTimeout(() => { document.body.classList.add("offline"); document.querySelector(".gone")?.removeAttribute("hidden"); }, 1200);
}

function crowded(now) { document.querySelector(".crowded")?.toggleAttribute("hidden", !now); }

function back() {
  clearTimeout(absence);
  absence = 0;
  document.body.classList.remove("offline");
  document.querySelector(".gone")?.setAttribute("hidden", "");
  sendKept();
}

function fallBack() {
  const events = new EventSource(table.dataset.events);
  events.onopen = back;
  events.onmessage = (event) => { const message = JSON.parse(event.data); if (draft && message.turn) look(); else told(message); };
}

if (table) listen();
