"""What a player of Spywhere can write down: hands, exchanges, threes of a kind and identification cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from doppiogioco.engine.game import View
from doppiogioco.engine.move import Given
from doppiogioco.engine.notes import Note
from doppiogioco.engine.state import HIDDEN
from doppiogioco.engine.words import Voice, figure

from .cards import COPIES, EMPTY, GUESSES, NATIONS, NO_GUESS, THREE
from .guesses import opponent
from .names import CODES, initial, nation_name
from .state import Ask, Choice


class Exchange(NamedTuple):
    """What somebody gave to the row and took from it."""

    seat: int
    lap: int
    given: int
    taken: int


class Three(NamedTuple):
    """Three of a kind that somebody took, or left lying."""

    seat: int
    lap: int
    nation: int
    taken: bool


class Identified(NamedTuple):
    """An identification card that somebody laid in front of somebody."""

    seat: int
    lap: int
    whom: int


@dataclass
class Notes:
    """What one listener has seen happen, in order. All of it is public; what is secret is looked up in the view."""

    exchanges: list[Exchange] = field(default_factory=list)
    threes: list[Three] = field(default_factory=list)
    identified: list[Identified] = field(default_factory=list)


def blank(view: View) -> Notes:
    """A clean sheet."""
    return Notes()


def note(notes: Notes, before: View, given: Given, after: View) -> None:
    """Take in an exchange, three of a kind taken or left, or an identification card."""
    lap = -(-before.turns // before.seats)
    match before.ask:
        case Ask.TAKE:
            notes.exchanges.append(Exchange(given.seat, lap, before.given, given.answer))
        case Ask.TRIPLE:
            notes.threes.append(Three(given.seat, lap, before.triple, given.answer == Choice.YES))
        case Ask.GUESS if given.answer != NO_GUESS:
            notes.identified.append(Identified(given.seat, lap, given.answer))


def recall(notes: Notes, view: View, say: Voice) -> list[Note]:
    """The hands first, then what was given and taken, what lay open, and who identified whom."""
    found = [_hands(view, say)] if view.turns else []
    if notes.exchanges:
        found.append(_exchanged(notes, view, say))
    threes = tuple(_threes(notes, view, say))
    if threes:
        found.append(Note(say("Three of a kind"), threes))
    if notes.identified or _own_guesses(view):
        found.append(_identified(notes, view, say))
    if notes.exchanges:
        found.append(_laps(notes, view, say))
    return found


def _in_play(view: View) -> list[int]:
    return [nation for nation in range(NATIONS) if nation != view.removed]


# Hands --------------------------------------------------------------------------------------------------------------


def _hands(view: View, say: Voice) -> Note:
    """Cards of each hand that were seen being taken and not given since, and what is nowhere in sight."""
    nations = _in_play(view)
    rows = [(say.seat(seat), *_held(view, seat, nations)) for seat in range(view.seats)]
    rows.append((say("out of sight"), *(str(_unseen(view, nation)) for nation in nations), ""))
    lines = (say("2+: at least 2, for unknown cards (?) may be equal. Out of sight: in the deck or unknown."),)
    return Note(say("Cards in hand"), lines, ("", *(CODES[nation] for nation in nations), "?"), tuple(rows))


def _held(view: View, seat: int, nations: list[int]) -> Iterator[str]:
    if HIDDEN not in view.hand[seat]:
        yield from (_count(view.hand[seat][nation]) for nation in nations)
        yield "–"
        return
    rest = view.cards[seat] - sum(view.known[seat])
    yield from (_count(view.known[seat][nation], "+" if rest else "") for nation in nations)
    yield _count(rest)


def _count(cards: int, mark: str = "") -> str:
    return f"{cards}{mark}" if cards else "–"


def _unseen(view: View, nation: int) -> int:
    """How many cards of a nation the viewer cannot place: not in the row, not open, in no hand that is known."""
    placed = view.row[nation] + (view.given == nation and view.ask == Ask.TAKE)
    for seat in range(view.seats):
        held = view.known if HIDDEN in view.hand[seat] else view.hand
        placed += held[seat][nation] + THREE * view.open[seat][nation]
    return COPIES - placed


# Exchanges ----------------------------------------------------------------------------------------------------------


def _exchanged(notes: Notes, view: View, say: Voice) -> Note:
    """By player and nation: how often it was taken from the row, and how often given."""
    nations = _in_play(view)
    rows = []
    for seat in range(view.seats):
        took = [exchange.taken for exchange in notes.exchanges if exchange.seat == seat]
        gave = [exchange.given for exchange in notes.exchanges if exchange.seat == seat]
        rows.append((say.seat(seat), *(_moved(took.count(nation), gave.count(nation)) for nation in nations)))
    lines = (say("+2−1: taken twice from the row, given once"),)
    return Note(say("Taken and given"), lines, ("", *(CODES[nation] for nation in nations)), tuple(rows))


def _moved(taken: int, given: int) -> str:
    parts = [f"+{taken}"] * bool(taken) + [figure(-given)] * bool(given)
    return "".join(parts) or "–"


def _laps(notes: Notes, view: View, say: Voice) -> Note:
    """Turn by turn, the latest lap first: what each gave, and what came for it."""
    order = range(view.seats)
    cells = {(exchange.lap, exchange.seat): exchange for exchange in notes.exchanges}
    rows = []
    for lap in sorted({exchange.lap for exchange in notes.exchanges}, reverse=True):
        made = [cells.get((lap, seat)) for seat in order]
        rows.append((str(lap), *(f"{CODES[one.given]} → {CODES[one.taken]}" if one else "" for one in made)))
    head = (say("lap"), *(initial(view, seat, say) for seat in order))
    return Note(say("Turn by turn"), (say("given → taken"),), head, tuple(rows))


# Threes of a kind and guesses ---------------------------------------------------------------------------------------


def _threes(notes: Notes, view: View, say: Voice) -> Iterator[str]:
    """For each player what three of a kind tell: who takes them is of another nation, who leaves them may be."""
    for seat in range(view.seats):
        took = [nation for nation in range(NATIONS) if view.open[seat][nation]]
        left = [three for three in notes.threes if three.seat == seat and not three.taken]
        if took:
            nations = say.list([nation_name(nation, say) for nation in took])
            yield say("{seat} has taken three, so is not: {nations}", seat=say.seat(seat), nations=nations)
        for three in left:
            parts = {"seat": say.seat(seat), "nation": nation_name(three.nation, say), "lap": three.lap}
            yield say("{seat} left three lying in lap {lap}: {nation}", **parts)


def _identified(notes: Notes, view: View, say: Voice) -> Note:
    """Who laid an identification card in front of whom, and in which lap; of the own cards also the nation."""
    seats, own = range(view.seats), _own_guesses(view)
    rows = []
    for seat in seats:
        cells = []
        for whom in seats:
            laps = [str(one.lap) for one in notes.identified if (one.seat, one.whom) == (seat, whom)]
            nations = own.get(whom, []) if seat == view.seat else []
            pairs = zip_longest(laps, nations, fillvalue="")
            cells.append(", ".join(": ".join(filter(None, pair)) for pair in pairs) or "–")
        rows.append((say.seat(seat), *cells))
    head = ("", *(initial(view, whom, say) for whom in seats))
    return Note(say("Who identified whom"), (say("in which lap"),), head, tuple(rows))


def _own_guesses(view: View) -> dict[int, list[str]]:
    """The nations that the viewer has guessed, by whom they are about."""
    found: dict[int, list[str]] = {}
    if view.seat < view.seats:
        for slot in range(GUESSES[view.seats]):
            nation = view.guess[view.seat][slot]
            if 0 <= nation < EMPTY:
                found.setdefault(opponent(view.cells, view.seat, slot), []).append(CODES[nation])
    return found
