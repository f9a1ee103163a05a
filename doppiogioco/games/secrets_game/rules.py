"""Secrets: CIA, KGB or hippie; you may not know your own side for long.

Clause numbers refer to docs/games/secrets. The next seat (p + 1) sits at the left, the previous one at the right. A
character offered is revealed when the offer ends, so what lies under the deck is public in its order (2.3).
"""

from __future__ import annotations

from enum import IntEnum

from doppiogioco.engine.questions import BEAT, BLINK, Questions, asks, chance, over
from doppiogioco.engine.questions import REVEAL as TURNS_OVER
from doppiogioco.engine.rule import all_seats, rule
from doppiogioco.engine.state import (
    CHANCE,
    EVERYBODY,
    MIDDLE,
    MOST_SEATS,
    NOBODY,
    PLACE,
    SEAT,
    SPECTATOR,
    Cells,
    held,
    hidden,
    public,
    shown,
    state,
)
from doppiogioco.engine.state import SEATS as SEAT_SET

from .cards import (
    BULLET_WORTH,
    BULLETS,
    CENTRE_SHOWN,
    CHARACTERS,
    CIA,
    COPIES,
    DECK,
    HIPPIES,
    KGB,
    LAST_CARD,
    NEIGHBOUR_SEEN,
    SILENCE,
    WORTH,
    Card,
    Side,
)

VERSION = 1
SEATS = (4, 5, 6, 7, 8)
OPTIONS: dict[str, bool] = {}
CENTRE = MIDDLE  # the place of the token that is nobody's


Choice = IntEnum("Choice", "NO YES", start=0)
Neighbour = IntEnum("Neighbour", "LEFT RIGHT", start=0)
Reason = IntEnum("Reason", "NONE LONE_HIPPIE CIA KGB TIE", start=0)


class Ask(Questions):
    """The questions, in the order of the rulebook."""

    FIRST = chance(SEAT, "1.2", moment=0)  # who begins
    TOKEN = chance(Side, "1.4", told="first_look", moment=0)  # the token for `place`
    DRAW = chance(Card, "2.1")  # a character from the deck
    OFFER = asks("active", Card, "3.1", told=NOBODY, moment=BLINK)  # which of the two lies face down
    TARGET = asks("active", SEAT, "3.2", moment=BLINK)  # who is offered it
    CLAIM = asks("active", CHARACTERS + 1, "3.3")  # what is said about it
    UN = asks("un", Choice, "3.5")  # does the UN player take it?
    REPLY = asks("target", Choice, "3.6", moment=BLINK)  # does the target accept?
    REVEAL = chance(Card, "3.7", moment=TURNS_OVER)  # the character turns over
    HAND_ON = asks("actor", SEAT, "4.3")  # Politician: to whom
    SWAP = asks("actor", SEAT, "4.1", moment=BLINK)  # Psychiatrist: one player
    SWAP_WITH = asks("actor", SEAT, "4.1")  # and the other
    EXAMINE = asks("actor", PLACE, "4.6", moment=BLINK)  # Detective: which token
    LOOK = chance(Side, "4.9", told="watchers", moment=BEAT)  # the token at `place`
    SWITCH = asks("actor", Neighbour, "4.5", told=NOBODY)  # Diplomat: which neighbour
    BULLET = chance(BULLETS, "4.8", told="actor")  # the bullet drawn
    AIM = asks("actor", SEAT, "4.8")  # Assassin: to whom
    OVER = over("6.1")


