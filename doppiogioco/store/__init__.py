"""Where tables are kept: every change is a row that is only ever added, saved before anybody is told."""

from .store import Entry, Row, Store

__all__ = ["Entry", "Row", "Store"]
