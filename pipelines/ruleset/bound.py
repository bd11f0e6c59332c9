"""A rule set bound to one league: what is in force for an evening, for a period, and now."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from pipelines.ruleset.vocabulary import Rules


class LeagueRules(Protocol):
    """The rules of a league, with its one-evening overrides and, in a scenario, the patch that stands over everything.

    Equal results are the same object, so that stages may be reused by identity.
    """

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
        """Paths whose value the scenario changes; it stands over values written in the league's tables."""
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
