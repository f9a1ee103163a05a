"""The words of Top Secret Spies: questions, answers, refusals, the end and the table as text, all made from views."""

from __future__ import annotations

from itertools import zip_longest

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice, in_columns

from .cards import BUILDINGS, CHURCH, COLOURS, ENOUGH, HAND_LIMIT, KINDS, PASS, PRINTED, RUINS, WORTH, Card
from .dossier import next_opponent
from .effects import effect, goal, part
from .names import (
    CARD_EFFECTS,
    CARD_NAMES,
    agent_name,
    agents_in_play,
    building_name,
    face_name,
    full_name,
    signed,
)
from .state import TOP_SECRET, Ask, Reason, Way, plays
from .telling import finished, given_back, line, owned, returned

__all__ = [
    "ABOUT", "CLAIMS", "MINUTES", "OPTIONS", "TITLE", "UNSETTLED", "answer", "describe", "effect", "goal", "line",
    "part", "question", "reckoning", "verdict", "why",
]  # fmt: skip

TITLE = N_("Top Secret Spies")
ABOUT = N_(
    "Everybody moves everybody's agents, and one of them is secretly yours: get it to the secrets without a trace."
)
MINUTES = 45
OPTIONS = {
    "top-secret": N_("Top Secret cards: after each movement everybody may play cards, and a sure scoring may vanish."),
    "dossier": N_("Secret dossier: late in the game everybody writes down who plays whom, for 5 points a hit."),
}

CLAIMS = (
    N_("That one is yours, isn't it?"),
    N_("Somebody keeps pushing the same agent."),
    N_("My agent is far behind."),
    N_("I am only moving a free agent."),
    N_("Keep the leader away from the safe!"),
    N_("I am sending my own agent to the ruins."),
    N_("I know who you are."),
)

UNSETTLED = {"colours": N_("the first of the list play")}  # where the players leave it open

QUESTIONS = {  # what the table does, or what all are told alike
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.DEAL: N_("{to} gets an agent card"),
    Ask.DEAL_CARD: N_("{to} gets a Top Secret card"),
    Ask.REWRITE: N_("{to} has a secret entry in the dossier"),
    Ask.ROLL: N_("{turn} rolls the die"),
    Ask.DRAW: N_("{asked} draws a Top Secret card"),
    Ask.TAKE: N_("{asked} takes the card of a free agent"),
    Ask.OVER: N_("The game is over"),
}
Pair = tuple[str, str]  # a question as the others read it, and as it is put to whoever is asked
ASKED: dict[int, Pair] = {
    Ask.AGENT: (N_("{asked} plays “{card}”: which agent?"), N_("You play “{card}”: which agent?")),
    Ask.OTHER: (
        N_("{asked} plays “{card}”: {named}, and which other agent?"),
        N_("You play “{card}”: {named}, and which other agent?"),
    ),
    Ask.FAR: (
        N_("{asked} plays “{card}”: how far does {named} go?"),
        N_("You play “{card}”: how far does {named} go?"),
    ),
    Ask.WAY: (
        N_("{asked} plays “{card}”: does {named} go forward or back?"),
        N_("You play “{card}”: does {named} go forward or back?"),
    ),
    Ask.MARKER: (N_("{asked} plays “{card}”: which marker?"), N_("You play “{card}”: which marker?")),
    Ask.OTHER_MARKER: (
        N_("{asked} plays “{card}”: the marker of {named}, and which other one?"),
        N_("You play “{card}”: the marker of {named}, and which other one?"),
    ),
    Ask.STASH: (N_("{turn} moves the safe to another building"), N_("You move the safe to another building")),
}
PACE = (N_("{turn} rolled 1-3: 1, 2 or 3 points?"), N_("You rolled 1-3: 1, 2 or 3 points?"))
PACE_OR_REST = (
    N_("{turn} rolled 1-3: 1, 2 or 3 points, or nobody moves?"),
    N_("You rolled 1-3: 1, 2 or 3 points, or nobody moves?"),
)
PACE_OR_DRAW = (
    N_("{turn} rolled 1-3: 1, 2 or 3 points, or nobody moves and a card is drawn?"),
    N_("You rolled 1-3: 1, 2 or 3 points, or nobody moves and you draw a card?"),
)
PLAY = (N_("{asked} may play a Top Secret card, or pass"), N_("You may play a Top Secret card, or pass"))
PLAY_ON = (
    N_("{asked} may play another Top Secret card, or stop here"),
    N_("You may play another Top Secret card, or stop here"),
)
JOIN = (
    N_("{asked} plays “{card}”: to which building does {named} go?"),
    N_("You play “{card}”: to which building does {named} go?"),
)
MOVE_SAFE = (
    N_("{asked} plays “{card}”: to which building does the safe go?"),
    N_("You play “{card}”: to which building does the safe go?"),
)


