"""Appeals and rulings: the table of decisions, in the order of its file."""

from __future__ import annotations

import polars as pl


def decisions_table(rows: pl.DataFrame) -> pl.DataFrame:
    """Cleaned and identified rows → with `ord`, their order."""
    return rows.with_columns(ord=pl.int_range(pl.len(), dtype=pl.UInt32))
