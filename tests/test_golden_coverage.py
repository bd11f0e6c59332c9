"""The golden cases leave nothing out: clauses that act have a case, and every assumption is flipped by one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.golden_cases import OWN_RULE_SETS, load_cases

RULES = Path(__file__).parent.parent / "rules"
RULE_SETS = sorted([*RULES.glob("*.toml"), *OWN_RULE_SETS.glob("*.toml")])
GRADING = "grading assistance"
"""What proposes verdicts and decides none: no table follows from it, so its cases are not golden ones of scoring."""
CASES = load_cases()

each_rule_set = pytest.mark.parametrize("path", RULE_SETS, ids=lambda path: path.stem)


def _rule_set(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text("utf-8"))


def _assumed(part: Any, path: str = "") -> Iterator[str]:
    """Paths of a rule set whose value, or one of whose dated values, is marked assumed."""
    if isinstance(part, list):
        for item in part:
            yield from _assumed(item, path)
    elif isinstance(part, dict):
        if "assumed" in part:
            yield path
        for key, item in part.items():
            yield from _assumed(item, f"{path}.{key}".lstrip("."))


def _flips(assumed: str, path: str) -> bool:
    """`rounds.1-6.value` is flipped where the value of any of these rounds is set."""
    ranges = re.sub(r"\\\.(\d+)\\-(\d+)\\\.", _any_of, re.escape(assumed))
    return re.fullmatch(ranges, path) is not None


def _any_of(numbers: re.Match[str]) -> str:
    first, last = map(int, numbers.groups())
    return rf"\.(?:{'|'.join(map(str, range(first, last + 1)))})\."


def _each(path: str) -> list[str]:
    """`games.a, b.late` stands for two paths, and each must be flipped."""
    names = [part.split(", ") for part in path.split(".")]
    return [".".join(chosen) for chosen in product(*names)]


@each_rule_set
def test_every_clause_that_acts_has_a_case(path: Path) -> None:
    clauses = _rule_set(path)["clauses"]
    acting = {n for n, c in clauses.items() if c["does"] in ("computes", "checks") and not _only_grades(c)}
    covered = {clause for case in CASES if case.rule_set == path.stem for clause in case.clauses}
    assert acting - covered == set()
    assert covered - set(clauses) == set()


def _only_grades(clause: dict[str, str]) -> bool:
    return clause.get("by", "").startswith(GRADING)


@each_rule_set
def test_every_assumption_is_flipped(path: Path) -> None:
    patched = {text for case in CASES if case.rule_set == path.stem for text in case.patched_paths}
    assumed = [one for found in _assumed(_rule_set(path)) for one in _each(found)]
    assert [a for a in assumed if not any(_flips(a, text) for text in patched)] == []


def test_a_range_of_rounds_is_flipped_by_one_of_them() -> None:
    assert _flips("games.quiz.rounds.1-6.value", "games.quiz.rounds.3.value")
    assert not _flips("games.quiz.rounds.1-6.value", "games.quiz.rounds.7.value")
    assert not _flips("games.quiz.rounds.1-6.value", "games.quiz.rounds.3.values")


def test_cases_say_something_of_their_own() -> None:
    titles = [case.spec["title"] for case in CASES]
    assert len(set(titles)) == len(titles)
    assert all(
        part.get("table") or part.get("finding") or part.get("no_finding")
        for case in CASES
        for part in [*case.spec.get("patched", []), case.spec if not case.spec.get("patched") else {"table": True}]
    )
