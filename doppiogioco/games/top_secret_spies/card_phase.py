"""Top Secret cards: drawing, the card phase (7) and the fifteen cards (8)."""

from __future__ import annotations

from doppiogioco.engine.record import NOBODY, Cells
from doppiogioco.engine.rule import rule

from .cards import BUILDINGS, CHURCH, ENOUGH, HAND_LIMIT, KINDS, NUDGE, NUDGE_LIMIT, RUINS, Card
from .movement import move, settle
from .state import Ask


@rule
def open_phase(s: Cells, drawing: bool) -> None:
    """After the movement everybody may play cards, the player whose turn it is first (7.4)."""
    s.asked, s.quiet, s.played, s.arrived, s.ask = s.turn, 0, 0, 0, Ask.PLAY
    if drawing:
        draw(s)


@rule
def draw(s: Cells) -> None:
    """The asked seat draws if it has room for a card (7.7) and there is one: an empty pile is made anew (7.8)."""
    if s.cards[s.asked] == HAND_LIMIT:
        return
    if s.pile == 0:
        for kind in range(KINDS):
            s.deck[kind] += s.spent[kind]
            s.pile += s.spent[kind]
            s.spent[kind] = 0
    if s.pile > 0:
        s.ask = Ask.DRAW


@rule
def decline(s: Cells) -> None:
    """Ending a moment in which one played is not a pass; when all have passed in a row the phase is over (7.10)."""
    s.quiet = 0 if s.played else s.quiet + 1
    s.played = 0
    s.asked = (s.asked + 1) % s.seats
    s.card, s.named, s.where = NOBODY, NOBODY, NOBODY
    if s.quiet == s.seats:
        settle(s)


@rule
def playable(s: Cells, card: int) -> bool:
    """Some cards need an agent to work on (8.10, 8.12, 8.13)."""
    if card == Card.JOIN or card == Card.LEAVE_SAFE or card == Card.RUINS_TO_CHURCH:
        for agent in range(s.agents):
            if may_pick(s, card, agent):
                return True
        return False
    return True


@rule
def may_pick(s: Cells, card: int, agent: int) -> bool:
    match card:
        case Card.JOIN:
            for other in range(s.agents):
                if s.at[other] != s.at[agent]:
                    return True
            return False
        case Card.LEAVE_SAFE:
            return s.at[agent] == s.safe
        case Card.RUINS_TO_CHURCH:
            return s.at[agent] == RUINS
    return True


@rule
def occupied(s: Cells, building: int) -> bool:
    for agent in range(s.agents):
        if s.at[agent] == building:
            return True
    return False


@rule
def play(s: Cells, seat: int, card: int) -> None:
    s.hand[seat][card] -= 1
    s.cards[seat] -= 1
    s.spent[card] += 1
    s.card, s.played, s.named, s.where, s.arrived = card, 1, NOBODY, NOBODY, 0
    match card:
        case Card.ALL_TO_CHURCH:
            for agent in range(s.agents):
                move(s, agent, CHURCH)
            end_card(s)
        case Card.TWO_MARKERS:
            s.ask = Ask.MARKER
        case Card.MOVE_SAFE:
            s.ask = Ask.WHERE
        case Card.SECOND_AGENT:
            second_agent(s)
        case _:
            s.ask = Ask.AGENT


@rule
def second_agent(s: Cells) -> None:
    """Take a free agent; if there is none the card leaves the game and its player draws another (8.11)."""
    if sum(s.held_agents) < s.agents:
        s.ask = Ask.TAKE
    else:
        s.spent[Card.SECOND_AGENT], s.gone, s.ask = 0, 1, Ask.PLAY
        draw(s)


@rule
def aim(s: Cells, agent: int) -> None:
    """What a card still needs to know once its agent is named."""
    match s.card:
        case Card.TO_RUINS:
            move(s, agent, RUINS)
            end_card(s)
        case Card.TO_SAFE:
            move(s, agent, s.safe)
            end_card(s)
        case Card.BACK_ONE_OR_TWO | Card.FORWARD_UP_TO_THREE:
            s.ask = Ask.FAR
        case Card.ONE_EITHER_WAY | Card.LEAVE_SAFE:
            s.ask = Ask.WAY
        case Card.JOIN:
            s.ask = Ask.WHERE
        case _:
            s.ask = Ask.OTHER


@rule
def pair(s: Cells, one: int, other: int) -> None:
    """The cards that work on two agents."""
    match s.card:
        case Card.SWAP:
            there = s.at[one]
            move(s, one, s.at[other])
            move(s, other, there)
        case Card.RUINS_TO_CHURCH:
            move(s, one, CHURCH)
            if other != ENOUGH:
                move(s, other, CHURCH)
        case _:
            step = 1 if s.card == Card.TWO_FORWARD else -1
            move(s, one, (s.at[one] + step) % BUILDINGS)
            move(s, other, (s.at[other] + step) % BUILDINGS)


@rule
def nudge(s: Cells, marker: int) -> None:
    """Three forward, but not beyond 40 (8.3)."""
    if s.score[marker] < NUDGE_LIMIT:
        s.score[marker] = min(s.score[marker] + NUDGE, NUDGE_LIMIT)


@rule
def end_card(s: Cells) -> None:
    """The player whose turn it is draws for a card that brought agents to the ruins (7.5); then the moment goes on."""
    s.ask = Ask.PLAY
    if s.arrived and s.asked == s.turn:
        draw(s)
    s.arrived = 0
