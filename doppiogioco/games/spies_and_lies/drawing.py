"""Spies & Lies for the eye: two armies, the way between their flags, and what a seat has before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import DAYS, FLAG, GATE, MISSIONS, RANGE_LENGTH, RANGE_STEP, SECOND_HALF, SIX, SOLDIERS
from .deduction import Found, found_out
from .names import NAMES, VERDICTS, colour, range_text, side_name, soldier_name
from .own import mine
from .pieces import COLOURS, ICONS, LOOKS, how_it_lies, icon, known, token_of
from .scene import Army, Board, Call, Card, Guess, Note, Rank, Space
from .state import Ask

__all__ = ["ICONS", "board", "facing", "mine", "moment", "place"]

ASKED = (Ask.DECEIVE, Ask.GUESS, Ask.REVEAL, Ask.CAPTAIN, Ask.MARSHAL)  # the questions about one card
SINGLE, PAIRED, CALLED = 22, 8, 10  # letters of a name that fit on a plate, alone or in a pair, and beside a guess

OPEN = icon("question")  # of a guess, before the card is turned over; after it:
MARKS = {Found.NO: icon("xmark"), Found.RIGHT: icon("check"), Found.COUNTED: icon("check")}

# The board ----------------------------------------------------------------------------------------------------------


def facing(view: View, seat: int) -> int:
    """Who plays for the second side looks from its flag; as long as there are no sides all sit at the first."""
    return max(0, view.side[seat])


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees: the side it is seen from at the bottom, whose way to the other flag leads upwards."""
    today, old = _intel(view)
    steps, ways = max(view.day, 0) + 1, range(2 * FLAG + 1)
    return Board(
        label=say("The table: four missions of each side, and between them the way of the Double Agent"),
        top=_army(view, 1 - facing, say),
        bottom=_army(view, facing, say),
        way=tuple(_space(view, place, say) for place in (ways if facing else reversed(ways))),
        agent=view.agent if facing else 2 * FLAG - view.agent,
        agent_title=_agent(view, say),
        day=say("Day {day}/{days}", day=view.day + 1, days=DAYS) if view.day != NOBODY else "",
        steps=steps,
        steps_title=say.many(
            "Whoever gets to 10 goes back to 0 and moves the Double Agent {n} space today.",
            "Whoever gets to 10 goes back to 0 and moves the Double Agent {n} spaces today.",
            steps,
        ),
        today=tuple(range(RANGE_STEP * today + 1, RANGE_STEP * today + RANGE_LENGTH + 1)) if today != NOBODY else (),
        today_title=say("Today's intel: {range}", range=range_text(today))
        if today != NOBODY
        else say("Today's intel has not been turned over yet."),
        old=tuple(range_text(kind) for kind in old),
        old_title=say("Old intel: {old}.", old=", ".join(range_text(kind) for kind in old) or "–"),
        call=_call(view, say),
    )


# What lies on the table when a card has been turned over and used, and not yet been followed by the next.
TURNED = ("points", "agent", "deceptions", "spying", "scouting", "mining", "bomb", "misplaced", "picker")


def moment(before: View, given: Given, after: View, say: Voice, facing: int = 0) -> Board | None:
    """The card that is turned over or used, and the soldiers that are exhausted, before the next card or day comes."""
    match before.ask:
        case Ask.REVEAL | Ask.CAPTAIN | Ask.MARSHAL:
            turned = _turned(before, after)
            word = say(VERDICTS[found_out(turned, before.target, before.mission)]) if before.ask == Ask.REVEAL else ""
            return _stamped(board(turned, say, facing=facing), before.target, before.mission, word)
        case Ask.EXHAUST if before.day != NOBODY:
            drawn = board(_with(before, after, ("exhausted",)), say, facing=facing)
            return _stamped(drawn, before.to, before.row[before.to].index(given.answer), say("at rest"))
    return None


def _turned(before: View, after: View) -> View:
    """The table with the card in question turned over; at the end of a game the others open too, but only then."""
    view, card = _with(before, after, TURNED), before.target * MISSIONS + before.mission
    for name in ("row", "retired"):
        cell = view.game.state.spans[name].start + card
        view.vector[cell] = after.vector[cell]
    return view


def _with(before: View, after: View, names: Sequence[str]) -> View:
    """A table as it was before, but for some fields."""
    vector, spans = [*before.vector], before.game.state.spans
    for name in names:
        vector[spans[name]] = after.vector[spans[name]]
    return View(before.game, vector, before.seat)


