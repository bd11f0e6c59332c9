"""A rule set bound to one league: what is in force for an evening, for a period, and now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Final, Protocol

from pipelines.ruleset.build import overlay, rules_of
from pipelines.ruleset.dated import Values
from pipelines.ruleset.league import League
from pipelines.ruleset.patch import changing, check_patch
from pipelines.ruleset.vocabulary import Rules

_NO_SCENARIO: Final[Mapping[str, object]] = MappingProxyType({})
_KEPT: Final = 256


class LeagueRules(Protocol):
    """The rules of a league, with its one-evening overrides and, in a scenario, the patch that stands over everything.

    Equal results are the same object, so that stages may be reused by identity.
    """

    @property
    def league(self) -> League:
        """The league, with its rule set's clauses and its evenings' own values: what a shown rule cites."""
        ...

    @property
    def changes(self) -> Values:
        """The values of the scenario, by path."""
        ...

    @property
    def closed(self) -> frozenset[str]:
        """Periods that league.toml calls ended."""
        ...

    @property
    def totals_contain_handicap(self) -> bool:
        """Whether totals and round scores of the league contain the streak handicap."""
        ...

    @property
    def forced(self) -> frozenset[str]:
        """Paths whose value the scenario changes, or names where the league's tables may: it stands over both."""
        ...

    @property
    def baseline(self) -> LeagueRules:
        """The same league without the scenario's patch."""
        ...

    def of_event(self, event: str, day: date) -> Rules:
        """Rules of an evening: those in force on its date, its own patch, the scenario's."""
        ...

    def of_period(self, first_day: date) -> Rules:
        """Rules of a series' period: those in force on its first event's date, the scenario's over them."""
        ...

    def latest(self) -> Rules:
        """The rules now in force (the last dated values), the scenario's over them: ladders of ranks."""
        ...


def bind(league: League, scenario: Mapping[str, object] = _NO_SCENARIO) -> LeagueRules:
    """The league's rules under a scenario's patch. Raises `RuleErrors` with all problems of the patch."""
    checked = check_patch(league.rule_set, scenario) if scenario else {}
    changes = changing(checked, _everywhere(league)) | {p: v for p, v in checked.items() if _tables_may_differ(p)}
    return _bound(league, tuple(sorted(changes.items())))


def _tables_may_differ(path: str) -> bool:
    """Whether a league's tables may say otherwise than its rules: then naming the rule's own value is a change too."""
    return ".rounds." in path and path.endswith((".value", ".values"))


@dataclass(frozen=True, eq=False)
class _Bound:
    """See `LeagueRules`. `changes` are the values of the scenario that may differ from those in force somewhere."""

    league: League
    changes: Values
    _made: dict[tuple[int, str | None], Rules] = field(default_factory=dict, repr=False)

    @property
    def closed(self) -> frozenset[str]:
        return self.league.closed

    @property
    def totals_contain_handicap(self) -> bool:
        return self.league.totals_contain_handicap

    @cached_property
    def forced(self) -> frozenset[str]:
        return frozenset(self.changes)

    @property
    def baseline(self) -> LeagueRules:
        return _bound(self.league, ())

    def of_event(self, event: str, day: date) -> Rules:
        return self._in_force(self.league.rule_set.slice_of(day), event if event in self.league.events else None)

    def of_period(self, first_day: date) -> Rules:
        return self._in_force(self.league.rule_set.slice_of(first_day), None)

    def latest(self) -> Rules:
        return self._in_force(-1, None)

    def _in_force(self, since: int, event: str | None) -> Rules:
        """The rules from one of the rule set's starts on, of one evening where it has values of its own."""
        made = self._made.get((since, event))
        if made is None:
            values = _of_evening(self.league, self.league.rule_set.in_force[since], event)
            made = self._made[since, event] = rules_of(overlay(values, self.changes))
        return made


@lru_cache(_KEPT)
def _bound(league: League, changes: tuple[tuple[str, object], ...]) -> LeagueRules:
    return _Bound(league, dict(changes))


def _of_evening(league: League, values: Values, event: str | None) -> Values:
    return values if event is None else overlay(values, league.events[event])


def _everywhere(league: League) -> list[Values]:
    """All values that are in force on some day or evening."""
    in_force = league.rule_set.in_force
    return [*in_force, *(overlay(values, patch) for values in in_force for patch in league.events.values())]
