"""A table as it was before the evening's last ruling: where an appeal changes one, both are shown (Shaker 2.2.11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.contained import contained, without
from pipelines.scoring.evenings import Evenings, tables, under
from pipelines.scoring.regulation import ENTRY_KEY, regulate
from pipelines.scoring.rulings import in_order
from pipelines.scoring.through import through_round
from pipelines.tables import Facts, Scored

_PLACED = ("team_id", "place", "place_to", "points")


@dataclass(frozen=True)
class LastRuling:
    """The last upheld ruling of an evening, and the table of one of its games without it."""

    ruling: dict[str, Any]
    """The row of `tables.Decisions`."""
    before: pl.DataFrame
    """One row per team: `team_id, place, place_to, points` (in units)."""


def before_last_ruling(
    facts: Facts, scored: Scored, rules: LeagueRules, event: str, game: str, number: int | None = None
) -> LastRuling | None:
    """The final table, or the one after round `number`; None where nothing was ruled that evening.

    :param facts: with their answers.
    :param scored: the league scored under the same rules: its handicaps are those the evening began with.
    """
    some = facts.only(pl.Series([event]))
    ruled = in_order(facts.decisions, some.events).filter(event=event)
    if ruled.is_empty():
        return None
    earlier = replace(facts, decisions=facts.decisions.filter(pl.col("ord") != ruled["ord"][-1]))
    evening = under(some, regulate(some.events, rules), in_order(earlier.decisions, some.events))
    if rules.totals_contain_handicap:
        evening = without(evening, contained(facts, rules.baseline))
    before = _final(evening, scored) if number is None else _through(earlier, scored, rules, evening, game, number)
    return LastRuling(ruled.row(-1, named=True), before.filter(game=game).select(_PLACED))


def _final(evening: Evenings, scored: Scored) -> pl.DataFrame:
    owed = scored.standings.join(evening.facts.events, on="event", how="semi").filter(pl.col("handicap") != 0)
    return tables(evening, owed=owed.select(*ENTRY_KEY, "handicap")).rows


def _through(
    facts: Facts, scored: Scored, rules: LeagueRules, evening: Evenings, game: str, number: int
) -> pl.DataFrame:
    """What a ruling changes of the rounds stands in their points; handicaps are those the evening began with."""
    before = replace(scored, round_points=evening.results.round_points)
    return through_round(facts, rules, before, evening.facts.events["event"][0], game, number).standings
