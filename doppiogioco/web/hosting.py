"""What the host of a table may wish for, and nobody else."""

from __future__ import annotations

from doppiogioco.engine.words import N_
from doppiogioco.tables.refusals import Forbidden, NotFound
from doppiogioco.tables.table import Event, Table

from .http import Form, number, numbers

WISHES = ("start", "bot", "remove", "readmit", "close", "agree", "mute", "host", "spectators")


def hosts_wish(table: Table, seat: int, wish: str, form: Form) -> Event:
    """What a wish of the host amounts to; somebody else is told whom to ask."""
    if seat != table.host:
        host = "–" if table.host is None else table.seats[table.host].name
        raise Forbidden(N_("only {host} can do this"), host=host)
    target = number(form["seat"]) if form.get("seat") else seat
    match wish:
        case "start":
            return table.check_start()
        case "bot":
            return table.check_bot(target, form.get("level", ""))
        case "remove":
            return table.check_remove(target)
        case "readmit":
            return table.check_readmit(number(form.get("removed", "")))
        case "mute":
            return table.check_mute(target, muted=form.get("muted", "on") == "on")
        case "host":
            return table.check_host(target)
        case "spectators":
            return table.check_spectators(allowed=form.get("allowed", "on") == "on")
        case "agree":
            return table.check_agree(form.get("name", ""), numbers(form.get("answers", "")))
        case "close":
            return table.check_close()
    raise NotFound(N_("there is nothing here"))
