"""What all look at in Top Secret Spies: a card that is played, a scoring, the safe on its way, who was who."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from drawn import moments as played
from top_secret_table import ANNA, BOB, DOYLE, GAME, LARSSON, MIRKOV, NAMES, PERRY, SCHULZ, all_pass, table

import doppiogioco
from doppiogioco.engine.game import View, find, label
from doppiogioco.engine.match import Match
from doppiogioco.engine.questions import BEAT, REVEAL
from doppiogioco.engine.state import HIDDEN, SPECTATOR
from doppiogioco.engine.story import Moment
from doppiogioco.engine.words import LANGUAGES, Voice
from doppiogioco.games.top_secret_spies import drawing
from doppiogioco.games.top_secret_spies.cards import PASS, Card
from doppiogioco.games.top_secret_spies.places import at_track, marker
from doppiogioco.games.top_secret_spies.scene import Board
from doppiogioco.games.top_secret_spies.state import Ask
from doppiogioco.web.moments import Onlooker
from doppiogioco.web.page_cache import PageCache
from doppiogioco.web.render import render

BOTH = {"top-secret": True, "dossier": True}
TWO = 1  # a face of the die
WIDEST = 0.61  # of the height: a letter of the widest typewriter face (DejaVu Sans Mono)


def seen(match: Match, count: int, language: str = "en") -> list[tuple[Moment, Board | None]]:
    """The latest answers with the board that was shown for each."""
    match.log(None, language)  # somebody looks on
    say = match.voice(language)
    latest = match.moments(len(match.history) - count)
    return [(one, drawing.moment(one.before, one.given, one.after, say)) for one in latest]


def looked_on(match: Match) -> Match:
    match.log()
    return match


# A scoring ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.1", "5.2")
@pytest.mark.parametrize("cards", [False, True])
def test_a_scoring_is_written_out_and_the_markers_leave_a_trace(cards: bool) -> None:
    match = doppiogioco.new(GAME, 4, {"top-secret": cards}, seed=1, names=NAMES[:4])
    at, score = {DOYLE: 1, LARSSON: 11, PERRY: 9}, {LARSSON: 2, PERRY: 5}
    match = looked_on(match.position(ask=Ask.ROLL, turn=ANNA, safe=3, at=at, score=score, chance=[TWO]))
    match.play(ANNA, DOYLE, DOYLE)
    all_pass(match)
    (last, scene) = seen(match, 1)[-1]
    assert scene and scene.sheet
    assert scene.sheet.title == "scoring"
    assert [(row.name, row.gain, row.total) for row in scene.sheet.rows] == [
        ("Perry", "+9", 14), ("Doyle", "+3", 3), ("Schulz", "0", 0), ("Bucci", "0", 0), ("Jaques", "0", 0),
        ("Mirkov", "0", 0), ("Larsson", "−2", 0),
    ]  # fmt: skip
    traces = {(trace.x, trace.y) for trace in scene.traces}
    assert traces == {marker(last.before, agent)[:2] for agent in (PERRY, DOYLE, LARSSON)}
    x, y = at_track(14)
    assert (scene.spies[PERRY].marker_x, scene.spies[PERRY].marker_y) == (x + 40, y + 40)  # it has arrived
    assert "Perry +9 (14)" in scene.sheet.label
    assert drawing.board(last.after, Voice()).sheet is None  # and then the game goes on


@pytest.mark.clause("4.1", "5.1")
def test_whoever_brings_a_scoring_about_looks_at_it_too() -> None:
    """One's own steps need no looking at, what the rules make of them does."""
    match = doppiogioco.new(GAME, 4, {}, seed=1, names=NAMES[:4])
    match = looked_on(match.position(ask=Ask.ROLL, turn=ANNA, safe=2, chance=[TWO]))
    since = len(match.history)
    match.play(ANNA, DOYLE, DOYLE)
    for seat, texts in ((ANNA, ["Scoring"]), (BOB, ["to building 1", "Scoring"]), (None, ["to building 1", "Scoring"])):
        beats = Onlooker(match, seat, "en", 0, PageCache()).beats(since)
        assert len(beats) == len(texts)
        assert all(text in str(beat.text) for text, beat in zip(texts, beats, strict=True))
        assert beats[-1].held == REVEAL
        assert beats[-1].board and 'class="paper scoring"' in str(beats[-1].board.facing(0))


