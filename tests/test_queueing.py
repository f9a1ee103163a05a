"""Who comes next when several bots wait for one worker."""

from __future__ import annotations

import threading

import pytest

from doppiogioco.bots.queueing import AT_ONCE, WAITS, Queue

MOMENT, LONG = 0.02, 2.0  # seconds of thought


def in_order(*coming):
    """Whose turn it is one after the other, where each comes at a time, with so much to think, while one is at it."""
    now, had = [0.0], []
    queue = Queue(lambda: now[0])

    def wait(seconds):
        with queue.turn(seconds):
            had.append(seconds)

    threads = []
    with queue.turn():
        for at, seconds in coming:
            now[0] = at
            threads.append(threading.Thread(target=wait, args=(seconds,)))
            threads[-1].start()
            while queue.length < len(threads):
                threads[-1].join(0.001)
        assert not had, "somebody is at it"
    for thread in threads:
        thread.join()
    return had


def test_a_short_thought_does_not_wait_for_long_ones():
    assert in_order((0.0, LONG), (0.0, LONG), (0.0, MOMENT)) == [MOMENT, LONG, LONG]


def test_a_long_thought_does_not_wait_for_ever():
    late = WAITS * LONG
    assert in_order((0.0, LONG), (1.0, MOMENT), (late, MOMENT)) == [MOMENT, LONG, MOMENT]


def test_who_ends_everything_comes_first():
    assert in_order((0.0, MOMENT), (5.0, AT_ONCE)) == [AT_ONCE, MOMENT]


def test_a_turn_is_over_also_when_it_went_wrong():
    queue = Queue()
    with pytest.raises(ValueError, match="wrong"), queue.turn():
        raise ValueError("wrong")
    with queue.turn():
        pass
