"""A program that sits down at a table and plays: HTTP and server-sent events, nothing but the standard library.

python examples/bot.py http://localhost:8000 secrets        # opens a table against the server's own bots
python examples/bot.py http://localhost:8000/t/abcd2345     # takes a free seat at a table that waits for players
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

HEADERS = {"Accept": "application/json", "Content-Type": "application/json"}


def ask(address: str, fields: dict[str, Any] | None = None, token: str = "") -> dict[str, Any]:
    """One request: a look without fields, a wish with them."""
    headers = HEADERS | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if fields is None else json.dumps(fields).encode()
    with urlopen(Request(address, body, headers)) as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def main(address: str, game: str = "") -> dict[str, Any]:
    """Play one game to its end; the table as it was then."""
    house = address.partition("/t/")[0].rstrip("/")
    name = {"name": f"Robot {random.randrange(1000)}"}
    seated = ask(f"{house}/new/{game}", name | {"bots": "1"}) if game else ask(f"{address}/sit", name)
    table, token = f"{house}/t/{seated['table']}", seated["token"]
    listening = Request(f"{table}/events", headers={"Authorization": f"Bearer {token}"})
    answered = -1
    with urlopen(listening) as events:
        for line in events:
            if not line.startswith(b"data:"):
                continue
            state = json.loads(line[5:])  # exactly what this seat may see
            if state["stage"] == "over":
                print(state["question"])
                return dict(state)
            if state.get("legal") and state["after"] != answered:  # an event may also say that somebody came or went
                answered = state["after"]
                answer = random.choice(state["legal"])
                print(state["question"], "->", answer["text"])
                ask(f"{table}/move", {"answer": answer["answer"], "after": state["after"]}, token)
    raise SystemExit("the table was closed")


if __name__ == "__main__":
    main(*sys.argv[1:])
