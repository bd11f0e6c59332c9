"""Which kind of sheet is this: the row of its headings, and what each column is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

import polars as pl

from pipelines.findings import N_, finding, gather
from pipelines.folding import fold
from pipelines.ingest import words
from pipelines.ingest.fields import FOLDER, KINDS, RESULTS, Kind
from pipelines.ingest.sheet import Sheet
from pipelines.ruleset.league import FileHint

SEARCHED: Final = 60
"""How many rows may stand above the headings."""


Row = list[str | None]


@dataclass(frozen=True)
class Layout:
    """`kind` is a tidy table's name or `wide`; `header` the index of the headings' row; `columns` field → column.

    For wide sheets also the columns of rounds and questions, with their numbers; `bare` are headings of a number alone.
    """

    kind: str
    header: int
    headings: tuple[str | None, ...]
    columns: Mapping[str, int]
    rounds: Mapping[int, int] = field(default_factory=dict)
    questions: Mapping[int, int] = field(default_factory=dict)
    bare: Mapping[int, int] = field(default_factory=dict)
    titles: Mapping[str, int] = field(default_factory=dict)

    def heading(self, name: str) -> str | None:
        """The heading, as it stands in the file, of a field's column."""
        return self.headings[self.columns[name]] if name in self.columns else None


def recognise(
    sheet: Sheet, hint: FileHint | None, round_titles: Mapping[str, int]
) -> tuple[Layout | None, pl.DataFrame]:
    """The layout of a sheet, or None with a finding that says what stands where headings were wanted."""
    top = sheet.top(SEARCHED)
    wanted = _named(sheet)
    for index, cells in enumerate(top):
        if hint and hint.header_row and sheet.cells["row"][index] != hint.header_row:
            continue
        layout = _tidy(cells, index, wanted) or (None if wanted else wide_layout(cells, index, hint, round_titles))
        if layout and layout.kind == "wide":
            below = top[index + 1] if index + 1 < len(top) else []
            if _is_torn(layout, below) and not (hint and hint.header_row):
                return None, _torn(sheet, layout)
            layout = _joined(layout, top[index - 1] if index else [], below, hint)
        if layout and _is_said(layout, hint):
            odd = gather() if layout.kind == "wide" else _unknown_columns(sheet, layout)
            return layout, gather(odd, _hidden_columns(sheet, layout))
    return None, _unrecognised(sheet, top, wanted)


def _joined(layout: Layout, above: Row, below: Row, hint: FileHint | None) -> Layout:
    """The layout with what a second row of headings adds: one below names its columns, one above those it leaves out.

    The row below is one where it names no team and stands under no column that is known already.
    """
    high = list(layout.headings)
    if below and not any(below[c] for c in _used(layout)) and _has_headings(below, high, 1):
        lower = [low or up for low, up in zip(below, high, strict=True)]
        joined = wide_layout(lower, layout.header + 1, hint, layout.titles)
        return joined or layout
    upper = [own or over for own, over in zip(high, above, strict=True)] if above else high
    joined = wide_layout(upper, layout.header, hint, layout.titles)
    return joined if joined and len(joined.columns) > len(layout.columns) else layout


def _is_torn(layout: Layout, below: Row) -> bool:
    """Whether the row below names columns anew, some of them known already: questions under the title of a round."""
    if not below or below[layout.columns["team"]]:
        return False
    return any(below[c] for c in _used(layout)) and _has_headings(below, list(layout.headings), 2)


def _has_headings(cells: Row, above: Row, least: int) -> bool:
    """Whether no cell is a number, but for a round's or question's, and at least so many stand under no heading."""
    said = [(c, up) for c, up in zip(cells, above, strict=True) if c]
    amounts = [c for c, _ in said if _AMOUNT.fullmatch(c) and not words.bare_number(c)]
    return len(said) > 1 and not amounts and sum(not up for _, up in said) >= least


_AMOUNT: Final = re.compile(r"[+\-−–]?\d*[.,]?\d+|[+\-−–]")


def _used(layout: Layout) -> set[int]:
    return {*layout.columns.values(), *layout.rounds, *layout.questions, *layout.bare}


def _torn(sheet: Sheet, layout: Layout) -> pl.DataFrame:
    said = N_(
        "This row and the next seem to be two rows of headings. One row with a heading for each column was wanted."
    )
    row = sheet.cells["row"][layout.header]
    return finding("layout_unknown", said, file=sheet.file, sheet=sheet.name, row=row)


def _is_said(layout: Layout, hint: FileHint | None) -> bool:
    """Whether the layout is the one that league.toml names, if it names one."""
    said = fold(hint.layout).replace(" ", "_") if hint and hint.layout else layout.kind
    return layout.kind == (said if said in KINDS else "wide") or said == layout.kind


def _named(sheet: Sheet) -> Kind | None:
    """A table that is known by the name of its file at the folder's top, or of its sheet."""
    path = PurePosixPath(sheet.file)
    name = sheet.name if sheet.name in KINDS else path.stem if len(path.parts) == 1 else None
    return FOLDER.get((name or "").lower()) if sheet.name is None or sheet.name in FOLDER else None


