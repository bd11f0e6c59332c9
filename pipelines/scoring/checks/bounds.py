"""Points of a round that its questions cannot give."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.scoring.checks.scene import Scene, points
from pipelines.scoring.checks.sheets import expected_questions
from pipelines.scoring.questions import question_rules
from pipelines.scoring.regulation import ROUND_KEY

SLACK: Final = 2
"""How often what a round usually gives it may give; one evening may well ask more questions than all others."""
SURE: Final = N_("{team} has {points} points in round {round}; possible are {least} to {most}.")
USUAL: Final = N_(
    "{team} has {points} points in round {round}; the questions that it usually has give {least} to {most}."
)
BELOW: Final = N_("{team} has {points} points in round {round}; no answer there takes points away.")


def bounds(scene: Scene) -> pl.DataFrame:
    """`value_out_of_range` of round scores; those that contain a handicap may be anything."""
    if scene.facts.round_scores.is_empty() or scene.rules.totals_contain_handicap:
        return gather()
    given = scene.facts.round_scores.join(_limits(scene), on=ROUND_KEY)
    far = (pl.col("points") > pl.col("most") * pl.col("slack")) | (pl.col("points") < pl.col("least") * pl.col("slack"))
    odd = scene.named(given.filter(far))
    said = {
        SURE: pl.col("slack") == 1,
        USUAL: (pl.col("slack") > 1) & pl.col("most").is_not_null(),
        BELOW: pl.col("most").is_null(),
    }
    values = {name: points(name) for name in ("points", "least", "most")}
    return gather(
        *(
            # without a column: in a score sheet the round is one, whose heading is not known here
            findings("value_out_of_range", odd.filter(of), text, values=values)
            for text, of in said.items()
        )
    )


def _limits(scene: Scene) -> pl.DataFrame:
    """One row per event, game and round whose questions have a value: `least, most` in units, `slack`.

    Where neither the rules nor other evenings say how many questions there are, `most` is null, and `least` where any
    answer takes points away.
    """
    own = scene.facts.questions.drop_nulls("value")
    rounds = _counted(scene).join(own, on=ROUND_KEY, how="anti")
    number = pl.int_ranges(1, pl.col("questions").fill_null(1) + 1, dtype=pl.Int32)
    each = rounds.select(*ROUND_KEY, question=number).explode("question")
    asked = each.with_columns(position="question", sheets=pl.lit(0, pl.UInt32))
    none = scene.evening.rulings.voided.clear()
    worth = question_rules(asked, scene.facts, scene.evening.regulation, none)
    limits = worth.group_by(ROUND_KEY).agg(
        least=pl.min_horizontal(pl.lit(0), "wrong", "stake_wrong", "stake_blank").sum(),
        most=pl.max_horizontal("right", "stake_right", "partial", "double").sum(),
        valued=pl.col("value").is_not_null().all(),
    )
    known = pl.col("questions").is_not_null()
    return (
        limits.filter("valued")
        .join(rounds, on=ROUND_KEY)
        .with_columns(
            least=pl.when(known | (pl.col("least") == 0)).then("least"),
            most=pl.when(known).then("most"),
        )
    )


def _counted(scene: Scene) -> pl.DataFrame:
    """One row per event, game and round known by its points: how many `questions` it has, and the `slack` of that.

    By the rules; else the most that the round had on any evening known by its answers; else null.
    """
    rounds = scene.facts.round_scores.select(ROUND_KEY).unique()
    by_rules = expected_questions(scene, rounds).select(*ROUND_KEY, "wanted")
    asked = scene.evening.results.questions.group_by(ROUND_KEY).agg(usual=pl.len())
    usual = asked.group_by("game", "round").agg(pl.col("usual").max())
    both = rounds.join(by_rules, on=ROUND_KEY, how="left").join(usual, on=["game", "round"], how="left")
    return both.select(
        *ROUND_KEY,
        questions=pl.coalesce("wanted", "usual").cast(pl.Int32),
        slack=pl.when(pl.col("wanted").is_not_null()).then(1).otherwise(SLACK).cast(pl.Int64),
    )
