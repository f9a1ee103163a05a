"""Bots against bots, and what they learn beforehand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from doppiogioco import games
from doppiogioco.arena import CONTENDERS, Contest, Played, Result, contender, on_a_page, play
from doppiogioco.arena_picture import picture
from doppiogioco.bots import LEVELS
from doppiogioco.bots.training import training_of
from doppiogioco.engine.game import find, label
from doppiogioco.engine.words import N_, Voice
from doppiogioco.fairness import judge, prove, thinker

from .shared import (
    GameName,
    Language,
    MaybeGame,
    Options,
    Seats,
    chosen_options,
    console,
    examples,
    seats_of,
    spoken,
    track,
)

commands = typer.Typer()
KNOWN = ", ".join(CONTENDERS)


@commands.command(
    epilog=examples(
        "arena top-secret-spies --seats 2 --challenger hard --opponents greedy --deals 50",
        "arena secrets --seats 5 --ladder --deals 20 --workers 2",
        "arena agent-avenue --option advanced --json result.json",
        "arena spywhere --cross greedy --cross medium --cross hard --deals 10",
        "arena spywhere --ladder --deals 10 --patient --page docs/bots.md",
        "arena agent-avenue --challenger medium --opponents plain:90000",
        "arena secrets --deals 200 --ray ray://head:10001 --plot secrets.svg",
    )
)
def arena(
    *,
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    challenger: Annotated[
        str, typer.Option(metavar="BOT", help=f"Who is measured: {KNOWN}; hard:1000 tries so many games.")
    ] = "hard",
    opponents: Annotated[str, typer.Option(metavar="BOT", help="Who sits at the other seats.")] = "greedy",
    ladder: Annotated[bool, typer.Option("--ladder", help="Each level against the one below it instead.")] = False,
    cross: Annotated[
        list[str] | None,
        typer.Option(metavar="BOT", help="Everybody named so against everybody else; repeat it for each."),
    ] = None,
    patient: Annotated[
        bool, typer.Option("--patient", help="Nobody looks at the clock: equal games on a busy machine too.")
    ] = False,
    watched: Annotated[
        bool, typer.Option("--watched", help="Also for how long nobody could tell who the challenger was.")
    ] = False,
    deals: Annotated[int, typer.Option(min=2, help="How many deals; each is played from every seat.")] = 20,
    first: Annotated[
        int, typer.Option(min=0, help="The number of the first deal: take others than those a bot was tuned by.")
    ] = 0,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    ray: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster instead; local: one on this machine alone.")
    ] = "",
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures here.")] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the results here, as SVG.")] = None,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the results into the table of this page.")
    ] = None,
    language: Language = None,
) -> None:
    """Let bots play against bots: equal deals, every seat, the share of wins with its 95 % interval."""
    say = Voice(language or spoken())
    seats, options = seats_of(game, seats), chosen_options(option)
    chosen = tuple(find(game).chosen(find(game).option_bits(options)).items())
    pairs = [(challenger, opponents)]
    if ladder:
        pairs = [*zip(LEVELS[1:], LEVELS, strict=False)]
    elif cross:
        pairs = [(one, other) for one in cross for other in cross if one != other]
    for name in {name for pair in pairs for name in pair}:
        contender(game, name, "")  # an error now, not after an hour
    results = []
    for one, others in pairs:
        contest = Contest(game, seats, chosen, one, others, patient, watched)
        work = play(contest, deals, first=first, workers=workers, ray=ray)
        played: list[Played] = list(track(work, f"{one} – {others}", deals))
        results.append(Result(contest, tuple(played)))
    console().print(crossed(results, cross, say) if cross and not ladder else shown(results, say))
    if json_file:
        json_file.write_text(json.dumps([result.as_dict() for result in results], indent=1) + "\n", encoding="utf-8")
    if plot:
        plot.write_text(picture(results), encoding="utf-8")
    if page:
        page.write_text(on_a_page(page.read_text(encoding="utf-8"), results), encoding="utf-8")


@commands.command(epilog=examples("fairness", "fairness secrets --positions 200 --workers 2", "fairness --glance"))
def fairness(
    *,
    game: MaybeGame = None,
    positions: Annotated[int, typer.Option(min=1, help="How many positions of each set-up.")] = 20,
    glance: Annotated[bool, typer.Option("--glance", help="Bots that judge at a glance instead.")] = False,
    workers: Annotated[int, typer.Option(min=1, help="How many processes work.")] = 1,
    language: Language = None,
) -> None:
    """Prove that bots decide by nothing that their seat cannot know: other hidden things, the same decisions.

    Without a game, for all of them.
    """
    say = Voice(language or spoken())
    setups = [setup for name in ([game] if game else games()) for setup in find(name).setups()]
    work = prove(setups, positions, judge if glance else thinker, workers)
    total: Counter[str] = Counter()
    for _, done in track(work, say("fairness"), len(setups)):
        total += done
    text = N_("{n} positions of {setups} set-ups in {matches} pairs of matches: every decision the same in both.")
    console().print(say(text, n=total["positions"], setups=len(setups), matches=total["matches"]))


def shown(results: list[Result], say: Voice) -> Table:
    """The results as a table."""
    contest = results[0].contest
    table = Table(
        say("challenger"), say("opponents"), say("games"), say("share of wins"), say("fair"), say("won"),
        say("rating"), say("named right"), say("stayed hidden"),
        title=f"{contest.game}, {contest.seats}",
    )  # fmt: skip
    for result in results:
        one, count = result.contest, result.games
        mean = result.mean
        share = f"{mean.share:.1%} ± {result.error:.1%}"
        right, hidden = ("" if part is None else f"{part:.1%}" for part in (mean.right, mean.hidden))
        won = f"{mean.won:.1%} ± {result.won_error:.1%}"
        rates = f"{mean.fair:.1%}", won, f"{result.rating:+.0f}", right, hidden
        table.add_row(one.challenger, one.opponents, str(count), share, *rates)
    return table


def crossed(results: list[Result], names: list[str], say: Voice) -> Table:
    """Everybody against everybody: the share of the challenger at the left against opponents like the one above."""
    contest = results[0].contest
    table = Table(say("challenger"), *names, title=f"{contest.game}, {contest.seats}")
    shares = {(one.contest.challenger, one.contest.opponents): f"{one.mean.share:.1%}" for one in results}
    for name in names:
        table.add_row(name, *(shares.get((name, other), "") for other in names))
    return table


@commands.command(epilog=examples("calibration secrets --seats 5 --deals 40", "calibration spywhere --workers 2"))
def calibration(
    *,
    game: GameName,
    seats: Seats = None,
    option: Options = None,
    deals: Annotated[int, typer.Option(min=1, help="How many matches are listened to.")] = 20,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 1,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures here.")] = None,
    language: Language = None,
) -> None:
    """Measure what bots believe against what is so: are things that they hold for 70 % likely so in 70 of 100 cases?"""
    from doppiogioco.calibration import LISTENERS, account, measure  # needs Numba

    say, seats = Voice(language or spoken()), seats_of(game, seats)
    setup = game, seats, find(game).chosen(find(game).option_bits(chosen_options(option)))
    found: dict[str, list[Any]] = {name: [] for name in LISTENERS}
    for cases in track(measure(setup, deals, workers), say("listening"), deals):
        for name, some in cases.items():
            found[name] += some
    accounts = {name: account(some) for name, some in found.items() if some}
    table = Table(
        say("who listens"), say("cases"), say("calibration error"), say("log-loss"), say("likeliest is right"),
        title=label(setup),
    )  # fmt: skip
    for name, one in accounts.items():
        table.add_row(say(name), f"{one.cases:,}", f"{one.error:.1%}", f"{one.loss:.4f}", f"{one.right:.1%}")
    console().print(table)
    if json_file:
        told = {name: one._asdict() for name, one in accounts.items()}
        json_file.write_text(
            json.dumps({"setup": label(setup), "deals": deals} | told, indent=1) + "\n", encoding="utf-8"
        )


@commands.command(epilog=examples("train agent-avenue", "train agent-avenue --to chances.bin"))
def train(
    *,
    game: GameName,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write it here, not where the bots of this game look it up.")
    ] = None,
    language: Language = None,
) -> None:
    """Work out what bots of a game know beforehand. It lies in the package, and comes out the same, byte for byte."""
    say = Voice(language or spoken())
    training, place = training_of(game)
    file = to or place
    with file.open("ab"):  # an error now, not after many minutes
        before = file.read_bytes()
    *_, found = track(training.train(), say("training"), training.PIECES)
    file.write_bytes(found)
    text = N_("{file}: {n} bytes, the same as before.") if found == before else N_("{file}: {n} bytes.")
    console().print(say(text, file=file, n=f"{len(found):,}"), soft_wrap=True)
