"""The pictures and colours of Top Secret Spies, by their names."""

from __future__ import annotations

from .cards import DOSSIER_AT, NUDGE_LIMIT

COLOUR_CLASSES = ("grey", "yellow", "orange", "red", "green", "blue", "violet")


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


BUILDING_ICONS = (
    icon("church"), icon("house"), icon("store"), icon("mug-hot"), icon("school"), icon("train"), icon("hospital"),
    icon("landmark"), icon("hotel"), icon("industry"), icon("landmark-dome"), icon("house-chimney-crack"),
)  # fmt: skip
CARD_ICONS = (
    icon("rotate-left"), icon("house-chimney-crack"), icon("file-export"), icon("left-right"), icon("church"),
    icon("key"), icon("backward"), icon("right-left"), icon("forward"), icon("shoe-prints"), icon("masks-theater"),
    icon("bell"), icon("life-ring"), icon("truck"), icon("taxi"),
)  # fmt: skip
SPACE_ICONS = {0: icon("flag"), DOSSIER_AT: icon("folder-open"), NUDGE_LIMIT: icon("lock")}
