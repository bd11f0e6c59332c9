"""The language of the page: messages from the catalogues of `locales/`, numbers and dates in its manner.

A catalogue is made of several files, one for each view and `tablo.po` for all the rest, read as they are: there is
nothing to compile.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from datetime import date
from decimal import Decimal, localcontext
from functools import lru_cache
from pathlib import Path
from typing import Final

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, get_decimal_symbol

from pipelines.export import catalogues

LANGUAGES: Final = {"en": "English", "bg": "Български", "ru": "Русский"}
LOCALES: Final = Path(__file__).parent / "locales"
_KEPT: Final = 16384
_DIGITS: Final = 10_000
"""More than any number has that stands in an address: with fewer, rounding a long one would be an error."""


class _Chosen:
    """Who says which language the page that is being drawn has; a script run has no other place for it."""

    ask: Callable[[], str] = staticmethod(lambda: "en")


def follow(ask: Callable[[], str]) -> None:
    """From now on the language is what `ask` says, each time a message is wanted."""
    _Chosen.ask = staticmethod(ask)


def current() -> str:
    """The language of the page: a key of `LANGUAGES`."""
    return _Chosen.ask()


def _(message: str) -> str:
    """The message in the language of the page."""
    return translations(current()).gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """The message for a number of things, in the form that the language has for it."""
    return translations(current()).ngettext(one, many, count)


def N_(message: str) -> str:
    """Marks a message that is translated where it is shown."""
    return message


def negotiated(preferred: list[str]) -> str:
    """The first language of a browser's preferences that there is; English where there is none."""
    return next((code[:2].lower() for code in preferred if code[:2].lower() in LANGUAGES), "en")


def files(language: str) -> list[Path]:
    """The catalogue's files, that of all views first; those that a report reads too stand elsewhere, and come last."""
    own = sorted((LOCALES / language / "LC_MESSAGES").glob("*.po"), key=lambda f: (f.stem != "tablo", f.stem))
    return [*own, *catalogues.shared(language)]


@lru_cache
def translations(language: str) -> gettext.NullTranslations:
    """All messages of a language."""
    return catalogues.together(files(language), language)


def number(value: Decimal | int | str, decimals: int = 0, *, grouped: bool = True) -> str:
    """A number with its language's signs, and exactly so many decimals: `1 234,50`; a year is not `grouped`."""
    return _number(str(value), decimals, current(), grouped)


@lru_cache(_KEPT)
def _number(value: str, decimals: int, language: str, grouped: bool) -> str:
    pattern = ("#,##0" if grouped else "0") + ("." + "0" * decimals if decimals else "")
    with localcontext(prec=_DIGITS):
        return format_decimal(Decimal(value), pattern, locale=language).replace("-", "−")


def signed(value: Decimal | int | str, decimals: int = 0) -> str:
    """A change: `+2,5`, `−1`, `0`."""
    return ("+" if Decimal(str(value)) > 0 else "") + number(value, decimals)


def day(value: date | None, pattern: str = "d MMM y") -> str:
    """A date in the words of the language; empty where there is none."""
    return "" if value is None else _day(value, pattern, current())


@lru_cache(_KEPT)
def _day(value: date, pattern: str, language: str) -> str:
    return format_date(value, pattern, locale=Locale.parse(language)).replace(" г.", "")


def decimal_sign() -> str:
    """`.` or `,`."""
    return str(get_decimal_symbol(current()))
