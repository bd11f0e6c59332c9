"""Which shown figures rest on a rule that the source does not state: the assumed parameters that touch them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Final

import polars as pl

from pipelines.insight import cited
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.paths import leaf_at
from pipelines.ruleset.vocabulary import Rules

_TABLE: Final = ("answers", "handicap", "game")
_EVENING: Final = (*_TABLE, "winner")
_SERIES: Final = ("series", "titles", "ranks")
"""Stages in which a parameter moves a figure; `checks` only makes findings."""


def of_event(rules: LeagueRules, event: str, day: date, game: str) -> pl.DataFrame:
    """One row per assumed parameter in force on an evening that touches a game's table or winner: as `cited.frame`."""
    now = rules.of_event(event, day)
    games = {game: _EVENING, **dict.fromkeys(_games_asked(now, game), _TABLE)}
    return _assumed(rules, day, _paths(rules, games, {}), event)


def of_series(rules: LeagueRules, series: str, first_day: date) -> pl.DataFrame:
    """One row per assumed parameter that touches a period's standings, titles and ranks: as `cited.frame`.

    Those of the series itself, of the game it adds up, and of series and games that its criteria ask.

    :param first_day: the date of the period's first event.
    """
    now = rules.of_period(first_day)
    names = _series_asked(now, series)
    games = {n: _TABLE for name in names for n in _with_asked(now, now.series[name].game)}
    return _assumed(rules, first_day, _paths(rules, games, dict.fromkeys(names, _SERIES)), None)


def of_league(rules: LeagueRules, day: date) -> pl.DataFrame:
    """One row per assumed parameter in force on a day that touches any figure: as `cited.frame`."""
    now = rules.of_period(day)
    everything = _paths(rules, dict.fromkeys(now.games, _EVENING), dict.fromkeys(now.series, _SERIES))
    return _assumed(rules, day, everything, None)


def _paths(
    rules: LeagueRules, games: Mapping[str, tuple[str, ...]], series: Mapping[str, tuple[str, ...]]
) -> Iterator[str]:
    """The rule set's parameters of these games and series, as far as they act in the stages wanted."""
    wanted = {"games": games, "series": series}
    for path in rules.league.rule_set.parameters:
        kind, _, rest = path.partition(".")
        stages = wanted.get(kind, {}).get(rest.partition(".")[0], ())
        if leaf_at(path).about.stage in stages:
            yield path


def _assumed(rules: LeagueRules, day: date, paths: Iterator[str], event: str | None) -> pl.DataFrame:
    found = (cited.cited(rules, path, day, event) for path in paths)
    return cited.frame(one for one in found if one.assumed is not None)


def _games_asked(now: Rules, game: str) -> list[str]:
    """The other games that a game's criteria look at."""
    rules = now.games[game]
    criteria = (*rules.place_by, *(rules.winner_by or ()))
    return [name for c in criteria if c.startswith("games.") and (name := c.split(".")[1]) != game]


def _with_asked(now: Rules, game: str) -> list[str]:
    """A game, and those that its places ask: the winner's criteria move no series."""
    return [game, *(c.split(".")[1] for c in now.games[game].place_by if c.startswith("games."))]


def _series_asked(now: Rules, series: str) -> list[str]:
    """A series, and those that its criteria look at."""
    rules = now.series[series]
    return [series, *(c.split(".")[1] for c in (*rules.place_by, *rules.leader_by) if c.startswith("series."))]
