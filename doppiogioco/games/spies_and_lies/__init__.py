"""Spies & Lies, a Stratego story: soldiers on secret missions, and a Double Agent between two flags."""

ID = "spies-and-lies"
NOT_RULES = (
    "table", "asking", "log", "hints", "deduction", "own", "pieces",  # told and drawn, not ruled,
    "worth", "day", "reading",  # and solved
)  # fmt: skip
ZERO_SUM = (2, 4)
LONGEST = 192
USUAL_SEATS = 2  # one against one; with more, teams
PARTNERS = (4,)  # with so many seats, partners sit at every other one
ROW = (
    "| `spies-and-lies` – Spies & Lies: A Stratego Story | 2–4, teams from 3 "
    "| by hand: misplaced cards and tokens are allowed, and punished |"
)
BELIEVED = ("row",)  # what bots give reasons for
