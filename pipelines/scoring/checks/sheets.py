"""What stands on the answer sheets, against what the rounds have."""

from __future__ import annotations

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.scoring.checks.scene import Scene, points
from pipelines.scoring.regulation import GAME_KEY, QUESTION_KEY, ROUND_KEY, units


def sheets(scene: Scene) -> pl.DataFrame:
    """Ticks and verdicts where the round has none, rounds without a value, and numbers other than the rules have."""
    if scene.evening.results.questions.is_empty():
        return _values(scene)
    return gather(
        _stakes(scene), _partials(scene), _unknown(scene), _question_count(scene), _bonus_count(scene), _values(scene)
    )


def _on_rules(scene: Scene, rows: pl.DataFrame, *columns: str) -> pl.DataFrame:
    rules = scene.evening.results.questions.select(*QUESTION_KEY, "void", *columns)
    return rows.join(rules, on=QUESTION_KEY).filter(~pl.col("void"))


def _stakes(scene: Scene) -> pl.DataFrame:
    ticked = _on_rules(scene, scene.facts.answers.filter("stake"), "stake_right")
    message = N_("Round {round}, question {question} is ticked; this round has no ticks.")
    return findings(
        "stake_out_of_round", ticked.filter(pl.col("stake_right").is_null()), message, columns={"column": "stake"}
    )


def _partials(scene: Scene) -> pl.DataFrame:
    partly = _on_rules(scene, scene.facts.answers.filter(pl.col("verdict") == "partial"), "partial")
    message = N_("Round {round}, question {question} is partly right; the round has no points for that.")
    return findings(
        "partial_out_of_place", partly.filter(pl.col("partial").is_null()), message, columns={"column": "verdict"}
    )


def _unknown(scene: Scene) -> pl.DataFrame:
    """Rounds for which neither the rules nor the tables have a value: their answers earn nothing."""
    worthless = scene.evening.results.questions.filter(pl.col("value").is_null())
    if worthless.is_empty():
        return gather()
    first = scene.facts.answers.join(worthless.select(QUESTION_KEY), on=QUESTION_KEY, how="semi").unique(
        ROUND_KEY, keep="first", maintain_order=True
    )
    message = N_(
        "Round {round} has no value: neither the rules, the rounds table nor its questions say what an answer is worth."
    )
    return findings("unknown_round", first, message, columns={"column": "round"})


def _question_count(scene: Scene) -> pl.DataFrame:
    asked = scene.evening.results.questions.group_by(ROUND_KEY).agg(asked=pl.len())
    wanted = expected_questions(scene, scene.evening.results.questions.select(ROUND_KEY).unique())
    off = asked.join(wanted, on=ROUND_KEY).filter(pl.col("asked") != pl.col("wanted")).sort(ROUND_KEY)
    return findings("question_count", off, "Round {round} has {asked} questions; the rules have {wanted}.")


def expected_questions(scene: Scene, rounds: pl.DataFrame) -> pl.DataFrame:
    """One row per event, game and round, of these, whose number of questions the rules say, by the variant it was."""
    rows = [
        (regime, number, variant, of.questions if of.questions is not None else of_round.questions)
        for regime, (_, game) in enumerate(scene.evening.regulation.regimes)
        for number, of_round in game.rounds.items()
        for variant, of in [("", of_round), *of_round.variants.items()]
    ]
    schema = {"regime": pl.UInt32, "round": pl.Int32, "variant": pl.String, "wanted": pl.UInt32}
    rules = pl.DataFrame(rows, schema=schema, orient="row").drop_nulls("wanted")
    chosen = scene.facts.rounds.select(*ROUND_KEY, "variant").unique(ROUND_KEY, keep="first")
    keyed = rounds.join(chosen, on=ROUND_KEY, how="left")
    of_games = scene.evening.regulation.event_games.select(*GAME_KEY, "regime")
    return (
        keyed.with_columns(pl.col("variant").fill_null(""))
        .join(of_games, on=GAME_KEY)
        .join(rules, on=["regime", "round", "variant"])
    )


def _bonus_count(scene: Scene) -> pl.DataFrame:
    wanted = scene.games_with(wanted=lambda game: game.bonus_questions).drop_nulls("wanted")
    marked = scene.evening.results.questions.group_by(GAME_KEY).agg(marked=pl.col("bonus").sum())
    off = marked.join(wanted, on=GAME_KEY).filter(pl.col("marked") != pl.col("wanted")).sort(GAME_KEY)
    return findings("bonus_count", off, "{marked} bonus questions are marked; the rules have {wanted}.")


def _values(scene: Scene) -> pl.DataFrame:
    """Values of questions and rounds outside the range that the rules give for the round."""
    rows = [
        (regime, number, units(of.value_range[0]), units(of.value_range[1]))
        for regime, (_, game) in enumerate(scene.evening.regulation.regimes)
        for number, of in game.rounds.items()
        if of.value_range is not None
    ]
    schema = {"regime": pl.UInt32, "round": pl.Int32, "least": pl.Int64, "most": pl.Int64}
    ranges = scene.evening.regulation.event_games.select(*GAME_KEY, "regime").join(
        pl.DataFrame(rows, schema=schema, orient="row"), on="regime"
    )
    columns = [*ROUND_KEY, "value", "file", "sheet", "row"]
    written = pl.concat([scene.facts.questions.select(columns), scene.facts.rounds.select(columns)]).drop_nulls("value")
    off = written.join(ranges, on=ROUND_KEY).filter(~pl.col("value").is_between("least", "most"))
    return findings(
        "value_out_of_range",
        off,
        "Round {round}: a right answer is worth {value}; usual is {least} to {most}.",
        values={name: points(name) for name in ("value", "least", "most")},
        columns={"column": "value"},
    )
