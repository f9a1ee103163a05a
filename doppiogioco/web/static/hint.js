// The hint opens above the table. Without this script its link leads to a page of its own.
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
