"""Tables that only the screen has, made from facts and scores; no Streamlit here.

Columns whose name begins with `_` steer how a cell looks and are never shown or saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from pipelines import compare
from pipelines.export.amounts import text
from pipelines.export.shown import Shown, series_table
from pipelines.tables import UNITS, Facts, Scored

RESULT: Final = "result "
"""`result 2026-03-05` is what the evening of that id was worth."""


def of_period(frame: pl.DataFrame, series: str, period: str, city: str | None) -> pl.DataFrame:
    """The rows of a period, and of a city where one is named."""
    chosen = pl.lit(value=True) if city is None else pl.col("city") == city
    return frame.filter(chosen, series=series, period=period)


def period_events(facts: Facts, scored: Scored, series: str, period: str, city: str | None) -> pl.DataFrame:
    """One row per event of a period, in order: the columns of `tables.Events`."""
    results = of_period(scored.series_results, series, period, city)
    return facts.events.join(results, on="event", how="semi").sort("ord")


def results_by_event(
    facts: Facts, scored: Scored, series: str, period: str, city: str | None, only: Sequence[str] | None = None
) -> Shown:
    """The table of a period with a column `result <event>` for each of its evenings, or for some only.

    Beside it `_dropped <event>` and `_absent <event>`: how its number is to be read. Null where there is no result.
    """
    table = series_table(facts, scored, series, period, city)
    results = of_period(scored.series_results, series, period, city)
    if only is not None:
        results = results.filter(pl.col("event").is_in(list(only)))
    known = period_events(facts, scored, series, period, city)["event"].to_list()
    events = known if only is None else [event for event in known if event in only]
    if not events:
        return table
    wide = results.pivot("event", index="team_id", values=["points", "dropped", "absent"])
    # a table of one city has one row a team; one of several cities has its own teams in each
    names = {"points": RESULT, "dropped": "_dropped ", "absent": "_absent "}
    columns = [
        pl.col(f"{value}_{event}").alias(f"{prefix}{event}") for value, prefix in names.items() for event in events
    ]
    frame = table.frame.join(wide.select("team_id", *columns), on="team_id", how="left", maintain_order="left")
    marks = [pl.col(f"{mark} {event}").fill_null(value=False) for mark in ("_dropped", "_absent") for event in events]
    return Shown(frame.with_columns(marks), {**table.units, **{f"{RESULT}{event}": "unit" for event in events}})


def teams(facts: Facts, scored: Scored) -> Shown:
    """One row per team, by name: `team, team_id, city`, how many `evenings` it played, the `last` day and `event`."""
    played = scored.standings.select("team_id", "event").unique().join(facts.events, on="event")
    record = played.sort("ord").group_by("team_id").agg(evenings=pl.len(), last=pl.last("date"), event=pl.last("event"))
    known = facts.teams.join(record, on="team_id", how="left").sort("folded", "team_id")
    return Shown(known.select("team", "team_id", "city", pl.col("evenings").fill_null(0), "last", "event"))


def race(facts: Facts, scored: Scored, series: str, period: str, city: str | None) -> pl.DataFrame:
    """One row per team and event of a period: `team, team_id, place` (the final one), `date, points` summed so far.

    Points (Float64, for drawing) are of the results that count in the end, so the last ones are those of the table.
    """
    last = of_period(scored.series_standings, series, period, city).select("team_id", "place")
    events = period_events(facts, scored, series, period, city).select("event", "date", order="ord")
    results = of_period(scored.series_results, series, period, city)
    worth = pl.when(~pl.col("dropped")).then(pl.col("points") / pl.col("unit")).otherwise(0.0)
    return (
        last.join(events, how="cross")
        .join(results.select("team_id", "event", worth=worth), on=["team_id", "event"], how="left")
        .join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
        .sort("place", "folded", "order")
        .with_columns(points=pl.col("worth").fill_null(0.0).cum_sum().over("team_id"))
        .select("team", "team_id", "place", "event", "date", "points")
    )


def series_compared(facts: Facts, before: Scored, after: Scored, series: str, period: str, city: str | None) -> Shown:
    """One row per team of a period on either side: places and points before and after, and how they changed.

    `place_change` is negative where the team moves up. In the order of the places after.
    """
    both = compare.with_changes(compare.what_if(before, after, series, period, city))
    units = {"points_before": "unit_before", "points_after": "unit_after", "points_change": "unit_change"}
    return Shown(_named(facts, both, ["city"]).drop("city"), units)


def evening_compared(facts: Facts, before: Scored, after: Scored, event: str, game: str) -> Shown:
    """The same for one game of an event; points in `tables.UNITS`."""
    both = compare.with_changes(compare.moved(before, after, event, game)).drop("winner_before", "winner_after")
    return Shown(_named(facts, both, []), dict.fromkeys(("points_before", "points_after", "points_change"), UNITS))


def periods_changed(before: Scored, after: Scored) -> pl.DataFrame:
    """One row per series, period and city in which a team's place or points differ: how many `teams`."""
    key = ["series", "period", "city", "team_id"]
    said = text("points", "unit").alias("said")
    one, other = (scored.series_standings.select(*key, "place", "place_to", said) for scored in (before, after))
    both = one.join(other, on=key, how="full", coalesce=True, nulls_equal=True, suffix="_after")
    differs = pl.any_horizontal(pl.col(n).ne_missing(pl.col(f"{n}_after")) for n in ("place", "place_to", "said"))
    periods = pl.concat([before.periods, after.periods])
    order = periods.group_by("series", "period").agg(since=pl.col("first_date").min())
    counted = both.filter(differs).group_by("series", "period", "city").agg(teams=pl.len())
    return counted.join(order, on=["series", "period"], how="left").sort("series", "since", "city").drop("since")


def evenings_changed(before: Scored, after: Scored) -> pl.DataFrame:
    """One row per event and game in which a team's place or points differ: how many `teams`."""
    key = ["event", "game", "team_id"]
    one, other = (scored.standings.select(*key, "place", "place_to", "points") for scored in (before, after))
    both = one.join(other, on=key, how="full", coalesce=True, suffix="_after")
    differs = pl.any_horizontal(pl.col(n).ne_missing(pl.col(f"{n}_after")) for n in ("place", "place_to", "points"))
    return both.filter(differs).group_by("event", "game").agg(teams=pl.len()).sort("event", "game")


def _named(facts: Facts, rows: pl.DataFrame, first: list[str]) -> pl.DataFrame:
    named = rows.join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
    ordered = named.sort(*first, "place_after", "place_before", "folded", "team_id", nulls_last=True)
    return ordered.select("team", pl.exclude("team", "folded"))
