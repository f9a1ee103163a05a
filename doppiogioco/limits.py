"""How much a server lets one address or one seat ask for; `serve` names these without loading the server."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What is allowed; 0 is without a limit."""

    requests: int = 1_800  # a minute, from one address
    tables: int = 60  # opened in an hour, from one address
    joins: int = 120  # seats taken in an hour, from one address
    moves: int = 300  # answers and other wishes in a minute, from one seat
    lines: int = 30  # of the chat in a minute, from one seat
    live: int = 200  # open live connections, from one address
    body: int = 65_536  # bytes of a request
    head: int = 32_768  # bytes of its headers
    wait: int = 30  # seconds until a request is there, head and body
    half_open: int = 1_000  # connections whose request is still to come

    @classmethod
    def none(cls) -> Limits:
        """Without any limit."""
        return cls(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


LIMITS = Limits()  # where the host says nothing
