"""score(facts, rules) → Scored: the stages in order, each a pure function of the ones before."""

from __future__ import annotations

from datetime import date

import polars as pl

from pipelines.findings import gather
from pipelines.ruleset.bound import LeagueRules
from pipelines.scoring import checks, evenings, winners
from pipelines.scoring.contained import net
from pipelines.scoring.evenings import Evenings
from pipelines.scoring.games import Tables
from pipelines.scoring.regulation import ENTRY_KEY, regulate
from pipelines.scoring.rulings import in_order
from pipelines.scoring.seasons import seasons
from pipelines.tables import Facts, RoundPoints, Scored, Standings


def score(
    facts: Facts,
    rules: LeagueRules,
    *,
    as_of: date,
    scenario_decisions: pl.DataFrame | None = None,
    reuse: Scored | None = None,
) -> Scored:
    """All tables of a league, and every finding. Row order is irrelevant; the inputs are equal afterwards.

    :param as_of: the day by which periods are over.
    :param scenario_decisions: decisions supposed, as in `tables.Decisions`; they stand over everything.
    :param reuse: the league scored without the scenario; stages that the scenario does not touch are taken from it.
    """
    evening = _evenings(facts, rules, scenario_decisions, reuse)
    ranked = evenings.tables(evening)
    declared = winners.declared(evening, ranked.rows)
    standings = _standings(ranked, declared.winners, evening)
    series = seasons(facts, rules, standings, evening.states, as_of)
    found = checks.Scene(facts, rules, evening, ranked, declared, standings, series, as_of)
    return Scored(
        event_states=evening.states,
        standings=standings,
        round_points=evening.results.round_points.select(RoundPoints.columns().keys()),
        findings=gather(facts.findings, evening.results.findings, declared.findings, checks.all_of(found)),
        periods=series.periods,
        series_results=series.results,
        series_standings=series.standings,
        titles=series.titles,
        ranks=series.ranks,
        ranks_reached=series.ranks_reached,
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
    columns = Standings.columns()
    return full.select(pl.col(n).cast(c.dtype) for n, c in columns.items())
