"""The words of Agent Avenue: questions, answers, refusals and the table as text, all made from views.

Lines of the log are in `log`; the goal, and what an answer does, in `prompts`.
"""

from __future__ import annotations

from itertools import zip_longest

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, in_columns

from .cards import (
    BLUE,
    CATCH,
    CORNERS,
    GREEN,
    HOME,
    KINDS,
    MARKET_CARDS,
    PRINTED,
    STEPS,
    Agent,
    Market,
)
from .log import line  # noqa: F401 (a part of the contract)
from .movement import lead, victory
from .names import (
    AGENT_NAMES,
    CARD_EFFECTS,
    CARD_NAMES,
    WITH_ARTICLE,
    agents_in,
    exchanges_left,
    members_of,
    side_name,
    signed,
)
from .prompts import effect, goal, part, result  # noqa: F401 (parts of the contract)
from .state import ADVANCED, EXCHANGE_FIRST, Ask, Choice, Pick, Reason, Where
from .turn import alone, members

TITLE = N_("Agent Avenue")
ABOUT = N_("Two neighbours spy on each other: play one card face up and one face down, and see which one they trust.")
MINUTES = 15
OPTIONS = {
    "advanced": N_("Advanced mode: at the Black Market a pawn that stops at a corner takes a card with a power."),
}

QUESTIONS = {
    Ask.GREEN: N_("Who plays green?"),
    Ask.ALONE: N_("Who plays alone?"),
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.OFFER: N_("A card comes to the market"),
    Ask.DEAL: N_("{to} gets an agent"),
    Ask.HIDE: N_("{coverer} has laid a card face down"),
    Ask.BURY: N_("{to} has exchanged a card"),
    Ask.LEAD: N_("{partners}: who plays face up?"),
    Ask.EXCHANGE: N_("{asked} may exchange a card first"),
    Ask.DISCARD: N_("{asked} exchanges a card: which one?"),
    Ask.REDRAW: N_("{asked} draws a new card"),
    Ask.OPEN: N_("{opener} plays a card face up"),
    Ask.COVER: N_("Beside {open}, {coverer} lays a card face down"),
    Ask.DRAW: N_("{asked} draws"),
    Ask.RECRUIT: N_("{other} recruits one of the two: {open}, or the card face down?"),
    Ask.REVEAL: N_("The card face down is turned over"),
    Ask.TAKER: N_("{partners}: who takes a market card?"),
    Ask.MARKET: N_("{taker} takes a card from the market"),
    Ask.ABLE: N_("“{card}”: does the hand of {taker} have what it needs?"),
    Ask.HIRE: N_("“{card}”: which agent from the hand does {taker} recruit?"),
    Ask.UNVEIL: N_("“{card}”: the top card of the deck is turned over"),
    Ask.RECALL: N_("“{card}”: which agent does {taker} take back?"),
    Ask.AGAIN: N_("“{card}”: does {taker} recruit {named} again at once?"),
    Ask.STEAL: N_("“{card}”: which agent of the other side does {taker} take?"),
    Ask.OVER: N_("The game is over"),
}


YOUR_QUESTIONS = {  # the same, to who is to answer
    Ask.LEAD: N_("You or {partner}: who plays face up?"),
    Ask.EXCHANGE: N_("Do you exchange a card first?"),
    Ask.DISCARD: N_("Which card do you exchange?"),
    Ask.OPEN: N_("You play two cards. Which one face up?"),
    Ask.COVER: N_("Which card do you lay face down beside {open}?"),
    Ask.RECRUIT: N_("Which one do you recruit: {open}, or the card face down?"),
    Ask.TAKER: N_("You or {partner}: who takes a market card?"),
    Ask.MARKET: N_("Which card do you take from the market?"),
    Ask.HIRE: N_("“{card}”: which agent from your hand do you recruit?"),
    Ask.RECALL: N_("“{card}”: which of your agents do you take back?"),
    Ask.AGAIN: N_("“{card}”: do you recruit {named} again at once?"),
    Ask.STEAL: N_("“{card}”: which agent of {other} do you take?"),
}


# Questions and answers ----------------------------------------------------------------------------------------------


