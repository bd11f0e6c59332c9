"""Ties that stayed for lack of data, or were split as the file declares."""

from __future__ import annotations

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring.checks.scene import Scene
from pipelines.scoring.regulation import GAME_KEY


def ties(scene: Scene) -> pl.DataFrame:
    """`shootout_missing`, `criterion_unknown`, `declared_place_used`: one a tied group (and criterion)."""
    groups = _groups(scene).explode("lacks")
    level = {"places": _range()}
    return gather(
        findings(
            "shootout_missing",
            groups.filter(pl.col("lacks") == "shootout"),
            "Places {places} are level: {teams}. A shoot-out decides, and none is recorded.",
            values=level,
        ),
        findings(
            "criterion_unknown",
            groups.filter(pl.col("lacks") != "shootout"),
            "Places {places} are level ({teams}), and there is no data for the criterion '{criterion}'.",
            values=level | {"criterion": pl.col("lacks")},
        ),
        findings(
            "declared_place_used",
            _split_as_declared(scene),
            "{team} is ahead of a level team as the file declares.",
        ),
    )


def _range() -> pl.Expr:
    return pl.format("{}–{}", "place", "place_to")


def _groups(scene: Scene) -> pl.DataFrame:
    """One row per group that stayed level for lack of data, in a game that counts."""
    if scene.ranked.lacking.is_empty() and scene.declared.lacking.is_empty():
        texts = dict.fromkeys(("event", "game", "place", "place_to", "teams"), pl.String)
        return pl.DataFrame(schema={**texts, "lacks": pl.List(pl.String)})
    both = pl.concat([scene.ranked.lacking, scene.declared.lacking], how="diagonal")
    level = scene.named(both).join(
        scene.evening.states.filter(pl.col("state") == "final").select("event"), on="event", how="semi"
    )
    if level.is_empty():
        return level.select(*GAME_KEY, "place", "place_to", "lacks", teams="team").clear()
    together = level.sort("team").group_by(*GAME_KEY, "place", "place_to", maintain_order=True)
    return together.agg(pl.col("team").str.join(", ").alias("teams"), pl.col("lacks").first()).sort(*GAME_KEY, "place")


def _split_as_declared(scene: Scene) -> pl.DataFrame:
    used = scene.scored.standings.filter(pl.col("decided_by") == "declared")
    return scene.named(used).select(*GAME_KEY, "team")
