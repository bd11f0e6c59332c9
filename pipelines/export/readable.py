"""A table as it is read, every cell a text in somebody's language: for plain text, pictures and reports."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import polars as pl

from pipelines.export.amounts import as_text
from pipelines.export.shown import Shown

Said = Callable[[str], str]
RANGE: Final = "–"
ABSENT: Final = "–"


@dataclass(frozen=True)
class Column:
    """The texts of a column from the first row to the last; flags by row may be left out.

    A text in `struck` is of a result that does not count (in brackets already; an absence is not struck through);
    `heat` is per cent of the accent.
    """

    label: str
    texts: Sequence[str]
    right: bool = False
    bold: bool = False
    struck: Sequence[bool] = ()
    heat: Sequence[float] = ()


@dataclass(frozen=True)
class Readable:
    """A table with what stands above it (title; league and day) and below it (rules, remarks)."""

    columns: Sequence[Column]
    title: str = ""
    subtitle: str = ""
    notes: Sequence[str] = ()
    marked: Sequence[bool] = ()

    @property
    def height(self) -> int:
        return len(self.columns[0].texts) if self.columns else 0

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Its texts row by row."""
        return list(zip(*(column.texts for column in self.columns), strict=True))

    def head(self, rows: int) -> Readable:
        """The first rows alone."""
        cut = [replace(c, texts=c.texts[:rows], struck=c.struck[:rows], heat=c.heat[:rows]) for c in self.columns]
        return replace(self, columns=cut, marked=self.marked[:rows])


@dataclass(frozen=True)
class Presented:
    """A shown table and how it is read: the columns in order with their headings, what codes are called, and so on.

    `struck` and `absent` name, by column, a column of truths: where it is true the result does not count, or is an
    absence. Amounts have at most two decimals, a shared place is `2–3`.
    """

    shown: Shown
    labels: Mapping[str, str]
    words: Mapping[str, Said] = field(default_factory=dict)
    struck: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    bold: Sequence[str] = ("points",)
    title: str = ""
    subtitle: str = ""
    notes: Sequence[str] = ()

    def readable(self, decimal_sign: str = ".") -> Readable:
        """Every cell as a text."""
        frame = as_text(self.shown, decimals=2) if self.shown.units else self.shown.frame
        columns = [self._column(name, label, frame, decimal_sign) for name, label in self.labels.items()]
        return Readable(columns, self.title, self.subtitle, self.notes)

    def struck_rows(self, name: str) -> list[bool]:
        """Of each cell of a column, whether its result does not count."""
        return self._flags(self.struck.get(name))

    def absent_rows(self, name: str) -> list[bool]:
        """Of each cell of a column, whether it stands for an absence."""
        return self._flags(self.absent.get(name))

    def _flags(self, name: str | None) -> list[bool]:
        return self.shown.frame[name].to_list() if name else [False] * self.shown.frame.height

    def _column(self, name: str, label: str, frame: pl.DataFrame, sign: str) -> Column:
        amount = name in self.shown.units
        texts = _texts(frame, name, sign if amount else "", self.words.get(name))
        struck, absent = self.struck_rows(name), self.absent_rows(name)
        texts = [flagged(*cell) for cell in zip(texts, struck, absent, strict=True)]
        right = amount or name == "place" or frame[name].dtype.is_numeric()
        through = [dropped and not away for dropped, away in zip(struck, absent, strict=True)]
        return Column(label, texts, right=right, bold=name in self.bold, struck=through)


def _texts(frame: pl.DataFrame, name: str, sign: str, words: Said | None) -> list[str]:
    values = frame[name].cast(pl.String).fill_null("").to_list()
    if name == "place":
        return places(frame)
    if sign:
        return amounts(values, sign)
    return [words(value) if value else "" for value in values] if words else values


def flagged(text: str, struck: bool, absent: bool) -> str:
    """A result as it stands in a table: `8`, `(8)` where it does not count, `–` for an absence."""
    text = ABSENT if absent else text
    return f"({text})" if struck and text else text


def places(frame: pl.DataFrame) -> list[str]:
    """`2–3` where a place is shared, nothing where there is none."""
    first = frame["place"].cast(pl.String).fill_null("").to_list()
    last = frame["place_to"].cast(pl.String).fill_null("").to_list() if "place_to" in frame.columns else first
    return [f"{a}{RANGE}{b}" if b not in ("", a) else a for a, b in zip(first, last, strict=True)]


def amounts(values: Sequence[str], sign: str) -> list[str]:
    """Plain decimals with equally many decimals each, so that they line up, and the language's sign."""
    places = max((len(value.partition(".")[2]) for value in values), default=0)
    return [_amount(value, places, sign) if value else "" for value in values]


def _amount(value: str, places: int, sign: str) -> str:
    whole, _, after = value.partition(".")
    shown = whole.replace("-", "−")
    return f"{shown}{sign}{after.ljust(places, '0')}" if places else shown
