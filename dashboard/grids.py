"""Tables on the screen: a shown table and its columns → a table in the language of the page.

The cells' texts are made here, from exact amounts; the browser draws and sorts them (`assets/grid.js`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple
from urllib.parse import urlencode

import polars as pl
import streamlit as st

from dashboard import downloads, links
from dashboard.language import N_, _, current, day, number, signed
from pipelines.export.amounts import as_text
from pipelines.export.shown import Shown

Kind = Literal["place", "team", "amount", "change", "count", "move", "range", "text", "long", "word", "date", "mark"]
NUMBERS: Final = ("place", "range", "amount", "change", "count", "move")
"""`range` is a place in a column that is not pinned."""
HOTTEST: Final = 36
"""Per cent of the accent behind the largest number of a heat map: the ink stays readable on it."""
_LOOKS: Final[Mapping[str, str]] = {
    **dict.fromkeys(NUMBERS, "right"),
    "place": "right place pin",
    "team": "team pin",
    "mark": "center",
    "long": "wrap",
}


@dataclass(frozen=True)
class Column:
    """How a column of a shown table is read; `says` gives the words of a code, `heat` colours by size."""

    label: str
    kind: Kind = "text"
    help: str = ""
    says: Callable[[Any], str] | None = None
    bold: bool = False
    heat: bool = False

    @property
    def look(self) -> str:
        """Its classes in `assets/grid.css`."""
        return " ".join(part for part in (_LOOKS.get(self.kind, ""), "bold" if self.bold else "") if part)


COLUMNS: Final[Mapping[str, Column]] = {
    "place": Column(N_("Place"), "place"),
    "team": Column(N_("Team"), "team"),
    "city": Column(N_("City")),
    "status": Column(N_("Status"), "word"),
    "points": Column(N_("Points"), "amount", bold=True),
    "handicap": Column(N_("Handicap"), "change", N_("Points a team starts with after wins in a row")),
    "adjustment": Column(N_("Adjustment"), "change", N_("Points given or taken by the host")),
    "coefficient": Column(N_("Coefficient"), "amount", N_("What the points are multiplied by")),
    "decided_by": Column(N_("Ahead of the next by"), "word", N_("What puts the team ahead of the next row")),
    "winner": Column(N_("Winner"), "mark"),
    "won_by": Column(N_("Won by"), "word", N_("What settled the winner")),
    "played": Column(N_("Played"), "count", N_("Evenings with a ranked result")),
    "counted": Column(N_("Counted"), "count", N_("Results that make the sum")),
    "rank": Column(N_("Rank")),
    "next_rank": Column(N_("Next rank")),
    "points_to_next": Column(N_("To the next"), "amount"),
    "reached_on": Column(N_("Since"), "date"),
    "perk": Column(N_("Perk")),
}
"""Columns that several tables have; a view adds its own and changes these with `column`."""


class Asked(NamedTuple):
    """A cell that was clicked: the row in the order of the shown table, and the column's name."""

    row: int
    column: str


class Door(NamedTuple):
    """Where the cells of a column lead: a view, and of each name in its address the column that holds the value."""

    view: str
    at: Mapping[str, str]


TEAM_PAGE: Final = Door("team", {"team": "team_id"})
"""Where a team's name leads in every table that knows its id."""


def column(name: str, **changes: Any) -> Column:
    """One of `COLUMNS` with changes."""
    return replace(COLUMNS[name], **changes)


