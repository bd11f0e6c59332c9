"""An evening question by question: who had it, as it counts after rulings, jokers and lateness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.insight.scene import Scene, scene_of
from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.regulation import QUESTION_KEY
from pipelines.scoring.results import graded_answers, rules_of_questions
from pipelines.tables import Facts, Scored

MATRIX: Final = (
    *("team_id", "round", "question", "verdict", "graded", "points", "void"),
    *("stake", "joker", "copied_team", "late", "answer", "changed"),
)
ASKED: Final = (
    *("round", "question", "value", "theme", "key", "bonus", "void"),
    *("teams", "right", "partial", "wrong", "blank", "share"),
)
_IN_GAME: Final = ["round", "question"]


@dataclass(frozen=True)
class Questions:
    """A game known answer by answer; without rows where it is known by rounds or totals only."""

    asked: pl.DataFrame
    """One row per question, in order (`ASKED`): how many of the `teams` with an answer there had it.

    `value` in units; `share` (Float64, for show) is `right` of `teams`, null where the question is removed.
    """
    matrix: pl.DataFrame
    """One row per team and question (`MATRIX`).

    `verdict` and `points` (units) are what counts, `graded` what was graded on the evening (null: no answer in the
    file, though a ruling credits one); `changed` where the two differ.
    """


def questions(
    facts: Facts,
    scored: Scored,
    rules: LeagueRules,
    event: str,
    game: str,
    scenario_decisions: pl.DataFrame | None = None,
) -> Questions:
    """The questions of a game, over the teams in its table. Raises KeyError where there is no such event or game.

    :param facts: with their answers.
    """
    scene = scene_of(facts, scored, rules, event, game, scenario_decisions)
    matrix = _matrix(scene)
    return Questions(_asked(scene, matrix), matrix)


def _matrix(scene: Scene) -> pl.DataFrame:
    evening = scene.evening
    counted = graded_answers(scene.some, evening.regulation, evening.rulings).filter(game=scene.game).collect()
    written = scene.some.answers.select(*QUESTION_KEY, "team_id", graded="verdict")
    playing = scene.table.select("team_id")
    rows = counted.join(playing, on="team_id", how="semi").join(written, on=[*QUESTION_KEY, "team_id"], how="left")
    shown = rows.with_columns(changed=pl.col("verdict").ne_missing(pl.col("graded")))
    return shown.select(MATRIX).sort("team_id", "round", "question")


def _asked(scene: Scene, matrix: pl.DataFrame) -> pl.DataFrame:
    evening = scene.evening
    worth = rules_of_questions(scene.some, evening.regulation, evening.rulings).filter(game=scene.game)
    told = scene.some.questions.filter(game=scene.game).select(*_IN_GAME, "theme", "key")
    counts = {name: (pl.col("verdict") == name).sum() for name in ("right", "partial", "wrong")}
    sums = matrix.group_by(_IN_GAME).agg(**counts, blank=(pl.col("verdict") == "none").sum(), teams=pl.len())
    rows = worth.select(*_IN_GAME, "value", "bonus", "void").join(sums, on=_IN_GAME, how="left")
    named = rows.join(told.unique(_IN_GAME, keep="first"), on=_IN_GAME, how="left")
    share = pl.when(~pl.col("void")).then(pl.col("right") / pl.col("teams"))
    return named.with_columns(share=share).select(ASKED).sort(_IN_GAME)
