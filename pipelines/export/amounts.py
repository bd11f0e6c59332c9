"""Exact amounts (whole numbers of a unit) as decimals, texts and fractions. Rounding is half up, away from zero."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import polars as pl

from pipelines.export.shown import Shown

DECIMALS: Final = 6
"""What programs get; people get two."""


def rounded(amount: str, unit: int | str, decimals: int) -> pl.Expr:
    """The amount as a whole number of 10^-decimals, of type Int128: a sum of means in a fine unit leaves Int64."""
    value, per_point = _wide(pl.col(amount)), _wide(_unit(unit))
    size = (value.abs() * (2 * 10**decimals) + per_point) // (2 * per_point)
    return pl.when(value < 0).then(0 - size).otherwise(size)


def text(amount: str, unit: int | str, decimals: int = DECIMALS) -> pl.Expr:
    """The amount in plain decimals without trailing zeros: `13.5`, `-2`, `28.666667`; null stays null."""
    whole = rounded(amount, unit, decimals)
    size = whole.abs()
    after = (size % 10**decimals).cast(pl.Int64).cast(pl.String).str.zfill(decimals)
    digits = pl.concat_str((size // 10**decimals).cast(pl.Int64).cast(pl.String), pl.lit("."), after)
    sign = pl.when(whole < 0).then(pl.lit("-")).otherwise(pl.lit(""))
    return pl.concat_str(sign, digits.str.strip_chars_end("0").str.strip_chars_end("."))


def decimal(amount: str, unit: int | str) -> pl.Expr:
    """The amount as a Decimal of six places, for files that keep types."""
    return text(amount, unit).cast(pl.Decimal(38, DECIMALS))


def fits(amount: str, unit: int | str) -> pl.Expr:
    """Whether six decimals hold the amount exactly."""
    return (_wide(pl.col(amount)) * 10**DECIMALS) % _wide(_unit(unit)) == 0


def fraction(amount: int, unit: int) -> str:
    """`86/3`."""
    return str(Fraction(amount, unit))


def as_text(shown: Shown, decimals: int = DECIMALS) -> pl.DataFrame:
    """The shown columns, amounts as plain decimals."""
    return shown.frame.with_columns(
        text(name, unit, decimals).alias(name) for name, unit in shown.units.items()
    ).select(shown.columns)


def _unit(unit: int | str) -> pl.Expr:
    return pl.lit(unit, dtype=pl.Int64) if isinstance(unit, int) else pl.col(unit)


def _wide(value: pl.Expr) -> pl.Expr:
    return value.cast(pl.Int128)