@pytest.mark.clause("6.1", "6.2")
def test_the_last_scoring_is_seen_before_the_cards_are_turned_over() -> None:
    match = table(
        {},
        at={LARSSON: 1},
        safe=1,
        guests=1 << LARSSON,
        score={LARSSON: 41, SCHULZ: 40},
        dossiers=True,
        owner=(0, 1, 2, 3, 0, -1, -1),
        rank={MIRKOV: 1},
        held_agents={ANNA: 2},
        filed=1,
        written=[3] * 4 + [0] * 4,
    )
    looked_on(match)
    all_pass(match)
    assert match.over
    (last, scene) = seen(match, 1)[-1]
    assert HIDDEN not in last.after.owner
    assert scene and scene.sheet and scene.sheet.kind == "scoring"
    assert not scene.open and not any(spy.player or spy.fate for spy in scene.spies)
    assert not any(mark.text.startswith("+") for person in scene.people for mark in person.marks)  # of no dossier yet
    assert scene.sheet.rows[0].total == 42
    after = drawing.board(last.after, match.voice("en"))
    assert after.open and after.sheet and after.sheet.kind == "unmasking"
    assert {row.name for row in after.sheet.rows} >= set(NAMES[:4])


@pytest.mark.clause("6.2", "9.4")
def test_the_unmasking_shows_players_dossiers_and_sums() -> None:
    *_, match = played(doppiogioco.new(GAME, 7, BOTH, seed="sum", names=NAMES), "sum")
    view, outcome = match.view(), match.outcome
    assert outcome
    sheet = drawing.board(view, match.voice("en")).sheet
    assert sheet
    rows = {row.name: row for row in sheet.rows}
    for seat, name in enumerate(NAMES):
        assert rows[name].letter == next(spy for spy in "SPBJMDL" if view.owner["SPBJMDL".index(spy)] == seat)
        assert rows[name].gain == (f"+{view.bonus[seat]}" if view.bonus[seat] else "0")
        assert rows[name].total == outcome.scores[seat]
        assert rows[name].ahead == (seat in outcome.winners)
    assert all(name in sheet.label for name in NAMES)


# A card -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("7.9", "8.2")
@pytest.mark.parametrize(
    ("language", "name", "effect"),
    [
        ("en", "False lead", ("one agent goes to the", "ruins")),
        ("it", "Falsa pista", ("un agente va alle", "rovine")),
    ],
)
def test_a_card_is_seen_with_its_name_and_effect_and_then_what_it_does(
    language: str, name: str, effect: tuple[str, ...]
) -> None:
    match = looked_on(table({ANNA: [Card.TO_RUINS]}, at={DOYLE: 3}, pile=[]))
    match.play(ANNA, Card.TO_RUINS, DOYLE)
    (_, card), (_, work) = seen(match, 2, language)
    assert card and card.played and work and work.played
    assert card.played == work.played
    assert (card.played.player, card.played.name, card.played.effect) == ("Anna", name, effect)
    assert not card.ghosts
    assert [ghost.letter for ghost in work.ghosts] == ["D"]
    assert work.spies[DOYLE].where == Voice(language)("ruins")
    assert drawing.board(match.view(), Voice()).played is None


@pytest.mark.clause("8.3", "8.5")
def test_cards_that_work_on_many_show_all_of_it() -> None:
    match = looked_on(table({ANNA: [Card.ALL_TO_CHURCH, Card.TWO_MARKERS]}, at=[1, 2, 3, 4, 5, 6, 0]))
    match.play(ANNA, Card.ALL_TO_CHURCH)
    ((_, scene),) = seen(match, 1)
    assert scene and len(scene.ghosts) == 6
    match.play(ANNA, Card.TWO_MARKERS, PERRY, DOYLE)
    scene = seen(match, 1)[-1][1]
    assert scene and len(scene.traces) == 2 and scene.played


@pytest.mark.clause("7.10")
def test_a_pass_a_die_and_a_step_show_the_board_as_it_is() -> None:
    match = doppiogioco.new(GAME, 4, BOTH, seed=1)
    match = looked_on(match.position(ask=Ask.ROLL, turn=ANNA, safe=9, chance=[TWO, TWO]))
    match.play(ANNA, DOYLE, PERRY)
    all_pass(match)
    latest = seen(match, 7)
    assert [one.before.ask for one, _ in latest] == [Ask.STEP, Ask.STEP, *[Ask.PLAY] * 4, Ask.ROLL]
    assert all(scene is None for _, scene in latest)


# The safe -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("5.4", "8.14")
def test_the_safe_leaves_a_trace() -> None:
    match = looked_on(doppiogioco.new(GAME, 4, {}, seed=1).position(ask=Ask.STASH, turn=BOB, safe=7))
    match.play(BOB, 3)
    (one, scene) = seen(match, 2)[0]
    assert one.before.ask == Ask.STASH
    assert scene and scene.safe_was and (scene.safe_was.key, scene.safe.key) == ("building-7", "building-3")
    match = looked_on(table({ANNA: [Card.MOVE_SAFE]}, safe=7))
    match.play(ANNA, Card.MOVE_SAFE, 2)
    scene = seen(match, 1)[-1][1]
    assert scene and scene.safe_was and scene.played
    assert (scene.safe_was.key, scene.safe.key) == ("building-7", "building-2")


