"""Results of the arena as a picture: for each contest the share of wins with its interval, beside the fair share."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from .arena import Result, setup_of

ROW, TOP, LEFT, WIDE = 30, 46, 330, 480  # pixels
STYLE = (
    "text{font:14px sans-serif;fill:#222}.head{font-weight:700}.axis{stroke:#999}.bar{fill:#a33b2a}"
    ".line{stroke:#222;stroke-width:2}.fair{stroke:#1f6f6b;stroke-width:3}rect.ground{fill:#fff}"
)


def picture(results: Sequence[Result]) -> str:
    """An SVG drawing; a green mark is the share that an equal player would have."""
    rows = "".join(row(result, TOP + ROW * number) for number, result in enumerate(results))
    high = TOP + ROW * len(results) + 24
    ticks = "".join(
        f'<line class="axis" x1="{at(part)}" x2="{at(part)}" y1="{TOP - 8}" y2="{high - 20}"/>'
        f'<text x="{at(part)}" y="{high - 4}" text-anchor="middle">{part:.0%}</text>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 40} {high}" role="img">'
        f"<title>Share of wins in the arena, with 95 % intervals</title><style>{STYLE}</style>"
        f'<rect class="ground" width="100%" height="100%"/>{ticks}{rows}</svg>\n'
    )


def row(result: Result, y: int) -> str:
    """One contest."""
    contest, share, fair = result.contest, result.mean.share, result.mean.fair
    low, high = max(share - result.error, 0), min(share + result.error, 1)
    name = f"{setup_of(contest)}: {contest.challenger} – {contest.opponents}"
    return (
        f'<text x="{LEFT - 10}" y="{y + 14}" text-anchor="end">{escape(name)}</text>'
        f'<rect class="bar" x="{at(0)}" y="{y}" width="{at(share) - at(0):.1f}" height="18"/>'
        f'<line class="line" x1="{at(low):.1f}" x2="{at(high):.1f}" y1="{y + 9}" y2="{y + 9}"/>'
        f'<line class="fair" x1="{at(fair):.1f}" x2="{at(fair):.1f}" y1="{y - 3}" y2="{y + 21}"/>'
    )


def at(part: float) -> float:
    """Where a share lies on the axis."""
    return LEFT + WIDE * part
