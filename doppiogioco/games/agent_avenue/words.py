"""The words of Agent Avenue: questions, answers, log lines, refusals and the table as text, all made from views."""

from __future__ import annotations

from itertools import zip_longest

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Voice, in_columns

from .cards import (
    BLUE,
    CAR_STEPS,
    CATCH,
    CORNERS,
    GREEN,
    HOME,
    KINDS,
    MARKET_CARDS,
    ON_OFFER,
    PRINTED,
    SPACES,
    STEPS,
    TRUCK_STEPS,
    Agent,
    Market,
)
from .movement import has, lead, steps_for, victory
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
from .turn import alone, exchange_limit, members

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


# The log ------------------------------------------------------------------------------------------------------------


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing. It cites the clause of its first sentence."""
    told = [*_told(before, given, after, say), *_consequences(before, after, say)]
    if not told:
        return None
    text, first = " ".join(told), told[0]
    return Cited(text, first.clause) if isinstance(first, Cited) else text


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.GREEN:
            return [say("{seat} plays green.", seat=say.seat(a))]
        case Ask.ALONE:
            return [say("{seat} plays alone against the other two.", seat=say.seat(a))]
        case Ask.FIRST:
            parts = {"first": side_name(after, GREEN, say), "second": side_name(after, BLUE, say)}
            ours, theirs = (say.list(members_of(after, side, say)) for side in (GREEN, BLUE))
            return [say("{first} begins: {ours}. {second}: {theirs}.", ours=ours, theirs=theirs, **parts)]
        case Ask.OFFER:
            return _offered(before, a, after, say)
        case Ask.DEAL | Ask.REDRAW | Ask.DRAW:
            return [*_drawn(before, given, say), *_led(before, after, say)]
        case Ask.LEAD if a != EXCHANGE_FIRST:
            return [say("{seat} plays face up this time.", seat=say.seat(a))]
        case Ask.DISCARD:
            return [_exchanged(before, given, say)]
        case Ask.OPEN:
            return [say("{seat} plays {agent} face up.", seat=seat, agent=say(WITH_ARTICLE[a]))]
        case Ask.COVER if heard:
            return [Cited(say("{seat} lays {agent} face down.", seat=seat, agent=say(WITH_ARTICLE[a])), "3.2")]
        case Ask.COVER:
            return [Cited(say("{seat} lays a card face down.", seat=seat), "3.2")]
        case Ask.RECRUIT if a == Pick.OPEN:
            return [say("{seat} chooses {agent}.", seat=seat, agent=say(WITH_ARTICLE[before.open]))]
        case Ask.RECRUIT:
            return [say("{seat} chooses the card face down.", seat=seat)]
        case Ask.REVEAL:
            return _both_recruited(before, a, say)
        case Ask.MARKET:
            return [say("{seat} takes “{card}”.", seat=seat, card=say(CARD_NAMES[a])), *_used(before, a, after, say)]
        case Ask.ABLE if a == Choice.NO:
            return [say("It cannot be used: the hand of {seat} does not fit.", seat=say.seat(before.taker))]
        case Ask.HIRE if before.card == Market.DOUBLE_TROUBLE:
            shown = say("{seat} shows a pair: {agent}.", seat=seat, agent=say(AGENT_NAMES[a]))
            return [Cited(shown, "8.5"), _recruited(before, before.served, a, say)]
        case Ask.HIRE:
            return [Cited(_recruited(before, before.served, a, say), _card_clause(before))]
        case Ask.UNVEIL:
            return [_recruited(before, before.served, a, say)]
        case Ask.RECALL:
            return [say("{seat} takes back {agent}.", seat=seat, agent=say(WITH_ARTICLE[a]))]
        case Ask.AGAIN if a == Choice.YES:
            return [_recruited(before, before.served, before.named, say)]
        case Ask.AGAIN:
            return [say("{seat} keeps the card in hand.", seat=seat)]
        case Ask.STEAL:
            side = side_name(before, 1 - before.served, say)
            return [say("{seat} takes {agent} from {side}.", seat=seat, agent=say(WITH_ARTICLE[a]), side=side)]
    return []


def _drawn(before: View, given: Given, say: Voice) -> list[str]:
    """A card from the deck, for those who see it; after a market card it is drawn by another rule."""
    if given.answer == HIDDEN:
        return []
    seat, agent = before.to if before.ask == Ask.DEAL else before.asked, say(WITH_ARTICLE[given.answer])
    text = say("{seat} draws {agent}.", seat=say.seat(seat), agent=agent)
    return [Cited(text, "6.9") if before.ask == Ask.DRAW and not before.laid else text]


def _led(before: View, after: View, say: Voice) -> list[str]:
    """Who has exchanged for the last card plays face up."""
    if before.ask != Ask.REDRAW or before.opener == after.opener:
        return []
    text = say("{seat} has taken the last card and so plays face up.", seat=say.seat(after.opener))
    return [Cited(text, "3.9")]


def _offered(before: View, card: int, after: View, say: Voice) -> list[str]:
    """The first offer is told as a whole, later ones card by card."""
    if before.card != NOBODY:
        return [
            say("New on the market: “{card}”.", card=say(CARD_NAMES[card])),
            *_used(before, before.card, after, say),
        ]
    if _on_offer(after) < ON_OFFER:
        return []
    cards = [say(CARD_NAMES[card]) for card in range(MARKET_CARDS) if after.market[card] == Where.OFFER]
    return [Cited(say("On the market: {cards}.", cards=say.list(cards)), "6.1")]


def _on_offer(view: View) -> int:
    return list(view.market).count(Where.OFFER)


def _exchanged(before: View, given: Given, say: Voice) -> str:
    parts = {
        "seat": say.seat(given.seat),
        "done": before.spent[given.seat] + 1,
        "all": exchange_limit(before, given.seat),
    }
    if given.answer == HIDDEN:
        return say("{seat} exchanges a card ({done} of {all}).", **parts)
    return say("{seat} exchanges {agent} ({done} of {all}).", agent=say(WITH_ARTICLE[given.answer]), **parts)


def _both_recruited(before: View, turned: int, say: Voice) -> list[str]:
    chosen, left = (before.open, turned) if before.pick == Pick.OPEN else (turned, before.open)
    return [
        say("The card face down is {agent}.", agent=say(WITH_ARTICLE[turned])),
        _recruited(before, 1 - before.active, chosen, say),
        _recruited(before, before.active, left, say),
    ]


def _recruited(before: View, side: int, agent: int, say: Voice) -> str:
    """An agent comes into play: the how-manieth copy, and where the pawn goes."""
    copies, steps = before.agents[side][agent] + 1, steps_for(before, side, agent)
    parts = {"side": side_name(before, side, say), "agent": say(WITH_ARTICLE[agent])}
    parts["move"] = _moved(before, side, steps, say)
    if copies == 1:
        return say("{side} recruits {agent}: {move}.", **parts)
    return say("{side} recruits {agent}, number {copies}: {move}.", copies=copies, **parts)


def _moved(before: View, side: int, steps: int, say: Voice) -> str:
    if steps == 0:
        return say("the pawn stays")
    there = (before.at[side] + steps) % SPACES
    text = say("{steps}, to space {there}", steps=signed(steps), there=there)
    if there in HOME and has(before, side, Market.GETAWAY_CAR):
        further = (there + CAR_STEPS) % SPACES
        text += say(", and by Getaway Car to {further}", further=further)
    return text


def _used(before: View, card: int, after: View, say: Voice) -> list[str]:
    """What a card that has just been taken did without further questions, if it is its moment."""
    side, waits = before.served, {Market.SMOKE_SCREEN: Ask.UNVEIL, Market.SPYCATION: Ask.RECALL}
    if before.ask == Ask.MARKET and after.ask == Ask.OFFER:
        return []  # first the market is filled up
    match card:
        case Market.SURVEILLANCE_TRUCK:
            move = _moved(before, side, TRUCK_STEPS, say)
            return [say("{side} moves {move}.", side=side_name(before, side, say), move=move)]
        case Market.SMOKE_SCREEN | Market.SPYCATION | Market.MIND_CONTROL:
            if after.ask != waits.get(Market(card), Ask.STEAL):
                return [say("It has no effect.")]
    return []


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the rules did after the answer, as everybody sees it on the table."""
    told: list[str] = []
    if before.pile > 0 == after.pile:
        told.append(Cited(say("The deck is empty."), "3.8"))
    if after.ask in (Ask.TAKER, Ask.MARKET) and before.ask != Ask.TAKER:
        told.append(Cited(say("{side} is at the Black Market.", side=side_name(after, after.served, say)), "6.3"))
    if after.ask == Ask.OVER:
        told.append(Cited(say("The game is over."), "5.1"))
    return told


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
