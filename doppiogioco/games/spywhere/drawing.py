"""Spywhere for the eye: the row in the middle, the players around it, and what a seat has before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .cards import EMPTY, GUESSES, NATIONS, NO_GUESS, ROW_SIZE, THREE
from .guesses import best, opponent, points
from .scene import Board, Dish, Group, HandCard, Laid, Mine, Paper, Place
from .state import Ask, Choice
from .words import DISHES, NATION_NAMES


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


CODES = ("IT", "FR", "DE", "EN", "BE", "ES")
COLOUR_CLASSES = ("green", "blue", "grey", "red", "violet", "yellow")
ICONS = (
    icon("pizza-slice"), icon("cheese"), icon("hotdog"), icon("cake-candles"), icon("fish"), icon("bowl-food"),
)  # fmt: skip


# The table ----------------------------------------------------------------------------------------------------------


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees."""
    places = [_place(view, seat, say) for seat in range(view.seats)]
    above = (view.seats + 1) // 2
    lap = -(-view.turns // view.seats)
    offered = view.ask == Ask.TAKE and view.given != NOBODY
    return Board(
        label=say("The table: the row of open cards in the middle, and the players around it"),
        above=tuple(places[:above]),
        below=tuple(places[above:]),
        over=bool(view.ask == Ask.OVER),
        pile=view.pile,
        pile_title=_pile_title(view, say),
        row=tuple(_group(view, nation, say) for nation in range(NATIONS) if view.row[nation]),
        gaps=ROW_SIZE - sum(view.row),
        given=_given(view, say) if offered else None,
        offer=say("{seat} gives", seat=say.seat(view.turn)) if offered else "",
        lap=say("Lap {lap}.", lap=lap).removesuffix(".") if lap else "",
        box=_dish(view.removed, 1, say) if view.removed != NOBODY else None,
        unseen=tuple(_unseen(view, say)),
    )


def _dish(nation: int, count: int, say: Voice, note: str = "") -> Dish:
    name, food = say(NATION_NAMES[nation]), say(DISHES[nation])
    title = f"{name} ({food})" + f" ×{count}" * (count > 1) + f", {note}" * bool(note)
    return Dish(CODES[nation], ICONS[nation], COLOUR_CLASSES[nation], name, food, count, title)


def _dishes(counts: Sequence[int], say: Voice, note: str = "") -> list[Dish]:
    return [_dish(nation, count, say, note) for nation, count in enumerate(counts) if count]


def _face_down(count: int, title: str) -> Dish:
    return Dish("", "", "", "", "", count, title)


def _group(view: View, nation: int, say: Voice) -> Group:
    count = view.row[nation]
    asked = view.ask == Ask.TRIPLE and nation == view.triple
    pieces = tuple(f"row-{nation}-{copy}" for copy in range(count))
    dish = _dish(nation, count, say, say("three of a kind") if count >= THREE else "")
    return Group("triple" if asked else f"row-{nation}", dish, pieces, bool(count >= THREE))


def _given(view: View, say: Voice) -> Group:
    """The card on its way to the row, named as the next of its nation there, so that it glides to it."""
    nation = view.given
    return Group("", _dish(nation, 1, say), (f"row-{nation}-{view.row[nation]}",), three=False)


def _pile_title(view: View, say: Voice) -> str:
    title = say.many("Deck: {n} card.", "Deck: {n} cards.", view.pile)
    if HIDDEN in view.deck or not view.pile:
        return title
    return f"{title} {', '.join(dish.title for dish in _dishes(view.deck, say))}"


def _unseen(view: View, say: Voice) -> Iterator[Dish]:
    """The passports that were left over, once everybody's are known."""
    papers = view.passport[: view.seats]
    if any(HIDDEN in own or not any(own) for own in papers):
        return
    for nation in range(NATIONS):
        if nation != view.removed and not any(own[nation] for own in papers):
            yield _dish(nation, 1, say)


# A player -----------------------------------------------------------------------------------------------------------


def _place(view: View, seat: int, say: Voice) -> Place:
    over, name = bool(view.ask == Ask.OVER), say.seat(seat)
    total = points(view.cells, seat) if over else 0
    status, picture = _status(view, seat, say)
    return Place(
        key=f"seat-{seat}",
        name=name,
        letter=_letter(view, seat, say),
        pattern=seat,
        turn=bool(seat == view.turn and view.ask not in (Ask.FINAL, Ask.OVER)),
        status=status,
        status_icon=picture,
        closer=say("closes the game") if view.closer == seat else "",
        won=over and total == best(view.cells),
        points=say.many("{n} point", "{n} points", total) if over else "",
        passports=tuple(_dishes(view.passport[seat], say)) if HIDDEN not in view.passport[seat] else (),
        cards=view.cards[seat],
        held=say("in hand") + ": " + say.many("{n} card", "{n} cards", view.cards[seat]),
        hand=tuple(_hand(view, seat, say)),
        open=tuple(_dishes([THREE * threes for threes in view.open[seat]], say)),
        laid=tuple(_laid_before(view, seat, say)),
    )


def _letter(view: View, seat: int, say: Voice) -> str:
    """The initial, with the number of the seat where somebody else has the same."""
    letters = [say.seat(other)[:1].upper() for other in range(view.seats)]
    return letters[seat] if letters.count(letters[seat]) == 1 else f"{letters[seat]}{seat + 1}"


def _status(view: View, seat: int, say: Voice) -> tuple[str, str]:
    """What a player is at, beside having the turn: in words, and as a picture."""
    if view.ask == Ask.FINAL:
        done = view.settled[seat] == GUESSES[view.seats]
        return (say("has finished"), icon("check")) if done else (say("is guessing"), icon("pen"))
    if view.ask == Ask.NAME and seat == view.whom:
        return say("is being identified"), icon("id-card")
    return "", ""


def _hand(view: View, seat: int, say: Voice) -> Iterator[Dish]:
    """The cards of a hand that are known, or all of them; then the others, face down."""
    if HIDDEN not in view.hand[seat]:
        yield from _dishes(view.hand[seat], say)
        return
    known = view.known[seat] if say.reminders else ()
    yield from _dishes(known, say, say("taken from the row"))
    rest = view.cards[seat] - sum(known)
    if rest:
        yield _face_down(rest, say.many("{n} unknown card", "{n} unknown cards", rest))


def _laid_before(view: View, seat: int, say: Voice) -> Iterator[Laid]:
    """The identification cards in front of a seat, and those put there at the end as soon as they are open."""
    for guesser in range(view.seats):
        for slot in range(GUESSES[view.seats]):
            if guesser == seat or opponent(view.cells, guesser, slot) != seat:
                continue
            nation, who = view.guess[guesser][slot], say.seat(guesser)
            letter = _letter(view, guesser, say)
            if nation == HIDDEN and view.laid[guesser][slot]:
                yield Laid(guesser, letter, None, "", False, say("Identification card of {seat}, face down", seat=who))
            elif 0 <= nation < NATIONS:
                dish, (verdict, right) = _dish(nation, 1, say), _verdict(view, seat, nation, say)
                title = say("{seat} guesses {nation}", seat=who, nation=dish.name) + f": {verdict}" * bool(verdict)
                yield Laid(guesser, letter, dish, verdict, right, title)


def _verdict(view: View, about: int, nation: int, say: Voice) -> tuple[str, bool]:
    """Is a guess right? No words while the passport is secret."""
    if HIDDEN in view.passport[about] or not any(view.passport[about]):
        return "", False
    right = bool(view.passport[about][nation])
    return say("right") if right else say("wrong"), right


# What a seat has before it ------------------------------------------------------------------------------------------


def mine(view: View, say: Voice) -> Mine:
    """What only this seat sees; somebody who only watches has nothing."""
    seat, sits = view.seat, bool(view.seat < view.seats)
    made = sum(0 <= nation < NATIONS for nation in view.guess[seat][: GUESSES[view.seats]]) if sits else 0
    return Mine(
        passports=tuple(_dishes(view.passport[seat], say)) if sits else (),
        revealed=view.over,
        sits=sits,
        hand=tuple(_own_hand(view, say)) if sits else (),
        held=say.many("{n} card", "{n} cards", view.cards[seat]) if sits else "",
        papers=tuple(_papers(view, say)) if sits else (),
        used=say("{n} of {most}", n=made, most=GUESSES[view.seats]),
        missing=_missing(view, say) if sits else "",
    )


def _own_hand(view: View, say: Voice) -> Iterator[HandCard]:
    for nation, count in enumerate(view.hand[view.seat]):
        if count:
            seen = view.known[view.seat][nation] if say.reminders else 0
            told = say.many("{n} known", "{n} known", seen) if seen else ""
            yield HandCard(f"hand-{nation}", _dish(nation, count, say, told), told)


def _papers(view: View, say: Voice) -> Iterator[Paper]:
    """The own identification cards. One can lie twice at the end, until the later guess has been settled too."""
    seat = view.seat
    for nation in range(NATIONS):
        if nation == view.removed:
            continue
        about = [
            opponent(view.cells, seat, slot) for slot in range(GUESSES[view.seats]) if view.guess[seat][slot] == nation
        ]
        verdict, right = _verdict(view, about[0], nation, say) if about else ("", False)
        whom = ", ".join(say.seat(other) for other in about)
        yield Paper(f"nation-{nation}", _dish(nation, 1, say), whom, verdict, right)


def _missing(view: View, say: Voice) -> str:
    """Whom the seat has not identified at all; of two players one may have been, with one card of two."""
    about: dict[int, bool] = {}
    for slot in range(GUESSES[view.seats]):
        other = opponent(view.cells, view.seat, slot)
        about[other] = about.get(other, False) or view.guess[view.seat][slot] not in (NOBODY, EMPTY)
    names = [say.seat(other) for other, identified in about.items() if not identified]
    return say("Not identified: {seats}", seats=say.list(names)) if names else ""


# Where an answer is -------------------------------------------------------------------------------------------------


def place(view: View, a: int) -> str | None:
    """The thing on the table that stands for an answer; to leave something out has none."""
    match view.ask:
        case Ask.GIVE:
            return f"hand-{a}"
        case Ask.TAKE:
            return f"row-{a}"
        case Ask.TRIPLE if a == Choice.YES:
            return "triple"
        case Ask.GUESS if a != NO_GUESS:
            return f"seat-{a}"
        case Ask.NAME:
            return f"nation-{a}"
        case Ask.FINAL if a != EMPTY:
            return f"nation-{a}"
    return None