# Questions and answers ----------------------------------------------------------------------------------------------


def question(view: View, say: Voice) -> str:
    """The present question in one sentence: whoever is asked is spoken to, the others read who that is."""
    match view.ask:
        case Ask.BOX if NOBODY in view.at:
            return say("Which other agent stays in the box?")
        case Ask.BOX:
            return say("Which agent stays in the box?")
        case Ask.ENTRY:
            return _whose(view, say)
    parts = {name: say.seat(getattr(view, name)) for name in ("to", "turn", "asked") if getattr(view, name) != NOBODY}
    if view.named != NOBODY:
        parts["named"] = agent_name(view.named)
    if view.card != NOBODY:
        parts["card"] = say(CARD_NAMES[view.card])
    if view.ask in QUESTIONS:
        return say(QUESTIONS[Ask(view.ask)], **parts)
    yours = view.sits(getattr(view, view.game.questions[view.ask].asked))
    if view.ask == Ask.STEP:
        return _points(view, yours, say)
    return say(_pair(view)[yours], **parts)


def _points(view: View, yours: bool, say: Voice) -> str:
    if yours:
        return say.many("You move agents: {n} point left", "You move agents: {n} points left", view.points)
    turn = say.seat(view.turn)
    return say.many(
        "{turn} moves agents: {n} point left", "{turn} moves agents: {n} points left", view.points, turn=turn
    )


def _pair(view: View) -> Pair:
    """A question that is put to one seat."""
    match view.ask:
        case Ask.PACE if not view.options & TOP_SECRET:
            return PACE
        case Ask.PACE:
            return PACE_OR_REST if view.cards[view.turn] == HAND_LIMIT else PACE_OR_DRAW
        case Ask.PLAY:
            return PLAY_ON if view.played else PLAY
        case Ask.WHERE:
            return JOIN if view.card == Card.JOIN else MOVE_SAFE
    return ASKED[view.ask]


