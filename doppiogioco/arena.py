"""The arena: bots against bots, on equal deals and in every seat, so that what differs is how they play.

A challenger sits at one seat, or at all seats of one side where partners play together, and opponents at the others.
Every deal is played from each seat, with the same seed of the dealer. What is reported is the challenger's share of the
wins, divided where several win together, with a 95 % interval over deals.

Besides the levels there is a frozen league to measure against: bots that are not to become better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, log10, sqrt
from typing import Any, NamedTuple

from doppiogioco.bots import BUDGETS, KINDS, LEVELS, Bot
from doppiogioco.bots.exposure import found_out, has_identities, to_watch, watch
from doppiogioco.bots.levels import Budget, check_level
from doppiogioco.bots.seating import asked
from doppiogioco.engine.dealer import one_way
from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.game import find
from doppiogioco.engine.hooks import checks_of, logic_of
from doppiogioco.engine.match import Match, new
from doppiogioco.engine.words import N_
from doppiogioco.pools import pool

STANDARD_ERRORS = 1.96  # of a 95 % interval
UNIFORM = "uniform"  # searches as `hard` does, but reads nobody: every world that is possible is as likely
FLAT = "flat"  # tries as many games as `hard` after each of its answers alone, and reads nobody: no tree
PLAIN = "plain"  # a tree search that knows only the rules: all worlds and all answers are alike to it
LOGIC = "logic"  # deduces all there is to deduce and plays for the points of the moment (`logic` of the package)
CARELESS = "careless"  # thinks as `hard` does, but does not mind what its answers tell of who it is
EARLIER = "earlier"  # what `hard` was in 0.6.0: it reads and searches, but solves, plans and hides nothing
READS_NOBODY = Budget(worlds=600, tries=8_000, seconds=0.25, reads=False, solves=False, plans=False, hides=False)
LEAGUE = {
    UNIFORM: READS_NOBODY,
    FLAT: replace(READS_NOBODY, deep=False),
    # Games played out at random take a third of the time, so it has three times as many.
    PLAIN: replace(READS_NOBODY, tries=24_000, glances=1, judges=False),
    EARLIER: replace(READS_NOBODY, reads=True),
    CARELESS: Budget(worlds=600, tries=8_000, more_worlds=600, seconds=0.25, hides=False),
}
BEGUN, ENDED = "<!-- arena -->", "<!-- end of arena -->"  # a table on a page stands between these
CONTENDERS = (*KINDS, *(level for level in LEVELS if level not in KINDS), *LEAGUE, LOGIC)


class Contest(NamedTuple):
    """One challenger, or one side of them, against the same opponents everywhere else."""

    game: str
    seats: int
    options: tuple[tuple[str, bool], ...]
    challenger: str
    opponents: str
    patient: bool = False  # nobody looks at the clock, so equal seeds give equal games on a busy machine too
    watched: bool = False  # a bystander tells how long the challenger stays hidden, which takes a while


class Played(NamedTuple):
    """A deal from every seat, or from every side of partners: the challenger's mean share of the wins, the share it
    would have by its seats, in how many of the games it was among those who won, of what it has named of who is who the
    part that is right, and for which part of the game nobody who only watched could tell who it was."""

    share: float
    fair: float
    won: float
    right: float | None = None  # where nobody was named
    hidden: float | None = None  # where nobody watched, or nobody hides who they are


def mean(played: Sequence[Played]) -> Played:
    """Of games or of deals; what is not known of one does not count."""
    share, fair, won = (sum(column) / len(played) for column in zip(*(one[:3] for one in played), strict=True))
    return Played(
        share, fair, won, mean_of_known(one.right for one in played), mean_of_known(one.hidden for one in played)
    )


def half_interval(of_deals: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean over deals: these, not games, are what is independent."""
    count = len(of_deals)
    if count < 2:
        return inf
    middle = sum(of_deals) / count
    spread = sum((one - middle) ** 2 for one in of_deals) / (count - 1)
    return STANDARD_ERRORS * sqrt(spread / count)


