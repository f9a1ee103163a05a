"""Where tables are kept: every change is a row that is only ever added, saved before anybody is told."""

from .lines import Away, fault
from .store import Entry, Row, Store

__all__ = ["Away", "Entry", "Row", "Store", "fault"]
