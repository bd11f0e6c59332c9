"""score(facts, rules) → Scored: the stages in order, each a pure function of the ones before."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

import polars as pl

from pipelines.findings import gather
from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.paths import leaf_at
from pipelines.scoring import checks, evenings, winners
from pipelines.scoring.contained import net
from pipelines.scoring.evenings import Evenings
from pipelines.scoring.games import Tables
from pipelines.scoring.handicaps import NONE
from pipelines.scoring.regulation import ENTRY_KEY, regulate
from pipelines.scoring.rulings import in_order
from pipelines.scoring.seasons import seasons
from pipelines.tables import Facts, RoundPoints, Scored, Standings, dtypes

_AFTER_GAMES: Final = {"series", "titles", "ranks", "checks"}


def score(
    facts: Facts,
    rules: LeagueRules,
    *,
    as_of: date,
    scenario_decisions: pl.DataFrame | None = None,
    reuse: Scored | None = None,
    checked: bool = True,
) -> Scored:
    """All tables of a league, and every finding. Row order is irrelevant; the inputs are equal afterwards.

    :param as_of: the day by which periods are over.
    :param scenario_decisions: decisions supposed, as in `tables.Decisions`; they stand over everything.
    :param reuse: the league scored without the scenario; what the scenario does not touch is taken from it, where no
        findings are wanted.
    :param checked: whether to look for findings; otherwise they are those of the facts alone.
    """
    if checked:
        reuse = None  # what a stage found is not kept with its tables
    if reuse is not None and scenario_decisions is None and _only_after_games(rules):
        return _with_seasons(reuse, facts, rules, as_of, reuse)
    evening = _evenings(facts, rules, scenario_decisions, reuse)
    ranked = evenings.tables(evening, guess=_handicaps(reuse))
    declared = winners.declared(evening, ranked.rows)
    games = Scored(
        event_states=evening.states,
        standings=_standings(ranked, declared.winners, evening),
        round_points=evening.results.round_points.select(*dtypes(RoundPoints)),
        findings=facts.findings,
    )
    scored = _with_seasons(games, facts, rules, as_of, reuse)
    if not checked:
        return scored
    scene = checks.Scene(facts, rules, evening, ranked, declared, scored, as_of)
    found = gather(facts.findings, evening.results.findings, declared.findings, checks.all_of(scene))
    return replace(scored, findings=found)


def _handicaps(reuse: Scored | None) -> pl.DataFrame:
    if reuse is None:
        return NONE
    return reuse.standings.filter(pl.col("handicap") != 0).select(*ENTRY_KEY, "handicap")


def _only_after_games(rules: LeagueRules) -> bool:
    return {leaf_at(path).about.stage for path in rules.forced} <= _AFTER_GAMES


def _with_seasons(games: Scored, facts: Facts, rules: LeagueRules, as_of: date, reuse: Scored | None) -> Scored:
    """Scores with the series made from their standings; of `reuse`, those that nothing touches."""
    made = seasons(facts, rules, games, as_of, reuse if games is reuse else None)
    return replace(
        games,
        periods=made.periods,
        series_results=made.results,
        series_standings=made.standings,
        titles=made.titles,
        ranks=made.ranks,
        ranks_reached=made.ranks_reached,
    )


def _evenings(facts: Facts, rules: LeagueRules, scenario: pl.DataFrame | None, reuse: Scored | None) -> Evenings:
    regulation = regulate(facts.events, rules)
    ordered = in_order(facts.decisions, facts.events, scenario)
    if reuse is not None and not evenings.touches_results(rules, scenario):
        return evenings.kept(facts, regulation, ordered, reuse)
    return net(evenings.under(facts, regulation, ordered), rules)


def _standings(ranked: Tables, declared: pl.DataFrame, evening: Evenings) -> pl.DataFrame:
    """One row per event, game and team, as in `tables.Standings`; a held event has no places and no winner."""
    rows = ranked.rows.join(declared, on=ENTRY_KEY, how="left").join(
        evening.states.select("event", held=pl.col("state") == "held"), on="event"
    )
    open_ = ~pl.col("held")
    shown = {name: pl.when(open_).then(name) for name in ("place", "place_to", "decided_by", "won_by")}
    full = rows.with_columns(**shown, winner=pl.col("won_by").is_not_null() & open_)
    return full.select(*dtypes(Standings)).cast(dtypes(Standings))
