"""A scenario: a title, rules and rulings; as a file's text, and as the texts that the command takes."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any, Final

from pipelines.folder.written import cell
from pipelines.ingest.fields import FOLDER
from pipelines.ruleset.dated import RuleSet
from pipelines.ruleset.errors import Problem, RuleErrors, nearest, raise_any
from pipelines.ruleset.patch import check_patch, parse_sets
from pipelines.ruleset.tomltext import parse_toml, toml_text

KEYS: Final = tuple(column.name for column in FOLDER["decisions"].fields)
_PARTS: Final = ("title", "patch", "decisions")
Decision = Mapping[str, str]
"""A ruling, its filled columns named as in decisions.csv."""


@dataclass(frozen=True)
class Scenario:
    """Rules as values by path, and rulings not taken, each a row as in decisions.csv."""

    title: str
    patch: Mapping[str, object] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()

    @classmethod
    def of_texts(cls, title: str, sets: Sequence[str], decides: Sequence[str]) -> Scenario:
        """From texts as the command takes them with --set and --decide. Raises RuleErrors with all problems."""
        problems: list[Problem] = []
        decisions = tuple(_decision_of(text, problems) for text in decides)
        patch: Mapping[str, object] = {}
        try:
            patch = parse_sets(sets)
        except RuleErrors as errors:
            problems += errors.problems
        raise_any(problems)
        return cls(title, patch, decisions)

    @property
    def sets(self) -> tuple[str, ...]:
        """Its rules as `PATH=VALUE`."""
        return tuple(f"{path}={_toml(value)}" for path, value in self.patch.items())

    @property
    def decides(self) -> tuple[str, ...]:
        """Its rulings as `KIND key=value …`."""
        return tuple(shlex.join([row["kind"], *_pairs(row)]) for row in self.decisions)

    @property
    def text(self) -> str:
        """As it is saved; `parsed` gives the same scenario again."""
        rules = [f"{_toml(path)} = {_toml(value)}\n" for path, value in self.patch.items()]
        rulings = [f"\n[[decisions]]\n{''.join(_lines(row))}" for row in self.decisions]
        return "".join([f"title = {_toml(self.title)}\n", "\n[patch]\n" if rules else "", *rules, *rulings])


def parsed(text: str, file: str = "", rule_set: RuleSet | None = None) -> Scenario:
    """The scenario of a file's text. Raises RuleErrors with all problems, with a rule set those of its rules too."""
    try:
        table = parse_toml(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        advice = "Mend the syntax there; texts stand in quotes."
        raise RuleErrors([Problem("", "TOML", advice, found=str(error), file=file)]) from None
    problems = list(_wrong_keys(table))
    title, patch = table.get("title"), table.get("patch", {})
    if not isinstance(title, str) or not title.strip():
        problems.append(Problem("title", "a text", 'Give it a title, such as title = "No drop".'))
    if isinstance(patch, Mapping):
        problems += _wrong_rules(patch, rule_set)
    else:
        problems.append(Problem("patch", "a table [patch]", "Write its rules below [patch], a line each."))
    decisions = list(_decisions(table.get("decisions", []), problems))
    raise_any(problems, file)
    return Scenario(str(title), dict(_flat(patch)), tuple(decisions))


def _toml(value: object) -> str:
    """TOML wants the one control character escaped that JSON does not."""
    return toml_text(value).replace("\x7f", "\\u007F")


def _lines(row: Decision) -> Iterator[str]:
    for name, value in row.items():
        whole = name in ("round", "question") and re.fullmatch(r"[1-9][0-9]{0,8}", value)
        yield f"{name} = {value if whole else _toml(value)}\n"


def _pairs(row: Decision) -> Iterator[str]:
    return (f"{name}={value}" for name, value in row.items() if name != "kind")


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, object]]:
    """Rules by their whole path, whether they stand nested or with dotted keys."""
    for key, value in table.items():
        path = f"{above}.{key}" if above else key
        if isinstance(value, Mapping) and value:
            yield from _flat(value, path)
        else:
            yield path, value


def _wrong_keys(table: Mapping[str, Any]) -> Iterator[Problem]:
    for key in table:
        if key not in _PARTS:
            near = nearest(key, _PARTS)
            yield Problem(key, f"one of {', '.join(_PARTS)}", "Rules stand below [patch].", nearest=near)


def _wrong_rules(patch: Mapping[str, Any], rule_set: RuleSet | None) -> Sequence[Problem]:
    paths = [path for path, _ in _flat(patch)]
    if twice := sorted({path for path in paths if paths.count(path) > 1}):
        return [Problem(path, "one value", "Give each parameter once.", found="two") for path in twice]
    if rule_set is not None:
        try:
            check_patch(rule_set, dict(_flat(patch)))
        except RuleErrors as errors:
            return errors.problems
    return []


def _decisions(rows: object, problems: list[Problem]) -> Iterator[Decision]:
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        problems.append(Problem("decisions", "tables [[decisions]]", "Begin each ruling with [[decisions]]."))
        return
    for number, row in enumerate(rows, start=1):
        problems += _wrong_decision(row, f"decisions {number}")
        yield {name: _cell(value) for name, value in row.items() if _cell(value)}


def _wrong_decision(row: Mapping[str, Any], where: str) -> Iterator[Problem]:
    for name, value in row.items():
        if name not in KEYS:
            near = nearest(name, KEYS)
            yield Problem(f"{where}, {name}", f"one of {', '.join(KEYS)}", "Correct the key.", nearest=near)
        elif not isinstance(value, str | int | Decimal | date):
            yield Problem(f"{where}, {name}", "a text or a number", "Correct the value.", found=_toml(value))
    if not _cell(row.get("kind")):
        yield Problem(where, "a kind", 'Say what is ruled, such as kind = "void_question".')


def _cell(value: object) -> str:
    """A value as decisions.csv would have it."""
    return cell(toml_text(value) if isinstance(value, Decimal) else value)


def _decision_of(text: str, problems: list[Problem]) -> Decision:
    """`KIND key=value …` as a row."""
    where = f'--decide "{text}"'
    wanted = 'KIND key=value …, such as "void_question event=e1 round=2 question=5"'
    try:
        kind, *pairs = shlex.split(text) or [""]
    except ValueError as error:
        problems.append(Problem(where, wanted, "Close the quotes.", found=str(error)))
        return {}
    row = dict(pair.partition("=")[::2] for pair in pairs)
    odd = [pair for pair in pairs if "=" not in pair or pair.partition("=")[0] not in set(KEYS) - {"kind"}]
    problems += [Problem(where, wanted, "Correct it.", found=pair, nearest=nearest(pair, KEYS)) for pair in odd]
    if not kind or len(row) < len(pairs):
        problems.append(Problem(where, wanted, "Say its kind, and each key once."))
    return {"kind": kind, **{name: value for name, value in row.items() if value}}
