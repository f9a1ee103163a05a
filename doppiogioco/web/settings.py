"""What a host can choose for a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from doppiogioco.limits import Limits
from doppiogioco.tables.keeping import Keep


@dataclass(frozen=True)
class Settings:
    """One server, as `doppiogioco serve` was asked for it."""

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = "doppiogioco.db"
    processes: int = 1
    number: int = 0  # of this process among several,
    numbers_in: str = ""  # and the folder in which they tell each other theirs
    open_browser: bool = False
    bot_pause: float = 0.9  # seconds
    keep: Keep = field(default_factory=Keep)
    limits: Limits = field(default_factory=Limits)
    log: str = "text"  # or json
    log_requests: bool = False
    metrics_token: str = ""  # without one, numbers are for the machine itself
    word_to: tuple[str, ...] = ()  # hosts to which word of a turn may be sent
    root_path: str = ""  # what stands before all addresses, where a proxy gives only a part of its own
    trusted_proxies: str = ""  # addresses whose word is taken for where a request comes from
