"""The table of a period with the results of every evening, dropped ones marked."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from pipelines.export.readable import Presented
from pipelines.export.report.language import Language
from pipelines.export.shown import Shown, series_table
from pipelines.tables import Facts, Scored

_RESULT, _DROPPED, _ABSENT = "points ", "dropped ", "absent "


def results_table(
    facts: Facts,
    scored: Scored,
    key: tuple[str, str, str | None],
    t: Language,
    *,
    title: str,
    subtitle: str,
    notes: Sequence[str],
    by_event: bool,
) -> Presented:
    """One row per team of a period (series, period, city), with a column per evening where `by_event`."""
    series, period, city = key
    table = series_table(facts, scored, series, period, city)
    labels = {"place": t("Place"), "team": t("Team"), "points": t("Points"), "played": t("Played")}
    about = {"title": title, "subtitle": subtitle, "notes": notes}
    if not by_event:
        return Presented(table, labels, **about)  # type: ignore[arg-type]
    results = scored.series_results.filter(pl.col("city").eq_missing(pl.lit(city)), series=series, period=period)
    days = facts.events.join(results, on="event", how="semi").sort("ord").select("event", "date")
    headings = {event: _heading(event, day, days["date"], t) for event, day in days.iter_rows()}
    return Presented(
        _widened(table, results, list(headings)),
        labels | {f"{_RESULT}{event}": heading for event, heading in headings.items()},
        struck={f"{_RESULT}{event}": f"{_DROPPED}{event}" for event in headings},
        absent={f"{_RESULT}{event}": f"{_ABSENT}{event}" for event in headings},
        **about,  # type: ignore[arg-type]
    )


def _heading(event: str, day: object, days: pl.Series, t: Language) -> str:
    """The day; with the event's name beside it where two evenings fall on one day."""
    said = t.day(day, "d MMM")  # type: ignore[arg-type]
    return f"{said} {event}" if (days == day).sum() > 1 else said


def _widened(table: Shown, results: pl.DataFrame, events: list[str]) -> Shown:
    wide = results.pivot("event", index="team_id", values=["points", "dropped", "absent"])
    names = {"points": _RESULT, "dropped": _DROPPED, "absent": _ABSENT}
    columns = [pl.col(f"{value}_{event}").alias(f"{name}{event}") for value, name in names.items() for event in events]
    joined = table.frame.join(wide.select("team_id", *columns), on="team_id", how="left", maintain_order="left")
    flags = [pl.col(f"{name}{event}").fill_null(value=False) for name in (_DROPPED, _ABSENT) for event in events]
    return Shown(joined.with_columns(flags), {**table.units, **{f"{_RESULT}{event}": "unit" for event in events}})
