"""One game of one evening, with what its criteria looked at."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Game
from pipelines.scoring import games
from pipelines.scoring.criteria import Evidence
from pipelines.scoring.evenings import Evenings, evidence, kept
from pipelines.scoring.regulation import ENTRY_KEY, QUESTION_KEY, Regulation, regulate
from pipelines.scoring.rulings import in_order, standing
from pipelines.tables import Facts, Scored


@dataclass(frozen=True)
class Scene:
    """A game as it was scored: nothing is graded or ranked again but what a comparison asks for."""

    event: str
    game: str
    day: date
    ord: int
    all_events: pl.DataFrame
    """As in `tables.Events`."""
    some: Facts
    """The facts of this event alone."""
    scored: Scored
    evening: Evenings
    rules_of_game: Game

    @property
    def rows(self) -> pl.DataFrame:
        """The standings of the event, all games."""
        return self.scored.standings.filter(event=self.event)

    @property
    def table(self) -> pl.DataFrame:
        """The game's rows as the table has them, with the name they are sorted by."""
        names = self.some.teams.select("team_id", "folded")
        mine = self.rows.filter(game=self.game).join(names, on="team_id", how="left")
        return mine.sort("place", "folded", "team_id", nulls_last=True)

    @property
    def round_points(self) -> pl.DataFrame:
        return self.scored.round_points.filter(event=self.event, game=self.game)

    @cached_property
    def pointed(self) -> pl.DataFrame:
        """The entries of the event, all games, with `points`, `winner_points` and the place they have."""
        evening = self.evening
        entries = games.entries(evening.results.totals, evening.facts, evening.regulation, evening.rulings)
        pointed = games.with_points(entries, self.rows.select(*ENTRY_KEY, "handicap"), evening.regulation)
        return pointed.join(self.rows.select(*ENTRY_KEY, "place"), on=ENTRY_KEY)

    @property
    def ranked(self) -> pl.DataFrame:
        """The teams of the game that are in the ranking."""
        return self.pointed.filter(game=self.game, status="in")

    def evidence(self, points: str) -> Evidence:
        """What the criteria may look at; answers are graded only where one asks for them.

        :param points: which points of another game they compare, `points` or `winner_points`.
        """
        return evidence(self.evening, self.pointed.select(*ENTRY_KEY, "place", points=points))


def scene_of(
    facts: Facts,
    scored: Scored,
    rules: LeagueRules,
    event: str,
    game: str,
    scenario_decisions: pl.DataFrame | None = None,
) -> Scene:
    """The scene of a game. Raises KeyError where there is no such event or game."""
    some = facts.only(pl.Series([event]))
    if some.events.is_empty():
        raise KeyError(f"there is no event {event}")
    row = some.events.row(0, named=True)
    evening = _evening(some, facts, scored, regulate(some.events, rules), scenario_decisions)
    of_game = rules.of_event(event, row["date"]).games[game]
    return Scene(event, game, row["date"], row["ord"], facts.events, some, scored, evening, of_game)


def _evening(
    some: Facts, facts: Facts, scored: Scored, regulation: Regulation, scenario: pl.DataFrame | None
) -> Evenings:
    """The evening with the results it was scored with."""
    ordered = in_order(facts.decisions, some.events, scenario)
    evening = kept(some, regulation, ordered, scored)
    return replace(evening, rulings=standing(ordered, some.answers.select(QUESTION_KEY).unique()))
