"""What looks good at a glance in Liar's Dice: a bid is held against one's own dice and a fair share of the others."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import Cells

from .dice import Face
from .rules import WILD_ONES, Ask, Choice, following

CERTAIN = 100  # that a bid is true, or that it is not
PER_DIE = 20  # a bid that is one die safer is clearly better
# Who doubts may lose a die; who waits for others to doubt loses nothing, unless the next bid is theirs.
LEFT_TO_OTHERS = 20
FACES = len(Face)


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.COUNT:
            return -least_doubtful(s, seat, a)
        case Ask.FACE:
            return -doubtful(s, seat, s.higher, a)
        case Ask.CHALLENGE:
            patience = 0 if following(s, s.bidder) == seat else LEFT_TO_OTHERS
            return doubtful(s, seat, s.count, s.face) - patience if a == Choice.DOUBT else 0
    return 0


@rule
def doubtful(s: Cells, seat: int, count: int, face: int) -> int:
    """How much a bid says beyond the seat's own dice and what the others show on average (4.2, 4.3)."""
    unseen, needed = sum(s.left) - s.left[seat], count - own(s, seat, face)
    if needed <= 0 or needed > unseen:
        return CERTAIN if needed > unseen else -CERTAIN
    fitting = 2 if s.options & WILD_ONES and face != Face.ONE else 1  # of the six faces
    return PER_DIE * needed - PER_DIE * unseen * fitting // FACES


@rule
def own(s: Cells, seat: int, face: int) -> int:
    """How many of one's own dice count for a face."""
    found = 0
    for die in range(s.left[seat]):
        if s.dice[seat][die] == face or (s.options & WILD_ONES and s.dice[seat][die] == Face.ONE):
            found += 1
    return found


@rule
def least_doubtful(s: Cells, seat: int, count: int) -> int:
    """The same of the best bid with so many dice: of as many as before only a higher face may be named (3.2)."""
    least = CERTAIN
    for face in range(FACES):
        if count > s.count or face > s.face:
            least = min(least, doubtful(s, seat, count, face))
    return least
