// Comforts of a page: keys, clocks, a sound and a message when it is one's turn, claims as bubbles, what one remembers.
"use strict";
const phone = matchMedia("(pointer: coarse)");
const wishes = { speed: "normal", sound: phone.matches ? "" : "on", notify: "" };

function wish(name) { return localStorage.getItem(name) ?? wishes[name]; }

const comforts = document.querySelector(".comforts");
if (comforts) {
  comforts.hidden = false;
  document.getElementById("speed").value = wish("speed");
  for (const name of ["sound", "notify"]) document.getElementById(name).checked = wish(name) === "on";
}
document.addEventListener("change", async (event) => {
  const { id, checked, value } = event.target;
  if (id === "speed") localStorage.setItem(id, value);
  if (id === "sound") { localStorage.setItem(id, checked ? "on" : ""); if (checked) ring(); }
  if (id === "notify") {  // the browser is asked only by somebody who has just said so
    const may = checked && window.Notification && (await Notification.requestPermission()) === "granted";
    event.target.checked = Boolean(may);
    localStorage.setItem(id, may ? "on" : "");
  }
});

let sounds = null;
function ring() {  // two short notes, made here
  sounds ??= new AudioContext();
  for (const [at, pitch] of [[0, 523.25], [0.13, 783.99]]) {
    const tone = sounds.createOscillator(), loud = sounds.createGain(), start = sounds.currentTime + at;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.0001, start);
    loud.gain.exponentialRampToValueAtTime(0.16, start + 0.015);
    loud.gain.exponentialRampToValueAtTime(0.0001, start + 0.22);
    tone.connect(loud).connect(sounds.destination);
    tone.start(start);
    tone.stop(start + 0.24);
  }
}

let advised = "";  // what has been told of a partner's advice
let claims = document.querySelectorAll("#chat li.claim").length;
document.addEventListener("told", (event) => {
  if (event.detail.came) {
    if (wish("sound") === "on" && navigator.userActivation?.hasBeenActive) ring();
    if (phone.matches && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(120);
    if (document.hidden && wish("notify") === "on" && window.Notification?.permission === "granted") new Notification(document.title, { tag: table.dataset.live });
  }
  bubble();
  recall();
  const advice = document.querySelector("#since .advice");
  if (advice && advised !== advice.textContent) announce(new Option(advice.textContent).innerHTML);
  advised = advice?.textContent;
});

function bubble() {  // what somebody has just claimed stands for a while beside their name
  const said = [...document.querySelectorAll("#chat li.claim")], fresh = said.slice(claims);
  claims = said.length;
  for (const claim of fresh) {
    const place = document.querySelector(`#players li[data-seat="${claim.dataset.seat}"] .who`);
    if (!place) continue;
    const words = Object.assign(document.createElement("span"), { className: "bubble", textContent: claim.lastChild.textContent.trim() });
    words.setAttribute("aria-hidden", "true");
    place.append(words);
    const over = words.getBoundingClientRect().right + 8 - document.documentElement.clientWidth;
    if (over > 0) words.style.translate = `${-over}px`;
    setTimeout(() => words.remove(), 7000);
  }
}

async function recall() {
  const memory = document.querySelector("details[data-memory][open]");
  if (!memory) return;
  const answer = await fetch(memory.dataset.memory, { headers: { "X-Regions": "memory" } });
  if (answer.ok) memory.querySelector(".notes").innerHTML = await answer.text();
}
const memory = document.querySelector("details[data-memory]");
if (memory) {
  memory.open = (localStorage.getItem("memory") ?? (matchMedia("(min-width: 1100px)").matches ? "open" : "")) === "open";
  memory.addEventListener("toggle", () => { localStorage.setItem("memory", memory.open ? "open" : ""); recall(); });
  recall();
}

// The notebook: fetched when it is opened, kept a moment after one has stopped writing.
const notebook = document.querySelector("details[data-notebook]");
let jotting = 0;
notebook?.addEventListener("toggle", async () => {
  if (!notebook.open || notebook.querySelector("form")) return;
  const answer = await fetch(notebook.dataset.notebook, { headers: { "X-Regions": "notebook" } });
  if (answer.ok) notebook.querySelector(".pages").innerHTML = await answer.text();
});
async function jot() {
  clearTimeout(jotting);
  const form = notebook.querySelector("form"), done = form.querySelector(".kept");
  const answer = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)), headers: { "X-Regions": "notebook" } });
  done.hidden = !answer.ok;
}
notebook?.addEventListener("input", () => {
  notebook.querySelector(".kept").hidden = true;
  clearTimeout(jotting);
  jotting = setTimeout(jot, 900);
});
notebook?.addEventListener("submit", (event) => { event.preventDefault(); jot(); });

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea")) return;
  const tray = document.querySelector("#question .tray:not(.looking)");
  if (/^[1-9]$/.test(event.key)) tray?.querySelectorAll(".opts button")[Number(event.key) - 1]?.click();
  else if (event.key === "Enter" && event.target === document.body) document.querySelector("#question :is([data-seen], button[name=confirm])")?.click();
  else if (event.key === "Backspace") tray?.querySelector("a[data-draft]")?.click();
  else if (event.key === "?") document.querySelector("a[target=rules]")?.click();
});

function clocks() {
  for (const clock of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(clock.dataset.deadline) - Date.now() / 1000));
    clock.textContent = left >= 86400 ? `${Math.floor(left / 86400)} d` : left >= 3600 ? `${Math.floor(left / 3600)} h` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("late", left <= 10);
    if (left <= 1 && clock.closest("#question")) document.querySelector("#question button[name=confirm]")?.click();  // a move that is complete is played
  }
}
setInterval(clocks, 500);

function fit() {  // in one column the board gets the room between what stands above it and the tray
  const above = [...document.querySelectorAll(".strip, #players")].map((part) => part.getBoundingClientRect().bottom + scrollY);
  document.documentElement.style.setProperty("--above", `${Math.ceil(Math.max(0, ...above)) + 10}px`);
}
addEventListener("resize", fit);
fit();
