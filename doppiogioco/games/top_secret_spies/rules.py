"""Top Secret Spies (Heimlich & Co.): anyone may move any agent, and one of them is yours.

Clause numbers refer to docs/games/top-secret-spies.
"""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.record import NOBODY, SEAT, Cells, held, hidden, mine, public, record
from doppiogioco.engine.rule import TABLE_WAITS, rule

from .cards import (
    AGENTS,
    BUILDINGS,
    CHURCH,
    COLOURS,
    COPIES,
    DOSSIER_AT,
    DOSSIER_PAY,
    ENOUGH,
    FINISH,
    HAND_LIMIT,
    KINDS,
    NUDGE,
    NUDGE_LIMIT,
    PASS,
    RUINS,
    SAFE_START,
    START_HAND,
    WORTH,
    Agent,
    Card,
)

VERSION = 1
SEATS = (2, 3, 4, 5, 6, 7)
OPTIONS = ("top-secret", "dossier")
TOP_SECRET, DOSSIER = 1, 2  # the bits of the options


class Ask(IntEnum):
    """The questions, in the order of the rulebook."""

    FIRST = 0  # table: who begins
    DEAL = 1  # table: an agent card for `to`
    DEAL_CARD = 2  # table: a Top Secret card for `to`
    REWRITE = 3  # table: a dossier entry that somebody cannot see (only after `forget`)
    ROLL = 4  # table: the die
    PACE = 5  # how many points with 1-3
    STEP = 6  # which agent goes one building on
    DRAW = 7  # table: a Top Secret card
    PLAY = 8  # which card, or none
    AGENT = 9  # the card's agent
    OTHER = 10  # its second agent
    FAR = 11  # how far
    WAY = 12  # forward or back
    WHERE = 13  # to which building
    MARKER = 14  # the first marker
    OTHER_MARKER = 15  # the second
    TAKE = 16  # table: a free agent's card
    ENTRY = 17  # the agent of the next opponent, for the dossier
    STASH = 18  # where the safe goes
    OVER = 19


Way = IntEnum("Way", "FORWARD BACK", start=0)
Reason = IntEnum("Reason", "NONE FARTHEST SHARED FREE_AGENT", start=0)

ANSWERS = (
    SEAT, Agent, Card, Agent, 6, 4, Agent, Card, len(Card) + 1, Agent,
    len(Agent) + 1, 3, Way, BUILDINGS, Agent, Agent, Agent, Agent, BUILDINGS, 0,
)  # fmt: skip
ANY_ORDER = (Ask.STEP,)  # agents step in the order of the list, so that each way to split the points is one path (3.5)

State = record(
    "top-secret-spies",
    ask=public(Ask),
    seats=public(9),
    options=public(4),
    agents=public(8),
    turn=public(SEAT),  # whose die it is
    to=public(SEAT),  # who is being dealt to
    resume=public(Ask),  # the question that waits behind a deal
    again=public(2),  # the table deals again what `forget` put back
    roll=public(6),
    points=public(7),
    last=public(8),  # the agent named last
    at=public(BUILDINGS, Agent),
    safe=public(BUILDINGS),
    guests=public(128),  # agents that came to the safe this turn and are still there
    arrived=public(128),  # agents that came to the ruins with this movement or card
    score=public(64, Agent),
    owner=held(SEAT, Agent),
    rank=held(8, Agent, by="owner"),  # an owner's first agent is 0, later ones count up
    held_agents=public(8, SEAT),
    hand=mine(5, SEAT, Card),
    cards=public(5, SEAT),  # how many cards each seat holds
    deck=hidden(3, Card),
    pile=public(27),
    spent=public(3, Card),
    gone=public(2),  # the second-agent card has left the game
    asked=public(SEAT),  # who may play a card now
    card=public(Card),  # the card being played
    played=public(2),  # has `asked` played at this moment?
    quiet=public(9),  # how many seats in a row have declined
    named=public(8),  # the first agent or marker of a card of two
    where=public(BUILDINGS),  # the building named last
    dossier=mine(SEAT, SEAT, Agent),  # each seat's page: who plays which agent; NOBODY is a dash
    written=public(9, SEAT),
    filed=public(2),  # the dossiers are due or done
    signed=public(8, SEAT),  # how many agents each seat marked in it as its own
    bonus=public(32, SEAT),
    reason=public(Reason),
)


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats, s.options, s.agents = seats, options, AGENTS[seats]
    s.turn, s.to, s.asked, s.card, s.named, s.where = NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY
    s.last, s.safe, s.resume = NOBODY, SAFE_START, Ask.ROLL
    for agent in range(COLOURS):
        s.owner[agent] = NOBODY
        s.at[agent] = CHURCH if agent < s.agents else NOBODY
    for seat in range(8):
        s.held_agents[seat] = 1 if seat < seats else 0
        for agent in range(COLOURS):
            s.dossier[seat][agent] = NOBODY
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
def waiting(s: Cells) -> int:
    match s.ask:
        case Ask.PACE | Ask.STEP | Ask.STASH:
            return 1 << s.turn
        case Ask.OVER:
            return 0
        case Ask.ENTRY:
            return unwritten(s)
    return TABLE_WAITS if s.ask < Ask.PACE or s.ask == Ask.DRAW or s.ask == Ask.TAKE else 1 << s.asked


