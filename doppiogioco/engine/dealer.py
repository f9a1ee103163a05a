"""The dealer: chance that can be checked. It draws from a keyed stream over a seed whose hash is told beforehand."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence


def one_way(seed: int | str, purpose: str) -> str:
    """A seed for something else at the same table: the same for the same purpose, and no way back to the dealer's."""
    return hmac.digest(str(seed).encode(), purpose.encode(), "sha256").hex()


class Dealer:
    """Draws the table's answers: HMAC-SHA-256 of the answer's number under a secret seed.

    Only a seed the dealer chose itself (256 random bits) keeps its secret; one given by hand is for tests and lessons.
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(32) if seed is None else str(seed)

    @property
    def commitment(self) -> str:
        """The hash that binds the dealer to its seed."""
        return hashlib.sha256(self.seed.encode()).hexdigest()

    def pick(self, number: int, weights: Sequence[int]) -> int:
        """The table's answer to question `number`: answer `a` has `weights[a]` chances."""
        digest = hmac.digest(self.seed.encode(), str(number).encode(), "sha256")
        ticket = int.from_bytes(digest, "big") % sum(weights)  # 256 bits over a handful: no bias that matters
        for answer, chances in enumerate(weights):
            ticket -= chances
            if ticket < 0:
                return answer
        raise AssertionError("the table has no answer")
