// The table page comes alive: fresh regions arrive over one WebSocket, pieces glide to their new places, and forms are
// sent without leaving the page. Without this script every form and link works by itself.
"use strict";
const table = document.querySelector("[data-live]");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let draft = new URLSearchParams(location.search).get("draft") || "";
let plainTitle = document.title.replace(/^● [^·]*· /, "");
let wasMyTurn = document.title.startsWith("●");
let live = null;  // the socket while it is open: it tells of every change, so the answer to a form need not
let replied = null;  // what waits for the socket's reply to a move
let answering = false;  // the focus was last among the answers, so it goes back there when the next question comes
document.addEventListener("focusin", (event) => { answering = event.target.closest("#question") !== null; });

function places(root) {
  return new Map([...root.querySelectorAll("[data-key]")].map((piece) => [piece.dataset.key, piece.getBoundingClientRect()]));
}

function glide(root, before) {
  if (calm.matches) return;
  for (const piece of root.querySelectorAll("[data-key]")) {
    const old = before.get(piece.dataset.key), now = piece.getBoundingClientRect();
    if (!old || (Math.abs(old.x - now.x) < 1 && Math.abs(old.y - now.y) < 1)) continue;
    const ground = piece.ownerSVGElement, scale = ground ? ground.viewBox.baseVal.width / ground.getBoundingClientRect().width : 1;
    const from = `translate(${(old.x - now.x) * (scale || 1)}px, ${(old.y - now.y) * (scale || 1)}px)`;
    piece.animate([{ transform: from }, { transform: "none" }], { duration: 260, easing: "ease-out", composite: "add" });
  }
}

const shown = new Map();  // what each region shows: the answer to a form and the socket often say the same

function renew(regions) {
  for (const [name, html] of Object.entries(regions)) {
    const region = document.getElementById(name);
    if (!region || shown.get(name) === html) continue;
    shown.set(name, html);
    const active = region.contains(document.activeElement) ? document.activeElement : null;
    const typed = new Map([...region.querySelectorAll("input[id]")].map((input) => [input.id, input.value]));
    const again = active && (active.id ? `#${active.id}` : active.name ? `[name="${active.name}"][value="${active.value}"]` : active.dataset.answer ? `[data-answer="${active.dataset.answer}"]` : null);
    const covered = region.querySelector("details.id:not([open])") !== null, claims = region.querySelector("details.claims[open]") !== null;
    const scroll = [...region.querySelectorAll("ol")].map((list) => list.scrollTop), before = places(region);
    region.innerHTML = html;
    region.querySelectorAll("ol").forEach((list, i) => { list.scrollTop = scroll[i] || 0; });
    if (covered) region.querySelectorAll("details.id").forEach((one) => one.removeAttribute("open"));
    if (claims) region.querySelectorAll("details.claims").forEach((one) => one.setAttribute("open", ""));
    const target = again && region.querySelector(again);
    for (const [id, words] of typed) { const input = document.getElementById(id); if (input) input.value = words; }
    if (target) target.focus({ preventScroll: true });
    else if (name === "question" && (active || (answering && document.activeElement === document.body))) region.querySelector("button, a")?.focus({ preventScroll: true });
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

function told(message) {
  if (table.dataset.stage === "open" && message.stage !== "open") { location.reload(); return; }
  if (message.number < Number(table.dataset.number)) return;  // an answer to a form that newer news has overtaken
  table.dataset.number = message.number;
  table.dataset.stage = message.stage;
  renew(message.regions);
  if (message.lines) tell(message.lines, message.count);
  const line = document.querySelector("#log li span"), announce = document.getElementById("announce");
  if (line && announce && announce.textContent !== line.textContent) announce.textContent = line.textContent;
  const turn = Boolean(message.turn);
  document.title = (turn ? `● ${table.dataset.turnTitle} · ` : "") + plainTitle;
  if (turn && !wasMyTurn && document.hidden && window.Notification && Notification.permission === "granted") new Notification(document.title, { tag: table.dataset.live });
  wasMyTurn = turn;
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

async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form));
  if (button && button.name) fields.append(button.name, button.value);
  if (form.hasAttribute("data-quiet")) form.reset();
  const message = live && form.hasAttribute("data-move") ? await ask(fields) : await post(form.action, fields);
  if (!message) return;
  if (message.error) {
    await look();
    complain(message.error);
    if (fields.get("text")) document.getElementById("words").value = fields.get("text");
    return;
  }
  draft = message.draft || "";
  if (Object.keys(message.regions).length) told(message); else await arrived(message.number);
}

async function arrived(number) {  // wait for the socket to bring it, but not for ever
  for (let patience = 100; Number(table.dataset.number) < number; patience -= 1) {
    if (!patience) { await look(); return; }
    await new Promise((done) => setTimeout(done, 20));
  }
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
  if (!form.closest("#question, #players, #chat") || form.method !== "post") return;
  event.preventDefault();
  if (document.body.classList.contains("sending")) return;  // a doubled click
  document.body.classList.add("sending");
  if (window.Notification && Notification.permission === "default" && form.hasAttribute("data-move")) Notification.requestPermission();
  send(form, event.submitter).catch(() => form.submit()).finally(() => document.body.classList.remove("sending"));
});

let clicked = { ask: null, at: 0 };  // the question that was answered last, and when
document.addEventListener("click", (event) => {  // a click counts once: its double does not answer the next question
  const ask = document.querySelector("[data-move]")?.dataset.ask;
  if (!event.isTrusted || !ask || !event.target.closest("[data-answer], [data-move] button")) return;
  const doubled = event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - clicked.at < 350);
  if (doubled && clicked.ask !== ask) { event.preventDefault(); event.stopImmediatePropagation(); return; }
  clicked = { ask, at: event.timeStamp };
}, true);
document.addEventListener("click", (event) => {
  const back = event.target.closest("a[data-draft]");
  if (back) { event.preventDefault(); draft = new URL(back.href).searchParams.get("draft") || ""; look(); return; }
  const place = event.target.closest("[data-answer]");
  if (place) document.querySelector(`[data-move] button[name=answer][value="${place.dataset.answer}"]`)?.click();
});
document.addEventListener("change", (event) => { event.target.closest(".agreements form")?.requestSubmit(); });  // settled as chosen
document.addEventListener("keydown", (event) => {
  if ((event.key === "Enter" || event.key === " ") && event.target.matches?.("[data-answer]:not(button)")) {
    event.preventDefault();
    event.target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
});

function listen(delay) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${table.dataset.live}`);
  let opened = false;
  socket.onopen = () => { opened = true; live = socket; document.body.classList.remove("offline"); };
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.reply) { replied?.done(message); replied = null; return; }
    if (draft) look(); else told(message);  // only what has changed is told: a draft hides more than that
  };
  socket.onclose = () => {
    live = null;
    replied?.failed(new Error("the line was cut"));
    replied = null;
    document.body.classList.add("offline");
    if (!opened && delay > 4000 && window.EventSource) { fallBack(); return; }
    setTimeout(() => listen(opened ? 500 : Math.min(delay * 2, 8000)), delay);
  };
}

function fallBack() {
  const events = new EventSource(table.dataset.events);
  events.onopen = () => document.body.classList.remove("offline");
  events.onmessage = (event) => { const message = JSON.parse(event.data); if (draft && message.turn) look(); else told(message); };
}

setInterval(() => {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
    clock.textContent = left >= 86400 ? `${Math.floor(left / 86400)} d` : left >= 3600 ? `${Math.floor(left / 3600)} h` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}, 500);

if (table) listen(500);
