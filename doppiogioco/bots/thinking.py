"""The compiled loops of bots that think: how likely a player is to answer what, and a tree search over worlds.

The search is for information sets: every try begins in a world that the bot's seat cannot tell from the real one. A
node stands for what the seat that is asked sees there and has heard since, never for the world itself, so nobody in
the search acts on what they could not know. Chance draws, others answer as their likely answers say until their own
wins say better, and from the first new node on a game is played out, each answer the most tempting of a few.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, NamedTuple

from doppiogioco.engine.compiled import (
    appeal,
    apply,
    choices,
    compiled,
    foreseeable,
    foreseen,
    inner,
    intent,
    legal,
    np,
    outer,
    returns,
    waiting,
)
from doppiogioco.engine.loops import draw_bits, random_answer, random_step, who_answers
from doppiogioco.engine.rule import CHANCE_WAITS
from doppiogioco.engine.sight import hears, sees
from doppiogioco.engine.state import CHANCE, HIDDEN, MOST_SEATS

# How warm a player's temper can be (see `Judge`). Who answers at random is never ruled out: behaviour is soft evidence.
# The last ones judge at a glance where the others go by what they mean to do (`intent`).
TEMPERS = np.array([1e9, 12.0, 4.0, 1.0, 12.0, 4.0, 1.0])
AT_RANDOM, MEANT, AT_A_GLANCE = 0, 1, 4
ANY_ANSWER = (np.arange(len(TEMPERS)) == AT_RANDOM).astype(np.float32)  # the tempers of who is sure to answer at random
# How players are taken to differ in games that are tried out: all judge at a glance; some plan, by what they see, so a
# node knows all that they go by; or some remember what is in no node.
ALIKE, SOME_PLAN, SOME_REMEMBER = range(3)
MOST_ANSWERS = 1_024  # to one question
DEEPEST = 200  # answers of seats in one try that are still in the tree
CURIOSITY = 0.9  # how much an answer that was seldom tried is preferred to one that won more often
SEVERAL = 64  # worlds for the first guesses at the question that is thought about
DOUBT = 0.25  # the part of one's own first guess that finds all answers alike
NOT_ASKED = np.uint64(0)
OFFSET, PRIME = np.uint64(1469598103934665603), np.uint64(1099511628211)


# Likely answers -----------------------------------------------------------------------------------------------------


@inner
def blank_sheet() -> Any:
    """Room for `answer_odds`."""
    return np.empty(MOST_ANSWERS), np.empty(MOST_ANSWERS), np.zeros((MOST_ANSWERS, len(TEMPERS)))


@outer
def answer_odds(s: Any, seat: int, shares: Any, sheet: Any) -> int:
    """How likely each answer of a seat is, for a mixture of tempers; how many are legal. What is found out stands on
    the sheet: how each answer tempts, how likely it is, and how likely for each temper alone."""
    appeals, odds, by_temper = sheet
    n, count, most = choices(s), 0, -1e18
    for a in range(n):
        odds[a] = 0.0
    for kind in range(len(TEMPERS)):
        if kind == AT_A_GLANCE and shares[kind:].sum() == 0.0:
            break
        if kind in (AT_RANDOM, AT_A_GLANCE):  # the others judge by the same
            count, most = 0, -1e18
            for a in range(n):
                if legal(s, seat, a):
                    count += 1
                    appeals[a] = intent(s, seat, a) if kind == AT_RANDOM else appeal(s, seat, a)
                    most = max(most, appeals[a])
                else:
                    appeals[a] = -1e18
        total = 0.0
        for a in range(n):
            if appeals[a] > -1e18:
                by_temper[a, kind] = exp((appeals[a] - most) / TEMPERS[kind])
                total += by_temper[a, kind]
        for a in range(n):
            if appeals[a] > -1e18:
                by_temper[a, kind] /= total
                odds[a] += shares[kind] * by_temper[a, kind]
    return count


@compiled
def list_likely(
    worlds: Any, odds: Any, given: Any, ears: Any, shares: Any, parents: Any, answers: Any, chances: Any, tempers: Any
) -> int:
    """As `list_branches`, for an answer of another player: what tempts them more they answer more often.

    `shares[w]` are the tempers the player may have in a world, and `tempers[i]` gets the same after the answer: by it
    is known, in that world, how they play.
    """
    seat, answer, listener = given
    sheet, count = blank_sheet(), 0
    _, likely, by_temper = sheet
    for w in range(len(worlds)):
        s = worlds[w]
        if not (waiting(s) >> seat) & 1 or hears(s, seat, listener, ears) != (answer != HIDDEN):
            continue
        if answer != HIDDEN and not (answer < choices(s) and legal(s, seat, answer)):
            continue
        answer_odds(s, seat, shares[w], sheet)
        for a in range(choices(s)):
            if likely[a] > 0.0 and (answer == HIDDEN or a == answer):
                parents[count], answers[count], chances[count] = w, a, odds[w] * likely[a]
                for kind in range(len(TEMPERS)):
                    tempers[count, kind] = shares[w, kind] * by_temper[a, kind] / likely[a]
                count += 1
    return count


# The tree -----------------------------------------------------------------------------------------------------------


class Tree(NamedTuple):
    """Nodes and their answers as arrays."""

    slots: Any  # where the node with this hash stands, or -1
    keys: Any  # of each node: what the seat that is asked knows
    first: Any  # of each node: its first answer,
    many: Any  # how many it has,
    seen: Any  # and how often it was come by
    answer: Any  # of each answer: its number,
    prior: Any  # how likely it looked at first,
    tried: Any  # how often it was given,
    won: Any  # and the wins that followed, of the seat that gave it
    used: Any  # nodes and answers in use


def new_tree(tries: int) -> Tree:
    """Room for as many nodes as there are tries, and for their answers; without tries for the first one alone, so that
    games are played out from there."""
    nodes, answers, slots = tries + 1, min(24 * (tries + 40), 3_000_000), 64
    while slots < 2 * nodes:
        slots *= 2
    return Tree(
        np.full(slots, -1, np.int32), np.zeros(nodes, np.uint64), np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32), np.zeros(nodes, np.int32), np.zeros(answers, np.int16),
        np.zeros(answers, np.float32), np.zeros(answers, np.int32), np.zeros(answers, np.float32),
        np.zeros(2, np.int64),
    )  # fmt: skip


@inner
def mixed(code: Any, value: int) -> Any:
    """A hash with one more value in it."""
    return (code ^ np.uint64(np.uint16(value))) * PRIME


@outer
def known_by(row: Any, seat: int, kinds: Any, guards: Any, code: Any) -> Any:
    """A hash of what a seat sees, and of what it has heard (`code`)."""
    code = mixed(code, seat)
    for cell in range(len(row)):
        code = mixed(code, sees(row, cell, kinds, guards, seat))
    return code ^ (code >> np.uint64(29))


@inner
def node_of(tree: Any, key: Any) -> Any:
    """The node of this key, or -1, and the slot in which it stands or would stand."""
    mask = len(tree.slots) - 1
    slot = np.int64(key & np.uint64(mask))
    while tree.slots[slot] >= 0 and tree.keys[tree.slots[slot]] != key:
        slot = (slot + 1) & mask
    return np.int64(tree.slots[slot]), slot


@inner
def drawn(rng: Any) -> Any:
    """A number from 0 to 1."""
    return np.float64(draw_bits(rng) >> np.uint64(11)) / 9007199254740992.0


@inner
def drawn_kind(shares: Any, rng: Any) -> Any:
    """A temper, drawn by the shares of a player."""
    ticket = drawn(rng)
    for kind in range(len(TEMPERS)):
        ticket -= shares[kind]
        if ticket < 0:
            return kind
    return AT_RANDOM


@outer
def best_answer(tree: Any, node: int, rng: Any, curious: bool) -> Any:
    """Which answer of a node to try: one that won often, or looked likely and was seldom tried."""
    first, many = np.int64(tree.first[node]), np.int64(tree.many[node])
    if not curious and tree.seen[node] < 2:  # others answer as they are likely to until they have seen more
        ticket = drawn(rng)
        for i in range(many):
            ticket -= tree.prior[first + i]
            if ticket < 0:
                return first + i
        return first + many - 1
    wins, tries = 0.0, 0
    for i in range(many):
        wins += tree.won[first + i]
        tries += tree.tried[first + i]
    hope = wins / tries if tries else 0.5
    pull = CURIOSITY * sqrt(tries + 1.0)
    best: Any = first
    most = -1e9
    for i in range(first, first + many):
        value = tree.won[i] / tree.tried[i] if tree.tried[i] else hope
        value += pull * tree.prior[i] / (1.0 + tree.tried[i])
        if value > most:
            best, most = i, value
    return best


@outer
def pull_of(s: Any, seat: int, a: int, kind: int) -> Any:
    """How tempting an answer is to a player of a temper."""
    return appeal(s, seat, a) if kind >= AT_A_GLANCE else intent(s, seat, a)


@outer
def tempted_answer(s: Any, seat: int, rng: Any, glances: int, few: int, kind: int) -> Any:
    """The most tempting of some answers drawn at random, or of all where there are only a few."""
    best = random_answer(s, seat, rng)
    if glances == 1 or kind == AT_RANDOM:
        return best
    most, n = pull_of(s, seat, best, kind), choices(s)
    in_order = n <= few
    for i in range(n if in_order else glances - 1):
        a = i if in_order else random_answer(s, seat, rng)
        if a != best and (not in_order or legal(s, seat, a)):
            tempting = pull_of(s, seat, a, kind)
            if tempting > most:
                best, most = a, tempting
    return best


@outer
def likely_answer(s: Any, seat: int, rng: Any, kind: int, pulls: Any) -> Any:
    """What a player of a temper answers: what tempts more is answered more often."""
    if kind == AT_RANDOM:
        return random_answer(s, seat, rng)
    n, most, total = choices(s), -1e18, 0.0
    for a in range(n):
        pulls[a] = pull_of(s, seat, a, kind) if legal(s, seat, a) else -1e18
        most = max(most, pulls[a])
    for a in range(n):
        pulls[a] = exp((pulls[a] - most) / TEMPERS[kind]) if pulls[a] > -1e18 else 0.0
        total += pulls[a]
    ticket, answer = drawn(rng) * total, 0
    for a in range(n):
        if pulls[a] > 0.0 and ticket >= 0:
            answer = a
            ticket -= pulls[a]
    return answer


@outer
def grown(tree: Any, s: Any, seat: int, shares: Any, sheet: Any, doubt: float, slot: int, key: Any) -> Any:
    """A new node for the question a seat is asked."""
    count, likely = answer_odds(s, seat, shares, sheet), sheet[1]
    node, first = tree.used[0], tree.used[1]
    if node >= len(tree.keys) or first + count > len(tree.answer):
        return np.int64(-1)
    tree.slots[slot], tree.keys[node], tree.first[node], tree.many[node] = node, key, first, count
    tree.used[0], tree.used[1] = node + 1, first + count
    for a in range(choices(s)):
        if likely[a] > 0.0:
            tree.answer[first] = a
            tree.prior[first] = (1.0 - doubt) * likely[a] + doubt / count
            first += 1
    return np.int64(node)


@outer
def rooted(tree: Any, worlds: Any, states: Any, me: int, shares: Any, sheet: Any, key: Any) -> None:
    """The first node: what looks likely in one world may not in another, so first guesses are those of several."""
    s = states[0]
    grown(tree, s, me, shares, sheet, 0.0, node_of(tree, key)[1], key)
    several, many = min(SEVERAL, len(worlds)), tree.many[0]
    tree.prior[:many] = DOUBT / many
    for w in range(several):
        states[0] = worlds[w]
        answer_odds(s, me, shares, sheet)
        for i in range(many):
            tree.prior[i] += (1.0 - DOUBT) * sheet[1][tree.answer[i]] / several


class Room(NamedTuple):
    """What one try after the other is worked out in."""

    sheet: Any
    path: Any  # the answers of the tree that were given,
    seats: Any  # and by whom
    codes: Any  # what each seat has heard in this try,
    known: Any  # and saw when it was first asked in it
    tempers: Any  # of each seat
    result: Any  # for each seat, at the end


@inner
def blank_room() -> Any:
    """Room for `tried_out`."""
    path, seats, codes = np.empty(DEEPEST, np.int64), np.empty(DEEPEST, np.int64), np.empty(MOST_SEATS, np.uint64)
    known, tempers = np.empty(MOST_SEATS, np.uint64), np.empty(MOST_SEATS, np.int64)
    return Room(blank_sheet(), path, seats, codes, known, tempers, np.zeros(MOST_SEATS))


@outer
def tried_out(
    s: Any, row: Any, tree: Any, rng: Any, kinds: Any, guards: Any, ears: Any, shares: Any,
    me: int, glances: int, few: int, manners: int, ahead: Any, room: Any,
) -> int:  # fmt: skip
    """One try: play a game to its end and remember in the tree how it ended; how many answers it took."""
    path, seats, codes, tempers, result = room.path, room.seats, room.codes, room.tempers, room.result
    codes[:] = OFFSET
    room.known[:] = NOT_ASKED
    depth, is_new, answers = 0, False, 0
    for seat in range(s.seats):
        tempers[seat] = AT_A_GLANCE if manners == ALIKE else MEANT if seat == me else drawn_kind(shares[seat], rng)
    waits = waiting(s)
    while waits and not is_new and depth < DEEPEST:
        seat = me if (waits >> me) & 1 else who_answers(waits)  # the root is the question of who thinks
        if seat == CHANCE:
            a = random_answer(s, seat, rng)
        elif manners == SOME_REMEMBER and seat != me:
            a = likely_answer(s, seat, rng, tempers[seat], room.sheet[0])
        else:
            # What a seat sees later follows from what it saw and has heard since (the law of two worlds).
            if room.known[seat] == NOT_ASKED:
                room.known[seat] = known_by(row, seat, kinds, guards, codes[seat])
            key = room.known[seat] ^ (codes[seat] * PRIME)
            node, slot = node_of(tree, key)
            if node < 0:
                is_new = True
                node = grown(tree, s, seat, shares[seat], room.sheet, DOUBT if seat == me else 0.0, slot, key)
                if node < 0:
                    break
            child = best_answer(tree, node, rng, seat == me)
            tree.seen[node] += 1
            path[depth], seats[depth] = child, seat
            depth += 1
            a = np.int64(tree.answer[child])
        for listener in range(s.seats):
            told = a if hears(s, seat, listener, ears) else HIDDEN
            codes[listener] = mixed(mixed(codes[listener], seat), told)
        apply(s, seat, a)
        answers += 1
        waits = waiting(s)
    while waits and not (foreseeable(s) and foreseen(s, ahead, result)):
        if waits == CHANCE_WAITS:
            random_step(s, waits, rng)
        else:
            seat = who_answers(waits)
            apply(s, seat, tempted_answer(s, seat, rng, glances, few, tempers[seat]))
        answers += 1
        waits = waiting(s)
    if not waits:
        returns(s, result)
    for i in range(depth):
        tree.tried[path[i]] += 1
        tree.won[path[i]] += 0.5 * (result[seats[i]] + 1)
    return answers


@compiled
def think(
    worlds: Any, states: Any, rows: Any, tree: Any, rngs: Any, kinds: Any, guards: Any, ears: Any, shares: Any,
    me: int, begun: int, tries: int, glances: int, few: int, manners: int, ahead: Any,
) -> int:  # fmt: skip
    """Try so many games from the worlds on, and remember in the tree how they ended; how many answers they took.

    `states` is one record to play in and `rows` the same memory; `shares[seat]` are the tempers of each player. `ahead`
    is for `foreseen`: where it is known by then what each seat can hope for, a game is played out no further.
    """
    s, row, rng, room, answers = states[0], rows[0], rngs[0], blank_room(), 0
    if manners == SOME_REMEMBER and not begun:
        states[0] = worlds[0]
        key = known_by(row, me, kinds, guards, OFFSET) ^ (OFFSET * PRIME)
        rooted(tree, worlds, states, me, shares[me], room.sheet, key)
    for number in range(begun, begun + tries):
        states[0] = worlds[number % len(worlds)]
        answers += tried_out(
            s, row, tree, rng, kinds, guards, ears, shares, me, glances, few, manners, ahead, room
        )  # fmt: skip
    return answers


@compiled
def play_each(
    worlds: Any, states: Any, rows: Any, tree: Any, rngs: Any, kinds: Any, guards: Any, ears: Any, shares: Any,
    me: int, glances: int, few: int, manners: int, ahead: Any, out: Any,
) -> None:  # fmt: skip
    """Try one game from each world on, as `think` does; `out[w]` gets how it ended for every seat, from 0 to 1.

    The worlds may stand at any question: what decides is left to whoever has made them.
    """
    s, row, rng, room = states[0], rows[0], rngs[0], blank_room()
    for w in range(len(worlds)):
        states[0] = worlds[w]
        tried_out(s, row, tree, rng, kinds, guards, ears, shares, me, glances, few, manners, ahead, room)
        for seat in range(s.seats):
            out[w, seat] = 0.5 * (room.result[seat] + 1)


@compiled
def answers_in_each(worlds: Any, seat: int, shares: Any, out: Any) -> None:
    """How likely a seat is to give each answer in each world."""
    sheet = blank_sheet()
    for w in range(len(worlds)):
        answer_odds(worlds[w], seat, shares, sheet)
        for a in range(choices(worlds[w])):
            out[w, a] = sheet[1][a]


@compiled
def settled_by_each(worlds: Any, states: Any, rngs: Any, seat: int, tries: Any, wins: Any, losses: Any) -> None:
    """Of each of a seat's answers: in how many of the worlds the game is over before anybody else answers, and how."""
    s, result = states[0], np.zeros(MOST_SEATS, np.int64)
    for a in range(len(tries)):
        for w in range(len(worlds)):
            states[0] = worlds[w]
            if a >= choices(s) or not legal(s, seat, a):
                continue
            tries[a] += 1
            apply(s, seat, a)
            while waiting(s) == CHANCE_WAITS:
                random_step(s, CHANCE_WAITS, rngs[0])
            if waiting(s) == 0:
                returns(s, result)
                wins[a] += result[seat] > 0
                losses[a] += result[seat] < 0
