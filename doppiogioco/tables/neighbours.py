"""Several processes around the same tables: what each takes in of what the others say."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from doppiogioco.store.company import Heard

if TYPE_CHECKING:
    from .tables import Tables

logger = logging.getLogger("doppiogioco")


class Neighbours(Heard):
    """The other processes, as the tables of this one hear of them."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def happened(self, table_id: str, number: int) -> None:
        """Another process has saved an event: it is read from the log where the table is known here."""
        self._tables.behind(table_id, number)

    def present(self, process: str, table_id: str, seats: frozenset[int]) -> None:
        """People of these seats have the table open at another process."""
        if table_id in self._tables.in_memory:
            self._tables.watchers_of(table_id).elsewhere_now(process, seats)

    def asked(self, table_id: str) -> None:
        """Another process has begun to look at a table: it wants to know who is there."""
        if self._tables.watched(table_id):
            self.say_who(table_id)

    def say_who(self, table_id: str) -> None:
        """Tell the others whose pages of a table are open here."""
        seats = ",".join(map(str, self._tables.watchers_of(table_id).local()))
        self._tables.store.company.publish("here", f"{table_id}:{seats}")

    def ask_who(self, table_id: str) -> None:
        """Ask the others whose pages of a table are open there."""
        self._tables.store.company.publish("who", table_id)

    def left(self, processes: Collection[str]) -> None:
        """Some processes are gone: so is everybody who was there, and somebody has to mind their tables."""
        logger.warning("%d of the other processes are gone", len(processes))
        for table_id in list(self._tables.in_memory):
            watchers = self._tables.watchers_of(table_id)
            for process in processes:
                watchers.elsewhere_now(process, frozenset())
        self._tables.mind_again(all_of_them=False)

    def lapsed(self) -> None:
        """The others have not heard of this process for a while, and may mind its tables by now."""
        self._tables.mind_again(all_of_them=True)

    async def resumed(self) -> None:
        """Whatever was said for a while has not been heard: it is in the log, and who is there can be asked."""
        tables = self._tables
        for table_id, number in (await tables.store.numbers(list(tables.in_memory))).items():
            tables.behind(table_id, number)
        for table_id in list(tables.in_memory):
            self.ask_who(table_id)
            if tables.watched(table_id):
                self.say_who(table_id)
