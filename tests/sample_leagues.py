"""The sample leagues as they are delivered, read and scored once for all tests that compare them with known numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path

from pipelines import ingest, scoring
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.league import League, load_league
from pipelines.ruleset.patch import parse_sets
from pipelines.tables import Facts, Scored

LEAGUES = Path(__file__).parents[1] / "data" / "leagues"
DAY = date(2026, 7, 1)
"""After the last evening that was played, before the next one."""


@dataclass(frozen=True)
class Sample:
    """A league with its rules and scores."""

    league: League
    facts: Facts
    rules: LeagueRules
    scored: Scored

    def team(self, part: str, city: str | None = None) -> str:
        """The id of the one team whose name begins so."""
        named = self.facts.teams.filter(self.facts.teams["team"].str.starts_with(part))
        found = named if city is None else named.filter(city=city)
        (only,) = found["team_id"]
        return str(only)

    def under(self, sets: Sequence[str] = (), decides: Sequence[str] = ()) -> Sample:
        """The league under a scenario."""
        rules = bind(self.league, parse_sets(sets))
        decisions = ingest.decisions_from_texts(list(decides), self.facts, self.league) if decides else None
        scored = scoring.score(self.facts, rules, as_of=DAY, scenario_decisions=decisions, reuse=self.scored)
        return Sample(self.league, self.facts, rules, scored)


@cache
def sample(name: str) -> Sample:
    league = load_league(LEAGUES / name)
    facts = ingest.read_league(LEAGUES / name, league)
    rules = bind(league)
    return Sample(league, facts, rules, scoring.score(facts, rules, as_of=DAY))
