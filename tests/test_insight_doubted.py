"""A doubted cell is told by team, round and question wherever its row or its heading says so."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl
import pytest

from pipelines.insight.doubted import Cell, cell_of, other_place
from pipelines.tables import UNITS
from tests.sample_leagues import Sample, sample


def finding(one: Sample, code: str, **where: Any) -> dict[str, Any]:
    return one.scored.findings.filter(code=code, **where).row(0, named=True)


@pytest.mark.parametrize(
    ("column", "round_", "question"),
    [
        ("14", 2, 14),
        ("№ 14", 2, 14),
        ("2.14", 2, 14),
        ("3.14", None, None),
        ("24", None, None),
        ("verdict", None, None),
    ],
)
def test_a_question_is_told_by_the_heading_in_the_rounds_of_its_row(
    column: str, round_: int | None, question: int | None
) -> None:
    """Row 26 of the sheet holds questions 11 to 20 of one team; the cell of the 14th gave no answer."""
    one = sample("berlin-2025-26")
    found = finding(one, "cell_not_a_verdict")
    team = one.team("Три справки и печать")
    assert cell_of(one.facts, {**found, "column": column}) == Cell(team, round_, question)


def test_a_conflict_is_told_with_the_value_of_the_first_row_and_the_place_of_the_other() -> None:
    one = sample("shaker-volga")
    found = finding(one, "conflicting_results", row=55)
    cell = cell_of(one.facts, found)
    assert (cell.round, cell.points, other_place(found)) == (2, 7 * UNITS, ("results/уточнение.csv", 2))
    assert cell_of(one.facts, {**found, "column": "Итого 2024"}) == Cell(cell.team_id)


def test_a_row_of_one_result_needs_no_heading() -> None:
    one = sample("shaker-volga")
    found = finding(one, "conflicting_results", row=55)
    alone = one.facts.round_scores.filter(pl.col("round") == 2, pl.col("file") == found["file"], pl.col("row") == 55)
    told = cell_of(replace(one.facts, round_scores=alone), {**found, "column": "points"})
    assert (told.round, told.points) == (2, 7 * UNITS)


def test_a_row_that_gave_nothing_tells_nothing() -> None:
    one = sample("shaker-volga")
    assert cell_of(one.facts, finding(one, "conflicting_results", row=2)) == Cell()
    assert other_place(finding(one, "place_mismatch")) is None
