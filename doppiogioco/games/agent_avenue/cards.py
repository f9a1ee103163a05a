"""The numbers of Agent Avenue."""

from enum import IntEnum
from typing import NamedTuple

from doppiogioco.engine.state import NOBODY


class Agent(IntEnum):
    """The eight agents, in the order of the rulebook."""

    DOUBLE_AGENT = 0
    ENFORCER = 1
    CODEBREAKER = 2
    SABOTEUR = 3
    DAREDEVIL = 4
    SENTINEL = 5
    SIDEKICK = 6
    MOLE = 7


KINDS = len(Agent)
COPIES = (6, 6, 6, 6, 6, 6, 1, 1)
DECK = sum(COPIES)
# How far the pawn goes for the first copy in play, the second, the third and later ones. The third Codebreaker and the
# third Daredevil bear no number; of the last two agents there is one copy each.
STEPS = (
    (-1, 6, -1),
    (1, 2, 3),
    (0, 0, 0),
    (-1, -1, -2),
    (2, 3, 0),
    (0, 2, 6),
    (4, 4, 4),
    (-3, -3, -3),
)
ENOUGH = 3  # so many Codebreakers win, so many Daredevils lose

HAND = 4
TAKEN = 2  # how far two market cards can take a hand above that, each once in a game
EXCHANGES, TEAM_EXCHANGES = 4, 2  # in a whole game: of somebody who plays alone, of each partner
PLAYS = 2  # cards that a side plays in its turn

SPACES = 14
GREEN, BLUE = 0, 1  # the sides, the one that begins first; people may choose other colours (2.6)
HOME = (0, 7)
CATCH = 7  # spaces from each pawn to the other at the start: who leads by so many has caught the other
CORNERS = (0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0)  # the market spaces of the loop
LEVEL = 128  # a turn never takes a pawn so far: it recruits at most eight agents, of 12 + 3 spaces at most


class Market(IntEnum):
    """The fifteen Black Market cards."""

    SECURITY_SYSTEM = 0
    GETAWAY_CAR = 1
    MASTERPLAN = 2
    LEADER_OF_THE_PACK = 3
    WATCHTOWER = 4
    SUPERCOMPUTER = 5
    DISTRACTION_DEVICE = 6
    SINISTER_TWIN = 7
    SURVEILLANCE_TRUCK = 8
    SMOKE_SCREEN = 9
    OUTPOST = 10
    SECRET_RECRUIT = 11
    DOUBLE_TROUBLE = 12
    SPYCATION = 13
    MIND_CONTROL = 14


class Printed(NamedTuple):
    """What a market card is: its rule, and whether it stays in play; the others act once and are gone (6.5)."""

    clause: str
    stays: bool = False
    hand: int = NOBODY  # of the cards that need something in a hand, which one it is


PRINTED: dict[int, Printed] = {
    Market.SECURITY_SYSTEM: Printed("7.1", stays=True),
    Market.GETAWAY_CAR: Printed("7.2", stays=True),
    Market.MASTERPLAN: Printed("7.3", stays=True),
    Market.LEADER_OF_THE_PACK: Printed("7.4", stays=True),
    Market.WATCHTOWER: Printed("7.5", stays=True),
    Market.SUPERCOMPUTER: Printed("7.6", stays=True),
    Market.DISTRACTION_DEVICE: Printed("7.7", stays=True),
    Market.SINISTER_TWIN: Printed("7.8", stays=True),
    Market.SURVEILLANCE_TRUCK: Printed("8.1"),
    Market.SMOKE_SCREEN: Printed("8.2"),
    Market.OUTPOST: Printed("8.3", hand=0),
    Market.SECRET_RECRUIT: Printed("8.4", hand=1),
    Market.DOUBLE_TROUBLE: Printed("8.5", hand=2),
    Market.SPYCATION: Printed("8.6"),
    Market.MIND_CONTROL: Printed("8.7"),
}
# The columns, for compiled rules.
IN_ORDER = [PRINTED[card] for card in Market]
STAYS = tuple(int(printed.stays) for printed in IN_ORDER)
ON_HAND = tuple(printed.hand for printed in IN_ORDER)
MARKET_CARDS = len(Market)
ON_OFFER = 3  # cards of the market offer
CAR_STEPS, TOWER_STEPS, COMPUTER_STEPS, TRUCK_STEPS = 3, 2, 3, 1
TWIN_TIMES = 2
ON_HANDS = sum(hand != NOBODY for hand in ON_HAND)  # cards that need something in a hand
PLAN_NAMES = 7  # different agents for the Masterplan
