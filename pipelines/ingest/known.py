"""What a league is known to have before its results are read: events, games, rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

import polars as pl

from pipelines.folding import fold
from pipelines.ruleset.vocabulary import Rules
from pipelines.tables import Events


@dataclass(frozen=True)
class Known:
    """The league's events (one row each), its rules now in force, and its local time."""

    rules: Rules
    timezone: str
    events: pl.DataFrame = field(default_factory=Events.create_empty)

    @property
    def only_game(self) -> str | None:
        """The game that need not be named, where the rule set has one."""
        return next(iter(self.rules.games)) if len(self.rules.games) == 1 else None

    @cached_property
    def games(self) -> Mapping[str, str]:
        """Folded id or title → game."""
        titles = {fold(game.title): name for name, game in self.rules.games.items() if game.title}
        return titles | {fold(name): name for name in self.rules.games}

    @cached_property
    def event_ids(self) -> pl.Series:
        return self.events["event"]

    @cached_property
    def event_words(self) -> Mapping[str, str]:
        """Folded id or title → event; a title of several events is none of them."""
        titles = self.events.drop_nulls("title").select("event", "title").rows()
        folded: dict[str, set[str]] = {}
        for event, title in titles:
            folded.setdefault(fold(title), set()).add(event)
        unique = {title: next(iter(events)) for title, events in folded.items() if len(events) == 1}
        return unique | {fold(event): event for event in self.event_ids}

    def round_titles(self, game: str | None) -> Mapping[str, int]:
        """Folded titles of a game's rounds → their numbers."""
        rounds = self.rules.games[game].rounds if game and game in self.rules.games else {}
        return {fold(title): n for n, one in rounds.items() for title in one.title}

    @property
    def all_round_titles(self) -> Mapping[str, int]:
        """The same for all games, before a sheet's game is known."""
        return {title: n for game in self.rules.games for title, n in self.round_titles(game).items()}

    @property
    def by_city(self) -> bool:
        """Whether teams are kept apart by city: a series of the rules has a table for each city."""
        return any(series.scope == "city" for series in self.rules.series.values())
