"""The words of Spywhere: questions, answers, log lines, refusals and the end, all made from views."""

from __future__ import annotations

from collections.abc import Iterator

from doppiogioco.engine.game import View
from doppiogioco.engine.match import Given, Outcome
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Cited, Voice

from .cards import CLOSING_PAY, EMPTY, GUESSES, NATIONS, NO_GUESS, PASSPORTS
from .effects import effect, goal, part, spent
from .guesses import next_slot, opponent, own_cards, points, right_guesses, used
from .names import BOXED, card_name, cards_named, nation_name, passports_named
from .state import Ask, Choice, Reason
from .table_text import describe

__all__ = [
    "ABOUT", "CLAIMS", "MINUTES", "OPTIONS", "TITLE", "answer", "describe", "effect", "goal", "line", "part",
    "question", "reckoning", "shortcuts", "spent", "verdict", "why",
]  # fmt: skip

TITLE = N_("Spywhere")
ABOUT = N_("Gather the dishes of your secret homeland, watch who hungers for what, and guess everybody's passport.")
MINUTES = 20
OPTIONS = {
    "clear-triples": N_(
        "Clear three of a kind: three equal cards that a refill brings go back into the deck, and new ones come."
    ),
    "change-guesses": N_(
        "Second thoughts: when the game ends, everybody may still change the guesses made before (the printed rule)."
    ),
}

CLAIMS = (
    N_("I only take these to mislead you."),
    N_("Somebody here is very hungry for one dish."),
    N_("I have never even been to that country."),
    N_("I know your passport."),
    N_("You guessed wrong about me."),
    N_("Take those three, they are not mine."),
    N_("One more card and I close the game."),
)

QUESTIONS = {
    Ask.REMOVE: N_("Which nation stays in the box?"),
    Ask.FIRST: N_("Lots are drawn for who begins"),
    Ask.PASSPORT: N_("{to} gets a passport"),
    Ask.DEAL: N_("{to} gets a card"),
    Ask.REGUESS: N_("{to} has made a secret guess"),
    Ask.ROW: N_("A card is laid in the row"),
    Ask.CLEAR: N_("Can the three of a kind be cleared?"),
    Ask.DRAW: N_("{turn} draws a card"),
    Ask.GIVE: N_("{turn} exchanges a card with the row: which one to give?"),
    Ask.TAKE: N_("{turn} gives {given}: which card of the row to take?"),
    Ask.TRIPLE: N_("{n} equal cards lie in the row, {card}: does {turn} take three of them?"),
    Ask.BONUS: N_("{turn} draws a card as a reward"),
    Ask.GUESS: N_("{turn} may lay an identification card: in front of whom?"),
    Ask.NAME: N_("{turn} identifies {whom}: which nation?"),
    Ask.OVER: N_("The game is over"),
}
YOURS = {  # the same, put to who is asked
    Ask.GIVE: N_("You exchange a card with the row: which one do you give?"),
    Ask.TAKE: N_("You give {given}: which do you take?"),
    Ask.TRIPLE: N_("{n} equal cards lie in the row, {card}: do you take three of them?"),
    Ask.GUESS: N_("Do you want to identify anybody?"),
    Ask.NAME: N_("You identify {whom}: as which nation?"),
}


# Questions and answers ----------------------------------------------------------------------------------------------


def question(view: View, say: Voice) -> str:
    """The present question in one sentence; it speaks to who is asked."""
    ask, parts = Ask(view.ask), dict[str, object]()
    if ask == Ask.FINAL:
        return _last_guess(view, say)
    for name in ("to", "turn", "whom"):
        if getattr(view, name) != NOBODY:
            parts[name] = say.seat(getattr(view, name))
    if view.given != NOBODY:
        parts["given"] = card_name(view.given, say)
    if view.triple != NOBODY:
        parts |= {"n": view.row[view.triple], "card": card_name(view.triple, say)}
    yours = ask in YOURS and view.sits(view.turn)
    return say(YOURS[ask] if yours else QUESTIONS[ask], **parts)


