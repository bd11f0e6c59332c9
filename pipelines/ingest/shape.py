"""Cleaned and identified rows → the contract's frames."""

from __future__ import annotations

from typing import Final

import polars as pl

from pipelines.ingest.dictionary import is_coded, texts
from pipelines.tables import FACT_SCHEMAS

DEFAULTS: Final[dict[str, dict[str, pl.Expr]]] = {
    "answers": {
        "verdict": pl.col("verdict").fill_null("none"),
        "stake": pl.col("stake").fill_null(False),
        "late": pl.col("late").fill_null(False),
    },
    "questions": {"bonus": pl.col("bonus").fill_null(False), "void": pl.col("void").fill_null(False)},
    "declared": {"points": pl.col("declared_points"), "place": pl.col("declared_place")},
    "decisions": {"status": pl.col("status").fill_null("upheld")},
}


def shape(table: str, rows: pl.DataFrame) -> pl.DataFrame:
    """The table's columns, in order and of their types; what was left out has its usual value."""
    empty = FACT_SCHEMAS[table].create_empty()
    filled = rows.with_columns(**DEFAULTS.get(table, {}))
    filled = filled.with_columns(texts(filled[c]) for c in filled.columns if is_coded(filled[c]))
    return filled.select(empty.columns).cast(empty.schema)
