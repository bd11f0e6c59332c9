"""Answers → points: verdicts after rulings, lateness and copies, then what each earns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.folding import folded
from pipelines.scoring import jokers
from pipelines.scoring.questions import WORTH
from pipelines.scoring.regulation import QUESTION_KEY, ROUND_KEY
from pipelines.scoring.rulings import Rulings
from pipelines.tables import VERDICTS

VERDICT = pl.Enum(VERDICTS)
POLICIES: Final = [*WORTH, "late", "void", "void_question", "copied_double_earns"]


@dataclass(frozen=True)
class Graded:
    """Answers with what counts, and what was found wrong with jokers, ticks and partly right answers."""

    answers: pl.LazyFrame
    """One row per answer: its keys, `verdict` as it counts, `points` in units, `void`."""
    findings: pl.DataFrame


def grade(answers: pl.DataFrame, rules: pl.DataFrame, rulings: Rulings, joker_rules: pl.DataFrame) -> Graded:
    """What every answer earns.

    :param answers: as in `tables.Answers`.
    :param rules: one row per question, as from `questions.question_rules`.
    :param joker_rules: one row per event, game, joker and round in which it is allowed, with `uses`.
    """
    everyone = _with_everyone(answers, rules, rulings)
    settled = _settled(everyone, rulings)
    joked = jokers.effects(everyone, joker_rules)
    base = _late(_overlaid(_with_policies(everyone.lazy(), rules), settled))
    copied = jokers.copied(base, joked.copies, settled)
    counted = _copied(base, copied.verdicts, joked.doubles)
    return Graded(counted.with_columns(points=_points()), copied.findings.vstack(joked.findings))


def _with_policies(answers: pl.LazyFrame, rules: pl.DataFrame) -> pl.LazyFrame:
    """Answers beside the policies of their questions; what is one and the same for all of them needs no join."""
    policies = rules.select(*QUESTION_KEY, pl.col(POLICIES)).rename({"late": "late_is"})
    counts = policies.select(pl.exclude(QUESTION_KEY).n_unique())
    same = [name for name, (count,) in counts.to_dict(as_series=False).items() if count == 1]
    joined = answers.join(policies.drop(same).lazy(), on=QUESTION_KEY, how="left")
    return joined.with_columns(pl.lit(policies[name][0], policies.schema[name]).alias(name) for name in same)


def _with_everyone(answers: pl.DataFrame, rules: pl.DataFrame, rulings: Rulings) -> pl.DataFrame:
    """The answers numbered, with a blank one where a removed question or a ruling credits a team without any."""
    credited = rules.filter(pl.col("void") & (pl.col("void_question") == "credit_all")).select(QUESTION_KEY)
    # a ruling on what nobody was asked makes no answer: a question's policies stand beside every answer
    wanted = rulings.of_kind("set_verdict").select(*QUESTION_KEY, "team_id").join(rules, on=QUESTION_KEY, how="semi")
    if credited.is_empty() and wanted.is_empty():
        return answers.with_row_index("i")
    playing = answers.select("event", "game", "team_id").unique()
    needed = pl.concat(
        [
            credited.join(playing, on=["event", "game"]).select(wanted.columns),
            wanted.join(playing, on=["event", "game", "team_id"]),
        ]
    )
    lacking = needed.unique().join(answers, on=[*QUESTION_KEY, "team_id"], how="anti").sort(pl.all())
    blank = lacking.with_columns(verdict=pl.lit("none", VERDICT), stake=pl.lit(False), late=pl.lit(False))
    return pl.concat([answers, blank], how="diagonal").with_row_index("i")


def _settled(answers: pl.DataFrame, rulings: Rulings) -> pl.DataFrame:
    """One row per answer `i` that a ruling settles: `verdict`, and `fixed` where lateness and copying count no more.

    The last ruling on an answer stands. An accepted answer makes equal ones right, but a late one stays late.
    """
    ruled = rulings.of_kind("set_verdict", "accept_answer")
    if ruled.is_empty():
        return pl.DataFrame(schema={"i": pl.UInt32, "settled": VERDICT, "fixed": pl.Boolean})
    own = ruled.filter(pl.col("kind") == "set_verdict").select(
        *QUESTION_KEY, "team_id", "time", settled=pl.col("value").cast(VERDICT, strict=False), fixed=pl.lit(True)
    )
    equal = ruled.filter(pl.col("kind") == "accept_answer").select(
        *QUESTION_KEY, "time", folded=folded(pl.col("value")), settled=pl.lit("right", VERDICT), fixed=pl.lit(False)
    )
    asked = answers.join(ruled.select(QUESTION_KEY).unique(), on=QUESTION_KEY, how="semi").with_columns(
        folded=folded(pl.col("answer"))
    )
    hits = pl.concat(
        [
            asked.join(own, on=[*QUESTION_KEY, "team_id"]).select("i", "time", "settled", "fixed"),
            asked.join(equal, on=[*QUESTION_KEY, "folded"]).select("i", "time", "settled", "fixed"),
        ]
    )
    last = hits.sort("time").group_by("i", maintain_order=True).last()
    return last.select("i", "settled", "fixed")


def _overlaid(answers: pl.LazyFrame, settled: pl.DataFrame) -> pl.LazyFrame:
    if settled.is_empty():
        return answers.with_columns(fixed=pl.lit(False))
    joined = answers.join(settled.lazy(), on="i", how="left", maintain_order="left")
    return joined.with_columns(
        pl.coalesce("settled", "verdict").alias("verdict"), pl.col("fixed").fill_null(False)
    ).drop("settled")


def _late(answers: pl.LazyFrame) -> pl.LazyFrame:
    """A late answer is wrong or none, as the game has it; a late blank stays one; a tick on a none costs nothing."""
    late = pl.col("late") & ~pl.col("fixed")
    is_none = pl.col("late_is") == "none"
    verdict = pl.when(late & (is_none | (pl.col("verdict") == "none"))).then(pl.lit("none", VERDICT))
    return answers.with_columns(
        verdict=verdict.when(late).then(pl.lit("wrong", VERDICT)).otherwise("verdict"),
        stake=pl.col("stake") & ~(late & is_none),
    )


def _copied(answers: pl.LazyFrame, copied: pl.DataFrame, doubles: pl.DataFrame) -> pl.LazyFrame:
    """Answers with the verdicts of those they copied, and `is_double` where the double's points count."""
    effects = doubles.select("i", is_double=pl.lit(True)).join(copied, on="i", how="full", coalesce=True)
    if effects.is_empty():
        return answers.with_columns(is_double=pl.lit(False))
    joined = answers.join(effects.lazy(), on="i", how="left", maintain_order="left")
    earns = pl.col("copied_double") & pl.col("copied_double_earns")
    copies = pl.col("copied_verdict").is_not_null()
    return joined.with_columns(
        verdict=pl.coalesce("copied_verdict", "verdict"),
        is_double=pl.when(copies).then(earns).otherwise("is_double").fill_null(False),
    )


