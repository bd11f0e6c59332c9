"""The coming edition: what teams start with, whether it is its period's first, what is at stake, ranks within reach."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import handicaps
from pipelines.scoring.periods import sequence
from pipelines.scoring.regulation import ENTRY_KEY, regulate
from pipelines.tables import Facts, Scored

HERE = ["series", "period", "city"]
PODIUM = 3
"""Places that have something at stake."""


@dataclass(frozen=True)
class Coming:
    """`events`: one row per coming event (of a league whose series go by city, one a city), as in `tables.Events`.

    `editions`: one row per event and series it counts for: `event, series, period, city, first` (of the period).
    `handicaps`: one row per event, game and team that starts with one: `handicap`, in units.
    `stakes`: one row per event, series and team on the first places of its period: `place, place_to, points, gap` (to
    the leader), `unit`. Nothing where the event is the period's first.
    `ranks`: one row per event, career series and team whose next rank takes no more than a usual result: `points`,
    `gap` (to the rank), `rank, unit`.
    """

    events: pl.DataFrame
    editions: pl.DataFrame
    handicaps: pl.DataFrame
    stakes: pl.DataFrame
    ranks: pl.DataFrame


def coming(facts: Facts, rules: LeagueRules, scored: Scored, city: str | None = None) -> Coming:
    """The next event after the last final one, planned or live; of one city, or of each where series go by city."""
    events = _next(facts, rules, scored, city)
    editions = _editions(rules, scored, events)
    return Coming(
        events,
        editions,
        starting(facts, rules, scored, events["event"]),
        _stakes(scored, editions),
        _ranks(scored, editions),
    )


def starting(facts: Facts, rules: LeagueRules, scored: Scored, events: pl.Series) -> pl.DataFrame:
    """What every team starts with in these events, whether it will come or not: `event, game, team_id, handicap`."""
    regulation = regulate(facts.events, rules)
    about = regulation.event_games.select("event", "game", "ord", "regime")
    place = {name: scored.standings.schema[name] for name in ("place", "place_to")}
    coming = about.filter(pl.col("event").is_in(events.implode())).join(facts.teams.select("team_id"), how="cross")
    there = scored.standings.select(*ENTRY_KEY, *place).join(coming, on="event", how="anti")
    blank = coming.select(*ENTRY_KEY, *(pl.lit(None, dtype).alias(name) for name, dtype in place.items()))
    placed = pl.concat([there, blank]).join(about, on=["event", "game"])
    finals = scored.event_states.filter(state="final")["event"]
    owed = handicaps.starting(placed, regulation, finals).filter(pl.col("event").is_in(events.implode()))
    return owed.filter(pl.col("handicap") != 0).sort("event", "game", "handicap", "team_id")


def _next(facts: Facts, rules: LeagueRules, scored: Scored, city: str | None) -> pl.DataFrame:
    """The first event that is neither over nor called off, behind the last one that is final."""
    by_city = city is not None or any(series.scope == "city" for series in rules.latest().series.values())
    where = pl.col("city") if by_city else pl.lit(None, pl.String)
    states = scored.event_states.select("event", now=pl.col("state").cast(pl.String))
    events = facts.events.join(states, on="event").with_columns(where=where).sort("ord")
    if city is not None:
        events = events.filter(city=city)
    last = pl.col("ord").filter(pl.col("now") == "final").max().over("where").cast(pl.Int64).fill_null(-1)
    ahead = events.filter(pl.col("now").is_in(["planned", "live"]), pl.col("ord") > last)
    return ahead.unique("where", keep="first", maintain_order=True).select(facts.events.columns).sort("ord")


def _editions(rules: LeagueRules, scored: Scored, events: pl.DataFrame) -> pl.DataFrame:
    found = [
        sequence(events, name, series).with_columns(career=pl.lit(series.period == "career"))
        for name, series in rules.latest().series.items()
    ]
    known = scored.periods.select(*HERE, begun=pl.lit(value=True))
    rows = pl.concat(found).join(known, on=HERE, how="left", nulls_equal=True, maintain_order="left")
    return rows.select("event", *HERE, "career", first=pl.col("begun").is_null() & ~pl.col("career"))


def _stakes(scored: Scored, editions: pl.DataFrame) -> pl.DataFrame:
    here = editions.filter(~pl.col("career")).select("event", *HERE)
    gap = (pl.col("points") - pl.col("points").sort_by("place").first().over(HERE)).abs()
    rows = scored.series_standings.with_columns(gap=gap).filter(pl.col("place") <= PODIUM)
    return here.join(rows, on=HERE, nulls_equal=True).select(
        "event", *HERE, "team_id", "place", "place_to", "points", "gap", "unit"
    )


def _ranks(scored: Scored, editions: pl.DataFrame) -> pl.DataFrame:
    """Usual is the median of all results of the series (in the city) that count."""
    key = ["series", "city"]
    results = scored.series_results.filter(~pl.col("dropped"), ~pl.col("absent"))
    usual = results.group_by(key).agg(usual=pl.col("points").median())
    rows = scored.ranks.join(usual, on=key, nulls_equal=True).filter(pl.col("points_to_next") <= pl.col("usual"))
    here = editions.filter("career").select("event", *key)
    return here.join(rows, on=key, nulls_equal=True).select(
        "event", *key, "team_id", "points", gap="points_to_next", rank="next_rank", unit="unit"
    )