def _last_guess(view: View, say: Voice) -> str:
    """For who has a guess to settle, which one; the others only know who is still at it."""
    guessing = [seat for seat in range(view.seats) if not _finished(view, seat)]
    if not view.sits(*guessing):
        return say("Still making their last guesses: {seats}", seats=say.list([say.seat(seat) for seat in guessing]))
    slot = view.settled[view.seat]
    about = say.seat(opponent(view, view.seat, slot))
    if not view.laid[view.seat][slot]:
        return say("You make a last guess about {opponent}: which nation, or none?", opponent=about)
    nation = nation_name(view.guess[view.seat][slot], say)
    text = N_("You may change your guess about {opponent}, so far {nation}: which nation?")
    return say(text, opponent=about, nation=nation)


def _finished(view: View, seat: int) -> bool:
    return bool(view.settled[seat] == GUESSES[view.seats])


def answer(view: View, a: int, say: Voice) -> str:
    """The words of an answer, as a button has them."""
    match view.ask:
        case Ask.FIRST:
            return say.seat(a)
        case Ask.CLEAR:
            return say("They go back into the deck") if a == Choice.YES else say("They stay in the row")
        case Ask.TRIPLE:
            return say("Take three") if a == Choice.YES else say("Leave them")
        case Ask.GUESS:
            return say("Nobody") if a == NO_GUESS else say.seat(a)
        case Ask.FINAL | Ask.REGUESS if a == EMPTY:
            return say("No guess")
        case Ask.REMOVE | Ask.PASSPORT | Ask.REGUESS | Ask.NAME | Ask.FINAL:
            return nation_name(a, say)
    return card_name(a, say)


def shortcuts(view: View, say: Voice) -> list[tuple[str, tuple[int, ...]]]:
    """Several answers that somebody may want to give at one stroke: their words, and the answers.

    At the end: to keep the guesses made and add none. That is no answer of the rules, for one that finishes at once
    would tell everybody that nothing was changed.
    """
    if view.ask != Ask.FINAL or view.seat >= view.seats or _finished(view, view.seat):
        return []
    seat, start, made, kept = view.seat, view.settled[view.seat], view.guess[view.seat], []
    slot = start
    while slot < GUESSES[view.seats]:
        kept.append(made[slot] if view.laid[seat][slot] else EMPTY)
        slot = next_slot(view.cells, seat, slot + 1)
    taken = any(nation != EMPTY and used(view.cells, seat, nation, 0, start) for nation in kept)
    return [(say("Leave everything as it is"), tuple(kept))] if len(kept) > 1 and not taken else []


# Why not ------------------------------------------------------------------------------------------------------------


def why(view: View, a: int, say: Voice) -> tuple[str, str]:
    """The number of the rule that forbids an answer, and the reason."""
    seat = say.seat(view.seat)
    match view.ask:
        case Ask.GIVE:
            return "3.3", say("{seat} does not hold this card", seat=seat)
        case Ask.TAKE if a == view.given:
            return "3.4", say("the card just given cannot be taken back")
        case Ask.TAKE:
            return "3.4", say("no such card lies in the row")
        case Ask.TRIPLE:
            own = {"seat": seat, "nation": nation_name(view.triple, say)}
            papers = PASSPORTS[view.seats]
            return "4.2", say.many(
                "the passport of {seat} says {nation}", "a passport of {seat} says {nation}", papers, **own
            )
        case Ask.GUESS if a >= view.seats:
            return "5.1", say("nobody sits there")
        case Ask.GUESS if a == view.seat:
            return "5.1", say("an identification card goes to an opponent")
        case Ask.GUESS:
            return "5.2", say("{seat} has already identified {whom}", seat=seat, whom=say.seat(a))
        case Ask.FINAL if a == EMPTY:
            return "6.4", say("a guess that was made may be changed, but not taken back")
    if a == view.removed:
        return "2.2", say(BOXED[a])
    return "5.3", say(
        "{seat} has already used the identification card of {nation}", seat=seat, nation=nation_name(a, say)
    )


# The log ------------------------------------------------------------------------------------------------------------


