"""Writes a league's files: CSV in a chosen shape, and workbooks whose bytes depend on their content alone."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

import xlsxwriter

Row = Mapping[str, object]
Line = Sequence[object]
CREATED = datetime(2026, 1, 1)


def columns_of(rows: Sequence[Row]) -> list[str]:
    """The columns that hold something in at least one row, in order of appearance."""
    seen = dict.fromkeys(name for row in rows for name, value in row.items() if value not in (None, ""))
    return [name for name in dict.fromkeys(name for row in rows for name in row) if name in seen]


def write_csv(
    path: Path, rows: Sequence[Row], *, delimiter: str = ",", encoding: str = "utf-8", ends: str = "\n"
) -> None:
    """One line per row, under the columns that hold something."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding=encoding, newline="") as stream:
        writer = csv.DictWriter(
            stream, columns_of(rows), delimiter=delimiter, lineterminator=ends, extrasaction="ignore"
        )
        writer.writeheader()
        writer.writerows(rows)


def write_text(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def write_sheet(path: Path, lines: Sequence[Line], *, sheet: str) -> None:
    """A workbook of one sheet; numbers as numbers, empty text as an empty cell."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with xlsxwriter.Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as book:
        book.set_properties({"created": CREATED})
        page = book.add_worksheet(sheet)
        for number, line in enumerate(lines):
            page.write_row(number, 0, ["" if cell is None else cell for cell in line])
