"""Every level against itself at every set-up: the measuring finds what goes wrong, and easy games all end."""

import doppiogioco
from bench import endurance
from doppiogioco.bots import EASY


def test_all_games_of_a_level_come_to_their_end():
    wrong = []
    played, answers = endurance.endured(EASY, 1, 1, wrong)
    assert (played, wrong) == (len(doppiogioco.setups()), [])
    assert answers > played


def test_a_bot_that_fails_is_told_with_its_deal(monkeypatch):
    class Failing:
        def choose(self, view, heard, legal):
            raise RuntimeError("no idea")

    monkeypatch.setattr(endurance, "player", lambda *_, **__: Failing())
    wrong = []
    assert endurance.endured(EASY, 1, 1, wrong) == (0, 0)
    assert len(wrong) == len(doppiogioco.setups())
    assert "no idea" in wrong[0] and "deal 0" in wrong[0]
