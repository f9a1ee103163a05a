"""How a bot that thinks listens: whose claims it believes, and what it could say itself that nobody can disprove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from doppiogioco.engine.compiled import np
from doppiogioco.engine.game import View, find
from doppiogioco.engine.match import Given
from doppiogioco.engine.state import SPECTATOR, size
from doppiogioco.engine.worlds import Worlds

from .reasons import Reading
from .talk import INCREDIBLE, About, Claim, about

TRUSTED, DISTRUSTED = 2.0, 2.0  # claims that everybody is taken to have made before, true ones and others
CERTAIN = 1 - 1e-9
PUBLIC_WORLDS = 5_000  # kept of what everybody can think; a claim that fits none of them is not made


@dataclass
class HeardClaim:
    """A claim, and how likely it has looked since; once something else lies there, for good."""

    seat: int
    about: About
    moves: int  # how often what lies there had changed
    odds: float


class Listener:
    """The ears of one bot: it weighs what others claim, and learns how far each is to be trusted."""

    def __init__(self, beliefs: Reading, view: View) -> None:
        self._beliefs, self._me, self._seats, self._game = beliefs, view.seat, int(view.seats), view.game
        self._public = Worlds(view.game.id, view.seats, view.options, SPECTATOR, limit=PUBLIC_WORLDS)
        self._public_heard, self._public_lost = 0, False
        self._taken_in, self._claims = 0, list[HeardClaim]()
        self._own: HeardClaim | None = None  # what it has said of itself last

    def take_in(self, said: Sequence[Claim], number: int) -> None:
        """Weigh the claims that were made before answer `number`."""
        while self._taken_in < len(said) and said[self._taken_in].after <= number:
            claim = said[self._taken_in]
            self._taken_in += 1
            meant = about(self._game.id, claim.text, claim.seat)
            if meant is not None and claim.seat == self._me:
                self._own = HeardClaim(self._me, meant, self._moves(meant), 0.0)
            elif meant is not None:
                self._weigh(claim, meant)

    def trust(self, seat: int) -> float:
        """How likely a claim of somebody is to be true, as far as their claims so far have shown."""
        odds = [self._looks(heard) for heard in self._claims if heard.seat == seat]
        return (TRUSTED + sum(odds)) / (TRUSTED + DISTRUSTED + len(odds))

    def _weigh(self, claim: Claim, meant: About) -> None:
        trust, spot = self.trust(claim.seat), self._game.state.offset(meant.name, meant.at)
        values = size(self._game.state.fields[meant.name].values)
        likely = np.full(values + 1, (1 - trust) / (values - 1))
        likely[meant.value + 1] = trust
        self._claims.append(HeardClaim(claim.seat, meant, self._moves(meant), self._odds(meant)))
        self._beliefs.overhear(claim.seat, claim.text, spot, likely)

    def _odds(self, meant: About) -> float:
        """How likely something is, as the bot believes."""
        spot = self._game.state.offset(meant.name, meant.at)
        return float(self._beliefs.odds_of_spots()[self._beliefs.spots.index(spot), meant.value + 1])

    def _moves(self, meant: About) -> int:
        """How often something else has come to lie where it is about."""
        return self._beliefs.moves_of(self._game.state.offset(meant.name, meant.at))

    def _looks(self, heard: HeardClaim) -> float:
        """How likely a claim was true; as long as nothing else lies there, what is known by now counts."""
        if self._moves(heard.about) == heard.moves:
            heard.odds = self._odds(heard.about)
        return heard.odds

    def thoughts(self, view: View, public: Sequence[Given]) -> tuple[tuple[tuple[str, float], ...], tuple[int, ...]]:
        """What the bot could claim of itself, with how likely that is to it; and whose latest claim is incredible."""
        latest = {heard.seat: heard for heard in self._claims}
        doubted = tuple(seat for seat, heard in latest.items() if self._looks(heard) < INCREDIBLE)
        claims = [(text, about(view.game.id, text, self._me)) for text in find(view.game.id).words.CLAIMS]
        possible = [(text, meant) for text, meant in claims if meant and self._nobody_disproves(meant, public)]
        return tuple((text, self._odds(meant)) for text, meant in possible), doubted

    def _nobody_disproves(self, meant: About, public: Sequence[Given]) -> bool:
        """Does it fit what everybody knows, what most of the others were shown, and what the bot has said itself?"""
        own = self._own
        if own and own.about.value != meant.value and own.moves == self._moves(meant):
            return False
        spot = self._game.state.offset(meant.name, meant.at)
        shown = int(self._beliefs.shown[self._beliefs.spots.index(spot)])
        others = [seat for seat in range(self._seats) if seat != self._me]
        if 2 * sum(shown >> seat & 1 for seat in others) > len(others) and self._odds(meant) < CERTAIN:
            return False
        return self._fits_public(meant, public)

    def _fits_public(self, meant: About, public: Sequence[Given]) -> bool:
        try:
            for given in public[self._public_heard :]:
                self._public.hear(*given)
                self._public_heard += 1
        except ValueError:  # too many worlds to keep those that fit
            self._public_lost = True
        cell = self._public.states[meant.name][(slice(None), *meant.at)]
        return not self._public_lost and bool((cell == meant.value).any())
