"""Text of a cell → a value, as expressions; what is no such value becomes null. Nothing is rounded on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import polars as pl

from pipelines.tables import COEFFICIENT_DECIMALS, COEFFICIENT_UNITS, MAX_POINTS, POINTS_DECIMALS, UNITS

VERDICT_WORDS: Final = {
    "right": "right",
    "wrong": "wrong",
    "none": "none",
    "partial": "partial",
    "1": "right",
    "0": "wrong",
    "+": "right",
    "-": "wrong",
    "−": "wrong",
    "–": "wrong",
}
FLAG_WORDS: Final = {"1": True, "0": False}
JOKERS: Final = ("double", "copy", "first_letter")
MONTHS: Final = (
    "янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек|яну|юни|юли|сеп|ное"
    "|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mai|okt|dez|mär"
)
DATE_LIKE: Final = (
    r"(?i)^(\d{4}-\d{2}-\d{2}([ T].*)?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}( .*)?|\d{1,2}:\d{2}(:\d{2})?"
    rf"|\d{{1,2}}[.\- ]({MONTHS})\p{{L}}*\.?|({MONTHS})\p{{L}}*[.\- ]\d{{2,4}})$"
)
ERROR_VALUE: Final = r"^(#(\p{Lu}{2,}(/0)?[!?]|N/A|Н/Д|NV)|Err:\d+)$"
VALUELESS: Final = "="
_NUMBER: Final = r"^([+-]?)(\d*)(?:[.,](\d+))?$"


def number(text: pl.Expr, decimals: int, units: int, largest: int) -> pl.Expr:
    """A decimal number with point or comma → Int64 units, exactly; null where it is none, too fine or too large."""
    parts = _minus(text).str.extract_groups(_NUMBER)
    sign, whole = parts.struct.field("1"), parts.struct.field("2")
    finer = parts.struct.field("3").fill_null("").str.strip_chars_end("0")
    ok = (whole.str.len_chars() + finer.str.len_chars() > 0) | (whole != "")
    ok &= (finer.str.len_bytes() <= decimals) & (whole.str.strip_chars_start("0").str.len_bytes() <= 12)
    fraction = finer.str.pad_end(decimals, "0").str.slice(0, decimals).cast(pl.Int64, strict=False)
    large = pl.when(ok).then(whole.replace("", "0")).cast(pl.Int64, strict=False)
    amount = large * units + fraction * (units // 10**decimals)
    signed = pl.when(sign == "-").then(-amount).otherwise(amount)
    return pl.when(ok & (large <= largest) & (amount <= largest * units)).then(signed)


def points(text: pl.Expr) -> pl.Expr:
    """Points → units."""
    return number(text, POINTS_DECIMALS, UNITS, MAX_POINTS)


def coefficient(text: pl.Expr) -> pl.Expr:
    """A coefficient → coefficient units."""
    return number(text, COEFFICIENT_DECIMALS, COEFFICIENT_UNITS, 1000)


def whole(text: pl.Expr) -> pl.Expr:
    """A whole number from 0 on; `3.0`, as some programs write it, is 3."""
    return text.str.extract(r"^\+?(\d{1,9})(?:[.,]0+)?$", 1).cast(pl.Int32, strict=False)


def ordinal(text: pl.Expr) -> pl.Expr:
    """A whole number from 1 on."""
    number = whole(text)
    return pl.when(number > 0).then(number)


def is_failed(text: pl.Expr) -> pl.Expr:
    """Whether a cell holds what a formula that failed, or was never computed, leaves in it."""
    return text.str.contains(ERROR_VALUE) | (text == VALUELESS)


def without_float_noise(text: pl.Expr) -> pl.Expr:
    """A workbook keeps binary floats: 0.30000000000000004 was typed as 0.3. Nobody types ten decimals."""
    noisy = text.str.contains(r"^-?\d+\.\d{10,}$")
    rounded = text.cast(pl.Float64, strict=False).round(9).cast(pl.Decimal(38, 9))
    plain = rounded.cast(pl.String).str.strip_chars_end("0").str.strip_suffix(".")
    return pl.when(noisy).then(plain).otherwise(text)


def word(text: pl.Expr, words: dict[str, str]) -> pl.Expr:
    """A word of a closed list, in any case."""
    closed = pl.Enum(list(dict.fromkeys(words.values())))
    return text.str.to_lowercase().replace_strict(words, default=None, return_dtype=pl.String).cast(closed)


def verdict(text: pl.Expr) -> pl.Expr:
    return word(text, VERDICT_WORDS)


def flag(text: pl.Expr) -> pl.Expr:
    """1 or 0; nothing else is guessed."""
    numbers = text.str.extract(r"^([01])(?:\.0)?$", 1)
    return numbers.replace_strict(FLAG_WORDS, default=None, return_dtype=pl.Boolean)


def joker(text: pl.Expr) -> pl.Expr:
    """One joker, or two different ones joined by `+` (in one order, so that equal is equal)."""
    plain = text.str.to_lowercase().str.replace_all(r"\s", "")
    pairs = {a: a for a in JOKERS} | {f"{a}+{b}": "+".join(sorted((a, b))) for a in JOKERS for b in JOKERS if a != b}
    return plain.replace_strict(pairs, default=None, return_dtype=pl.String)


def day(text: pl.Expr) -> pl.Expr:
    """`2026-03-05` or `05.03.2026`, or a workbook's date."""
    iso = text.str.replace(r"[ T]00:00:00(\.0+)?$", "")
    return pl.coalesce(
        pl.when(iso.str.contains(r"^\d{4}-\d{2}-\d{2}$")).then(iso).str.to_date("%Y-%m-%d", strict=False),
        pl.when(iso.str.contains(r"^\d{1,2}\.\d{1,2}\.\d{4}$")).then(iso).str.to_date("%d.%m.%Y", strict=False),
    )


def moment(timezone: str) -> Callable[[pl.Expr], pl.Expr]:
    """An ISO date-time → the league's local time; an offset is converted, a date alone is its midnight."""

    def parse(text: pl.Expr) -> pl.Expr:
        iso = (
            text.str.replace("T", " ").str.replace(r"\s*(Z|z)$", "+00:00").str.replace(r"([+-]\d{2}):?(\d{2})$", "$1$2")
        )
        iso = iso.str.replace(r"^(\d{4}-\d{2}-\d{2} \d{2}:\d{2})([+-]|$)", "${1}:00$2")
        stamp = r"^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d+)?"
        local = pl.when(iso.str.contains(stamp + "$")).then(iso).str.to_datetime("%Y-%m-%d %H:%M:%S%.f", strict=False)
        away = pl.when(iso.str.contains(stamp + r"[+-]\d{4}$")).then(iso)
        aware = away.str.to_datetime("%Y-%m-%d %H:%M:%S%.f%z", time_zone="UTC", strict=False)
        aware = aware.dt.convert_time_zone(timezone).dt.replace_time_zone(None)
        return pl.coalesce(
            local.cast(pl.Datetime("us")), aware.cast(pl.Datetime("us")), day(text).cast(pl.Datetime("us"))
        )

    return parse


def _minus(text: pl.Expr) -> pl.Expr:
    return text.str.replace(r"^[−–]", "-")


def place(text: pl.Expr) -> pl.Expr:
    """A place, or the best of a shared range (`2–3` is 2)."""
    return ordinal(text.str.extract(r"^(\d{1,6}(?:\.0)?)(?:\s*[-–—]\s*\d{1,6})?\.?$", 1))
