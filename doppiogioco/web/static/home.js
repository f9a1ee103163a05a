// Before the game: the table's address to copy or share, and a page that begins anew when its own seat is another one.
// Without this script the address can be selected or scanned, and everything else is a form.
"use strict";
const status_ = document.getElementById("copied");

async function copy(text) {
  if (navigator.clipboard) { await navigator.clipboard.writeText(text); return; }
  const field = Object.assign(document.createElement("textarea"), { value: text });  // where the line is not encrypted
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  const words = button.querySelector("span"), before = words.textContent;
  button.addEventListener("click", async () => {
    await copy(button.dataset.copy);
    words.textContent = status_.textContent = button.dataset.done;
    setTimeout(() => { words.textContent = before; status_.textContent = ""; }, 4000);
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  if (!navigator.share) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const { share: url, title, text } = button.dataset;
    navigator.share({ url, title, text }).catch(() => {});  // who changes their mind is no error
  });
}

const lobby = document.getElementById("lobby");
if (lobby) {  // the host has freed this seat, or another tab has moved: what stands around the list is drawn anew too
  const seat = () => lobby.querySelector("[data-seat]")?.dataset.seat, first = seat();
  new MutationObserver(() => { if (seat() !== undefined && seat() !== first) location.reload(); }).observe(lobby, { childList: true });
}
