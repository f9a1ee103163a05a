"""Pgx's games of hidden information, played at random in one jitted loop.

    python play.py GAMES DEVICES

says in one line of JSON which version it is and which games it can play. For each further line `GAME SECONDS` on
standard input it plays `GAMES` games at once for about so long and prints the steps per second. With one device it is
as it comes, and XLA runs such small steps on one core; with a device per core it uses them all.
"""

import json
import os
import sys
import time
from functools import cache

GAMES, DEVICES = map(int, sys.argv[1:])
os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES}"
os.environ["JAX_PLATFORMS"] = "cpu"

import jax  # noqa: E402
import pgx  # noqa: E402
from pgx.experimental.utils import act_randomly  # noqa: E402
from pgx.experimental.wrappers import auto_reset  # noqa: E402

HIDDEN_INFORMATION = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")
STEPS = 25  # in one call


@cache
def prepared(name, games):
    """A compiled loop of random steps, and the first tables."""
    env = pgx.make(name)
    init, step = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    def one(carry, _):
        state, key = carry
        key, choice, chance = jax.random.split(key, 3)
        action = act_randomly(choice, state.legal_action_mask)
        state = step(state, action, jax.random.split(chance, games // DEVICES))
        return (state, key), state.rewards.sum()

    def many(state, key):
        (state, key), rewards = jax.lax.scan(one, (state, key), None, length=STEPS)
        return state, key, rewards.sum()

    loop = jax.pmap(many)
    keys = jax.random.split(jax.random.key(0), (DEVICES, games // DEVICES))
    tables = [jax.pmap(init)(keys), jax.random.split(jax.random.key(1), DEVICES)]
    for _ in range(2):  # compile, then once more: the second call still sets things up
        tables[:] = jax.block_until_ready(loop(*tables))[:2]
    return loop, tables


def speed(name, games, seconds):
    """Steps per second by the clock on the wall."""
    loop, tables = prepared(name, games)
    start, steps, spent = time.perf_counter(), 0, 0.0
    while spent < seconds:
        tables[:] = jax.block_until_ready(loop(*tables))[:2]
        steps += games // DEVICES * DEVICES * STEPS
        spent = time.perf_counter() - start
    return steps / spent


if __name__ == "__main__":
    known = [name for name in HIDDEN_INFORMATION if name in pgx.available_envs()]
    print(json.dumps({"version": pgx.__version__, "games": known}), flush=True)
    for line in sys.stdin:
        game, seconds = line.split()
        print(speed(game, GAMES, float(seconds)), flush=True)
