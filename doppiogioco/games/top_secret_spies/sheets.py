"""What lies in the middle of the board for a while: a card being played, a scoring, and at the end who was who."""

from __future__ import annotations

from textwrap import wrap

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import Voice

from .ending import top, total
from .names import CARD_EFFECTS, CARD_NAMES, agent_name, agents_in_play, signed
from .pictures import CARD_ICONS, COLOUR_CLASSES
from .scene import PlayedCard, Row, Sheet
from .state import Reason
from .telling import scored

LONGEST = 20  # letters of a name that fit into the middle,
IN_A_ROW, BESIDE_A_GAIN = 13, 10  # and into a line of a sheet
IN_A_LINE = 22  # letters of a card's effect


def shortened(name: str, longest: int = LONGEST) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"


def played_card(seat: int, card: int, say: Voice) -> PlayedCard:
    """A card that somebody plays, with its name and what it does."""
    name, effect = say(CARD_NAMES[card]), say(CARD_EFFECTS[card])
    label = say("{seat} plays “{card}”.", seat=say.seat(seat), card=name)
    return PlayedCard(
        player=shortened(say.seat(seat)),
        icon=CARD_ICONS[card],
        name=name,
        effect=tuple(wrap(effect, IN_A_LINE)),
        label=f"{label} {effect[0].upper()}{effect[1:]}.",
    )


def scoring(before: View, after: View, say: Voice) -> Sheet:
    """What each agent gained in a scoring, the farthest first."""
    order = sorted(agents_in_play(after), key=lambda agent: (-after.score[agent], agent))
    rows = tuple(
        Row(
            letter=agent_name(agent)[0],
            colour=COLOUR_CLASSES[agent],
            name=agent_name(agent),
            gain=signed(after.score[agent] - before.score[agent]),
            total=after.score[agent],
            ahead=False,
        )
        for agent in order
    )
    return Sheet("scoring", say("scoring"), scored(before, after, say), rows)


def unmasking(view: View, say: Voice) -> Sheet:
    """At the end: every agent with its player, what the dossier paid, and how far that came; who has won first."""
    order = sorted(agents_in_play(view), key=lambda agent: (not _ahead(view, agent), -_total(view, agent), agent))
    rows = tuple(_unmasked(view, agent, say) for agent in order)
    winners = sum(row.ahead for row in rows)
    title = say("nobody wins") if view.reason == Reason.FREE_AGENT else say.many("winner", "winners", winners)
    known = ", ".join(f"{agent_name(agent)} = {_player(view, agent, say)}" for agent in order)
    return Sheet("unmasking", title, f"{title}: {known}", rows)


def _unmasked(view: View, agent: int, say: Voice) -> Row:
    owner = view.owner[agent]
    return Row(
        letter=agent_name(agent)[0],
        colour=COLOUR_CLASSES[agent],
        name=shortened(_player(view, agent, say), BESIDE_A_GAIN if view.filed else IN_A_ROW),
        gain=signed(view.bonus[owner]) if view.filed and owner != NOBODY else "",
        total=_total(view, agent),
        ahead=_ahead(view, agent),
    )


def _player(view: View, agent: int, say: Voice) -> str:
    return say.seat(view.owner[agent]) if view.owner[agent] != NOBODY else say("free")


def _total(view: View, agent: int) -> int:
    """How far an agent is, with what the dossier of its player paid."""
    owner = view.owner[agent]
    return int(view.score[agent] if owner == NOBODY else total(view.cells, owner))


def _ahead(view: View, agent: int) -> bool:
    """Has this agent won, or does it, being free, keep everybody from winning?"""
    owner = view.owner[agent]
    if view.reason == Reason.FREE_AGENT:
        return bool(owner == NOBODY and view.score[agent] == top(view.cells))
    return bool(owner != NOBODY and total(view.cells, owner) == top(view.cells))
