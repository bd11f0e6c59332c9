"""What a scenario gives, as one file for people: its tables, and a table `scenario` that says what it changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import polars as pl

from pipelines.export.files import spreadsheet_csv
from pipelines.export.readable import Presented
from pipelines.export.shown import Shown
from pipelines.export.workbook import opened

SCENARIO: Final = "scenario"
_COLUMNS: Final = ("kind", "value", "change", "now", "part", "clause")


def scenario_table(
    title: str, sets: Sequence[str], decides: Sequence[str], told: Sequence[Mapping[str, str]] = ()
) -> Shown:
    """A row for the scenario's name, and one per change: `kind` (`set`, `decide`) and `value` as the command takes it.

    :param told: of each change, in the same order, what it is in words: `change`, `now`, `part`, `clause`.
    """
    changes = [("set", text) for text in sets] + [("decide", text) for text in decides]
    words = [*told, *({} for _ in changes[len(told) :])]
    rows = [{"kind": kind, "value": value, **said} for (kind, value), said in zip(changes, words, strict=True)]
    named = [{"kind": "title", "value": title}] if title else []
    return Shown(pl.DataFrame([*named, *rows], schema=dict.fromkeys(_COLUMNS, pl.String)))


def as_workbook(tables: Mapping[str, Shown]) -> bytes:
    """A workbook with a sheet a table, called by its name."""
    file = BytesIO()
    with opened(file) as book:
        for name, shown in tables.items():
            sheet = book.sheet(name)
            sheet.table(Presented(shown, {column: column for column in shown.columns}, bold=()), ranges=False)
            sheet.freeze()
    return file.getvalue()


def as_archive(tables: Mapping[str, Shown]) -> bytes:
    """A ZIP file with a CSV file a table, each safe for spreadsheets."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name, shown in tables.items():
            archive.writestr(f"{name}.csv", spreadsheet_csv(shown).encode("utf-8-sig"))
    return file.getvalue()
