"""Spies & Lies for the eye: two armies, the way between their flags, and what a seat has before it."""

from __future__ import annotations

from doppiogioco.engine.game import View
from doppiogioco.engine.state import HIDDEN, NOBODY
from doppiogioco.engine.words import N_, Voice

from . import scene
from .cards import DAYS, FLAG, GATE, MISSIONS, RANGE_LENGTH, RANGE_STEP, SECOND_HALF, SIX, SOLDIERS, Soldier
from .deployment import fits, fresh, next_owners, on_intel
from .names import EFFECTS, NAMES, colour, side_name
from .scene import Army, Board, Card, Guess, Later, Mine, Note, Own, Rank, Space
from .state import BY_HAND, Ask
from .words import why

COLOURS = ("red", "blue")
ASKED = (Ask.DECEIVE, Ask.GUESS, Ask.REVEAL, Ask.CAPTAIN, Ask.MARSHAL)  # the questions about one card
UNKNOWN = {Ask.RED, Ask.ALONE, Ask.MISSIONS, Ask.FIRST}  # the sides are still unknown
SINGLE, PAIRED = 22, 8  # letters of a name that fit on a plate, alone and beside a partner's


def icon(name: str) -> str:
    """A picture's name; the sprite is made of all that are written like this."""
    return name


ICONS = (
    icon("user-secret"), icon("binoculars"), icon("hammer"), icon("comment-slash"), icon("medal"), icon("copy"),
    icon("bomb"), icon("coins"), icon("ranking-star"), icon("star"),
)  # fmt: skip
RIGHT, WRONG, OPEN = icon("check"), icon("xmark"), icon("question")
LOOKS = {"exhausted": icon("bed"), "active": icon("bolt")}  # in place of the soldier's own picture


# The board ----------------------------------------------------------------------------------------------------------


def board(view: View, say: Voice, before: View | None = None, facing: int = 0) -> Board:
    """What everybody sees: the first side at the bottom and on the left, the other at the top and on the right."""
    today, old = _intel(view)
    steps = max(view.day, 0) + 1
    return Board(
        label=say("The table: four missions of each side, and between them the way of the Double Agent"),
        top=_army(view, 1, say),
        bottom=_army(view, 0, say),
        way=tuple(_space(view, place, say) for place in range(2 * FLAG + 1)),
        agent=view.agent,
        agent_title=_agent(view, say),
        day=say("Day {day}/{days}", day=view.day + 1, days=DAYS) if view.day != NOBODY else "",
        steps=steps,
        steps_title=say.many(
            "Whoever gets to 10 goes back to 0 and moves the Double Agent {n} space today.",
            "Whoever gets to 10 goes back to 0 and moves the Double Agent {n} spaces today.",
            steps,
        ),
        today=tuple(range(RANGE_STEP * today + 1, RANGE_STEP * today + RANGE_LENGTH + 1)) if today != NOBODY else (),
        today_title=say("Today's intel: {range}", range=_range(today))
        if today != NOBODY
        else say("Today's intel has not been turned over yet."),
        old=tuple(_range(kind) for kind in old),
        old_title=say("Old intel: {old}.", old=", ".join(_range(kind) for kind in old) or "–"),
    )


def _range(kind: int) -> str:
    return f"{RANGE_STEP * kind + 1}-{RANGE_STEP * kind + RANGE_LENGTH}"


def _intel(view: View) -> tuple[int, list[int]]:
    """Today's intel card, and the older ones."""
    today = NOBODY if view.day == NOBODY else view.intel[view.day + 1]
    return today, [kind for kind in view.intel[: max(view.day, 0) + 1] if kind != NOBODY]


def _army(view: View, side: int, say: Voice) -> Army:
    name, points, tokens = side_name(view, side, say), view.points[side], view.deceptions[side]
    members = list(dict.fromkeys(view.owner[side]))
    names = [say.seat(seat) for seat in members] if members[0] != NOBODY else ["?"]
    return Army(
        number=side,
        name=name,
        letter=name[0],
        colour=COLOURS[colour(view, side)],
        players=" · ".join(_shown_names(names)),
        title=f"{name}: {_with_missions(names)}",
        notes=tuple(_notes(view, side, say)),
        deceptions=tokens,
        deceptions_title=say.many("{side}: {n} Deception token", "{side}: {n} Deception tokens", tokens, side=name),
        ranks=tuple(_rank(view, side, soldier, say) for soldier in range(SOLDIERS)),
        cards=tuple(_card(view, side, mission, say) for mission in range(MISSIONS)),
        points=points,
        points_title=say.many(
            "Infiltration of {side}: {n} point", "Infiltration of {side}: {n} points", points, side=name
        ),
    )