def _whose(view: View, say: Voice) -> str:
    """For a writer, whose agent is wanted next; the others only know who is still writing."""
    writing = [seat for seat in range(view.seats) if not finished(view, seat)]
    if not view.sits(*writing):
        return say("Still writing the dossier: {seats}", seats=say.list([say.seat(seat) for seat in writing]))
    opponent = say.seat(next_opponent(view, view.seat))
    return say("You write the dossier: which agent does {opponent} play?", opponent=opponent)


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them."""
    match view.ask:
        case Ask.FIRST:
            return say.seat(a)
        case Ask.ROLL:
            return face_name(a)
        case Ask.PACE:
            return say.many("{n} point", "{n} points", a)
        case Ask.STEP:
            return agent_name(a)
        case Ask.PLAY if a == PASS:  # 7.10: ending a moment in which one played is not a pass
            return say("Stop here") if view.played else say("Pass")
        case Ask.PLAY | Ask.DRAW | Ask.DEAL_CARD:
            return say(CARD_NAMES[a])
        case Ask.OTHER if a == ENOUGH:
            return say("No other agent")
        case Ask.FAR if view.card == Card.FORWARD_UP_TO_THREE:
            return say.many("{n} building forward", "{n} buildings forward", a + 1)
        case Ask.FAR:
            return say.many("{n} building back", "{n} buildings back", a + 1)
        case Ask.WAY:
            return say("Forward") if a == Way.FORWARD else say("Back")
        case Ask.WHERE | Ask.STASH:
            return building_name(a, say)
    return full_name(a, say)


# Why not ------------------------------------------------------------------------------------------------------------


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    match view.ask:
        case Ask.PACE:
            return "3.2", say("without the Top Secret cards at least one agent has to move")
        case Ask.PLAY if view.hand[view.seat][a]:
            return PRINTED[a].clause, _not_playable(a, say)
        case Ask.PLAY:
            return "7.9", say("{seat} does not hold this card", seat=say.seat(view.seat))
        case Ask.FAR | Ask.WHERE:
            return PRINTED[view.card].clause, _not_there(view, a, say)
        case Ask.STASH:
            return "5.4", say("the safe has to go to another building")
        case Ask.OTHER if a == ENOUGH:
            return PRINTED[view.card].clause, say("this card needs a second agent")
    return _not_this_agent(view, a, say)


def _not_playable(card: int, say: Voice) -> str:
    match card:
        case Card.JOIN:
            return say("all agents are in the same building")
        case Card.LEAVE_SAFE:
            return say("no agent is at the safe")
    return say("no agent is in the ruins")


def _not_there(view: View, a: int, say: Voice) -> str:
    if view.ask == Ask.FAR:
        return say("this card goes back 2 buildings at most")
    if view.card == Card.MOVE_SAFE:
        return say("the safe has to go to another building")
    if a == view.at[view.named]:
        return say("{agent} is there already", agent=agent_name(view.named))
    return say("no agent is there to be joined")


def _not_this_agent(view: View, a: int, say: Voice) -> tuple[str, str]:
    agent, seat = agent_name(a), say.seat(view.seat)
    if not plays(view, a):
        return "2.1", say("{agent} takes no part in this game", agent=agent)
    match view.ask:
        case Ask.ENTRY if view.dossier[view.seat][a] == view.seat:
            return "9.3", say(
                "{agent} is an agent of {seat}, and a dossier is about the others", agent=agent, seat=seat
            )
        case Ask.ENTRY:
            opponent = say.seat(view.dossier[view.seat][a])
            return "9.3", say("{agent} is already down for {opponent}", agent=agent, opponent=opponent)
        case Ask.OTHER | Ask.OTHER_MARKER if a == view.named:
            return PRINTED[view.card].clause, say("{agent} has already been named", agent=agent)
        case Ask.AGENT if view.card == Card.LEAVE_SAFE:
            return "8.12", say("{agent} is not at the safe", agent=agent)
    return PRINTED[view.card].clause, say("{agent} is not in the ruins", agent=agent)


# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, with whom and how far."""
    if view.reason == Reason.FREE_AGENT:
        best = max(view.score)
        ahead = [full_name(agent, say) for agent in agents_in_play(view) if view.score[agent] == best]
        return say.many(
            "Nobody wins: {agents} is farthest ahead with {best} points and works for nobody. Play again!",
            "Nobody wins: {agents} are farthest ahead with {best} points and work for nobody. Play again!",
            len(ahead),
            agents=say.list(ahead),
            best=best,
        )
    best = outcome.scores[outcome.winners[0]]
    if view.reason == Reason.SHARED:
        names = say.list([say.seat(seat) for seat in outcome.winners])
        return say("{seats} share the victory with {best} points each.", seats=names, best=best)
    winner = outcome.winners[0]
    agent = next(full_name(agent, say) for agent in owned(view) if view.owner[agent] == winner)
    text = say("{seat} wins with {agent}: {best} points.", seat=say.seat(winner), agent=agent, best=best)
    if view.bonus[winner]:
        text += " " + say("The dossier brought {paid} of them.", paid=view.bonus[winner])
    return text


def reckoning(view: View, say: Voice) -> list[tuple[str, list[str]]]:
    """At the end, seat by seat: what its marker and its dossier brought, and what that makes together."""
    return [(say.seat(seat), _reckoned(view, seat, say)) for seat in range(view.seats)]


def _reckoned(view: View, seat: int, say: Voice) -> list[str]:
    agent = view.owner.index(seat)
    score, name = view.score[agent], full_name(agent, say)
    lines = [say.many("{agent}: {n} point", "{agent}: {n} points", score, agent=name), *given_back(view, seat, say)]
    if view.filed:
        page = view.dossier[seat]
        entries = [agent for agent in agents_in_play(view) if page[agent] != seat]
        right = [_guess(view, seat, agent, say) for agent in entries if page[agent] == view.owner[agent]]
        wrong = [_guess(view, seat, agent, say) for agent in entries if page[agent] != view.owner[agent]]
        if right:
            paid = view.bonus[seat]
            lines.append(say("Right in the dossier (+{paid}): {entries}", entries=", ".join(right), paid=paid))
        if wrong:
            lines.append(say("Wrong in the dossier: {entries}", entries=", ".join(wrong)))
    return [*lines, say("Together: {total}", total=score + view.bonus[seat])]


