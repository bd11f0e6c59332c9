"""Places in a series: by points, then by the criteria for level teams, then those for the lead alone."""

from __future__ import annotations

import polars as pl

from pipelines.ruleset.vocabulary import Series
from pipelines.scoring.periods import PERIOD_KEY
from pipelines.scoring.places import Criterion, Key, rank

_TEAM = [*PERIOD_KEY, "team_id"]
# a null city is a group like any other, but null keys match nothing in a join
_LEAGUE = ""


def placed(series: Series, sums: pl.DataFrame, results: pl.DataFrame, done: pl.DataFrame) -> pl.DataFrame:
    """Sums with `place`, `place_to`, `decided_by`.

    :param sums: one row per period, city and team with `points` and `folded`.
    :param results: the results behind them.
    :param done: standings of the series asked for by the criteria.
    """
    criteria = [_criterion(name, series, _keyed(results), _keyed(done)) for name in series.place_by]
    lead = [_lead_only(_criterion(name, series, _keyed(results), _keyed(done))) for name in series.leader_by]
    ranked = rank(_keyed(sums), PERIOD_KEY, "points", [*criteria, *lead], low=series.better == "low")
    return ranked.rows.with_columns(pl.col("city").replace(_LEAGUE, None))


def _keyed(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col("city").fill_null(_LEAGUE))


def _criterion(name: str, series: Series, results: pl.DataFrame, done: pl.DataFrame) -> Criterion:
    if name.startswith("series."):
        return Criterion(name, _in_other_series(name.split(".")[1], done))
    keys = {"most_firsts": _most_firsts, "last_event": _last_event}
    return Criterion(name, keys[name](series, results))


def _lead_only(criterion: Criterion) -> Criterion:
    """The criterion finds the first among teams level for the lead; all the others of that group stay shared behind."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        keyed = criterion.key(level)
        best = pl.col("key") == pl.col("key").max().over(*PERIOD_KEY, "place")
        first = pl.when(pl.col("key").is_not_null()).then(best.cast(pl.Int64))
        return keyed.with_columns(key=first, applies=pl.col("place") == 1)

    return Criterion(criterion.name, key)


def _in_other_series(other: str, done: pl.DataFrame) -> Key:
    def key(level: pl.DataFrame) -> pl.DataFrame:
        there = done.filter(pl.col("series") == other).select("period", "city", "team_id", key="points")
        return level.join(there, on=["period", "city", "team_id"], how="left", maintain_order="left")

    return key


def _most_firsts(series: Series, results: pl.DataFrame) -> Key:
    """More first places among the results that count, then more seconds, and so on."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        counted = results.filter(~pl.col("dropped") & pl.col("place").is_not_null()).join(level, on=_TEAM, how="semi")
        last = int(counted["place"].max() or 1)  # type: ignore[arg-type]
        sums = [(pl.col("place") == n).sum().cast(pl.Int64).alias(f"n{n}") for n in range(1, last + 1)]
        counts = level.select(_TEAM).join(counted.group_by(_TEAM).agg(sums), on=_TEAM, how="left").fill_null(0)
        order = pl.struct(f"n{n}" for n in range(1, last + 1)).rank("dense").cast(pl.Int64)
        return level.join(counts.select(*_TEAM, key=order), on=_TEAM, how="left", maintain_order="left")

    return key


def _last_event(series: Series, results: pl.DataFrame) -> Key:
    """The better result in the last event, dropped or not, then in the one before; an absence is behind all."""
    sign = 1 if series.better == "high" else -1

    def key(level: pl.DataFrame) -> pl.DataFrame:
        mine = results.join(level, on=_TEAM, how="semi")
        order = sorted(mine["ord"].unique(), reverse=True)
        own = [
            (pl.col("points").filter((pl.col("ord") == n) & ~pl.col("absent")).first() * sign).alias(f"o{n}")
            for n in order
        ]
        behind = -(2**62)
        vectors = mine.group_by(_TEAM).agg(own).with_columns(pl.col(f"o{n}").fill_null(behind) for n in order)
        rank_ = pl.struct(f"o{n}" for n in order).rank("dense").cast(pl.Int64)
        return level.join(vectors.select(*_TEAM, key=rank_), on=_TEAM, how="left", maintain_order="left")

    return key
