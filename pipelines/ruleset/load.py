"""A rule set's TOML file → `RuleSet`, or everything that is wrong with it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from pipelines.ruleset import ledger
from pipelines.ruleset.build import lacking
from pipelines.ruleset.checks import check
from pipelines.ruleset.dated import Clause, Row, RuleSet
from pipelines.ruleset.errors import Problem, RuleErrors, nearest, raise_any
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.tomltext import TooDeep, parse_toml, toml_text
from pipelines.ruleset.walk import Named, checked, walk

_ROW_KEYS: Final = ("from", "clause", "value", "assumed")
_ROW_SHAPE: Final = '{ clause = "…", value = … }'


def rules_folder() -> Path:
    """Where rule sets with a name stand: `TABLO_RULES`, or `rules/` beside the packages."""
    named = os.environ.get("TABLO_RULES")
    return Path(named) if named else Path(__file__).parents[2] / "rules"


def rule_set_names() -> list[str]:
    """The names that `load_rule_set` knows."""
    return sorted(file.stem for file in rules_folder().glob("*.toml"))


def load_rule_set(name_or_path: str | Path, base: Path | None = None) -> RuleSet:
    """The rule set of a name, or of a TOML file (relative to `base`). Raises `RuleErrors` with all problems."""
    path = rule_set_file(name_or_path, base)
    return parse_rule_set(read_toml(path), path.stem, shown(path))


def rule_set_file(name_or_path: str | Path, base: Path | None = None) -> Path:
    """Where the rule set of a name, or of a path relative to `base`, stands. Raises `RuleErrors`: no such name."""
    text = str(name_or_path)
    if not text.endswith(".toml") and text not in rule_set_names():
        near = nearest(text, rule_set_names())
        wanted = f"a rule set of {rules_folder().name}/ ({', '.join(rule_set_names())}) or the path of a TOML file"
        raise RuleErrors([Problem("rule_set", wanted, "Correct the name.", found=toml_text(text), nearest=near)])
    return (base or Path()) / text if text.endswith(".toml") else rules_folder() / f"{text}.toml"


def parse_rule_set(table: Mapping[str, Any], name: str, file: str = "") -> RuleSet:
    """The rule set that a TOML table describes. Raises `RuleErrors` with all problems."""
    problems: list[Problem] = []
    clauses = ledger.clauses(table.get("clauses"), problems)
    rest = {key: value for key, value in table.items() if key not in ("title", "clauses")}
    parameters = _parameters(rest, clauses, problems)
    title = table.get("title")
    if not isinstance(title, str) or not title:
        problems.append(Problem("title", "a text", "Give the rule set a title."))
    rule_set = RuleSet(name, str(title), clauses, parameters, file=file)
    problems += ledger.uncited(clauses, rest)
    problems += [] if problems else _unfit(rule_set)
    raise_any(problems, file)
    return rule_set


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file with numbers as they are written. Raises `RuleErrors` where it cannot be read."""
    try:
        return parse_toml(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        problem = Problem("", "this file", "Create it, or correct the path.", found="no such file")
    except UnicodeDecodeError:
        problem = Problem("", "a text in UTF-8", "Save the file in UTF-8.", found="another encoding")
    except OSError as error:
        problem = Problem("", "a file that can be read", "Check the path and its rights.", found=error.strerror)
    except TooDeep as error:
        problem = Problem("", "a few levels of lists and tables", "Close the brackets there.", found=str(error))
    except tomllib.TOMLDecodeError as error:
        problem = Problem("", "TOML", "Mend the syntax there; texts stand in quotes.", found=str(error))
    raise_any([problem], shown(path))
    raise AssertionError


def shown(path: Path) -> str:
    """A path as a person would write it: from here, or from the folder that holds `rules/`."""
    full = path.absolute()
    for base in (Path.cwd(), rules_folder().absolute().parent):
        if full.is_relative_to(base):
            return full.relative_to(base).as_posix()
    return full.as_posix()


def _parameters(
    table: Mapping[str, Any], clauses: Mapping[str, Clause], problems: list[Problem]
) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for named in walk(table):
        if isinstance(named, Problem):
            problems.append(named)
        elif named.path in found:
            problems.append(Problem(named.path, "each parameter once", "Keep one of the two.", found="two of them"))
        else:
            found[named.path] = tuple(_rows(named, clauses, problems))
    return found


def _rows(named: Named, clauses: Mapping[str, Clause], problems: list[Problem]) -> Iterator[Row]:
    raw = named.raw
    if named.leaf.about.plain and not _is_row(raw):
        yield from _row(named, {"value": raw}, named.path, None, problems)
        return
    several = isinstance(raw, list) and any(_is_row(item) for item in raw)
    rows = raw if several else [raw]
    for number, item in enumerate(rows):
        where = f"{named.path}[{number}]" if several else named.path
        if _is_row(item):
            yield from _row(named, item, where, clauses, problems)
        else:
            problems.append(Problem(where, _ROW_SHAPE, "Name the clause that says so.", found=toml_text(item)))
    problems.extend(_out_of_order(named.path, [item for item in rows if _is_row(item)]))


def _is_row(raw: object) -> bool:
    return isinstance(raw, Mapping) and ("value" in raw or "clause" in raw)


def _row(
    named: Named, item: Mapping[str, Any], where: str, clauses: Mapping[str, Clause] | None, problems: list[Problem]
) -> Iterator[Row]:
    """A row of a parameter, if nothing is wrong with it. Without `clauses` it need not cite any."""
    value, wrong = checked(where, named.leaf, item["value"]) if "value" in item else (None, [_no_value(where, named)])
    wrong += ledger.unknown_keys(where, item, _ROW_KEYS)
    wrong += _wrong_start(where, item)
    wrong += _wrong_reason(where, item)
    if clauses is not None and item.get("clause") not in clauses and (clauses or "clause" not in item):
        wrong.append(ledger.uncitable(where, item, clauses))
    problems += wrong
    if not wrong:
        yield Row(item.get("from"), value, item.get("clause"), item.get("assumed"))


def _wrong_start(where: str, item: Mapping[str, Any]) -> Iterator[Problem]:
    since = item.get("from")
    if since is not None and type(since) is not date:
        wanted = "a date such as 2026-09-01"
        yield Problem(f"{where}.from", wanted, "Write the date without quotes.", found=toml_text(since))


def _wrong_reason(where: str, item: Mapping[str, Any]) -> Iterator[Problem]:
    assumed = item.get("assumed", "none")
    if not (isinstance(assumed, str) and assumed):
        wanted = "the reason, a text"
        yield Problem(f"{where}.assumed", wanted, "Say why it is assumed.", found=toml_text(assumed))


def _no_value(where: str, named: Named) -> Problem:
    return Problem(f"{where}.value", named.leaf.wanted, "Write the value beside its clause.")


def _out_of_order(path: str, rows: list[Mapping[str, Any]]) -> Iterator[Problem]:
    starts = [row.get("from") or date.min for row in rows if type(row.get("from", date.min)) is date]
    for before, after in pairwise(starts):
        if after <= before:
            found = "two rows without a start" if after == date.min else f"{after} after {before}"
            yield Problem(path, "rows in order of `from`, each day once", "Put the older row first.", found=found)


def _unfit(rule_set: RuleSet) -> Iterator[Problem]:
    """What does not fit together on some day."""
    if not any(path.startswith("games.") for path in rule_set.parameters):
        yield Problem("games", "at least one game", "Describe the game: [games.quiz].")
    incomplete = list(_incomplete(rule_set))
    yield from incomplete
    if not incomplete:
        for rules in rule_set.rules:
            yield from check(rules)


def _incomplete(rule_set: RuleSet) -> Iterator[Problem]:
    for day, values in zip(rule_set.starts, rule_set.in_force, strict=True):
        missing = {lack for path in values for lack in lacking(path, values, {})}
        when = "" if day == date.min else f" (in force from {day})"
        for path in sorted(missing):
            yield Problem(path, leaf_at(path).wanted, f"Add it; the rest of its group is there{when}.")
