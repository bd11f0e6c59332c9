"""Files of a league's folder → facts."""

from __future__ import annotations

from pathlib import Path

from pipelines.ingest.decide import decisions_from_texts
from pipelines.ingest.league import read_facts
from pipelines.ingest.read import folder_hash
from pipelines.ruleset.bound import LeagueRules, bind
from pipelines.ruleset.league import League
from pipelines.tables import Facts

__all__ = ["decisions_from_texts", "folder_hash", "read_league"]


def read_league(folder: Path, league: League, rules: LeagueRules | None = None) -> Facts:
    """Everything a league's folder says, good rows only; every doubt is one of `Facts.findings`.

    Bad content never raises.

    `rules` are the league's own, where they are bound already.
    """
    return read_facts(folder, league, rules or bind(league))
