"""Findings that follow from the rules: what the files say against what the rules give."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import polars as pl

from pipelines.findings import gather
from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.evenings import Evenings
from pipelines.scoring.games import Tables
from pipelines.scoring.seasons import Seasons
from pipelines.tables import Facts


@dataclass(frozen=True)
class Scene:
    """All that a check may look at."""

    facts: Facts
    rules: LeagueRules
    evening: Evenings
    ranked: Tables
    standings: pl.DataFrame
    seasons: Seasons
    as_of: date


def all_of(scene: Scene) -> pl.DataFrame:
    return gather()
