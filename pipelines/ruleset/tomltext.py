"""Values of rules as TOML text, and values written by hand as TOML."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from pydantic import BaseModel

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


def read_value(text: str) -> object:
    """The value that a TOML text stands for; a bare word is a text. Raises `ValueError` saying why it is none."""
    try:
        read = tomllib.loads(f"value = {text}", parse_float=exact)
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
        return Decimal(text)
    except InvalidOperation:
        return Decimal("inf")


def _plain(number: Decimal) -> str:
    """A number without exponent and without trailing zeros."""
    text = f"{number:f}" if number.is_finite() else str(number).lower()
    return text.rstrip("0").rstrip(".") if "." in text else text
