"""Places, exact amounts and formulas as a sentence of the page says them."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Final

from dashboard.language import number

_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")


def span(place: int, place_to: int) -> str:
    """A place, or the range that teams share: `2–3`."""
    return str(place) if place == place_to else f"{place}–{place_to}"


def amount(points: int, unit: int, *, grouped: bool = True) -> str:
    """An exact amount with at most two decimals, half up: `13,5`; what is no amount, but a year, is not `grouped`."""
    cents = int(Fraction(abs(points), unit) * 100 + Fraction(1, 2))
    return plain(f"{Decimal(cents if points >= 0 else -cents).scaleb(-2).normalize():f}", grouped=grouped)


def plain(text: str, *, grouped: bool = True) -> str:
    """A plain decimal number with the signs of the language, and the decimals that it has."""
    return number(text, len(text.partition(".")[2]), grouped=grouped)


def formula(text: str) -> str:
    """A formula with the signs of the language: `(13,5 + 12) / 2`."""
    return _NUMBER.sub(lambda found: plain(found[0]), text).replace("-", "−")
