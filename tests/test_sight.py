"""Who sees which cell is written twice, for speed: `sees` in compiled loops, `masked` for views. They agree."""

import random

import pytest

import doppiogioco
from doppiogioco.engine import laws
from doppiogioco.engine.compiled import cells, compiled, np
from doppiogioco.engine.game import find, label
from doppiogioco.engine.sight import Sight, sees, sight_of
from doppiogioco.engine.state import (
    HIDDEN,
    NOBODY,
    SEAT,
    SEATS,
    SPECTATOR,
    Kind,
    held,
    hidden,
    mine,
    public,
    shown,
    size,
    state,
)

VIEWERS = [*range(8), SPECTATOR]
EVERY_KIND = state(
    "every-kind",
    ask=public(3),
    seats=public(9),
    turn=public(SEAT),
    own=mine(5, SEAT, 2),
    token=shown(4, SEAT),
    deck=hidden(7, 3),
    badge=held(SEAT, 4),
    hand=held(6, 2, by="turn"),
    notes=public(SEATS),
)


@compiled
def look(rows, kinds, guards, seat, out):
    for i in range(len(rows)):
        for cell in range(rows.shape[1]):
            out[i, cell] = sees(rows[i], cell, kinds, guards, seat)


def seen(rows, sight, seat):
    """Rows as compiled code sees them."""
    out = np.zeros_like(rows)
    look(rows, sight.kinds, sight.guards, seat, out)
    return out.tolist()


def any_rows(state, count, seed):
    """Cells with any value of their range: far more than a game ever reaches, above all in who is named or shown."""
    chance = random.Random(seed)
    values = [chance.randrange(NOBODY, size(cell.field.values)) for _ in range(count) for cell in state.cells]
    return np.array(values, np.int16).reshape(count, state.width)


def agree(state, rows, kinds=None):
    """Both see every cell of every row in the same way, whoever looks."""
    sight = Sight(kinds or state, 3)
    for seat in VIEWERS:
        plain = [state.masked(row, seat, over=False) for row in rows.tolist()]
        if seen(rows, sight, seat) != plain:
            return False
        assert [state.masked(row, seat, over=True) for row in rows.tolist()] == rows.tolist()
    return True


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_both_see_the_same_in_a_game(setup):
    trial = laws.random_trial(setup, 1)
    states = np.ascontiguousarray(trial.states[:: max(1, len(trial.states) // 12)])
    assert agree(trial.game.state, cells(states))
    assert agree(trial.game.state, any_rows(trial.game.state, 10, label(setup)))


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=label)
def test_a_view_is_veiled_until_the_end(setup):
    """What a match shows is what both say, and at the end everything."""
    trial = laws.random_trial(setup, 2)
    game, sight = trial.game, sight_of(trial.game.id)
    for moment in (len(trial.who) // 2, len(trial.who)):
        row = cells(trial.states[moment : moment + 1])
        over = moment == len(trial.who)
        for seat in [*range(trial.seats), SPECTATOR]:
            view = game.view(game.state.plain(row[0]), seat)
            assert view.vector == (row.tolist() if over else seen(row, sight, seat))[0]


def test_every_way_to_veil_a_cell():
    assert {field.kind for field in EVERY_KIND.fields.values()} == set(Kind)
    assert {"badge", "hand"} == {name for name, field in EVERY_KIND.fields.items() if field.kind is Kind.HELD}
    rows = any_rows(EVERY_KIND, 200, "every kind")
    assert agree(EVERY_KIND, rows)
    for seat in VIEWERS:  # each of the veils hides something and shows something, or this would show nothing
        views = np.array(seen(rows, Sight(EVERY_KIND, 3), seat), np.int16)
        for name, field in EVERY_KIND.fields.items():
            veiled = views[:, EVERY_KIND.spans[name]] == HIDDEN
            never_seen = {Kind.HIDDEN, Kind.MINE, Kind.HELD} if seat == SPECTATOR else {Kind.HIDDEN}
            assert veiled.all() == (field.kind in never_seen)
            assert veiled.any() == (field.kind not in (Kind.PUBLIC, Kind.SIGHT))


@pytest.mark.parametrize("name", [name for name, field in EVERY_KIND.fields.items() if field.kind is not Kind.PUBLIC])
@pytest.mark.parametrize("kind", list(Kind), ids=lambda kind: kind.name)
def test_a_cell_that_is_seen_in_another_way_is_noticed(name, kind):
    if kind is not EVERY_KIND.fields[name].kind:
        assert not agree(EVERY_KIND, any_rows(EVERY_KIND, 50, name), EVERY_KIND.with_kind(name, kind))


@pytest.mark.parametrize("game", doppiogioco.games())
def test_a_veiled_field_of_a_game_that_one_of_them_opens_is_noticed(game):
    state = find(game).state
    for name, field in state.fields.items():
        if field.kind not in (Kind.PUBLIC, Kind.SIGHT):
            assert not agree(state, any_rows(state, 20, name), state.with_kind(name, Kind.PUBLIC))
