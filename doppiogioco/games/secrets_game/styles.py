"""Ways of playing that reach rules which chance alone seldom reaches (see engine.loops.play_trace)."""

from .cards import Card
from .rules import Ask, Choice


def offering(*wanted: Card) -> dict[int, int]:
    """Offer these where possible."""
    return {card: 1 for card in Card if card not in wanted}


STYLES = {
    # Scientists meet: second, third and fourth copies.
    "science": {Ask.OFFER: offering(Card.SCIENTIST), Ask.REPLY: {Choice.NO: 4}},
    # Every bullet is drawn.
    "shooting": {Ask.OFFER: offering(Card.ASSASSIN), Ask.REPLY: {Choice.NO: 4}},
    # Tokens wander: nobody can be sure of a side for long.
    "swapping": {Ask.OFFER: offering(Card.PSYCHIATRIST, Card.DIPLOMAT, Card.DOUBLE_AGENT)},
}
