"""From answers, round scores and totals to one result per team, the finest that is known."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from pipelines.findings import findings, gather
from pipelines.scoring.answers import Graded, grade, without_rounds
from pipelines.scoring.questions import asked, question_rules
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY, QUESTION_KEY, Regulation
from pipelines.scoring.rulings import Rulings, standing
from pipelines.tables import UNITS, Facts


@dataclass(frozen=True)
class Results:
    """What the teams earned in a game, before handicaps, adjustments and coefficients."""

    totals: pl.DataFrame
    """One row per event, game and team that took part: `rounds_points` in units."""
    round_points: pl.DataFrame
    """As in `tables.RoundPoints`."""
    questions: pl.DataFrame
    """One row per question asked, as from `questions.question_rules`."""
    findings: pl.DataFrame


def results(facts: Facts, regulation: Regulation, rulings: Rulings) -> Results:
    """One result per event, game and team. Answers count before round scores, and these before totals."""
    rules = rules_of_questions(facts, regulation, rulings)
    graded = grade(facts.answers, rules, rulings, _jokers(regulation))
    rounds = _rounds(facts, graded, rulings)
    totals = _totals(facts, rounds)
    return Results(totals, rounds, rules, gather(graded.findings, _conflicts(facts, regulation, rulings)))


def rules_of_questions(facts: Facts, regulation: Regulation, rulings: Rulings) -> pl.DataFrame:
    """One row per question asked, with its worth under the rulings."""
    written = facts.questions.filter("void").select(QUESTION_KEY)
    return question_rules(asked(facts), facts, regulation, pl.concat([written, rulings.voided]))


def graded_answers(facts: Facts, regulation: Regulation, rulings: Rulings) -> pl.LazyFrame:
    """One row per answer with `verdict` as it counts, `points` in units and `void`."""
    rules = rules_of_questions(facts, regulation, rulings)
    graded = grade(facts.answers, rules, rulings, _jokers(regulation))
    return without_rounds(graded.answers, rulings.annulled)


def _jokers(regulation: Regulation) -> pl.DataFrame:
    keyed = regulation.event_games.select(*GAME_KEY, "regime")
    return keyed.join(regulation.joker_rules, on="regime").drop("regime")


def _rounds(facts: Facts, graded: Graded, rulings: Rulings) -> pl.DataFrame:
    """One row per event, game, team and round: by answers where there are any, else the round score."""
    key = [*ENTRY_KEY, "round"]
    by_answers = graded.answers.group_by(key).agg(pl.col("points").sum()).collect()
    scores = facts.round_scores.select(*key, "points").unique(key, keep="first")
    rounds = pl.concat([by_answers, scores.join(by_answers, on=key, how="anti")]) if scores.height else by_answers
    if rulings.annulled.is_empty():
        return rounds
    gone = rounds.join(rulings.annulled, on=key, how="semi").with_columns(points=pl.lit(0, pl.Int64))
    return pl.concat([rounds.join(rulings.annulled, on=key, how="anti"), gone])


def _totals(facts: Facts, rounds: pl.DataFrame) -> pl.DataFrame:
    by_rounds = rounds.group_by(ENTRY_KEY).agg(rounds_points=pl.col("points").sum())
    written = facts.totals.select(*ENTRY_KEY, rounds_points="points").unique(ENTRY_KEY, keep="first")
    if written.is_empty():
        return by_rounds
    return pl.concat([by_rounds, written.join(by_rounds, on=ENTRY_KEY, how="anti")])


def _conflicts(facts: Facts, regulation: Regulation, rulings: Rulings) -> pl.DataFrame:
    """Findings where a coarser result differs from the finer ones it stands for, as they were before rulings."""
    if facts.round_scores.is_empty() and facts.totals.is_empty():
        return gather()
    coarse_rounds = facts.round_scores.join(facts.answers.select(GAME_KEY).unique(), on=GAME_KEY, how="semi")
    games = pl.concat([facts.answers.select(GAME_KEY).unique(), facts.round_scores.select(GAME_KEY).unique()]).unique()
    coarse_totals = facts.totals.join(games, on=GAME_KEY, how="semi")
    if coarse_rounds.is_empty() and coarse_totals.is_empty():
        return gather()
    events = pl.concat([coarse_rounds.select("event"), coarse_totals.select("event")]).unique()["event"]
    raw = raw_rounds(facts.only(events), regulation)
    by_round = _differing(coarse_rounds, raw.by_answers, [*ENTRY_KEY, "round"])
    by_total = _differing(coarse_totals, raw.totals, ENTRY_KEY)
    return gather(*(_conflict(rows) for rows in (by_round, by_total) if rows.height))


@dataclass(frozen=True)
class Raw:
    """Results as graded on the evening, before any ruling."""

    by_answers: pl.DataFrame
    totals: pl.DataFrame


def raw_rounds(facts: Facts, regulation: Regulation) -> Raw:
    """What the finer facts give without any ruling (removed questions of the questions table stay removed)."""
    none = standing(facts.decisions.clear().with_columns(supposed=pl.lit(False)))
    rules = rules_of_questions(facts, regulation, none)
    graded = grade(facts.answers, rules, none, _jokers(regulation))
    rounds = _rounds(facts, graded, none)
    by_answers = rounds.join(facts.answers.select(*ENTRY_KEY, "round").unique(), on=[*ENTRY_KEY, "round"], how="semi")
    return Raw(by_answers, rounds.group_by(ENTRY_KEY).agg(pl.col("points").sum()))


def _differing(coarse: pl.DataFrame, fine: pl.DataFrame, key: list[str]) -> pl.DataFrame:
    both = coarse.join(fine.rename({"points": "finer"}), on=key)
    return both.filter(pl.col("points") != pl.col("finer"))


def _conflict(rows: pl.DataFrame) -> pl.DataFrame:
    return findings(
        "conflicting_results",
        rows,
        "{points} points here, {finer} by the finer results of the same team.",
        values={name: pl.col(name) / UNITS for name in ("points", "finer")},
        holds=True,
        columns={"column": "points"},
    )
