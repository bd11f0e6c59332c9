"""A table as plain text to paste into a chat: columns line up in a font of one width."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pipelines.export.readable import Column, Readable

_GAP = "  "


def plain_text(table: Readable) -> str:
    """Title, headings, a rule, a line a row, remarks; no line ends with spaces."""
    columns = [_aligned(column) for column in table.columns]
    lines = [_GAP.join(row).rstrip() for row in zip(*columns, strict=True)]
    rule = "─" * max((width(line) for line in lines), default=0)
    above = [text for text in (table.title, table.subtitle) if text]
    parts = ["\n".join(above), "\n".join([*lines[:1], rule, *lines[1:]]), "\n".join(table.notes)]
    return "\n\n".join(part for part in parts if part.strip()) + "\n"


def width(text: str) -> int:
    """How many places a text takes in a font of one width: wide letters two, marks above others none."""
    return sum(_places(sign) for sign in text)


def _places(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _aligned(column: Column) -> list[str]:
    """The heading and the texts, all of one width."""
    texts = [_one_line(text) for text in (column.label, *_under_brackets(column))]
    widest = max(map(width, texts))
    spaces = [" " * (widest - width(text)) for text in texts]
    return [f"{s}{t}" if column.right else f"{t}{s}" for t, s in zip(texts, spaces, strict=True)]


def _under_brackets(column: Column) -> Sequence[str]:
    """Among numbers in brackets the others end where those do."""
    if not column.right or not any(text.endswith(")") for text in column.texts):
        return column.texts
    return [text if text.endswith(")") else f"{text} " for text in column.texts]


def _one_line(text: str) -> str:
    return text.replace("\r", " ").replace("\n", " ")
