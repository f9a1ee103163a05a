"""Where on its host a server lives: below a path, where a proxy gives it only that part (`serve --root-path /games/`).

Every address of ours is written as if the host were ours alone. What stands before it is added in few places: where
templates are read, where somebody is sent on to a page, where a cookie is made, and where a whole address is told.
"""

from __future__ import annotations

import re

from doppiogioco.engine.errors import DoppiogiocoError
from doppiogioco.engine.words import N_

ROOT = re.compile(r"(/[\w.~-]+)*", re.ASCII)  # of what stands in addresses and pages as it is
ADDRESS = re.compile(r'(\s(?:href|src|action|data-[a-z]+)=")/(?!/)')  # one of ours, in a template


class Place:
    """What stands before every address; a process has one, since templates and what was drawn are kept."""

    root = ""  # or /games


here = Place()


def root_in(text: str) -> str:
    """The path that somebody means by games, /games or /games/."""
    root = f"/{text.strip('/')}" if text.strip("/") else ""
    if not ROOT.fullmatch(root):
        raise DoppiogiocoError(N_("{path} cannot stand before the addresses of pages"), path=repr(text))
    return root


def own(path: str) -> str:
    """An address of ours as browsers know it."""
    return here.root + path


def cookie_path(path: str = "/") -> str:
    """For which addresses a browser keeps a cookie of ours; also for the home page without its last stroke."""
    return here.root or "/" if path == "/" else own(path)


def placed(template: str) -> str:
    """A template whose addresses are as browsers know them."""
    return ADDRESS.sub(rf"\1{here.root}/", template) if here.root else template
