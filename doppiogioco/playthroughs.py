"""Golden play-throughs: a match of random bots as text, with everything that each listener hears and sees.

A file changes when a rule, a number, a word or somebody's sight changes, and its difference says where.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from pathlib import Path

from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.seating import asked
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import Setup, label
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.state import CHANCE, SPECTATOR, Cells, Vector
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.revealed import Step, steps

SEED = "golden"
TOLD = 60  # answers in full; of the later ones the file holds a digest


def write(setup: Setup, folder: Path) -> None:
    """Write the play-through of a set-up."""
    folder.mkdir(parents=True, exist_ok=True)
    place(setup, folder).write_text(play_through(setup), encoding="utf-8")


def check(setup: Setup, folder: Path) -> None:
    """Compare the play-through of a set-up with its file."""
    path = place(setup, folder)
    before, now = path.read_text(encoding="utf-8").splitlines(), play_through(setup).splitlines()
    for number, (old, fresh) in enumerate(zip_longest(before, now, fillvalue="(end of file)"), start=1):
        if old != fresh:
            raise DoppiogiocoError(
                f"{path}, line {number}: the file has {old.strip()!r}, the rules now give {fresh.strip()!r}"
            )


def place(setup: Setup, folder: Path) -> Path:
    """The file of a set-up."""
    return folder / f"{label(setup)}.txt"


def played(setup: Setup) -> Match:
    """A match of random bots, the same every time."""
    match = new(*setup, seed=SEED)
    bots = [RandomBot(f"{SEED} {seat}") for seat in range(match.seats)]
    while not match.over:
        seat = match.waiting[0]
        match.play(seat, asked(bots[seat], match, seat)())
    return match


def play_through(setup: Setup) -> str:
    """The text of a file."""
    return "\n".join([*lines(played(setup)), ""])


def lines(match: Match) -> Iterator[str]:
    """Head, the first answers in full, a digest of the others, the end."""
    options = [name for name, chosen in match.options.items() if chosen]
    yield f"game {match.game.id}, version {match.game.version}"
    yield f"seats {match.seats}, options {', '.join(options) or 'none'}"
    yield f"seed {SEED}, commitment {match.commitment}"
    yield ""
    yield from at_first(match)
    digest = hashlib.sha256()
    for step in steps(match):
        if step.number < TOLD:
            yield from told(match, step)
        else:
            digest.update(json.dumps(facts(match, step)).encode())
    outcome = match.outcome
    assert outcome
    yield ""
    yield f"answers {len(match.history)}, SHA-256 of those from {TOLD} on: {digest.hexdigest()}"
    yield f"scores {list(outcome.scores)}, returns {list(outcome.returns)}, winners {list(outcome.winners)}"
    yield f"reason {outcome.reason}: {match.verdict()}"
    yield f"SHA-256 of all logs, and of the table at the end: {words_digest(match)}"


def words_digest(match: Match) -> str:
    """Of everything that was told to anybody in any language."""
    digest = hashlib.sha256()
    for language in LANGUAGES:
        for seat in [*range(match.seats), None]:
            digest.update("\n".join(match.log(seat, language)).encode())
        digest.update(match.view().text(match.voice(language)).encode())
    return digest.hexdigest()


def at_first(match: Match) -> Iterator[str]:
    """What a spectator sees before the first answer, and what the seats see beside it."""
    state, before = match.game.state, match.start
    yield "at the start a spectator sees"
    spectator = sight(match, before, SPECTATOR)
    for name, cells in state.as_dict(spectator).items():
        yield f"  {name} {cells}"
    yield from changes(match, dict.fromkeys(listeners(match), spectator), before)


def told(match: Match, step: Step) -> Iterator[str]:
    """One answer: who, to what, in which words, who heard it, and what each listener then saw change."""
    game, (seat, answer) = match.game, step.given
    view = game.view(step.before, None if seat == CHANCE else seat)
    words = game.words.answer(view, answer, match.voice("en"))
    heard = [listener for listener in listeners(match) if game.hears(step.before, seat, listener)]
    yield ""
    yield f"{step.number} {called(seat)}, {game.rules.Ask(step.before.ask).name}: {answer} ({words})"
    yield f"  possible: {possible(match, step)}"
    yield f"  heard by {', '.join(map(called, heard)) or 'nobody'}"
    before = {listener: sight(match, step.before, listener) for listener in listeners(match)}
    yield from changes(match, before, step.after)


def changes(match: Match, before: Mapping[int, Vector], after: Cells) -> Iterator[str]:
    """The cells that are not as each listener saw them before, those together that see the same."""
    seen: dict[str, list[str]] = {}
    for listener in listeners(match):
        cells = zip(match.game.state.cells, before[listener], sight(match, after, listener), strict=True)
        change = [
            f"{cell.name}{''.join(f'[{i}]' for i in cell.at)} {old}->{now}" for cell, old, now in cells if old != now
        ]
        seen.setdefault(", ".join(change) or "nothing", []).append(called(listener))
    for change_of_all, viewers in seen.items():
        yield f"  {', '.join(viewers)}: {change_of_all}"


def facts(match: Match, step: Step) -> list[object]:
    """The same for the digest: plain numbers in a fixed order."""
    heard = [int(match.game.hears(step.before, step.given.seat, listener)) for listener in listeners(match)]
    views = [sight(match, step.after, listener) for listener in listeners(match)]
    return [step.number, *map(int, step.given), possible(match, step), heard, views]


def possible(match: Match, step: Step) -> list[int]:
    """The legal answers of a seat, or the table's chances for each answer."""
    game, seat = match.game, step.given.seat
    return game.weights(step.before) if seat == CHANCE else game.legal(step.before, seat)


def sight(match: Match, state: Cells, listener: int) -> Vector:
    """A state as a listener sees it."""
    declared = match.game.state
    return declared.masked(declared.vector(state), listener, match.game.over(state))


def listeners(match: Match) -> list[int]:
    """The seats and a spectator."""
    return [*range(match.seats), SPECTATOR]


def called(listener: int) -> str:
    """A seat's number, the table or a spectator."""
    return {CHANCE: "table", SPECTATOR: "spectator"}.get(listener, f"seat {listener}")
