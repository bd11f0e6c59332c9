"""A scenario's rules as a patch, and as the texts that stand in the address: `games.quiz.late=wrong`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from pipelines.ruleset.patch import parse_sets
from pipelines.ruleset.tomltext import toml_text
from pipelines.ruleset.vocabulary import RankStep

_BARE: Final = re.compile(r"[a-z][a-z_]*(\.[a-z0-9_]+)*")
_WORDS_OF_TOML: Final = ("true", "false", "inf", "nan")


def patch_of(texts: Sequence[str]) -> dict[str, object]:
    """The patch of an address. Raises RuleErrors with all problems."""
    return parse_sets(texts)


def texts_of(patch: Mapping[str, object]) -> list[str]:
    """The same as texts, short and readable: what `patch_of` reads back, and the command takes as `--set`."""
    return [f"{path}={text_of(value)}" for path, value in patch.items()]


def text_of(value: object) -> str:
    """A value as TOML without needless spaces and quotes."""
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in _WORDS_OF_TOML:
        return value
    if isinstance(value, list | tuple):
        return f"[{','.join(toml_text(item) for item in value)}]"
    return toml_text(value)


def changed(patch: Mapping[str, object], path: str, value: object | None, before: object) -> dict[str, object]:
    """The patch with one value set; the value in force, or None, takes the path out."""
    rest = {other: kept for other, kept in patch.items() if other != path}
    return rest if value is None or same(value, before) else {**rest, path: value}


def same(one: object, other: object) -> bool:
    """Whether two values are one value: lists and tuples, numbers of any type."""
    return _plain(one) == _plain(other)


def _plain(value: object) -> object:
    if isinstance(value, list | tuple):
        return tuple(_plain(item) for item in value)
    if isinstance(value, RankStep):
        return tuple(_plain(part) for part in (value.at, value.name, value.perk))
    if isinstance(value, Mapping):
        return tuple(_plain(value.get(key)) for key in ("at", "name", "perk"))
    if isinstance(value, bool):
        return ("flag", value)
    return Decimal(str(value)) if isinstance(value, int | float | Decimal) else value
