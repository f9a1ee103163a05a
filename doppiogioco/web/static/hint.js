// The hint, and how to play, open above the table. Without this script their links lead to pages of their own.
"use strict";
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-hint]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.getAttribute("aria-busy") === "true") return;
  link.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href, { headers: { "X-Regions": "hint" } }), message = await answer.json();
    const box = document.querySelector("dialog.hinted");
    if (!box || !link.isConnected) return;  // the table has moved on
    const place = box.querySelector("[data-hinted]");
    if (message.hint) place.innerHTML = message.hint; else place.textContent = message.error;
    box.showModal();
  } catch {
    location.assign(link.href);
  } finally {
    link.removeAttribute("aria-busy");
  }
});

// Who has not answered yet is offered how to play, where later one can look back: there is nothing to look back at.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-lesson]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const box = document.querySelector("dialog.taught"), place = box.querySelector("[data-taught]");
  try {
    if (!place.firstChild) {
      const rules = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html"), lesson = rules.querySelector(".lesson");
      for (const way of lesson.querySelectorAll(".acts, form")) way.remove();  // there is a table already
      place.append(lesson);
    }
    box.showModal();
  } catch {
    location.assign(link.href);
  }
});
document.addEventListener("answered", () => { document.querySelector("a[data-lesson]")?.remove(); });
