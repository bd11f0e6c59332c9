"""Ladders of ranks with the teams on them, and the perks that ranks bring."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.tables import Facts, Scored

_LADDER: Final = {
    "series": pl.String(),
    "city": pl.String(),
    "at": pl.Int64(),
    "unit": pl.Int64(),
    "rank": pl.String(),
    "perk": pl.String(),
}
PERKS: Final = (
    *("series", "city", "team_id", "rank", "perk", "reached_on", "event", "announced_on", "handed_on", "note", "state"),
)
_KEY: Final = ["team_id", "rank"]


def ladder(scored: Scored, rules: LeagueRules) -> pl.DataFrame:
    """One row per career series, city and step of the ladder now in force, from the lowest.

    Columns: `series, city, at` (in `unit`s), `unit, rank, perk, teams` (those whose rank it is now, most points first),
    `path` (the rule).
    """
    places = scored.ranks.select("series", "city", "unit").unique().sort("series", "city")
    rows = [
        (series, city, int(step.at * unit), unit, step.name, step.perk)
        for series, city, unit in places.iter_rows()
        for step in rules.latest().series[series].ranks
    ]
    steps = pl.DataFrame(rows, schema=_LADDER, orient="row")
    ordered = scored.ranks.sort("points", "team_id", descending=[True, False]).drop_nulls("rank")
    held = ordered.group_by("series", "city", "rank", maintain_order=True).agg(teams=pl.col("team_id"))
    joined = steps.join(held, on=["series", "city", "rank"], how="left", nulls_equal=True, maintain_order="left")
    nobody = pl.lit([], pl.List(pl.String))
    return joined.with_columns(pl.col("teams").fill_null(nobody), path=pl.format("series.{}.ranks", "series"))


def perks(facts: Facts, scored: Scored) -> pl.DataFrame:
    """One row per rank reached that has a perk, in the order in which they were reached (`PERKS`).

    `state`: `handed` (there is an award `perk` whose value names the rank or the perk, or names nothing, and which came
    while this was the team's highest rank), `announced` (an award of that rank only), or `due`. `announced_on` and
    `handed_on` are the days of the awards, `note` what was written there.
    """
    reached = scored.ranks_reached.filter(pl.col("perk").is_not_null()).sort("reached_on", "team_id", "at")
    said = facts.awards.filter(pl.col("team_id").is_not_null()).with_columns(on=pl.col("awarded_at").dt.date())
    here = said.rename({"city": "said_city"}).select("team_id", "award", "value", "note", "on", "said_city")
    both = reached.join(here, on="team_id").filter(
        pl.col("said_city").fill_null(pl.col("city")).eq_missing(pl.col("city"))
    )
    announced = _first(both.filter(pl.col("award") == pl.col("rank")), "announced")
    handed = _first(both.filter(_hands_over(), award="perk"), "handed")
    on = ["series", "city", *_KEY]
    rows = reached.join(announced, on=on, how="left", nulls_equal=True, maintain_order="left")
    rows = rows.join(handed, on=on, how="left", nulls_equal=True, maintain_order="left")
    state = pl.when("handed").then(pl.lit("handed")).when("announced").then(pl.lit("announced"))
    noted = rows.with_columns(state=state.otherwise(pl.lit("due")), note=pl.coalesce("handed_note", "announced_note"))
    return noted.select(PERKS)


def _hands_over() -> pl.Expr:
    """Whether an award `perk` is that of a rank: by its value, else by the day."""
    named = (pl.col("value") == pl.col("rank")) | (pl.col("value") == pl.col("perk"))
    current = pl.col("at") == pl.col("at").filter(pl.col("reached_on") <= pl.col("on")).max().over(
        "series", "city", "team_id", "on"
    )
    return pl.when(pl.col("value").is_null()).then(current).otherwise(named).fill_null(value=False)


def _first(awards: pl.DataFrame, kind: str) -> pl.DataFrame:
    """One row per rank that such an award is about."""
    first = awards.sort("on").unique(["series", "city", *_KEY], keep="first", maintain_order=True)
    return first.select(
        "series",
        "city",
        *_KEY,
        pl.lit(value=True).alias(kind),
        pl.col("on").alias(f"{kind}_on"),
        pl.col("note").alias(f"{kind}_note"),
    )