def mean_of_known(values: Iterable[float | None]) -> float | None:
    """The mean of those that are known; None where none is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


@dataclass(frozen=True)
class Result:
    """How a contest went, deal by deal."""

    contest: Contest
    deals: tuple[Played, ...]

    @cached_property
    def mean(self) -> Played:
        """Over all deals."""
        return mean(self.deals)

    @cached_property
    def games(self) -> int:
        """How many were played."""
        return len(self.deals) * len(sides_of(opened(self.contest, 0)))

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the share of wins."""
        return half_interval([deal.share for deal in self.deals])

    @property
    def won_error(self) -> float:
        """Half of the 95 % interval of how often the challenger was among those who won."""
        return half_interval([deal.won for deal in self.deals])

    @property
    def rating(self) -> float:
        """By how many points the challenger is rated above its opponents: 400 for ten times their odds of winning.

        Who has won or lost everything is taken to have done otherwise in half a game.
        """
        least = 0.5 / self.games
        share, fair = min(max(self.mean.share, least), 1 - least), self.mean.fair
        return 400 * log10(share / (1 - share) * (1 - fair) / fair)

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON data."""
        game, seats, options, challenger, opponents, patient, _ = self.contest
        return {
            "game": game, "seats": seats, "options": dict(options), "challenger": challenger, "opponents": opponents,
            "patient": patient,
            "deals": len(self.deals), "games": self.games, **self.mean._asdict(),
            "error": self.error, "won_error": self.won_error, "rating": self.rating,
        }  # fmt: skip


def on_a_page(page: str, results: Sequence[Result]) -> str:
    """The text of a page with these results in its table: the rows of the same contests give way, others stay."""
    before, begun, rest = page.partition(BEGUN)
    table, ended, after = rest.partition(ENDED)
    if not ended:
        raise DoppiogiocoError(N_("the page has no table of the arena"))
    head, line, *old = table.strip().splitlines()
    rows = {tuple(row.split("|")[1:4]): row for row in old}
    for row in map(row_of, results):
        rows[tuple(row.split("|")[1:4])] = row
    text = "\n".join([head, line, *(rows[key] for key in sorted(rows, key=in_order))])
    return f"{before}{begun}\n{text}\n{ended}{after}"


def in_order(key: tuple[str, ...]) -> tuple[str, bool, int, str]:
    """By game; the league comes before the ladder, which is climbed from below."""
    setup, challenger, opponents = (part.strip() for part in key)
    return setup, opponents in LEVELS, CONTENDERS.index(challenger.partition(":")[0]), opponents


def row_of(result: Result) -> str:
    """A result as a row of a table in Markdown."""
    contest, mean = result.contest, result.mean
    cells = [
        setup_of(contest), contest.challenger, contest.opponents, str(result.games),
        f"{mean.share:.1%} ± {result.error:.1%}", f"{mean.fair:.0%}", f"{mean.won:.1%} ± {result.won_error:.1%}",
        f"{result.rating:+.0f}",
        "tries" if contest.patient else "clock",
    ]  # fmt: skip
    return f"| {' | '.join(cells)} |"


def setup_of(contest: Contest) -> str:
    """What is played, in words: the game, the seats, and the options that are not as the rulebook has them."""
    game = find(contest.game)
    changed = [name if on else f"no-{name}" for name, on in contest.options if on != game.rules.OPTIONS[name]]
    return ", ".join([game.words.TITLE, f"{contest.seats} seats", *changed])


def side_of(match: Match, seat: int) -> tuple[int, ...]:
    """The seats that play together with this one, itself included."""
    if "side" not in match.game.state.fields:
        return (seat,)
    side = match.view(seat).side
    return tuple(other for other in range(match.seats) if side[other] == side[seat])


def sides_of(match: Match) -> list[tuple[int, ...]]:
    """All sides; where nobody has partners, every seat is one."""
    return sorted({side_of(match, seat) for seat in range(match.seats)})


def opened(contest: Contest, deal: int) -> Match:
    """A game of a deal before its first answer."""
    return new(contest.game, contest.seats, dict(contest.options), f"arena {deal}")


def contender(game: str, name: str, seed: str, *, patient: bool = False) -> Bot:
    """A bot for one seat of one match: a level or one of the league; `plain:90000` is one that tries so many games."""
    find(game)
    name, _, tries = name.partition(":")
    check_level(name, CONTENDERS)
    if tries and (name in KINDS or name == LOGIC or not tries.isdecimal() or int(tries) < 1):
        raise DoppiogiocoError(N_("{level} cannot try {tries} games"), level=repr(name), tries=repr(tries))
    if name == LOGIC:
        logic = logic_of(find(game).package)
        if logic is None:
            raise DoppiogiocoError(N_("there is no bot {level} for {game}"), level=repr(name), game=game)
        player: Bot = logic.Logic(seed)
        return player
    if name in KINDS:
        return KINDS[name](seed)
    from doppiogioco.bots.thinker import Thinker

    budget = BUDGETS.get(name) or LEAGUE[name]
    if tries:
        budget = replace(budget, tries=int(tries), seconds=inf)
    return Thinker(seed, budget=replace(budget, seconds=inf) if patient else budget)


def game_of(contest: Contest, deal: int, side: Sequence[int]) -> Played:
    """One game, with the challenger at these seats."""
    match = opened(contest, deal)
    bots = {}
    for other in range(contest.seats):
        name = contest.challenger if other in side else contest.opponents
        bots[other] = contender(contest.game, name, one_way(f"arena {deal}", f"bot {other}"), patient=contest.patient)
    while not match.over:
        asks = match.waiting[0]
        match.play(asks, asked(bots[asks], match, asks)())
    assert match.outcome
    winners, fair = match.outcome.winners, len(side) / contest.seats
    ours = sum(winner in side for winner in winners)
    hidden = hidden_for(match, side) if contest.watched and has_identities(match.game) else None
    return Played(ours / len(winners) if winners else fair, fair, float(ours > 0), named_right(match, side), hidden)


def hidden_for(match: Match, side: Sequence[int]) -> float | None:
    """For which part of a game that is over nobody who only watched could tell who the players of a side were."""
    watched = to_watch(match)
    courses = [
        course for secret, course in zip(watched.secrets, watch(watched).courses, strict=True) if secret.seat in side
    ]
    since = [
        (len(course) if (found := found_out(course)) is None else found) / len(course) for course in courses if course
    ]
    return mean_of_known(since)


def named_right(match: Match, side: Sequence[int]) -> float | None:
    """Of all that a side has named of who is who, in a dossier or by guesses, the part that is right."""
    checks = checks_of(match.game.package)
    if checks is None or checks.named is None:
        return None
    counts = [checks.named(match.everything(), seat) for seat in side]
    count, right = sum(one for one, _ in counts), sum(one for _, one in counts)
    return right / count if count else None


def deal_of(work: tuple[Contest, int]) -> Played:
    """One deal from every seat, or from every side of partners."""
    contest, deal = work
    return mean([game_of(contest, deal, side) for side in sides_of(opened(contest, deal))])


def play(contest: Contest, deals: int, *, first: int = 0, workers: int = 1, ray: str = "") -> Iterator[Played]:
    """Deal after deal, here or on a Ray cluster; by tries the same wherever it is played, only time can differ."""
    work = [(contest, deal) for deal in range(first, first + deals)]
    if ray:
        yield from on_ray(work, ray)
        return
    if workers == 1:
        yield from map(deal_of, work)
        return
    with pool(workers) as processes:
        yield from processes.map(deal_of, work)


def on_ray(work: Sequence[tuple[Contest, int]], address: str) -> Iterator[Played]:
    """The same on every machine of a Ray cluster, in the same order; `local` is a cluster of this machine alone."""
    try:
        import ray
    except ImportError as error:
        raise DoppiogiocoError(N_("this needs Ray: pip install 'doppiogioco[ray]'")) from error
    ray.init(address=None if address == "local" else address, include_dashboard=False, log_to_driver=False)
    try:
        deal = ray.remote(deal_of)
        yield from map(ray.get, [deal.remote(piece) for piece in work])
    finally:
        ray.shutdown()
