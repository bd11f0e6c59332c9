"""Sheets as people keep them, one row per team → stacks of answers, round scores, totals, and what they declare."""

from __future__ import annotations

from pipelines.ingest.fields import EVENT, GAME, TEAM, Field, Kind
from pipelines.ingest.known import Known
from pipelines.ingest.layouts import Layout
from pipelines.ingest.sheet import Sheet
from pipelines.ingest.stacks import Given, Stacked

DECLARED = Kind(
    "declared",
    (
        EVENT,
        GAME,
        TEAM,
        Field("declared_points", "points"),
        Field("declared_place", "place"),
        Field("points_column"),
        Field("place_column"),
    ),
    marks=(),
)


def wide(sheet: Sheet, layout: Layout, given: Given, known: Known) -> Stacked:
    return Stacked()
