"""Tables of Spywhere that tests begin from: whose turn it is, what lies where."""

import pytest

import doppiogioco
from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.record import NOBODY
from doppiogioco.games.spywhere.cards import COPIES, NO_GUESS, Nation
from doppiogioco.games.spywhere.state import Ask, Choice

GAME = "spywhere"
ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM, SPAIN = Nation
NAMES = ("Anna", "Bob", "Chris", "David", "Eve", "Fay")
ANNA, BOB, CHRIS, DAVID = range(4)
MIXED = (ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM)
YES, NO = Choice.YES, Choice.NO


def counts(cards):
    return [list(cards).count(nation) for nation in Nation]


def begin(seats, *chance, **options):
    """A match whose first answers of the table are known."""
    game = find(GAME)
    bits = game.option_bits({name.replace("_", "-"): chosen for name, chosen in options.items()})
    return Match(game, game.start(seats, bits), Dealer(1), names=NAMES[:seats]).position(chance=chance)


def table(*, seats=3, row=MIXED, hands=None, deck=None, options=None, **fields):
    """Anna has drawn and is about to exchange a card. Anna is Italian, Bob French and so on; Spain is in the box."""
    hand = [counts((hands or {}).get(seat, MIXED[:4])) if seat < seats else counts(()) for seat in range(8)]
    in_play = [COPIES if seats > 4 or nation != SPAIN else 0 for nation in Nation]
    rest = [copies - sum(held) - lying for copies, lying, *held in zip(in_play, counts(row), *hand, strict=True)]
    deck = rest if deck is None else counts(deck)
    start = {
        "ask": Ask.GIVE,
        "turn": ANNA,
        "turns": 1,
        "removed": NOBODY if seats > 4 else SPAIN,
        "passport": [counts([Nation(seat)]) if seat < seats else counts(()) for seat in range(8)],
        "row": counts(row),
        "hand": hand,
        "cards": [sum(held) for held in hand],
        "known": [[0] * 6] * 8,
        "deck": deck,
        "pile": sum(deck),
    }
    match = doppiogioco.new(GAME, seats, options or {}, seed=1, names=NAMES[:seats])
    return match.position(**start | fields)


def clause_of(match, seat, *answers, language="en"):
    with pytest.raises(IllegalAnswer) as error:
        match.play(seat, *answers, language=language)
    return error.value.clause


def next_turn(match, *chance, seat=ANNA):
    """The seat guesses nobody, and the next one draws what is known."""
    match = match.position(chance=chance)
    match.play(seat, NO_GUESS)
    return match
