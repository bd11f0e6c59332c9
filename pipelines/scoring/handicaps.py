"""Streak handicaps: what a team starts with after winning editions in a row.

A handicap depends on the places of earlier editions, and those on their handicaps. Starting from none, places and
handicaps are computed in turn until nothing moves: each turn settles at least one more edition of the sequence, and the
result is the one that going through the editions in order gives.
"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from pipelines.ruleset.vocabulary import StreakHandicap
from pipelines.scoring.games import Tables
from pipelines.scoring.regulation import ENTRY_KEY, Regulation, units

NONE = pl.DataFrame(schema={**dict.fromkeys(ENTRY_KEY, pl.String), "handicap": pl.Int64})


def settle(
    place: Callable[[pl.DataFrame], Tables], regulation: Regulation, finals: pl.Series, guess: pl.DataFrame = NONE
) -> tuple[pl.DataFrame, Tables]:
    """Handicaps (one row per event, game and team that starts with one) and the places they lead to and follow from.

    :param place: handicaps → placed entries, as from `games.places`.
    :param finals: the events in the sequence: final, and not held.
    :param guess: handicaps to begin with; a near guess settles sooner, and to the same.
    """
    if not any(game.streak_handicap and game.streak_handicap.step for _, game in regulation.regimes):
        return NONE, place(NONE)
    then, placed = guess.sort(ENTRY_KEY), place(guess)
    for _ in range(regulation.event_games.height + 1):
        now = starting(placed.rows, regulation, finals).sort(ENTRY_KEY)
        if now.equals(then):
            break
        then, placed = now, place(now)
    return then, placed


def starting(placed: pl.DataFrame, regulation: Regulation, finals: pl.Series) -> pl.DataFrame:
    """The handicap each entry starts with, by the places of the editions before it."""
    by_rules: dict[tuple[str, StreakHandicap], list[int]] = {}
    for regime, (name, game) in enumerate(regulation.regimes):
        if game.streak_handicap:
            by_rules.setdefault((name, game.streak_handicap), []).append(regime)
    found = [_under(placed, regulation, name, rules, regimes, finals) for (name, rules), regimes in by_rules.items()]
    return pl.concat([NONE, *found])


def _under(
    placed: pl.DataFrame,
    regulation: Regulation,
    name: str,
    rules: StreakHandicap,
    regimes: list[int],
    finals: pl.Series,
) -> pl.DataFrame:
    sequence = _sequence(regulation, name, rules, finals)
    runs = _runs(placed.filter(pl.col("game") == name).join(sequence, on="event"), rules)
    step = units(rules.step) or 0
    handicap = (pl.col("before") - rules.from_wins + 1) * step
    owed = runs.filter(pl.col("regime").is_in(regimes) & (pl.col("before") >= rules.from_wins))
    return owed.select(*ENTRY_KEY, handicap=handicap.cast(pl.Int64))


def _sequence(regulation: Regulation, name: str, rules: StreakHandicap, finals: pl.Series) -> pl.DataFrame:
    """One row per event of the streak's kinds: whether it `counts`, and `edition`, how many have counted so far."""
    events = regulation.event_games.filter((pl.col("game") == name) & pl.col("kind").is_in(rules.events)).sort("ord")
    in_sequence = pl.col("event").is_in(finals.implode())
    month = pl.col("date").dt.strftime("%Y-%m") if rules.across == "month" else pl.lit("")
    return events.select("event", counts=in_sequence, edition=in_sequence.cast(pl.Int64).cum_sum(), stretch=month)


def _runs(rows: pl.DataFrame, rules: StreakHandicap) -> pl.DataFrame:
    """Entries with `before`: how many wins in a row the team had when the evening began."""
    win = (pl.col("place") == 1) & (pl.lit(rules.shared_win) | (pl.col("place_to") == 1))
    won = rows.with_columns(win=(win & pl.col("counts")).fill_null(False)).filter(pl.col("win").any().over("team_id"))
    return (
        won.sort("team_id", "ord")
        .with_columns(last=pl.when("counts").then("edition").forward_fill().over("team_id"))
        .with_columns(
            previous=pl.col("last").shift(1).over("team_id"),
            previous_stretch=pl.col("stretch").shift(1).over("team_id"),
        )
        .with_columns(goes_on=_goes_on(rules))
        .with_columns(stretch_id=(~pl.col("goes_on")).cum_sum().over("team_id"))
        .with_columns(loss_id=(~pl.col("win") & pl.col("counts")).cum_sum().over("team_id", "stretch_id"))
        .with_columns(wins=pl.col("win").cum_sum().over("team_id", "stretch_id", "loss_id").cast(pl.Int64))
        .with_columns(before=pl.when("goes_on").then(pl.col("wins").shift(1)).over("team_id").fill_null(0))
    )


def _goes_on(rules: StreakHandicap) -> pl.Expr:
    """Whether the streak of the team's evening before can reach this one."""
    here = pl.col("edition") - pl.col("counts").cast(pl.Int64)
    unbroken = pl.lit(True) if rules.absence == "pauses" else pl.col("previous") == here
    same = pl.col("stretch") == pl.col("previous_stretch")
    return (unbroken & same & pl.col("previous").is_not_null()).fill_null(False)
