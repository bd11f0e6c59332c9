"""Where a team stands: its place in the latest table of every series, and how far the first place is."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.tables import Scored

COLUMNS: Final = (
    *("series", "period", "city", "place", "place_to", "points", "unit", "teams", "behind", "ahead"),
    *("title", "status", "over", "provisional", "latest"),
)
_PERIOD: Final = ["series", "period", "city"]


def stands(scored: Scored, team_id: str) -> pl.DataFrame:
    """One row per series and city: the last period whose table has the team, those under way first (`COLUMNS`).

    `teams` are those in the table. `behind`: how many points the first one has more (in `unit`s; fewer, where fewer are
    better), `ahead`: of the first one alone, how many more it has than the next. `title` and its `status` are the
    team's own in this period; null where it has none. `latest`: whether the series has no later period.
    """
    own = scored.series_standings.filter(team_id=team_id).select(*_PERIOD, "place", "place_to", "points", "unit")
    periods = scored.periods.select(*_PERIOD, "ord", "over", "provisional", "first_date").with_columns(
        latest=pl.col("ord") == pl.col("ord").max().over("series", "city")
    )
    dated = own.join(periods, on=_PERIOD, nulls_equal=True).sort("ord")
    last = dated.group_by("series", "city", maintain_order=True).last()
    tables = scored.series_standings.join(last, on=_PERIOD, how="semi", nulls_equal=True)
    rows = last.join(_tops(tables), on=_PERIOD, nulls_equal=True).join(
        _titles(scored, team_id), on=_PERIOD, how="left", nulls_equal=True
    )
    leads = (pl.col("place") == 1) & (pl.col("place_to") == 1)
    gaps = rows.with_columns(
        behind=(pl.col("first") - pl.col("points")).abs(),
        ahead=pl.when(leads).then((pl.col("points") - pl.col("second")).abs()),
    )
    return gaps.sort("over", "first_date", "series", descending=[False, True, False]).select(COLUMNS)


def _tops(tables: pl.DataFrame) -> pl.DataFrame:
    """Of each table how many teams it has, and the points of the first and of the next place after it."""
    ordered = tables.sort("place")
    return ordered.group_by(_PERIOD, maintain_order=True).agg(
        teams=pl.len(),
        first=pl.col("points").first(),
        second=pl.col("points").filter(pl.col("place") > 1).first(),
    )


def _titles(scored: Scored, team_id: str) -> pl.DataFrame:
    mine = scored.titles.filter(team_id=team_id).sort(pl.col("title") != "winner")
    return mine.group_by(_PERIOD).agg(pl.col("title").first(), pl.col("status").first())