@dataclass(frozen=True)
class Grid:
    """A table ready for the screen: the columns to show, in order.

    `dropped` and `absent` name, by column, a column of truths: where it is true the number stands grey in brackets and
    struck through, or is a dash. `looks` names, by column, one of classes of `assets/grid.css`. `marked` names one
    whose rows stand out. `doors` says, by column, where its cells lead.
    """

    shown: Shown
    columns: Mapping[str, Column]
    dropped: Mapping[str, str] = field(default_factory=dict)
    absent: Mapping[str, str] = field(default_factory=dict)
    marked: str | None = None
    doors: Mapping[str, Door] = field(default_factory=dict)
    looks: Mapping[str, str] = field(default_factory=dict)

    def door(self, name: str) -> Door | None:
        """Where the cells of a column lead: a team's name to its page, if nothing else is said."""
        usual = TEAM_PAGE if self.columns[name].kind == "team" else None
        found = self.doors.get(name, usual)
        known = found is not None and set(found.at.values()) <= set(self.shown.frame.columns)
        return found if found is not None and known and links.there_is(found.view) else None

    def flags(self, name: str) -> tuple[list[bool], list[bool]]:
        """Of each cell of a column, whether it is dropped, and whether absent."""
        dropped, absent = self.dropped.get(name), self.absent.get(name)
        return self.truths(dropped), self.truths(absent)

    def truths(self, name: str | None) -> list[bool]:
        """A column of truths; all false where there is none."""
        return self.shown.frame[name].to_list() if name else [False] * self.shown.frame.height


def round_columns(shown: Shown) -> dict[str, Column]:
    """The columns `r1` to `rN` of an event's table, as a heat map."""
    names = [name for name in shown.columns if name[:1] == "r" and name[1:].isdecimal()]
    return {name: Column(name[1:], "amount", _("Round {n}").format(n=name[1:]), heat=True) for name in names}


def show(
    grid: Grid,
    key: str,
    *,
    alt: str,
    title: str = "",
    save_as: str | None = None,
    select: bool = False,
    notes: Sequence[str] = (),
    beside: Mapping[str, Shown] = downloads.ALONE,
) -> Asked | None:
    """Draw the table, and its downloads if it has a name to be saved as; with `select` the cell that was clicked.

    A cell that leads somewhere is a link and is not `asked`.

    :param alt: what the table is, for those who hear it.
    :param title: what stands over its picture and its text, if something else.
    :param notes: what stands below its picture and its text.
    :param beside: tables that go with it into its files.
    """
    data = described(grid, alt, select=select)
    result = _component()(
        data=_with_doors(grid, data),
        key=key,
        on_asked_change=lambda: None,
        on_opened_change=lambda: None,
    )
    if result.opened:
        _leave(grid, Asked(result.opened["row"], result.opened["column"]))
    if save_as:
        readable = partial(downloads.readable, {**data, "alt": title or alt})
        downloads.offer(plain(grid.shown), save_as, key, readable, notes, beside)
    asked = result.asked if select else None
    return Asked(asked["row"], asked["column"]) if asked else None


def _with_doors(grid: Grid, data: dict[str, Any]) -> dict[str, Any]:
    """The links of its cells: of each column what they have in common, and of each row the rest."""
    for described_column in data["columns"]:
        door = grid.door(described_column["key"])
        if door is not None:
            values = grid.shown.frame.select(**{name: pl.col(column) for name, column in door.at.items()})
            tails = ["" if None in row.values() else urlencode(row) for row in values.iter_rows(named=True)]
            described_column["door"] = {"base": links.base(door.view, list(door.at)), "tails": tails}
    return data


def _leave(grid: Grid, clicked: Asked) -> None:
    door = grid.door(clicked.column)
    if door is not None and clicked.row < grid.shown.frame.height:
        row = grid.shown.frame.row(clicked.row, named=True)
        links.go(door.view, **{name: str(row[column]) for name, column in door.at.items()})


def plain(shown: Shown) -> Shown:
    """What is downloaded: the table without the columns that only steer how a cell looks."""
    return Shown(shown.frame.select(name for name in shown.frame.columns if not name.startswith("_")), shown.units)


def described(grid: Grid, alt: str, *, select: bool = False) -> dict[str, Any]:
    """What `assets/grid.js` draws: per column its heading, and of each row the text, the value to sort by, the look."""
    exact = as_text(grid.shown, decimals=6) if grid.shown.units else grid.shown.frame
    short = as_text(grid.shown, decimals=2) if grid.shown.units else grid.shown.frame
    columns = [_described(grid, name, of, exact, short) for name, of in grid.columns.items() if name in exact.columns]
    rows = ["mark" if marked else "" for marked in grid.truths(grid.marked)]
    return {"columns": columns, "rows": rows, "alt": alt, "select": select, "language": current()}