# All of them --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", find(GAME).setups()[3::4], ids=label)
def test_every_moment_of_a_game_can_be_drawn_and_is_told_from_the_outside(
    setup: tuple[str, int, dict[str, bool]],
) -> None:
    _, seats, options = setup
    names = [f"Massimiliano the {n}th" for n in range(seats)]
    shown = {"sheet": 0, "played": 0, "safe_was": 0}
    *_, match = played(looked_on(doppiogioco.new(GAME, seats, options, seed="all", names=names)), "all")
    replayed = looked_on(doppiogioco.new(GAME, seats, options, seed="all", names=names))
    for given in match.history[len(replayed.history) :]:
        replayed.give(*given)
        for language in LANGUAGES:
            ((one, scene),) = seen(replayed, 1, language)
            assert one.before.seat == one.after.seat == SPECTATOR
            if not scene or (language == "it" and len(replayed.history) % 5):
                continue
            say = replayed.voice(language)
            html = render(f"games/{GAME}/board.html", board=scene, picks={}, say=say)
            ElementTree.fromstring(f"<div>{html}</div>")
            assert not scene.open
            for what in shown:
                shown[what] += getattr(scene, what) is not None
    assert all(shown.values())


def test_what_is_worth_a_picture_is_held_long_enough() -> None:
    """Whatever has a board of its own is told in a line that is looked at as long as a board needs."""
    *_, match = played(looked_on(doppiogioco.new(GAME, 4, BOTH, seed="held")), "held")
    replayed = looked_on(doppiogioco.new(GAME, 4, BOTH, seed="held"))
    for given in match.history[len(replayed.history) :]:
        replayed.give(*given)
        ((one, scene),) = seen(replayed, 1)
        line = replayed.log()[-1]
        if scene is None or line.number != one.number:
            continue
        assert line.held >= (REVEAL if scene.sheet else BEAT)


# Where things lie ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_in_the_middle_touches_no_building_and_nothing_else(language: str) -> None:
    """Captions, cards, sheets: all of it stays clear of the buildings by more than the outline of the safe."""
    match = table({ANNA: [Card.LEAVE_SAFE]}, seats=7, at={DOYLE: 7}, safe=7, points=6, roll=5)
    for ask in (Ask.STEP, Ask.PLAY):
        view = match.position(ask=ask).view()
        say = Voice(language, NAMES)
        html = render(f"games/{GAME}/board.html", board=drawing.board(view, say), picks={}, say=say)
        texts = re.findall(r'<text class="cap[^"]*" x="([\d.]+)" y="([\d.]+)">([^<]+)</text>', html)
        boxes = []
        for x, y, text in texts:
            half = len(text) * 28 * WIDEST / 2
            boxes.append((float(x) - half, float(y) - 20, float(x) + half, float(y) + 6))
        assert len(boxes) >= 3
        for left, upper, right, lower in boxes:
            assert left >= 272 + 8 and right <= 688 - 8 and upper >= 252 and lower <= 628
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
                assert apart, texts


def test_names_and_effects_fit_their_papers() -> None:
    """A name in a row ends before its figures begin, a line of a card inside the card; in the widest face we name."""
    wide = 0.56 * 29  # a letter of the text face, on average (DejaVu Sans Condensed)
    for language in LANGUAGES:
        for card in Card:
            shown = drawing.played_card(ANNA, card, Voice(language))
            assert len(shown.effect) <= 4
            assert max(len(line) for line in shown.effect) * wide <= 368 - 10
            assert len(shown.name) * 0.6 * 32 <= 368 - 10
    names = [f"Massimiliano the {n}th" for n in range(7)]
    *_, match = played(doppiogioco.new(GAME, 7, BOTH, seed="fit", names=names), "fit")
    sheet = drawing.board(match.view(), match.voice("en")).sheet
    assert sheet
    assert all(370 + len(row.name) * wide <= 596 - 3 * 30 * WIDEST for row in sheet.rows)


def test_a_moment_needs_no_secret() -> None:
    """A view in which everything is open draws the same scoring as one in which nothing is."""
    match = table({}, at={LARSSON: 1}, safe=1, guests=1 << LARSSON)
    looked_on(match)
    all_pass(match)
    (one, scene) = seen(match, 1)[-1]
    for seat in range(4):
        before, after = (View(view.game, view.vector, seat) for view in (one.before, one.after))
        assert drawing.moment(before, one.given, after, match.voice("en")) == scene
    assert match.view().ask == Ask.STASH and one.given.answer == PASS
