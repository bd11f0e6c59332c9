"""What was announced or handed out, against titles and ranks."""

from __future__ import annotations

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.scoring.checks.scene import Scene

_TITLES = ["winner", "vice"]


def awards(scene: Scene) -> pl.DataFrame:
    """`award_differs`: a title or a rank that the rules do not give."""
    return gather(_titles(scene), _ranks(scene))


def _titles(scene: Scene) -> pl.DataFrame:
    said = scene.facts.awards.filter(
        pl.col("award").is_in(_TITLES) & pl.col("series").is_not_null() & pl.col("team_id").is_not_null()
    )
    given = scene.scored.titles.select("series", "period", "team_id", award="title")
    wrong = scene.named(said.join(given, on=["series", "period", "team_id", "award"], how="anti"))
    message = N_("{team} was announced as {award} of {series} {period}; by the rules it is not.")
    return findings("award_differs", wrong, message, columns={"column": "award"})


def _ranks(scene: Scene) -> pl.DataFrame:
    names = {step.name for series in scene.rules.latest().series.values() for step in series.ranks}
    said = scene.facts.awards.filter(pl.col("award").is_in(sorted(names)) & pl.col("team_id").is_not_null())
    reached = scene.scored.ranks_reached.select("team_id", award="rank")
    wrong = scene.named(said.join(reached, on=["team_id", "award"], how="anti"))
    return findings(
        "award_differs",
        wrong,
        "{team} was given the rank {rank}; by the rules it has not reached it.",
        values={"rank": pl.col("award")},
        columns={"column": "award"},
    )