@rule
def unwritten(s: Cells) -> int:
    """The seats whose dossier is not finished: one entry for each opponent (9.3)."""
    seats = 0
    for seat in range(s.seats):
        if s.written[seat] < s.seats - 1:
            seats |= 1 << seat
    return seats


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.PACE:  # 3.2, 7.6: only with the cards may a 1-3 be left unused
            return a > 0 or s.options & TOP_SECRET != 0
        case Ask.STEP:
            return s.last <= a < s.agents
        case Ask.PLAY:
            return a == PASS or (s.hand[seat][a] > 0 and playable(s, a))
        case Ask.AGENT:
            return a < s.agents and may_pick(s, s.card, a)
        case Ask.OTHER:
            if s.card == Card.RUINS_TO_CHURCH:
                return a == ENOUGH or (a != s.named and a < s.agents and s.at[a] == RUINS)
            return a != s.named and a < s.agents
        case Ask.FAR:
            return a < 2 or s.card == Card.FORWARD_UP_TO_THREE
        case Ask.WHERE:
            return a != s.safe if s.card == Card.MOVE_SAFE else (a != s.at[s.named] and occupied(s, a))
        case Ask.MARKER:
            return a < s.agents
        case Ask.OTHER_MARKER:
            return a != s.named and a < s.agents
        case Ask.ENTRY:
            return a < s.agents and s.dossier[seat][a] == NOBODY
        case Ask.STASH:  # 5.4: a new building
            return a != s.safe
    return True


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
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.FIRST:
            return 1 if a < s.seats else 0
        case Ask.DEAL | Ask.TAKE:
            return 1 if a < s.agents and s.owner[a] == NOBODY else 0
        case Ask.DEAL_CARD | Ask.DRAW:
            return s.deck[a]
        case Ask.REWRITE:
            return 1 if a < s.agents and s.dossier[s.to][a] == NOBODY else 0
    return 1


@rule
def heard(s: Cells, seat: int, listener: int) -> bool:
    match s.ask:
        case Ask.DEAL | Ask.DEAL_CARD:  # a card is told to whom it goes
            return listener == s.to
        case Ask.DRAW | Ask.TAKE:
            return listener == s.asked
        case Ask.REWRITE | Ask.ENTRY:
            return False
        case Ask.OVER:
            return False
    return True


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    match s.ask:
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
            s.roll, s.points, s.last = a, a + 1, 0
            s.ask = Ask.STEP if a else Ask.PACE
        case Ask.PACE:
            s.points, s.ask = a, Ask.STEP
            if a == 0:  # 7.6: an unused 1-3 draws a card
                open_phase(s, True)
        case Ask.STEP:
            move(s, a, (s.at[a] + 1) % BUILDINGS)
            s.points, s.last = s.points - 1, a
            if s.points == 0 and s.options & TOP_SECRET:
                open_phase(s, s.arrived != 0)  # 7.5: one card for the whole movement
            elif s.points == 0:
                settle(s)
        case Ask.DRAW:
            s.deck[a] -= 1
            s.hand[s.asked][a] += 1
            s.pile, s.ask = s.pile - 1, Ask.PLAY
            s.cards[s.asked] += 1
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
            far = a + 1 if s.card == Card.FORWARD_UP_TO_THREE else -a - 1
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


# Setting up (2), and dealing again what `forget` put back -----------------------------------------------------------


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
def own(s: Cells, seat: int, agent: int) -> None:
    s.rank[agent] = agents_of(s, seat)
    s.owner[agent] = seat
    if s.rank[agent] < s.signed[seat]:  # dealt again: it was this seat's when the dossiers were written
        s.dossier[seat][agent] = seat


@rule
def agents_of(s: Cells, seat: int) -> int:
    count = 0
    for agent in range(s.agents):
        if s.owner[agent] == seat:
            count += 1
    return count


@rule
def entries(s: Cells, seat: int) -> int:
    """How many opponents a dossier names."""
    count = 0
    for agent in range(s.agents):
        if s.dossier[seat][agent] != NOBODY and s.dossier[seat][agent] != seat:
            count += 1
    return count


