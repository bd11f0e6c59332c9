"""Findings on names that are not known, with the known one that is nearest, if any is near."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from pipelines.findings import findings, gather
from pipelines.folding import fold
from pipelines.ruleset.errors import nearest


def unknown(
    code: str,
    rows: pl.DataFrame,
    column: str,
    known: Iterable[str],
    said: tuple[str, str],
    *,
    heading: str | None = None,
    severity: str | None = None,
) -> pl.DataFrame:
    """One finding per row on its name in `column`: the first template where no known one is near, else the second.

    The templates may have the slots `found` and `nearest` and any column of `rows`.

    :param heading: the column of the file, if it is not `column`.
    """
    rows = with_nearest(rows, column, known)
    where = {"column": heading or column}
    return gather(
        findings(code, rows.filter(pl.col("nearest").is_null()), said[0], columns=where, severity=severity),
        findings(code, rows.filter(pl.col("nearest").is_not_null()), said[1], columns=where, severity=severity),
    )


def with_nearest(rows: pl.DataFrame, column: str, known: Iterable[str]) -> pl.DataFrame:
    """Adds `found`, the text in `column`, and `nearest`, the known name that is nearest to it (null: none is near)."""
    names = {fold(name): name for name in known}
    distinct = rows[column].drop_nulls().cast(pl.String).unique()
    near = {name: names.get(nearest(fold(name), names) or "") for name in distinct}
    found = pl.col(column).cast(pl.String)
    return rows.with_columns(found=found, nearest=found.replace_strict(near, default=None, return_dtype=pl.String))