State = state(
    "secrets",
    ask=public(Ask),
    seats=public(9),
    options=public(1),
    active=public(SEAT),  # whose turn it is
    actor=public(SEAT),  # who got the character and applies its effect
    up=public(7, SEAT, Card),  # open characters in front of each seat
    down=public(7, SEAT, Card),  # characters turned face down
    bullets=public(5, SEAT),  # bullets in front of each seat
    shooter=held(SEAT, BULLETS),  # per bullet, who drew it and so knows it
    aim=held(SEAT, BULLETS, by="shooter"),  # and who has it
    un=public(SEAT),  # the UN player
    deck=public(7, Card),  # characters never seen yet
    under=public(Card, DECK, start=NOBODY),  # those put under the deck, in order
    below=public(DECK + 1),  # how many
    pair=public(Card, 2, start=NOBODY),  # the two characters drawn
    twins=public(7),  # duplicates of the first, put aside while drawing
    offer=held(Card, by="active", start=NOBODY),  # which of the two lies face down
    target=public(SEAT),
    claim=public(CHARACTERS + 1, start=NOBODY),
    place=public(PLACE),  # the token in question
    watchers=public(SEAT_SET),  # who is looking at it
    other=public(SEAT),  # the seat named last by an effect
    token=shown(Side, PLACE, start=NOBODY),
    pool=hidden(5, Side),  # tokens not dealt yet
    reason=public(Reason),
)


@rule
def setup(s: Cells, seats: int, options: int) -> None:
    s.seats = seats
    s.pool[Side.CIA], s.pool[Side.KGB], s.pool[Side.HIPPIE] = CIA[seats], KGB[seats], HIPPIES[seats]
    for card in range(CHARACTERS):
        s.deck[card] = COPIES[card]


@rule
def clear_offer(s: Cells) -> None:
    s.pair[0], s.pair[1], s.offer, s.target, s.claim = NOBODY, NOBODY, NOBODY, NOBODY, NOBODY


@rule
def legal(s: Cells, seat: int, a: int) -> bool:
    match s.ask:
        case Ask.OFFER:
            return a == s.pair[0] or a == s.pair[1]
        case Ask.CLAIM:
            return a == s.pair[0] or a == s.pair[1] or a == SILENCE
        case Ask.TARGET | Ask.HAND_ON | Ask.AIM | Ask.SWAP:
            return a < s.seats and a != seat
        case Ask.SWAP_WITH:
            return a < s.seats and a != seat and a != s.other
        case Ask.EXAMINE:
            return a < s.seats or a == CENTRE
    return True


@rule
def weight(s: Cells, a: int) -> int:
    match s.ask:
        case Ask.FIRST:
            return 1 if a < s.seats else 0
        case Ask.TOKEN:
            return s.pool[a]
        case Ask.DRAW:  # 2.4: what was put under the deck comes back in its order when nothing fresh is left
            if sum(s.deck) > 0:
                return s.deck[a]
            return 1 if s.under[0] == a else 0
        case Ask.REVEAL:
            return 1 if s.offer == a else 0
        case Ask.LOOK:
            return 1 if s.token[s.place] == a else 0
        case Ask.BULLET:
            return 1 if s.shooter[a] == NOBODY else 0
    return 0


@rule
def first_look(s: Cells, listener: int) -> bool:
    if s.place == CENTRE:
        return s.seats >= CENTRE_SHOWN
    return looks_first(s, listener, s.place)


@rule
def looks_first(s: Cells, listener: int, seat: int) -> bool:
    """Does somebody look at this token when all are dealt (1.4): their own, with enough players that at their right?"""
    return listener == seat or (s.seats >= NEIGHBOUR_SEEN and listener == (seat + 1) % s.seats)


