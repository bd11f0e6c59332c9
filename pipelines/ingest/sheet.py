"""One sheet as it was read: a frame of text, one row per row of the spreadsheet."""

from __future__ import annotations

from dataclasses import dataclass, replace

import polars as pl

from pipelines.ingest.dictionary import is_coded, texts


@dataclass(frozen=True)
class Sheet:
    """`cells` has the columns `0`, `1`, … (text, stripped, null where empty) and `row`, as a spreadsheet shows it."""

    file: str
    name: str | None
    cells: pl.DataFrame
    hidden_columns: frozenset[int] = frozenset()

    @property
    def width(self) -> int:
        return self.cells.width - 1

    def top(self, rows: int) -> list[list[str | None]]:
        """The first rows, each a list of its cells."""
        return [list(cells) for cells in self.cells.head(rows).drop("row").rows()]


def as_text(sheet: Sheet) -> Sheet:
    """The sheet without dictionaries, for those that are looked at cell by cell."""
    return replace(sheet, cells=sheet.cells.with_columns(texts(c) for c in sheet.cells if is_coded(c)))


def tidy_cells(cells: pl.DataFrame) -> pl.DataFrame:
    """Spaces around a cell mean nothing, and a cell of nothing else is empty."""
    text = pl.col(pl.String).str.strip_chars()
    return cells.with_columns(pl.when(text != "").then(text))
