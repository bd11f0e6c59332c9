"""What the league's first page tells beside a table: titles now, ranks reached and within reach; no Streamlit here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import polars as pl

from dashboard.honours import of_city
from pipelines.export.shown import Shown, series_table
from pipelines.insight.team import PACE
from pipelines.tables import Facts, Scored

ROWS: Final = 20
"""Rows of the table at a glance; the whole table has a page of its own."""
NAMED: Final = 8
"""Ranks of each kind that are listed."""
_TEAM: Final = ["series", "city", "team_id"]


def table(facts: Facts, scored: Scored, of: tuple[str, str, str | None], changes: pl.DataFrame) -> Shown:
    """The first ROWS rows of a period's table (series, period, city), with `place_change` in the last evening.

    :param changes: as from `course.changes`.
    """
    whole = series_table(facts, scored, *of)
    moved = whole.frame.head(ROWS).join(changes, on="team_id", how="left", maintain_order="left")
    return Shown(moved, whole.units)


def last_final(facts: Facts, scored: Scored, city: str | None) -> str | None:
    """The last final event, of a city where one is named."""
    final = scored.event_states.filter(state="final")
    played = facts.events.join(final, on="event", how="semi").sort("ord")
    here = played if city is None else played.filter(city=city)
    return here["event"][-1] if here.height else None


def titles_now(facts: Facts, scored: Scored, city: str | None) -> pl.DataFrame:
    """One row per title of each series' latest period, and of the last one won where that is an earlier one.

    Columns: `series, period, city, title, status, provisional, teams` (their names), of each series the latest first.
    """
    key = ["series", "city"]
    given = scored.titles.filter(of_city(city)).join(
        scored.periods.select("series", "period", "city", "ord"), on=["series", "period", "city"], nulls_equal=True
    )
    latest = pl.col("ord").max().over(key)
    won = pl.col("ord").filter(status="won").max().over(key)
    now = given.filter((pl.col("ord") == latest) | (pl.col("ord") == won))
    named = now.join(facts.teams.select("team_id", "team", "folded"), on="team_id").sort("folded")
    together = named.group_by(
        "series", "period", "city", "title", "status", "provisional", "ord", maintain_order=True
    ).agg(teams="team")
    series = {name: n for n, name in enumerate(given["series"].unique(maintain_order=True))}
    by_series = pl.col("series").replace_strict(series, return_dtype=pl.Int64)
    ordered = together.sort(by_series, "ord", pl.col("title") != "winner", descending=[False, True, False])
    return ordered.drop("ord")


def reached(facts: Facts, scored: Scored, event: str, city: str | None) -> pl.DataFrame:
    """One row per rank reached on an evening, the highest first: `team, team_id, city, rank, perk`."""
    rows = scored.ranks_reached.filter(of_city(city), event=event).join(
        facts.teams.select("team_id", "team", "folded"), on="team_id"
    )
    return rows.sort("at", "folded", descending=[True, False]).select("team", "team_id", "city", "rank", "perk")


def within_reach(facts: Facts, scored: Scored, city: str | None) -> Shown:
    """One row per team whose next rank takes no more than its usual points a game, the nearest first.

    Usual is the mean of its last PACE games. Only teams that played on one of the series' last PACE evenings.

    Columns: `team, team_id, city, next_rank, points_to_next, usual` (both in `unit`s), `unit`.
    """
    results = scored.series_results.filter(of_city(city), ~pl.col("absent")).join(
        scored.ranks.select(_TEAM), on=_TEAM, how="semi", nulls_equal=True
    )
    recent = results.group_by("series", "city").agg(since=pl.col("ord").unique().sort().tail(PACE).min())
    last = (
        results.sort("ord")
        .group_by(_TEAM)
        .agg(
            games=pl.len().clip(0, PACE).cast(pl.Int64), sum=pl.col("points").tail(PACE).sum(), ord=pl.col("ord").max()
        )
    )
    played = last.join(recent, on=["series", "city"], nulls_equal=True).filter(pl.col("ord") >= pl.col("since"))
    known = scored.ranks.join(played, on=_TEAM, nulls_equal=True)
    near = known.filter(pl.col("points_to_next") * pl.col("games") <= pl.col("sum"))
    named = near.join(facts.teams.select("team_id", "team", "folded"), on="team_id")
    ordered = named.with_columns(usual=pl.col("sum") // pl.col("games")).sort("points_to_next", "folded")
    columns = ("team", "team_id", "city", "next_rank", "points_to_next", "usual", "unit")
    return Shown(ordered.select(columns), {"points_to_next": "unit", "usual": "unit"})


def assumed(figures: Mapping[str, pl.DataFrame]) -> list[tuple[pl.DataFrame, list[str]]]:
    """Assumed rules with the figures that rest on them, those that most rest on first.

    :param figures: by what a figure is called its rules, as from `insight.assumptions`.
    :return: per rule its row of `cited.frame`, and the figures in the order given.
    """
    touched: dict[str, list[str]] = {}
    rows: dict[str, pl.DataFrame] = {}
    for name, rules in figures.items():
        for n, path in enumerate(rules["path"]):
            touched.setdefault(path, []).append(name)
            rows.setdefault(path, rules[n])
    return [(rows[path], names) for path, names in sorted(touched.items(), key=lambda item: -len(item[1]))]