def _guess(view: View, seat: int, agent: int, say: Voice) -> str:
    """A line of a seat's dossier; at the end an agent that was given back is marked, since it counts as free."""
    who = view.dossier[seat][agent]
    entry = f"{agent_name(agent)} = {'–' if who == NOBODY else say.seat(who)}"
    return entry if view.returned_by[agent] == NOBODY else f"{entry} ({returned(view, agent, say)})"


# The table as text --------------------------------------------------------------------------------------------------


def describe(view: View, say: Voice) -> list[str]:
    """The table for a terminal: markers and buildings side by side, then the players, the cards and the dossiers."""
    board = zip_longest(_track(view, say), _ring(view, say), fillvalue="")
    lines = [*in_columns(board, "    "), "", *in_columns(_player(view, seat, say) for seat in range(view.seats))]
    if view.ask == Ask.OVER:
        free = [full_name(agent, say) for agent in agents_in_play(view) if view.owner[agent] == NOBODY]
        lines += [say("Free agents: {agents}", agents=", ".join(free))] if free else []
        lines += [text for seat in range(view.seats) for text in given_back(view, seat, say)]
    if view.options & TOP_SECRET:
        lines += ["", say("Pile: {pile}. Discards: {spent}.", pile=view.pile, spent=sum(view.spent))]
        lines += [text for seat in range(view.seats) for text in _hand(view, seat, say)]
    if view.filed:
        lines += ["", *_dossiers(view, say)]
    return lines


def _track(view: View, say: Voice) -> list[str]:
    order = sorted(agents_in_play(view), key=lambda agent: -view.score[agent])
    return [say("Markers"), *in_columns((full_name(agent, say), f"{view.score[agent]:2}") for agent in order)]


def _ring(view: View, say: Voice) -> list[str]:
    rows = []
    for place in range(BUILDINGS):
        agents = ", ".join(agent_name(agent) for agent in range(COLOURS) if view.at[agent] == place)
        name = f"{building_name(place, say)} ({signed(WORTH[place])})" if place in (CHURCH, RUINS) else str(place)
        rows.append((name, say("safe") if place == view.safe else "", agents))
    return [say("Buildings"), *in_columns(rows)]


def _player(view: View, seat: int, say: Voice) -> list[str]:
    known = ", ".join(full_name(agent, say) for agent in owned(view) if view.owner[agent] == seat)
    turn = ">" if seat == view.turn and view.ask != Ask.OVER else " "
    row = [turn, say.seat(seat), known or say.many("secret agent", "{n} secret agents", view.held_agents[seat])]
    if view.options & TOP_SECRET:
        row.append(say.many("{n} card", "{n} cards", view.cards[seat]))
    if view.ask == Ask.OVER and view.filed:
        row.append(say("dossier {paid}", paid=signed(view.bonus[seat])))
    elif view.filed:
        row.append(say("dossier {written} of {all}", written=view.written[seat], all=view.seats - 1))
    return row


def _hand(view: View, seat: int, say: Voice) -> list[str]:
    """A hand that the viewer sees, each card with its effect."""
    if HIDDEN in view.hand[seat] or not view.cards[seat]:
        return []
    kinds = [kind for kind in range(KINDS) for _ in range(view.hand[seat][kind])]
    cards = [f"  {say(CARD_NAMES[kind])}: {say(CARD_EFFECTS[kind])}" for kind in kinds]
    return [say("Hand of {seat}:", seat=say.seat(seat)), *cards]


def _dossiers(view: View, say: Voice) -> list[str]:
    """The dossiers that the viewer sees; a dash is a free agent."""
    pages = []
    for seat in range(view.seats):
        if HIDDEN not in view.dossier[seat]:
            entries = [_guess(view, seat, agent, say) for agent in agents_in_play(view)]
            pages.append(say("Dossier of {seat}: {entries}", seat=say.seat(seat), entries=", ".join(entries)))
    return pages


# What bots believe ------------------------------------------------------------------------------------------------


def suspected(view: View, _name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if not plays(view, at[0]):
        return None
    if value == NOBODY:
        return say("{agent} = a free agent", agent=full_name(at[0], say))
    return say("{agent} = the agent of {seat}", agent=full_name(at[0], say), seat=say.seat(value))
