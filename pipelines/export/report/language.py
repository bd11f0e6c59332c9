"""The language of a report: messages from the catalogues beside the package, dates and numbers in its manner."""

from __future__ import annotations

import gettext
from datetime import date
from functools import lru_cache
from typing import Final

from babel.core import Locale
from babel.dates import format_date
from babel.numbers import get_decimal_symbol

from pipelines.export import catalogues

LANGUAGES: Final = ("en", "bg", "ru")


def N_(message: str) -> str:
    """Marks a message that is translated where it is shown."""
    return message


class Language:
    """Called with a message it gives it in the language; English is what the messages are written in."""

    def __init__(self, code: str) -> None:
        self.code = code if code in LANGUAGES else "en"
        self.locale = Locale.parse(self.code)

    def __call__(self, message: str) -> str:
        return messages(self.code).gettext(message)

    def many(self, one: str, several: str, count: int) -> str:
        """The message for a number of things (`{n}` in it), in the form that the language has for it."""
        return messages(self.code).ngettext(one, several, count).format(n=count)

    def day(self, value: date | None, pattern: str = "d MMMM y") -> str:
        return "" if value is None else format_date(value, pattern, locale=self.locale).replace(" г.", "")

    @property
    def decimal_sign(self) -> str:
        return str(get_decimal_symbol(self.locale))


@lru_cache
def messages(code: str) -> gettext.NullTranslations:
    """All messages of a language; of English none, they are written in it."""
    path = catalogues.LOCALES / f"{code}.po"
    if not path.exists():
        return gettext.NullTranslations()
    return catalogues.together((path, *catalogues.shared(code)), code)
