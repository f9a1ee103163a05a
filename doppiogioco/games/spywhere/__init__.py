"""Spywhere: who gathers the dishes of which homeland?"""

ID = "spywhere"
LONGEST = 384
ROW = "| `spywhere` – Spywhere | 2–6 | clear new triples, guesses may change at the end |"
IDENTITY = ("passport",)  # the fields that say who is who
NOT_RULES = ("effects", "table_text")  # told, not ruled
FEW = 9  # of so few answers bots look at all in games they try out: by three glances a last guess is half at random
