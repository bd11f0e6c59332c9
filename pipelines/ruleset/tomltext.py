"""Values of rules as TOML text, and values written by hand as TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from pydantic import BaseModel

DEEPEST: Final = 50
"""How many levels of tables and lists a text may have: what reads them goes down by itself."""
_FARTHEST: Final = 1000
"""Places before or after the point that any number may have: of more, the text alone would fill the memory."""
_BARE_WORD = re.compile(r"[^\W\d][\w.\- ]*", re.UNICODE)


def toml_text(value: object) -> str:
    """A value as TOML: `["points", "shootout"]`, `0.5`, `{ at = 200, name = "…" }`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal | float):
        return _plain(Decimal(repr(value)) if isinstance(value, float) else value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    table = value.model_dump(exclude_none=True) if isinstance(value, BaseModel) else value
    if isinstance(table, Mapping):
        return f"{{ {', '.join(f'{key} = {toml_text(item)}' for key, item in table.items())} }}"
    return str(value)


class TooDeep(tomllib.TOMLDecodeError):
    """More levels of lists and tables than anybody means."""


def parse_toml(text: str) -> dict[str, Any]:
    """TOML with numbers as they are written. Raises `tomllib.TOMLDecodeError`, as `TooDeep` beyond `DEEPEST` levels."""
    try:
        table = tomllib.loads(text, parse_float=exact)
    except RecursionError:
        raise TooDeep("too many of them") from None
    level: list[object] = [table]
    for _ in range(DEEPEST):
        level = [v for one in level for v in _inside(one) if isinstance(v, dict | list)]
    if level:
        raise TooDeep("too many of them")
    return table


def _inside(one: object) -> Iterable[object]:
    return one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()


def read_value(text: str) -> object:
    """The value that a TOML text stands for; a bare word is a text. Raises `ValueError` saying why it is none."""
    try:
        read = parse_toml(f"value = {text}")
    except tomllib.TOMLDecodeError as error:
        if _BARE_WORD.fullmatch(text.strip()):
            return text.strip()
        raise ValueError(str(error)) from None
    if set(read) != {"value"}:
        raise ValueError("more than one value")
    return read["value"]


def exact(text: str) -> Decimal:
    """A decimal of a TOML file as it is written; infinite, and so refused later, where it is beyond all measure."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return Decimal("inf")
    return Decimal("inf") if abs(number.adjusted()) > _FARTHEST else number


def _plain(number: Decimal) -> str:
    """A number without exponent and without trailing zeros."""
    text = f"{number:f}" if number.is_finite() else str(number).lower()
    return text.rstrip("0").rstrip(".") if "." in text else text
