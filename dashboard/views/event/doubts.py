"""What was found on an evening, a line each: whose result it is about, what is wrong, what to do, where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from dashboard import loading, spoken, words
from dashboard.language import _
from dashboard.views.event.evening import Evening
from pipelines.insight.doubted import Cell, cell_of, other_place
from pipelines.tables import UNITS


def told(evening: Evening, said: str, rows: pl.DataFrame) -> str:
    """A sentence and the findings in the reader's language."""
    return "\n".join([said, "", *(f"- {line}" for line in sorted(set(_lines(evening, rows))))])


def _lines(evening: Evening, rows: pl.DataFrame) -> Iterator[str]:
    """Of two rows that contradict each other, the one that is known by its team speaks for both."""
    found = list(rows.iter_rows(named=True))
    cells = [cell_of(evening.facts, row) for row in found]
    spoken_for = {(other_place(row), _place(row)) for row, cell in zip(found, cells, strict=True) if cell.team_id}
    for row, cell, what in zip(found, cells, words.found(rows, evening.rules), strict=True):
        mirrored = cell.team_id is None and (_place(row), other_place(row)) in spoken_for
        if not mirrored and not _is_secret(evening, row):
            yield _line(evening, row, cell, what)


def _place(row: Mapping[str, Any]) -> tuple[str, int]:
    return row["file"], row["row"]


def _is_secret(evening: Evening, row: Mapping[str, Any]) -> bool:
    """Whether it names a file, which the public face does not."""
    return loading.is_public() and any(file in row["message"] for file in evening.opened.facts.sources["file"])


def _line(evening: Evening, row: Mapping[str, Any], cell: Cell, what: str) -> str:
    said = ". ".join(part for part in (_whose(evening, cell) if row["column"] else "", words.plain(what)) if part)
    if loading.is_public():
        return said
    where = words.plain(" · ".join(_where(row)))
    return f"{said} {words.advice(row['code'])}" + (f"  \n  :small[{where}]" if where else "")


def _whose(evening: Evening, cell: Cell) -> str:
    """`**Team** · round 2 · question 14`, as far as it is known."""
    if cell.team_id is None:
        return ""
    name = evening.facts.teams.filter(team_id=cell.team_id)["team"].item()
    parts = [
        f"**{words.plain(name)}**",
        _("round {n}").format(n=cell.round) if cell.round is not None else "",
        _("question {n}").format(n=cell.question) if cell.question is not None else "",
        _("points: {points}").format(points=spoken.amount(cell.points, UNITS)) if cell.points is not None else "",
    ]
    return " · ".join(part for part in parts if part)


def _where(row: Mapping[str, Any]) -> Iterator[str]:
    """File, sheet, row and heading in words."""
    said = {"file": "{file}", "sheet": _("sheet “{sheet}”"), "row": _("row {row}"), "column": _("column “{column}”")}
    return (template.format(**{name: row[name]}) for name, template in said.items() if row[name] is not None)
