"""A wide sheet → its blocks: the rows of teams under one row of headings, without titles, notes and summaries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.findings import N_, finding, findings, gather
from pipelines.ingest import cells, words
from pipelines.ingest.layouts import Layout, wide_layout
from pipelines.ingest.sheet import Sheet
from pipelines.ruleset.league import FileHint

ROLES: Final = ("team", "total", "place", "event", "date", "game", "round", "team_id")
NEAR: Final = 0.06
"""Averages are written with one decimal."""


@dataclass(frozen=True)
class Block:
    """`rows` has a column for each role (null where the sheet has none), the sheet's cells by number, and `row`."""

    layout: Layout
    rows: pl.DataFrame

    @property
    def values(self) -> list[int]:
        """Columns of rounds and questions."""
        return sorted({*self.layout.rounds, *self.layout.questions, *self.layout.bare})


def blocks(sheet: Sheet, layout: Layout, hint: FileHint | None) -> tuple[list[Block], pl.DataFrame]:
    """The blocks of a sheet, and notes on the rows that were passed over."""
    layouts = [layout, *_repeated(sheet, layout, hint)]
    ends = [one.header for one in layouts[1:]] + [sheet.cells.height]
    bodies = [sheet.cells.slice(one.header + 1, end - one.header - 1) for one, end in zip(layouts, ends, strict=True)]
    made, found, passed = [], [], _title_rows(sheet, layouts)
    for one, body in zip(layouts, bodies, strict=True):
        block, notes, odd = _block(sheet, one, body)
        made.append(block)
        passed += notes
        found.append(odd)
    return made, gather(*found, _passed_over(sheet, sorted(passed)))


def _repeated(sheet: Sheet, layout: Layout, hint: FileHint | None) -> Iterable[Layout]:
    """The headings again further down: they begin a new block, of other rounds or questions perhaps."""
    column, word = str(layout.columns["team"]), words.heading(layout.heading("team"))
    said = sheet.cells[column].to_list()
    for index in range(layout.header + 1, len(said)):
        if said[index] and words.heading(said[index]) == word:
            row = sheet.cells.drop("row").row(index)
            if again := wide_layout(list(row), index, hint, layout.titles):
                yield again


def _title_rows(sheet: Sheet, layouts: list[Layout]) -> list[int]:
    above = sheet.cells.head(layouts[0].header).filter(~pl.all_horizontal(pl.exclude("row").is_null()))
    return above["row"].to_list() + [sheet.cells["row"][one.header] for one in layouts[1:]]


def _block(sheet: Sheet, layout: Layout, body: pl.DataFrame) -> tuple[Block, list[int], pl.DataFrame]:
    roles = {name: _role(layout, name) for name in ROLES}
    body = body.filter(~pl.all_horizontal(pl.exclude("row").is_null())).with_columns(**roles)
    block = Block(layout, body)
    named, speaks = pl.col("team").is_not_null(), _speaks(block)
    summary = _summary(block, body)
    teams = body.filter(~summary & body.select(named & speaks).to_series())
    nameless = body.filter(~summary & body.select(~named & _counts(block)).to_series())
    notes = body.filter(~summary & body.select(~(named & speaks) & ~(~named & _counts(block))).to_series())
    where = {"file": pl.lit(sheet.file), "sheet": pl.lit(sheet.name, dtype=pl.String)}
    odd = gather(
        findings(
            "summary_row", body.filter(summary), _SUMMARY, columns={**where, "column": layout.heading("team") or ""}
        ),
        findings("team_missing", nameless, _NAMELESS, columns={**where, "column": layout.heading("team") or ""}),
    )
    return Block(layout, teams), notes["row"].to_list(), odd


_SUMMARY: Final = N_("A row of sums, averages or maxima that looks like a team.")
_NAMELESS: Final = N_("The row has points or a place, but no team.")


def _role(layout: Layout, name: str) -> pl.Expr:
    return pl.col(str(layout.columns[name])) if name in layout.columns else pl.lit(None, dtype=pl.String)


def _any(parts: list[pl.Expr]) -> pl.Expr:
    return pl.any_horizontal(parts) if parts else pl.lit(False)


def _speaks(block: Block) -> pl.Expr:
    """Whether a row says anything of its team; a name alone is a note that stands in the team's column."""
    own = [str(c) for c in block.values] + ["total", "place"]
    if block.layout.questions or block.layout.bare:
        own += ["round", "team_id"]
    return _any([pl.col(c).is_not_null() for c in own])


def _counts(block: Block) -> pl.Expr:
    """Whether a row has points or a place: text in those columns is a note."""
    points = [*(pl.col(str(c)) for c in block.values), pl.col("total")]
    numbers = [cells.points(p).is_not_null() | p.str.contains(cells.ERROR_VALUE) for p in points]
    return _any([*numbers, cells.place(pl.col("place")).is_not_null()]).fill_null(False)


def _summary(block: Block, body: pl.DataFrame) -> pl.Series:
    """Rows named like a sum or an average (or not at all), without a place, whose numbers are that of the others."""
    names = body["team"].to_list()
    called = pl.Series([name is None or words.heading(name) in words.SUMMARY for name in names], dtype=pl.Boolean)
    numbers = body.select(
        *(cells.points(pl.col(str(c))).alias(str(c)) for c in block.values), total=cells.points(pl.col("total"))
    ).cast(pl.Float64)
    teams = numbers.filter(~called)
    if not called.any() or not teams.height:
        return pl.repeat(False, body.height, dtype=pl.Boolean, eager=True)
    summed = pl.all_horizontal(_is_summary_of(pl.col(c), teams[c]) for c in numbers.columns)
    alike = numbers.select(summed & ~pl.all_horizontal(pl.all().is_null())).to_series()
    return called & alike & body["place"].is_null()


def _is_summary_of(value: pl.Expr, column: pl.Series) -> pl.Expr:
    """Whether a number is the sum, mean, median, greatest or least of a column (an empty cell contradicts nothing)."""
    unit = 10**10
    stats = [s for s in (column.sum(), column.mean(), column.median(), column.max(), column.min()) if s is not None]
    near = [(value - float(s)).abs() <= NEAR * unit for s in stats if isinstance(s, int | float)]
    return value.is_null() | _any(near)


def _passed_over(sheet: Sheet, rows: list[int]) -> pl.DataFrame:
    if not rows:
        return gather()
    said = {"rows": ", ".join(map(str, rows[:20])) + (" …" if len(rows) > 20 else "")}
    return finding(
        "rows_passed_over",
        "Rows around the table were passed over: {rows}.",
        values=said,
        file=sheet.file,
        sheet=sheet.name,
        row=rows[0],
    )
