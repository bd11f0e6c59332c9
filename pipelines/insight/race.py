"""A period as it went: the table after each of its evenings, for the race and the bump chart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Series
from pipelines.scoring import series as stage
from pipelines.tables import Facts, Scored, SeriesStandings, empty

COLUMNS: Final = (
    *("event", "date", "ord", "team_id", "place", "place_to", "points", "unit", "counted"),
    *("place_before", "place_change"),
)
_TEAM: Final = ["period", "team_id"]


def race(
    facts: Facts,
    scored: Scored,
    rules: LeagueRules,
    series: str,
    period: str,
    city: str | None,
    last: int | None = None,
) -> pl.DataFrame:
    """One row per event of a period and team that has a place in the table after it, in the order of both (`COLUMNS`).

    Each table is the one that the rules gave when the evening was over: with the drops, absences and ties of then.
    `points` are in `unit`s to the point, `place_change` is negative where the team moved up, null in its first table.

    :param last: only the tables after so many last events; a career of years has many.
    """
    of_city = pl.col("city").eq_missing(pl.lit(city, pl.String))
    found = scored.periods.filter(of_city, series=series, period=period).to_dicts()
    results = scored.series_results.filter(of_city, series=series, period=period)
    events = facts.events.join(results, on="event", how="semi").sort("ord").select("event", "date", "ord")
    if not found or events.is_empty():
        return _with_changes(empty(SeriesStandings).with_columns(date=None, ord=None, event=None))
    wanted = events.height if last is None else min(last, events.height)
    cuts = _cuts(events, found[0]).tail(wanted + 1)
    tables = _Prefixes(facts, scored, rules, found[0], cuts).tables(series)
    rows = _with_changes(tables.join(events, left_on="period", right_on="event").rename({"period": "event"}))
    return rows.join(events.tail(wanted), on="event", how="semi", maintain_order="left")


def _cuts(events: pl.DataFrame, found: dict[str, Any]) -> pl.DataFrame:
    """One row per event: the period as it was when the event was its last."""
    number = pl.int_range(1, pl.len() + 1).cast(pl.UInt32)
    return events.select(
        "ord",
        period="event",
        series=pl.lit(found["series"]),
        city=pl.lit(found["city"], pl.String),
        first_date=pl.lit(found["first_date"]),
        events=number,
        over=pl.lit(found["over"]) & (number == pl.len()),
    )


@dataclass(frozen=True)
class _Prefixes:
    """Every beginning of a period as a period of its own, so that all are ranked in one pass."""

    facts: Facts
    scored: Scored
    rules: LeagueRules
    found: dict[str, Any]
    cuts: pl.DataFrame

    def tables(self, name: str) -> pl.DataFrame:
        """Standings as in `tables.SeriesStandings`, `period` being the last event of each beginning."""
        rules = self.rules.of_period(self.found["first_date"]).series[name]
        cuts = self.cuts.with_columns(series=pl.lit(name))
        results = stage.with_drops(rules, self._results(name, rules), cuts)
        asked = [self.tables(c.split(".")[1]) for c in (*rules.place_by, *rules.leader_by) if c.startswith("series.")]
        done = pl.concat([empty(SeriesStandings), *asked])
        return stage.standings_of(name, cuts, results, self.facts.teams, done, self.rules)

    def _results(self, name: str, rules: Series) -> pl.DataFrame:
        """The results of each beginning; who has not been there yet has no absences either."""
        of_city = pl.col("city").eq_missing(pl.lit(self.found["city"], pl.String))
        whole = self.scored.series_results.filter(of_city, series=name, period=self.found["period"])
        cuts = self.cuts.select(cut="period", cut_ord="ord")
        parts = whole.join_where(cuts, pl.col("ord") <= pl.col("cut_ord")).with_columns(period="cut")
        begun = parts.filter((~pl.col("absent")).any().over(_TEAM)).drop("cut", "cut_ord", "dropped")
        return _absences(begun) if rules.absent == "entries_plus_one" else begun


def _absences(results: pl.DataFrame) -> pl.DataFrame:
    """An absence that is worth one more than there are entries: as many as there were by then."""
    teams = pl.col("team_id").n_unique().over("period").cast(pl.Int64) + 1
    return results.with_columns(points=pl.when("absent").then(teams * pl.col("unit")).otherwise("points"))


def _with_changes(tables: pl.DataFrame) -> pl.DataFrame:
    before = pl.col("place").shift(1).over("team_id", order_by="ord")
    moved = tables.with_columns(place_before=before)
    change = pl.col("place").cast(pl.Int64) - pl.col("place_before").cast(pl.Int64)
    return moved.with_columns(place_change=change).select(COLUMNS).sort("ord", "place", "team_id")