def question(view: View, say: Voice) -> str:
    """The present question in one sentence."""
    seats = ("to", "opener", "coverer", "asked", "taker")
    parts = {name: say.seat(getattr(view, name)) for name in seats if getattr(view, name) != NOBODY}
    for name in ("open", "named"):
        if getattr(view, name) != NOBODY:
            parts[name] = say(WITH_ARTICLE[getattr(view, name)])
    if view.card != NOBODY:
        parts["card"] = say(CARD_NAMES[view.card])
    if view.active != NOBODY:
        side = view.served if view.ask == Ask.TAKER else view.active
        parts["partners"] = ", ".join(members_of(view, side, say))
        parts["other"] = side_name(view, 1 - view.active, say)
    if view.asks() and not (view.ask == Ask.LEAD and view.last):
        others = [say.seat(seat) for seat in view.game.waiting(view) if seat != view.seat]
        parts["partner"] = say.list(others)
        if view.ask == Ask.STEAL:
            parts["other"] = side_name(view, 1 - view.served, say)
        return say(YOUR_QUESTIONS[Ask(view.ask)], **parts)
    if view.ask == Ask.LEAD and view.last:
        return say("{partners}: who plays face up? The last card of the deck is for that player", **parts)
    return say(QUESTIONS[Ask(view.ask)], **parts)


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them."""
    match view.ask:
        case Ask.LEAD if a == EXCHANGE_FIRST:
            return say("Exchange for the last card and play face up") if view.last else say("Exchange a card first")
        case Ask.GREEN | Ask.ALONE | Ask.FIRST | Ask.LEAD | Ask.TAKER:
            return say.seat(a)
        case Ask.OFFER | Ask.MARKET:
            return say(CARD_NAMES[a])
        case Ask.EXCHANGE:
            return say("Exchange a card") if a == Choice.YES else say("Exchange nothing")
        case Ask.RECRUIT:
            return say(AGENT_NAMES[view.open]) if a == Pick.OPEN else say("The card face down")
        case Ask.ABLE:
            return say("It can be used") if a == Choice.YES else say("It cannot be used")
        case Ask.AGAIN:
            return say("Recruit it again") if a == Choice.YES else say("Keep it in hand")
    return say(AGENT_NAMES[a])


# Why not ------------------------------------------------------------------------------------------------------------


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    seat = say.seat(view.seat)
    match view.ask:
        case Ask.LEAD if a == EXCHANGE_FIRST and view.pile == 0:
            return "3.5", say("the deck is empty")
        case Ask.LEAD if a == EXCHANGE_FIRST:
            return "3.3", say("{seat} has no exchange left", seat=seat)
        case Ask.LEAD | Ask.TAKER if a >= view.seats:
            return Ask(view.ask).question.clause, say("nobody sits there")
        case Ask.LEAD | Ask.TAKER:
            return Ask(view.ask).question.clause, say("{other} plays for the other side", other=say.seat(a))
        case Ask.MARKET:
            return "6.3", say("this card is not on offer")
        case Ask.RECALL | Ask.STEAL:
            side = view.served if view.ask == Ask.RECALL else 1 - view.served
            parts = {"side": side_name(view, side, say), "agent": say(WITH_ARTICLE[a])}
            return Ask(view.ask).question.clause, say("{side} does not have {agent} in play", **parts)
    if view.hand[view.seat][a] == 0:
        return _card_clause(view), say("{seat} does not hold {agent}", seat=seat, agent=say(WITH_ARTICLE[a]))
    return _card_clause(view), _not_this_card(view, say)


def _card_clause(view: View) -> str:
    """The rule of the card being resolved, or of the question."""
    return PRINTED[view.card].clause if view.ask == Ask.HIRE else Ask(view.ask).question.clause


def _not_this_card(view: View, say: Voice) -> str:
    """Why an agent in the hand will not do."""
    if view.ask == Ask.COVER:
        return say("the two cards need different names")
    match view.card:
        case Market.OUTPOST:
            return say("this card recruits a Sentinel")
        case Market.SECRET_RECRUIT:
            return say("this agent is in play already")
    return say("two of the same name are needed")


# The end ------------------------------------------------------------------------------------------------------------

ENDS = {
    Reason.CAUGHT: N_("{side} has caught the pawn of {other}."),
    Reason.CODEBREAKERS: N_("{side} has three Codebreakers."),
    Reason.DAREDEVILS: N_("{other} has three Daredevils."),
    Reason.PACK: N_("{side} leads a pack of three Daredevils."),
    Reason.MASTERPLAN: N_("{side} has seven different agents and the Masterplan."),
    Reason.SECURITY: N_("{other} stands on the Home of {side}, in front of the Security System."),
    Reason.NEARER: N_("The cards have run out, and {side} is nearer to the other pawn."),
    Reason.LEVEL: N_("The cards have run out, the pawns are level, and {side} has just had its turn."),
}


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: why, and who won."""
    if view.reason == Reason.TIE:
        reasons = [_ending(view, victory(view, side), side, say) for side in (view.winner, 1 - view.winner)]
        reasons.append(say("Both at once: the side whose turn it is wins."))
    else:
        reasons = [_ending(view, view.reason, view.winner, say)]
    names = say.list([say.seat(seat) for seat in outcome.winners])
    reasons.append(say.many("{names} wins!", "{names} win!", len(outcome.winners), names=names))
    return " ".join(reasons)


