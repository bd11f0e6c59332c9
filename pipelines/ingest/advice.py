"""Columns of a wide sheet that are neither rounds nor anything else known, and whether the totals need them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import polars as pl

from pipelines.findings import N_, finding, findings, gather
from pipelines.ingest import cells
from pipelines.ingest.blocks import Block
from pipelines.ingest.sheet import Sheet


def each_once(block: Block) -> Block:
    """A block without the later columns of a round or question that stands twice."""
    one = block.layout
    rounds, questions, bare = map(_first_columns, (one.rounds, one.questions, one.bare))
    return replace(block, layout=replace(one, rounds=rounds, questions=questions, bare=bare))


def _first_columns(numbers: Mapping[int, int]) -> dict[int, int]:
    first = {number: column for column, number in sorted(numbers.items(), reverse=True)}
    return {column: number for column, number in numbers.items() if first[number] == column}


def column_twice(sheet: Sheet, block: Block) -> pl.DataFrame:
    """An error for each event of the block on each column of a round or question that an earlier one is already."""
    kept = each_once(block).values
    events = block.rows.select("event", "game").unique(maintain_order=True)
    where = {
        "file": pl.lit(sheet.file),
        "sheet": pl.lit(sheet.name, dtype=pl.String),
        "row": pl.lit(sheet.cells["row"][block.layout.header]),
    }
    said = N_("Another column has this heading, or means the same round or question; the first of them is read.")
    headings = [block.layout.headings[c] for c in block.values if c not in kept]
    return gather(
        *[findings("column_twice", events, said, holds=True, columns={**where, "column": h or ""}) for h in headings]
    )


def unknown_columns(sheet: Sheet, parts: list[Block]) -> pl.DataFrame:
    """A note on each; a warning where it is numeric and the declared totals do not add up without it."""
    first = parts[0]
    used = {*first.layout.columns.values(), *first.values}
    odd = {c: h for c, h in enumerate(first.layout.headings) if h and c not in used}
    needed = _needed(first, list(odd))
    where = {"file": sheet.file, "sheet": sheet.name, "row": sheet.cells["row"][first.layout.header]}
    more = {"name": sheet.file.rpartition("/")[2], "free": max(first.layout.rounds.values(), default=0) + 1}
    found = [
        finding("column_unknown", _NEEDED if c in needed else _UNKNOWN, values=more, column=h, **where)
        for c, h in odd.items()
    ]
    return gather(
        *[
            f.with_columns(severity=pl.lit("warning").cast(f["severity"].dtype)) if c in needed else f
            for c, f in zip(odd, found, strict=True)
        ]
    )


_UNKNOWN: Final = N_("This column is not known here, and is not read.")
_NEEDED: Final = N_(
    "This column is no known round, but without it the declared totals do not add up; if it is one, write "
    '[files."{name}"] rounds = {{ "{column}" = {free} }} in league.toml.'
)


def _needed(block: Block, odd: list[int]) -> set[int]:
    """Numeric columns with which every declared total is the sum of the row, and without which one is not."""
    points = block.rows.select(
        *(cells.points(pl.col(str(c))).alias(str(c)) for c in [*block.layout.rounds, *odd]),
        total=cells.points(pl.col("total")),
    ).drop_nulls("total")
    if not block.layout.rounds or not points.height:
        return set()
    numeric = [c for c in odd if points[str(c)].null_count() == 0]
    short = points["total"] - points.select(pl.sum_horizontal(str(c) for c in block.layout.rounds)).to_series()
    for group in [[c] for c in numeric] + [numeric]:
        added = points.select(pl.sum_horizontal(str(c) for c in group)).to_series() if group else None
        if added is not None and (short != 0).any() and (short == added).all():
            return set(group)
    return set()
