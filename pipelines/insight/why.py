"""Why is this number what it is? A place in a series from the scored frames alone: results, places, points, drops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

import polars as pl

from pipelines.insight import cited, exact
from pipelines.insight.drops import drop_rule, reasons
from pipelines.insight.entries import Entries, entries_of
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Series
from pipelines.tables import Facts, Scored

COLUMNS: Final = {
    "event": pl.String(),
    "date": pl.Date(),
    "result": pl.String(),
    "place": pl.UInt32(),
    "place_to": pl.UInt32(),
    "first": pl.Boolean(),
    "entries": pl.List(pl.String()),
    "formula": pl.String(),
    "points": pl.Int64(),
    "unit": pl.Int64(),
    "exact": pl.String(),
    "counts": pl.Boolean(),
    "reason": pl.String(),
    "equal_to": pl.List(pl.String()),
    "paths": pl.List(pl.String()),
}


@dataclass(frozen=True)
class WhySeries:
    """A team's place in a period, taken apart."""

    rows: pl.DataFrame
    """One row per event of the period, in order (`COLUMNS`).

    `result`: `ranked`, `played` (counted by points, without a place), `absent`, `out_of_contest`, `disqualified`.
    `entries`: what the places of the shared range earn, `formula` how they make the points: `(15 + 12) / 2`.
    `first`: the period's first event, whose first places may earn otherwise. `points` in `unit`s to the point, null
    where the evening is no result; `exact` the same as a text. `reason`, see `drops`; `paths`: the rules it rests on.
    """
    total: dict[str, Any]
    """`formula` (`15 + 12 + 25/3`), `exact`, and of the standing `points, unit, place, place_to, played, counted,
    decided_by`."""
    rules: pl.DataFrame
    """One row per rule used, as from `cited.frame`."""


def why_series(
    facts: Facts, scored: Scored, rules: LeagueRules, series: str, period: str, city: str | None, team_id: str
) -> WhySeries:
    """Why a team has its points and its place in a period. Raises KeyError where the period does not have the team.

    :param facts: of these only the events are looked at.
    """
    here = {"series": series, "period": period}
    of_city = pl.col("city").eq_missing(pl.lit(city, pl.String))
    standing = scored.series_standings.filter(of_city, **here, team_id=team_id).to_dicts()
    if not standing:
        raise KeyError(f"{team_id} has no place in {series} {period}")
    found = scored.periods.filter(of_city, **here).row(0, named=True)
    results = scored.series_results.filter(of_city, **here)
    now = rules.of_period(found["first_date"]).series[series]
    events = facts.events.join(results, on="event", how="semi").sort("ord").select("event", "date")
    own = _own(results, scored.standings.filter(game=now.game), events, team_id)
    used = _Used(rules, series, now, found["first_date"], found["first_event"])
    rows = list(_rows(own, used, reasons(own, now, over=found["over"])))
    frame = pl.DataFrame(rows, schema=COLUMNS, orient="row")
    return WhySeries(frame, _total(frame, standing[0]), cited.frame(used.cited(frame)))


@dataclass(frozen=True)
class _Used:
    rules: LeagueRules
    series: str
    now: Series
    first_day: date
    first_event: str

    def of_event(self, event: str, day: date) -> Series:
        """The series' points by place: a career's are those of each evening's day."""
        return self.rules.of_event(event, self._day(day)).series[self.series]

    def cited(self, frame: pl.DataFrame) -> Iterator[cited.Cited]:
        for event, day, paths in frame.select("event", "date", "paths").iter_rows():
            yield from (cited.cited(self.rules, f"series.{self.series}.{p}", self._day(day), event) for p in paths)

    def _day(self, day: date) -> date:
        return day if self.now.period == "career" else self.first_day


def _own(results: pl.DataFrame, standings: pl.DataFrame, events: pl.DataFrame, team_id: str) -> pl.DataFrame:
    """The period's events with the team's result in the series and its status of the evening."""
    mine = results.filter(team_id=team_id).drop("series", "period", "city", "team_id", "status")
    said = standings.filter(team_id=team_id).select("event", pl.col("status").cast(pl.String))
    return events.join(mine, on="event", how="left").join(said, on="event", how="left", maintain_order="left")


def _rows(own: pl.DataFrame, used: _Used, why: dict[str, tuple[str | None, list[str]]]) -> Iterator[dict[str, Any]]:
    for row in own.iter_rows(named=True):
        reason, equal_to = why[row["event"]]
        worth = _worth(row, used)
        yield {
            **{name: row[name] for name in ("event", "date", "place", "place_to", "points", "unit")},
            "result": _result(row),
            "first": row["event"] == used.first_event,
            "entries": list(worth.entries),
            "formula": worth.formula,
            "exact": None if row["points"] is None else exact.amount(row["points"], row["unit"]),
            "counts": None if row["points"] is None else not row["dropped"],
            "reason": reason,
            "equal_to": equal_to,
            "paths": [*worth.paths, *([drop_rule(used.now)] if reason in _DROPS else [])],
        }


_DROPS: Final = {"worst", "earliest", "best", "one_counts", "kept"}


def _result(row: dict[str, Any]) -> str:
    if row["points"] is not None and not row["absent"]:
        return "ranked" if row["place"] is not None else "played"
    return row["status"] if row["status"] in ("out_of_contest", "disqualified") else "absent"


def _worth(row: dict[str, Any], used: _Used) -> Entries:
    """What the evening was worth before anything is dropped, and by which rules."""
    now = used.now
    if row["points"] is None or row["absent"]:
        paths = ("disqualified",) if row["status"] == "disqualified" and now.absent != "skip" else ("absent",)
        gone = row["status"] in ("out_of_contest", "disqualified") and now.absent == "skip"
        return Entries(
            (),
            None if row["points"] is None else exact.amount(row["points"], row["unit"]),
            ("counts",) if gone else paths,
        )
    if now.value == "points":
        text = exact.amount(row["points"], row["unit"])
        return Entries((text,), text, ("value",))
    first = row["event"] == used.first_event
    return entries_of(used.of_event(row["event"], row["date"]), row["place"], row["place_to"], first=first)


def _total(rows: pl.DataFrame, standing: dict[str, Any]) -> dict[str, Any]:
    terms = rows.filter("counts")["exact"].to_list()
    kept = ("points", "unit", "place", "place_to", "played", "counted", "decided_by")
    return {
        "formula": exact.total(terms),
        "exact": exact.amount(standing["points"], standing["unit"]),
        **{name: standing[name] for name in kept},
    }
