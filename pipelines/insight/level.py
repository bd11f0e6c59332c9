"""Teams level on points in a series: which criterion put one ahead of the other, and with what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.places import SHARED
from pipelines.tables import Scored

COLUMNS: Final = {
    "team_id": pl.String(),
    "place": pl.UInt32(),
    "place_to": pl.UInt32(),
    "criterion": pl.String(),
    "own": pl.Int64(),
    "theirs": pl.Int64(),
    "unit": pl.Int64(),
}


def level_with(
    scored: Scored, rules: LeagueRules, series: str, period: str, city: str | None, team_id: str
) -> pl.DataFrame:
    """One row per other team with as many points in a period, in the order of places (`COLUMNS`).

    `criterion` puts the better placed of the two ahead; `shared` where they share the place. `own` and `theirs` are
    what it compares, in `unit`s, where that is points of another series; null otherwise.
    """
    of_city = pl.col("city").eq_missing(pl.lit(city, pl.String))
    table = scored.series_standings.filter(of_city, series=series, period=period)
    points = table.filter(team_id=team_id)["points"]
    level = table.filter(pl.col("points").is_in(points.implode())).sort("place", "team_id")
    mine = level.filter(team_id=team_id).to_dicts()
    if not mine:
        return pl.DataFrame(schema=COLUMNS)
    first = scored.periods.filter(of_city, series=series, period=period)["first_date"][0]
    now = rules.of_period(first).series[series]
    order = [*now.place_by, *now.leader_by]
    return pl.DataFrame(list(_rows(scored, level, mine[0], order)), schema=COLUMNS, orient="row")


def _rows(scored: Scored, level: pl.DataFrame, mine: dict[str, Any], order: list[str]) -> Iterator[dict[str, Any]]:
    for other in level.filter(pl.col("team_id") != mine["team_id"]).iter_rows(named=True):
        criterion = _between(level, mine["place"], other["place"], order)
        yield {
            **{name: other[name] for name in ("team_id", "place", "place_to")},
            "criterion": criterion,
            **_compared(scored, criterion, mine, other),
        }


def _between(level: pl.DataFrame, one: int, other: int, order: list[str]) -> str:
    """The earliest criterion that parts two places: each place keeps what put it ahead of the next."""
    better, worse = min(one, other), max(one, other)
    said = level.filter(pl.col("place") >= better, pl.col("place") < worse)["decided_by"]
    parting = [name for name in order if name in set(said)]
    return parting[0] if parting else SHARED


def _compared(scored: Scored, criterion: str, mine: dict[str, Any], other: dict[str, Any]) -> dict[str, int | None]:
    """The points of both in the series that the criterion names."""
    if not criterion.startswith("series."):
        return dict.fromkeys(("own", "theirs", "unit"))
    of_city = pl.col("city").eq_missing(pl.lit(mine["city"], pl.String))
    there = scored.series_standings.filter(of_city, series=criterion.split(".")[1], period=mine["period"])
    points = dict(there.select("team_id", "points").iter_rows())
    unit = there["unit"][0] if there.height else None
    return {"own": points.get(mine["team_id"]), "theirs": points.get(other["team_id"]), "unit": unit}
