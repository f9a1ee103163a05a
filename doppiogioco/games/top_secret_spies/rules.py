"""Top Secret Spies (Heimlich & Co.): anyone may move any agent, and one of them is yours.

Clause numbers refer to docs/games/top-secret-spies.
"""

from __future__ import annotations

from doppiogioco.engine.rule import rule
from doppiogioco.engine.state import NOBODY, Cells

from .agents import agents_of, own
from .card_phase import aim, decline, end_card, may_pick, nudge, occupied, open_phase, pair, play, playable, take_card
from .cards import (
    AGENTS,
    BUILDINGS,
    CHURCH,
    COLOURS,
    COPIES,
    ENOUGH,
    FAR,
    KINDS,
    PASS,
    RUINS,
    SAFE_START,
    START_HAND,
    Card,
)
from .dossier import entries, file_dossiers, unwritten, write
from .ending import returns, scores
from .movement import move, pass_die, settle
from .state import (
    CHOSEN_COLOURS,
    OPTIONS,
    SEATS,
    TOP_SECRET,
    VERSION,
    Ask,
    Reason,
    State,
    Way,
    plays,
)

__all__ = [
    "OPTIONS", "SEATS", "VERSION", "Ask", "Reason", "State", "apply", "forget", "legal", "returns", "scores", "setup",
    "unwritten", "weight",
]  # fmt: skip


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options = seats, options
    s.agents = COLOURS if options & CHOSEN_COLOURS else AGENTS[seats]  # 2.1: those left out are named one by one
    s.ask = Ask.BOX if s.agents > AGENTS[seats] else Ask.FIRST
    s.safe, s.resume = SAFE_START, Ask.ROLL
    for agent in range(s.agents):
        s.at[agent] = CHURCH
    for seat in range(seats):
        s.held_agents[seat] = 1
    if options & TOP_SECRET:
        for kind in range(KINDS):
            s.deck[kind] = COPIES[kind]
            s.pile += COPIES[kind]
        if seats == 7:  # 7.3: nobody could take a second agent
            s.deck[Card.SECOND_AGENT], s.pile, s.gone = 0, s.pile - 1, 1
        for seat in range(seats):
            s.cards[seat] = START_HAND
        s.pile -= START_HAND * seats


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.PACE:  # 3.2, 7.6: only with the cards may a 1-3 be left unused
            return a > 0 or s.options & TOP_SECRET != 0
        case Ask.STEP | Ask.MARKER:
            return plays(s, a)
        case Ask.PLAY:
            return a == PASS or (s.hand[seat][a] > 0 and playable(s, a))
        case Ask.AGENT:
            return may_pick(s, s.card, a)
        case Ask.OTHER:
            if s.card == Card.RUINS_TO_CHURCH:
                return a == ENOUGH or (a != s.named and s.at[a] == RUINS)
            return a != ENOUGH and a != s.named and plays(s, a)
        case Ask.FAR:
            return a < abs(FAR[s.card])
        case Ask.WHERE:
            return a != s.safe if s.card == Card.MOVE_SAFE else (a != s.at[s.named] and occupied(s, a))
        case Ask.OTHER_MARKER:
            return a != s.named and plays(s, a)
        case Ask.ENTRY:
            return plays(s, a) and s.dossier[seat][a] == NOBODY
        case Ask.STASH:  # 5.4: a new building
            return a != s.safe
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.BOX:
            return 1 if plays(s, a) else 0
        case Ask.FIRST:
            return 1 if a < s.seats else 0
        case Ask.DEAL | Ask.TAKE:
            return 1 if plays(s, a) and s.owner[a] == NOBODY else 0
        case Ask.DEAL_CARD | Ask.DRAW:
            return s.deck[a]
        case Ask.REWRITE:
            return 1 if plays(s, a) and s.dossier[s.to][a] == NOBODY else 0
    return 1


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
        case Ask.BOX:
            s.at[a], s.agents = NOBODY, s.agents - 1
            if s.agents == AGENTS[s.seats]:
                s.ask = Ask.FIRST
        case Ask.FIRST:
            s.turn = a
            deal(s)
        case Ask.DEAL:
            own(s, s.to, a)
            deal(s)
        case Ask.DEAL_CARD:
            s.deck[a] -= 1
            s.hand[s.to][a] += 1
            deal(s)
        case Ask.REWRITE:
            write(s, s.to, a)
            deal(s)
        case Ask.ROLL:  # 3.1: the faces are 1-3, 2, 3, 4, 5, 6
            s.roll, s.points = a, a + 1
            s.ask = Ask.STEP if a else Ask.PACE
        case Ask.PACE:
            s.points, s.ask = a, Ask.STEP
            if a == 0:  # 7.6: an unused 1-3 draws a card
                open_phase(s, True)
        case Ask.STEP:
            move(s, a, CHURCH if s.at[a] == RUINS else s.at[a] + 1)
            s.points -= 1
            if s.points == 0 and s.options & TOP_SECRET:
                open_phase(s, s.arrived != 0)  # 7.5: one card for the whole movement
            elif s.points == 0:
                settle(s)
        case Ask.DRAW:
            take_card(s, a)
        case Ask.PLAY:
            if a == PASS:
                decline(s)
            else:
                play(s, seat, a)
        case Ask.AGENT:
            s.named = a
            aim(s, a)
        case Ask.OTHER:
            s.last = a
            pair(s, s.named, a)
            end_card(s)
        case Ask.FAR:
            far = a + 1 if FAR[s.card] > 0 else -a - 1
            move(s, s.named, (s.at[s.named] + far) % BUILDINGS)
            end_card(s)
        case Ask.WAY:
            move(s, s.named, (s.at[s.named] + (1 if a == Way.FORWARD else -1)) % BUILDINGS)
            end_card(s)
        case Ask.WHERE:
            s.where = a
            if s.card == Card.MOVE_SAFE:
                s.safe, s.guests = a, 0  # 7.11, 8.14: putting the safe down never scores, and undoes what was coming
            else:
                move(s, s.named, a)
            end_card(s)
        case Ask.MARKER:
            s.named, s.ask = a, Ask.OTHER_MARKER
        case Ask.OTHER_MARKER:
            s.last = a
            nudge(s, s.named)
            nudge(s, a)
            if file_dossiers(s):
                s.ask = Ask.ENTRY
            else:
                end_card(s)
        case Ask.TAKE:
            own(s, s.asked, a)
            s.held_agents[s.asked] += 1
            end_card(s)
        case Ask.ENTRY:
            write(s, seat, a)
            s.written[seat] += 1
            if unwritten(s) == 0:
                if s.card == Card.TWO_MARKERS:  # 9.2: a card brought the marker there, its moment goes on
                    end_card(s)
                else:
                    s.ask = Ask.STASH
        case Ask.STASH:
            s.safe, s.where = a, a
            pass_die(s)


@rule
def deal(s: Cells) -> None:
    """Go on with the first thing that is still due, clockwise from the first player; then with `resume`."""
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if agents_of(s, s.to) < s.held_agents[s.to]:
            s.ask = Ask.DEAL
            return
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if sum(s.hand[s.to]) < s.cards[s.to]:
            s.ask = Ask.DEAL_CARD
            return
    for step in range(s.seats):
        s.to = (s.turn + step) % s.seats
        if entries(s, s.to) < s.written[s.to]:
            s.ask = Ask.REWRITE
            return
    s.ask, s.to, s.resume, s.again = s.resume, NOBODY, NOBODY, 0


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the agents, hands and dossiers that this seat cannot see, for the table to deal again."""
    match s.ask:
        case Ask.BOX | Ask.FIRST | Ask.DEAL | Ask.DEAL_CARD | Ask.REWRITE | Ask.OVER:  # nothing is, or all is known
            return
    for agent in range(COLOURS):
        if s.owner[agent] != seat:
            s.owner[agent], s.rank[agent] = NOBODY, 0
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.hand[other][kind]
                s.hand[other][kind] = 0
            for agent in range(COLOURS):
                s.dossier[other][agent] = NOBODY
    s.resume, s.again = s.ask, 1
    deal(s)
