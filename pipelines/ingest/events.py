"""The table of events: order, state, and the labels without which an evening is in no series."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.ruleset.vocabulary import Rules, Series
from pipelines.tables import Events


def events_table(rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Cleaned rows → one row per event in order of date, then row (`state` still as given); an id twice is refused."""
    rows = rows.with_columns(kind=pl.col("kind").fill_null("regular"))
    again = rows.filter(~pl.col("event").is_first_distinct())
    said = N_("The event {event} has a row already; this one is left out.")
    once = rows.filter(pl.col("event").is_first_distinct()).sort("date", maintain_order=True)
    once = once.with_columns(ord=pl.int_range(pl.len(), dtype=pl.UInt32))
    return once, findings("event_twice", again, said, columns={"column": "event"})


def with_states(events: pl.DataFrame, results: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """An event whose state is left out is final where there are results, else planned."""
    played = pl.concat([r.select(pl.col("event").unique().cast(pl.String)) for r in results])["event"].unique()
    usual = pl.when(pl.col("event").is_in(played.implode())).then(pl.lit("final")).otherwise(pl.lit("planned"))
    known = events.with_columns(state=pl.coalesce("state", usual))
    return known.select(Events.columns().keys()).cast(Events.create_empty().schema)


def missing_labels(events: pl.DataFrame, rules: Rules) -> pl.DataFrame:
    """Final events without the season or the city by which a series of theirs goes."""
    return gather(
        _missing(events, rules, "season", lambda s: s.period == "season"),
        _missing(events, rules, "city", lambda s: s.scope == "city"),
    )


def _missing(events: pl.DataFrame, rules: Rules, label: str, goes_by: Callable[[Series], bool]) -> pl.DataFrame:
    going = {name: s for name, s in rules.series.items() if goes_by(s)}
    kinds = sorted({kind for series in going.values() for kind in series.events})
    rows = events.filter(
        pl.col("state") == "final", pl.col(label).is_null(), pl.col("kind").cast(pl.String).is_in(kinds)
    )
    named = {"any_series": pl.lit(" or ".join(going))}
    return findings(f"{label}_missing", rows, _LACKS[label], values=named, columns={"column": label})


_LACKS: Final = {
    "season": N_("The event has no season; without it, it is in no table of {any_series}."),
    "city": N_("The event has no city; without it, it is in no table of {any_series}."),
}
