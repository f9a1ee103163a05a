"""The bot that thinks: it reads the table (beliefs), tries its answers out (search), and can say why."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import inf
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import cells, np
from doppiogioco.engine.dealer import Dealer, one_way
from doppiogioco.engine.game import View, find
from doppiogioco.engine.loops import generators
from doppiogioco.engine.match import Answer, Given, new
from doppiogioco.engine.state import MOST_SEATS

from .decision import Decision
from .forgetting import Forgetting
from .hiding import Bystander, has_to_hide
from .judging import Judge
from .levels import Budget
from .listening import Listener
from .reasons import Reading
from .seating import handed
from .solving import to_solve
from .talk import Claim, speaks_of_hidden_things
from .tempers import dealt_out, near_best
from .tempers import temper as find_temper
from .thinking import ANY_ANSWER, SOME_REMEMBER, Tree, new_tree, settled_by_each, think

SURE = 200  # worlds in which an answer must win at once to be taken for certain
FEW_HANDS = 4  # of players: more of them are in more worlds
AT_ONCE = 32  # games tried out between two looks at the clock
SHARPNESS = 6.0  # how seldom an answer is given that was tried less often than another: small, and it mixes more
TICKETS = 1_000_000
SHOWN = 3  # answers of which is said what they give away, also where others are better


class Counts(NamedTuple):
    """Of each answer: how often it was tried, or is to be given, and how many wins followed."""

    often: dict[int, int]
    won: dict[int, float]


class Thinker:
    """One seat of one match. The same seed at the same point of a match answers the same, unless time is up before."""

    def __init__(self, seed: int | str | None = None, *, budget: Budget, temper: str = "") -> None:
        self._chance, self._budget, self._temper = Dealer(seed), budget, find_temper(temper)
        self._beliefs: Reading | None = None
        self._heard = 0  # answers taken in so far
        self._lost = False  # what was heard fits no world it can think of: a match that began at a position
        self._bystander: Bystander | None = None
        self._faded: Forgetting | None = None  # where it does not remember all that it saw
        self._ear: Listener | None = None
        self._talk: tuple[Sequence[Claim], Sequence[Given]] = (), ()

    def overhear(self, said: Sequence[Claim], public: Sequence[Given]) -> None:
        """Before it is asked: what everybody has claimed so far, and the answers as who only watches heard them."""
        self._talk = said, public

    def choose(self, view: View, heard: list[Given], legal: list[Answer]) -> Answer:
        """One of the legal answers."""
        if len(legal) == 1:
            return legal[0]
        return self.consider(view, heard, legal).answer

    def consider(self, view: View, heard: list[Given], legal: list[Answer]) -> Decision:
        """An answer with its reasons."""
        until = time.perf_counter() + self._budget.seconds
        beliefs = self._take_in(view, heard)
        if beliefs is None:
            return Judge(self._chance.seed).consider(view, heard, legal)
        worlds = beliefs.sample(min(self._budget.tries, 4_096))
        solved = self._solved(beliefs, view, heard, legal, until)
        in_mind = self._faded.faded(worlds, view) if self._faded else worlds
        known = solved if solved and solved.won else self._search(beliefs, in_mind, view, len(heard), until)
        tries = 0 if known is solved else sum(known.often.values())
        chosen = solved or known
        for counts in {id(one): one for one in (known, chosen)}.values():
            self._forbid(worlds, view, counts)
        most, sharpness = max(chosen.often.values()), 1.0 if solved else SHARPNESS
        tickets = [round(TICKETS * (chosen.often.get(int(answer), 0) / most) ** sharpness) for answer in legal]
        wins = {one: known.won[int(one)] / known.often[int(one)] for one in legal if known.often.get(int(one))}
        sure: dict[Answer, float] = {}
        if not solved:  # what is solved is as hard to read as can be, and no temper knows better
            near = near_best(tickets, [wins.get(one) for one in legal])
            sure = self._sure_after(view, legal, {*near, *sorted(range(len(legal)), key=lambda i: -tickets[i])[:SHOWN]})
            appeals = {i: view.game.appeal(view.cells, view.seat, int(legal[i])) for i in near}
            tickets = dealt_out(tickets, {i: self._temper.pull(appeals[i], sure.get(legal[i], 0.0)) for i in near})
        answer = legal[self._chance.pick(len(heard), tickets)]
        chances = {one: ticket / sum(tickets) for one, ticket in zip(legal, tickets, strict=True)}
        suspicions = beliefs.suspicions(view)
        reasons = beliefs.reasons(suspicions)
        claims, doubts = self._ear.thoughts(view, self._talk[1]) if self._ear else ((), ())
        win = sum(known.won.values()) / sum(known.often.values())
        if known is not chosen:  # a search tells how the game stands, but not which of these answers is best
            wins = {}
        return Decision(answer, chances, win, wins, beliefs, suspicions, reasons, claims, doubts, tries, sure)

    def _sure_after(self, view: View, legal: list[Answer], some: Iterable[int]) -> dict[Answer, float]:
        """How sure a bystander would be of what the seat hides, after some of its answers."""
        if self._bystander is None:
            return {}
        found = self._bystander.sure_after(view, (int(legal[i]) for i in sorted(some)))
        return {one: found[int(one)] for one in legal if int(one) in found}

    def _take_in(self, view: View, heard: list[Given]) -> Reading | None:
        """What is believed after all that was heard."""
        if self._lost:
            return None
        if self._beliefs is None:
            seed = int(one_way(self._chance.seed, "beliefs")[:12], 16)
            self._beliefs = Reading(
                view.game.id, view.seats, view.options, view.seat, limit=self._limit(view), seed=seed,
                reads=self._budget.reads, plans=self._budget.plans,
            )  # fmt: skip
            if self._budget.hides and has_to_hide(view.game):
                self._bystander = Bystander(view, seed)
            if self._budget.memory < inf and self._beliefs.manners == SOME_REMEMBER:
                self._faded = Forgetting(view, self._budget.memory, seed)
        try:
            if self._ear is None and speaks_of_hidden_things(view.game.id):
                self._ear = Listener(self._beliefs, view)
            for number, given in enumerate(heard[self._heard :], self._heard):
                if self._ear:
                    self._ear.take_in(self._talk[0], number)
                self._beliefs.hear(*given)
                for other in (self._faded, self._bystander):
                    if other:
                        other.hear(*given)
            if self._ear:
                self._ear.take_in(self._talk[0], len(heard))
        except ValueError:
            self._lost = True
            return None
        self._heard = len(heard)
        first = cells(self._beliefs.states[:1])[0].tolist()
        self._lost = view.game.state.masked(first, view.seat, over=False) != view.vector
        return None if self._lost else self._beliefs

    def _limit(self, view: View) -> int:
        if not view.game.forgets:
            return max(self._budget.worlds, 20_000)
        more_hands: int = max(view.seats - FEW_HANDS, 0)
        return self._budget.worlds + self._budget.more_worlds * more_hands

    def _solved(
        self, beliefs: Reading, view: View, heard: list[Given], legal: list[Answer], until: float
    ) -> Counts | None:
        """What the game's package can solve; without wins where only a search can tell them."""
        # What is solved goes by all that was seen. Who forgets searches instead, in worlds that they can think of.
        solves = self._budget.solves and self._faded is None
        solving = to_solve(view, hides=self._budget.hides) if solves else None
        in_time = partial(before, until)
        found = solving and solving.solve(view, heard, beliefs, legal, effort=self._budget.tries, in_time=in_time)
        if not found:
            return None
        chances, wins = found
        often = {int(one): round(TICKETS * chance / sum(chances)) for one, chance in zip(legal, chances, strict=True)}
        if wins is None:
            return Counts(often, {})
        of_each = zip(often.items(), wins, strict=True)
        return Counts(often, {one: count * min(max(win, 0.0), 1.0) for (one, count), win in of_each})

    def _search(self, beliefs: Reading, worlds: Any, view: View, number: int, until: float) -> Counts:
        """What trying games out tells. On several cores there are as many trees, and what they tell is added up."""
        sight, few = beliefs.sight, view.game.package.says("FEW", 0)
        blind, ahead = (view.game.ahead_of(seen) for seen in (None, view if self._budget.solves else None))
        # What is foreseen is how careful players go on. It forgives careless ones, so others must have shown that they
        # are careful, or games are played out.
        trust, shares = beliefs.careful([seat for seat in range(view.seats) if seat != view.seat]), beliefs.shares
        if not self._budget.judges:
            shares = np.tile(ANY_ANSWER, (MOST_SEATS, 1))

        def grown(core: int, tries: int) -> Tree:
            tree, states, begun = new_tree(tries if self._budget.deep else 0), worlds[:1].copy(), 0
            rngs = generators(int(one_way(self._chance.seed, f"try {number}" + f" {core}" * (core > 0))[:15], 16))
            while begun < tries and (not begun or time.perf_counter() < until):
                now, part = min(AT_ONCE, tries - begun), begun // AT_ONCE
                looks = int((part + 1) * trust) > int(part * trust)
                think(
                    worlds, states, cells(states), tree, rngs, sight.kinds, sight.guards, sight.ears, shares,
                    view.seat, begun, now, self._budget.glances, few, beliefs.manners,
                    ahead if looks else blind,
                )  # fmt: skip
                begun += now
            return tree

        tried, won = defaultdict[int, int](int), defaultdict[int, float](float)
        for tree in on_cores(grown, self._budget.tries, self._budget.cores):
            own = slice(tree.first[0], tree.first[0] + tree.many[0])
            told = (column[own].tolist() for column in (tree.answer, tree.tried, tree.won))
            for answer, often, wins in zip(*told, strict=True):
                tried[answer] += often
                won[answer] += wins
        return Counts(dict(tried), dict(won))

    def _forbid(self, worlds: Any, view: View, counts: Counts) -> None:
        """A certain win in hand is taken, and a certain loss is not walked into."""
        tried, won = counts
        count = max(tried) + 1
        tries, wins, losses = np.zeros(count, np.int64), np.zeros(count, np.int64), np.zeros(count, np.int64)
        settled_by_each(worlds[:SURE], worlds[:1].copy(), generators(0), view.seat, tries, wins, losses)
        sure = [a for a in tried if tries[a] and wins[a] == tries[a]]
        doomed = [a for a in tried if tries[a] and losses[a] == tries[a]]
        drop = [a for a in tried if a not in sure] if sure else doomed if len(doomed) < len(tried) else []
        for a in drop:
            tried[a] = 0
            won[a] = 0.0
        if not any(tried.values()):  # none of those that are left was tried
            for a in tried:
                if a not in drop:
                    tried[a], won[a] = 1, float(a in sure)