def _ending(view: View, reason: int, side: int, say: Voice) -> str:
    return say(ENDS[Reason(reason)], side=side_name(view, side, say), other=side_name(view, 1 - side, say))


# The table as text --------------------------------------------------------------------------------------------------

# The street as it lies on the table: the Home of the side that begins is left in the middle, the other opposite.
STREET = ((2, 3, 4, 5), (1, NOBODY, NOBODY, 6), (0, NOBODY, NOBODY, 7), (13, NOBODY, NOBODY, 8), (12, 11, 10, 9))


def describe(view: View, say: Voice) -> list[str]:
    """The table for a terminal: street and agents side by side, then the market, the players and their cards."""
    lines = in_columns(zip_longest(_street(view, say), _in_play(view, say), fillvalue=""), "     ")
    lines += ["", _distance(view, say)]
    if view.options & ADVANCED:
        lines += ["", *_market(view, say)]
    lines += ["", *in_columns(_player(view, seat, say) for seat in range(view.seats))]
    lines.append(say.many("{n} card in the deck.", "{n} cards in the deck.", view.pile))
    lines += [text for seat in range(view.seats) for text in _cards_of(view, seat, say)]
    return lines + _played(view, say)


def _street(view: View, say: Voice) -> list[str]:
    rows = [" ".join(_space(view, place, say) for place in row) for row in STREET]
    return [*rows, "", say("⌂ Home, * market") if view.options & ADVANCED else say("⌂ Home")]


def _distance(view: View, say: Voice) -> str:
    ahead = lead(view, GREEN)
    if ahead == 0:
        return say("The pawns are level.")
    parts = {"side": side_name(view, GREEN if ahead > 0 else BLUE, say), "n": abs(ahead), "catch": CATCH}
    return say("{side} leads by {n} (a lead of {catch} is a catch).", **parts)


def _space(view: View, place: int, say: Voice) -> str:
    """One space: its number, what it is, and the pawns on it by their first letters."""
    if place == NOBODY:
        return " " * 6
    mark = "⌂" if place in HOME else "*" if CORNERS[place] and view.options & ADVANCED else " "
    pawns = "".join(side_name(view, side, say)[0] for side in (GREEN, BLUE) if view.at[side] == place)
    return f"{place:2}{mark}{pawns:3}"


def _in_play(view: View, say: Voice) -> list[str]:
    """The agents of both sides, and how far each copy takes a pawn."""
    names = (side_name(view, side, say) for side in (GREEN, BLUE))
    rows = [(say("Agents in play"), *names, say("   1st   2nd   3rd"))]
    for kind in range(KINDS):
        steps = [signed(step) for step in STEPS[kind]]
        match kind:
            case Agent.CODEBREAKER:
                steps[2] = say("win")
            case Agent.DAREDEVIL:
                steps[2] = say("lose")
            case Agent.SIDEKICK | Agent.MOLE:
                steps = steps[:1]
        green, blue = (str(view.agents[side][kind] or "·").rjust(3) for side in (GREEN, BLUE))
        rows.append((say(AGENT_NAMES[kind]), green, blue, "".join(step.rjust(6) for step in steps)))
    return in_columns(rows)


def _market(view: View, say: Voice) -> list[str]:
    """The offer and what each side has taken, each card with its effect."""
    lines = []
    for where, name in (
        (Where.OFFER, say("On the market:")),
        (Where.GREEN, say("{side} has:", side=side_name(view, GREEN, say))),
        (Where.BLUE, say("{side} has:", side=side_name(view, BLUE, say))),
    ):
        cards = [card for card in range(MARKET_CARDS) if view.market[card] == where]
        lines += [name, *(_effect(card, say) for card in cards)] if cards else []
    if view.card != NOBODY and view.market[view.card] == Where.SPENT:
        lines += [say("In use:"), _effect(view.card, say)]
    return lines or [say("The market is empty.")]


