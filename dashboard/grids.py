"""Tables on the screen: a shown table and its columns → `st.dataframe` in the language of the page.

Numbers stay numbers, so that a click on a heading sorts them; what is read is a text made from the exact amount.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from typing import Any, Final, Literal

import pandas as pd
import polars as pl
import streamlit as st

from dashboard import downloads
from dashboard.language import N_, _, day, number, signed
from pipelines.export.amounts import as_text
from pipelines.export.shown import Shown

Kind = Literal["place", "amount", "change", "count", "team", "text", "word", "date", "mark"]
Width = Literal["small", "medium", "large"] | int
MOST_STYLED: Final = 12_000
"""Cells up to which each has a text and a colour of its own; beyond, the browser writes the numbers."""
TALLEST: Final = 40
ROW: Final = 34
ACCENT: Final = {"light": (11, 100, 100), "dark": (88, 189, 180)}
QUIET: Final = {"light": "#6f7376", "dark": "#969b9e"}


@dataclass(frozen=True)
class Column:
    """How a column of a shown table is read; `says` gives the words of a code."""

    label: str
    kind: Kind = "text"
    width: Width | None = None
    help: str = ""
    says: Callable[[Any], str] | None = None
    bold: bool = False
    heat: bool = False
    """Coloured by the size of the number within its column."""


COLUMNS: Final[Mapping[str, Column]] = {
    "place": Column(N_("Place"), "place", 60),
    "team": Column(N_("Team"), "team", 190),
    "city": Column(N_("City"), "text"),
    "status": Column(N_("Status"), "word"),
    "points": Column(N_("Points"), "amount", 80, bold=True),
    "handicap": Column(N_("Handicap"), "change", 90, help=N_("Points a team starts with after wins in a row")),
    "adjustment": Column(N_("Adjustment"), "change", 100, help=N_("Points given or taken by the host")),
    "coefficient": Column(N_("Coefficient"), "amount", 100, help=N_("What the points are multiplied by")),
    "decided_by": Column(N_("Ahead by"), "word", 150, help=N_("What puts the team ahead of the next row")),
    "winner": Column(N_("Winner"), "mark", 80),
    "won_by": Column(N_("Won by"), "word", 150, help=N_("What settled the winner")),
    "played": Column(N_("Played"), "count", 80, help=N_("Evenings with a ranked result")),
    "counted": Column(N_("Counted"), "count", 80, help=N_("Results that make the sum")),
    "rank": Column(N_("Rank"), "text"),
    "next_rank": Column(N_("Next rank"), "text"),
    "points_to_next": Column(N_("To the next"), "amount"),
    "reached_on": Column(N_("Since"), "date"),
    "perk": Column(N_("Perk"), "text"),
}
"""Columns that several tables have; a view adds its own and changes these with `column`."""


def column(name: str, **changes: Any) -> Column:
    """One of `COLUMNS` with changes."""
    return replace(COLUMNS[name], **changes)


@dataclass(frozen=True)
class Grid:
    """A table ready for the screen: the columns to show, in order, and where a cell is quiet (a dropped result).

    `quiet` names, by column, a column of truths; such a number stands in brackets.
    """

    shown: Shown
    columns: Mapping[str, Column]
    quiet: Mapping[str, str] = field(default_factory=dict)


def round_columns(shown: Shown) -> dict[str, Column]:
    """The columns `r1` to `rN` of an event's table, as a heat map."""
    names = [name for name in shown.columns if name[:1] == "r" and name[1:].isdecimal()]
    return {name: Column(name[1:], "amount", 56, _("Round {n}").format(n=name[1:]), heat=True) for name in names}


def show(grid: Grid, key: str, *, save_as: str, select: bool = False) -> tuple[int, str] | None:
    """Draw the table and its downloads; with `select` the row and column of the cell that was clicked."""
    values, texts = cells(grid)
    styled = len(values) * len(grid.columns) <= MOST_STYLED
    data = _styled(grid, values, texts) if styled else values.to_pandas()
    options: dict[str, Any] = {"on_select": "rerun", "selection_mode": "single-cell"} if select else {}
    state = st.dataframe(
        data,
        hide_index=True,
        height=ROW * TALLEST if values.height > TALLEST else "content",
        row_height=ROW,
        column_config={name: _config(of) for name, of in grid.columns.items()},
        placeholder="",
        key=key,
        **options,
    )
    downloads.offer(plain(grid.shown), save_as, key)
    return next(iter(state["selection"]["cells"]), None) if select else None  # type: ignore[return-value]


def plain(shown: Shown) -> Shown:
    """What is downloaded: the table of the command, without columns made for the screen alone."""
    names = [name for name in shown.frame.columns if not name.startswith("_")]
    return Shown(shown.frame.select(names), shown.units)


