"""Where the server waits for bots that think elsewhere."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Found = TypeVar("Found")
THINKING = 64  # bots at most that are waited for at once; the usual threads of a server are six on two cores

_threads = ThreadPoolExecutor(THINKING, thread_name_prefix="waiting for a bot")


async def thought_out(think: Callable[[], Found]) -> Found:
    """What comes of a thought. Threads of its own: else bots that think for seconds would keep all others waiting, also
    those who judge at a glance."""
    return await asyncio.get_running_loop().run_in_executor(_threads, think)
