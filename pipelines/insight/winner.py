"""Who would be an evening's winner by all that is known now: beside an announced one that stays, whatever follows."""

from __future__ import annotations

import polars as pl

from pipelines.insight.scene import scene_of
from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import games
from pipelines.scoring.regulation import ENTRY_KEY
from pipelines.tables import Facts, Scored


def winners_by_rules(facts: Facts, scored: Scored, rules: LeagueRules, event: str, game: str) -> pl.DataFrame:
    """One row per team (`team_id`, sorted) that the rules alone make a winner, and what settled it (`won_by`).

    After every ruling, and without any announcement.

    :param facts: with their answers, where a criterion of the winner looks at them.
    """
    scene = scene_of(facts, scored, rules, event, game)
    placed = scene.pointed.join(scene.rows.select(*ENTRY_KEY, "place_to", "decided_by"), on=ENTRY_KEY)
    found = games.winners(placed, scene.evening.regulation, scene.evidence("winner_points")).rows
    return found.filter(pl.col("game") == game).select("team_id", "won_by").sort("team_id")
