"""The table after round N: handicap, coefficient and the adjustments of rounds so far; no shoot-out, no winner."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import games
from pipelines.scoring.evenings import Evenings, evidence, under
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY, regulate
from pipelines.scoring.rulings import adjusted, in_order
from pipelines.tables import Facts, Scored, Standings, dtypes


class Through(NamedTuple):
    """A table after a round, as in `tables.Standings` and `tables.RoundPoints`, and who chooses what comes next."""

    standings: pl.DataFrame
    round_points: pl.DataFrame
    choosers: list[str]
    """The teams (ids) that are last, where the last team chooses the next round's variant; several draw."""


def through_round(
    facts: Facts,
    rules: LeagueRules,
    scored: Scored,
    event: str,
    game: str,
    number: int,
    scenario_decisions: pl.DataFrame | None = None,
) -> Through:
    """The table of one game after round `number`.

    :param scored: the league scored under the same rules and decisions: its handicaps are those the evening began with.
    """
    of_game = (pl.col("event") == event) & (pl.col("game") == game)
    some = facts.only(pl.Series([event]))
    regulation = regulate(some.events, rules)
    evening = under(some, regulation, in_order(facts.decisions, some.events, scenario_decisions))
    evening = replace(evening, results=replace(evening.results, round_points=scored.round_points.filter(of_game)))
    rows = _rows(evening, scored.standings.filter(of_game), number)
    rounds = evening.results.round_points.filter(pl.col("round") <= number)
    placed = games.places(
        rows,
        regulation,
        evidence(replace(evening, results=replace(evening.results, round_points=rounds)), rows),
        through=True,
    )
    standings = placed.rows.with_columns(winner=pl.lit(False), won_by=pl.lit(None, pl.String))
    next_round = next((g.rounds.get(number + 1) for name, g in regulation.regimes if name == game), None)
    chosen = next_round is not None and next_round.chosen_by == "last"
    return Through(
        standings.select(*dtypes(Standings)).cast(dtypes(Standings)),
        rounds,
        _last(rows)["team_id"].to_list() if chosen else [],
    )


def _rows(evening: Evenings, standings: pl.DataFrame, number: int) -> pl.DataFrame:
    """Entries with points after a round: their `rounds_points` and `adjustment` are those of the rounds so far."""
    so_far = evening.results.round_points.filter(pl.col("round") <= number)
    totals = so_far.group_by(ENTRY_KEY).agg(rounds_points=pl.col("points").sum())
    named = pl.concat(
        [
            evening.facts.adjustments.select(*ENTRY_KEY, "round", "adjustment"),
            adjusted(evening.rulings).select(*ENTRY_KEY, "round", "adjustment"),
        ]
    )
    given = named.filter(pl.col("round") <= number).group_by(ENTRY_KEY).agg(given=pl.col("adjustment").sum())
    owed = standings.select(*ENTRY_KEY, "handicap")
    rows = games.entries(totals, evening.facts, evening.regulation, evening.rulings)
    rows = (
        rows.join(given, on=ENTRY_KEY, how="left").with_columns(adjustment=pl.col("given").fill_null(0)).drop("given")
    )
    return games.with_points(rows, owed, evening.regulation)


def last_after(evening: Evenings, standings: pl.DataFrame, of_games: pl.DataFrame, number: int) -> pl.DataFrame:
    """One row per game (of `of_games`) and team that was last, alone or level, in the table after round `number`."""
    mine = standings.join(of_games, on=GAME_KEY, how="semi")
    results = evening.results.round_points.join(of_games, on=GAME_KEY, how="semi")
    some = replace(evening, results=replace(evening.results, round_points=results))
    return _last(_rows(some, mine, number)).select(ENTRY_KEY)


def _last(rows: pl.DataFrame) -> pl.DataFrame:
    inside = rows.filter(pl.col("status") == "in")
    return inside.filter(pl.col("points") == pl.col("points").min().over(GAME_KEY)).sort("folded")
