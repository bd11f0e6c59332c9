"""Titles of a period: its winners, and who gets the vice title behind a repeated winner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import ViceTitle, WinnerTitle
from pipelines.scoring.periods import PERIOD_KEY
from pipelines.scoring.regulation import units
from pipelines.tables import Titles, dtypes

Holding = tuple[str, str, str | None, str, str, str | None, int | None]
"""Series, period, city, title, team, qualification, handicap in the champion quiz."""


def titles_of(name: str, periods: pl.DataFrame, standings: pl.DataFrame, rules: LeagueRules) -> pl.DataFrame:
    """One row per period, city, title and holder of a series, as in `tables.Titles`.

    Titles of a period may depend on those of earlier ones, so the periods are gone through in order.
    """
    held: list[Holding] = []
    for (city,), own in periods.sort("ord").group_by("city", maintain_order=True):
        tables = standings.filter(pl.col("city").eq_missing(pl.lit(city, pl.String)))
        held.extend(_of_city(name, city, own, tables, rules))
    schema = {
        n: dtypes(Titles)[n]
        for n in ("series", "period", "city", "title", "team_id", "qualification", "final_handicap")
    }
    found = pl.DataFrame(held, schema=schema, orient="row")
    known = found.join(periods.select(*PERIOD_KEY, "over", "provisional"), on=PERIOD_KEY, how="left", nulls_equal=True)
    status = pl.when("over").then(pl.lit("won")).otherwise(pl.lit("leading"))
    return known.with_columns(status=status).select(*dtypes(Titles))


def _of_city(
    name: str, city: str | None, periods: pl.DataFrame, standings: pl.DataFrame, rules: LeagueRules
) -> Iterable[Holding]:
    earlier: dict[str, list[tuple[str, str]]] = defaultdict(list)
    """Title → (year, team) of earlier periods."""
    ordered = standings.sort("place").select("period", "team_id", "place").partition_by("period", as_dict=True)
    for period, day in periods.select("period", "first_date").iter_rows():
        titles = rules.of_period(day).series[name].titles
        table = ordered.get((period,))
        if table is None or titles.winner is None or not titles.winner.given:
            continue
        year = str(day.year)
        winners = [team for team, place in table.select("team_id", "place").iter_rows() if place == 1]
        vices = _vices(titles.vice, table, winners, year, earlier) if titles.vice else []
        yield from _holdings(name, period, city, winners, "winner", titles.winner)
        if titles.vice:
            yield from _holdings(name, period, city, vices, "vice", titles.vice)
        earlier["winner"] += [(year, team) for team in winners]
        earlier["vice"] += [(year, team) for team in vices]


def _holdings(
    name: str, period: str, city: str | None, teams: list[str], title: str, rules: WinnerTitle | ViceTitle
) -> Iterable[Holding]:
    return ((name, period, city, title, t, rules.qualifies, units(rules.final_handicap)) for t in teams)


def _vices(
    vice: ViceTitle, table: pl.DataFrame, winners: list[str], year: str, earlier: dict[str, list[tuple[str, str]]]
) -> list[str]:
    """The next-placed team or teams behind the winners, where the rules give them the vice title (A 3.3)."""

    def holders(*titles: str) -> set[str]:
        return {team for t in titles for y, team in earlier[t] if vice.within == "ever" or y == year}

    repeated = holders("winner").intersection(winners)
    if vice.when == "never" or (vice.when == "winner_repeats" and not repeated):
        return []
    if vice.when == "winner_repeats" and not vice.with_new_winner and len(repeated) < len(winners):
        return []
    passed = {"none": set(), "winners": holders("winner"), "holders": holders("winner", "vice")}[vice.passes_over]
    behind = table.filter(~pl.col("team_id").is_in(winners) & ~pl.col("team_id").is_in(sorted(passed)))
    level = behind.filter(pl.col("place") == pl.col("place").min())["team_id"].to_list()
    return level if vice.level == "all" or len(level) == 1 else []