def _tidy(cells: list[str | None], index: int, wanted: Kind | None) -> Layout | None:
    names = [words.heading(c).replace(" ", "_") for c in cells]
    kind = wanted if wanted and set(wanted.needs) & set(names) | set(wanted.marks) & set(names) else None
    kind = kind or next((k for k in KINDS.values() if not wanted and _fits(k, set(names))), None)
    if kind is None:
        return None
    if kind.name in ("totals", "entries") and _is_kept_by_people(kind, cells, names):
        return None
    known = {f.name for f in kind.fields}
    columns = {name: column for column, name in reversed(list(enumerate(names))) if name in known}
    return Layout(kind.name, index, tuple(cells), columns)


def _is_kept_by_people(kind: Kind, cells: list[str | None], names: list[str]) -> bool:
    """A sheet of rounds, totals or places, one row per team, that happens to have a tidy table's English heading."""
    layout = wide_layout(cells, 0, None, {})
    if layout is None:
        return False
    ranked = bool(layout.rounds) or _any(names, words.PLACE)
    return "event" not in names or (ranked and kind.name == "totals")


def _fits(kind: Kind, names: set[str]) -> bool:
    return bool(set(kind.marks) & names) and set(kind.needs) <= names and not set(kind.without) & names


def _any(names: list[str], vocabulary: frozenset[str]) -> bool:
    return any(name in vocabulary for name in names)


def wide_layout(cells: list[str | None], index: int, hint: FileHint | None, titles: Mapping[str, int]) -> Layout | None:
    names = [words.heading(c) for c in cells]
    columns = {name: column for name, column in _roles(names, hint) if column is not None}
    if "team" not in columns:
        return None
    taken = set(columns.values())
    free = {column: name for column, name in enumerate(names) if column not in taken and name}
    said = {words.heading(k): n for k, n in (hint.rounds if hint else {}).items()}
    rounds = {c: n for c, name in free.items() if (n := said.get(name) or titles.get(name) or words.round_number(name))}
    questions = {c: n for c, name in free.items() if c not in rounds and (n := words.question_number(name))}
    bare = {c: n for c, name in free.items() if c not in rounds and (n := words.bare_number(name))}
    if not (rounds or questions or bare or {"total", "place"} & set(columns)):
        return None
    return Layout("wide", index, tuple(cells), columns, rounds, questions, bare, titles)


def _roles(names: list[str], hint: FileHint | None) -> list[tuple[str, int | None]]:
    def column(vocabulary: frozenset[str], said: str | None = None) -> int | None:
        meant = {words.heading(said)} if said else vocabulary
        return next((c for c, name in enumerate(names) if name in meant), None)

    return [
        ("team", column(words.TEAM, hint.team if hint else None)),
        ("total", column(words.TOTAL, hint.total if hint else None)),
        ("place", column(words.PLACE, hint.place if hint else None)),
        ("event", column(words.EVENT)),
        ("date", column(words.DATE)),
        ("game", column(frozenset({"game"}))),
        ("city", column(words.CITY)),
        ("team_id", column(words.TEAM_ID)),
        ("round", column(words.ROUND)),
    ]


def _unknown_columns(sheet: Sheet, layout: Layout) -> pl.DataFrame:
    used = _used(layout)
    odd = [(c, h) for c, h in enumerate(layout.headings) if h and c not in used]
    said = N_("This column is not known here, and is not read.")
    return gather(*[_said("column_unknown", said, sheet, layout, heading) for _, heading in odd])


def _hidden_columns(sheet: Sheet, layout: Layout) -> pl.DataFrame:
    hidden = [
        layout.headings[c] for c in sorted(sheet.hidden_columns) if c < len(layout.headings) and layout.headings[c]
    ]
    said = N_("This column is hidden.")
    return gather(*[_said("hidden_column", said, sheet, layout, heading) for heading in hidden])


def _said(code: str, said: str, sheet: Sheet, layout: Layout, heading: str | None) -> pl.DataFrame:
    row = sheet.cells["row"][layout.header]
    return finding(code, said, file=sheet.file, sheet=sheet.name, row=row, column=heading)


def _unrecognised(sheet: Sheet, top: list[list[str | None]], wanted: Kind | None) -> pl.DataFrame:
    first = next((n for n, cells in enumerate(top) if any(cells)), 0)
    seen = ", ".join(c for c in (top[first] if top else []) if c)
    kinds = [wanted] if wanted else list(RESULTS.values())
    known = ", ".join(f"{words.spaced(k.name)} ({'/'.join(k.marks)})" for k in kinds)
    where = {"file": sheet.file, "sheet": sheet.name, "row": sheet.cells["row"][first]}
    return finding("layout_unknown", _HEADED if seen else _EMPTY, values={"seen": seen, "tables": known}, **where)


_HEADED: Final = N_("No known headings were found; this row has: {seen}. Wanted: {tables}, or rounds beside a team.")
_EMPTY: Final = N_("No known headings were found; this row has: nothing. Wanted: {tables}, or rounds beside a team.")
