"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from enum import IntEnum

from .cards import STAYS, Agent, Market
from .state import EXCHANGE_FIRST, Ask, Choice, Pick


def wanting(*wanted: IntEnum) -> dict[int, int]:
    """These where possible."""
    return {other: 1 for other in type(wanted[0]) if other not in wanted}


THREES = (Agent.CODEBREAKER, Agent.DAREDEVIL)  # three of them end the game
ONCE = [card for card in Market if not STAYS[card]]

STYLES = {
    # The agents that end games are dealt first and exchanged at once, so that the deck runs out now and then.
    "long": {
        Ask.DEAL: wanting(*THREES),
        Ask.LEAD: dict.fromkeys(range(EXCHANGE_FIRST), 1),
        Ask.EXCHANGE: {Choice.NO: 0},
        Ask.DISCARD: wanting(*THREES),
        Ask.REDRAW: wanting(Agent.ENFORCER, Agent.SABOTEUR),
        Ask.DRAW: wanting(Agent.SABOTEUR, Agent.DOUBLE_AGENT, Agent.SENTINEL),
        Ask.OPEN: wanting(Agent.ENFORCER, Agent.CODEBREAKER),
        Ask.COVER: wanting(Agent.SABOTEUR, Agent.CODEBREAKER),
        Ask.RECRUIT: {Pick.OPEN: 1},
    },
    # The steps of Daredevils lead from corner to corner, where cards that act at once make chains.
    "shopping": {
        Ask.DEAL: wanting(Agent.DAREDEVIL, Agent.SENTINEL),
        Ask.OPEN: wanting(Agent.DAREDEVIL),
        Ask.OFFER: wanting(*ONCE),
    },
    # Everybody plays Codebreakers and Daredevils and fetches agents back: ties, big hands.
    "hoarding": {
        Ask.OPEN: wanting(*THREES),
        Ask.COVER: wanting(*THREES),
        Ask.OFFER: wanting(Market.LEADER_OF_THE_PACK, Market.MIND_CONTROL, Market.SPYCATION, Market.MASTERPLAN),
        Ask.AGAIN: {Choice.YES: 1},
    },
}
