// Looking back without leaving the page: a slider, arrow keys, the lines of the log, or by itself; the address names the moment.
"use strict";
const table = document.querySelector("[data-replay]"), slider = document.getElementById("at"), eyes = document.getElementById("as");
const play = document.querySelector("[data-play]"), HURRY = 0.2;  // by itself it goes on as fast as this where everything is shown at once
let asked = 0, timer = 0;

function now() { return Number(table.dataset.at); }

async function go(at) {
  const turn = asked += 1, moment = Math.max(0, Math.min(at, Number(table.dataset.last)));
  slider.value = moment;
  slider.nextElementSibling.textContent = `${moment} / ${table.dataset.last}`;
  const address = `${table.dataset.replay}?as=${encodeURIComponent(eyes.value)}&at=${moment}`;
  const answer = await fetch(address, { headers: { "X-Regions": "all" } });
  const told = await answer.json();
  if (turn !== asked || told.error) return;  // somebody has gone on meanwhile
  const step = told.at - now(), board = document.getElementById("board"), before = places(board), stood = stands(), pace = chosenSpeed();
  table.dataset.at = told.at;
  table.dataset.held = told.ways ? Math.max(told.held, LEAST) : told.held;
  for (const [name, html] of Object.entries(told.regions)) document.getElementById(name).innerHTML = html;
  if (pace && Math.abs(step) === 1) glide(board, before);
  if (pace && step === 1) walk(told.ways ?? {}, stood, Math.max(told.held, LEAST) * pace, pace);
  document.getElementById("announce").innerHTML = document.querySelector("#log .then")?.innerHTML ?? "";
  history.replaceState(null, "", address);
  if (timer) wait();
}

function wait() {  // as long as what was just shown deserves
  clearTimeout(timer);
  if (now() >= Number(table.dataset.last)) { stop(); return; }
  timer = setTimeout(() => go(now() + 1), Math.max(Number(table.dataset.held), 60) * (chosenSpeed() || HURRY));
}

function stop() {
  clearTimeout(timer);
  timer = 0;
  play.setAttribute("aria-pressed", "false");
}

play.hidden = false;
document.querySelector("[data-show]").hidden = true;
play.addEventListener("click", () => {
  if (timer) { stop(); return; }
  play.setAttribute("aria-pressed", "true");
  timer = 1;
  wait();
});
slider.addEventListener("input", () => { stop(); go(Number(slider.value)); });
eyes.addEventListener("change", () => go(now()));
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-at], a[data-step]");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  go(link.dataset.step ? now() + Number(link.dataset.step) : Number(link.dataset.at));
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
  if (event.target.matches("select, input:not([type=range])") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && !event.target.closest("a, button, summary")) { event.preventDefault(); play.click(); }
  if (!step) return;
  event.preventDefault();
  stop();
  go(now() + step);
});
