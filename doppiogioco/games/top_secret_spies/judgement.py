"""What looks good at a glance in Top Secret Spies: where the agents would stand, and whom a scoring would help.

Clause numbers refer to docs/games/top-secret-spies. Of the owners only the seat's own agents are read: those it sees.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .card_phase import may_pick, occupied
from .cards import BUILDINGS, CHURCH, COLOURS, ENOUGH, FAR, FINISH, NUDGE, NUDGE_LIMIT, PASS, RUINS, WORTH, Card
from .state import DOSSIER, Ask, Way, plays

CERTAIN = 100  # to win, or to lose
# What a space on the track is worth: to one's own marker, and of a rival that is level or in front, or behind.
OWN, IN_FRONT, BEHIND = 6, 2, 1
PER_APPEAL = 3  # so many of these are one of appeal
# A good house is a hope as long as nothing scores: from the highest one it is one step to the ruins (5.2).
HOPE = (0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 5, -2)
HOPE_SHARE = 3  # it is worth so much less than a scoring, for everybody,
SHOWN_OWN = 4  # and still less to oneself: who leads an agent uphill for nothing shows whose it is
HIDES_THE_SAFE = 4  # who brings a scoring about in their own turn says where the safe goes (5.4)
A_CARD = 4  # what a card in hand is worth
SECOND_AGENT = 12  # two agents may win, and the others can hardly tell (8.11)
LEAD_COUNTS = 4  # with dossiers still to be paid (9.4), a lead at the end is no victory yet
NEAR = 6  # as far as the die can bring an agent (3.1)
SCORE_PER_HINT = 3  # an agent far ahead has somebody who helps it


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.PACE:
            return after_points(s, seat, a)
        case Ask.STEP:
            return after_step(s, seat, a, s.points)
        case Ask.PLAY:
            return outlook(s, seat, NOBODY, NOBODY, NOBODY, NOBODY) if a == PASS else after_card(s, seat, a) - A_CARD
        case Ask.AGENT:
            return after_naming(s, seat, s.card, a)
        case Ask.OTHER:
            return after_pair(s, seat, s.card, s.named, a)
        case Ask.FAR:
            return after_walk(s, seat, s.named, a + 1 if FAR[s.card] > 0 else -a - 1)
        case Ask.WAY:
            return after_walk(s, seat, s.named, 1 if a == Way.FORWARD else -1)
        case Ask.WHERE:
            return hiding(s, seat, a) if s.card == Card.MOVE_SAFE else outlook(s, seat, s.named, a, NOBODY, NOBODY)
        case Ask.MARKER | Ask.OTHER_MARKER:
            return after_nudge(s, seat, a)
        case Ask.ENTRY:
            return s.score[a] // SCORE_PER_HINT
        case Ask.STASH:
            return hiding(s, seat, a)
    return 0


# The table as it would be -------------------------------------------------------------------------------------------


@rule
def own_marker(s: Cells, seat: int) -> int:
    """How far the farther of the seat's own markers is (8.11)."""
    far = 0
    for agent in range(COLOURS):
        if s.owner[agent] == seat:
            far = max(far, s.score[agent])
    return far


@rule
def stake(s: Cells, seat: int, agent: int, far: int) -> int:
    """What a space for an agent's marker is worth to a seat whose own is so far."""
    if s.owner[agent] == seat:
        return OWN
    return -IN_FRONT if s.score[agent] >= far else -BEHIND


@rule
def outlook(s: Cells, seat: int, one: int, there: int, other: int, where: int) -> int:
    """How good it is for a seat if up to two agents go where it is said, and then a scoring comes that is due."""
    far = own_marker(s, seat)
    due, gain, hope, mine, best = False, 0, 0, 0, 0
    for agent in range(COLOURS):
        if plays(s, agent):
            at = there if agent == one else (where if agent == other else s.at[agent])
            if at == s.safe and (at != s.at[agent] or (s.guests >> agent) & 1):  # 4.2: coming counts, not staying
                due = True
            worth, value = stake(s, seat, agent, far), max(0, s.score[agent] + WORTH[at])
            gain += worth * (value - s.score[agent])
            if s.owner[agent] == seat:
                hope += SHOWN_OWN * HOPE[at]
                mine = max(mine, value)
            else:
                hope += worth * HOPE[at]
                best = max(best, value)
    standing = hope // (HOPE_SHARE * PER_APPEAL)
    if not due:
        return standing
    if max(mine, best) >= FINISH:
        return at_the_end(s, mine - best)
    return gain // PER_APPEAL + standing + (HIDES_THE_SAFE if s.turn == seat else 0)


@rule
def at_the_end(s: Cells, lead: int) -> int:
    """The game would be over (6.1): whoever is level with the front has won, free agent or not (6.4)."""
    if s.options & DOSSIER:
        return max(-CERTAIN, min(CERTAIN, LEAD_COUNTS * lead))
    return CERTAIN if lead >= 0 else -CERTAIN


# Movement (3) -------------------------------------------------------------------------------------------------------


@rule
def after_points(s: Cells, seat: int, points: int) -> int:
    """The best that so many points can do; none of them draws a card (7.6)."""
    if points == 0:
        return outlook(s, seat, NOBODY, NOBODY, NOBODY, NOBODY) + A_CARD
    best = -CERTAIN
    for agent in range(COLOURS):
        if plays(s, agent):
            best = max(best, after_step(s, seat, agent, points))
    return best