@rule
def forget(s: Cells, seat: int) -> None:
    """Put back the agents, hands and dossiers that this seat cannot see, for the table to deal again."""
    if s.ask == Ask.OVER or s.ask <= Ask.REWRITE:
        return
    for agent in range(s.agents):
        if s.owner[agent] != seat:
            s.owner[agent], s.rank[agent] = NOBODY, 0
    for other in range(s.seats):
        if other != seat:
            for kind in range(KINDS):
                s.deck[kind] += s.hand[other][kind]
                s.hand[other][kind] = 0
            for agent in range(s.agents):
                s.dossier[other][agent] = NOBODY
    s.resume, s.again = s.ask, 1
    deal(s)


# Moving and scoring (3 to 5) ----------------------------------------------------------------------------------------


@rule
def move(s: Cells, agent: int, building: int) -> None:
    """An agent that really moves may come to the safe or to the ruins, and leaves them if it was there (4.2, 7.12)."""
    if s.at[agent] == building:
        return
    s.at[agent] = building
    s.guests &= ~(1 << agent)
    s.arrived &= ~(1 << agent)
    if building == s.safe:
        s.guests |= 1 << agent
    if building == RUINS:
        s.arrived |= 1 << agent


@rule
def settle(s: Cells) -> None:
    """Score if an agent came to the safe and is still there, then hide the safe anew; else pass the die (5)."""
    s.card, s.asked = NOBODY, NOBODY
    if s.guests == 0:
        pass_die(s)
        return
    s.ask = Ask.STASH
    for agent in range(s.agents):
        s.score[agent] = max(0, s.score[agent] + WORTH[s.at[agent]])
        if s.score[agent] >= FINISH:
            s.ask = Ask.OVER
    if s.ask == Ask.OVER:
        finish(s)
    elif file_dossiers(s):
        s.ask = Ask.ENTRY


@rule
def pass_die(s: Cells) -> None:
    s.turn = (s.turn + 1) % s.seats
    s.ask, s.guests, s.arrived, s.last, s.asked = Ask.ROLL, 0, 0, NOBODY, NOBODY
    s.card, s.named, s.where, s.quiet, s.played = NOBODY, NOBODY, NOBODY, 0, 0


# Top Secret cards (7 and 8) -----------------------------------------------------------------------------------------


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


# The dossier (9) and the end (6) ------------------------------------------------------------------------------------


@rule
def file_dossiers(s: Cells) -> bool:
    """The first marker on 29 or beyond makes everybody write; an own agent is marked, not written (9.1, 9.3)."""
    if s.options & DOSSIER == 0 or s.filed or max(s.score) < DOSSIER_AT:
        return False
    s.filed = 1
    for seat in range(s.seats):
        s.signed[seat] = s.held_agents[seat]
    for agent in range(s.agents):
        if s.owner[agent] != NOBODY:
            s.dossier[s.owner[agent]][agent] = s.owner[agent]
    return True


@rule
def next_opponent(s: Cells, seat: int) -> int:
    """Whose agent a dossier names next: the opponents clockwise."""
    return (seat + 1 + entries(s, seat)) % s.seats


@rule
def write(s: Cells, seat: int, agent: int) -> None:
    s.dossier[seat][agent] = next_opponent(s, seat)


@rule
def finish(s: Cells) -> None:
    """Give second agents back, pay the dossiers, find the farthest marker (6, 8.11, 9.4)."""
    for agent in range(s.agents):
        if s.owner[agent] != NOBODY and best_agent(s, s.owner[agent]) != agent:
            s.owner[agent], s.rank[agent] = NOBODY, 0
    if s.filed:
        for seat in range(s.seats):
            for agent in range(s.agents):
                entry = s.dossier[seat][agent]
                if entry != seat and entry == s.owner[agent]:
                    s.bonus[seat] += DOSSIER_PAY
    winners = 0
    for seat in range(s.seats):
        if total(s, seat) == top(s):
            winners += 1
    s.reason = Reason.FREE_AGENT if winners == 0 else (Reason.FARTHEST if winners == 1 else Reason.SHARED)


@rule
def best_agent(s: Cells, seat: int) -> int:
    """The agent that counts for a seat: its farthest, of equals the one received first (8.11)."""
    best = NOBODY
    for agent in range(s.agents):
        if s.owner[agent] == seat:
            if (
                best == NOBODY
                or s.score[agent] > s.score[best]
                or (s.score[agent] == s.score[best] and s.rank[agent] < s.rank[best])
            ):
                best = agent
    return best


@rule
def total(s: Cells, seat: int) -> int:
    """A seat's marker with what its dossier paid."""
    agent = best_agent(s, seat)
    return s.bonus[seat] + (s.score[agent] if agent != NOBODY else 0)


@rule
def top(s: Cells) -> int:
    """The farthest marker on the track, free agents' included."""
    most = 0
    for agent in range(s.agents):
        bonus = s.bonus[s.owner[agent]] if s.owner[agent] != NOBODY else 0
        most = max(most, s.score[agent] + bonus)
    return most


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = total(s, seat)


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if total(s, seat) == top(s) else -1
