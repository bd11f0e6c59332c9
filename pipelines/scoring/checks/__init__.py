"""Findings that follow from the rules: what the files say against what the rules give."""

from __future__ import annotations

import polars as pl

from pipelines.findings import gather
from pipelines.scoring.checks.appeals import appeals
from pipelines.scoring.checks.awards import awards
from pipelines.scoring.checks.bounds import bounds
from pipelines.scoring.checks.declared import declared
from pipelines.scoring.checks.people import people
from pipelines.scoring.checks.scene import Scene
from pipelines.scoring.checks.sheets import sheets
from pipelines.scoring.checks.ties import ties

__all__ = ["Scene", "all_of"]


def all_of(scene: Scene) -> pl.DataFrame:
    """Every finding that the rules show, as in `tables.Findings`."""
    return gather(*(check(scene) for check in (declared, ties, sheets, bounds, people, appeals, awards)))
