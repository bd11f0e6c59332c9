"""Who qualifies for the year's champion quiz, and on what ground."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.tables import Scored, Titles, dtypes

_PERIOD: Final = ["series", "period", "city"]


@dataclass(frozen=True)
class Champions:
    """Who may play the year's champion quiz."""

    teams: pl.DataFrame
    """One row per year, city and team, the guaranteed first.

    Columns: `year, city, team_id, qualification` (`guaranteed` or `possible`: the better of its titles'),
    `final_handicap` (units, of the titles that give it; the most where they differ), `titles` (how many give it),
    `won` (whether one of them is no longer to be lost), `provisional` (all of them rest on unmended cells).
    """
    grounds: pl.DataFrame
    """One row per title that qualifies: `year`, and the columns of `tables.Titles`, by period."""


def champions(scored: Scored) -> Champions:
    """The qualified teams of all years. A title belongs to the year in which its period began."""
    order = scored.periods.select(*_PERIOD, "first_date")
    dated = scored.titles.join(order, on=_PERIOD, how="left", nulls_equal=True)
    grounds = dated.filter(pl.col("qualification").is_not_null()).with_columns(
        year=pl.col("first_date").dt.year(), better=pl.col("qualification") == "possible"
    )
    best = grounds.filter(pl.col("better") == pl.col("better").min().over("year", "city", "team_id"))
    teams = best.group_by("year", "city", "team_id").agg(
        pl.col("qualification").first(),
        pl.col("final_handicap").max(),
        titles=pl.len(),
        won=(pl.col("status") == "won").any(),
        provisional=pl.col("provisional").all(),
        since=pl.col("first_date").min(),
    )
    ordered = teams.sort("year", "city", "qualification", "since", "team_id").drop("since")
    in_order = grounds.sort("first_date", "series", "city", "title", "team_id")
    return Champions(ordered, in_order.select("year", *dtypes(Titles)))
