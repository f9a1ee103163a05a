"""The laws of knowledge: nobody can obtain what they may not know, and everybody gets what they may.

*Two worlds*: whatever differs only in what a seat may not know looks, sounds and answers the same to that seat.
*Trace*: an answer that is heard leaves a mark in the listener's view. *Spread*: the worlds drawn for a seat are all
that fit, with the right odds. Together they pin a game's declaration and its `heard` from both sides; a `Sight` with
one thing bent (a mutant) breaks one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .compiled import appeal, apply, cells, choices, compiled, forget, inner, legal, np, waiting
from .errors import DoppiogiocoError
from .laws import Broken, Trial
from .loops import generators, ways
from .match import Match
from .sight import AS_RULED, DEAF, WIDE_OPEN, Sight, hears, sees, sight_of
from .state import CHANCE, HIDDEN, SPECTATOR, Kind, size
from .words import LANGUAGES
from .worlds import Worlds, deal_again

WORLDS = 200  # kept per listener where a game can deal again: enough to find a leak, and quick
ALL_WORLDS = 50_000  # kept where it cannot
FITTING = 12  # worlds in which a trace is looked for
SIGMAS = 6  # how far chance may push a frequency
# Worlds that were drawn by lots descend from fewer ancestors, so their averages vary as if there were a third of them.
VARIANCE_OF_KIN = 3


def followed(trial: Trial, listener: int, sight: Sight | None = None) -> Worlds:
    """The worlds for a listener who begins to follow a trial."""
    game = trial.game
    limit = WORLDS if game.forgets else ALL_WORLDS
    return Worlds(game.id, trial.seats, trial.options, listener, limit=limit, seed=listener, sight=sight)


def two_worlds_and_trace(trial: Trial, listener: int, sight: Sight | None = None) -> None:
    """Follow a trial as one listener hears it, and hold every world that fits against the real one at every answer."""
    worlds = followed(trial, listener, sight)
    ears = worlds.sight.ears
    for moment, (seat, answer) in enumerate(zip(trial.who, trial.answers, strict=True)):
        truth = trial.states[moment : moment + 1]
        _same_for_listener(trial, moment, worlds, truth, listener)
        _leaves_trace(trial, moment, worlds, seat, listener)
        heard = answer if listens(truth, seat, listener, ears) else HIDDEN
        try:
            worlds.hear(seat, heard)
        except ValueError as error:
            raise Broken(f"two worlds: {trial}, listener {listener}, answer {moment}: {error}") from error
        if worlds.exact and not _among(trial.states[moment + 1 : moment + 2], worlds.states):
            raise Broken(f"spread: {trial}, listener {listener}, answer {moment}: the real world is missing")


@compiled
def listens(states: Any, seat: int, listener: int, ears: Any) -> Any:
    """Does the listener hear this seat's answer?"""
    return hears(states[0], seat, listener, ears)


def _same_for_listener(trial: Trial, moment: int, worlds: Worlds, truth: Any, listener: int) -> None:
    sight = worlds.sight
    where = first_difference(
        worlds.states, cells(worlds.states), truth, cells(truth), sight.kinds, sight.guards, listener
    )
    if where >= 0:
        state = trial.game.state
        what = state.cells[where] if where < state.width else "who is waited for, or what is legal or tempting"
        raise Broken(f"two worlds: {trial}, listener {listener}, answer {moment}: {what}")


@compiled
def first_difference(worlds: Any, rows: Any, truth: Any, true_rows: Any, kinds: Any, guards: Any, listener: int) -> Any:
    """The first cell that looks different to the listener in some world; past the last cell: what to answer."""
    t = truth[0]
    waits = waiting(t)
    width = rows.shape[1]
    for w in range(len(worlds)):
        s = worlds[w]
        if waits == 0:
            return -1
        for cell in range(width):
            if sees(rows[w], cell, kinds, guards, listener) != sees(true_rows[0], cell, kinds, guards, listener):
                return cell
        if waiting(s) != waits:
            return width
        if (waits >> listener) & 1 and listener != SPECTATOR:
            for a in range(choices(s)):
                if legal(s, listener, a) != legal(t, listener, a):
                    return width
                if legal(s, listener, a) and appeal(s, listener, a) != appeal(t, listener, a):
                    return width
    return -1