@rule
def after_step(s: Cells, seat: int, agent: int, points: int) -> int:
    """The best that can come of so many points if this agent goes first and one agent, it or another, has the rest."""
    best = -CERTAIN
    for other in range(COLOURS):
        if plays(s, other):
            rest = points - 1
            there = (s.at[agent] + (points if other == agent else 1)) % BUILDINGS
            best = max(best, outlook(s, seat, agent, there, other, (s.at[other] + rest) % BUILDINGS))
    return best


# Cards (8) ----------------------------------------------------------------------------------------------------------


@rule
def after_card(s: Cells, seat: int, card: int) -> int:
    """The best that a card can do."""
    match card:
        case Card.ALL_TO_CHURCH:  # 8.5: nobody stands better than anybody, and a scoring would bring nothing (5.3)
            return 0
        case Card.MOVE_SAFE:  # 8.14: a scoring is called off
            return undisturbed(s, seat)
        case Card.SECOND_AGENT:
            return outlook(s, seat, NOBODY, NOBODY, NOBODY, NOBODY) + SECOND_AGENT
        case Card.TWO_MARKERS:
            return outlook(s, seat, NOBODY, NOBODY, NOBODY, NOBODY) + best_nudges(s, seat)
    best = -CERTAIN
    for agent in range(COLOURS):
        if may_pick(s, card, agent):
            best = max(best, after_naming(s, seat, card, agent))
    return best


@rule
def after_naming(s: Cells, seat: int, card: int, agent: int) -> int:
    """The best that a card can do with this agent named first."""
    match card:
        case Card.TO_RUINS:
            return outlook(s, seat, agent, RUINS, NOBODY, NOBODY)
        case Card.TO_SAFE:
            return outlook(s, seat, agent, s.safe, NOBODY, NOBODY)
        case Card.ONE_EITHER_WAY | Card.LEAVE_SAFE:
            return max(after_walk(s, seat, agent, 1), after_walk(s, seat, agent, -1))
    best = -CERTAIN
    match card:
        case Card.BACK_ONE_OR_TWO | Card.FORWARD_UP_TO_THREE:
            for steps in range(1, abs(FAR[card]) + 1):
                best = max(best, after_walk(s, seat, agent, steps if FAR[card] > 0 else -steps))
        case Card.JOIN:
            for building in range(BUILDINGS):
                if building != s.at[agent] and occupied(s, building):
                    best = max(best, outlook(s, seat, agent, building, NOBODY, NOBODY))
        case Card.RUINS_TO_CHURCH:
            best = after_pair(s, seat, card, agent, ENOUGH)
            for other in range(COLOURS):
                if other != agent and s.at[other] == RUINS:
                    best = max(best, after_pair(s, seat, card, agent, other))
        case _:
            for other in range(COLOURS):
                if other != agent and plays(s, other):
                    best = max(best, after_pair(s, seat, card, agent, other))
    return best


@rule
def after_walk(s: Cells, seat: int, agent: int, steps: int) -> int:
    return outlook(s, seat, agent, (s.at[agent] + steps) % BUILDINGS, NOBODY, NOBODY)


@rule
def after_pair(s: Cells, seat: int, card: int, one: int, other: int) -> int:
    """A card that works on two agents."""
    if card == Card.RUINS_TO_CHURCH:
        return outlook(s, seat, one, CHURCH, other, CHURCH)
    if card == Card.SWAP:
        return outlook(s, seat, one, s.at[other], other, s.at[one])
    there, where = (s.at[one] + FAR[card]) % BUILDINGS, (s.at[other] + FAR[card]) % BUILDINGS
    return outlook(s, seat, one, there, other, where)


@rule
def after_nudge(s: Cells, seat: int, marker: int) -> int:
    """Three forward for one's own marker, or for one that is far behind (8.3)."""
    spaces = max(0, min(NUDGE, NUDGE_LIMIT - s.score[marker]))
    return stake(s, seat, marker, own_marker(s, seat)) * spaces


@rule
def best_nudges(s: Cells, seat: int) -> int:
    """The two markers that one would choose."""
    best, second = -CERTAIN, -CERTAIN
    for marker in range(COLOURS):
        if plays(s, marker):
            value = after_nudge(s, seat, marker)
            best, second = max(best, value), max(second, min(best, value))
    return (best + second) // PER_APPEAL


# The safe (5.4) -----------------------------------------------------------------------------------------------------


@rule
def undisturbed(s: Cells, seat: int) -> int:
    """How well the seat's own agents stand among the others, if nothing scores."""
    far, hope = own_marker(s, seat), 0
    for agent in range(COLOURS):
        if plays(s, agent):
            hope += stake(s, seat, agent, far) * HOPE[s.at[agent]]
    return hope // (HOPE_SHARE * PER_APPEAL)


@rule
def hiding(s: Cells, seat: int, building: int) -> int:
    """Within reach of many if one's own agent stands well, so that a scoring comes soon; else out of reach."""
    reach = 0
    for agent in range(COLOURS):
        if plays(s, agent) and 0 < (building - s.at[agent]) % BUILDINGS <= NEAR:
            reach += 1
    return undisturbed(s, seat) * reach // COLOURS
