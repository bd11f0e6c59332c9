"""What the product would say of a folder with something added: tried on a copy, nothing of the folder is touched."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Protocol

import polars as pl

from pipelines.folder.writing import reported
from pipelines.ingest import read_league
from pipelines.ruleset.bound import bind
from pipelines.ruleset.league import load_league
from pipelines.scoring import score
from pipelines.tables import Facts, Scored


class Change(Protocol):
    """`NewFile` or `NewLines`: something that can be added to a folder."""

    def put(self, folder: Path) -> Path: ...


@dataclass(frozen=True)
class Trial:
    """A league as it would be: `files` are the ones that were added or grew, by their names inside the folder."""

    facts: Facts
    scored: Scored
    files: tuple[str, ...]

    @property
    def findings(self) -> pl.DataFrame:
        """What `tablo check` would say, as in `tables.Findings`."""
        return self.scored.findings

    @property
    def about(self) -> pl.DataFrame:
        """The findings on the files of the trial alone."""
        return self.findings.filter(pl.col("file").is_in(self.files))

    @property
    def read_as(self) -> pl.DataFrame:
        """One row per sheet of those files: what it was read as, as in `tables.Sources`."""
        return self.facts.sources.filter(pl.col("file").is_in(self.files))


def check(folder: Path, changes: Iterable[Change], as_of: date) -> Trial:
    """The league with these changes. Raises FolderError where one is not possible, RuleErrors for its rules."""
    league = load_league(folder)
    rules = bind(league)
    with tempfile.TemporaryDirectory(prefix="tablo-") as room:
        copy = Path(room) / folder.resolve().name
        with reported(folder):
            shutil.copytree(folder.resolve(), copy, copy_function=_link, ignore=_not_read)
        files = tuple(change.put(copy).relative_to(copy).as_posix() for change in changes)
        facts = read_league(copy, league, rules)
    return Trial(facts, score(facts, rules, as_of=as_of), files)


def _link(source: str, target: str) -> None:
    """The same bytes without copying them; what is written is renamed into place and never touches them."""
    try:
        os.link(source, target)
    except OSError:  # another disk, or a system without links
        shutil.copyfile(source, target)


def _not_read(_folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith((".", "~$")) or name == "scenarios"]
