"""Secrets as a picture: it can always be drawn, shows every place to click, and keeps every secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from drawn import board_of, mine_of, moments, picks_of

import doppiogioco
from doppiogioco.engine.game import Setup, View, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.state import HIDDEN, NOBODY, SPECTATOR
from doppiogioco.engine.words import LANGUAGES
from doppiogioco.games.secrets_game import drawing, plates
from doppiogioco.games.secrets_game.cards import BULLET_WORTH, SILENCE, Card, Side
from doppiogioco.games.secrets_game.names import EFFECTS, signed
from doppiogioco.games.secrets_game.rules import CENTRE, Ask, Choice
from doppiogioco.games.secrets_game.words import CLAIMS, reckoning
from doppiogioco.web.render import icon_names

SETUPS = [setup for setup in doppiogioco.setups() if setup[0] == "secrets"]
NAMES = ("Anna", "Bruno", "Carla", "Dario", "Elsa", "Fabio", "Gaia", "Hugo")
CLICKABLE = {
    Ask.OFFER, Ask.TARGET, Ask.CLAIM, Ask.UN, Ask.REPLY, Ask.HAND_ON, Ask.SWAP, Ask.SWAP_WITH, Ask.EXAMINE, Ask.SWITCH,
    Ask.AIM,
}  # fmt: skip
every_setup = pytest.mark.parametrize("setup", SETUPS, ids=label)


def games(setup: Setup, count: int = 2) -> Iterator[Match]:
    """Random games at each of their moments, the end included."""
    for seed in range(count):
        yield from moments(doppiogioco.new(*setup, seed=seed, names=NAMES[: setup[1]]), seed)


def opened(match: Match) -> View:
    return match.position(ask=Ask.OVER).view()


@every_setup
def test_every_moment_can_be_drawn_for_everybody_in_both_languages(setup: Setup) -> None:
    for match in games(setup):
        for language in LANGUAGES:
            board = board_of(match, language=language)
            assert all(name in board for name in NAMES[: match.seats])
            for seat in range(match.seats):
                assert "<details" in mine_of(match, seat, language=language)
            assert "style=" not in board
            keys = re.findall(r'data-key="([^"]+)"', board)
            assert len(set(keys)) == len(keys), keys


@pytest.mark.parametrize("seats", [4, 8])
def test_a_table_that_is_still_being_dealt_can_be_drawn(seats: int) -> None:
    match = doppiogioco.new("secrets", seats, seed=1, names=NAMES[:seats])
    for number in range(len(match.history)):
        early = doppiogioco.replay(match.record(), number)
        assert "round" in board_of(early)
        assert mine_of(early, 0)


@every_setup
def test_whatever_can_be_clicked_is_on_the_board_once(setup: Setup) -> None:
    asked = set()
    for match in games(setup, 3):
        for seat in match.waiting:
            view, picks = match.view(seat), picks_of(match, seat)
            asked.add(Ask(view.ask))
            words = {SILENCE} if view.ask == Ask.CLAIM else {Choice.NO} if view.ask in (Ask.UN, Ask.REPLY) else set()
            assert {pick.value for pick in picks.values()} == {int(a) for a in match.legal(seat)} - words
            board = board_of(match, picks=picks)
            shown = re.findall(r'data-answer="(\d+)" role="button" tabindex="0" aria-label="([^"]+)"', board)
            assert sorted(shown) == sorted((str(pick.value), pick.text) for pick in picks.values())
            assert board.count('class="hand"') == len(picks)
            assert "data-answer" not in board_of(match)
    assert asked <= CLICKABLE and {Ask.OFFER, Ask.TARGET, Ask.CLAIM, Ask.REPLY} <= asked


def test_the_neighbours_of_the_diplomat_are_places() -> None:
    match = doppiogioco.new("secrets", 5, seed=1).position(ask=Ask.SWITCH, actor=0, pair=(NOBODY, NOBODY))
    assert {place: pick.value for place, pick in picks_of(match, 0).items()} == {"seat-1": 0, "seat-4": 1}


# Secrets ------------------------------------------------------------------------------------------------------------


@every_setup
def test_the_board_does_not_depend_on_who_looks(setup: Setup) -> None:
    for match in games(setup, 1):
        view, say = match.view(None), match.voice("en")
        for seat in range(match.seats):
            assert drawing.board(View(match.game, view.vector, seat), say) == drawing.board(view, say)


@every_setup
def test_the_board_is_the_same_whatever_is_hidden(setup: Setup) -> None:
    for match in games(setup, 1):
        if match.over:
            continue
        view, plain = match.view(None), board_of(match)
        places = [at for at in (*range(match.seats), CENTRE) if view.token[at] == HIDDEN]
        for side in Side:
            assert board_of(match.position(token=dict.fromkeys(places, side))) == plain
        if view.offer == HIDDEN and view.pair[1] != NOBODY and view.ask != Ask.OFFER:
            boards = {board_of(match.position(offer=card)) for card in view.pair}
            assert boards == {plain}


@every_setup
def test_while_the_game_is_on_only_a_centre_that_all_see_lies_open(setup: Setup) -> None:
    for match in games(setup, 1):
        if match.over:
            continue
        scene, sides = drawing.board(match.view(None), match.voice("en")), opened(match).token
        assert not any(plate.token.colour for plate in scene.plates)
        assert not any(strip.worth != "?" for plate in scene.plates for strip in plate.strips if strip.kind == "bullet")
        everybody = all(match.view(seat).token[CENTRE] == sides[CENTRE] for seat in range(match.seats))
        assert bool(scene.middle.centre.colour) == (everybody and match.view(None).token[CENTRE] != HIDDEN)


@every_setup
def test_ones_own_panel_shows_what_the_view_shows_and_no_more(setup: Setup) -> None:
    for match in games(setup, 1):
        for seat in range(match.seats):
            view, mine = match.view(seat), drawing.mine(match.view(seat), match.voice("en"))
            if match.over:
                assert [sight.disc.place for sight in mine.known.sights] == [f"token-{seat}"]
                continue
            seen = {f"token-{at}" for at, side in enumerate(view.token) if side >= 0}
            assert {sight.disc.place for sight in mine.known.sights} == seen
            assert (mine.known.covered is not None) == (view.offer >= 0)
            assert len(mine.known.shots) == sum(view.shooter[bullet] == seat for bullet in range(len(BULLET_WORTH)))


def test_a_spectator_has_no_bullets() -> None:
    match = doppiogioco.new("secrets", 4, seed=1).position(ask=Ask.AIM, actor=0, shooter={2: 0})
    assert drawing.mine(match.view(0), match.voice("en")).known.shots[0].worth == signed(BULLET_WORTH[2])
    assert not drawing.mine(match.view(1), match.voice("en")).known.shots
    assert match.view(None).seat == SPECTATOR and not drawing.mine(match.view(None), match.voice("en")).known.shots


# The end ------------------------------------------------------------------------------------------------------------


@every_setup
def test_at_the_end_all_lies_open_and_adds_up(setup: Setup) -> None:
    for match in games(setup, 6):
        if not match.over:
            continue
        outcome, view, say = match.outcome, match.view(None), match.voice("en")
        assert outcome
        scene = drawing.board(view, say)
        assert all(plate.token.colour for plate in scene.plates) and scene.middle.centre.colour
        assert [number(plate.total) for plate in scene.plates] == list(outcome.scores)
        assert [plate.seat for plate in scene.plates if plate.won] == list(outcome.winners)
        for plate in scene.plates:
            worths = [number(strip.worth) for strip in plate.strips if strip.kind != "down"]
            assert sum(worths) == outcome.scores[plate.seat]
        assert sum(number(tally.total) for tally in scene.middle.tallies) == sum(outcome.scores)
        for seat, (name, lines) in enumerate(reckoning(view, say)):
            *worth, total, share = lines
            assert name == NAMES[seat]
            assert sum(number(line.rsplit(": ", 1)[1]) for line in worth) == outcome.scores[seat]
            assert total == f"Points: {outcome.scores[seat]}".replace("-", "−")
            assert ("wins." in share and "but" not in share) == (seat in outcome.winners)


def number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_claims_and_icons() -> None:
    assert 4 <= len(set(CLAIMS)) <= 8
    wanted = {icon.removeprefix("icons.svg#") for icon in (*plates.ICONS, *plates.SIDE_ICONS)}
    assert wanted <= set(icon_names())
    assert len(plates.ICONS) == len(EFFECTS) == len(Card)
    assert all(len(text) <= 60 for text in EFFECTS)
