"""A period as it went, ready to be drawn and read: the table after each of its evenings. No Streamlit here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from dashboard.frames import of_period
from pipelines.insight.race import race
from pipelines.ruleset.bound import LeagueRules
from pipelines.tables import Facts, Scored

DRAWN: Final = 24
"""Lines a chart has room for, beside those asked for."""
EVENINGS: Final = 40
"""Evenings a chart has room for."""
_BUDGET: Final = 400_000
"""Rows that are made to rank every evening of a period; a period of thousands of evenings shows fewer of them."""


def course(
    facts: Facts, scored: Scored, rules: LeagueRules, series: str, period: str, city: str | None
) -> pl.DataFrame:
    """One row per evening (at most EVENINGS, the last ones) and team in the table after it, evenings in order.

    Columns: those of `insight.race`, `team`, and `slot`: the place with level teams below one another, as they stand in
    the end.
    """
    results = of_period(scored.series_results, series, period, city).height
    last = min(EVENINGS, max(2, _BUDGET // max(1, results)))
    rows = race(facts, scored, rules, series, period, city, last)
    ends = rows.filter(pl.col("ord") == pl.col("ord").max()).select("team_id", end="place")
    names = facts.teams.select("team_id", "team", "folded")
    named = rows.join(names, on="team_id", how="left").join(ends, on="team_id", how="left")
    slot = pl.struct("place", "end", "folded", "team_id").rank("ordinal").over("event")
    return named.with_columns(slot=slot).sort("ord", "slot").drop("folded", "end")


def changes(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per team: `team_id, place_change` in the last evening (negative: up); null for a new one."""
    return rows.filter(pl.col("ord") == pl.col("ord").max()).select("team_id", "place_change")


def drawn(rows: pl.DataFrame, chosen: Sequence[str]) -> pl.DataFrame:
    """Of a course the teams that a chart has room for: the first of the last table, and those chosen."""
    last = rows.filter(pl.col("ord") == pl.col("ord").max()).sort("slot")["team_id"]
    kept = [*last.head(DRAWN), *chosen]
    return rows.filter(pl.col("team_id").is_in(kept))
