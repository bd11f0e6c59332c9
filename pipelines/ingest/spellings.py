"""Doubts about names: letters of two scripts, names one letter off, names taken or not allowed."""

from __future__ import annotations

import polars as pl

from pipelines.ingest.known import Known
from pipelines.ingest.names import Roster


def doubts(people: Roster, known: Known, tables: dict[str, pl.DataFrame]) -> list[pl.DataFrame]:
    """All findings on how teams are called."""
    return []
