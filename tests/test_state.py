"""A state is declared once; views, JSON, turning, tensor and documentation follow from the declaration."""

from enum import IntEnum

import pytest

from doppiogioco.engine.state import (
    HIDDEN,
    NOBODY,
    PLACE,
    SEAT,
    SEATS,
    SPECTATOR,
    Kind,
    held,
    hidden,
    mine,
    public,
    shown,
    state,
)

Colour = IntEnum("Colour", "RED BLUE GREEN", start=0)
STATE = state(
    "sample",
    ask=public(3),
    seats=public(9),
    turn=public(SEAT),
    purse=mine(10, SEAT),
    secret=held(Colour, by="turn"),
    owner=held(SEAT, Colour),
    worth=held(9, Colour, by="owner"),
    token=shown(Colour, PLACE),
    pool=hidden(5, Colour),
    watchers=public(SEATS),
)


def sample():
    s = STATE.blank()
    s.seats, s.turn, s.secret, s.watchers = 4, 1, Colour.GREEN, 0b0011
    s.purse[0], s.purse[1] = 7, 8
    s.owner[0], s.owner[1], s.owner[2] = 0, 2, NOBODY
    s.worth[0], s.worth[1], s.worth[2] = 5, 6, 7
    s.token[0], s.token[8] = Colour.BLUE, Colour.GREEN
    s.token_seen[0], s.token_seen[8] = 1 << 1 | 1 << 2, 1 << SPECTATOR
    s.pool[1] = 3
    return s


def view(seat, over=False):
    return STATE.as_dict(STATE.masked(STATE.vector(sample()), seat, over))


def test_public_cells_are_seen_by_all():
    assert all(view(seat)["turn"] == 1 for seat in (0, 1, 2, 3, SPECTATOR))


def test_a_row_that_is_mine_is_seen_by_me_alone():
    assert view(0)["purse"][:2] == [7, HIDDEN]
    assert view(1)["purse"][:2] == [HIDDEN, 8]
    assert view(SPECTATOR)["purse"][:2] == [HIDDEN, HIDDEN]


def test_a_held_cell_is_seen_by_the_seat_another_cell_names():
    assert view(1)["secret"] == Colour.GREEN
    assert view(0)["secret"] == HIDDEN
    assert view(0)["owner"] == [0, HIDDEN, HIDDEN]
    assert view(2)["owner"] == [HIDDEN, 2, HIDDEN]
    assert view(2)["worth"] == [HIDDEN, 6, HIDDEN]


def test_a_shown_cell_is_seen_by_those_whose_bit_is_set_who_see_no_other_bit():
    assert view(1)["token"][0] == Colour.BLUE
    assert view(3)["token"][0] == HIDDEN
    assert view(1)["token_seen"][0] == 1 << 1
    assert view(3)["token_seen"][0] == 0
    assert view(SPECTATOR)["token"][8] == Colour.GREEN


def test_hidden_cells_are_seen_by_nobody_until_the_end():
    assert view(0)["pool"] == [HIDDEN] * 3
    assert view(0, over=True) == STATE.as_dict(STATE.vector(sample()))


def test_whatever_is_not_declared_open_is_hidden():
    sealed = STATE.with_kind("purse", Kind.HIDDEN)
    assert STATE.as_dict(sealed.masked(STATE.vector(sample()), 0, over=False))["purse"] == [HIDDEN] * 8


def test_json_and_vector_round_trips():
    vector = STATE.vector(sample())
    assert STATE.from_dict(STATE.as_dict(vector)) == vector
    assert STATE.vector(STATE.plain(vector)) == vector


def test_a_copy_shares_nothing():
    s = sample()
    twin = STATE.copy(s)
    twin.purse[0], twin.turn = 1, 3
    assert (s.purse[0], s.turn) == (7, 1)


def test_turning_moves_rows_values_and_bits_but_not_the_table():
    turned = STATE.as_dict(STATE.turned(STATE.vector(sample()), 1, 4))
    assert turned["turn"] == 2
    assert turned["purse"][:4] == [0, 7, 8, 0]
    assert turned["owner"] == [1, 3, NOBODY]
    assert turned["token"][1] == Colour.BLUE
    assert turned["token"][8] == Colour.GREEN
    assert turned["token_seen"][1] == 1 << 2 | 1 << 3
    assert turned["token_seen"][8] == 1 << SPECTATOR
    assert turned["watchers"] == 0b0110


def test_turning_all_the_way_round_changes_nothing():
    vector = turned = STATE.vector(sample())
    for _ in range(4):
        turned = STATE.turned(turned, 1, 4)
    assert turned == vector


def test_the_tensor_has_one_mark_per_plain_cell():
    masked = STATE.masked(STATE.vector(sample()), 0, over=False)
    tensor = STATE.tensor(masked)
    assert len(tensor) == sum(STATE.layout[-1])
    for (at, wide), cell in zip(STATE.layout, STATE.cells, strict=True):
        if cell.field.values is not SEATS:
            assert sum(tensor[at : at + wide]) == 1


def test_different_views_have_different_tensors():
    seats = [0, 1, 2, 3, SPECTATOR]
    tensors = {tuple(STATE.tensor(STATE.masked(STATE.vector(sample()), seat, over=False))) for seat in seats}
    assert len(tensors) == len(seats)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"nothing": 1}, "no field 'nothing'"),
        ({"turn": 8}, "turn takes -1 to 7"),
        ({"turn": "x"}, "turn takes"),
        ({"purse": [1, 2]}, "8 rows"),
        ({"purse": {9: 1}}, "rows 0 to 7"),
        ({"purse": {0: 10}}, "purse takes -1 to 9"),
    ],
)
def test_a_position_that_cannot_be_says_why(change, complaint):
    with pytest.raises(ValueError, match=complaint):
        STATE.changed(sample(), change)


def test_the_documentation_table_names_every_field_and_who_sees_it():
    table = {name: sees for name, _, _, sees in STATE.table()}
    assert table["purse"] == "the seat of its row"
    assert table["secret"] == "the seat in `turn`"
    assert table["owner"] == "the seat it names"
    assert table["pool"] == "nobody"
    assert set(table) == set(STATE.fields) - {"sample"}


def test_a_state_begins_with_its_question():
    with pytest.raises(TypeError, match="begins with the field ask"):
        state("wrong", seats=public(9))