@rule
def apply(s: Cells, seat: int, a: int) -> None:
    if seat != CHANCE:  # 1.5: nobody goes on looking at a token once the game moves on
        for place in range(MOST_SEATS + 1):
            s.token_seen[place] = 0
    match s.ask:
        case Ask.FIRST:
            s.active, s.place, s.ask = a, a, Ask.TOKEN
        case Ask.TOKEN:
            deal_token(s, a)
        case Ask.DRAW:
            draw(s, a)
        case Ask.OFFER:
            s.offer, s.ask = a, Ask.TARGET
        case Ask.TARGET:
            s.target, s.ask = a, Ask.CLAIM
        case Ask.CLAIM:  # 3.5: a UN player who is a third party may step in before the target answers
            s.claim = a
            third_party = s.un != NOBODY and s.un != s.active and s.un != s.target
            s.ask = Ask.UN if third_party else Ask.REPLY
        case Ask.UN:
            s.actor = s.un if a == Choice.YES else NOBODY
            s.ask = Ask.REVEAL if a == Choice.YES else Ask.REPLY
        case Ask.REPLY:
            s.actor = s.target if a == Choice.YES else s.active
            s.ask = Ask.REVEAL
        case Ask.REVEAL:
            put_under(s, s.pair[1] if a == s.pair[0] else s.pair[0])  # the other one of the two
            clear_offer(s)
            receive(s, a)
        case Ask.HAND_ON:
            s.up[a][Card.POLITICIAN] += 1
            s.other = a
            look(s, a, 1 << s.actor)
        case Ask.SWAP:
            s.other, s.ask = a, Ask.SWAP_WITH
        case Ask.SWAP_WITH:
            s.token[a], s.token[s.other] = s.token[s.other], s.token[a]
            s.place = a
            end_turn(s)
        case Ask.EXAMINE:
            look(s, a, 1 << s.actor)
        case Ask.LOOK:
            s.token_seen[s.place] = s.watchers
            if diplomacy(s):
                s.ask = Ask.SWITCH
            else:
                end_turn(s)
        case Ask.SWITCH:
            step = 1 if a == Neighbour.LEFT else -1
            swap_with_centre(s, (s.actor + step) % s.seats)
            end_turn(s)
        case Ask.BULLET:
            s.shooter[a], s.ask = s.actor, Ask.AIM
        case Ask.AIM:
            for bullet in range(BULLETS):
                if s.shooter[bullet] == s.actor and s.aim[bullet] == NOBODY:
                    s.aim[bullet] = a
            s.bullets[a] += 1
            s.other = a
            end_turn(s)


@rule
def deal_token(s: Cells, side: int) -> None:
    """One token each, clockwise from the first player, the last one to the centre (1.3)."""
    s.pool[side] -= 1
    s.token[s.place] = side
    if s.place == CENTRE:
        s.token_seen[CENTRE] = EVERYBODY if first_look(s, SPECTATOR) else 0
        s.ask, s.place = Ask.DRAW, NOBODY
    else:
        for listener in range(s.seats):
            if first_look(s, listener):
                s.token_seen[s.place] |= 1 << listener
        following = (s.place + 1) % s.seats
        s.place = CENTRE if following == s.active else following


@rule
def draw(s: Cells, card: int) -> None:
    """Draw until there are two different characters; duplicates go under the deck (2.2)."""
    if s.deck[card] > 0:
        s.deck[card] -= 1
    else:
        s.below -= 1
        for i in range(DECK - 1):
            s.under[i] = s.under[i + 1]
        s.under[DECK - 1] = NOBODY
    if s.pair[0] == NOBODY:
        s.pair[0] = card
    elif s.pair[0] == card:
        s.twins += 1
    else:
        s.pair[1], s.ask = card, Ask.OFFER
        while s.twins > 0:
            put_under(s, s.pair[0])
            s.twins -= 1


@rule
def put_under(s: Cells, card: int) -> None:
    s.under[s.below] = card
    s.below += 1


@rule
def receive(s: Cells, card: int) -> None:
    """The actor adds the character and applies its effect (4)."""
    if card != Card.POLITICIAN:
        s.up[s.actor][card] += 1
    match card:
        case Card.PSYCHIATRIST:
            s.ask = Ask.SWAP
        case Card.DOUBLE_AGENT:
            swap_with_centre(s, s.actor)
            look(s, s.actor, 1 << s.actor)
        case Card.POLITICIAN:
            s.ask = Ask.HAND_ON
        case Card.JOURNALIST:  # 4.4: spectators could tell the owner, so they do not see it either
            look(s, s.actor, all_seats(s.seats) & ~(1 << s.actor))
        case Card.DIPLOMAT:
            look(s, CENTRE, EVERYBODY)
        case Card.DETECTIVE:
            s.ask = Ask.EXAMINE
        case Card.SCIENTIST:
            if s.up[s.actor][Card.SCIENTIST] == 2:
                for character in range(CHARACTERS):
                    turn_down(s, s.actor, character, s.up[s.actor][character])
            end_turn(s)
        case Card.ASSASSIN:
            s.ask = Ask.BULLET


