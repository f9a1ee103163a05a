"""How word of a turn gets to an address: as one POST."""

from __future__ import annotations

import json
from urllib.request import HTTPRedirectHandler, Request, build_opener

SECONDS = 5.0  # for whoever is there to answer
CHAT_ROOMS = "/api/webhooks/"  # addresses like Discord's take JSON; others, like ntfy, the plain words


class Stay(HTTPRedirectHandler):
    """Nobody is sent on: the next host might be one that the server must not speak to."""

    def redirect_request(self, *_: object) -> None:
        """No."""


def deliver(address: str, words: str) -> None:
    """Send some words to an address."""
    room = CHAT_ROOMS in address
    body = json.dumps({"content": words}) if room else words
    kind = "application/json" if room else "text/plain; charset=utf-8"
    request = Request(address, body.encode(), {"Content-Type": kind, "User-Agent": "Doppiogioco"})  # noqa: S310 (checked)
    with build_opener(Stay).open(request, timeout=SECONDS) as answer:
        answer.read(1)
