"""The tables of the command `tablo`, from facts and scores: their columns, and the order of their rows.

Amounts stay whole numbers of a unit here; `formats` and `files` turn them into decimals or fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import polars as pl

from pipelines.tables import COEFFICIENT_UNITS, UNITS, Facts, Scored

EVENT_COLUMNS: Final = (
    *("place", "place_to", "team", "team_id", "status", "points", "handicap", "adjustment", "coefficient"),
    *("decided_by", "winner", "won_by"),
)
"""The points by round, `r1` to `rN`, stand before `decided_by`."""
SERIES_COLUMNS: Final = (
    *("place", "place_to", "team", "team_id", "city", "points", "played", "counted", "dropped_events"),
)
TITLE_COLUMNS: Final = ("series", "period", "city", "title", "team", "team_id", "status", "qualification")
RANK_COLUMNS: Final = (
    *("team", "team_id", "city", "points", "rank", "reached_on", "next_rank", "points_to_next", "perk"),
)
FINDING_COLUMNS: Final = ("league", "severity", "code", "event", "file", "row", "column", "holds", "message")
WHAT_IF_COLUMNS: Final = ("team", "team_id", "place_before", "place_after", "points_before", "points_after")


@dataclass(frozen=True)
class Shown:
    """A table for people or programs: its rows in order, and of each column of amounts the units to the point.

    A unit is a number, or the name of a column of `frame` that holds it; such columns are not shown.
    """

    frame: pl.DataFrame
    units: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def columns(self) -> list[str]:
        return [name for name in self.frame.columns if name not in self.units.values()]


def event_table(facts: Facts, scored: Scored, event: str, game: str) -> Shown:
    """One row per team that took part in a game of an event, with its points by round. Points in units."""
    rows = event_rows(facts, scored).filter(event=event, game=game)
    played = scored.round_points.filter(event=event, game=game)
    by_round = _by_round(played)
    held = pl.col("state") == "held"
    frame = rows.join(by_round, on="team_id", how="left", maintain_order="left").with_columns(
        pl.when(~held).then(pl.col(name)).alias(name) for name in by_round.columns[1:]
    )
    rounds = by_round.columns[1:]
    before = EVENT_COLUMNS[:-3]
    units = dict.fromkeys(("points", "handicap", "adjustment", *rounds), UNITS)
    return Shown(frame.select(*before, *rounds, *EVENT_COLUMNS[-3:]), {**units, "coefficient": COEFFICIENT_UNITS})


def events_table(facts: Facts, scored: Scored) -> Shown:
    """One row per event, game and team: `event`, `game`, `state`, and the columns of an event without its rounds."""
    units = {**dict.fromkeys(("points", "handicap", "adjustment"), UNITS), "coefficient": COEFFICIENT_UNITS}
    return Shown(event_rows(facts, scored).select("event", "game", "state", *EVENT_COLUMNS), units)


def event_rows(facts: Facts, scored: Scored) -> pl.DataFrame:
    """Every event's and game's rows in order; a held event's without places and points."""
    state = pl.coalesce("state", pl.lit("final"))
    held = state == "held"
    shown = (
        scored.standings.join(
            scored.event_states.select("event", pl.col("state").cast(pl.String)), on="event", how="left"
        )
        .join(facts.events.select("event", "ord"), on="event", how="left")
        .join(facts.teams.select("team_id", "team", "folded"), on="team_id", how="left")
        .with_columns(state=state, winner=pl.when(pl.col("winner") & ~held).then(1))
        .with_columns(
            pl.when(~held).then(pl.col(name)).alias(name)
            for name in ("place", "place_to", "points", "handicap", "adjustment", "decided_by", "won_by")
        )
        .sort("ord", "event", "game", "place", "folded", "team_id", nulls_last=True)
    )
    return shown.with_columns(decided_by=_decided_by(["event", "game"]))


def _decided_by(game: list[str]) -> pl.Expr:
    """The criterion between a row and the next one: that of the places it shares, where the next has another place."""
    criterion = pl.col("decided_by")
    of_place = criterion.filter(criterion != "shared").first().over([*game, "place"])
    following = pl.col("place").shift(-1).over(game)
    said = pl.when(following == pl.col("place")).then(pl.lit("shared")).otherwise(of_place)
    return pl.when(following.is_not_null()).then(said)


