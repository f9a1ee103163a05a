"""Agent Avenue: two spies in one street, each after the other."""

ID = "agent-avenue"
NOT_RULES = ("log", "street", "prompts", "offer")  # drawn, told and solved, not ruled
ZERO_SUM = (2, 4)
LONGEST = 256
USUAL_SEATS = 2  # one against one; with more, teams
PARTNERS = (4,)  # with so many seats, partners sit at every other one
ROW = "| `agent-avenue` – Agent Avenue (La Via delle Spie) | 2–4, teams from 3 | advanced: the Black Market |"
BELIEVED = ("covered",)  # what bots give reasons for
