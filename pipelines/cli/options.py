"""What all commands share: the formats, and what was asked of a league."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from pathlib import Path

import typer


class Format(StrEnum):
    """On the screen."""

    table = "table"
    csv = "csv"
    json = "json"


class FileFormat(StrEnum):
    """In files."""

    csv = "csv"
    parquet = "parquet"


@dataclass(frozen=True)
class Asked:
    """A league of a database, under a scenario (`--set`, `--decide`, `--scenario`) or none, on a day."""

    league: str
    db: Path
    sets: tuple[str, ...]
    decides: tuple[str, ...]
    as_of: date

    def on(self, event: str, game: str | None) -> Asked:
        """Rulings that name no event (or game) mean the one that is asked for."""
        named = [("event", event), *([("game", game)] if game else [])]

        def full(text: str) -> str:
            return " ".join([text, *(f"{key}={shlex.quote(value)}" for key, value in named if f"{key}=" not in text)])

        return replace(self, decides=tuple(map(full, self.decides)))

    @classmethod
    def of(
        cls,
        league: str,
        db: Path,
        sets: Sequence[str] | None,
        decides: Sequence[str] | None,
        as_of: date | None,
        scenario: str | None = None,
    ) -> Asked:
        asked = cls(league, db, tuple(sets or ()), tuple(decides or ()), as_of or date.today())
        if scenario is None:
            return asked
        from pipelines.cli.supposed import under

        return under(asked, scenario)

    @property
    def scenario(self) -> bool:
        return bool(self.sets or self.decides)


def as_day(text: str) -> date:
    """A day as 2026-03-31 or 31.03.2026."""
    for pattern in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            return datetime.strptime(text, pattern).date()
        except ValueError:
            continue
    raise typer.BadParameter(f"{text!r} is not a day; write it as 2026-03-31.")
