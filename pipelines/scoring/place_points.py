"""What a place is worth: the table by place, means for shared places, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import lcm

import polars as pl

from pipelines.ruleset.vocabulary import Series
from pipelines.tables import UNITS


def worth(series: Series, place: int, place_to: int, *, first_event: bool) -> Fraction:
    """Place points of a team on `place` (shared down to `place_to`)."""
    table = _table(series, first_event=first_event)
    if series.tie_points == "best":
        return _at(table, place, series.beyond)
    shared = [_at(table, p, series.beyond) for p in range(place, place_to + 1)]
    return sum(shared, Fraction(0)) / len(shared)


def _table(series: Series, *, first_event: bool) -> Sequence[Decimal]:
    """The list by place; the period's first event may begin otherwise."""
    if not first_event:
        return series.place_points
    own = series.first_event_place_points
    return (*own, *series.place_points[len(own) :])


def _at(table: Sequence[Decimal], place: int, beyond: Decimal) -> Fraction:
    return Fraction(table[place - 1] if place <= len(table) else beyond)


def worths(results: pl.DataFrame, tables: Sequence[Series]) -> pl.DataFrame:
    """Results with `points` in `unit`s, the smallest unit in which all of the series' place points are whole.

    :param results: one row per result, with `table` (an index into `tables`), `is_first`, `place`, `place_to`.
    """
    key = ["table", "is_first", "place", "place_to"]
    distinct = results.select(key).unique()
    values = [worth(tables[t], place, to, first_event=first) for t, first, place, to in distinct.iter_rows()]
    unit = lcm(*(v.denominator for v in values)) if values else 1
    if any(abs(v) * unit * results.height >= 2**63 for v in values):
        raise OverflowError(f"place points need the unit 1/{unit}, too small to add up exactly")
    whole = pl.Series("points", [int(v * unit) for v in values], pl.Int64)
    return results.join(
        distinct.with_columns(whole, unit=pl.lit(unit, pl.Int64)), on=key, how="left", maintain_order="left"
    )


def as_points(results: pl.DataFrame) -> pl.DataFrame:
    """Results that count by their points in the game."""
    return results.with_columns(unit=pl.lit(UNITS, pl.Int64))
