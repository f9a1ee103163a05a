"""What looks good at a glance in Agent Avenue: steps, what copies in play promise, and what is left to the other side.

Nobody counts further than this turn. Of cards that a seat does not see it thinks as if they had been dealt at random.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import CATCH, COPIES, ENOUGH, HOME, KINDS, PLAN_NAMES, STEPS, TRUCK_STEPS, Agent, Market
from .market import hires
from .movement import lead, names
from .prospects import NO_RECRUIT, STEP, WIN, after, after_both, recruit, taken, triumphs
from .state import EXCHANGE_FIRST, Ask, Choice, Pick
from .turn import alone, may_cover, members

# Of the other side: in so many of a hundred cases it takes the open card if both look the same to it, in so many more
# for each point by which that one looks better, and in so many at least, for people like to surprise.
EVEN, LEANING, SURPRISE = 50, 4, 15
FAIR = 6  # what a usual hand promises for a turn; with less, one thinks of exchanging
LATER = 8  # what a card would do by itself counts for so small a part when one thinks of keeping it
# Market cards that stay, beyond what they do to the agents in play; those that act at once are judged by what they do.
CARD = (6, 8, 3, 4, 8, 6, 6, 4)
PACK_MEMBER, PLAN_NAME, TWIN_WAITS = 9, 3, 9  # each Daredevil of a Pack, each name of a Masterplan, a Twin's first half


@rule
def appeal(s: Cells, seat: int, a: int) -> int:
    match s.ask:
        case Ask.LEAD if a != EXCHANGE_FIRST:
            return 0
        case Ask.EXCHANGE if a == Choice.NO:
            return 0
        case Ask.LEAD | Ask.EXCHANGE:
            return need(s, seat)
        case Ask.DISCARD:
            return hand_worth(s, seat, a) - open_worth(s, seat, a, NOBODY) // LATER
        case Ask.OPEN:
            return open_worth(s, seat, a, NOBODY)
        case Ask.COVER:
            return pair_worth(s, s.open, a, inclined(s, seat, s.open))
        case Ask.RECRUIT:
            return pick_worth(s, seat, s.open, a)
        case Ask.MARKET:
            return card_worth(s, seat, a)
        case Ask.HIRE:
            return after(s, s.served, a, NOBODY)
        case Ask.RECALL:
            return recall_worth(s, a)
        case Ask.AGAIN:
            return after(s, s.served, s.named if a == Choice.YES else NOBODY, NOBODY)
        case Ask.STEAL:
            return taken(s, 1 - s.served, a)
    return 0


# Two cards, and the choice between them -----------------------------------------------------------------------------


@rule
def unseen(s: Cells, seat: int, agent: int) -> int:
    """How many copies of an agent a seat does not see anywhere."""
    seen = s.agents[0][agent] + s.agents[1][agent] + s.hand[seat][agent] + s.discards[seat][agent]
    return COPIES[agent] - seen - (1 if s.open == agent else 0)


@rule
def pick_worth(s: Cells, seat: int, shown: int, pick: int) -> int:
    """How the side that chooses likes a pick, as a seat thinks that does not see the card face down."""
    liked = liked_picks(s, seat, shown)
    return liked[0] if pick == Pick.OPEN else liked[1]


@rule
def liked_picks(s: Cells, seat: int, shown: int) -> tuple[int, int]:
    """The same of both: to take the open card, and to take the other."""
    chooser = 1 - s.active
    mine, theirs = recruit(s, chooser, shown), recruit(s, s.active, shown)
    by_open, by_covered, cases = 0, 0, 0
    for covered in range(KINDS):
        ways = unseen(s, seat, covered) if covered != shown else 0  # 3.6
        if ways > 0:
            cases += ways
            by_open += ways * after_both(s, chooser, mine, recruit(s, s.active, covered))
            by_covered += ways * after_both(s, chooser, recruit(s, chooser, covered), theirs)
    cases = max(1, cases)
    return by_open // cases, by_covered // cases


@rule
def inclined(s: Cells, seat: int, shown: int) -> int:
    """In how many of a hundred cases the other side will take this open card, as a seat thinks."""
    by_open, by_covered = liked_picks(s, seat, shown)
    return min(max(EVEN + LEANING * (by_open - by_covered), SURPRISE), 100 - SURPRISE)


@rule
def pair_worth(s: Cells, shown: int, covered: int, taken_open: int) -> int:
    """How one likes to offer these two cards, if so many of a hundred take the open one."""
    loss = taken_open * after(s, 1 - s.active, shown, covered)
    loss += (100 - taken_open) * after(s, 1 - s.active, covered, shown)
    return -loss // 100


@rule
def open_worth(s: Cells, seat: int, shown: int, without: int) -> int:
    """How good an open card is: with the best one face down from the same hand, or with any of a partner."""
    taken_open = inclined(s, seat, shown)
    if not alone(members(s, s.side[seat])):
        worth, cases = 0, 0
        for other in range(KINDS):
            if other != shown:
                cases += unseen(s, seat, other)
                worth += unseen(s, seat, other) * pair_worth(s, shown, other, taken_open)
        return worth // max(1, cases)
    best = -WIN
    for other in range(KINDS):
        if other != shown and s.hand[seat][other] > (1 if other == without else 0):
            best = max(best, pair_worth(s, shown, other, taken_open))
    return best


@rule
def hand_worth(s: Cells, seat: int, without: int) -> int:
    """The best that a hand promises for this turn, with one card less or (NOBODY) as it is."""
    best = -WIN
    for agent in range(KINDS):
        if s.hand[seat][agent] > (1 if agent == without else 0):
            if s.open == NOBODY:
                best = max(best, open_worth(s, seat, agent, without))
            elif may_cover(s, seat, agent):
                best = max(best, pair_worth(s, s.open, agent, inclined(s, seat, s.open)))
    return best


@rule
def need(s: Cells, seat: int) -> int:
    """How tempting it is to exchange a card (3.3): there are few exchanges in a game, so only of a poor hand."""
    return (FAIR - hand_worth(s, seat, NOBODY)) // 2


# The Black Market ---------------------------------------------------------------------------------------------------


@rule
def card_worth(s: Cells, seat: int, card: int) -> int:
    """What a card of the offer is worth to the side that takes it into this hand."""
    side, best = s.served, -WIN
    as_it_is = after(s, side, NOBODY, NOBODY)
    match card:
        case Market.SURVEILLANCE_TRUCK:
            return victorious(s, side) if lead(s, side) + TRUCK_STEPS >= CATCH else as_it_is + STEP * TRUCK_STEPS
        case Market.SMOKE_SCREEN:
            return top_worth(s, seat)
        case Market.SPYCATION:
            for agent in range(KINDS):
                if s.agents[side][agent] > 0:
                    best = max(best, recall_worth(s, agent))
        case Market.MIND_CONTROL:
            for agent in range(KINDS):
                if s.agents[1 - side][agent] > 0:
                    best = max(best, taken(s, 1 - side, agent))
        case Market.OUTPOST | Market.SECRET_RECRUIT | Market.DOUBLE_TROUBLE:
            for agent in range(KINDS):
                if hires(s, card, seat, agent):
                    best = max(best, after(s, side, agent, NOBODY))
        case _:
            return victorious(s, side) if wins_at_once(s, side, card) else as_it_is + stays_worth(s, side, card)
    return best if best > -WIN else as_it_is


@rule
def victorious(s: Cells, side: int) -> int:
    """A side has what wins, but the other one may have it too, and then the turn decides (5.5)."""
    return -WIN if triumphs(s, 1 - side, NO_RECRUIT, NO_RECRUIT) and side != s.active else WIN


@rule
def wins_at_once(s: Cells, side: int, card: int) -> bool:
    """Does a market card that stays win in the turn in which it is taken (6.11)?"""
    match card:
        case Market.SECURITY_SYSTEM:
            return s.at[1 - side] == HOME[side]
        case Market.MASTERPLAN:
            return names(s, side) >= PLAN_NAMES
        case Market.LEADER_OF_THE_PACK:
            return s.agents[side][Agent.DAREDEVIL] >= ENOUGH
    return False


@rule
def stays_worth(s: Cells, side: int, card: int) -> int:
    """What a market card that stays promises a side with these agents in play."""
    match card:
        case Market.MASTERPLAN:
            return CARD[card] + PLAN_NAME * names(s, side)
        case Market.LEADER_OF_THE_PACK:
            return CARD[card] + PACK_MEMBER * s.agents[side][Agent.DAREDEVIL]
        case Market.SINISTER_TWIN:  # six spaces more, if a Double agent waits for the second
            return CARD[card] + (TWIN_WAITS if s.agents[side][Agent.DOUBLE_AGENT] == 1 else 0)
    return CARD[card]


@rule
def top_worth(s: Cells, seat: int) -> int:
    """Recruiting the top card of the deck (8.2), which may be any that a seat has not seen."""
    worth, cases = 0, 0
    for agent in range(KINDS):
        cases += unseen(s, seat, agent)
        worth += unseen(s, seat, agent) * after(s, s.served, agent, NOBODY)
    return worth // max(1, cases)


@rule
def recall_worth(s: Cells, agent: int) -> int:
    """Taking back an agent (8.6): to be rid of it, or to recruit it again for the same steps once more."""
    side = s.served
    again = STEPS[agent][min(s.agents[side][agent] - 1, 2)]
    if lead(s, side) + again >= CATCH:
        return WIN
    return max(-taken(s, side, agent), STEP * again)
