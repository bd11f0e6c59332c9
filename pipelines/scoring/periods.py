"""Which events a series runs over, and in which period each falls."""

from __future__ import annotations

from datetime import date

import polars as pl

from pipelines.ruleset.vocabulary import Series

PERIOD_KEY = ["series", "period", "city"]


def sequence(events: pl.DataFrame, name: str, series: Series) -> pl.DataFrame:
    """One row per event of the series, in order: `series, period, city` (null: the league's) and the event's columns.

    Events without the label their series goes by are in no period (a finding says so).

    :param events: final events only, as in `tables.Events`.
    """
    mine = events.filter(pl.col("kind").is_in(series.events)).sort("ord")
    city = pl.col("city") if series.scope == "city" else pl.lit(None, pl.String)
    labelled = mine.select(
        "event", "ord", "date", series=pl.lit(name), period=_period(series.period), city=city, ends=_ends(series.period)
    )
    wanted = pl.col("period").is_not_null() & (pl.lit(series.scope == "league") | pl.col("city").is_not_null())
    return labelled.filter(wanted)


def _period(kind: str) -> pl.Expr:
    day = pl.col("date")
    match kind:
        case "month":
            return day.dt.strftime("%Y-%m")
        case "season":
            return pl.col("season")
        case "quarter":
            return _quarter_start(day).dt.strftime("%Y-%m")
        case "year":
            return day.dt.strftime("%Y")
        case _:
            return pl.lit("all")


def _quarter_start(day: pl.Expr) -> pl.Expr:
    """First day of the three months of a time of the year: winter is December to February."""
    return day.dt.offset_by("1mo").dt.truncate("1q").dt.offset_by("-1mo").dt.truncate("1mo")


def _ends(kind: str) -> pl.Expr:
    """The period's last day by the calendar; a season's label and a career have none."""
    day = pl.col("date")
    match kind:
        case "month":
            return day.dt.month_end()
        case "quarter":
            return _quarter_start(day).dt.offset_by("2mo").dt.month_end()
        case "year":
            return day.dt.truncate("1y").dt.offset_by("11mo").dt.month_end()
        case _:
            return pl.lit(None, pl.Date)


def periods(sequences: pl.DataFrame, states: pl.DataFrame, *, closed: frozenset[str], as_of: date) -> pl.DataFrame:
    """One row per series, period and city, as in `tables.Periods`.

    :param sequences: all series' sequences, one row per series and event.
    :param states: as in `tables.EventStates`.
    """
    flagged = sequences.join(states.select("event", "provisional"), on="event", how="left").sort("ord")
    found = flagged.group_by(PERIOD_KEY, maintain_order=True).agg(
        first_event=pl.col("event").first(),
        last_event=pl.col("event").last(),
        first_date=pl.col("date").first(),
        events=pl.len(),
        ends=pl.col("ends").max(),
        provisional=pl.col("provisional").any(),
        first_ord=pl.col("ord").first(),
    )
    order = pl.col("first_ord").rank("ordinal").over("series", "city").cast(pl.UInt32) - 1
    # another city's evening ends no period of this one
    later = order < order.max().over("series", "city")
    by_calendar = (pl.col("ends") < as_of).fill_null(False)
    over = later | by_calendar | pl.col("period").is_in(sorted(closed))
    return found.with_columns(ord=order, over=over).drop("first_ord")
