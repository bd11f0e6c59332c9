"""Which periods a report covers, and the evenings in them."""

from __future__ import annotations

import re

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.periods import sequence
from pipelines.tables import Facts, Scored

CAREER = "all"


def known_periods(scored: Scored) -> list[str]:
    """The keys a report may be asked for: those of all series, the years they began in, and `all`."""
    periods = scored.periods.sort("first_date")
    keys = periods["period"].unique(maintain_order=True).to_list()
    years = periods["first_date"].dt.strftime("%Y").unique(maintain_order=True).to_list()
    return list(dict.fromkeys([*keys, *years, CAREER]))


def chosen(scored: Scored, period: str | None) -> pl.DataFrame:
    """The rows of `tables.Periods` that are covered: of each series and city the latest one, or those asked for.

    A year means every period that began in it, `all` every period there is. A career is always in: it has no other.
    """
    periods = scored.periods
    if period is None:
        wanted = pl.col("ord") == pl.col("ord").max().over("series", "city")
    elif period == CAREER:
        wanted = pl.lit(value=True)
    else:
        wanted = pl.col("period") == period
        if re.fullmatch(r"\d{4}", period):
            wanted |= pl.col("first_date").dt.strftime("%Y") == period
    career = pl.col("period") == CAREER
    return periods.filter(wanted | career).sort(career, "series", "first_date", "city")


def evenings(facts: Facts, rules: LeagueRules, periods: pl.DataFrame) -> pl.DataFrame:
    """The events of the periods, whatever their state, and those of other kinds on days between: as in `tables.Events`.

    A career alone covers all events; beside other series it adds none.
    """
    events = facts.events
    spans = periods.filter(pl.col("period") != CAREER)
    if spans.is_empty():
        return events if periods.height else events.clear()
    found = pl.concat(sequence(events, name, series) for name, series in rules.latest().series.items())
    mine = found.join(spans, on=["series", "period", "city"], how="semi", nulls_equal=True)
    first, last = mine.select(first=pl.col("date").min(), last=pl.col("date").max()).row(0)
    cities = spans["city"]
    here = pl.lit(cities.null_count() > 0) | pl.col("city").is_in(cities.drop_nulls().unique().implode())
    between = pl.col("date").is_between(first, last) & here.fill_null(value=False)
    return events.filter(between | pl.col("event").is_in(mine["event"].implode())).sort("ord")
