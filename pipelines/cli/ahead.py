"""The command `next`: the coming edition, in one table for programs and in parts for people."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.cli.guard import pick
from pipelines.cli.opening import Opened, open_league
from pipelines.cli.options import Asked, Format
from pipelines.cli.output import say, show
from pipelines.export.shown import Shown
from pipelines.insight.coming import Coming, coming
from pipelines.tables import UNITS

_NO_ROWS: Final = {
    "place": pl.UInt32,
    "place_to": pl.UInt32,
    "first": pl.Int8,
    "points": pl.Int64,
    "gap": pl.Int64,
    "unit": pl.Int64,
    "game": pl.String,
    "rank": pl.String,
    "city": pl.String,
    "team_id": pl.String,
    "event": pl.String,
    "series": pl.String,
    "period": pl.String,
    "about": pl.String,
    "part": pl.Int32,
}
COLUMNS: Final = (
    *("event", "date", "city", "about", "game", "series", "period", "first"),
    *("place", "place_to", "team", "team_id", "points", "gap", "rank"),
)
"""`about` is `edition`, `handicap`, `stake` or `rank`: what the row tells of the coming event."""
TITLES: Final = {
    "edition": "Counts for",
    "handicap": "Starting handicaps",
    "stake": "At stake",
    "rank": "Ranks within reach",
}
_SHOWN: Final = {
    "edition": ("series", "period", "first"),
    "handicap": ("game", "team", "points"),
    "stake": ("series", "period", "place", "place_to", "team", "points", "gap"),
    "rank": ("series", "team", "points", "gap", "rank"),
}


def coming_edition(asked: Asked, city: str | None, shape: Format) -> None:
    scored = ("event_states", "standings", "periods", "series_standings", "series_results", "ranks")
    opened = open_league(asked, ("facts.events", "facts.teams", *(f"scored.{name}" for name in scored)))
    cities = opened.facts.events["city"].drop_nulls().unique().sort().to_list()
    city = None if city is None else pick("city", city, cities)
    found = coming(opened.facts, opened.rules, opened.scored, city)
    if found.events.is_empty():
        say("No event is planned behind the last final one. Add it to events.csv and build again.")
    rows = _rows(opened, found)
    if shape is not Format.table:
        show(_shown(rows.select(*COLUMNS, "unit")), shape)
        return
    for event in found.events.iter_rows(named=True):
        said = [event["date"], event["city"], event["title"], event["state"], f"({event['event']})"]
        print(" · ".join(str(part) for part in said if part))
        _print_parts(rows.filter(event=event["event"]))


def _rows(opened: Opened, found: Coming) -> pl.DataFrame:
    """All parts below each other, by event, in the order of `TITLES`."""
    parts = {
        "edition": found.editions.filter(~pl.col("career")).with_columns(pl.col("first").cast(pl.Int8)),
        "handicap": found.handicaps.rename({"handicap": "points"}).with_columns(unit=pl.lit(UNITS, pl.Int64)),
        "stake": found.stakes,
        "rank": found.ranks,
    }
    events = found.events.select("event", "date", "ord", place_of="city")
    names = opened.facts.teams.select("team_id", "team", "folded")
    stacked = [part.with_columns(about=pl.lit(name), part=pl.lit(n)) for n, (name, part) in enumerate(parts.items())]
    return (
        pl.concat([pl.DataFrame(schema=_NO_ROWS), *stacked], how="diagonal")
        .join(events, on="event")
        .join(names, on="team_id", how="left")
        .with_columns(city=pl.coalesce("city", "place_of"))
        .sort("ord", "part", "game", "series", "place", "gap", "points", "folded", nulls_last=True)
    )


def _print_parts(rows: pl.DataFrame) -> None:
    for about, title in TITLES.items():
        part = rows.filter(about=about)
        if part.height:
            print()
            show(_shown(part.select(*_SHOWN[about], "unit")), Format.table, title)
    print()


def _shown(rows: pl.DataFrame) -> Shown:
    units: dict[str, int | str] = {name: "unit" for name in ("points", "gap") if name in rows.columns}
    return Shown(rows, units) if units else Shown(rows.drop("unit"))