def _by_round(played: pl.DataFrame) -> pl.DataFrame:
    """One row per team with the columns `r1` … `rN`; null where it has no points of a round."""
    last = played["round"].max() or 0
    names = [f"r{n}" for n in range(1, int(str(last)) + 1)]
    wide = played.with_columns(name=pl.format("r{}", "round")).pivot("name", index="team_id", values="points")
    absent = [pl.lit(None, dtype=pl.Int64).alias(name) for name in names if name not in wide.columns]
    return wide.with_columns(absent).select("team_id", *names)


def series_table(facts: Facts, scored: Scored, series: str, period: str, city: str | None = None) -> Shown:
    """One row per team of a period, of one city or all. Points in the unit of their row."""
    chosen = pl.lit(value=True) if city is None else pl.col("city") == city
    rows = _series_rows(facts, scored).filter(chosen, series=series, period=period)
    return Shown(rows.select(*SERIES_COLUMNS, "unit"), {"points": "unit"})


def all_series_table(facts: Facts, scored: Scored) -> Shown:
    """One row per series, period, city and team: `series`, `period`, and the columns of a series."""
    return Shown(_series_rows(facts, scored).select("series", "period", *SERIES_COLUMNS, "unit"), {"points": "unit"})


def _series_rows(facts: Facts, scored: Scored) -> pl.DataFrame:
    order = scored.periods.group_by("series", "period").agg(since=pl.col("first_date").min())
    return (
        scored.series_standings.join(_names(facts), on="team_id", how="left")
        .join(order, on=["series", "period"], how="left")
        .sort(
            "series",
            "since",
            "city",
            "place",
            "folded",
            "team_id",
            nulls_last=[False, False, False, True, False, False],
        )
        .with_columns(pl.col("dropped_events").list.join("|"))
    )


def titles_table(facts: Facts, scored: Scored) -> Shown:
    """One row per title and holder: by city, series and period, the winners first."""
    order = scored.periods.select("series", "period", "city", "ord")
    rows = (
        scored.titles.join(_names(facts), on="team_id", how="left")
        .join(order, on=["series", "period", "city"], how="left", nulls_equal=True)
        .sort("city", "series", "ord", pl.col("title") != "winner", "title", "folded", "team_id")
    )
    return Shown(rows.select(TITLE_COLUMNS))


def ranks_table(facts: Facts, scored: Scored, city: str | None = None) -> Shown:
    """One row per team of a series with a ladder: its points, its rank and the way to the next. Points in `unit`."""
    rows = scored.ranks if city is None else scored.ranks.filter(city=city)
    return _ranks(facts, rows)


def ranks_reached_table(facts: Facts, scored: Scored, event: str, city: str | None = None) -> Shown:
    """One row per team and rank reached that evening; points, and the way to the next rank, are today's."""
    here = ["series", "city", "team_id"]
    reached = scored.ranks_reached.filter(event=event).select(*here, "rank", "perk", "reached_on", "at")
    rows = scored.ranks.drop("rank", "perk", "reached_on").join(reached, on=here, nulls_equal=True)
    return _ranks(facts, rows if city is None else rows.filter(city=city))


def _ranks(facts: Facts, rows: pl.DataFrame) -> Shown:
    exact = pl.col("points").cast(pl.Int128) * (pl.col("unit").max().cast(pl.Int128) // pl.col("unit"))
    shown = rows.join(_names(facts), on="team_id", how="left").sort(
        "city", exact, "folded", "team_id", descending=[False, True, False, False]
    )
    return Shown(shown.select(*RANK_COLUMNS, "unit"), {"points": "unit", "points_to_next": "unit"})


def findings_table(findings: pl.DataFrame, league: str) -> Shown:
    """One row per finding, errors first, then by file and row."""
    rows = in_order(findings).with_columns(league=pl.lit(league), holds=pl.when("holds").then(1))
    return Shown(rows.select(FINDING_COLUMNS))


def in_order(findings: pl.DataFrame) -> pl.DataFrame:
    """Findings as they are listed: errors first, then by file and row."""
    return findings.sort("severity", "file", "sheet", "row", "column", "code")


def what_if_table(facts: Facts, compared: pl.DataFrame) -> Shown:
    """One row per team of either side of `compare.what_if`, in the order of the places after. Points in units."""
    rows = compared.join(_names(facts), on="team_id", how="left").sort(
        "city", "place_after", "place_before", "folded", "team_id", nulls_last=[False, True, True, False, False]
    )
    units = {"points_before": "unit_before", "points_after": "unit_after"}
    return Shown(rows.select(*WHAT_IF_COLUMNS, *units.values()), units)


def _names(facts: Facts) -> pl.DataFrame:
    return facts.teams.select("team_id", "team", "folded")
