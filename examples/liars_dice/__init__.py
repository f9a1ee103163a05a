"""Liar's Dice: everybody rolls in secret, and somebody says too much."""

ID = "liars-dice"
ZERO_SUM = (2,)
LONGEST = 512
NOT_RULES = ("bot",)
