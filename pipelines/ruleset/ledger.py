"""The ledger of a source's clauses: every clause is there, with what is done about it; nothing is silently dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_args

from pipelines.ruleset.dated import Clause, Does
from pipelines.ruleset.errors import Problem, nearest
from pipelines.ruleset.tomltext import toml_text

_DOES: Final = get_args(Does)
_KEYS: Final = ("does", "says", "why", "by", "taken")


def clauses(table: object, problems: list[Problem]) -> dict[str, Clause]:
    """The clauses of a rule file's `[clauses]`, by number; what is wrong with them is added to `problems`."""
    if not isinstance(table, Mapping) or not table:
        advice = 'Add [clauses], a line each: "1.1" = { does = "…", says = "…" }.'
        problems.append(Problem("clauses", "the clauses of the source", advice))
        return {}
    found = {}
    for number, entry in table.items():
        wrong = list(_wrong(f'clauses."{number}"', entry))
        problems += wrong
        if not wrong:
            found[number] = Clause(**entry)
    return found


def uncited(clauses: Mapping[str, Clause], table: object) -> Iterator[Problem]:
    """Clauses of which the ledger says that something is done, while nothing in the file says what."""
    cited = set(_cited(table))
    for number, clause in clauses.items():
        if clause.does != "outside" and clause.by is None and number not in cited:
            wanted = "a parameter that cites it, or by = what it is done"
            advice = 'Add the parameter or `by`, or say "outside" and why.'
            yield Problem(f'clauses."{number}"', wanted, advice, found=toml_text(clause.does))


def uncitable(where: str, item: Mapping[str, Any], known: Iterable[str]) -> Problem:
    """A parameter that cites a clause which is not there, or none."""
    near = nearest(str(item.get("clause")), known)
    advice = "Cite a clause of the ledger, or add it there."
    return Problem(f"{where}.clause", "a clause of [clauses]", advice, found=found_at(item, "clause"), nearest=near)


def unknown_keys(path: str, table: Mapping[str, Any], known: Iterable[str]) -> list[Problem]:
    """Keys of a table that say nothing."""
    keys = list(known)
    return [
        Problem(f"{path}.{key}", f"one of {', '.join(keys)}", "Correct the key.", nearest=nearest(key, keys))
        for key in table
        if key not in keys
    ]


def found_at(table: Mapping[str, Any], key: str) -> str | None:
    """What stands at a key, as TOML."""
    return toml_text(table[key]) if key in table else None


def _cited(table: object) -> Iterator[str]:
    """Every clause that a parameter cites, also one that is wrong in something else."""
    below = table.values() if isinstance(table, Mapping) else table if isinstance(table, list) else ()
    for item in below:
        yield from _cited(item)
    if isinstance(table, Mapping) and isinstance(clause := table.get("clause"), str):
        yield clause


def _wrong(path: str, entry: object) -> Iterator[Problem]:
    if not isinstance(entry, Mapping):
        advice = "Say what the clause says and what is done."
        yield Problem(path, 'a table { does = "…", says = "…" }', advice, found=toml_text(entry))
        return
    yield from unknown_keys(path, entry, _KEYS)
    if entry.get("does") not in _DOES:
        yield _wrong_does(f"{path}.does", entry)
    for key in _KEYS[1:]:
        needed = key == "says" or (key == "why" and entry.get("does") == "outside")
        if (needed or key in entry) and not (isinstance(entry.get(key), str) and entry[key]):
            yield Problem(f"{path}.{key}", "a text", "Write it in a sentence of your own.", found=found_at(entry, key))


def _wrong_does(path: str, entry: Mapping[str, Any]) -> Problem:
    wanted = f"one of {', '.join(map(toml_text, _DOES))}"
    near = nearest(str(entry.get("does")), _DOES)
    return Problem(path, wanted, "Say what is done about the clause.", found=found_at(entry, "does"), nearest=near)