def _stamped(drawn: Board, side: int, mission: int, word: str) -> Board:
    """The same board, with a word stamped on one card."""

    def stamped(army: Army) -> Army:
        cards = list(army.cards)
        cards[mission] = replace(cards[mission], stamp=word)
        return replace(army, cards=tuple(cards))

    if drawn.bottom.number == side:
        return replace(drawn, bottom=stamped(drawn.bottom))
    return replace(drawn, top=stamped(drawn.top))


def _intel(view: View) -> tuple[int, list[int]]:
    """Today's intel card, and the older ones."""
    today = NOBODY if view.day == NOBODY else view.intel[view.day + 1]
    return today, [kind for kind in view.intel[: max(view.day, 0) + 1] if kind != NOBODY]


def _army(view: View, side: int, say: Voice) -> Army:
    name, points, tokens = side_name(view, side, say), view.points[side], view.deceptions[side]
    members = list(dict.fromkeys(view.owner[side]))
    names = [say.seat(seat) for seat in members] if members[0] != NOBODY else ["?"]
    return Army(
        number=side,
        name=name,
        letter=name[0],
        colour=COLOURS[colour(view, side)],
        players=" · ".join(_shown_names(names)),
        title=f"{name}: {_with_missions(names)}",
        notes=tuple(_notes(view, side, say)),
        deceptions=tokens,
        deceptions_title=say.many("{side}: {n} Deception token", "{side}: {n} Deception tokens", tokens, side=name),
        ranks=tuple(_rank(view, side, soldier, say) for soldier in range(SOLDIERS)),
        cards=tuple(_card(view, side, mission, say) for mission in range(MISSIONS)),
        points=points,
        points_title=say.many(
            "Infiltration of {side}: {n} point", "Infiltration of {side}: {n} points", points, side=name
        ),
    )


def _halves(names: list[str]) -> list[str]:
    """Who plays which missions is only worth a word in a pair."""
    parts = (f"1-{SECOND_HALF}", f"{SECOND_HALF + 1}-{MISSIONS}")
    return names if len(names) < 2 else [f"{name} {part}" for name, part in zip(names, parts, strict=True)]


def _with_missions(names: list[str]) -> str:
    return ", ".join(_halves(names))


def _shown_names(names: list[str]) -> list[str]:
    most = SINGLE if len(names) < 2 else PAIRED
    return _halves([shortened(name, most) for name in names])


def shortened(name: str, most: int) -> str:
    """A name of so many letters at most."""
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _notes(view: View, side: int, say: Voice) -> list[Note]:
    """What is true of a side for the moment and has no place of its own."""
    found, name = [], side_name(view, side, say)
    if view.misplaced[side]:
        found.append(Note(icon("triangle-exclamation"), say("{side} has had a card out of order today.", side=name)))
    if view.picker[side] != NOBODY and view.ask != Ask.OVER:
        other = side_name(view, 1 - side, say)
        text = N_("Chain explosion: {seat} picks two soldiers of {side} to be exhausted.")
        found.append(Note(icon("explosion"), say(text, seat=say.seat(view.picker[side]), side=other)))
    if view.ask == Ask.OVER and view.winner == side:
        found.append(Note(icon("trophy"), say("{side} has won.", side=name)))
    return found


def _rank(view: View, side: int, soldier: int, say: Voice) -> Rank:
    kind, word = known(view, side, soldier, say)
    title = f"{soldier + 1} {say(NAMES[soldier])}, {side_name(view, side, say)}" + (f": {word}" if word else "")
    guessed = view.ask == Ask.GUESS and view.target == side
    copied = view.ask == Ask.CAPTAIN and view.target == side
    key = f"guess-{soldier}" if guessed else f"exhausted-{soldier}" if copied else ""
    return Rank(soldier + 1, LOOKS.get(kind, ICONS[soldier]), kind, title, key)


