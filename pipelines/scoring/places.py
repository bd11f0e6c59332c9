"""Places by ordered criteria: ties found on exact values, split one criterion after the other.

The one way in which teams are ranked, in a game, for its winner, and in a series. A step refines groups of teams that
share a place; who is alone is left alone. A criterion that lacks data for any team of a group decides nothing there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import polars as pl

Key = Callable[[pl.DataFrame], pl.DataFrame]
"""Tied rows → the same rows with `key` (more is better, null: no data) and, where it matters, `applies`."""

SHARED: Final = "shared"


@dataclass(frozen=True)
class Criterion:
    """A criterion's name and how its key is found for tied rows."""

    name: str
    key: Key


@dataclass(frozen=True)
class Placed:
    """Ranked rows with `place`, `place_to`, `decided_by`; and the groups that stayed level for lack of data."""

    rows: pl.DataFrame
    lacking: pl.DataFrame
    """One row per team of such a group, with `place`, `place_to` and the list `lacks` of criteria."""


def rank(
    rows: pl.DataFrame, group: list[str], first: str, criteria: Sequence[Criterion], *, low: bool = False
) -> Placed:
    """Rank rows within `group` by the exact column `first`, then by the criteria.

    :param rows: one row per team, `team_id` unique within the group, `folded` its name for the order of level rows.
    :param first: the column of the first criterion; more is better unless `low`.
    """
    ranked = rows.with_columns(place=pl.col(first).rank("min", descending=not low).over(group))
    together = pl.len().over(*group, "place")
    tied = ranked.filter(together > 1)
    if tied.is_empty():
        return Placed(_decided(ranked, group, [first]), _no_lack(tied))
    steps, names = _refine(tied.with_columns(step_0="place"), group, criteria)
    merged = pl.concat([ranked.filter(together == 1).with_columns(step_0="place"), steps], how="diagonal")
    placed = _decided(merged, group, [first, *names])
    return Placed(placed.drop("lacks", *(f"step_{n}" for n in range(len(names) + 1))), _still_tied(steps, group))


def _no_lack(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(place_to=pl.col("place"), lacks=pl.lit([], pl.List(pl.String))).clear()


def _refine(tied: pl.DataFrame, group: list[str], criteria: Sequence[Criterion]) -> tuple[pl.DataFrame, list[str]]:
    """Tied rows after each criterion (`step_1` …), the names of the criteria tried, and what each row `lacks`."""
    rows = tied.with_columns(lacks=pl.lit([], pl.List(pl.String)))
    names: list[str] = []
    for criterion in criteria:
        names.append(criterion.name)
        rows = split(rows, group, criterion).with_columns(pl.col("place").alias(f"step_{len(names)}"))
    return rows, names


def split(rows: pl.DataFrame, group: list[str], criterion: Criterion) -> pl.DataFrame:
    """Rows with `place` refined by one criterion, and its name added to `lacks` where it has no data."""
    together = [*group, "place"]
    level = rows.filter(pl.len().over(together) > 1)
    if level.is_empty():
        return rows
    level = level.with_columns(place_to=pl.col("place") + pl.len().over(together) - 1)
    keyed = criterion.key(level)
    if "applies" not in keyed.columns:
        keyed = keyed.with_columns(applies=pl.lit(True))
    known = pl.col("key").is_not_null().all().over(together)
    behind = pl.col("key").rank("min", descending=True).over(together) - 1
    lacks = pl.when(pl.col("applies") & ~known).then(pl.col("lacks").list.concat(pl.lit([criterion.name])))
    moved = keyed.with_columns(
        place=pl.when(pl.col("applies") & known).then(pl.col("place") + behind).otherwise("place"),
        lacks=lacks.otherwise("lacks"),
    )
    return pl.concat([rows.filter(pl.len().over(together) == 1), moved.select(rows.columns)])


def _still_tied(steps: pl.DataFrame, group: list[str]) -> pl.DataFrame:
    together = [*group, "place"]
    level = steps.filter((pl.len().over(together) > 1) & (pl.col("lacks").list.len() > 0))
    return level.with_columns(place_to=pl.col("place") + pl.len().over(together) - 1)


def _decided(rows: pl.DataFrame, group: list[str], names: Sequence[str]) -> pl.DataFrame:
    """Rows in place order with `place_to`, and the criterion that puts each ahead of the next."""
    ordered = rows.sort(*group, "place", "folded", "team_id").with_columns(
        place_to=(pl.col("place") + pl.len().over(*group, "place") - 1).cast(pl.UInt32),
        place=pl.col("place").cast(pl.UInt32),
    )
    step_columns = [f"step_{n}" if f"step_{n}" in rows.columns else "place" for n in range(len(names))]
    ahead = pl.coalesce(
        *(
            pl.when(pl.col(c) != pl.col(c).shift(-1)).then(pl.lit(name))
            for c, name in zip(step_columns, names, strict=True)
        )
    )
    last = pl.len().over(group) == pl.int_range(1, pl.len() + 1).over(group)
    level = pl.col("place") == pl.col("place").shift(-1)
    return ordered.with_columns(decided_by=pl.when(~last).then(pl.when(level).then(pl.lit(SHARED)).otherwise(ahead)))


def dense(rows: pl.DataFrame, group: list[str]) -> pl.DataFrame:
    """Places without gaps after a tie: 1-2-2-3."""
    place = pl.col("place").rank("dense").over(group).cast(pl.UInt32)
    return rows.with_columns(place=place, place_to=place)
