"""Declared totals and places against those that the rules give."""

from __future__ import annotations

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring.checks.scene import Scene, points
from pipelines.scoring.regulation import ENTRY_KEY, units
from pipelines.scoring.results import raw_rounds


def declared(scene: Scene) -> pl.DataFrame:
    """`total_mismatch`, `place_mismatch`, `impossible_points`."""
    return gather(_totals(scene), _places(scene), _impossible(scene))


def _totals(scene: Scene) -> pl.DataFrame:
    """A total may be declared as graded, or with handicap and all; one beside a broken cell says nothing."""
    said = scene.facts.declared.filter(pl.col("points").is_not_null())
    if said.is_empty():
        return gather()
    broken = (
        scene.facts.findings.filter((pl.col("severity") == "error") & pl.col("row").is_not_null())
        .select("file", "sheet", "row")
        .unique()
    )
    graded = raw_rounds(scene.facts.only(said["event"].unique()), scene.evening.regulation).totals.rename(
        {"points": "graded"}
    )
    final = scene.scored.standings.select(*ENTRY_KEY, "rounds_points", final="points")
    both = said.join(graded, on=ENTRY_KEY).join(final, on=ENTRY_KEY, how="left")
    both = both.join(broken, on=["file", "sheet", "row"], how="anti", nulls_equal=True)
    same = pl.any_horizontal(
        (pl.col("points") == pl.col(c)).fill_null(False) for c in ("graded", "rounds_points", "final")
    )
    return findings(
        "total_mismatch",
        scene.named(both.filter(~same)),
        "{team} declares {points} points; its cells give {graded}.",
        values={"points": points("points"), "graded": points("graded")},
        columns={"column": pl.col("points_column")},
    )


def _places(scene: Scene) -> pl.DataFrame:
    said = scene.facts.declared.filter(pl.col("place").is_not_null()).rename({"place": "declared_place"})
    both = said.join(scene.scored.standings.select(*ENTRY_KEY, "place", "place_to"), on=ENTRY_KEY)
    wrong = scene.named(both.filter(pl.col("declared_place") != pl.col("place")))
    given = (
        pl.when(pl.col("place") == pl.col("place_to"))
        .then(pl.col("place").cast(pl.String))
        .otherwise(pl.format("{}–{}", "place", "place_to"))
    )
    return findings(
        "place_mismatch",
        wrong,
        "{team} declares place {declared_place}; the rules give {given}.",
        values={"given": given},
        columns={"column": pl.col("place_column")},
    )


def _impossible(scene: Scene) -> pl.DataFrame:
    """Results that no sum of the game's values can give."""
    steps = scene.games_with(step=lambda game: units(game.points_step)).drop_nulls("step")
    totals = scene.facts.totals.with_columns(total="points")
    rounds = scene.facts.round_scores.with_columns(total=pl.col("points").sum().over(ENTRY_KEY)).unique(
        ENTRY_KEY, keep="first", maintain_order=True
    )
    odd = (
        pl.concat([totals, rounds.select(totals.columns)])
        .join(steps, on=["event", "game"])
        .filter(pl.col("total") % pl.col("step") != 0)
    )
    return findings(
        "impossible_points",
        scene.named(odd),
        "{team} has {points} points; they come in steps of {step}.",
        values={"points": points("total"), "step": points("step")},
        columns={"column": "points"},
    )
