"""The faces of bots: a coat, a head, a hat, eyes and what is below the nose, each from a few flat shapes of our own."""

from __future__ import annotations

from functools import cache

from minijinja import safe

from doppiogioco.bots.tempers import drawn_by_name, temper, temper_of
from doppiogioco.engine.words import Voice

# All on a ground of 48 by 48: the head is a circle around (24, 25), the eyes lie at (19, 24) and (29, 24).
HATS = (
    '<path class="{c}" d="M8 17h32v3H8zM14 17c0-9 4-11 10-8 6-3 10-1 10 8z"/>',  # a trilby
    '<path class="{c}" d="M10 18h28v3H10zM14 18c0-9 4-12 10-12s10 3 10 12z"/>',  # a bowler
    '<path class="{c}" d="M11 18c0-8 8-11 17-9 8 2 11 6 8 9zM26 9l2-4"/>',  # a beret
    '<path class="{c}" d="M13 19V8h22v11zM8 19h32v3H8z"/>',  # a top hat
    '<path class="{c}" d="M12 19c0-8 6-10 12-10s12 2 12 10zM24 19h18l-4 3H24z"/>',  # a cap
    '<path class="{c}" d="M13 22c-2-12 4-14 11-14s13 2 11 14c-2-5-5-7-11-7s-9 2-11 7z"/>',  # hair
)
EYES = (
    '<circle class="dot" cx="19" cy="24" r="2"/><circle class="dot" cx="29" cy="24" r="2"/>',
    '<circle class="line" cx="18.5" cy="24" r="4.5"/><circle class="line" cx="29.5" cy="24" r="4.5"/>'
    '<circle class="dot" cx="18.5" cy="24" r="1.6"/><circle class="dot" cx="29.5" cy="24" r="1.6"/>',  # glasses
    '<path class="dot" d="M13 21h10v5c-4 3-9 1-10-5zM25 21h10c-1 6-6 8-10 5z"/><path class="line" d="M22 22h4"/>',
    '<circle class="dot" cx="19" cy="24" r="2"/><circle class="line" cx="29.5" cy="24" r="5"/>'
    '<circle class="dot" cx="29.5" cy="24" r="1.6"/><path class="line" d="M34 26l2 10"/>',  # a monocle
    '<path class="line" d="M16 23l6 2M32 23l-6 2"/><circle class="dot" cx="20" cy="26" r="1.5"/>'
    '<circle class="dot" cx="28" cy="26" r="1.5"/>',  # narrowed
)
BELOW = (
    '<path class="line" d="M20 32c3 2 5 2 8 0"/>',  # a smile
    '<path class="dot" d="M24 29c-3-2-6 0-9 3 4 1 7 1 9-1 2 2 5 2 9 1-3-3-6-5-9-3z"/>',  # a moustache
    '<path class="line" d="M18 31h5M25 31h5M21 34h6"/>',  # a thin one
    '<path class="dot" d="M15 29c1 9 5 11 9 11s8-2 9-11c-5 3-13 3-18 0z"/><path class="line" d="M21 32h6"/>',  # a beard
    '<path class="line" d="M20 33h8"/>',  # nothing moves there
)
COLOURS = ("dark", "red", "teal", "sand")
# Hat, eyes, below, colour of the hat and of the coat.
CAST = {
    "Volpe": (0, 4, 1, 1, 0), "Gufo": (1, 1, 4, 0, 2), "Lince": (4, 0, 2, 2, 1), "Corvo": (3, 3, 0, 0, 1),
    "Faina": (2, 4, 0, 1, 2), "Vipera": (5, 2, 4, 0, 1), "Airone": (2, 1, 1, 2, 0), "Lupo": (0, 2, 3, 0, 2),
}  # fmt: skip


@cache
def face(name: str) -> str:
    """The face of the bot with this name; it only decorates, for the name stands beside it."""
    lengths = {"hat": len(HATS), "eyes": len(EYES), "below": len(BELOW), "hat colour": 4, "coat": 4}
    hat, eyes, below, colour, coat = CAST.get(name) or [drawn_by_name(name, *part) for part in lengths.items()]
    shapes = (
        f'<path class="{COLOURS[coat]}" d="M6 50c0-10 8-14 18-14s18 4 18 14z"/>'
        f'<circle class="skin" cx="24" cy="25" r="13"/>{EYES[eyes]}{BELOW[below]}'
        + HATS[hat].replace("{c}", COLOURS[colour])
    )
    return safe(f'<svg class="portrait" viewBox="0 0 48 48" aria-hidden="true">{shapes}</svg>')


def temper_words(name: str, say: Voice) -> str:
    """How the bot with this name is."""
    return say(temper(temper_of(name)).name)
