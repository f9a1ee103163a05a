"""The words of Spies & Lies, all made from views: what it is called and claimed; the rest is told in parts."""

from __future__ import annotations

from doppiogioco.engine.words import N_

from .asking import answer, question, why
from .hints import effect, goal, spent
from .log import line
from .names import suspected
from .table import describe, reckoning, verdict

__all__ = [
    "ABOUT", "CLAIMS", "MINUTES", "OPTIONS", "TITLE", "answer", "describe", "effect", "goal", "line", "question",
    "reckoning", "spent", "suspected", "verdict", "why",
]  # fmt: skip

TITLE = N_("Spies & Lies: A Stratego Story")
ABOUT = N_("Send four soldiers on missions in secret, guess the enemy's, and lead the Double Agent to the enemy flag.")
MINUTES = 30
OPTIONS = {
    "by-hand": N_(
        "By hand: nobody stops you from laying cards or intel tokens wrongly, and every mistake is punished."
    ),
}
CLAIMS = (
    N_("My intel tokens tell the truth."),
    N_("That one is the Sergeant."),
    N_("Your Deception token is a bluff."),
    N_("I know exactly whom you sent."),
    N_("Careful, there may be a Bomb."),
    N_("Bring out your Marshal, my Spy is waiting."),
    N_("The Double Agent is on our side."),
)
