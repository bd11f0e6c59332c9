"""A league out of the database: as it was built, or scored again for another day or under a scenario."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import polars as pl

from pipelines import store
from pipelines.calendar import day_matters
from pipelines.cli.guard import WrongCall
from pipelines.cli.options import Asked
from pipelines.cli.output import say
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.league import League, Texts, league_of_texts
from pipelines.store import LeagueMeta, StoredLeague
from pipelines.tables import Facts, Scored

_CALENDAR = ("facts.decisions", "scored.periods")
"""What tells whether another day makes a difference."""


@dataclass(frozen=True)
class Opened:
    """A league on the day asked for: `baseline` without the scenario, `scored` under it (or the same)."""

    league: League
    rules: LeagueRules
    facts: Facts
    baseline: Scored
    scored: Scored
    decisions: pl.DataFrame | None = None
    """Those of the scenario."""


def open_league(asked: Asked, frames: Collection[str], *, whole: bool = False, by_day: bool = True) -> Opened:
    """The league with these frames; all of them where it must be scored again, or `whole` is asked.

    `by_day` where what is shown depends on the day. Raises StoreError, RuleErrors.
    """
    stored = store.read_league(asked.db, asked.league, {*frames, *_CALENDAR})
    league = league_of(stored.meta)
    bind(league, _patch(asked))  # mistakes in it are told before anything is read
    again = by_day and day_matters(stored, asked.as_of)
    if not (whole or again or asked.scenario):
        return Opened(league, bind(league), stored.facts, stored.scored, stored.scored)
    return _scored_again(store.read_league(asked.db, asked.league), league, asked, again=again)


def league_of(meta: LeagueMeta) -> League:
    """The league and its rules as they were when it was built."""
    return league_of_texts(meta.league, Texts(meta.league_toml, meta.rules_toml))


def _scored_again(stored: StoredLeague, league: League, asked: Asked, *, again: bool) -> Opened:
    from pipelines.scoring import score

    rules = bind(league, _patch(asked))
    decisions = _decisions(asked, stored.facts, league)
    as_of = asked.as_of if again else stored.meta.as_of
    before = score(stored.facts, bind(league), as_of=as_of) if again else stored.scored
    if not asked.scenario:
        return Opened(league, rules, stored.facts, before, before)
    after = score(stored.facts, rules, as_of=as_of, scenario_decisions=decisions, reuse=before)
    _tell_supposed(after)
    return Opened(league, rules, stored.facts, before, after, decisions)


def _tell_supposed(scored: Scored) -> None:
    """A supposed ruling that lacks something is a wrong call; one that meets nothing is said."""
    supposed = scored.findings.filter(pl.col("file").is_null())
    lacking = supposed.filter(pl.col("code") == "decision_incomplete")["message"].to_list()
    if lacking:
        raise WrongCall("--decide: " + " ".join(lacking))
    for message in supposed.filter(pl.col("code") == "decision_without_effect")["message"]:
        say(f"--decide: {message}")


def _decisions(asked: Asked, facts: Facts, league: League) -> pl.DataFrame | None:
    if not asked.decides:
        return None
    from pipelines.ingest import decisions_from_texts

    return decisions_from_texts(list(asked.decides), facts, league)


def _patch(asked: Asked) -> dict[str, object]:
    from pipelines.ruleset.patch import parse_sets

    return parse_sets(asked.sets)