def _leaves_trace(trial: Trial, moment: int, worlds: Worlds, seat: int, listener: int) -> None:
    if seat == listener:
        return
    sight, some = worlds.sight, worlds.states[:FITTING]
    ask = int(trial.states["ask"][moment])
    room = len(some) * size(trial.game.answers[ask])
    marks, answers = np.zeros(room, np.uint64), np.zeros(room, np.int16)
    scratch = np.zeros(1, some.dtype)
    given = (seat, listener)
    count = list_marks(some, given, sight.ears, sight.kinds, sight.guards, scratch, cells(scratch), marks, answers)
    seen = set(zip(marks[:count].tolist(), answers[:count].tolist(), strict=True))
    if len({mark for mark, _ in seen}) < len(seen):
        name = trial.game.rules.Ask(ask).name
        raise Broken(
            f"trace: {trial}, listener {listener}, answer {moment} ({name}): heard, but the view does not tell"
        )


@compiled
def list_marks(
    worlds: Any, given: Any, ears: Any, kinds: Any, guards: Any, scratch: Any, row: Any, marks: Any, answers: Any
) -> int:
    """For every answer the listener would hear: a hash of the view it leaves, and the answer."""
    seat, listener = given
    count = 0
    for w in range(len(worlds)):
        s = worlds[w]
        if not (waiting(s) >> seat) & 1 or not hears(s, seat, listener, ears):
            continue
        for a in range(choices(s)):
            if ways(s, seat, a):
                scratch[0] = s
                apply(scratch[0], seat, a)
                if waiting(scratch[0]) != 0:  # when the game is over everything is open
                    marks[count], answers[count] = view_hash(row[0], kinds, guards, listener), a
                    count += 1
    return count


@inner
def view_hash(row: Any, kinds: Any, guards: Any, seat: int) -> Any:
    """A hash of a row as a seat sees it."""
    code = np.uint64(1469598103934665603)
    for cell in range(len(row)):
        code = (code ^ np.uint64(np.uint16(sees(row, cell, kinds, guards, seat)))) * np.uint64(1099511628211)
    return code


def _among(state: Any, states: Any) -> bool:
    return bool((cells(states) == cells(state)).all(axis=1).any())


# Spread -------------------------------------------------------------------------------------------------------------

Sampler = Callable[[Any, int, int], Any]  # (an array of one record, seat, count) -> an array of records


def deal_sampler(state: Any, seat: int, count: int) -> Any:
    """The sampler of a game with `forget`: what the seat cannot see is dealt again."""
    states = np.repeat(state, count)
    deal_again(states, seat, generators(count))
    return states


def spread(trial: Trial, listener: int, sampler: Sampler = deal_sampler, limit: int = 2_000) -> int:
    """The worlds a game deals again for a seat fit, do not depend on the real one, and come with the right odds.

    Odds are held against the exact filter for as long as nobody's hidden hand has shaped what was heard (from then on
    the filter also reads behaviour) and against its averages where it has to thin. How many comparisons were made.
    """
    game, rng = trial.game, np.random.default_rng(len(trial.answers) + listener)
    worlds = Worlds(game.id, trial.seats, trial.options, listener, limit=limit)
    lossy = game.lossy
    waits = [moment for moment in range(len(trial.who)) if trial.who[moment] != CHANCE]
    moments = {waits[0], int(rng.choice(waits))}
    compared, told, lost = 0, False, False
    for moment in range(max(moments) + 1):
        truth, (seat, answer) = trial.states[moment : moment + 1], (trial.who[moment], trial.answers[moment])
        if moment in moments:
            exact = worlds.exact and not told and len(worlds) <= 1_000
            compare = exact or (moment == waits[0] and not lost)
            drawn = sampler(truth, listener, 20_000 if exact else 5_000 if compare else 200)
            _fits(trial, moment, truth, drawn, listener)
            _forgets_the_same(trial, moment, truth, worlds.draw(50), listener)
            if compare:
                _right_odds(trial, moment, worlds, drawn)
                compared += 1
            worlds.limit = WORLDS  # enough from here on
        lost = lost or truth["ask"][0] in lossy
        told = told or lost or (seat != listener and bool(tells(worlds.states, seat)))
        worlds.hear(seat, answer if listens(truth, seat, listener, worlds.sight.ears) else HIDDEN)
    return compared


