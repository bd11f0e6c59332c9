"""What each question was worth that evening, whatever was answered."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.scoring.regulation import GAME_KEY, QUESTION_KEY, ROUND_KEY, Regulation
from pipelines.tables import COEFFICIENT_UNITS, Facts

WORTH: Final = ["right", "wrong", "partial", "stake_right", "stake_wrong", "stake_blank", "double"]


def asked(facts: Facts) -> pl.DataFrame:
    """One row per question that a team's sheet has, with its `position` in the round and how many `sheets` have it.

    Where numbers run through the game the position is counted from the round's first question; a removed question keeps
    its position, since its answers stay in the facts.
    """
    # of millions of answers there are few questions: the streaming engine counts them several times as fast
    counted = facts.answers.lazy().group_by(QUESTION_KEY).agg(sheets=pl.len()).collect(engine="streaming")
    known = (
        facts.questions.select(QUESTION_KEY)
        .join(counted, on=QUESTION_KEY, how="anti")
        .with_columns(sheets=pl.lit(0, pl.UInt32))
    )
    questions = pl.concat([counted, known]) if known.height else counted
    first = pl.col("question").min().over(ROUND_KEY)
    runs_through = first > pl.col("question").max().over(ROUND_KEY) - first + 1
    return questions.with_columns(
        position=pl.when(runs_through).then(pl.col("question") - first + 1).otherwise(pl.col("question"))
    )


def question_rules(questions: pl.DataFrame, facts: Facts, regulation: Regulation, voided: pl.DataFrame) -> pl.DataFrame:
    """One row per question: points in units for each kind of answer (null: the rules have none), and its policies.

    A question's value is its own, else that of the `rounds` table, else the variant's, else the rule set's; a scenario
    that changes the rule's value stands over all of them.

    :param questions: as from `asked`.
    :param voided: one row per question removed, by the questions table or by a ruling.
    """
    own = facts.questions.select(*QUESTION_KEY, own_value="value", bonus="bonus").unique(QUESTION_KEY, keep="first")
    removed = voided.select(QUESTION_KEY).unique().with_columns(void=pl.lit(True))
    valued = (
        questions.join(round_worth(facts, regulation), on=ROUND_KEY, how="left")
        .join(own, on=QUESTION_KEY, how="left")
        .join(removed, on=QUESTION_KEY, how="left")
        .with_columns(pl.col("bonus", "void").fill_null(False), pl.col("value_forced").fill_null(False))
        .with_columns(value=_value())
    )
    return valued.with_columns(**_worth()).with_columns(_when_void(name) for name in WORTH)


def round_worth(facts: Facts, regulation: Regulation) -> pl.DataFrame:
    """One row per event, game and round: its rules, under the variant and value that the evening chose."""
    chosen = facts.rounds.select(*ROUND_KEY, "variant", round_value="value").unique(ROUND_KEY, keep="first")
    keyed = regulation.event_games.select(*GAME_KEY, "regime")
    plain = keyed.join(regulation.round_rules.filter(pl.col("variant").is_null()), on="regime").drop("variant")
    if chosen.is_empty():
        return plain.with_columns(round_value=pl.lit(None, pl.Int64), variant=pl.lit(None, pl.String))
    varied = (
        chosen.filter(pl.col("variant").is_not_null())
        .select(*ROUND_KEY, "variant")
        .join(keyed, on=GAME_KEY)
        .join(regulation.round_rules, on=["regime", "round", "variant"])
        .drop("variant")
        .select(plain.columns)
    )
    rows = pl.concat([varied, plain.join(varied, on=ROUND_KEY, how="anti")])
    extra = chosen.join(rows, on=ROUND_KEY, how="anti").select(*ROUND_KEY)
    return pl.concat([rows, extra], how="diagonal").join(chosen, on=ROUND_KEY, how="left")


def _value() -> pl.Expr:
    position = pl.col("position") - 1
    listed = pl.col("rule_values").list.get(position, null_on_oob=True)
    by_rule = pl.coalesce(listed, "rule_value")
    return pl.when("value_forced").then(by_rule).otherwise(pl.coalesce("own_value", "round_value", by_rule))


def _worth() -> dict[str, pl.Expr]:
    subtracts = pl.when("bonus").then(0).otherwise(pl.col("wrong_factor"))
    blank = pl.when("blank_is_wrong").then(pl.col("stake_wrong")).otherwise(pl.lit(0, pl.Int64))
    return {
        "right": pl.col("value"),
        # value × factor is whole: a value has six decimals at most, a unit ten
        "wrong": pl.col("value") // COEFFICIENT_UNITS * subtracts.fill_null(0),
        "partial": pl.col("partial"),
        "stake_blank": pl.when(pl.col("stake_wrong").is_not_null()).then(blank),
        "double": pl.coalesce("double_points", "value"),
    }


def _when_void(name: str) -> pl.Expr:
    """A removed question earns its full value for all, or nothing for all, whatever was answered or ticked."""
    credit = pl.when(pl.col("void_question") == "credit_all").then(pl.col("value")).otherwise(pl.lit(0, pl.Int64))
    return pl.when("void").then(credit).otherwise(pl.col(name)).alias(name)
