"""Records of matches: a match played again from what is written of it, and its deal checked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .agreements import Agreed
from .dealer import Dealer
from .errors import BadRecord, DoppiogiocoError
from .game import find
from .match import FORMAT, Match
from .state import CHANCE
from .words import N_


def replay(record: Mapping[str, Any], upto: int | None = None) -> Match:
    """The match of a record, after all its answers or after the first `upto`."""
    match, answers = _from_record(record)
    if upto is not None and not 0 <= upto <= len(answers):
        text = N_("this record has {n} answers, there is no position after {upto}")
        raise BadRecord(text, n=len(answers), upto=upto)
    for number, (seat, answer) in enumerate(answers[:upto]):
        _check_possible(match, number, seat, answer)
        match.give(seat, answer)
    if upto is None and match._dealer:
        match.deal()
    return match


def _check_possible(match: Match, number: int, seat: int, answer: int) -> None:
    game, state = match.game, match._state
    if not (game.chance_answers(state) if seat == CHANCE else seat in game.waiting(state)):
        raise BadRecord(N_("answer {number}: the table is not waiting for seat {seat}"), number=number, seat=seat)
    if answer not in game.possible(state, seat):
        text = N_("answer {number}: {answer} is not possible for seat {seat}")
        raise BadRecord(text, number=number, answer=answer, seat=seat)


def verify(record: Mapping[str, Any]) -> int:
    """Check that every answer of the table came from the seed that was promised; how many answers were checked."""
    if "seed" not in record:
        raise BadRecord(N_("this record holds no seed: it is told when the match is over"))
    if "position" in record:
        raise BadRecord(N_("this match begins at a position that somebody set up, so nobody dealt it"))
    dealer = Dealer(record["seed"])
    if record.get("commitment") != dealer.commitment:
        raise BadRecord(N_("the seed is not the one that was promised before the deal"))
    match, answers = _from_record(record)
    checked, agreed = 0, Agreed(match.game, match.agreed)
    for number, (seat, answer) in enumerate(answers):
        _check_possible(match, number, seat, answer)
        if seat == CHANCE:
            settled = agreed.next(match._state)
            if answer != (dealer.pick(number, match.game.weights(match._state)) if settled is None else settled):
                raise BadRecord(N_("answer {number} was not dealt from the seed"), number=number)
        checked += seat == CHANCE
        match.give(seat, answer)
    return checked


def _from_record(record: Mapping[str, Any]) -> tuple[Match, list[tuple[int, int]]]:
    try:
        game, version, form = find(record["game"]), record["version"], record["format"]
        if (form, version) != (FORMAT, game.version):
            text = N_("a record of {game} version {version}, format {form}; this is version {ours}, format {our_form}")
            raise BadRecord(text, game=game.id, version=version, form=form, ours=game.version, our_form=FORMAT)
        game.check_seats(record["seats"])
        agreed = {str(name): [int(a) for a in answers] for name, answers in record.get("agreed", {}).items()}
        bits = game.option_bits(record["options"]) | game.agreement_bits(agreed)
        start, position = game.start(record["seats"], bits), record.get("position")
        if position is not None:
            start = game.state.changed(start, position)
        answers = [(int(seat), int(answer)) for seat, answer in record["answers"]]
        names = [str(name) for name in record.get("names", ())]
        dealer = Dealer(record["seed"]) if "seed" in record else None
        commitment = record.get("commitment")
        match = Match(
            game, start, dealer, names=names, agreed=agreed, commitment=commitment, from_position=position is not None
        )
    except DoppiogiocoError:
        raise
    except (LookupError, TypeError, AttributeError, ValueError) as error:  # whatever an edited file may hold
        raise BadRecord(N_("this is not a match record: {error}"), error=repr(error)) from error
    return match, answers
