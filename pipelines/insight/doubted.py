"""Whose result stands in a doubted cell: a finding names a file, a row and a heading, people know teams and rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import polars as pl

from pipelines.findings import slots
from pipelines.scoring.regulation import GAME_KEY
from pipelines.tables import Facts

_RESULT: Final = {
    **dict.fromkeys(("event", "game", "team_id"), pl.String()),
    **dict.fromkeys(("round", "question"), pl.Int32()),
    "points": pl.Int64(),
}


@dataclass(frozen=True)
class Cell:
    """What can be told of a doubted cell; None where it cannot."""

    team_id: str | None = None
    round: int | None = None
    question: int | None = None
    points: int | None = None
    """What is known there all the same, in units: the value of the first of two rows that contradict each other."""


def cell_of(facts: Facts, found: Mapping[str, Any]) -> Cell:
    """The cell of a finding, by what else its row gave, and by the numbers in its heading.

    :param facts: with the answers of the finding's event.
    :param found: a row of `tables.Findings`.
    """
    rows = pl.concat(_of_row(facts, found), how="diagonal")
    if rows["team_id"].n_unique() != 1:
        return Cell()
    team, numbers = rows["team_id"][0], _numbers(found["column"])
    if rows.height == 1:
        return Cell(team, *rows.select("round", "question", "points").row(0))
    if rows["question"].is_null().all():
        return _of_round(facts, rows, team, numbers)
    return _of_question(facts, rows, team, numbers)


def _of_row(facts: Facts, found: Mapping[str, Any]) -> Iterator[pl.DataFrame]:
    """The results that the finding's row gave."""
    here = pl.all_horizontal(pl.col(name).eq_missing(found[name]) for name in ("file", "sheet", "row", "event"))
    yield pl.DataFrame(schema=_RESULT)
    for table in (facts.answers, facts.round_scores, facts.totals):
        yield table.filter(here).select(name for name in _RESULT if name in table.columns)


def _numbers(heading: str | None) -> list[int]:
    return [int(text) for text in re.findall(r"\d+", heading or "")]


def _of_round(facts: Facts, rows: pl.DataFrame, team: str, numbers: list[int]) -> Cell:
    """A round that somebody has points of."""
    played = facts.round_scores.join(rows, on=GAME_KEY, how="semi")["round"]
    if len(numbers) != 1 or numbers[0] not in played:
        return Cell(team)
    known = rows.filter(round=numbers[0])["points"].to_list()
    return Cell(team, numbers[0], points=known[0] if len(known) == 1 else None)


def _of_question(facts: Facts, rows: pl.DataFrame, team: str, numbers: list[int]) -> Cell:
    """One that teams were asked in the rounds of the row: `2.4`, or `14` where only one of these has it."""
    asked = facts.answers.join(rows, on=[*GAME_KEY, "round"], how="semi").select("round", "question").unique()
    named = ["round", "question"] if len(numbers) == 2 else ["question"]
    fitting = asked.filter(pl.concat_list(named) == pl.lit(numbers, pl.List(pl.Int32)))
    return Cell(team, *fitting.row(0)) if fitting.height == 1 else Cell(team)


def other_place(found: Mapping[str, Any]) -> tuple[str, int] | None:
    """The file and the row that a finding on two values of one result points to."""
    said = dict(zip(slots(found["template"]), found["values"], strict=True))
    return (said["other_file"], int(said["other_row"])) if {"other_file", "other_row"} <= set(said) else None
