"""Catalogues of messages, read as they are: there is nothing to compile."""

from __future__ import annotations

import gettext
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES: Final = Path(__file__).parent / "locales"
SHARED: Final = ("findings", "rule_sets")
"""What a page and a report both say: findings, and the texts of the house's rule sets."""


def shared(language: str) -> list[Path]:
    """The files of a language that a page and a report both read."""
    return [LOCALES / language / f"{name}.po" for name in SHARED]


def together(files: Iterable[Path], language: str) -> gettext.NullTranslations:
    """The messages of several .po files of a language; where two have one, the first counts."""
    whole = Catalog(locale=language)
    for path in files:
        with path.open("rb") as file:
            for message in read_po(file, locale=language):
                if message.id and whole.get(message.id) is None:
                    whole.add(message.id, message.string)
    compiled = BytesIO()
    write_mo(compiled, whole)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
