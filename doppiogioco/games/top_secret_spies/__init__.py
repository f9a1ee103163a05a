"""Top Secret Spies (Heimlich & Co.): anyone may move any agent, and one of them is yours."""

ID = "top-secret-spies"
NOT_RULES = ("effects", "pictures", "places", "sheets", "telling")  # told and drawn, not ruled
LONGEST = 1536
ROW = "| `top-secret-spies` – Top Secret Spies (Heimlich & Co.) | 2–7 | Top Secret cards, secret dossier, both |"
IDENTITY = ("owner",)  # the fields that say who is who
