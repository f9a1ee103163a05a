"""A table as folded events: who may do what when, and that folding the stored events gives the same table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from doppiogioco.engine.errors import DoppiogiocoError, IllegalAnswer, NotWaiting, StaleAnswer, UnknownGame
from doppiogioco.store import Row
from doppiogioco.tables.names import BOT_NAMES
from doppiogioco.tables.people import Removed
from doppiogioco.tables.refusals import NotFound, Refused
from doppiogioco.tables.table import Event, Table, opening


class Played:
    """A table with its rows, and a clock that goes on by one second at every event."""

    def __init__(self, game: str = "secrets", seats: int = 4, **more: Any) -> None:
        self.table, self.rows = Table("t"), list[Row]()
        self.take(opening(game, seats, more.pop("options", {}), seed="fixed", **more))

    def take(self, event: Event) -> None:
        row = Row(len(self.rows), event[0], json.dumps(event[1]), float(len(self.rows)))
        self.rows.append(row)
        self.table.fold(event, row.at)

    def people(self, *names: str) -> Played:
        for seat, name in enumerate(names):
            self.take(self.table.check_sit(seat, name))
        return self

    def started(self) -> Played:
        self.take(self.table.check_start())
        return self

    def move(self) -> int:
        match = self.table.playing()
        seat = match.waiting[0]
        self.take(self.table.check_move(seat, [match.legal(seat)[0]], len(match.history), "en"))
        return seat


def test_a_table_from_opening_to_end() -> None:
    played = Played().people("Anna", "Bruno")
    table = played.table
    assert (table.stage, table.full, table.people()) == ("open", False, [0, 1])
    played.started()
    assert (table.stage, [seat.bot for seat in table.seats]) == ("playing", [False, False, True, True])
    while table.stage == "playing":
        played.move()
    assert table.stage == "over"
    assert table.entry[:3] == ("t", "secrets", "over")


def test_the_stored_events_give_the_same_table() -> None:
    played = Played("top-secret-spies", 3, options={"top-secret": True}).people("Anna", "Bruno").started()
    for _ in range(30):
        played.move()
    played.take(played.table.check_say(1, "Bruno", "hm"))
    played.take(played.table.check_stand_in(0, "time"))
    again = Table("t")
    for row in played.rows:
        again.read(row)
    match, other = played.table.playing(), again.playing()
    assert match.record(with_seed=True) == other.record(with_seed=True)
    assert match.options == {"top-secret": True, "dossier": False}
    assert (again.seats, again.chat, again.asked_at, again.number) == (
        played.table.seats, played.table.chat, played.table.asked_at, played.table.number,
    )  # fmt: skip


def test_seats_are_taken_once_and_names_are_proper() -> None:
    table = Played().people("Anna").table
    with pytest.raises(Refused, match="taken this seat"):
        table.check_sit(0, "Bruno")
    with pytest.raises(Refused, match="how you want to be called"):
        table.check_sit(1, "   ")
    with pytest.raises(NotFound):
        table.check_sit(4, "Bruno")
    assert table.check_sit(1, "x" * 99)[1]["name"] == "x" * 24


def test_a_second_anna_is_numbered() -> None:
    played = Played(seats=8).people("Anna", " anna ", "ＡＮＮＡ", "Anna 2", "x" * 30, "x" * 24)
    assert [seat.name for seat in played.table.seats[:6]] == [
        "Anna", "anna 2", "ＡＮＮＡ 3", "Anna 2 2", "x" * 24, "x" * 22 + " 2",
    ]  # fmt: skip
    played.take(played.table.check_bot(6))
    assert played.table.check_sit(7, BOT_NAMES[0])[1]["name"] == f"{BOT_NAMES[0]} 2", "nor a bot's name"


def test_who_moves_to_a_free_seat_keeps_the_seats_secret_and_the_hosts_role() -> None:
    played = Played().people("Anna", "Bruno")
    table, nonce = played.table, played.table.seats[0].nonce
    with pytest.raises(Refused, match="taken this seat"):
        table.check_change(0, 1)
    with pytest.raises(NotFound):
        table.check_change(0, 4)
    played.take(table.check_change(0, 3))
    assert [seat.name for seat in table.seats] == ["", "Bruno", "", "Anna"]
    assert (table.host, table.seat_of(nonce), table.seat_of("")) == (3, 3, None)
    played.started()
    with pytest.raises(Refused, match="already begun"):
        table.check_change(3, 0)


def test_the_host_frees_a_seat() -> None:
    played = Played().people("Anna", "Bruno")
    table, nonce = played.table, played.table.seats[1].nonce
    with pytest.raises(Refused, match="nobody sits there"):
        table.check_remove(2)
    played.take(table.check_bot(2))
    for seat in (1, 2):
        played.take(table.check_remove(seat))
    assert (table.people(), table.bots(), table.removed) == ([0], [], {3 + 1: Removed("Bruno", nonce, nonce, None)})
    again = Table("t")
    for row in played.rows:
        again.read(row)
    assert (again.seats, again.removed, again.host) == (table.seats, table.removed, 0)
    played.started()
    with pytest.raises(Refused, match="already begun"):
        table.check_remove(1)  # a bot


def test_a_bot_never_has_the_name_of_a_person() -> None:
    played = Played(seats=8).people(BOT_NAMES[0], BOT_NAMES[2].lower()).started()
    names = [seat.name.casefold() for seat in played.table.seats]
    assert len(set(names)) == 8


def test_nobody_sits_down_or_stands_up_once_it_has_begun() -> None:
    table = Played().people("Anna").started().table
    for wish in (lambda: table.check_sit(1, "Bruno"), lambda: table.check_stand(0), table.check_start):
        with pytest.raises(Refused, match="already begun"):
            wish()


def test_moves_are_checked_as_in_a_match() -> None:
    played = Played().people("Anna").started()
    table, match = played.table, played.table.playing()
    seat = match.waiting[0]
    before = len(match.history)
    with pytest.raises(NotWaiting):
        table.check_move((seat + 1) % 4, [0], None, "en")
    illegal = next(a for a in range(8) if a not in match.legal(seat))
    with pytest.raises(IllegalAnswer):
        table.check_move(seat, [illegal], None, "en")
    assert len(match.history) == before
    played.move()
    with pytest.raises(StaleAnswer):
        table.check_move(seat, [0], 0, "en")


def test_before_the_game_nobody_can_answer() -> None:
    with pytest.raises(Refused, match="not begun"):
        Played().table.check_move(0, [0], None, "en")


def test_a_bot_stands_in_and_the_person_comes_back() -> None:
    played = Played().people("Anna", "Bruno").started()
    table = played.table
    played.take(table.check_stand_in(0, "host"))
    assert table.seats[0].played_by_bot
    with pytest.raises(Refused):
        table.check_stand_in(0, "host")
    with pytest.raises(Refused, match="already yours"):
        table.check_back(1, 0.0)
    played.take(table.check_back(0, 0.0))
    assert not table.seats[0].played_by_bot


def test_the_others_vote_for_a_bot() -> None:
    played = Played().people("Anna", "Bruno", "Carla", "Dario").started()
    table = played.table
    away = table.playing().waiting[0]
    others = [seat for seat in range(4) if seat != away]
    for count, seat in enumerate(others, start=1):
        played.take(table.check_vote(away, seat))
        assert table.outvoted(away) == (count >= 2)
    with pytest.raises(Refused):
        table.check_vote(away, away)
    with pytest.raises(Refused):
        table.check_vote(others[0], away)  # nobody waits for them


def test_who_needs_longer_takes_it_out_of_a_reserve_that_comes_to_an_end() -> None:
    played = Played(pace=30, reserve=120).people("Anna", "Bruno", "Carla", "Dario").started()
    table = played.table
    seat = table.playing().waiting[0]
    asked = played.rows[-1].at
    assert table.deadline(seat) == asked + 30 + 120
    table.fold(table.check_move(seat, [table.playing().legal(seat)[0]], None, "en"), asked + 50)
    assert table.overtime == {seat: 20.0}
    if seat in table.playing().waiting:
        assert table.deadline(seat) == asked + 50 + 30 + 100
    other = table.playing().waiting[0]
    table.fold(("stand-in", {"seat": other, "why": "time"}), asked + 1_000)
    assert table.overtime[other] == 120.0
    with pytest.raises(Refused):
        opening("secrets", 4, {}, pace=30, reserve=7)


def test_the_clock_runs_for_those_who_are_waited_for_and_chat_does_not_stop_it() -> None:
    played = Played(pace=30).people("Anna", "Bruno", "Carla", "Dario").started()
    table = played.table
    seat = table.playing().waiting[0]
    due = table.deadline(seat)
    assert due == played.rows[-1].at + 30
    played.take(table.check_say(seat, "x", "wait"))
    assert table.deadline(seat) == due
    assert table.deadline((seat + 1) % 4) is None
    played.move()
    waited = table.playing().waiting[0]
    assert table.deadline(waited) == played.rows[-1].at + 30
    assert Played().people("A", "B", "C", "D").started().table.deadline(0) is None


def test_what_is_said_is_trimmed_and_not_empty() -> None:
    table = Played().people("Anna").table
    assert table.check_say(0, "Anna", "  ciao \n a tutti ")[1]["text"] == "ciao a tutti"
    for wrong in ("  ", "x" * 301):
        with pytest.raises(DoppiogiocoError):
            table.check_say(0, "Anna", wrong)


def test_a_closed_table_stays_closed() -> None:
    played = Played().people("Anna").started()
    played.take(played.table.check_close())
    assert played.table.stage == "closed"
    for wish in (played.table.check_close, lambda: played.table.check_move(0, [0], None, "en")):
        with pytest.raises(Refused, match="closed"):
            wish()


def test_a_rematch_is_offered_once_and_only_at_the_end() -> None:
    played = Played().people("Anna").started()
    with pytest.raises(Refused, match="not over"):
        played.table.check_rematch("u")
    while played.table.stage == "playing":
        played.move()
    played.take(played.table.check_rematch("u"))
    assert played.table.rematch == "u"
    with pytest.raises(Refused, match="already"):
        played.table.check_rematch("v")


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("chess", 2, {}), UnknownGame),
        (("secrets", 9, {}), UnknownGame),
        (("secrets", 4, {"dossier": True}), UnknownGame),
    ],
)
def test_a_table_of_an_unknown_kind_is_not_opened(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        opening(*arguments)
    with pytest.raises(Refused, match="pace"):
        opening("secrets", 4, {}, pace=7)


def test_an_unknown_event_is_an_error() -> None:
    with pytest.raises(ValueError, match="nobody knows"):
        Played().table.fold(("danced", {}), 1.0)
