"""Pieces are seen to go the way that they went: along the street and round the ring, step by step."""

from __future__ import annotations

from itertools import pairwise
from math import dist
from typing import Any

import pytest

from .serving import Server
from .test_browser import RESULTS, Screen, press, settled

# Where each piece is at 25 times of its way, in the units of the board, measured when its moment begins. A piece that
# glides (its animation does not stay) is there at once: a walk begins wherever a piece is seen, and in a busy browser
# that may be anywhere on the way of a glide.
FOLLOW = """
const animated = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  const one = animated.call(this, frames, timing);
  if (!timing.fill) one.finish();
  return one;
};
window.walks = [];
window.follow = () => {
  const middle = (piece) => {
    const box = piece.getBoundingClientRect(), units = piece.ownerSVGElement.getScreenCTM().inverse();
    const { x, y } = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(units);
    return [x, y];
  };
  const walks = {};
  for (const piece of document.querySelectorAll("#board [data-key^=pawn]")) {
    const [one] = piece.getAnimations().filter((one) => one.effect.getTiming().fill !== "auto");
    if (!one) continue;
    const { delay, duration } = one.effect.getTiming();
    walks[piece.dataset.key] = Array.from({ length: 25 }, (_, i) => {
      one.currentTime = delay + duration * i / 24;
      return middle(piece);
    });
    one.finish();  // a busy browser may draw no picture until the next step, which would then begin half-way
  }
  if (Object.keys(walks).length) window.walks.push(walks);
};
document.addEventListener("DOMContentLoaded", () => {
  new MutationObserver(() => { if (document.body.dataset.moment) follow(); })
    .observe(document.body, { attributes: true, attributeFilter: ["data-moment"] });
});
"""
ARRIVE = "pieces => { for (const piece of pieces) for (const one of piece.getAnimations()) one.finish(); }"
YARD, SQUARE = (159, 159, 641, 881), (272, 252, 688, 628)  # what the street goes round, and the ring of buildings
STEP, SAME = 150, 3  # units of the board: no step to the next building is shorter; a place is the same
WALKS, PRESSED, LOOKS = 24, 40, 400  # moments with a walk, or answers, that tell enough; looks at a page at most
Walk = list[tuple[float, float]]


def follow(
    chrome: Any, server: Server, game: str, motion: str = "no-preference", *, back: bool = False
) -> list[dict[str, Walk]]:
    """Play a game against a bot, looking at everything for a moment; where pawns went, moment after moment, or when one
    looks back at it step by step."""
    screen = Screen(chrome, server, speed="none" if back else "fast", reduced_motion=motion)
    screen.context.add_init_script(FOLLOW)
    form = {"bots": "1", "seats": "2", "listed": "off", "level": "easy"}
    page = screen.page
    page.goto(screen.context.request.post(f"/new/{game}", form=form, headers={"origin": server.address}).url)
    for number in range(LOOKS):  # some of them find nothing to press, so what counts is what has been seen
        enough = number >= PRESSED if back else page.evaluate("window.walks.length") >= WALKS
        if settled(page) == RESULTS or enough:
            break
        press(page, "#question :is(button[name=confirm], button[name=answer])", 0)
    if back:
        page.evaluate("localStorage.setItem('speed', 'normal')")
        page.goto(f"{page.url}/replay?at=0")
        last = int(page.locator("#at").get_attribute("max") or 0)
        ground = page.locator("#board .board").bounding_box()
        assert ground
        for at in range(1, last + 1):
            page.keyboard.press("ArrowRight")
            page.locator(f"[data-replay][data-at='{at}']").wait_for()
            assert page.locator("#board .board").bounding_box() == ground, "the board keeps its place"
            page.evaluate("follow()")
            page.locator("#board [data-key]").evaluate_all(ARRIVE)
    found: list[dict[str, Walk]] = page.evaluate("window.walks")
    screen.close()
    return found


def far(walk: Walk) -> float:
    return sum(dist(here, there) for here, there in pairwise(walk))


def inside(point: tuple[float, float], left: float, top: float, right: float, low: float) -> bool:
    return left < point[0] < right and top < point[1] < low


@pytest.mark.parametrize("back", [False, True], ids=["at the table", "looking back"])
def test_a_pawn_walks_along_the_street_and_never_through_the_middle(chrome: Any, server: Server, back: bool) -> None:
    walks = [walk for one in follow(chrome, server, "agent-avenue", back=back) for walk in one.values()]
    assert not [walk for walk in walks if any(inside(point, *YARD) for point in walk)]
    assert any(far(walk) > 1.2 * dist(walk[0], walk[-1]) for walk in walks), "round a corner"


@pytest.mark.parametrize("back", [False, True], ids=["at the table", "looking back"])
def test_agents_walk_round_the_ring_step_by_step(chrome: Any, server: Server, back: bool) -> None:
    moments = follow(chrome, server, "top-secret-spies", back=back)
    assert not [walk for one in moments for walk in one.values() if any(inside(point, *SQUARE) for point in walk)]
    strides = [
        (one[key], following[key])
        for one, following in pairwise(moments)
        for key in one.keys() & following.keys()
        if min(far(one[key]), far(following[key])) > STEP
    ]
    on = [dist(one[-1], following[0]) < SAME for one, following in strides]
    assert sum(on) > 1, "from where the last step has led to"
    assert all(far(walk) < 2 * STEP for one in moments for walk in one.values())


@pytest.mark.parametrize("back", [False, True], ids=["at the table", "looking back"])
@pytest.mark.parametrize("game", ["agent-avenue", "top-secret-spies"])
def test_without_motion_a_piece_is_where_it_comes_to(chrome: Any, server: Server, game: str, back: bool) -> None:
    walks = [walk for one in follow(chrome, server, game, "reduce", back=back) for walk in one.values()]
    assert walks
    assert all(far(walk) < SAME for walk in walks)
