"""A rule set's TOML file → `RuleSet`, or everything that is wrong with it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, get_args

from pipelines.ruleset.build import lacking
from pipelines.ruleset.checks import check
from pipelines.ruleset.dated import Clause, Does, Row, RuleSet
from pipelines.ruleset.errors import Problem, RuleErrors, nearest, raise_any
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.tomltext import toml_text
from pipelines.ruleset.walk import Named, checked, walk

_DOES: Final = get_args(Does)
_CLAUSE_KEYS: Final = ["does", "says", "why", "by", "taken"]
_ROW_KEYS: Final = ["from", "clause", "value", "assumed"]
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
    text = str(name_or_path)
    if not text.endswith(".toml") and text not in rule_set_names():
        near = nearest(text, rule_set_names())
        wanted = f"a rule set of {rules_folder().name}/ ({', '.join(rule_set_names())}) or the path of a TOML file"
        raise RuleErrors([Problem("rule_set", wanted, "Correct the name.", found=toml_text(text), nearest=near)])
    path = (base or Path()) / text if text.endswith(".toml") else rules_folder() / f"{text}.toml"
    return parse_rule_set(read_toml(path), path.stem, shown(path))


def parse_rule_set(table: Mapping[str, Any], name: str, file: str = "") -> RuleSet:
    """The rule set that a TOML table describes. Raises `RuleErrors` with all problems."""
    problems: list[Problem] = []
    clauses = _clauses(table.get("clauses"), problems)
    parameters = _parameters({k: v for k, v in table.items() if k not in ("title", "clauses")}, clauses, problems)
    title = table.get("title")
    if not isinstance(title, str) or not title:
        problems.append(Problem("title", "a text", "Give the rule set a title."))
    rule_set = RuleSet(name, str(title), clauses, parameters, file)
    problems += _uncited(rule_set)
    problems += [] if problems else _unfit(rule_set)
    raise_any(problems, file)
    return rule_set


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file with numbers as they are written. Raises `RuleErrors` where it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"), parse_float=Decimal)
    except FileNotFoundError:
        problem = Problem("", "this file", "Create it, or correct the path.", found="no such file")
    except UnicodeDecodeError:
        problem = Problem("", "a text in UTF-8", "Save the file in UTF-8.", found="another encoding")
    except OSError as error:
        problem = Problem("", "a file that can be read", "Check the path and its rights.", found=error.strerror)
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


def _clauses(table: object, problems: list[Problem]) -> dict[str, Clause]:
    if not isinstance(table, Mapping) or not table:
        problems.append(Problem("clauses", "the clauses of the source", 'Add [clauses], a line each: "1.1" = { does = "…", says = "…" }.'))
        return {}
    found = {}
    for number, entry in table.items():
        wrong = list(_wrong_clause(f'clauses."{number}"', entry))
        problems += wrong
        if not wrong:
            found[number] = Clause(**entry)
    return found


def _wrong_clause(path: str, entry: object) -> Iterator[Problem]:
    if not isinstance(entry, Mapping):
        yield Problem(path, 'a table { does = "…", says = "…" }', "Say what the clause says and what is done.", found=toml_text(entry))
        return
    yield from _unknown_keys(path, entry, _CLAUSE_KEYS)
    if entry.get("does") not in _DOES:
        wanted = ", ".join(map(toml_text, _DOES))
        near = nearest(str(entry.get("does")), _DOES)
        yield Problem(f"{path}.does", f"one of {wanted}", "Say what is done about the clause.", found=_found(entry, "does"), nearest=near)
    for key in _CLAUSE_KEYS[1:]:
        needed = key == "says" or (key == "why" and entry.get("does") == "outside")
        if (needed or key in entry) and not (isinstance(entry.get(key), str) and entry[key]):
            yield Problem(f"{path}.{key}", "a text", "Write it in a sentence of your own.", found=_found(entry, key))


def _parameters(table: Mapping[str, Any], clauses: Mapping[str, Clause], problems: list[Problem]) -> dict[str, tuple[Row, ...]]:
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
        yield from _row(named, {"value": raw}, named.path, {}, problems)
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


def _row(named: Named, item: Mapping[str, Any], where: str, clauses: Mapping[str, Clause], problems: list[Problem]) -> Iterator[Row]:
    """A row of a parameter, if nothing is wrong with it."""
    value, wrong = checked(where, named.leaf, item["value"]) if "value" in item else (None, [_no_value(where, named)])
    wrong += _unknown_keys(where, item, _ROW_KEYS)
    since, assumed = item.get("from"), item.get("assumed")
    if since is not None and type(since) is not date:
        wrong.append(Problem(f"{where}.from", "a date such as 2026-09-01", "Write the date without quotes.", found=toml_text(since)))
    if "assumed" in item and not (isinstance(assumed, str) and assumed):
        wrong.append(Problem(f"{where}.assumed", "the reason, a text", "Say why it is assumed.", found=toml_text(assumed)))
    if (clauses or "clause" in item) and item.get("clause") not in clauses:
        wrong.append(_no_clause(where, item, clauses))
    problems += wrong
    if not wrong:
        yield Row(since, value, item.get("clause"), assumed)


def _no_value(where: str, named: Named) -> Problem:
    return Problem(f"{where}.value", named.leaf.wanted, "Write the value beside its clause.")


def _no_clause(where: str, item: Mapping[str, Any], clauses: Mapping[str, Clause]) -> Problem:
    near = nearest(str(item.get("clause")), clauses)
    return Problem(f"{where}.clause", "a clause of [clauses]", "Cite a clause of the ledger, or add it there.", found=_found(item, "clause"), nearest=near)


def _out_of_order(path: str, rows: list[Mapping[str, Any]]) -> Iterator[Problem]:
    starts = [row.get("from") or date.min for row in rows if type(row.get("from", date.min)) is date]
    for before, after in zip(starts, starts[1:], strict=False):
        if after <= before:
            found = "two rows without a start" if after == date.min else f"{after} after {before}"
            yield Problem(path, "rows in order of `from`, each day once", "Put the older row first.", found=found)


def _uncited(rule_set: RuleSet) -> Iterator[Problem]:
    """Clauses of which the ledger says that something is done, and nothing says what."""
    cited = {row.clause for rows in rule_set.parameters.values() for row in rows}
    for number, clause in rule_set.clauses.items():
        if clause.does != "outside" and clause.by is None and number not in cited:
            wanted = "a parameter that cites it, or by = what it is done"
            yield Problem(f'clauses."{number}"', wanted, 'Add the parameter or `by`, or say "outside" and why.', found=toml_text(clause.does))


def _unfit(rule_set: RuleSet) -> Iterator[Problem]:
    """What does not fit together on some day."""
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


def _unknown_keys(path: str, table: Mapping[str, Any], known: Iterable[str]) -> list[Problem]:
    keys = list(known)
    return [
        Problem(f"{path}.{key}", f"one of {', '.join(keys)}", "Correct the key.", nearest=nearest(key, keys))
        for key in table
        if key not in keys
    ]


def _found(table: Mapping[str, Any], key: str) -> str | None:
    return toml_text(table[key]) if key in table else None
