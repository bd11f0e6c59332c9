"""A shown table on the screen: CSV and JSON for programs, a table for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import polars as pl

from pipelines.export.amounts import as_text, fits, fraction
from pipelines.export.shown import Shown

if TYPE_CHECKING:
    from rich.table import Table


def as_csv(shown: Shown) -> str:
    """A header and a line a row; numbers plain, at most six decimals."""
    return as_text(shown).with_columns(pl.col(pl.String).replace("", None)).write_csv()


def as_json(shown: Shown) -> str:
    """An array of objects, an object a row; `<column>_exact` is the fraction where decimals cannot hold a number."""
    lines = ",\n".join("  {" + ", ".join(_members(shown, row)) + "}" for row in _rows(shown))
    return f"[\n{lines}\n]\n" if lines else "[]\n"


def _rows(shown: Shown) -> Iterator[dict[str, object]]:
    """Each row with the decimals of its amounts, and beside them `…_fits` and the exact amount and unit."""
    exact = shown.frame.select(
        *(pl.col(name).alias(f"{name}_amount") for name in shown.units),
        *(_unit_column(name, unit) for name, unit in shown.units.items()),
        *(fits(name, unit).alias(f"{name}_fits") for name, unit in shown.units.items()),
    )
    return pl.concat([as_text(shown), exact], how="horizontal").iter_rows(named=True)


def _unit_column(name: str, unit: int | str) -> pl.Expr:
    return (pl.lit(unit, dtype=pl.Int64) if isinstance(unit, int) else pl.col(unit)).alias(f"{name}_unit")


def _members(shown: Shown, row: dict[str, object]) -> Iterator[str]:
    for name in shown.columns:
        value = row[name]
        number = name in shown.units and value is not None
        yield f"{json.dumps(name)}: {value if number else json.dumps(value, ensure_ascii=False, default=str)}"
        if number and not row[f"{name}_fits"]:
            exact = fraction(int(str(row[f"{name}_amount"])), int(str(row[f"{name}_unit"])))
            yield f"{json.dumps(name + '_exact')}: {json.dumps(exact)}"


_WIDEST: Final = 70
"""Characters of a cell before it is folded: a ladder of ranks is one value, and no line to read."""


def as_table(shown: Shown, title: str | None = None) -> Table:
    """For people: amounts with at most two decimals, a shared place as `2–3`."""
    from rich.table import Table
    from rich.text import Text

    frame = _joined_places(as_text(shown, decimals=2))
    table = Table(title=Text(title) if title else None, title_justify="left", box=None, pad_edge=False)
    for name, kind in frame.schema.items():
        right = kind.is_numeric() or name in shown.units or name == "place"
        heading = Text(name.replace("_", " "))
        table.add_column(heading, justify="right" if right else "left", max_width=_WIDEST, overflow="fold")
    for row in frame.select(pl.all().cast(pl.String).fill_null("")).iter_rows():
        table.add_row(*map(Text, row))
    return table


def _joined_places(frame: pl.DataFrame) -> pl.DataFrame:
    if "place_to" not in frame.columns:
        return frame
    shared = pl.col("place_to") > pl.col("place")
    place = pl.when(shared).then(pl.format("{}–{}", "place", "place_to")).otherwise(pl.col("place").cast(pl.String))
    return frame.with_columns(place=place).drop("place_to")
