"""Secrets: CIA, KGB or hippie, and whose token is whose?

A module called secrets would shadow the standard library's.
"""

ID = "secrets"
LONGEST = 256
USUAL_SEATS = 5
ROW = "| `secrets` – Secrets | 4–8 | |"
IDENTITY = ("token",)  # the fields that say who is who
RECALLED = True  # what players mean to do (`intent`) goes by what they remember and do not see any more
NOT_RULES = ("effects", "log", "plates")  # told and drawn, not ruled
