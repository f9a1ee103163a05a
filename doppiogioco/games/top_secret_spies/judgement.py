"""What looks good at a glance in Top Secret Spies: of every answer, the best table that can come of it at once.

Clause numbers refer to docs/games/top-secret-spies.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .card_phase import may_pick, occupied
from .cards import BUILDINGS, CHURCH, COLOURS, ENOUGH, FAR, HAND_LIMIT, NUDGE, NUDGE_LIMIT, PASS, RUINS, Card
from .outlook import (
    CERTAIN,
    SPACE,
    UNMOVED,
    Moved,
    Rivals,
    due,
    hope_gained,
    outlook,
    own_marker,
    rivals_of,
    standing,
    threat,
)
from .state import Ask, Way, plays

A_CARD = 14  # what a card in hand is worth
SECOND_AGENT = 25  # two agents may win, and the others can hardly tell (8.11)
NEAR = 6  # as far as the die can bring an agent (3.1)
SCORE_PER_HINT = 3  # an agent far ahead has somebody who helps it


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.ENTRY:
            return s.score[a] // SCORE_PER_HINT
        case Ask.MARKER | Ask.OTHER_MARKER:
            return after_nudge(s, seat, a)
    rivals = rivals_of(s, seat)
    match s.ask:
        case Ask.PACE:
            return after_points(s, seat, a, rivals)
        case Ask.STEP:
            return after_step(s, seat, a, s.points, rivals)
        case Ask.PLAY:
            return outlook(s, seat, UNMOVED, rivals) if a == PASS else after_card(s, seat, a, rivals) - A_CARD
        case Ask.AGENT:
            return after_naming(s, seat, s.card, a, rivals)
        case Ask.OTHER:
            return outlook(s, seat, both_moved(s, s.card, s.named, a), rivals)
        case Ask.FAR:
            return after_walk(s, seat, s.named, a + 1 if FAR[s.card] > 0 else -a - 1, rivals)
        case Ask.WAY:
            return after_walk(s, seat, s.named, 1 if a == Way.FORWARD else -1, rivals)
        case Ask.WHERE:
            if s.card == Card.MOVE_SAFE:
                return hiding(s, seat, a, rivals)
            return outlook(s, seat, (s.named, a, NOBODY, NOBODY), rivals)
        case Ask.STASH:
            return hiding(s, seat, a, rivals)
    return 0


# Movement (3) -------------------------------------------------------------------------------------------------------


@rule
def after_points(s: Cells, seat: int, points: int, rivals: Rivals) -> int:
    """The best that so many points can do; not one draws a card (7.6, 7.7)."""
    if points == 0:
        return outlook(s, seat, UNMOVED, rivals) + (A_CARD if s.cards[seat] < HAND_LIMIT else 0)
    best = -CERTAIN
    for agent in range(COLOURS):
        if plays(s, agent):
            best = max(best, after_step(s, seat, agent, points, rivals))
    return best


@rule
def after_step(s: Cells, seat: int, agent: int, points: int, rivals: Rivals) -> int:
    """The best that can come of so many points if this agent goes first and one agent, it or another, has the rest."""
    if points == 1:  # nothing is left for another
        return after_walk(s, seat, agent, 1, rivals)
    best = after_walk(s, seat, agent, points, rivals)
    there = (s.at[agent] + 1) % BUILDINGS
    least, slowest, far = CERTAIN, NOBODY, rivals[0]
    for other in range(COLOURS):
        if other != agent and plays(s, other):
            where = (s.at[other] + points - 1) % BUILDINGS
            if s.owner[other] == seat or due(s, (agent, there, other, where)):
                best = max(best, outlook(s, seat, (agent, there, other, where), rivals))
            else:
                gain = hope_gained(s, seat, other, where, far)
                if gain < least:
                    least, slowest = gain, other
    if slowest == NOBODY:
        return best
    # Where nothing scores, of all rivals the one that gains least by it is the best to have the rest.
    where = (s.at[slowest] + points - 1) % BUILDINGS
    return max(best, outlook(s, seat, (agent, there, slowest, where), rivals))


# Cards (8) ----------------------------------------------------------------------------------------------------------


@rule
def after_card(s: Cells, seat: int, card: int, rivals: Rivals) -> int:
    """The best that a card can do."""
    match card:
        case Card.ALL_TO_CHURCH:  # 8.5: nobody stands better than anybody, and a scoring would bring nothing (5.3)
            return 0
        case Card.MOVE_SAFE:  # 8.14: a scoring is called off
            return standing(s, seat, UNMOVED, rivals)
        case Card.SECOND_AGENT:
            return outlook(s, seat, UNMOVED, rivals) + SECOND_AGENT
        case Card.TWO_MARKERS:
            return outlook(s, seat, UNMOVED, rivals) + best_nudges(s, seat)
    best = -CERTAIN
    for agent in range(COLOURS):
        if may_pick(s, card, agent):
            best = max(best, after_naming(s, seat, card, agent, rivals))
    return best


@rule
def after_naming(s: Cells, seat: int, card: int, agent: int, rivals: Rivals) -> int:
    """The best that a card can do with this agent named first."""
    match card:
        case Card.TO_RUINS:
            return outlook(s, seat, (agent, RUINS, NOBODY, NOBODY), rivals)
        case Card.TO_SAFE:
            return outlook(s, seat, (agent, s.safe, NOBODY, NOBODY), rivals)
        case Card.ONE_EITHER_WAY | Card.LEAVE_SAFE:
            return max(after_walk(s, seat, agent, 1, rivals), after_walk(s, seat, agent, -1, rivals))
    best = -CERTAIN
    match card:
        case Card.BACK_ONE_OR_TWO | Card.FORWARD_UP_TO_THREE:
            for steps in range(1, abs(FAR[card]) + 1):
                best = max(best, after_walk(s, seat, agent, steps if FAR[card] > 0 else -steps, rivals))
        case Card.JOIN:
            for building in range(BUILDINGS):
                if building != s.at[agent] and occupied(s, building):
                    best = max(best, outlook(s, seat, (agent, building, NOBODY, NOBODY), rivals))
        case Card.RUINS_TO_CHURCH:
            best = outlook(s, seat, both_moved(s, card, agent, ENOUGH), rivals)
            for other in range(COLOURS):
                if other != agent and s.at[other] == RUINS:
                    best = max(best, outlook(s, seat, both_moved(s, card, agent, other), rivals))
        case _:
            for other in range(COLOURS):
                if other != agent and plays(s, other):
                    best = max(best, outlook(s, seat, both_moved(s, card, agent, other), rivals))
    return best


@rule
def after_walk(s: Cells, seat: int, agent: int, steps: int, rivals: Rivals) -> int:
    return outlook(s, seat, (agent, (s.at[agent] + steps) % BUILDINGS, NOBODY, NOBODY), rivals)


@rule
def both_moved(s: Cells, card: int, one: int, other: int) -> Moved:
    """Where a card brings the agents on which it works: two, or one alone."""
    if other == ENOUGH:
        return one, CHURCH, NOBODY, NOBODY
    if card == Card.RUINS_TO_CHURCH:
        return one, CHURCH, other, CHURCH
    if card == Card.SWAP:
        return one, s.at[other], other, s.at[one]
    return one, (s.at[one] + FAR[card]) % BUILDINGS, other, (s.at[other] + FAR[card]) % BUILDINGS


@rule
def after_nudge(s: Cells, seat: int, marker: int) -> int:
    """Three forward for one's own marker, or for one that is far behind (8.3)."""
    spaces = max(0, min(NUDGE, NUDGE_LIMIT - s.score[marker]))
    return spaces * (SPACE if s.owner[marker] == seat else -threat(s, marker, own_marker(s, seat)))


@rule
def best_nudges(s: Cells, seat: int) -> int:
    """The two markers that one would choose."""
    best, second = -CERTAIN, -CERTAIN
    for marker in range(COLOURS):
        if plays(s, marker):
            value = after_nudge(s, seat, marker)
            best, second = max(best, value), max(second, min(best, value))
    return best + second


# The safe (5.4) -----------------------------------------------------------------------------------------------------


@rule
def hiding(s: Cells, seat: int, building: int, rivals: Rivals) -> int:
    """Within reach of many if one's own agent stands well, so that a scoring comes soon; else out of reach."""
    reach = 0
    for agent in range(COLOURS):
        if plays(s, agent) and 0 < (building - s.at[agent]) % BUILDINGS <= NEAR:
            reach += 1
    return standing(s, seat, UNMOVED, rivals) * reach // COLOURS
