"""Shoot-outs where only right or wrong can be said: any other number counts as wrong, and is seen here."""

from __future__ import annotations

from datetime import date
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather
from pipelines.ruleset.bound import LeagueRules
from pipelines.tables import UNITS


def odd_shots(shootouts: pl.DataFrame, events: pl.DataFrame, rules: LeagueRules) -> pl.DataFrame:
    """An error on each value that is neither 1 nor 0 in a sudden death, or in a round whose right number is not given.

    :param shootouts: cleaned rows, amounts in units.
    """
    shots = shootouts.with_columns(pl.col("event", "game").cast(pl.String)).join(
        events.select("event", "date"), on="event", how="left"
    )
    games = shots.drop_nulls("date").select("event", "date", "game").unique()
    sudden = [_is_sudden(rules, *key) for key in games.rows()]
    games = games.with_columns(sudden=pl.Series(sudden, dtype=pl.Boolean))
    shots = shots.join(games, on=["event", "date", "game"], how="left", maintain_order="left")
    odd = shots.with_columns(
        keyless=pl.col("key").is_null().all().over("event", "game", "round"),
        found=(pl.col("shootout") / UNITS).cast(pl.String).str.strip_suffix(".0"),
    ).filter(~pl.col("shootout").is_in([0, UNITS]))
    where = {"column": "shootout"}
    return gather(
        findings("unknown_value", odd.filter("sudden"), _SUDDEN, columns=where),
        findings("unknown_value", odd.filter(~pl.col("sudden") & pl.col("keyless")), _KEYLESS, columns=where),
    )


_SUDDEN: Final = N_("The cell has «{found}»; in a sudden death 1 (right) or 0 was wanted. It counts as wrong.")
_KEYLESS: Final = N_(
    "The cell has «{found}»; 1 or 0 was wanted, since the right number (key) is not given. It counts as wrong."
)


def _is_sudden(rules: LeagueRules, event: str, day: date, game: str) -> bool | None:
    """Whether the game's shoot-out is a sudden death; None where the rules have no shoot-out."""
    shootout = rules.of_event(event, day).games[game].shootout
    return None if shootout is None else shootout.kind == "sudden_death"