def _card(view: View, side: int, mission: int, say: Voice) -> Card:
    soldier, guess = view.row[side][mission], _guess(view, side, mission, say)
    asked = view.ask in ASKED and (view.target, view.mission) == (side, mission)
    decoy = bool(asked and view.decoy)
    token, kind = token_of(view, side, mission), how_it_lies(view, side, mission)
    words = {"face": say("in action"), "retired": say("retired"), "open": say("face down"), "back": say("face down")}
    seen = kind in ("face", "retired", "open")
    told = [say(NAMES[soldier]) + f" ({soldier + 1})"] if seen else []
    told.append(words.get(kind, say("no card yet")))
    told += {"on": [say("with an intel token")], "off": [say("without an intel token")]}.get(token, [])
    told += [say("with a Deception token")] if decoy else []
    told += [guess.title] if guess else []
    where = say("Mission {mission}", mission=mission + 1)
    owner = f" ({say.seat(view.owner[side][mission])})" if view.owner[side][mission] != NOBODY else ""
    return Card(
        number=mission + 1,
        kind=kind,
        rank=soldier + 1 if seen else 0,
        icon=ICONS[soldier] if seen else "",
        name=say(NAMES[soldier]) if seen else "",
        length=_length(say(NAMES[soldier])) if seen else 0,
        word=words.get(kind, ""),
        token=token,
        decoy=decoy,
        asked=asked,
        guess=guess,
        stamp="",
        title=f"{where}, {side_name(view, side, say)}{owner}: {', '.join(told)}",
        key=f"used-{side}-{soldier}" if seen and view.ask == Ask.PICK else "",
    )


def _length(name: str) -> int:
    """How much room a long name gets on a card: about what it takes in a narrow typeface; 0 for a short one."""
    thin = sum(letter in "fijlrt" for letter in name)
    return 0 if len(name) < 10 else round(28 * (0.1 + 0.48 * len(name) - 0.21 * thin))


def _guess(view: View, side: int, mission: int, say: Voice) -> Guess | None:
    """The last guess, on the card it was about."""
    if view.guess == NOBODY or view.target == NOBODY or (side, mission) != _last_guessed(view):
        return None
    text = say("guessed: {soldier}", soldier=soldier_name(view.guess, say))
    if view.retired[side][mission] == NOBODY:
        return Guess(view.guess + 1, OPEN, text)
    found = found_out(view, side, mission)
    return Guess(view.guess + 1, MARKS[found], f"{text}, {say(VERDICTS[found])}")


def _call(view: View, say: Voice) -> Call | None:
    """The last guess in words, between the armies: who said what of whose card, and whether it was so."""
    if view.guess == NOBODY or view.target == NOBODY:
        return None
    side, mission = _last_guessed(view)
    names = [say.seat(view.owner[of][mission]) for of in (1 - side, side)]
    said = f"{view.guess + 1} {say(NAMES[view.guess])}"
    turned = view.retired[side][mission] != NOBODY
    stamp = say(VERDICTS[found_out(view, side, mission)]) if turned else ""
    title = f"{_of(names, mission, say)}: {said}" + (f", {stamp}" if stamp else "")
    return Call(_of([shortened(name, CALLED) for name in names], mission, say), said, stamp, title)


def _of(names: list[str], mission: int, say: Voice) -> str:
    text = N_("{guesser} on Mission {mission} of {owner}")
    return say(text, guesser=names[0], mission=mission + 1, owner=names[1])


def _last_guessed(view: View) -> tuple[int, int]:
    """The card in question, or the one before it where this one has not been guessed yet."""
    if view.ask not in (Ask.DECEIVE, Ask.GUESS):
        return view.target, view.mission
    second = view.target == view.day & 1  # of the two cards of a mission
    return 1 - view.target, view.mission if second else view.mission - 1


# The way ------------------------------------------------------------------------------------------------------------


def _space(view: View, place: int, say: Voice) -> Space:
    far = abs(place - FLAG)
    if far == 0:
        return Space("", "", "", "centre", say("The centre"))
    side = 0 if place < FLAG else 1
    parts = {"side": side_name(view, side, say)}
    if far == FLAG:
        return Space("", icon("flag"), COLOURS[colour(view, side)], "flag", say("The flag of {side}", **parts))
    if far == GATE:
        return Space("", icon("chess-rook"), COLOURS[colour(view, side)], "gate", say("The gate of {side}", **parts))
    title = say("Territory of {side}, {far} from the centre", far=far, **parts)
    return Space(str(far), "", COLOURS[colour(view, side)], "plain", title)


def _agent(view: View, say: Voice) -> str:
    where = _space(view, view.agent, say).title
    return say("The Double Agent: {where}", where=where)


# Places -------------------------------------------------------------------------------------------------------------


def place(view: View, a: int) -> str | None:
    """What stands for an answer on the table or in the own hand."""
    match view.ask:
        case Ask.DEPLOY:
            return f"soldier-{a}"
        case Ask.GUESS:
            return f"guess-{a}"
        case Ask.CAPTAIN if a != SIX:
            return f"exhausted-{a}"
        case Ask.PICK:
            return f"used-{1 - view.side[view.seat]}-{a}"
    return None
