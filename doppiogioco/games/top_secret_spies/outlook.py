"""How good the table would be for a seat if an agent or two went somewhere else: a scoring that is due, and hopes.

Of the owners only the seat's own agents are read: those it sees. All others are rivals, free ones too (6.3).
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import COLOURS, FINISH, RUINS, WORTH
from .state import DOSSIER, plays

Moved = tuple[int, int, int, int]  # an agent and where it goes, another and where; NOBODY where there is none
UNMOVED = (NOBODY, NOBODY, NOBODY, NOBODY)
# How far the seat's own marker is, how much its rivals matter together, and what they can hope for where they are.
Rivals = tuple[int, int, int]

CERTAIN, LIKELY = 100, 90  # to win, or to lose
SPACE = 6  # what a space on the track is worth that one's own marker gains on its rivals,
IN_FRONT, BEHIND = 2, 1  # of which those that are level or in front count for more
# A good house is a hope as long as nothing scores: from the highest one it is one step to the ruins (5.2).
HOPE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 5, -2)
HOPE_SHARE = 2  # it is worth so much less than a scoring, for everybody,
SHOWN_SPACE = 5  # and still less to oneself: who leads an agent uphill for nothing shows whose it is
LEAD_COUNTS = 4  # with dossiers still to be paid (9.4), a lead at the end is no victory yet


@rule
def rivals_of(s: Cells, seat: int) -> Rivals:
    """What does not change from one thing that a seat might do to the next."""
    far, threats, hopes = own_marker(s, seat), 0, 0
    for agent in range(COLOURS):
        if plays(s, agent) and s.owner[agent] != seat:
            threats += threat(s, agent, far)
            hopes += threat(s, agent, far) * HOPE[s.at[agent]]
    return far, threats, hopes


@rule
def outlook(s: Cells, seat: int, moved: Moved, rivals: Rivals) -> int:
    """How good it is for a seat if up to two agents go where it is said, and then a scoring comes that is due."""
    stands = standing(s, seat, moved, rivals)
    return scoring(s, seat, moved, rivals, stands) if due(s, moved) else stands


@rule
def due(s: Cells, moved: Moved) -> bool:
    """Will somebody have come to the safe? Coming counts, not staying (4.2)."""
    one, there, other, where = moved
    staying = s.guests
    if one != NOBODY:
        if there == s.safe and (there != s.at[one] or (s.guests >> one) & 1):
            return True
        staying &= ~(1 << one)
    if other != NOBODY and other != one:
        if where == s.safe and (where != s.at[other] or (s.guests >> other) & 1):
            return True
        staying &= ~(1 << other)
    return staying != 0


@rule
def place(s: Cells, agent: int, moved: Moved) -> int:
    """Where an agent would be."""
    one, there, other, where = moved
    if agent == one:
        return there
    return where if agent == other else s.at[agent]


@rule
def own_marker(s: Cells, seat: int) -> int:
    """How far the farther of the seat's own markers is (8.11)."""
    far = 0
    for agent in range(COLOURS):
        if s.owner[agent] == seat:
            far = max(far, s.score[agent])
    return far


@rule
def threat(s: Cells, rival: int, far: int) -> int:
    """How much a rival's marker matters to a seat whose own is so far."""
    return IN_FRONT if s.score[rival] >= far else BEHIND


@rule
def standing(s: Cells, seat: int, moved: Moved, rivals: Rivals) -> int:
    """How well the seat's best placed agent would stand among its rivals, as long as nothing scores."""
    one, there, other, where = moved
    far, threats, hopes = rivals
    hopes += hope_gained(s, seat, one, there, far)
    if other != one:
        hopes += hope_gained(s, seat, other, where, far)
    own = HOPE[RUINS]
    for agent in range(COLOURS):
        if s.owner[agent] == seat:
            own = max(own, HOPE[place(s, agent, moved)])
    return (SHOWN_SPACE * own - SPACE * hopes // threats) // HOPE_SHARE


@rule
def hope_gained(s: Cells, seat: int, agent: int, there: int, far: int) -> int:
    """By how much the rivals of a seat could hope for more if this agent went there."""
    if agent == NOBODY or s.owner[agent] == seat:
        return 0
    return threat(s, agent, far) * (HOPE[there] - HOPE[s.at[agent]])


@rule
def scoring(s: Cells, seat: int, moved: Moved, rivals: Rivals, stands: int) -> int:
    """What a scoring (5) would bring to a seat that would stand so well after it."""
    far, threats, _ = rivals
    own, best, gains = 0, 0, 0
    for agent in range(COLOURS):
        if plays(s, agent):
            marker = max(0, s.score[agent] + WORTH[place(s, agent, moved)])
            if s.owner[agent] == seat:
                own = max(own, marker)
            else:
                best = max(best, marker)
                gains += threat(s, agent, far) * (marker - s.score[agent])
    if max(own, best) >= FINISH:
        return at_the_end(s, own - best)
    value = SPACE * (own - far) - SPACE * gains // threats + stands
    return max(-LIKELY, min(LIKELY, value))


@rule
def at_the_end(s: Cells, lead: int) -> int:
    """The game would be over (6.1): whoever is level with the front has won, free agent or not (6.4)."""
    if s.options & DOSSIER:
        return max(-LIKELY, min(LIKELY, LEAD_COUNTS * lead))
    return CERTAIN if lead >= 0 else -CERTAIN
