"""Handicap trials: who would start with other points or another coefficient, at one evening or from an evening on.

A trial is made of rulings not taken, one for each entry it concerns, so that a scenario stays what it is everywhere: a
patch of rules, and decisions.
"""

from __future__ import annotations

from datetime import date
from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import score
from pipelines.tables import Decisions, Facts, Scored, dtypes

STARTS: Final = {"event": pl.String(), "team_id": pl.String()}


def evenings(facts: Facts, scored: Scored, rules: LeagueRules, game: str) -> pl.DataFrame:
    """One row per final evening of a game in order: `event`, `ord`, and `before`, the evening before it.

    Where a table of the game is kept in each city, the evening before is the one before in that city.
    """
    final = scored.event_states.filter(state="final").select("event")
    played = facts.events.join(scored.standings.filter(game=game), on="event", how="semi")
    rows = played.join(final, on="event", how="semi").sort("ord")
    by_city = any(each.scope == "city" and each.game == game for each in rules.latest().series.values())
    place = pl.col("city") if by_city else pl.lit("")
    return rows.select("event", "ord", before=pl.col("event").shift(1).over(place))


def of_team(facts: Facts, scored: Scored, game: str | None, team: str, first: str, *, onwards: bool) -> pl.DataFrame:
    """The evenings a trial of one team concerns (`STARTS`): those it plays in, of one game or of any."""
    chosen = pl.lit(value=True) if game is None else pl.col("game") == game
    entries = scored.standings.filter(chosen, team_id=team).select(*STARTS).unique()
    return _from(entries.join(facts.events.select("event", "ord"), on="event"), facts, first, onwards=onwards)


def of_winners(
    facts: Facts,
    rules: LeagueRules,
    scored: Scored,
    *,
    as_of: date,
    game: str,
    first: str,
    onwards: bool,
    points: str,
    decisions: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Who won the evening before and so would start with these points (`STARTS`), shared winners alike.

    Who wins depends on who starts with what. Beginning with the winners there were, both are settled in turn: each turn
    settles at least one more evening.

    :param rules: with the scenario's patch.
    :param scored: the league without a scenario.
    :param decisions: the scenario's other rulings, as in `tables.Decisions`.
    """
    sequence = evenings(facts, scored, rules, game)
    targets = _from(sequence, facts, first, onwards=onwards, keep=("event", "before"))
    now, starts = scored, pl.DataFrame(schema=STARTS)
    for _ in range(targets.height + 1):
        rulings = _adjusting(starts, game, points)
        supposed = rulings if decisions is None else pl.concat([decisions, rulings])
        now = score(facts, rules, as_of=as_of, scenario_decisions=supposed, reuse=scored, checked=False)
        then = _after_wins(now, targets, game)
        if then.equals(starts):
            break
        starts = then
    return starts


def _from(
    rows: pl.DataFrame, facts: Facts, first: str, *, onwards: bool, keep: tuple[str, ...] = tuple(STARTS)
) -> pl.DataFrame:
    """The rows of an evening, or from it on, in order."""
    since = facts.events.filter(event=first)["ord"].item()
    chosen = pl.col("ord") >= since if onwards else pl.col("event") == first
    return rows.filter(chosen).sort("ord").select(keep)


def _after_wins(scored: Scored, targets: pl.DataFrame, game: str) -> pl.DataFrame:
    """The winners of the evenings before that come to the evenings concerned."""
    of_game = scored.standings.filter(game=game)
    won = of_game.filter("winner").select("team_id", before="event")
    owed = targets.join(won, on="before", maintain_order="left").select(*STARTS)
    there = owed.join(of_game, on=list(STARTS), how="semi", maintain_order="left")
    return there.join(targets.with_row_index("at"), on="event").sort("at", "team_id").select(*STARTS)


def _adjusting(starts: pl.DataFrame, game: str, points: str) -> pl.DataFrame:
    """Rulings, as in `tables.Decisions`, that give each of them the points in the game."""
    said = {"status": "upheld", "kind": "adjust", "game": game, "value": points}
    rows = starts.with_columns(ord=pl.int_range(pl.len(), dtype=pl.UInt32), **{k: pl.lit(v) for k, v in said.items()})
    missing = [pl.lit(None).alias(name) for name in dtypes(Decisions) if name not in rows.columns]
    return rows.with_columns(missing).select(dtypes(Decisions).names()).cast(dtypes(Decisions))
