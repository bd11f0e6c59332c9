"""Rules as frames: what is in force for every event, game and round of a league, to be joined to its results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.vocabulary import Game, Scoring
from pipelines.tables import UNITS

GAME_KEY: Final = ["event", "game"]
ROUND_KEY: Final = ["event", "game", "round"]
QUESTION_KEY: Final = ["event", "game", "round", "question"]
ENTRY_KEY: Final = ["event", "game", "team_id"]

_VALUES: Final = {"value", "values"}
_ROUND_SCHEMA: Final = {
    "regime": pl.UInt32(),
    "round": pl.Int32(),
    "variant": pl.String(),
    "rule_value": pl.Int64(),
    "rule_values": pl.List(pl.Int64()),
    "value_forced": pl.Boolean(),
    "partial": pl.Int64(),
    "stake_right": pl.Int64(),
    "stake_wrong": pl.Int64(),
    "blank_is_wrong": pl.Boolean(),
    "wrong_factor": pl.Int64(),
    "late": pl.String(),
    "void_question": pl.String(),
    "double_points": pl.Int64(),
    "copied_double_earns": pl.Boolean(),
}


def units(value: Decimal | int | None) -> int | None:
    """Points of a rule as exact units."""
    return None if value is None else int(value * UNITS)


@dataclass(frozen=True)
class Regulation:
    """The games of every event under the rules of its day. A regime is one `Game` that several events share."""

    event_games: pl.DataFrame
    """One row per event and game: `event, ord, date, kind, state, game, regime`."""
    regimes: tuple[tuple[str, Game], ...]
    """Name and rules of each regime, by its number."""
    forced: frozenset[str]

    @cached_property
    def round_rules(self) -> pl.DataFrame:
        """One row per regime, round and variant (null: no variant), amounts in units."""
        rows = [
            row
            for regime, (name, game) in enumerate(self.regimes)
            for row in _round_rows(regime, name, game, self.forced)
        ]
        return pl.DataFrame(rows, schema=_ROUND_SCHEMA, orient="row")

    @cached_property
    def joker_rules(self) -> pl.DataFrame:
        """One row per regime, joker and round in which it is allowed, with how often."""
        rows = [(n, *row) for n, (_, game) in enumerate(self.regimes) for row in _joker_rows(game)]
        schema = {"regime": pl.UInt32(), "joker": pl.String(), "round": pl.Int32(), "uses": pl.UInt32()}
        return pl.DataFrame(rows, schema=schema, orient="row")

    def per_game(self, name: str, values: Mapping[int, object], dtype: pl.DataType) -> pl.DataFrame:
        """One row per event and game, with one value of its regime in the column `name`."""
        frame = pl.DataFrame(
            {"regime": list(values), name: list(values.values())}, schema={"regime": pl.UInt32(), name: dtype}
        )
        return self.event_games.select(*GAME_KEY, "regime").join(frame, on="regime").drop("regime")


def regulate(events: pl.DataFrame, rules: LeagueRules) -> Regulation:
    """The regulation of these events (one row per event, as in `tables.Events`)."""
    regimes: dict[tuple[str, int], int] = {}
    games: list[tuple[str, Game]] = []
    rows: list[tuple[str, str, int]] = []
    for event, day in events.select("event", "date").iter_rows():
        for name, game in rules.of_event(event, day).games.items():
            if (name, id(game)) not in regimes:
                regimes[name, id(game)] = len(games)
                games.append((name, game))
            rows.append((event, name, regimes[name, id(game)]))
    schema = {"event": pl.String(), "game": pl.String(), "regime": pl.UInt32()}
    placed = pl.DataFrame(rows, schema=schema, orient="row")
    known = events.select("event", "ord", "date", "kind", "state")
    return Regulation(placed.join(known, on="event", how="left"), tuple(games), rules.forced)


def _round_rows(regime: int, name: str, game: Game, forced: frozenset[str]) -> Iterator[tuple[object, ...]]:
    for number, of_round in game.rounds.items():
        path = f"games.{name}.rounds.{number}"
        yield (regime, number, None, *_round_row(of_round, of_round, game, path, forced))
        for label, variant in of_round.variants.items():
            path_here = f"{path}.variants.{label}" if variant.model_fields_set & _VALUES else path
            yield (regime, number, label, *_round_row(variant, of_round, game, path_here, forced))


def _round_row(
    scoring: Scoring, of_round: Scoring, game: Game, path: str, forced: frozenset[str]
) -> tuple[object, ...]:
    """A variant says what differs; the round says the rest."""
    set_here = scoring.model_fields_set

    def of(name: str) -> object:
        return getattr(scoring if name in set_here else of_round, name)

    valued = scoring if set_here & _VALUES else of_round
    double, copy = game.jokers.double, game.jokers.copy_
    return (
        units(valued.value),
        # a scenario that gives the round one value means it for all its questions
        None if valued.values is None or f"{path}.value" in forced else [units(v) for v in valued.values],
        not forced.isdisjoint({f"{path}.value", f"{path}.values"}),
        units(of("partial")),  # type: ignore[arg-type]
        units(of("stake_right")),  # type: ignore[arg-type]
        units(of("stake_wrong")),  # type: ignore[arg-type]
        of("stake_none") == "wrong",
        int(game.wrong_factor * 10**4),
        game.late,
        game.void_question,
        units(double.points) if double else None,
        copy is not None and copy.of_double == "earned",
    )


def _joker_rows(game: Game) -> Iterator[tuple[str, int, int]]:
    jokers = (("double", game.jokers.double), ("copy", game.jokers.copy_), ("first_letter", game.jokers.first_letter))
    for name, joker in jokers:
        if joker is not None:
            yield from ((name, number, joker.uses) for number in joker.rounds)