@rule
def look(s: Cells, place: int, watchers: int) -> None:
    s.ask, s.place, s.watchers = Ask.LOOK, place, watchers


@rule
def diplomacy(s: Cells) -> bool:
    """Does everybody look at the centre? A Diplomat lets them (4.5); a Detective looks there alone (4.6)."""
    return s.place == CENTRE and s.watchers != 1 << s.actor


@rule
def swap_with_centre(s: Cells, seat: int) -> None:
    s.token[seat], s.token[CENTRE] = s.token[CENTRE], s.token[seat]


@rule
def turn_down(s: Cells, seat: int, card: int, copies: int) -> None:
    s.up[seat][card] -= copies
    s.down[seat][card] += copies


@rule
def cards_of(s: Cells, seat: int) -> int:
    """Everything in front of a seat: open, face down, bullets."""
    return sum(s.up[seat]) + sum(s.down[seat]) + s.bullets[seat]


@rule
def end_turn(s: Cells) -> None:
    """Pairs, the UN token, the end of the game, in this order (5.1)."""
    last = False
    for seat in range(s.seats):
        for card in range(CHARACTERS):
            if s.up[seat][card] >= 2:
                turn_down(s, seat, card, 2)
        last = last or cards_of(s, seat) >= LAST_CARD[s.seats]
    s.un = fewest(s)
    if last:
        s.ask = Ask.OVER
        s.reason = verdict(s)
    else:
        s.ask, s.active, s.actor = Ask.DRAW, (s.active + 1) % s.seats, NOBODY


@rule
def fewest(s: Cells) -> int:
    """The one seat with fewer cards than each other, or nobody (5.4)."""
    least, holder = 99, NOBODY
    for seat in range(s.seats):
        cards = cards_of(s, seat)
        if cards < least:
            least, holder = cards, seat
        elif cards == least:
            holder = NOBODY
    return holder


# The end (6) --------------------------------------------------------------------------------------------------------


@rule
def points(s: Cells, seat: int) -> int:
    """Open characters and bullets; what lies face down is worth nothing."""
    total = 0
    for card in range(CHARACTERS):
        total += s.up[seat][card] * WORTH[card]
    for bullet in range(BULLETS):
        if s.aim[bullet] == seat:
            total += BULLET_WORTH[bullet]
    return total


@rule
def lone_hippie(s: Cells) -> int:
    """A hippie with fewer points than every other player, or nobody."""
    least, holder = 999, NOBODY
    for seat in range(s.seats):
        if points(s, seat) < least:
            least, holder = points(s, seat), seat
        elif points(s, seat) == least:
            holder = NOBODY
    return holder if holder != NOBODY and s.token[holder] == Side.HIPPIE else NOBODY


@rule
def team(s: Cells, side: int) -> int:
    total = 0
    for seat in range(s.seats):
        if s.token[seat] == side:
            total += points(s, seat)
    return total


@rule
def verdict(s: Cells) -> int:
    if lone_hippie(s) != NOBODY:
        return Reason.LONE_HIPPIE
    if team(s, Side.CIA) == team(s, Side.KGB):
        return Reason.TIE
    return Reason.CIA if team(s, Side.CIA) > team(s, Side.KGB) else Reason.KGB


@rule
def won(s: Cells, seat: int) -> bool:
    match s.reason:
        case Reason.LONE_HIPPIE:
            return lone_hippie(s) == seat
        case Reason.CIA:
            return s.token[seat] == Side.CIA
        case Reason.KGB:
            return s.token[seat] == Side.KGB
    return False


@rule
def scores(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = points(s, seat)


@rule
def returns(s: Cells, out: list[int]) -> None:
    for seat in range(s.seats):
        out[seat] = 1 if won(s, seat) else -1
