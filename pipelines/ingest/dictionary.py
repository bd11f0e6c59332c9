"""Large columns of text are kept as numbers into a dictionary; what is done to each distinct text is done once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

Parse = Callable[[pl.Expr], pl.Expr]


def is_coded(column: pl.Series) -> bool:
    """Whether a column is kept as a dictionary."""
    return isinstance(column.dtype, pl.Categorical)


def parse(column: pl.Series, reader: Parse) -> tuple[pl.Series, pl.Series | None]:
    """Every text as `reader` reads it; and where a text is refused (null though there is one), or None if nowhere."""
    if column.null_count() == len(column):
        dtype = column.head(0).cast(pl.String).to_frame("text").select(reader(pl.col("text"))).to_series().dtype
        return pl.repeat(None, len(column), dtype=dtype, eager=True), None
    if not is_coded(column):
        value = column.to_frame("text").select(reader(pl.col("text"))).to_series()
        empty = column.is_not_null() & value.is_null()
        return value, empty if empty.any() else None
    distinct = _distinct(column).with_columns(value=reader(pl.col("text")))
    refused = distinct.filter(pl.col("value").is_null())["code"]
    bad = column.to_physical().is_in(refused.implode()) if len(refused) else None
    return _spread(column, distinct), bad


def translate(column: pl.Series, words: pl.DataFrame) -> pl.Series:
    """Each text of the column → `value` of its row in `words` (`text`, `value`); null where it has none."""
    if not is_coded(column):
        return column.to_frame("text").join(words, on="text", how="left", maintain_order="left")["value"]
    return _spread(column, _distinct(column).join(words, on="text", how="left"))


def texts(column: pl.Series) -> pl.Series:
    """The column as text; equal texts share their memory."""
    return _spread(column, _distinct(column).with_columns(value="text")) if is_coded(column) else column.cast(pl.String)


def stripped(column: pl.Series) -> pl.Series:
    """Spaces around a text mean nothing, and a text of nothing else is none."""
    text = pl.col("text").str.strip_chars()
    words = _distinct(column).with_columns(value=pl.when(text != "").then(text))
    if words.select(pl.col("value").eq_missing("text").all()).item():
        return column
    return _spread(column, words.with_columns(pl.col("value").cast(pl.Categorical)))


def alike(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """All rows of frames that may lack columns; a column that is coded in one of them is coded in all."""
    coded = {name for frame in frames for name in frame.columns if is_coded(frame[name])}
    same = [f.with_columns(pl.col(c).cast(pl.Categorical) for c in f.columns if c in coded) for f in frames]
    return pl.concat(same, how="diagonal")


def _distinct(column: pl.Series) -> pl.DataFrame:
    """One row per distinct text: `code` and `text`."""
    values = column.unique().drop_nulls()
    return pl.DataFrame({"code": values.to_physical(), "text": values.cast(pl.String)})


def _spread(column: pl.Series, distinct: pl.DataFrame) -> pl.Series:
    """`value` of each row's text."""
    codes = column.to_physical()
    last = distinct.select(pl.col("code").max().fill_null(0)).item()
    every = pl.DataFrame({"code": pl.int_range(last + 1, eager=True)}).cast(codes.dtype)
    table = every.join(distinct.select("code", "value"), on="code", how="left", maintain_order="left")
    return table.get_column("value").gather(codes).alias(column.name)
