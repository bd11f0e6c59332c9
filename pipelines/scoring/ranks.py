"""Ranks of a career series: which step of the ladder a running sum has reached, and when."""

from __future__ import annotations

from decimal import Decimal

import polars as pl

from pipelines.ruleset.vocabulary import RankStep, Series
from pipelines.tables import Ranks, RanksReached, dtypes, empty

_TEAM = ["series", "city", "team_id"]


def running(results: pl.DataFrame) -> pl.DataFrame:
    """Results of a career series in order of events, with `sum` so far (dropped results count for nothing)."""
    counted = results.filter(~pl.col("dropped")).sort("ord")
    return counted.with_columns(sum=pl.col("points").cum_sum().over(_TEAM))


def _ladder(steps: tuple[RankStep, ...], unit: int) -> pl.DataFrame:
    rows = [(int(Decimal(s.at) * unit), s.name, s.perk) for s in steps]
    return pl.DataFrame(rows, schema={"at": pl.Int64, "rank": pl.String, "perk": pl.String}, orient="row")


def reached_of(series: Series, results: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """One row per city, team and step reached, with the evening the running sum first touched it.

    Where ranks are not kept, steps the sum has fallen below are left out, and the evening is that of the last rise.

    :param results: the career series' results, as in `tables.SeriesResults`.
    """
    if results.is_empty() or not series.ranks:
        return empty(RanksReached)
    sums = running(results)
    touched = sums.join(_ladder(series.ranks, sums["unit"][0]), how="cross").filter(pl.col("sum") >= pl.col("at"))
    if not series.ranks_kept:
        touched = _since_last_below(touched, sums)
    first = touched.sort("ord").group_by(*_TEAM, "at", maintain_order=True).first()
    dated = first.join(events.select("event", reached_on="date"), on="event", how="left")
    return dated.select(*dtypes(RanksReached)).sort(*_TEAM, "at")


def _since_last_below(touched: pl.DataFrame, sums: pl.DataFrame) -> pl.DataFrame:
    steps = touched.select(*_TEAM, "at").unique()
    below = steps.join(sums, on=_TEAM, nulls_equal=True).filter(pl.col("sum") < pl.col("at"))
    last = below.group_by(*_TEAM, "at").agg(last_below=pl.col("ord").max())
    known = touched.join(last, on=[*_TEAM, "at"], how="left", nulls_equal=True)
    return known.filter(pl.col("ord") > pl.col("last_below").cast(pl.Int64).fill_null(-1))


def ranks_of(series: Series, results: pl.DataFrame, reached: pl.DataFrame) -> pl.DataFrame:
    """One row per city and team of a career series with a ladder, as in `tables.Ranks`."""
    if results.is_empty() or not series.ranks:
        return empty(Ranks)
    now = results.filter(~pl.col("dropped")).group_by(*_TEAM, "unit").agg(pl.col("points").sum())
    held = reached.sort("at").group_by(_TEAM).last()
    rows = now.join(held.drop("unit"), on=_TEAM, how="left", nulls_equal=True)
    above = pl.max_horizontal(pl.col("points"), pl.col("at").fill_null(pl.col("points")))
    ladder = _ladder(series.ranks, now["unit"][0]).select(next_at="at", next_rank="rank").sort("next_at")
    ahead = (
        rows.with_columns(above=above + 1)
        .sort("above")
        .join_asof(ladder, left_on="above", right_on="next_at", strategy="forward")
    )
    return (
        ahead.with_columns(points_to_next=pl.col("next_at") - pl.col("points"), reached_event=pl.col("event"))
        .select(*dtypes(Ranks))
        .sort(_TEAM)
    )