def line(before: View, given: Given, after: View, say: Voice) -> str | None:
    """The log line of an answer as one listener heard it, or nothing; it cites what the answer led to, if anything."""
    told, then = _told(before, given, after, say), _consequences(before, after, say)
    text = " ".join([*told, *then])
    cited = [one.clause for one in (*then, *told) if isinstance(one, Cited)]
    return Cited(text, cited[0]) if cited else text or None


def _told(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """The answer itself. An exchange is told when it is complete, and the row when it is full."""
    heard, a, seat = given.answer != HIDDEN, given.answer, say.seat(given.seat)
    match before.ask:
        case Ask.REMOVE:
            text = say(BOXED[a])
            return [f"{text[0].upper()}{text[1:]}."]
        case Ask.FIRST:
            return [say("{seat} begins.", seat=say.seat(a))]
        case Ask.PASSPORT if heard:
            return [say("{seat} gets the passport: {nation}.", seat=say.seat(before.to), nation=nation_name(a, say))]
        case Ask.DEAL if heard:
            return [say("{seat} gets {card}.", seat=say.seat(before.to), card=card_name(a, say))]
        case Ask.ROW if after.ask != Ask.ROW:
            text = say("The row: {cards}.", cards=cards_named(after.row, say))
            return [text if before.turns else Cited(text, "2.4")]
        case Ask.CLEAR if a == Choice.YES:
            text = say("Three of a kind, {card}: they go back into the deck.", card=card_name(before.triple, say))
            return [Cited(text, "4.6")]
        case Ask.CLEAR:
            text = N_("Three of a kind, {card}: they stay, for what is left cannot make a row without three of a kind.")
            return [say(text, card=card_name(before.triple, say))]
        case Ask.DRAW if heard:
            return [say("{seat} draws {card}.", seat=say.seat(before.turn), card=card_name(a, say))]
        case Ask.DRAW:
            return [say("{seat} draws a card.", seat=say.seat(before.turn))]
        case Ask.TAKE:
            parts = {"given": card_name(before.given, say), "taken": card_name(a, say)}
            return [say("{seat} gives {given} and takes {taken}.", seat=seat, **parts)]
        case Ask.TRIPLE if a == Choice.YES:
            return [say("{seat} takes three: {card}.", seat=seat, card=card_name(before.triple, say))]
        case Ask.TRIPLE:
            return [say("{seat} leaves the three of a kind.", seat=seat)]
        case Ask.BONUS if heard:
            return [say("{seat} draws {card} as a reward.", seat=say.seat(before.turn), card=card_name(a, say))]
        case Ask.BONUS:
            return [say("{seat} draws a card as a reward.", seat=say.seat(before.turn))]
        case Ask.GUESS if a != NO_GUESS:
            return [say("{seat} lays an identification card in front of {whom}.", seat=seat, whom=say.seat(a))]
        case Ask.NAME if heard:
            parts = {"whom": say.seat(before.whom), "nation": nation_name(a, say)}
            return [Cited(say("{seat} secretly guesses: {whom} is {nation}.", seat=seat, **parts), "5.1")]
        case Ask.FINAL:
            return _settled(before, given, after, say)
    return []


def _settled(before: View, given: Given, after: View, say: Voice) -> list[str]:
    """A last guess is told to who makes it; the others hear when somebody has finished."""
    told, seat, slot = [], say.seat(given.seat), before.settled[given.seat]
    if given.answer != HIDDEN:
        whom = say.seat(opponent(before, given.seat, slot))
        if given.answer == EMPTY and before.seats == 2:
            told.append(say("{seat} does without one of the two identification cards.", seat=seat))
        elif given.answer == EMPTY:
            told.append(say("{seat} makes no guess about {whom}.", seat=seat, whom=whom))
        else:
            nation = nation_name(given.answer, say)
            told.append(say("{seat} secretly guesses: {whom} is {nation}.", seat=seat, whom=whom, nation=nation))
    if _finished(after, given.seat):
        told.append(say("{seat} has finished guessing.", seat=seat))
    return [Cited(text, "6.4" if before.laid[given.seat][slot] else "6.3") for text in told]


def _consequences(before: View, after: View, say: Voice) -> list[str]:
    """What the rules did after the answer, as everybody sees it on the table."""
    told: list[str] = []
    if before.ask in (Ask.PASSPORT, Ask.DEAL) and after.ask not in (Ask.PASSPORT, Ask.DEAL, Ask.REGUESS):
        told.append(
            say.many(
                "Everybody has three cards and a secret passport.",
                "Everybody has three cards and {n} secret passports.",
                PASSPORTS[after.seats],
            )
        )
    if after.pile == 0 < before.pile:
        told.append(Cited(say("That was the last card of the deck: the game ends with this turn."), "6.2"))
    if before.closer != after.closer:
        text = N_("{seat} has made the last guess and closes the game, for {n} points.")
        told.append(Cited(say(text, seat=say.seat(after.closer), n=CLOSING_PAY), "6.1"))
    if before.ask != Ask.FINAL == after.ask:
        told.append(Cited(say("The end has come: the last guesses are made in secret."), "6.3"))
    if after.ask == Ask.OVER:
        told += [Cited(say("The game is over."), "6.6"), *_revealed(after, say)]
    return told


def _revealed(view: View, say: Voice) -> Iterator[str]:
    papers = [f"{say.seat(seat)} = {passports_named(view, seat, say)}" for seat in range(view.seats)]
    yield say("The passports are shown: {papers}.", papers=", ".join(papers))
    scores = [f"{say.seat(seat)} = {points(view, seat)}" for seat in range(view.seats)]
    yield say("Points: {points}.", points=", ".join(scores))


# The end ------------------------------------------------------------------------------------------------------------


def verdict(view: View, outcome: Outcome, say: Voice) -> str:
    """How it ended: who won, as what and with how many points."""
    best = outcome.scores[outcome.winners[0]]
    if view.reason == Reason.SHARED:
        names = say.list([say.seat(seat) for seat in outcome.winners])
        return say.many(
            "{seats} share the victory with {n} point each.",
            "{seats} share the victory with {n} points each.",
            best,
            seats=names,
        )
    winner = outcome.winners[0]
    parts = {"seat": say.seat(winner), "papers": passports_named(view, winner, say)}
    return say.many("{seat} ({papers}) wins with {n} point.", "{seat} ({papers}) wins with {n} points.", best, **parts)


def reckoning(view: View, say: Voice) -> list[tuple[str, list[str]]]:
    """At the end, seat by seat: what its cards, its guesses and closing the game brought."""
    return [(say.seat(seat), _reckoned(view, seat, say)) for seat in range(view.seats)]


def _reckoned(view: View, seat: int, say: Voice) -> list[str]:
    cards, right = own_cards(view, seat), right_guesses(view, seat)
    papers = passports_named(view, seat, say)
    lines = [say.many("{papers}: {n} card in hand: {n}", "{papers}: {n} cards in hand: {n}", cards, papers=papers)]
    told: tuple[list[str], list[str]] = ([], [])  # wrong guesses and right ones
    for slot in range(GUESSES[view.seats]):
        nation, about = view.guess[seat][slot], opponent(view, seat, slot)
        if 0 <= nation < NATIONS:
            told[view.passport[about][nation]].append(f"{say.seat(about)} = {nation_name(nation, say)}")
    if told[1]:
        sum_of = {"cards": cards, "paid": right * cards, "guesses": ", ".join(told[1])}
        lines.append(
            say.many(
                "Right: {guesses}: {n} × {cards} = +{paid}",
                "Right: {guesses}: {n} × {cards} = +{paid}",
                right,
                **sum_of,
            )
        )
    if told[0]:
        lines.append(say.many("Wrong: {guesses}: 0", "Wrong: {guesses}: 0", len(told[0]), guesses=", ".join(told[0])))
    if view.closer == seat:
        lines.append(say("Closed the game: +{paid}", paid=CLOSING_PAY))
    return [*lines, say("Together: {total}", total=points(view, seat))]


# What bots believe ------------------------------------------------------------------------------------------------


def suspected(view: View, _name: str, at: tuple[int, ...], value: int, say: Voice) -> str | None:
    """What a bot believes or doubts, in a few words; nothing where it is not worth telling."""
    if value < 1:
        return None
    return say("passport of {seat} = {nation}", seat=say.seat(at[0]), nation=nation_name(at[1], say))
