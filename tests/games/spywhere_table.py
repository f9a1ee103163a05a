"""Tables of Spywhere that tests begin from: whose turn it is, what lies where."""

import pytest

import doppiogioco
from doppiogioco.engine.dealer import Dealer
from doppiogioco.engine.errors import IllegalAnswer
from doppiogioco.engine.game import find
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import NOBODY
from doppiogioco.games.spywhere.cards import COPIES, NO_GUESS, Nation
from doppiogioco.games.spywhere.state import Ask, Choice

GAME = "spywhere"
ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM, SPAIN = Nation
NAMES = ("Anna", "Bob", "Chris", "David", "Eve", "Fay")
ANNA, BOB, CHRIS, DAVID = range(4)
MIXED = (ITALY, FRANCE, GERMANY, ENGLAND, BELGIUM)
YES, NO = Choice.YES, Choice.NO
FIXED = {"change-guesses": False}


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


def slots(*guesses):
    """A seat's guesses about its opponents clockwise; None where there is none."""
    return [NOBODY if nation is None else nation for nation in (*guesses, *[None] * (5 - len(guesses)))]


def identifying(guesses=None, *, seats=3, **more):
    """Anna may identify somebody now; what everybody has guessed so far."""
    papers = [[ITALY, FRANCE], [GERMANY, ENGLAND]] if seats == 2 else [[Nation(seat)] for seat in range(seats)]
    made = [slots(*(guesses or {}).get(seat, ())) for seat in range(8)]
    start = {
        "ask": Ask.GUESS,
        "turns": 11,
        "passport": [counts(papers[seat] if seat < seats else ()) for seat in range(8)],
        "guess": made,
        "laid": [[int(nation != NOBODY) for nation in row] for row in made],
    }
    return table(seats=seats, **start | more)


def closed(guesses=None, **fields):
    """Anna, who has identified Chris as German already, identifies Bob as French and closes the game of three."""
    match = identifying({ANNA: (None, GERMANY)} | (guesses or {}), **fields)
    match.play(ANNA, BOB, FRANCE)
    assert match.view().ask == Ask.FINAL
    return match


def ran_out(guesses=None, **fields):
    """The deck is empty, and Anna, the last to play, identifies nobody."""
    match = identifying(guesses, deck=[], **fields)
    match.play(ANNA, NO_GUESS)
    assert match.view().ask == Ask.FINAL
    return match


def settle(match, answers):
    for seat, given in answers.items():
        match.play(seat, *given)