def on_cores(grown: Callable[[int, int], Tree], tries: int, cores: int) -> list[Tree]:
    """Trees that are grown side by side, each with its part of the tries: compiled loops do not hold each other up."""
    parts = [(tries + core) // cores for core in reversed(range(min(cores, tries)))]
    if len(parts) == 1:
        return [grown(0, tries)]
    with ThreadPoolExecutor(len(parts)) as threads:
        return [*threads.map(grown, range(len(parts)), parts)]


def before(until: float) -> bool:
    """Is there time left?"""
    return time.perf_counter() < until


def warm(game: str) -> None:
    """Have everything compiled that thinking about a game needs, or load it: a few answers are enough for that.

    Each question is put to who solves what can be solved, and to who searches for everything: levels differ in that.
    """
    found = find(game)
    match = new(game, seats=found.usual_seats, seed="warm")
    solver = Budget(worlds=50, tries=4)
    searcher = replace(solver, solves=False)
    bots = {seat: [Thinker(f"warm {seat}", budget=one) for one in (searcher, solver)] for seat in range(match.seats)}
    for _ in range(3 * match.seats):
        if match.over:
            break
        seat = match.waiting[0]
        match.play(seat, [player.consider(*handed(match, seat)).answer for player in bots[seat]][-1])
    for _, player in bots.values():
        if player._beliefs is not None and found.forgets:
            player._beliefs._deal_again()
