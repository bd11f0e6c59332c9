"""Leagues whose totals and round scores contain the streak handicap: what they contain is taken out before scoring.

What a file contains is what the rules gave on the evening, so it is the same in every scenario.
"""

from __future__ import annotations

from dataclasses import replace

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import handicaps
from pipelines.scoring.evenings import Evenings, tables, under
from pipelines.scoring.regulation import ENTRY_KEY, regulate
from pipelines.scoring.rulings import in_order
from pipelines.tables import Facts


def net(evening: Evenings, rules: LeagueRules) -> Evenings:
    """The evenings with the handicaps that their totals contain named in `net_of`, and taken out of the first round."""
    if not rules.totals_contain_handicap:
        return evening
    return without(evening, contained(evening.facts, rules.baseline))


def without(evening: Evenings, owed: pl.DataFrame) -> Evenings:
    """The evenings net of these handicaps, as from `contained`."""
    rounds = evening.results.round_points.join(owed, on=ENTRY_KEY, how="left")
    is_first = pl.col("round") == pl.col("round").min().over(ENTRY_KEY)
    taken = pl.when(is_first).then(pl.col("handicap").fill_null(0)).otherwise(0)
    round_points = rounds.with_columns(points=pl.col("points") - taken).drop("handicap")
    return replace(evening, net_of=owed, results=replace(evening.results, round_points=round_points))


def contained(facts: Facts, rules: LeagueRules) -> pl.DataFrame:
    """One row per event, game and team known by round or total only: the handicap its points contain, in units."""
    regulation = regulate(facts.events, rules)
    base = under(facts, regulation, in_order(facts.decisions, facts.events))
    answered = facts.answers.select(ENTRY_KEY).unique()

    def coarse(owed: pl.DataFrame) -> pl.DataFrame:
        return owed.join(answered, on=ENTRY_KEY, how="anti")

    settled, _ = handicaps.settle(
        lambda owed: tables(replace(base, net_of=coarse(owed)), owed=owed), regulation, base.finals
    )
    return coarse(settled)
