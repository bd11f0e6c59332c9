"""What a check may look at."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring.evenings import Evenings
from pipelines.scoring.games import Tables
from pipelines.scoring.regulation import GAME_KEY
from pipelines.scoring.winners import Declared
from pipelines.tables import UNITS, Facts, Scored


@dataclass(frozen=True)
class Scene:
    """The facts, the rules and every table made of them."""

    facts: Facts
    rules: LeagueRules
    evening: Evenings
    ranked: Tables
    declared: Declared
    scored: Scored
    as_of: date

    def games_with(self, **values: object) -> pl.DataFrame:
        """One row per event and game, with columns that are functions of its rules (left out where all are null)."""
        regimes = self.evening.regulation.regimes
        columns = {name: [of(game) for _, game in regimes] for name, of in values.items()}  # type: ignore[operator]
        frame = pl.DataFrame(
            {"regime": range(len(regimes)), **columns}, schema_overrides={"regime": pl.UInt32}, strict=False
        )
        known = frame.filter(~pl.all_horizontal(pl.col(n).is_null() for n in values))
        return self.evening.regulation.event_games.select(*GAME_KEY, "regime").join(known, on="regime").drop("regime")

    def named(self, rows: pl.DataFrame, column: str = "team_id") -> pl.DataFrame:
        """Rows with the name a team is shown by, in `team`."""
        names = self.facts.teams.select(pl.col("team_id").alias(column), "team")
        return rows.join(names, on=column, how="left", maintain_order="left").with_columns(
            pl.coalesce("team", column).alias("team")
        )


def points(column: str) -> pl.Expr:
    """Units as points, for a message."""
    return (pl.col(column) / UNITS).cast(pl.String).str.strip_suffix(".0")
