"""Every text that somebody may read has an Italian translation, in the catalogue beside it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po

import doppiogioco
from doppiogioco.bots.chance import RandomBot
from doppiogioco.bots.seating import asked
from doppiogioco.engine.words import LANGUAGES, NAMED, PACKAGE, Naming, Voice

KEYWORDS: dict[str, tuple[int, ...] | None] = {
    "say": None,
    "N_": None,
    "many": (1, 2),
    "self": None,
}  # what marks a text
CATALOGUES = sorted(PACKAGE.rglob("it.po"))
PLACEHOLDER = re.compile(r"\{(\w+)\}")
IN_TEMPLATE = re.compile(r"""\bsay\("([^"]*)"|\bsay\.many\("([^"]*)", "([^"]*)\"""")


def near(source: Path) -> Path:
    """The catalogue for a source file: the one in its folder or the first above it."""
    return next(folder / "it.po" for folder in source.parents if folder / "it.po" in CATALOGUES)


def texts() -> dict[Path, dict[str | tuple[str, ...], str]]:
    """What is said, by catalogue: each text and where it is."""
    found: dict[Path, dict[str | tuple[str, ...], str]] = {path: {} for path in CATALOGUES}
    for source in sorted(PACKAGE.rglob("*.py")):
        for line, text, _, _ in extract_from_file("python", source, keywords=KEYWORDS):
            found[near(source)][text] = f"{source.relative_to(PACKAGE)}:{line}"
    for template in sorted(PACKAGE.rglob("*.html")):
        for text, one, several in IN_TEMPLATE.findall(template.read_text(encoding="utf-8")):
            found[near(template)][text or (one, several)] = str(template.relative_to(PACKAGE))
    return found


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale="it")


def strings(message: Message) -> tuple[str, ...]:
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_every_text_is_translated_and_nothing_else(path: Path) -> None:
    catalogue, said = read(path), texts()[path]
    translated = {message.id: message for message in catalogue if message.id}
    missing = [f"{where}: {text!r}" for text, where in said.items() if text not in translated]
    useless = [f"{name(path)}: {text!r} is said nowhere" for text in translated if text not in said]
    empty = [
        f"{name(path)}: {text!r} is empty or fuzzy" for text, m in translated.items() if m.fuzzy or not all(strings(m))
    ]
    assert not catalogue.obsolete
    problems = missing + useless + empty
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_translations_keep_their_placeholders(path: Path) -> None:
    problems = []
    for message in read(path):
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        wanted = set(PLACEHOLDER.findall(ids[-1]))
        *singular, last = strings(message)
        # A singular may spell its number out: “one duplicate”.
        wrong = [text for text in singular if not wanted - {"n"} <= set(PLACEHOLDER.findall(text)) <= wanted]
        wrong += [last] if message.id and set(PLACEHOLDER.findall(last)) != wanted else []
        problems += [f"{name(path)}: {text!r} has not the placeholders of {ids[-1]!r}" for text in wrong]
    assert not problems, "\n".join(problems)


@pytest.mark.parametrize("path", CATALOGUES, ids=name)
def test_catalogues_say_what_they_are(path: Path) -> None:
    catalogue = read(path)
    assert str(catalogue.locale) == "it"
    assert "Language: it" in path.read_text(encoding="utf-8")
    assert catalogue.num_plurals == 2
    assert catalogue.plural_expr == "(n != 1)"


def test_catalogues_do_not_contradict_each_other() -> None:
    said: dict[object, tuple[tuple[str, ...], Path]] = {}
    for path in CATALOGUES:
        for message in read(path):
            if message.id:
                words, where = said.setdefault(message.id, (strings(message), path))
                assert words == strings(message), f"{message.id!r} in {name(where)} and {name(path)}"


# Ad Anna, ed Enzo -----------------------------------------------------------------------------------------------------

NAMES = ("Ada", "Enzo", "Bea", "Ivo", "Èva", "àlex", "1", "«Aria»")
VOICES = Voice("it", NAMES), Naming("it", NAMES)


@pytest.mark.parametrize("say", VOICES, ids=["plain", "marked"])
def test_italian_says_ad_anna_and_ed_enzo(say: Voice) -> None:
    """A d stands between two vowels that are the same, and nowhere else, whether names are marked or not."""

    def to(seat: int) -> str:
        return bare(say("Pass the keyboard to {seat}, then press Enter.", seat=say.seat(seat))).split(",")[0]

    def both(*seats: int) -> str:
        return bare(say.list([say.seat(seat) for seat in seats]))

    assert [to(seat).removeprefix("Passa la tastiera ") for seat in range(8)] == [
        "ad Ada", "a Enzo", "a Bea", "a Ivo", "a Èva", "ad àlex", "a 1", "ad «Aria»",
    ]  # fmt: skip
    assert [both(2, seat).removeprefix("Bea ") for seat in range(8)] == [
        "e Ada", "ed Enzo", "e Bea", "e Ivo", "ed Èva", "e àlex", "e 1", "e «Aria»",
    ]  # fmt: skip
    assert both(2, 0, 1) == "Bea, Ada ed Enzo"
    equal = say("“{answer}” and “{other}” look much alike.", answer="Prendi", other="Esci")
    assert equal == "«Prendi» ed «Esci» più o meno si equivalgono."


@pytest.mark.parametrize("say", VOICES, ids=["plain", "marked"])
def test_no_other_word_than_a_and_e_gets_a_d(say: Voice) -> None:
    def told(text: str, name: str) -> str:
        return bare(say._with(text, {"seat": name, "target": name}))

    for text in (
        "della {seat}",
        "è {seat}",
        "--e {seat}",
        "età {seat}",
        "che {seat}",
        "ma {seat}",
        "a{seat}",
        "a, {seat}",
    ):
        for seat in (0, 1):
            assert told(text, say.seat(seat)) == text.replace("{seat}", NAMES[seat])
    assert told("A {seat} e {target}", say.seat(0)) == "Ad Ada e Ada"
    assert told("{seat} a {target}", say.seat(0)) == "Ada ad Ada"


def test_only_italian_has_a_d() -> None:
    assert Voice("en")._with("a {seat} e {seat}", {"seat": "Ada"}) == "a Ada e Ada"


def bare(text: str) -> str:
    """A text without the marks of names."""
    return NAMED.sub(r"\2", text)


# Answers --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("setup", doppiogioco.setups(), ids=lambda setup: "-".join(map(str, setup[:2])))
def test_the_answers_to_a_question_can_be_told_apart(setup: tuple[str, int, dict[str, bool]]) -> None:
    match = doppiogioco.new(*setup, seed="words")
    bot = RandomBot("words")
    while not match.over:
        seat = match.waiting[0]
        for language in LANGUAGES:
            said = [str(answer).casefold() for answer in match.legal(seat, language)]
            assert len(set(said)) == len(said), f"{match.question(seat, language)}: {said}"
        match.play(seat, asked(bot, match, seat)())
