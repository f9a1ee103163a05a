"""Answers of Secrets that are solved: what is offered to whom, and whether it is accepted (3.1 to 3.6).

The two characters are open to all, so an offer hides one bit: which of them lies face down. Whoever offers chooses one
of two cards, whoever is asked accepts or not, and what follows depends only on which card comes to whom. So the games
that are tried out begin there, one for each card and each player who may get it, in worlds drawn from the beliefs.

What they tell is a game of two by two for each pair of players. Who is asked has one choice for all worlds, since they
cannot tell them apart; the other has one for each side they may be on, as far as they know it themselves. It is solved
by regret matching. How the other really plays is read from what they did: only as far as they have shown that they do
not play more or less at random are they taken to play the solution, for it forgives who does.

What swaps of tokens do to who wins is in the games that are tried out. Two things are not: who is asked is taken to
be known to the other for what they know themselves of their side, and what an answer tells the others counts nothing.

What is said of an offer (3.3) and what the characters do (4) is searched: there nothing lies covered, and words bind
nobody, so there is no game of two by two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import compiled, np
from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import MOST_SEATS, NOBODY

from .cards import SILENCE, Side
from .rules import Ask, Choice

CARDS = 2  # drawn, one of them is offered
PLACES = MOST_SEATS + 1  # of tokens, with the centre
LAYOUTS = (len(Side) + 1) ** PLACES
AT_ONCE = 8  # worlds between two looks at the clock
ROUNDS = 400  # of solving a game of two by two
TRUST = 0.6  # how far a player who is as careful as can be is taken to play the solution
KEEN = 200.0  # how seldom an answer is given after which one wins less often: by a point less, one time in seven

Answers = tuple[list[float], list[float]]  # of each legal answer: how often it is given, and the chance to win then


class Asked(NamedTuple):
    """Who is asked, and how long they may think."""

    view: View
    beliefs: Any
    legal: Sequence[int]
    effort: int
    in_time: Callable[[], bool]


class Ends(NamedTuple):
    """How games ended that began with one of the cards in front of somebody."""

    worlds: Any  # those that they began in, as they were believed
    won: Any  # [world, card, seat that gets it, seat that wins]
    trying: Any


class Bit(NamedTuple):
    """A game of two by two, with all worlds that may be: [world, own choice, the other's choice]."""

    mine: Any  # the chance to win of who is asked,
    theirs: Any  # and of the other
    kinds: Any  # of each world: which side the other knows to be on
    read: Any  # of each world: how likely each of the other's choices is, by how they play
    trust: float  # how far the other is taken to play the solution


def solve(
    view: View, heard: Sequence[Given], beliefs: Any, legal: Sequence[int],
    *, effort: int, in_time: Callable[[], bool],
) -> Answers | None:  # fmt: skip
    """How often to give each answer, and the chance to win after it; None for what is not solved."""
    asked = Asked(view, beliefs, legal, effort, in_time)
    if view.ask in (Ask.UN, Ask.REPLY):
        return replying(asked)
    return offering(asked) if covers(view) else None


def covers(view: View) -> bool:
    """Is it about one's own offer?"""
    return view.ask in (Ask.OFFER, Ask.TARGET)


# What follows from an offer -----------------------------------------------------------------------------------------


def ends_of(asked: Asked, cards: Sequence[int], takers: Sequence[int]) -> Ends:
    """Games tried out, as many for each card and each seat that may get it."""
    view, beliefs, _, effort, in_time = asked
    cases = [(card, taker) for card in cards for taker in takers]
    count = max(1, effort // len(cases))
    worlds, trying = beliefs.sample(count), beliefs.trying(count * len(cases))
    won, done = np.zeros((count, CARDS, view.seats, view.seats)), 0
    while done < count and (not done or in_time()):
        here = slice(done, min(done + AT_ONCE, count))
        begun = np.concatenate([turned_up(view, worlds[here], *case) for case in cases])
        ended = trying.ends_of(begun)[:, : view.seats].reshape(len(cases), -1, view.seats)
        for (card, taker), wins in zip(cases, ended, strict=True):
            won[here, card, taker] = wins
        done = here.stop
    return Ends(worlds[:done], won[:done], trying)


def turned_up(view: View, worlds: Any, card: int, taker: int) -> Any:
    """The worlds in which one of the two cards is about to be turned up in front of somebody (3.7)."""
    found = asked_in(view, worlds, Ask.REVEAL, taker)
    found["actor"], found["offer"] = taker, view.pair[card]
    return found


def asked_in(view: View, worlds: Any, ask: Ask, target: int) -> Any:
    """The worlds in which somebody has been offered a card, without a word, and a question is put."""
    found = worlds.copy()
    found["ask"], found["target"], found["offer"], found["claim"] = ask, target, view.pair[0], SILENCE
    found["token_seen"] = 0  # 1.5: the game has moved on
    return found


def accepting(view: View, ends: Ends, seat: int, ask: Ask, target: int) -> Any:
    """How likely a seat is to say yes, in each world: they know only the two cards, so it is as likely for both."""
    return ends.trying.likely_answers(asked_in(view, ends.worlds, ask, target), seat)[:, Choice.YES]


# What players know --------------------------------------------------------------------------------------------------


def kinds_of(view: View, beliefs: Any, worlds: Any, seat: int) -> Any:
    """Of each world which side a player knows to be on.

    Who has not been shown the token that lies in front of them, since it was swapped (also perhaps, by a Diplomat), is
    taken not to know it, and has to play all of them alike.
    """
    spot = beliefs.spots.index(view.game.state.offset("token", (seat,)))
    knows = int(beliefs.shown[spot]) >> seat & 1
    return worlds["token"][:, seat].astype(np.int64) if knows else np.zeros(len(worlds), np.int64)


def covered(view: View, beliefs: Any, worlds: Any) -> Any:
    """How likely each card is to lie there in each world: as likely as in all worlds with the same tokens."""
    known, drawn = (layouts(states["token"]) for states in (beliefs.states, worlds))
    first = np.bincount(known, beliefs.odds * (beliefs.states["offer"] == view.pair[0]), LAYOUTS)[drawn]
    share = first / np.bincount(known, beliefs.odds, LAYOUTS)[drawn]
    return np.stack([share, 1.0 - share], axis=1)


def layouts(tokens: Any) -> Any:
    """Of each world a number that says which token lies where; places without one count too."""
    return (tokens + 1) @ (len(Side) + 1) ** np.arange(PLACES)


# The game of two by two ---------------------------------------------------------------------------------------------


@compiled
def match_regrets(mine: Any, theirs: Any, rounds: int, own: Any, other: Any) -> None:
    """Solve a game of who is asked against the other, who has several kinds.

    `mine[kind, choice, other's choice]` and `theirs` are what each gets, times how likely the kind is. `own` gets how
    often each choice is made, `other[kind]` the same for the other: averages in which later rounds count more.
    """
    kinds, regret, regrets = len(mine), np.zeros(2), np.zeros((len(mine), 2))
    now, others = np.full(2, 0.5), np.full((kinds, 2), 0.5)
    own[:], other[:] = 0.0, 0.0
    for number in range(1, rounds + 1):
        value = np.zeros(2)
        for kind in range(kinds):
            for choice in range(2):
                value[choice] += (mine[kind, choice] * others[kind]).sum()
        regret = np.maximum(regret + value - (value * now).sum(), 0.0)
        now = regret / regret.sum() if regret.sum() > 0.0 else np.full(2, 0.5)
        for kind in range(kinds):  # they answer what was chosen just now: so both come to rest sooner
            value = now[0] * theirs[kind, 0] + now[1] * theirs[kind, 1]
            regrets[kind] = np.maximum(regrets[kind] + value - (value * others[kind]).sum(), 0.0)
            total = regrets[kind].sum()
            others[kind] = regrets[kind] / total if total > 0.0 else np.full(2, 0.5)
        own += 2.0 * number / (rounds * (rounds + 1)) * now
        other += 2.0 * number / (rounds * (rounds + 1)) * others


def solved(bit: Bit) -> tuple[Any, Any]:
    """How often one makes each choice, and how often the other does, by the side they know to be on."""
    kinds = len(Side)
    mine, theirs = np.zeros((2, kinds, 2, 2))
    for kind in range(kinds):
        here = bit.kinds == kind
        mine[kind], theirs[kind] = bit.mine[here].sum(0), bit.theirs[here].sum(0)
    own, other = np.zeros(2), np.zeros((kinds, 2))
    match_regrets(mine / len(bit.kinds), theirs / len(bit.kinds), ROUNDS, own, other)
    return own, other


def played(bit: Bit) -> tuple[Any, Any]:
    """How often to make each choice, as far as the other plays the solution, and the chance to win after each."""
    own, other = solved(bit)
    likely = bit.trust * other[bit.kinds] + (1.0 - bit.trust) * bit.read
    wins = (bit.mine * likely[:, None, :]).sum(2).mean(0)
    return bit.trust * own + (1.0 - bit.trust) / 2, wins


def keenly(often: Any, wins: Any) -> Any:
    """The same, and the seldomer the less one would win."""
    return often * np.exp(KEEN * (wins - wins.max()))


# Who is asked, and who offers ---------------------------------------------------------------------------------------


def replying(asked: Asked) -> Answers:
    """Whether to take what is offered; the UN player, who may step in, leaves it to the target else (3.5)."""
    view, beliefs, legal, *_ = asked
    active, target, me = int(view.active), int(view.target), int(view.seat)
    ends = ends_of(asked, range(CARDS), sorted({active, target, me}))
    no = ends.won[:, :, active]
    if view.ask == Ask.UN:
        yes = accepting(view, ends, target, Ask.REPLY, target)[:, None, None]
        no = yes * ends.won[:, :, target] + (1.0 - yes) * no
    by_choice = {Choice.NO: no, Choice.YES: ends.won[:, :, me]}
    cells = np.stack([by_choice[Choice(int(answer))] for answer in legal], axis=1)  # [world, answer, card, seat]
    bit = Bit(
        cells[..., me], cells[..., active], kinds_of(view, beliefs, ends.worlds, active),
        covered(view, beliefs, ends.worlds), TRUST * beliefs.careful([active]),
    )  # fmt: skip
    often, wins = played(bit)
    return keenly(often, wins).tolist(), wins.tolist()


def offering(asked: Asked) -> Answers:
    """Which card to offer, or to whom: every target is a game of its own."""
    view, beliefs, legal, *_ = asked
    me, targets = int(view.seat), [seat for seat in range(view.seats) if seat != view.seat]
    cards: Sequence[int] = range(CARDS)
    if view.ask == Ask.TARGET and not any(beliefs.careful([target]) for target in targets):
        cards = [list(view.pair).index(view.offer)]  # the other one matters only to who may play the solution
    ends = ends_of(asked, cards, range(view.seats))
    found = [played(bit_with(view, beliefs, ends, me, target)) for target in targets]
    often, wins = np.array([one for one, _ in found]), np.array([win for _, win in found])  # [target, card]
    if view.ask == Ask.TARGET:
        card = list(view.pair).index(view.offer)
        rows = [targets.index(int(answer)) for answer in legal]
        return keenly(often[rows, card], wins[rows, card]).tolist(), wins[rows, card].tolist()
    weights = keenly(often, wins)
    columns = [list(view.pair).index(int(answer)) for answer in legal]
    return weights.sum(0)[columns].tolist(), ((weights * wins).sum(0) / weights.sum(0))[columns].tolist()


def bit_with(view: View, beliefs: Any, ends: Ends, me: int, target: int) -> Bit:
    """The game between who offers and one target: two cards, no or yes."""
    cells = np.stack([ends.won[:, :, me], ends.won[:, :, target]], axis=2)  # [world, card, answer, seat]
    if view.un not in (NOBODY, me, target):  # the UN player may take the card, whatever the target would say
        taken = accepting(view, ends, int(view.un), Ask.UN, target)[:, None, None, None]
        cells = taken * ends.won[:, :, view.un, None] + (1.0 - taken) * cells
    yes = accepting(view, ends, target, Ask.REPLY, target)
    return Bit(
        cells[..., me], cells[..., target], kinds_of(view, beliefs, ends.worlds, target),
        np.stack([1.0 - yes, yes], axis=1), TRUST * beliefs.careful([target]),
    )  # fmt: skip
