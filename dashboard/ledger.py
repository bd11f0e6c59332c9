"""The clauses of a rule set with the parameters that cite them, as the rules page tells them; no words here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from dashboard.rules_of import Control
from pipelines.ruleset.dated import Clause, Row, RuleSet
from pipelines.ruleset.paths import ROOT, leaf_at, leaves_below, members_of

ROUNDS: Final = "rounds"


@dataclass(frozen=True)
class Rule:
    """A parameter of a clause; one for all `paths` (rounds, games, series) that have the same values."""

    paths: tuple[str, ...]
    rows: tuple[Row, ...]

    @property
    def label(self) -> str:
        """What it is called: a message."""
        return leaf_at(self.paths[0]).about.label

    @property
    def assumed(self) -> bool:
        """Whether the source is silent about any of its values."""
        return any(row.assumed for row in self.rows)


@dataclass(frozen=True)
class Entry:
    """A clause with its parameters, in the order of the vocabulary."""

    number: str
    clause: Clause
    rules: tuple[Rule, ...]


def entries(rule_set: RuleSet) -> tuple[Entry, ...]:
    """Every clause of a rule set in its order; names of things are no rules and left out."""
    cited = _cited(rule_set)
    return tuple(Entry(number, clause, cited.get(number, ())) for number, clause in rule_set.clauses.items())


def assumed_only(entries: Sequence[Entry]) -> list[Entry]:
    """The clauses with an assumed parameter, each with these alone."""
    kept = [Entry(each.number, each.clause, tuple(r for r in each.rules if r.assumed)) for each in entries]
    return [each for each in kept if each.rules]


def assumptions(entries: Sequence[Entry]) -> int:
    """How many parameters are assumed; one that several rounds or series share counts once."""
    return len({(rule.paths, rule.rows[0].since) for each in entries for rule in each.rules if rule.assumed})


def in_force(rows: Sequence[Row], day: date) -> Row | None:
    """The row that is in force on a day."""
    return next((row for row in reversed(rows) if (row.since or date.min) <= day), None)


def group(path: str) -> str:
    """The game, round, variant or series that a parameter belongs to."""
    return Control(path, leaf_at(path), None, None, None, unset=False).group


def spans(groups: Sequence[str]) -> list[tuple[str, str]]:
    """Groups as they are told, each with the numbers of its rounds: `("games.quiz", "1–3")`; no numbers elsewhere.

    Rounds that follow each other are one span; a variant's round stands in its own group.
    """
    found: list[tuple[str, list[int]]] = []
    for above, number in map(_round_of, groups):
        if number is None:
            found.append((above, []))
        elif found and found[-1][0] == above and found[-1][1][-1:] == [number - 1]:
            found[-1][1].append(number)
        else:
            found.append((above, [number]))
    return [(name, _span(numbers)) for name, numbers in found]


def _round_of(group: str) -> tuple[str, int | None]:
    """The game of a round, and the round's number; any other group as it is."""
    above, _, number = group.rpartition(".")
    game, _, word = above.rpartition(".")
    return (game, int(number)) if word == ROUNDS else (group, None)


def _span(numbers: Sequence[int]) -> str:
    if not numbers:
        return ""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def _cited(rule_set: RuleSet) -> Mapping[str, tuple[Rule, ...]]:
    """By clause the parameters that cite it, alike ones as one."""
    found: dict[str, dict[tuple[str, str], Rule]] = {}
    for path, rows in _parameters(rule_set):
        key = (path.removeprefix(group(path)), repr(rows))
        for clause in dict.fromkeys(row.clause for row in rows if row.clause):
            alike = found.setdefault(clause, {})
            before = alike[key].paths if key in alike else ()
            alike[key] = Rule((*before, path), rows)
    return {clause: tuple(alike.values()) for clause, alike in found.items()}


def _parameters(rule_set: RuleSet) -> list[tuple[str, tuple[Row, ...]]]:
    order = leaves_below("", ROOT, members_of(list(rule_set.parameters)))
    return [
        (path, rule_set.parameters[path])
        for path, leaf in order
        if path in rule_set.parameters and not leaf.about.plain
    ]
