"""Spywhere for the eye: the row in the middle, the players around it, and what a seat has before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from doppiogioco.engine.game import View
from doppiogioco.engine.move import Given
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import Voice

from .cards import EMPTY, GUESSES, NATIONS, NO_GUESS, ROW_SIZE, THREE
from .guesses import best, opponent, points
from .names import CODES, DISHES, card_name, initial, nation_name
from .scene import Board, Dish, Group, HandCard, Laid, Mine, Paper, Place
from .state import Ask, Choice


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


COLOUR_CLASSES = ("green", "blue", "grey", "red", "violet", "yellow")
ICONS = (
    icon("pizza-slice"), icon("cheese"), icon("hotdog"), icon("cake-candles"), icon("fish"), icon("bowl-food"),
)  # fmt: skip


# The table ----------------------------------------------------------------------------------------------------------


def facing(view: View, seat: int) -> int:
    """Everybody has a side of the table: the seat itself."""
    return seat if seat < view.seats else 0


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees; nearest is who sits on the side it is seen from."""
    places = [_place(view, seat, say) for seat in range(view.seats)]
    lap = -(-view.turns // view.seats)
    offered = view.ask == Ask.TAKE and view.given != NOBODY
    return Board(
        label=say("The table: the row of open cards in the middle, and the players around it"),
        around=(*places[facing + 1 :], *places[:facing]),
        near=places[facing],
        over=bool(view.ask == Ask.OVER),
        pile=view.pile,
        pile_title=_pile_title(view, say),
        row=tuple(_group(view, nation, count, say) for nation, count in enumerate(view.row) if count),
        gaps=ROW_SIZE - sum(view.row),
        given=_given(view, say) if offered else None,
        offer=say("{seat} gives", seat=say.seat(view.turn)) if offered else "",
        lap=say("Lap {lap}.", lap=lap).removesuffix(".") if lap else "",
        box=_dish(view.removed, 1, say) if view.removed != NOBODY else None,
        unseen=tuple(_unseen(view, say)),
    )


def _dish(nation: int, count: int, say: Voice, note: str = "", keys: tuple[str, ...] = ()) -> Dish:
    title = card_name(nation, say) + f" ×{count}" * (count > 1) + f", {note}" * bool(note)
    name, food = nation_name(nation, say), say(DISHES[nation])
    return Dish(CODES[nation], ICONS[nation], COLOUR_CLASSES[nation], name, food, count, title, keys)


def _dishes(counts: Sequence[int], say: Voice, note: str = "", key: str = "") -> list[Dish]:
    """What there is of each nation; with a key the page sees them come and go."""
    found = [(nation, count) for nation, count in enumerate(counts) if count]
    return [_dish(nation, count, say, note, (f"{key}-{nation}",) if key else ()) for nation, count in found]


def _face_down(count: int, title: str) -> Dish:
    return Dish("", "", "", "", "", count, title)


def _group(view: View, nation: int, count: int, say: Voice) -> Group:
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


# What happens before everybody's eyes -------------------------------------------------------------------------------


def moment(before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Board | None:
    """The board while an answer is being looked at, where the one after it shows less."""
    match before.ask:
        case Ask.TAKE:
            return _exchanged(before, given.answer, board(after, say, facing=facing), say)
        case Ask.TRIPLE if given.answer == Choice.YES:
            scene, nation = board(after, say, facing=facing), before.triple
            keys = tuple(f"row-{nation}-{copy}" for copy in range(after.row[nation], before.row[nation]))
            return _acted(scene, given.seat, lambda place: replace(place, open=_arrived(place.open, nation, keys)))
        case Ask.CLEAR:  # three of a kind that have just come are seen before they go back
            return board(before, say, facing=facing)
        case Ask.FINAL if after.over:
            scene = board(after, say, facing=facing)
            return replace(scene, around=tuple(map(_uncounted, scene.around)), near=_uncounted(scene.near))
    return None


def _exchanged(before: View, taken: int, scene: Board, say: Voice) -> Board:
    """The card taken has come into the hand, the one given lies beside the row, where it goes next."""
    seat, nation = before.turn, before.given
    rest = [count - (other == taken) for other, count in enumerate(before.row)]
    row = tuple(_group(before, other, count, say) for other, count in enumerate(rest) if count)
    key = f"row-{taken}-{before.row[taken] - 1}"
    scene = _acted(scene, seat, lambda place: replace(place, hand=_arrived(place.hand, taken, (key,))))
    offer = say("{seat} gives", seat=say.seat(seat))
    lies_next = () if nation == taken else (f"row-{nation}-{before.row[nation]}",)
    given = Group("", _dish(nation, 1, say), lies_next, three=False)
    return replace(scene, row=row, gaps=ROW_SIZE - sum(rest), given=given, offer=offer)


def _arrived(dishes: tuple[Dish, ...], nation: int, keys: tuple[str, ...]) -> tuple[Dish, ...]:
    """Some dishes, those of a nation having just come; where nothing is kept in mind they are among the unknown."""
    code = CODES[nation] if any(dish.code == CODES[nation] for dish in dishes) else ""
    return tuple(replace(dish, keys=keys, came=True) if dish.code == code else dish for dish in dishes)


def _acted(scene: Board, seat: int, change: Callable[[Place], Place]) -> Board:
    """A scene in which it is still a player's turn, and something before that player is different."""
    key = f"seat-{seat}"
    *around, near = (
        replace(change(place), turn=True) if place.key == key else replace(place, turn=False)
        for place in (*scene.around, scene.near)
    )
    return replace(scene, around=tuple(around), near=near)


def _uncounted(place: Place) -> Place:
    """A player whose passport and hand have been laid open, while the guesses still lie face down."""
    laid = tuple(replace(paper, dish=None, verdict="", right=False, title=paper.back) for paper in place.laid)
    return replace(place, points="", won=False, laid=laid)


# A player -----------------------------------------------------------------------------------------------------------


def _place(view: View, seat: int, say: Voice) -> Place:
    over, name = bool(view.ask == Ask.OVER), say.seat(seat)
    total = points(view.cells, seat) if over else 0
    status, picture = _status(view, seat, say)
    return Place(
        key=f"seat-{seat}",
        name=name,
        letter=initial(view, seat, say),
        pattern=seat,
        next_paper=_paper_key(view, seat, view.ask == Ask.NAME and seat == view.turn),
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
        open=tuple(_dishes([THREE * threes for threes in view.open[seat]], say, key=f"open-{seat}")),
        laid=tuple(_laid_before(view, seat, say)),
    )


def _paper_key(view: View, seat: int, under_way: int = 0) -> str:
    """Another for each identification card, so that none glides back to where the next one comes from."""
    return f"paper-{seat}-{sum(view.laid[seat]) + under_way}"


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
        yield from _dishes(view.hand[seat], say, key=f"held-{seat}")
        return
    known = view.known[seat] if say.reminders else ()
    yield from _dishes(known, say, say("taken from the row"), f"held-{seat}")
    rest = view.cards[seat] - sum(known)
    if rest:
        yield _face_down(rest, say.many("{n} unknown card", "{n} unknown cards", rest))


def _laid_before(view: View, seat: int, say: Voice) -> Iterator[Laid]:
    """The identification cards in front of a seat, and those put there at the end as soon as they are open."""
    for guesser in range(view.seats):
        for slot in range(GUESSES[view.seats]):
            if guesser == seat or opponent(view.cells, guesser, slot) != seat:
                continue
            nation, paper = view.guess[guesser][slot], _face_down_paper(view, guesser, f"laid-{guesser}-{slot}", say)
            if nation == HIDDEN and view.laid[guesser][slot]:
                yield paper
            elif 0 <= nation < NATIONS:
                dish, (verdict, right) = _dish(nation, 1, say), _verdict(view, seat, nation, say)
                title = say("{seat} guesses {nation}", seat=say.seat(guesser), nation=dish.name)
                title += f": {verdict}" * bool(verdict)
                yield replace(paper, dish=dish, verdict=verdict, right=right, title=title)
    if view.ask == Ask.NAME and view.whom == seat:  # it lies there already, only its nation is still to be said
        yield replace(_face_down_paper(view, view.turn, _paper_key(view, view.turn), say), came=True)


def _face_down_paper(view: View, guesser: int, key: str, say: Voice) -> Laid:
    title = say("Identification card of {seat}, face down", seat=say.seat(guesser))
    return Laid(guesser, initial(view, guesser, say), None, "", False, title, title, key)


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
    """Sorted by nation, each always in the same place."""
    for nation, count in enumerate(view.hand[view.seat]):
        if nation != view.removed:
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
