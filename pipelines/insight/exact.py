"""Exact amounts as texts in which no language shows: `13.5`, `25/3`, `(15 + 12) / 2`."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

from pipelines.tables import POINTS_DECIMALS

_HELD: Final = 10**POINTS_DECIMALS


def plain(value: Fraction | Decimal | int) -> str:
    """A number in plain decimals where they hold it (`13.5`), otherwise as a fraction (`25/3`)."""
    number = Fraction(value)
    scaled = number * _HELD
    if scaled.denominator != 1:
        return str(number)
    sign, size = ("-" if scaled < 0 else ""), abs(int(scaled))
    digits = f"{size // _HELD}.{size % _HELD:0{POINTS_DECIMALS}d}"
    return sign + digits.rstrip("0").rstrip(".")


def amount(points: int, unit: int) -> str:
    """So many units to the point, as a number of points."""
    return plain(Fraction(points, unit))


def total(terms: Sequence[str]) -> str:
    """`15 + 12`; `7 - 2`; a fraction stands in no brackets, since it is added as it is."""
    return " + ".join(terms).replace("+ -", "- ")


def mean(terms: Sequence[str]) -> str:
    """The mean over a shared range: `(15 + 12) / 2`; one term is itself."""
    return terms[0] if len(terms) == 1 else f"({total(terms)}) / {len(terms)}"
