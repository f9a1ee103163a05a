"""What sides and soldiers are called, and what soldiers do, in words."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import NOBODY
from doppiogioco.engine.words import N_, Voice

from .cards import MISSIONS, RANGE_LENGTH, RANGE_STEP, SECOND_HALF

BULLET = "•"
SIDE_NAMES = (N_("Red"), N_("Blue"))
NAMES = (
    N_("Spy"),
    N_("Scout"),
    N_("Miner"),
    N_("Sergeant"),
    N_("Lieutenant"),
    N_("Captain"),
    N_("Bomb"),
    N_("Colonel"),
    N_("General"),
    N_("Marshal"),
)
WITH_ARTICLE = (  # inside a sentence, since Italian articles differ
    N_("the Spy (1)"),
    N_("the Scout (2)"),
    N_("the Miner (3)"),
    N_("the Sergeant (4)"),
    N_("the Lieutenant (5)"),
    N_("the Captain (6)"),
    N_("the Bomb (7)"),
    N_("the Colonel (8)"),
    N_("the General (9)"),
    N_("the Marshal (10)"),
)
EFFECTS = (
    N_("1 point and a Deception token; from then on it stops the Marshal"),
    N_("2 points; from then on right guesses bring 4 points"),
    N_("3 points; from then on it defuses the Bomb"),
    N_("4 points; may stand anywhere, and its intel token may lie"),
    N_("the Double Agent goes 1 space on"),
    N_("6 points, or what an exhausted soldier of your side does"),
    N_("the next opposing card retires; if it is guessed, a chain explosion"),
    N_("8 points, and what goes beyond 10 is kept"),
    N_("the Double Agent goes 2 spaces on"),
    N_("10 points, or 5 points while the opponent loses 5"),
)
IN_SHORT = (  # the same where there is little room
    N_("1 point, Deception; stops the Marshal"),
    N_("2 points; right guesses then bring 4"),
    N_("3 points; then defuses the Bomb"),
    N_("4 points; anywhere, and its token may lie"),
    N_("the Double Agent goes 1 space on"),
    N_("6 points, or an exhausted ability"),
    N_("the next opposing card retires"),
    N_("8 points; what goes beyond 10 is kept"),
    N_("the Double Agent goes 2 spaces on"),
    N_("10 points, or 5 and the opponent loses 5"),
)
VERDICTS = (N_("wrong"), N_("right"), N_("given away"))  # on a guess: see deduction.Found


def colour(view: View, side: int) -> int:
    """The colour of a side, 0 for red: that of who begins, unless somebody has chosen it."""
    swapped = view.red != NOBODY and view.side[view.red] == 1
    return 1 - side if swapped else side


def side_name(view: View, side: int, say: Voice) -> str:
    return say.side(
        say(SIDE_NAMES[colour(view, side)]), (seat for seat in range(view.seats) if view.side[seat] == side)
    )


def soldier_name(soldier: int, say: Voice) -> str:
    return f"{say(NAMES[soldier])} ({soldier + 1})"


def the_soldier(soldier: int, say: Voice) -> str:
    return say(WITH_ARTICLE[soldier])


def range_text(kind: int) -> str:
    return f"{RANGE_STEP * kind + 1}-{RANGE_STEP * kind + RANGE_LENGTH}"


def in_numbers(missions: list[int], say: Voice) -> str:
    return say.list([str(mission + 1) for mission in missions])


def members(view: View, side: int) -> list[int]:
    """The players of a side, who plays the first missions first."""
    return list(dict.fromkeys(view.owner[side]))


def team(view: View, side: int, say: Voice) -> str:
    """A side with its players and, in a pair, their missions."""
    names = [say.seat(seat) for seat in members(view, side)]
    if len(names) > 1:
        halves = (f"1-{SECOND_HALF}", f"{SECOND_HALF + 1}-{MISSIONS}")
        names = [f"{name} ({half})" for name, half in zip(names, halves, strict=True)]
    return f"{side_name(view, side, say)}: {', '.join(names)}"


def whose(view: View, side: int, soldier: int, say: Voice) -> dict[str, str]:
    """A soldier and its side, as parts of a sentence."""
    return {"soldier": the_soldier(soldier, say), "side": side_name(view, side, say)}


def looking(view: View, say: Voice) -> dict[str, str]:
    """Who looks at whose cards, as parts of a sentence."""
    partner, *_, seat = view.owner[view.to]
    return {"seat": say.seat(seat), "partner": say.seat(partner)}


def suspected(view: View, _name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if value == NOBODY or at[1] >= view.laid[at[0]]:
        return None
    text = N_("{side}, mission {n} = {soldier}")
    return say(text, side=side_name(view, at[0], say), n=at[1] + 1, soldier=soldier_name(value, say))
