"""The evenings of a league: results under the rulings, then every game's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import polars as pl

from pipelines.ruleset.bound import LeagueRules
from pipelines.ruleset.paths import leaf_at
from pipelines.scoring import games, handicaps
from pipelines.scoring.criteria import Evidence
from pipelines.scoring.regulation import ENTRY_KEY, GAME_KEY, QUESTION_KEY, Regulation
from pipelines.scoring.results import Results, graded_answers, results
from pipelines.scoring.rulings import ENTRY_KINDS, Rulings, standing
from pipelines.tables import EventStates, Facts, Scored, dtypes

_NOT_ON_ANSWERS: Final = [*ENTRY_KINDS, "adjust", "warn"]


@dataclass(frozen=True)
class Evenings:
    """What the stages of the games hand on."""

    facts: Facts
    regulation: Regulation
    ordered: pl.DataFrame
    """Upheld decisions in order of time, a scenario's last, as from `rulings.in_order`."""
    rulings: Rulings
    results: Results
    states: pl.DataFrame
    """As in `tables.EventStates`."""
    net_of: pl.DataFrame | None = None
    """Handicaps that round scores and totals contain: one row per event, game and team. None: they contain none."""

    @property
    def finals(self) -> pl.Series:
        """The events in the sequence: final, and not held."""
        return self.states.filter(pl.col("state") == "final")["event"]


def kept(facts: Facts, regulation: Regulation, ordered: pl.DataFrame, reuse: Scored) -> Evenings:
    """Evenings whose results are those scored before."""
    totals = reuse.standings.select(*ENTRY_KEY, "rounds_points")
    found = Results(totals, reuse.round_points, pl.DataFrame(), reuse.findings)
    return Evenings(facts, regulation, ordered, standing(ordered), found, reuse.event_states)


def under(facts: Facts, regulation: Regulation, ordered: pl.DataFrame) -> Evenings:
    """Results of all evenings under these decisions, as from `rulings.in_order`."""
    asked = facts.answers.select(QUESTION_KEY).unique() if ordered.height else None
    rulings = standing(ordered, asked)
    found = results(facts, regulation, rulings)
    return Evenings(facts, regulation, ordered, rulings, found, _states(facts, found))


def touches_results(rules: LeagueRules, scenario: pl.DataFrame | None) -> bool:
    """Whether a scenario changes what an answer, a round or a total is worth."""
    by_rules = any(leaf_at(path).about.stage == "answers" for path in rules.forced)
    by_decisions = scenario is not None and not scenario["kind"].is_in(_NOT_ON_ANSWERS).all()
    return by_rules or by_decisions


def _states(facts: Facts, found: Results) -> pl.DataFrame:
    """One row per event: held where a finding says so; provisional where one of its cells waits to be mended."""
    about = pl.concat([facts.findings, found.findings]).filter(pl.col("event").is_not_null())
    waits = (pl.col("severity") == "error") & pl.col("row").is_not_null()
    by_event = about.group_by("event").agg(holds=pl.col("holds").any(), provisional=waits.any())
    rows = facts.events.select("event", "state").join(by_event, on="event", how="left")
    held = pl.col("holds").fill_null(False) & (pl.col("state") == "final")
    state = pl.when(held).then(pl.lit("held")).otherwise(pl.col("state").cast(pl.String))
    cast = state.cast(dtypes(EventStates)["state"])
    return rows.select("event", state=cast, provisional=pl.col("provisional").fill_null(False))


def tables(
    evening: Evenings, *, owed: pl.DataFrame | None = None, guess: pl.DataFrame = handicaps.NONE
) -> games.Tables:
    """Every game's entries with handicap, points and places.

    :param owed: the handicaps, where they are known already; otherwise they are settled together with the places.
    :param guess: handicaps to begin with where they are settled.
    """
    rows = games.entries(evening.results.totals, evening.facts, evening.regulation, evening.rulings)

    def place(handicap: pl.DataFrame) -> games.Tables:
        pointed = games.with_points(_net(rows, evening), handicap, evening.regulation)
        return games.places(pointed, evening.regulation, evidence(evening, pointed))

    if owed is not None:
        return place(owed)
    return handicaps.settle(place, evening.regulation, evening.finals, guess)[1]


def evidence(evening: Evenings, rows: pl.DataFrame) -> Evidence:
    """What the criteria of these evenings may look at."""

    def graded(of_games: pl.DataFrame) -> pl.DataFrame:
        some = evening.facts.only(of_games["event"].unique())
        return (
            graded_answers(some, evening.regulation, evening.rulings)
            .join(of_games.lazy(), on=GAME_KEY, how="semi")
            .collect()
        )

    return Evidence(evening.facts, evening.results.round_points, rows, graded)


def _net(rows: pl.DataFrame, evening: Evenings) -> pl.DataFrame:
    """Entries without the handicaps that their totals contain."""
    if evening.net_of is None:
        return rows
    contained = evening.net_of.rename({"handicap": "contained"})
    joined = rows.join(contained, on=ENTRY_KEY, how="left")
    return joined.with_columns(rounds_points=pl.col("rounds_points") - pl.col("contained").fill_null(0)).drop(
        "contained"
    )