def _points() -> pl.Expr:
    """Points in units. A tick counts only where the round has ticks; a partly right answer only where it has points."""
    verdict = pl.col("verdict")
    ticked = pl.col("stake") & pl.col("stake_right").is_not_null()
    right = pl.when(ticked).then("stake_right").when("is_double").then(pl.col("double")).otherwise("right")
    wrong = pl.when(ticked).then("stake_wrong").otherwise("wrong")
    blank = pl.when(ticked).then("stake_blank").otherwise(pl.lit(0, pl.Int64))
    by_verdict = pl.when(verdict == "right").then(right).when(verdict == "wrong").then(wrong)
    earned = by_verdict.when(verdict == "partial").then("partial").otherwise(blank)
    # a removed question is worth the same for every answer: its columns all hold the credit
    return pl.when("void").then("right").otherwise(earned).fill_null(0)


def without_rounds(graded: pl.LazyFrame, annulled: pl.DataFrame) -> pl.LazyFrame:
    """In an annulled round a team's answers are none and earn nothing."""
    if annulled.is_empty():
        return graded
    marked = graded.join(
        annulled.lazy().with_columns(gone=pl.lit(True)), on=[*ROUND_KEY, "team_id"], how="left", maintain_order="left"
    )
    gone = pl.col("gone").fill_null(False)
    return marked.with_columns(
        verdict=pl.when(gone).then(pl.lit("none", VERDICT)).otherwise("verdict"),
        points=pl.when(gone).then(pl.lit(0, pl.Int64)).otherwise("points"),
        void=pl.col("void") & ~gone,
    ).drop("gone")
