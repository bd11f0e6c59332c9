"""Series: what each evening is worth, which results are dropped, and who stands where."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Series
from pipelines.scoring import place_points
from pipelines.scoring.periods import PERIOD_KEY
from pipelines.scoring.series_places import placed
from pipelines.tables import SeriesResults, SeriesStandings, dtypes, empty

TEAM_KEY = [*PERIOD_KEY, "team_id"]


def results_of(
    name: str, periods: pl.DataFrame, sequence: pl.DataFrame, standings: pl.DataFrame, rules: LeagueRules
) -> pl.DataFrame:
    """One row per period, city, team and event of the series, as in `tables.SeriesResults`, drops marked.

    :param periods: this series' periods, as in `tables.Periods`.
    :param sequence: one row per event of the series, as from `periods.sequence`.
    :param standings: all games' standings; those of the series' game and events are taken.
    """
    parts = [
        _results_under(
            series, some, sequence.join(some.select(PERIOD_KEY), on=PERIOD_KEY, nulls_equal=True), standings, rules
        )
        for series, some in _by_rules(name, periods, rules)
    ]
    return pl.concat(parts) if parts else empty(SeriesResults)


def _by_rules(name: str, periods: pl.DataFrame, rules: LeagueRules) -> Iterator[tuple[Series, pl.DataFrame]]:
    """The periods by the rules in force on their first event."""
    found: dict[int, tuple[Series, list[int]]] = {}
    for row, day in enumerate(periods["first_date"]):
        series = rules.of_period(day).series[name]
        found.setdefault(id(series), (series, []))[1].append(row)
    for series, rows in found.values():
        yield series, periods[rows]


def _results_under(
    series: Series, periods: pl.DataFrame, sequence: pl.DataFrame, standings: pl.DataFrame, rules: LeagueRules
) -> pl.DataFrame:
    mine = standings.filter(pl.col("game") == series.game).join(
        sequence.select("event", "ord", *PERIOD_KEY), on="event", how="inner"
    )
    counting = mine.filter(pl.col("status").is_in(series.counts))
    if series.value == "place_points":
        ranked = counting.filter(pl.col("place").is_not_null())
        worth = _by_place(series, ranked, periods, sequence, rules)
    else:
        worth = place_points.as_points(counting)
    all_results = _with_absences(series, worth, mine, sequence)
    return with_drops(series, all_results, periods).select(*dtypes(SeriesResults))


def _by_place(
    series: Series, ranked: pl.DataFrame, periods: pl.DataFrame, sequence: pl.DataFrame, rules: LeagueRules
) -> pl.DataFrame:
    """Results worth by place. An evening's patch may give it a table of its own; a career goes by each one's day."""
    first = pl.col("event").is_in(periods["first_event"].implode())
    of_event, tables = _tables(series, periods, sequence, rules)
    return place_points.worths(ranked.drop("points").join(of_event, on="event").with_columns(is_first=first), tables)


def _tables(
    series: Series, periods: pl.DataFrame, sequence: pl.DataFrame, rules: LeagueRules
) -> tuple[pl.DataFrame, list[Series]]:
    days = sequence.join(periods.select(*PERIOD_KEY, "first_date"), on=PERIOD_KEY, nulls_equal=True)
    tables: dict[int, int] = {}
    found: list[Series] = []
    rows: list[tuple[str, int]] = []
    for event, name, day, first_date in days.select("event", "series", "date", "first_date").iter_rows():
        own = rules.of_event(event, day if series.period == "career" else first_date).series[name]
        if id(own) not in tables:
            tables[id(own)] = len(found)
            found.append(own)
        rows.append((event, tables[id(own)]))
    return pl.DataFrame(rows, schema={"event": pl.String, "table": pl.UInt32}, orient="row"), found


def _with_absences(series: Series, worth: pl.DataFrame, mine: pl.DataFrame, sequence: pl.DataFrame) -> pl.DataFrame:
    """Results, and where an absence is a result, one for each event of the period without a ranked result."""
    present = worth.with_columns(absent=pl.lit(False), kept=pl.lit(False))
    if series.absent == "skip" or worth.is_empty():
        return present
    teams = worth.group_by(*TEAM_KEY, "unit").agg().with_columns(teams=pl.len().over(PERIOD_KEY))
    grid = teams.join(sequence.select(*PERIOD_KEY, "event", "ord"), on=PERIOD_KEY, nulls_equal=True)
    gone = grid.join(worth, on=["team_id", "event"], how="anti")
    status = mine.select("team_id", "event", "status")
    away = gone.join(status, on=["team_id", "event"], how="left").with_columns(
        points=pl.lit(0, pl.Int64)
        if series.absent == "zero"
        else (pl.col("teams").cast(pl.Int64) + 1) * pl.col("unit"),
        absent=pl.lit(True),
        kept=(pl.col("status") == "disqualified").fill_null(False) & (series.disqualified == "zero_kept"),
    )
    return pl.concat([present, away.drop("teams")], how="diagonal")


def with_drops(series: Series, results: pl.DataFrame, periods: pl.DataFrame) -> pl.DataFrame:
    """Results with `dropped`: the worst ones that may be, the earliest of equal ones first."""
    known = results.join(periods.select(*PERIOD_KEY, "over", "events"), on=PERIOD_KEY, how="left", nulls_equal=True)
    may = ~pl.col("kept")
    worst_first = pl.struct(pl.col("kept"), pl.col("points") * (1 if series.better == "high" else -1), pl.col("ord"))
    position = worst_first.rank("ordinal").over(TEAM_KEY)
    return known.with_columns(dropped=may & (position <= _to_drop(series)))


def _to_drop(series: Series) -> pl.Expr:
    """How many of a team's results are dropped; at least one always counts."""
    have = pl.len().over(TEAM_KEY).cast(pl.Int64)
    if series.keep_best is not None:
        wanted = have - series.keep_best
    elif series.drop_by_events:
        table = pl.lit(pl.Series([list(series.drop_by_events)], dtype=pl.List(pl.Int64))).first()
        played = pl.min_horizontal(pl.col("events").cast(pl.Int64), pl.lit(len(series.drop_by_events)))
        wanted = table.list.get(played - 1)
    else:
        enough = have > series.drop_worst if series.drop_from == "second" else pl.col("over")
        wanted = pl.when(enough).then(series.drop_worst).otherwise(0)
    return pl.min_horizontal(wanted, have - 1)


def standings_of(
    name: str, periods: pl.DataFrame, results: pl.DataFrame, teams: pl.DataFrame, done: pl.DataFrame, rules: LeagueRules
) -> pl.DataFrame:
    """One row per period, city and team of the series, as in `tables.SeriesStandings`.

    :param results: this series' results, drops marked.
    :param done: the standings of series that its criteria ask for.
    """
    if results.is_empty():
        return empty(SeriesStandings)
    sums = _sums(results).join(teams.select("team_id", "folded"), on="team_id", how="left")
    parts = [
        placed(series, sums.join(some.select(PERIOD_KEY), on=PERIOD_KEY, nulls_equal=True, how="semi"), results, done)
        for series, some in _by_rules(name, periods, rules)
    ]
    return pl.concat(parts).select(*dtypes(SeriesStandings))


def _sums(results: pl.DataFrame) -> pl.DataFrame:
    counts = ~pl.col("dropped")
    return (
        results.sort("ord")
        .group_by(*TEAM_KEY, "unit", maintain_order=True)
        .agg(
            points=pl.col("points").filter(counts).sum(),
            played=(~pl.col("absent")).sum(),
            counted=counts.sum(),
            dropped_events=pl.col("event").filter("dropped"),
        )
    )
