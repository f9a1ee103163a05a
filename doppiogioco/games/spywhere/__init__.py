"""Spywhere: who gathers the dishes of which homeland?"""

ID = "spywhere"
NOT_RULES = ("talk",)  # said, not ruled
LONGEST = 384
ROW = "| `spywhere` – Spywhere | 2–6 | clear new triples, guesses may change at the end |"
IDENTITY = ("passport",)  # the fields that say who is who