def texts(grid: Grid) -> list[dict[str, str]]:
    """The table as it is read, a row a row: what tests and a plain text of it want."""
    columns = described(grid, "")["columns"]
    rows = zip(*(of["texts"] for of in columns), strict=True)
    return [dict(zip((of["key"] for of in columns), row, strict=True)) for row in rows]


def _described(grid: Grid, name: str, of: Column, exact: pl.DataFrame, short: pl.DataFrame) -> dict[str, Any]:
    sort = _sort(of, name, exact)
    said = {"key": name, "label": _(of.label), "help": _(of.help), "look": of.look, "first": _first(of)}
    more: dict[str, Any] = {"texts": _texts(grid, name, of, short), "sort": sort}
    if name in grid.dropped or name in grid.absent:
        more["marks"] = [_mark(*flags) for flags in zip(*grid.flags(name), strict=True)]
    if name in grid.looks:
        more["marks"] = grid.shown.frame[grid.looks[name]].fill_null("").to_list()
    if of.kind == "move":
        more["marks"] = ["" if not move else "up" if move < 0 else "down" for move in sort]
    if of.heat:
        more["heat"] = _heat(sort)
    return said | more


def _first(of: Column) -> int:
    """The way a first click sorts: most points first, but the best place and the letter A."""
    return -1 if of.kind in ("amount", "change", "count", "mark") else 1


def _sort(of: Column, name: str, frame: pl.DataFrame) -> list[Any]:
    if of.kind in NUMBERS:
        return frame[name].cast(pl.Float64).to_list()
    return frame[name].cast(pl.String).to_list()


def _texts(grid: Grid, name: str, of: Column, frame: pl.DataFrame) -> list[str]:
    column = frame[name].to_list()
    if of.kind in ("place", "range"):
        partner = name.replace("place", "place_to", 1)
        shared = frame[partner].to_list() if partner in frame.columns else column
        return [_range(a, b) for a, b in zip(column, shared, strict=True)]
    if of.kind in ("amount", "change"):
        said = _amounts(column, signed if of.kind == "change" else number)
        return list(map(_flagged, said, *grid.flags(name)))
    return [_said(of, value) for value in column]


def _range(place: int | None, place_to: int | None) -> str:
    if place is None:
        return ""
    return f"{place}–{place_to}" if place_to is not None and place_to > place else str(place)


def _amounts(column: Sequence[str | None], write: Callable[[str, int], str]) -> list[str]:
    """Plain decimals as the language writes them, all of a column with equally many decimals, so that they line up."""
    decimals = max((len(text.partition(".")[2]) for text in column if text), default=0)
    return [write(text, decimals) if text else "" for text in column]


def _flagged(text: str, dropped: bool, absent: bool) -> str:
    text = "–" if absent else text
    return f"({text})" if dropped and text else text


def _mark(dropped: bool, absent: bool) -> str:
    return "dropped" if dropped and not absent else "absent" if absent else ""


def _said(of: Column, value: Any) -> str:
    if value is None or value is False:
        return ""
    if of.says is not None:
        return of.says(value)
    if of.kind == "mark":
        return "●"
    if of.kind == "move":
        return f"▲ {-value}" if value < 0 else f"▼ {value}" if value else "="
    if of.kind == "date":
        return day(value)
    return number(value) if of.kind == "count" else str(value)


def _heat(values: Sequence[float | None]) -> list[float]:
    """Per cent of the accent: nothing for the smallest number, `HOTTEST` for the largest."""
    known = [value for value in values if value is not None]
    low, high = (min(known), max(known)) if known else (0.0, 0.0)
    span = (high - low) or 1.0
    return [round(HOTTEST * (value - low) / span, 1) if value is not None else 0.0 for value in values]


def _component() -> Any:
    """Registered anew each time, which changes nothing: a test's runtime does not know what another one knew."""
    css, js = _assets()
    return st.components.v2.component("tablo_grid", html='<div class="scroll"></div>', css=css, js=js)


@cache
def _assets() -> tuple[str, str]:
    folder = Path(__file__).parent / "assets"
    return tuple((folder / f"grid.{kind}").read_text("utf-8") for kind in ("css", "js"))  # type: ignore[return-value]
