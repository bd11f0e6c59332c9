"""The same result again: counted once where it is the same, an error on all of its rows where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import polars as pl

from pipelines.findings import N_, findings, gather

KEYS: Final = {
    "answers": ("event", "game", "round", "question", "team_id"),
    "round_scores": ("event", "game", "round", "team_id"),
    "totals": ("event", "game", "team_id"),
    "shootouts": ("event", "game", "round", "team_id"),
    "questions": ("event", "game", "round", "question"),
    "rounds": ("event", "game", "round"),
    "entries": ("event", "team_id"),
}
MERGED: Final = ("entries", "questions", "rounds")
"""Tables whose rows may each say a part: what one leaves empty another may fill."""
PLACE: Final = ("file", "sheet")
BESIDE: Final = ("file", "sheet", "row", "heading", "wide")


def settle(table: str, rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Each result once, and findings on those that stood there several times.

    Of a result with two values the first row stays, so that its team is seen; its event is held.
    """
    key = KEYS[table]
    hashed = rows.select(key).hash_rows()
    if hashed.n_unique() == rows.height:
        return rows, gather()
    several = hashed.is_duplicated()
    repeated = rows.filter(several).with_row_index("_n")
    once = _merged(repeated, key) if table in MERGED else repeated.unique(key, keep="first", maintain_order=True)
    kept = pl.concat([rows.filter(~several), once.select(rows.columns)])
    return kept, _described(table, repeated, key)


def _merged(rows: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    return rows.group_by(key, maintain_order=True).agg(pl.all().drop_nulls().first())


def _values(table: str, rows: pl.DataFrame, key: Sequence[str]) -> tuple[list[str], pl.Expr]:
    """The columns beside the key, and whether two rows of one key contradict each other in any of them."""
    values = [c for c in rows.columns if c not in (*key, *BESIDE, "_n", "team")]
    if table in MERGED:
        return values, pl.any_horizontal(pl.col(c).drop_nulls().n_unique().over(key) > 1 for c in values)
    return values, pl.struct(values).n_unique().over(key) > 1


def _described(table: str, rows: pl.DataFrame, key: Sequence[str]) -> pl.DataFrame:
    values, differs = _values(table, rows, key)
    rows = rows.filter(pl.len().over(*key) > 1)
    rows = rows.with_columns(
        _inside=pl.len().over(*key, *PLACE) > 1,
        _differs=differs,
        _equal=pl.struct(values).n_unique().over(key) == 1,
        _first=pl.col("_n") == pl.col("_n").min().over(key),
        _first_file=pl.col("file").first().over(key),
        _first_row=pl.col("row").first().over(key),
    )
    wide = pl.col("wide").fill_null(False) if "wide" in rows.columns else pl.lit(False)
    twice = pl.col("_inside") & (wide | (table == "answers"))
    rest = rows.filter(~twice)
    return gather(
        _team_twice(rows.filter(twice & wide)),
        _question_twice(rows.filter(twice & ~wide)),
        _conflicting(rest.filter("_differs")),
        _duplicate(rest.filter(pl.col("_equal") & ~pl.col("_first"))),
    )


def _team_twice(rows: pl.DataFrame) -> pl.DataFrame:
    rows = rows.unique([c for c in ("event", "game", *PLACE, "row") if c in rows.columns], maintain_order=True)
    said = N_("This team stands in two rows of the sheet; which of them is meant cannot be told.")
    return findings("team_twice", rows, said, holds=True, columns={"column": "team"})


def _question_twice(rows: pl.DataFrame) -> pl.DataFrame:
    said = N_("Question {question} of round {round} stands here twice for one team.")
    return findings("question_twice", rows, said, holds=True, columns={"column": "question"})


def _conflicting(rows: pl.DataFrame) -> pl.DataFrame:
    return findings(
        "conflicting_results",
        rows,
        "Another row gives another value for the same result: {other_file}, row {other_row}.",
        values={"other_file": _other(rows, "file"), "other_row": _other(rows, "row")},
        holds=True,
        columns={"column": _heading(rows)},
    )


def _duplicate(rows: pl.DataFrame) -> pl.DataFrame:
    return findings(
        "duplicate_result",
        rows,
        "The same result as in {other_file}, row {other_row}, with the same value.",
        values={"other_file": pl.col("_first_file"), "other_row": pl.col("_first_row")},
        columns={"column": _heading(rows)},
    )


def _other(rows: pl.DataFrame, place: str) -> pl.Expr:
    """Where the result's first row stands, or for that row itself, its last."""
    keys = [c for c in ("event", "game", "round", "question", "team_id") if c in rows.columns]
    return pl.when("_first").then(pl.col(place).last().over(keys)).otherwise(f"_first_{place}")


def _heading(rows: pl.DataFrame) -> pl.Expr:
    names = ("verdict", "points", "shootout", "value", "variant", "status")
    usual = next((c for c in names if c in rows.columns), None)
    return pl.coalesce("heading", pl.lit(usual)) if "heading" in rows.columns else pl.lit(usual, dtype=pl.String)


def settle_adjustments(rows: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Adjustments add, so equal rows of one file are several; the same rows in another file are the same ones again."""
    what = ["event", "game", "team_id", "adjustment", "round", "reason"]
    counted = rows.with_columns(_nth=pl.int_range(pl.len()).over(*what, *PLACE))
    first = pl.struct(*what, "_nth").is_first_distinct()
    said = N_("The same adjustment stands in another file.")
    again = findings("duplicate_result", counted.filter(~first), said, columns={"column": "adjustment"})
    return counted.filter(first).drop("_nth"), again
