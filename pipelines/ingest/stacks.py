"""Sheets → stacks: rows of text under the contract's column names, with the file, sheet and row they came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import polars as pl

from pipelines.findings import finding, gather
from pipelines.ingest import words
from pipelines.ingest.fields import KINDS, Kind
from pipelines.ingest.layouts import Layout
from pipelines.ingest.sheet import Sheet


@dataclass(frozen=True)
class Given:
    """What a file's name or league.toml says of all rows of a sheet."""

    event: str | None = None
    game: str | None = None


@dataclass(frozen=True)
class Stacked:
    """What a sheet gave: rows by table, the file's own headings of the tables' columns, and what was odd."""

    rows: Mapping[str, pl.DataFrame] = field(default_factory=dict)
    headings: pl.DataFrame = field(default_factory=lambda: no_headings())
    findings: pl.DataFrame = field(default_factory=gather)


def no_headings() -> pl.DataFrame:
    """One row per sheet and field: the heading that stands there."""
    return pl.DataFrame(schema={"file": pl.String, "sheet": pl.String, "field": pl.String, "heading": pl.String})


def headings_of(sheet: Sheet, headings: Mapping[str, str | None]) -> pl.DataFrame:
    rows = [(sheet.file, sheet.name, name, said) for name, said in headings.items() if said]
    return pl.DataFrame(rows, schema=no_headings().schema, orient="row")


def tidy(sheet: Sheet, layout: Layout, given: Given) -> Stacked:
    """The rows of a tidy table, as text."""
    kind = KINDS[layout.kind]
    absent = [f.name for f in kind.fields if f.required and f.name not in layout.columns and not _from(given, f.name)]
    if absent:
        return Stacked(findings=_absent(sheet, layout, kind, absent))
    body = sheet.cells.slice(layout.header + 1)
    passed = body.select(pl.all_horizontal(pl.exclude("row").is_null()) | _repeats_heading(layout)).to_series()
    body = body.filter(~passed) if passed.any() else body
    rows = body.select(*(_column(body, layout, given, f.name) for f in kind.fields), **_source(sheet), row="row")
    return Stacked({kind.name: rows}, headings_of(sheet, {n: layout.heading(n) for n in layout.columns}))


def _from(given: Given, name: str) -> str | None:
    return {"event": given.event, "game": given.game}.get(name)


def _column(body: pl.DataFrame, layout: Layout, given: Given, name: str) -> pl.Expr:
    said = pl.lit(_from(given, name), dtype=pl.String)
    if name not in layout.columns:
        return said.alias(name)
    column = str(layout.columns[name])
    filled = pl.col(column).fill_null(said.cast(body.schema[column])) if _from(given, name) else pl.col(column)
    return filled.alias(name)


def _source(sheet: Sheet) -> dict[str, pl.Expr]:
    return {"file": pl.lit(sheet.file), "sheet": pl.lit(sheet.name, dtype=pl.String)}


def _repeats_heading(layout: Layout) -> pl.Expr:
    """The heading again, further down, as when files were pasted together."""
    same = [pl.col(str(c)).eq_missing(pl.lit(h, dtype=pl.String)) for c, h in enumerate(layout.headings) if h]
    return pl.all_horizontal(same)


def _absent(sheet: Sheet, layout: Layout, kind: Kind, absent: list[str]) -> pl.DataFrame:
    seen = ", ".join(h for h in layout.headings if h)
    row = sheet.cells["row"][layout.header]
    return gather(
        *[
            finding(
                "column_missing",
                "A table of {table} needs the column {column}; this one has: {seen}. It is not read.",
                values={"table": words.spaced(kind.name), "seen": seen},
                file=sheet.file,
                sheet=sheet.name,
                row=row,
                column=name,
            )
            for name in absent
        ]
    )