@compiled
def tells(worlds: Any, seat: int) -> bool:
    """Does an answer tell something of hidden hands?

    It does if a seat has more legal answers in one world than in another, or if the table must answer this in one world
    and that in another.
    """
    first: Any = -1
    for w in range(len(worlds)):
        count, last = 0, 0
        for a in range(choices(worlds[w])):
            if ways(worlds[w], seat, a):
                count, last = count + 1, a
        mark = count if seat != CHANCE else last if count == 1 else choices(worlds[w])
        if w > 0 and mark != first:
            return True
        first = mark
    return False


@compiled
def forget_all(states: Any, seat: int) -> None:
    """Put back what a seat cannot see, in each of the records."""
    for i in range(len(states)):
        forget(states[i], seat)


def _fits(trial: Trial, moment: int, truth: Any, drawn: Any, listener: int) -> None:
    sight = sight_of(trial.game.id)
    where = first_difference(drawn, cells(drawn), truth, cells(truth), sight.kinds, sight.guards, listener)
    if where >= 0:
        raise Broken(f"spread: {trial}, listener {listener}, answer {moment}: a world dealt again looks different")


def _forgets_the_same(trial: Trial, moment: int, truth: Any, fitting: Any, listener: int) -> None:
    states, game = np.concatenate([truth, fitting]), trial.game
    plain = game.state.plain(cells(truth)[0])
    forget_all(states, listener)
    game.rules.forget(plain, listener)
    if len({state.tobytes() for state in states}) > 1 or game.state.vector(plain) != cells(states)[0].tolist():
        raise Broken(f"spread: {trial}, listener {listener}, answer {moment}: something hidden is not forgotten")


def _right_odds(trial: Trial, moment: int, worlds: Worlds, drawn: Any) -> None:
    if worlds.exact and len(worlds) <= len(drawn) // 20:
        found = {row.tobytes(): 0 for row in worlds.states}
        for row in drawn:
            if row.tobytes() not in found:
                raise Broken(f"spread: {trial}, answer {moment}: a world was drawn that does not fit")
            found[row.tobytes()] += 1
        expected = worlds.odds * len(drawn)
        square = float(((np.array(list(found.values())) - expected) ** 2 / expected).sum())
        freedom = max(len(worlds) - 1, 1)
        if square > freedom + SIGMAS * (2 * freedom) ** 0.5 + SIGMAS**2:
            raise Broken(f"spread: {trial}, answer {moment}: chi-square {square:.0f} for {freedom} degrees of freedom")
        return
    rows, wanted = cells(drawn), cells(worlds.states)
    allowed = SIGMAS * (0.25 * VARIANCE_OF_KIN / len(worlds)) ** 0.5
    for value in range(4):  # too many worlds to compare one by one: compare how often each cell has each value
        gap = np.abs((rows == value).mean(axis=0) - worlds.odds @ (wanted == value))
        if gap.max() > allowed:
            cell = trial.game.state.cells[int(gap.argmax())]
            raise Broken(f"spread: {trial}, answer {moment}: {cell.name}{cell.at} is {value} too often or too seldom")


# Everything a seat can obtain ---------------------------------------------------------------------------------------


Obtained = Callable[[Match, int], Iterator[object]]  # what a listener can get out of a match


def two_worlds_in_words(trial: Trial, listener: int, length: int = 8, told: Obtained | None = None) -> int:
    """Play on in two worlds that a seat cannot tell apart: views, texts, questions, answers, logs, errors are equal.

    `told` is whatever else a listener can get, such as pages; by default `everything` in words. How many times the
    worlds were not the same when they were compared: at least once, or there would be nothing to find.
    """
    game, state = trial.game, trial.game.state
    rng = np.random.default_rng(len(trial.answers) * 10 + listener)
    begin, another = _parted(trial, listener, rng)
    one, other = (Match(game, state.plain(cells(row)[0]), None) for row in (trial.states[begin : begin + 1], another))
    differed = 0
    for moment in range(begin, min(begin + length, len(trial.who))):
        differed += state.vector(one._state) != state.vector(other._state)
        _same_in_words(trial, moment, one, other, listener, told or everything)
        seat, answer = trial.who[moment], trial.answers[moment]
        possible = game.possible(other._state, seat)
        if not game.hears(one._state, seat, listener):
            other.give(seat, int(rng.choice(possible)))
        elif answer in possible:
            other.give(seat, answer)
        else:
            break  # from here on the two worlds sound different
        one.give(seat, answer)
    return differed


