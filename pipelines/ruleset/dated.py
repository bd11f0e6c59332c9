"""A rule set: every parameter with its clause, and the value that is in force on a day."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import Literal

from pipelines.ruleset.build import overlay, rules_of
from pipelines.ruleset.vocabulary import Rules

Does = Literal["computes", "checks", "reports", "outside"]
Values = Mapping[str, object]
"""Values by the path of their parameter."""


@dataclass(frozen=True)
class Clause:
    """What a clause of the source says, in our words, and what becomes of it here.

    `why` it is outside; `by` what it is done, where no parameter cites it; `taken` a reading that has no switch.
    """

    does: Does
    says: str
    why: str | None = None
    by: str | None = None
    taken: str | None = None


@dataclass(frozen=True)
class Row:
    """One value of a parameter, in force from `since` (None: from the beginning) until the next row."""

    since: date | None
    value: object
    clause: str | None
    assumed: str | None = None


@dataclass(frozen=True)
class RuleSet:
    """What an organiser decided: clauses and parameters, each parameter with its rows in order of their start.

    `patch` stands over the rows, on all days.
    """

    name: str
    title: str
    clauses: Mapping[str, Clause] = field(repr=False)
    parameters: Mapping[str, tuple[Row, ...]] = field(repr=False)
    patch: Values = field(default_factory=dict)
    file: str = field(default="", compare=False)

    @cached_property
    def starts(self) -> tuple[date, ...]:
        """Days on which something changes, in order; the first stands for the beginning."""
        days = {row.since or date.min for rows in self.parameters.values() for row in rows}
        return tuple(sorted(days | {date.min}))

    @cached_property
    def in_force(self) -> tuple[Values, ...]:
        """The values in force from each of `starts` on."""
        return tuple(overlay(_in_force(self.parameters, day), self.patch) for day in self.starts)

    @cached_property
    def rules(self) -> tuple[Rules, ...]:
        """The rules in force from each of `starts` on."""
        return tuple(rules_of(values) for values in self.in_force)

    @cached_property
    def fingerprint(self) -> str:
        """Equal for equal rule sets, and different for different ones."""
        tables = (self.clauses.items(), self.parameters.items(), sorted(self.patch.items()))
        told = repr((self.name, self.title, *map(list, tables)))
        return hashlib.sha256(told.encode()).hexdigest()

    def slice_of(self, day: date) -> int:
        """Which of `starts` a day follows."""
        return bisect_right(self.starts, day) - 1

    def on(self, day: date) -> Rules:
        """The rules in force on a day."""
        return self.rules[self.slice_of(day)]


def _in_force(parameters: Mapping[str, tuple[Row, ...]], day: date) -> dict[str, object]:
    found = {}
    for path, rows in parameters.items():
        since = bisect_right([row.since or date.min for row in rows], day)
        if since:
            found[path] = rows[since - 1].value
    return found
