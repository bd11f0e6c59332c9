"""Leagues out of the database, and their scores: cached by the file's version, computed again only when that changed.

Frames are shared by all sessions and never changed in place. Raises StoreError and RuleErrors, which `room` puts into
words.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

import polars as pl
import streamlit as st

from pipelines import store
from pipelines.calendar import day_matters
from pipelines.compare import Attribution, attribution
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.errors import RuleErrors
from pipelines.ruleset.league import League, Texts, league_of_texts
from pipelines.ruleset.patch import parse_sets
from pipelines.store import LeagueMeta
from pipelines.tables import Facts, Scored

_SHOWN: Final = tuple(name for name in store.SCHEMAS if name != "facts.answers")
"""All tables but the largest, which only scoring and the questions of an evening need."""
OF_FILES: Final = (
    *("column_unknown", "rows_passed_over", "summary_row", "hidden_sheet", "hidden_column", "hidden_row"),
    *("file_ignored", "file_without_rows", "duplicate_file"),
)
"""Findings on how a file is written, whatever its results are: a matter of those who keep the files."""
USUAL: Final = Path(__file__).parents[1] / "data" / "tablo.duckdb"
"""The database that `tablo build` writes where none is named."""


@dataclass(frozen=True)
class Source:
    """A database file as it is now; equal as long as nothing was built."""

    path: str
    version: tuple[int, int, int]


@dataclass(frozen=True)
class Scenario:
    """What is supposed: rules as `PATH=VALUE`, rulings as `KIND key=value …`."""

    sets: tuple[str, ...] = ()
    decides: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sets or self.decides)

    def singles(self, trials: Sequence[Sequence[int]]) -> list[Scenario]:
        """Each of its changes alone: rules, then rulings, those of one trial together."""
        rulings = [tuple(self.decides[row] for row in rows) for rows in trials]
        return [*(Scenario((text,)) for text in self.sets), *(Scenario((), texts) for texts in rulings)]


@dataclass(frozen=True)
class Opened:
    """A league by its own rules, scored as of a day. `facts` come without their answers."""

    source: Source
    meta: LeagueMeta
    league: League
    rules: LeagueRules
    facts: Facts
    scored: Scored
    today: date


def database() -> Path:
    """The file that `TABLO_DB` names, or the one that `tablo build` writes by itself."""
    return Path(os.environ.get("TABLO_DB") or USUAL)


def is_public() -> bool:
    """Whether the face is read-only: no upload, no saving, no rulings, no paths or file names."""
    return os.environ.get("TABLO_PUBLIC") == "1"


def findings(opened: Opened) -> pl.DataFrame:
    """Those that this face shows, as in `tables.Findings`: in public, what says something of results."""
    found = opened.scored.findings
    return found.filter(~pl.col("code").is_in(OF_FILES)) if is_public() else found


def source() -> Source:
    """The database as it is at this moment."""
    path = database()
    return Source(str(path), store.version(path))


@st.cache_data(max_entries=4, show_spinner=False)
def leagues(source: Source) -> pl.DataFrame:
    """One row per league that can be shown: `league`, `title`, `folder`, `outdated` (built by another version)."""
    known = store.leagues(Path(source.path))
    return known.select("league", "title", "folder", outdated=pl.col("contracts") != store.contracts())


@st.cache_resource(max_entries=16, show_spinner=False)
def opened(source: Source, league: str, today: date) -> Opened:
    """A league as of a day."""
    stored = store.read_league(Path(source.path), league, _SHOWN)
    rules_of = _league(stored.meta.league, stored.meta.league_toml, stored.meta.rules_toml)
    scored = stored.scored
    if day_matters(stored, today):
        from pipelines.scoring import score

        scored = score(whole_facts(source, league), bind(rules_of), as_of=today)
    return Opened(source, stored.meta, rules_of, bind(rules_of), stored.facts, scored, today)


@st.cache_resource(max_entries=8, show_spinner=False)
def whole_facts(source: Source, league: str) -> Facts:
    """The facts of a league with its answers."""
    facts = [name for name in store.SCHEMAS if name.startswith("facts.")]
    return store.read_league(Path(source.path), league, facts).facts


@st.cache_resource(max_entries=8, show_spinner=False)
def open_appeals(source: Source, league: str, today: date) -> pl.DataFrame:
    """The open appeals with what upholding each would change, as in `insight.pending`."""
    from pipelines.insight.pending import pending

    known = opened(source, league, today)
    return pending(whole_facts(source, league), known.scored, known.rules).appeals


@st.cache_resource(max_entries=128, show_spinner=False)
def supposed(source: Source, league: str, today: date, scenario: Scenario) -> Scored:
    """The league's scores under a scenario, without findings of its own. Raises RuleErrors with all problems."""
    from pipelines.scoring import score

    before = opened(source, league, today)
    rules = bind(before.league, parse_sets(scenario.sets))
    rulings = decisions(source, league, today, scenario.decides)
    facts = whole_facts(source, league)
    return score(facts, rules, as_of=today, scenario_decisions=rulings, reuse=before.scored, checked=False)


@st.cache_resource(max_entries=32, show_spinner=False)
def attributed(
    source: Source, league: str, today: date, scenario: Scenario, trials: tuple[tuple[int, ...], ...]
) -> Attribution:
    """Which change of a scenario did what; `trials` are the rulings that are one change. Raises RuleErrors."""
    before = opened(source, league, today)
    rulings = decisions(source, league, today, scenario.decides)
    whole = supposed(source, league, today, scenario)
    # most of them were asked for before, when the scenario had fewer changes
    singles = [_allowed(source, league, today, one) for one in scenario.singles(trials)]
    facts, patch = whole_facts(source, league), parse_sets(scenario.sets)
    return attribution(
        facts, before.league, patch, rulings, today, before.scored, trials=trials, whole=whole, singles=singles
    )


def _allowed(source: Source, league: str, today: date, scenario: Scenario) -> Scored | None:
    try:
        return supposed(source, league, today, scenario)
    except RuleErrors:
        return None


@st.cache_resource(max_entries=64, show_spinner=False)
def decisions(source: Source, league: str, today: date, texts: tuple[str, ...]) -> pl.DataFrame | None:
    """Rulings supposed, as in `tables.Decisions`; None where there are none. Raises RuleErrors with all problems."""
    from pipelines.ingest import decisions_from_texts

    if not texts:
        return None
    return decisions_from_texts(list(texts), whole_facts(source, league), opened(source, league, today).league)


@st.cache_resource(max_entries=16, show_spinner=False)
def _league(name: str, league_toml: str, rules_toml: str) -> League:
    return league_of_texts(name, Texts(league_toml, rules_toml))
