"""Top Secret cards: drawing, the card phase (7) and the fifteen cards (8)."""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .cards import (
    BUILDINGS,
    CHURCH,
    COLOURS,
    ENOUGH,
    FAR,
    FIRST_PART,
    HAND_LIMIT,
    KINDS,
    NEXT_PART,
    NUDGE,
    NUDGE_LIMIT,
    RUINS,
    Card,
)
from .movement import move, settle
from .state import PART_ASKED, Ask, plays


@rule
def open_phase(s: Cells, drawing: bool) -> None:
    """After the movement everybody may play cards, the player whose turn it is first (7.4)."""
    s.asked, s.quiet, s.played, s.ask = s.turn, 0, 0, Ask.PLAY
    if drawing:
        draw(s)


@rule
def draw(s: Cells) -> None:
    """The asked seat draws if it has room for a card (7.7) and there is one (7.8)."""
    if s.cards[s.asked] == HAND_LIMIT:
        return
    renew_pile(s)
    if s.pile > 0:
        s.ask = Ask.DRAW


@rule
def renew_pile(s: Cells) -> None:
    """An exhausted pile is made anew of the discards (7.8)."""
    if s.pile == 0:
        for kind in range(KINDS):
            s.deck[kind] += s.spent[kind]
            s.pile += s.spent[kind]
            s.spent[kind] = 0


@rule
def take_card(s: Cells, card: int) -> None:
    """A draw is part of the action: a card that brought it is discarded only then, and is not in a new pile (7.8)."""
    s.deck[card] -= 1
    s.hand[s.asked][card] += 1
    s.cards[s.asked] += 1
    s.pile, s.ask = s.pile - 1, Ask.PLAY
    renew_pile(s)
    discard(s)


@rule
def discard(s: Cells) -> None:
    if s.card != NOBODY:
        s.spent[s.card] += 1


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
        for agent in range(COLOURS):
            if may_pick(s, card, agent):
                return True
        return False
    return True


@rule
def may_pick(s: Cells, card: int, agent: int) -> bool:
    match card:
        case Card.JOIN:
            for other in range(COLOURS):
                if plays(s, other) and s.at[other] != s.at[agent]:
                    return plays(s, agent)
            return False
        case Card.LEAVE_SAFE:
            return s.at[agent] == s.safe
        case Card.RUINS_TO_CHURCH:
            return s.at[agent] == RUINS
    return plays(s, agent)


@rule
def occupied(s: Cells, building: int) -> bool:
    for agent in range(COLOURS):
        if s.at[agent] == building:
            return True
    return False


@rule
def play(s: Cells, seat: int, card: int) -> None:
    s.hand[seat][card] -= 1
    s.cards[seat] -= 1
    s.card, s.played, s.named, s.where, s.arrived = card, 1, NOBODY, NOBODY, 0
    match card:
        case Card.ALL_TO_CHURCH:
            for agent in range(COLOURS):
                if plays(s, agent):
                    move(s, agent, CHURCH)
            end_card(s)
        case Card.SECOND_AGENT:
            second_agent(s)
        case _:
            s.ask = PART_ASKED[FIRST_PART[card]]


@rule
def second_agent(s: Cells) -> None:
    """Take a free agent; if there is none the card leaves the game and its player draws another (8.11)."""
    if sum(s.held_agents) < s.agents:
        s.ask = Ask.TAKE
    else:
        s.card, s.gone, s.ask = NOBODY, 1, Ask.PLAY
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
        case _:
            s.ask = PART_ASKED[NEXT_PART[s.card]]


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
            move(s, one, (s.at[one] + FAR[s.card]) % BUILDINGS)
            move(s, other, (s.at[other] + FAR[s.card]) % BUILDINGS)


@rule
def nudge(s: Cells, marker: int) -> None:
    """Three forward, but not beyond 40 (8.3)."""
    if s.score[marker] < NUDGE_LIMIT:
        s.score[marker] = min(s.score[marker] + NUDGE, NUDGE_LIMIT)


@rule
def end_card(s: Cells) -> None:
    """The player whose turn it is draws for agents a card brought to the ruins (7.5); then it is discarded (7.9)."""
    s.ask = Ask.PLAY
    if s.arrived and s.asked == s.turn:
        draw(s)
    if s.ask == Ask.PLAY:
        discard(s)