def _halves(names: list[str]) -> list[str]:
    """Who plays which missions is only worth a word in a pair."""
    parts = (f"1-{SECOND_HALF}", f"{SECOND_HALF + 1}-{MISSIONS}")
    return names if len(names) < 2 else [f"{name} {part}" for name, part in zip(names, parts, strict=True)]


def _with_missions(names: list[str]) -> str:
    return ", ".join(_halves(names))


def _shown_names(names: list[str]) -> list[str]:
    most = SINGLE if len(names) < 2 else PAIRED
    return _halves([name if len(name) <= most else f"{name[: most - 1]}…" for name in names])


def _notes(view: View, side: int, say: Voice) -> list[Note]:
    """What is true of a side for the moment and has no place of its own."""
    found, name = [], side_name(view, side, say)
    if view.misplaced[side]:
        found.append(Note(icon("triangle-exclamation"), say("{side} has had a card out of order today.", side=name)))
    if view.picker[side] != NOBODY and view.ask != Ask.OVER:
        other = side_name(view, 1 - side, say)
        text = N_("Chain explosion: {seat} picks two soldiers of {side} to be exhausted.")
        found.append(Note(icon("explosion"), say(text, seat=say.seat(view.picker[side]), side=other)))
    if view.ask == Ask.OVER and view.winner == side:
        found.append(Note(icon("trophy"), say("{side} has won.", side=name)))
    return found


def _rank(view: View, side: int, soldier: int, say: Voice) -> Rank:
    kind, word = _known(view, side, soldier, say)
    title = f"{soldier + 1} {say(NAMES[soldier])}, {side_name(view, side, say)}" + (f": {word}" if word else "")
    guessed = view.ask == Ask.GUESS and view.target == side
    copied = view.ask == Ask.CAPTAIN and view.target == side
    key = f"guess-{soldier}" if guessed else f"exhausted-{soldier}" if copied else ""
    return Rank(soldier + 1, LOOKS.get(kind, ICONS[soldier]), kind, title, key)


def _known(view: View, side: int, soldier: int, say: Voice) -> tuple[str, str]:
    """What everybody knows of a soldier today, as a kind and in words."""
    if soldier in view.exhausted[side]:
        return "exhausted", say("exhausted")
    seen = [mission for mission in range(MISSIONS) if _lies_open(view, side, mission, soldier)]
    word = say("seen on Mission {mission}", mission=seen[0] + 1) if seen else ""
    if _active(view, side, soldier):
        return "active", f"{word}, {say('active')}" if word else say("active")
    return ("seen" if seen else ""), word


def _lies_open(view: View, side: int, mission: int, soldier: int) -> bool:
    return bool(view.row[side][mission] == soldier and view.retired[side][mission] != NOBODY)


def _active(view: View, side: int, soldier: int) -> bool:
    """Does this soldier's ability still count today?"""
    lasting = {
        Soldier.SPY: view.spying, Soldier.SCOUT: view.scouting, Soldier.MINER: view.mining, Soldier.BOMB: view.bomb,
    }  # fmt: skip
    return soldier in lasting and bool(lasting[Soldier(soldier)][side])


def _card(view: View, side: int, mission: int, say: Voice) -> Card:
    soldier, guess = view.row[side][mission], _guess(view, side, mission, say)
    asked = view.ask in ASKED and (view.target, view.mission) == (side, mission)
    decoy = bool(asked and view.decoy)
    token, kind = _token(view, side, mission), _kind(view, side, mission)
    words = {"face": say("in action"), "retired": say("retired"), "open": say("face down"), "back": say("face down")}
    known = kind in ("face", "retired", "open")
    told = [say(NAMES[soldier]) + f" ({soldier + 1})"] if known else []
    told.append(words.get(kind, say("no card yet")))
    told += {"on": [say("with an intel token")], "off": [say("without an intel token")]}.get(token, [])
    told += [say("with a Deception token")] if decoy else []
    told += [guess.title] if guess else []
    where = say("Mission {mission}", mission=mission + 1)
    owner = f" ({say.seat(view.owner[side][mission])})" if view.owner[side][mission] != NOBODY else ""
    return Card(
        number=mission + 1,
        kind=kind,
        rank=soldier + 1 if known else 0,
        icon=ICONS[soldier] if known else "",
        name=say(NAMES[soldier]) if known else "",
        length=_length(say(NAMES[soldier])) if known else 0,
        word=words.get(kind, ""),
        token=token,
        decoy=decoy,
        asked=asked,
        guess=guess,
        title=f"{where}, {side_name(view, side, say)}{owner}: {', '.join(told)}",
        key=f"used-{side}-{soldier}" if known and view.ask == Ask.PICK else "",
    )


