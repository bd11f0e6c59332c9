"""A scenario as the texts of the address: rules `games.quiz.late=wrong`, rulings `adjust event=… value=-2`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

from pipelines.folder.scenarios import Decision
from pipelines.folder.scenarios import Scenario as Written
from pipelines.ruleset.patch import parse_sets
from pipelines.ruleset.tomltext import toml_text
from pipelines.ruleset.vocabulary import RankStep

_BARE: Final = re.compile(r"[a-z][a-z_]*(\.[a-z0-9_]+)*")
_WORDS_OF_TOML: Final = ("true", "false", "inf", "nan")
_TRIAL: Final = re.compile(r"(winners )?(at|from) (.+)")
MOST_RULINGS: Final = 150
"""More of them no link can hold."""


@dataclass(frozen=True)
class Supposed:
    """Rules and rulings that are supposed. `rulings` are rows as decisions.csv has them, in order."""

    patch: Mapping[str, object]
    rulings: tuple[Decision, ...]

    def __bool__(self) -> bool:
        return bool(self.patch or self.rulings)

    @cached_property
    def trials(self) -> tuple[tuple[int, ...], ...]:
        """The rulings, those of one handicap trial together: what is taken back at once, and is one change."""
        grouped: dict[object, list[int]] = {}
        for row, ruling in enumerate(self.rulings):
            trial = trial_of(ruling)
            grouped.setdefault(row if trial is None else _of_trial(ruling, trial), []).append(row)
        return tuple(map(tuple, grouped.values()))


@dataclass(frozen=True)
class Trial:
    """What a handicap trial is made for: one team or every winner of the evening before, at an event or from it on."""

    winners: bool
    onwards: bool
    event: str

    @property
    def note(self) -> str:
        """As it stands in the note of each of its rulings."""
        return f"{'winners ' if self.winners else ''}{'from' if self.onwards else 'at'} {self.event}"


def trial_of(ruling: Decision) -> Trial | None:
    """The trial that a ruling is part of."""
    found = _TRIAL.fullmatch(ruling.get("note", ""))
    return Trial(bool(found[1]), found[2] == "from", found[3]) if found else None


def _of_trial(ruling: Decision, trial: Trial) -> tuple[object, ...]:
    """What the rulings of one trial have in common."""
    team = None if trial.winners else ruling.get("team")
    return (trial, ruling["kind"], ruling.get("game"), ruling.get("value"), team)


def supposed_of(sets: Sequence[str], decides: Sequence[str]) -> Supposed:
    """The scenario of an address. Raises RuleErrors with all problems."""
    written = Written.of_texts("", sets, decides)
    return Supposed(written.patch, written.decisions)


def written(title: str, supposed: Supposed) -> Written:
    """As it is saved."""
    return Written(title, supposed.patch, supposed.rulings)


def patch_of(texts: Sequence[str]) -> dict[str, object]:
    """The patch of an address. Raises RuleErrors with all problems."""
    return parse_sets(texts)


def texts_of(patch: Mapping[str, object]) -> list[str]:
    """The same as texts, short and readable: what `patch_of` reads back, and the command takes as `--set`."""
    return [f"{path}={text_of(value)}" for path, value in patch.items()]


def ruling_text(ruling: Decision) -> str:
    """A ruling as the command takes it with `--decide`; `supposed_of` reads it back."""
    filled = {name: value for name, value in ruling.items() if value}
    return Written("", {}, (filled,)).decides[0]


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
