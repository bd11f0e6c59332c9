"""Titles and ranks that another team has on the other side."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.tables import Scored

_TITLE: Final = ["series", "period", "city", "title", "team_id"]


def titles_changed(before: Scored, after: Scored) -> pl.DataFrame:
    """One row per title that a team holds on one side alone; `change` is `gained` or `lost`."""
    gained, lost = (
        one.titles.join(other.titles, on=_TITLE, how="anti", nulls_equal=True).select(*_TITLE, "status")
        for one, other in ((after, before), (before, after))
    )
    changes = pl.concat([gained.with_columns(change=pl.lit("gained")), lost.with_columns(change=pl.lit("lost"))])
    return changes.sort("series", "period", "city", "title", "change", "team_id")


def handovers(before: Scored, after: Scored) -> pl.DataFrame:
    """One row per title and rank that changes hands, over all periods.

    Columns: `what` (`title` or `rank`), `series, period` (null for a rank), `city`, `name` (the title, or the step of
    the ladder), `lost` and `gained` (lists of team ids). A rank is held by those whose rank it is now.
    """
    key = ["what", "series", "period", "city", "name"]
    one, other = (pl.concat([_titles_held(scored), _ranks_held(scored)]) for scored in (before, after))
    lost, gained = (
        mine.join(theirs, on=[*key, "team_id"], how="anti", nulls_equal=True)
        .sort("team_id")
        .group_by(key)
        .agg(pl.col("team_id").alias(name))
        for mine, theirs, name in ((one, other, "lost"), (other, one, "gained"))
    )
    nobody = pl.lit([], pl.List(pl.String))
    both = lost.join(gained, on=key, how="full", coalesce=True, nulls_equal=True)
    return both.with_columns(pl.col("lost", "gained").fill_null(nobody)).sort(key)


def _titles_held(scored: Scored) -> pl.DataFrame:
    return scored.titles.select("series", "period", "city", "team_id", what=pl.lit("title"), name="title")


def _ranks_held(scored: Scored) -> pl.DataFrame:
    held = scored.ranks.filter(pl.col("rank").is_not_null())
    period = pl.lit(None, pl.String)
    return held.select("series", period.alias("period"), "city", "team_id", what=pl.lit("rank"), name="rank")
