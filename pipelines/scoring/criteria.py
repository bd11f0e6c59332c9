"""The criteria of a game: what they compare, and where they find it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from pipelines.ruleset.vocabulary import Game
from pipelines.scoring import shootouts
from pipelines.scoring.places import Criterion, Key
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY, QUESTION_KEY
from pipelines.tables import Facts


@dataclass(frozen=True)
class Evidence:
    """What criteria look at. Answers are graded only for the events of a tie that asks for them."""

    facts: Facts
    round_points: pl.DataFrame
    other_games: pl.DataFrame
    """One row per event, game and team: `points` and `place` in that game."""
    graded: Callable[[pl.DataFrame], pl.DataFrame]
    """Rows with `event, game` → graded answers of these games, one row per answer."""


def of_game(names: Sequence[str], game: Game, evidence: Evidence) -> list[Criterion]:
    """The criteria after the first (`points`), in order, for games under these rules."""
    return [_criterion(name, game, evidence) for name in names if name != "points"]


def _criterion(name: str, game: Game, evidence: Evidence) -> Criterion:
    if name == "shootout":
        if game.shootout is None:
            return Criterion(name, lambda level: level.with_columns(key=pl.lit(None, pl.Int64), applies=pl.lit(False)))
        return shootouts.criterion(game.shootout, evidence.facts.shootouts)
    if name.startswith("games."):
        _, other, what = name.split(".")
        return Criterion(name, _in_other_game(other, what, evidence))
    return Criterion(name, _KEYS[name](evidence))


def _in_other_game(other: str, what: str, evidence: Evidence) -> Key:
    better = pl.col("key") if what == "points" else -pl.col("key").cast(pl.Int64)

    def key(level: pl.DataFrame) -> pl.DataFrame:
        there = evidence.other_games.filter(pl.col("game") == other).select("event", "team_id", key=what)
        joined = level.join(there, on=["event", "team_id"], how="left", maintain_order="left")
        return joined.with_columns(key=better)

    return key


def _later_rounds(evidence: Evidence) -> Key:
    """Points of the highest-numbered round, then of the one before, down to the first."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        games = level.select(GAME_KEY).unique()
        known = evidence.round_points.join(games, on=GAME_KEY, how="semi")
        numbers = sorted(known["round"].unique(), reverse=True)
        played = known.group_by(GAME_KEY).agg(rounds=pl.col("round").n_unique())
        sums = [pl.col("points").filter(pl.col("round") == n).sum().alias(f"r{n}") for n in numbers]
        teams = known.join(level, on=ENTRY_KEY, how="semi").group_by(ENTRY_KEY).agg(*sums, own=pl.len())
        complete = teams.join(played, on=GAME_KEY).filter(pl.col("own") == pl.col("rounds"))
        order = pl.struct(f"r{n}" for n in numbers).rank("dense").cast(pl.Int64) if numbers else pl.lit(0, pl.Int64)
        return level.join(complete.select(*ENTRY_KEY, key=order), on=ENTRY_KEY, how="left", maintain_order="left")

    return key


def _closing_run(evidence: Evidence) -> Key:
    """Right answers counted back from the last question to the first that is not right."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        graded = evidence.graded(level.select(GAME_KEY).unique())
        credited = pl.col("void_question") == "credit_all"
        counted = graded.filter(~pl.col("void") | credited)
        right = (pl.col("verdict") == "right") | pl.col("void")
        # a question that the team has no row for is not right either
        questions = counted.select(QUESTION_KEY).unique()
        grid = (
            level.select(ENTRY_KEY)
            .join(questions, on=GAME_KEY)
            .join(counted.select(*QUESTION_KEY, "team_id", right=right), on=[*QUESTION_KEY, "team_id"], how="left")
        )
        back = grid.sort("round", "question", descending=True).with_columns(pl.col("right").fill_null(False))
        runs = back.group_by(ENTRY_KEY, maintain_order=True).agg(key=pl.col("right").cast(pl.Int64).cum_prod().sum())
        present = graded.select(ENTRY_KEY).unique()
        return level.join(runs.join(present, on=ENTRY_KEY, how="semi"), on=ENTRY_KEY, how="left", maintain_order="left")

    return key


def _question_rating(evidence: Evidence) -> Key:
    """Over the questions a team has right: teams in the game, less those that have it right, plus one."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        graded = evidence.graded(level.select(GAME_KEY).unique())
        right = graded.filter((pl.col("verdict") == "right") & ~pl.col("void"))
        teams = graded.group_by(GAME_KEY).agg(teams=pl.col("team_id").n_unique())
        rated = right.join(teams, on=GAME_KEY).with_columns(
            worth=pl.col("teams").cast(pl.Int64) - pl.len().over(QUESTION_KEY).cast(pl.Int64) + 1
        )
        sums = rated.group_by(ENTRY_KEY).agg(sum=pl.col("worth").sum())
        present = graded.select(ENTRY_KEY).unique().join(sums, on=ENTRY_KEY, how="left")
        rows = present.select(*ENTRY_KEY, key=pl.col("sum").fill_null(0))
        return level.join(rows, on=ENTRY_KEY, how="left", maintain_order="left")

    return key


_KEYS: dict[str, Callable[[Evidence], Key]] = {
    "later_rounds": _later_rounds,
    "closing_run": _closing_run,
    "question_rating": _question_rating,
}


def declared(places: pl.DataFrame) -> Criterion:
    """Places that the file declares, where a criterion lacked its data and they lie inside the tied group.

    :param places: one row per event, game and team, with `declared_place`.
    """

    def key(level: pl.DataFrame) -> pl.DataFrame:
        joined = level.join(places, on=ENTRY_KEY, how="left", maintain_order="left")
        together = [*GAME_KEY, "place"]
        inside = pl.col("declared_place").is_between("place", "place_to").fill_null(False).all().over(together)
        lacking = (pl.col("lacks").list.len() > 0).any().over(together)
        return joined.with_columns(key=-pl.col("declared_place").cast(pl.Int64), applies=lacking & inside)

    return Criterion("declared", key)