def _length(name: str) -> int:
    """How much room a long name gets on a card: about what it takes in a narrow typeface; 0 for a short one."""
    thin = sum(letter in "fijlrt" for letter in name)
    return 0 if len(name) < 10 else round(28 * (0.1 + 0.48 * len(name) - 0.21 * thin))


def _kind(view: View, side: int, mission: int) -> str:
    """How a mission's card lies there, as far as the viewer knows it."""
    if mission >= view.laid[side]:
        return "empty"
    if view.retired[side][mission] != NOBODY:
        return "retired" if view.retired[side][mission] else "face"
    return "back" if view.row[side][mission] in (HIDDEN, NOBODY) else "open"


def _token(view: View, side: int, mission: int) -> str:
    if view.token[side][mission] != NOBODY:
        return "on" if view.token[side][mission] else "off"
    return "mark" if view.mark[side][mission] == 1 else ""


def _guess(view: View, side: int, mission: int, say: Voice) -> Guess | None:
    """The last guess, on the card it was about."""
    if view.guess == NOBODY or view.target == NOBODY or (side, mission) != _last_guessed(view):
        return None
    text = say("guessed: {soldier}", soldier=f"{say(NAMES[view.guess])} ({view.guess + 1})")
    if view.ask == Ask.REVEAL:
        return Guess(view.guess + 1, OPEN, text)
    return Guess(view.guess + 1, RIGHT if view.row[side][mission] == view.guess else WRONG, text)


def _last_guessed(view: View) -> tuple[int, int]:
    """The card in question, or the one before it where this one has not been guessed yet."""
    if view.ask not in (Ask.DECEIVE, Ask.GUESS):
        return view.target, view.mission
    second = view.target == view.day & 1  # of the two cards of a mission
    return 1 - view.target, view.mission if second else view.mission - 1


# The way ------------------------------------------------------------------------------------------------------------


def _space(view: View, place: int, say: Voice) -> Space:
    far = abs(place - FLAG)
    if far == 0:
        return Space("", "", "", "centre", say("The centre"))
    side = 0 if place < FLAG else 1
    parts = {"side": side_name(view, side, say)}
    if far == FLAG:
        return Space("", icon("flag"), COLOURS[colour(view, side)], "flag", say("The flag of {side}", **parts))
    if far == GATE:
        return Space("", icon("chess-rook"), COLOURS[colour(view, side)], "gate", say("The gate of {side}", **parts))
    title = say("Territory of {side}, {far} from the centre", far=far, **parts)
    return Space(str(far), "", COLOURS[colour(view, side)], "plain", title)


def _agent(view: View, say: Voice) -> str:
    where = _space(view, view.agent, say).title
    return say("The Double Agent: {where}", where=where)


# What a seat has ----------------------------------------------------------------------------------------------------


def mine(view: View, say: Voice) -> Mine:
    """What only this seat sees: its row, its hand while it deploys, else the list of the other side."""
    side = view.side[view.seat] if view.side[view.seat] != NOBODY else 0
    deploying = view.ask == Ask.DEPLOY and bool(next_owners(view) >> view.seat & 1)
    hand, later = _hand(view, side, say) if deploying else ((), ())
    return Mine(
        known=view.ask not in UNKNOWN,
        over=bool(view.ask == Ask.OVER),
        side=side_name(view, side, say),
        letter=side_name(view, side, say)[0],
        colour=COLOURS[colour(view, side)],
        part=_part(view, side, say),
        deceptions=f"{say('Deception')}: {view.deceptions[side]}",
        row=tuple(_own(view, side, mission, deploying, say) for mission in range(MISSIONS)),
        note=_note(view, side, deploying, say),
        deploying=deploying,
        hand=hand,
        later=later,
        enemy=side_name(view, 1 - side, say),
        enemies=tuple(_soldier(view, 1 - side, soldier, say) for soldier in range(SOLDIERS)),
    )


