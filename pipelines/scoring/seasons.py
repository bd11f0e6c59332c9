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
    Scored,
    SeriesResults,
    SeriesStandings,
    Titles,
    dtypes,
    empty,
)


@dataclass(frozen=True)
class Seasons:
    """The tables of one or of all series, as in `tables`."""

    periods: pl.DataFrame
    results: pl.DataFrame
    standings: pl.DataFrame
    titles: pl.DataFrame
    ranks: pl.DataFrame
    ranks_reached: pl.DataFrame


_NONE = Seasons(*(empty(s) for s in (Periods, SeriesResults, SeriesStandings, Titles, Ranks, RanksReached)))


def seasons(facts: Facts, rules: LeagueRules, games: Scored, as_of: date, reuse: Scored | None = None) -> Seasons:
    """Every series over its final events; one whose points another asks for goes first.

    :param games: scores with the standings of all games and the states of all events.
    :param reuse: scores of the same standings without the scenario; series that it does not touch are taken from them.
    """
    final = games.event_states.filter(pl.col("state") == "final")
    events = facts.events.join(final.select("event"), on="event", how="semi")
    now = rules.latest().series
    made: dict[str, Seasons] = {}
    for name in _asked_first(now):
        sequence = periods.sequence(_with_its_game(events, games.standings, now[name].game), name, now[name])
        found = periods.periods(sequence, final, closed=rules.closed, as_of=as_of).select(*dtypes(Periods))
        kept = _kept(name, found, rules, reuse)
        made[name] = kept or _season(name, now[name], found, sequence, events, facts, rules, games.standings, made)
    return _together(made)


def _with_its_game(events: pl.DataFrame, standings: pl.DataFrame, game: str) -> pl.DataFrame:
    """The events without those that were played, but without this game: they are no evening of its series."""
    if (standings["game"] == game).all():
        return events
    played = standings.select("event", "game").unique()
    without = played.filter((pl.col("game") == game).any().over("event").not_())
    return events.join(without, on="event", how="anti")


def _season(
    name: str,
    now: Series,
    found: pl.DataFrame,
    sequence: pl.DataFrame,
    events: pl.DataFrame,
    facts: Facts,
    rules: LeagueRules,
    standings: pl.DataFrame,
    made: Mapping[str, Seasons],
) -> Seasons:
    results = series.results_of(name, found, sequence, standings, rules)
    done = pl.concat([empty(SeriesStandings), *(m.standings for m in made.values())])
    table = series.standings_of(name, found, results, facts.teams, done, rules)
    reached = ranks.reached_of(now, results, events) if now.ranks else empty(RanksReached)
    return Seasons(
        found,
        results,
        table,
        titles.titles_of(name, found, table, rules),
        ranks.ranks_of(now, results, reached),
        reached,
    )


def _kept(name: str, found: pl.DataFrame, rules: LeagueRules, reuse: Scored | None) -> Seasons | None:
    """The series as scored before, where neither the scenario nor the calendar touches it or a series it may ask."""
    if reuse is None or any(path.startswith("series.") for path in rules.forced if not _other(path, name, rules)):
        return None

    def of(rows: pl.DataFrame) -> pl.DataFrame:
        return rows.filter(pl.col("series") == name)

    if not of(reuse.periods).equals(found):
        return None
    return Seasons(
        found,
        of(reuse.series_results),
        of(reuse.series_standings),
        of(reuse.titles),
        of(reuse.ranks),
        of(reuse.ranks_reached),
    )


def _other(path: str, name: str, rules: LeagueRules) -> bool:
    """Whether a path belongs to a series that this one has nothing to do with."""
    touched = path.split(".")[1]
    return touched != name and touched not in _asks(rules.latest().series[name])


def _asks(one: Series) -> set[str]:
    return {c.split(".")[1] for c in (*one.place_by, *one.leader_by) if c.startswith("series.")}


def _asked_first(now: Mapping[str, Series]) -> list[str]:
    ordered: list[str] = []
    while rest := [n for n in now if n not in ordered]:
        # rule sets in which two series wait for each other are refused when they are read
        ordered.append(next((n for n in rest if _asks(now[n]) <= set(ordered)), rest[0]))
    return ordered


def _together(made: Mapping[str, Seasons]) -> Seasons:
    parts = [_NONE, *made.values()]
    names = ("periods", "results", "standings", "titles", "ranks", "ranks_reached")
    return Seasons(*(pl.concat([getattr(p, name) for p in parts]) for name in names))
