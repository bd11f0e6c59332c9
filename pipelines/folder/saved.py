"""Saved scenarios: `scenarios/<name>.toml` in a league's folder."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pipelines.folder.errors import FolderError
from pipelines.folder.scenarios import Scenario, parsed
from pipelines.folder.writing import locked, put, reported
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.errors import RuleErrors, nearest

SUFFIX: Final = ".toml"
_LONGEST_NAME: Final = 120
"""Bytes."""


@dataclass(frozen=True)
class Saved:
    """A scenario's file: the name it is called by, and its title, or what is wrong with it."""

    name: str
    path: Path
    title: str
    problem: str | None = None


def load(path: Path, rule_set: RuleSet | None = None) -> Scenario:
    """The scenario of a file. Raises RuleErrors with all problems, FolderError where it cannot be read."""
    try:
        with reported(path):
            text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise FolderError(path, "the file is not in UTF-8", "Save it in UTF-8.") from None
    return parsed(text, path.name, rule_set)


def save(folder: Path, scenario: Scenario, name: str | None = None, *, replace: bool = False) -> Path:
    """Write it into the league's folder, called by its title or by another name; the file. Raises FolderError."""
    path = folder / "scenarios" / f"{file_name(name or scenario.title)}{SUFFIX}"
    data = scenario.text.encode()
    with locked(folder), reported(path):
        path.parent.mkdir(exist_ok=True)
        if path.exists() and not replace and path.read_bytes() != data:
            raise FolderError(path, "there is such a scenario already", "Call it otherwise, or replace that one.")
        put(path, data)
    return path


def listed(folder: Path) -> list[Saved]:
    """The scenarios of a league's folder by name; one that cannot be read has its problem instead of a title."""
    return [_saved(path) for path in sorted((folder / "scenarios").glob(f"*{SUFFIX}")) if path.name[0] != "."]


def find(folder: Path, name: str) -> Path:
    """The file of a scenario by its name or its title. Raises FolderError, naming the nearest."""
    known = listed(folder)
    wanted = name.casefold()
    for one in known:
        if wanted in (one.name.casefold(), one.title.casefold()):
            return one.path
    near = nearest(name, [text for one in known for text in (one.name, one.title) if text])
    there = ", ".join(one.name for one in known)
    advice = f"The nearest is {near}." if near else f"There are: {there}." if there else "There are none yet."
    raise FolderError(folder / "scenarios", f"there is no scenario {name!r}", advice)


def delete(folder: Path, name: str) -> Path:
    """Take a scenario's file away; where it was. Raises FolderError where there is none."""
    with locked(folder):
        path = find(folder, name)
        with reported(path):
            path.unlink()
    return path


def file_name(title: str) -> str:
    """A title as a safe name: its letters and figures in small, a hyphen between the words."""
    plain = unicodedata.normalize("NFC", title).casefold()
    name = re.sub(r"[\W_]+", "-", plain).strip("-").encode()[:_LONGEST_NAME].decode("utf-8", "ignore").strip("-")
    return name or "scenario"


def _saved(path: Path) -> Saved:
    try:
        return Saved(path.stem, path, load(path).title)
    except (RuleErrors, FolderError) as error:
        return Saved(path.stem, path, "", str(error))
