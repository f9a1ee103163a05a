"""Tables to begin from, for the tests of Top Secret Spies with its cards."""

import doppiogioco
from doppiogioco.games.top_secret_spies.cards import KINDS, PASS, Agent
from doppiogioco.games.top_secret_spies.state import Ask

GAME = "top-secret-spies"
SCHULZ, PERRY, BUCCI, JAQUES, MIRKOV, DOYLE, LARSSON = Agent
NAMES = ("Anna", "Bob", "Chris", "David", "Eve", "Fay", "Gus")
ANNA, BOB, CHRIS, DAVID = range(4)
COPIES = [2, 2, 2, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2, 2, 2]


def row(cards):
    return [list(cards).count(kind) for kind in range(KINDS)]


def table(hands, *, seats=4, pile=None, spent=(), dossiers=False, **fields):
    """Anna's turn: the card phase has just begun, or with ask=Ask.ROLL she is about to roll `chance[0]`."""
    hand = [row(hands.get(seat, ())) for seat in range(8)]
    rest = [copies - sum(held) - gone for copies, *held, gone in zip(COPIES, *hand, row(spent), strict=True)]
    deck = rest if pile is None else row(pile)
    cards = {"hand": hand, "cards": [sum(held) for held in hand], "deck": deck, "pile": sum(deck), "spent": row(spent)}
    match = doppiogioco.new(GAME, seats, {"top-secret": True, "dossier": dossiers}, seed=1, names=NAMES[:seats])
    return match.position(**{"ask": Ask.PLAY, "turn": ANNA, "asked": ANNA} | cards | fields)


def all_pass(match):
    """Everybody passes until the phase is over; will there be a scoring?"""
    while match.view().ask == Ask.PLAY:
        match.play(match.waiting[0], PASS)
    return match.view().ask == Ask.STASH or match.over