def cells(grid: Grid) -> tuple[pl.DataFrame, pl.DataFrame]:
    """What the table sorts by and what it says, one row per row and one column per column; no text is null."""
    exact = as_text(grid.shown, decimals=6) if grid.shown.units else grid.shown.frame
    short = as_text(grid.shown, decimals=2) if grid.shown.units else grid.shown.frame
    names = {name: of for name, of in grid.columns.items() if name in grid.shown.frame.columns}
    values = exact.select(_value(name, of.kind, exact, grid.quiet.get(name)) for name, of in names.items())
    texts = {name: _texts(name, of, short, grid.quiet.get(name)) for name, of in names.items()}
    return values, pl.DataFrame(texts, schema=dict.fromkeys(texts, pl.String()))


def _value(name: str, kind: Kind, frame: pl.DataFrame, quiet: str | None) -> pl.Expr:
    """What a column is sorted by: a shared place behind the same place alone, a dropped result behind an equal one."""
    value = pl.col(name)
    if kind == "place" and "place_to" in frame.columns and name == "place":
        return value.cast(pl.Float64) + (pl.col("place_to") - value).cast(pl.Float64) / 1000
    if kind in ("place", "amount", "change", "count"):
        number = value.cast(pl.Float64)
        return number - pl.when(pl.col(quiet)).then(1e-9).otherwise(0.0) if quiet else number
    if kind == "date":
        return value
    return value.cast(pl.String).fill_null("")


def _texts(name: str, of: Column, frame: pl.DataFrame, quiet: str | None) -> list[str]:
    column = frame[name].to_list()
    if of.kind == "place":
        shared = frame["place_to"].to_list() if name == "place" and "place_to" in frame.columns else column
        return [_range(a, b) for a, b in zip(column, shared, strict=True)]
    if of.kind in ("amount", "change"):
        said = _amounts(column, signed if of.kind == "change" else number)
        hidden = frame[quiet].to_list() if quiet else [False] * len(said)
        return [f"({text})" if off and text else text for text, off in zip(said, hidden, strict=True)]
    return [_said(of, value) for value in column]


def _range(place: int | None, place_to: int | None) -> str:
    if place is None:
        return ""
    return f"{place}–{place_to}" if place_to is not None and place_to > place else str(place)


def _amounts(column: Sequence[str | None], write: Callable[[str, int], str]) -> list[str]:
    """Plain decimals as the language writes them, all of a column with equally many decimals, so that they line up."""
    decimals = max((len(text.partition(".")[2]) for text in column if text), default=0)
    return [write(text, decimals) if text else "" for text in column]


def _said(of: Column, value: Any) -> str:
    if value is None or value is False:
        return ""
    if of.says is not None:
        return of.says(value)
    if of.kind == "mark":
        return "●"
    if of.kind == "date":
        return day(value)
    return number(value) if of.kind == "count" else str(value)


def _config(of: Column) -> Any:
    right = of.kind in ("place", "amount", "change", "count")
    return st.column_config.Column(
        _(of.label),
        width=of.width,
        help=_(of.help) or None,
        pinned=of.kind in ("place", "team"),
        alignment="right" if right else "center" if of.kind == "mark" else "left",
    )


def _styled(grid: Grid, values: pl.DataFrame, texts: pl.DataFrame) -> Any:
    frame = values.to_pandas()
    styler = frame.style
    for name in values.columns:
        said = dict(zip(values[name].to_list(), texts[name].to_list(), strict=True))
        styler = styler.format(_reader(said), subset=[name], na_rep="")  # type: ignore[arg-type]
    return styler.apply(lambda _frame: _looks(grid, values), axis=None)


def _reader(said: Mapping[Any, str]) -> Callable[[Any], str]:
    return lambda value: said.get(value.date() if isinstance(value, pd.Timestamp) else value, "")


def _looks(grid: Grid, values: pl.DataFrame) -> pd.DataFrame:
    """Colour, ground and weight of each cell: all that a grid can show."""
    theme = "dark" if st.context.theme.type == "dark" else "light"
    looks = {name: _look(grid, name, values[name], theme) for name in values.columns}
    return pd.DataFrame(looks)


def _look(grid: Grid, name: str, values: pl.Series, theme: str) -> list[str]:
    of, quiet = grid.columns[name], grid.quiet.get(name)
    weight = "font-weight: 600;" if of.bold else ""
    grounds = _grounds(values, ACCENT[theme]) if of.heat else [""] * len(values)
    hidden = grid.shown.frame[quiet].to_list() if quiet else [False] * len(values)
    return [weight + ground + (f"color: {QUIET[theme]};" if off else "") for ground, off in zip(grounds, hidden, strict=True)]


def _grounds(values: pl.Series, colour: tuple[int, int, int]) -> list[str]:
    """From nothing for the smallest to a third of the accent for the largest, so that the ink stays readable."""
    known = [float(v) for v in values.drop_nulls().to_list()]
    low, high = (min(known), max(known)) if known else (0.0, 0.0)
    if high == low:
        return [""] * len(values)
    red, green, blue = colour
    return [
        "" if v is None else f"background-color: rgba({red}, {green}, {blue}, {0.34 * (v - low) / (high - low):.3f});"
        for v in values.to_list()
    ]
