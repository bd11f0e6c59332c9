"""Folding: two spellings of a name that only a typist can tell apart become the same text.

Composed letters (NFC), case by Unicode, runs of any spaces and line breaks as one, ё as е, quotes left out, dashes as
one, invisible characters (soft hyphen, zero width, marks of direction) left out. Look-alike letters of two scripts are
not folded: they are a finding.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import polars as pl

_QUOTES = re.compile(r"[«»„“”\"'‘’‚‹›`]")
_DASHES = re.compile(r"[‐-―−-]")
_SPACES = re.compile(r"\s+")


@lru_cache(maxsize=1 << 16)
def fold(name: str) -> str:
    """A name as it is compared."""
    text = _DASHES.sub("-", _QUOTES.sub("", visible(name)))
    return _SPACES.sub(" ", text).strip().casefold().replace("ё", "е")


def visible(name: str) -> str:
    """Composed letters, without characters that cannot be seen."""
    return "".join(c for c in unicodedata.normalize("NFC", name) if unicodedata.category(c) != "Cf")


def shown(name: str) -> str:
    """A name as it is printed: as it was spelled, on one line, without what cannot be seen."""
    return _SPACES.sub(" ", visible(name)).strip()


def folded(text: pl.Expr) -> pl.Expr:
    """Texts as they are compared; each distinct one is folded once."""
    return text.map_batches(_each_once, return_dtype=pl.String)


def _each_once(texts: pl.Series) -> pl.Series:
    distinct = texts.unique().drop_nulls()
    return texts.replace_strict(distinct, [fold(text) for text in distinct], return_dtype=pl.String)
