"""All series of a league, with their titles and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Series
from pipelines.scoring import periods, ranks, series, titles
from pipelines.tables import (
    Facts,
    Periods,
    Ranks,
    RanksReached,
    SeriesResults,
    SeriesStandings,
    Titles,
)


@dataclass(frozen=True)
class Seasons:
    """The tables of all series, as in `tables`."""

    periods: pl.DataFrame
    results: pl.DataFrame
    standings: pl.DataFrame
    titles: pl.DataFrame
    ranks: pl.DataFrame
    ranks_reached: pl.DataFrame


def seasons(facts: Facts, rules: LeagueRules, standings: pl.DataFrame, states: pl.DataFrame, as_of: date) -> Seasons:
    """Every series over its final events.

    :param standings: as in `tables.Standings`.
    :param states: as in `tables.EventStates`.
    """
    final = states.filter(pl.col("state") == "final")
    events = facts.events.join(final.select("event"), on="event", how="semi")
    now = rules.latest().series
    sequences = [periods.sequence(events, name, one) for name, one in now.items()]
    if not sequences:
        return _none()
    sequence = pl.concat(sequences)
    found = periods.periods(sequence, final, closed=rules.closed, as_of=as_of)
    results, tables = _tables(facts, rules, now, found, sequence, standings)
    reached = {n: ranks.reached_of(s, results[n], events) for n, s in now.items() if s.period == "career"}
    return Seasons(
        found.select(Periods.columns().keys()),
        pl.concat(results.values()),
        pl.concat(tables.values()),
        pl.concat([titles.titles_of(n, _of(found, n), tables[n], rules) for n in now]),
        pl.concat([Ranks.create_empty(), *(ranks.ranks_of(now[n], results[n], r) for n, r in reached.items())]),
        pl.concat([RanksReached.create_empty(), *reached.values()]),
    )


def _tables(
    facts: Facts,
    rules: LeagueRules,
    now: Mapping[str, Series],
    found: pl.DataFrame,
    sequence: pl.DataFrame,
    standings: pl.DataFrame,
) -> tuple[dict[str, pl.DataFrame], dict[str, pl.DataFrame]]:
    """Results and standings by series; one whose points another asks for goes first."""
    results = {n: series.results_of(n, _of(found, n), _of(sequence, n), standings, rules) for n in now}
    tables: dict[str, pl.DataFrame] = {}
    for name in _asked_first(now):
        done = pl.concat([SeriesStandings.create_empty(), *tables.values()])
        tables[name] = series.standings_of(name, _of(found, name), results[name], facts.teams, done, rules)
    return results, tables


def _of(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    return rows.filter(pl.col("series") == name)


def _asked_first(now: Mapping[str, Series]) -> list[str]:
    asks = {
        n: {c.split(".")[1] for c in (*s.place_by, *s.leader_by) if c.startswith("series.")} for n, s in now.items()
    }
    ordered: list[str] = []
    while rest := [n for n in now if n not in ordered]:
        # rule sets in which two series wait for each other are refused when they are read
        ordered.append(next((n for n in rest if asks[n] <= set(ordered)), rest[0]))
    return ordered


def _none() -> Seasons:
    empty = (Periods, SeriesResults, SeriesStandings, Titles, Ranks, RanksReached)
    return Seasons(*(schema.create_empty() for schema in empty))
