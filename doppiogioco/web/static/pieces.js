// Pieces on the board are seen to move: they glide to their new places, or go their way step by step. On the table, and when one
// looks back at it.
"use strict";
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SPEEDS = { slow: 1.8, normal: 1, fast: 0.45, none: 0 };
const LEAST = 650;  // milliseconds at the usual speed: what is shorter cannot be read
const STRIDE = 260, LONGEST = 0.6;  // milliseconds for a step of a piece; how much of a moment a way may take

function chosenSpeed() { return SPEEDS[localStorage.getItem("speed")] ?? SPEEDS.normal; }

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

function middle(piece) {  // of a piece, in the units of the board, which may lie elsewhere on the page next time
  const box = piece.getBoundingClientRect(), units = piece.ownerSVGElement.getScreenCTM().inverse();
  return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(units);
}

function stands() {
  const pieces = [...document.querySelectorAll("#board [data-key]")].filter((piece) => piece.ownerSVGElement);
  return new Map(pieces.map((piece) => [piece.dataset.key, middle(piece)]));
}

// Pieces go the way that they went on the table, from where they were seen last. A picture that still shows a piece where it was
// is looked at first; on any other it goes at once. They stay where they have come to until the next board is drawn.
function walk(ways, before, time, pace) {
  for (const [key, passed] of Object.entries(ways)) {
    const piece = document.querySelector(`#board [data-key="${key}"]`);
    if (!piece?.ownerSVGElement) continue;
    piece.getAnimations().forEach((one) => one.cancel());
    const drawn = middle(piece), was = before.get(key) ?? drawn;
    const far = (place) => Math.hypot(place.x - drawn.x, place.y - drawn.y), stops = passed.map(([x, y]) => ({ x, y }));
    const arrived = far(stops.at(-1)) <= far(was), way = [was, ...stops.slice(0, -1), arrived ? drawn : stops.at(-1)];
    const frames = way.map(({ x, y }) => ({ transform: `translate(${x - drawn.x}px, ${y - drawn.y}px)` }));
    const long = Math.min(stops.length * STRIDE * pace, time * LONGEST), delay = arrived ? 0 : time - long;
    piece.animate(calm.matches ? [frames.at(-1), frames.at(-1)] : frames, { duration: long, delay, fill: calm.matches ? "forwards" : "both" });
  }
}
