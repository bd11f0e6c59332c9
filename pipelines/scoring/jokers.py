"""Jokers: where they are allowed, what they change, and whom a copy follows."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.scoring.regulation import ENTRY_KEY, QUESTION_KEY


@dataclass(frozen=True)
class Effects:
    """Answers `i` on which a double counts, and those that copy, with the findings on the rest."""

    doubles: pl.DataFrame
    copies: pl.DataFrame
    findings: pl.DataFrame


@dataclass(frozen=True)
class Copied:
    """One row per answer `i` that copies somebody's verdict, and the findings on those that copy nobody."""

    verdicts: pl.DataFrame
    findings: pl.DataFrame


def effects(answers: pl.DataFrame, joker_rules: pl.DataFrame) -> Effects:
    """Which jokers count. One out of its rounds has no effect; one used too often holds the event."""
    used = answers.filter(pl.col("joker").is_not_null())
    each = (
        used.with_columns(pl.col("joker").str.split("+"))
        .explode("joker")
        .join(joker_rules, on=["event", "game", "joker", "round"], how="left")
    )
    allowed = each.filter(pl.col("uses").is_not_null())
    too_often = allowed.filter(pl.len().over(*ENTRY_KEY, "joker") > pl.col("uses"))
    doubles = allowed.filter(pl.col("joker") == "double")
    copies = allowed.filter(pl.col("joker") == "copy")
    return Effects(
        doubles.select("i"),
        copies.join(doubles, on="i", how="anti"),
        gather(
            findings(
                "joker_out_of_round",
                each.filter(pl.col("uses").is_null()),
                "The joker '{joker}' is not allowed in round {round}.",
                columns={"column": "joker"},
            ),
            findings(
                "joker_used_twice",
                too_often,
                "The joker '{joker}' is used {used} times; allowed: {uses}.",
                values={"used": pl.len().over(*ENTRY_KEY, "joker")},
                holds=True,
                columns={"column": "joker"},
            ),
            findings(
                "jokers_clash",
                copies.join(doubles, on="i", how="semi"),
                "Double and copy stand on one question (round {round}, question {question}).",
                columns={"column": "joker"},
            ),
        ),
    )


def copied(answers: pl.LazyFrame, copies: pl.DataFrame, settled: pl.DataFrame) -> Copied:
    """The verdict each copy counts with, following chains to the team that answered for itself.

    A verdict that a ruling settled is the team's own, copied or not.

    :param answers: verdicts after rulings and lateness, one row per answer `i`.
    """
    follow = copies.join(settled.filter("fixed"), on="i", how="anti")
    if follow.is_empty():
        nothing = {"i": pl.UInt32, "copied_verdict": pl.Null, "copied_double": pl.Boolean}
        return Copied(pl.DataFrame(schema=nothing), gather())
    late = answers.filter(pl.col("late") & ~pl.col("fixed")).select("i").collect()
    # a copy handed in late is as late as any other answer
    follow = follow.join(late, on="i", how="anti")
    same_question = answers.join(follow.lazy().select(QUESTION_KEY).unique(), on=QUESTION_KEY, how="semi").collect()
    ends = _ends(follow.select("i", *QUESTION_KEY, "team_id", target="copied_team"), same_question)
    verdicts = ends.filter(pl.col("copied_verdict").is_not_null()).select("i", "copied_verdict", "copied_double")
    return Copied(verdicts, _lost(ends, follow))


def _ends(follow: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    """Each copy with the team at the end of its chain (`in_circle`: there is none) and that team's answer."""
    step = follow.select(*QUESTION_KEY, target="team_id", onward="target")
    key = [*QUESTION_KEY, "target"]
    ends = follow
    # no chain is longer than the copies on its question
    for _ in range(follow.select(pl.len().over(QUESTION_KEY).max()).item()):
        ends = ends.join(step, on=key, how="left")
        if ends["onward"].is_null().all():
            break
        ends = ends.with_columns(target=pl.coalesce("onward", "target")).drop("onward")
    else:
        ends = ends.join(step, on=key, how="left")
    own = answers.select(
        *QUESTION_KEY,
        target="team_id",
        copied_verdict="verdict",
        copied_double=pl.col("joker").str.contains("double").fill_null(False),
    )
    found = ends.with_columns(in_circle=pl.col("onward").is_not_null()).join(own, on=key, how="left")
    return found.with_columns(copied_verdict=pl.when(~pl.col("in_circle")).then("copied_verdict"))


def _lost(ends: pl.DataFrame, follow: pl.DataFrame) -> pl.DataFrame:
    """Copies that go round in a ring (the event is held), and copies of a team that has no answer there."""
    lost = ends.filter(pl.col("copied_verdict").is_null()).select("i", "in_circle").join(follow, on="i")
    ring = N_("Round {round}, question {question}: teams copy each other in a ring.")
    nobody = N_("Round {round}, question {question}: the copied team has no answer there.")
    return gather(
        findings("copy_circle", lost.filter("in_circle"), ring, holds=True, columns={"column": "copied_team"}),
        findings("copy_of_nobody", lost.filter(~pl.col("in_circle")), nobody, columns={"column": "copied_team"}),
    )
