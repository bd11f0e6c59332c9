"""Shown tables as workbooks: numbers are numbers, every text is a text, no cell is a formula."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any, Final

import polars as pl
import xlsxwriter

from pipelines.export.amounts import as_text
from pipelines.export.readable import Presented, flagged, places
from pipelines.export.shown import Shown

_AS_TEXT: Final = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
_LONGEST_SHEET_NAME: Final = 31
_LONGEST_TEXT: Final = 32_767
"""A longer one would be left out."""
_NARROWEST, _WIDEST = 5, 48
"""Of a column, in signs."""
MUTED: Final = "#6b7075"


def workbook(shown: Shown, title: str) -> bytes:
    """One sheet called `title`: a header and a line a row; amounts with at most six decimals."""
    labels = {name: name for name in shown.columns}
    file = BytesIO()
    with opened(file) as book:
        sheet = book.sheet(title)
        sheet.table(Presented(shown, labels, bold=()), ranges=False)
        sheet.freeze()
    return file.getvalue()


@contextmanager
def opened(file: BytesIO) -> Iterator[Book]:
    """A new workbook, written into the file at the end."""
    with xlsxwriter.Workbook(file, {"in_memory": True, **_AS_TEXT}) as book:
        made = Book(book)
        yield made
        made.fit()


@dataclass
class Book:
    """A workbook that is being written."""

    book: Any
    sheets: list[Sheet] = field(default_factory=list)
    formats: dict[tuple[tuple[str, object], ...], Any] = field(default_factory=dict)

    def sheet(self, title: str) -> Sheet:
        """A new sheet; its name is cut to what spreadsheets allow, and differs from the others'."""
        taken = {sheet.page.get_name().casefold() for sheet in self.sheets}
        name = sheet_name(title)
        for number in range(2, len(taken) + 2):
            if name.casefold() not in taken:
                break
            name = f"{sheet_name(title)[: _LONGEST_SHEET_NAME - 4]} {number}"
        self.sheets.append(Sheet(self, self.book.add_worksheet(name)))
        return self.sheets[-1]

    def format(self, **properties: object) -> Any:
        """Each look once."""
        key = tuple(sorted(properties.items()))
        if key not in self.formats:
            self.formats[key] = self.book.add_format(dict(key))
        return self.formats[key]

    def fit(self) -> None:
        for sheet in self.sheets:
            sheet.fit()


@dataclass
class Sheet:
    """A sheet that is written from the top down; `at` is the next free row."""

    book: Book
    page: Any
    at: int = 0
    widths: dict[int, int] = field(default_factory=dict)

    def line(self, text: str, **look: object) -> None:
        """A line of text across the columns."""
        self.page.write_string(self.at, 0, text[:_LONGEST_TEXT], self.book.format(**look))
        self.at += 1

    def gap(self) -> None:
        self.at += 1

    def freeze(self) -> None:
        """Keep the first row in sight."""
        self.page.freeze_panes(1, 0)

    def printed(self, *, landscape: bool) -> None:
        """All columns on the width of a page."""
        self.page.set_paper(9)  # A4
        self.page.fit_to_pages(1, 0)
        if landscape:
            self.page.set_landscape()

    def table(self, of: Presented, *, ranges: bool = True) -> None:
        """Headings and rows; with `ranges` a shared place is `2–3`."""
        head = self.book.format(bold=True, bottom=1, text_wrap=True, valign="bottom")
        exact, short = (as_text(of.shown, decimals) if of.shown.units else of.shown.frame for decimals in (6, 2))
        for column, (name, label) in enumerate(of.labels.items()):
            self.page.write_string(self.at, column, label, head)
            values, number = _values(of, name, exact[name], short[name], ranges)
            written = self._column(of, name, column, values, number)
            words = max((len(word) for word in label.split()), default=0)
            self.widths[column] = max(self.widths.get(column, _NARROWEST), written, words + 1)
        self.at += 1 + of.shown.frame.height

    def fit(self) -> None:
        for column, width in self.widths.items():
            self.page.set_column(column, column, min(width, _WIDEST))

    def _column(self, of: Presented, name: str, column: int, values: Sequence[Any], number: str) -> int:
        """Write the cells of a column; the signs of the longest."""
        cells = zip(values, of.struck_rows(name), of.absent_rows(name), strict=True)
        longest = 0
        for row, (there, dropped, absent) in enumerate(cells, start=self.at + 1):
            value = flagged("", dropped, absent) if absent else there
            if value is None or value == "":
                continue
            self._cell(
                row, column, value, self._look(value, number, bold=name in of.bold, dropped=dropped, absent=absent)
            )
            longest = max(longest, len(str(value)) + 2)
        return longest

    def _cell(self, row: int, column: int, value: object, look: Any) -> None:
        if isinstance(value, bool):
            self.page.write_boolean(row, column, value, look)
        elif isinstance(value, int | float | Decimal):
            self.page.write_number(row, column, value, look)
        elif isinstance(value, date):
            self.page.write_datetime(row, column, value, look)
        else:
            self.page.write_string(row, column, str(value)[:_LONGEST_TEXT], look)

    def _look(self, value: object, number: str, *, bold: bool, dropped: bool, absent: bool) -> Any:
        look: dict[str, object] = {"bold": True} if bold else {}
        if dropped or absent:
            look |= {"font_strikeout": not absent, "font_color": MUTED, "align": "right"}
        if isinstance(value, Decimal):
            look["num_format"] = f"({number});(-{number})" if dropped else number
        elif isinstance(value, date):
            look |= {"num_format": "yyyy-mm-dd", "align": "left"}
        elif isinstance(value, str):
            look |= {"num_format": "@", "valign": "top"}
        return self.book.format(**look)


def _values(of: Presented, name: str, exact: pl.Series, short: pl.Series, ranges: bool) -> tuple[list[Any], str]:
    """The cells of a column, and the format of its amounts: as many decimals as the longest needs, two at most."""
    frame = of.shown.frame
    if name in of.shown.units:
        after = max((len(text.partition(".")[2]) for text in short if text), default=0)
        return [None if text is None else Decimal(text) for text in exact], f"0.{'0' * after}".rstrip(".")
    if name == "place" and ranges:
        return [int(text) if text.isdecimal() else text for text in places(frame)], "0"
    said = of.words.get(name)
    values = frame[name].to_list()
    return [said(value) if value else "" for value in values] if said else values, "0"


def sheet_name(title: str) -> str:
    """A title as a sheet may be called."""
    return re.sub(r"[\[\]:*?/\\]", " ", title).strip("' ")[:_LONGEST_SHEET_NAME].strip("' ") or "Tablo"