def _parted(trial: Trial, listener: int, rng: Any) -> tuple[int, Any]:
    """A moment at which some seat is asked, and a world that fits then and is not the real one.

    A moment drawn by lot, or the next at which there is such a world, or the last one before.
    """
    begin = int(rng.choice([moment for moment, seat in enumerate(trial.who) if seat != CHANCE]))
    worlds = followed(trial, listener)
    found: tuple[int, Any, Any] | None = None
    for moment, seat in enumerate(trial.who):
        if seat != CHANCE and len(worlds) > 1:
            found = moment, worlds.states, worlds.odds
            if moment >= begin:
                break
        heard = listens(trial.states[moment : moment + 1], seat, listener, worlds.sight.ears)
        worlds.hear(seat, trial.answers[moment] if heard else HIDDEN)
    if found is None:
        raise Broken(f"two worlds: {trial}, listener {listener}: there is never more than one to compare")
    moment, states, odds = found
    others = ~(cells(states) == cells(trial.states[moment : moment + 1])).all(axis=1)
    chosen = rng.choice(np.flatnonzero(others), p=odds[others] / odds[others].sum())
    return moment, states[chosen : chosen + 1]


def _same_in_words(trial: Trial, moment: int, one: Match, other: Match, listener: int, told: Obtained) -> None:
    for mine, its in zip(told(one, listener), told(other, listener), strict=True):
        if mine != its:
            raise Broken(f"two worlds: {trial}, listener {listener}, answer {moment}: {mine!r} or {its!r}")


def everything(match: Match, listener: int) -> Iterator[object]:
    """All that a listener can get out of a match, by asking and by trying."""
    seat = None if listener == SPECTATOR else listener
    view = match.view(seat)
    yield view.as_dict()
    yield match.waiting
    yield match.heard(seat)
    yield match.clause
    for language in LANGUAGES:
        yield view.text(match.voice(language))
        yield match.question(seat, language)
        yield match.log(seat, language)
        if seat is not None:
            yield [(int(a), str(a)) for a in match.legal(seat, language)]
            for answer in range(-1, match.game.choices(match._state) + 1):
                legal_now = answer in match.legal(seat)
                yield None if legal_now else _refusal(match, seat, answer, language)


def _refusal(match: Match, seat: int, answer: int, language: str) -> str:
    try:
        match.play(seat, answer, language=language)
    except DoppiogiocoError as error:
        return str(error)
    return "played"


# Mutants ------------------------------------------------------------------------------------------------------------


def mutants(game: str, trials: list[Trial]) -> Iterator[tuple[str, Sight]]:
    """Every way to break a game's secrecy by one change: a veiled field opened, a question over- or unheard.

    A question that everybody hears anyway cannot be overheard, and one that nobody hears cannot be missed: the trials
    tell.
    """
    declaration = trials[0].game.state
    questions = len(trials[0].game.answers)
    for name, field in declaration.fields.items():
        if field.kind not in (Kind.PUBLIC, Kind.SIGHT):
            yield f"{name} is public", Sight(declaration.with_kind(name, Kind.PUBLIC), questions)
    for ask, heard in hearing(trials).items():
        for ears, changes in ((WIDE_OPEN, False in heard), (DEAF, True in heard)):
            if changes:
                sight = sight_of(game)
                sight.ears[ask] = ears
                yield (
                    f"{trials[0].game.rules.Ask(ask).name} is {'overheard' if ears == WIDE_OPEN else 'unheard'}",
                    sight,
                )


def hearing(trials: list[Trial]) -> dict[int, set[bool]]:
    """Per question that came up: was its answer heard, or not heard, by listeners other than its giver?"""
    found: dict[int, set[bool]] = {}
    as_ruled = np.full(len(trials[0].game.answers), AS_RULED, np.int8)
    for trial in trials:
        for moment, seat in enumerate(trial.who):
            state = trial.states[moment : moment + 1]
            listeners = [listener for listener in [*range(trial.seats), SPECTATOR] if listener != seat]
            heard = {bool(listens(state, seat, listener, as_ruled)) for listener in listeners}
            found.setdefault(int(state["ask"][0]), set()).update(heard)
    return found


def survives(sight: Sight, trials: list[Trial]) -> bool:
    """Does a mutant obey the laws on all these trials, for every listener?"""
    try:
        for trial in trials:
            for listener in [*range(trial.seats), SPECTATOR]:
                two_worlds_and_trace(trial, listener, sight)
    except Broken:
        return False
    return True
