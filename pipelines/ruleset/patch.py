"""A patch `{path: value}` over a rule set: checked as a file is, applied to nothing unless all is well."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from pipelines.ruleset.build import lacking, overlay, rules_of
from pipelines.ruleset.checks import check
from pipelines.ruleset.dated import RuleSet, Values
from pipelines.ruleset.errors import Problem, RuleErrors, raise_any
from pipelines.ruleset.paths import ROOT, groups_above, leaf_at
from pipelines.ruleset.tomltext import read_value, toml_text
from pipelines.ruleset.vocabulary import OFF
from pipelines.ruleset.walk import Named, checked, walk


def apply_patch(rule_set: RuleSet, patch: Mapping[str, object]) -> RuleSet:
    """The rule set under the patch, on all days; the same object where nothing changes. Raises `RuleErrors`."""
    changes = changing(check_patch(rule_set, patch), rule_set.in_force)
    return replace(rule_set, patch={**rule_set.patch, **changes}) if changes else rule_set


def check_patch(rule_set: RuleSet, patch: Mapping[str, Any], *, evening: bool = False) -> dict[str, object]:
    """The patch as values by path of a parameter. Raises `RuleErrors` with all problems.

    A patch of an `evening` holds for one event, so it must fit some day of the rule set; any other fits all of them.
    """
    problems: list[Problem] = []
    values = _values(walk(patch, list(rule_set.parameters)), problems, evening)
    values = {path: value for path, value in values.items() if not _takes_away_nothing(path, value, rule_set.in_force)}
    for path in values:
        problems += _acts_nowhere(path, values, rule_set.in_force)
    raise_any(problems)
    raise_any(_unfit(values, rule_set.in_force, evening))
    return values


def changing(patch: Values, in_force: Iterable[Values]) -> dict[str, object]:
    """What of a checked patch differs from any of the values in force."""
    before = list(in_force)
    after = [overlay(values, patch) for values in before]
    return {
        path: value
        for path, value in patch.items()
        if any(path in new and _in_force(path, old) != value for old, new in zip(before, after, strict=True))
    }


def parse_set(text: str) -> tuple[str, object]:
    """`PATH=VALUE` as path and value, VALUE as in TOML, a bare word being a text. Raises `RuleErrors`."""
    path, equals, written = (part.strip() for part in text.partition("="))
    if not (path and equals and written):
        example = "games.quiz.tied_places=dense"
        raise RuleErrors([Problem("--set", f"PATH=VALUE, such as {example}", "Write both.", found=toml_text(text))])
    try:
        return path, read_value(written)
    except ValueError as error:
        if _decimal_comma(written):
            return path, Decimal(written.replace(",", "."))
        wanted = f'a value as in TOML: 3, 0.5, true, word, ["points", "shootout"] ({error})'
        raise RuleErrors([Problem(path, wanted, "Put texts in a list in quotes.", found=toml_text(written))]) from None


def parse_sets(texts: Sequence[str]) -> dict[str, object]:
    """Several `PATH=VALUE` as one patch. Raises `RuleErrors` with all problems."""
    patch: dict[str, object] = {}
    problems: list[Problem] = []
    for text in texts:
        try:
            path, value = parse_set(text)
        except RuleErrors as errors:
            problems += errors.problems
            continue
        if path in patch and patch[path] != value:
            found = f"{toml_text(patch[path])} and {toml_text(value)}"
            problems.append(Problem(path, "one value", "Give each parameter once.", found=found))
        patch[path] = value
    raise_any(problems)
    return patch


def _values(named: Iterable[Named | Problem], problems: list[Problem], evening: bool) -> dict[str, object]:
    values: dict[str, object] = {}
    for item in named:
        if isinstance(item, Problem):
            problems.append(item)
            continue
        value, wrong = checked(item.path, item.leaf, item.raw)
        if evening and not item.leaf.about.per_event:
            wanted = "a rule that one evening may have of its own"
            wrong.append(Problem(item.path, wanted, "Change it in the rule set."))
        if item.path in values and values[item.path] != value:
            wrong.append(Problem(item.path, "one value", "Give each parameter once.", found="two different ones"))
        problems += wrong
        values[item.path] = value
    return values


def _takes_away_nothing(path: str, value: object, in_force: Iterable[Values]) -> bool:
    """Whether a rule is switched off that is nowhere in force."""
    above, group = (groups_above(path) or [("", ROOT)])[-1]
    off = OFF.get(group.model)
    key = path.rpartition(".")[2]
    switched_off = off is not None and off[0] == key and (list(value) if isinstance(value, tuple) else value) == off[1]
    return switched_off and not any(p.startswith(f"{above}.") for values in in_force for p in values)


def _acts_nowhere(path: str, patch: Values, in_force: Iterable[Values]) -> Iterator[Problem]:
    """Whether a parameter stands alone in a group that is in force on no day."""
    missing = [lacking(path, values, patch) for values in in_force]
    if all(missing):
        needed = ", ".join(sorted(missing, key=len)[0])
        yield Problem(path, f"the whole rule: beside it {needed}", "Set these too.", found="a part of it alone")


def _unfit(patch: Values, in_force: Sequence[Values], evening: bool) -> list[Problem]:
    found = [list(check(rules_of(overlay(values, patch)))) for values in in_force]
    return [p for day in found for p in day if not evening or all(p in other for other in found)]


def _in_force(path: str, values: Values) -> object:
    """The value of a parameter, set or neutral; a variant says what differs, its round the rest."""
    head, variant, tail = path.partition(".variants.")
    of_round = f"{head}.{tail.partition('.')[2]}" if variant else path
    return values.get(path, values.get(of_round, leaf_at(path).default))


def _decimal_comma(text: str) -> bool:
    return text.count(",") == 1 and text.replace(",", "").lstrip("+-").isdecimal()
