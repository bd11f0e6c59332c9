"""Entries also say what was declared of a team, its points and its place: these belong to the table `declared`."""

from __future__ import annotations

import polars as pl

from pipelines.findings import N_, findings

DECLARES = ("declared_points", "declared_place")
OWN = ("players", "coefficient", "paid", "status", "reason")


def with_declared(tables: dict[str, pl.DataFrame]) -> tuple[dict[str, pl.DataFrame], pl.DataFrame]:
    """The tables with what entries declare among `declared`, and each result declared once.

    What is declared without a game, where the rule set has several, is refused.
    """
    entries = tables["entries"]
    said = entries.filter(pl.any_horizontal(pl.col(c).is_not_null() for c in DECLARES))
    said = said.with_columns(points_column=pl.lit(DECLARES[0]), place_column=pl.lit(DECLARES[1]))
    homeless = said.filter(pl.col("game").is_null())
    wanted = N_("A declared total or place needs its game, since the rule set has several.")
    key = ["event", "game", "team_id"]
    declared = pl.concat([tables["declared"], said.filter(pl.col("game").is_not_null()).drop(*OWN)], how="diagonal")
    declared = declared.group_by(key, maintain_order=True).agg(pl.all().drop_nulls().first())
    own = entries.drop(*DECLARES, "game").filter(pl.any_horizontal(pl.col(c).is_not_null() for c in OWN))
    refused = findings("value_missing", homeless, wanted, columns={"column": "game"})
    return tables | {"declared": declared, "entries": own}, refused