def _effect(card: int, say: Voice) -> str:
    return f"  {say(CARD_NAMES[card])}: {say(CARD_EFFECTS[card])}"


def _player(view: View, seat: int, say: Voice) -> list[str]:
    on_turn = view.ask != Ask.OVER and view.active == view.side[seat] != NOBODY
    row = [">" if on_turn else " ", say.seat(seat)]
    if view.first != NOBODY:
        row.append(side_name(view, view.side[seat], say))
        row.append(say.many("{n} card", "{n} cards", view.cards[seat]))
        row.append(exchanges_left(view, seat, say))
        known = agents_in(view.known[seat], say) if say.reminders else ""
        row.append(say("known: {agents}", agents=known) if known else "")
    return row


def _cards_of(view: View, seat: int, say: Voice) -> list[str]:
    """A hand that the viewer sees, and what was exchanged from it."""
    if HIDDEN in view.hand[seat]:
        return []
    name, cards, gone = say.seat(seat), agents_in(view.hand[seat], say), agents_in(view.discards[seat], say)
    told = [say("Hand of {seat}: {agents}", seat=name, agents=cards)] if cards else []
    return told + ([say("Exchanged by {seat}: {agents}", seat=name, agents=gone)] if gone else [])


def _played(view: View, say: Voice) -> list[str]:
    """The two cards of the turn."""
    if view.open == NOBODY:
        return []
    told = [say("Face up: {agent}", agent=say(AGENT_NAMES[view.open]))]
    if view.laid:
        face_down = "?" if view.covered == HIDDEN else say(AGENT_NAMES[view.covered])
        told.append(say("Face down: {agent}", agent=face_down))
    return ["", "   ".join(told)]


# Table talk, and the end step by step -------------------------------------------------------------------------------

CLAIMS = (
    N_("Take the card face down: it is the good one."),
    N_("The open card is a trap."),
    N_("I would take the open one."),
    N_("It is not the Mole. Promise."),
    N_("Would I give you that one?"),
    N_("You cannot let me have this one."),
    N_("I hear footsteps behind you."),
)
ABOUT_COVERED = (CLAIMS[0], CLAIMS[3], CLAIMS[4])  # what describes the card face down


def may_claim(view: View, claim: str) -> bool:
    """May the viewer say this now? Partners must not describe their side's card face down: the other hears it (1.4)."""
    if claim not in ABOUT_COVERED or view.active == NOBODY or view.seat >= view.seats or view.ask == Ask.OVER:
        return True
    return view.side[view.seat] != view.active or bool(alone(members(view, view.active)))


def suspected(view: View, _name: str, _at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if value == NOBODY or not view.laid:
        return None
    return say("face-down card = {agent}", agent=say(AGENT_NAMES[value]))


def reckoning(view: View, say: Voice) -> list[tuple[str, list[str]]]:
    """At the end, seat by seat: how far the agents of both sides took their pawns, and what lead that makes."""
    return [(say.seat(seat), _reckoned(view, view.side[seat], say)) for seat in range(view.seats)]


def _reckoned(view: View, side: int, say: Voice) -> list[str]:
    went = [_by_agents(view, each) for each in (side, 1 - side)]
    score = lead(view, side)
    lines = [
        say("Agents of {side}: {agents}", side=side_name(view, side, say), agents=_went(view, side, say)),
        say("Agents of {side}: {agents}", side=side_name(view, 1 - side, say), agents=_went(view, 1 - side, say)),
    ]
    rest = score - went[0] + went[1]
    if rest:  # cards that moved a pawn, changed a number or took an agent out of play
        lines.append(say("What market cards did to both pawns: {steps}", steps=signed(rest)))
    return [*lines, say("Lead at the end: {lead}", lead=signed(score))]


def _by_agents(view: View, side: int) -> int:
    """How far the agents in play took a pawn, by their own numbers."""
    return sum(_by_copies(kind, view.agents[side][kind]) for kind in range(KINDS))


def _by_copies(kind: int, copies: int) -> int:
    return sum(STEPS[kind][min(copy, 2)] for copy in range(copies))


def _went(view: View, side: int, say: Voice) -> str:
    counts = view.agents[side]
    found = [
        f"{say(AGENT_NAMES[kind])}{f' ×{n}' if n > 1 else ''} {signed(_by_copies(kind, n))}"
        for kind, n in enumerate(counts)
        if n
    ]
    total = signed(_by_agents(view, side))
    return say("{parts}; together {total}", parts=", ".join(found) or "–", total=total)
