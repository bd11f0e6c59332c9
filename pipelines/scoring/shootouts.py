"""Shoot-outs as criteria: computed among the tied teams alone, and only for places they may decide."""

from __future__ import annotations

import polars as pl

from pipelines.ruleset.vocabulary import Shootout
from pipelines.scoring.places import Criterion
from pipelines.tables import UNITS

_TIED = ["event", "game", "place"]
_TEAM = [*_TIED, "team_id"]


def criterion(rules: Shootout, shootouts: pl.DataFrame) -> Criterion:
    """The criterion `shootout` over the shoot-outs of a league (as in `tables.Shootouts`)."""

    def key(level: pl.DataFrame) -> pl.DataFrame:
        applies = pl.any_horizontal(pl.lit(p).is_between("place", "place_to") for p in rules.places)
        rows = level.with_columns(applies=applies if rules.places else pl.lit(False))
        if not rows["applies"].any():
            return rows.with_columns(key=pl.lit(None, pl.Int64))
        rounds = _rounds(rows.filter("applies"), shootouts)
        ranked = _closest(rounds) if rules.kind == "closest_number" else _sudden_death(rounds, rules)
        found = rows.join(ranked, on=_TEAM, how="left", maintain_order="left")
        return found if rules.orders == "all" else _only_places(found, rules)

    return Criterion("shootout", key)


def _rounds(level: pl.DataFrame, shootouts: pl.DataFrame) -> pl.DataFrame:
    """One row per tied team that took part and round of its group's shoot-out (`shootout` null: no number given)."""
    own = shootouts.select("event", "game", "team_id", "round", "shootout").unique(
        ["event", "game", "team_id", "round"]
    )
    shot = level.select(_TEAM).join(own, on=["event", "game", "team_id"])
    right = shootouts.select("event", "game", "round", "key").drop_nulls().unique(["event", "game", "round"])
    grid = shot.select(_TEAM).unique().join(shot.select(*_TIED, "round").unique(), on=_TIED)
    return grid.join(shot, on=[*_TEAM, "round"], how="left").join(right, on=["event", "game", "round"], how="left")


def _closest(rounds: pl.DataFrame) -> pl.DataFrame:
    """Right answers: in each round every team nearest to the right number among the tied ones has it.

    Where no right number is written, 1 says that the team had it.
    """
    off = (pl.col("shootout") - pl.col("key")).abs()
    nearest = (
        pl.when(pl.col("key").is_null())
        .then(pl.col("shootout") == UNITS)
        .otherwise(off == off.min().over(*_TIED, "round"))
    )
    return rounds.with_columns(has=nearest.fill_null(False)).group_by(_TEAM).agg(key=pl.col("has").sum().cast(pl.Int64))


def _sudden_death(rounds: pl.DataFrame, rules: Shootout) -> pl.DataFrame:
    """Round by round: the sequences of special points compared, or who is alone with the fewest so far goes out."""
    # 1 is a right answer; whatever else stands there is none
    right = (pl.col("shootout") == UNITS).fill_null(value=False).cast(pl.Int64)
    results = rounds.with_columns(shootout=right).sort(*_TEAM, "round")
    if rules.elimination == "all_behind":
        listed = results.group_by(_TEAM, maintain_order=True).agg(key=pl.col("shootout"))
        return listed.with_columns(key=_by_sequence(listed))
    return _alone_behind(results)


def _by_sequence(listed: pl.DataFrame) -> pl.Series:
    """Lexicographic order of lists of one league, as whole numbers (more is better)."""
    longest = max(listed["key"].list.len(), default=0)
    columns = [pl.col("key").list.get(n, null_on_oob=True).fill_null(0).alias(f"n{n}") for n in range(longest)]
    if not columns:
        return pl.Series("key", [], pl.Int64)
    return listed.select(pl.struct(columns).rank("dense").cast(pl.Int64).alias("key"))["key"]


def _alone_behind(results: pl.DataFrame) -> pl.DataFrame:
    """Each round takes out the one team alone with the fewest special points so far; who stays is ordered by them."""
    so_far = results.with_columns(total=pl.col("shootout").cum_sum().over(_TEAM, order_by="round"))
    teams = so_far.select(_TEAM).unique().with_columns(out=pl.lit(None, pl.Int64))
    for number in so_far["round"].unique().sort():
        now = so_far.filter(pl.col("round") == number).join(teams.filter(pl.col("out").is_null()), on=_TEAM)
        least = now.filter((pl.col("total") == pl.col("total").min().over(_TIED)) & (pl.len().over(_TIED) > 1))
        alone = least.filter(pl.len().over(_TIED) == 1).select(*_TEAM, gone=pl.lit(number, pl.Int64))
        teams = teams.join(alone, on=_TEAM, how="left").with_columns(out=pl.coalesce("out", "gone")).drop("gone")
    final = so_far.group_by(_TEAM).agg(pl.col("total").sort_by("round").last())
    ordered = teams.join(final, on=_TEAM).with_columns(pl.col("out").fill_null(pl.col("out").max().fill_null(0) + 1))
    # who went out later is ahead; among those who stayed, special points
    stayed = pl.col("out") == pl.col("out").max()
    key = pl.struct("out", pl.when(stayed).then("total").otherwise(0)).rank("dense").cast(pl.Int64)
    return ordered.select(*_TEAM, key=key)


def _only_places(found: pl.DataFrame, rules: Shootout) -> pl.DataFrame:
    """Behind the places it may decide, the rest of the group shares."""
    reached = pl.col("place") + pl.col("key").rank("min", descending=True).over(_TIED) - 1
    decided = pl.any_horizontal(reached == p for p in rules.places)
    worst = pl.col("key").min().over(_TIED)
    return found.with_columns(key=pl.when(decided | pl.col("key").is_null()).then("key").otherwise(worst))
