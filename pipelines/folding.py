"""When two spellings are one name (or one answer): FORMATS, `teams`."""

from __future__ import annotations

from typing import Final

import polars as pl

_QUOTES: Final = r"[«»„“”\"'‘’‚‹›`]"
_DASHES: Final = r"[‐‑‒–—―−]"


def fold(text: pl.Expr) -> pl.Expr:
    """Composed letters, no case, ё as е, no quotes, one kind of dash, no invisible characters, single spaces.

    Look-alike letters of two scripts stay different.
    """
    bare = text.str.normalize("NFC").str.replace_all(r"\p{Cf}", "").str.replace_all(_QUOTES, "")
    plain = bare.str.replace_all(_DASHES, "-").str.replace_all(r"\s+", " ").str.strip_chars()
    lower = plain.str.to_lowercase().str.replace_all("ß", "ss", literal=True)
    return lower.str.replace_all("ς", "σ", literal=True).str.replace_all("ё", "е", literal=True)