def _part(view: View, side: int, say: Voice) -> str:
    """Which missions the seat plays."""
    own = [mission for mission in range(MISSIONS) if view.owner[side][mission] == view.seat]
    return say("Missions {first}-{last}", first=own[0] + 1, last=own[-1] + 1) if own else ""


def _own(view: View, side: int, mission: int, deploying: bool, say: Voice) -> Own:
    soldier, kind = view.row[side][mission], _kind(view, side, mission)
    own = view.owner[side][mission] == view.seat
    token = _token(view, side, mission) in ("on", "mark")
    word = {"face": say("in action"), "retired": say("retired")}.get(kind, "")
    known = kind in ("face", "retired", "open")
    if kind == "empty" and deploying and mission == view.laid[side]:
        kind = "next"
    elif kind == "open":
        kind, word = "face", _demand(view, soldier, say) if own and view.ask == Ask.TOKENS else ""
    if not word and not own and view.owner[side][mission] != NOBODY:
        word = say.seat(view.owner[side][mission])
    title = say("Mission {mission}", mission=mission + 1)
    if not known:
        return Own(mission + 1, kind, 0, "", "", word, token, title)
    title += f": {say(NAMES[soldier])}, {say(EFFECTS[soldier])}"
    return Own(mission + 1, kind, soldier + 1, ICONS[soldier], say(NAMES[soldier]), word, token, title)


def _demand(view: View, soldier: int, say: Voice) -> str:
    """Before the tokens lie there: what the card asks for. Who plays by hand has to see it alone."""
    if view.options & BY_HAND or view.confirmed >> view.seat & 1:
        return ""
    if soldier == Soldier.SERGEANT:
        return say("token: as you like")
    return say("token: yes") if on_intel(view, soldier) else say("token: no")


def _note(view: View, side: int, deploying: bool, say: Voice) -> str:
    """A line under the row, where there is something to say."""
    picked = [soldier for soldier in view.picked[side] if soldier >= 0]
    if picked and view.ask in (Ask.PICK, Ask.EXHAUST):
        names = [f"{say(NAMES[soldier])} ({soldier + 1})" for soldier in picked]
        return say("You have picked: {soldiers}", soldiers=say.list(names))
    partner = view.owner[side][0]
    if deploying and partner != view.seat and view.laid[side] >= SECOND_HALF:
        return say("You see the cards of {seat} only while you deploy: remember them.", seat=say.seat(partner))
    return ""


def _hand(view: View, side: int, say: Voice) -> tuple[tuple[scene.Soldier, ...], tuple[Later, ...]]:
    """The soldiers that can be laid now, and the others by the reason that keeps them."""
    hand: list[scene.Soldier] = []
    later: dict[str, list[str]] = {}
    for soldier in range(SOLDIERS):
        if fits(view, side, view.laid[side], soldier):
            parts = (soldier + 1, ICONS[soldier], say(NAMES[soldier]), say(EFFECTS[soldier]))
            hand.append(scene.Soldier(*parts, "", "", f"soldier-{soldier}"))
        elif fresh(view, side, soldier):
            later.setdefault(why(view, soldier, say)[1], []).append(f"{soldier + 1} {say(NAMES[soldier])}")
    return tuple(hand), tuple(Later(", ".join(names), reason) for reason, names in later.items())


def _soldier(view: View, side: int, soldier: int, say: Voice) -> scene.Soldier:
    kind, word = _known(view, side, soldier, say)
    return scene.Soldier(soldier + 1, ICONS[soldier], say(NAMES[soldier]), say(EFFECTS[soldier]), word, kind, "")


# Places -------------------------------------------------------------------------------------------------------------


def place(view: View, a: int) -> str | None:
    """What stands for an answer on the table or in the own hand."""
    match view.ask:
        case Ask.DEPLOY:
            return f"soldier-{a}"
        case Ask.GUESS:
            return f"guess-{a}"
        case Ask.CAPTAIN if a != SIX:
            return f"exhausted-{a}"
        case Ask.PICK:
            return f"used-{1 - view.side[view.seat]}-{a}"
    return None
